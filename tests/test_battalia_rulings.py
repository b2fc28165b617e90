"""Rulings of Battalia (RULES.md 8) and its custom options, as far as other tests do not show them."""

from typing import Any

import pytest
from battalia_positions import cards, city, has, of, play, position, seen, settle, texts, view
from conftest import walk

from battlewise.core import State, game


def laid(state: State) -> dict[str, int]:
    found: dict[str, int] = seen(state)["laid"][0]
    return found


@pytest.mark.parametrize("face", [1, 3])
def test_17_a_tent_on_an_amulet_is_raised_its_copies_are_not(face: int) -> None:
    state = position(hand="amulet_baerfolk, tent_baerfolk, 4 supply")
    play(state, "use amulet", "lay tent baerfolk on the amulet", f"roll {face}", "use tent", "station supply")
    assert of(state, 0)["tents"] == [{"tent": "tent_baerfolk", "cards": ["supply"]}]
    assert not has(state, "use tent")


def test_17_a_stolen_tent_is_not_raised() -> None:
    state = position(hand="hand, 2 supply", others={1: {"nation": "tent_islanders, 5 supply"}})
    play(state, "use hand", "rob seat 1", "take tent islanders")
    assert laid(state) == {}
    assert not has(state, "use tent")


def test_20_a_great_artefact_can_be_suspended_and_another_be_won() -> None:
    held = "book, 2 weapon_baerfolk, 2 lord_baerfolk"
    state = position(hand=held, own={"heroes": ["d4"]}, offered=["horn"])
    assert not has(state, "attack")
    play(state, "lay weapon baerfolk in ambush", "suspend book")
    assert seen(state)["limbo"] == {"book": 1}
    assert has(state, "attack the place on d4")


def test_21_a_player_raises_eight_tents_at_most() -> None:
    kinds = ("islanders", "emberians", "cloudborn") * 3
    tents = [{"tent": f"tent_{faction}", "cards": ["supply"]} for faction in kinds[:8]]
    state = position(hand="tent_baerfolk, 3 supply", own={"tents": tents})
    assert not has(state, "use tent")
    play(state, "decamp tent 0")
    assert has(state, "use tent")


def test_23_each_copy_of_an_illuminated_artefact_is_illuminated() -> None:
    state = position(hand="amulet_baerfolk, tool_islanders, supply")
    play(state, "use amulet", "lay tool islanders on the amulet", "roll 2")
    assert laid(state) == {"tool_islanders": 4}


def test_24_the_second_roll_of_an_illuminated_amulet_need_not_wait() -> None:
    state = position(hand="amulet_baerfolk, 2 supply, friman_baerfolk", day=2)
    play(state, "use amulet", "lay supply on the amulet", "roll 3")
    play(state, "use amulet", "lay friman baerfolk on the amulet", "roll 2")
    assert laid(state) == {"supply": 3, "friman_baerfolk": 2}


def test_a_five_on_the_first_card_does_not_end_an_illuminated_amulet() -> None:
    state = position(hand="amulet_baerfolk, 2 supply, friman_baerfolk", day=2)
    play(state, "use amulet", "lay supply on the amulet", "roll 5")
    assert has(state, "use amulet")


def test_27_of_a_matching_artefact_only_factions_that_are_left_are_offered() -> None:
    state = position(hand="3 friman_baerfolk", limbo=cards("3 tool_baerfolk"))
    assert not has(state, "create a tool of the baerfolk")
    assert has(state, "create a tool of the islanders")


def test_28_units_under_a_deck_come_last() -> None:
    """All other frimen are the players' or in limbo."""
    limbo = "6 friman_islanders, 5 friman_cloudborn, 4 friman_baerfolk, 4 friman_emberians"
    others = {i: {"nation": "5 supply, friman_emberians"} for i in (1, 2)} | {3: {"nation": "6 supply"}}
    state = position(
        hand="2 supply",
        limbo=cards(limbo),
        under={"friman_baerfolk": 1},
        tops=["friman_cloudborn", "chief_baerfolk", "priest_baerfolk", "lord_baerfolk"],
        own={"nation": "5 supply, friman_baerfolk"},
        others=others,
    )
    play(state, "hire a friman")
    assert texts(state) == {"reveal friman baerfolk"}


def test_30_wings_need_a_seal_to_reach_the_peak() -> None:
    rules = game("battalia", players=4, scenario="bleeding_horn")
    for seals, reached in (([], False), (["islanders"], True)):
        shown = rules.minimal_views()["action"]
        shown["players"][0].update(heroes=["a1"], seals=seals)
        shown["hand"] = cards("wings, 5 supply")
        shown["players"][0]["cards"] = cards("wings, 5 supply, 4 friman_baerfolk")
        state = rules.from_view(shown, seed=1, chance="ask")
        play(state, "use wings")
        assert ("hero 1 flies to d4" in texts(state)) == reached


def test_25_a_cohort_shows_its_size_and_no_card() -> None:
    state = position("cohort", hand="3 friman_baerfolk, 3 supply")
    play(state, "announce a cohort and draw 1")
    assert [move.text for _, move in state.log(1)] == ["announce a cohort and draw 1"]
    assert seen(state, 1)["players"][0]["known"] == {}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_can_start_with_two_cities_and_with_heroes(players: int) -> None:
    state = settle(
        game("battalia", players=players, start_cities=2, start_heroes=2).new(seed=3, chance="ask")
    )
    while seen(state)["phase"] in ("heroes", "start"):
        state.play(state.legal()[0])
    owners = [card["owner"] for card in seen(state)["map"].values() if card["card"] == "city_cross"]
    assert sorted(owners) == sorted([*range(players)] * 2)
    for seat in range(players):
        assert len(of(state, seat)["heroes"]) == 2


@pytest.mark.parametrize(("neutrals", "players"), [(0, 2), (2, 2), (2, 4), (0, 4)])
def test_there_can_be_no_neutral_cities_or_two_of_each_player(neutrals: int, players: int) -> None:
    for state in walk(game("battalia", players=players, neutrals=neutrals), 4):
        if seen(state, None)["phase"] == "cohort":
            owners = [card.get("owner") for card in seen(state)["map"].values()]
            assert owners.count("neutral") == neutrals * players
            break


def test_the_end_by_cities_of_level_four_can_be_set() -> None:
    squares: dict[str, Any] = {"d2": city(0, 3), "b4": city(0, 4, "lakes")}
    state = position(hand="2 lord_baerfolk", squares=squares, options={"great_cities": 2})
    play(state, "raise a city to level 4")
    assert state.is_over


def test_who_is_dealt_a_hand_that_cannot_pay_passes() -> None:
    """Another seat's deal of the mover's hand in the middle of a payment."""
    shown = view(
        "pay", hand="2 friman_islanders, friman_baerfolk, supply, 2 lord_baerfolk",
        own={"nation": "8 supply"},
        pending={"action": "build_road", "what": 8, "faction": 0, "need": {"friman": 2, "supply": 1}},
    )  # fmt: skip
    state = game("battalia", players=4).from_view(shown, seed=1, chance="ask")
    assert texts(state) == {"pay friman baerfolk", "pay friman islanders"}
    met = set()
    for seed in range(40):
        dealt = state.redealt(1, seed)
        met |= texts(dealt)
        if texts(dealt) == {"pass"}:
            dealt.play("pass")
            assert seen(dealt, 1)["phase"] == "action"
    assert "pass" in met
