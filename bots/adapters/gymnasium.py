"""All games for Gymnasium: one seat against bots.

Importing this module registers ``battlewise/<game id>-v0``. The options of a game are arguments, as in
``gymnasium.make("battlewise/history-v0", opponent="hard", players=3)``.
"""

from typing import Any, ClassVar

import gymnasium
from numpy.typing import NDArray

from battlewise.bots.adapters.actions import actions
from battlewise.bots.adapters.copies import Copied
from battlewise.bots.adapters.spaces import (
    RENDER_MODES,
    Seen,
    action_space,
    check_mode,
    observation_space,
    picture,
    seen,
)
from battlewise.bots.adapters.utilities import lowest, utilities
from battlewise.bots.bot import bot
from battlewise.core import BattlewiseError, Value, games

MOST_GAMES = 1000


class SeatEnv(Copied, gymnasium.Env):
    """One seat of a game; a bot has all others.

    Observations, actions and rewards are those of `battlewise.bots.adapters.pettingzoo.GameEnv`. An illegal
    move loses the game, which then ends. A seed decides all of a game's chance and the bots' moves, if their
    budget is in iterations.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game_id: str,
        opponent: str = "easy",
        seat: int = 0,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        """:param opponent: the specification of the bot that has all other seats.
        :param seat: the agent's seat.
        :param render_mode: what `render` returns: ``ansi``, text; ``svg``, a picture; None: nothing.
        :param options: of the game.
        :raises BattlewiseError: there is no such game, bot or seat, or the options are wrong.
        """
        check_mode(render_mode)
        self.actions = actions(game_id, options)
        seats = self.actions.rules.seats
        if type(seat) is not int or not 0 <= seat < seats:
            raise BattlewiseError(f"seat: {seat!r} is none of 0..{seats - 1}")
        self.observation_space = observation_space(self.actions)
        self.action_space = action_space(self.actions)
        self.render_mode = render_mode
        self._bot, self._seat = bot(opponent), seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game, and let the others move up to the agent's first decision.

        A game that ends before is left out for the next one.

        :raises BattlewiseError: the agent has nothing to decide in any of many games.
        """
        super().reset(seed=seed)
        for _ in range(MOST_GAMES):
            self._seed = int(self.np_random.integers(2**62))
            self.position = self.actions.rules.new(seed=self._seed)
            self._others_move()
            if not self.position.is_over:
                return self._seen(), {}
        raise BattlewiseError(f"seat: {self._seat} decides nothing in any of {MOST_GAMES} games")

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play the agent's move, and let the others move up to its next decision."""
        number = int(action)
        if number not in self.actions.legal(self.position):
            return self._seen(), lowest(self.actions.rules), True, False, {"illegal": number}
        self.position.play(self.actions.move(self.position, number))
        self._others_move()
        reward = utilities(self.position)[self._seat]
        return self._seen(), reward, self.position.is_over, False, {}

    def action_masks(self) -> NDArray[Any]:
        """Whether each number is that of a legal move, as maskable learners ask for it."""
        return self._seen()["action_mask"].astype(bool)

    def render(self) -> str | None:
        """What a spectator sees, as `render_mode` says."""
        return picture(self.position, self.render_mode)

    def _seen(self) -> Seen:
        return seen(self.actions, self.position, self._seat)

    def _others_move(self) -> None:
        while not self.position.is_over and self.position.to_move != self._seat:
            self.position.play(self._bot.choose(self.position, self._seed + self.position.ply).move)


for _game_id in games():
    gymnasium.register(
        f"battlewise/{_game_id}-v0",
        entry_point="battlewise.bots.adapters.gymnasium:SeatEnv",
        kwargs={"game_id": _game_id},
    )
