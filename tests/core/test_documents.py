"""Schemas and catalogues: every view, move and outcome fits them, and every id of a move is in the box."""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from battlewise.bots.check.spoilt import paths
from battlewise.bots.check.walks import walk
from battlewise.core import Game, ViewError, game
from battlewise.core.catalogue import Thing
from battlewise.core.schemas import Form, listing, number, ordered, part, some_of
from bench.views import COMMON, FILE, page
from tests.cases import CASES
from tests.documents import problems, unknown

VIEWS = 60
# The games whose minimal views have nothing that can be left out.
SHORTEST = ("battalia", "battalla")


@pytest.fixture(scope="module", params=CASES)
def rules(request: pytest.FixtureRequest) -> Game:
    game_id, options = CASES[request.param]
    return game(game_id, **options)


def test_views_moves_and_outcomes_fit_their_schemas(rules: Game) -> None:
    assert not list(problems(rules, seed=3, views=VIEWS))


def test_minimal_views_fit_the_schema(rules: Game) -> None:
    validator = Draft202012Validator(rules.view_form.schema)
    for phase, view in rules.minimal_views().items():
        assert not list(validator.iter_errors(view)), phase


def test_every_field_is_described(rules: Game) -> None:
    for schema in (rules.view_form.schema, rules.vocabulary.schema(outcomes=False)):
        Draft202012Validator.check_schema(schema)
        for path, node in _objects(schema):
            assert node.get("description") or path.endswith("View"), path
            for name, field in node["properties"].items():
                assert field.get("description"), f"{path}.{name}"
                assert not re.search(r"\bNone\b|[{}]", field["description"]), field["description"]


def _objects(node: Any, path: str = "") -> list[tuple[str, dict[str, Any]]]:
    """The objects with fields that a schema describes."""
    if isinstance(node, list):
        return [one for i, inner in enumerate(node) for one in _objects(inner, f"{path}[{i}]")]
    if not isinstance(node, dict):
        return []
    found = [(path, node)] if "properties" in node and isinstance(node["properties"], dict) else []
    for name, inner in node.items():
        found += _objects(inner, f"{path}.{name}")
    return found


def test_every_id_of_a_move_is_in_the_catalogue(rules: Game) -> None:
    assert not unknown(rules, seed=5, views=20)


def test_the_catalogue_names_everything_once_and_in_words(rules: Game) -> None:
    catalogue = rules.catalogue()
    things: list[Thing] = [*catalogue.cards, *catalogue.pieces]
    ids = [one.id for one in (*catalogue.seats, *catalogue.spaces, *things, *catalogue.dice)]
    assert len(ids) == len(set(ids))
    for one in things:
        assert one.name, one
        assert not re.search(r"_|\bNone\b|[{}]|  ", one.name + one.text), one
        assert one.status in ("official", "likely", "reconstructed", None)
    for space in catalogue.spaces:
        assert set(space.neighbours) <= set(ids) - {space.id}, space.id
    assert [seat.name for seat in catalogue.seats] == list(rules.seat_names[: rules.seats])
    assert catalogue.phases


def test_minimal_views_show_every_decision(rules: Game) -> None:
    views = rules.minimal_views().values()
    shown = {view.get("phase") for view in views if not rules.from_view(view, chance="ask").is_chance}
    assert shown == {phase.id for phase in rules.catalogue().phases}


def test_every_space_can_be_drawn(rules: Game) -> None:
    places = [(space.id, space.place) for space in rules.catalogue().spaces]
    assert not [name for name, place in places if place is None]
    assert len({place for _, place in places}) == len(places)


def test_every_name_in_a_view_is_explained(rules: Game) -> None:
    """By the catalogue or by the schema, with the values or in backticks in a description."""
    catalogue = rules.catalogue()
    things = (*catalogue.seats, *catalogue.spaces, *catalogue.cards, *catalogue.pieces, *catalogue.dice)
    known = {one.id.partition(":")[2] for one in things} | {phase.id for phase in catalogue.phases}
    known |= {face.id for die in catalogue.dice for face in die.faces}
    schema = dict(rules.view_form.schema)
    schema["properties"] = {name: node for name, node in schema["properties"].items() if name not in COMMON}
    known.update(re.findall("`([^`]+)`", json.dumps(schema)))
    assert not set(_unexplained(schema)) - known


def _unexplained(node: Any) -> Iterator[str]:
    """The texts that a schema lists as values without saying what they mean."""
    if isinstance(node, dict):
        values = [*node.get("enum", ()), *([node["const"]] if "const" in node else [])]
        yield from {one for one in values if isinstance(one, str)} - set(node.get("x-enumDescriptions", ()))
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _unexplained(inner)


