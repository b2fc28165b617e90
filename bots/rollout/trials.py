"""Trials: the games of a rollout, as workers play them."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

from battlewise.bots.bot import Choice
from battlewise.bots.tournament.crew import CrewError
from battlewise.bots.tournament.plan import Terms, rules_of
from battlewise.bots.tournament.play import bot_of, play_on
from battlewise.bots.version import version_of
from battlewise.core import Move, State


@dataclass(frozen=True)
class Question:
    """Everything that decides the results of the trials.

    :ivar terms: the game and its options.
    :ivar version: `version_of` the game.
    :ivar position: the decision, as `State.data_bytes` gives it, with what its seat cannot see dealt anew.
    :ivar moves: the candidates, in notation.
    :ivar bot: the bot that plays all seats, in canonical form.
    """

    terms: Terms
    version: str
    position: bytes
    seat: int
    moves: tuple[str, ...]
    bot: str
    seed: int

    @property
    def doc(self) -> dict[str, Any]:
        """The question as a JSON object, with a digest of the position."""
        digest = blake2b(self.position, digest_size=16).hexdigest()
        terms = {"game": self.terms.game, "options": dict(self.terms.options)}
        rest = {k: v for k, v in asdict(self).items() if k not in ("terms", "position")}
        return {**terms, **rest, "moves": list(self.moves), "position": digest}


class Trial(NamedTuple):
    """One deal of what the seat cannot see, with its luck, and the candidates to try on it, by number."""

    number: int
    candidates: tuple[int, ...]


class Game(NamedTuple):
    """The result of one game for the seat that decides, 0..1."""

    trial: int
    candidate: int
    value: float


class Batch(NamedTuple):
    """The result of a worker's task: the games and the wall time."""

    games: list[Game]
    seconds: float


class _Stopped(Exception):
    """A game is not to be played to its end."""


def play_trials(
    question: Question, trials: Sequence[Trial], stop: Callable[[], bool] = lambda: False
) -> Batch:
    """A worker's task: play each trial's candidates on one deal, with the same luck and the same seeds.

    :param stop: asked after each decision; true ends it with the games so far.
    :raises CrewError: if this machine has another version of the rules or weights.
    """
    rules = rules_of(question.terms)
    here = version_of(rules)
    if here != question.version:
        raise CrewError(f"workers: one has {here}; it must have {question.version}")
    start = time.perf_counter()
    player = bot_of(question.bot)
    decision = rules.at(question.position)
    moves = [rules.move(text, decision) for text in question.moves]
    games = []

    def decide(state: State, choice: Choice) -> Move:
        if stop():
            raise _Stopped
        return choice.move

    with suppress(_Stopped):
        for trial in trials:
            seed = _seed(question.seed, trial.number)
            world = decision.redealt(question.seat, seed)
            for number in trial.candidates:
                state = world.copy()
                state.play(moves[number])
                play_on(state, [player] * rules.seats, seed, decide)
                games.append(Game(trial.number, number, state.returns()[question.seat]))
    return Batch(games, time.perf_counter() - start)


def _seed(seed: int, trial: int) -> int:
    """The seed of a trial: a digest, which is not the seed of the real game, whose luck no trial has."""
    return int.from_bytes(blake2b(f"rollout {seed} {trial}".encode(), digest_size=7).digest())
