"""A Battle Through History: battles, in the sections of its RULES.md, and the vectors of its rulebook."""

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import BattlewiseError, game
from tests.games.history.positions import (
    BASE,
    GAME,
    NOTHING,
    OPEN,
    cards,
    engaged,
    line_up,
    phase,
    player,
    position,
    settle,
    texts,
    throw,
)

ALL = [1, 1, 1]
LESS = [-1, -1, -1]


def totals(report):
    return [line["totals"] for line in report["lines"]]


def hits(report, line):
    """The damage of a line: side, unit, what became of it."""
    return [
        (one["side"][0], one["unit"], "link" if one["link"] else "defeated" if one["defeated"] else "hit")
        for one in report["lines"][line]["damage"]
    ]


# The worked examples of the rulebook, W1 to W9


def test_w1_the_first_battle_blow_by_blow() -> None:
    report = GAME.battle(
        ["catapult", "archer", "conscript", "spy"], ["genoese_crossbowmen", "trung_sisters"], [0, 0, 2], ALL
    )
    assert totals(report) == [[2, 0], [2, 1], [2, 5]]
    assert hits(report, 0) == [
        ("d", "genoese_crossbowmen", "link"),
        ("d", "genoese_crossbowmen", "defeated"),
    ]
    assert hits(report, 1) == [("d", "trung_sisters", "hit")]
    assert hits(report, 2)[0] == ("a", "catapult", "defeated")
    assert [one[1] for one in hits(report, 2)] == ["catapult", "archer", "conscript"]
    assert report["survivors"] == [["spy"], ["trung_sisters"]]
    assert report["winner"] == "attacker"


def test_w1_before_the_battle_the_gears_bring_a_token_and_six_cards() -> None:
    state = position("travel", warfare={"open": ["accuracy", "plus2_close", "chase"]}, own={"era": "I"})
    assert texts(state) == {"insert another tile", "take plus2 close"}
    state.play("take plus2 close")
    state.roll()
    assert texts(state) == {"draw two", "jump to II"}
    state.play("draw two")
    settle(state)
    own = player(state, 0)
    assert (own["tokens"], own["hand_size"], own["discard"]) == ({"plus2_close": 1}, 6, {})
    assert texts(state) == {"jump to II"}
    state.play("jump to II")
    assert phase(state) == "face"


def test_w1_the_first_battle_in_the_course_of_a_turn() -> None:
    state = position(
        "chain",
        opened=tuple(one for one in OPEN if one != "trung_sisters"),
        battle={"defenders": line_up(("trung_sisters",))},
        own={"tokens": {"plus2_close": 1}},
        hand=("catapult", "archer", "conscript", "swordsman", "spearman", "scout"),
    )
    state.play("fight Genoese Crossbowmen too, in front")
    for unit in ("Catapult", "Archer", "Conscript"):
        state.play(f"deploy {unit}")
    state.play("deploy no more units")
    assert phase(state) == "reinforce"
    state.play("reinforcement Spy")
    state.play("assign no more tokens")
    assert state.view(0)["battle"]["links"] == [[False] * 3, [True]]
    throw(state, [0, 0, 2], ALL)
    own = player(state, 0)
    assert set(own["discard"]) == {"catapult", "archer", "conscript", "spy", "genoese_crossbowmen"}
    assert state.view(0)["board"]["discard"] == cards("trung_sisters")
    assert own["tokens"] == {"plus2_close": 1}
    assert (phase(state), state.view(0)["draws"]) == ("relic", 1)
    state.play("relic III")
    assert player(state, 0)["relics"] == {"III": 1}


