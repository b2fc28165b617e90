"""Artefacts of Battalia, plain and illuminated, and the ten great artefacts (RULES.md 3.7, 3.8, 5.1)."""

from typing import Any

import pytest

from battlewise.core import State, game
from battlewise.core.games.battalia.cards import ARTEFACTS
from battlewise.core.games.battalia.words import one_of
from tests.games.battalia.positions import (
    FACTIONS,
    cards,
    hand,
    has,
    laid,
    of,
    phase,
    play,
    position,
    road,
    seen,
    settle,
    texts,
)

# RULES.md 3.7: artefacts


def test_v3_the_long_example_step_by_step() -> None:
    held = "scroll_baerfolk, friman_baerfolk, amulet_baerfolk, chief_baerfolk, tool_baerfolk, title_cloudborn"
    state = position(
        "cohort", hand=held, day=5, squares={"b1": road("ew", "woods")},  # tent in the ray, horse matches
        own={"nation": "2 supply, friman_islanders"},
    )  # fmt: skip
    play(state, "announce a cohort and draw 3 cards")
    settle(state)
    assert hand(state) == cards(f"{held}, 2 supply, friman_islanders")
    play(state, "use scroll", "convert title cloudborn to baerfolk")  # V3a
    assert laid(state) == {"title_baerfolk": 1}
    play(state, "use title", "raise friman baerfolk by 1 rank")  # V3b
    settle(state)
    assert laid(state) == {"chief_baerfolk": 1}
    play(state, "create a horse of the cloudborn")  # V3c
    assert seen(state)["table"]["horse_cloudborn"] == 1
    assert laid(state) == {}
    play(state, "use amulet", "lay friman islanders on the amulet", "roll 3")  # V3d
    assert laid(state) == {"friman_islanders": 3}
    play(state, "create a weapon, choosing the cards", "pay friman islanders", "pay friman islanders")
    play(state, "pay chief baerfolk")  # V3e
    settle(state)
    assert laid(state) == {"friman_islanders": 1}
    play(state, "build a city of level 1")  # V3f: tool and the third friman
    assert laid(state) == {}
    assert hand(state) == {}
    play(state, "take a city straight")
    settle(state)
    state.play(state.legal()[0])
    assert game("battalia", players=4).points(state)[0] == 2


def test_v6_an_illuminated_amulet_changes_two_cards() -> None:
    held = "amulet_islanders, title_islanders, chief_islanders, friman_baerfolk, tool_baerfolk, supply"
    state = position(hand=held, day=2)
    play(state, "use amulet", "lay title islanders on the amulet", "roll 2")
    assert laid(state) == {"amulet_islanders": 1, "title_islanders": 2}
    play(state, "use title", "raise chief islanders by 1 rank")
    settle(state)
    play(state, "use title", "raise friman baerfolk by 1 rank")
    settle(state)
    assert laid(state) == {"amulet_islanders": 1, "priest_islanders": 1, "chief_baerfolk": 1}
    play(state, "use amulet", "lay tool baerfolk on the amulet", "roll 4")
    assert of(state, 0)["ambush"] == ["tool_baerfolk"]
    assert hand(state) == {"supply": 1}
    assert seen(state)["limbo"] == {}


@pytest.mark.parametrize(
    ("face", "expected"), [(1, {"supply": 1}), (2, {"supply": 2}), (3, {"supply": 3}), (4, {}), (5, {})]
)
def test_what_the_die_does(face: int, expected: dict[str, int]) -> None:
    state = position(hand="amulet_islanders, 2 supply")
    play(state, "use amulet", "lay supply on the amulet", f"roll {face}")
    assert laid(state) == expected
    assert of(state, 0)["ambush"] == (["supply"] if face == 4 else [])
    assert seen(state)["table"].get("supply", 0) == (face != 4)


def test_a_six_makes_a_wild_card() -> None:
    state = position(hand="amulet_islanders, friman_emberians, chief_baerfolk, friman_baerfolk", day=3)
    play(state, "use amulet", "lay friman emberians on the amulet", "roll 6")
    assert not has(state, "it stands for a tent")
    play(state, "it stands for a priest")
    assert laid(state) == {"priest_emberians": 1}
    assert has(state, "create a scroll")


