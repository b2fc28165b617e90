"""Whole games of random decisions, a position at a time."""

from collections.abc import Iterator
from random import Random

from battlewise.core import Game, State


def walk(rules: Game, seed: int, chance: str = "ask") -> Iterator[State]:
    """The positions of one game of uniformly random decisions, the last one over.

    The same state is yielded again and again, one ply further each time.
    """
    rng = Random(seed)
    state = rules.new(seed=seed, chance="ask" if chance == "ask" else "roll")
    while not state.is_over:
        yield state
        if state.is_chance:
            state.roll()
        else:
            state.play(rng.choice(state.legal()))
    yield state