def test_w2_a_challenge_decided_by_diversion() -> None:
    chris = ["rhodian_slingers", "archer", "macedonian_companions"]
    joakim = ["persian_immortals", ("germanic_warband", "diversion")]
    report = GAME.battle(chris, joakim, [1, 0, 0], ALL)
    assert totals(report) == [[2, 1], [2, 2], [3, 5]]
    assert hits(report, 0) == [("d", "germanic_warband", "hit")]
    assert hits(report, 1) == []
    assert hits(report, 2) == [("a", "rhodian_slingers", "defeated"), ("a", "archer", "defeated")]
    assert report["survivors"] == [["macedonian_companions"], ["persian_immortals", "germanic_warband"]]
    assert report["winner"] == "defender"


def test_w2_the_winning_defender_sees_two_prowess_tokens_and_gets_nothing_else() -> None:
    state = engaged(
        ("rhodian_slingers", "archer", "macedonian_companions"),
        ("persian_immortals", ("germanic_warband", "diversion")),
        defender=1,
        own={"relics": {"I": 1}, "cards": cards(*BASE[2:6])},
        hand=BASE[2:4],
        opened=("carthaginians",),
    )
    throw(state, [1, 0, 0], ALL)
    assert phase(state) == "prowess"
    state.play({"kind": "look", "values": [1, 2], "seat": 1})
    assert (state.to_move, texts(state)) == (1, {"keep prowess 1", "keep prowess 2"})
    state.play("keep prowess 2")
    assert player(state, 1, viewer=1)["won"] == [[2], []]
    assert player(state, 1)["won"] == [[None], []]
    assert player(state, 1)["honour"] == player(state, 0)["honour"] == 0
    assert player(state, 0)["relics"] == {"I": 1}
    assert "macedonian_companions" in player(state, 0)["discard"]
    assert "persian_immortals" in player(state, 1)["discard"]
    assert state.view(0)["warfare"]["discard"] == {"diversion": 1}


def test_w2b_accuracy_without_diversion_cancels_the_heroic_death() -> None:
    chris = ["rhodian_slingers", "archer", "macedonian_companions"]
    report = GAME.battle(chris, ["persian_immortals", "germanic_warband"], [1, 0, 0], ALL)
    assert hits(report, 0) == [("d", "persian_immortals", "defeated")]


def test_w3_heroic_death_strikes_back_at_once() -> None:
    report = GAME.battle(["trebuchet", "archer"], ["persian_immortals", "carthaginians"], [0, 1, 0], ALL)
    assert totals(report)[0] == [2, 1]
    assert hits(report, 0) == [("d", "persian_immortals", "defeated"), ("a", "trebuchet", "defeated")]
    assert report["lines"][0]["damage"][1]["heroic_death"]


def test_w4_accuracy_prevents_it() -> None:
    report = GAME.battle(["vitruvian_scorpio"], ["persian_immortals", "carthaginians"], [0, 1, 0], [0, -1, 0])
    assert hits(report, 0) == [("d", "persian_immortals", "defeated"), ("d", "carthaginians", "defeated")]
    assert len(report["lines"]) == 1
    assert report["survivors"] == [["vitruvian_scorpio"], []]


def test_w5_diversion_attracts_the_damage() -> None:
    attackers = [("spy", "diversion"), "trebuchet", "spearman", "genoese_crossbowmen"]
    report = GAME.battle(attackers, ["bantu_ruga_ruga", "ballonabwehrkanone"], [0, 1, 0], [-1, 0, 0])
    assert totals(report)[0] == [1, 2]
    assert hits(report, 0) == [("a", "spy", "defeated"), ("d", "bantu_ruga_ruga", "defeated")]
    assert totals(report)[1] == [3, 2]
    assert hits(report, 1) == [("d", "ballonabwehrkanone", "defeated")]


def test_w5_a_unit_that_diverts_from_behind() -> None:
    attackers = ["trebuchet", ("spy", "diversion"), "spearman", "genoese_crossbowmen"]
    report = GAME.battle(attackers, ["bantu_ruga_ruga", "ballonabwehrkanone"], [0, 1, 0], [-1, 0, 0])
    assert hits(report, 0)[0] == ("a", "spy", "defeated")