def test_a_wild_supply_is_of_its_players_faction() -> None:
    state = position(hand="amulet_islanders, 2 supply")
    play(state, "use amulet", "lay supply on the amulet", "roll 6", "it stands for a lord")
    assert laid(state) == {"lord_baerfolk": 1}


def test_a_fourth_ambush_card_sends_one_to_the_shelter() -> None:
    own = {"ambush": [None] * 3, "nation": "5 supply, 3 weapon_baerfolk"}
    state = position(hand="amulet_islanders, 2 supply", own=own, ambush=["weapon_baerfolk"] * 3)
    play(state, "use amulet", "lay supply on the amulet", "roll 4")
    assert texts(state) == {f"give up place {i} of the ambush" for i in range(3)}
    play(state, "give up place 1 of the ambush")
    assert of(state, 0)["shelter"]["weapon_baerfolk"] == 1
    assert of(state, 0)["ambush"] == [None, None, "supply"]


def test_the_second_card_on_an_illuminated_amulet_is_another_one() -> None:
    state = position(hand="amulet_islanders, friman_baerfolk, supply", day=2)
    play(state, "use amulet", "lay friman baerfolk on the amulet", "roll 2", "use amulet")
    assert texts(state) == {"lay supply on the amulet"}


def test_an_illuminated_tool_stands_for_four_frimen_of_one_action() -> None:
    assert has(position(hand="tool_baerfolk"), "create a tool")
    assert not has(position(hand="tool_baerfolk", day=1), "create a tool")


def test_a_title_returns_the_unit_under_its_deck() -> None:
    state = position(hand="title_baerfolk, friman_islanders, lord_baerfolk", day=5)
    play(state, "use title")
    assert texts(state) == {"raise friman islanders by 1 rank"}
    play(state, "raise friman islanders by 1 rank")
    settle(state)
    assert seen(state)["under"] == {"friman_islanders": 1}
    assert laid(state) == {"chief_islanders": 1}
    assert not has(state, "use title")


def test_a_title_without_the_faction_takes_the_topmost_unit() -> None:
    limbo = cards("6 chief_islanders")
    tops = ["friman_baerfolk", "chief_cloudborn", "priest_baerfolk", "lord_baerfolk"]
    state = position(hand="title_baerfolk, friman_islanders", day=5, limbo=limbo, tops=tops)
    play(state, "use title", "raise friman islanders by 1 rank")
    assert laid(state) == {"chief_cloudborn": 1}


def test_without_units_of_the_next_rank_none_is_raised_to_it() -> None:
    priests = cards(", ".join(f"4 priest_{faction}" for faction in FACTIONS))
    tops = ["friman_baerfolk", "chief_baerfolk", None, "lord_baerfolk"]
    given = {"limbo": priests, "tops": tops}
    assert not has(position(hand="title_baerfolk, chief_baerfolk, supply", **given), "use title")
    for title, day in (("title_baerfolk", 3), ("crown", 0)):
        state = position(hand=f"{title}, chief_baerfolk, friman_baerfolk", day=day, **given)
        play(state, f"use {title.removesuffix('_baerfolk')}")
        assert texts(state) == {"raise friman baerfolk by 1 rank", "raise chief baerfolk by 2 ranks"}
        state = position(hand=f"{title}, chief_baerfolk, supply", day=day, **given)
        play(state, f"use {title.removesuffix('_baerfolk')}")
        assert texts(state) == {"raise chief baerfolk by 2 ranks"}
    state = position(hand="title_baerfolk, chief_baerfolk, friman_baerfolk", day=3, **given)
    play(state, "use title", "raise friman baerfolk by 1 rank")
    assert not has(state, "use title")


def test_a_search_shuffles_what_lay_under_the_deck() -> None:
    state = position(hand="title_baerfolk, friman_islanders, scroll_islanders, friman_emberians", day=5)
    play(state, "use title", "raise friman islanders by 1 rank")
    settle(state)
    assert seen(state)["under"] == {"friman_islanders": 1}
    play(state, "use scroll", "convert friman emberians to islanders")
    assert seen(state)["under"] == {}


def test_an_illuminated_title_raises_one_unit_twice_or_two_once() -> None:
    state = position(hand="title_baerfolk, friman_islanders, chief_baerfolk", day=3)
    play(state, "use title", "raise friman islanders by 2 ranks")
    settle(state)
    assert laid(state) == {"priest_islanders": 1}
    state = position(hand="title_baerfolk, friman_islanders, chief_baerfolk", day=3)
    play(state, "use title", "raise friman islanders by 1 rank")
    settle(state)
    play(state, "use title", "raise chief baerfolk by 1 rank")
    settle(state)
    assert laid(state) == {"chief_islanders": 1, "priest_baerfolk": 1}


