"""Cards and changes in words, as the terminal shows them (RULES.md 12)."""

from random import Random

from typer.testing import CliRunner

from battlewise.bots.cli import app
from battlewise.core import State, game
from tests.games.battlelore.full_positions import FULL, place
from tests.games.battlelore.positions import play, position
from tests.walks import walk


def got(state: State, *moves: str) -> list[str]:
    """What changed by some moves, in words."""
    found = []
    for move in moves:
        play(state, move)
        found += [one["text"] for step in state.changes() for one in step["changes"] if one["text"]]
    return found


def test_every_card_that_a_move_can_name_has_words() -> None:
    shown = FULL.glossary
    assert len(shown) == 18 + 20 + 14 + 6
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
    assert moved[0] == "Uthuk gains 2 VP: 2 in all"
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
    stunned = place("attack", "uC6 3.5!, dG3 4.5, dY3 8.0")
    before = stunned.view(None)
    after = stunned.view(None)
    after["units"][1]["stunned"] = True
    after["vp"] = [0, 2]
    after["lore"] = [0, before["lore"][1] + 1]
    changed = FULL.changes(before, after, 0, {"kind": "roll"})
    assert [one["text"] for one in changed][:2] == [
        "Citadel Guard on 4.5: stunned",
        "Daqan gains 2 VP: 2 in all",
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


def test_starting_cards_are_drawn_by_the_first_player_first() -> None:
    for rules in (FULL, game("battlelore")):
        state = rules.new(2, chance="ask")
        rng = Random(1)
        while state.view(None)["phase"] != "command":
            if state.is_chance:
                before = state.view(None)["hand_sizes"]
                state.roll()
                (step,) = state.changes()
                for seat, name in enumerate(("Uthuk", "Daqan")):
                    if state.view(None)["hand_sizes"][seat] > before[seat]:
                        assert step["text"] == f"{name} draws a command card"
            else:
                state.play(rng.choice(state.legal()))


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
    assert "no card of this game has that name" in result.output
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