def test_w6_the_difference_is_the_damage() -> None:
    report = GAME.battle(["archer", "genoese_crossbowmen"], ["mamluks"], [0, 0, 1], NOTHING)
    assert totals(report)[1] == [3, 2]
    assert hits(report, 1) == [("d", "mamluks", "defeated")]


def test_w7_a_negative_total_counts_as_nothing() -> None:
    report = GAME.battle(["archer"], ["swordsman"], [0, 1, 0], LESS)
    assert totals(report)[0] == [0, 0]
    assert totals(report)[1] == [2, 0]


def test_w8_accuracy_is_for_the_first_damage_only() -> None:
    """Five damage with two accuracy icons: of three heroic deaths none but the third works."""
    report = GAME.battle(
        ["winter_snipers", "catapult", "swordsman"],
        ["persian_immortals", ("archer", "heroic_death"), ("spy", None)],
        [1, 0, 0],
        NOTHING,
    )
    assert totals(report)[0] == [5, 0]
    assert hits(report, 0) == [
        ("d", "persian_immortals", "defeated"),
        ("d", "archer", "defeated"),
        ("d", "spy", "defeated"),
        ("a", "winter_snipers", "defeated"),
    ]


def test_w9_two_diversion_icons_attract_two_of_three() -> None:
    report = GAME.battle(
        ["catapult", "trebuchet"],
        ["swordsman", ("hussite_war_wagons", "diversion")],
        NOTHING,
        [0, 2, 0],
    )
    assert totals(report)[0] == [3, 1]
    assert hits(report, 0) == [("d", "hussite_war_wagons", "hit"), ("d", "hussite_war_wagons", "defeated")]
    report = GAME.battle(
        ["catapult", "trebuchet", "scout"],
        ["swordsman", ("hussite_war_wagons", "diversion")],
        NOTHING,
        [0, 2, 0],
    )
    assert hits(report, 0)[2] == ("d", "swordsman", "defeated")


@pytest.mark.parametrize(
    ("attackers", "defenders", "strong", "problem"),
    [
        ([], ["spy"], NOTHING, "attackers: are 0 units, not 1..5"),
        (["spy"], ["spy"] * 5, NOTHING, "defenders: are 5 units, not 1..4"),
        (["dragon"], ["spy"], NOTHING, "attackers: 'dragon' is no unit"),
        ([("spy", "luck")], ["spy"], NOTHING, "attackers: 'luck' is no warfare token"),
        (["spy"], ["spy"], [1, 2], r"strong: \[1, 2\] is not 3 whole numbers"),
        (["spy"], ["spy"], [1, 2, 999], "strong: "),
    ],
)
def test_a_battle_that_cannot_be_is_refused(attackers, defenders, strong, problem) -> None:
    with pytest.raises(BattlewiseError, match=problem):
        GAME.battle(attackers, defenders, strong, NOTHING)


# 2.3 Deployment


def test_an_attacker_deploys_one_to_four_units_in_order() -> None:
    state = position("deploy", battle={"defenders": line_up(("trebuchet",))}, opened=OPEN[:5])
    assert "deploy no more units" not in texts(state)
    state.play("deploy Archer")
    assert texts(state) == {"deploy no more units", "deploy Catapult", "deploy Conscript", "deploy Spy"}
    for unit in ("Spy", "Catapult", "Conscript"):
        state.play(f"deploy {unit}")
    assert phase(state) == "reinforce"
    assert [one["card"] for one in state.view(1)["battle"]["attackers"]] == [
        "archer", "spy", "catapult", "conscript",
    ]  # fmt: skip


def test_a_challenged_player_deploys_first_with_his_tokens() -> None:
    state = position("face", other={"tokens": {"diversion": 1, "chase": 1}})
    state.play("challenge Pär")
    assert (state.to_move, phase(state)) == (1, "defend")
    for _ in range(3):
        state.play(next(move for move in state.legal() if move.doc["kind"] == "deploy"))
    assert phase(state) == "defend_arm"
    assert texts(state) == {"assign no more tokens", *(f"assign diversion to unit {i}" for i in (1, 2, 3))}
    state.play("assign diversion to unit 2")
    assert (state.to_move, phase(state)) == (0, "deploy")