def test_a_changed_title_in_the_ray_raises_one_unit_twice_too() -> None:
    state = position(hand="scroll_islanders, title_emberians, friman_baerfolk", day=3)
    play(state, "use scroll", "convert title emberians to baerfolk", "use title")
    assert texts(state) == {"raise friman baerfolk by 1 rank", "raise friman baerfolk by 2 ranks"}
    state = position(hand="hammer, friman_baerfolk", day=3)
    play(state, "use hammer as a title", "use title")
    assert texts(state) == {"raise friman baerfolk by 1 rank"}


def test_a_scroll_converts_a_unit_or_itself() -> None:
    state = position(hand="scroll_islanders, friman_islanders, lord_islanders", day=0)
    play(state, "use scroll", "convert lord islanders to baerfolk")
    settle(state)
    assert laid(state) == {"lord_baerfolk": 1}
    assert not has(state, "use scroll")
    state = position(hand="scroll_islanders, friman_islanders", day=0)
    play(state, "use scroll", "convert the scroll itself to baerfolk")
    assert seen(state)["table"] == {"scroll_baerfolk": 1}
    assert not has(state, "use scroll")


def test_a_converted_card_goes_back_into_its_deck() -> None:
    units = cards("3 lord_baerfolk, 3 lord_islanders, 4 lord_emberians, 4 lord_cloudborn")
    tops = ["friman_baerfolk", "chief_baerfolk", "priest_baerfolk", "lord_baerfolk"]
    state = position(hand="scroll_islanders, lord_islanders", limbo=units, tops=tops)
    play(state, "use scroll", "convert lord islanders to baerfolk")
    assert texts(state) == {"reveal lord islanders on its deck"}
    horses = cards("2 horse_baerfolk, 2 horse_islanders, 3 horse_emberians, 3 horse_cloudborn")
    held = "scroll_islanders, horse_islanders, chief_baerfolk, 2 supply"
    state = position(hand=held, limbo=horses)
    play(state, "use scroll", "convert horse islanders to baerfolk", "create a horse")
    assert texts(state) == {"draw horse islanders from its deck"}


def test_nothing_is_converted_to_the_faction_that_is_not_in_the_game() -> None:
    state = position(hand="scroll_islanders, lord_baerfolk", players=2)
    play(state, "use scroll")
    assert texts(state) == {
        "convert lord baerfolk to islanders", "convert lord baerfolk to emberians",
        "convert the scroll itself to baerfolk", "convert the scroll itself to emberians",
    }  # fmt: skip


def test_an_illuminated_scroll_converts_itself_beside_conversions_of_the_book() -> None:
    hand = "scroll_cloudborn, book, friman_baerfolk, friman_emberians, 2 supply"
    state = position(hand=hand, day=4)
    play(state, "use scroll", "convert friman baerfolk to islanders")
    play(state, "use book", "convert friman emberians to islanders")
    settle(state)
    play(state, "use scroll")
    assert texts(state) == {f"convert the scroll itself to {one}" for one in FACTIONS[:3]}
    play(state, "convert the scroll itself to baerfolk")
    settle(state)
    assert not has(state, "use scroll")


def test_an_illuminated_scroll_converts_two_cards() -> None:
    state = position(hand="scroll_islanders, friman_islanders, chief_islanders, lord_islanders", day=4)
    for rank in ("friman", "chief"):
        play(state, "use scroll", f"convert {rank} islanders to baerfolk")
        settle(state)
    assert laid(state) == cards("friman_baerfolk, chief_baerfolk")
    assert not has(state, "use scroll")


def test_an_illuminated_scroll_converts_itself_and_one_more() -> None:
    state = position(hand="scroll_islanders, friman_islanders", day=4)
    play(state, "use scroll", "convert the scroll itself to baerfolk")
    assert has(state, "use scroll")
    play(state, "use scroll", "convert friman islanders to baerfolk")
    settle(state)
    assert laid(state) == {"friman_baerfolk": 1}


