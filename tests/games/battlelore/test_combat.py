"""Combat in BattleLore, in the sections of RULES.md 3 and of the rulebook."""

import math
import random

import pytest

from battlewise.core.games.battlelore.rules.board import sight_is_free
from tests.games.battlelore.positions import (
    ATTACK,
    GAME,
    HEXES,
    at,
    centre,
    command,
    distance,
    figures,
    phase,
    play,
    position,
    texts,
)


def number(hexagon: tuple[int, int]) -> int:
    return 13 * hexagon[0] + hexagon[1]


# 3.1 Declare Attack: range and line of sight


def test_vector_b2_range_and_sight() -> None:
    state = position("attack", "uV3 4.2!, dY3 4.6, dG3 4.7, dG3 7.3, uH3 2.3, dY3 1.3")
    assert texts(state) == ["attack 4.2-4.6", "attack 4.2-7.3", "hold 4.2"]


def test_melee_units_attack_adjacent_units_only() -> None:
    assert texts(position("attack", "uH3 4.5!, dG3 4.6, dG3 4.3")) == ["attack 4.5-4.6", "hold 4.5"]


def test_ranged_units_attack_adjacent_units_too() -> None:
    assert texts(position("attack", "uV3 4.5!, dG3 4.6")) == ["attack 4.5-4.6", "hold 4.5"]


@pytest.mark.parametrize(
    ("blocking", "free"), [([], True), (["4.5"], True), (["4.6"], True), (["4.5", "4.6"], False)]
)
def test_sight_along_an_edge_is_blocked_only_on_both_sides(blocking, free) -> None:
    units = ", ".join(["uV3 3.5!", "dG3 5.5", "dG3 8.0"] + [f"uH3 {h}" for h in blocking])
    if free:
        assert "attack 3.5-5.5" in texts(position("attack", units))
    else:
        with pytest.raises(ValueError, match="no unit can attack"):
            position("attack", units)


def test_sight_along_the_edge_of_the_board_has_a_free_side() -> None:
    assert "attack 0.0-2.0" in texts(position("attack", "uV3 0.0!, uH3 1.0, dG3 2.0"))


def nearest(x: float, y: float) -> tuple[int, int]:
    rows = range(max(0, round(y / 0.866) - 1), min(9, round(y / 0.866) + 2))
    near = ((r, c) for r in rows for c in range(-1, 13))
    return min(near, key=lambda h: (centre(h)[0] - x) ** 2 + (centre(h)[1] - y) ** 2)


def test_sight_agrees_with_lines_drawn_in_small_steps() -> None:
    generator = random.Random(2)
    for _ in range(250):
        viewer = generator.choice(HEXES)
        target = generator.choice([h for h in HEXES if 1 < distance(viewer, h) <= 4])
        blocking = set(generator.sample(HEXES, 25)) - {viewer, target}
        (x, y), (u, v) = centre(viewer), centre(target)
        length = math.hypot(u - x, v - y)
        sides = []
        for nudge in (1e-6, -1e-6):
            dx, dy = -(v - y) / length * nudge, (u - x) / length * nudge
            line = {nearest(x + (u - x) * i / 97 + dx, y + (v - y) * i / 97 + dy) for i in range(98)}
            sides.append(not line & blocking)
        assert sight_is_free(number(viewer), number(target), [number(h) for h in blocking]) == any(sides), (
            viewer, target, blocking,
        )  # fmt: skip


# 3.2 Perform Combat Roll


@pytest.mark.parametrize(("units", "outcomes"), [("uH3", 56), ("uH2", 126), ("uH1", 252), ("uV3", 21)])
def test_combat_roll_has_the_units_dice_and_rage(units, outcomes) -> None:
    state = play(position("attack", f"{units} 3.5!, dG3 4.5"), "attack 3.5-4.5")
    assert len(state.outcomes()) == outcomes
    assert sum(p for _, p in state.chances()) == pytest.approx(1)
    assert state.stream == "dice 0"


def test_combat_roll_probabilities_are_those_of_multisets() -> None:
    state = play(position("attack", "uV3 3.5!, dG3 4.5"), "attack 3.5-4.5")
    chances = {move.text: p for move, p in state.chances()}
    assert chances["roll strike strike"] == pytest.approx(1 / 36)
    assert chances["roll strike lore"] == pytest.approx(2 / 36)


# 3.3 Dice abilities


