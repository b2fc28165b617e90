"""The server itself, as a process of its own: slow, silent and greedy clients, its own errors, its end."""

import json
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bench.http import HOST
from bench.service import Served, ask
from tests.marks import long

VIEW = {"seat": 0, "board": ["......."] * 6}
MOVES = "/v1/games/connect_four/moves"
LONG = {"view": VIEW, "budget": {"milliseconds": 8000}}
ONE_SEARCH = {"SEARCH_WORKERS": "1", "MAX_ITERATIONS": "1000000000"}  # at a time, as long as its milliseconds


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[Served]:
    """A service that runs as `battlewise serve` runs it."""
    service = Served(str(folder), **settings)
    service.start()
    try:
        yield service
        assert service.faults() == []
    finally:
        service.kill()


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with short deadlines and one worker."""
    short = {"REQUEST_S": "1", "KEEPALIVE_S": "2", "CONNECTIONS_AN_ADDRESS": "40"}
    with serving(tmp_path_factory.mktemp("quick"), **short, **ONE_SEARCH) as service:
        yield service


def connect(service: Served, text: str = "", host: str = HOST) -> socket.socket:
    """A connection that has sent a text."""
    line = socket.create_connection((HOST, service.port), timeout=15, source_address=(host, 0))
    line.sendall(text.encode())
    return line


def answer(line: socket.socket) -> tuple[int, dict[str, str], Any]:
    """Status, headers and document of the answer on a connection, which must be the last one."""
    response = HTTPResponse(line)
    response.begin()
    document = json.loads(response.read())
    assert line.recv(1) == b"", "the connection stays open"
    return response.status, {name.lower(): value for name, value in response.getheaders()}, document


LENGTH = "Content-Length: 99"
BODY = f"POST {MOVES} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{LENGTH}\r\n\r\n"


@pytest.mark.parametrize("begun", ["GET /healthz HTT", BODY + '{"view"'], ids=["headers", "body"])
def test_a_request_that_does_not_arrive_is_ended(quick: Served, begun: str) -> None:
    line = connect(quick, begun)
    status, headers, problem = answer(line)
    assert (status, problem["status"], headers["connection"]) == (408, 408, "close")
    assert headers["content-type"] == "application/problem+json"
    assert "1 seconds" in problem["detail"]


@long
def test_a_request_that_drips_is_ended_too(quick: Served) -> None:
    line = connect(quick, "GET /healthz HTTP/1.1\r\n")
    begun = time.monotonic()
    while time.monotonic() < begun + 10:
        try:
            line.sendall(b"a")
        except OSError:
            break
        time.sleep(0.1)
    assert time.monotonic() < begun + 6
    line.close()


@long
def test_an_idle_connection_is_closed(quick: Served) -> None:
    for text in ("", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        line = connect(quick, text)
        begun = time.monotonic()
        while line.recv(4096):
            pass
        assert 1 < time.monotonic() - begun < 5


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("GARBAGE\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA: " + "a" * 20_000 + "\r\n\r\n", 431),
        (BODY.replace("99", "99999999") + "x" * 100_000, 413),
        (BODY.replace(LENGTH, "Transfer-Encoding: gzip"), 501),
        (BODY.replace(LENGTH, "Transfer-Encoding: chunked") + "5;" + "x" * 300, 400),
        (BODY.replace(LENGTH, "Transfer-Encoding: chunked") + "0\r\nA: " + "x" * 20_000, 400),
        (BODY.replace(LENGTH, "Transfer-Encoding: chunked").replace("1.1", "1.0") + "0\r\n\r\n", 400),
        (BODY.replace("99", "9" * 5000), 400),
        ("GET http://[ HTTP/1.1\r\n\r\n", 400),
    ],
)
def test_what_is_no_request_gets_a_problem_and_the_end(quick: Served, text: str, status: int) -> None:
    got, headers, problem = answer(connect(quick, text))
    assert (got, problem["status"], headers["connection"]) == (status, status, "close")
    assert headers["content-type"] == "application/problem+json"


def test_an_encoded_body_is_refused(quick: Served) -> None:
    line = HTTPConnection(HOST, quick.port, timeout=15)
    line.request("POST", MOVES, b"\x1f\x8b", {"Content-Type": "application/json", "Content-Encoding": "gzip"})
    response = line.getresponse()
    assert (response.status, response.headers["Accept-Encoding"]) == (415, "identity")
    assert json.loads(response.read())["detail"] == "the body must not be encoded"
    line.close()


def test_an_address_has_a_limit_of_connections(quick: Served) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(connect(quick, host="127.0.0.5")) for _ in range(40)]
        status, headers, problem = answer(stack.enter_context(connect(quick, host="127.0.0.5")))
        assert (status, headers["retry-after"]) == (429, "5")
        assert "limit of 40 connections" in problem["detail"]
        assert ask(quick.port, "GET", "/healthz") == {"status": "ok"}, "other addresses are served"
        held.pop().close()
        until = time.monotonic() + 5
        while not _is_served("127.0.0.5", quick) and time.monotonic() < until:
            time.sleep(0.05)
        assert _is_served("127.0.0.5", quick)


def _is_served(host: str, service: Served) -> bool:
    line = HTTPConnection(HOST, service.port, timeout=15, source_address=(host, 0))
    line.request("GET", "/healthz")
    status = line.getresponse().status
    line.close()
    return status == 200


def test_at_the_limit_of_all_the_silent_make_room(tmp_path: Path) -> None:
    with serving(tmp_path, MAX_CONNECTIONS="50") as service, ExitStack() as stack:
        held = [stack.enter_context(connect(service, "GET /")) for _ in range(120)]
        for _ in range(20):
            begun = time.monotonic()
            assert ask(service.port, "GET", "/healthz") == {"status": "ok"}
            assert time.monotonic() < begun + 1
        with suppress(ConnectionResetError):  # closed before it was read
            assert held[0].recv(1) == b"", "the first of them is closed"


def test_a_search_that_nobody_waits_for_stops(quick: Served) -> None:
    for _ in range(3):
        line = HTTPConnection(HOST, quick.port, timeout=15)
        line.request("POST", MOVES, json.dumps(LONG), {"Content-Type": "application/json"})
        time.sleep(0.2)
        assert line.sock is not None
        line.sock.close()
    begun = time.monotonic()
    ask(quick.port, "POST", MOVES, {"view": VIEW, "level": "beginner"})
    assert time.monotonic() < begun + 1


def test_a_search_that_nobody_waits_for_stops_behind_another_request(quick: Served) -> None:
    text = json.dumps(LONG)
    head = f"POST {MOVES} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    line = connect(quick, f"{head}Content-Length: {len(text)}\r\n\r\n{text}GET /healthz HTTP/1.1\r\n\r\n")
    time.sleep(0.3)
    line.close()
    begun = time.monotonic()
    ask(quick.port, "POST", MOVES, {"view": VIEW, "level": "beginner"})
    assert time.monotonic() < begun + 1


def test_a_connection_has_a_limit_of_requests_that_wait(quick: Served) -> None:
    line = connect(quick, "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
    with suppress(ConnectionResetError):
        while line.recv(65536):
            pass
    line.close()
    assert ask(quick.port, "GET", "/healthz") == {"status": "ok"}


def test_a_request_that_expects_to_continue_without_a_body_is_answered(quick: Served) -> None:
    for _ in range(2):
        line = connect(quick, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"
        line.close()


def test_a_search_ends_at_its_deadline_with_what_it_found(quick: Served) -> None:
    begun = time.monotonic()
    found = ask(quick.port, "POST", MOVES, LONG | {"timeout_ms": 500})
    assert 0.4 < time.monotonic() - begun < 1.5
    assert found["search"]["iterations"] > 0


def test_a_queue_that_takes_too_long_says_so_at_once(quick: Served) -> None:
    ask(quick.port, "POST", MOVES, LONG | {"budget": {"milliseconds": 300}})  # the pace is known
    long = Thread(target=ask, args=(quick.port, "POST", MOVES, LONG | {"budget": {"milliseconds": 3000}}))
    long.start()
    time.sleep(0.3)
    line = HTTPConnection(HOST, quick.port, timeout=15)
    body = json.dumps({"view": VIEW, "level": "beginner", "timeout_ms": 300})
    begun = time.monotonic()
    line.request("POST", MOVES, body, {"Content-Type": "application/json"})
    response = line.getresponse()
    assert time.monotonic() < begun + 0.25
    assert response.status == 503
    assert 1 <= int(response.headers["Retry-After"]) <= 5
    assert "timeout_ms" in json.loads(response.read())["detail"]
    line.close()
    long.join()


def test_a_timeout_over_the_limit_is_refused(quick: Served) -> None:
    line = HTTPConnection(HOST, quick.port, timeout=15)
    body = json.dumps({"view": VIEW, "timeout_ms": 30_001})
    line.request("POST", MOVES, body, {"Content-Type": "application/json"})
    response = line.getresponse()
    problem = {"field": "timeout_ms", "problem": "is over this service's limit of 30000"}
    assert (response.status, json.loads(response.read())["errors"]) == (422, [problem])
    line.close()


def test_a_stream_that_is_closed_gives_its_place_back(tmp_path: Path) -> None:
    with serving(tmp_path, STREAMS_AN_ADDRESS="1") as service:
        seats = [{"kind": "remote"}] * 2
        made = ask(service.port, "POST", "/v1/matches", {"game": "connect_four", "seats": seats})
        path = f"/v1/matches/{made['match']['id']}/events"
        token = made["invitations"][0]["token"]
        headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"}

        def follow() -> HTTPResponse:
            line = HTTPConnection(HOST, service.port, timeout=15)
            line.request("GET", path, headers=headers)
            return line.getresponse()

        first = follow()
        assert (first.status, follow().status) == (200, 429)
        first.close()
        closed = time.monotonic()
        while follow().status != 200:
            time.sleep(0.05)
        assert time.monotonic() < closed + 1.2


def test_the_end_of_the_service_finishes_what_is_under_way(tmp_path: Path) -> None:
    service = Served(str(tmp_path), **ONE_SEARCH)
    service.start()
    seats = [{"kind": "remote"}] * 2
    made = ask(service.port, "POST", "/v1/matches", {"game": "connect_four", "seats": seats})
    stream = HTTPConnection(HOST, service.port, timeout=15)
    token = made["invitations"][0]["token"]
    headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"}
    stream.request("GET", f"/v1/matches/{made['match']['id']}/events", headers=headers)
    followed = stream.getresponse()
    assert followed.status == 200
    found: list[Any] = []
    searching = Thread(target=lambda: found.append(ask(service.port, "POST", MOVES, LONG)))
    searching.start()
    idle, half = connect(service), connect(service, "GET /")
    time.sleep(0.5)
    process = service._process
    assert process is not None
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    searching.join(10)
    assert found[0]["search"]["iterations"] > 0
    followed.read()  # it ends as a stream should
    try:
        assert process.wait(15) == 0
    except subprocess.TimeoutExpired:
        service.kill()
        raise
    assert time.monotonic() < begun + 5
    assert idle.recv(1) == half.recv(1) == b""
    with pytest.raises(ConnectionRefusedError):
        connect(service)
    stream.close()
