"""A Battle Through History: rulings (RULES.md 7) that other tests do not show, points by source, odds."""

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import ViewError, game
from tests.games.history.positions import (
    BASE,
    GAME,
    OPEN,
    cards,
    engaged,
    phase,
    player,
    position,
    settle,
    texts,
    throw,
)

LESS = [-1, -1, -1]


def won_challenge(players: int = 2, **more):
    """Seat 0 beats seat 1 and is about to look at two of its prowess tokens."""
    state = engaged(
        ("battleship", "old_guard", "catapult"), ("archer",), defender=1, players=players,
        **{"own": {"cards": cards(*BASE[1:5])}, "hand": BASE[1:3], "opened": OPEN[:3],
           "other": {"hand_size": 2}, **more},
    )  # fmt: skip
    throw(state, [1, 0, 0], [0, 2, 0])
    return state


def looks(state) -> dict[str, float]:
    """The chances of what the winner sees."""
    return {move.text: p for move, p in state.chances()}


def test_ruling_7_the_main_board_rolls_again_before_the_attacker() -> None:
    state = engaged((("catapult", "relaunch"),), ("tank_destroyers",), own={"era": "IV"})
    throw(state, [1, 0, 0], LESS)
    assert phase(state) == "reroll"
    assert set(texts(state)) >= {"roll -1 long", "roll +1 all"}
    state.play("roll +1 all")
    assert texts(state) == {"roll again", "keep the die"}
    state.play("roll again")
    state.play("roll +2 close")
    assert phase(state) not in ("relaunch", "reroll")


def test_ruling_12_tighten_up_draws_two_and_of_one_card_that_one() -> None:
    for left, drawn in ((BASE[4:7], 2), (BASE[4:5], 1)):
        own = {"tokens": {"tighten_up": 1}, "cards": cards(*BASE[:4], *left)}
        state = position("action", own=own)
        state.play("tighten up")
        settle(state)
        assert player(state, 0)["hand_size"] == 4 + drawn


def test_ruling_22_the_lot_is_even() -> None:
    state = game("history", players=4).new(seed=1, chance="ask")
    while state.stream != "lot":
        state.roll()
    assert [(move.text.split()[1], p) for move, p in state.chances()] == [("first", 0.25)] * 4


def test_ruling_31_the_token_given_back_is_mixed_with_the_others() -> None:
    state = won_challenge()
    before = looks(state)
    assert before == pytest.approx(
        {
            "look at 1 and 2": 1 / 3,
            "look at 1 and 3": 1 / 6,
            "look at 2 and 2": 1 / 6,
            "look at 2 and 3": 1 / 3,
        }
    )
    state.play("look at 2 and 3")
    state.play("keep prowess 3")
    again = won_challenge(other={"hand_size": 2, "looker": 0, "returned": 2}, own={
        "cards": cards(*BASE[1:5]), "won": [[], [3]]})  # fmt: skip
    assert looks(again) == pytest.approx({"look at 1 and 2": 2 / 3, "look at 2 and 2": 1 / 3})
    assert player(state, 1)["returned"] == 2


def test_ruling_32_who_looks_again_ends_what_another_knew() -> None:
    state = won_challenge(players=3, other={"hand_size": 2, "looker": 2}, third={"won": [[], [None], []]})
    assert phase(state) == "prowess"
    state.play("look at 2 and 2")
    state.play("keep prowess 2")
    assert player(state, 1, viewer=None)["looker"] == 0


def test_ruling_33_a_hand_may_be_dealt_from_cards_reshuffled_after_it_was_drawn() -> None:
    other = {"cards": cards(*BASE[:5]), "hand_size": 4, "discard": cards(*BASE[5:])}
    state = position("action", first=1, other={"era": "II", **other}, gears={"wheel": 2})
    assert state.to_move == 1
    state.play("reshuffle")
    settle(state)
    hands = [state.redealt(0, seed).view(1)["hand"] for seed in range(30)]
    assert set().union(*hands) == set(BASE)