def test_superior_tactics_turns_strikes_into_retreats() -> None:
    state = play(
        position("attack", "dG3 5.5!, uH3 4.5", active=1), "attack 5.5-4.5", "roll strike strike lore"
    )
    assert texts(state) == ["commit 0 strike", "commit 1 strike", "commit 2 strike"]
    state.play("commit 1 strike")
    assert figures(state, "3.4") == 2
    assert state.view(None)["lore"] == [0, 1]


def test_vipers_bite_poisons_once() -> None:
    state = play(position("attack", "uV3 3.5!, dG3 3.7, dG3 8.8"), "attack 3.5-3.7", "roll heroic heroic")
    assert texts(state) == ["commit 0 heroic", "commit 1 heroic"]
    state.play("commit 1 heroic")
    assert at(state, "3.7")["poisoned"]
    again = play(position("attack", "uV3 3.5!, dG3 3.7p"), "attack 3.5-3.7", "roll heroic heroic")
    assert phase(again) == "draw"


def test_frenzy_costs_own_figures_after_the_combat() -> None:
    state = play(position("attack", ATTACK), "attack 3.5-4.5", "roll lore heroic heroic", "commit 2 heroic")
    assert figures(state, "4.5") == 1
    assert figures(state, "3.5") == 3
    play(state, "no counter")
    assert figures(state, "3.5") == 1


@pytest.mark.parametrize(("move", "where"), [("advance 3.5-4.5", "4.5"), ("remain", "3.5")])
def test_ruling_13_frenzys_own_figures_come_off_after_the_advance(move, where) -> None:
    units = "uH3 3.5!, dG1 4.5, dG3 8.8"
    state = play(position("attack", units), "attack 3.5-4.5", "roll lore lore heroic", "commit 1 heroic")
    assert figures(state, "3.5") == 3
    assert texts(state) == ["advance 3.5-4.5", "remain"]
    shown = state.view(0)
    assert shown["combat"]["own_figures"] == [1, 0]
    assert GAME.from_view(shown, seed=1).view(0) == shown
    assert figures(play(state, move), where) == 2
    assert phase(state) == "draw"


def test_ruling_12_poison_is_committed_before_the_ability() -> None:
    state = play(position("attack", "uH3 3.5!, dG3 4.5p"), "attack 3.5-4.5", "roll lore morale heroic")
    assert texts(state) == ["commit 0 lore", "commit 1 lore"]
    assert texts(play(state, "commit 1 lore")) == ["commit 0 heroic", "commit 1 heroic"]
    play(state, "commit 1 heroic")
    assert figures(state, "5.4") == 1


def test_frenzy_can_eliminate_its_own_unit_which_then_does_not_advance() -> None:
    units = "uH1 3.5!, dG1 4.5, uH3 0.0, dG3 8.0"
    state = play(
        position("attack", units),
        "attack 3.5-4.5",
        "roll pierce pierce pierce pierce heroic",
        "commit 1 heroic",
    )
    assert at(state, "3.5") is None
    assert at(state, "4.5") is None
    assert phase(state) == "draw"


def test_frenzy_in_a_counter_gives_the_attacker_no_advance() -> None:
    units = "dG3 5.5!, uH1 4.5, uH3 0.0"
    state = play(position("attack", units, active=1), "attack 5.5-4.5", "roll lore lore lore", "counter")
    assert state.stream == "dice 0"
    play(state, "roll lore lore lore lore heroic", "commit 1 heroic")
    assert at(state, "4.5") is None
    assert figures(state, "5.5") == 2
    assert phase(state) == "draw"


def test_poison_lets_lore_cause_damage_instead_of_tokens() -> None:
    units = "uH3 3.5!, dG3 4.5p, dG3 8.0"
    state = play(position("attack", units), "attack 3.5-4.5", "roll lore lore morale")
    assert texts(state) == ["commit 0 lore", "commit 1 lore", "commit 2 lore"]
    state.play("commit 1 lore")
    assert figures(state, "5.4") == 2
    assert state.view(None)["lore"] == [1, 0]


def test_poison_of_this_roll_does_not_turn_its_lore_into_damage() -> None:
    state = play(
        position("attack", "uV3 3.5!, dG3 3.7, dG3 8.0"),
        "attack 3.5-3.7",
        "roll lore heroic",
        "commit 1 heroic",
    )
    assert figures(state, "3.7") == 3
    assert state.view(None)["lore"] == [1, 0]


