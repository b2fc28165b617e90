"""A player in a browser who knows nothing of any game: it finds what is lit, and chooses it."""

import random
from typing import Any

from playwright.sync_api import Page

WAIT_MS = 20_000
OVER = "document.querySelector('#prompt').dataset.status === 'over'"
STANDING = (
    "[document.querySelector('#scrub').max, document.querySelectorAll('.chosen').length,"
    " document.querySelector('#buttons').textContent].join('/')"
)
LIT = "[...document.querySelectorAll('.lit[data-id]')].map((one) => one.dataset.id)"
# The page looks by itself until something is true, and says what else is asked; null if it never is.
_LOOK = """async () => {
  const end = performance.now() + %d;
  while (performance.now() < end) {
    if (%s) return %s;
    await new Promise((go) => setTimeout(go, 5));
  }
  return null;
}"""
_NOW = f"""({{ standing: {STANDING}, lit: {LIT}, focus: document.activeElement?.dataset.id,
  problem: document.querySelector('#problem:not([hidden])')?.textContent }})"""
# The middle of a lit thing; null if it is not in sight there, or anything moves.
_PLACE = """(id) => {
  const one = document.querySelector(`.lit[data-id="${CSS.escape(id)}"]`);
  if (!one || document.getAnimations().length) return null;
  const { left, top, width, height } = one.getBoundingClientRect(), at = [left + width / 2, top + height / 2];
  return one.contains(document.elementFromPoint(...at)) ? at : null;
}"""


def made(page: Page, address: str, game_id: str, options: dict[str, Any], seats: int) -> str:
    """The address of a new match of a person against beginners."""
    body = {
        "game": game_id,
        "options": options,
        "seats": [{"kind": "person"}, *[{"kind": "bot", "level": "beginner"}] * (seats - 1)],
    }
    answer = page.request.post(f"{address}/v1/matches", data=body).json()
    return f"{address}/#{answer['match']['id']}.{answer['invitations'][0]['token']}"


def until(page: Page, expression: str, then: str = "true") -> Any:
    """Wait for something to be true on the page, whose policy forbids Playwright's own way.

    :param then: an expression whose value is asked for as soon as it is.
    """
    found = page.evaluate(_LOOK % (WAIT_MS, expression, then))
    if found is None:
        raise AssertionError(f"not within {WAIT_MS // 1000} s: {expression}")
    return found


def lit(page: Page) -> list[str]:
    """The ids of what is lit; none if the match is over."""
    return sorted(until(page, f"{OVER} || !!document.querySelector('.lit')", LIT))


def press(page: Page, name: str, by: str) -> None:
    """Choose a lit thing by mouse, touch or keyboard."""
    thing = page.locator(f'.lit[data-id="{name}"]').first
    place = page.evaluate(_PLACE, name) if by != "keyboard" else None
    if by == "keyboard":
        thing.focus()
        page.keyboard.press("Enter")
    elif by == "touch":
        page.touchscreen.tap(*place) if place else thing.tap()
    elif place:
        page.mouse.click(*place)
    else:
        thing.click()  # scrolls there and says what lies on it


def go_on(page: Page, name: str, by: str) -> None:
    """Choose a lit thing, and wait until the page has gone on."""
    before = page.evaluate(STANDING)
    press(page, name, by)
    try:
        until(page, f"{STANDING} !== {before!r} || !document.querySelector('.lit')")
    except AssertionError:
        asked = page.locator("#prompt").inner_text()
        raise AssertionError(f"{name} leads nowhere: {asked}; now it is {page.evaluate(_NOW)}") from None


def play(page: Page, by: str, presses: int, seed: int | None = None) -> int:
    """Choose lit things at random until the match is over, or so often; the number of the choices."""
    chance = random.Random(presses if seed is None else seed)
    for number in range(presses):
        things = lit(page)
        if not things:
            return number
        go_on(page, chance.choice(things), by)
    return presses
