"""The learning scenario of BattleLore but for combat, in the sections of its RULES.md and of the rulebook."""

import math
import random
import re
from collections import Counter

import pytest

from battlewise.core import IllegalMove, game
from tests.games.battlelore.positions import (
    ATTACK,
    GAME,
    HEXES,
    at,
    command,
    distance,
    phase,
    play,
    position,
    texts,
    view,
)

# 1.1 The board


def test_board_has_104_hexes_and_six_neighbours_inside() -> None:
    assert len(HEXES) == 104
    state = position("move", "uH3 4.5!, dG3 8.0")
    one_step = {text for text in texts(state) if text.startswith("move")}
    reached = {f"move 4.5-{r}.{c}" for r, c in HEXES if 0 < distance((4, 5), (r, c)) <= 2}
    assert one_step == reached


@pytest.mark.parametrize(
    ("active", "card", "own", "ordered"),
    [
        (1, "attack_left", "dG3 6.3, dG3 5.3, dG3 6.4", {"6.3", "5.3"}),
        (1, "attack_center", "dG3 6.3, dG3 5.3, dG3 6.4, dG3 5.7", {"5.3", "6.4", "5.7"}),
        (1, "attack_right", "dG3 6.8, dG3 5.7, dG3 6.7", {"6.8", "5.7"}),
        (0, "attack_left", "uH3 2.8, uH3 3.7, uH3 2.3", {"2.8", "3.7"}),
        (0, "attack_right", "uH3 2.3, uH3 3.3, uH3 2.8", {"2.3", "3.3"}),
    ],
)
def test_sections_are_seen_by_the_player_and_cut_hexes_belong_to_both(active, card, own, ordered) -> None:
    other = "uH3 0.0" if active else "dG3 8.0"
    state = command(card, f"{own}, {other}", active)
    view = state.view(None)["units"]
    assert {"{}.{}".format(*one["hex"]) for one in view if one["ordered"]} == ordered


# 1.2 Set-up


def test_set_up_deals_four_cards_to_the_uthuk_then_to_the_daqan() -> None:
    state = GAME.new(seed=1, chance="ask")
    sizes = []
    while phase(state) == "setup":
        assert state.stream == "deck"
        state.roll()
        sizes.append(state.view(None)["hand_sizes"])
    assert sizes == [[1, 0], [2, 0], [3, 0], [4, 0], [4, 1], [4, 2], [4, 3], [4, 4]]
    assert state.to_move == 0
    kinds = Counter((one["side"], one["type"], one["figures"]) for one in state.view(None)["units"])
    assert kinds == {
        ("uthuk", "blood_harvesters", 3): 5,
        ("uthuk", "viper_legion", 3): 4,
        ("daqan", "citadel_guard", 3): 5,
        ("daqan", "yeoman_archers", 3): 4,
    }


def test_units_and_banners_stand_where_the_facts_have_them() -> None:
    state = GAME.new(seed=1)
    standing = {}
    for one in state.view(None)["units"]:
        standing.setdefault(one["type"], set()).add("{}.{}".format(*one["hex"]))
    assert standing == {
        "blood_harvesters": {"2.3", "2.8", "3.3", "3.5", "3.7"},
        "viper_legion": {"1.3", "1.7", "2.1", "2.10"},
        "citadel_guard": {"6.3", "6.8", "5.3", "5.5", "5.7"},
        "yeoman_archers": {"7.3", "7.7", "6.1", "6.10"},
    }
    lines = state.render().splitlines()
    (row,) = (i for i, line in enumerate(lines) if "=" in line)
    banners = [one.start() for one in re.finditer("=2", lines[row])]
    assert [lines[row - 1][start - 2 : start + 3].strip() for start in banners] == ["4.2", "4.5", "4.9"]


def test_the_deck_has_the_60_cards_of_the_facts() -> None:
    chances = GAME.new(seed=1, chance="ask").chances()
    assert {move.doc["card"]: round(p * 60, 9) for move, p in chances} == {
        "patrol_left": 4, "patrol_center": 5, "patrol_right": 4, "attack_left": 4, "attack_center": 5,
        "attack_right": 4, "line_advance": 4, "wedge": 3, "echelon_left": 3, "echelon_right": 3, "pincer": 3,
        "onslaught": 3, "darken_the_skies": 3, "battle_march": 3, "cavalry_charge": 3, "counterattack": 2,
        "champions_of_war": 3, "battlelore": 1,
    }  # fmt: skip


