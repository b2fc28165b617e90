"""The Python client and the example front end, each through a whole match against a served service."""

import json
import re
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Route, expect
from werkzeug.serving import make_server

from battlewise.api.client import Service, ServiceError
from battlewise.api.matches import fair
from battlewise.api.schemas.matches import EventOut, MatchOut
from tests.pages.test_browser import browser, pytestmark
from tests.service.match_tables import service

__all__ = ["browser"]
README = Path(__file__).parents[2] / "README.md"
FRONT_END = Path(__file__).parents[2] / "api" / "pages" / "match.js"
AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "level": "beginner"}]
with_browser = pytestmark
del pytestmark


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = service()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    app.close()


def test_a_match_by_the_client(address: str) -> None:
    own = Service(address)
    assert "battlelore" in [game.id for game in own.games().games]
    table = own.create("leduc", key="a key that nobody knows", seats=AGAINST_A_BOT)
    assert own.create("leduc", key="a key that nobody knows", seats=AGAINST_A_BOT).made == table.made
    me = table.seats[0]
    assert me.join(name="Ada", seed="dice").seats[0].name == "Ada"
    heard: list[MatchOut | EventOut] = []
    reader = Thread(target=lambda: heard.extend(me.events()))
    reader.start()
    for state in me.turns():
        with pytest.raises(ServiceError) as refused:
            me.move("no such move", state.version)
        assert refused.value.status == 422
        assert refused.value.moves == state.moves
        with pytest.raises(ServiceError) as stale:
            me.move(state.moves[0].text, 1)
        assert (stale.value.status, stale.value.version) == (412, state.version)
        assert me.hint(level="easy").hint is not None
        me.move(state.moves[-1].doc, state.version)
    reader.join(10)
    assert isinstance(heard[0], MatchOut)
    events = [one for one in heard[1:] if isinstance(one, EventOut)]
    assert [one.number for one in events] == list(range(heard[0].version + 1, me.state().version + 1))
    assert events[-1].type == "end"
    assert list(me.events(last=events[-2].number)) == events[-1:]
    record = me.record()
    assert own.verify(record.model_dump(), events[-1].seal).sound
    assert not own.verify(record.model_dump(), "0" * 64).sound
    assert fair.verify(json.loads(record.model_dump_json()), events[-1].seal).end.is_over
    old = me.token
    me.change_token(0)
    assert me.token != old
    table.host.change_token(None)
    assert table.host.state().result == me.state().result
    assert me.rematch().match is not None


def test_a_tournament_by_the_client(address: str) -> None:
    own = Service(address)
    assert own.limits().tournament_games > 0
    made = own.tournament("leduc", {"a": "random", "b": "greedy"}, blocks=2000)
    known = made.tournament.id
    assert own.standings(known, wait=20, games=0).games > 0
    with pytest.raises(ServiceError) as refused:
        own.cancel_tournament(known, "no token")
    assert refused.value.status == 401
    assert own.cancel_tournament(known, made.token).status == "cancelled"
    games = list(own.tournament_games(known))
    assert len(games) > 0
    assert set(games[0]["seats"]) == {"a", "b"}


def test_the_client_bears_with_a_newer_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does not know it leaves out, wherever it stands."""
    move = {"text": "d", "doc": {}, "rank": 1}
    made = {"id": "t", "status": "done", "problem": None, "plan": {}, "games": 1, "planned": 1, "mood": 7}
    standing = {"entrant": "a", "score": 1, "low": None, "high": None, "blocks": 1, "forfeits": 0, "elo": 1}
    answer = json.dumps({**made, "standings": [standing]}).encode()
    monkeypatch.setattr(Service, "open", lambda *_: BytesIO(answer))
    assert Service("").standings("t").standings[0].entrant == "a"
    assert ServiceError(422, {"moves": [move], "mood": 7}, None).moves[0].text == "d"


def test_the_readmes_example(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text("utf-8")
    found = re.search(r"```python\n(from battlewise.api.client.*?)```", text, re.S)
    assert found is not None
    code = found[1].replace("http://127.0.0.1:8000", address).replace("battlelore", "leduc")
    exec(code.replace("expert", "easy").replace("hard", "beginner"))
    assert "reason='finished'" in capsys.readouterr().out


def test_the_client_says_what_is_wrong(address: str) -> None:
    with pytest.raises(ServiceError) as refused:
        Service(address).create("pig", seats=[{}])
    assert (refused.value.status, refused.value.fields) == (422, ["seats"])


def test_the_front_end_is_short() -> None:
    assert len(FRONT_END.read_text("utf-8").splitlines()) < 100


@with_browser
def test_a_match_by_the_front_end(browser: Browser, address: str, tmp_path: Path) -> None:
    """From an invitation to the record, which the page that checks records finds sound."""
    asked: list[str] = []
    troubles: list[str] = []
    table = Service(address).create("connect_four", seats=AGAINST_A_BOT)
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
    page.goto(table.made.invitations[0].link)
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


@with_browser
def test_the_front_end_waits_for_a_service_that_is_away(browser: Browser) -> None:
    """It tells until when a seat may think, and goes on once the service is back, however long that takes."""
    app = service()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    own = Service(f"http://127.0.0.1:{server.port}")
    table = own.create("connect_four", seats=[{"kind": "person"}] * 2, clock={"initial_ms": 600_000})
    page = browser.new_page()
    page.set_default_timeout(15_000)
    page.goto(table.made.invitations[0].link)
    expect(page.locator("#status")).to_have_text("waiting")
    table.seats[1].join()
    expect(page.locator("#clock")).to_have_text(re.compile("until .*[0-9]"))
    page.route("**/v1/**", lambda route: route.abort())
    app.parts.keeper.stopping.set()  # its streams end
    time.sleep(3)
    app.parts.keeper.stopping.clear()
    page.unroute("**/v1/**")
    state = table.seats[0].state()
    table.seats[0].move("d", state.version)
    expect(page.locator("#status")).to_have_text("running")
    page.close()
    server.shutdown()
    app.close()


@with_browser
def test_the_front_end_makes_a_match(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.set_default_timeout(10_000)
    page.goto(f"{address}/match")
    page.select_option("#game", "pig")
    page.select_option("#level", "beginner")
    page.click("text=new match")
    expect(page.locator("#moves button").first).to_be_visible()
    page.click("#resign")
    expect(page.locator("#status")).to_contain_text("over (resigned)")
    page.close()
