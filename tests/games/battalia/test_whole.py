"""Whole games of Battalia between bots, which random play takes long to finish: they end by the rules."""

from typing import Any

import pytest

from battlewise.bots import bot
from battlewise.core import State, game

GAMES: list[dict[str, Any]] = [
    {},
    {"players": 3, "neutrals": 2},
    {"players": 4},
    {"start_cities": 2, "start_heroes": 1, "points": 20},
    {"players": 4, "neutrals": 0, "great_cities": 3, "unbound": True},
    {"scenario": "bleeding_horn", "neutrals": 2},
    {"players": 4, "scenario": "bleeding_horn", "advanced": True, "unbound": True},
]
RESTORED = 40  # plies from one position that is restored from its views to the next


def assert_restored(state: State) -> None:
    """Each seat's view, and that of the public, is that of the state made of it."""
    for seat in (None, *range(state.game.seats)):
        shown = state.view(seat)
        assert state.game.from_view(shown, seed=1).view(seat) == shown


@pytest.mark.parametrize("options", GAMES)
def test_a_whole_game_of_bots_is_sound_and_ends_by_the_rules(options: dict[str, Any]) -> None:
    rules = game("battalia", **options)
    state = rules.new(seed=3)
    searcher = bot("mcts:iterations=40")
    for ply in range(20_000):
        assert state.check() is None
        if state.is_over:
            break
        assert 0 < len(state.legal()) < 256
        if ply % RESTORED == 0:
            assert_restored(state)
        state.play(searcher.choose(state, seed=ply).move)
    assert state.is_over
    assert state.turn < 800
