"""What moves, prompts and changes say (`facts`, `changes`)."""

from battlewise.bots.check.walks import walk
from tests.games.history.positions import (
    BASE,
    GAME,
    OPEN,
    cards,
    engaged,
    position,
    settle,
    throw,
)

FACE = {"warfare": {"open": ["plus1_long", "accuracy", "chase"]}}


def said(state) -> list[str]:
    """The legal moves or outcomes in words, for seat 0."""
    return state.words(state.legal() or state.outcomes(), 0)


def happened(state, seat: int | None = 0) -> list[str]:
    """What the last call did, in words."""
    return [one["text"] for step in state.changes(seat) for one in step["changes"]]


def test_moves_name_cards_tokens_and_places() -> None:
    assert "take the warfare token Accuracy" in said(position("travel", **FACE))
    state = position("travel", **FACE)
    assert state.prompt(0) == "Joakim: Insert another tile, or go on with the warfare token Accuracy?"
    front = position(
        "chain", battle={"defenders": [{"card": "genoese_crossbowmen"}]}, opened=OPEN[:3] + OPEN[4:]
    )
    assert front.prompt(0) == "Joakim: Fight a further card, linked with Genoese Crossbowmen?"
    assert "fight no further linked card" in said(front)
    own = {"tokens": {"plus1_long": 1}}
    battle = {
        "attackers": [{"card": "spy"}, {"card": "archer"}],
        "defenders": [{"card": "trebuchet"}],
    }
    arming = position("arm", own=own, battle=battle, hand=("catapult",), opened=OPEN[:5] + OPEN[6:])
    assert said(arming) == [
        "give none of the warfare tokens you have left",
        "give the warfare token +1 long to Spy (unit 1)",
        "give the warfare token +1 long to Archer (unit 2)",
    ]


def test_dice_say_whose_they_are() -> None:
    few = engaged(("catapult",), ("trebuchet",))
    assert (
        "the strong die of Joakim shows +1 long-range, the risky die of the main board +2 medium-range"
        in (said(few))
    )
    many = engaged(("catapult", "archer", "spy", "conscript"), ("trebuchet",), hand=())
    assert "the strong die of the main board shows +2 close, the risky die of Joakim -1 to every line" in (
        said(many)
    )


def test_a_battle_is_said_with_its_sums_and_the_lines_that_are_not_fought() -> None:
    state = engaged((("archer", "plus1_long"), "spy"), ("mamluks",))
    throw(state, [0, 0, 1], [-1, -1, -1])
    lines = happened(state)
    assert lines[0] == "long-range combat: Joakim 1 (units 1, die +0), the main board 0 (units 0, die -1)"
    assert "medium-range and close combat are not fought: a side has no unit left" in lines
    while "battle" in state.view(0):
        state.play((state.legal() or state.outcomes())[0])
    assert "Joakim discards what it used: +1 long" in happened(state)


def test_the_sums_of_later_lines_leave_out_units_that_are_defeated() -> None:
    report = GAME.battle(["archer", "spearman"], ["mamluks", "samurai_retinue"], [0, 0, 0], [0, 0, 0])
    standing = [["archer", "spearman"], ["mamluks", "samurai_retinue"]]
    assert len(report["lines"]) > 1
    for line in report["lines"]:
        alone = [
            GAME.battle(units, ["conscript"], [0, 0, 0], [0, 0, 0])["lines"] if units else []
            for units in standing
        ]
        for side in (0, 1):
            same = [one["units"][0] for one in alone[side] if one["line"] == line["line"]]
            assert not same or line["units"][side] == same[0]
        for blow in line["damage"]:
            if blow["defeated"]:
                standing[blow["side"] == "defender"].remove(blow["unit"])


def test_a_prowess_token_is_won_of_somebody() -> None:
    found = set()
    for seed in range(20):
        for state in walk(GAME, seed):
            found |= {one for one in happened(state) if "wins a prowess token" in one}
    assert found == {
        "Joakim wins a prowess token of Pär",
        "Pär wins a prowess token of Joakim",
    }


def test_a_battle_is_said_line_by_line() -> None:
    state = engaged(("battleship", "old_guard"), ("archer",), defender=1, own={"cards": cards(*BASE[1:5])},
                    hand=BASE[1:3])  # fmt: skip
    throw(state, [1, 0, 0], [0, 2, 0])
    lines = happened(state)
    assert lines[0].startswith("long-range combat: Joakim ")
    assert "Archer of Pär: 1 damage, defeated" in lines
    assert "Joakim wins the battle; units left, attacker first: 2 to 0" in lines
    assert "to Pär's discard pile: Archer" in lines
    (step,) = state.changes(0)
    damage = next(one for one in step["changes"] if one["what"] == "damage")
    assert damage["unit"] == "archer"
    assert (damage["side"], damage["defeated"]) == ("defender", True)


def test_draws_are_named_to_their_player_only() -> None:
    state = position("action", gears={"wheel": 0})
    state.play("draw two")
    state.roll()
    assert state.changes(0)[0]["text"].startswith("Joakim draws ")
    assert state.changes(0)[0]["text"] != "Joakim draws a card"
    assert state.changes(1)[0]["text"] == "Joakim draws a card"


def test_the_end_says_the_points_and_where_they_come_from() -> None:
    state = engaged(("catapult",), ("trebuchet",), turn=11, first=1)
    throw(state, [1, 0, 0], [-1, -1, -1])
    while not state.is_over:
        settle(state)
        if not state.is_over:
            state.play(state.legal()[0])
    view = state.view(0)
    for seat, name in enumerate(("Joakim", "Pär")):
        total = sum(view["points"][seat].values())
        assert any(line.startswith(f"{name} has {total} point") for line in happened(state))
