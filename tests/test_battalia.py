"""Battalia but for the map and battles: set-up, cohorts, purchases, artefacts, ambush, the end."""

import pytest
from battalia_positions import (
    FACTIONS,
    START,
    cards,
    city,
    has,
    of,
    play,
    position,
    road,
    seen,
    settle,
    texts,
    view,
)
from conftest import walk

from battlewise.core import OptionError, State, game
from battlewise.core.games.battalia.cards import ARTEFACTS, TERRAINS


def phase(state: State) -> str:
    return str(seen(state, None)["phase"])


def hand(state: State, seat: int = 0) -> dict[str, int]:
    found: dict[str, int] = seen(state, seat)["hand"]
    return found


def laid(state: State) -> dict[str, int]:
    found: dict[str, int] = seen(state)["laid"][0]
    return found


# 2 Set-up


@pytest.mark.parametrize(("players", "offered"), [(2, 3), (3, 4), (4, 5)])
def test_the_set_up_deals_what_the_book_says(players: int, offered: int) -> None:
    state = game("battalia", players=players).new(seed=4, chance="ask")
    while state.is_chance:
        state.roll()
    shown = seen(state, 0)
    towns = [card for card in shown["map"].values() if card["card"] == "city_cross"]
    assert len([card for card in towns if card["owner"] == "neutral" and card["level"] == 4]) == players
    assert len([card for card in towns if card["owner"] == "free"]) == players
    for owner in ("neutral", "free"):
        terrains = [card["terrain"] for card in towns if card["owner"] == owner]
        assert len(set(terrains)) == players
    assert len(shown["offered"]) == offered
    assert (shown["absent"] is not None) == (players == 2)
    for one in shown["players"]:
        assert one["hand_size"] == 6
        assert one["unseen"] == {"friman": 3, "chief": 1, "priest": 1}
        assert one["cards"] == {"supply": 5}
    assert all(top is not None for top in shown["tops"])
    assert sum(hand(state, 0).values()) == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_heroes_are_chosen_clockwise_and_cities_counterclockwise(players: int) -> None:
    state = settle(game("battalia", players=players).new(seed=5, chance="ask"))
    first = seen(state)["first"]
    movers = []
    while phase(state) in ("heroes", "start"):
        movers.append(state.to_move)
        state.play(state.legal()[0])
    clockwise = [(first + i) % players for i in range(players)]
    assert movers == clockwise + clockwise[::-1]
    assert phase(state) == "cohort"
    assert state.to_move == first
    owners = [seen(state)["map"][square]["owner"] for square in START[players]]
    assert sorted(owners) == list(range(players))


def test_two_players_play_without_a_faction_and_without_the_outer_ring() -> None:
    for state in walk(game("battalia"), 3):
        shown = seen(state, None)
        absent = shown["absent"]
        assert all(square[0] in "bcdef" and square[1] in "23456" for square in shown["map"])
        if phase(state) != "setup":
            for one in shown["players"]:
                names = [*one["shelter"], *one["cards"]]
                assert not any(name.endswith(f"_{absent}") for name in names)
            for seat in range(2):
                own = seen(state, seat)
                assert not any(name.endswith(f"_{absent}") for name in [*own["hand"], *shown["tops"]] if name)
            away = dict(zip(FACTIONS, TERRAINS, strict=True))[absent]
            assert away not in {card["terrain"] for card in shown["map"].values()}
            assert not any(away in deck for deck in shown["terrain_decks"].values())
        if shown["turn"] > 12:
            break
    assert "take_heroes" in {m.doc["kind"] for _, m in state.log()}


@pytest.mark.parametrize("options", [{"players": 5}, {"neutral_level": 5}, {"scenario": "x"}, {"weeks": -1}])
def test_other_options_are_refused(options) -> None:
    with pytest.raises(OptionError, match=next(iter(options))):
        game("battalia", **options)


def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(OptionError, match="points"):
        game("battalia", points=2)
    with pytest.raises(OptionError, match="start_cities"):
        game("battalia", start_cities=2, neutrals=0)


# 3.1 Cohort or mulligan, 3.2 ambush raised


