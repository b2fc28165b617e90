"""Units, terrain and the steps of combat in the full game of BattleLore (RULES.md 2.3, 3, 6)."""

import pytest

from tests.games.battlelore.full_positions import FULL, LORE, place
from tests.games.battlelore.positions import at, figures, phase, play, texts


def moves(state) -> set[str]:
    """Where the unit that is asked may move."""
    return {text.split("-")[1] for text in texts(state) if text.startswith("move")}


def dice(state) -> int:
    """How many dice a combat roll has."""
    return {6: 1, 21: 2, 56: 3, 126: 4, 252: 5}[len(state.outcomes())]


def attack(units: str, active: int = 0, move: str = "", **more):
    """The first attack that can be made, rolled for."""
    state = place("attack", units, active, **more)
    return play(state, move or next(text for text in texts(state) if text.startswith("attack")))


# 6 Terrain: movement


@pytest.mark.parametrize(("kind", "stops"), [("hill", 0), ("forest", 1), ("building", 1)])
def test_forest_and_buildings_end_a_move_hills_do_not(kind, stops) -> None:
    ring = "4.3 4.4 3.2 3.4 2.3 2.4"  # around 3.3
    free = moves(place("move", "uH3 3.3!, dG3 8.0"))
    assert len(free) == 18
    assert moves(place("move", "uH3 3.3!, dG3 8.0", **{kind: ring})) == (set(ring.split()) if stops else free)


def test_a_unit_leaves_terrain_as_it_likes() -> None:
    assert len(moves(place("move", "uH3 3.3!, dG3 8.0", forest="3.3"))) == 18


def test_water_is_impassable_but_for_fords_which_stop_and_bridges_which_do_not() -> None:
    water = "4.3 4.4 3.2 3.4 2.3 2.4"
    assert (
        phase(
            play(
                place("command", "uH3 3.3, dG3 8.0", water=water, hand={"patrol_right": 4}),
                "play patrol right",
            )
        )
        == "draw"
    )
    assert moves(place("move", "uH3 3.3!, dG3 8.0", water=water, ford="4.3")) == {"4.3"}
    assert moves(place("move", "uH3 3.3!, dG3 8.0", water=water, bridge="4.3")) == {
        "4.3",
        "4.2",
        "5.2",
        "5.3",
    }


def test_a_command_tent_ends_a_move() -> None:
    one = moves(place("move", "uH3 3.0!, dG3 8.0", tents=[None, [3, 1]], water="2.0 2.1 4.0 4.1"))
    assert one == {"3.1"}


def test_massive_units_stay_out_of_buildings() -> None:
    state = place("move", "uC6 3.3!, dG3 8.0", building="3.4 2.3")
    assert moves(state) == {"3.2", "2.4", "4.3", "4.4"}


# 2.3 Units that move in their own way


def test_flying_units_pass_over_units_and_water_and_are_not_stopped() -> None:
    units = "dW6 3.3!, uH3 3.4, uH3 3.2, uH3 2.3, uH3 2.4, dG3 4.3, dG3 4.4"
    state = place("move", units, 1, water="1.3", forest="3.5")
    reached = moves(state)
    assert {"1.3", "3.5", "3.6", "6.5"} <= reached
    assert len(reached) == 36 - 6
    assert not reached & {"3.4", "4.3"}


def test_obscenes_move_one_hex_more_if_that_ends_beside_an_enemy() -> None:
    alone = moves(place("move", "uO3 3.3!, dG3 8.0"))
    assert alone == {"3.2", "3.4", "2.3", "2.4", "4.3", "4.4"}
    near = moves(place("move", "uO3 3.3!, dG3 3.6"))
    assert near - alone == {"3.5", "2.5", "4.5"} & (near - alone)
    assert "3.5" in near


def test_the_charge_does_not_pass_through_what_stops() -> None:
    assert "3.5" not in moves(place("move", "uO3 3.3!, dG3 3.6", forest="3.4 2.4 4.4"))


def test_stunned_units_do_not_move_or_attack() -> None:
    state = place("command", "uH3 3.5s, dG3 4.5", hand={"attack_center": 4})
    assert phase(play(state, "play attack center")) == "draw"


# 6 Line of sight