# 2.4 Conditions of engagement


def test_reinforcements_come_until_the_virtual_slot_is_filled() -> None:
    state = position(
        "deploy",
        battle={"attackers": line_up(("catapult", "archer", "spy")), "defenders": line_up(("trebuchet",))},
        opened=OPEN[:5],
        hand=("conscript",),
        own={"cards": cards("conscript", "zulu_impi", "almogavars", "scout")},
    )
    state.play("deploy Conscript")
    assert texts(state) == {f"reinforcement {one}" for one in ("Zulu Impi", "Almogavars", "Scout")}
    state.play("reinforcement Zulu Impi")
    assert phase(state) == "dice"
    assert len(state.view(0)["battle"]["attackers"]) == 5


def test_board_reinforcements_come_from_the_era_of_the_unit_that_calls_them() -> None:
    state = position(
        "deploy",
        battle={"attackers": line_up(("catapult",)), "defenders": line_up(("almogavars",))},
        opened=OPEN[:3],
        hand=("archer",),
    )
    state.play("deploy no more units")
    assert phase(state) == "reinforce"
    assert {move.doc["unit"] for move in state.outcomes()} >= {"samurai_retinue", "joan_of_arc"}
    assert not any("Persian" in text or "Zulu" in text for text in texts(state))


def test_without_cards_in_the_deck_no_reinforcement_comes() -> None:
    state = position(
        "deploy",
        battle={"attackers": line_up(("catapult",)), "defenders": line_up(("trebuchet",))},
        opened=OPEN[:5],
        hand=("conscript", "archer"),
        own={"cards": cards("conscript", "archer"), "discard": cards("scout")},
    )
    state.play("deploy Conscript")
    state.play("deploy no more units")
    assert phase(state) == "dice"


def test_assault_takes_link_counters_from_the_battlefront() -> None:
    chain = ("english_longbowmen", "mamluks")
    assert engaged(("catapult",), chain).view(0)["battle"]["links"] == [[], [True]]
    cut = engaged(("caroleans",), chain, own={"cards": cards(*BASE[1:5])}, hand=BASE[1:3])
    assert cut.view(0)["battle"]["links"] == [[], [False]]
    armed = engaged((("catapult", "assault"),), chain)
    assert armed.view(0)["battle"]["links"] == [[], [False]]


def test_the_attacker_s_links_lie_the_other_way_round() -> None:
    own = {"cards": cards("catapult", "archer")}
    front = ("mamluks", "english_longbowmen")
    assert engaged(front, ("trebuchet",), own=own, hand=BASE[:2]).view(0)["battle"]["links"] == [[True], []]
    assert engaged(front[::-1], ("trebuchet",), own=own, hand=BASE[:2]).view(0)["battle"]["links"] == [
        [False],
        [],
    ]


def test_one_token_a_unit_and_three_a_battle() -> None:
    state = position(
        "deploy",
        battle={"attackers": line_up(("catapult", "archer")), "defenders": line_up(("trebuchet",))},
        opened=OPEN[:5],
        hand=("scout",),
        own={"tokens": {"plus1_long": 2, "chase": 1}},
    )
    state.play("deploy no more units")
    assert texts(state) == {
        "assign no more tokens",
        "assign plus1 long to unit 1",
        "assign plus1 long to unit 2",
    }
    state.play("assign plus1 long to unit 1")
    assert texts(state) == {"assign no more tokens", "assign plus1 long to unit 2"}
    state.play("assign plus1 long to unit 2")
    assert phase(state) == "dice"


