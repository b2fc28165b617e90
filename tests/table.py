"""Whole games kept by one seat's view alone, beside the true game: ``python -m tests.table GAME``.

After every decision and outcome the next view must be the true one. What a move reveals is read off the
table: a field that is asked for is taken from the true view.
"""

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from battlewise.core import Game, IllegalMove, ViewError
from battlewise.core import game as made
from battlewise.core.table import step
from tests.unsound import ALL_CASES


@dataclass
class Kept:
    """What came of keeping games.

    :ivar wrong: the first differences from the true views.
    :ivar asked: fields that moves revealed, and how often.
    """

    games: int = 0
    steps: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    wrong: list[str] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)


def keep(rules: Game, seed: int, seat: int | None, kept: Kept, most: int = 1_000_000) -> None:
    """Keep a game of random moves by the view of a seat, or of a spectator, up to a number of plies."""
    random = Random(seed)
    state = rules.new(seed=seed, chance="ask")
    view = state.view(seat)
    kept.games += 1
    while not state.is_over and state.ply < most:
        move = random.choice(state.outcomes() if state.is_chance else state.legal())
        seen = state.seen(move, seat)
        state.play(move)
        true = state.view(seat)
        begun = time.process_time()
        view = _next(rules, view, random.choice((seen.text, seen.doc)), true, kept)
        spent = time.process_time() - begun
        kept.steps, kept.seconds, kept.slowest = (
            kept.steps + 1,
            kept.seconds + spent,
            max(kept.slowest, spent),
        )
        if view != true:
            different = [name for name in {**view, **true} if view.get(name) != true.get(name)]
            kept.wrong.append(f"seed {seed}, seat {seat}, ply {state.ply}, {seen.text}: {different}")
            return


def _next(rules: Game, view: dict[str, Any], move: Any, true: dict[str, Any], kept: Kept) -> dict[str, Any]:
    """The next view; fields that are asked for are read off the table, at most a few times."""
    shown: dict[str, Any] = {}
    for _ in range(20):
        try:
            return step(rules, view, move, shown).after
        except IllegalMove as error:
            kept.wrong.append(str(error))
            return {}
        except ViewError as error:
            path = error.field.removeprefix("shown.")
            name = path.partition(".")[0].partition("[")[0]
            if not error.field.startswith("shown.") or name in shown or name not in true:
                kept.wrong.append(f"{move}: {error}")
                return {}
            shown[name] = true[name]
            kept.asked[f"{rules.id} {name}"] += 1
    return {}


def main() -> None:
    """Keep games; ends with status 1 if a view is not the true one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case", choices=ALL_CASES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    given = parser.parse_args()
    name, options = ALL_CASES[given.case]
    rules, kept = made(name, **options), Kept()
    seats = [None, *range(rules.seats)]
    for seed in range(given.first, given.first + given.games):
        keep(rules, seed, seats[seed % len(seats)], kept)
    mean = 1000 * kept.seconds / max(1, kept.steps)
    print(f"{given.case}: {kept.games} games, {kept.steps} steps, {mean:.2f} ms CPU a step, ", end="")
    print(f"most {1000 * kept.slowest:.0f} ms; wrong: {len(kept.wrong)}; asked for: {dict(kept.asked)}")
    for line in kept.wrong[:10]:
        print("WRONG:", line)
    sys.exit(bool(kept.wrong))


if __name__ == "__main__":
    main()
