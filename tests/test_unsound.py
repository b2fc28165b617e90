"""Views with a few fields changed are refused, or sound for as long as they are played on."""

import pytest

from battlewise.core import game
from tests.cases import CASES
from tests.unsound import search


@pytest.mark.parametrize("case", CASES)
def test_changed_views_are_refused_or_stay_sound(case: str) -> None:
    game_id, options = CASES[case]
    found = search(game(game_id, **options), seed=1, views=200)
    assert found.failures == []
    assert found.refused
    assert found.accepted
