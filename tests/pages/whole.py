"""Whole matches in a browser by clicks on what is lit: ``python -m tests.pages.whole CASE --games 20``.

The driver knows nothing of any game. It says which decisions it has met, and stops at the first error.
"""

import argparse
import json
import random
import time
from collections import Counter
from threading import Thread

from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

from battlewise.api.app import create_app
from battlewise.api.settings import Settings
from battlewise.core import game
from tests.cases import CASES, MORE_CASES
from tests.pages.conftest import ARGUMENTS, CHROMIUM, PHONE, WIDE, opened
from tests.pages.test_play import STANDING, lit, made, press, until

MOST_PRESSES = 3000


def play(page: Page, target: str, by: str, seed: int, met: Counter[str]) -> int:
    """Play a match to its end; the number of choices."""
    choose = random.Random(seed)
    page.goto(target)
    for number in range(MOST_PRESSES):
        things = lit(page)
        if not things:
            return number
        match, token = page.evaluate(
            "() => { const [one] = JSON.parse(localStorage.getItem('battlewise.matches'));"
            " return [one.id, one.tokens[0]]; }"
        )
        headers = {"Authorization": f"Bearer {token}"}
        state = page.request.get(f"{target.partition('#')[0]}v1/matches/{match}", headers=headers).json()
        met[str(state["view"].get("phase"))] += 1
        before = page.evaluate(STANDING)
        name = choose.choice(things)
        press(page, name, by)
        try:
            until(page, f"{STANDING} !== {before!r} || !document.querySelector('.lit')")
        except AssertionError:
            raise AssertionError(f"{name} leads nowhere: {page.locator('#prompt').inner_text()}") from None
    raise AssertionError(f"the match is not over after {MOST_PRESSES} choices: {target}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case", choices=sorted(CASES | MORE_CASES))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--by", choices=["mouse", "keyboard", "touch"], default="mouse")
    asked = parser.parse_args()
    game_id, options = (CASES | MORE_CASES)[asked.case]
    rules = game(game_id, **options)
    app = create_app(Settings(cost_a_minute=100_000_000, bot_tick_ms=0)).start()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    address, met = f"http://127.0.0.1:{server.port}", Counter[str]()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS.split())
        for number in range(asked.games):
            size = PHONE if asked.by == "touch" else WIDE
            for page in opened(browser, address, size, touch=asked.by == "touch"):
                target = made(page, address, game_id, options, rules.seats)
                began = time.perf_counter()
                presses = play(page, target, asked.by, asked.seed + number, met)
                says = page.locator("#status").inner_text()
                print(f"{number}: {presses} choices, {time.perf_counter() - began:.0f} s: {says}", flush=True)
        browser.close()
    missing = {phase.id for phase in rules.catalogue().phases if phase.id} - set(met)
    print(json.dumps({"case": asked.case, "met": dict(met), "not met": sorted(missing)}))
    server.shutdown()
    app.close()


if __name__ == "__main__":
    main()
