"""Every kind of decision of some games, by clicks, keys and touch (all of them: `tests.pages.decisions`)."""

import pytest
from playwright.sync_api import Browser

from battlewise.core import game
from tests.cases import CASES
from tests.marks import long
from tests.pages.conftest import PHONE, WIDE, opened
from tests.pages.decisions import check, decisions, rare, replayed

GAMES = 4


@long
@pytest.mark.parametrize(
    ("case", "by", "kinds"),
    [
        ("battlelore_full", "mouse", 15),
        ("history", "keyboard", 8),
        ("battalla", "touch", 7),
        ("batalj_battle_5", "touch", 5),
        ("battalia", "keyboard", 8),
    ],
)
def test_every_move_can_be_reached(browser: Browser, address: str, case: str, by: str, kinds: int) -> None:
    game_id, options = CASES[case]
    rules = game(game_id, **options)
    met = set()
    for page in opened(browser, address, PHONE if by == "touch" else WIDE, touch=by == "touch"):
        for decision in decisions(rules, GAMES):
            assert check(page, address, rules, decision, by) > 0
            met.add(decision[0])
    assert len(met) >= kinds


@long
@pytest.mark.parametrize("by", ["mouse", "keyboard", "touch"])
def test_rare_kinds_of_decisions_can_be_reached(browser: Browser, address: str, by: str) -> None:
    for page in opened(browser, address, PHONE if by == "touch" else WIDE, touch=by == "touch"):
        for rules, decision in rare():
            assert check(page, address, rules, decision, by) > 0


def test_the_kept_lines_lead_to_their_kinds() -> None:
    for rules, (kind, seat, line, moves) in rare():
        assert replayed(rules, line, seed=0).view(seat)["phase"] == kind
        assert len(moves) > 1
