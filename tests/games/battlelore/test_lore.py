"""Lore cards and the Lore Step in the full game of BattleLore (RULES.md 4.3, 7)."""

import pytest

from battlewise.core import ViewError
from tests.games.battlelore.full_positions import FULL, LORE, place
from tests.games.battlelore.positions import at, figures, phase, play, texts

RICH = {"lore": [9, 9]}


def holding(hand: str, seat: int = 0, other: int = 0, **more):
    """A seat with one lore card, and tokens for both."""
    return {**RICH, **LORE({hand: 1}, seat, other), **more}


def ordering(units: str, card: str, active: int = 0, command: str = "attack_center", **more):
    """A command card played by a seat that holds a lore card."""
    state = place("command", units, active, hand={command: 1, "wedge": 3}, **holding(card, active, **more))
    return play(state, f"play {command.replace('_', ' ')}")


def on(state, *moves: str):
    """Play on, passing where there is nothing but to play no lore card."""
    for move in moves:
        while texts(state) == ["no lore card"]:
            play(state, "no lore card")
        play(state, move)
    return state


def back(state) -> None:
    """The view of who is to move leads back to the state."""
    seat = max(state.to_move, 0)
    again = FULL.from_view(state.view(seat), seed=1, chance="ask")
    assert again.view(seat) == state.view(seat)
    assert texts(again) == texts(state)


# 7.1 Costs, one card a turn, the opponent's window


def test_a_lore_card_is_paid_for_shown_and_discarded() -> None:
    state = ordering("uH3 3.5, dG3 8.5", "ynfernal_haste")
    assert texts(state) == ["lore ynfernal haste", "no lore card"]
    back(state)
    play(state, "lore ynfernal haste", "choose 3.5")
    view = state.view(None)
    assert (view["lore"], view["lore_hand_sizes"]) == ([8, 9], [0, 0])
    assert view["lore_discard"] == [{"ynfernal_haste": 1}, {}]
    assert view["lore_used"] == [True, False]


def test_a_card_that_costs_too_much_cannot_be_played() -> None:
    state = ordering("uH3 3.5, dG3 8.5", "biting_swarm", lore=[2, 0])
    assert texts(state) == ["no lore card"]


def test_only_one_lore_card_a_turn() -> None:
    hand = {
        "lore": [9, 0],
        "lore_hand": {"ynfernal_haste": 1, "surprise_attack": 1},
        "lore_hand_sizes": [2, 0],
    }
    state = place("command", "uH3 3.5, dG3 4.5", hand={"attack_center": 4}, **hand)
    on(state, "play attack center", "lore ynfernal haste", "choose 3.5", "stay 3.5", "attack 3.5-4.5")
    assert phase(state) == "roll"
    state = place("command", "uH3 3.5, dG3 4.5", hand={"attack_center": 4}, **hand)
    on(state, "play attack center", "no lore card", "stay 3.5", "attack 3.5-4.5")
    assert texts(state) == ["lore surprise attack", "no lore card"]


@pytest.mark.parametrize(
    ("active", "card", "cancel"), [(0, "ynfernal_haste", "runic_barrier"), (1, "forced_march", "dark_sigil")]
)
def test_runic_barrier_and_dark_sigil_cancel_a_lore_card(active, card, cancel) -> None:
    units = "uH3 3.5, dG3 8.5" if active == 0 else "uH3 0.5, dG3 5.5"
    state = place("command", units, active, hand={"attack_center": 4}, **holding(card, active, other=1))
    play(state, "play attack center", f"lore {card.replace('_', ' ')}")
    assert phase(state) == "cancel"
    assert state.to_move == 1 - active
    dealt = next(
        one
        for one in (state.redealt(active, seed) for seed in range(300))
        if cancel in one.view(1 - active)["lore_hand"]
    )
    back(dealt)
    play(dealt, f"lore {cancel.replace('_', ' ')}")
    assert phase(dealt) == "move"
    assert dealt.view(None)["lore_used"] == [True, True]
    assert "spell" not in dealt.view(None)
    passed = play(state, "no lore card")
    assert phase(passed) == ("aim" if active == 0 else "move")


