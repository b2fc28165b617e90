"""Every kind of decision on the page: ``python -m tests.pages.decisions CASE --by mouse``.

Random and sensible games are walked until each kind of decision has come up. A match that starts there is
opened in a browser, and every legal move is followed by choosing what is lit, all but the last thing of it;
then one is played. ``rare`` starts from kept lines of moves instead. The driver knows nothing of any game. It
stops at the first move that cannot be reached.
"""

import argparse
import json
import lzma
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from battlewise.bots import bot
from battlewise.bots.check.walks import walk
from battlewise.core import Game, Move, State, game
from tests.cases import CASES, MORE_CASES
from tests.pages.clicks import go_on, lit, press
from tests.pages.conftest import ARGUMENTS, CHROMIUM, PHONE, WIDE, opened, quick_service

LATEST = "document.querySelector('#scrub').max"
RANDOM_MOVES = 0.1
MOST_BRANCHES = 25  # things that are chosen to look further, of each decision
RARE = Path(__file__).with_name("rare.json.xz")
Decision = tuple[str, int, list[str], list[Move]]
Line = dict[str, Any]


def decisions(rules: Game, games: int) -> Iterator[Decision]:
    """Of each kind of decision with a choice the first one that comes up: its phase, its seat, the moves that
    lead to it, and its legal moves.

    :param games: games that are walked for it at most.
    """
    left = {phase.id for phase in rules.catalogue().phases if phase.id} or {""}
    for seed in range(games):
        for state in walk(rules, seed, chance="roll") if seed % 2 else _sensible(rules, seed):
            if state.is_over or state.is_chance or not left:
                continue
            phase = str(state.view(state.to_move).get("phase", ""))
            moves = state.legal()
            if phase in left and len(moves) > 1:
                left.discard(phase)
                yield phase, state.to_move, state.record()["moves"], moves


def _sensible(rules: Game, seed: int) -> Iterator[State]:
    """The positions of a game of the greedy bot with a random move now and then."""
    greedy, choose, state = bot("greedy"), random.Random(seed), rules.new(seed=seed)
    while not state.is_over:
        yield state
        if state.is_chance:
            state.roll()
        elif choose.random() < RANDOM_MOVES:
            state.play(choose.choice(state.legal()))
        else:
            state.play(greedy.choose(state, seed=state.ply).move)


def kept() -> dict[str, Line]:
    """Options and moves of games of Battalia that lead to rare kinds of decisions (`tests.pages.rare`)."""
    found: dict[str, Line] = json.loads(lzma.decompress(RARE.read_bytes()))
    return found


def rare() -> Iterator[tuple[Game, Decision]]:
    """The game with its options and the decision of each of those lines."""
    for kind, line in kept().items():
        rules = game("battalia", **line["options"])
        state = replayed(rules, line["moves"], seed=0)
        yield rules, (kind, state.to_move, line["moves"], state.legal())


def replayed(rules: Game, moves: list[str], seed: int) -> State:
    """The position after moves, whose luck goes on from a seed."""
    record = {"game": rules.id, "version": rules.version, "options": rules.options, "seed": seed}
    state: State = rules.replay({**record, "moves": moves})
    return state


def match(page: Page, address: str, rules: Game, seat: int, moves: list[str]) -> str:
    """The address of a match that starts from moves: a person in one seat, beginners in the others."""
    seats = [{"kind": "bot", "level": "beginner"}] * rules.seats
    seats[seat] = {"kind": "person"}
    body = {"game": rules.id, "options": rules.options, "moves": moves, "seats": seats, "start": "now"}
    made = page.request.post(f"{address}/v1/matches", data=body)
    assert made.ok, made.text()
    found = made.json()
    return f"{address}/#{found['match']['id']}.{found['invitations'][0]['token']}"


def follow(page: Page, moves: list[Move], by: str, choose: random.Random) -> int:
    """Reach every legal move as far as its last choice; the number of things chosen."""
    ways = {tuple(move.touches) for move in moves}
    common = 0
    while len({way[: common + 1] for way in ways}) == 1 and all(len(way) > common for way in ways):
        common += 1  # the page goes on by itself where there is no choice
    chosen = 0
    heads = sorted({way[:depth] for way in ways for depth in range(common + 1, len(way))})
    for head in [(), *(heads if len(heads) < MOST_BRANCHES else choose.sample(heads, MOST_BRANCHES))]:
        for name in head[common:]:
            press(page, name, by)
            chosen += 1
        depth = max(len(head), common)
        on = {way[depth] for way in ways if way[: len(head)] == head and len(way) > depth}
        shown = {name for name in lit(page) if not name.startswith("move:")}
        assert shown == on, f"after {head}: lit are {sorted(shown)}, not {sorted(on)}"
        if head[common:]:
            page.locator("#buttons button", has_text="Choose another").click()
    return chosen


def check(page: Page, address: str, rules: Game, decision: Decision, by: str) -> int:
    """Follow every move of a decision, then play one; the number of things chosen."""
    _, seat, line, moves = decision
    choose = random.Random(len(line))
    page.goto(f"{address}/verify")  # a change of the fragment alone loads nothing
    page.goto(match(page, address, rules, seat, line))
    lit(page)
    chosen = follow(page, moves, by, choose)
    version = page.evaluate(LATEST)
    while page.evaluate(LATEST) == version and (things := lit(page)):
        go_on(page, choose.choice(things), by)
        chosen += 1
    return chosen


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case", choices=["rare", *sorted(CASES | MORE_CASES)])
    parser.add_argument("--games", type=int, default=40, help="games to walk at most")
    parser.add_argument("--by", choices=["mouse", "keyboard", "touch"], default="mouse")
    asked = parser.parse_args()
    if asked.case == "rare":
        found, kinds = rare(), set(kept())
    else:
        game_id, options = (CASES | MORE_CASES)[asked.case]
        rules = game(game_id, **options)
        found = ((rules, one) for one in decisions(rules, asked.games))
        kinds = {phase.id for phase in rules.catalogue().phases if phase.id}
    size = PHONE if asked.by == "touch" else WIDE
    met: dict[str, Any] = {}
    with quick_service() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS.split())
        for page in opened(browser, address, size, touch=asked.by == "touch"):
            for rules, decision in found:
                try:
                    met[decision[0]] = [len(decision[3]), check(page, address, rules, decision, asked.by)]
                except AssertionError as error:
                    raise AssertionError(f"{asked.case}, {decision[0]}: {error}") from None
        browser.close()
    missing = sorted(kinds - set(met))
    print(json.dumps({"case": asked.case, "by": asked.by, "moves and choices": met, "not met": missing}))


if __name__ == "__main__":
    main()
