"""Batalj: war and battle (core/games/batalj/RULES.md 4)."""

from pathlib import Path
from typing import Any

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import State, ViewError, game
from battlewise.core.fields import plain
from battlewise.core.games.batalj import cards
from tests.games.batalj.positions import (
    CENTRE,
    FAR_CENTRE,
    FAR_LEFT,
    FAR_RIGHT,
    LEFT,
    RESERVE,
    RIGHT,
    battle,
    campaign,
    field,
    names,
    pieces,
    play,
    texts,
)  # fmt: skip


def attack(
    sweden: dict[int, int], enemy: dict[int, int], die: int, area: str = "left", **more: object
) -> State:
    state = battle("attack", "swedish_attacks", sweden, enemy, **more)
    return play(state, f"attack from the {plain(area)}", f"die {die}")


# -- worked examples of the rulebook


def test_s1_as_many_fall_as_the_roll_says_in_the_sector_opposite() -> None:
    state = attack({LEFT: 2}, {FAR_LEFT: 3}, 2, commanders={LEFT: 1})
    assert pieces(state, "enemy", FAR_LEFT) == (1, 0)


def test_s2_a_roll_above_the_number_of_pieces_fails() -> None:
    state = attack({LEFT: 2}, {FAR_LEFT: 3}, 4, commanders={LEFT: 1})
    assert pieces(state, "enemy", FAR_LEFT) == (3, 0)
    assert pieces(state, "sweden", LEFT) == (2, 1)


@pytest.mark.parametrize(("die", "back"), [(4, 0), (5, 1), (6, 2)])
def test_s3_five_and_six_send_soldiers_back(die: int, back: int) -> None:
    state = attack({LEFT: 3}, {FAR_LEFT: 3}, die)
    assert pieces(state, "sweden", LEFT) == (3 - back, 0)
    assert pieces(state, "sweden", RESERVE) == (3 + back, 0)


@pytest.mark.parametrize("die", [5, 6])
def test_s4_a_commander_holds_them(die: int) -> None:
    state = attack({LEFT: 3}, {FAR_LEFT: 3}, die, commanders={LEFT: 1})
    assert pieces(state, "sweden", LEFT) == (3, 1)


def test_s5_losses_are_soldiers_or_a_commanders_retreat() -> None:
    state = battle(
        "loss",
        "enemy_attacks",
        {LEFT: 3},
        {FAR_LEFT: 3},
        commanders={LEFT: 1},
        area="left",
        losses=2,
        index=4,
    )
    assert texts(state) == ["retreat no commander", "retreat 1 commander"]
    assert pieces(play(state, "retreat no commander"), "sweden", LEFT) == (1, 1)
    retreated = play(state, "retreat 1 commander")
    assert pieces(retreated, "sweden", LEFT) == (2, 0)
    assert pieces(retreated, "sweden", RESERVE) == (3, 1)


def test_s6_a_commander_is_never_left_alone() -> None:
    state = battle(
        "loss",
        "enemy_attacks",
        {LEFT: 1},
        {FAR_LEFT: 3},
        commanders={LEFT: 1},
        area="left",
        losses=1,
        index=4,
    )
    alone = play(state, "retreat no commander")
    assert pieces(alone, "sweden", LEFT) == (0, 0)
    assert pieces(alone, "sweden", RESERVE) == (3, 1)
    assert pieces(play(state, "retreat 1 commander"), "sweden", LEFT) == (1, 0)


@pytest.mark.parametrize("strength", [1, 2, 3])
@pytest.mark.parametrize("die", range(1, 7))
def test_s7_artillery_hits_up_to_its_strength(strength: int, die: int) -> None:
    guns = [int(strength == i) for i in (1, 2, 3)]
    state = play(battle("gun", "swedish_guns", {LEFT: 1}, {FAR_LEFT: 3}, guns=guns), f"die {die}")
    assert pieces(state, "enemy", FAR_LEFT) == (3 - (die <= strength), 0)


@pytest.mark.parametrize("die", range(1, 7))
def test_s7_enemy_guns_have_strength_two(die: int) -> None:
    state = play(battle("gun", "enemy_guns", {LEFT: 3}, {FAR_LEFT: 3}, enemy_guns=1), f"die {die}")
    assert pieces(state, "sweden", LEFT) == (3 - (die <= 2), 0)


