"""Several services over one PostgreSQL database and behind a balancer; needs `.ci/with_postgres`."""

import json
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, text, update

from battlewise.api.app import Application
from battlewise.api.matches import fair
from battlewise.api.store import leases
from battlewise.api.store.backup import backup, restore
from battlewise.api.store.database import Store, StoreError, Taken
from battlewise.api.store.leases import LEASE_S, Lease
from battlewise.api.store.tables import entries, matches, replicas, tournaments
from bench.balancer import Balancer
from bench.http import HOST
from tests.service.match_tables import PEOPLE, service
from tests.service.match_tables import Table as Local
from tests.service.replicas import PATIENCE_S, POSTGRESQL, Replica, Stream, Table, answers, ask, until

pytestmark = pytest.mark.skipif(not POSTGRESQL, reason="needs .ci/with_postgres")
TAKEN_WITHIN_S = 10.0
KEY = "a-key-that-nobody-can-guess"


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Replica, Replica]]:
    """Two replicas that start at the same time on an empty database."""
    folder = tmp_path_factory.mktemp("replicas")
    both = Replica(folder, folder / "files"), Replica(folder, folder / "files")
    try:
        for one in both:
            one.start(ready=False)
        for one in both:
            until(one.is_ready)
        yield both
    finally:
        for one in both:
            one.kill()


@pytest.fixture
def two(pair: tuple[Replica, Replica]) -> tuple[Replica, Replica]:
    """The two, both at work."""
    for one in pair:
        if one.process is None or one.process.poll() is not None:
            one.start()
    return pair


@pytest.fixture
def store(two: object) -> Iterator[Store]:
    """The database that the replicas share."""
    own = Store(POSTGRESQL)
    own.open()
    yield own
    own.close()


def keeper_of(store: Store, table: Table) -> str:
    """The address of the replica that keeps a match."""
    query = select(replicas.c.url).join(matches, matches.c.keeper == replicas.c.id)
    with store.engine.connect() as connection:
        return str(connection.scalar(query.where(matches.c.id == table.id)))


# -- leases, in this process; before the replicas start, which would take matches over


def lapse(store: Store, lease: Lease) -> None:
    """End a lease in the database, now."""
    over = update(replicas).where(replicas.c.id == lease.id)
    with store.engine.begin() as connection:
        connection.execute(over.values(expires=func.clock_timestamp()))


@pytest.fixture
def lapsing() -> Iterator[tuple[Application, Local]]:
    """A replica whose lease is over, which only the database knows yet, and a match that it kept."""
    app = service(DATABASE_URL=POSTGRESQL, REPLICA_URL="http://127.0.0.1:1")
    table = Local(app.test_client(), game="connect_four", seats=PEOPLE).join()
    lease = lease_of(app)
    lease._ending.set()
    lease._thread.join()
    lapse(app.parts.store, lease)
    yield app, table
    app.close()


@contextmanager
def others(number: int = 1) -> Iterator[list[tuple[Store, Lease]]]:
    """Stores of other replicas over the same database, each with its lease."""
    stores = [Store(POSTGRESQL, replica_url=f"http://127.0.0.1:{2 + index}") for index in range(number)]
    for store in stores:
        store.open()
        store.claim()
    yield [(store, store.lease) for store in stores if store.lease is not None]
    for store in stores:
        store.close()


def lease_of(app: Application) -> Lease:
    """The lease of a replica in this process."""
    lease = app.parts.store.lease
    assert lease is not None
    return lease


def updated(store: Store, table: Local) -> int:
    """When a match was changed last, as a store reads it."""
    found = store.match(table.id)
    assert found is not None
    return int(found[0]["updated"])


def test_nothing_is_written_under_a_lease_that_is_over(lapsing: tuple[Application, Local]) -> None:
    app, table = lapsing
    version = table.host.state()["version"]
    assert table.seats[0].move("d", version).status_code == 409
    assert table.seats[0].post("/seats/0/token").status_code == 409
    made = app.test_client().post("/v1/matches", json={"game": "pig", "seats": PEOPLE})
    assert (made.status_code, made.headers["Retry-After"]) == (503, "1")
    found = app.parts.store.match(table.id)
    assert found is not None
    assert len(found[2]) == version


