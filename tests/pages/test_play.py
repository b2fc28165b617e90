"""Matches played in a real browser by clicks on what is lit, by a player who knows nothing of any game."""

import pytest
from playwright.sync_api import Page, expect

from tests.marks import long
from tests.pages.clicks import lit, made, play, press
from tests.pages.conftest import PHONE, WIDE

PLIES = 25
SHORT = ("battlelore", "pig")
CASES = {
    "battlelore": ("battlelore", {}, 2),
    "battlelore_full": ("battlelore", {"scenario": "full"}, 2),
    "connect_four": ("connect_four", {}, 2),
    "leduc": ("leduc", {}, 2),
    "pig": ("pig", {}, 2),
    "battalla": ("battalla", {}, 2),
    "history": ("history", {"players": 3}, 3),
    "batalj": ("batalj", {}, 2),
    "battalia": ("battalia", {}, 2),
}


@pytest.mark.parametrize("case", [one if one in SHORT else pytest.param(one, marks=long) for one in CASES])
def test_a_match_is_played_by_clicks_on_what_is_lit(page: Page, address: str, case: str) -> None:
    page.goto(made(page, address, *CASES[case]))
    assert play(page, "mouse", PLIES) > 0
    expect(page.locator("#log li").first).to_be_attached()


@long
@pytest.mark.parametrize("by", ["keyboard", "touch"])
def test_a_match_is_played_by_keyboard_and_on_a_phone(phone: Page, address: str, by: str) -> None:
    phone.goto(made(phone, address, "battlelore", {"scenario": "full"}, 2))
    assert play(phone, by, PLIES) == PLIES