def test_s7_under_artillery_fire_a_commander_may_retreat_instead_the_enemys_always_does() -> None:
    state = battle("gun", "enemy_guns", {LEFT: 2}, {FAR_LEFT: 2}, commanders={LEFT: 1}, enemy_guns=1)
    hit = play(state, "die 2")
    assert texts(hit) == ["retreat no commander", "retreat 1 commander"]
    assert pieces(play(hit, "retreat no commander"), "sweden", LEFT) == (1, 1)
    assert pieces(play(hit, "retreat 1 commander"), "sweden", LEFT) == (2, 0)
    state = battle("gun", "swedish_guns", {LEFT: 2}, {FAR_LEFT: 2}, enemy_commanders={FAR_LEFT: 1},
                   guns=[0, 1, 0])  # fmt: skip
    assert pieces(play(state, "die 2"), "enemy", FAR_LEFT) == (2, 0)


@pytest.mark.parametrize("die", [1, 2])
def test_s8_two_of_the_reserve_attack_and_choose_the_sector_after_the_die(die: int) -> None:
    state = battle("attack", "swedish_attacks", {LEFT: 1, RESERVE: 7}, {FAR_LEFT: 3, FAR_RIGHT: 3})
    state = play(state, "attack from the reserve", f"die {die}")
    assert texts(state) == ["hit the far left", "hit the far right"]
    hit = play(state, "hit the far right")
    assert pieces(hit, "enemy", FAR_RIGHT) == (3 - die, 0)
    assert pieces(hit, "enemy", FAR_LEFT) == (3, 0)
    assert texts(hit) == ["attack from the left", "attack no more"]


@pytest.mark.parametrize("die", [3, 5, 6])
def test_s8_the_reserve_misses_from_three_on_and_never_retreats(die: int) -> None:
    state = battle("attack", "swedish_attacks", {LEFT: 1, RESERVE: 7}, {FAR_LEFT: 3, FAR_RIGHT: 3})
    state = play(state, "attack from the reserve", f"die {die}")
    assert pieces(state, "enemy", FAR_LEFT) == pieces(state, "enemy", FAR_RIGHT) == (3, 0)
    assert pieces(state, "sweden", RESERVE) == (7, 0)


def test_of_one_sector_alone_the_reserve_has_no_choice() -> None:
    state = battle("attack", "swedish_attacks", {LEFT: 1, RESERVE: 7}, {FAR_LEFT: 3})
    assert pieces(play(state, "attack from the reserve", "die 2"), "enemy", FAR_LEFT) == (1, 0)


@pytest.mark.parametrize("losses", [0, 3])
def test_the_leader_aims_after_as_many_hits_as_the_reserve_can_make(losses: int) -> None:
    field = ({LEFT: 1, RESERVE: 7}, {FAR_LEFT: 3, FAR_RIGHT: 3})
    known = battle("aim", "swedish_attacks", *field, losses=2)
    assert pieces(play(known, "hit the far left"), "enemy", FAR_LEFT) == (1, 0)
    with pytest.raises(ViewError, match="the leader aims after a gun or the reserve has hit"):
        battle("aim", "swedish_attacks", *field, losses=losses)


@pytest.mark.parametrize("war", [
    {"soldiers": {"sweden": [2, 0, 0, 0, 0, 0, 0], "enemy": [0] * 7}, "cards": names("left")},
    {"soldiers": {"sweden": [0] * 7, "enemy": [0, 0, 0, 1, 0, 0, 0]}}, {"guns": [1, 0, 0]}, {"spare": 1},
    {"round": 2}, {"unplaced_soldiers": 1}, {"enemy_guns": 1},
])  # fmt: skip
def test_no_piece_stands_on_the_field_while_seats_decide_what_they_send(war: dict[str, Any]) -> None:
    view = {"seat": 0, "phase": "commit", "players": [{"fiefs": names("narke")}], "war": war}
    with pytest.raises(ViewError, match="without a battle"):
        game("batalj", mode="battle", players=1).from_view(view, seed=1)


@pytest.mark.parametrize(
    ("players", "where"),
    [
        (1, [FAR_CENTRE, RESERVE]),
        (2, [FAR_LEFT, FAR_CENTRE, RESERVE]),  # S16: opposite Sweden's right flank nobody stands
        (3, [FAR_LEFT, FAR_CENTRE, FAR_RIGHT, RESERVE]),  # S9
        (5, [FAR_LEFT, FAR_CENTRE, FAR_RIGHT, RESERVE, RESERVE, RESERVE]),
    ],
)
def test_s9_s16_a_card_in_each_enemy_sector_and_the_rest_in_reserve(players: int, where: list[int]) -> None:
    state = battle("enemy_card", "enemy_forming", {}, {RESERVE: 0}, players=players, cards=())
    drawn = []
    while state.view(None)["phase"] == "enemy_card":
        before = [sum(pieces(state, "enemy", area)) for area in range(7)]
        state.roll()
        after = [sum(pieces(state, "enemy", area)) for area in range(7)]
        drawn += [area for area in range(7) if after[area] > before[area]]
    assert len(state.view(None)["war"]["enemy_cards"]) == players + 1
    assert drawn == where


