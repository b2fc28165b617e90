"""Cards and changes in words, as the terminal shows them (RULES.md 12)."""

from typer.testing import CliRunner

from battlewise.bots.cli import app
from battlewise.core import State
from tests.games.battlelore.full_positions import FULL, place
from tests.games.battlelore.positions import play, position


def got(state: State, *moves: str) -> list[str]:
    """What changed by some moves, in words."""
    before = state.view(None)
    play(state, *moves)
    return [one["text"] for one in FULL.changes(before, state.view(None), 0, {})]


def test_every_card_that_a_move_can_name_has_words() -> None:
    shown = FULL.glossary
    assert len(shown) == 18 + 20 + 14 + 6
    assert shown["attack left"] == "order 3 left units"
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


def test_moves_losses_eliminations_tokens_and_points_are_told() -> None:
    assert got(position("move", "uH3 3.5!, dG3 6.5"), "move 3.5-4.5") == [
        "uthuk blood harvesters 3.5 to 4.5",
        "uthuk: 2 VP, now 2",
    ]
    struck = position("attack", "uH3 3.5!, dG3 4.5, dY3 5.4, dY3 8.0")
    assert got(struck, "attack 3.5-4.5", "roll strike pierce lore") == [
        "daqan citadel guard 4.5: 1 figure lost, 2 left"
    ]
    weak = position("attack", "uH3 3.5!, dG1 4.5, dY3 8.0")
    assert got(weak, "attack 3.5-4.5", "roll strike pierce lore") == ["daqan citadel guard 4.5 eliminated"]
    driven = position("attack", "uH3 3.5!, dG3 4.5, dY3 8.0")
    assert got(driven, "attack 3.5-4.5", "roll strike morale lore") == [
        "daqan citadel guard 4.5 to 5.4, 1 figure lost"
    ]
    stunned = place("attack", "uC6 3.5!, dG3 4.5, dY3 8.0")
    before = stunned.view(None)
    after = stunned.view(None)
    after["units"][1]["stunned"] = True
    after["vp"] = [0, 2]
    changed = [one["text"] for one in FULL.changes(before, after, 0, {})]
    assert changed == ["daqan citadel guard 4.5: stunned", "daqan: 2 VP, now 2"]


def test_the_terminal_explains_cards_once_and_tells_the_enemy_s_turn() -> None:
    words = "help battle march\nhelp nonsense\n" + "1\n" * 400
    result = CliRunner().invoke(
        app, ["play", "battlelore", "-o", "scenario=full", "--bot", "greedy", "--seed", "3"], input=words
    )
    assert result.exit_code == 0
    assert "order 3 not weak units" in result.output
    assert "no card of this game has that name" in result.output
    assert result.output.count("  attack right: order 3 right units") == 1
    assert "    daqan " in result.output
    assert "eliminated" in result.output


def test_moves_touch_units_hexes_and_cards_in_the_order_of_clicks() -> None:
    def touches(state: State, text: str) -> list[str]:
        return next(move.touches for move in state.legal() if move.text == text)

    assert touches(position("move", "uH3 3.5!, dG3 6.5"), "move 3.5-4.5") == ["unit:3.5", "hex:4.5"]
    fight = position("attack", "uH3 3.5!, dG3 4.5, dY3 8.0")
    assert touches(fight, "attack 3.5-4.5") == ["unit:3.5", "unit:4.5"]
    start = FULL.new(seed=1)
    assert start.legal()[0].touches == [f"card:{start.legal()[0].doc['card']}"]