@pytest.mark.parametrize(
    ("held", "draws"),
    [
        ("3 friman_baerfolk, 3 supply", 1),
        ("3 friman_baerfolk, chief_baerfolk, 2 supply", 2),
        ("3 friman_baerfolk, chief_baerfolk, tool_baerfolk, supply", 3),
        ("3 friman_baerfolk, chief_baerfolk, tool_baerfolk, priest_baerfolk", 4),
        ("3 friman_baerfolk, 2 chief_islanders, tool_islanders", 2),
        ("3 friman_baerfolk, 2 chief_islanders, sword", 2),
        ("2 friman_baerfolk, sword, 3 supply", 1),
        ("2 friman_baerfolk, 4 supply", 0),
    ],
)
def test_a_cohort_draws_by_its_size(held: str, draws: int) -> None:
    state = position("cohort", hand=held)
    announced = [move for move in state.legal() if move.doc["kind"] == "cohort"]
    if not draws:
        assert not announced
        return
    assert announced[0].doc["number"] == draws
    state.play(announced[0])
    settle(state)
    assert sum(hand(state).values()) == 6 + draws
    assert phase(state) == "action"


def test_a_mulligan_draws_five_and_leaves_no_cohort() -> None:
    state = position("cohort", hand="3 friman_baerfolk, 3 supply")
    play(state, "mulligan")
    settle(state)
    assert sum(hand(state).values()) == 5
    assert phase(state) == "action"
    assert of(state, 0)["shelter"]["friman_baerfolk"] == 3


def test_the_ambush_comes_back_after_the_cohort_and_extends_the_hand() -> None:
    own = {"ambush": [None], "nation": "5 supply, friman_emberians, weapon_baerfolk"}
    state = position("cohort", hand="6 supply", own=own, ambush=["weapon_baerfolk"])
    play(state, "keep the hand")
    assert hand(state) == cards("6 supply, weapon_baerfolk")
    assert of(state, 0)["ambush"] == []


# 3.3 to 3.5 New cards (V1, V10, V11)


def test_v1_units_make_a_scroll_and_supplies_a_chief() -> None:
    state = position(hand="3 supply, friman_baerfolk, chief_islanders, priest_emberians", day=2)
    play(state, "create a scroll", "topmost scroll islanders", "hire a chief")
    shown = seen(state)
    assert shown["table"] == cards(
        "friman_baerfolk, chief_islanders, priest_emberians, scroll_islanders, 4 supply, chief_baerfolk"
    )
    play(state, "end the turn")
    settle(state)
    for card in ("scroll_islanders", "chief_baerfolk"):
        assert of(state, 0)["shelter"].get(card, 0) + of(state, 0)["cards"].get(card, 0) == 1


@pytest.mark.parametrize(("rank", "supplies"), [("friman", 2), ("chief", 3), ("priest", 4), ("lord", 5)])
def test_a_unit_costs_its_rank_and_one_supplies_and_brings_one(rank: str, supplies: int) -> None:
    assert not has(position(hand=f"{supplies - 1} supply, friman_baerfolk"), f"hire a {rank}")
    state = position(hand=f"{supplies} supply")
    play(state, f"hire a {rank}")
    assert seen(state)["table"] == cards(f"{supplies + 1} supply, {rank}_baerfolk")
    assert phase(state) == "reveal"
    state.roll()
    assert phase(state) == "action"


@pytest.mark.parametrize(
    ("artefact", "paid"),
    [
        ("tool", "3 friman_islanders"),
        ("weapon", "chief_islanders, 2 friman_islanders"),
        ("amulet", "priest_islanders, 2 friman_islanders"),
        ("title", "lord_islanders, 2 friman_islanders"),
        ("scroll", "friman_islanders, chief_islanders, priest_islanders"),
        ("tent", "chief_islanders, friman_islanders, supply"),
        ("horse", "chief_islanders, 2 supply"),
    ],
)
def test_what_each_artefact_costs(artefact: str, paid: str) -> None:
    day = 1 if artefact == "tool" else 0
    state = position(hand=paid, day=day)
    assert has(state, f"create a {artefact}")
    play(state, f"create a {artefact}", f"topmost {artefact} islanders")
    assert seen(state)["table"] == cards(f"{paid}, {artefact}_islanders")
    less = cards(paid)
    name = next(iter(less))
    less[name] -= 1
    short = ", ".join(f"{n} {card}" for card, n in less.items() if n)
    assert not has(position(hand=short, day=day), f"create a {artefact}")


def test_v10_a_tool_stands_for_two_frimen_of_one_action() -> None:
    state = position(hand="chief_baerfolk, tool_baerfolk, supply", day=3)
    play(state, "create a weapon")
    settle(state)
    assert laid(state) == {}
    assert not has(state, "build")


def test_an_illuminated_tool_counts_twice() -> None:
    state = position(hand="chief_baerfolk, tool_baerfolk, supply")
    play(state, "create a weapon")
    settle(state)
    assert laid(state) == {"tool_baerfolk": 1}
    assert has(state, "build a road")


