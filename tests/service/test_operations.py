"""Running the service: limits, hosts, headers, logs, metrics, readiness, backups."""

import json
import os
import subprocess
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import downgrade
from alembic.config import Config
from alembic.migration import MigrationContext
from prometheus_client import generate_latest
from typer.testing import CliRunner

from battlewise.api.app import create_app
from battlewise.api.operations.limits import Places
from battlewise.api.searches.players import Players
from battlewise.api.settings import Settings
from battlewise.api.store import backup, database
from battlewise.api.store.database import Store, StoreError
from battlewise.api.store.tables import metadata
from battlewise.bots.cli import app as cli
from battlewise.core import BattlewiseError, game
from bench.http import free_port
from tests.service.match_tables import PEOPLE, Table, keeper_of, service, settings_of

DATABASE = os.environ.get("BATTLEWISE_TEST_DATABASE", "")
AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "level": "beginner"}]
VIEW = {"seat": 0, "board": ["......."] * 4 + ["...o...", "...x..."]}


def test_limits_are_said() -> None:
    got = service().test_client().get("/v1/limits").get_json()
    assert got["iterations"] == Settings().max_iterations
    assert got["matches"] == Settings().max_matches


def test_requests_are_limited_by_what_they_cost() -> None:
    client = service(COST_A_MINUTE=30).test_client()
    dear = {"view": VIEW, "budget": {"iterations": 2000}}
    assert client.post("/v1/games/connect_four/moves", json=dear).status_code == 200
    refused = client.post("/v1/games/connect_four/moves", json=dear)
    assert refused.status_code == 429
    assert refused.mimetype == "application/problem+json"
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    other = {"REMOTE_ADDR": "10.0.0.9"}
    assert client.get("/v1/games", environ_overrides=other).status_code == 200
    assert [client.get("/v1/games").status_code for _ in range(10)].count(429) > 0
    assert client.get("/healthz").status_code == 200


def test_behind_a_proxy_the_callers_address_counts() -> None:
    client = service(COST_A_MINUTE=1, PROXIES=1).test_client()
    for last in range(3):
        answer = client.get("/v1/games", headers={"X-Forwarded-For": f"1.2.3.4, 10.0.0.{last}"})
        assert answer.status_code == 200
    assert client.get("/v1/games", headers={"X-Forwarded-For": "10.0.0.0"}).status_code == 429


def test_too_many_matches_or_searches_are_refused_before_work_starts() -> None:
    app = service(MAX_MATCHES=1)
    client = app.test_client()
    table = Table(client, game="connect_four", seats=AGAINST_A_BOT).join()
    full = client.post("/v1/matches", json={"game": "pig"})
    assert (full.status_code, full.headers["Retry-After"]) == (503, "60")
    keeper = keeper_of(app)
    keeper._settings = keeper._settings.model_copy(update={"bot_backlog": 0})
    busy = table.seats[0].move("d")
    assert busy.status_code == 503
    assert busy.headers["Retry-After"]
    assert table.host.state()["version"] == 3, "something was written"
    app.close()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:80", 200),
        ("evil.example", 400),
        ("", 400),
    ],
)
def test_only_known_hosts_are_answered(host: str, status: int) -> None:
    answer = service().test_client().get("/v1/games", headers={"Host": host})
    assert answer.status_code == status
    if status == 400:
        assert answer.mimetype == "application/problem+json"


def test_headers_keep_pages_and_secrets_apart() -> None:
    client = service().test_client()
    api = client.get("/v1/games").headers
    assert api["Content-Security-Policy"].startswith("default-src 'none'")
    assert (api["X-Content-Type-Options"], api["Referrer-Policy"]) == ("nosniff", "no-referrer")
    assert "Access-Control-Allow-Origin" not in api
    table = Table(client, game="pig")
    shown = table.seats[0].get().headers
    assert shown["Cache-Control"] == "private, no-store"
    assert "Authorization" in shown["Vary"]
    assert "frame-ancestors 'none'" in client.get("/match").headers["Content-Security-Policy"]


