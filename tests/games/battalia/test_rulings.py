"""Rulings of Battalia (RULES.md 8) and its custom options, as far as other tests do not show them."""

from typing import Any

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import game
from battlewise.core.games.battalia.cards import ARTEFACTS, RANKS, SQUARES, TERRAINS
from tests.games.battalia.positions import (
    cards,
    city,
    has,
    laid,
    of,
    play,
    position,
    road,
    seen,
    settle,
    texts,
    view,
    volcano,
)


def towns(squares: list[str], seat: int, low: int) -> dict[str, Any]:
    """Cities of a player on squares that do not touch, so many of level 1, the others of level 3."""
    exits = {"city_cross": "nesw", "city_three": "nes", "city_straight": "ns", "city_corner": "ne"}
    shapes = ["city_cross"] * 3 + [*exits][1:]
    drawn = [(terrain, shape) for shape in shapes for terrain in TERRAINS]
    return {
        square: city(seat, 1 if i < low else 3, *drawn[i], exits[drawn[i][1]])
        for i, square in enumerate(squares)
    }


EVEN = [f"{'abcdefg'[i % 7]}{i // 7 + 1}" for i in range(0, 49, 2) if i != 24]


def test_6_without_any_token_a_conquered_city_is_free() -> None:
    squares: dict[str, Any] = {**dict.fromkeys(EVEN), **towns(EVEN[:16], 0, 8)}
    squares["c1"] = city(1, 2, squares["c1"]["terrain"])
    squares[EVEN[16]] = city(0, 1, "woods", "city_end", "n")
    own = {"heroes": ["c1"]}
    held = "weapon_baerfolk, 2 lord_baerfolk"
    state = position(hand=held, squares=squares, own=own, others={2: {"heroes": ["c1"]}})
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "add lord baerfolk",
        "stand",
        "surrender",
    )
    assert (seen(state)["map"]["c1"]["owner"], seen(state)["map"]["c1"]["level"]) == ("free", 1)
    assert not has(state, "annex")
    play(state, "end the turn", "keep the hand", "end the turn", "keep the hand", "annex c1")
    assert seen(state)["map"]["c1"]["owner"] == 2


@pytest.mark.parametrize("great", ["horn", "hand", "staff", "pavilion", "hammer", "wings"])
def test_11_other_great_artefacts_have_no_place_in_a_battle(great: str) -> None:
    state = position(hand=f"weapon_baerfolk, {great}, 2 lord_baerfolk, supply", own={"heroes": ["d2"]})
    play(state, "attack the place on d2 with 1 hero", "add weapon baerfolk")
    assert texts(state) == {"add lord baerfolk", "pass"}


def test_12_neither_the_hammer_nor_a_wild_card_is_a_tent() -> None:
    state = position(hand="hammer, amulet_baerfolk, 2 supply")
    assert not has(state, "use hammer as a tent")
    play(state, "use amulet", "lay supply on the amulet", "roll 6")
    assert texts(state) == {
        f"it stands for a {one}" for one in (*RANKS, *ARTEFACTS, "supply") if one != "tent"
    }


def test_16_each_of_several_attacks_needs_a_weapon() -> None:
    for weapons in (1, 2):
        state = position(hand=f"{weapons} weapon_baerfolk, 2 lord_baerfolk", own={"heroes": ["d2", "b4"]})
        play(state, "attack the place on d2 with 1 hero", "add weapon baerfolk", "add lord baerfolk")
        settle(state)
        assert has(state, "attack the place on b4 with 1 hero") is (weapons == 2)


@pytest.mark.parametrize("face", [1, 3])
def test_17_a_tent_on_an_amulet_is_raised_its_copies_are_not(face: int) -> None:
    state = position(hand="amulet_baerfolk, tent_baerfolk, 4 supply")
    play(state, "use amulet", "lay tent baerfolk on the amulet", f"roll {face}", "use tent", "station supply")
    assert of(state, 0)["tents"] == [{"tent": "tent_baerfolk", "cards": ["supply"]}]
    assert not has(state, "use tent")


def test_17_a_stolen_tent_is_not_raised() -> None:
    state = position(hand="hand, 2 supply", others={1: {"nation": "tent_islanders, 5 supply"}})
    play(state, "use hand", "rob East", "take tent islanders")
    assert laid(state) == {}
    assert not has(state, "use tent")


def test_17_a_stolen_pavilion_is_not_raised() -> None:
    theirs = {"theirs": {1: "6 supply"}, "others": {1: {"nation": "pavilion"}}}
    state = position(hand="hand, 2 supply, friman_baerfolk", **theirs)
    play(state, "use hand", "rob East", "take pavilion")
    assert laid(state) == {}


