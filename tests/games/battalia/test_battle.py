"""Battles of Battalia: lines, thresholds, bonuses, answers, what is won and lost."""

from typing import Any

import pytest

from battlewise.core import State
from battlewise.core.games.battalia.words import counted
from tests.games.battalia.positions import (
    cards,
    city,
    hand,
    has,
    of,
    play,
    position,
    road,
    score,
    seen,
    settle,
    siege,
    texts,
)

SEATS = ("North", "East", "South", "West")


def owner(state: State, square: str = "c1") -> Any:
    return seen(state)["map"][square]["owner"]


# RULES.md 4.3: the example of the book


def test_v5_the_example_of_the_book() -> None:
    held = "weapon_baerfolk, chief_baerfolk, friman_baerfolk, chief_islanders, 2 chief_baerfolk"
    state = siege(held.replace(", 2 chief_baerfolk", ", chief_baerfolk"), "friman_islanders, lord_islanders")
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk", "add chief baerfolk")
    assert score(state) == "4 to 3"
    play(state, "stand", "fight with no hero", "add friman islanders")
    assert score(state) == "4 to 4"
    play(state, "stand", "add friman baerfolk", "add chief baerfolk", "add chief islanders")
    assert score(state) == "8 to 4"
    play(state, "stand", "add lord islanders")
    assert score(state) == "8 to 8"
    play(state, "stand", "pass")
    assert of(state, 0)["heroes"] == []
    assert owner(state) == 1
    assert seen(state, None)["phase"] == "action"
    assert seen(state, 1)["players"][1]["shelter"] == cards("5 supply, friman_islanders, lord_islanders")


def test_a_line_opens_with_a_weapon() -> None:
    assert not has(siege("3 lord_baerfolk"), "attack")
    state = siege("weapon_baerfolk, horse_baerfolk, lord_baerfolk")
    play(state, "attack the place on c1 with 1 hero")
    assert texts(state) == {"add weapon baerfolk"}


def test_no_attack_without_the_strength_for_it() -> None:
    assert not has(siege("weapon_baerfolk, friman_baerfolk"), "attack")
    assert has(siege("weapon_baerfolk, chief_baerfolk"), "attack")
    bribed = {"options": {"unbound": True}}
    assert has(siege("weapon_islanders, friman_unbound, supply", **bribed), "attack")
    assert not has(siege("weapon_islanders, friman_unbound", **bribed), "attack")
    tents = [{"tent": "tent_islanders", "cards": ["lord_islanders"]}]
    assert has(siege("weapon_islanders", own={"tents": tents}), "attack")


def test_bribes_of_a_mercenary_still_to_come_make_attacks_possible() -> None:
    held = "weapon_islanders, title_islanders, friman_islanders, 4 supply"
    tops = ["friman_islanders", "chief_unbound", "priest_islanders", "lord_islanders"]
    limbo = cards("6 chief_islanders")
    assert not has(siege(held, level=4, day=5), "attack")
    state = siege(held, tops=tops, limbo=limbo, day=5, level=4, options={"unbound": True})
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders")
    play(state, "use title", "raise friman islanders by 1 rank")
    settle(state)
    play(state, "add chief unbound", *["bribe"] * 2)
    assert score(state) == "5 to 4"


def test_changed_artefacts_make_attacks_possible() -> None:
    held = "weapon_islanders, title_islanders, amulet_islanders, friman_emberians, friman_islanders"
    state = siege(held, level=4)
    play(state, "use amulet", "lay title islanders on the amulet", "roll 2")
    assert has(state, "attack")  # 1 + 2 + 2
    held = "weapon_islanders, amulet_islanders, friman_islanders, supply"
    state = siege(held, level=4, day=2)
    play(state, "use amulet", "lay supply on the amulet", "roll 5")
    assert has(state, "attack")  # the friman may be a lord
    ruins = {"own": {"heroes": ["d4"]}, "offered": ["book"], "options": {"ruins_strength": 20}}
    assert has(
        position(hand="weapon_islanders, amulet_islanders, 2 lord_islanders", day=2, **ruins), "attack"
    )
    assert has(position(hand="weapon_islanders, 2 amulet_islanders, lord_islanders", **ruins), "attack")
    assert not has(position(hand="weapon_islanders, amulet_islanders, lord_islanders", **ruins), "attack")


