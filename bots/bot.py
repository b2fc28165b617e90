"""The bots, made from specifications such as ``random``, ``greedy`` or ``mcts:iterations=1000``."""

import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from importlib.resources import files
from time import perf_counter
from typing import Any, Protocol, TypeVar

import numpy as np

from battlewise.bots.calibration import slope, win_chance
from battlewise.bots.ladders import MOST_LEVELS, ladder
from battlewise.core import BattlewiseError, Game, Move, State
from battlewise.core.rng import generator
from battlewise.search import (
    Analysis,
    Budget,
    Candidate,
    Progress,
    SettingError,
    Settings,
    StopFlag,
    analyse,
    one_ply,
)

T = TypeVar("T", int, float)

LEVELS: dict[str, str] = tomllib.loads((files("battlewise.bots") / "levels.toml").read_text("utf-8"))[
    "levels"
]
"""The levels of play by name, the weakest first, each a bot's specification."""

MANY = 4000  # iterations that even out the noise of longer playouts
A_MILLISECOND = 100  # iterations, about


class BotError(BattlewiseError):
    """A bot's specification is wrong.

    :ivar field: the parameter, or ``bot`` for its kind.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field


@dataclass(frozen=True)
class Choice:
    """What a bot plays, and why.

    :ivar move: the move.
    :ivar value: the expected return to the seat to move, 0..1; None from a bot that has no opinion.
    :ivar searched: the search's own mean return, which `value` is calibrated from; None without one.
    :ivar candidates: the moves it looked at, the best first.
    :ivar line: the principal line as the seat to move sees it, `move` first.
    :ivar iterations: iterations of search, 0 without one.
    :ivar worlds: deals of the hidden cards looked at.
    :ivar nodes: nodes in the search tree.
    :ivar seconds: wall time it took.
    """

    move: Move
    value: float | None = None
    searched: float | None = None
    candidates: tuple[Candidate, ...] = ()
    line: tuple[Move, ...] = ()
    iterations: int = 0
    worlds: int = 0
    nodes: int = 0
    seconds: float = 0.0


class Bot(Protocol):
    """A player of any game."""

    spec: str

    def choose(
        self, state: State, seed: int, budget: Budget | None = None, stop: StopFlag | None = None
    ) -> Choice:
        """Choose for the seat to move, by nothing but what that seat may know.

        :param state: at a decision; it is left as it is.
        :param seed: with the same seed and iterations the choice is the same.
        :param budget: in place of the bot's own, where it has one.
        :param stop: set from another thread, it ends the search early.
        """
        ...

    def canonical(self, rules: Game) -> str:
        """Its specification with every parameter told: bots that play a game alike have equal texts."""
        ...


class RandomBot:
    """Chooses uniformly among the legal moves."""

    def __init__(self, spec: str, parameters: dict[str, str]) -> None:
        _refuse(parameters, ())
        self.spec = spec

    def choose(
        self, state: State, seed: int, budget: Budget | None = None, stop: StopFlag | None = None
    ) -> Choice:
        moves = state.legal()
        move = moves[int(np.random.Generator(generator(seed, "random bot")).integers(len(moves)))]
        return Choice(move=move, line=(move,))

    def canonical(self, rules: Game) -> str:
        return "random"


class GreedyBot:
    """Chooses the best estimate one ply on, chance averaged, ties at random.

    Parameter ``worlds``: over how many deals of the hidden cards, 4 unless told.
    """

    def __init__(self, spec: str, parameters: dict[str, str]) -> None:
        _refuse(parameters, ("worlds",))
        self.spec = spec
        self._worlds = _number(parameters, "worlds", int, 4)
        if not 1 <= self._worlds <= 1000:
            raise BotError("worlds", f"{self._worlds} is not in 1..1000")

    def choose(
        self, state: State, seed: int, budget: Budget | None = None, stop: StopFlag | None = None
    ) -> Choice:
        start = perf_counter()
        worlds = self.worlds_in(state.game)
        values = np.array(one_ply(state, worlds, seed))
        noise = np.random.Generator(generator(seed, "greedy bot")).random(len(values))
        moves = state.legal()
        candidates = tuple(
            Candidate(moves[i], 0, float(values[i]), None, 1 / len(moves))
            for i in np.lexsort((noise, -values.round(12)))
        )
        best = candidates[0]
        return Choice(
            move=best.move,
            value=best.value,
            candidates=candidates,
            line=(best.move,),
            worlds=worlds,
            seconds=perf_counter() - start,
        )

    def canonical(self, rules: Game) -> str:
        return f"greedy:worlds={self.worlds_in(rules)}"

    def worlds_in(self, rules: Game) -> int:
        """Over how many deals it looks: one where nothing is hidden."""
        return self._worlds if rules.hidden else 1


class MctsBot:
    """Information-set Monte Carlo tree search, its values turned into win chances.

    Parameters: ``iterations`` and ``milliseconds`` (1,000 iterations unless told), and every field
    of :class:`battlewise.search.Settings`; ``cutoff`` and ``playout``, unless told, follow the game:
    weighted to the game's `horizons` where its `estimate` and `weigh` know something, as a rule to the
    end of the opponent's reply and with a budget of `MANY` iterations or more to the end of the second:
    playouts that go on longer lean less on the estimate and are noisier, which only many even out.
    ``temperature``, 0..100 and 0 unless told, weakens it: above 0 it plays a move with a chance in
    proportion to its visits to the power 1 / temperature, so the better of two moves more often.
    """

    def __init__(self, spec: str, parameters: dict[str, str]) -> None:
        names = tuple(field.name for field in fields(Settings))
        _refuse(parameters, ("iterations", "milliseconds", "temperature", *names))
        self.spec = spec
        self._temperature = _number(parameters, "temperature", float, 0.0)
        if not 0 <= self._temperature <= 100:
            raise BotError("temperature", f"{self._temperature} is not in 0..100")
        self._parameters = parameters
        try:
            self.settings = self._made()
            given = {
                k: _number(parameters, k, int) for k in ("iterations", "milliseconds") if k in parameters
            }
            self.budget = Budget(**given) if given else Budget(iterations=1000)
        except SettingError as error:
            raise BotError(error.field, str(error).removeprefix(f"{error.field}: ")) from None

    def _made(self) -> Settings:
        values: dict[str, Any] = {}
        for field in fields(Settings):
            if field.name in self._parameters:
                kind: Any = type(field.default)
                text = self._parameters[field.name]
                values[field.name] = text if kind is str else _number(self._parameters, field.name, kind)
        return Settings(**values)

    def steady(self) -> "MctsBot":
        """The same bot without a temperature, which always plays what it thinks best."""
        return MctsBot(self.spec, {k: v for k, v in self._parameters.items() if k != "temperature"})

    def settings_for(self, rules: Game, budget: Budget | None = None) -> Settings:
        """The settings it searches a game with."""
        if not rules.evaluates:
            return self.settings
        cutoff = self._parameters.get("cutoff", rules.horizons[_is_large(budget or self.budget)])
        playout = self._parameters.get("playout", "weighted")
        return replace(self.settings, cutoff=cutoff, playout=playout)

    def analyse(
        self,
        state: State,
        seed: int,
        budget: Budget | None = None,
        stop: StopFlag | None = None,
        progress: Progress | None = None,
    ) -> Analysis:
        """The whole of what its search finds."""
        settings = self.settings_for(state.game, budget)
        return analyse(state, budget or self.budget, settings, seed, stop, progress)

    def choose(
        self,
        state: State,
        seed: int,
        budget: Budget | None = None,
        stop: StopFlag | None = None,
        progress: Progress | None = None,
    ) -> Choice:
        found = self.analyse(state, seed, budget, stop, progress)
        best = self._drawn(found.candidates, seed)
        value = best.value if best.value is not None else found.values[state.to_move]
        return Choice(
            move=best.move,
            value=win_chance(state.game, value),
            searched=value,
            candidates=tuple(_calibrated(state.game, one) for one in found.candidates),
            line=found.line if best is found.candidates[0] else (best.move,),
            iterations=found.iterations,
            worlds=found.worlds,
            nodes=found.nodes,
            seconds=found.seconds,
        )

    def _drawn(self, candidates: tuple[Candidate, ...], seed: int) -> Candidate:
        """The best candidate, or with a temperature one drawn by visits."""
        visits = np.array([one.visits for one in candidates], dtype=float)
        if not self._temperature or not visits.any():
            return candidates[0]
        weights = np.where(visits > 0, (visits / visits.max()) ** (1 / self._temperature), 0.0)
        rng = np.random.Generator(generator(seed, "temperature"))
        return candidates[int(rng.choice(len(candidates), p=weights / weights.sum()))]

    def canonical(self, rules: Game) -> str:
        values = {**asdict(self.budget), **asdict(self.settings_for(rules))}
        if self._temperature:
            values["temperature"] = self._temperature
        return "mcts:" + ",".join(f"{name}={value}" for name, value in values.items() if value is not None)


class LevelBot:
    """A level of a game's ladder, ``level:1`` the weakest; which bot that is depends on the game."""

    def __init__(self, spec: str) -> None:
        number = spec.partition(":")[2]
        if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= MOST_LEVELS):
            raise BotError("level", f"{number!r} is not in 1..{MOST_LEVELS}")
        self.spec = spec
        self._number = int(number)

    def player(self, rules: Game) -> Bot:
        """The bot that the level is in a game with so many seats.

        :raises BotError: if the game's ladder does not go so far, or there is none.
        """
        rungs = ladder(rules)
        if self._number > len(rungs):
            has = f"has levels 1..{len(rungs)}" if rungs else f"has no ladder for {rules.seats} seats"
            raise BotError("level", f"{rules.id} {has}, not {self._number}")
        return bot(rungs[self._number - 1])

    def choose(
        self, state: State, seed: int, budget: Budget | None = None, stop: StopFlag | None = None
    ) -> Choice:
        return self.player(state.game).choose(state, seed, budget, stop)

    def canonical(self, rules: Game) -> str:
        return self.player(rules).canonical(rules)