def test_poison_is_cured_for_two_lore_when_the_unit_is_ordered() -> None:
    units = "uH3 2.4p, uH3 2.5p, uH3 2.6, dG3 8.0"
    state = command("attack_center", units, lore=[3, 0])
    assert texts(state) == ["cure 2.4", "keep poison 2.4"]
    kept = play(state.copy(), "keep poison 2.4")
    assert texts(kept) == ["cure 2.5", "keep poison 2.5"]
    state.play("cure 2.4")
    assert phase(state) == "move"
    assert state.view(None)["lore"] == [1, 0]
    assert [one["poisoned"] for one in state.view(None)["units"]] == [False, True, False, False]


def test_poison_is_not_cured_of_units_that_are_not_ordered() -> None:
    assert phase(command("patrol_left", "uH3 2.4p, uH3 2.9, dG3 8.0", lore=[9, 0])) == "move"


def test_the_poison_token_stays_with_a_unit_that_moves_or_retreats() -> None:
    moved = play(position("move", "uH3 3.5!p, dG3 8.0"), "move 3.5-3.6")
    assert at(moved, "3.6")["poisoned"]
    pushed = play(position("attack", "uH3 3.5!, dG3 4.5p"), "attack 3.5-4.5", "roll strike morale morale")
    assert at(pushed, "6.4")["poisoned"]
    assert sum(one["poisoned"] for one in pushed.view(None)["units"]) == 1


# 3.4 Resolve Dice Results, 3.5 Damage


def test_vector_b3_strike_and_cleave_are_damage_pierce_is_not() -> None:
    state = play(
        position("attack", "dG3 5.5!, uH3 4.5", active=1),
        "attack 5.5-4.5", "roll strike cleave pierce", "commit 0 strike",
    )  # fmt: skip
    assert figures(state, "4.5") == 1


def test_ranged_attacks_count_pierce_only() -> None:
    units = "dY3 5.5!, uH3 5.7, uH3 0.0"
    state = play(position("attack", units, active=1), "attack 5.5-5.7", "roll strike pierce")
    assert figures(state, "5.7") == 2


def test_weak_units_cleaves_fail() -> None:
    state = play(
        position("attack", "uH1 3.5!, dG3 4.5"), "attack 3.5-4.5", "roll strike cleave cleave cleave pierce"
    )
    assert figures(state, "4.5") == 2


# 3.6 Retreat


def test_vector_b4_retreat_straight_away_from_an_adjacent_attacker() -> None:
    state = play(position("attack", "uH3 3.5!, dY3 4.5"), "attack 3.5-4.5", "roll lore morale morale")
    assert at(state, "6.4") is not None
    assert phase(state) == "advance"


def test_retreat_from_a_distant_attacker_through_the_side_opposite_the_sight() -> None:
    state = play(position("attack", "uV3 3.2!, dG3 3.5"), "attack 3.2-3.5", "roll lore morale")
    assert at(state, "3.6") is not None
    assert phase(state) == "draw"


def test_retreat_at_a_corner_is_the_attackers_choice_for_the_whole_retreat() -> None:
    state = play(position("attack", "uV3 3.5!, dG3 5.5"), "attack 3.5-5.5", "roll morale morale")
    assert state.to_move == 0
    assert sorted(texts(state)) == ["retreat 5.5-6.5", "retreat 5.5-6.6"]
    state.play("retreat 5.5-6.6")
    assert at(state, "7.6") is not None


def test_retreat_at_a_corner_off_the_board_in_both_directions_is_damage_at_once() -> None:
    state = play(position("attack", "uV3 6.5!, dG3 8.5"), "attack 6.5-8.5", "roll morale morale")
    assert figures(state, "8.5") == 1


def test_retreat_at_a_corner_may_lead_off_the_board_in_one_direction() -> None:
    state = play(position("attack", "uV3 2.0!, dG3 4.0"), "attack 2.0-4.0", "roll lore morale")
    assert sorted(texts(state)) == ["retreat 4.0-5.0", "retreat 4.0-off"]
    assert figures(play(state, "retreat 4.0-off"), "4.0") == 2


@pytest.mark.parametrize("ahead", ["uH3 5.4", None])
def test_blocked_retreat_is_damage_for_each_hex_left(ahead) -> None:
    where = ("3.5", "4.5") if ahead else ("7.5", "8.5")
    units = f"uH3 {where[0]}!, dG3 {where[1]}, dG3 0.0" + (f", {ahead}" if ahead else "")
    state = play(position("attack", units), f"attack {where[0]}-{where[1]}", "roll lore morale morale")
    assert figures(state, where[1]) == 1
    assert phase(state) == "counter"