def test_ruling_34_relics_drawn_and_not_taken_are_seen_by_all() -> None:
    state = engaged(("battleship", "catapult"), ("genoese_crossbowmen",))
    throw(state, [1, 0, 0], [0, 2, 0])
    for era in ("I", "II", "IV"):
        state.play(f"relic {era}")
    assert state.view(None)["offered"] == {"I": 1, "II": 1, "IV": 1}
    state.play("take relic II")
    for viewer in (None, 0, 1):
        assert state.view(viewer)["relic_discard"] == {"I": 1, "IV": 1}


def test_ruling_35_a_token_given_back_does_not_turn_up_before_the_restoration() -> None:
    state = position("travel", own={"tokens": {"chase": 1, "accuracy": 2}}, gears={"inserted": 1})
    state.play(next(move for move in state.legal() if move.text.startswith("exchange accuracy")))
    assert state.view(0)["warfare"]["discard"] == {"accuracy": 1}
    assert phase(state) == "warfare"
    assert "token accuracy" not in texts(state)


def test_ruling_36_tighten_up_may_be_used_until_the_last_unit_is_deployed() -> None:
    own = {"tokens": {"tighten_up": 1, "plus1_long": 1}}
    state = position("deploy", own=own, battle={"attackers": [], "defenders": [{"card": "trebuchet"}]},
                     opened=OPEN[:5])  # fmt: skip
    for unit in BASE[:3]:
        assert "tighten up" in texts(state)
        state.play({"kind": "deploy", "unit": unit})
    assert "tighten up" in texts(state)
    state.play("deploy no more units")
    settle(state)
    assert phase(state) == "arm"
    assert "tighten up" not in texts(state)


def test_ruling_37_tighten_up_may_be_used_once_the_hand_is_filled() -> None:
    own = {"tokens": {"tighten_up": 1}}
    state = engaged(("catapult",), ("trebuchet",), own=own)
    throw(state, [1, 0, 0], LESS)
    settle(state)
    while phase(state) != "close":
        state.play(state.legal()[0])
        settle(state)
    assert texts(state) == {"tighten up", "end the turn"}
    held = player(state, 0)["hand_size"]
    assert held == 4
    left = state.copy()
    left.play("end the turn")
    assert left.turn == state.turn + 1
    state.play("tighten up")
    settle(state)
    assert (phase(state), texts(state)) == ("close", {"end the turn"})
    assert player(state, 0)["hand_size"] == held + min(2, len(player(left, 0)["cards"]) - held) > held
    assert player(state, 0)["tokens"] == {}


def test_ruling_37_nobody_is_asked_after_the_last_turn() -> None:
    own = {"tokens": {"tighten_up": 1}}
    state = engaged(("catapult",), ("trebuchet",), own=own, turn=11, first=1)
    throw(state, [1, 0, 0], LESS)
    while not state.is_over:
        settle(state)
        if not state.is_over:
            assert phase(state) != "close"
            state.play(state.legal()[0])


@pytest.mark.parametrize("at", ["travel", "action", "face"])
def test_an_open_card_cannot_be_left_out(at: str) -> None:
    shown = position(at, warfare={"open": ["plus1_long", "accuracy", "chase"]}).view(0)
    del shown["board"]["open"]["caroleans"]
    with pytest.raises(ViewError, match=r"^board.open: of an era with cards left three lie open") as refused:
        game("history").from_view(shown)
    assert refused.value.field == "board.open"


def test_a_defender_of_another_era_is_refused_for_that() -> None:
    with pytest.raises(ViewError, match=r"battle.defenders: one must be of the era that the attacker is in"):
        position("deploy", battle={"defenders": [{"card": "caroleans"}]}, opened=OPEN[:7] + OPEN[8:])
    with pytest.raises(ViewError, match=r"battle.defenders: each must link with the next one"):
        position(
            "deploy",
            battle={"defenders": [{"card": "trebuchet"}, {"card": "caroleans"}]},
            opened=OPEN[:5] + OPEN[6:7] + OPEN[8:],
        )