def test_an_illuminated_scroll_converts_itself_after_one_more_too() -> None:
    state = position(hand="scroll_islanders, friman_islanders", day=4)
    play(state, "use scroll", "convert friman islanders to baerfolk")
    settle(state)
    assert seen(state)["fresh"] == ["scroll_islanders", None]
    play(state, "use scroll", "convert the scroll itself to baerfolk")
    settle(state)
    assert seen(state)["table"] == cards("friman_baerfolk, scroll_baerfolk")
    assert laid(state) == {"friman_baerfolk": 1}
    assert not has(state, "use scroll")


def test_a_converted_scroll_does_not_convert_itself() -> None:
    state = position(hand="2 scroll_islanders, friman_emberians", day=4)
    play(state, "use scroll", "convert scroll islanders to baerfolk")
    settle(state)
    assert laid(state) == {"scroll_islanders": 1, "scroll_baerfolk": 2}
    play(state, "use scroll")
    assert not has(state, "convert the scroll itself")


def test_a_scroll_without_the_faction_takes_the_topmost_artefact() -> None:
    state = position(hand="scroll_islanders, horse_islanders, supply", limbo=cards("3 horse_baerfolk"), day=0)
    play(state, "use scroll", "convert horse islanders to baerfolk")
    assert phase(state) == "topmost"
    assert texts(state) == {
        "draw horse islanders from its deck",
        "draw horse emberians from its deck",
        "draw horse cloudborn from its deck",
    }


def test_a_tent_keeps_a_card_for_a_supply_and_gives_it_back() -> None:
    state = position(hand="tent_baerfolk, supply, lord_baerfolk, sword")
    play(state, "use tent")
    assert texts(state) == {"station lord baerfolk"}
    play(state, "station lord baerfolk")
    assert of(state, 0)["tents"] == [{"tent": "tent_baerfolk", "cards": ["lord_baerfolk"]}]
    play(state, "end the turn")
    settle(state)
    assert of(state, 0)["tents"]
    state = position(hand="supply", own={"tents": [{"tent": "tent_baerfolk", "cards": ["lord_baerfolk"]}]})
    play(state, "decamp tent 0")
    assert hand(state) == cards("supply, lord_baerfolk")
    assert seen(state)["table"] == {"tent_baerfolk": 1}


def test_a_converted_tent_is_raised() -> None:
    state = position(hand="scroll_islanders, tent_islanders, supply, lord_baerfolk", day=0)
    play(state, "use scroll", "convert tent islanders to baerfolk")
    settle(state)
    play(state, "use tent", "station lord baerfolk")
    assert of(state, 0)["tents"] == [{"tent": "tent_baerfolk", "cards": ["lord_baerfolk"]}]
    assert seen(state)["table"] == cards("scroll_islanders, supply")
    assert laid(state) == {}


def test_an_illuminated_tent_holds_two() -> None:
    state = position(hand="tent_baerfolk, 2 supply, lord_baerfolk, chief_baerfolk", day=5)
    play(state, "use tent", "station chief baerfolk", "station supply")
    assert of(state, 0)["tents"][0]["cards"] == ["chief_baerfolk", "supply"]


def test_the_cards_of_a_tent_come_back_together_and_none_is_added_later() -> None:
    tents = [{"tent": "tent_baerfolk", "cards": ["chief_baerfolk", "lord_baerfolk"]},
             {"tent": "tent_islanders", "cards": ["friman_baerfolk"]}]  # fmt: skip
    state = position(hand="3 supply", own={"tents": tents}, day=5)
    assert not has(state, "station")
    assert not has(state, "use tent")
    play(state, "decamp tent 0")
    assert hand(state) == cards("3 supply, lord_baerfolk, chief_baerfolk")
    assert of(state, 0)["tents"] == tents[1:]


def test_who_would_station_must_have_a_supply_and_a_card() -> None:
    assert not has(position(hand="tent_baerfolk, supply, sword"), "use tent")
    assert not has(position(hand="tent_baerfolk, lord_baerfolk"), "use tent")


# RULES.md 3.8: great artefacts


def with_great(great: str, rest: str, **more) -> State:
    return position(hand=f"{great}, {rest}", **more)


def test_the_hammer_is_any_artefact_but_in_battle() -> None:
    state = with_great("hammer", "2 supply, friman_baerfolk", own={"heroes": ["a1"]})
    assert {f"use hammer as {one_of(one)}" for one in ARTEFACTS if one != "tent"} <= texts(state)
    play(state, "use hammer as a weapon")
    play(state, "hire a hero")
    assert of(state, 0)["heroes"] == ["a1", "a1"]


