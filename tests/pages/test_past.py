"""Games that were played before, on the page: records, playing on, watching bots."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from battlewise.bots import bot
from battlewise.bots.tournament.report import fragment
from battlewise.core import game
from tests.marks import long
from tests.pages.clicks import lit, play, press, until
from tests.pages.decisions import decisions, match


def record(game_id: str, **options: Any) -> dict[str, Any]:
    """A whole game of the greedy bot."""
    state, greedy = game(game_id, **options).new(seed=5), bot("greedy")
    while not state.is_over:
        if state.is_chance:
            state.roll()
        else:
            state.play(greedy.choose(state, seed=state.ply).move)
    found: dict[str, Any] = state.record()
    return found


@pytest.fixture(scope="module")
def battle() -> dict[str, Any]:
    return record("battlelore")


def shown(page: Page) -> int:
    """The number of the event whose table is shown."""
    return int(page.locator("#scrub").input_value())


def drawing(page: Page) -> str:
    """What is drawn, without what is marked."""
    return str(
        page.evaluate("[...document.querySelectorAll('#picture [data-id]')].map(e => e.dataset.id).join()")
    )


def scrub(page: Page, number: int) -> None:
    page.evaluate(f"const it = document.querySelector('#scrub'); it.value = {number}; it.oninput()")
    until(page, f"document.querySelector('#status').textContent.startsWith('{number} of')")


def test_a_record_is_looked_at_step_by_step_as_every_seat(
    page: Page, address: str, battle: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "record.json").write_text(json.dumps(battle), "utf-8")
    page.goto(address)
    page.get_by_label("Look at a record").set_input_files(tmp_path / "record.json")
    expect(page.locator("#status")).to_have_text("Daqan wins.")
    last = shown(page)
    assert last == len(battle["moves"]) + 3  # and its creation, its start and its end
    scrub(page, 25)
    expect(page.locator("#log li.now")).to_have_attribute("data-number", "25")
    page.click("#step")
    until(page, "document.querySelector('#scrub').value === '26'")
    page.click("#back")
    page.click("#back")
    until(page, "document.querySelector('#scrub').value === '24'")
    hand = page.locator("#picture").inner_text()
    page.select_option("#viewer", "1")
    until(page, "document.querySelector('#seats').textContent.includes('Daqan (you)')")
    until(page, f"document.querySelector('#picture').innerText !== {json.dumps(hand)}")
    assert shown(page) == 24


@long
def test_a_record_plays_until_it_is_paused(page: Page, address: str, battle: dict[str, Any]) -> None:
    page.goto(f"{address}/#{fragment(battle)}")
    expect(page.locator("#status")).to_have_text("Daqan wins.")
    scrub(page, 20)
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, "Number(document.querySelector('#scrub').value) > 21")
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(300)
    at = shown(page)
    page.wait_for_timeout(1000)
    assert shown(page) == at < len(battle["moves"])


def test_a_player_plays_on_from_a_position_of_the_past(
    page: Page, address: str, battle: dict[str, Any]
) -> None:
    page.goto(f"{address}/#{fragment(battle)}")
    expect(page.locator("#status")).to_have_text("Daqan wins.")
    old = page.evaluate("location.hash")
    scrub(page, 30)
    before = drawing(page)
    page.click("#on")
    until(page, f"location.hash !== '{old}' && document.querySelectorAll('#picture .lit').length > 0")
    assert drawing(page) == before
    assert play(page, "mouse", 3) == 3
    assert lit(page)  # the bot has answered
    page.click("#hint")  # what the other move is worth
    expect(page.locator("#advice .best")).to_be_visible()


def test_a_broken_record_is_refused(page: Page, address: str, tmp_path: Path) -> None:
    page.goto(address)
    (tmp_path / "wrong.json").write_text("[1]", "utf-8")
    page.get_by_label("Look at a record").set_input_files(tmp_path / "wrong.json")
    expect(page.locator("#problem")).to_contain_text("This is no record")


@long
def test_bots_are_watched_with_pause_and_step(page: Page, address: str) -> None:
    body = {"game": "battlelore", "seats": [{"kind": "bot", "level": "beginner"}] * 2, "spectators": "open"}
    page.add_init_script("localStorage.setItem('battlewise.speed', '350')")
    made = page.request.post(f"{address}/v1/matches", data=body).json()
    page.goto(f"{address}/#{made['match']['id']}")
    until(page, "document.querySelectorAll('#log li').length > 10")
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(600)
    at = shown(page)
    page.wait_for_timeout(1200)
    assert shown(page) == at
    page.click("#step")
    until(page, f"Number(document.querySelector('#scrub').value) > {at}")
    page.click("#now")
    until(page, "document.querySelector('#scrub').value === document.querySelector('#scrub').max")


def test_dice_roll_when_they_are_thrown(page: Page, address: str) -> None:
    page.add_init_script(
        "const real = Element.prototype.animate; window.rolled = 0;"
        "Element.prototype.animate = function (...rest) {"
        " window.rolled += 'rolled' in this.dataset; return real.apply(this, rest); }"
    )
    rules = game("batalj", mode="foray", players=1)
    _, seat, moves, _ = next(one for one in decisions(rules, 5) if one[0] == "march")
    page.goto(match(page, address, rules, seat, moves))
    lit(page)
    for _ in range(30):  # until the rider's turn ends and the die is thrown anew
        press(page, lit(page)[0], "mouse")
        page.wait_for_timeout(200)
        if page.evaluate("window.rolled"):
            break
    assert page.evaluate("window.rolled") > 0
    expect(page.locator("#news")).not_to_be_empty()