@pytest.mark.parametrize("kind", ["hill", "forest", "building"])
def test_terrain_blocks_sight_between_but_not_at_its_ends(kind) -> None:
    with pytest.raises(ValueError, match="no unit can attack"):
        place("attack", "uV3 3.2!, dG3 3.4", **{kind: "3.3"})
    assert texts(place("attack", "uV3 3.2!, dG3 3.4", **{kind: "3.2 3.4"}))[0] == "attack 3.2-3.4"


@pytest.mark.parametrize(
    "more", [{"water": "3.3"}, {"water": "3.3", "ford": "3.3"}, {"water": "3.3", "bridge": "3.3"}]
)
def test_water_fords_and_bridges_do_not_block_sight(more) -> None:
    assert texts(place("attack", "uV3 3.2!, dG3 3.4", **more))[0] == "attack 3.2-3.4"


def test_a_command_tent_blocks_sight() -> None:
    with pytest.raises(ValueError, match="no unit can attack"):
        place("attack", "uV3 3.2!, dG3 3.4", tents=[None, [3, 3]])


def test_units_do_not_block_the_sight_of_ranged_units_on_hills_but_terrain_does() -> None:
    units = "uV3 3.2!, uH3 3.3, dG3 3.4"
    with pytest.raises(ValueError, match="no unit can attack"):
        place("attack", units)
    assert texts(place("attack", units, hill="3.2"))[0] == "attack 3.2-3.4"
    with pytest.raises(ValueError, match="no unit can attack"):
        place("attack", units, hill="3.2 3.3")


# 3.2 Dice


@pytest.mark.parametrize(
    ("units", "active", "more", "expected"),
    [
        ("uH3 3.5!, dG3 4.5", 0, {}, 3),
        ("uH3 3.5!, dG3 4.5", 0, {"forest": "3.5"}, 2),
        ("uH3 3.5!, dG3 4.5", 0, {"forest": "4.5"}, 2),
        ("uH1 3.5!, dG3 4.5", 0, {"forest": "4.5"}, 4),  # the limit comes before Rage
        ("uV3 3.5!, dG3 3.7", 0, {"forest": "3.7"}, 2),
        ("uO3 3.5!, dG3 4.5", 0, {}, 4),
        ("uC6 3.5!, dG3 4.5", 0, {}, 4),
        ("uC1 3.5!, dG3 4.5", 0, {}, 4),
        ("dR3 3.5!, uH3 4.5", 1, {}, 2),
        ("dN3 3.5!, uH3 4.5", 1, {}, 3),
        ("dW6 3.5!, uH3 4.5", 1, {}, 4),
        ("dW6 3.5!, uH3 4.5", 1, {"forest": "3.5 4.5"}, 4),
        ("uH3 3.5!, dW6 4.5", 0, {}, 2),  # Flying: melee attackers roll one die less
        ("uH3 3.5!, dW6 4.5", 0, {"forest": "4.5"}, 2),
        ("uV3 3.5!, dW6 3.7", 0, {}, 2),
        ("dG3 3.5!, uH3 4.5, dR3 4.4", 1, {}, 4),  # Flanking
        ("dG3 3.5!, uH3 4.5, dR3 4.4, dR3 5.4", 1, {}, 4),
        ("dR3 3.5!, uH3 4.5, dR3 5.4", 1, {}, 3),
        ("uH3 3.5!w, dG3 4.5", 0, {}, 2),
        ("uB3 3.5!, dG3 4.5", 0, {}, 3),
    ],
)
def test_dice_of_a_roll(units, active, more, expected) -> None:
    assert dice(attack(units, active, **more)) == expected


def test_at_least_one_die_is_rolled() -> None:
    assert dice(attack("dR3 3.5!w, uH3 4.5, uH3 0.0", 1)) == 1


def test_more_than_five_dice_are_rolled_in_two_lots() -> None:
    state = attack("uH1 3.5!, dG3 4.5", lore=[9, 0], **LORE({"surprise_attack": 1}))
    play(state, "lore surprise attack")
    assert len(state.outcomes()) == 252
    play(state, "roll lore lore lore lore lore")
    assert phase(state) == "roll"
    assert FULL.from_view(state.view(0), seed=1, chance="ask").view(0) == state.view(0)
    assert dice(state) == 2
    play(state, "roll pierce pierce")
    assert phase(state) == "counter"


# 2.1 Command cards that the learning scenario has no units for


def ordered(state) -> set[str]:
    return {"{}.{}".format(*one["hex"]) for one in state.view(None)["units"] if one["ordered"]}