def test_v15_the_hammer_hires_heroes_and_never_fights() -> None:
    state = with_great("hammer", "lord_baerfolk, 2 lord_islanders", own={"heroes": ["d2"]})
    play(state, "use hammer as a weapon")
    assert not has(state, "attack")
    state = with_great("hammer", "lord_baerfolk, weapon_baerfolk", own={"heroes": ["d2"]})
    play(state, "use hammer as a horse")
    play(state, "attack the place on d2 with 1 hero")
    assert laid(state) == {}
    assert seen(state)["hammer"] is None


@pytest.mark.parametrize(
    ("stands_for", "moves"),
    [
        ("tool", ["build a road tee"]),
        ("horse", ["hero 1 rides to b1"]),
        ("title", ["use title", "raise friman baerfolk by 1 rank"]),
        ("scroll", ["use scroll", "convert friman baerfolk to islanders"]),
        ("amulet", ["use amulet", "lay friman baerfolk on the amulet", "roll 2"]),
    ],
)
def test_what_the_hammer_does(stands_for: str, moves: list[str]) -> None:
    squares = {"b1": road("ew")}
    state = with_great("hammer", "supply, friman_baerfolk", own={"heroes": ["a1"]}, squares=squares, day=5)
    play(state, f"use hammer as {one_of(stands_for)}", *moves)
    assert seen(state)["hammer"] is None
    assert not has(state, moves[0])


def test_the_horn_summons_up_to_two_cards_in_sight_of_all() -> None:
    state = with_great("horn", "supply", own={"nation": "lord_baerfolk, 2 friman_baerfolk, 3 supply"})
    play(state, "use horn", "summon friman baerfolk", "summon lord baerfolk")
    assert hand(state) == cards("supply, lord_baerfolk, friman_baerfolk")
    assert seen(state, 1)["players"][0]["known"] == cards("lord_baerfolk, friman_baerfolk")


def test_the_horn_finds_no_more_than_there_is() -> None:
    state = with_great("horn", "supply", own={"nation": "lord_baerfolk", "shelter": cards("8 supply")})
    play(state, "use horn", "summon lord baerfolk")
    assert phase(state) == "action"
    nothing = {"nation": "", "shelter": cards("8 supply")}
    assert not has(with_great("horn", "supply", own=nothing), "use horn")


def test_the_crown_raises_one_unit_twice_or_two_once() -> None:
    state = with_great("crown", "friman_baerfolk, friman_islanders")
    play(state, "use crown")
    assert {"raise friman baerfolk by 1 rank", "raise friman baerfolk by 2 ranks"} <= texts(state)
    play(state, "raise friman baerfolk by 1 rank")
    settle(state)
    play(state, "use crown")
    assert not has(state, "raise friman islanders by 2 ranks")
    play(state, "raise friman islanders by 1 rank")
    settle(state)
    assert laid(state) == {"chief_baerfolk": 1, "chief_islanders": 1}
    assert not has(state, "use crown")


def test_a_stolen_crown_is_played_in_full() -> None:
    others = {1: {"nation": "crown, 5 supply"}}
    state = with_great("hand", "friman_baerfolk, friman_islanders", others=others, theirs={1: "6 supply"})
    play(state, "use hand", "rob East", "take crown", "use crown", "raise friman baerfolk by 2 ranks")
    settle(state)
    assert laid(state) == {"priest_baerfolk": 1}


@pytest.mark.parametrize("faction", ["baerfolk", "islanders"])
def test_crown_and_illuminated_title_do_not_add_up_on_one_unit(faction: str) -> None:
    state = with_great("crown", f"title_{faction}, 3 friman_islanders", day=3)
    for artefact in ("title", "crown"):
        play(state, f"use {artefact}", "raise friman islanders by 1 rank")
        settle(state)
    play(state, "use title")
    assert texts(state) == {"raise friman islanders by 1 rank"}