def test_s10_excess_losses_are_lost() -> None:
    state = attack({LEFT: 4}, {FAR_LEFT: 1}, 3)
    assert pieces(state, "enemy", FAR_LEFT) == (0, 0)
    assert pieces(state, "enemy", RESERVE) == (3, 0)


def test_s11_the_enemy_always_retreats_a_commander_first() -> None:
    state = attack({LEFT: 1}, {FAR_LEFT: 2}, 1, enemy_commanders={FAR_LEFT: 1})
    assert pieces(state, "enemy", FAR_LEFT) == (2, 0)
    assert pieces(state, "enemy", RESERVE) == (3, 1)


def test_s12_the_battle_ends_with_the_last_soldier_of_a_reserve() -> None:
    state = attack({FAR_LEFT: 3}, {RESERVE: 2}, 2, "far_left", enemy_commanders={RESERVE: 1}, enemy_guns=2)
    assert state.is_over
    assert state.view(None)["war"]["victory"] == "sweden"
    assert state.returns() == [1]


# -- 4.1, 4.2 Commitments and forces


def test_each_seat_sends_in_secret_what_it_can_pay() -> None:
    rules = game("batalj", mode="battle", players=3)
    view = {"seat": 0, "phase": "commit", "players": [
        {"fiefs": names("uppland", "lappland"), "gold": 5, "cards": names("german_mercenaries")},
        {"fiefs": names("narke")}, {"fiefs": names("savolaks")}], "war": {}}  # fmt: skip
    state = rules.from_view(view, seed=1, chance="ask")
    assert texts(state) == ["send Lappland", "send no further fief"]
    state.play("send Lappland")
    assert texts(state) == ["send no further fief"]
    state.play("send no further fief")
    assert texts(state) == ["send German mercenaries", "keep German mercenaries back"]
    state.play("send German mercenaries")
    assert [move.text for _, move in state.log(1)] == ["decide in secret what to send"] * 3
    assert state.view(1)["war"]["sent"][0] is None
    assert state.view(0)["war"]["sent"][0] == {
        "fiefs": names("lappland"),
        "cards": names("german_mercenaries"),
    }


def test_troop_symbols_cost_two_gold_each_and_the_most_troops_lead() -> None:
    rules = game("batalj", mode="battle", players=2)
    view = {"seat": 0, "phase": "commit", "war": {}, "players": [
        {"fiefs": names("narke"), "gold": 15}, {"fiefs": names("uppland"), "gold": 15}]}  # fmt: skip
    state = play(rules.from_view(view, seed=1, chance="ask"), "send Närke", "send Uppland")
    assert [player["gold"] for player in state.view(None)["players"]] == [11, 9]
    assert state.view(None)["war"]["leader"] == 1
    assert state.view(None)["phase"] == "form"


def test_militaria_cannot_go_without_a_fief() -> None:
    """Ruling 2."""
    view = {"seat": 0, "phase": "commit", "war": {}, "players": [
        {"fiefs": names("narke"), "cards": names("german_mercenaries")}]}  # fmt: skip
    state = game("batalj", mode="battle", players=1).from_view(view, seed=1, chance="ask")
    assert texts(play(state, "send no further fief")) == ["keep German mercenaries back"]


def test_a_war_without_soldiers_is_lost_at_once() -> None:
    rules = game("batalj", mode="battle", players=1)
    view = {"seat": 0, "phase": "commit", "players": [{"fiefs": names("narke")}], "war": {}}
    state = play(rules.from_view(view, seed=1, chance="ask"), "send no further fief")
    assert state.is_over
    assert state.returns() == [0]


def form(unplaced: tuple[str, ...], **war: object) -> State:
    view = {"seat": 0, "phase": "form", "players": [{"fiefs": names("uppland", "narke", "narke", "dalarna")}],
            "war": {"leader": 0, "sent": [{"fiefs": names("uppland", "narke")}], "stage": "forming",
                    "unplaced": names(*unplaced), **war}}  # fmt: skip
    return game("batalj", mode="battle", players=1).from_view(view, seed=1, chance="ask")


