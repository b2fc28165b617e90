"""All games for PettingZoo: ``env("history", players=4)`` is an AEC environment of four agents."""

from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

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
from battlewise.core import Value


def env(game_id: str, render_mode: str | None = None, **options: Value) -> AECEnv:
    """An environment of a game; an agent that makes an illegal move has lost, and the game ends.

    :param render_mode: what `render` returns: ``ansi``, text; ``svg``, a picture; None: nothing.
    :param options: of the game.
    :raises BattlewiseError: there is no such game, or the options are wrong.
    """
    raw = GameEnv(game_id, render_mode, **options)
    return OrderEnforcingWrapper(TerminateIllegalWrapper(raw, illegal_reward=lowest(raw.actions.rules)))


class GameEnv(Copied, AECEnv):
    """A game; the agent ``player_0`` has seat 0.

    An observation has ``observation``, what the agent knows (`State.observe`), and ``action_mask``. An action
    is the number of a move (`Actions`). Rewards come at the end (`utilities`). A seed decides all of a game's
    chance; a reset without one goes on with the next game of the last seed.
    """

    def __init__(self, game_id: str, render_mode: str | None = None, **options: Value) -> None:
        super().__init__()
        check_mode(render_mode)
        self.actions = actions(game_id, options)
        rules = self.actions.rules
        self.metadata = {
            "name": f"battlewise_{game_id}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": True,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(rules.seats)]
        self.observation_spaces = {one: observation_space(self.actions) for one in self.possible_agents}
        self.action_spaces = {one: action_space(self.actions) for one in self.possible_agents}
        self._seeds = numpy.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        if seed is not None:
            self._seeds = numpy.random.default_rng(seed)
        self._seed = int(self._seeds.integers(2**62))
        self.position = self.actions.rules.new(seed=self._seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.to_move]

    def observe(self, agent: str) -> Seen:
        """What an agent knows."""
        return seen(self.actions, self.position, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Play a move for the agent whose turn it is.

        :raises IllegalMove: it is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.play(self.actions.move(self.position, -1 if action is None else int(action)))
        self._cumulative_rewards[agent] = 0.0
        over = self.position.is_over
        self.rewards = dict(zip(self.possible_agents, utilities(self.position), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        if not over:
            self.agent_selection = self.possible_agents[self.position.to_move]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What a spectator sees, as `render_mode` says."""
        return picture(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
