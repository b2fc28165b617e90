"""Bots of two versions, or one with more time: ``python -m bench.versions batalj today:20 0.1.0:20``.

A side is VERSION:MILLISECONDS, with parameters of ``mcts`` after another colon if need be. The version is
``today``, ``0.1.0`` or a commit of this repository. A commit is installed in an environment of its own, once,
and plays through the engine protocol. Games are played in blocks: one deal, with the first side once in each
seat and the second side in all others. Every block is kept in ``bench/matches``: run the command again to
resume or to play more. Without a game the command prints all matches that are kept.

``0.1.0`` is the commit with the search, evaluations and priors of 0.1.0 and the rules and documents of later
versions, so that both sides play the same game: the release itself knows other rules and no engine protocol.
Its weights of Batalj were fitted to the new rules.
"""

import argparse
import shlex
import subprocess
import venv
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from battlewise.bots import Bot
from battlewise.bots.arguments import options_of
from battlewise.bots.match import interval, score_in_each_seat
from battlewise.bots.program import KIND, entrant
from battlewise.core import BattlewiseError, Value, game
from bench.processes import Row, kept, kept_results, ledger, named

TODAY = "today"
NAMED = {"0.1.0": "4270afd54d2c11cb62b1ca99c11f5d290e160477"}
"""Commits that have a name here."""
CACHE = Path.home() / ".cache" / "battlewise" / "versions"
FOLDER = Path(__file__).parent / "matches"


@dataclass(frozen=True)
class Side:
    """The bot of a version.

    :ivar version: ``today``, a name of `NAMED` or a commit.
    :ivar milliseconds: a move, at least 1.
    :ivar parameters: of ``mcts``, such as ``network=no``.
    """

    version: str
    milliseconds: int
    parameters: str = ""

    @property
    def text(self) -> str:
        """The side as the command line and the kept matches name it."""
        return ":".join([self.version, str(self.milliseconds), *filter(None, [self.parameters])])

    def spec(self) -> str:
        """The specification of the bot; the environment of a commit is made if there is none.

        :raises ValueError: if git does not know the commit.
        """
        if self.version == TODAY:
            return "mcts:" + ",".join([*filter(None, [self.parameters]), f"milliseconds={self.milliseconds}"])
        asked = ":".join(["mcts", *filter(None, [self.parameters])])
        return engine(self.version, f"bot={asked};milliseconds={self.milliseconds};")


def engine(version: str, parameters: str) -> str:
    """The specification of the program of a version; its environment is made if there is none.

    :param version: a name of `NAMED` or a commit.
    :param parameters: of the program (`battlewise.bots.program`), each with a semicolon.
    :raises ValueError: if git does not know the commit.
    """
    python = installed(NAMED.get(version, version)) / "bin" / "python"
    # Isolated (-I), the program sees neither this folder nor PYTHONPATH, which may hold another version.
    command = shlex.join([str(python), "-I", "-m", "battlewise.bots", "engine"])
    return f"{KIND}:{parameters}{command}"


def spec_of(name: str) -> str:
    """The specification of a bot by its name; VERSION:LEVEL is a program of a version of `NAMED`."""
    version, _, level = name.partition(":")
    return engine(version, f"bot={level};") if version in NAMED else name


def side(text: str) -> Side:
    """The side that a text names.

    :raises argparse.ArgumentTypeError: if it names none.
    """
    version, _, rest = text.partition(":")
    milliseconds, _, parameters = rest.partition(":")
    if not version or not _is_count(milliseconds):
        raise argparse.ArgumentTypeError(f"{text!r} is not VERSION:MILLISECONDS, such as today:20")
    return Side(version, int(milliseconds), parameters)


def _is_count(text: str) -> bool:
    return text.isdecimal() and int(text) > 0