def test_cavalry_charge_orders_cavalry_with_one_more_die_for_the_first_attack() -> None:
    units = "uB3 3.5, uB3 2.1, uH3 3.8, dG3 4.5"
    state = play(place("command", units, hand={"cavalry_charge": 3, "wedge": 1}), "play cavalry charge")
    assert ordered(state) == {"3.5", "2.1"}
    play(state, "stay 3.5", "stay 2.1", "attack 3.5-4.5")
    assert dice(state) == 4


def test_champions_of_war_orders_two_elite_or_legend_units_and_one_more() -> None:
    units = "uO3 2.1, uO3 2.2, uC6 2.3, uH3 2.5, dG3 8.5"
    state = play(place("command", units, hand={"champions_of_war": 3, "wedge": 1}), "play champions of war")
    assert texts(state) == ["order 2.1", "order 2.2"]
    play(state, "order 2.1", "order 2.3")
    assert texts(state) == ["order 2.2", "order 2.5"]
    assert ordered(play(state, "order 2.5")) == {"2.1", "2.3", "2.5"}


def test_battlelore_orders_elites_and_legends_for_morale_and_heroic_cavalry_for_hits() -> None:
    units = "uO3 2.1, uC6 2.3, uB3 2.5, uH3 2.7, dG3 8.5"
    state = play(place("command", units, hand={"battlelore": 1, "wedge": 3}), "play battlelore")
    play(state, "roll pierce pierce morale heroic")
    assert ordered(state) == {"2.1", "2.3", "2.5", "2.7"}


# 3.3 Abilities


def test_stunning_blow_stuns_once_and_a_stunned_unit_does_not_counter() -> None:
    state = play(attack("dN3 3.5!, uH3 4.5", 1), "roll lore heroic heroic")
    assert texts(state) == ["commit 0 heroic", "commit 1 heroic"]
    play(state, "commit 1 heroic")
    assert at(state, "4.5")["stunned"]
    assert phase(state) == "draw"


def test_a_stunned_unit_suffers_damage_for_its_retreats() -> None:
    state = play(attack("dG3 3.5!, uH3 4.5s", 1), "roll lore morale morale")
    assert figures(state, "4.5") == 1
    assert phase(state) == "draw"


def test_a_unit_stunned_by_a_counter_attacks_no_more() -> None:
    state = play(
        attack("uV3 3.5!, dN3 4.5", card="darken_the_skies", discard={"darken_the_skies": 1}),
        "roll lore lore",
    )
    assert at(state, "3.5")["attacks"] == 1
    play(state, "counter", "roll lore lore heroic", "commit 1 heroic")
    assert at(state, "3.5")["stunned"]
    assert phase(state) == "draw"


def test_tokens_are_cured_one_by_one_when_a_unit_is_ordered() -> None:
    state = place("command", "uH3 3.5psw, dG3 8.0", hand={"attack_center": 4}, lore=[5, 0])
    play(state, "play attack center")
    assert texts(state) == ["cure 3.5", "unstun 3.5", "drive swarm off 3.5", "keep tokens 3.5"]
    play(state, "unstun 3.5")
    assert texts(state) == ["cure 3.5", "drive swarm off 3.5", "keep tokens 3.5"]
    play(state, "drive swarm off 3.5")
    assert phase(state) == "move"
    unit = at(state, "3.5")
    assert (unit["poisoned"], unit["stunned"], unit["swarmed"]) == (True, False, False)
    assert state.view(None)["lore"] == [1, 0]


def test_bloodthirst_needs_damage_before_or_in_the_same_roll() -> None:
    state = play(attack("uB3 3.5!, dG3 4.5"), "roll lore heroic heroic")
    assert phase(state) == "counter"
    state = play(attack("uB3 3.5!, dG2 4.5"), "roll lore heroic heroic")
    assert texts(state) == ["commit 0 heroic", "commit 1 heroic", "commit 2 heroic"]
    assert figures(play(state, "commit 1 heroic"), "4.5") == 1
    state = play(attack("uB3 3.5!, dG3 4.5"), "roll strike lore heroic", "commit 1 heroic")
    assert figures(state, "4.5") == 1


def test_talons_and_terrify() -> None:
    state = play(attack("dW6 3.5!, uH3 4.5", 1), "roll lore lore lore heroic", "commit 1 heroic")
    assert figures(state, "5.4") == 2
    state = play(attack("uC6 3.5!, dG3 4.5"), "roll lore lore lore heroic", "commit 1 heroic")
    assert figures(state, "6.4") == 3


