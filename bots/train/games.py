"""Games that a bot plays with itself, and what is learned from them: positions where playouts stop.

A playout stops where the turn counter rises, and where chance often is to move. So positions are taken there,
before chance decides. Each is worth what the next search found, and what the game ended with.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from battlewise.bots.bot import MctsBot
from battlewise.core import Game
from battlewise.core.rng import generator
from battlewise.search.network import inputs

Floats = NDArray[np.float32]

OPENING = 8  # at most so many decisions at the start are drawn at random
RANDOM = 0.05  # share of random decisions after them


@dataclass(frozen=True)
class Samples:
    """Positions of games, each seen from its seat to move on.

    :ivar inputs: what a network reads: (positions, inputs).
    :ivar estimates: what it corrects: (positions, seats).
    :ivar values: what the next search found: (positions, seats).
    :ivar results: what the games ended with: (positions, seats).
    :ivar games: which game each position is of.
    """

    inputs: Floats
    estimates: Floats
    values: Floats
    results: Floats
    games: NDArray[np.int64]


NAMES = tuple(field.name for field in fields(Samples))


def play(rules: Game, player: MctsBot, seed: int) -> Samples:
    """Play a game, of which all is a function of the seed, and take its positions."""
    rng = np.random.Generator(generator(seed, "training game"))
    state = rules.new(seed=seed, chance="ask")
    opening, turn, decisions = int(rng.integers(OPENING + 1)), -1, 0
    seats: list[int] = []
    seen: list[tuple[Floats, Floats]] = []
    values: list[tuple[float, ...]] = []
    while not state.is_over:
        if state.turn > turn:
            turn = state.turn
            seats.append(max(0, state.to_move))
            seen.append(inputs(state))
        if state.is_chance:
            state.roll()
            continue
        legal = state.legal()
        choice = legal[0]
        if len(legal) > 1:
            found = player.analyse(state, seed=(seed << 32) + state.ply)
            values += [found.values] * (len(seats) - len(values))
            is_random = decisions < opening or rng.random() < RANDOM
            choice = legal[int(rng.integers(len(legal)))] if is_random else found.candidates[0].move
            decisions += 1
        state.play(choice)
    results = state.returns()
    values += [tuple(results)] * (len(seats) - len(values))
    return Samples(
        np.array([one for one, _ in seen], np.float32),
        np.array([one for _, one in seen], np.float32),
        np.array([np.roll(one, -seat) for one, seat in zip(values, seats, strict=True)], np.float32),
        np.array([np.roll(results, -seat) for seat in seats], np.float32),
        np.full(len(seats), seed, np.int64),
    )


def join(parts: Sequence[Samples]) -> Samples:
    """The positions of several games."""
    return Samples(*(np.concatenate([getattr(part, name) for part in parts]) for name in NAMES))


def save(samples: Samples, path: Path) -> None:
    """Write positions to a file; it is there whole or not at all."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **{name: getattr(samples, name) for name in NAMES})
    unfinished.replace(path)


def load(path: Path) -> Samples:
    """Read positions that `save` wrote."""
    with np.load(path) as kept:
        return Samples(*(kept[name] for name in NAMES))