def test_a_lore_hand_is_asked_again_in_the_next_turn() -> None:
    state = place("lore", "uH3 3.5, dG3 6.5", lore_used=[True, True])
    play(state, "gain 2 lore")
    assert state.view(None)["lore_used"] == [False, False]


# 7.3 Daqan cards


def test_rune_blade_turns_lore_into_damage_in_melee_only() -> None:
    state = place("attack", "dG3 4.5!, uH3 3.5", 1, **holding("rune_blade", 1))
    play(state, "attack 4.5-3.5")
    assert texts(state) == ["lore rune blade", "no lore card"]
    play(state, "lore rune blade", "roll lore lore pierce")
    assert texts(state) == ["commit 0 lore", "commit 1 lore", "commit 2 lore"]
    back(state)
    assert figures(play(state, "commit 2 lore"), "3.5") == 1
    shot = place("attack", "dY3 4.5!, uH3 2.5", 1, **holding("rune_blade", 1))
    assert texts(play(shot, "attack 4.5-2.5")) == ["no lore card"]


def test_rune_blade_works_in_a_counter_too() -> None:
    state = place("attack", "uH3 3.5!, dG3 4.5", **holding("rune_blade", 1), seat=1, hand={"patrol_left": 4})
    play(state, "attack 3.5-4.5", "roll lore lore lore", "counter")
    assert texts(state) == ["lore rune blade", "no lore card"]
    play(state, "lore rune blade", "roll lore pierce pierce", "commit 1 lore")
    assert figures(state, "3.5") == 2


def test_portal_places_a_unit_beside_a_friend_and_it_counts_as_moved() -> None:
    state = ordering("dY3 6.5, dG3 3.2, uH3 0.0", "portal", 1)
    play(state, "lore portal")
    assert texts(state) == ["choose 6.5"]
    play(state, "choose 6.5")
    assert set(texts(state)) == {f"choose {h}" for h in ("3.1", "3.3", "2.2", "2.3", "4.2", "4.3")}
    back(state)
    play(state, "choose 2.2")
    assert at(state, "2.2")["type"] == "yeoman_archers"
    assert phase(state) == "attack"
    play(state, "attack 2.2-0.0", "roll lore heroic")
    assert phase(state) == "draw"  # no Double Shot: it counts as moved


def test_portal_takes_no_legend() -> None:
    state = ordering("dW6 6.5, dG3 3.2, uH3 0.0", "portal", 1)
    assert "lore portal" not in texts(state)


def test_battle_cry_bars_up_to_two_infantry_units_from_attacking() -> None:
    units = "uH3 3.5!, uV3 3.4!, uO3 5.5!, dG3 4.5, dG3 4.4"
    state = place("move", units, **holding("battle_cry", 1), seat=1, hand={"patrol_left": 4})
    play(state, *["stay 3.5", "stay 3.4", "stay 5.5"])
    assert (state.to_move, texts(state)) == (1, ["lore battle cry", "no lore card"])
    play(state, "lore battle cry")
    assert texts(state) == ["choose 3.4", "choose 3.5"]
    play(state, "choose 3.5")
    assert texts(state) == ["choose 3.4", "choose no more"]
    back(state)
    play(state, "choose 3.4")
    assert phase(state) == "attack"
    assert {text.split()[1][:3] for text in texts(state)} == {"5.5"}


def test_crushing_blow_orders_an_elite_unit_with_three_more_dice_once() -> None:
    state = ordering("dG3 6.5, dN3 4.1, uH3 3.1, uH3 0.0", "crushing_blow", 1, "attack_center")
    play(state, "lore crushing blow", "choose 4.1", "stay 6.5", "stay 4.1")
    back(state)
    play(state, "attack 4.1-3.1")
    assert len(state.outcomes()) == 252
    play(state, "roll lore lore lore lore lore")
    assert len(state.outcomes()) == 6


def test_crushing_blows_dice_are_spent_with_the_first_roll() -> None:
    state = ordering("dG3 6.5, dN3 4.1, uH3 3.1, uH3 0.0", "crushing_blow", 1, "attack_center")
    play(state, "lore crushing blow", "choose 4.1")
    assert state.view(None)["spell"] == {"effect": "order", "unit": [4, 1], "amount": 3}
    play(state, "stay 6.5", "stay 4.1", "attack 4.1-3.1", "roll lore lore lore lore lore", "roll lore")
    assert "spell" not in state.view(None)