# 2.1 Command Step


def test_command_step_offers_each_card_and_each_as_one_unit() -> None:
    state = position("command", "uH3 3.5, dG3 5.5", hand={"wedge": 2, "onslaught": 1, "battlelore": 1})
    assert sorted(texts(state)) == sorted(
        f"{form}"
        for card in ("wedge", "onslaught", "battlelore")
        for form in (f"play {card}", f"{card} as one unit")
    )
    state.play("wedge as one unit")
    assert state.view(None)["discard"] == {"wedge": 1}
    assert state.view(None)["hand_sizes"] == [3, 4]
    assert at(state, "3.5")["ordered"]


SPREAD = "uH3 2.1, uV3 3.1, uH3 2.2, uH3 2.5, uV3 3.5, uH3 2.6, uV1 2.9, uV3 3.9, uH1 2.10, dG3 8.0"


def ordered_by(card: str, units: str = SPREAD, active: int = 0, **more) -> set[frozenset[str]]:
    """Every set of hexes of units that a card can order."""
    found = set()

    def walk(state):
        if phase(state) == "order":
            for move in state.legal():
                follow = state.copy()
                follow.play(move)
                walk(follow)
            return
        view = state.view(None)["units"]
        found.add(frozenset("{}.{}".format(*one["hex"]) for one in view if one["ordered"]))

    walk(command(card, units, active, **more))
    return found


# Sections of SPREAD as the Uthuk see it: left is 2.9 3.9 2.10, centre 2.5 3.5 2.6, right 2.1 3.1 2.2.
@pytest.mark.parametrize(
    ("card", "left", "middle", "right"),
    [
        ("patrol_left", 2, 0, 0),
        ("patrol_center", 0, 2, 0),
        ("patrol_right", 0, 0, 2),
        ("attack_left", 3, 0, 0),
        ("attack_center", 0, 3, 0),
        ("attack_right", 0, 0, 3),
        ("line_advance", 1, 1, 1),
        ("wedge", 1, 2, 1),
        ("echelon_left", 2, 1, 0),
        ("echelon_right", 0, 1, 2),
        ("pincer", 2, 0, 2),
    ],
)
def test_section_cards_order_so_many_units_in_each_section(card, left, middle, right) -> None:
    found = ordered_by(card)
    assert len(found) == math.comb(3, left) * math.comb(3, middle) * math.comb(3, right)
    sections = ({"2.9", "3.9", "2.10"}, {"2.5", "3.5", "2.6"}, {"2.1", "3.1", "2.2"})
    for units in found:
        assert [len(units & section) for section in sections] == [left, middle, right]


MIRRORED = "dG3 6.1, dY3 5.1, dG3 6.2, dG3 6.5, dY3 5.5, dG3 6.6, dY1 6.9, dY3 5.9, dG1 6.10, uH3 0.0"


@pytest.mark.parametrize(
    ("card", "left", "middle", "right"),
    [("echelon_left", 2, 1, 0), ("echelon_right", 0, 1, 2), ("pincer", 2, 0, 2), ("patrol_right", 0, 0, 2)],
)
def test_the_daqans_sections_are_the_uthuks_seen_from_the_other_side(card, left, middle, right) -> None:
    found = ordered_by(card, MIRRORED, 1)
    assert len(found) == math.comb(3, left) * math.comb(3, middle) * math.comb(3, right)
    sections = ({"6.1", "5.1", "6.2"}, {"6.5", "5.5", "6.6"}, {"6.9", "5.9", "6.10"})
    for units in found:
        assert [len(units & section) for section in sections] == [left, middle, right]


def test_onslaught_orders_three_infantry_units() -> None:
    assert len(ordered_by("onslaught")) == math.comb(9, 3)


def test_darken_the_skies_orders_three_archer_units() -> None:
    assert {frozenset(units) for units in ordered_by("darken_the_skies")} == {
        frozenset({"3.1", "3.5", "2.9", "3.9"} - {left}) for left in ("3.1", "3.5", "2.9", "3.9")
    }