def test_retreat_is_blocked_after_the_first_hex() -> None:
    state = play(
        position("attack", "uH3 3.5!, dG3 4.5, uH3 6.4"), "attack 3.5-4.5", "roll lore morale morale"
    )
    assert figures(state, "5.4") == 2
    assert phase(state) == "advance"


def test_damage_of_a_blocked_retreat_can_eliminate_and_lets_advance_into_the_original_hex() -> None:
    units = "uH3 3.5!, dG1 4.5, uH3 6.4, dG3 8.8"
    state = play(position("attack", units), "attack 3.5-4.5", "roll lore morale morale")
    assert at(state, "5.4") is None
    assert texts(state) == ["advance 3.5-4.5", "remain"]


def test_damage_comes_before_the_retreat() -> None:
    state = play(position("attack", "uH3 3.5!, dG2 4.5"), "attack 3.5-4.5", "roll strike lore morale")
    assert figures(state, "5.4") == 1


# 3.7 Support


def test_supported_unit_ignores_all_retreats() -> None:
    state = play(
        position("attack", "uH3 3.5!, dG3 4.5, dG3 5.4"), "attack 3.5-4.5", "roll lore morale morale"
    )
    assert figures(state, "4.5") == 3
    assert phase(state) == "counter"


def test_support_after_the_first_hex_ends_the_retreat_without_damage() -> None:
    state = play(
        position("attack", "uH3 3.5!, dG3 4.5, dG3 6.4"), "attack 3.5-4.5", "roll lore morale morale"
    )
    assert figures(state, "5.4") == 3


# 3.8 Counter


def test_vector_b5_full_combat() -> None:
    units = "dG3 5.5!, uH3 4.5"
    state = position("attack", units, active=1)
    play(state, "attack 5.5-4.5", "roll strike cleave pierce", "commit 0 strike")
    assert state.to_move == 0
    play(state, "counter", "roll strike cleave cleave pierce morale")
    assert figures(state, "6.6") == 2
    assert phase(state) == "draw"


def test_counter_cannot_be_countered_and_is_optional() -> None:
    state = play(position("attack", ATTACK), "attack 3.5-4.5", "roll lore lore lore")
    assert texts(state) == ["counter", "no counter"]
    play(state, "counter", "roll lore lore lore")
    assert phase(state) == "draw"
    assert state.view(None)["lore"] == [3, 3]


def test_distant_target_does_not_counter() -> None:
    state = play(position("attack", "uV3 3.2!, dY3 3.4"), "attack 3.2-3.4", "roll lore lore")
    assert phase(state) == "draw"


def test_adjacent_archers_counter_with_their_ranged_attack() -> None:
    state = play(position("attack", "uH3 3.5!, dY3 4.5"), "attack 3.5-4.5", "roll lore lore lore", "counter")
    play(state, "roll strike pierce")
    assert figures(state, "3.5") == 2


COUNTERED = ("attack 3.5-4.5", "roll lore lore lore", "counter")  # 3.5 is pushed to 2.6, 1.6


def test_a_counter_commits_lore_against_a_poisoned_attacker() -> None:
    state = play(position("attack", "uH3 3.5!p, dG3 4.5"), *COUNTERED, "roll lore lore heroic")
    assert state.to_move == 1
    assert texts(state) == ["commit 0 lore", "commit 1 lore", "commit 2 lore"]
    play(state, "commit 1 lore")
    assert figures(state, "3.5") == 2
    assert state.view(None)["lore"] == [3, 1]


def test_vipers_bite_in_a_counter_poisons_the_attacker() -> None:
    state = position("attack", "dG3 5.5!, uV3 4.5", active=1)
    play(state, "attack 5.5-4.5", "roll lore lore lore", "counter", "roll lore heroic", "commit 1 heroic")
    assert at(state, "5.5")["poisoned"]
    assert not at(state, "4.5")["poisoned"]


def test_superior_tactics_in_a_counter_pushes_the_attacker_back() -> None:
    state = play(position("attack", ATTACK), *COUNTERED, "roll strike strike lore", "commit 2 strike")
    assert figures(state, "1.6") == 3
    assert phase(state) == "draw"


@pytest.mark.parametrize(("behind", "left"), [("dG3 2.6", 1), ("uH3 2.6", 3)])
def test_an_attacker_pushed_by_a_counter_meets_enemies_and_support(behind, left) -> None:
    state = play(position("attack", f"{ATTACK}, {behind}"), *COUNTERED, "roll lore morale morale")
    assert figures(state, "3.5") == left


