"""What an agent of PettingZoo or Gymnasium observes, and its actions."""

from typing import Any

import numpy
from gymnasium import spaces
from numpy.typing import NDArray

from battlewise.bots.adapters.actions import Actions
from battlewise.core import Game, State

Seen = dict[str, NDArray[Any]]


def observation_space(numbers: Actions) -> spaces.Dict:
    """Of `seen`: ``observation``, the numbers of `State.observe`, and ``action_mask``."""
    highest = _highest(numbers.rules)
    mask = spaces.Box(0, 1, (len(numbers.decisions),), numpy.int8)
    return spaces.Dict(
        {
            "observation": spaces.Box(numpy.zeros_like(highest), highest, dtype=numpy.float32),
            "action_mask": mask,
        }
    )


def action_space(numbers: Actions) -> spaces.Discrete:
    """The numbers of all moves."""
    return spaces.Discrete(len(numbers.decisions))


def seen(numbers: Actions, state: State, seat: int) -> Seen:
    """What a seat knows, and 1 for each number of a legal move if it is to move."""
    mask = numpy.zeros(len(numbers.decisions), numpy.int8)
    if state.to_move == seat:
        mask[numbers.legal(state)] = 1
    return {"observation": state.observe(seat, known=True), "action_mask": mask}


def _highest(rules: Game) -> NDArray[numpy.float32]:
    """The most that each number of an observation can be, with room for rounding."""
    highest = numpy.ones(rules.observation_size, numpy.float32)
    for item in rules.observation:
        if item.encoding == "number":
            most = (item.high - item.low) / item.unit
            highest[item.offset : item.offset + item.size] = most * (1 + 1e-6)
    return highest


def picture(state: State, mode: str | None) -> str | None:
    """What a spectator sees: as text for the mode ``ansi``, as a picture for ``svg``, else None."""
    if mode == "svg":
        return state.game.svg(state.view(None))
    return state.render() if mode == "ansi" else None


RENDER_MODES = ["ansi", "svg"]


def check_mode(mode: str | None) -> None:
    """:raises ValueError: there is no such mode of `picture`."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: {mode!r} is none of {', '.join(RENDER_MODES)}, or None")
