"""Cards and changes in words, as the terminal shows them (RULES.md 12)."""

from random import Random

import pytest
from typer.testing import CliRunner

from battlewise.bots.check.walks import walk
from battlewise.bots.cli import app
from battlewise.core import State, game
from tests.games.battlelore.full_positions import FULL, LORE, place
from tests.games.battlelore.positions import play, position


def got(state: State, *moves: str) -> list[str]:
    """What changed by some moves, in words."""
    found = []
    for move in moves:
        play(state, move)
        found += [one["text"] for step in state.changes() for one in step["changes"] if one["text"]]
    return found


def test_every_card_that_a_move_can_name_has_words() -> None:
    shown = FULL.glossary
    assert len(shown) == 18 + 20 + 14 + 6 + 10 + 3 + 2 + 5 + 3 + 6
    assert shown["command tent"].endswith("2 VP for the enemy that enters its hex.")
    assert shown["attack left"] == "order 3 left units"
    assert "2 fords of yours in place of 1" in shown["damming the muir river"]
    assert "unit of muster value 4 or less" in shown["call of the citadel"]
    assert shown["onslaught"] == "order 3 infantry units; they may move 1 hex more"
    assert shown["crushing blow"].endswith(
        "one more elite or legend unit is ordered, with 3 more dice in its attack"
    )
    assert (
        shown["blood in the water"]
        == "cavalry units enter water; 1 VP for each unit eliminated in or beside water"
    )
    assert shown["treasures of the shadow peaks"].endswith("1 VP each turn for 2 units on a hill")
    assert shown["stone and steel"] == "4 citadel guard, 3 yeoman archers, 2 rune golems, 1 roc warrior"


def test_losses_retreats_tokens_and_points() -> None:
    moved = got(position("move", "uH3 3.5!, dG3 6.5"), "move 3.5-4.5")
    assert moved[0] == "Uthuk gains 2 VP for the banner on 4.5: 2 in all"
    struck = position("attack", "uH3 3.5!, dG3 4.5, dY3 5.4, dY3 8.0")
    lost = got(struck, "attack 3.5-4.5", "roll strike pierce lore")
    assert lost[0] == "Citadel Guard on 4.5: 1 damage, 2 figures left"
    weak = position("attack", "uH3 3.5!, dG1 4.5, dY3 8.0")
    assert got(weak, "attack 3.5-4.5", "roll strike pierce lore")[0] == "Citadel Guard on 4.5: eliminated"
    driven = position("attack", "uH3 3.5!, dG3 4.5, dY3 8.0")
    assert got(driven, "attack 3.5-4.5", "roll strike morale lore")[:2] == [
        "Citadel Guard on 4.5: 1 damage, 2 figures left",
        "Citadel Guard on 4.5: now on 5.4",
    ]
    stunned = place("attack", "uC6 3.5!, dG3 4.5, dY3 8.0", scenario=[None, "iron_volley"])
    before = stunned.view(None)
    after = stunned.view(None)
    after["units"][1]["stunned"] = True
    after["vp"] = [0, 2]
    after["lore"] = [0, before["lore"][1] + 1]
    changed = FULL.changes(before, after, 0, {"kind": "roll"})
    assert [one["text"] for one in changed][:2] == [
        "Citadel Guard on 4.5: stunned",
        "Daqan gains 2 VP by Iron Volley: 2 in all",
    ]
    assert {"what": "vp", "seat": 1, "amount": 2, "total": 2}.items() <= changed[1].items()


def test_words_name_units_cards_and_abilities() -> None:
    state = position("attack", "uH3 3.5!, dG3 4.5, dY3 8.0")
    assert state.words(state.legal(), 0) == [
        "attack Citadel Guard on 4.5 with Blood Harvesters on 3.5",
        "do not attack with Blood Harvesters on 3.5",
    ]
    play(state, "attack 3.5-4.5", "roll heroic heroic lore")
    assert state.words(state.legal(), 0)[1] == (
        "commit 1 heroic: Frenzy (1 damage, this unit loses 1 figure)"
    )
    assert state.prompt(0) == (
        "Uthuk: Blood Harvesters on 3.5: how many heroic results are for Frenzy (1 damage, this unit loses 1 "
        "figure)?"
    )