def test_battle_march_orders_three_units_that_are_not_weak() -> None:
    found = ordered_by("battle_march")
    assert len(found) == math.comb(7, 3)
    assert not any(units & {"2.9", "2.10"} for units in found)


def test_card_without_eligible_units_orders_nobody() -> None:
    assert phase(command("cavalry_charge", SPREAD)) == "draw"


def test_champions_of_war_orders_one_unit_of_any_kind_when_there_are_no_elites() -> None:
    assert len(ordered_by("champions_of_war")) == 9


def test_battlelore_card_rolls_orders_and_shuffles_the_discards() -> None:
    state = command("battlelore", SPREAD, discard={"wedge": 2, "pincer": 1})
    assert phase(state) == "song"
    assert state.stream == "dice 0"
    assert len(state.outcomes()) == 126
    state.play("roll strike pierce lore lore")
    view = state.view(0)
    assert view["lore"] == [6, 0]
    assert view["quota"] == [2, 0, 0]
    assert view["discard"] == {"battlelore": 1}
    assert phase(state) == "order"
    assert texts(state) == [f"order {h}" for h in ("2.1", "3.1", "2.2", "2.5", "3.5", "2.6", "2.9", "3.9")]


def test_battlelore_card_orders_no_infantry_for_morale_and_heroic() -> None:
    state = play(command("battlelore", SPREAD), "roll morale morale heroic heroic")
    assert phase(state) == "draw"


def test_counterattack_exchanges_left_and_right_of_the_opponents_card() -> None:
    assert ordered_by("counterattack", last_card="patrol_left") == ordered_by("patrol_right")
    assert ordered_by("counterattack", last_card="echelon_right") == ordered_by("echelon_left")
    assert ordered_by("counterattack", last_card="darken_the_skies") == ordered_by("darken_the_skies")
    assert phase(command("counterattack", SPREAD, last_card="battlelore")) == "song"


@pytest.mark.parametrize("last", [None, "counterattack"])
def test_counterattack_with_nothing_to_copy_orders_two_units(last) -> None:
    assert len(ordered_by("counterattack", last_card=last)) == math.comb(9, 2)


def test_counterattack_remembers_the_card_of_the_turn_before() -> None:
    state = position(
        "command", "uH3 2.1, uH3 2.2, uH3 2.10, dG3 6.1, dG3 6.2, dG3 6.10", hand={"patrol_left": 4}
    )
    play(state, "patrol left as one unit", "order 2.1", "stay 2.1")
    state.play(next(move for move in state.outcomes()))
    assert state.view(None)["last_card"] == "patrol_left"


# 2.2 Order Step


def test_order_step_offers_each_subset_once_in_order_of_the_units() -> None:
    state = command("patrol_center", "uH3 2.4, uH3 2.5, uH3 2.6, dG3 8.0")
    assert texts(state) == ["order 2.4", "order 2.5"]
    state.play("order 2.5")
    assert phase(state) == "move"
    assert at(state, "2.6")["ordered"]
    assert not at(state, "2.4")["ordered"]


def test_order_step_asks_nothing_when_all_are_ordered_anyway() -> None:
    assert phase(command("attack_center", "uH3 2.4, uH3 2.5, dG3 8.0")) == "move"


def test_order_step_never_orders_a_unit_twice() -> None:
    state = command("line_advance", "uH3 3.3, uH3 3.7, dG3 8.0")  # both on section lines
    assert texts(state)[0].startswith("move")
    assert sum(one["ordered"] for one in state.view(None)["units"]) == 2


# 2.3 Move Step


def test_vector_b1_movement_never_enters_or_passes_a_unit() -> None:
    generator = random.Random(1)
    for _ in range(60):
        places = generator.sample(HEXES, 18)
        units = [f"{'uH3' if i % 2 else 'dG3'} {r}.{c}" for i, (r, c) in enumerate(places)]
        state = position("move", f"{units[1]}!, " + ", ".join(units[:1] + units[2:]))
        start, occupied = places[1], set(places)
        first = {h for h in HEXES if distance(start, h) == 1} - occupied
        second = {h for h in HEXES if any(distance(h, near) == 1 for near in first)} - occupied
        expected = {f"move {start[0]}.{start[1]}-{r}.{c}" for r, c in first | second}
        assert {text for text in texts(state) if text.startswith("move")} == expected