def test_a_replica_that_could_not_renew_its_lease_answers_for_nothing(
    lapsing: tuple[Application, Local], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even what it has in memory, and is not ready, until it has a new lease."""
    app, table = lapsing
    lease = lease_of(app)
    old = lease.id
    now = time.monotonic()
    monkeypatch.setattr(leases, "monotonic", lambda: now + LEASE_S)
    for path in (f"/v1/matches/{table.id}", "/readyz"):
        assert app.test_client().get(path).status_code == 503
    lease._renew()
    assert lease.id != old
    assert app.test_client().get("/readyz").status_code == 200
    assert table.seats[0].move("d").status_code == 200


def test_a_takeover_waits_for_a_write_and_sees_it(lapsing: tuple[Application, Local]) -> None:
    app, table = lapsing
    with others() as [(other, lease)]:
        with app.parts.store.engine.begin() as writer:
            writer.execute(update(matches).where(matches.c.id == table.id).values(updated=7))
            pool = ThreadPoolExecutor(1)
            taken = pool.submit(lease.take, matches, table.id)
            with pytest.raises(TimeoutError):
                taken.result(0.3)
        assert taken.result(PATIENCE_S)
        assert not lease.take(matches, table.id)
        assert updated(other, table) == 7
        old = lease_of(app)
        old._renew()
        with pytest.raises(Taken):
            app.parts.store.append(table.id, [], {"updated": 8}, {}, old.id)


def test_a_takeover_does_not_wait_for_a_replica_that_hangs(lapsing: tuple[Application, Local]) -> None:
    """The database ends a transaction in which nothing happens for some seconds."""
    app, table = lapsing
    with others() as [(other, lease)]:
        with app.parts.store.engine.connect() as hanging:
            hanging.execute(update(matches).where(matches.c.id == table.id).values(updated=7))
            assert ThreadPoolExecutor(1).submit(lease.take, matches, table.id).result(LEASE_S)
            hanging.invalidate()
        assert updated(other, table) != 7


def test_a_lease_outlives_its_connection() -> None:
    app = service(DATABASE_URL=POSTGRESQL, REPLICA_URL="http://127.0.0.1:1")
    lease, store = lease_of(app), app.parts.store
    before, until_then = lease._held
    with store.engine.connect() as connection:
        connection.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        )
    until(lambda: lease._held[1] > until_then + LEASE_S, 10)
    assert lease.id == before
    alone = Store(POSTGRESQL)
    alone.open()
    with pytest.raises(StoreError, match="another service is using it"):
        alone.claim()
    alone.close()
    app.close()


def test_due_matches_are_shared_out(
    lapsing: tuple[Application, Local], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, _ = lapsing
    old = lease_of(app)
    old._renew()
    with app.parts.store.engine.begin() as connection:  # those of other tests are not shared out
        connection.execute(update(matches).values(due=False))
    timed = {"initial_ms": 3_600_000}
    made = {
        Local(app.test_client(), game="pig", seats=PEOPLE, clock=timed).join().id for _ in range(6)
    }  # fmt: skip
    monkeypatch.setattr(leases, "BATCH", 2)
    with others(2) as [(_, one), (_, other)]:
        lapse(app.parts.store, old)
        taken = [lease.take_due() for lease in (one, other, one, other)]
    assert [len(some) for some in taken] == [2, 2, 2, 0]
    assert {match for some in taken for match in some} == made


def test_rows_of_old_leases_are_deleted_once_nothing_needs_them(lapsing: tuple[Application, Local]) -> None:
    app, _ = lapsing
    lease = lease_of(app)
    with app.parts.store.engine.begin() as connection:
        row = {"url": "", "secret": "", "expires": func.now() - timedelta(hours=2)}
        connection.execute(insert(replicas).values(id="long ago", **row))
        connection.execute(insert(replicas).values(id="needed", **row))
        some = select(matches.c.id).limit(1).scalar_subquery()
        connection.execute(update(matches).where(matches.c.id == some).values(keeper="needed", due=True))
    lease.forget()
    with app.parts.store.engine.begin() as connection:
        left = set(connection.scalars(select(replicas.c.id)))
        connection.execute(update(matches).where(matches.c.keeper == "needed").values(due=False))
    assert "needed" in left
    assert lease.id in left
    assert "long ago" not in left


# -- forwarding


def test_every_request_about_a_match_is_answered_by_any_replica(
    two: tuple[Replica, Replica], store: Store
) -> None:
    """The second replica answers as the first, which keeps the match, in status, body and headers."""
    one, other = two[0].port, two[1].port
    table = Table(one, start="all", undo=True, hints=True)
    for seat in (0, 1):
        joined = ask(other, "POST", f"{table.path}/join", {"seed": f"seed {seat}"}, table.tokens[seat])
        assert joined.status == 200, joined.content
    assert keeper_of(store, table).endswith(f":{one}")
    first, second = (ask(port, "GET", table.path, token=table.tokens[0]) for port in (one, other))
    assert first.doc | {"since": 0} == second.doc | {"since": 0}
    names = ("ETag", "Content-Type", "Cache-Control", "Vary", "X-Content-Type-Options")
    assert [first.headers.get_all(name) for name in names] == [second.headers.get_all(name) for name in names]
    tag = {"If_None_Match": first.headers["ETag"]}
    assert ask(other, "GET", table.path, token=table.tokens[0], **tag).status == 304
    asked = ask(other, "GET", table.path, token=table.tokens[0], X_Request_ID="mine-7")
    assert asked.headers.get_all("X-Request-ID") == ["mine-7"]
    moved = table.act(other, "move", move="d")
    assert moved.status == 200
    assert moved.headers["ETag"] == f'"{moved.doc["version"]}"'
    assert table.act(other, "move", seat=1, version=1, move="d").status == 412
    unproven = ask(other, "POST", f"{table.path}/actions", {"action": "move", "move": "d"}, table.tokens[1])
    assert unproven.status == 428
    assert unproven.headers["Content-Type"] == "application/problem+json"
    assert ask(other, "GET", table.path, token="wrong").headers["WWW-Authenticate"].startswith("Bearer")
    assert table.act(other, "undo").status == 200
    listed = ask(other, "GET", f"{table.path}/events?after=2&wait=5", token=table.tokens[0]).doc
    assert [event["type"] for event in listed["events"]][-2:] == ["move", "undo"]
    hint = ask(other, "POST", f"{table.path}/analyses", {"kind": "hint", "level": "easy"}, table.tokens[0])
    assert hint.status == 202
    done = ask(other, "GET", f"{hint.headers['Location']}?wait=20", token=table.tokens[0])
    assert done.doc["status"] == "done"
    assert ask(other, "DELETE", hint.headers["Location"], token=table.tokens[0]).status == 200
    new = ask(other, "POST", f"{table.path}/seats/1/token", token=table.tokens[1])
    table.tokens[1] = new.doc["token"]
    table.host = ask(other, "POST", f"{table.path}/host/token", token=table.host).doc["token"]
    assert ask(other, "GET", table.path, token=table.host).status == 200
    assert table.act(other, "resign", seat=1).status == 200
    record = ask(other, "GET", f"{table.path}/record", token=table.tokens[0])
    assert fair.verify(record.doc).decisions == 1
    asked = ask(other, "POST", f"{table.path}/rematch", token=table.tokens[0])
    assert asked.doc["match"] is None
    rematch = ask(one, "POST", f"{table.path}/rematch", token=table.tokens[1]).doc["match"]
    assert ask(other, "GET", f"/v1/matches/{rematch}", token=table.tokens[0]).status == 200
    assert ask(other, "GET", f"{table.path}/analyses/nothing", token=table.tokens[0]).status == 404
    assert ask(other, "GET", "/v1/matches/nothing").status == 404


def test_a_stream_is_forwarded_as_it_comes_and_goes_on_where_it_was(two: tuple[Replica, Replica]) -> None:
    one, other = two[0].port, two[1].port
    table = Table(one)
    stream = Stream(other, table, 1)
    kind, version = stream.next() or ("", 0)
    assert kind == "snapshot"
    begun = time.monotonic()
    assert table.act(one, "move", move="d").status == 200
    assert stream.next() == ("move", version + 1)
    assert time.monotonic() - begun < 2
    stream.close()
    table.act(one, "move", seat=1, move="e")
    stream = Stream(other, table, 0, last=version + 1)
    assert stream.next() == ("move", version + 2)
    table.act(other, "resign")
    assert [stream.next(), stream.next(), stream.next()] == [
        ("resign", version + 3),
        ("end", version + 4),
        None,
    ]
    stream.close()
    assert Stream(other, table, 0, last=version + 4).status == 204


def test_a_batch_is_cancelled_at_any_replica(two: tuple[Replica, Replica]) -> None:
    view = {"seat": 0, "board": ["......."] * 6}
    views = [{"view": view, "budget": {"iterations": 10}}, *[{"view": view}] * 9]
    body = {"game": "connect_four", "budget": {"iterations": 200_000}, "views": views}
    line = HTTPConnection(HOST, two[0].port, timeout=40)
    line.request("POST", "/v1/analyses", json.dumps(body), {"Content-Type": "application/json"})
    answer = line.getresponse()
    assert json.loads(answer.readline())["status"] == 200
    begun = time.monotonic()
    cancelled = ask(two[1].port, "DELETE", answer.headers["Location"])
    assert (cancelled.status, cancelled.doc["views"]) == (200, 10)
    statuses = [json.loads(text)["status"] for text in answer.read().splitlines()]
    assert time.monotonic() - begun < 3
    assert len(statuses) == 9
    assert 409 in statuses
    assert ask(two[1].port, "DELETE", "/v1/analyses/own.nothing").status == 404
    line.close()


def test_one_key_makes_one_match_on_all_replicas(two: tuple[Replica, Replica], store: Store) -> None:
    body = {"game": "pig", "seats": [{"kind": "remote"}] * 2}
    made = [ask(one.port, "POST", "/v1/matches", body, Idempotency_Key=KEY) for one in two]
    assert [one.status for one in made] == [201, 201]
    tokens = [[one["token"] for one in answer.doc["invitations"]] for answer in made]
    assert tokens[0] == tokens[1]
    assert made[0].doc["host_token"] == made[1].doc["host_token"]
    assert made[0].doc["match"]["id"] == made[1].doc["match"]["id"]
    assert made[0].headers["Location"] == made[1].headers["Location"]
    other = {**body, "game": "leduc"}
    assert [ask(one.port, "POST", "/v1/matches", other, Idempotency_Key=KEY).status for one in two] == [
        409
    ] * 2


@contextmanager
def behind_a_proxy(folder: Path, **settings: str) -> Iterator[Replica]:
    """A third replica behind a proxy."""
    third = Replica(folder, folder, PROXIES="1", **settings)
    third.start()
    try:
        yield third
    finally:
        third.end()


def test_limits_hold_for_all_replicas_and_for_the_callers_address(
    two: tuple[Replica, Replica], tmp_path: Path, store: Store
) -> None:
    """A third replica behind a proxy: what the caller is named there counts where the match is kept."""
    with behind_a_proxy(tmp_path, MATCHES_AN_ADDRESS="1", TOURNAMENTS_WAITING="1") as third:
        body = {"game": "pig", "seats": [{"kind": "remote"}] * 2}
        one = {"X_Forwarded_For": "192.0.2.1"}
        assert ask(third.port, "POST", "/v1/matches", body, **one).status == 201
        assert ask(third.port, "POST", "/v1/matches", body, **one).status == 429
        assert ask(third.port, "POST", "/v1/matches", body, X_Forwarded_For="192.0.2.2").status == 201
        asked = {"game": "leduc", "entrants": {"a": "random", "b": "greedy"}, "blocks": 5000}
        made = ask(two[0].port, "POST", "/v1/tournaments", asked)
        assert ask(third.port, "POST", "/v1/tournaments", asked, **one).status == 503
        path = f"/v1/tournaments/{made.doc['tournament']['id']}"
        done = ask(third.port, "DELETE", path, token=made.doc["token"])
        assert done.doc["status"] == "cancelled"


def test_the_callers_address_counts_where_a_match_is_kept(
    two: tuple[Replica, Replica], tmp_path: Path
) -> None:
    """A replica is believed which address a forwarded request comes from, and nobody else."""
    one = two[0].port
    slow = {"kind": "analysis", "budget": {"milliseconds": 4_000}}
    tables = [Table(one, hints=True) for _ in range(3)]
    begun = []

    def analyse(table: Table, port: int, **headers: str) -> int:
        answer = ask(port, "POST", f"{table.path}/analyses", slow, table.tokens[0], **headers)
        begun.append((answer.headers.get("Location"), table))
        return answer.status

    with behind_a_proxy(tmp_path) as third:
        assert analyse(tables[0], third.port, X_Forwarded_For="192.0.2.1") == 202
        assert analyse(tables[1], third.port, X_Forwarded_For="192.0.2.1") == 429
        assert analyse(tables[1], third.port, X_Forwarded_For="192.0.2.2") == 202
        forged = {"X_Battlewise_Replica": "guessed", "X_Battlewise_Caller": "192.0.2.1"}
        assert analyse(tables[2], one, **forged) == 202
    for path, table in begun:
        if path is not None:
            ask(one, "DELETE", path, token=table.tokens[0])


def test_a_request_is_forwarded_once(two: tuple[Replica, Replica], store: Store) -> None:
    """Though a replica is asked by another one for what it does not keep."""
    table = Table(two[0].port)
    query = select(replicas.c.secret).where(replicas.c.url.endswith(f":{two[1].port}"))
    with store.engine.connect() as connection:
        secret = connection.scalars(query.order_by(replicas.c.expires.desc())).first()
    asked = ask(two[1].port, "GET", table.path, token=table.tokens[0], X_Battlewise_Replica=str(secret))
    assert (asked.status, asked.headers["Retry-After"]) == (503, "1")


# -- replicas that end


def test_what_a_killed_replica_kept_goes_on(two: tuple[Replica, Replica], store: Store) -> None:
    one, other = two
    playing = Table(one.port, bot=True)
    clocked = Table(one.port, clock={"initial_ms": 12_000})
    quiet = Table(one.port)
    balancer = Balancer([one.port, other.port])
    slow = {"kind": "analysis", "budget": {"milliseconds": 50_000}}
    hinted = Table(one.port, hints=True)
    analysis = ask(one.port, "POST", f"{hinted.path}/analyses", slow, hinted.tokens[0]).headers["Location"]
    living = Table(other.port, hints=True)
    beside = ask(other.port, "POST", f"{living.path}/analyses", slow, living.tokens[0]).headers["Location"]
    version = quiet.state(other.port)["version"]
    stream = Stream(other.port, quiet, 1, last=version)
    moved = playing.act(one.port, "move", move="d").doc["version"]
    time.sleep(1)
    left = clocked.state(other.port)["clock"]["left_ms"][0]
    one.kill()
    assert stream.next() is None
    until(lambda: answers(balancer.port, playing), TAKEN_WITHIN_S)
    gone_on = until(lambda: playing.state(other.port)["to_move"] == 0, TAKEN_WITHIN_S)
    assert gone_on < TAKEN_WITHIN_S
    assert playing.state(other.port)["version"] > moved
    assert clocked.state(balancer.port)["clock"]["left_ms"][0] >= left - 100, "nobody kept it meanwhile"
    stream = Stream(balancer.port, quiet, 1, last=version)
    assert quiet.act(other.port, "move", move="d").status == 200
    assert stream.next() == ("move", version + 1)
    assert ask(other.port, "GET", analysis, token=hinted.tokens[0]).doc["status"] == "cancelled"
    assert ask(other.port, "GET", beside, token=living.tokens[0]).doc["status"] in ("waiting", "running")
    one.start()
    assert quiet.act(one.port, "move", seat=1, move="e").status == 200
    assert stream.next() == ("move", version + 2)
    until(lambda: clocked.state(one.port)["status"] == "over", 20)
    ask(one.port, "DELETE", beside, token=living.tokens[0])
    balancer.close()


def test_a_stopped_replica_writes_nothing_under_its_old_lease(
    two: tuple[Replica, Replica], store: Store
) -> None:
    """It wakes up, drops what it kept, and answers with a new lease."""
    one, other = two
    table = Table(one.port, clock={"initial_ms": 8_000})
    bots = Table(one.port, bot=True)
    before = keeper_of(store, table)
    stream = Stream(other.port, table, 1)
    assert stream.next() is not None
    one.signal(signal.SIGSTOP)
    try:
        until(lambda: stream.next() is None, 9)
        until(lambda: answers(other.port, table), TAKEN_WITHIN_S)
        assert table.act(other.port, "move", move="d").status == 200
        assert bots.act(other.port, "move", move="d").status == 200
        time.sleep(10 - LEASE_S)
    finally:
        one.signal(signal.SIGCONT)
    assert keeper_of(store, table) != before
    until(one.is_ready, 10)
    for port in (one.port, other.port):
        state = table.state(port)
        assert (state["status"], state["to_move"]) == ("running", 1), "its clock was not run by two"
    until(lambda: bots.state(one.port)["to_move"] == 0, TAKEN_WITHIN_S)
    with store.engine.connect() as connection:
        own = select(func.count()).where(entries.c.match == bots.id, entries.c.kind == "move")
        assert connection.scalar(own) == 2
    fresh = Table(one.port)
    assert keeper_of(store, fresh).endswith(f":{one.port}")
    assert '"level": "error"' not in one.log.read_text()


def test_a_replica_that_hangs_does_not_take_the_threads_of_another(two: tuple[Replica, Replica]) -> None:
    one, other = two
    table, own = Table(one.port), Table(other.port)
    one.signal(signal.SIGSTOP)
    lines = [HTTPConnection(HOST, other.port, timeout=40) for _ in range(300)]
    try:
        for line in lines:
            line.request("GET", table.path, headers={"Authorization": f"Bearer {table.tokens[0]}"})
        assert until(lambda: answers(other.port, own)) < 3
        statuses = {line.getresponse().status for line in lines}
    finally:
        one.signal(signal.SIGCONT)
        for line in lines:
            line.close()
    assert statuses <= {200, 503}
    until(one.is_ready)


def test_a_replica_that_ends_gives_its_matches_free(two: tuple[Replica, Replica], store: Store) -> None:
    one, other = two
    table, quiet = Table(one.port, clock={"initial_ms": 3_600_000}), Table(one.port)
    one.end()
    began = time.monotonic()
    assert quiet.act(other.port, "move", move="d").status == 200
    assert time.monotonic() - began < 1
    until(lambda: keeper_of(store, table).endswith(f":{other.port}"), LEASE_S - 1)


def test_a_tournament_goes_on_elsewhere(two: tuple[Replica, Replica], store: Store) -> None:
    one, other = two
    body = {"game": "leduc", "entrants": {"a": "random", "b": "mcts:iterations=200"}, "blocks": 3000}
    made = ask(one.port, "POST", "/v1/tournaments", body).doc
    path = f"/v1/tournaments/{made['tournament']['id']}"
    games = ask(other.port, "GET", f"{path}?games=3&wait=20").doc["games"]
    assert games > 3
    assert len(ask(other.port, "GET", f"{path}/games").content.splitlines()) >= games
    one.kill()
    until(lambda: ask(other.port, "GET", path).status == 200, TAKEN_WITHIN_S)
    after = ask(other.port, "GET", f"{path}?games={games + 3}&wait=20").doc
    assert after["games"] > games + 3
    assert after["status"] == "running"
    one.start()
    with store.engine.connect() as connection:
        keeper = connection.scalar(
            select(replicas.c.url).join(tournaments, tournaments.c.keeper == replicas.c.id)
            .where(tournaments.c.id == made["tournament"]["id"])
        )  # fmt: skip
    assert str(keeper).endswith(f":{other.port}")
    assert ask(one.port, "DELETE", path, token=made["token"]).doc["status"] == "cancelled"


# -- a lone service, backups


def test_a_service_alone_and_replicas_exclude_each_other(two: tuple[Replica, Replica]) -> None:
    lone = Store(POSTGRESQL)
    lone.open()
    with pytest.raises(StoreError, match=r"another service is using it; .* REPLICA_URL"):
        lone.claim()
    for one in two:
        one.end()
    lone.claim()
    replica = Store(POSTGRESQL, replica_url="http://127.0.0.1:1")
    replica.open()
    with pytest.raises(StoreError, match="another service is using it"):
        replica.claim()
    with lone.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(replicas)) == 0
        kept = select(func.count()).select_from(matches).where(matches.c.keeper.is_not(None))
        assert connection.scalar(kept) == 0
    replica.close()
    lone.close()


def test_a_replica_needs_postgresql(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="REPLICA_URL needs PostgreSQL"):
        Store(f"sqlite:///{tmp_path}/x.db", replica_url="http://127.0.0.1:1").open()


def test_a_backup_has_no_keepers(two: tuple[Replica, Replica], store: Store, tmp_path: Path) -> None:
    table = Table(two[0].port)
    with store.engine.begin() as connection:  # those of other tests have their ledgers elsewhere
        connection.execute(update(tournaments).values(status="cancelled"))
    backup(POSTGRESQL, tmp_path / "copy.db", str(tmp_path))
    restore(f"sqlite:///{tmp_path}/other.db", tmp_path / "copy.db", str(tmp_path))
    other = Store(f"sqlite:///{tmp_path}/other.db")
    other.open()
    found = other.match(table.id)
    assert found is not None
    assert found[0]["keeper"] is None
    with other.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(replicas)) == 0
    other.close()