def test_an_era_deck_that_has_not_been_renewed_is_refused() -> None:
    ours = [card for card in OPEN if card.startswith(("genoese", "trung", "trebuchet"))]
    era_two = set(position("action").view(0)["board"]["open"]) | set(ours)
    assert era_two >= set(ours)
    gone = cards("varangian_vikings", "english_longbowmen", "teutonic_knights", "mongol_horse_archers",
                 "samurai_retinue", "almogavars", "hussite_war_wagons", "mamluks", "jaguar_warriors",
                 "joan_of_arc", "william_wallace")  # fmt: skip
    with pytest.raises(ViewError, match="whose deck is empty: it is renewed"):
        position("action", board={"discard": gone})
    assert position("action", board={"removed": gone}).to_move == 0


# 3 Points by source


def test_points_by_source_are_the_points_that_decide() -> None:
    for state in walk(game("history", players=3), 5):
        scores = state.game.scores(state)
        shown = state.view(None)["players"]
        for seat, score in enumerate(scores):
            assert score["honour"] == shown[seat]["honour"]
            recruits = set(shown[seat]["cards"]) | set(shown[seat]["discard"]) | set(shown[seat]["spent"])
            if not state.view(None).get("battle"):
                assert score["elites"] + score["heroes"] // 3 == len(recruits - set(BASE))
        if state.is_over:
            totals = [sum(score.values()) for score in scores]
            assert all(totals[seat] == max(totals) for seat, share in enumerate(state.returns()) if share)


def test_units_in_battle_are_points_still() -> None:
    state = engaged(("mamluks", "joan_of_arc"), ("genoese_crossbowmen",))
    assert state.game.scores(state)[0] == {"elites": 1, "heroes": 3, "relics": 0, "prowess": 0, "honour": 0}
    assert "4 points" in state.render(0)


# Odds of a challenge


def outlook(state, seat: int, name: str) -> float:
    return state.game.features(state)[seat][state.game.feature_names.index(name)]


@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_estimate_of_a_challenge_lets_the_defender_roll_again_as_an_enumeration_does(left: int) -> None:
    attackers, defenders = ("swordsman", "archer"), ("spearman", "shieldbearer")
    armed = tuple((unit, "relaunch" if i < left else None) for i, unit in enumerate(defenders))
    state = engaged(
        attackers, armed, defender=1, hand=("scout",), own={"cards": cards("scout", "catapult")},
        other={"cards": cards("conscript", "spy"), "hand_size": 1}, opened=OPEN[:3],
    )  # fmt: skip
    faces = {}
    for move, p in state.chances():
        strong, risky = move.doc["strong"], move.doc["risky"]
        report = GAME.battle(list(attackers), list(defenders), strong, risky)
        fallen = len(attackers) - len(report["survivors"][0])
        honour = fallen // 2 if report["winner"] == "attacker" else 0
        faces.setdefault(tuple(strong), []).append((report["winner"], honour, p))
    win = hold = honours = 0.0
    for results in faces.values():
        share = sum(p for *_, p in results)
        best = [(float(w == "attacker"), float(w == "defender"), float(h)) for w, h, _ in results]
        first = list(best)
        for _ in range(left):
            mean = tuple(
                sum(p / share * b[i] for (*_, p), b in zip(results, best, strict=True)) for i in range(3)
            )
            best = [min(one, mean, key=lambda at: at[0] - at[1]) for one in first]
        for (*_, p), one in zip(results, best, strict=True):
            win, hold, honours = win + p * one[0], hold + p * one[1], honours + p * one[2]
    assert outlook(state, 0, "glory") == pytest.approx(2 * win, abs=1e-5)
    assert outlook(state, 1, "glory") == pytest.approx(2 * hold + honours, abs=1e-5)
    assert outlook(state, 1, "glory") > 0