def test_a_draw_carries_its_side() -> None:
    for rules in (FULL, game("battlelore")):
        state = rules.new(2, chance="ask")
        rng = Random(1)
        drawn = 0
        while state.turn < 3:
            if not state.is_chance:
                state.play(rng.choice(state.legal()))
                continue
            before = state.view(None)["hand_sizes"]
            state.roll()
            (step,) = state.changes()
            for seat, name in enumerate(("Uthuk", "Daqan")):
                if state.view(None)["hand_sizes"][seat] > before[seat]:
                    assert step["move"] == {"kind": "draw", "side": name.lower()}
                    assert step["text"] == f"{name} draws a command card"
                    own = state.changes(seat)[0]["move"]
                    assert (own["kind"], own["side"]) == ("draw", name.lower())
                    assert own["card"] in state.view(seat)["hand"]
                    drawn += 1
        assert drawn > 10


GUARD = "Citadel Guard on"
LORE_4 = {"lore": [4, 4]}


@pytest.mark.parametrize(
    ("state", "moves", "text"),
    [
        (
            position("attack", "uH3 3.5!, dG3 4.5, dY3 5.4"),
            ["attack 3.5-4.5", "roll lore morale morale"],
            f"{GUARD} 4.5 ignores 2 retreats: Yeoman Archers on 5.4 supports it",
        ),
        (
            position("attack", "uH3 3.5!, dG3 4.5, dG3 6.4"),
            ["attack 3.5-4.5", "roll lore morale morale"],
            f"{GUARD} 5.4 ignores 1 retreat: {GUARD} 6.4 supports it",
        ),
        (
            position("attack", "uV3 3.5!, dG3 5.5, dY3 6.6"),
            ["attack 3.5-5.5", "roll lore morale", "retreat 5.5-6.6"],
            f"{GUARD} 5.5 ignores 1 retreat: Yeoman Archers on 6.6 supports it",
        ),
        (
            place("attack", "dG3 3.5!, uO3 4.5, uH3 5.4", 1),
            ["attack 3.5-4.5", "roll lore lore morale", "counter", "roll lore lore lore lore"],
            "Obscenes on 4.5 ignores 1 retreat: Blood Harvesters on 5.4 supports it",
        ),
        (
            place("attack", "uH3 3.5!, dN3 4.5, dG3 6.4"),
            ["attack 3.5-4.5", "roll morale morale morale", "ignore retreat"],
            f"Rune Golems on 5.4 ignores 1 retreat: {GUARD} 6.4 supports it",
        ),
        (
            place("attack", "uH3 3.5!, dW6 4.5, dG3 5.4"),
            ["attack 3.5-4.5", "roll lore morale"],
            f"Roc Warrior on 4.5 ignores 1 retreat: {GUARD} 5.4 supports it",
        ),
        (
            place("move", "uH3 3.5!, dG3 4.5, dG3 6.4", **LORE({"maddening_howl": 1}), **LORE_4),
            ["stay 3.5", "lore maddening howl", "choose 3.5", "choose 4.5"],
            f"{GUARD} 5.4 ignores 1 retreat: {GUARD} 6.4 supports it",
        ),
    ],
)
def test_retreats_that_support_lets_a_unit_ignore_are_said(state: State, moves: list[str], text: str) -> None:
    assert [one for one in got(state, *moves) if "support" in one] == [text]


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        (position("attack", "uH3 3.5!, dG3 4.5, dG3 6.4"), ["attack 3.5-4.5", "roll lore lore morale"]),
        (position("attack", "uH3 3.5!, dG3 4.5, dG3 8.8"), ["attack 3.5-4.5", "roll lore morale morale"]),
        (
            place("attack", "uH3 3.5!, dN3 4.5, dG3 5.4"),
            ["attack 3.5-4.5", "roll lore lore morale", "ignore retreat"],
        ),
        (
            place(
                "attack", "uH3 3.5!, dG3 4.5, dG3 5.4", 0, 1,
                **LORE({"shield_wall": 1}, 1), **LORE_4, hand={"patrol_left": 4},
            ),
            ["attack 3.5-4.5", "roll morale morale lore", "lore shield wall"],
        ),
    ],
)  # fmt: skip
def test_support_is_not_said_where_nothing_is_left_to_ignore(state: State, moves: list[str]) -> None:
    assert not [one for one in got(state, *moves) if "support" in one]