def test_the_attacker_must_surpass_and_the_defender_be_equal() -> None:
    state = siege("weapon_islanders, chief_baerfolk, friman_baerfolk", "friman_emberians, supply")
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders", "add friman baerfolk")
    assert score(state) == "2 to 3"
    assert not has(state, "stand")
    play(state, "add chief baerfolk")
    play(state, "stand", "fight with no hero", "add friman emberians")
    assert score(state) == "4 to 4"
    play(state, "stand", "pass")
    assert owner(state) == 1


def test_who_passes_ends_the_battle() -> None:
    state = siege("weapon_baerfolk, lord_baerfolk")
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk", "add lord baerfolk")
    play(state, "stand", "fight with no hero", "pass")
    assert owner(state) == 0
    assert of(state, 0)["heroes"] == ["c1"]


def test_a_line_that_is_long_enough_stands_and_the_other_side_answers() -> None:
    state = siege("weapon_baerfolk, lord_baerfolk", "2 lord_islanders, 4 supply")
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk")
    assert texts(state) == {"add lord baerfolk", "pass"}
    play(state, "add lord baerfolk")
    assert texts(state) == {"stand"}
    play(state, "stand", "fight with no hero")
    assert texts(state) == {"add lord islanders", "pass"}
    play(state, "add lord islanders")
    assert texts(state) == {"add lord islanders", "stand"}


def test_an_attacker_who_cannot_surpass_passes_and_loses_his_hero() -> None:
    state = siege("weapon_islanders, 2 friman_baerfolk, chief_baerfolk")
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders", "add chief baerfolk")
    assert texts(state) == {"pass"}
    play(state, "pass")
    assert owner(state) == 1
    assert of(state, 0)["heroes"] == []


def test_an_attack_on_a_hero_cannot_be_broken_off_for_nothing() -> None:
    theirs = {1: {"heroes": ["b1"]}}
    state = siege("weapon_baerfolk", "friman_islanders, supply", at="b1", others=theirs)
    play(state, "attack East's hero on b1 with 1 hero", "add weapon baerfolk")
    assert texts(state) == {"stand"}
    play(state, "stand", "fight with 1 hero", "add friman islanders", "stand", "pass")
    assert of(state, 0)["heroes"] == []
    assert of(state, 1)["heroes"] == ["b1"]


def test_a_beaten_hero_can_be_hired_again_in_the_same_turn() -> None:
    state = siege("2 weapon_islanders, lord_baerfolk, 2 supply", "lord_islanders")
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders", "add lord baerfolk")
    play(state, "stand", "fight with no hero", "add lord islanders", "stand", "pass")
    assert of(state, 0)["heroes"] == []
    play(state, "hire a hero")
    assert of(state, 0)["heroes"] == ["a1"]


def test_of_several_heroes_on_a_square_one_is_attacked() -> None:
    theirs = {1: {"heroes": ["b1"]}, 2: {"heroes": ["b1"]}}
    state = siege("weapon_baerfolk, lord_baerfolk", at="b1", others=theirs)
    attacks = {text for text in texts(state) if text.startswith("attack")}
    assert attacks == {f"attack {name}'s hero on b1 with 1 hero" for name in ("East", "South")}
    play(state, "attack South's hero on b1 with 1 hero", "add weapon baerfolk", "stand")
    assert state.to_move == 2
    play(state, "surrender")
    assert of(state, 2)["heroes"] == []
    assert of(state, 1)["heroes"] == ["b1"]


