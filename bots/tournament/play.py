"""Playing games: a loop for games between bots, and a referee for tournaments."""

import json
import time
import traceback
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from battlewise.bots.bot import Bot, Choice, seated
from battlewise.bots.program import NotStarted, ProgramBot, ProgramError, entrant
from battlewise.bots.tournament.crew import CrewError
from battlewise.bots.tournament.plan import Fixture, Terms, rules_of
from battlewise.bots.tournament.result import GameResult, Status
from battlewise.bots.version import version_of
from battlewise.core import Game, IllegalMove, Move, State
from battlewise.search import Budget, StopFlag

Decide = Callable[[State, Choice], Move]

_MOST_OF_AN_ERROR = 4000  # characters of an error's text that are kept


@dataclass(frozen=True)
class Played:
    """A game that was played or set aside.

    :ivar fixture: the game.
    :ivar result: how it ended; None if it is set aside.
    :ivar moves: its decisions and outcomes in notation, a JSON list, compressed.
    :ivar error: the error or the illegal answer of a bot, or the reason for setting the game aside.
    """

    fixture: Fixture
    result: GameResult | None
    moves: bytes = b""
    error: str | None = None


class Batch(NamedTuple):
    """The result of a worker's task: the games and the wall time."""

    played: list[Played]
    seconds: float


def play_game(rules: Game, bots: Sequence[Bot], seed: int, decide: Decide | None = None) -> State:
    """Play one game with a bot in each seat (`play_on`)."""
    return play_on(rules.new(seed=seed), bots, seed, decide)


def play_on(state: State, bots: Sequence[Bot], seed: int, decide: Decide | None = None) -> State:
    """Play a game to its end with a bot in each seat; forced moves are played without asking the bot.

    :param state: the position to start from; it is changed, and is the result.
    :param seed: of the bots.
    :param decide: called with each position and its bot's choice; the move it returns is played.
    """
    bots = [seated(one) for one in bots]
    while not state.is_over:
        if state.is_chance:
            state.roll()
            continue
        legal = state.legal()
        if len(legal) == 1:
            state.play(legal[0])
            continue
        choice = bots[state.to_move].choose(state, seed=(seed << 32) + state.ply)
        state.play(choice.move if decide is None else decide(state, choice))
    return state


class _Ended(Exception):
    """The referee ends a game early."""

    def __init__(self, status: Status, error: str | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.error = error


class _Referee:
    """Asks the bot of each seat, counts and times its decisions, and ends the game at a limit or a failure.

    :ivar state: the game at the last decision.
    :ivar plies: number of decisions made by bots.
    :ivar seconds: CPU time of thought, seat by seat.
    """

    spec = "referee"

    def __init__(self, terms: Terms, bots: Sequence[Bot]) -> None:
        self.state: State | None = None
        self.plies = 0
        self.seconds = [0.0] * len(bots)
        self._terms = terms
        self._bots = [seated(one) for one in bots]
        self._spent = [0.0] * len(bots)  # on the clock that the limits count

    def choose(
        self, state: State, seed: int, budget: Budget | None = None, stop: StopFlag | None = None
    ) -> Choice:
        self.state = state
        if self.plies == self._terms.cap:
            raise _Ended("cap")
        seat = state.to_move
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            choice = self._bots[seat].choose(state, seed, budget, stop)
            if not isinstance(choice, Choice):
                raise TypeError(f"{choice!r} is not a Choice")
        except IllegalMove as refused:
            raise _Ended("illegal", str(refused)[:_MOST_OF_AN_ERROR]) from None
        except ProgramError as error:
            raise _Ended("crash", str(error)[:_MOST_OF_AN_ERROR]) from None
        except Exception:
            raise _Ended("crash", traceback.format_exc()[-_MOST_OF_AN_ERROR:]) from None
        finally:
            cpu = time.process_time() - cpu
            wall = time.perf_counter() - wall
            self.seconds[seat] += cpu
        self._check_time(seat, wall if self._terms.clock == "wall" else cpu)
        self.plies += 1
        return choice

    def _check_time(self, seat: int, seconds: float) -> None:
        self._spent[seat] += seconds
        for what, spent, limit in (
            ("the move", seconds, self._terms.move_ms),
            ("the game", self._spent[seat], self._terms.game_ms),
        ):
            if limit is not None and spent * 1000 > limit:
                raise _Ended("time", f"{spent * 1000:.0f} ms for {what}, of {limit}")

    def canonical(self, rules: Game) -> str:
        return self.spec


def forfeit(seats: int, loser: int) -> tuple[float, ...]:
    """The scores when one seat forfeits: 0 for it, the others share."""
    return tuple(0.0 if seat == loser else 1 / (seats - 1) for seat in range(seats))


def play_fixture(terms: Terms, fixture: Fixture) -> Played:
    """Play one game of a tournament to its end, its forfeit or its cap.

    :raises NotStarted: if a bot is a program that cannot be started.
    """
    rules = rules_of(terms)
    bots = [bot_of(spec) for spec in fixture.specs]
    for one in bots:
        if isinstance(one, ProgramBot):
            one.start()  # before a clock runs
    referee = _Referee(terms, bots)
    status: Status = "finished"
    error = None
    try:
        state = play_game(rules, [referee] * rules.seats, fixture.seed)
    except _Ended as end:
        assert referee.state is not None
        status, error, state = end.status, end.error, referee.state
    except IllegalMove as refused:
        assert referee.state is not None
        status, error, state = "illegal", str(refused)[:_MOST_OF_AN_ERROR], referee.state
    if status == "finished":
        scores = tuple(state.returns())
    elif status == "cap":
        scores = (1 / rules.seats,) * rules.seats
    else:
        scores = forfeit(rules.seats, state.to_move)
    result = GameResult(
        key=fixture.key,
        block=fixture.block,
        seed=fixture.seed,
        seats=fixture.names,
        status=status,
        scores=scores,
        plies=referee.plies,
        seconds=tuple(round(seconds, 6) for seconds in referee.seconds),
    )
    return Played(fixture, result, pack(state.record()["moves"]), error)


def play_batch(terms: Terms, version: str, fixtures: Sequence[Fixture]) -> Batch:
    """A worker's task: play some games. A game with an error in the rules is set aside.

    :param version: `version_of` the game on the machine that started the tournament.
    :raises CrewError: if this machine has another one.
    :raises NotStarted: if a bot is a program that cannot be started here.
    """
    here = version_of(rules_of(terms))
    if here != version:
        raise CrewError(f"workers: one has {here}; it must have {version}")
    start = time.perf_counter()
    played = []
    for fixture in fixtures:
        try:
            played.append(play_fixture(terms, fixture))
        except NotStarted:
            raise
        except Exception:
            error = traceback.format_exc()[-_MOST_OF_AN_ERROR:]
            played.append(Played(fixture, None, error=error))
    return Batch(played, time.perf_counter() - start)


def pack(moves: Sequence[str]) -> bytes:
    """The moves of a record, compressed as in the ledger."""
    return zlib.compress(json.dumps(moves, separators=(",", ":")).encode(), 1)


def unpack(packed: bytes) -> list[str]:
    """The moves of a record, uncompressed."""
    moves: list[str] = json.loads(zlib.decompress(packed))
    return moves


@lru_cache(maxsize=64)
def bot_of(spec: str) -> Bot:
    """The bot of a specification, made once in each process; a program keeps running."""
    return entrant(spec)
