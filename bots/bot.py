"""The bots, made from specifications such as ``random``, ``greedy`` or ``mcts:iterations=1000``."""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from importlib.resources import files
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from battlewise.bots.calibration import slope, win_chance
from battlewise.bots.ladders import MOST_LEVELS, ladder
from battlewise.bots.networks import network
from battlewise.core import BattlewiseError, Game, Move, State
from battlewise.core.rng import generator
from battlewise.search import (
    Analysis,
    Budget,
    Candidate,
    Memory,
    Progress,
    SettingError,
    Settings,
    StopFlag,
    analyse,
    one_ply,
)
from battlewise.search.network import Network

if TYPE_CHECKING:
    from numpy.random import Generator

T = TypeVar("T", int, float)

LEVELS: dict[str, str] = tomllib.loads((files("battlewise.bots") / "levels.toml").read_text("utf-8"))[
    "levels"
]
"""The levels of play by name, the weakest first: the specification of each level's bot."""

A_MILLISECOND = 100  # iterations, roughly
LOOK_MS = 500  # of a time limit from which on a search takes a second look; less was not tried


class BotError(BattlewiseError):
    """The specification of a bot is wrong.

    :ivar field: the parameter, or ``bot`` for the kind of bot.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field


@dataclass(frozen=True)
class Choice:
    """The move a bot chooses, and what it is based on.

    :ivar move: the move.
    :ivar value: the expected return to the seat to move, 0..1; None from a bot that does not evaluate.
    :ivar searched: the mean return of the search, which `value` is calibrated from; None without a search.
    :ivar candidates: the moves considered, the best first.
    :ivar line: the principal line as the seat to move sees it, `move` first.
    :ivar iterations: iterations of the search, 0 without a search.
    :ivar worlds: number of deals of the hidden cards considered.
    :ivar nodes: nodes in the search tree.
    :ivar seconds: wall time of the choice.
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
        """Choose a move for the seat to move, from nothing but what that seat knows.

        :param state: a state at a decision; it is not changed.
        :param seed: the same seed and number of iterations give the same choice.
        :param budget: replaces the bot's own budget; bots without a budget ignore it.
        :param stop: ends the search early when another thread sets it.
        """
        ...

    def canonical(self, rules: Game) -> str:
        """The specification with every parameter; bots that play this game alike have equal texts."""
        ...


@runtime_checkable
class Remembering(Protocol):
    """A player that may remember in a game what it has searched before."""

    def seated(self) -> Bot:
        """The same bot for one seat of one game."""
        ...


class RandomBot:
    """Chooses uniformly among the legal moves."""

    def __init__(self, spec: str, parameters: dict[str, str]) -> None:
        refuse_unknown(parameters, ())
        self.spec = spec

    def choose(
        self, state: State, seed: int, budget: Budget | None = None, stop: StopFlag | None = None
    ) -> Choice:
        moves = state.legal()
        move = moves[int(_rng(seed, "random bot").integers(len(moves)))]
        return Choice(move=move, line=(move,))

    def canonical(self, rules: Game) -> str:
        return "random"


class GreedyBot:
    """Chooses the move with the best estimate one ply ahead, averaged over chance; ties at random.

    The parameter ``worlds`` is the number of deals of the hidden cards to average over (default: 4).
    """

    def __init__(self, spec: str, parameters: dict[str, str]) -> None:
        refuse_unknown(parameters, ("worlds",))
        self.spec = spec
        self._worlds = number_of(parameters, "worlds", int, 4)
        if not 1 <= self._worlds <= 1000:
            raise BotError("worlds", f"{self._worlds} is not in 1..1000")

    def choose(
        self, state: State, seed: int, budget: Budget | None = None, stop: StopFlag | None = None
    ) -> Choice:
        import numpy as np

        start = perf_counter()
        worlds = self.worlds_in(state.game)
        values = np.array(one_ply(state, worlds, seed))
        noise = _rng(seed, "greedy bot").random(len(values))
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
        """The number of deals it averages over: one in a game that hides nothing."""
        return self._worlds if rules.hidden else 1