@pytest.mark.parametrize(
    ("command", "own", "field", "given"),
    [
        ("darken_the_skies", "dY3 7.5", "attacks", (1, 3)),
        ("cavalry_charge", "dR3 7.5", "charge", (False, True)),
    ],
)
def test_what_a_card_grants_besides_is_for_units_of_its_kind_alone(command, own, field, given) -> None:
    """Ruling 60: a golem that Crushing Blow orders in the same turn gets nothing of it."""
    state = ordering(f"dN3 6.5, {own}, uH3 5.5, uH3 6.6, uH3 0.0", "crushing_blow", 1, command)
    play(state, "lore crushing blow", "choose 6.5", "stay 6.5", "stay 7.5")
    assert phase(state) == "attack"
    assert (at(state, "6.5")[field], at(state, "7.5")[field]) == given


def test_onslaughts_second_move_is_for_infantry_alone() -> None:
    state = ordering("dN3 6.5, dG3 7.5, uH3 0.0", "crushing_blow", 1, "onslaught")
    play(state, "lore crushing blow", "choose 6.5", "stay 6.5", "stay 7.5")
    assert {text.split("-")[0] for text in texts(state)} == {"move 7.5", "stay 7.5"}
    back(state)
    shown = state.view(1)
    shown["units"][0]["waiting"] = True
    with pytest.raises(ViewError, match="no second move"):
        FULL.from_view(shown, seed=1)


def test_shield_wall_ignores_all_retreats_of_the_combat() -> None:
    state = place("attack", "uH3 3.5!, dG3 4.5", **holding("shield_wall", 1), seat=1, hand={"patrol_left": 4})
    play(state, "attack 3.5-4.5", "roll lore morale morale")
    assert texts(state) == ["lore shield wall", "no lore card"]
    back(state)
    play(state, "lore shield wall")
    assert figures(state, "4.5") == 3
    assert phase(state) == "counter"


def test_shield_wall_is_not_asked_for_cavalry_nor_without_retreats() -> None:
    for units, roll in (
        ("uH3 3.5!, dR3 4.5", "roll lore morale morale"),
        ("uH3 3.5!, dG3 4.5", "roll lore lore lore"),
    ):
        state = place("attack", units, **holding("shield_wall", 1), seat=1, hand={"patrol_left": 4})
        play(state, "attack 3.5-4.5", roll)
        assert phase(state) != "window"


def test_forced_march_moves_infantry_one_hex_more() -> None:
    state = ordering("dG3 8.5, dN3 7.6, uH3 0.0", "forced_march", 1)
    play(state, "lore forced march")
    back(state)
    reached = {text for text in texts(state) if text.startswith("move")}
    assert "move 8.5-5.5" in reached
    play(state, "stay 8.5")
    assert "move 7.6-4.6" not in texts(state)


def test_aimed_volley_adds_two_dice_to_a_ranged_roll() -> None:
    state = place("attack", "dY3 4.5!, uH3 2.5", 1, **holding("aimed_volley", 1))
    play(state, "attack 4.5-2.5", "lore aimed volley")
    back(state)
    assert len(state.outcomes()) == 126
    melee = place("attack", "dG3 4.5!, uH3 3.5", 1, **holding("aimed_volley", 1))
    assert texts(play(melee, "attack 4.5-3.5")) == ["no lore card"]


def test_mending_light_in_the_own_lore_step() -> None:
    units = "dG2 5.5, dW4 6.6p, dN3 7.5s, uH3 0.0"
    state = place("lore", units, 1, **holding("mending_light", 1))
    assert texts(state)[-1] == "lore mending light"
    play(state, "lore mending light")
    assert sorted(texts(state)) == ["mend 5.5 wound", "mend 6.6 poison", "mend 6.6 wound", "mend 7.5 stun"]
    back(state)
    assert figures(play(state.copy(), "mend 5.5 wound"), "5.5") == 3
    assert figures(play(state.copy(), "mend 6.6 wound"), "6.6") == 5
    assert not at(play(state.copy(), "mend 6.6 poison"), "6.6")["poisoned"]
    play(state, "mend 7.5 stun")
    assert not at(state, "7.5")["stunned"]
    assert texts(state) == ["gain 2 lore", "gain 1 lore and a card", "draw 2 lore cards"]


