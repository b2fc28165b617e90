"""Start-up and shut-down: of the service as it is run, and with Python's assertions off."""

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from battlewise.api.app import create_app
from battlewise.api.settings import Settings, SettingsError, span
from battlewise.api.store.database import Store, StoreError
from battlewise_client import Service
from bench.http import free_port, serving
from tests.marks import long
from tests.service.match_tables import settings_of

SECONDS = 60.0


@pytest.mark.parametrize(
    "flags", [pytest.param([], id="plain"), pytest.param(["-O"], id="optimised", marks=long)]
)
def test_the_service_claims_its_database_and_its_bots_move(tmp_path: Path, flags: list[str]) -> None:
    url, port = f"sqlite:///{tmp_path}/kept.db", free_port()
    own = {"DATABASE_URL": url, "BOT_TICK_MS": "0"}
    with subprocess.Popen(
        serving(port, *flags),
        env=os.environ | {f"BATTLEWISE_API_{name}": value for name, value in own.items()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_until_ready(address)
            other = Store(url)
            other.open()
            with pytest.raises(StoreError, match="another service"):
                other.claim()
            other.close()
            seats = [{"kind": "person"}, {"kind": "bot", "level": "beginner"}]
            seat = Service(address).create_match(game="connect_four", seats=seats).seats[0]
            seat.move("d", seat.join()["version"])
            match = next(seat.turns())
            assert match["view"] is not None
            assert sum(row.count("o") for row in match["view"]["board"]) == 1
        finally:
            server.terminate()
            server.wait(SECONDS)
    last = Store(url)
    last.open()
    last.claim()
    last.close()


def _wait_until_ready(address: str) -> None:
    until = time.monotonic() + SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=5):
                return
        except (OSError, urllib.error.URLError):
            assert time.monotonic() < until, "the service does not start"
            time.sleep(0.1)


def test_an_application_keeps_nothing_before_its_start() -> None:
    app = create_app(settings_of())
    refused = app.test_client().post("/v1/matches", json={"game": "pig"})
    assert refused.status_code == 503
    app.close()


# -- settings


def test_every_setting_has_a_description_and_its_default_is_in_its_range() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        Settings(**{name: field.default})


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("MAX_ITERATIONS", "many", "a whole number from 1 to 1000000000"),
        ("PROXIES", "-1", "a whole number from 0 to 16"),
        ("METRICS_PORT", "70000", "a whole number from 0 to 65535"),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_right(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, right: str
) -> None:
    monkeypatch.setenv(f"BATTLEWISE_API_{name}", value)
    with pytest.raises(SettingsError) as refused:
        Settings()
    assert str(refused.value) == f"BATTLEWISE_API_{name}: {value!r} is not {right}"


def test_names_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATTLEWISE_API_CORS_ORIGINS", "https://one.example, https://two.example")
    assert Settings().cors_origins == ("https://one.example", "https://two.example")


def test_there_is_no_other_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="BATTLEWISE_API_MAX_WISHES: there is no such setting"):
        settings_of(MAX_WISHES=3)
    monkeypatch.setenv("BATTLEWISE_API_MAX_ITERATION", "5")
    with pytest.raises(SettingsError, match="BATTLEWISE_API_MAX_ITERATION: there is no such setting"):
        Settings()


def rows() -> Iterator[str]:
    """The table of settings, as docs/service.md has it."""
    for name, field in Settings.model_fields.items():
        default = ",".join(field.default) if isinstance(field.default, tuple) else str(field.default)
        if name == "search_workers":
            default = "one a processor"
        yield f"| `{name.upper()}` | {default or 'empty'} | {span(field)} | {field.description} |"


def test_every_setting_is_documented() -> None:
    document = (Path(__file__).parents[2] / "docs" / "service.md").read_text("utf-8")
    assert [row for row in rows() if row not in document] == []


def test_a_port_for_metrics_that_is_taken_leaves_no_claim(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/kept.db"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=r"BATTLEWISE_API_METRICS_PORT: .* choose another port"):
            create_app(settings_of(DATABASE_URL=url, METRICS_PORT=port)).start()
    create_app(settings_of(DATABASE_URL=url)).start().close()


def test_a_database_of_another_kind_is_refused() -> None:
    with pytest.raises(StoreError, match="'mysql' must be sqlite or postgresql"):
        create_app(settings_of(DATABASE_URL="mysql://somewhere/x")).start()