@pytest.mark.parametrize(("units", "strong"), [(1, "attacker"), (3, "attacker"), (4, "defender")])
def test_the_number_of_attackers_assigns_the_dice(units, strong) -> None:
    state = engaged(BASE[:units], ("trebuchet",), hand=BASE[4:6])
    assert len(state.outcomes()) == 24
    assert sum(p for _, p in state.chances()) == pytest.approx(1)
    by_doc = {str(move.doc["strong"]): 0.0 for move in state.outcomes()}
    for move, p in state.chances():
        by_doc[str(move.doc["strong"])] += p
    assert by_doc == {
        "[1, 0, 0]": pytest.approx(1 / 3), "[0, 1, 0]": pytest.approx(1 / 3),
        "[0, 0, 1]": pytest.approx(1 / 6), "[0, 0, 2]": pytest.approx(1 / 6),
    }  # fmt: skip
    report = GAME.battle(BASE[:units], ["trebuchet"], [1, 0, 0], [0, 2, 0])
    side = 0 if strong == "attacker" else 1
    without = GAME.battle(BASE[:units], ["trebuchet"], NOTHING, [0, 2, 0])
    assert totals(report)[0][side] == totals(without)[0][side] + 1


# 4.7 Relaunch


def test_a_relaunch_is_asked_for_after_the_roll() -> None:
    state = engaged((("catapult", "relaunch"),), ("trebuchet",))
    throw(state, [1, 0, 0], ALL)
    assert (state.to_move, texts(state)) == (0, {"roll again", "keep the die"})
    state.play("roll again")
    assert texts(state) == {"roll +1 long", "roll +1 medium", "roll +1 close", "roll +2 close"}
    state.play("roll +2 close")
    assert phase(state) not in ("relaunch", "reroll")


def test_the_main_board_rolls_again_only_what_is_negative() -> None:
    positive = engaged(("catapult",), ("tank_destroyers",), own={"era": "IV"})
    throw(positive, [1, 0, 0], ALL)
    assert phase(positive) not in ("relaunch", "reroll")
    negative = engaged(("catapult",), ("tank_destroyers",), own={"era": "IV"})
    throw(negative, [1, 0, 0], LESS)
    assert phase(negative) == "reroll"
    negative.play("roll -1 long")
    assert phase(negative) not in ("relaunch", "reroll")


def test_in_a_challenge_the_defender_rolls_again_first() -> None:
    state = engaged(
        (("catapult", "relaunch"),), (("archer", "relaunch"),), defender=1, other={"hand_size": 2}
    )
    throw(state, [1, 0, 0], ALL)
    assert state.to_move == 1
    state.play("keep the die")
    assert state.to_move == 0


# 2.6 Rewards


def test_equal_survivors_are_a_victory_of_the_attacker_and_none_are_nobody_s() -> None:
    assert GAME.battle(["spy"], ["spy"], NOTHING, NOTHING)["winner"] == "attacker"
    report = GAME.battle(["catapult"], ["persian_immortals"], NOTHING, NOTHING)
    assert report["survivors"] == [[], []]
    assert report["winner"] == "nobody"


@pytest.mark.parametrize(("units", "draws"), [(1, 4), (2, 3), (3, 2), (4, 1), (5, 0)])
def test_fewer_attackers_see_more_relics(units, draws) -> None:
    attackers = ("battleship", "field_howitzers", "trebuchet", "fighter_squadron", "winter_snipers")[:units]
    state = engaged(
        attackers, ("genoese_crossbowmen",), own={"cards": cards(*BASE)}, hand=BASE[:4], opened=OPEN[:3]
    )
    throw(state, [1, 0, 0], ALL)
    assert "genoese_crossbowmen" in player(state, 0)["discard"]
    assert state.view(0).get("draws", 0) == draws
    for _ in range(draws):
        state.play("relic II" if _ else "relic IV")
    if draws > 1:
        assert texts(state) == {"take relic II", "take relic IV"}
        state.play("take relic II")
        assert player(state, 0)["relics"] == {"II": 1}
        assert sum(state.view(0)["relic_discard"].values()) == draws - 1


