"""Whole matches in a browser by clicks on what is lit: ``python -m tests.pages.whole CASE --games 20``.

The driver knows nothing of any game. ``all`` plays all cases, those with the shortest games first. The games
of Battalia's cases end after a fixed number of weeks, as its book allows; ``--full`` plays them without that
limit. A ledger has one line of JSON for each game: how many things were chosen and which decisions the person
had, or why it failed. Games that were played to their end are not played again.
"""

import argparse
import json
import time
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

from battlewise.bots.check.walks import walk
from battlewise.core import Game, game
from tests.cases import CASES, MORE_CASES
from tests.pages.clicks import made, play
from tests.pages.conftest import ARGUMENTS, CHROMIUM, PHONE, WIDE, opened, quick_service

BY = ("mouse", "keyboard", "touch")
MOST_PRESSES = 20_000
LIMIT = "weeks"  # the option that `--full` leaves out
FULL = " full"  # at the end of the name of a case that is played without the limit
Key = tuple[str, str, int]


def rules_of(case: str) -> Game:
    """The game and options of a case."""
    game_id, options = (CASES | MORE_CASES)[case.removesuffix(FULL)]
    full = case.endswith(FULL)
    return game(game_id, **{name: value for name, value in options.items() if not (full and name == LIMIT)})


def length(case: str) -> int:
    """The plies of a game of random moves."""
    return sum(1 for _ in walk(rules_of(case), seed=1, chance="roll"))


def met_by(page: Page, address: str, rules: Game) -> Counter[str]:
    """How often the person in the first seat had each kind of decision, with more than one legal move."""
    kept = json.loads(page.evaluate("localStorage.getItem('battlewise.matches')"))[0]
    headers = {"Authorization": f"Bearer {kept['tokens'][0]}"}
    record = page.request.get(f"{address}/v1/matches/{kept['id']}/record", headers=headers).json()
    met, state = Counter[str](), rules.new(seed=0, chance="ask")
    for text in record["moves"]:
        if not state.is_chance and state.to_move == 0 and len(state.legal()) > 1:
            met[str(state.view(0).get("phase"))] += 1
        state.play(text)
    return met


def played(browser: Browser, address: str, case: str, by: str, seed: int) -> dict[str, Any]:
    """Play a match to its end; its line of the ledger."""
    rules = rules_of(case)
    for page in opened(browser, address, PHONE if by == "touch" else WIDE, touch=by == "touch"):
        page.emulate_media(reduced_motion="reduce")
        line: dict[str, Any] = {"case": case, "by": by, "seed": seed}
        began = time.perf_counter()
        page.goto(made(page, address, rules.id, rules.options, rules.seats))
        choices = play(page, by, MOST_PRESSES, seed)
        assert choices < MOST_PRESSES, f"{case}: the match is not over after {choices} choices"
        line |= {"choices": choices, "seconds": round(time.perf_counter() - began, 1)}
        line |= {"end": page.locator("#status").inner_text(), "met": met_by(page, address, rules)}
    return line


def missing(case: str, lines: list[dict[str, Any]]) -> list[str]:
    """The kinds of decisions of a case that no game of the ledger has met."""
    kinds = {phase.id for phase in rules_of(case).catalogue().phases if phase.id}
    return sorted(kinds.difference(*(line["met"] for line in lines if line["case"] == case)))


def attempted(browser: Browser, address: str, case: str, by: str, seed: int) -> dict[str, Any]:
    """As `played`; of a match that fails the line says why."""
    try:
        return played(browser, address, case, by, seed)
    except (AssertionError, Error) as error:
        return {"case": case, "by": by, "seed": seed, "failed": str(error)}


def main() -> None:
    """The command line."""
    cases = sorted(CASES | MORE_CASES)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case", choices=["all", *cases])
    parser.add_argument("--full", action="store_true", help="without a fixed number of weeks")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--by", choices=BY, nargs="+", default=["mouse"])
    parser.add_argument("--ledger", type=Path, default=Path("/dev/null"))
    asked = parser.parse_args()
    lines = (
        [json.loads(line) for line in asked.ledger.read_text().splitlines()] if asked.ledger.exists() else []
    )
    lines = [line for line in lines if "failed" not in line]
    done: set[Key] = {(line["case"], line["by"], line["seed"]) for line in lines}
    failed = 0
    with quick_service() as address, sync_playwright() as playwright, asked.ledger.open("a") as ledger:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS.split())
        for name in sorted(cases, key=length) if asked.case == "all" else [asked.case]:
            case = name + FULL * asked.full
            for by, seed in product(asked.by, range(asked.games)):
                if (case, by, seed) in done:
                    continue
                line = attempted(browser, address, case, by, seed)
                print(text := json.dumps(line), flush=True)
                print(text, file=ledger, flush=True)
                failed += "failed" in line
                lines += [line] * ("failed" not in line)
            print(json.dumps({"case": case, "not met": missing(case, lines)}), flush=True)
        browser.close()
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