def test_20_a_great_artefact_can_be_suspended_and_another_be_won() -> None:
    held = "book, 2 weapon_baerfolk, 2 lord_baerfolk"
    state = position(hand=held, own={"heroes": ["d4"]}, offered=["horn"])
    assert not has(state, "attack")
    play(state, "lay weapon baerfolk in ambush", "suspend book")
    assert seen(state)["limbo"] == {"book": 1}
    assert has(state, "attack the place on d4")


@pytest.mark.parametrize(
    ("own", "more"),
    [
        ({"nation": "4 supply, book"}, {}),
        ({"shelter": cards("5 supply, book")}, {}),
        ({"nation": "5 supply, book", "ambush": [None]}, {"ambush": ["book"]}),
        ({"tents": [{"tent": "pavilion", "cards": ["supply"]}]}, {}),
        ({}, {"table": cards("book")}),
    ],
)
def test_a_great_artefact_counts_wherever_it_is(own: dict[str, Any], more: dict[str, Any]) -> None:
    given = {"hand": "weapon_baerfolk, 2 lord_baerfolk", "offered": ["horn"]}
    assert has(position(own={"heroes": ["d4"]}, **given), "attack the place on d4")
    assert not has(position(own={"heroes": ["d4"], **own}, **given, **more), "attack")


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


def test_24_the_action_with_the_first_card_ends_before_the_second_roll_of_an_illuminated_amulet() -> None:
    state = position(hand="amulet_baerfolk, 2 supply, friman_baerfolk, chief_baerfolk", day=2)
    play(state, "use amulet", "lay supply on the amulet", "roll 3")
    assert seen(state, 1)["charmed"] == ["supply", None]
    other = state.copy()
    play(state, "use amulet")
    assert laid(state) == {}
    assert seen(state)["charmed"] == [None, None]
    play(state, "lay friman baerfolk on the amulet", "roll 2")
    assert laid(state) == {"friman_baerfolk": 2}
    play(other, "create a horse", "draw horse baerfolk from its deck", "hire a friman")
    assert seen(other)["charmed"] == [None, None]
    assert laid(other) == {"amulet_baerfolk": 1}


def test_24_what_an_amulet_made_of_another_is_played_first() -> None:
    state = position(hand="amulet_baerfolk, amulet_islanders, 2 supply, friman_baerfolk", day=2)
    play(state, "use amulet", "lay amulet baerfolk on the amulet", "roll 1")
    assert laid(state) == {"amulet_baerfolk": 2, "amulet_islanders": 1}
    play(state, "use amulet", "lay supply on the amulet", "roll 2")
    assert laid(state) == {"amulet_baerfolk": 1, "amulet_islanders": 1, "supply": 2}
    state = position(hand="amulet_islanders, amulet_emberians, 2 supply, friman_baerfolk", day=2)
    play(state, "use amulet", "lay amulet emberians on the amulet", "roll 3", "use amulet")
    assert laid(state) == {"amulet_emberians": 5, "amulet_islanders": 1}
    state = position(hand="amulet_islanders, friman_cloudborn, 2 supply", day=2)
    play(state, "use amulet", "lay friman cloudborn on the amulet", "roll 6", "it stands for a amulet")
    play(state, "use amulet")
    assert laid(state) == {"amulet_cloudborn": 1, "amulet_islanders": 1}


def test_24_an_amulet_carries_nothing_more_when_its_tent_has_been_raised() -> None:
    given = "amulet_baerfolk, tent_islanders, tent_cloudborn, scroll_emberians, supply, 2 friman_baerfolk"
    state = position(hand=given, day=2)
    play(state, "use amulet", "lay tent islanders on the amulet", "roll 2")
    assert seen(state)["charmed"] == ["tent_islanders", None]
    play(state, "use tent", "station friman baerfolk")
    assert seen(state)["charmed"] == [None, None]
    play(state, "use scroll", "convert tent cloudborn to islanders", "use amulet")
    assert laid(state) == {"tent_islanders": 1}


def test_24_the_hammer_is_no_second_use_of_an_amulet() -> None:
    state = position(hand="hammer, amulet_baerfolk, 2 supply, friman_baerfolk", day=2)
    play(state, "use amulet", "lay supply on the amulet", "roll 3", "use hammer as an amulet")
    play(state, "use amulet", "lay friman baerfolk on the amulet", "roll 1")
    assert laid(state) == {"amulet_baerfolk": 1, "supply": 3, "friman_baerfolk": 1}
    assert seen(state)["charmed"] == ["supply", None]
    play(state, "use amulet")
    assert laid(state) == {"friman_baerfolk": 1}