def test_other_origins_only_when_allowed() -> None:
    client = service(CORS_ORIGINS="https://play.example").test_client()
    asked = {"Origin": "https://play.example", "Access-Control-Request-Method": "POST"}
    allowed = client.options("/v1/matches", headers=asked)
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://play.example"
    other = client.options("/v1/matches", headers={**asked, "Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in other.headers


def test_requests_have_ids_that_logs_name(capsys: pytest.CaptureFixture[str]) -> None:
    client = service().test_client()
    given = client.get("/v1/games", headers={"X-Request-ID": "my-id.7"})
    assert given.headers["X-Request-ID"] == "my-id.7"
    strange = client.get("/v1/games", headers={"X-Request-ID": 'x" bad'})
    assert strange.headers["X-Request-ID"] != 'x" bad'
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["request_id"] for line in lines] == ["my-id.7", strange.headers["X-Request-ID"]]
    assert lines[0]["route"] == "/v1/games"
    assert lines[0]["status"] == 200


def test_a_fault_is_logged_without_what_it_was_about(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the ace of canaries")

    monkeypatch.setattr("battlewise.api.routes.access.described", broken)
    client = service().test_client()
    assert client.post("/v1/matches", json={"game": "pig"}).status_code == 500
    printed = capsys.readouterr().err
    assert "RuntimeError" in printed
    assert "canaries" not in printed


def test_metrics_have_a_listener_of_their_own() -> None:
    port = free_port()
    app = service(METRICS_PORT=port)
    client = app.test_client()
    Table(client, game="pig")
    assert client.get("/metrics").status_code == 404
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    assert 'battlewise_requests_total{method="POST",route="/v1/matches",status="201"} 1.0' in text
    assert text == generate_latest(app.parts.metrics.registry).decode()
    app.close()


def test_what_a_caller_sends_as_a_method_goes_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    app = service()
    assert app.test_client().open("/v1/games", method="SECRET-TOKEN-7").status_code == 405
    kept = generate_latest(app.parts.metrics.registry).decode() + capsys.readouterr().err
    assert "SECRET-TOKEN-7" not in kept
    assert 'method="other"' in kept


def test_readiness_ends_before_the_service_does() -> None:
    app = service()
    client = app.test_client()
    assert client.get("/readyz").get_json() == {"status": "ready"}
    keeper_of(app).stop()
    refused = client.get("/readyz")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert client.get("/healthz").status_code == 200


def test_a_service_whose_disk_is_full_is_not_ready(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs root, to mount a small disk")
    try:
        app = service(DATABASE_URL=f"sqlite:///{disk}/kept.db")
        client = app.test_client()
        assert client.get("/readyz").status_code == 200
        with (disk / "filling").open("wb", buffering=0) as filling, suppress(OSError):
            while filling.write(bytes(4096)):
                pass
        app.parts.store._asked = 0.0
        refused = client.get("/readyz")
        assert (refused.status_code, refused.mimetype) == (503, "application/problem+json")
        assert client.get("/healthz").status_code == 200
        (disk / "filling").unlink()
        assert client.get("/readyz").status_code == 200
        app.close()
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.parametrize("name", ["PROXIES", "METRICS_PORT", "DATABASE_URL", "ALLOWED_HOSTS"])
def test_wrong_settings_are_named(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        settings_of(**{name: -1})


def test_a_database_that_is_not_one_is_named() -> None:
    for url in ("nonsense", "sqlite:////proc/nothing/x.db", "postgresql://localhost:1/nothing"):
        app = create_app(settings_of(DATABASE_URL=url))
        with pytest.raises(StoreError, match="database: "):
            app.start()
        client = app.test_client()
        assert client.post("/v1/matches", json={"game": "pig"}).status_code == 503


def test_greedy_bots_that_look_at_much_cost_more() -> None:
    players = Players.within(Settings())
    assert players.cost("greedy:worlds=1000", game("history")) > 100
    assert players.cost("greedy:worlds=1000", game("connect_four")) == 1


# -- the database: migrations, who may read it, backups


def test_migrations_make_the_tables_that_the_code_knows(tmp_path: Path) -> None:
    made = Store(DATABASE or f"sqlite:///{tmp_path}/new.db", str(tmp_path))
    made.open()
    with made.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    made.close()


def test_matches_of_the_first_version_go_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/old.db"
    app = service(DATABASE_URL=url)
    table = Table(app.test_client(), game="leduc", seats=PEOPLE).join()
    table.mover().move(table.mover().state()["moves"][0]["text"])
    before = table.seats[0].state()
    with keeper_of(app).store.engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(database.__file__).with_name("migrations")))
        config.attributes["connection"] = connection
        downgrade(config, "first")
        assert compare_metadata(MigrationContext.configure(connection), metadata) != []
    app.close()
    app = service(DATABASE_URL=url)
    for seat in (table.host, *table.seats.values()):
        seat.client = app.test_client()
    assert table.seats[0].state() | {"since": 0} == before | {"since": 0}
    table.play_on()
    table.seats[0].post("/rematch")
    assert table.seats[1].post("/rematch").get_json()["match"] is not None
    app.close()


def test_nobody_else_reads_the_database_or_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.umask(0o022)
    try:
        app = service(DATABASE_URL=f"sqlite:///{tmp_path}/kept.db")
        Table(app.test_client(), game="leduc", seats=PEOPLE).join()
        seen = {path.name for path in tmp_path.glob("kept.db*")}
        monkeypatch.setattr(backup, "_ledgers_of", lambda *_: seen.update(_readable(tmp_path)) or [])
        backup.backup(f"sqlite:///{tmp_path}/kept.db", tmp_path / "copy.db")
        app.close()
    finally:
        os.umask(before)
    assert {"kept.db", "kept.db-wal"} <= seen
    assert _readable(tmp_path) == [], "others may read it"
    assert seen == {path for path in seen if path.startswith("kept.db")}


def _readable(folder: Path) -> list[str]:
    """What others may read, in folders that they may enter, the lock aside: nothing stands in it."""
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file()
        and path.stat().st_mode & 0o077
        and (path.parent == folder or path.parent.stat().st_mode & 0o077)
        and not path.name.endswith("-lock")
    ]


def test_a_backup_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "copy.db"
    with pytest.raises(StoreError, match="no file"):
        backup.backup(f"sqlite:///{tmp_path}/nothing/kept.db", copy)
    assert list(tmp_path.iterdir()) == []
    url = f"sqlite:///{tmp_path}/kept.db"
    app = service(DATABASE_URL=url)
    client = app.test_client()
    body = {"game": "leduc", "entrants": {"a": "random", "b": "greedy"}, "blocks": 1}
    made = client.post("/v1/tournaments", json=body).get_json()["tournament"]["id"]
    assert client.get(f"/v1/tournaments/{made}?wait=20").get_json()["status"] == "done"
    with pytest.raises(StoreError, match="FILES"):
        backup.backup(url, copy, str(tmp_path / "elsewhere"))
    assert not copy.exists()
    backup.backup(url, copy)
    backup.restore(f"sqlite:///{tmp_path}/other.db", copy, str(tmp_path / "ledgers"))
    assert [path.name for path in (tmp_path / "ledgers").iterdir()] == [f"{made}.db"]
    app.close()
    app = service(DATABASE_URL=f"sqlite:///{tmp_path}/other.db", FILES=str(tmp_path / "ledgers"))
    assert app.test_client().get(f"/v1/tournaments/{made}").get_json()["games"] == 2
    app.close()


def test_backup_while_it_runs_and_restore(tmp_path: Path) -> None:
    first, second, file = (f"sqlite:///{tmp_path}/{name}.db" for name in ("first", "second", "copy"))
    copy = Path(file.removeprefix("sqlite:///"))
    app = service(DATABASE_URL=first)
    table = Table(app.test_client(), game="leduc", seats=PEOPLE).join()
    run = CliRunner()
    done = run.invoke(cli, ["backup", str(copy), "--database", first])
    assert done.exit_code == 0, done.output
    assert copy.stat().st_mode & 0o077 == 0
    before = table.seats[0].state()
    table.mover().move(table.mover().state()["moves"][0]["text"])
    assert isinstance(run.invoke(cli, ["backup", str(copy), "--database", first]).exception, BattlewiseError)
    app.close()
    assert run.invoke(cli, ["restore", str(copy), "--database", second]).exit_code == 0
    again = run.invoke(cli, ["restore", str(copy), "--database", second])
    assert "not empty" in str(again.exception)
    app = service(DATABASE_URL=second)
    table.seats[0].client = app.test_client()
    assert table.seats[0].state() | {"since": 0} == before | {"since": 0}
    app.close()


def test_a_place_that_is_refused_says_whose_limit_is_reached() -> None:
    places = Places(most=3, an_address=2)
    assert [places.take(address) for address in ("a", "a", "a")] == [None, None, "address"]
    assert [places.take(address) for address in ("b", "b", "a")] == [None, "service", "address"]
    places.leave("a")
    assert places.take("b") is None
