"""Whole matches by clicks on a running service: ``python -m tests.pages.examples URL GAME...``."""

import argparse
import time
import urllib.error
import urllib.request

from playwright.sync_api import sync_playwright

from tests.pages.clicks import made, play
from tests.pages.conftest import ARGUMENTS, CHROMIUM, WIDE, opened

MOST_PRESSES = 1000


def main() -> None:
    """Wait for the service, and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", metavar="URL")
    parser.add_argument("games", metavar="GAME", nargs="+")
    given = parser.parse_args()
    for _attempt in range(60):
        try:
            urllib.request.urlopen(f"{given.address}/v1/games").close()
            break
        except (ConnectionError, urllib.error.URLError):
            time.sleep(1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS.split())
        for game_id in given.games:
            for page in opened(browser, given.address, WIDE, touch=False):
                page.goto(made(page, given.address, game_id, {}, seats=2))
                choices = play(page, "mouse", MOST_PRESSES)
                assert choices < MOST_PRESSES, f"{game_id}: the match is not over after {choices} choices"
                print(f"{game_id}: {choices} choices; {page.locator('#status').inner_text()}")


if __name__ == "__main__":
    main()
