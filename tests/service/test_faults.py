"""What the service stands: a database that fails now and then, kills at bad moments, rules that are gone."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Connection, event, func, select, text
from sqlalchemy.exc import OperationalError

from battlewise.api.app import Application
from battlewise.api.matches import fair, keeper, match
from battlewise.api.searches import tournaments
from battlewise.api.searches.players import player_of
from battlewise.api.searches.queue import Job, Priority, SearchQueue
from battlewise.api.store.database import Store, StoreError, Taken
from battlewise.api.store.tables import matches
from battlewise.bots import LEVELS
from tests.service.match_tables import PEOPLE, Seat, Table, keeper_of, later, service

POSTGRESQL = os.environ.get("BATTLEWISE_TEST_DATABASE", "")
AGAINST_A_BOT = [{"kind": "remote"}, {"kind": "bot", "level": "beginner"}]
BOTS = [{"kind": "bot", "level": "beginner"}] * 2


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is tried again at once."""
    for module in (keeper, tournaments):
        monkeypatch.setattr(module, "AGAIN_S", 0.02)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database that outlives a service."""
    return f"sqlite:///{tmp_path}/kept.db"


@contextmanager
def failing(store: Store, name: str, when: Callable[..., bool] = lambda *_: True) -> Iterator[list[Any]]:
    """Meanwhile one method of a store fails, before it does anything; what it was asked."""
    real, asked = getattr(store, name), list[Any]()

    def method(*given: Any, **more: Any) -> Any:
        if not when(*given):
            return real(*given, **more)
        asked.append(given)
        raise OperationalError("it", {}, Exception("disk I/O error"))

    setattr(store, name, method)
    try:
        yield asked
    finally:
        setattr(store, name, real)


def until(done: Callable[[], object]) -> None:
    """Wait for something to be so."""
    last = time.monotonic() + 20
    while not done():
        assert time.monotonic() < last, "it does not come to that"
        time.sleep(0.01)


def restarted(app: Application, url: str, *seats: Seat) -> Application:
    """The service after a kill: nothing is written that was not."""
    app.close()
    app = service(DATABASE_URL=url)
    for seat in seats:
        seat.client = app.test_client()
    return app


# -- a database that fails


def test_a_bot_moves_once_the_database_is_well() -> None:
    app = service(SEARCH_WORKERS=1)
    store = keeper_of(app).store
    tables = [Table(app.test_client(), game="connect_four", seats=AGAINST_A_BOT) for _ in range(3)]
    with failing(store, "append", lambda _, log, *__: log[0].actor == 1) as asked:
        for table in tables:
            assert table.seats[0].move("d").status_code == 200
        until(lambda: len(asked) >= 4)
    for table in tables:
        assert table.seats[0].until(lambda state: state["to_move"] == 0)["version"] == 4
    app.close()


def test_a_clock_runs_out_once_the_database_is_well() -> None:
    app = service()
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE, clock={"initial_ms": 300}).join()
    with failing(keeper_of(app).store, "append") as asked:
        until(lambda: asked)
    assert table.host.until(lambda state: state["status"] == "over")["result"]["reason"] == "time"
    app.close()


def test_what_was_not_written_did_not_happen() -> None:
    app = service()
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE).join()
    before = table.seats[0].state()
    with failing(keeper_of(app).store, "append"):
        refused = table.seats[0].move("d")
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert table.seats[0].state() | {"since": 0} == before | {"since": 0}
    assert table.seats[0].move("d").status_code == 200
    app.close()


def test_a_stream_goes_on_when_the_answer_of_the_database_was_lost() -> None:
    """What was written all the same is sent to streams and polls that were open before."""
    app = service()
    store = keeper_of(app).store
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE).join()
    version = table.host.state()["version"]
    stream = table.seats[1].stream()
    parts = iter(stream.response)
    assert "snapshot" in _text(next(parts)) + _text(next(parts))
    heard: list[Any] = []
    poll = threading.Thread(target=lambda: heard.append(table.seats[0].events(version, wait=20)))
    poll.start()
    real = store.append

    def unheard(*given: Any) -> None:
        real(*given)
        raise OperationalError("it", {}, Exception("connection lost"))

    store.append = unheard  # type: ignore[method-assign]
    assert table.seats[0].move("d").status_code == 503
    store.append = real  # type: ignore[method-assign]
    assert '"text": "d"' in _text(next(parts))
    table.seats[1].move("e")
    assert '"text": "e"' in _text(next(parts))
    poll.join(20)
    assert [event["move"]["text"] for event in heard[0]["events"]][:1] == ["d"]
    stream.close()
    app.close()


def _text(part: Any) -> str:
    return part.decode() if isinstance(part, bytes) else str(part)


def test_housekeeping_goes_on_after_a_failure() -> None:
    app = service()
    own = keeper_of(app)
    table = Table(app.test_client(), game="pig", seats=PEOPLE)
    waiting = len(own.timer._heap)
    with failing(own.store, "idle"), pytest.raises(OperationalError):
        own._keep_house()
    assert len(own.timer._heap) == waiting + 1
    with later(app, 73 * 3600):
        with failing(own.store, "append"):
            own._keep_house()
        own._keep_house()
    assert table.host.state()["result"]["reason"] == "expired"
    app.close()


def test_an_analysis_that_could_not_be_kept_blocks_no_other() -> None:
    app = service()
    store = keeper_of(app).store
    seat = Table(app.test_client(), game="connect_four", seats=AGAINST_A_BOT).seats[0]
    asked = {"kind": "hint", "level": "easy"}
    with failing(store, "put"):
        assert seat.post("/analyses", asked).status_code == 503
    with failing(store, "change"):
        made = seat.post("/analyses", asked)
        assert made.status_code == 202
        got = seat.get(f"/analyses/{made.get_json()['id']}?wait=10").get_json()
        assert got["status"] == "done"
    assert seat.post("/analyses", asked).status_code == 202
    app.close()


def test_tournaments_go_on_after_a_failure() -> None:
    app = service()
    client = app.test_client()
    body = {"game": "leduc", "entrants": {"a": "random", "b": "greedy"}, "blocks": 1}
    with failing(keeper_of(app).store, "change") as asked:
        path = f"/v1/tournaments/{client.post('/v1/tournaments', json=body).get_json()['tournament']['id']}"
        until(lambda: len(asked) >= 2)
    assert client.get(f"{path}?wait=20").get_json()["status"] == "done"
    app.close()


def test_no_search_ends_its_worker(capsys: pytest.CaptureFixture[str]) -> None:
    queue = SearchQueue(workers=1, waiting=1)
    queue.submit(Priority.PLAY, Job(lambda _: 1 / 0))  # type: ignore[arg-type, return-value]
    assert queue.run(lambda _: 7).result == 7
    assert "ZeroDivisionError" in capsys.readouterr().err
    queue.close()


# -- kills


def test_the_last_to_join_starts_the_match_in_one_write() -> None:
    app = service()
    store = keeper_of(app).store
    table = Table(app.test_client(), game="leduc", seats=PEOPLE)
    table.seats[0].post("/join", {"seed": "a"})
    with failing(store, "append", lambda _, log, *__: log[0].kind != "join"):
        assert table.seats[1].post("/join", {"seed": "b"}).get_json()["status"] == "running"
    table.host.act("abort")
    assert fair.verify(table.host.get("/record").get_json()).outcomes > 0
    other = Table(app.test_client(), game="leduc", seats=PEOPLE)
    other.seats[0].post("/join", {})
    with failing(store, "append", lambda _, log, *__: log[0].kind != "replace"):
        assert other.host.act("replace", seat=1).get_json()["status"] == "running"
    app.close()


def test_a_wish_for_a_rematch_outlives_the_service(url: str) -> None:
    app = service(DATABASE_URL=url)
    table = Table(app.test_client(), game="pig", seats=PEOPLE).join()
    table.seats[0].act("resign")
    assert table.seats[0].post("/rematch").get_json()["asked"] == [0]
    app = restarted(app, url, *table.seats.values())
    assert table.seats[0].state()["asked_for_rematch"] == [0]
    made = table.seats[1].post("/rematch").get_json()
    assert made["asked"] == [0, 1]
    assert made["match"] is not None
    app = restarted(app, url, *table.seats.values())
    assert table.seats[0].state()["rematch"] == made["match"]
    app.close()


def test_a_match_has_one_rematch(url: str) -> None:
    """Though the service is killed, or another object of the match makes it."""
    app = service(DATABASE_URL=url)
    own = keeper_of(app)
    table = Table(app.test_client(), game="pig", seats=PEOPLE).join()
    table.seats[0].act("resign")
    table.seats[0].post("/rematch")
    found = own.match(table.id)
    made = table.seats[1].post("/rematch").get_json()["match"]
    found.rematch = None
    assert table.seats[1].post("/rematch").status_code == 409
    assert table.seats[1].post("/rematch").get_json()["match"] == made
    with own.store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(matches)) == 2
    app.close()


def slow_tournament(client: FlaskClient) -> tuple[str, str]:
    """The path of a tournament that is being played, and the token that cancels it."""
    slow = {"a": "mcts:milliseconds=8000", "b": "mcts:milliseconds=8001"}
    made = client.post("/v1/tournaments", json={"game": "connect_four", "entrants": slow}).get_json()
    path = f"/v1/tournaments/{made['tournament']['id']}"
    until(lambda: client.get(path).get_json()["status"] == "running")
    return path, made["token"]


def test_a_cancelled_tournament_stays_so(url: str) -> None:
    """It is cancelled at once, whatever game is played, and for good."""
    app = service(DATABASE_URL=url)
    client = app.test_client()
    path, token = slow_tournament(client)
    written = []
    store = keeper_of(app).store
    real = store.change
    store.change = lambda *given: written.append((given[2], real(*given)))  # type: ignore[method-assign]
    begun = time.monotonic()
    done = client.delete(path, headers={"Authorization": f"Bearer {token}"})
    assert done.get_json()["status"] == "cancelled"
    assert written[0][0] == {"status": "cancelled"}
    app.close()
    assert time.monotonic() - begun < 6
    app = service(DATABASE_URL=url)
    assert app.test_client().get(path).get_json()["status"] == "cancelled"
    app.close()


def test_the_service_stops_in_the_midst_of_a_game(url: str) -> None:
    app = service(DATABASE_URL=url)
    client = app.test_client()
    path, _ = slow_tournament(client)
    begun = time.monotonic()
    app.close()
    assert time.monotonic() - begun < 4
    app = service(DATABASE_URL=url)
    assert app.test_client().get(path).get_json()["status"] == "running"
    app.close()


# -- rules that are gone


def test_a_match_whose_rules_are_gone_stops_no_other_and_ends(url: str) -> None:
    app = service(DATABASE_URL=url)
    client = app.test_client()
    table = Table(client, game="pig", seats=PEOPLE).join()
    older = Table(client, game="pig", seats=PEOPLE).join()
    well = Table(client, game="connect_four", seats=PEOPLE, clock={"initial_ms": 100_000}).join()
    with keeper_of(app).store.engine.begin() as connection:
        gone = "UPDATE matches SET due = true, {} WHERE id = :id"
        connection.execute(text(gone.format("options = '{\"gone\": 1}'")), {"id": table.id})
        connection.execute(text(gone.format("version = 0")), {"id": older.id})
    app.close()
    app = service(DATABASE_URL=url)
    for seat in (table.host, older.host, older.seats[0], older.spectator, well.host):
        seat.client = app.test_client()
    assert well.host.state()["status"] == "running"
    for one in (table, older):
        assert one.host.get().status_code == 404
        assert one.host.get("/record").status_code == 404
    with later(app, 73 * 3600):
        keeper_of(app)._keep_house()
    assert keeper_of(app).store.count_unfinished() == 0
    assert older.spectator.get("/record").status_code == 404
    record = older.seats[0].get("/record").get_json()
    assert record["reason"] == "expired"
    assert record["version"] == 0
    assert [entry["kind"] for entry in record["log"]] == ["create", "join", "join", "start", "end"]
    assert fair.seal(record) == record["seal"]
    assert fair.verify({**record, "version": 1, "seal": ""} | _sealed(record)).decisions == 0
    app.close()


def _sealed(record: dict[str, Any]) -> dict[str, Any]:
    changed = {**record, "version": 1}
    return {"seal": fair.seal(changed)}


def test_matches_that_cannot_expire_keep_none_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = service()
    own = keeper_of(app)
    tables = [Table(app.test_client(), game="pig", seats=PEOPLE) for _ in range(103)]
    stuck = {table.id for table in tables[:101]}
    with later(app, 73 * 3600), failing(own.store, "append", lambda one, *_: one in stuck):
        own._keep_house()
    assert [table.host.state()["status"] for table in tables[100:]] == ["waiting", "over", "over"]
    app.close()


# -- long logs


def test_a_long_log_is_read_once_and_keeps_no_other_match_waiting(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = service(DATABASE_URL=url)
    clock = {"initial_ms": 90_000}
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE, clock=clock).join()
    other = Table(app.test_client(), game="pig", seats=PEOPLE).join()
    seat = table.seats[0]
    for column in "abc":
        seat.move(column)
        assert seat.act("undo", seat.state()["version"]).status_code == 200
    seat.move("d")
    before, events = seat.state(), seat.events()["events"]
    app = restarted(app, url, seat, other.host)
    keeper_of(app)._recent.clear()
    keeper_of(app)._live.clear()
    monkeypatch.setattr(match.fair, "replayed", None)
    started, go_on = threading.Event(), threading.Event()
    store = keeper_of(app).store
    real = store.match

    def slow(one: str) -> Any:
        if one == table.id:
            started.set()
            assert go_on.wait(20)
        return real(one)

    store.match = slow  # type: ignore[method-assign]
    found: list[Any] = []
    reader = threading.Thread(target=lambda: found.append(seat.state()))
    reader.start()
    assert started.wait(20)
    assert other.host.state()["status"] == "running"
    go_on.set()
    reader.join(20)
    assert {k: v for k, v in found[0].items() if k != "clock"} == {
        k: v for k, v in before.items() if k != "clock"
    }
    assert seat.events()["events"] == events
    app.close()


def test_nobody_waits_in_the_database_for_another_to_write(url: str) -> None:
    """SQLite wakes nobody: who waits there sleeps and tries again, for seconds where many do."""
    store = Store(url)
    store.open()
    taken: list[int] = []
    many = threading.Barrier(8)

    def begins(connection: Connection) -> None:
        time.sleep(0.02)
        taken.append(connection.engine.pool.checkedout())  # type: ignore[attr-defined]

    event.listen(store.engine, "begin", begins)

    def write() -> None:
        many.wait()
        with pytest.raises(Taken):
            store.put(matches, {"id": "it"})

    crowd = [threading.Thread(target=write) for _ in range(8)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    store.close()
    assert taken == [1] * 8


def test_a_match_has_so_many_detours_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST_DETOURS", 2)
    app = service()
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE).join()
    table.host.act("pause"), table.host.act("resume")
    for status in (200, 409):
        table.seats[0].move("d")
        assert table.seats[0].act("undo", table.host.state()["version"]).status_code == status
    assert table.host.act("pause").status_code == 409
    assert table.seats[1].move("d").status_code == 200
    app.close()


def test_a_forced_move_takes_what_a_search_takes() -> None:
    """After a restart too, and whatever the searches before took: the bot's budget alone tells."""
    app = service(BOT_TICK_MS=200)
    own = keeper_of(app)
    hidden = own.match(Table(app.test_client(), game="leduc", seats=PEOPLE).id)
    for spec, pace in (
        ("random", 0.2),
        ("mcts:iterations=5", 0.2),
        ("hard", 0.2),
        ("mcts:iterations=6000", 0.6),
    ):
        budget = app.parts.players.budget(player_of(spec, hidden.rules))
        assert own._pace(hidden, budget, 0.0) == pytest.approx(pace)
        assert own._pace(hidden, budget, 0.19) == pytest.approx(pace)
    opened = own.match(Table(app.test_client(), game="connect_four", seats=PEOPLE).id)
    assert own._pace(opened, app.parts.players.budget(player_of("hard", opened.rules)), 0.19) == 0
    app.close()