def test_in_a_city_its_hero_is_attacked_or_the_city() -> None:
    state = siege("weapon_baerfolk, lord_baerfolk", others={1: {"heroes": ["c1"]}})
    play(state, "attack East's hero on c1 with 1 hero", "add weapon baerfolk")
    assert score(state) == "2 to 0"
    play(state, "stand", "surrender")
    assert of(state, 1)["heroes"] == []
    assert owner(state) == 1


def test_an_attacker_may_keep_one_of_two_heroes_out() -> None:
    for heroes, left in ((1, ["c1"]), (2, [])):
        state = siege("weapon_islanders, lord_baerfolk", "lord_islanders", own={"heroes": ["c1", "c1"]})
        play(
            state,
            f"attack the place on c1 with {counted(heroes, 'hero')}",
            "add weapon islanders",
            "add lord baerfolk",
        )
        play(state, "stand", "fight with no hero", "add lord islanders", "stand", "pass")
        assert of(state, 0)["heroes"] == left


def test_a_conquered_city_keeps_its_level() -> None:
    state = siege("weapon_baerfolk, lord_baerfolk")
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "add lord baerfolk",
        "stand",
        "surrender",
    )
    assert seen(state)["map"]["c1"]["level"] == 3
    assert owner(state) == 0


def test_without_the_token_a_conquered_city_falls_in_level() -> None:
    high = {"d2": "woods", "b4": "lakes", "f4": "canyons", "d6": "mountains", "g1": "lakes", "a7": "canyons"}
    squares = {square: city(0, 3, terrain) for square, terrain in high.items()}
    squares |= {"g7": city(0, 4, "mountains"), "a1": city(0, 4)}
    state = siege("weapon_baerfolk, lord_baerfolk", squares=squares)
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "add lord baerfolk",
        "stand",
        "surrender",
    )
    assert seen(state)["map"]["c1"]["level"] == 2


def test_a_free_city_is_annexed_without_a_fight() -> None:
    squares = {"c1": city("free", 1, "lakes", "city_straight", "ew")}
    state = siege("supply", squares=squares)
    play(state, "annex c1")
    assert owner(state) == 0


# RULES.md 4.1: bonuses


def test_the_moral_bonus_counts_every_hero_of_the_colour() -> None:
    state = siege("weapon_baerfolk, lord_baerfolk", own={"heroes": ["c1", "c1"]})
    play(state, "attack the place on c1 with 2 heroes", "add weapon baerfolk")
    assert score(state) == "3 to 3"
    mixed = siege("weapon_islanders, lord_baerfolk", own={"heroes": ["c1", "c1"]})
    play(mixed, "attack the place on c1 with 2 heroes", "add weapon islanders")
    assert score(mixed) == "1 to 3"


def test_the_moral_bonus_needs_a_card_and_a_hero_on_either_side() -> None:
    theirs = {1: {"heroes": ["c1", "c1"]}}
    state = siege("weapon_baerfolk, lord_baerfolk", "friman_islanders, horse_emberians", others=theirs)
    play(state, "attack the place on c1 with 1 hero")
    assert score(state) == "0 to 3"
    play(state, "add weapon baerfolk", "add lord baerfolk", "stand")
    for heroes in range(3):
        fought = play(state.copy(), f"fight with {counted(heroes, 'hero')}")
        assert score(fought) == "6 to 3"
        assert score(play(fought, "add friman islanders")) == f"6 to {4 + heroes}"
    assert score(play(state, "fight with 2 heroes", "add horse emberians")) == "6 to 4"


@pytest.mark.parametrize(("terrain", "base"), [("canyons", 0), ("lakes", 1)])
def test_a_hero_alone_is_as_strong_as_his_terrain(terrain: str, base: int) -> None:
    squares = {"b1": road("ew", terrain)}
    state = siege(
        "weapon_islanders, lord_baerfolk", at="b1", others={1: {"heroes": ["b1"]}}, squares=squares,
        options={"advanced": True},
    )  # fmt: skip
    play(state, "attack East's hero on b1 with 1 hero", "add weapon islanders")
    assert score(state) == f"1 to {base}"
    assert has(state, "stand") is (base == 0)