def test_an_attacker_pushed_off_the_board_by_a_counter_suffers_damage() -> None:
    state = position("attack", "uH3 0.5!, dG3 1.5")
    play(state, "attack 0.5-1.5", "roll lore lore lore", "counter", "roll lore morale morale")
    assert figures(state, "0.5") == 1


def test_countering_unit_never_advances() -> None:
    units = "uH1 3.5!, dG3 4.5, uH3 0.0"
    state = play(position("attack", units), "attack 3.5-4.5", "roll lore lore lore lore lore", "counter")
    play(state, "roll strike lore lore", "commit 0 strike")
    assert at(state, "3.5") is None
    assert phase(state) == "exchange"


# 3.9 Advance, Pursue


@pytest.mark.parametrize(("move", "where"), [("advance 3.5-4.5", "4.5"), ("remain", "3.5")])
def test_advance_after_a_retreat_or_elimination(move, where) -> None:
    for dice, units in (
        ("roll lore morale pierce", ATTACK),
        ("roll strike lore pierce", "uH3 3.5!, dG1 4.5, dG3 8.8"),
    ):
        state = play(position("attack", units), "attack 3.5-4.5", dice, move)
        assert at(state, where)["type"] == "blood_harvesters"


def test_advance_of_archers_after_an_adjacent_attack_but_not_after_a_distant_one() -> None:
    near = play(position("attack", "uV3 3.5!, dG1 4.5, dG3 8.8"), "attack 3.5-4.5", "roll pierce lore")
    assert phase(near) == "advance"
    far = play(position("attack", "uV3 3.5!, dG1 3.7, dG3 8.8"), "attack 3.5-3.7", "roll pierce lore")
    assert phase(far) == "draw"


def test_pursue_moves_and_attacks_once_more_but_only_once_a_turn() -> None:
    units = "dG3 5.5!, uH1 4.5, uH1 3.4, uH3 0.0"
    state = position("attack", units, active=1)
    play(state, "attack 5.5-4.5", "roll cleave pierce pierce")
    assert texts(state) == ["advance 5.5-4.5", "pursue 5.5-4.5", "remain"]
    state.play("pursue 5.5-4.5")
    assert texts(state) == ["attack 4.5-3.4", "hold 4.5"]
    play(state, "attack 4.5-3.4", "roll cleave pierce pierce")
    assert texts(state) == ["advance 4.5-3.4", "remain"]
    assert phase(play(state, "advance 4.5-3.4")) == "draw"


def test_pursue_without_a_target_ends_and_its_attack_may_be_given_up() -> None:
    units = "dG3 5.5!, uH1 4.5, uH3 0.0"
    state = play(
        position("attack", units, active=1), "attack 5.5-4.5", "roll cleave pierce pierce", "pursue 5.5-4.5"
    )
    assert phase(state) == "draw"
    units = "dG3 5.5!, uH1 4.5, uH3 3.4"
    state = play(
        position("attack", units, active=1), "attack 5.5-4.5", "roll cleave pierce pierce", "pursue 5.5-4.5"
    )
    assert phase(play(state, "hold 4.5")) == "draw"


def test_pursue_after_a_retreat_and_a_counter_to_its_attack() -> None:
    state = position("attack", "dG3 5.5!, uH3 4.5", active=1)
    play(state, "attack 5.5-4.5", "roll lore heroic morale", "pursue 5.5-4.5")
    assert GAME.from_view(state.view(1), seed=1).view(1) == state.view(1)
    play(state, "attack 4.5-3.4", "roll lore lore lore")
    assert phase(state) == "counter"
    play(state, "counter", "roll strike lore lore")
    assert figures(state, "4.5") == 2
    assert state.view(None)["lore"] == [2, 4]


def test_double_shot_after_an_advance_and_after_a_counter() -> None:
    state = position("attack", "dY3 5.5!, uH1 4.5, uH3 2.5", active=1)
    play(state, "attack 5.5-4.5", "roll pierce heroic", "advance 5.5-4.5")
    assert texts(state) == ["attack 4.5-2.5", "hold 4.5"]
    state = position("attack", "dY3 5.5!, uH3 4.5", active=1)
    play(state, "attack 5.5-4.5", "roll lore heroic", "counter", "roll lore lore lore")
    assert texts(state) == ["attack 5.5-4.5", "hold 5.5"]
    play(state, "attack 5.5-4.5", "roll lore heroic", "no counter")
    assert phase(state) == "draw"