def test_the_common_payment_uses_tools_and_other_factions_first() -> None:
    held = "tool_islanders, 2 friman_baerfolk, friman_islanders, chief_baerfolk"
    state = position(hand=held, day=3)
    play(state, "create a weapon")
    settle(state)
    assert hand(state) == cards("2 friman_baerfolk, friman_islanders")


def test_a_payment_can_be_chosen_card_by_card() -> None:
    held = "tool_islanders, 2 friman_baerfolk, friman_islanders, chief_baerfolk"
    state = position(hand=held, day=3)
    play(state, "create a weapon, choosing the cards")
    assert texts(state) == {"pay friman baerfolk", "pay friman islanders", "pay tool islanders"}
    play(state, "pay friman baerfolk")
    play(state, "pay friman islanders")
    assert texts(state) == {"pay chief baerfolk"}
    play(state, "pay chief baerfolk")
    settle(state)
    assert hand(state) == cards("friman_baerfolk, tool_islanders")


def test_with_matching_symbols_the_faction_is_chosen() -> None:
    state = position(hand="3 friman_islanders")
    assert {text for text in texts(state) if text.startswith("create")} == {
        f"create a tool of the {faction}" for faction in FACTIONS
    }
    play(state, "create a tool of the cloudborn")
    assert seen(state)["table"]["tool_cloudborn"] == 1


def test_the_oracle_turns_with_each_round() -> None:
    rays, matches = [], []
    for day in range(8):
        line = position(hand="6 supply", day=day).render().splitlines()[0]
        words = line.replace(",", "").split()
        rays.append(words[words.index("ray") + 4])
        matches.append(words[-2])
    assert rays == [*ARTEFACTS, "tool"]
    assert matches == ["tool", "scroll", "weapon", "tent", "amulet", "horse", "title", "tool"]


def test_an_empty_deck_gives_nothing() -> None:
    limbo = cards(", ".join(f"3 horse_{faction}" for faction in FACTIONS))
    state = position(hand="chief_baerfolk, 2 supply", limbo=limbo)
    assert not has(state, "create a horse")


# 3.7 Artefacts: V3 step by step, V6


def test_v3_the_long_example_step_by_step() -> None:
    held = (
        "scroll_baerfolk, title_cloudborn, friman_baerfolk, 2 supply, amulet_baerfolk, friman_islanders, "
        "chief_islanders, tool_islanders"
    )
    squares = {"b1": road("ew", "woods")}
    state = position(hand=held, day=5, squares=squares)  # tent in the ray, horse matches
    play(state, "use scroll", "convert title cloudborn to baerfolk")  # V3a
    assert laid(state) == {"title_baerfolk": 1}
    play(state, "use title", "raise friman baerfolk by 1")  # V3b
    settle(state)
    assert laid(state) == {"chief_baerfolk": 1}
    play(state, "create a horse of the cloudborn")  # V3c
    assert seen(state)["table"]["horse_cloudborn"] == 1
    assert laid(state) == {}
    play(state, "use amulet", "lay friman islanders on the amulet", "roll 3")  # V3d
    assert laid(state) == {"friman_islanders": 3}
    play(state, "create a weapon, choosing the cards", "pay friman islanders", "pay friman islanders")
    play(state, "pay chief islanders")  # V3e
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
    play(state, "use title", "raise chief islanders by 1")
    settle(state)
    play(state, "use title", "raise friman baerfolk by 1")
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


def test_a_title_returns_the_unit_under_its_deck() -> None:
    state = position(hand="title_baerfolk, friman_islanders, lord_baerfolk", day=5)
    play(state, "use title")
    assert texts(state) == {"raise friman islanders by 1"}
    play(state, "raise friman islanders by 1")
    settle(state)
    assert seen(state)["under"] == {"friman_islanders": 1}
    assert laid(state) == {"chief_islanders": 1}
    assert not has(state, "use title")


def test_a_title_without_the_faction_takes_the_topmost_unit() -> None:
    limbo = cards("6 chief_islanders")
    tops = ["friman_baerfolk", "chief_cloudborn", "priest_baerfolk", "lord_baerfolk"]
    state = position(hand="title_baerfolk, friman_islanders", day=5, limbo=limbo, tops=tops)
    play(state, "use title", "raise friman islanders by 1")
    assert laid(state) == {"chief_cloudborn": 1}


