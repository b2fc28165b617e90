"""Reasons of a hint: what a move brings in many deals is worked out once for those that look alike."""

from collections import Counter
from random import Random

import pytest

from battlewise.api.searches.reasons import DEALS, _outlook
from battlewise.bots.check.walks import walk
from battlewise.core import Move, State
from battlewise.core import game as game_of
from tests.cases import CASES

GAMES = ["battlelore_full", "battalla", "history", "batalj", "batalj_foray_3", "battalia", "leduc", "pig"]


def brought(state: State, move: Move) -> Counter[str]:
    """The changes of a move in each deal, all in words."""
    found: Counter[str] = Counter()
    for deal in range(DEALS):
        after = state.redealt(state.to_move, deal)
        after.play(move.text)
        happened = set()
        while True:
            happened |= {one["text"] for step in after.changes() for one in step["changes"] if one["text"]}
            if not after.is_chance:
                break
            after.roll()
        found.update(happened)
    return found


@pytest.mark.parametrize("case", GAMES)
@pytest.mark.parametrize("chance", ["ask", "roll"])
def test_deals_that_look_alike_bring_the_same(case: str, chance: str) -> None:
    game_id, options = CASES[case]
    rng = Random(4)
    compared = 0
    for state in walk(game_of(game_id, **options), 3, chance):
        if state.to_move >= 0 and rng.random() < 0.1 and compared < 6:
            move = rng.choice(state.legal())
            assert _outlook(state, state.to_move, move).changes == brought(state, move)
            compared += 1
    assert compared


def test_changes_leave_out_the_moves_words_where_they_are_not_wanted() -> None:
    for state in walk(game_of("pig"), 1):
        with_words, without = state.changes(), state.changes(words=False)
        assert [{k: v for k, v in step.items() if k != "text"} for step in with_words] == without
        assert all(step["text"] for step in with_words)