def test_the_hand_of_luut_plays_a_card_that_goes_back_to_its_owners_shelter() -> None:
    state = with_great("hand", "supply", others={1: {"nation": "lord_islanders, 5 supply"}})
    play(state, "use hand", "rob East")
    assert seen(state)["players"][1]["nation"] == cards("lord_islanders, 5 supply")
    for viewer in (1, 2, None):
        assert "nation" not in seen(state, viewer)["players"][1]
    play(state, "take lord islanders")
    assert [move.text for _, move in state.log(2)] == ["use hand", "rob East", "take lord islanders"]
    assert laid(state) == {"lord_islanders": 1}
    assert of(state, 1)["shelter"] == cards("5 supply, lord_islanders")


def test_a_stolen_card_is_played_as_ones_own_but_not_exchanged() -> None:
    state = with_great("hand", "2 supply", others={1: {"nation": "weapon_islanders, 5 supply"}})
    play(state, "use hand", "rob East", "take weapon islanders", "hire a hero")
    assert of(state, 0)["heroes"] == ["a1"]
    assert seen(state)["table"] == cards("hand, 2 supply")
    theirs = {1: {"nation": "friman_islanders, 5 supply"}}
    state = with_great("hand", "title_baerfolk, scroll_baerfolk, amulet_baerfolk", others=theirs, day=6)
    play(state, "use hand", "rob East", "take friman islanders")
    assert not has(state, "use title")
    changed = play(state.copy(), "use scroll")
    assert not any("friman" in text for text in texts(changed))


def stolen_on_amulet(kind: str, amulet: str = "amulet_baerfolk", **more: Any) -> State:
    """A card of seat 1 has been stolen and lies on an amulet; the die is thrown next."""
    others = {1: {"nation": f"{kind}, 5 supply"}}
    state = with_great("hand", amulet, others=others, theirs={1: "6 supply"}, **more)
    words = kind.replace("_", " ")
    return play(
        state, "use hand", "rob East", f"take {words}", "use amulet", f"lay the stolen {words} on the amulet"
    )


def test_26_a_stolen_card_on_an_amulet_counts_as_often_as_the_die_says() -> None:
    for face in (1, 2, 3):
        state = play(stolen_on_amulet("lord_islanders"), f"roll {face}")
        assert laid(state) == {"lord_islanders": face}
        assert of(state, 1)["shelter"]["lord_islanders"] == 1
        assert seen(state)["stolen"] is None
        assert state.check() is None


def test_26_a_stolen_card_neither_stays_in_ambush_nor_is_kept() -> None:
    for face in (4, 5):
        state = play(stolen_on_amulet("lord_islanders"), f"roll {face}")
        assert phase(state) == "action"
        assert laid(state) == {}
        assert of(state, 0)["ambush"] == []
        assert of(state, 1)["shelter"]["lord_islanders"] == 1


def test_26_a_stolen_card_is_wild_within_its_faction_even_a_tent() -> None:
    for kind in ("friman_islanders", "tent_islanders"):
        state = play(stolen_on_amulet(kind), "roll 6", "it stands for a lord")
        assert laid(state) == {"lord_islanders": 1}
    assert laid(play(stolen_on_amulet("tent_islanders"), "roll 3")) == {}


def test_26_a_stolen_card_that_was_played_is_not_changed_any_more() -> None:
    others = {1: {"nation": "supply, friman_emberians, 5 supply"}}
    state = with_great("hand", "amulet_baerfolk, supply", others=others, theirs={1: "6 supply"})
    play(state, "use hand", "rob East", "take supply", "hire a friman")
    settle(state)
    assert seen(state)["stolen"] is None
    assert not has(state, "use amulet")


def test_26_what_is_stolen_is_in_every_view_and_a_great_artefact_is_not_changed() -> None:
    state = with_great("hand", "amulet_baerfolk", others={1: {"nation": "lord_islanders, 5 supply"}})
    play(state, "use hand", "rob East", "take lord islanders")
    for viewer in (None, 0, 1, 2):
        assert seen(state, viewer)["stolen"] == "lord_islanders"
        assert state.game.from_view(seen(state, viewer), seed=1).view(viewer) == seen(state, viewer)
    state = with_great(
        "hand", "amulet_baerfolk", others={1: {"nation": "crown, 5 supply"}}, theirs={1: "6 supply"}
    )
    play(state, "use hand", "rob East", "take crown")
    assert seen(state)["stolen"] is None