def test_move_step_puts_units_off_so_that_any_order_can_be_played() -> None:
    state = position("move", "uH3 0.0!, uH3 0.1!, uH3 1.0!, dG3 8.0")
    assert texts(state)[0] == "move 0.1-0.2"  # 0.0 is shut in by the others
    play(state, "later 0.1")
    assert "later 1.0" not in texts(state)
    state.play("move 1.0-3.0")
    assert "move 0.0-1.0" in texts(state)
    assert texts(state)[-2:] == ["stay 0.0", "later 0.0"]


def test_move_step_passes_over_a_unit_that_cannot_move() -> None:
    state = command("patrol_right", "uH3 0.0, uH3 0.1, uH3 1.0, uH3 1.1, uH3 0.2, dG3 8.0")
    assert phase(play(state, "order 0.0", "order 0.1")) == "draw"


def test_move_step_asks_a_unit_that_was_shut_in_when_a_put_off_one_makes_room() -> None:
    units = "uH3 0.0!, uH3 0.1!, uH3 1.0, uH3 4.4!, dG3 8.0"
    state = play(position("move", units), "later 0.1", "stay 4.4")
    assert "later 0.1" not in texts(state)
    for seat in (0, 1, None):
        assert GAME.from_view(state.view(seat), seed=1).view(seat) == state.view(seat)
    state.play("move 0.1-0.2")
    assert texts(state) == ["move 0.0-0.1", "move 0.0-1.1", "stay 0.0"]
    assert phase(play(state, "stay 0.0")) == "draw"


def test_onslaught_moves_each_unit_one_more_hex_after_the_move_step() -> None:
    state = command("onslaught", "uH3 2.4, uV3 2.8, dG3 8.0")
    play(state, "move 2.4-4.4", "stay 2.8")
    assert texts(state)[-2:] == ["stay 4.4", "later 4.4"]
    assert len(texts(state)) == 8
    play(state, "move 4.4-5.4", "stay 2.8")
    assert phase(state) == "draw"


@pytest.mark.parametrize("extra", ["stay 6.5", "move 6.5-6.6"])
def test_onslaughts_extra_move_leaves_double_shot_to_units_that_stood_still_in_the_move_step(extra) -> None:
    state = play(command("onslaught", "dY3 6.5, uH3 3.5, uH3 0.0", active=1), "stay 6.5")
    assert state.view(None)["second_move"]
    assert GAME.from_view(state.view(1), seed=1).view(1) == state.view(1)
    state.play(extra)
    where = extra[-3:]
    assert at(state, where)["attacks"] == 2
    play(state, f"attack {where}-3.5", "roll lore lore", f"attack {where}-3.5", "roll heroic heroic")
    assert phase(state) == "draw"


def test_onslaughts_first_move_ends_double_shot_and_its_second_leads_to_an_attack() -> None:
    state = command("onslaught", "dY3 8.5, uH3 3.5, uH3 0.0", active=1)
    play(state, "move 8.5-7.5", "move 7.5-6.5")
    assert texts(state) == ["attack 6.5-3.5", "hold 6.5"]
    assert phase(play(state, "attack 6.5-3.5", "roll lore lore")) == "draw"


# 2.4 Attack Step


def test_attack_step_passes_over_units_without_target_until_one_turns_up() -> None:
    state = position("attack", "uH3 3.5!, uH3 6.4!, dG3 4.5")
    assert texts(state) == ["attack 3.5-4.5", "hold 3.5"]
    play(state, "attack 3.5-4.5", "roll lore lore morale", "remain")
    assert texts(state) == ["attack 6.4-5.4", "hold 6.4"]


def test_attack_step_ends_when_all_hold() -> None:
    state = play(position("attack", "uH3 3.5!, uH3 4.6!, dG3 4.5"), "later 3.5")
    assert texts(state) == ["attack 4.6-4.5", "hold 4.6"]
    assert phase(play(state, "hold 4.6", "hold 3.5")) == "draw"


def test_double_shot_needs_a_unit_that_did_not_move() -> None:
    state = position(
        "move", "dY3 6.5!, uH3 3.5", active=1, card="patrol_center", discard={"patrol_center": 1}
    )
    still, moved = state.copy(), state
    play(still, "stay 6.5", "attack 6.5-3.5", "roll morale heroic")
    assert phase(still) == "attack"
    play(still, "attack 6.5-2.5" if at(still, "2.5") else texts(still)[0], "roll heroic heroic")
    assert phase(still) == "draw"
    play(moved, "move 6.5-5.5", "attack 5.5-3.5", "roll heroic heroic")
    assert phase(moved) == "draw"


