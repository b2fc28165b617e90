"""A table of one's own: the next view from a view and what happened, and what chance can do."""

import pytest

from battlewise.core import IllegalMove, ViewError, game
from battlewise.core.table import step
from tests.cases import CASES
from tests.marks import LONG
from tests.table import Kept, keep
from tests.unsound import ALL_CASES


@pytest.mark.parametrize("case", ALL_CASES if LONG else CASES)
def test_games_are_kept_by_the_view_of_one_seat(case: str) -> None:
    name, options = ALL_CASES[case]
    rules, kept = game(name, **options), Kept()
    for number, seat in enumerate((None, 0, rules.seats - 1)):
        keep(rules, seed=40 + number, seat=seat, kept=kept, most=30 if LONG else 20)
    assert kept.wrong == []
    assert kept.steps > 20 or rules.id in ("leduc", "connect_four")


LAST_CALL = {
    "seat": 0,
    "cards": ["Js", None],
    "board": "Qs",
    "bets": [["call", "call"], ["call"]],
}


def test_what_a_move_reveals_is_asked_for_and_checked() -> None:
    leduc = game("leduc")
    with pytest.raises(ViewError, match=r"^shown.cards\[1\]: is missing: the move reveals it"):
        leduc.advance(LAST_CALL, "call")
    after = leduc.advance(LAST_CALL, "call", {"cards": ["Js", "Kh"]})
    assert (after["cards"], after["to_move"]) == (["Js", "Kh"], "over")
    with pytest.raises(ViewError, match=r"^shown"):
        leduc.advance(LAST_CALL, "call", {"cards": ["Js", "Qs"]})  # the board has the queen of spades
    for wrong in ({"board": "Kh"}, {"cards": ["Ks", "Kh"]}, {"seat": None}, {"bets": [[], []]}):
        with pytest.raises(ViewError, match=r"^shown.*: contradicts what the move leads to, which is "):
            leduc.advance(LAST_CALL, "call", {"cards": ["Js", "Kh"]} | wrong)
    with pytest.raises(ViewError, match=r"^shown: is not an object"):
        leduc.advance(LAST_CALL, "call", ["Kh"])  # type: ignore[arg-type]


def test_a_move_that_is_not_possible_is_refused() -> None:
    leduc = game("leduc")
    with pytest.raises(IllegalMove, match=r"fold.* is not possible here, as far as the seat can tell"):
        leduc.advance(LAST_CALL, "fold")
    with pytest.raises(IllegalMove, match="there is call, raise"):
        leduc.advance({**LAST_CALL, "seat": 1, "cards": [None, "Js"]}, "fold")
    over = leduc.advance(LAST_CALL, "call", {"cards": ["Js", "Kh"]})
    with pytest.raises(IllegalMove):
        leduc.advance(over, "call")


def test_chance_is_what_the_seat_sees_of_it() -> None:
    rules = game("battlelore")
    state = rules.new(seed=3, chance="ask")
    while not (state.is_chance and state.stream == "deck"):
        state.play((state.outcomes() or state.legal())[0])
    seen = {seat: rules.outcomes(state.view(seat)) for seat in (0, 1)}
    own, other = sorted(seen, key=lambda seat: -len(seen[seat]))
    assert [(move.text, p) for move, p in seen[other]] == [("draw", pytest.approx(1))]
    assert sum(p for _, p in seen[own]) == pytest.approx(1)
    assert all(move.doc["card"] is not None for move, _ in seen[own])
    assert rules.outcomes(game("battlelore").new(seed=3).view(0)) == []


def test_nothing_depends_on_what_the_seat_does_not_see() -> None:
    rules = game("battlelore")
    state = rules.new(seed=5, chance="ask")
    for _ in range(60):
        seat = 0
        view = state.view(seat)
        move = (state.outcomes() or state.legal())[0]
        seen = state.seen(move, seat)
        before = [rules.advance(state.redealt(seat, deal).view(seat), seen) for deal in range(2)]
        assert before[0] == before[1] == rules.advance(view, seen)
        state.play(move)


def test_a_step_has_positions_that_fit_its_views() -> None:
    """Those that are found among deals, and those that are put together from what was shown."""
    leduc = game("leduc")
    for view, move, shown in (
        (LAST_CALL, "call", {"cards": ["Js", "Kh"]}),
        ({**LAST_CALL, "bets": [["call", "call"], []]}, "call", {}),
    ):
        made = step(leduc, view, move, shown)
        assert made.start.view(0) == made.before
        assert made.state.view(0) == made.after == leduc.advance(view, move, shown)
