"""Networks that correct the estimates of games, and where they are kept.

``battlewise train GAME`` makes them. A file is named after its game and the options that it was made for,
such as ``battlelore,scenario=full.npz``. It serves every game with these options, unless another option
changes the size of what the game observes. A folder that the variable ``BATTLEWISE_NETWORKS`` names comes
before the networks of this package.

The folder ``large`` in such a folder holds networks for large searches (`Game.large_search`). They can be
slower and better: small searches gain more from iterations, large ones from what each iteration knows.
"""

import os
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlewise.core import BattlewiseError, Game, Value, game
from battlewise.core.options import value_of
from battlewise.search.network import Network

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FOLDER = "BATTLEWISE_NETWORKS"
LARGE = "large"
LAYERS = ("first", "first_bias", "second", "second_bias", "out", "out_bias")


def file_name(game_id: str, options: dict[str, Value]) -> str:
    """The name of the file of a game's network, for some of its options."""
    return ",".join([game_id, *(f"{name}={value}" for name, value in options.items())]) + ".npz"


def network(rules: Game, is_large: bool = False) -> Network | None:
    """The network of a game, for its options; None without one.

    :param is_large: whether it is for large searches; without one of these, the other is taken.
    :raises BattlewiseError: if its file is damaged, or of another version of the game.
    """
    return _network(rules.id, tuple(rules.options.items()), is_large, os.environ.get(FOLDER))


@lru_cache(maxsize=64)
def _network(
    game_id: str, options: tuple[tuple[str, Value], ...], is_large: bool, own: str | None
) -> Network | None:
    shipped = Path(str(files("battlewise.bots.networks")))
    folders = (Path(own), shipped) if own else (shipped,)
    for folder in [part for whole in folders for part in ([whole / LARGE] * is_large + [whole])]:
        path = _path(folder, game_id, {name: str(value) for name, value in options})
        if path is not None:
            return _fitting(path, game(game_id, **dict(options)))
    return None


def _fitting(path: Path, rules: Game) -> Network | None:
    """The network of a file; None if the options that its name leaves out change what a game observes."""
    pairs = [part.partition("=") for part in path.name.removesuffix(".npz").split(",")[1:]]
    found = read(path, game(rules.id, **{name: value_of(text) for name, _, text in pairs}))
    try:
        return Network(rules, found.arrays)
    except ValueError:
        return None


def _path(folder: Path, game_id: str, options: dict[str, str]) -> Path | None:
    """The file with most of these options, and no others."""
    found: list[tuple[int, Path]] = []
    for path in folder.glob(f"{game_id}*.npz"):
        name, *parts = path.name.removesuffix(".npz").split(",")
        pairs = [part.partition("=")[::2] for part in parts]
        if name == game_id and all(options.get(key) == value for key, value in pairs):
            found.append((len(pairs), path))
    return max(found)[1] if found else None


def read(path: Path, rules: Game) -> Network:
    """Read a network of a game from a file.

    :raises BattlewiseError: if it is not such a file.
    """
    from zipfile import BadZipFile

    import numpy as np

    try:
        with np.load(path) as kept:
            return Network(rules, [kept[layer].astype(np.float32) for layer in LAYERS])
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise BattlewiseError(f"{path}: is no network of this version of {rules.id}: {error}") from None


def write(path: Path, weights: "Sequence[Floats]") -> None:
    """Write the weights of a network; those of the first layer, by far the most, as 16-bit floats."""
    import numpy as np

    arrays: dict[str, Any] = dict(zip(LAYERS, weights, strict=True))
    arrays["first"] = arrays["first"].astype(np.float16)
    np.savez_compressed(path, **arrays)


def forget() -> None:
    """Read files again when they are asked for next."""
    _network.cache_clear()