def test_one_card_a_sector_and_at_least_one_in_reserve() -> None:
    state = form(("uppland", "narke"))
    assert texts(state) == [f"Uppland to the {area}" for area in ("left", "centre", "right", "reserve")]
    placed = play(state, "Uppland to the left")
    assert texts(placed) == ["Närke to the reserve"]
    assert pieces(placed, "sweden", LEFT) == (3, 0)
    assert pieces(play(placed, "Närke to the reserve"), "sweden", RESERVE) == (2, 0)


def test_a_sole_fief_goes_to_the_reserve() -> None:
    assert texts(form(("narke",))) == ["Närke to the reserve"]


def test_never_more_than_four_pieces_in_a_sector_and_commanders_only_with_soldiers() -> None:
    soldiers = {"soldiers": field(sweden={LEFT: 4, RESERVE: 1}), "cards": names("left", "centre")}
    state = form((), unplaced_soldiers=1, spare=1, **soldiers)
    assert texts(state) == ["soldier to the centre", "soldier to the reserve"]
    state = form((), unplaced_commanders=1, spare=1, **soldiers)
    assert texts(state) == ["commander to the reserve"]


def test_there_is_always_a_soldier_in_reserve() -> None:
    state = form((), unplaced_soldiers=1, spare=1, soldiers=field(sweden={LEFT: 3}), cards=names("left"))
    state = play(state, "soldier to the left")
    assert pieces(state, "sweden", LEFT) == (3, 0)
    assert pieces(state, "sweden", RESERVE) == (1, 0)


def test_the_soldier_in_reserve_comes_from_the_sector_with_most() -> None:
    """Ruling 4; a commander who would be left alone comes too."""
    more = {"spare": 1, "cards": names("left", "centre")}
    state = form((), unplaced_soldiers=1, soldiers=field(sweden={LEFT: 1, CENTRE: 3}), **more)
    state = play(state, "soldier to the left")
    assert [pieces(state, "sweden", area)[0] for area in (LEFT, CENTRE, RESERVE)] == [2, 2, 1]
    state = form((), unplaced_commanders=1, soldiers=field(sweden={LEFT: 1}), **more)
    state = play(state, "commander to the left")
    assert pieces(state, "sweden", LEFT) == (0, 0)
    assert pieces(state, "sweden", RESERVE) == (1, 1)


def test_a_surplus_over_four_soldiers_of_a_fief_goes_to_the_reserve(tmp_path: Path) -> None:
    """Four troop symbols and an enlistment, which is a soldier too."""
    shipped = (cards.folders(None)[0] / "fiefs.toml").read_text("utf-8")
    strong = shipped.replace(
        'english = "Uppland"\ncrowns = 3\ntroops = 3', 'english = "Uppland"\ncrowns = 3\ntroops = 4'
    )
    (tmp_path / "fiefs.toml").write_text(strong, "utf-8")
    own = {"fiefs": names("uppland", "narke", "dalarna")}
    war = {"leader": 0, "sent": [{"fiefs": names("uppland")}, {"fiefs": names("smaland")}],
           "stage": "forming", "unplaced": names("uppland", "smaland")}  # fmt: skip
    view = campaign(
        "form", enemy="russia", order=[], realm={"enlisted": names("uppland")}, own=own, war=war
    ).view(0)
    for data, reserve in ((None, 0), (tmp_path, 1)):
        rules = game("batalj", data=data) if data else game("batalj")
        state = rules.from_view({**view, "options": rules.options}, seed=1, chance="ask")
        state.play("Uppland to the left")
        assert pieces(state, "sweden", LEFT) == (4, 0)
        assert pieces(state, "sweden", RESERVE) == (reserve, 0)


# -- 4.3 A round


def test_a_round_has_its_order() -> None:
    state = battle("gun", "swedish_guns", {LEFT: 2, RESERVE: 5}, {FAR_LEFT: 2, RESERVE: 5}, guns=[0, 1, 0],
                   enemy_guns=1)  # fmt: skip
    stages = []
    while state.view(None)["war"]["round"] == 1:
        stages.append(state.view(None)["war"]["stage"])
        if state.is_chance:
            state.play("die 4")  # the gun or the attack misses, and nobody falls back
        else:
            attacks = [text for text in texts(state) if text == "attack from the left"]
            state.play((attacks or texts(state)[-1:])[0])
    order = ["swedish_guns", "enemy_guns", "swedish_attacks", "enemy_attacks", "redeployment"]
    assert list(dict.fromkeys(stages)) == order
    assert state.view(None)["war"]["stage"] == "swedish_guns"