@pytest.mark.parametrize(("side", "attacks"), [("uV", 2), ("dY", 3)])
def test_darken_the_skies_gives_an_additional_attack(side, attacks) -> None:
    other = "dG3 4.8" if side == "uV" else "uH3 4.8"
    state = command("darken_the_skies", f"{side}3 4.5, {other}", active=int(side == "dY"))
    state.play("stay 4.5")
    for _ in range(attacks):
        assert phase(state) == "attack"
        play(state, "attack 4.5-4.8", "roll lore lore")
    assert phase(state) in ("draw", "exchange")


# 4.1 Victory Point Step


def test_banners_give_two_points_each_in_the_own_vp_step() -> None:
    state = position("attack", "uH3 4.2, uH3 4.5!, dG3 4.6, dG3 4.9, uH3 0.0")
    state.play("hold 4.5")
    assert state.view(None)["vp"] == [4, 0]


def test_exchange_of_four_lore_for_a_point_may_be_repeated() -> None:
    state = play(position("attack", ATTACK, lore=[9, 7]), "hold 3.5")
    assert texts(state) == ["exchange 4 lore", "keep lore"]
    play(state, "exchange 4 lore", "exchange 4 lore")
    assert phase(state) == "draw"
    assert state.view(None)["lore"] == [1, 7]
    assert state.view(None)["vp"] == [2, 0]


def test_lore_may_be_kept() -> None:
    state = play(position("attack", ATTACK, lore=[9, 7]), "hold 3.5", "keep lore")
    assert phase(state) == "draw"
    assert state.view(None)["lore"] == [9, 7]


# 4.2 Draw Step


def test_draw_step_ends_the_turn() -> None:
    state = play(position("attack", ATTACK), "hold 3.5")
    assert state.stream == "deck"
    state.play("draw wedge")
    assert (state.to_move, state.turn) == (1, 1)
    assert state.view(0)["hand"] == {"patrol_left": 3, "wedge": 1}
    assert not any(one["ordered"] for one in state.view(None)["units"])


def test_draw_step_shuffles_the_discards_into_an_empty_deck() -> None:
    everything = {
        "patrol_center": 5, "patrol_right": 4, "attack_left": 4, "attack_center": 5, "attack_right": 4,
        "line_advance": 4, "wedge": 3, "echelon_left": 3, "echelon_right": 3, "pincer": 3, "onslaught": 3,
        "darken_the_skies": 3, "battle_march": 3, "cavalry_charge": 3, "counterattack": 2,
        "champions_of_war": 1,
    }  # fmt: skip
    state = position("attack", ATTACK, discard=everything)  # 3 + 4 in the hands: a deck of 0
    assert sum(everything.values()) == 53
    state.play("hold 3.5")
    assert phase(state) == "draw"
    assert state.view(None)["discard"] == {}
    assert {move.text for move in state.outcomes()} == {
        f"draw {card.replace('_', ' ')}" for card in everything
    }


# 5 Winning the Game


def end_of_turn(vp: list[int], turn: int, **options) -> list[float] | None:
    active = turn % 2
    units = ATTACK if active == 0 else "dG3 5.5!, uH3 4.5"
    made = game("battlelore", **options)
    state = made.from_view(view("attack", units, active, vp=vp, turn=turn), seed=1, chance="ask")
    play(state, "hold 3.5" if active == 0 else "hold 5.5")
    state.roll()
    return state.returns() if state.is_over else None


def test_victory_is_checked_when_the_first_player_starts_a_turn() -> None:
    # 3.5 and 4.5: the Daqan guard stands on a banner only in the Uthuk's turn, which gives nothing.
    assert end_of_turn([18, 16], 1) == [1, 0]
    assert end_of_turn([16, 15], 1) == [1, 0]
    assert end_of_turn([15, 17], 1) == [0, 1]
    assert end_of_turn([17, 17], 1) is None
    assert end_of_turn([15, 12], 1) is None


