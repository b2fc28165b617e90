"""The version of what decides a bot's play, so that two machines can tell whether their bots play alike."""

from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from battlewise.core import Game
from battlewise.core.registry import package_of
from battlewise.search import Settings


def version_of(rules: Game) -> str:
    """The version of a game's rules, that of its package if it is another, and that of all weights, levels
    and settings."""
    return f"{' '.join(filter(None, (package_of(rules.id), rules.id)))} {rules.version}, weights {weights()}"


@cache
def weights() -> str:
    """A digest of the files with weights, networks, levels, calibration and cards, of the defaults of a
    search and of the version of Battlewise, as this process found them at its first call."""
    found = blake2b(f"{version('battlewise')} {Settings()}".encode(), digest_size=8)
    for package in ("battlewise.bots", "battlewise.core"):
        for path, file in sorted(_tables(files(package), package)):
            found.update(f"{path} ".encode() + blake2b(file).digest())
    return found.hexdigest()


def _tables(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    """The tables and networks in a folder and below: their paths, and what they hold."""
    found = []
    for one in folder.iterdir():
        name = f"{path}/{one.name}"
        if one.is_dir():
            found += _tables(one, name)
        elif one.name.endswith((".toml", ".npz")):
            found.append((name, one.read_bytes()))
    return found