def test_call_of_the_citadel_orders_a_unit_that_costs_at_most_four() -> None:
    state = ordering("dG3 6.5, dY3 6.1, dR3 6.9p, dN3 7.1, uH3 0.0", "call_of_the_citadel", 1)
    play(state, "lore call of the citadel")
    assert texts(state) == ["choose 6.1"]
    play(state, "choose 6.1")
    assert at(state, "6.1")["ordered"]


def test_a_unit_ordered_by_lore_can_be_cured() -> None:
    state = ordering("dG3 6.5, dY3 6.1p, uH3 0.0", "call_of_the_citadel", 1)
    play(state, "lore call of the citadel", "choose 6.1")
    assert texts(state) == ["cure 6.1", "keep poison 6.1"]


# 7.3 Uthuk cards


def falling(units: str, **more):
    return place("attack", units, 1, **holding("unstoppable", 0), seat=0, hand={"patrol_left": 4}, **more)


def test_unstoppable_counters_before_the_unit_is_removed() -> None:
    state = play(
        falling("dG3 4.5!, uH1 3.5, uH3 0.0"), "attack 4.5-3.5", "roll strike lore lore", "commit 0 strike"
    )
    assert (state.to_move, texts(state)) == (0, ["lore unstoppable", "no lore card"])
    back(state)
    play(state, "lore unstoppable")
    assert len(state.outcomes()) == 252  # 3 dice, and Rage for two missing figures
    play(state, "roll strike strike cleave lore lore")
    assert at(state, "3.5") is None
    assert figures(state, "4.5") == 1  # weak: the Cleave fails
    assert state.view(None)["lore"] == [9 - 2 + 2, 9 + 2]
    assert "advance 4.5-3.5" in texts(state)


def test_unstoppable_may_eliminate_the_attacker() -> None:
    state = play(
        falling("dG1 4.5!, uH1 3.5, uH3 0.0, dG3 8.8"),
        "attack 4.5-3.5",
        "roll strike lore lore",
        "commit 0 strike",
    )
    play(state, "lore unstoppable", "roll strike lore lore lore lore")
    assert at(state, "3.5") is None
    assert at(state, "4.5") is None
    assert phase(state) == "draw"


@pytest.mark.parametrize(
    ("units", "moves"),
    [
        (
            "dG3 4.5!, uH1 3.5, dG3 2.6, uH3 0.0",
            ["attack 4.5-3.5", "roll lore lore morale"],
        ),  # a failed retreat
        ("dY3 4.5!, uH1 2.5, uH3 0.0", ["attack 4.5-2.5", "roll pierce lore"]),  # from afar
        ("dR3 4.5!, uH1 3.5, uH3 0.0", ["attack 4.5-3.5", "roll strike lore"]),  # Vigilant
        ("dG3 4.5!, uH1 3.5s, uH3 0.0", ["attack 4.5-3.5", "roll strike lore lore", "commit 0 strike"]),
    ],
)
def test_unstoppable_has_no_window_when_the_unit_could_not_counter(units, moves) -> None:
    state = play(falling(units), *moves)
    assert phase(state) != "window"


def test_overrun_moves_in_and_attacks_once_more_even_after_pursue() -> None:
    units = "uB3 3.5!, dG1 4.5, dG1 5.4, dG3 6.4, dG3 8.8"
    state = place("attack", units, **holding("overrun"))
    on(state, "attack 3.5-4.5", "roll strike lore lore", "pursue 3.5-4.5", "attack 4.5-5.4")
    on(state, "roll strike lore lore")
    while texts(state) == ["no lore card"]:
        play(state, "no lore card")
    assert texts(state) == ["advance 4.5-5.4", "remain", "lore overrun"]
    play(state, "lore overrun")
    assert at(state, "5.4")["type"] == "flesh_ripper_brutes"
    assert texts(state) == ["attack 5.4-6.4", "hold 5.4"]
    back(state)


def test_overrun_is_for_melee_units() -> None:
    state = place("attack", "uV3 3.5!, dG1 4.5, dG3 8.8", **holding("overrun"))
    on(state, "attack 3.5-4.5", "roll pierce lore")
    assert texts(state) == ["advance 3.5-4.5", "remain"]


