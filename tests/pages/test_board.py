"""The analysis board: views are set up, checked, drawn and asked about in a real browser."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from battlewise.core import games
from tests.marks import long
from tests.pages.clicks import made, until
from tests.pages.conftest import PHONE, WIDE, opened

OUTSIDE = (640.0, 12.0)  # of the picture and the JSON
IDLE = "document.querySelector('#board').ariaBusy === 'false'"
ACCEPTED = f"{IDLE} && document.querySelector('#verdict').textContent === 'The service accepts this view.'"
REFUSED = f"{IDLE} && !!document.querySelector('#flaw').dataset.message"
GRIP = 12  # pixels that a drag begins with
PAD = 8  # pixels around the text of the JSON


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    yield from opened(browser, address, WIDE, touch=False, refusals="4")


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    yield from opened(browser, address, PHONE, touch=True, refusals="4")


def board(page: Page, address: str, game_id: str, phase: str | None = None, **options: str) -> None:
    """Open the board with the shortest view of a phase, or with an opening position."""
    page.goto(f"{address}/board")
    until(page, f"{ACCEPTED} && !!document.querySelector('#picture svg')")
    if game_id != "battlelore":
        page.select_option("#game", game_id)
        until(page, f"JSON.parse(document.querySelector('#json').value).game === '{game_id}' && {ACCEPTED}")
    for name, value in options.items():
        page.click("#more summary")
        page.select_option(f"#options [name={name}]", json.dumps(value))
        until(page, f"document.querySelector('#json').value.includes('\"{value}\"') && {ACCEPTED}")
        page.click("#more summary")
    if phase is not None:
        page.select_option("#begin", phase)
        until(page, f"!document.querySelector('#json').value.includes('to_move') && {ACCEPTED}")


def view(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.input_value("#json"))
    return found


def drawn(page: Page, name: str) -> Locator:
    return page.locator(f'[data-id="{name}"]').first


def stock(page: Page, name: str) -> Locator:
    """What lies in the box, brought into sight."""
    page.fill("#sought", name)
    return page.locator(f'#palette [data-thing="{name}"]')


def middle(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: Locator, to: Locator | tuple[float, float]) -> dict[str, Any]:
    """Drag by mouse; the view after it, which the service has to accept."""
    before = page.input_value("#json")
    page.set_viewport_size({"width": WIDE[0], "height": 1600})  # all is in sight
    page.mouse.move(*middle(what))
    page.mouse.down()
    x, y = middle(what)
    page.mouse.move(x + GRIP, y + GRIP, steps=2)
    page.mouse.move(*(to if isinstance(to, tuple) else middle(to)), steps=4)
    page.mouse.up()
    until(page, f"document.querySelector('#json').value !== {json.dumps(before)}")
    until(page, IDLE)
    assert page.evaluate(ACCEPTED), page.inner_text("#verdict")
    page.wait_for_timeout(50)
    return view(page)


@long
@pytest.mark.parametrize("game_id", games())
def test_each_game_opens_with_a_valid_picture(page: Page, address: str, game_id: str) -> None:
    board(page, address, game_id)
    assert page.locator("#picture svg").get_attribute("aria-label")
    assert view(page)["game"] == game_id
    assert page.locator("#moves button").count() > 0


def test_units_and_terrain_of_battlelore_are_dragged(page: Page, address: str) -> None:
    board(page, address, "battlelore", "command", scenario="full")
    start = view(page)
    moved = drag(page, drawn(page, "unit:3.5"), drawn(page, "hex:5.5"))
    assert [one["hex"] for one in moved["units"]] == [[5, 5], start["units"][1]["hex"]]
    added = drag(page, stock(page, "card:chaos_lord"), drawn(page, "hex:6.6"))
    assert added["units"][-1] == {"side": "uthuk", "type": "chaos_lord", "hex": [6, 6], "figures": 3}
    assert drag(page, stock(page, "terrain:hill"), drawn(page, "hex:2.2"))["terrain"] == {"2.2": "hill"}
    assert drag(page, stock(page, "token:poison"), drawn(page, "unit:5.5"))["units"][0]["poisoned"] is True
    assert len(drag(page, drawn(page, "unit:6.6"), OUTSIDE)["units"]) == 2
    page.click("#undo")
    until(page, f"{ACCEPTED} && !!document.querySelector('[data-id=\"unit:6.6\"]')")
    page.click("#redo")
    until(page, f"{ACCEPTED} && !document.querySelector('[data-id=\"unit:6.6\"]')")


@long
def test_cards_of_battalla_are_dragged(page: Page, address: str) -> None:
    board(page, address, "battalla", "turn")
    added = drag(page, stock(page, "card:mummy"), drawn(page, "square:b2"))
    assert added["cards"][-1] == {"seat": 0, "card": "mummy", "square": "b2"}
    assert drag(page, drawn(page, "square:b2"), drawn(page, "square:c3"))["cards"][-1]["square"] == "c3"
    armed = drag(page, stock(page, "card:khopesh"), drawn(page, "square:c3"))
    assert armed["cards"][-1]["items"] == ["khopesh"]
    played = drag(page, drawn(page, "card:scarab_swarm"), drawn(page, "square:d1"))
    assert played["cards"][-1]["card"] == "scarab_swarm"
    assert (played["hand"], played["hand_sizes"]) == ({"jackal_guard": 1}, [1, 2])


@long
def test_roads_heroes_and_cities_of_battalia_are_dragged(page: Page, address: str) -> None:
    board(page, address, "battalia", "action")
    laid = drag(page, stock(page, "deck:road_straight"), drawn(page, "square:c2"))
    assert laid["map"]["c2"]["card"] == "road_straight"
    turned = drag(page, drawn(page, "square:c2"), drawn(page, "square:c3"))
    assert "c2" not in turned["map"]
    assert turned["map"]["c3"] == laid["map"]["c2"]
    assert drag(page, drawn(page, "hero:0:1"), drawn(page, "square:c3"))["players"][0]["heroes"] == ["c3"]
    assert drag(page, stock(page, "seat:1"), drawn(page, "city:f2"))["map"]["f2"]["owner"] == 1


@long
def test_fiefs_traders_and_cards_of_batalj_are_dragged(page: Page, address: str) -> None:
    board(page, address, "batalj", "trader")
    seat = page.locator('[data-panel="seat:1"]')
    given = drag(page, drawn(page, "fief:narke"), seat)
    assert list(given["players"][0]["fiefs"]) == ["dalarna"]
    assert list(given["players"][1]["fiefs"]) == ["sodermanland", "smaland", "narke"]
    sent = drag(page, drawn(page, "seat:0"), drawn(page, "country:denmark"))
    assert sent["players"][0]["traders"] == {"russia": 1, "denmark": 1}
    bought = drag(page, drawn(page, "card:orbyhus"), page.locator('[data-panel="seat:0"]'))
    assert (bought["players"][0]["cards"], bought["realm"]["display"]) == ({"orbyhus": 1}, {"caroleans": 1})


@long
def test_travellers_and_cards_of_history_are_dragged(page: Page, address: str) -> None:
    board(page, address, "history", "action")
    assert drag(page, drawn(page, "seat:0"), drawn(page, "era:III"))["players"][0]["era"] == "III"
    hand = page.locator('[data-panel="hand"]')
    assert drag(page, stock(page, "card:swordsman"), hand)["hand"]["swordsman"] == 1


def test_a_piece_is_moved_by_keyboard(page: Page, address: str) -> None:
    board(page, address, "battlelore", "command")
    drawn(page, "unit:3.5").focus()
    page.keyboard.press("Enter")
    page.locator("#acts button", has_text="Move to").wait_for()
    page.keyboard.press("m")
    drawn(page, "hex:2.4").focus()
    page.keyboard.press("Enter")
    until(page, "JSON.parse(document.querySelector('#json').value).units[0].hex.join() === '2,4'")
    until(page, ACCEPTED)


def test_a_piece_is_moved_by_touch(phone: Page, address: str) -> None:
    board(phone, address, "battlelore", "command")
    drawn(phone, "unit:3.5").tap()
    phone.locator("#acts button", has_text="Move to").tap()
    drawn(phone, "hex:2.4").tap(force=True)
    until(phone, "JSON.parse(document.querySelector('#json').value).units[0].hex.join() === '2,4'")
    until(phone, ACCEPTED)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


@long
def test_a_piece_is_added_by_touch_and_removed_by_keyboard(phone: Page, address: str) -> None:
    board(phone, address, "battlelore", "command")
    count = "JSON.parse(document.querySelector('#json').value).units.length"
    stock(phone, "card:yeoman_archers").tap()
    drawn(phone, "hex:6.6").tap(force=True)
    until(phone, f"{count} === 3 && {ACCEPTED}")
    assert view(phone)["units"][-1]["side"] == "daqan"
    drawn(phone, "unit:6.6").focus()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Delete")
    until(phone, f"{count} === 2 && {ACCEPTED}")


@long
def test_things_are_dragged_into_the_json(page: Page, address: str) -> None:
    board(page, address, "battlelore", "command")
    card = stock(page, "card:attack_left")
    page.evaluate("document.querySelector('#text').scrollTop = 10_000")
    lines = page.input_value("#json").split("\n")
    row = next(i for i, line in enumerate(lines) if '"discard"' in line)
    frame = page.locator("#json").bounding_box()
    assert frame is not None
    y = frame["y"] + PAD + (row + 0.5) * (frame["height"] - 2 * PAD) / (len(lines) + 1)
    assert drag(page, card, (frame["x"] + 100, y))["discard"] == {"attack_left": 1}


@long
def test_what_no_field_says_is_refused_in_words(page: Page, address: str) -> None:
    board(page, address, "connect_four")
    before = page.input_value("#json")
    page.set_viewport_size({"width": WIDE[0], "height": 1600})
    page.mouse.move(*middle(drawn(page, "column:a")))
    page.mouse.down()
    page.mouse.move(*middle(drawn(page, "column:d")), steps=4)
    page.mouse.up()
    page.locator("#status", has_text="The view has no field").wait_for()
    assert page.input_value("#json") == before


@long
def test_a_change_that_is_refused_is_shown_with_its_error(page: Page, address: str) -> None:
    board(page, address, "battlelore", "command")
    page.mouse.move(*middle(drawn(page, "unit:3.5")))
    page.mouse.down()
    page.mouse.move(*middle(drawn(page, "unit:4.5")), steps=4)
    page.mouse.up()
    until(page, REFUSED)
    assert page.inner_text("#verdict") == "units[1].hex: is another unit's too"
    assert view(page)["units"][0]["hex"] == [4, 5]


def test_an_error_is_shown_at_its_field_and_piece(page: Page, address: str) -> None:
    board(page, address, "battlelore", "command")
    drawn(page, "unit:3.5").click()
    chosen = page.evaluate("json.value.slice(json.selectionStart, json.selectionEnd)")
    assert json.loads(chosen)["hex"] == [3, 5]
    page.fill("#json", page.input_value("#json").replace("[3, 5]", "[3, 55]"))
    until(page, REFUSED)
    assert page.inner_text("#verdict").startswith("units[0].hex[1]: 55")
    assert page.locator('[data-id="unit:3.5"].wrong').count() == 1
    assert page.locator("#picture.stale svg").count() == 1
    page.click("#seek")
    mark = page.locator("#flaw").bounding_box()
    frame = page.locator("#text").bounding_box()
    assert mark is not None
    assert frame is not None
    assert frame["y"] < mark["y"] < frame["y"] + frame["height"]
    under = "([x, y]) => document.caretPositionFromPoint(x, y).offset - json.value.indexOf('55')"
    assert page.evaluate(under, [mark["x"] + 1, mark["y"] + 5]) == 0
    assert page.evaluate(under, [mark["x"] + mark["width"] - 1, mark["y"] + 5]) == 2
    page.keyboard.press("Control+z")
    until(page, ACCEPTED)


@long
def test_pasted_rubbish_leaves_a_clear_message(page: Page, address: str) -> None:
    board(page, address, "connect_four")
    for text, says in (
        ("rubbish", "this is no JSON: a value must stand here"),
        ('{"seat": 0,}', "this is no JSON: a name in double quotes must stand here"),
        ("[1]", "a view is an object: {…}"),
        ('{"game": "chess"}', "game"),
    ):
        page.fill("#json", text)
        until(page, f"document.querySelector('#verdict').textContent.startsWith({json.dumps(says)})")


def test_the_best_move_is_shown_and_played(page: Page, address: str) -> None:
    board(page, address, "battlelore", "command")
    page.select_option("#strength", label="easy")
    page.click("#best")
    page.locator("#advice .best").wait_for()
    assert page.locator("#picture .hinted").count() == 1
    assert page.locator("#advice table button").count() > 1
    assert page.input_value("#which").endswith("/hints")
    assert page.inner_text("#request").startswith(f"curl -s '{address}/v1/games/battlelore/hints' -H")
    assert page.inner_text("#took").startswith("200, ")
    assert json.loads(page.inner_text("#answer"))["words"] == page.inner_text("#advice .best")
    before = page.input_value("#json")
    page.locator("#advice table button").first.click()
    until(page, f"document.querySelector('#json').value !== {json.dumps(before)} && {ACCEPTED}")


@long
def test_moves_and_outcomes_are_played(page: Page, address: str) -> None:
    board(page, address, "pig")
    page.locator("#moves button", has_text="roll").click()
    page.locator("#status", has_text="Chance is to move").wait_for()
    page.locator("#moves button", has_text="%").first.click()
    said = "document.querySelector('#status').textContent"
    until(page, f"{ACCEPTED} && /^the die.* is to move/.test({said})")
    page.select_option("#game", "connect_four")
    until(page, f"JSON.parse(document.querySelector('#json').value).game === 'connect_four' && {ACCEPTED}")
    page.check("[value=play]")
    drawn(page, "column:d").click()
    until(page, "document.querySelector('#json').value.includes('...x...')")


@long
def test_a_table_opens_on_the_board(page: Page, address: str) -> None:
    page.goto(made(page, address, "battlelore", {}, 2))
    page.locator(".lit").first.wait_for()
    hand = page.eval_on_selector_all('[data-panel="hand"] [data-id]', "all => all.map(one => one.dataset.id)")
    page.click("#menu summary")
    page.click("#analyse")
    until(page, f"!!document.querySelector('#verdict') && {ACCEPTED}")
    assert {f"card:{name}" for name in view(page)["hand"]} == set(hand)
    page.reload()
    until(page, f"!!document.querySelector('#verdict') && {ACCEPTED}")
    assert {f"card:{name}" for name in view(page)["hand"]} == set(hand)