def test_26_an_illuminated_stolen_card_counts_twice_and_only_whole_on_an_amulet() -> None:
    state = play(stolen_on_amulet("weapon_islanders", day=1), "roll 2")
    assert laid(state) == {"weapon_islanders": 4}
    others = {1: {"nation": "horse_islanders, 5 supply"}}
    state = with_great("hand", "amulet_baerfolk", others=others, day=6)
    play(state, "use hand", "rob East", "take horse islanders")
    assert seen(state)["stolen"] == "horse_islanders"


def test_who_robs_sees_starting_units_that_others_do_not() -> None:
    own = {"nation": "5 supply", "cards": cards("hand, 6 supply, 4 friman_baerfolk")}
    theirs = {1: {"cards": cards("7 supply"), "unseen": {"friman": 3, "chief": 1, "priest": 1}}}
    state = position(hand="hand, supply", own=own, others=theirs)
    play(state, "use hand", "rob East")
    before = of(state, 1)["unseen"]
    nation = seen(state)["players"][1]["nation"]
    units = sum(n for name, n in nation.items() if name != "supply")
    assert units == 5 - sum(n for name, n in seen(state, 1)["hand"].items() if name != "supply")
    assert sum(seen(state, 2)["players"][1]["unseen"].values()) == sum(before.values()) == 5
    assert sum(seen(state)["players"][1]["unseen"].values()) == 5 - units
    for seed in range(20):
        dealt = state.redealt(0, seed)
        assert dealt.view(0) == state.view(0)
        assert texts(dealt) == texts(state)
        assert state.redealt(2, seed).view(2) == state.view(2)
    state.play(state.legal()[0])
    assert sum(seen(state, 2)["players"][1]["unseen"].values()) in (4, 5)


def test_the_pavilion_holds_two_cards_and_needs_no_supply() -> None:
    state = with_great("pavilion", "lord_baerfolk, friman_baerfolk, chief_baerfolk")
    play(state, "use pavilion", "station friman baerfolk", "station lord baerfolk")
    assert of(state, 0)["tents"] == [{"tent": "pavilion", "cards": ["friman_baerfolk", "lord_baerfolk"]}]
    assert hand(state) == cards("chief_baerfolk")


def test_the_staff_changes_the_terrain_of_a_card() -> None:
    state = with_great("staff", "supply")
    play(state, "use staff", "turn d2 to mountains")
    assert seen(state)["map"]["d2"]["terrain"] == "mountains"
    assert seen(state)["terrain_decks"]["city_cross"]["woods"] == 2
    used = {square: road("ns", "canyons") for square in ("d3", "d5", "a2")}
    state = with_great("staff", "supply", squares={**used, "f2": road("ns", "woods")})
    play(state, "use staff")
    assert {text for text in texts(state) if text.startswith("turn f2")} == {
        "turn f2 to lakes", "turn f2 to mountains",
    }  # fmt: skip


def test_the_book_converts_three_cards() -> None:
    state = with_great("book", "friman_islanders, chief_islanders, priest_islanders, lord_islanders")
    for i, rank in enumerate(("friman", "chief", "priest")):
        play(state, "use scroll" if i else "use book", f"convert {rank} islanders to baerfolk")
        settle(state)
    assert laid(state) == cards("friman_baerfolk, chief_baerfolk, priest_baerfolk")
    assert not has(state, "use")


def test_the_wings_carry_a_hero_anywhere() -> None:
    state = with_great("wings", "supply", own={"heroes": ["a1"]})
    play(state, "use wings", "hero 1 flies to g7")
    assert of(state, 0)["heroes"] == ["g7"]


@pytest.mark.parametrize("great", ["sword", "shield"])
def test_sword_and_shield_hire_heroes_like_weapons(great: str) -> None:
    state = with_great(great, "2 supply")
    play(state, "hire a hero")
    assert of(state, 0)["heroes"] == ["a1"]


def test_great_artefacts_are_not_changed_nor_stationed() -> None:
    state = with_great("sword", "amulet_baerfolk, supply")
    play(state, "use amulet")
    assert texts(state) == {"lay supply on the amulet"}
    state = with_great("sword", "tent_baerfolk, supply, friman_baerfolk")
    play(state, "use tent")
    assert texts(state) == {"station friman baerfolk"}
    state = with_great("sword", "scroll_baerfolk, title_baerfolk", day=0)
    assert not has(state, "use title")
    play(state, "use scroll")
    assert not any("sword" in text for text in texts(state))