def count(text: str) -> int:
    """A number of 1 or more.

    :raises argparse.ArgumentTypeError: if the text is none.
    """
    if not _is_count(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def installed(commit: str) -> Path:
    """The environment of a commit of this repository; it is made if there is none.

    :raises ValueError: if git does not know the commit.
    :raises subprocess.CalledProcessError: if its installation fails.
    """
    whole = commit_of(commit)
    folder = CACHE / whole
    if not (folder / "ready").exists():
        source = folder / "source"
        source.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", whole], capture_output=True, check=True).stdout
        subprocess.run(["tar", "x", "-C", source], input=archive, check=True)
        venv.create(folder, with_pip=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", str(source)], check=True)
        (folder / "ready").touch()
    return folder


def commit_of(name: str) -> str:
    """The whole name of a commit.

    :raises ValueError: if git does not know it.
    """
    asked = ["git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"]
    whole = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    if not whole:
        raise ValueError(f"{name!r} is no commit of this repository")
    return whole


@lru_cache
def player(spec: str) -> Bot:
    """The bot of a side, made once in each process: a program starts once."""
    return entrant(spec)


def block(game_id: str, options: dict[str, Value], specs: tuple[str, str], code: str, seed: int) -> Row:
    """The score of the first bot in the games of one deal.

    :param code: the commit of today's code, which is kept with the score.
    """
    first, second = map(player, specs)
    return {"score": score_in_each_seat(game(game_id, **options), first, second, seed), "code": code}


def scores(rows: list[Row]) -> tuple[str, str, str, str]:
    """A match: score with its 95 % interval by block, even share, number of games, blocks by commit."""
    one = rows[0]
    seats = game(one["game"], **one["options"]).seats
    score, low, high = interval([row["result"]["score"] for row in rows])
    codes = Counter(row["result"]["code"][:7] for row in rows)
    return (
        f"{score:.1%} ({low:.1%} to {high:.1%})",
        f"{1 / seats:.0%}",
        str(seats * len(rows)),
        ", ".join(f"{code}: {count}" for code, count in codes.items()),
    )


def show(folder: Path) -> None:
    """Print the matches that are kept in a folder, one a file."""
    table = Table("sides", "game", "score of the first", "even", "games", "blocks by commit of today")
    for path in sorted(folder.glob("*.jsonl")):
        rows = kept(path, {})
        table.add_row(" ".join(rows[0]["sides"]), named(rows[0]), *scores(rows))
    Console(emoji=False, markup=False).print(table)


def main() -> None:
    """Play the games and print the score of the first side, or print what is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?")
    parser.add_argument("sides", nargs="*", type=side, help="two, VERSION:MILLISECONDS[:PARAMETERS]")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--games", type=count, default=400, help="at least, in whole blocks (default: 400)")
    parser.add_argument("--seed", type=int, default=0, help="of the first block (default: 0)")
    parser.add_argument(
        "--jobs", type=count, default=1, help="games at once, one a processor at most (default: 1)"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="of the kept matches (bench/matches)")
    asked = parser.parse_args()
    if asked.game is None:
        show(asked.folder)
        return
    if len(asked.sides) != 2:
        parser.error(f"two sides must be given, such as today:20 0.1.0:20, not {len(asked.sides)}")
    try:
        options: dict[str, Any] = options_of(asked.option)
        rules = game(asked.game, **options)
        first, second = (one.spec() for one in asked.sides)
    except (BattlewiseError, ValueError) as error:
        parser.error(str(error))
    key = {"game": asked.game, "options": options, "sides": [one.text for one in asked.sides]}
    path = ledger(asked.folder, [asked.game, *asked.option, *key["sides"]])
    seeds = range(asked.seed, asked.seed - (-asked.games // rules.seats))
    work = partial(block, asked.game, options, (first, second), commit_of("HEAD"))
    kept_results(work, seeds, asked.jobs, path, key)
    score, even, games, _ = scores(kept(path, key))
    print(f"{score}; even {even}, {games} games")


if __name__ == "__main__":
    main()
