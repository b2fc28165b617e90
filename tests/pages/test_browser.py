"""The page in a real browser."""

import os
from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from werkzeug.serving import make_server

from battlewise.api.app import create_app

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking "
    "--disable-component-update --disable-sync --no-first-run"
)
pytestmark = pytest.mark.skipif(not os.path.exists(CHROMIUM), reason=f"there is no {CHROMIUM}")
WIDE, PHONE = (1200, 850), (390, 844)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = create_app().start()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    app.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS.split())
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page with its first game on the table; no error, and no request to anywhere else, may happen."""
    troubles: list[str] = []
    asked: list[str] = []
    one = browser.new_page()
    one.on("pageerror", lambda error: troubles.append(str(error)))
    one.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    one.on("request", lambda request: asked.append(request.url))
    one.set_default_timeout(20_000)
    expect.set_options(timeout=20_000)
    one.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    one.goto(address)
    expect(one.locator("#moves button").first).to_be_visible()
    yield one
    one.close()
    assert [text for text in troubles if "422" not in text] == []
    assert all(url.startswith((address, "data:")) for url in asked)


def choose(page: Page, game_id: str, seat: str = "0", opponent: str = "easy") -> None:
    """Start a game."""
    page.select_option("#game", game_id)
    page.select_option("#seat", seat)
    page.select_option("#opponent", opponent)
    page.click("#new")


def test_a_game_with_hint_and_undo(page: Page) -> None:
    choose(page, "connect_four", opponent="medium")
    expect(page.locator("#moves button")).to_have_count(7)
    expect(page.locator("#undo")).to_be_disabled()
    page.locator("#moves button", has_text="d").click()
    expect(page.locator("#log li")).to_have_count(2)
    expect(page.locator("#log li").first).to_have_text("x: d")
    page.click("#hint")
    expect(page.locator("#advice strong")).to_be_visible()
    expect(page.locator("#advice")).to_contain_text("%")
    expect(page.locator("#moves button.advised")).to_have_count(1)
    page.click("#undo")
    expect(page.locator("#log li")).to_have_count(0)
    expect(page.locator("#board")).not_to_contain_text("x")


def test_a_game_to_its_end_by_keyboard(page: Page) -> None:
    choose(page, "connect_four", "everybody")
    expect(page.locator("#status")).to_contain_text("x")
    page.locator("#board").focus()
    for ply, key in enumerate("1212121"):
        page.keyboard.press(key)
        expect(page.locator("#log li")).to_have_count(ply + 1)
    expect(page.locator("#status")).to_have_text("The game is over: x wins.")
    expect(page.locator("#moves button")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator("#log li")).to_have_count(6)
    page.keyboard.press("n")
    expect(page.locator("#log li")).to_have_count(0)


def test_everything_is_reached_by_tab(page: Page) -> None:
    choose(page, "connect_four")
    expect(page.locator("#moves button")).to_have_count(7)
    page.locator("#game").focus()
    reached = set()
    for _ in range(25):
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.textContent"))
        page.keyboard.press("Tab")
    assert {"game", "seat", "opponent", "unit", "new", "hint", "a", "g", "log"} <= reached


def test_bots_play_each_other(page: Page) -> None:
    choose(page, "connect_four", "nobody", "beginner")
    expect(page.locator("#status")).to_contain_text("The game is over", timeout=30_000)
    assert page.locator("#log li").count() >= 7


def test_a_game_with_hidden_cards(page: Page) -> None:
    choose(page, "battlelore")
    for plies in range(3):
        expect(page.locator("#status")).to_contain_text("your move")
        before = page.locator("#log li").count()
        page.locator("#moves button").first.click()
        expect(page.locator("#log li").nth(before)).to_be_attached()
        assert page.locator("#problem").is_hidden(), plies


def test_a_game_of_four_with_options(page: Page) -> None:
    page.select_option("#game", "history")
    expect(page.locator("#seat option")).to_have_count(2 + 2)
    page.fill("#options [name=players]", "9")
    expect(page.locator("#seat option")).to_have_count(2 + 2)
    page.fill("#options [name=players]", "4")
    expect(page.locator("#seat option")).to_have_count(4 + 2)
    page.select_option("#options [name=rounds]", "8")
    page.select_option("#seat", "3")
    page.select_option("#opponent", "beginner")
    page.click("#new")
    expect(page.locator("#status")).to_have_text("It is your move, Tommi.", timeout=60_000)
    expect(page.locator("#board")).to_contain_text("turn of Tommi")
    page.fill("#options [name=players]", "2")
    expect(page.locator("#seat")).to_have_value("0")


def test_a_problem_is_shown_and_the_game_goes_on(page: Page) -> None:
    choose(page, "connect_four", opponent="specification")
    page.fill("#spec", "clever")
    page.click("#new")
    expect(page.locator("#moves button")).to_have_count(7)
    with page.expect_response(lambda response: response.status == 422):
        page.locator("#moves button").first.click()
    expect(page.locator("#problem")).to_contain_text("'clever' is unknown")


@pytest.mark.parametrize("game_id", ["connect_four", "battlelore"])
def test_a_phone_shows_it_without_scrolling_sideways(page: Page, game_id: str) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    choose(page, game_id)
    expect(page.locator("#moves button").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_description_of_the_service(page: Page, address: str) -> None:
    page.goto(f"{address}/docs")
    expect(page.get_by_text("POST /v1/games/{game}/moves", exact=True)).to_be_visible()
    expect(page.locator("#MoveIn")).to_contain_text("view")