def test_great_artefacts_do_not_spoil_the_moral_bonus() -> None:
    state = siege("sword, lord_baerfolk", level=4)
    play(state, "attack the place on c1 with 1 hero", "add sword", "add lord baerfolk")
    assert score(state) == "10 to 4"


def test_v8_home_terrain_helps_attacker_and_defender() -> None:
    advanced = {"advanced": True}
    state = siege("weapon_islanders, lord_baerfolk", terrain="woods", options=advanced, level=2)
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders")
    assert score(state) == "2 to 2"
    state = siege("weapon_islanders, lord_baerfolk", terrain="lakes", options=advanced, level=2)
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders")
    assert score(state) == "1 to 3"
    state = siege("weapon_islanders, lord_baerfolk", terrain="canyons", options=advanced, level=2)
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders")
    assert score(state) == "1 to 2"


@pytest.mark.parametrize(("great", "attack"), [("sword", 5), ("shield", 1)])
def test_sword_and_shield_open_a_battle(great: str, attack: int) -> None:
    state = siege(f"{great}, 2 lord_islanders", level=1)
    play(state, "attack the place on c1 with 1 hero", f"add {great}")
    assert score(state) == f"{attack + 1} to 1"


@pytest.mark.parametrize(("great", "defence"), [("sword", 1), ("shield", 5)])
def test_sword_and_shield_in_defence(great: str, defence: int) -> None:
    state = siege("weapon_baerfolk, lord_baerfolk", f"{great}, supply")
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "add lord baerfolk",
        "stand",
        "fight with no hero",
    )
    play(state, f"add {great}")
    assert score(state) == f"6 to {3 + defence}"


def test_an_illuminated_weapon_and_horse_count_twice() -> None:
    state = siege("weapon_islanders, lord_baerfolk", day=1)
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders", "add weapon islanders")
    assert score(state) == "2 to 3"
    state = siege("weapon_islanders, horse_baerfolk, lord_baerfolk", day=6)
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders")
    play(state, "add horse baerfolk", "add horse baerfolk")
    assert score(state) == "3 to 3"
    assert not has(state, "add horse")


def test_the_oracle_does_not_double_a_great_artefact() -> None:
    state = siege("sword, lord_islanders, weapon_islanders", level=4, day=1)
    play(state, "attack the place on c1 with 1 hero", "add sword")
    assert score(state) == "6 to 4"
    assert not has(state, "add sword")


def test_v14_an_illuminated_weapon_hires_a_hero_and_opens_a_battle() -> None:
    state = siege("weapon_islanders, 2 supply, lord_baerfolk", day=1)
    play(state, "hire a hero")
    assert of(state, 0)["heroes"] == ["a1", "c1"]
    play(state, "attack the place on c1 with 1 hero", "add weapon islanders")
    assert score(state) == "1 to 3"
    assert not has(state, "add weapon islanders")


# RULES.md 4.3, 4.4: the answer


def test_the_ambush_is_raised_at_once_or_not_at_all() -> None:
    theirs = {1: {"ambush": [None], "nation": "5 supply, friman_emberians, shield", "known": {}}}
    state = siege("weapon_baerfolk, lord_baerfolk", "6 supply", others=theirs)
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk", "add lord baerfolk", "stand")
    assert texts(state) == {"fight with no hero", "fight, raising the ambush, with no hero", "surrender"}
    raised = state.copy()
    play(raised, "fight, raising the ambush, with no hero")
    assert raised.view(1)["players"][1]["ambush"] == []
    assert raised.view(1)["players"][1]["hand_size"] == 7
    play(state, "fight with no hero")
    assert state.view(1)["players"][1]["ambush"] == [None]


def test_tents_are_opened_at_any_time_of_a_battle() -> None:
    theirs = {1: {"tents": [{"tent": "tent_islanders", "cards": ["lord_islanders"]}]}}
    state = siege("weapon_baerfolk, lord_baerfolk", "6 supply", others=theirs)
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "add lord baerfolk",
        "stand",
        "fight with no hero",
    )
    play(state, "decamp tent 0", "add lord islanders")
    assert score(state) == "6 to 7"