def test_victory_points_are_said_with_their_sources() -> None:
    banners = {"banners": [{"hex": [3, 5], "vp": 1}], "scenario": ["the_crimson_roots", None]}
    learning = position("move", "uH3 4.5!, uH3 4.9, dG3 8.0")
    assert got(learning, "stay 4.5")[0] == (
        "Uthuk gains 4 VP, 2 for the banner on 4.5 and 2 for the banner on 4.9: 4 in all"
    )
    exchange = position("exchange", "uH3 3.5, dG3 6.5", lore=[6, 0])
    assert got(exchange, exchange.legal()[0].text)[0] == "Uthuk gains 1 VP for lore: 1 in all"
    full = place("move", "uH3 3.5!, dG3 6.5", **banners)
    play(full, "stay 3.5")
    (vp,) = [one for one in full.changes()[0]["changes"] if one["what"] == "vp"]
    assert vp["sources"][0] == {"source": "banner", "hex": [3, 5], "amount": 1}
    tent = place("lore", "uH3 6.5, dG3 6.7", 1, tents=[None, [6, 5]])
    assert "Uthuk gains 2 VP for the command tent on 6.5: 2 in all" in got(tent, "gain 2 lore")


def test_no_lore_card_is_played_at_a_moment_that_is_named() -> None:
    met = set()
    for seed in range(30):
        for state in walk(FULL, seed):
            if state.is_chance or state.is_over:
                continue
            for text in state.words(state.legal(), state.to_move):
                if text.startswith("play no lore card"):
                    met.add(text)
    assert "play no lore card before this roll" in met
    assert "play no lore card at the start of your Attack Step" in met
    assert any(text.startswith("play no lore card against ") for text in met)
    assert "play no lore card" not in {text.strip() for text in met}


def test_a_schema_has_the_kinds_of_its_scenario_alone() -> None:
    kinds = {
        name: {one["properties"]["kind"]["const"] for one in rules.vocabulary.schema()["oneOf"]}
        for name, rules in (("full", FULL), ("learning", game("battlelore")))
    }
    assert "exchange" in kinds["learning"] - kinds["full"]
    assert {"lore", "muster", "deal_scenario"} <= kinds["full"] - kinds["learning"]
    for name in kinds:
        for state in walk(game("battlelore", scenario=name), 1):
            assert {move.doc["kind"] for move in state.legal() or state.outcomes()} <= kinds[name]


def test_the_terminal_explains_cards_once_and_tells_the_enemy_s_turn() -> None:
    words = "help battle march\nhelp nonsense\n" + "1\n" * 400
    result = CliRunner().invoke(
        app, ["play", "battlelore", "-o", "scenario=full", "--bot", "greedy", "--seed", "3"], input=words
    )
    assert result.exit_code == 0
    assert "order 3 not weak units" in result.output
    assert "nothing in this game is called 'nonsense'" in result.output
    assert result.output.count("  attack right: order 3 right units") == 1
    assert "    Daqan gains " in result.output
    assert "  Daqan: play " in result.output


def test_moves_touch_units_hexes_and_cards_in_the_order_of_clicks() -> None:
    def touches(state: State, text: str) -> list[str]:
        return next(move.touches for move in state.legal() if move.text == text)

    assert touches(position("move", "uH3 3.5!, dG3 6.5"), "move 3.5-4.5") == ["unit:3.5", "hex:4.5"]
    fight = position("attack", "uH3 3.5!, dG3 4.5, dY3 8.0")
    assert touches(fight, "attack 3.5-4.5") == ["unit:3.5", "unit:4.5"]
    start = FULL.new(seed=1)
    assert start.legal()[0].touches == [f"card:{start.legal()[0].doc['card']}"]
