"""Instructions of random play and of searches: ``python -m bench.instructions [--against FILE]``.

Valgrind counts the instructions that the compiled code executes for fixed seeds; the start of Python is not
counted. The counts do not depend on the load of the machine, so two builds are compared by their ratio.
Prints a JSON line for each case; with ``--against`` also the ratio to the line of an earlier run.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from battlewise.bots import bot
from battlewise.core import Game, State, game
from battlewise.search import mcts, playout
from battlewise.search.mcts import Search, StopFlag
from battlewise.search.playout import random_games

CASES: dict[str, tuple[str, dict[str, Any], int]] = {
    "connect_four": ("connect_four", {}, 2000),
    "leduc": ("leduc", {}, 5000),
    "pig": ("pig", {}, 1000),
    "battlelore": ("battlelore", {}, 60),
    "battlelore_full": ("battlelore", {"scenario": "full"}, 60),
    "battalla": ("battalla", {}, 60),
    "history_2": ("history", {}, 60),
    "history_4": ("history", {"players": 4}, 40),
    "batalj_2": ("batalj", {"players": 2}, 60),
    "batalj_battle": ("batalj", {"mode": "battle"}, 100),
    "batalj_foray": ("batalj", {"mode": "foray"}, 100),
    "battalia_2": ("battalia", {"players": 2}, 10),
    "battalia_4": ("battalia", {"players": 4}, 10),
}
"""Game, options and number of random games."""

DECISIONS = 20  # of random play before the second search
ITERATIONS = 1000

FUNCTIONS = {
    "random play": (playout.__file__, rb"__pyx_pw_\w+random_games\0"),
    "search": (mcts.__file__, rb"__pyx_pw_\w+6Search_\d+run\0"),
}
"""What is counted: the file of the compiled function and a pattern of the name that Cython gives it."""


def work(name: str, what: str) -> None:
    """Call the counted function: once to fill tables that stay, then for what is counted."""
    game_id, options, games = CASES[name]
    rules = game(game_id, **options)
    if what == "random play":
        start = rules.new(seed=1, chance="ask")
        random_games(start, 3, 1)
        random_games(start, games, 2)
    else:
        _search(_position(rules, 0), 100)
        for decisions in (0, DECISIONS):
            _search(_position(rules, decisions), ITERATIONS)


def _search(state: State, iterations: int) -> None:
    settings = bot("mcts:iterations=1000").settings_for(state.game)  # type: ignore[attr-defined]
    Search(state, settings, 1).run(iterations, None, StopFlag())


def _position(rules: Game, decisions: int) -> State:
    """A decision with a choice after some random ones; the last such one of a game that ends before."""
    state = rules.new(seed=1)
    rng = Random(1)
    found = state.copy()
    while not state.is_over:
        legal = state.legal()
        if len(legal) > 1:
            found = state.copy()
            if decisions == 0:
                break
            decisions -= 1
        state.play(rng.choice(legal))
    return found


def count(name: str, what: str) -> int:
    """The instructions of one case's random play, or of its two searches together."""
    file, pattern = FUNCTIONS[what]
    symbol = re.search(pattern, Path(file).read_bytes())
    if symbol is None:
        raise SystemExit(f"{file}: there is no symbol like {pattern!r}; build it without stripping symbols")
    function = symbol[0][:-1].decode()
    with TemporaryDirectory() as folder:
        command = [
            *("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", "--collect-atstart=no"),
            *(f"--toggle-collect={function}", f"--dump-after={function}"),
            *(sys.executable, "-m", "bench.instructions", "--work", name, what),
        ]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{name}, {what}: {done.stderr}")
        totals = [re.findall(r"^totals: (\d+)", path.read_text("utf-8"), re.M) for path in _dumps(folder)]
    return sum(int(total) for [total] in totals[1:])


def _dumps(folder: str) -> list[Path]:
    """A file for each call of the counted function, in the order of the calls."""
    return sorted(Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:]))


def main() -> None:
    """Count the cases and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="count the cases whose name contains this")
    parser.add_argument("--against", type=Path, help="lines of an earlier run, to compare with")
    parser.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        work(*arguments.work)
        return
    before = {}
    if arguments.against:
        lines = [json.loads(text) for text in arguments.against.read_text("utf-8").splitlines()]
        before = {(line["case"], line["what"]): line["instructions"] for line in lines}
    for name, what in product(CASES, FUNCTIONS):
        if arguments.only in name:
            line = {"case": name, "what": what, "instructions": count(name, what)}
            if (name, what) in before:
                line["ratio"] = round(line["instructions"] / before[name, what], 4)
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