def test_surprise_attack_adds_two_dice() -> None:
    state = place("attack", "uV3 3.5!, dG3 3.7", **holding("surprise_attack"))
    play(state, "attack 3.5-3.7", "lore surprise attack")
    assert len(state.outcomes()) == 126


def test_biting_swarm_marks_an_enemy_within_four_hexes() -> None:
    state = ordering("uH3 3.5, dG3 7.5, dG3 8.5, dG3 5.5w", "biting_swarm")
    play(state, "lore biting swarm")
    assert texts(state) == ["choose 7.5"]
    assert at(play(state, "choose 7.5"), "7.5")["swarmed"]


def test_a_swarm_card_is_not_being_played_without_a_marker_left() -> None:
    state = ordering("uH3 3.5, dG3 7.5, dG3 8.5, dG3 5.5w, dG3 8.6, dG3 8.7", "biting_swarm")
    play(state, "lore biting swarm")
    shown = state.view(0)
    assert FULL.from_view(shown).to_move == 0
    for unit in shown["units"]:
        unit["swarmed"] = unit["side"] == "daqan" and unit["hex"] in ([5, 5], [8, 6], [8, 7])
    with pytest.raises(ViewError, match=r"units: all swarm markers are on units"):
        FULL.from_view(shown)


def test_there_are_three_swarm_markers() -> None:
    state = ordering("uH3 3.5, dG3 5.5w, dG3 5.6w, dG3 5.7w, dG3 5.4", "biting_swarm")
    assert "lore biting swarm" not in texts(state)


def test_blood_price_costs_a_figure_for_two_dice() -> None:
    state = place("move", "uO3 3.5!, uH3 2.2, dG3 4.5", **holding("blood_price"))
    play(state, "stay 3.5", "lore blood price")
    assert texts(state) == ["choose 3.5"]
    play(state, "choose 3.5")
    assert texts(state) == ["choose 2.2"]
    back(state)
    play(state, "choose 2.2")
    assert figures(state, "2.2") == 2
    play(state, "attack 3.5-4.5", "roll lore lore lore lore lore")
    assert len(state.outcomes()) == 6


def test_maddening_howl_drives_an_adjacent_enemy_back() -> None:
    state = place("move", "uH3 3.5!, dG3 4.5, dG3 8.8", **holding("maddening_howl"))
    play(state, "stay 3.5", "lore maddening howl", "choose 3.5")
    assert texts(state) == ["choose 4.5"]
    back(state)
    assert at(play(state, "choose 4.5"), "6.4") is not None


def test_maddening_howl_can_eliminate_and_end_the_game() -> None:
    state = place("move", "uH3 7.5!, dG2 8.5", **holding("maddening_howl"))
    play(state, "stay 7.5", "lore maddening howl", "choose 7.5", "choose 8.5")
    assert state.returns() == [1, 0]


def test_venom_clouds_poison_a_unit_and_all_beside_it_also_in_the_attack_step() -> None:
    state = place("attack", "uH3 3.5!, dG3 4.5, dG3 5.5, dG3 5.4, dG3 8.8", **holding("venom_clouds"))
    assert "lore venom clouds" in texts(state)
    play(state, "lore venom clouds", "choose 4.5")
    assert [one["poisoned"] for one in state.view(None)["units"]] == [False, True, True, True, False]
    assert phase(state) == "attack"


@pytest.mark.parametrize(
    ("units", "where", "left"),
    [("uH2 3.5!, dG1 4.5, dG3 8.8", "3.5", 3), ("uC3 3.5!, dG1 4.5, dG3 8.8", "3.5", 5)],
)
def test_feast_of_flesh_restores_a_figure_or_two_damage(units, where, left) -> None:
    state = place("attack", units, **holding("feast_of_flesh"))
    on(state, "attack 3.5-4.5", "roll strike lore lore lore")
    assert texts(state) == ["lore feast of flesh", "no lore card"]
    back(state)
    play(state, "lore feast of flesh")
    assert figures(state, where) == left
    assert phase(state) == "advance"


