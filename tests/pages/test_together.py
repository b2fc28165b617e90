"""Two people in two browsers and two bots: one reloads, one changes the device, one leaves."""

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from playwright.sync_api import Browser, Page, TimeoutError

from tests.marks import long
from tests.pages.clicks import OVER, press
from tests.pages.conftest import PHONE, WIDE, opened

pytestmark = long


@contextmanager
def device(browser: Browser, address: str, size: tuple[int, int]) -> Iterator[Page]:
    """A page that may be refused as too late (412) when somebody else chose first."""
    yield from opened(browser, address, size, touch=size == PHONE, refusals="412")


def play(pages: list[Page], choose: random.Random, presses: int) -> bool:
    """Choose lit things for all who can, at most so often; whether the match is over."""
    for _ in range(presses * 20):
        for page in pages:
            if page.evaluate(OVER):
                return True
            names = page.eval_on_selector_all(".lit[data-id]", "all => all.map(one => one.dataset.id)")
            if names:
                by = "mouse" if page.viewport_size == {"width": WIDE[0], "height": WIDE[1]} else "touch"
                with suppress(TimeoutError):  # another device of the same seat was faster
                    page.set_default_timeout(2000)
                    press(page, choose.choice(sorted(names)), by)
                    presses -= 1
        pages[0].wait_for_timeout(50)
        if presses <= 0:
            return False
    raise AssertionError("nobody can choose anything")


def test_a_history_of_four_to_its_end(browser: Browser, address: str) -> None:
    choose = random.Random(1)
    with ExitStack() as devices:
        one = devices.enter_context(device(browser, address, WIDE))
        two = devices.enter_context(device(browser, address, WIDE))
        person, bot = {"kind": "person"}, {"kind": "bot", "level": "beginner"}
        body = {"game": "history", "options": {"players": 4}, "seats": [person, bot, person, bot]}
        made = one.request.post(f"{address}/v1/matches", data=body).json()
        links = [f"{address}/#{made['match']['id']}.{each['token']}" for each in made["invitations"]]
        one.goto(links[0])
        two.goto(links[1])
        assert not play([one, two], choose, 20)
        one.reload()
        assert not play([one, two], choose, 20)
        phone = devices.enter_context(device(browser, address, PHONE))
        phone.goto(links[1])
        assert not play([one, phone], choose, 20)
        one.on("dialog", lambda dialog: dialog.accept())
        one.locator("#menu summary").click()
        one.locator("#leave").click()
        assert play([phone], choose, 400)
        assert (
            "wins" in phone.locator("#status").inner_text() or "tie" in phone.locator("#status").inner_text()
        )
