"""Why something cannot be done: every thing has moves or reasons, and reasons come from the view alone."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import Game, IllegalMove, State, UnknownThing, game, games
from battlewise.core.explain import _same, explain_move, explain_thing
from tests.cases import CASES
from tests.core.reasons import against, texts
from tests.games.battlelore.positions import command, position

SHARE = 0.04


def decisions(rules: Game, seeds: range) -> Iterator[State]:
    """Some positions of random games in which a seat decides."""
    rng = Random(seeds.start)
    for seed in seeds:
        for state in walk(rules, seed):
            if not state.is_over and not state.is_chance and rng.random() < SHARE:
                yield state


def things(state: State) -> list[str]:
    """The cards and pieces that the view names, on the table or in the own hand, and all places."""
    view = state.view(state.to_move)
    catalogue = state.game.catalogue()
    named = set(words({key: value for key, value in view.items() if key != "options"}))
    own = [one.id for one in (*catalogue.cards, *catalogue.pieces) if one.id.partition(":")[2] in named]
    return own + [one.id for one in (*catalogue.spaces, *catalogue.seats)]


def words(part: Any) -> Iterator[str]:
    """The names in a part of a view: its texts, and those by which its objects are keyed."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        yield from (one for one in part if isinstance(one, str))
        for one in part.values() if isinstance(part, dict) else part:
            yield from words(one)


@pytest.mark.parametrize("name", CASES)
def test_every_thing_has_moves_or_reasons(name: str) -> None:
    game_id, options = CASES[name]
    rules, rng = game(game_id, **options), Random(1)
    for state in decisions(rules, range(1)):
        pointed = things(state)
        for thing in rng.sample(pointed, min(12, len(pointed))):
            found = explain_thing(state, state.to_move, thing)
            same = _same(rules, thing)
            touched = [move for move in state.legal() if not same.isdisjoint(move.touches)]
            assert list(found.moves) == touched
            assert bool(found.reasons) != bool(touched)
            for reason in found.reasons:
                assert reason.text.endswith((".", "?", "”")), reason
                assert not re.search(r"\bNone\b|[{_]", reason.text), reason


@pytest.mark.parametrize("game_id", [one for one in games() if game(one).hidden])
def test_reasons_depend_on_nothing_that_the_seat_cannot_see(game_id: str) -> None:
    rng = Random(2)
    for state in decisions(game(game_id), range(2)):
        seat = state.to_move
        other = state.redealt(seat, 9)
        pointed = things(state)
        for thing in rng.sample(pointed, min(20, len(pointed))):
            assert explain_thing(state, seat, thing).reasons == explain_thing(other, seat, thing).reasons


def test_another_seats_decision_the_dice_and_the_end() -> None:
    state = position("attack", "uH3 3.5!, dG3 4.5, dY3 8.0")
    assert texts(state, "unit:4.5", seat=1) == ["It is for Uthuk to decide."]
    rolling = game("battlelore").from_view(state.view(0), seed=1, chance="ask")
    rolling.play("attack 3.5-4.5")
    assert texts(rolling, "unit:4.5", seat=0) == ["Luck decides first."]
    won = game("connect_four").from_view(
        {"seat": 0, "board": ["......."] * 5 + ["xxxx..."][:0] + ["ooo.xxx"]}
    )
    won.play("d")
    assert texts(won, "column:d", seat=0) == ["The game is over."]


# -- BattleLore, rule by rule


def test_battlelore_units_that_cannot_be_ordered() -> None:
    state = command("attack_center", "uH3 2.4, uH3 2.5, uH3 2.6, uH3 2.7, uV3 2.0, dG3 4.5")
    assert texts(state, "unit:2.0") == [
        "Attack Center: order 3 centre units. Viper Legion on 2.0: right section, archer, infantry, ranged."
    ]
    assert texts(state, "unit:4.5") == ["Citadel Guard on 4.5: an enemy unit; the step is for your own."]
    assert texts(state, "unit:2.7") == [
        "Blood Harvesters on 2.7: can be ordered later; a group's units are chosen in their order."
    ]
    assert texts(state, "unit:8.8") == ["No unit stands on 8.8."]


def test_battlelore_moves_that_are_too_far_or_not_free() -> None:
    state = position("move", "uH3 2.4!, uH3 2.5, dG3 4.5")
    assert texts(state, "unit:2.5") == ["Blood Harvesters on 2.5: not ordered this turn."]
    assert against(state, "move 2.4-2.5") == ["Blood Harvesters on 2.5: a hex holds one unit."]
    assert against(state, "move 2.4-6.4") == [
        "6.4: 4 hexes away; the movement of Blood Harvesters on 2.4 is 2 hexes."
    ]
    assert explain_move(state, 0, "move 2.4-3.4").moves


def test_battlelore_attacks_out_of_range_and_out_of_sight() -> None:
    state = position("attack", "uV3 2.5!, uH3 3.5!, dG3 4.5, dG3 8.0, dY3 6.6")
    assert against(state, "attack 3.5-8.0") == [
        "Citadel Guard on 8.0: 8 hexes away; the range of Blood Harvesters on 3.5 is 1 hex."
    ]
    assert "no free line of sight" in against(state, "attack 2.5-6.6")[0]
    assert against(state, "attack 3.5-2.5") == ["Viper Legion on 2.5: a unit of your own."]


def test_a_text_that_is_no_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="names no move of this game"):
        explain_move(position("move", "uH3 2.4!, dG3 4.5"), 0, "tea")


@pytest.mark.parametrize("thing", ["", "seat:9", "unit:", "unit:a.b", "hex:99.1", "card:tea", "x" * 200])
def test_an_id_of_nothing_is_refused(thing: str) -> None:
    with pytest.raises(UnknownThing, match="is no id of this game"):
        explain_thing(position("move", "uH3 2.4!, dG3 4.5"), 0, thing)


@pytest.mark.parametrize("phase", ["order", "cure", "move", "attack", "aim", "pursuit"])
def test_battlelore_a_hex_stands_for_the_unit_on_it(phase: str) -> None:
    rules = game("battlelore", scenario="full")
    state = rules.from_view(rules.minimal_views()[phase], seed=1)
    for unit in state.view(state.to_move)["units"]:
        place = ".".join(map(str, unit["hex"]))
        one, other = (explain_thing(state, state.to_move, f"{kind}:{place}") for kind in ("unit", "hex"))
        assert one.moves == other.moves
        assert bool(one.moves) == any(f":{place}" in "".join(move.touches) for move in state.legal())