@pytest.mark.parametrize(("first", "then"), [("hammer", "use hammer as a scroll"), ("book", "use book")])
def test_great_artefacts_leave_an_illuminated_scroll_its_right_to_convert_itself(
    first: str, then: str
) -> None:
    held = f"{first}, scroll_islanders, friman_islanders, chief_islanders"
    state = position(hand=held, day=4)
    play(state, "use scroll", "convert friman islanders to baerfolk", then)
    if first == "hammer":
        play(state, "use scroll")
    assert not has(state, "convert the scroll itself")
    play(state, "convert chief islanders to baerfolk")
    assert seen(settle(state))["fresh"] == ["scroll_islanders", None]


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
    assert texts(state) == {"reveal friman baerfolk on its deck"}


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


def test_31_the_volcano_has_four_exits_everywhere_and_moves_two_neutral_cities() -> None:
    rules = game("battalia", players=3, scenario="bleeding_horn")
    table = seen(settle(rules.new(seed=1, chance="ask")))["map"]
    assert {name for name, card in table.items() if card.get("owner") == "neutral"} == {"c2", "e2", "d6"}
    middle = [card for card in table.values() if card["card"] in ("sanctuary", "crossroads", "peak")]
    assert [card["exits"] for card in middle] == ["nesw"] * 9


def test_34_what_was_known_of_a_hand_is_forgotten_when_it_lays_an_ambush() -> None:
    state = position(hand="weapon_baerfolk, 3 supply", own={"known": cards("weapon_baerfolk")})
    play(state, "lay supply in ambush", "suspend supply")
    assert seen(state, 1)["players"][0]["known"] == {}


def test_36_of_a_large_hand_six_cards_count_towards_cohorts() -> None:
    held = "3 friman_baerfolk, 2 chief_baerfolk, 2 priest_baerfolk, 3 friman_islanders"
    state = position("cohort", hand=held)
    assert [move.doc["number"] for move in state.legal() if move.doc["kind"] == "cohort"] == [4]


def test_37_the_absent_faction_and_who_begins_are_drawn_by_lot() -> None:
    drawn = [seen(settle(game("battalia").new(seed=seed, chance="ask"))) for seed in range(40)]
    assert len({shown["absent"] for shown in drawn}) == 4
    assert {shown["first"] for shown in drawn} == {0, 1}


def test_38_other_factions_scrolls_are_played_first() -> None:
    state = position(hand="scroll_baerfolk, scroll_islanders, friman_islanders", day=0)
    play(state, "use scroll", "convert friman islanders to baerfolk")
    assert seen(settle(state))["hand"] == cards("scroll_baerfolk")


def test_39_a_changed_card_may_wait_for_a_later_step_of_the_battle() -> None:
    held = "weapon_baerfolk, title_islanders, friman_baerfolk, lord_baerfolk"
    squares = {"c1": city(1, 3, "lakes")}
    state = position(hand=held, theirs={1: "2 priest_islanders"}, own={"heroes": ["c1"]}, squares=squares)
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "use title",
        "raise friman baerfolk by 1 rank",
    )
    settle(state)
    play(state, "add lord baerfolk", "stand", "fight with no hero", "add priest islanders", "stand")
    assert texts(state) == {"add chief baerfolk", "pass"}


def test_a_seal_takes_a_low_token() -> None:
    seven = towns(["a1", "c1", "e1", "g1", "b2", "d2", "f2"], 0, 7)
    squares = volcano(**dict.fromkeys(("a7", "g7", "b4", "f4", "d6")), **seven, a2=road("nes"))
    for seals in ([], ["baerfolk"]):
        state = position(
            hand="3 friman_baerfolk", squares=squares, own={"seals": seals},
            options={"scenario": "bleeding_horn"},
        )  # fmt: skip
        assert has(state, "build a city of level 1") is (not seals)


def test_40_a_sanctuary_needs_a_low_token_and_is_home_terrain() -> None:
    options = {"scenario": "bleeding_horn", "advanced": True}
    held = "weapon_islanders, lord_baerfolk, friman_baerfolk, supply"
    own = {"heroes": ["c3"]}
    below = {faction: [None, None] for faction in ("baerfolk", "islanders", "emberians", "cloudborn")}
    state = position(hand=held, own=own, squares=volcano(), options=options, sanctuaries=below)
    play(
        state,
        "attack the place on c3 with 1 hero",
        "add weapon islanders",
        "add friman baerfolk",
        "add lord baerfolk",
    )
    assert seen(state)["players"][0]["seals"] == ["baerfolk"]  # 1 + 1 + 4 and home terrain against 6
    none_left = towns(["a1", "c1", "e1", "g1", "b2", "d2", "f2", "a3"], 0, 8)
    other = dict.fromkeys(("a7", "g7", "b4", "f4", "d6"))
    state = position(
        hand=held, own=own, squares=volcano(**other, **none_left), options=options, sanctuaries=below
    )
    assert not has(state, "attack")