def test_a_double_click_plays_one_move(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    page.locator('.lit[data-id="column:d"]').dblclick()
    page.wait_for_timeout(1500)
    assert page.locator("#log li[data-type=move][data-seat='0']").count() == 1


def test_a_double_click_plays_one_move_though_the_bot_answers_in_between(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    page.locator('.lit[data-id="column:d"]').hover()
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#log li[data-type=move][data-seat='1']")).to_have_count(1)
    lit(page)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(500)
    assert page.locator("#log li[data-type=move][data-seat='0']").count() == 1
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#log li[data-type=move][data-seat='0']")).to_have_count(2)


@long
def test_a_move_is_shown_by_its_own_answer(page: Page, address: str) -> None:
    target = made(page, address, "connect_four", {}, 2)
    page.route("**/events", lambda route: route.fulfill(status=204))  # the page does not hear of news
    page.goto(target)
    lit(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    press(page, "column:d", "mouse")
    expect(page.locator("#log li[data-type=move][data-seat='0']")).to_have_count(1)
    match = target.partition("#")[2].partition(".")[0]
    assert f"GET {address}/v1/matches/{match}" not in asked


def test_a_reload_loses_nothing_and_the_token_leaves_the_address(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    play(page, "mouse", 2)
    lit(page)
    said = page.locator("#log li").all_inner_texts()
    assert "." not in page.evaluate("location.hash")
    page.reload()
    lit(page)
    assert page.locator("#log li").all_inner_texts() == said


def test_a_match_is_made_in_the_lobby_and_found_there_again(page: Page, address: str) -> None:
    page.goto(address)
    page.select_option("[name=game]", "connect_four")
    page.click("form button.main")
    lit(page)
    page.goto(f"{address}/#")
    expect(page.locator(".matches a")).to_have_text("Connect Four")
    expect(page.locator(".matches .note")).to_contain_text("your turn")


def test_the_lobby_explains_the_chosen_game(page: Page, address: str) -> None:
    page.goto(address)
    guide = page.locator(".guide")
    expect(guide.locator("p")).to_have_count(0)
    guide.locator("summary").click()
    expect(guide).to_contain_text("16 victory points")
    page.select_option("[name=game]", "history")
    expect(guide).to_contain_text("four eras")
    assert "##" not in guide.inner_text()
    expect(guide.get_by_role("heading", name="Your turn")).to_be_visible()
    page.select_option("[name=game]", "pig")
    expect(guide).to_contain_text("no such text")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_people_share_a_screen_behind_a_curtain(page: Page, address: str) -> None:
    page.goto(address)
    page.select_option("[name=game]", "leduc")
    page.locator("[name=seat]").nth(1).select_option("shared")
    page.click("form button.main")
    play(page, "mouse", 1)
    expect(page.locator("#curtain")).to_contain_text("second is to move")
    page.locator("#curtain button").click()
    expect(page.locator("#log")).to_contain_text("first is dealt a card")
    play(page, "mouse", 1)
    expect(page.locator("#curtain")).to_contain_text("first is to move")


def test_a_hint_is_drawn_and_explained(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    page.click("#hint")
    expect(page.locator("#advice strong")).to_contain_text("%")
    expect(page.locator("#picture .hinted")).to_have_count(1)


@long
def test_a_long_hint_leaves_the_log_in_sight(page: Page, address: str) -> None:
    page.goto(made(page, address, "battlelore", {"scenario": "full"}, 2))
    lit(page)
    page.click("#hint")
    expect(page.locator("#advice strong")).to_contain_text("%", timeout=60_000)
    page.evaluate("document.querySelector('#advice ul').append('Because. '.repeat(400))")
    top = page.evaluate("document.querySelector('#log').getBoundingClientRect().top")
    assert top < WIDE[1] - 150


@long
def test_a_hint_is_in_sight_on_a_phone(phone: Page, address: str) -> None:
    phone.goto(made(phone, address, "battlelore", {}, 2))
    lit(phone)
    phone.locator("#hint").tap()
    expect(phone.locator("#advice .best")).to_be_in_viewport()


def test_what_cannot_be_used_says_why(page: Page, address: str) -> None:
    page.goto(made(page, address, "battlelore", {}, 2))
    lit(page)
    page.locator('[data-id^="unit:"]:not(.lit)').first.click()
    expect(page.locator("#card .why").first).to_be_visible()


def test_undo_takes_a_move_back(page: Page, address: str) -> None:
    page.goto(made(page, address, "battlelore", {}, 2))
    lit(page)
    expect(page.locator("#undo")).to_be_hidden()
    press(page, lit(page)[0], "mouse")
    page.locator("#buttons .lit", has_text="any one unit").click()  # reveals a card: this cannot be undone
    expect(page.locator("#log li[data-type=move]")).to_have_count(1)
    expect(page.locator("#undo")).to_be_hidden()
    page.locator('.lit[data-id^="unit:"]').first.click()
    page.click("#undo")
    expect(page.locator("#log li[data-type=undo]")).to_have_count(1)


def test_the_past_can_be_looked_at(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    play(page, "mouse", 3)
    lit(page)
    page.locator("#log li[data-type=move]").first.click()
    expect(page.locator("#status")).to_contain_text("of")
    assert page.locator("#picture .lit").count() == 0
    page.click("#now")
    assert lit(page)


@long
def test_before_the_start_there_is_no_picture_to_ask_for(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    for number in (1, 2):  # an answer of 409 would be an error on the console
        page.evaluate(
            "(number) => Object.assign(document.querySelector('#scrub'), { value: number }).oninput()",
            number,
        )
        expect(page.locator("#status")).to_contain_text(f"{number} of")
    expect(page.locator("#picture svg")).to_have_count(0)
    page.click("#now")
    assert lit(page)


@long
def test_spectators_who_see_a_match_late_read_so(page: Page, address: str) -> None:
    body = {"game": "connect_four", "spectators": "delayed", "delay_s": 30, "start": "now"}
    match = page.request.post(f"{address}/v1/matches", data=body).json()["match"]["id"]
    page.goto(f"{address}/#{match}")
    expect(page.locator("#status")).to_contain_text("30 seconds late")
    expect(page.locator("#status")).not_to_contain_text("Waiting")


def test_a_phone_shows_a_match_without_scrolling_sideways(phone: Page, address: str) -> None:
    phone.goto(made(phone, address, "battlelore", {"scenario": "full"}, 2))
    lit(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@long
def test_a_match_to_its_end_by_the_keyboard(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    play(page, "keyboard", 30)
    expect(page.locator("#status")).to_contain_text("wins")
    page.locator("button", has_text="Review").click()
    expect(page.locator(".graph polyline")).to_have_count(2, timeout=60_000)
    expect(page.locator("#review caption")).to_contain_text("in points")
    assert "%" not in page.locator("#review table").inner_text()


def test_the_description_of_the_service(page: Page, address: str) -> None:
    page.goto(f"{address}/docs")
    expect(page.get_by_text("POST /v1/games/{game}/moves", exact=True)).to_be_visible()
    expect(page.locator("#MoveIn")).to_contain_text("view")


def with_two_ordered_units(page: Page, address: str) -> str:
    """The address of a match of BattleLore in which two units wait for their move."""
    while True:
        target = made(page, address, "battlelore", {}, 2)
        match, token = target.partition("#")[2].split(".")
        headers = {"Authorization": f"Bearer {token}"}
        path = f"{address}/v1/matches/{match}"
        state = page.request.post(f"{path}/join", data={}, headers=headers).json()
        while state["view"]["phase"] in ("command", "order"):
            move = {"action": "move", "move": state["moves"][0]["text"]}
            known = {**headers, "If-Match": f'"{state["version"]}"'}
            state = page.request.post(f"{path}/actions", data=move, headers=known).json()
        if state["view"]["phase"] == "move" and sum(unit["waiting"] for unit in state["view"]["units"]) > 1:
            return target


def test_units_are_moved_in_any_order(page: Page, address: str) -> None:
    page.goto(with_two_ordered_units(page, address))
    lit(page)
    later = page.locator("[data-later]:not(.lit):not(.chosen)").first
    name = later.get_attribute("data-id")
    later.click()
    expect(page.locator(f'.chosen[data-id="{name}"], .lit[data-id="{name}"]')).to_have_count(1)