def test_a_defeated_attacker_still_recruits_whom_he_defeated() -> None:
    state = engaged(("catapult",), ("genoese_crossbowmen", "trung_sisters"))
    throw(state, [1, 0, 0], [0, -1, 0])
    assert "genoese_crossbowmen" in player(state, 0)["discard"]
    assert state.view(0)["board"]["discard"] == cards("trung_sisters")
    assert player(state, 0)["relics"] == {}
    assert phase(state) not in ("relic", "relic_choice")


# 2.7 Challenge


def won_challenge(**more):
    """Three strong attackers beat a lone unit that defeats none of them."""
    return engaged(
        ("battleship", "old_guard", "catapult"), ("archer",), defender=1,
        **{"own": {"cards": cards(*BASE[1:5])}, "hand": BASE[1:3], "opened": OPEN[:3],
           "other": {"hand_size": 2, "relics": {"I": 2, "IV": 1}}, **more},
    )  # fmt: skip


def test_a_winning_attacker_takes_prowess_and_a_relic_of_the_loser() -> None:
    state = won_challenge()
    throw(state, [1, 0, 0], [0, 2, 0])
    state.play({"kind": "look", "values": [2, 3], "seat": 0})
    state.play("keep prowess 3")
    assert player(state, 0)["won"] == [[], [3]]
    assert (player(state, 1)["looker"], player(state, 1)["returned"]) == (0, 2)
    assert player(state, 1, viewer=1)["returned"] is None
    assert (phase(state), state.view(0)["draws"]) == ("relic", 2)
    state.play("relic I")
    state.play("relic IV")
    state.play("take relic IV")
    assert player(state, 0)["relics"] == {"IV": 1}
    assert player(state, 1)["relics"] == {"I": 2}


def test_a_losing_defender_gets_an_honour_token_for_every_two_attackers_defeated() -> None:
    attackers = ("spy", "archer", "conscript", "scout")
    state = engaged(
        attackers, ("teutonic_knights",), defender=1, other={"hand_size": 2, "cards": cards(*BASE[:5])},
        own={"cards": cards(*BASE[4:6], "shieldbearer")}, hand=BASE[4:6], opened=OPEN[:3],
    )  # fmt: skip
    report = GAME.battle(list(attackers), ["teutonic_knights"], [0, 0, 1], [-1, 0, 0])
    assert (report["winner"], len(report["survivors"][0])) == ("attacker", 1)
    throw(state, [0, 0, 1], [-1, 0, 0])
    assert player(state, 1)["honour"] == 1


def test_all_units_of_a_challenge_go_to_their_owners_discards_and_heroes_aside() -> None:
    state = engaged(
        ("joan_of_arc", "archer"), ("charles_xii", "spy"), defender=1, other={"hand_size": 2},
        own={"cards": cards(*BASE[2:6])}, hand=BASE[2:4], opened=OPEN[:3],
    )  # fmt: skip
    throw(state, [1, 0, 0], [0, 0, 3])
    state.play("keep the die")
    settle(state)
    assert player(state, 0)["spent"] == cards("joan_of_arc")
    assert player(state, 1)["spent"] == cards("charles_xii")
    assert "archer" in player(state, 0)["discard"]
    assert "spy" in player(state, 1)["discard"]


def test_odds_do_not_depend_on_what_was_asked_before() -> None:
    """They are kept by a hash of the battle, which must tell all battles apart."""
    asked = []
    for seed in range(12):
        for state in walk(game("history", players=2 + seed % 4), seed):
            if not state.is_over and not state.is_chance and len(state.legal()) > 1:
                view = state.view(state.to_move)
                if view["phase"] in ("deploy", "arm"):
                    asked.append((state.game.seats, view))
    found = []
    for order in (asked, asked[::-1]):
        games = {players: game("history", players=players) for players in range(2, 6)}
        found.append([games[players].from_view(view, seed=1).weigh() for players, view in order])
    assert len(asked) > 300
    assert found[0] == found[1][::-1]
