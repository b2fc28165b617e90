"""Tests of the reasons why something cannot be done, made of tables: a position, a thing or a move, texts."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from battlewise.core import State
from battlewise.core.explain import explain_move, explain_thing

Case = tuple[Callable[[], State], str, Sequence[str]]
Test = Callable[[Callable[[], State], str, Sequence[str]], None]


def of_things(cases: Sequence[Case]) -> Test:
    """A test that nothing can be done with these things, for these reasons."""

    @pytest.mark.parametrize(("given", "thing", "says"), cases)
    def test(given: Callable[[], State], thing: str, says: Sequence[str]) -> None:
        assert texts(given(), thing) == list(says)

    return test


def of_moves(cases: Sequence[Case]) -> Test:
    """A test that these moves are not allowed, for these reasons."""

    @pytest.mark.parametrize(("given", "move", "says"), cases)
    def test(given: Callable[[], State], move: str, says: Sequence[str]) -> None:
        assert against(given(), move) == list(says)

    return test


def texts(state: State, thing: str, seat: int | None = None) -> list[str]:
    """Why a seat, by default the one that decides, can do nothing with a thing."""
    found = explain_thing(state, state.to_move if seat is None else seat, thing)
    assert not found.moves
    return [reason.text for reason in found.reasons]


def against(state: State, move: Any) -> list[str]:
    """Why the seat that decides cannot make a move."""
    found = explain_move(state, state.to_move, move)
    assert not found.moves
    return [reason.text for reason in found.reasons]