def test_a_bots_decision_is_of_the_kind_of_a_request_for_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that how long searches take is learned from both."""
    app = service()
    kinds: list[str] = []
    submit = app.parts.searches.submit

    def noted(priority: Priority, job: Job) -> None:
        kinds.append(job.kind)
        submit(priority, job)

    monkeypatch.setattr(app.parts.searches, "submit", noted)
    seats = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
    Table(app.test_client(), game="connect_four", seats=seats).join().play_on(1)
    view = {"seat": 0, "board": ["......."] * 6}
    app.test_client().post("/v1/games/connect_four/moves", json={"view": view, "level": "easy"})
    assert len(kinds) > 1
    assert set(kinds) == {f"connect_four 2 {LEVELS['easy']}"}
    app.close()


# -- overload


def test_bots_are_paid_for_by_who_lets_them_play() -> None:
    """A move, and making a match, cost what the bots are about to think."""
    app = service(COST_A_MINUTE=5000)
    client = app.test_client()
    slow = [{"kind": "remote"}, {"kind": "bot", "bot": "mcts:milliseconds=2500"}]
    body = {"game": "connect_four", "seats": slow}
    made = client.post("/v1/matches", json=body).get_json()
    assert client.post("/v1/matches", json=body).status_code == 201
    seat = Seat(client, made["match"]["id"], made["invitations"][0]["token"])
    version = seat.state()["version"]
    refused = seat.move("d", version)
    assert (refused.status_code, seat.state()["version"]) == (429, version)
    app.close()


def test_only_so_many_decisions_of_bots_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever would let one more wait is refused before anything is written."""
    app = service()
    client, own = app.test_client(), keeper_of(app)
    playing = Table(client, game="connect_four", seats=AGAINST_A_BOT)
    people = Table(client, game="connect_four", seats=PEOPLE).join()
    paused = Table(client, game="connect_four", seats=AGAINST_A_BOT)
    paused.host.act("pause")
    chairs = [{"kind": "person"}, {"kind": "bot", "level": "beginner"}]
    waiting = Table(client, game="connect_four", seats=chairs)
    asked: list[Priority] = []
    full = 0

    def count(priority: Priority) -> int:
        asked.append(priority)
        return 1_000_000 if priority == full else 0

    monkeypatch.setattr(own.searches, "waiting", count)
    for answer in (
        client.post("/v1/matches", json={"game": "pig", "seats": AGAINST_A_BOT}),
        playing.seats[0].move("d"),
        paused.host.act("resume"),
        waiting.seats[0].post("/join", {}),
        people.seats[0].act("replace", seat=0),
    ):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1"), answer.text
    assert people.seats[0].move("d").status_code == 200
    assert client.post("/v1/matches", json={"game": "leduc", "seats": BOTS}).status_code == 201
    full = Priority.SHOW
    assert client.post("/v1/matches", json={"game": "leduc", "seats": BOTS}).status_code == 503
    assert playing.seats[0].move("d").status_code == 200
    app.close()


