"""Choices while the page learns what has happened."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.marks import long
from tests.pages.clicks import LIT, lit, made, play, press, until
from tests.pages.conftest import PHONE, WIDE, opened

pytestmark = long
OWN = "#log li[data-type=move][data-seat='0']"
SHAPE = "document.querySelector('#picture svg').getAttribute('viewBox')"
SCRUB = "(to) => { const scrub = document.querySelector('#scrub'); scrub.value = to; scrub.oninput(); }"
MIDDLE = """(id) => {
  const { left, top, width, height } = document.querySelector(`[data-id="${id}"]`).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}"""


def answer_late(page: Page) -> list[tuple[Route, APIResponse]]:
    """Hold back the answer to the next action, which the service gets at once."""
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/actions", lambda route: held.append((route, route.fetch())), times=1)
    return held


def test_a_choice_counts_though_the_last_answer_is_late(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    held = answer_late(page)
    press(page, "column:d", "mouse")
    page.wait_for_timeout(1500)  # the stream of events is faster, and the bot has answered
    for name in page.evaluate(LIT)[:1]:
        press(page, name, "mouse")
    ((route, answer),) = held
    route.fulfill(response=answer)
    expect(page.locator(OWN)).to_have_count(1)
    press(page, lit(page)[0], "mouse")
    expect(page.locator(OWN)).to_have_count(2)


def test_nothing_is_lit_on_a_turned_phone_before_the_answer(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    held = answer_late(page)
    press(page, "column:d", "mouse")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    until(page, "!!document.querySelector('#picture svg')")
    page.wait_for_timeout(500)
    assert page.evaluate(LIT) == []
    ((route, answer),) = held
    route.fulfill(response=answer)
    press(page, lit(page)[0], "mouse")
    expect(page.locator(OWN)).to_have_count(2)


@pytest.fixture(params=["mouse", "touch"])
def by(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def device(browser: Browser, address: str, by: str) -> Iterator[Page]:
    yield from opened(browser, address, PHONE if by == "touch" else WIDE, touch=by == "touch")


def play_elsewhere(page: Page, address: str, move: str) -> None:
    """Play a move for the player of a page from another device."""
    kept = json.loads(page.evaluate("localStorage.getItem('battlewise.matches')"))[0]
    match = f"{address}/v1/matches/{kept['id']}"
    headers = {"Authorization": f"Bearer {kept['tokens'][0]}"}
    version = page.request.get(match, headers=headers).json()["version"]
    headers["If-Match"] = f'"{version}"'
    body = {"action": "move", "move": move}
    assert page.request.post(f"{match}/actions", headers=headers, data=body).ok


def test_a_press_on_another_position_plays_nothing(device: Page, address: str, by: str) -> None:
    device.goto(made(device, address, "connect_four", {}, 2))
    lit(device)
    at = device.evaluate(MIDDLE, "column:d")
    touch = device.context.new_cdp_session(device)
    if by == "mouse":
        device.mouse.move(**at)
        device.mouse.down()
    else:
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    picture = device.evaluate("document.querySelector('#picture').innerHTML.length")
    play_elsewhere(device, address, "c")
    until(device, f"document.querySelector('#picture').innerHTML.length !== {picture}")
    lit(device)
    if by == "mouse":
        device.mouse.up()
    else:
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    device.wait_for_timeout(300)
    expect(device.locator(OWN)).to_have_count(1)
    press(device, "column:d", by)
    expect(device.locator(OWN)).to_have_count(2)


def test_a_drawing_that_comes_late_is_not_shown(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    assert play(page, "mouse", 3) == 3
    lit(page)
    page.reload()  # no past drawing is kept
    lit(page)
    latest = page.evaluate("Number(document.querySelector('#scrub').value)")
    held: list[Route] = []
    page.route("**/picture?*", lambda route: held.append(route), times=1)
    for number in (latest - 1, latest):
        page.evaluate(SCRUB, number)
    page.wait_for_timeout(200)
    held[0].continue_()
    page.wait_for_timeout(500)
    assert page.evaluate("Number(document.querySelector('#scrub').value)") == latest
    assert lit(page)


def test_a_drawing_for_another_width_is_not_shown(page: Page, address: str) -> None:
    page.goto(made(page, address, "history", {}, 2))
    lit(page)
    wide = page.evaluate(SHAPE)
    held: list[Route] = []
    page.route("**/picture?layout=narrow*", lambda route: held.append(route), times=1)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.wait_for_timeout(300)
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    page.wait_for_timeout(300)
    held[0].continue_()
    page.wait_for_timeout(500)
    assert page.evaluate(SHAPE) == wide
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    until(page, f"{SHAPE} !== '{wide}'")