# 3.4, 3.5 Damage


def test_vector_b6_a_strike_on_the_chaos_lord_is_one_damage() -> None:
    state = play(attack("dG3 3.5!, uC6 4.5", 1), "roll strike lore pierce", "commit 0 strike")
    assert figures(state, "4.5") == 5


def test_legends_are_never_weak() -> None:
    state = play(attack("uC1 3.5!, dG3 4.5"), "roll cleave cleave lore lore")
    assert figures(state, "4.5") == 1


def test_a_building_ignores_one_damage_of_each_roll() -> None:
    state = play(attack("uH3 3.5!, dG3 4.5", building="4.5"), "roll strike strike lore")
    assert figures(state, "4.5") == 2
    flown = play(attack("uH3 3.5!, dW6 4.5", building="4.5"), "roll strike strike")
    assert figures(flown, "4.5") == 4
    countered = play(attack("uH3 3.5!, dG3 4.5", building="3.5"), "roll lore lore lore", "counter")
    play(countered, "roll cleave cleave cleave")
    assert figures(countered, "3.5") == 1


def test_a_building_ignores_damage_of_a_failed_retreat_once() -> None:
    units = "uH3 3.5!, dG3 4.5, uH3 5.4"
    state = play(attack(units, building="4.5"), "roll lore morale morale")
    assert figures(state, "4.5") == 2
    state = play(attack(units, building="4.5"), "roll strike morale morale")
    assert figures(state, "4.5") == 1


# 3.6 Retreat


@pytest.mark.parametrize("kind", ["forest", "building", "ford", "tent"])
def test_a_retreat_stops_in_terrain_and_the_rest_is_damage(kind) -> None:
    more = (
        {"water": "5.4", "ford": "5.4"}
        if kind == "ford"
        else {"tents": [None, [5, 4]]}
        if kind == "tent"
        else {kind: "5.4"}
    )
    state = play(attack("uH3 3.5!, dG3 4.5", **more), "roll lore morale morale")
    assert figures(state, "5.4") == (3 if kind == "building" else 2)  # a building ignores one damage


@pytest.mark.parametrize(("units", "left"), [("dG3 6.4", 3), ("dG3 8.8", 2)])
def test_ruling_35_support_comes_before_what_stops_a_retreat(units, left) -> None:
    state = play(attack(f"uH3 3.5!, dG3 4.5, {units}", forest="5.4"), "roll lore morale morale")
    assert figures(state, "5.4") == left


@pytest.mark.parametrize(("units", "left"), [("dG3 5.4", 3), ("dG3 8.8", 1)])
def test_ruling_35_support_comes_before_the_damage_of_a_stunned_unit(units, left) -> None:
    state = play(attack(f"uH3 3.5!, dG3 4.5s, {units}"), "roll lore morale morale")
    assert figures(state, "4.5") == left


def test_a_retreat_into_water_is_damage() -> None:
    state = play(attack("uH3 3.5!, dG3 4.5", water="5.4"), "roll lore morale morale")
    assert figures(state, "4.5") == 1


def test_a_massive_unit_does_not_retreat_into_a_building() -> None:
    state = play(attack("dG3 3.5!, uC6 4.5", 1, building="5.4"), "roll lore morale morale", "take retreat")
    assert figures(state, "4.5") == 4


def test_flying_units_retreat_over_enemies_onto_a_free_hex() -> None:
    two = play(attack("uH3 3.5!, dW6 4.5, uH3 5.4"), "roll morale morale")
    assert figures(two, "6.4") == 6
    one = play(attack("uH3 3.5!, dW6 4.5, uH3 5.4"), "roll lore morale")
    assert figures(one, "4.5") == 5
    supported = play(attack("uH3 3.5!, dW6 4.5, dG3 5.4"), "roll lore morale")
    assert figures(supported, "4.5") == 6


@pytest.mark.parametrize(
    ("answer", "where", "left"), [("ignore retreat", "5.4", 3), ("take retreat", "6.4", 3)]
)
def test_immovable_may_ignore_one_retreat_of_a_combat(answer, where, left) -> None:
    state = play(attack("uH3 3.5!, dN3 4.5"), "roll lore morale morale")
    assert (state.to_move, texts(state)) == (1, ["ignore retreat", "take retreat"])
    assert FULL.from_view(state.view(1), seed=1).view(1) == state.view(1)
    assert figures(play(state, answer), where) == left