class MctsBot:
    """Information-set Monte Carlo tree search, with values calibrated to win chances.

    Parameters are ``iterations`` and ``milliseconds`` (default: 1,000 iterations), ``temperature``,
    ``network`` and every field of :class:`battlewise.search.Settings`.

    The defaults of ``cutoff`` and ``playout`` depend on the game. Where it has an `estimate` and `weigh`,
    playouts are weighted and end at the game's `horizons`: usually at the end of the opponent's reply, and
    one turn of each seat later with a budget of 4,000 iterations or more. Longer playouts depend less on the
    estimate but are noisier, which takes many iterations to average out. Where a network corrects the
    estimate, they end at the game's `corrected_horizons`, if it has them. The game's `second_looks` give the
    default of ``second_look``.

    ``temperature``, 0..100 (default: 0), weakens the bot. Above 0 it draws a move with a probability
    proportional to visits to the power 1 / temperature.

    In a small game with hidden information (`Game.tabular`) the search finds a mixed strategy, and the bot
    draws its move by it; then a temperature above 1 evens the probabilities out in the same way.

    ``network``, ``yes`` or ``no`` (default: ``yes``), says whether the network of the game corrects the
    estimate, where there is one (`battlewise.bots.networks`). With a network, playouts of a game that has no
    estimate of its own end at once, at the leaf.

    A bot that plays a seat of one game (`seated`) remembers its last search there, where the game says so
    (`Game.keeps_trees`). So it has more to go by than its budget, and depends on what it was asked before.
    """

    def __init__(self, spec: str, parameters: dict[str, str], memory: Memory | None = None) -> None:
        names = tuple(field.name for field in fields(Settings))
        refuse_unknown(parameters, ("iterations", "milliseconds", "temperature", "network", *names))
        self.spec = spec
        self._corrects = parameters.get("network", "yes")
        if self._corrects not in ("yes", "no"):
            raise BotError("network", f"{self._corrects!r} is neither 'yes' nor 'no'")
        self._temperature = number_of(parameters, "temperature", float, 0.0)
        if not 0 <= self._temperature <= 100:
            raise BotError("temperature", f"{self._temperature} is not in 0..100")
        self._parameters = parameters
        self._memory = memory
        try:
            self.settings = self._made()
            given = {
                k: number_of(parameters, k, int) for k in ("iterations", "milliseconds") if k in parameters
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
                values[field.name] = text if kind is str else number_of(self._parameters, field.name, kind)
        return Settings(**values)

    def steady(self) -> "MctsBot":
        """The same bot without a temperature: it always plays its best candidate."""
        kept = {k: v for k, v in self._parameters.items() if k != "temperature"}
        spec = ",".join(f"{k}={v}" for k, v in kept.items())
        return MctsBot(f"mcts:{spec}" if spec else "mcts", kept)

    def seated(self) -> "MctsBot":
        """The same bot for one seat of one game."""
        return MctsBot(self.spec, self._parameters, Memory())

    def settings_for(self, rules: Game, budget: Budget | None = None) -> Settings:
        """The settings of its search in a game."""
        is_corrected = self.network_for(rules, budget) is not None
        if not rules.evaluates:
            at = "leaf" if is_corrected else "end"
            return replace(self.settings, cutoff=self._parameters.get("cutoff", at))
        budget = budget or self.budget
        cutoff = self._parameters.get("cutoff", _horizon(rules, is_corrected, _size(budget)))
        playout = self._parameters.get("playout", "weighted")
        is_given = "second_look" in self._parameters
        second_look = self.settings.second_look if is_given else _second_look(rules, budget)
        return replace(self.settings, cutoff=cutoff, playout=playout, second_look=second_look)

    def network_for(self, rules: Game, budget: Budget | None = None) -> Network | None:
        """The network that corrects the estimate in a game; None without one."""
        return _network(rules, budget or self.budget) if self._corrects == "yes" else None

    def analyse(
        self,
        state: State,
        seed: int,
        budget: Budget | None = None,
        stop: StopFlag | None = None,
        progress: Progress | None = None,
    ) -> Analysis:
        """The full result of its search."""
        settings = self.settings_for(state.game, budget)
        found = self.network_for(state.game, budget)
        memory = self._memory if state.game.keeps_trees else None
        return analyse(state, budget or self.budget, settings, seed, stop, progress, found, memory)

    def choose(
        self,
        state: State,
        seed: int,
        budget: Budget | None = None,
        stop: StopFlag | None = None,
        progress: Progress | None = None,
    ) -> Choice:
        return self.chosen(state, seed, self.analyse(state, seed, budget, stop, progress))

    def chosen(self, state: State, seed: int, found: Analysis) -> Choice:
        """The choice after a search of a state, from its full result or a partial one."""
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
        """The best candidate, or one drawn by a mixed strategy or by a temperature."""
        power = 1 / self._temperature if self._temperature else 1.0
        if candidates[0].share is not None:
            shares = [one.share or 0.0 for one in candidates]
            return candidates[_draw(shares, min(1.0, power), seed, "mixed strategy")]
        if self._temperature:
            return candidates[_draw([one.visits for one in candidates], power, seed, "temperature")]
        return candidates[0]

    def canonical(self, rules: Game) -> str:
        values = {**asdict(self.budget), **asdict(self.settings_for(rules))}
        if self._temperature:
            values["temperature"] = self._temperature
        if _network(rules, self.budget) is not None:
            values["network"] = self._corrects
        return "mcts:" + ",".join(f"{name}={value}" for name, value in values.items() if value is not None)


class LevelBot:
    """A level of a game's ladder, ``level:1`` the weakest; the bot behind it depends on the game."""

    def __init__(self, spec: str) -> None:
        number = spec.partition(":")[2]
        if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= MOST_LEVELS):
            raise BotError("level", f"{number!r} is not in 1..{MOST_LEVELS}")
        self.spec = spec
        self._number = int(number)

    def player(self, rules: Game) -> Bot:
        """The bot of this level in a game, for its number of seats.

        :raises BotError: if the game has no ladder, or a ladder with fewer levels.
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


def seated(player: Bot) -> Bot:
    """A bot for one seat of one game: it may remember there what it has searched before."""
    return player.seated() if isinstance(player, Remembering) else player


def _rng(seed: int, purpose: str) -> "Generator":
    from numpy.random import Generator  # here, so that the command line starts without numpy

    return Generator(generator(seed, purpose))


def _draw(weights: Sequence[float], power: float, seed: int, purpose: str) -> int:
    """An index, drawn in proportion to weights to a power; the first if no weight is above 0."""
    import numpy as np

    most = max(weights)
    if len(weights) == 1 or most <= 0:
        return 0
    chances = np.where(np.array(weights) > 0, (np.array(weights, dtype=float) / most) ** power, 0.0)
    return int(_rng(seed, purpose).choice(len(weights), p=chances / chances.sum()))


def _horizon(rules: Game, is_corrected: bool, size: int) -> str:
    """Where playouts of a search end in a game that has an estimate.

    :param size: of the search, in iterations.
    """
    name = "corrected_horizons" if is_corrected and rules.corrected_horizons else "horizons"
    return str(_by_size(rules, name, size, "a cutoff, such as ((0, 'turn'), (4000, 'rounds'))"))


def _second_look(rules: Game, budget: Budget) -> int:
    """How many playouts look at the best move of a search again."""
    if budget.milliseconds is not None and budget.milliseconds < LOOK_MS:
        return 0
    wanted = "a number of playouts, such as ((0, 0), (1000, 500))"
    return int(_by_size(rules, "second_looks", _size(budget), wanted))


def _by_size(rules: Game, name: str, size: int, wanted: str) -> Any:
    """What a game says for a search of a size.

    :param name: of the attribute that says it, in pairs of iterations and what holds from there on.
    :raises BattlewiseError: if the game does not say it, or not in pairs.
    """
    pairs = getattr(rules, name)
    try:
        return [found for least, found in pairs if least <= size][-1]
    except (TypeError, ValueError, IndexError):
        problem = f"{pairs!r} should be pairs of iterations, the first 0, and {wanted}"
        raise BattlewiseError(f"{rules.id}: {name}: {problem}") from None


def _size(budget: Budget) -> int:
    """How many iterations a budget counts as; a millisecond counts as `A_MILLISECOND`."""
    limits = (budget.iterations, budget.milliseconds and budget.milliseconds * A_MILLISECOND)
    return min(limit for limit in limits if limit is not None)


def _network(rules: Game, budget: Budget) -> Network | None:
    """The network that there is for a game and a budget."""
    return network(rules, _size(budget) >= rules.large_search)


def _calibrated(rules: Game, one: Candidate) -> Candidate:
    if one.value is None:
        return one
    error = None if one.error is None else one.error * slope(rules, one.value)
    return replace(one, value=win_chance(rules, one.value), error=error)


def refuse_unknown(parameters: dict[str, str], known: tuple[str, ...]) -> None:
    """Refuse parameters of a specification that its bot does not have.

    :raises BotError: naming the first of them.
    """
    for name in parameters:
        if name not in known:
            raise BotError(name, f"unknown; there are {', '.join(known) or 'none'}")


def number_of(parameters: dict[str, str], name: str, kind: type[T], default: T | None = None) -> T:
    """A parameter of a specification as a number.

    :raises BotError: if it is none.
    """
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
    """Make the bot of a specification. It starts no program and opens no file.

    :param spec: the name of a level, ``level:1`` and up, ``kind`` or ``kind:name=value,name=value``.
    :raises BotError: if the specification is wrong; its field names the part.
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


def searcher(spec: str, option: str = "bot") -> MctsBot:
    """The tree search of a specification.

    :param option: what an error names.
    :raises BotError: if it is the specification of another bot: only a search says what each move is worth.
    """
    found = bot(spec)
    if not isinstance(found, MctsBot):
        raise BotError(option, f"{spec!r} is no tree search, such as medium or mcts:iterations=100")
    return found
