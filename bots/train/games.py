"""Games that a bot plays with itself, and what is learned from them: positions where playouts stop.

A playout stops where the turn counter rises, and where chance often is to move. So positions are taken there,
before chance decides. Each is worth what the next search found, and what the game ended with. Or a teacher
says what they are worth: a slow search with long playouts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from battlewise.bots.bot import MctsBot
from battlewise.core import Game, State
from battlewise.core.rng import generator
from battlewise.search import Analysis
from battlewise.search.network import inputs, shapes

Floats = NDArray[np.float32]

OPENING = 8  # at most so many decisions at the start are drawn at random
RANDOM = 0.05  # share of random decisions after them
TAUGHT = 0.05  # share of moves, forced ones too, before which a playout leads to a position for the teacher
TURNS = (1, 2, 4)  # after which such playouts stop


@dataclass(frozen=True)
class Samples:
    """Positions of games, each seen from its seat to move on.

    :ivar inputs: what a network reads: (positions, inputs).
    :ivar estimates: what it corrects: (positions, seats).
    :ivar values: what the next search or the teacher found: (positions, seats).
    :ivar results: what the games ended with, or what the teacher found: (positions, seats).
    :ivar games: which game each position is of.
    """

    inputs: Floats
    estimates: Floats
    values: Floats
    results: Floats
    games: NDArray[np.int64]


NAMES = tuple(field.name for field in fields(Samples))


class _Game:
    """A game of a bot with itself, of which all is a function of the seed; some decisions are random."""

    def __init__(self, rules: Game, player: MctsBot, seed: int) -> None:
        self.state = rules.new(seed=seed, chance="ask")
        self.rng = np.random.Generator(generator(seed, "training game"))
        self._player = player
        self._seed = seed
        self._opening = int(self.rng.integers(OPENING + 1))  # random decisions that are left at the start

    def play_on(self) -> Analysis | None:
        """Play one move or outcome; what a search found before it, None without a choice."""
        state, found = self.state, None
        if state.is_chance:
            state.roll()
            return None
        legal = state.legal()
        choice = legal[0]
        if len(legal) > 1:
            found = self._player.analyse(state, seed=(self._seed << 32) + state.ply)
            is_random = self._opening > 0 or self.rng.random() < RANDOM
            choice = legal[int(self.rng.integers(len(legal)))] if is_random else found.candidates[0].move
            self._opening = max(0, self._opening - 1)
        state.play(choice)
        return found


def play(rules: Game, player: MctsBot, seed: int) -> Samples:
    """Play a game, and take its positions with what the next search found and the result."""
    one = _Game(rules, player, seed)
    state, turn = one.state, -1
    seats: list[int] = []
    seen: list[tuple[Floats, Floats]] = []
    values: list[tuple[float, ...]] = []
    while not state.is_over:
        if state.turn > turn:
            turn = state.turn
            seats.append(max(0, state.to_move))
            seen.append(inputs(state))
        found = one.play_on()
        if found is not None:
            values += [found.values] * (len(seats) - len(values))
    results = tuple(state.returns())
    values += [results] * (len(seats) - len(values))
    return _samples(rules, seen, seats, values, [results] * len(seats), seed)


def taught(rules: Game, player: MctsBot, teacher: MctsBot, seed: int) -> Samples:
    """Play a game, and take positions where playouts from its decisions stop, with the teacher's values.

    What the teacher says of a position stands for its result, too.
    """
    one = _Game(rules, player, seed)
    seats: list[int] = []
    seen: list[tuple[Floats, Floats]] = []
    values: list[tuple[float, ...]] = []
    while not one.state.is_over:
        if not one.state.is_chance and one.rng.random() < TAUGHT:
            stopped = _stopped(one.state, one.rng)
            if not stopped.is_over:
                seats.append(max(0, stopped.to_move))
                seen.append(inputs(stopped))
                values.append(_worth(stopped, teacher, (seed << 32) + one.state.ply))
        one.play_on()
    return _samples(rules, seen, seats, values, values, seed)


def _stopped(state: State, rng: np.random.Generator) -> State:
    """Where a playout from a decision stops, which chooses as those of a search do."""
    end = state.copy(seed=int(rng.integers(1 << 62)))
    last = end.turn + int(rng.choice(TURNS))
    while not end.is_over and end.turn < last:
        if end.is_chance:
            end.roll()
            continue
        legal, weights = end.legal(), np.array(end.weigh())
        shares = (weights / weights.max()) ** end.game.playout_power
        end.play(legal[int(rng.choice(len(legal), p=shares / shares.sum()))])
    return end


def _worth(state: State, teacher: MctsBot, seed: int) -> tuple[float, ...]:
    """What a teacher finds at the next choice, or the result if none is left; the state is changed."""
    while not state.is_over:
        if state.is_chance:
            state.roll()
        elif len(state.legal()) == 1:
            state.play(state.legal()[0])
        else:
            return teacher.analyse(state, seed).values
    return tuple(state.returns())


def _samples(
    rules: Game,
    seen: Sequence[tuple[Floats, Floats]],
    seats: Sequence[int],
    values: Sequence[tuple[float, ...]],
    results: Sequence[tuple[float, ...]],
    seed: int,
) -> Samples:
    """The positions of one game, which may be none, with values and results in the order of its seats."""

    def rows(found: Sequence[Floats], width: int) -> Floats:
        return np.array(found, np.float32).reshape(len(seats), width)

    def turned(chances: Sequence[tuple[float, ...]]) -> list[Floats]:
        return [np.roll(np.array(one, np.float32), -seat) for one, seat in zip(chances, seats, strict=True)]

    return Samples(
        rows([one for one, _ in seen], shapes(rules)[0][0]),
        rows([one for _, one in seen], rules.seats),
        rows(turned(values), rules.seats),
        rows(turned(results), rules.seats),
        np.full(len(seats), seed, np.int64),
    )


def join(parts: Sequence[Samples]) -> Samples:
    """The positions of several games."""
    return Samples(*(np.concatenate([getattr(part, name) for part in parts]) for name in NAMES))


def save(samples: Samples, path: Path) -> None:
    """Write positions to a file."""
    arrays = {name: getattr(samples, name) for name in NAMES}
    write_whole(path, lambda file: np.savez_compressed(file, **arrays))


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file that is there whole or not at all, even if the run is killed."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        write(file)
    unfinished.replace(path)


def load(path: Path) -> Samples:
    """Read positions that `save` wrote."""
    with np.load(path) as kept:
        return Samples(*(kept[name] for name in NAMES))