def test_the_catalogue_is_made_once(rules: Game) -> None:
    assert rules.catalogue() is rules.catalogue()
    assert rules.glossary is rules.glossary


def test_random_games_have_no_other_decisions(rules: Game) -> None:
    listed = {phase.id for phase in rules.catalogue().phases}
    for state in walk(rules, 4):
        if not state.is_chance and not state.is_over:
            assert state.view(None).get("phase") in listed


@pytest.mark.parametrize("name", [one for one, (of, _) in CASES.items() if of in SHORTEST])
def test_nothing_can_be_left_out_of_a_minimal_view(name: str) -> None:
    game_id, options = CASES[name]
    rules = game(game_id, **options)
    for phase, view in rules.minimal_views().items():
        whole = rules.from_view(view, seed=1).view(view["seat"])
        for path in paths(view):
            less = copy.deepcopy(view)
            node: Any = less
            for key in path[:-1]:
                node = node[key]
            del node[path[-1]]
            try:
                restored = rules.from_view(less, seed=1)
            except ViewError:
                continue
            assert restored.view(less["seat"]) != whole, (phase, path)


def test_counts_of_zero_may_stand_in_a_view(rules: Game) -> None:
    """Piles are written with what is in them; who writes by hand may write all kinds."""
    for phase, view in rules.minimal_views().items():
        given = copy.deepcopy(view)
        piles = [name for name, node in _piles(rules) if name in given]
        for name in piles:
            given[name] = dict.fromkeys(_names(rules, name), 0) | given[name]
        assert rules.from_view(given, seed=1).view(view["seat"]) == rules.from_view(view, seed=1).view(
            view["seat"]
        ), phase


def _piles(rules: Game) -> list[tuple[str, dict[str, Any]]]:
    """The fields of a view that are counts by name."""
    fields = rules.view_form.schema["properties"]
    return [
        (name, node)
        for name, node in fields.items()
        if "propertyNames" in node and node["additionalProperties"].get("minimum") == 0
    ]


def _names(rules: Game, field: str) -> list[str]:
    schema = rules.view_form.schema
    names = schema["properties"][field]["propertyNames"]
    if "$ref" in names:
        names = schema["$defs"][names["$ref"].rpartition("/")[2]]
    found: list[str] = names["enum"]
    return found


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        ({"vp": [1000, 0]}, "vp[0]", "1000 is more than 999"),
        ({"vp": [True, 0]}, "vp[0]", "True is not a whole number"),
        ({"vp": [0]}, "vp", "has 1 items, fewer than 2"),
        ({"hand": {"patrol_up": 1}}, "hand.patrol_up", "'patrol_up' is none of 'patrol_left', "),
        ({"hand": {"patrol_left": -1}}, "hand.patrol_left", "-1 is less than 0"),
        ({"phase": "tea"}, "phase", "'tea' is none of "),
        ({"one_unit": 1}, "one_unit", "1 is neither true nor false"),
        ({"units": {}}, "units", "is not a list"),
        ({"units": [{"type": "chaos_lord"}]}, "units[0].side", "is missing"),
        ({"colour": "red"}, "colour", "is not a field here"),
    ],
)
def test_a_malformed_field_is_named_with_what_is_wrong(change: dict[str, Any], field: str, says: str) -> None:
    rules = game("battlelore")
    with pytest.raises(ViewError) as error:
        rules.from_view(rules.minimal_views()["command"] | change)
    assert error.value.field == field
    assert says in str(error.value)


def test_lists_without_an_order_may_stand_in_any() -> None:
    numbers = ordered(listing(number(0, 9), 3), lambda value: -value)
    form = Form(
        "Test", {"some": part(some_of(["a", "b", "c"]), "Ids."), "numbers": part(numbers, "Numbers.")}
    )
    assert form.read({"some": ["c", "a"], "numbers": [1, 3, 2]}) == {"some": ["a", "c"], "numbers": [3, 2, 1]}
    validator = Draft202012Validator(form.schema)
    assert validator.is_valid({"some": ["c", "a"], "numbers": []})
    for some in (["a", "a"], ["d"]):
        assert not validator.is_valid({"some": some, "numbers": []})
        with pytest.raises(ViewError, match="some"):
            form.read({"some": some, "numbers": []})


def test_the_page_about_views_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == page(), "run python -m bench.views"