def test_victory_waits_for_the_first_players_next_turn() -> None:
    state = play(position("attack", ATTACK, vp=[15, 0], lore=[4, 0]), "hold 3.5", "exchange 4 lore")
    state.roll()
    assert state.view(None)["vp"] == [16, 0]
    assert (state.to_move, state.turn) == (1, 1)


def test_no_more_than_999_points_or_tokens_are_counted() -> None:
    state = play(
        position("attack", "uH3 4.2, uV3 3.5!, dG1 3.7, dG3 8.8", active=0, vp=[998, 998], lore=[999, 0]),
        "attack 3.5-3.7",
        "roll pierce lore",
        "keep lore",
    )
    assert (state.view(None)["vp"], state.view(None)["lore"]) == ([999, 998], [999, 0])
    assert GAME.from_view(state.view(0), seed=1).view(0) == state.view(0)
    song = play(command("battlelore", "uH3 2.5, dG3 8.0", lore=[990, 0]), "roll lore lore lore lore")
    assert song.view(None)["lore"] == [999, 0]


def test_turn_limit_gives_the_game_to_most_points_or_shares_it() -> None:
    assert end_of_turn([3, 1], 9, turn_limit=10) == [1, 0]
    assert end_of_turn([3, 4], 8, turn_limit=9) == [0, 1]
    assert end_of_turn([3, 3], 8, turn_limit=9) == [0.5, 0.5]
    assert end_of_turn([3, 3], 8, turn_limit=10) is None


def test_elimination_of_all_units_wins_at_once() -> None:
    state = play(
        position("attack", "uH3 3.5!, dG1 4.5", vp=[0, 15]), "attack 3.5-4.5", "roll strike lore lore"
    )
    assert state.is_over
    assert state.returns() == [1, 0]


def test_elimination_by_a_counter_or_by_frenzy_loses_at_once() -> None:
    state = play(
        position("attack", "uH1 3.5!, dG3 4.5"), "attack 3.5-4.5", "roll lore lore lore lore lore", "counter"
    )
    assert play(state, "roll strike pierce pierce", "commit 0 strike").returns() == [0, 1]
    state = play(
        position("attack", "uH1 3.5!, dG3 4.5"),
        "attack 3.5-4.5",
        "roll lore lore lore lore heroic",
        "commit 1 heroic",
    )
    assert play(state, "no counter").returns() == [0, 1]


def test_last_enemy_eliminated_wins_before_frenzy_takes_the_last_own_figure() -> None:
    state = play(position("attack", "uH1 3.5!, dG1 4.5"), "attack 3.5-4.5", "roll lore lore lore lore heroic")
    assert play(state, "commit 1 heroic").returns() == [1, 0]


def test_illegal_moves_are_refused() -> None:
    state = position("attack", ATTACK)
    for text in ("attack 3.5-8.0", "move 3.5-2.5", "", "draw"):
        with pytest.raises(IllegalMove):
            state.play(text)


# 13 Rulings that no test above covers


def test_ruling_4_counterattack_copies_the_text_of_a_card_used_as_one_unit() -> None:
    state = position("command", "uH3 2.4, dG3 6.4, dG3 6.5, dG3 6.6, dG3 6.1", hand={"patrol_center": 4})
    play(state, "patrol center as one unit", "stay 2.4", "draw wedge")
    state = state.redealt(0, 1)
    while "play counterattack" not in texts(state):
        state = state.redealt(0, random.randrange(1000))
    assert texts(play(state, "play counterattack")) == ["order 6.4", "order 6.5"]


@pytest.mark.parametrize(
    ("card", "more"), [("battlelore", {}), ("counterattack", {"last_card": "battlelore"})]
)
def test_rulings_5_and_6_battlelore_shuffles_all_but_the_card_just_played_before_orders(card, more) -> None:
    discard = {"wedge": 2} | ({"battlelore": 1} if more else {})
    state = play(command(card, SPREAD, discard=discard, **more), "roll strike lore lore lore")
    assert phase(state) == "order"
    assert state.view(0)["discard"] == {card: 1}
    play(state, "order 2.1", "stay 2.1", "exchange 4 lore", "exchange 4 lore")
    drawn = {move.doc["card"] for move in state.outcomes()}
    assert "wedge" in drawn
    assert ("battlelore" in drawn) == bool(more)
