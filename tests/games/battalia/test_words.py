"""The verbs of Battalia: which moves the chosen options have, and the titles of everything that has one."""

from typing import Any

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import game
from battlewise.core.games.battalia import cards
from battlewise.core.games.battalia.state import Kind
from battlewise.core.games.battalia.words import KIND_IDS

LEFT_OUT: list[tuple[dict[str, Any], set[str]]] = [
    ({}, {"bury", "leave_great", "roam", "bribe"}),
    ({"players": 3}, {"absent", "bury", "leave_great", "roam", "bribe"}),
    ({"players": 4, "scenario": "bleeding_horn"}, {"absent", "offered", "roam", "bribe"}),
    ({"advanced": True, "unbound": True}, {"bury", "leave_great"}),
    ({"neutrals": 0}, {"neutral_city", "bury", "leave_great", "roam", "bribe"}),
    ({"start_cities": 2}, {"neutral_city", "bury", "leave_great", "roam", "bribe"}),
]


@pytest.mark.parametrize(("options", "left_out"), LEFT_OUT)
def test_the_schema_has_the_moves_of_the_options(options: dict[str, Any], left_out: set[str]) -> None:
    rules = game("battalia", weeks=1, **options)
    schemas = [rules.vocabulary.schema(outcomes=outcomes)["oneOf"] for outcomes in (False, True)]
    kinds = {form["properties"]["kind"]["const"] for schema in schemas for form in schema}
    assert len(kinds) == len(Kind) - len(left_out)
    assert not kinds & left_out
    met = {state.log()[-1][1].doc["kind"] for seed in range(6) for state in walk(rules, seed) if state.ply}
    assert met <= kinds


def test_every_card_shape_place_and_terrain_has_a_title() -> None:
    titles = cards.load(cards.folders(None)).titles
    ids = {*KIND_IDS, *cards.TYPES, *cards.FACTIONS, *cards.SHAPE_IDS, *cards.TERRAINS, "hero"}
    assert ids <= set(titles)
    assert titles["chief_islanders"] == "Islander Chief"
    assert titles["lord_unbound"] == "Unbound Lord"
    assert titles["crown"] == "Crown of Titus"
    assert titles["road_tee"] == "Tee road"