@pytest.mark.parametrize("heroes", [1, 2])
def test_41_heroes_at_the_start_stand_on_the_lowest_numbered_city(heroes: int) -> None:
    rules = game("battalia", players=2, start_cities=2, start_heroes=heroes)
    state = settle(rules.new(seed=3, chance="ask"))
    while seen(state)["phase"] in ("heroes", "start"):
        state.play(state.legal()[0])
    for seat in range(2):
        own = [name for name, card in seen(state)["map"].items() if card.get("owner") == seat]
        assert of(state, seat)["heroes"] == [min(own, key=SQUARES.index)] * heroes


def test_42_the_lord_of_an_annexed_city_may_be_one_of_the_unbound() -> None:
    state = position(
        hand="weapon_baerfolk, lord_islanders", own={"heroes": ["d2"]}, limbo=cards("4 lord_baerfolk"),
        tops=["friman_baerfolk", "chief_baerfolk", "priest_baerfolk", "lord_unbound"],
        options={"unbound": True},
    )  # fmt: skip
    play(state, "attack the place on d2 with 1 hero", "add weapon baerfolk", "add lord islanders")
    assert seen(settle(state))["table"] == cards("weapon_baerfolk, lord_islanders, lord_unbound, supply")


def test_45_a_universal_card_counts_in_one_cohort_at_a_time() -> None:
    state = position("cohort", hand="2 friman_baerfolk, 2 friman_islanders, sword, supply")
    assert has(state, "announce a cohort and draw 1 card")
    assert not has(state, "announce a cohort and draw 2 cards")


def test_46_without_a_lord_no_supply_comes_over() -> None:
    state = position(
        hand="weapon_baerfolk, lord_baerfolk", own={"heroes": ["d2"]},
        limbo=cards("3 lord_baerfolk, 4 lord_islanders, 4 lord_emberians, 4 lord_cloudborn"),
        tops=["friman_baerfolk", "chief_baerfolk", "priest_baerfolk", None],
    )  # fmt: skip
    play(state, "attack the place on d2 with 1 hero", "add weapon baerfolk", "add lord baerfolk")
    assert seen(state)["map"]["d2"]["owner"] == 0
    assert seen(state)["table"] == cards("weapon_baerfolk, lord_baerfolk")


def test_47_no_card_is_laid_in_ambush_while_a_battle_lasts() -> None:
    held = "weapon_baerfolk, lord_baerfolk, 2 supply, lord_islanders"
    state = position(hand=held, own={"heroes": ["d2"]})
    assert has(state, "lay supply in ambush")
    play(state, "attack the place on d2 with 1 hero")
    assert not has(state, "lay")
    play(state, "add weapon baerfolk")
    assert not has(state, "lay")


def test_25_a_cohort_shows_its_size_and_no_card() -> None:
    state = position("cohort", hand="3 friman_baerfolk, 3 supply")
    play(state, "announce a cohort and draw 1 card")
    assert [move.text for _, move in state.log(1)] == ["announce a cohort and draw 1 card"]
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


@pytest.mark.parametrize("scenario", ["standard", "bleeding_horn"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("neutrals", [0, 2])
def test_there_can_be_no_neutral_cities_or_two_of_each_player(
    neutrals: int, players: int, scenario: str
) -> None:
    for state in walk(game("battalia", players=players, neutrals=neutrals, scenario=scenario), 4):
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
        pending={"action": "build_road", "deck": "road_cross", "need": {"friman": 2, "supply": 1}},
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


def test_34_units_that_come_back_into_their_deck_are_nobodys() -> None:
    """Nobody has seen seat 1's frimen; the last of the Islanders' goes into the deck, and the topmost one."""
    state = position(
        hand="scroll_baerfolk, friman_islanders, supply",
        limbo=cards("5 friman_islanders"),
        others={1: {"cards": cards("8 supply"), "unseen": {"friman": 3}}},
    )
    play(state, "use scroll", "convert friman islanders to emberians")
    for viewer in (0, 2, None):
        assert seen(state, viewer)["returned"] == {"friman_baerfolk": 1, "friman_islanders": 1}
    for seed in range(40):
        assert "friman_islanders" not in seen(state.redealt(0, seed), 1)["unseen"]
    play(settle(state), "end the turn")