def test_bots_among_themselves_come_after_everybody() -> None:
    app = service()
    own = keeper_of(app)
    asked: list[Priority] = []
    own.searches.submit = lambda priority, task: asked.append(priority)  # type: ignore[method-assign]
    Table(app.test_client(), game="connect_four", seats=BOTS)
    Table(app.test_client(), game="connect_four", seats=AGAINST_A_BOT[::-1])
    assert asked == [Priority.SHOW, Priority.PLAY]
    app.close()


def test_an_address_has_its_share() -> None:
    app = service(MATCHES_AN_ADDRESS=2, ANALYSES_AN_ADDRESS=1, TOURNAMENTS_AN_ADDRESS=1)
    client = app.test_client()
    elsewhere = {"REMOTE_ADDR": "2001:db8:1:2::1"}
    beside = {"REMOTE_ADDR": "2001:db8:1:2::9"}
    tables = [Table(client, game="connect_four", seats=PEOPLE, hints=True).join() for _ in range(2)]
    body = {"game": "connect_four", "seats": PEOPLE}
    assert client.post("/v1/matches", json=body).status_code == 429
    for _ in range(2):
        assert client.post("/v1/matches", json=body, environ_overrides=elsewhere).status_code == 201
    assert client.post("/v1/matches", json=body, environ_overrides=beside).status_code == 429
    tables[1].host.act("abort")
    tables[1] = Table(client, game="connect_four", seats=PEOPLE, hints=True).join()
    long = {"kind": "analysis", "budget": {"milliseconds": 20_000}}
    one, other = (table.seats[0] for table in tables)
    first = one.post("/analyses", long).get_json()
    assert other.post("/analyses", long).status_code == 429
    client.delete(f"{one.path}/analyses/{first['id']}", headers=one.headers)
    assert other.post("/analyses", long).status_code == 202
    asked = {"game": "leduc", "entrants": {"a": "random", "b": "greedy"}, "blocks": 3000}
    assert client.post("/v1/tournaments", json=asked).status_code == 201
    assert client.post("/v1/tournaments", json=asked).status_code == 429
    assert client.post("/v1/tournaments", json=asked, environ_overrides=elsewhere).status_code == 201
    app.close()


