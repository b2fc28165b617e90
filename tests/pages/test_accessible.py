"""axe-core finds nothing serious on any page in any state; a first board is small."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.pages.clicks import lit, made, play

AXE = Path(__file__).parents[2] / "build" / "pages" / "node_modules" / "axe-core" / "axe.min.js"
MOST_BYTES = 300_000


@pytest.fixture
def axe() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is not installed (.ci/npm_ci .ci/pages build/pages)")
    return AXE.read_text("utf-8")


def findings(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(({ violations }) => violations)")
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("path", ["/", "/board", "/docs", "/match", "/verify"])
def test_pages_are_accessible(page: Page, address: str, path: str, axe: str) -> None:
    page.goto(address + path)
    page.wait_for_timeout(500)
    assert findings(page, axe) == []


@pytest.mark.parametrize("theme", ["light", "dark", "contrast", "safe"])
@pytest.mark.parametrize("game_id", ["battlelore", "leduc"])
def test_a_table_is_accessible(page: Page, address: str, theme: str, game_id: str, axe: str) -> None:
    page.goto(made(page, address, game_id, {}, 2))
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    play(page, "mouse", 2)
    lit(page)
    assert findings(page, axe) == []


def test_the_first_start_and_a_tutorial_are_accessible(page: Page, address: str, axe: str) -> None:
    page.goto(address)
    page.locator(".welcome").wait_for()
    assert findings(page, axe) == []
    page.get_by_role("button", name="Start the tutorial").click()
    lit(page)
    assert findings(page, axe) == []


@pytest.mark.parametrize("theme", ["light", "dark", "contrast", "safe"])
def test_the_board_is_accessible(page: Page, address: str, theme: str, axe: str) -> None:
    page.goto(f"{address}/board")
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    page.locator('[data-id^="unit:"]').first.click()
    page.locator("#acts button").first.wait_for()
    page.select_option("#strength", label="easy")
    page.click("#best")
    page.locator("#advice .best").wait_for()
    assert findings(page, axe) == []
    page.locator('#palette [data-thing="card:wedge"]').click()
    page.fill("#json", "{")
    page.locator("#verdict.bad").wait_for()
    assert findings(page, axe) == []


def test_a_hint_and_the_end_of_a_match_are_accessible(page: Page, address: str, axe: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    page.click("#hint")
    page.locator("#advice strong").wait_for()
    assert findings(page, axe) == []
    play(page, "mouse", 30)
    page.locator("button", has_text="Review").click()
    page.locator(".graph").wait_for(timeout=60_000)
    assert findings(page, axe) == []


def test_the_first_board_is_small(page: Page, address: str) -> None:
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())) if answer.ok else None)
    target = made(page, address, "battlelore", {"scenario": "full"}, 2)
    page.goto(target)
    lit(page)
    page.wait_for_timeout(300)
    assert sum(sizes) <= MOST_BYTES
