"""The example front end through a whole match against a served service."""

import re
import time
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Route, expect
from werkzeug.serving import make_server

from battlewise_client import Service
from battlewise_client.types import SeatIn
from tests.pages.conftest import browser
from tests.service.match_tables import service

__all__ = ["browser"]
FRONT_END = Path(__file__).parents[2] / "api" / "pages" / "match.js"
AGAINST_A_BOT: list[SeatIn] = [{"kind": "person"}, {"kind": "bot", "level": "beginner"}]


def test_the_front_end_is_short() -> None:
    assert len(FRONT_END.read_text("utf-8").splitlines()) < 100


def test_a_match_by_the_front_end(browser: Browser, address: str, tmp_path: Path) -> None:
    """From an invitation to the record, which the page that checks records finds sound."""
    asked: list[str] = []
    troubles: list[str] = []
    table = Service(address).create_match(game="connect_four", seats=AGAINST_A_BOT)
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.set_default_timeout(10_000)

    def late(route: Route) -> None:
        answer = route.fetch()
        time.sleep(0.2)
        route.fulfill(response=answer)

    page.route("**/actions", late)  # what the stream tells is there before the answer
    page.goto(table.made["invitations"][0]["link"].replace("/#", "/match#"))
    expect(page.locator("#moves button")).to_have_count(7)
    page.click("#hint")
    expect(page.locator("#reasons li").first).to_contain_text("%")
    for _ in range(30):
        expect(page.locator("#status")).to_have_text(re.compile("^(your move|over)"))
        if page.locator("#status").inner_text().startswith("over"):
            break
        moves = page.locator("#log li").count()
        page.locator("#moves button").first.click()
        expect(page.locator("#log li").nth(moves)).to_be_attached()
    expect(page.locator("#status")).to_contain_text("over (finished)")
    with page.expect_download() as download:
        page.click("#record")
    file = tmp_path / "record.json"
    download.value.save_as(file)
    page.goto(f"{address}/verify")
    page.set_input_files("#file", file)
    page.click("#check")
    expect(page.locator("#verdict")).to_contain_text("Sound")
    file.write_text(file.read_text().replace('"text":"a"', '"text":"b"', 1))
    page.set_input_files("#file", file)
    page.click("#check")
    expect(page.locator("#verdict")).to_contain_text("Not sound: seal")
    page.close()
    assert troubles == []
    token = table.seats[0].token
    assert token is not None
    assert not any(token in url.partition("#")[0] for url in asked)


def test_the_front_end_waits_for_a_service_that_is_away(browser: Browser) -> None:
    """It tells until when a seat may think, and goes on once the service is back, however long that takes."""
    app = service()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    own = Service(f"http://127.0.0.1:{server.port}")
    table = own.create_match(
        game="connect_four", seats=[{"kind": "person"}] * 2, clock={"initial_ms": 600_000}
    )
    page = browser.new_page()
    page.set_default_timeout(15_000)
    page.goto(table.made["invitations"][0]["link"].replace("/#", "/match#"))
    expect(page.locator("#status")).to_have_text("waiting")
    table.seats[1].join()
    expect(page.locator("#clock")).to_have_text(re.compile("until .*[0-9]"))
    page.route("**/v1/**", lambda route: route.abort())
    app.parts.keeper.stopping.set()  # its streams end
    time.sleep(3)
    app.parts.keeper.stopping.clear()
    page.unroute("**/v1/**")
    state = table.seats[0].state()
    table.seats[0].move("d", state["version"])
    expect(page.locator("#status")).to_have_text("running")
    page.close()
    server.shutdown()
    app.close()


def test_the_front_end_makes_a_match(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(10_000)
    page.goto(f"{address}/match")
    page.select_option("#game", "connect_four")
    page.select_option("#level", "beginner")
    page.click("text=new match")
    expect(page.locator("#moves button").first).to_be_visible()
    expect(page.locator("#undo")).to_be_hidden()
    picture, board = page.locator("#board svg").bounding_box(), page.locator("#board").bounding_box()
    assert picture is not None
    assert board is not None
    assert picture["width"] == pytest.approx(board["width"], abs=1)
    page.locator("#board .lit").first.click()
    expect(page.locator("#log li").nth(3)).to_be_attached()
    said = page.locator("#log li").all_inner_texts()
    page.reload()
    expect(page.locator("#log li").nth(len(said) - 1)).to_be_attached()
    assert page.locator("#log li").all_inner_texts()[: len(said)] == said
    page.on("dialog", lambda dialog: dialog.accept())
    expect(page.locator("#resign")).to_be_visible()
    page.click("#resign")
    expect(page.locator("#status")).to_contain_text("over (resigned)")
    page.close()


def test_two_people_meet_by_the_front_end(browser: Browser, address: str) -> None:
    one, two = browser.new_context().new_page(), browser.new_context().new_page()
    for page in (one, two):
        page.set_default_timeout(10_000)
        page.on("dialog", lambda dialog: dialog.accept())
    one.goto(f"{address}/match")
    one.select_option("#game", "history")
    one.fill("#options", '{"players": 2}')
    one.select_option("#level", "person")
    one.click("text=new match")
    expect(one.locator("#status")).to_have_text("waiting")
    two.goto(one.locator("#invited").inner_text())
    for page in (one, two):
        expect(page.locator("#board svg")).to_be_visible()
        expect(page.locator("#status")).to_have_text(re.compile("^(your move: |running)"))
    mover = next(page for page in (one, two) if page.locator("#moves button").count())
    assert not mover.locator("#hint").is_visible()  # hints are off between people
    mover.click("#resign")
    for page in (one, two):
        expect(page.locator("#status")).to_contain_text("over (resigned): ")
        page.context.close()
