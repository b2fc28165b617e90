"""Find decisions that hardly any game comes to: ``python -m tests.pages.rare --seconds 900``.

The finder plays games of Battalia in which what leads there is preferred, and plays on in many ways from
where a great artefact is chosen. Of each kind it keeps the shortest line, for `tests.pages.decisions`.
"""

import argparse
import json
import lzma
import random
import time
from typing import Any

from battlewise.bots import bot
from battlewise.core import Game, State, game
from tests.pages.decisions import RARE, Line, kept, replayed

KINDS = ("displace", "horn", "rob", "spoils", "staff", "steal", "title", "wings")
OPTIONS: list[dict[str, Any]] = [
    {"scenario": "bleeding_horn", "start_heroes": 2},
    {"scenario": "bleeding_horn", "start_heroes": 2, "unbound": True},
    {"scenario": "bleeding_horn", "start_heroes": 1, "unbound": True, "players": 3, "neutrals": 2},
    {"start_cities": 2, "start_heroes": 2, "ruins_strength": 4, "points": 5, "great_cities": 2},
]
LEADING = (
    "lay ",
    *(f"use {what}" for what in ("hand", "horn", "staff", "wings", "title", "crown", "amulet")),
)
LEADING_SHARE = 0.9
RANDOM_SHARES = (0.05, 0.3)
MOST_PLIES = 1300
FURTHER_PLIES = 300  # after a great artefact was chosen
BRANCHES = 12  # positions to play on from
AFRESH = 0.2  # share of games from the beginning


class Finder:
    """Keeps the shortest line to each kind of decision."""

    def __init__(self, lines: dict[str, Line], seed: int) -> None:
        self.kept = lines
        self.choose = random.Random(seed)
        self.greedy = bot("greedy")
        self.branches: list[tuple[Game, list[str]]] = []

    def search(self) -> None:
        """Play one game, from the beginning or from where a great artefact is chosen."""
        seed = self.choose.randrange(1 << 40)
        if not self.branches or self.choose.random() < AFRESH:
            self.play(game("battalia", **self.choose.choice(OPTIONS)).new(seed=seed), MOST_PLIES)
        else:
            rules, moves = self.choose.choice(self.branches)
            self.play(replayed(rules, moves, seed), len(moves) + FURTHER_PLIES)

    def play(self, state: State, until: int) -> None:
        """Play on, and note what comes up."""
        share = self.choose.choice(RANDOM_SHARES)
        while not state.is_over and state.ply < until:
            if state.is_chance:
                state.roll()
                continue
            moves = state.legal()
            leading = [move for move in moves if move.text.startswith(LEADING)]
            if len(moves) > 1:
                self.note(state)
            if leading and self.choose.random() < LEADING_SHARE:
                state.play(self.choose.choice(leading))
            elif len(moves) == 1 or self.choose.random() < share:
                state.play(self.choose.choice(moves))
            else:
                state.play(self.greedy.choose(state, seed=state.ply).move)

    def note(self, state: State) -> None:
        """Keep the line to a position if it is the shortest to its kind."""
        kind = state.view(state.to_move)["phase"]
        if kind not in KINDS:
            return
        line = {"options": dict(state.game.options), "moves": state.record()["moves"]}
        if kind == "spoils":
            self.branches.append((state.game, line["moves"]))
            self.branches = sorted(self.branches, key=lambda one: len(one[1]))[:BRANCHES]
        if kind not in self.kept or len(line["moves"]) < len(self.kept[kind]["moves"]):
            self.kept[kind] = line
            print(f"{kind}: {len(line['moves'])} moves", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    finder = Finder(kept(), asked.seed)
    until = time.monotonic() + asked.seconds
    while time.monotonic() < until:
        finder.search()
        RARE.write_bytes(lzma.compress(json.dumps(dict(sorted(finder.kept.items()))).encode()))


if __name__ == "__main__":
    main()
