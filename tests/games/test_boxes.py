"""What the catalogues of Batalj and A Battle Through History say of boards."""

from itertools import combinations
from math import dist

import pytest

from battlewise.core import Game, game
from battlewise.core.catalogue import Space
from tests.cases import CASES


@pytest.fixture(
    scope="module", params=[name for name, case in CASES.items() if case[0] in ("batalj", "history")]
)
def rules(request: pytest.FixtureRequest) -> Game:
    game_id, options = CASES[request.param]
    return game(game_id, **options)


def test_each_space_has_a_place_of_its_own(rules: Game) -> None:
    places = {one.id: _place(one) for one in rules.catalogue().spaces}
    for one, other in combinations(places, 2):
        assert dist(places[one], places[other]) >= 1, (one, other)


def test_neighbours_lie_near(rules: Game) -> None:
    spaces = rules.catalogue().spaces
    places = {one.id: _place(one) for one in spaces}
    for one in spaces:
        for other in one.neighbours:
            assert dist(places[one.id], places[other]) < 3, (one.id, other)


def test_neighbours_are_mutual(rules: Game) -> None:
    beside = {one.id: one.neighbours for one in rules.catalogue().spaces}
    assert all(one in beside[other] for one, near in beside.items() for other in near)


def test_each_minimal_view_is_of_its_decision(rules: Game) -> None:
    for phase, view in rules.minimal_views().items():
        state = rules.from_view(view, seed=1)
        assert state.view(view["seat"])["phase"] == phase
        assert state.to_move == view["seat"], phase
        assert len(state.legal()) > 1, phase


def _place(space: Space) -> tuple[float, float]:
    assert space.place is not None, space.id
    return space.place[0], space.place[1]