def test_a_tournament_ends_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    app = service()
    app.parts.tournaments._settings = app.parts.settings.model_copy(update={"tournament_hours": 0})
    client = app.test_client()
    body = {"game": "leduc", "entrants": {"a": "random", "b": "greedy"}, "blocks": 3000}
    path = f"/v1/tournaments/{client.post('/v1/tournaments', json=body).get_json()['tournament']['id']}"
    got = client.get(f"{path}?wait=20").get_json()
    assert (got["status"], got["problem"]) == ("failed", "the tournament has reached its limit of 0 hours")
    assert 0 < got["games"] < got["planned"]
    app.close()


# -- PostgreSQL


@pytest.mark.skipif(not POSTGRESQL, reason="needs .ci/with_postgres")
def test_a_claim_that_was_lost_is_made_again_or_the_service_stops() -> None:
    app = service(DATABASE_URL=POSTGRESQL)
    own = keeper_of(app)
    Table(app.test_client(), game="pig")

    def drop() -> None:
        with own.store.engine.connect() as connection:
            connection.execute(
                text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            )

    drop()
    own._keep_claim()
    assert not own.stopping.is_set()
    other = Store(POSTGRESQL)
    other.open()
    with pytest.raises(StoreError, match="another service"):
        other.claim()
    drop()
    other.claim()
    own._keep_claim()
    assert own.stopping.is_set()
    assert app.test_client().get("/readyz").status_code == 503
    other.close()
    app.close()