def _is_large(budget: Budget) -> bool:
    """Whether it allows `MANY` iterations, of its time by a rough count."""
    limits = (budget.iterations, budget.milliseconds and budget.milliseconds * A_MILLISECOND)
    return all(limit is None or limit >= MANY for limit in limits)


def _calibrated(rules: Game, one: Candidate) -> Candidate:
    if one.value is None:
        return one
    error = None if one.error is None else one.error * slope(rules, one.value)
    return replace(one, value=win_chance(rules, one.value), error=error)


def _refuse(parameters: dict[str, str], known: tuple[str, ...]) -> None:
    for name in parameters:
        if name not in known:
            raise BotError(name, f"unknown; there are {', '.join(known) or 'none'}")


def _number(parameters: dict[str, str], name: str, kind: type[T], default: T | None = None) -> T:
    if name not in parameters and default is not None:
        return default
    try:
        return kind(parameters[name])
    except ValueError:
        raise BotError(name, f"{parameters[name]!r} is not a number") from None


KINDS: dict[str, Callable[[str, dict[str, str]], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
}


def bot(spec: str) -> Bot:
    """The bot of a specification: a level's name, ``level:1`` and up, or a kind with parameters.

    ``kind`` or ``kind:name=value,name=value``.

    :raises BotError: naming what is wrong.
    """
    spec = LEVELS.get(spec, spec)
    kind, _, rest = spec.partition(":")
    if kind == "level":
        return LevelBot(spec)
    if kind not in KINDS:
        raise BotError(
            "bot", f"{kind!r} is unknown; there are {', '.join(KINDS)}, and the levels {', '.join(LEVELS)}"
        )
    parameters: dict[str, str] = {}
    for part in rest.split(",") if rest else []:
        name, equals, value = part.partition("=")
        if not equals or name in parameters:
            raise BotError(name or "bot", f"{part!r} is not name=value, given once")
        parameters[name.strip()] = value.strip()
    return KINDS[kind](spec, parameters)