# -- 4.4, 4.5 Guns and attacks


def test_the_war_leader_chooses_what_a_gun_has_hit() -> None:
    state = battle("gun", "swedish_guns", {LEFT: 1}, {FAR_LEFT: 2, FAR_RIGHT: 2}, guns=[0, 0, 1])
    hit = play(state, "die 3")
    assert texts(hit) == ["hit the far left", "hit the far right"]
    assert pieces(play(hit, "hit the far right"), "enemy", FAR_RIGHT) == (1, 0)


def test_enemy_guns_hit_where_most_swedes_stand_ties_by_die() -> None:
    state = battle("gun", "enemy_guns", {LEFT: 2, CENTRE: 3}, {FAR_LEFT: 2}, enemy_guns=1)
    assert pieces(play(state, "die 1"), "sweden", CENTRE) == (2, 0)
    tie = play(battle("gun", "enemy_guns", {LEFT: 2, CENTRE: 2}, {FAR_LEFT: 2}, enemy_guns=1), "die 1")
    assert tie.chances() == [(move, 0.5) for move in tie.outcomes()]
    assert texts(tie) == ["the enemy chooses the left", "the enemy chooses the centre"]


def test_attacks_go_forwards_only_and_are_voluntary() -> None:
    state = battle("attack", "swedish_attacks", {LEFT: 2, RESERVE: 1}, {FAR_CENTRE: 2, FAR_RIGHT: 2})
    assert "attack from the left" not in texts(state)
    assert "attack no more" in texts(state)


def test_from_an_enemy_sector_one_attacks_the_enemy_reserve() -> None:
    state = attack({FAR_LEFT: 3}, {RESERVE: 4, FAR_RIGHT: 1}, 2, "far_left")
    assert pieces(state, "enemy", RESERVE) == (2, 0)


def test_each_sector_attacks_once_a_round() -> None:
    state = attack({LEFT: 2}, {FAR_LEFT: 3}, 1)
    assert "attack from the left" not in texts(state)


def test_the_enemy_attacks_wherever_it_can_from_the_reserve_too() -> None:
    state = play(battle("attack", "swedish_attacks", {LEFT: 3}, {FAR_LEFT: 2, RESERVE: 3}), "attack no more")
    assert state.view(None)["war"]["index"] == FAR_LEFT
    state = play(state, "die 2")
    assert pieces(state, "sweden", LEFT) == (1, 0)
    assert state.view(None)["war"]["index"] == RESERVE
    assert pieces(play(state, "die 2"), "sweden", LEFT) == (0, 0)


def test_two_of_the_enemys_reserve_attack_where_most_swedes_stand_ties_by_die() -> None:
    """Ruling 11; a commander in reserve counts."""
    more = {"stage": "enemy_attacks", "index": RESERVE, "enemy": {FAR_RIGHT: 1, RESERVE: 7}}
    state = battle("attack_die", sweden={LEFT: 2, CENTRE: 3}, **more)
    assert pieces(play(state, "die 2"), "sweden", CENTRE) == (1, 0)
    missed = play(state, "die 3")
    assert [pieces(missed, "sweden", area)[0] for area in (LEFT, CENTRE)] == [2, 3]
    assert pieces(play(state, "die 6"), "enemy", RESERVE) == (7, 0)
    tie = play(battle("attack_die", sweden={LEFT: 2, CENTRE: 2}, **more), "die 2")
    assert texts(tie) == ["the enemy chooses the left", "the enemy chooses the centre"]
    assert pieces(play(tie, "the enemy chooses the left"), "sweden", LEFT) == (0, 0)
    more["enemy"] = {RESERVE: 1}
    led = battle("attack_die", sweden={LEFT: 3}, enemy_commanders={RESERVE: 1}, **more)
    assert pieces(play(led, "die 2"), "sweden", LEFT) == (1, 0)


def test_the_enemy_in_a_swedish_sector_attacks_the_reserve() -> None:
    state = battle("attack_die", "enemy_attacks", {RESERVE: 2}, {LEFT: 3}, index=LEFT)
    assert play(state, "die 2").returns() == [0]


def test_enemies_without_a_commander_fall_back_after_five_and_six() -> None:
    state = battle("attack_die", "enemy_attacks", {LEFT: 3}, {FAR_LEFT: 3}, index=FAR_LEFT)
    assert pieces(play(state, "die 6"), "enemy", FAR_LEFT) == (1, 0)
    led = battle(
        "attack_die",
        "enemy_attacks",
        {LEFT: 3},
        {FAR_LEFT: 3},
        index=FAR_LEFT,
        enemy_commanders={FAR_LEFT: 1},
    )
    assert pieces(play(led, "die 6"), "enemy", FAR_LEFT) == (3, 1)


