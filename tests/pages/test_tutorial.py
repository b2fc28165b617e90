"""Tutorials played in a real browser by clicks on what is lit."""

import pytest
from playwright.sync_api import Page, expect

from battlewise.core import games
from battlewise.core.tutorial import Tutorial, tutorial
from tests.marks import long
from tests.pages.clicks import lit, until
from tests.pages.conftest import PHONE

SHORT = ("battlelore", "pig")
STATUS = "#status"
STEP = "parseInt(document.querySelector('#steps').textContent)"
CHOSEN = (
    "[document.querySelector('#steps').textContent, document.querySelectorAll('.chosen').length,"
    " document.querySelectorAll('.lit').length, document.querySelector('#buttons').textContent].join('/')"
)


def begun(page: Page, address: str, game_id: str) -> Tutorial:
    """Begin a game's tutorial in the lobby."""
    page.goto(address)
    page.select_option("[name=game]", game_id)
    page.get_by_role("button", name="Tutorial", exact=True).click()
    found = tutorial(game_id)
    assert found is not None
    return found


def says(page: Page, number: int, lesson: Tutorial) -> None:
    """Wait for the sentences of a step."""
    expect(page.locator(STATUS)).to_have_text(lesson.steps[number].say)
    expect(page.locator("#steps")).to_have_text(f"{number + 1} of {len(lesson.steps)}")


def through(page: Page, lesson: Tutorial, touch: bool) -> int:
    """Click what is lit, and "Next" where nothing is, to the last step; how many steps asked for a move."""
    asked = 0
    for number in range(len(lesson.steps) - 1):
        says(page, number, lesson)
        things = page.locator(".lit[data-id]")
        if things.count():
            asked += 1
            while page.evaluate(STEP) == number + 1:
                until(page, f"!!document.querySelector('.lit[data-id]') || {STEP} !== {number + 1}")
                if page.evaluate(STEP) == number + 1:
                    before = page.evaluate(CHOSEN)
                    (things.first.tap if touch else things.first.click)()
                    until(page, f"{CHOSEN} !== {before!r}")
        else:
            page.click("#later")
        says(page, number + 1, lesson)
    return asked


def plays_on(page: Page, lesson: Tutorial) -> None:
    """One move of the learner's own after the tutorial."""
    own = page.locator(f"#log li[data-type=move][data-seat='{lesson.seat}']")
    page.click("#later")
    expect(page.locator("#guide")).to_be_hidden()
    expect(page.locator(STATUS)).not_to_have_text(lesson.steps[-1].say)
    before = own.count()
    for _ in range(5):
        page.locator(f'.lit[data-id="{lit(page)[0]}"]').first.click()
        page.wait_for_timeout(300)
        if own.count() > before:
            return
    raise AssertionError(page.locator("#prompt").inner_text())


@pytest.mark.parametrize(
    "game_id", [one if one in SHORT else pytest.param(one, marks=long) for one in games()]
)
def test_a_tutorial_is_played_by_clicks_on_what_is_lit(page: Page, address: str, game_id: str) -> None:
    lesson = begun(page, address, game_id)
    assert through(page, lesson, touch=False) > 2
    plays_on(page, lesson)


@long
@pytest.mark.parametrize("game_id", games())
def test_a_tutorial_on_a_phone(phone: Page, address: str, game_id: str) -> None:
    lesson = begun(phone, address, game_id)
    assert through(phone, lesson, touch=True) > 2
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_first_start_offers_the_tutorial_of_battlelore(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Start the tutorial").click()
    lesson = tutorial("battlelore")
    assert lesson is not None
    says(page, 0, lesson)
    page.goto(f"{address}/#")
    expect(page.locator(".matches a")).to_contain_text("BattleLore")
    expect(page.locator(".welcome")).to_have_count(0)
    expect(page.locator("#guide")).to_be_hidden()


@long
def test_a_reload_goes_on_at_the_same_step(page: Page, address: str) -> None:
    lesson = begun(page, address, "pig")
    page.click("#later")
    says(page, 1, lesson)
    page.reload()
    says(page, 1, lesson)
    page.click("#earlier")
    says(page, 0, lesson)
    expect(page.locator("#earlier")).to_be_disabled()


def test_what_is_not_asked_for_does_nothing(page: Page, address: str) -> None:
    lesson = begun(page, address, "battlelore")
    says(page, 0, lesson)
    page.locator('[data-id="card:patrol_left"]').click()
    expect(page.locator("#card")).to_contain_text("Patrol Left")
    says(page, 0, lesson)
    for name in ("undo", "hint", "resign", "leave", "replay", "all"):
        expect(page.locator(f"#{name}")).to_be_hidden()


def test_a_tutorial_can_be_left_for_the_match(page: Page, address: str) -> None:
    lesson = begun(page, address, "connect_four")
    says(page, 0, lesson)
    page.click("#leave-off")
    lit(page)
    expect(page.locator("#log li[data-type=move]")).to_have_count(len(lesson.moves))
    page.reload()
    assert lit(page)
    expect(page.locator("#guide")).to_be_hidden()


@long
def test_what_happens_in_between_is_shown_and_can_be_hurried(page: Page, address: str) -> None:
    page.add_init_script("localStorage.setItem('battlewise.speed', '1600')")
    lesson = begun(page, address, "battlelore")
    for number in range(6):
        says(page, number, lesson)
        page.click("#later")
        if page.locator(STATUS).inner_text() not in (lesson.steps[number].say, lesson.steps[number + 1].say):
            page.click("#later")
    says(page, 6, lesson)


@long
def test_the_log_shows_the_line_of_the_step(page: Page, address: str) -> None:
    lesson = begun(page, address, "battlelore")
    for number in range(len(lesson.steps) - 1):
        says(page, number, lesson)
        seen = page.evaluate(
            "() => { const line = document.querySelector('#log .now').getBoundingClientRect();"
            " const box = document.querySelector('#log').getBoundingClientRect();"
            " return line.top >= box.top - 1 && line.bottom <= box.bottom + 1; }"
        )
        assert seen, number
        page.click("#later")


@long
def test_what_is_lit_is_in_sight_on_a_phone(phone: Page, address: str) -> None:
    lesson = begun(phone, address, "batalj")
    for number in range(len(lesson.steps) - 1):
        says(phone, number, lesson)
        seen = phone.evaluate(
            "() => { const box = document.querySelector('#picture .lit')?.getBoundingClientRect();"
            " const prompt = document.querySelector('#prompt').getBoundingClientRect();"
            " return !box || (box.top >= prompt.bottom && box.bottom <= innerHeight); }"
        )
        assert seen, lesson.steps[number].say
        phone.click("#later")