def test_an_attacker_opens_tents_in_battle_too() -> None:
    tents = [{"tent": "tent_islanders", "cards": ["lord_baerfolk"]}]
    state = siege("weapon_baerfolk, friman_baerfolk", own={"tents": tents})
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "decamp tent 0",
        "add lord baerfolk",
    )
    assert score(state) == "6 to 3"


def test_tents_may_be_opened_before_the_answer() -> None:
    theirs = {1: {"heroes": ["b1"], "tents": [{"tent": "tent_islanders", "cards": ["horse_islanders"]}]}}
    state = siege("weapon_baerfolk, lord_baerfolk", "friman_islanders", at="b1", others=theirs)
    play(state, "attack East's hero on b1 with 1 hero", "add weapon baerfolk", "stand")
    assert not has(state, "retreat")
    play(state, "decamp tent 0")
    assert state.to_move == 1
    assert of(state, 1)["tents"] == []
    assert of(state, 1)["shelter"]["tent_islanders"] == 1
    play(state, "retreat to d1 by a horse")
    assert of(state, 1)["heroes"] == ["d1"]


def test_a_retreat_of_three_squares_and_of_one_of_two_heroes() -> None:
    theirs = {1: {"heroes": ["b1", "b1"]}}
    state = siege("weapon_baerfolk, lord_baerfolk", "3 supply", at="b1", others=theirs)
    play(state, "attack East's hero on b1 with 1 hero", "add weapon baerfolk", "stand")
    retreats = {move.text for move in state.legal() if move.doc["kind"] == "retreat"}
    assert retreats == {
        "retreat to d1 by two supplies", "retreat to d2 by three supplies", "retreat to e1 by three supplies",
    }  # fmt: skip
    play(state, "retreat to e1 by three supplies")
    assert of(state, 1)["heroes"] == ["b1", "e1"]
    assert seen(state, 1)["hand"] == {}


def test_a_hero_may_retreat_two_or_three_squares() -> None:
    theirs = {1: {"heroes": ["b1"]}}
    state = siege("weapon_baerfolk, lord_baerfolk", "2 supply, friman_islanders", at="b1", others=theirs)
    play(state, "attack East's hero on b1 with 1 hero", "add weapon baerfolk", "stand")
    retreats = {move.doc["square"] for move in state.legal() if move.doc["kind"] == "retreat"}
    assert retreats == {"d1"}
    play(state, "retreat to d1 by two supplies")
    assert of(state, 1)["heroes"] == ["d1"]
    assert of(state, 0)["heroes"] == ["b1"]
    assert seen(state, 1)["hand"] == {"friman_islanders": 1}


@pytest.mark.parametrize(
    ("squares", "mine", "reached"),
    [
        ({}, ["b1"], {"d1", "d2", "e1"}),
        ({}, ["b1", "d1"], {"d2", "e1"}),  # the attacker's other hero
        ({"d2": city(0, 4)}, ["b1"], {"d1", "e1"}),  # the attacker's city
        ({"d2": city(2, 4)}, ["b1"], {"d1", "d2", "e1"}),  # a third player is no enemy here
    ],
)
def test_where_a_hero_may_retreat_to(squares: dict[str, Any], mine: list[str], reached: set[str]) -> None:
    theirs = {1: {"heroes": ["b1"]}, 2: {"heroes": ["d1"]}}
    state = siege("weapon_baerfolk, supply", "horse_islanders", own={"heroes": mine}, others=theirs,
                  squares=squares)  # fmt: skip
    play(state, "attack East's hero on b1 with 1 hero", "add weapon baerfolk", "stand")
    assert {move.doc["square"] for move in state.legal() if move.doc["kind"] == "retreat"} == reached


