"""Positions that several files search."""

from battlewise.core import State, game


def connect_four(moves: str) -> State:
    """Connect Four after some moves, a letter each."""
    state = game("connect_four").new(seed=1)
    for move in moves:
        state.play(move)
    return state
