"""What may go wrong on the page: bad addresses, old tokens, spoilt storage, refusals, a slow service."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Dialog, Page, Route, expect

from tests.marks import long
from tests.pages.clicks import lit, made, play, until
from tests.pages.conftest import PHONE, WIDE, opened

pytestmark = long
PROBLEM = "#problem"


@pytest.fixture
def refused(browser: Browser, address: str) -> Iterator[Page]:
    """A page to which the service may refuse things."""
    yield from opened(browser, address, WIDE, touch=False, refusals="4")


@pytest.mark.parametrize("kept", ["{{{", '"text"', '[1, null, {"id": "x"}, {"tokens": []}]'])
def test_spoilt_storage_is_as_good_as_none(page: Page, address: str, kept: str) -> None:
    page.add_init_script(f"localStorage.setItem('battlewise.matches', {kept!r})")
    page.add_init_script(
        "for (const name of ['speed', 'theme']) localStorage.setItem(`battlewise.${name}`, 'pink')"
    )
    page.goto(address)
    expect(page.locator(".welcome")).to_be_visible()
    expect(page.locator(PROBLEM)).to_be_hidden()
    assert page.evaluate("document.querySelector('#speed').value") == "800"
    assert page.evaluate("document.documentElement.dataset.theme") is None


@pytest.mark.parametrize("named", ["x", "a.b", "%F0%9F"])
def test_an_unknown_match_leads_to_the_lobby(refused: Page, address: str, named: str) -> None:
    refused.goto(f"{address}/#{named}")
    expect(refused.locator(PROBLEM)).to_have_text("there is no such match")
    expect(refused.locator("#lobby form")).to_be_visible()
    expect(refused.locator("#table")).to_be_hidden()
    assert refused.evaluate("localStorage.getItem('battlewise.matches') ?? '[]'") == "[]"


@pytest.mark.parametrize("packed", ["", "zzz", "eJyrVkpUslJQMlSqBQAPCgJX"])
def test_a_spoilt_record_in_the_address_is_named(page: Page, address: str, packed: str) -> None:
    page.goto(f"{address}/#record={packed}")
    expect(page.locator(PROBLEM)).to_contain_text("The address holds no whole record.")
    expect(page.locator("#lobby form")).to_be_visible()


def test_a_token_of_another_match_takes_no_seat_away(refused: Page, address: str) -> None:
    mine = made(refused, address, "connect_four", {}, 2)
    other = made(refused, address, "connect_four", {}, 2).rpartition(".")[2]
    refused.goto(mine)
    assert lit(refused)
    refused.goto(f"{mine.rpartition('.')[0]}.{other}")
    until(refused, "!location.hash.includes('.')")
    assert lit(refused)
    refused.reload()
    assert lit(refused)


def test_a_refused_move_can_be_tried_again(refused: Page, address: str) -> None:
    refused.goto(made(refused, address, "connect_four", {}, 2))
    lit(refused)
    problem = '{"detail": "too many requests: try again in 1 s"}'
    refuse = {"status": 429, "content_type": "application/problem+json", "body": problem}
    refused.route("**/actions", lambda route: route.fulfill(**refuse))
    refused.locator('.lit[data-id="column:d"]').click()
    expect(refused.locator(PROBLEM)).to_have_text("too many requests: try again in 1 s")
    refused.unroute("**/actions")
    refused.locator('.lit[data-id="column:d"]').click()
    expect(refused.locator("#log li[data-type=move][data-seat='0']")).to_have_count(1)
    expect(refused.locator(PROBLEM)).to_be_hidden()


def test_a_table_that_is_left_while_it_loads_stays_left(page: Page, address: str) -> None:
    named = made(page, address, "connect_four", {}, 2).partition("#")[2]
    waiting: list[Route] = []
    page.goto(address)
    expect(page.locator("#lobby form")).to_be_visible()
    page.route("**/v1/matches/**", lambda route: waiting.append(route), times=1)
    page.evaluate(f"location.hash = '{named}'")
    while not waiting:
        page.wait_for_timeout(50)
    page.evaluate("location.hash = ''")
    page.wait_for_timeout(200)
    waiting[0].continue_()
    page.wait_for_timeout(1500)
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator("#seats li")).to_have_count(0)
    assert page.title() == "Battlewise"


def test_back_leads_from_a_tutorial_to_the_lobby(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Start the tutorial").click()
    until(page, "!document.querySelector('#guide').hidden")
    page.go_back()
    expect(page.locator("#lobby form")).to_be_visible()


def test_invitations_can_be_copied_without_a_clipboard(page: Page, address: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    shown: list[str] = []

    def read(dialog: Dialog) -> None:
        shown.append(dialog.default_value)
        dialog.dismiss()

    page.on("dialog", read)
    page.goto(address)
    page.select_option("[name=game]", "connect_four")
    page.locator("[name=seat]").nth(1).select_option("link")
    page.click("form button.main")
    until(page, "location.hash.length > 1 && !document.querySelector('#invite').hidden")
    page.locator("#menu summary").click()
    page.click("#invite")
    assert shown
    assert shown[0].startswith(f"o: {address}/#")


def test_the_focus_stays_on_the_table_after_a_move(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    own = page.locator("#log li[data-type=move][data-seat='0']")
    page.locator('.lit[data-id="column:d"]').focus()
    for number in (1, 2):
        page.keyboard.press("Enter")
        expect(own).to_have_count(number)
        until(page, "document.activeElement.matches('.lit[data-id=\"column:d\"]')")


def test_the_menu_closes_by_a_choice_a_click_elsewhere_and_escape(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    summary = page.locator("#menu summary")
    summary.click()
    expect(page.locator("#resign")).to_be_visible()
    page.click("#seats")
    expect(page.locator("#resign")).to_be_hidden()
    summary.click()
    page.keyboard.press("Escape")
    expect(page.locator("#resign")).to_be_hidden()
    expect(summary).to_be_focused()
    page.on("dialog", lambda dialog: dialog.accept())
    summary.click()
    page.click("#resign")
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#menu > div")).to_be_hidden()
    expect(page.locator("#review")).to_have_text("There is no decision to review.")


def test_a_hint_marks_its_button_and_goes_with_its_position(page: Page, address: str) -> None:
    page.goto(made(page, address, "pig", {}, 2))
    lit(page)
    page.click("#hint")
    expect(page.locator("#advice .best")).to_be_visible()
    expect(page.locator("#buttons .hinted")).to_have_count(1)
    page.locator("#buttons .lit").first.click()
    expect(page.locator("#log li[data-type=move]")).not_to_have_count(0)
    expect(page.locator("#advice .best")).to_have_count(0)


def test_a_match_of_three_is_left_and_not_resigned(page: Page, address: str) -> None:
    page.goto(made(page, address, "history", {"players": 3}, 3))
    lit(page)
    page.locator("#menu summary").click()
    expect(page.locator("#leave")).to_be_visible()
    expect(page.locator("#resign")).to_be_hidden()


def test_a_long_press_reads_and_does_not_choose(phone: Page, address: str) -> None:
    phone.goto(made(phone, address, "battlelore", {}, 2))
    lit(phone)
    thing = phone.locator("#picture .lit").first
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = phone.context.new_cdp_session(phone)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(phone.locator("#card")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.wait_for_timeout(300)
    expect(phone.locator("#card")).to_be_visible()
    expect(phone.locator("#buttons button")).to_have_count(0)
    thing.tap()
    expect(phone.locator("#card")).to_be_hidden()
    expect(phone.locator("#buttons button")).not_to_have_count(0)


def test_a_phone_scrolls_to_what_can_be_clicked(phone: Page, address: str) -> None:
    phone.set_viewport_size({"width": 390, "height": 480})
    phone.goto(made(phone, address, "battlelore", {}, 2))
    lit(phone)
    until(
        phone,
        "[...document.querySelectorAll('.lit')].some(e => e.getBoundingClientRect().bottom <= innerHeight)",
    )


def test_invitations_are_offered_while_players_are_missing(
    page: Page, browser: Browser, address: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address)
    page.select_option("[name=game]", "connect_four")
    page.locator("[name=seat]").nth(1).select_option("link")
    page.click("form button.main")
    page.get_by_role("button", name="Copy the link for o").click()
    expect(page.locator("#status")).to_contain_text("is copied")
    link = page.evaluate("navigator.clipboard.readText()")
    other = browser.new_page()
    other.goto(link)
    assert lit(page)
    expect(other.locator("#status")).to_have_text("x is to move.")
    other.context.close()


def test_the_curtain_falls_with_its_table(page: Page, address: str) -> None:
    page.goto(address)
    page.select_option("[name=game]", "leduc")
    page.locator("[name=seat]").nth(1).select_option("shared")
    page.click("form button.main")
    play(page, "mouse", 1)
    expect(page.locator("#curtain button")).to_be_visible()
    page.go_back()
    expect(page.locator("#lobby form")).to_be_visible()
    expect(page.locator("#curtain")).to_be_hidden()


def test_the_menu_is_in_sight_on_a_phone(phone: Page, address: str) -> None:
    phone.goto(made(phone, address, "history", {"players": 3}, 3))
    lit(phone)
    phone.locator("#menu summary").tap()
    box = phone.locator("#menu > div").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


def test_the_log_shows_the_line_of_the_table_that_is_shown(phone: Page, address: str) -> None:
    phone.goto(made(phone, address, "battlelore", {}, 2))
    assert play(phone, "touch", 12) == 12
    lit(phone)
    place = "(document.querySelector('#log .now').offsetTop - document.querySelector('#log').scrollTop)"
    for name in ("#back", "#step"):
        phone.click(name)
        until(phone, f"{place} >= 0 && {place} < document.querySelector('#log').clientHeight")


def test_what_a_match_that_is_over_offers_stays_in_its_past(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    assert play(page, "mouse", 3) == 3
    lit(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#menu summary").click()
    page.click("#resign")
    review = page.get_by_role("button", name="Review")
    expect(review).to_be_visible()
    page.click("#back")
    expect(page.locator("#now")).to_be_visible()
    expect(review).to_be_visible()
    page.click("#now")
    expect(page.locator("#now")).to_be_hidden()
    expect(review).to_be_visible()


def test_a_rematch_begins_at_once(page: Page, address: str) -> None:
    page.goto(made(page, address, "connect_four", {}, 2))
    lit(page)
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#menu summary").click()
    page.click("#resign")
    page.get_by_role("button", name="Rematch").click()
    until(page, "document.querySelector('#prompt').dataset.status === 'running'")
    assert len(lit(page)) == 7 or "is to move" in page.locator("#status").inner_text()


@long
def test_options_say_what_they_mean(page: Page, address: str) -> None:
    page.goto(address)
    page.select_option("[name=game]", "battalia")
    advanced = page.locator("label", has=page.locator("[name=advanced]"))
    expect(advanced).to_contain_text("Advanced")
    expect(advanced).to_contain_text("Whether home terrain helps heroes")
    assert advanced.locator("option").all_inner_texts() == ["no", "yes"]


@long
def test_a_double_click_in_the_lobby_makes_one_match(page: Page, address: str) -> None:
    made_matches: list[str] = []
    page.on("request", lambda one: made_matches.append(one.url) if one.method == "POST" else None)
    page.goto(address)
    page.get_by_role("button", name="Start", exact=True).dblclick()
    assert lit(page)
    assert made_matches.count(f"{address}/v1/matches") == 1
