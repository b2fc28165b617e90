"""The words of every game: texts and documents both ways, schemas, touches, tables of enumerations."""

import re
from enum import IntEnum
from itertools import islice
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from battlewise.bots.check.walks import walk
from battlewise.core import Game, game
from battlewise.core.fields import Number
from battlewise.core.vocabulary import Verb, Vocabulary, by_member, names_of
from tests.cases import CASES

GAMES = 3


class Kind(IntEnum):
    """Three kinds and how many there are."""

    STEP = 0
    LEAP = 1
    KINDS = 2


def moves_met(rules: Game) -> set[Any]:
    """The moves, outcomes and forms of moves that others see, in a few random games."""
    met = set()
    for seed in range(GAMES):
        for state in islice(walk(rules, seed), 600):
            met.update(state.legal(), state.outcomes())
            last = state.ply - 1
            met.update(move for viewer in (None, *range(rules.seats)) for _, move in state.log(viewer, last))
    return met


@pytest.mark.parametrize("name", CASES)
def test_texts_and_documents_lead_back_to_their_move(name: str) -> None:
    game_id, options = CASES[name]
    rules = game(game_id, **options)
    schema = rules.vocabulary.schema()
    Draft202012Validator.check_schema(schema)
    by_kind: dict[str, list[Any]] = {}
    for one in schema["oneOf"]:
        by_kind.setdefault(one["properties"]["kind"]["const"], []).append(Draft202012Validator(one))
    for move in moves_met(rules):
        assert move.code in rules.vocabulary.codes(move.doc), move
        assert move.code in rules.vocabulary.codes(move.text), move
        assert sum(form.is_valid(move.doc) for form in by_kind[move.doc["kind"]]) == 1, move.doc
        assert all(re.fullmatch(r"[a-z_]+:[\w.:-]+", touch) for touch in move.touches), move.touches


def test_a_table_must_have_every_member_and_no_other() -> None:
    assert names_of(Kind, end="KINDS") == ("step", "leap")
    assert by_member(Kind, {Kind.LEAP: "b", Kind.STEP: "a"}, end="KINDS") == ("a", "b")
    with pytest.raises(TypeError, match="the table lacks LEAP"):
        by_member(Kind, {Kind.STEP: "a"}, end="KINDS")
    with pytest.raises(TypeError, match="keys that are no members"):
        by_member(Kind, {Kind.STEP: "a", Kind.LEAP: "b", 7: "c"}, end="KINDS")
    with pytest.raises(TypeError, match="lacks KINDS"):
        Vocabulary(Kind, {Kind.STEP: Verb("step", "step"), Kind.LEAP: Verb("leap", "leap")}, meanings={})


@pytest.mark.parametrize("value", [True, 3.0, "3", None, [3], {}])
def test_a_value_of_another_type_is_no_value(value: object) -> None:
    assert list(game("connect_four").vocabulary.codes({"kind": "drop", "column": 3}))
    assert list(game("connect_four").vocabulary.codes({"kind": "drop", "column": value})) == []


def test_true_is_not_one_within_a_list() -> None:
    codes = game("battlelore").vocabulary.codes
    assert list(codes({"kind": "order", "hex": [1, 3]}))
    assert list(codes({"kind": "order", "hex": [True, 3]})) == []
    assert list(codes({"kind": "order", "hex": [1, 3.0]})) == []


def test_a_text_must_name_fields_of_its_verb() -> None:
    with pytest.raises(TypeError, match="'place'"):
        Verb("step", "step to {place}", Number("number", 0, 9))