# -- 4.7 Swedish redeployment


def redeploy(step: int, sweden: dict[int, int], enemy: dict[int, int], **more: object) -> State:
    return battle("redeploy", "redeployment", sweden, enemy, step=step, **more)


def test_step_1_a_card_one_step_back_with_its_pieces() -> None:
    state = redeploy(1, {FAR_LEFT: 2, CENTRE: 2}, {FAR_CENTRE: 1})
    assert texts(state) == ["card back from the centre", "card back from the far left", "next step"]
    moved = play(state, "card back from the far left")
    assert pieces(moved, "sweden", LEFT) == (2, 0)
    assert "card back from the left" not in texts(moved)
    assert pieces(play(state, "card back from the centre"), "sweden", RESERVE) == (5, 0)


def test_step_2_soldiers_back_to_the_reserve() -> None:
    state = redeploy(2, {LEFT: 2, CENTRE: 1}, {FAR_CENTRE: 1}, commanders={LEFT: 1})
    moved = play(state, "soldier back from the left")
    assert pieces(moved, "sweden", LEFT) == (1, 1)
    assert texts(moved) == ["soldier back from the centre", "next step"]


def test_step_3_a_card_one_step_forward_to_an_empty_area() -> None:
    state = redeploy(3, {LEFT: 2, CENTRE: 1}, {FAR_CENTRE: 1}, spare=1)
    assert texts(state) == [
        "card from the left to the far left",
        "card from the reserve to the right",
        "next step",
    ]
    assert pieces(play(state, "card from the left to the far left"), "sweden", FAR_LEFT) == (2, 0)


def test_step_4_soldiers_from_the_reserve_but_not_the_last() -> None:
    state = redeploy(4, {LEFT: 3, RIGHT: 1, RESERVE: 2}, {FAR_CENTRE: 1})
    assert texts(state) == ["soldier forward to the left", "soldier forward to the right", "next step"]
    moved = play(state, "soldier forward to the left")
    assert pieces(moved, "sweden", RESERVE) == (1, 0)
    assert moved.view(None)["phase"] != "redeploy"


def test_a_card_comes_from_the_reserve_alone_and_soldiers_follow_in_step_4() -> None:
    """Ruling 6."""
    state = redeploy(3, {LEFT: 4, CENTRE: 1, RESERVE: 4}, {FAR_LEFT: 1, FAR_CENTRE: 1}, spare=1)
    state = play(state, "card from the reserve to the right")
    assert pieces(state, "sweden", RIGHT) == (0, 0)
    assert state.view(None)["war"]["spare"] == 0
    assert state.view(None)["war"]["step"] == 4
    state = play(state, *["soldier forward to the right"] * 2)
    assert pieces(state, "sweden", RIGHT) == (2, 0)


def test_step_4_leads_to_swedish_sectors_only() -> None:
    state = redeploy(4, {LEFT: 1, FAR_RIGHT: 1}, {FAR_CENTRE: 1})
    assert texts(state) == ["soldier forward to the left", "next step"]


def test_step_5_commanders_move_freely() -> None:
    state = redeploy(5, {LEFT: 3, FAR_RIGHT: 2}, {FAR_CENTRE: 1}, commanders={LEFT: 1})
    assert texts(state) == [
        "commander from the left to the far right",
        "commander from the left to the reserve",
        "next step",
    ]
    assert pieces(play(state, "commander from the left to the far right"), "sweden", FAR_RIGHT) == (2, 1)


def test_step_5_commanders_go_where_soldiers_are() -> None:
    state = redeploy(5, {LEFT: 3, FAR_RIGHT: 4, RESERVE: 2}, {FAR_CENTRE: 1}, commanders={RESERVE: 1})
    assert texts(state) == ["commander from the reserve to the left", "next step"]


def test_the_steps_come_in_their_order() -> None:
    state = redeploy(1, {LEFT: 2, RESERVE: 4}, {FAR_CENTRE: 1, RESERVE: 9}, spare=1)
    steps = [1]
    while state.view(None)["phase"] == "redeploy":
        state.play("next step")
        steps.append(state.view(None)["war"]["step"])
    assert steps[:4] == [1, 2, 3, 4]


# -- 4.8 The enemy's redeployment