def test_an_illuminated_title_raises_one_unit_twice_or_two_once() -> None:
    state = position(hand="title_baerfolk, friman_islanders, chief_baerfolk", day=3)
    play(state, "use title", "raise friman islanders by 2")
    settle(state)
    assert laid(state) == {"priest_islanders": 1}
    state = position(hand="title_baerfolk, friman_islanders, chief_baerfolk", day=3)
    play(state, "use title", "raise friman islanders by 1")
    settle(state)
    play(state, "use title", "raise chief baerfolk by 1")
    settle(state)
    assert laid(state) == {"chief_islanders": 1, "priest_baerfolk": 1}


def test_a_changed_title_in_the_ray_raises_one_unit_twice_too() -> None:
    state = position(hand="scroll_islanders, title_emberians, friman_baerfolk", day=3)
    play(state, "use scroll", "convert title emberians to baerfolk", "use title")
    assert texts(state) == {"raise friman baerfolk by 1", "raise friman baerfolk by 2"}
    state = position(hand="hammer, friman_baerfolk", day=3)
    play(state, "use hammer as a title", "use title")
    assert texts(state) == {"raise friman baerfolk by 1"}


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
    assert texts(state) == {"topmost horse islanders", "topmost horse emberians", "topmost horse cloudborn"}


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


def test_who_would_station_must_have_a_supply_and_a_card() -> None:
    assert not has(position(hand="tent_baerfolk, supply, sword"), "use tent")
    assert not has(position(hand="tent_baerfolk, lord_baerfolk"), "use tent")


# 3.8 Great artefacts


def with_great(great: str, rest: str, **more) -> State:
    return position(hand=f"{great}, {rest}", **more)


def test_the_hammer_is_any_artefact_but_in_battle() -> None:
    state = with_great("hammer", "2 supply, friman_baerfolk", own={"heroes": ["a1"]})
    assert {f"use hammer as a {one}" for one in ARTEFACTS if one != "tent"} <= texts(state)
    play(state, "use hammer as a weapon")
    play(state, "hire a hero")
    assert of(state, 0)["heroes"] == ["a1", "a1"]


def test_v15_the_hammer_hires_heroes_and_never_fights() -> None:
    state = with_great("hammer", "lord_baerfolk, 2 lord_islanders", own={"heroes": ["d2"]})
    play(state, "use hammer as a weapon")
    assert not has(state, "attack")
    state = with_great("hammer", "lord_baerfolk, weapon_baerfolk", own={"heroes": ["d2"]})
    play(state, "use hammer as a horse")
    play(state, "attack the place on d2 with 1")
    assert laid(state) == {}
    assert seen(state)["hammer"] is None


@pytest.mark.parametrize(
    ("stands_for", "moves"),
    [
        ("tool", ["build a road tee"]),
        ("horse", ["hero 1 rides to b1"]),
        ("title", ["use title", "raise friman baerfolk by 1"]),
        ("scroll", ["use scroll", "convert friman baerfolk to islanders"]),
        ("amulet", ["use amulet", "lay friman baerfolk on the amulet", "roll 2"]),
    ],
)
def test_what_the_hammer_does(stands_for: str, moves: list[str]) -> None:
    squares = {"b1": road("ew")}
    state = with_great("hammer", "supply, friman_baerfolk", own={"heroes": ["a1"]}, squares=squares, day=5)
    play(state, f"use hammer as a {stands_for}", *moves)
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
    assert {"raise friman baerfolk by 1", "raise friman baerfolk by 2"} <= texts(state)
    play(state, "raise friman baerfolk by 1")
    settle(state)
    play(state, "use title", "raise friman islanders by 1")
    settle(state)
    assert laid(state) == {"chief_baerfolk": 1, "chief_islanders": 1}


def test_the_hand_of_luut_plays_a_card_that_goes_back_to_its_owners_shelter() -> None:
    state = with_great("hand", "supply", others={1: {"nation": "lord_islanders, 5 supply"}})
    play(state, "use hand", "rob seat 1")
    assert seen(state)["players"][1]["nation"] == cards("lord_islanders, 5 supply")
    for viewer in (1, 2, None):
        assert "nation" not in seen(state, viewer)["players"][1]
    play(state, "take lord islanders")
    assert [move.text for _, move in state.log(2)] == ["use hand", "rob seat 1", "take lord islanders"]
    assert laid(state) == {"lord_islanders": 1}
    assert of(state, 1)["shelter"] == cards("5 supply, lord_islanders")


def test_who_robs_sees_starting_units_that_others_do_not() -> None:
    own = {"nation": "5 supply", "cards": cards("hand, 6 supply, 4 friman_baerfolk")}
    theirs = {1: {"cards": cards("7 supply"), "unseen": {"friman": 3, "chief": 1, "priest": 1}}}
    state = position(hand="hand, supply", own=own, others=theirs)
    play(state, "use hand", "rob seat 1")
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