def test_home_terrain_does_not_lengthen_a_retreat() -> None:
    squares = {"d1": road("esw", "lakes")}
    state = siege(
        "weapon_baerfolk, supply", "2 supply", at="b1", others={1: {"heroes": ["b1"]}}, squares=squares,
        options={"advanced": True},
    )  # fmt: skip
    play(state, "attack East's hero on b1 with 1 hero", "add weapon baerfolk", "stand")
    assert {move.doc["square"] for move in state.legal() if move.doc["kind"] == "retreat"} == {"d1"}


def test_a_horse_retreats_either_way_but_not_to_the_enemy() -> None:
    theirs = {1: {"heroes": ["c1"]}}
    state = siege("weapon_baerfolk, lord_baerfolk", "horse_islanders, supply", others=theirs)
    play(state, "attack East's hero on c1 with 1 hero", "add weapon baerfolk", "stand")
    retreats = {move.doc["square"] for move in state.legal() if move.doc["kind"] == "retreat"}
    assert retreats == {"d2", "e1", "f1"}


def test_from_a_city_nobody_retreats_and_a_hero_may_stay_out_of_it() -> None:
    theirs = {1: {"heroes": ["c1"]}}
    state = siege("weapon_baerfolk, lord_baerfolk", "3 supply", others=theirs)
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk", "add lord baerfolk", "stand")
    assert texts(state) == {"fight with no hero", "fight with 1 hero", "surrender"}
    for answer in (["fight with no hero", "pass"], ["surrender"]):
        out = play(state.copy(), *answer)
        assert owner(out) == 0
        assert of(out, 1)["heroes"] == ["c1"]
    play(state, "fight with 1 hero", "pass")
    assert of(state, 1)["heroes"] == []


def test_all_committed_heroes_of_the_loser_are_disbanded() -> None:
    theirs = {1: {"heroes": ["b1", "b1"]}}
    state = siege("weapon_baerfolk, lord_baerfolk", "3 supply", at="b1", others=theirs)
    play(state, "attack East's hero on b1 with 1 hero", "add weapon baerfolk", "stand")
    one = state.copy()
    play(one, "fight with 1 hero", "pass")
    assert of(one, 1)["heroes"] == ["b1"]
    play(state, "fight with 2 heroes", "pass")
    assert of(state, 1)["heroes"] == []


def test_a_defender_fills_his_hand_at_the_end_of_the_attackers_turn() -> None:
    state = siege("weapon_baerfolk, lord_baerfolk", "friman_islanders, 5 supply")
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "add lord baerfolk",
        "stand",
        "fight with no hero",
    )
    play(state, "add friman islanders", "pass")
    assert sum(seen(state, 1)["hand"].values()) == 5
    play(state, "end the turn")
    settle(state)
    assert sum(seen(state, 1)["hand"].values()) == 6


def test_all_who_have_defended_fill_their_hands_at_the_end_of_the_turn() -> None:
    held = "2 weapon_baerfolk, horse_baerfolk, lord_baerfolk"
    others = {1: {"heroes": ["b1"]}, 3: {"heroes": ["b1"]}}
    theirs = {1: "friman_islanders", 3: "friman_cloudborn"}
    own = {"heroes": ["b1"]}
    state = position(hand=held, theirs=theirs, own=own, others=others, squares={"b1": road("ew")})
    for seat, name in ((1, "islanders"), (3, "cloudborn")):
        play(state, f"attack {SEATS[seat]}'s hero on b1 with 1 hero", "add weapon baerfolk")
        play(state, *(["add horse baerfolk"] if seat == 1 else ["add lord baerfolk"]))
        play(state, "stand", "fight with 1 hero", f"add friman {name}", "pass")
        assert sum(hand(state, seat).values()) == 0
    play(state, "end the turn")
    settle(state)
    assert [sum(hand(state, seat).values()) for seat in range(4)] == [6, 6, 6, 6]