def to_enemy(sweden: dict[int, int], enemy: dict[int, int], **more: object) -> State:
    """After Sweden's redeployment; step 5 is asked for because of a commander."""
    more.setdefault("commanders", {RESERVE: 1})
    return play(redeploy(5, {RIGHT: 1, **sweden}, enemy, **more), "next step")


def test_the_enemy_advances_with_all_it_has() -> None:
    state = to_enemy({}, {FAR_LEFT: 3, RESERVE: 1}, enemy_commanders={FAR_LEFT: 1})
    assert pieces(state, "enemy", LEFT)[0] == 3
    assert pieces(state, "enemy", FAR_LEFT) == (0, 0)


def test_a_soldier_goes_to_each_enemy_sector_first_where_fewest_are() -> None:
    state = to_enemy(
        {LEFT: 2, CENTRE: 2}, {FAR_LEFT: 1, FAR_CENTRE: 2, RESERVE: 2}, cards=("left", "centre", "right")
    )
    assert pieces(state, "enemy", FAR_RIGHT) == (1, 0)
    assert pieces(state, "enemy", RESERVE) == (1, 0)


def test_then_where_it_faces_most_swedes_then_by_die() -> None:
    state = to_enemy({LEFT: 2, CENTRE: 3}, {FAR_LEFT: 1, FAR_CENTRE: 1, FAR_RIGHT: 1, RESERVE: 2})
    assert pieces(state, "enemy", FAR_CENTRE) == (2, 0)
    tie = to_enemy({LEFT: 2, CENTRE: 2}, {FAR_LEFT: 1, FAR_CENTRE: 1, FAR_RIGHT: 1, RESERVE: 2})
    assert texts(tie) == ["the enemy chooses the far left", "the enemy chooses the far centre"]


def test_r49_an_empty_enemy_sector_gets_one_soldier_however_many_are_in_reserve() -> None:
    """The last step of the Swedish redeployment lets the enemy redeploy."""
    state = battle("redeploy", "redeployment", {LEFT: 2}, {FAR_LEFT: 2, RESERVE: 8}, step=4)
    while pieces(state, "enemy", RESERVE) == (8, 0):
        state = play(state, "next step")
    assert [pieces(state, "enemy", area) for area in (FAR_LEFT, FAR_CENTRE, FAR_RIGHT)] == [
        (3, 0), (1, 0), (1, 0)]  # fmt: skip


def test_a_soldier_stays_in_the_enemy_reserve() -> None:
    state = to_enemy({LEFT: 2}, {FAR_LEFT: 1, RESERVE: 1})
    assert pieces(state, "enemy", RESERVE)[0] == 1


def test_enemy_commanders_go_where_they_face_most_swedish_soldiers() -> None:
    enemy = {FAR_LEFT: 1, FAR_CENTRE: 1, FAR_RIGHT: 1, RESERVE: 1}
    state = to_enemy({LEFT: 2, CENTRE: 3}, enemy, enemy_commanders={RESERVE: 1, FAR_RIGHT: 1})
    assert pieces(state, "enemy", FAR_CENTRE) == (1, 2)


def test_an_enemy_commander_counts_the_reserve_in_front_and_equals_throw_a_die() -> None:
    """Ruling 13."""
    enemy = {LEFT: 1, FAR_CENTRE: 1, RESERVE: 1}
    state = to_enemy({CENTRE: 3, RESERVE: 5}, enemy, enemy_commanders={FAR_CENTRE: 1})
    assert pieces(state, "enemy", LEFT) == (1, 1)
    state = to_enemy({CENTRE: 3, RESERVE: 2}, enemy, enemy_commanders={LEFT: 1})
    assert pieces(state, "enemy", FAR_CENTRE) == (1, 1)
    enemy = {FAR_LEFT: 1, FAR_CENTRE: 1, RESERVE: 1}
    tie = to_enemy({LEFT: 2, CENTRE: 2}, enemy, enemy_commanders={RESERVE: 1})
    assert texts(tie) == ["the enemy chooses the far left", "the enemy chooses the far centre"]


def test_an_enemy_commander_is_never_a_fifth_piece_nor_alone() -> None:
    enemy = {FAR_LEFT: 4, FAR_CENTRE: 1, RESERVE: 1}
    state = to_enemy({LEFT: 3, CENTRE: 1}, enemy, enemy_commanders={RESERVE: 1})
    assert pieces(state, "enemy", FAR_CENTRE) == (1, 1)
    alone = to_enemy({LEFT: 3}, {RESERVE: 1}, enemy_commanders={RESERVE: 2})
    assert pieces(alone, "enemy", RESERVE) == (1, 2)


