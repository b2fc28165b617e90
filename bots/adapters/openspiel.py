"""All games for OpenSpiel: importing this module registers them as ``battlewise_<game id>``.

The options of a game are the parameters of its OpenSpiel game, as in ``battlewise_history(players=4)``.
"""

import json
import warnings
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy
import pyspiel
from numpy.typing import NDArray
from open_spiel.python import policy

from battlewise.bots.adapters.actions import Actions, actions
from battlewise.bots.adapters.utilities import is_shared, lowest, utilities
from battlewise.bots.bot import Bot, bot
from battlewise.core import CHANCE_NODE, GAME_OVER, Game, State, Value, game, game_class, games

PREFIX = "battlewise_"
MOST_PLIES = 1_000_000
"""A bound of decisions and of outcomes in a game. The rules limit turns; the longest games of random moves
have about 20,000 of both."""

_PLAYERS = {CHANCE_NODE: pyspiel.PlayerId.CHANCE, GAME_OVER: pyspiel.PlayerId.TERMINAL}


class Position:
    """A state as OpenSpiel copies and keeps it, with what each seat saw.

    :ivar actions: the numbers of the moves.
    :ivar state: the state.
    :param seen: for each seat, what it saw, and up to which ply of the state's log.
    """

    def __init__(self, numbers: Actions, state: State, seen: list[tuple[str, int]]) -> None:
        self.actions = numbers
        self.state = state
        self._seen = seen

    def __deepcopy__(self, memo: object) -> "Position":
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[Any, ...]]:
        rules = self.state.game
        seen = [self.seen(seat) for seat in range(rules.seats)]
        return _restored, (rules.id, rules.options, self.state.data_bytes(), seen)

    def copy(self) -> "Position":
        """An independent copy."""
        return Position(self.actions, self.state.copy(), self._seen[:])

    def seen(self, seat: int) -> str:
        """What happened so far as a seat saw it, a line a ply: the actor and the move."""
        text, ply = self._seen[seat]
        text += "".join(f"{actor} {move.text}\n" for actor, move in self.state.log(seat, since=ply))
        self._seen[seat] = text, self.state.ply
        return text

    def redealt(self, seat: int, seed: int) -> "Position":
        """A position that a seat cannot tell from this one; every seat has then seen what that seat saw."""
        data = self.state.redealt(seat, seed).data_bytes()
        return Position(self.actions, self.state.game.at(data), [(self.seen(seat), 0)] * len(self._seen))


def _restored(game_id: str, options: dict[str, Value], data: bytes, seen: list[str]) -> Position:
    numbers = actions(game_id, options)
    return Position(numbers, numbers.rules.at(data), [(text, 0) for text in seen])


def game_type(game_id: str, rules: Game) -> Any:
    """The `pyspiel.GameType` of a game: of all its options, but for what hangs on those of `rules`."""
    options = game_class(game_id).OPTIONS
    players = next((one for one in options if one.name == "players"), None)
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + game_id,
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        if rules.streams
        else pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if rules.hidden else information.PERFECT_INFORMATION,
        utility=utility.IDENTICAL if is_shared(rules) else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players.high if players else rules.seats,
        min_num_players=players.low if players else rules.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={one.name: one.default for one in options},
    )


class SpielGame(pyspiel.Game):
    """The rules of a game with its options; each game has a subclass with its id.

    Returns are `battlewise.bots.adapters.utilities`.
    """

    game_id: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        options = dict(parameters or {})
        self.actions = actions(self.game_id, options)
        rules = self.actions.rules
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions.decisions),
            max_chance_outcomes=len(self.actions.outcomes),
            num_players=rules.seats,
            min_utility=lowest(rules),
            max_utility=1.0,
            utility_sum=None if is_shared(rules) else 0.0,
            max_game_length=MOST_PLIES,
        )
        super().__init__(game_type(self.game_id, rules), info, options)
        start = rules.new(seed=0, chance="ask")
        self._start = Position(self.actions, start, [("", 0)] * rules.seats)

    def __reduce__(self) -> tuple[Callable[..., "SpielGame"], tuple[Any, ...]]:
        return _loaded, (self.game_id, self.actions.rules.options)

    def new_initial_state(self, given: str | None = None) -> "SpielState":
        """The state before the first outcome or decision; it is not read from a text."""
        if given is not None:
            raise ValueError("new_initial_state: takes no text; deserialize_state reads a serialized state")
        return SpielState(self, self._start)

    def max_chance_nodes_in_history(self) -> int:
        """A bound of the outcomes in a game."""
        return MOST_PLIES if self.actions.rules.streams else 0

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "SpielObserver | None":
        """What writes states as tensors and texts; None for a kind of observation other than what a seat
        knows, public and private.

        :raises ValueError: there are `params`.
        """
        private = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params:
            raise ValueError(f"params: {params!r} are given, but an observation has none")
        if kind is not None and not (kind.public_info and kind.private_info == private):
            return None
        return SpielObserver(self.actions.rules, kind is not None and kind.perfect_recall)