def test_who_defended_with_an_empty_nation_reshuffles_for_his_new_hand() -> None:
    theirs = {1: {"nation": "", "shelter": cards("8 supply")}}
    state = siege("weapon_baerfolk, lord_baerfolk", "friman_islanders, lord_islanders", others=theirs)
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk", "add lord baerfolk", "stand")
    play(state, "fight with no hero", "add friman islanders", "pass", "end the turn")
    settle(state)
    assert sum(seen(state, 1)["hand"].values()) == 6
    assert of(state, 1)["shelter"] == {}


# RULES.md 4.5: artefacts in battle


def fight(hand: str, *moves: str, **more: Any) -> State:
    """A siege opened with a Baerfolk weapon, then some moves."""
    state = siege(f"weapon_baerfolk, {hand}", **more)
    return play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk", *moves)


def test_a_scroll_saves_the_moral_bonus() -> None:
    state = fight("scroll_islanders, lord_islanders", "use scroll", "convert lord islanders to baerfolk")
    settle(state)
    play(state, "add lord baerfolk")
    assert score(state) == "6 to 3"
    plain = fight("scroll_islanders, lord_islanders", "add lord islanders")
    assert score(plain) == "5 to 3"


@pytest.mark.parametrize(("face", "most"), [(1, "6 to 3"), (2, "10 to 3"), (4, "2 to 3"), (5, "2 to 3")])
def test_what_the_die_does_in_battle(face: int, most: str) -> None:
    state = fight("amulet_islanders, lord_baerfolk, supply", "use amulet", "lay lord baerfolk on the amulet")
    play(state, f"roll {face}")
    while has(state, "add lord"):
        play(state, "add lord baerfolk")
    assert score(state) == most
    assert of(state, 0)["ambush"] == (["lord_baerfolk"] if face == 4 else [])


def test_crown_and_book_change_cards_in_battle() -> None:
    state = fight("crown, chief_baerfolk, friman_baerfolk", "use crown", "raise chief baerfolk by 2 ranks")
    settle(state)
    play(state, "add lord baerfolk")
    assert score(state) == "6 to 3"
    state = fight(
        "book, chief_islanders, priest_islanders", "use book", "convert chief islanders to baerfolk"
    )
    settle(state)
    play(state, "use scroll", "convert priest islanders to baerfolk")
    settle(state)
    play(state, "add chief baerfolk", "add priest baerfolk")
    assert score(state) == "7 to 3"


def test_a_title_changes_a_card_in_battle() -> None:
    state = siege("weapon_baerfolk, title_islanders, friman_baerfolk, lord_baerfolk", day=0)
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "use title",
        "raise friman baerfolk by 1 rank",
    )
    settle(state)
    play(state, "add chief baerfolk")
    assert score(state) == "4 to 3"


def test_v12_a_wild_card_counts_as_a_lord() -> None:
    state = siege("weapon_baerfolk, amulet_islanders, friman_baerfolk, lord_baerfolk", day=0)
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk", "use amulet")
    play(state, "lay friman baerfolk on the amulet", "roll 6", "it stands for a lord", "add lord baerfolk")
    assert score(state) == "6 to 3"
    assert seen(state)["hand"] == cards("lord_baerfolk")


def test_a_tripled_card_counts_three_times() -> None:
    state = siege("weapon_baerfolk, amulet_islanders, chief_baerfolk, lord_baerfolk", day=0)
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk", "use amulet")
    play(state, "lay chief baerfolk on the amulet", "roll 3", *["add chief baerfolk"] * 3)
    assert score(state) == "8 to 3"


def test_tools_and_tents_have_no_place_in_battle() -> None:
    state = siege("weapon_baerfolk, tool_baerfolk, tent_baerfolk, 2 supply, lord_baerfolk")
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk")
    assert texts(state) == {"add lord baerfolk", "pass"}