def test_feast_of_flesh_after_a_counter() -> None:
    state = place(
        "attack",
        "dG1 4.5!, uH2 3.5, dG3 8.8",
        1,
        **holding("feast_of_flesh"),
        seat=0,
        hand={"patrol_left": 4},
    )
    on(state, "attack 4.5-3.5", "roll lore lore lore", "counter", "roll strike lore lore lore")
    assert (state.to_move, phase(state)) == (0, "window")
    assert figures(play(state, "lore feast of flesh"), "3.5") == 3
    assert phase(state) == "draw"


def test_ynfernal_haste_moves_two_hexes_more_and_ignores_forest() -> None:
    ring = "4.3 4.4 3.2 3.4 2.3 2.4"
    state = ordering("uH3 3.3, uH3 0.0, dG3 8.8", "ynfernal_haste", 0, "attack_right", forest=ring)
    play(state, "lore ynfernal haste", "choose 3.3")
    back(state)
    reached = {text.split("-")[1] for text in texts(state) if text.startswith("move 3.3-")}
    assert {"3.7", "7.1", "7.5"} <= reached


# 4.3 Lore Step


def test_the_lore_steps_three_choices() -> None:
    state = place("lore", "uH3 3.5, dG3 6.5")
    assert texts(state) == ["gain 2 lore", "gain 1 lore and a card", "draw 2 lore cards"]
    two = play(state.copy(), "gain 2 lore")
    assert (two.view(None)["lore"], two.to_move) == ([2, 0], 1)
    one = play(state.copy(), "gain 1 lore and a card", "draw lore overrun")
    assert one.view(None)["lore"] == [1, 0]
    assert one.view(0)["lore_hand"] == {"overrun": 1}
    cards = play(state, "draw 2 lore cards", "draw lore overrun")
    back_to = FULL.from_view(cards.view(0), seed=1, chance="ask")
    assert back_to.view(0) == cards.view(0)
    play(cards, "draw lore unstoppable")
    assert sorted(texts(cards)) == ["discard overrun", "discard unstoppable"]
    play(cards, "discard overrun")
    assert cards.view(0)["lore_hand"] == {"unstoppable": 1}
    assert cards.view(None)["lore_discard"] == [{"overrun": 1}, {}]
    assert cards.to_move == 1


def test_no_more_than_four_lore_cards_at_the_end_of_the_step() -> None:
    hand = {"overrun": 2, "unstoppable": 2}
    state = place("lore", "uH3 3.5, dG3 6.5", lore_hand=hand, lore_hand_sizes=[4, 0])
    play(state, "gain 1 lore and a card", "draw lore dark sigil")
    assert phase(state) == "lore_discard"
    assert play(state, "discard dark sigil").view(0)["lore_hand"] == hand
    state = place("lore", "uH3 3.5, dG3 6.5", lore_hand=hand, lore_hand_sizes=[4, 0])
    play(state, "draw 2 lore cards", "draw lore dark sigil", "draw lore dark sigil")
    play(state, "discard overrun", "discard overrun")
    assert state.view(0)["lore_hand"] == {"unstoppable": 2, "dark_sigil": 2}
    assert state.to_move == 1


def test_an_empty_lore_deck_is_made_of_what_lies_under_it_then_of_the_discards() -> None:
    ids = ("unstoppable", "overrun", "surprise_attack", "biting_swarm", "dark_sigil", "blood_price",
           "maddening_howl", "venom_clouds", "feast_of_flesh", "ynfernal_haste")  # fmt: skip
    discard = dict.fromkeys(ids, 2) | {"overrun": 1, "unstoppable": 1}
    more = {"lore_discard": [discard, {}], "lore_hand": {"overrun": 1}, "lore_hand_sizes": [1, 0]}
    state = place("lore", "uH3 3.5, dG3 6.5", **more, lore_bottom="unstoppable", lore_bottom_sizes=[1, 0])
    play(state, "gain 1 lore and a card")
    assert [move.text for move in state.outcomes()] == ["draw lore unstoppable"]
    full = dict.fromkeys(ids, 2) | {"overrun": 1}
    state = place(
        "lore", "uH3 3.5, dG3 6.5", lore_discard=[full, {}], lore_hand={"overrun": 1}, lore_hand_sizes=[1, 0]
    )
    play(state, "gain 1 lore and a card")
    assert len(state.outcomes()) == 10
    assert state.view(None)["lore_discard"] == [{}, {}]