def _loaded(game_id: str, options: dict[str, Value]) -> SpielGame:
    loaded: SpielGame = pyspiel.load_game(PREFIX + game_id, options)
    return loaded


class SpielState(pyspiel.State):
    """A position of a game; `position` holds the core's state."""

    def __init__(self, made_by: SpielGame, start: Position) -> None:
        super().__init__(made_by)
        self.position = start.copy()

    def current_player(self) -> int:
        """The seat that decides, or chance, or the end."""
        mover = self.position.state.to_move
        return int(_PLAYERS.get(mover, mover))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.position.state.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions.legal(self.position.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the possible outcomes, in ascending order, with probabilities."""
        number = self.position.actions.number
        return sorted((number(move), chance) for move, chance in self.position.state.chances())

    def _apply_action(self, action: int) -> None:
        state = self.position.state
        state.play(self.position.actions.move(state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.actions.text(action, outcome=player == pyspiel.PlayerId.CHANCE)

    def returns(self) -> list[float]:
        """The utilities of the seats; 0 before the end."""
        return utilities(self.position.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that the player cannot tell from this one. Its history begins here.

        :param sampler: gives numbers in 0..1.
        """
        other: SpielState = self.get_game().new_initial_state()
        other.position = self.position.redealt(player, int(sampler() * 2**62))
        return other

    def __str__(self) -> str:
        state = self.position.state
        return f"{state.render()}\n{state.data_bytes().hex()}"


class SpielObserver:
    """What a seat knows, as a tensor and as a text.

    The tensor is `State.observe` of what the seat knows; `dict` has its parts by name. The text is the seat's
    view as JSON. With perfect recall the text has what the seat saw before it; the tensor is the same, and
    holds of the past what the view holds.
    """

    def __init__(self, rules: Game, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: NDArray[numpy.float32] = numpy.zeros(rules.observation_size, numpy.float32)
        self.dict = {
            one.name: self.tensor[one.offset : one.offset + one.size].reshape(one.shape)
            for one in rules.observation
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat knows into the tensor."""
        self.tensor[:] = state.position.state.observe(player, known=True)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat knows as text."""
        view = json.dumps(state.position.state.view(player))
        return state.position.seen(player) + view if self._recalls else view


class SpielBot(pyspiel.Bot):
    """A bot of Battlewise as a bot of OpenSpiel; it reads nothing but what the seat to move knows.

    :param spec: its specification, such as ``hard``.
    :param seed: the same seed gives the same moves, if the bot's budget is in iterations.
    """

    def __init__(self, spec: str, seed: int = 0) -> None:
        super().__init__()
        self._player, self._seed = bot(spec), seed

    def step(self, state: SpielState) -> int:
        """The number of its move."""
        return _chosen(self._player, state, self._seed)

    def restart_at(self, state: SpielState) -> None:
        """Go on from a state; it remembers nothing."""

    def inform_action(self, state: SpielState, player: int, action: int) -> None:
        """Hear of a move; it remembers nothing."""


class SpielPolicy(policy.Policy):
    """A bot of Battlewise as a policy: its move has probability 1.

    :param made: the game.
    :param spec: the bot's specification.
    :param seed: the same seed gives the same policy, if the bot's budget is in iterations.
    """

    def __init__(self, made: SpielGame, spec: str, seed: int = 0) -> None:
        super().__init__(made, list(range(made.num_players())))
        self._player, self._seed = bot(spec), seed

    def action_probabilities(self, state: SpielState, player_id: int | None = None) -> dict[int, float]:
        """Its move in a state, with probability 1."""
        return {_chosen(self._player, state, self._seed): 1.0}


def _chosen(player: Bot, spiel: SpielState, seed: int) -> int:
    """The number of a bot's move, a function of what the seat to move knows and of the seed."""
    state = spiel.position.state
    choice = player.choose(state, seed ^ state.view_key(state.to_move))
    return spiel.position.actions.number(choice.move)


def _register(game_id: str) -> None:
    """Tell OpenSpiel of a game; one of another package that cannot be made is left out with a warning."""
    try:
        rules = game(game_id)
    except Exception as error:
        warnings.warn(f"{PREFIX}{game_id} is not registered: {error}", stacklevel=2)
        return
    # A class each: OpenSpiel frees what it calls after Python's end, which a class with its cycles outlives.
    made = type(f"SpielGame_{game_id}", (SpielGame,), {"game_id": game_id})
    pyspiel.register_game(game_type(game_id, rules), made)


for _game_id in games():
    _register(_game_id)