# 3.10 Ambush


def test_an_ambush_costs_a_suspended_card_and_is_hidden() -> None:
    state = position(hand="weapon_baerfolk, friman_islanders, supply")
    play(state, "lay weapon baerfolk in ambush")
    assert texts(state) == {"suspend friman islanders", "suspend supply"}
    play(state, "suspend friman islanders")
    assert seen(state)["limbo"] == {"friman_islanders": 1}
    assert state.log(1)[0][1].text == "lay a card in ambush"
    assert seen(state, 1)["players"][0]["ambush"] == [None]
    assert seen(state, 0)["ambush"] == ["weapon_baerfolk"]


def test_a_deck_never_has_fewer_than_ten_cards() -> None:
    small = {"nation": "5 supply, friman_emberians", "shelter": cards("supply")}
    assert not has(position(hand="weapon_baerfolk, friman_islanders, supply", own=small), "lay")
    small["shelter"] = cards("2 supply")
    state = position(hand="weapon_baerfolk, friman_islanders, supply", own=small)
    play(state, "lay supply in ambush", "suspend friman islanders")
    assert not has(state, "lay")


def test_no_more_than_three_cards_lie_in_ambush() -> None:
    own = {"ambush": [None] * 3, "nation": "5 supply, 3 weapon_baerfolk"}
    state = position(hand="3 supply", own=own, ambush=["weapon_baerfolk"] * 3)
    assert not has(state, "lay")


# 3.11, 3.12 Discard, new hand


def test_a_new_hand_takes_the_rest_of_the_nation_and_reshuffles() -> None:
    own = {"nation": "2 lord_baerfolk", "shelter": cards("9 supply")}
    state = position(hand="friman_islanders", own=own)
    play(state, "end the turn")
    settle(state)
    assert hand(state)["lord_baerfolk"] == 2
    assert sum(hand(state).values()) == 6
    assert of(state, 0)["shelter"] == {}
    assert seen(state, 1)["players"][0]["known"] == {"lord_baerfolk": 2}
    assert state.to_move == 1


# 5 The end


def test_the_fifth_city_of_level_four_ends_the_game() -> None:
    towns = {
        "a1": city(0, 4), "c1": city(0, 4, "lakes", "city_end", "w"), "b1": road("ew"),
        "a3": city(0, 4, "canyons", "city_end", "n"), "a2": road("ns"),
        "d2": city(0, 4, "woods"), "b4": city(0, 3, "lakes"),
    }  # fmt: skip
    state = position(hand="2 lord_baerfolk", squares=towns)
    play(state, "raise a city to level 4")
    assert state.is_over
    assert state.returns() == [1, 0, 0, 0]


def test_a_game_may_end_after_weeks_or_with_points() -> None:
    rules = game("battalia", weeks=1)
    assert list(walk(rules, 1))[-1].turn == 14
    assert list(walk(game("battalia", weeks=1, turn_limit=4), 1))[-1].turn == 14
    towns = {"d2": city(0, 3)}
    state = position(hand="2 lord_baerfolk", squares=towns, options={"points": 5})
    play(state, "raise a city to level 4")
    assert state.is_over


@pytest.mark.parametrize(
    ("towns", "heroes", "winners"),
    [
        ({0: (4, 1), 1: (3, 2)}, {}, [0]),
        ({0: (3, 1, 1), 1: (2, 2, 1)}, {}, [0]),
        ({0: (3,), 1: (3,)}, {1: ["g1"]}, [1]),
        ({0: (3, 1), 1: (3, 1)}, {0: ["a1"], 1: ["g1"]}, [0, 1]),
    ],
)
def test_ties_go_to_higher_cities_then_to_heroes(towns, heroes, winners: list[int]) -> None:
    places = {0: ("a1", "d2", "b4"), 1: ("g1", "f4", "d6")}
    squares = {places[seat][i]: city(seat, n) for seat, levels in towns.items() for i, n in enumerate(levels)}
    for i, terrain in enumerate(("woods", "lakes", "canyons", "mountains") * 2):
        if i < len(squares):
            squares[list(squares)[i]]["terrain"] = terrain
    others = {seat: {"heroes": at} for seat, at in heroes.items()}
    shown = view("over", hand="6 supply", squares=squares, own=others.get(0), others=others, turn=8)
    state = game("battalia", players=4, turn_limit=8).from_view(shown, seed=1)
    assert state.returns() == [(seat in winners) / len(winners) for seat in range(4)]
