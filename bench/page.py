"""How fast the page is: ``python -m bench.page``.

For each game, in Chromium on a fresh service: the time until the first board is there and what was
transferred for it, with an empty cache; and the time from a click that plays a move to the next picture,
against bots that play at random. Wall time: run it alone. Needs Chromium and ``battlewise[test]``.
"""

import argparse
import random
import time
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.service import HOST, ask, served

CHROMIUM = "/usr/bin/chromium"
GAMES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("connect_four", {}, 2),
    ("battlelore", {"scenario": "full"}, 2),
    ("battalla", {}, 2),
    ("history", {"players": 4}, 4),
    ("batalj", {"players": 4}, 4),
    ("battalia", {"players": 4}, 4),
)
NEXT_PICTURE = """id => new Promise((done) => {
  const box = document.querySelector("#picture"), began = performance.now();
  const seen = new MutationObserver(() => { seen.disconnect(); done(performance.now() - began); });
  seen.observe(box, { childList: true });
  const thing = document.querySelector(`.lit[data-id="${CSS.escape(id)}"]`);
  thing.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  setTimeout(() => { seen.disconnect(); done(null); }, 2000); // it chose a thing and played nothing
})"""
TRANSFERRED = "performance.getEntries().reduce((sum, one) => sum + (one.transferSize ?? 0), 0)"


def _opened(
    browser: Browser, port: int, game: str, options: dict[str, Any], seats: int
) -> tuple[Page, float]:
    """The page of a new match with an empty cache, and the milliseconds until its first board."""
    bots = [{"kind": "bot", "bot": "random"}] * (seats - 1)
    body = {"game": game, "options": options, "seats": [{"kind": "person"}, *bots]}
    made = ask(port, "POST", "/v1/matches", body)
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script("localStorage.setItem('battlewise.speed', '0')")
    began = time.perf_counter()
    page.goto(f"http://{HOST}:{port}/#{made['match']['id']}.{made['invitations'][0]['token']}")
    page.wait_for_selector("#picture svg")
    return page, 1000 * (time.perf_counter() - began)


def _clicks(page: Page, presses: int) -> list[float]:
    """The milliseconds from each click that plays a move to the next picture."""
    choose, times = random.Random(1), []
    for _ in range(presses):
        page.wait_for_selector(".lit[data-id]")
        names = page.eval_on_selector_all(".lit[data-id]", "all => all.map(one => one.dataset.id)")
        taken = page.evaluate(NEXT_PICTURE, choose.choice(sorted(names)))
        if taken is not None:
            times.append(taken)
            page.wait_for_timeout(300)  # bots move, and their moves are shown
        if page.locator("#prompt[data-status=over]").count():
            break
    return times


def row(browser: Browser, port: int, game: str, options: dict[str, Any], seats: int, presses: int) -> str:
    """A line of the table."""
    first = []
    for _ in range(5):
        page, taken = _opened(browser, port, game, options, seats)
        first.append(taken)
        transferred = page.evaluate(TRANSFERRED) / 1000
    times = sorted(_clicks(page, presses))
    slow = times[int(0.95 * (len(times) - 1))]
    return (
        f"{game:13}{median(first):8.0f} ms ({min(first):.0f} to {max(first):.0f}){transferred:8.0f} kB"
        f"{median(times):8.0f} ms, 95 % below {slow:.0f} ms ({len(times)} clicks)"
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=60)
    asked = parser.parse_args()
    print("game            first board                 transferred   click to the next picture")
    with served() as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game, options, seats in GAMES:
            print(row(browser, service.port, game, options, seats, asked.presses), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