def test_immovable_against_one_retreat_keeps_the_counter() -> None:
    state = play(attack("uH3 3.5!, dN3 4.5"), "roll lore lore morale", "ignore retreat")
    assert phase(state) == "counter"


# 3.8 Counter


def test_vigilant_units_are_not_countered() -> None:
    state = play(attack("dR3 3.5!, uH3 4.5", 1), "roll lore lore")
    assert phase(state) == "draw"


def test_ferocity_counters_before_retreating_and_a_pushed_attacker_does_not_advance() -> None:
    state = play(attack("dG3 3.5!, uO3 4.5", 1), "roll lore morale morale")
    assert (state.to_move, phase(state)) == (0, "counter")
    play(state, "counter")
    assert FULL.from_view(state.view(0), seed=1, chance="ask").view(0) == state.view(0)
    play(state, "roll strike lore lore morale")
    assert figures(state, "2.6") == 2  # the attacker, pushed away
    assert figures(state, "6.4") == 3  # the target then retreats, from where it was attacked
    assert state.view(None)["lore"] == [2, 1]
    assert phase(state) == "draw"


def test_ferocity_may_be_left_and_the_attacker_advances() -> None:
    state = play(attack("dG3 3.5!, uO3 4.5", 1), "roll lore morale morale", "no counter")
    assert texts(state) == ["advance 3.5-4.5", "pursue 3.5-4.5", "remain"]


def test_ferocity_that_eliminates_the_attacker_still_lets_the_target_retreat() -> None:
    state = play(
        attack("dG1 3.5!, uO3 4.5, dG3 8.8", 1),
        "roll lore lore morale",
        "counter",
        "roll strike lore lore lore",
    )
    assert at(state, "3.5") is None
    assert figures(state, "5.4") == 3
    assert state.view(None)["lore"] == [3, 2]
    assert phase(state) == "draw"


def test_ferocity_counters_only_once() -> None:
    state = play(
        attack("dG3 3.5!, uO3 4.5, uH3 5.4", 1),
        "roll lore lore morale",
        "counter",
        "roll lore lore lore lore",
    )
    assert phase(state) == "draw"  # supported in its hex, adjacent, but it has countered


# 3.9 Advance and Pursue


def test_pursue_2_goes_through_the_vacated_hex_and_on() -> None:
    state = play(attack("uB3 3.5!, dG1 4.5, dG3 8.8"), "roll strike lore lore")
    pursuits = {text for text in texts(state) if text.startswith("pursue")}
    assert "pursue 3.5-4.5" in pursuits
    assert pursuits == {
        f"pursue 3.5-{hexagon}" for hexagon in ("4.5", "4.4", "5.4", "5.5", "4.6", "3.4", "3.5")
    }


def test_pursue_2_may_end_where_it_began_and_attacks_from_there() -> None:
    state = attack("uB3 3.5!, dG1 4.5, dG3 3.6", move="attack 3.5-4.5", hill="3.5")
    play(state, "roll strike lore lore", "pursue 3.5-3.5")
    assert at(state, "3.5") is not None
    assert texts(state) == ["attack 3.5-3.6", "hold 3.5"]


def test_pursue_1_does_not_return() -> None:
    state = play(attack("dG3 3.5!, uH1 4.5, uH3 8.8", 1), "roll strike lore lore")
    assert "pursue 3.5-3.5" not in texts(state)


def test_pursue_stops_in_terrain() -> None:
    state = play(attack("uB3 3.5!, dG1 4.5, dG3 8.8", forest="4.5"), "roll strike lore")
    assert {text for text in texts(state) if text.startswith("pursue")} == {"pursue 3.5-4.5"}


def test_a_massive_unit_does_not_advance_into_a_building() -> None:
    state = play(attack("uC6 3.5!, dG1 4.5, dG3 8.8", building="4.5"), "roll strike strike lore lore")
    assert at(state, "4.5") is None
    assert phase(state) == "draw"


def test_an_attacker_stunned_by_the_counter_of_ferocity_does_not_advance() -> None:
    state = place("advance", "dG3 3.5!, uH3 8.8", 1, combat={"attacker": [3, 5], "vacated": [4, 5]})
    assert texts(state) == ["advance 3.5-4.5", "pursue 3.5-4.5", "remain"]
    with pytest.raises(ValueError, match="must be a free hex beside the attacker"):
        place("advance", "dG3 3.5!s, uH3 8.8", 1, combat={"attacker": [3, 5], "vacated": [4, 5]})