def test_a_card_whose_pieces_are_gone_stays_until_the_enemy_comes() -> None:
    """Ruling 5."""
    state = battle("attack_die", "enemy_attacks", {LEFT: 1, RIGHT: 1}, {FAR_LEFT: 2}, index=FAR_LEFT)
    state = play(state, "die 1")
    assert pieces(state, "sweden", LEFT) == (0, 0)
    assert state.view(None)["war"]["cards"] == names("left", "right")
    state = to_enemy({}, {FAR_LEFT: 2, RESERVE: 1}, cards=("left", "right"))
    assert pieces(state, "enemy", LEFT) == (2, 0)
    assert state.view(None)["war"]["cards"] == names("right")
    assert state.view(None)["war"]["spare"] == 1
    state = to_enemy({}, {FAR_CENTRE: 1, RESERVE: 9}, cards=("far_left", "right"))
    assert pieces(state, "enemy", FAR_LEFT) == (1, 0)
    assert state.view(None)["war"]["cards"] == names("right")


# -- the whole battle


def test_a_battle_has_fifteen_gold_two_militaria_of_any_era_and_the_whole_regent_deck() -> None:
    """Ruling 33."""
    state = game("batalj", mode="battle", players=2).new(seed=1, chance="ask")
    militaria = 0
    while state.is_chance:
        militaria = max(militaria, len(state.outcomes()))
        state.roll()
    assert militaria == 13
    for seat in range(2):
        assert state.view(None)["players"][seat]["gold"] == 15
        assert len(state.view(None)["players"][seat]["cards"]) == 2
    deck = battle("enemy_card", "enemy_forming", {}, {RESERVE: 0}, cards=())
    assert len(deck.outcomes()) == 30
    view = {"seat": 0, "phase": "commit", "war": {}, "players": [
        {"fiefs": names("narke"), "cards": names("gustaf_horn")}]}  # fmt: skip
    state = game("batalj", mode="battle", players=1).from_view(view, seed=1, chance="ask")
    assert "send Gustaf Horn" in texts(play(state, "send Närke"))


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_all_seats_share_the_result_and_the_reserve_decides(players: int) -> None:
    rules = game("batalj", mode="battle", players=players)
    for seed in range(12):
        *_, last = walk(rules, seed)
        war = last.view(None)["war"]
        lost = not war["soldiers"]["sweden"][RESERVE] or war["soldiers"]["enemy"][RESERVE] > 0
        assert last.returns() == [float(not lost)] * players


@pytest.mark.parametrize(("phase", "stage", "war", "message"), [
    ("form", "forming", {"unplaced": names("narke"), "enemy_guns": 1}, "must be empty while Sweden forms"),
    ("form", "forming", {"unplaced": names("narke")}, "only its own areas have pieces"),
    ("redeploy", "redeployment", {"step": 4, "cards": ("left", "far_left")}, "the enemy has none"),
])  # fmt: skip
def test_pieces_and_province_cards_stand_only_where_they_can(
    phase: str, stage: str, war: dict[str, Any], message: str
) -> None:
    enemy = {RESERVE: 0} if "enemy_guns" in war else {FAR_LEFT: 1}
    with pytest.raises(ViewError, match=message):
        battle(phase, stage, {LEFT: 2} if "step" in war else {}, enemy, **war)


def test_the_last_soldier_of_a_reserve_decides() -> None:
    won = attack({FAR_LEFT: 2}, {FAR_CENTRE: 3, RESERVE: 1}, 1, "far_left")
    assert won.is_over
    assert won.returns() == [1]
    lost = play(
        battle("attack_die", "enemy_attacks", {CENTRE: 3, RESERVE: 1}, {LEFT: 2}, index=LEFT), "die 1"
    )
    assert lost.is_over
    assert lost.returns() == [0]


def test_a_battle_that_lasts_thirty_rounds_is_lost() -> None:
    state = battle("redeploy", "redeployment", {LEFT: 3, RESERVE: 9}, {RESERVE: 9}, step=2, round=30, spare=1)
    while not state.is_over:
        if state.is_chance:
            state.roll()
        else:
            state.play("next step")
    assert state.returns() == [0]


def test_a_battle_that_reaches_the_turn_limit_is_lost() -> None:
    """Ruling 9."""
    *_, last = walk(game("batalj", mode="battle", players=1, turn_limit=1), 1)
    war = last.view(None)["war"]
    assert (war["round"], war["victory"]) == (1, "enemy")
    assert war["soldiers"]["sweden"][RESERVE] > 0