def test_a_defender_may_play_artefacts_that_change_cards() -> None:
    state = siege("weapon_baerfolk, lord_baerfolk", "title_islanders, priest_islanders, supply")
    play(
        state,
        "attack the place on c1 with 1 hero",
        "add weapon baerfolk",
        "add lord baerfolk",
        "stand",
        "fight with no hero",
    )
    play(state, "use title", "raise priest islanders by 1 rank")
    settle(state)
    play(state, "add lord islanders")
    assert score(state) == "6 to 7"
    assert of(state, 1)["shelter"]["lord_islanders"] == 1


# RULES.md 4.6, 4.7: neutral cities, ruins


def test_a_neutral_city_gives_level_four_a_lord_and_a_supply() -> None:
    state = position(hand="weapon_baerfolk, lord_baerfolk", own={"heroes": ["d2"]})
    play(state, "attack the place on d2 with 1 hero", "add weapon baerfolk", "add lord baerfolk")
    settle(state)
    assert seen(state)["map"]["d2"]["owner"] == 0
    assert seen(state)["map"]["d2"]["level"] == 4
    assert seen(state)["table"] == cards("weapon_baerfolk, 2 lord_baerfolk, supply")


def test_a_city_that_was_neutral_gives_no_second_lord() -> None:
    state = siege("weapon_baerfolk, lord_baerfolk", at="d2", squares={"d2": city(1, 4)})
    play(state, "attack the place on d2 with 1 hero", "add weapon baerfolk", "add lord baerfolk")
    play(state, "stand", "surrender")
    assert owner(state, "d2") == 0
    assert seen(state)["table"] == cards("weapon_baerfolk, lord_baerfolk")


@pytest.mark.parametrize(
    ("square", "units", "level"),
    [("d2", ("priest_baerfolk",), "4 to 4"), ("d4", ("priest_baerfolk", "lord_baerfolk"), "8 to 8")],
)
def test_neutral_cities_of_four_and_ruins_of_eight_must_be_surpassed(
    square: str, units: tuple[str, ...], level: str
) -> None:
    held = ", ".join(("weapon_islanders", "friman_baerfolk", *units))
    state = position(hand=held, own={"heroes": [square]}, offered=["book"])
    play(state, f"attack the place on {square} with 1 hero", "add weapon islanders")
    play(state, *(f"add {unit.replace('_', ' ')}" for unit in units))
    assert score(state) == level
    play(state, "pass")
    assert of(state, 0)["heroes"] == []
    assert seen(state)["map"]["d2"]["owner"] == "neutral"
    assert seen(state)["offered"] == ["book"]


def test_stronger_neutral_cities_and_ruins() -> None:
    squares = {
        square: city("neutral", 6, terrain)
        for square, terrain in (("d2", "woods"), ("b4", "lakes"), ("f4", "canyons"), ("d6", "mountains"))
    }
    state = position(
        hand="weapon_baerfolk, lord_baerfolk, friman_islanders", own={"heroes": ["d2"]}, squares=squares,
        options={"neutral_level": 6, "ruins_strength": 20},
    )  # fmt: skip
    play(state, "attack the place on d2 with 1 hero", "add weapon baerfolk", "add lord baerfolk")
    assert score(state) == "6 to 6"
    weak = position(
        hand="sword, lord_baerfolk", own={"heroes": ["d4"]}, offered=["book"], squares=squares,
        options={"neutral_level": 6, "ruins_strength": 20},
    )  # fmt: skip
    assert not has(weak, "attack")


def test_the_ruins_give_a_great_artefact_once() -> None:
    held = "weapon_baerfolk, 2 lord_baerfolk"
    state = position(hand=held, own={"heroes": ["d4"]}, offered=["book", "horn"])
    play(
        state,
        "attack the place on d4 with 1 hero",
        "add weapon baerfolk",
        "add lord baerfolk",
        "add lord baerfolk",
    )
    assert texts(state) == {"take book", "take horn"}
    play(state, "take horn")
    assert seen(state)["offered"] == ["book"]
    assert seen(state)["table"]["horn"] == 1
    owner_of_one = position(hand=f"{held}, book", own={"heroes": ["d4"]}, offered=["horn"])
    assert not has(owner_of_one, "attack")
