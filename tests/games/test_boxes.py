"""What the catalogues of Batalj and A Battle Through History say of boards."""

import re
from itertools import combinations
from math import dist
from typing import Any

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


def test_there_is_a_minimal_view_of_each_decision(rules: Game) -> None:
    """And each restores to a position in which the seat decides just that."""
    views = rules.minimal_views()
    assert set(views) == {one.id for one in rules.catalogue().phases}
    for phase, view in views.items():
        state = rules.from_view(view, seed=1)
        assert state.view(view["seat"])["phase"] == phase
        assert state.to_move == view["seat"], phase
        assert len(state.legal()) > 1, phase


def test_each_name_in_a_view_is_explained(rules: Game) -> None:
    """It is in the catalogue, or a description of the schema has it in backticks."""
    box, schema = rules.catalogue(), rules.view_form.schema
    things = (*box.seats, *box.spaces, *box.cards, *box.pieces, *box.dice)
    known = {one.id.partition(":")[2] for one in things} | {one.id for one in box.phases}
    texts, names = _described({**schema, "properties": _own(schema)})
    known.update(word for text in texts for word in re.findall("`([^`]+)`", text))
    assert not names - known


def _own(schema: dict[str, Any]) -> dict[str, Any]:
    """The fields of a view but those that all games have."""
    envelope = ("game", "options", "to_move")
    return {name: field for name, field in schema["properties"].items() if name not in envelope}


def _described(node: Any) -> tuple[set[str], set[str]]:
    """The descriptions in a schema, and the names that it lists."""
    if isinstance(node, list):
        node = dict(enumerate(node))
    if not isinstance(node, dict):
        return set(), set()
    listed = [*node.get("enum", []), node.get("const")]
    texts, names = {str(node.get("description", ""))}, {one for one in listed if isinstance(one, str)}
    for key, inner in node.items():
        if key not in ("enum", "default"):
            more = _described(inner)
            texts |= more[0]
            names |= more[1]
    return texts, names


def _place(space: Space) -> tuple[float, float]:
    assert space.place is not None, space.id
    return space.place[0], space.place[1]
