"""The service under hostile clients: ``python -m bench.service_hostile half-open|abandoned|overload``.

Every trial starts a service of its own, and exits with status 1 if it missed its aim.
"""

import argparse
import json
import resource
import socket
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from statistics import median, quantiles
from typing import Any

from battlewise.core import game
from bench.http import HOST
from bench.service import Refused, Served, ask, crowd, served

CLIENTS = 16
MOVES = "/v1/games/connect_four/moves"
JSON = {"Content-Type": "application/json"}
MATCH = {"game": "connect_four", "seats": [{"kind": "remote"}] * 2}
KINDS = ("headers", "body", "idle", "dripping", "never reading")
VIEW = {"seat": 0, "board": ["......."] * 6}
ADDRESSES = 50


def half_open(seconds: float, connections: int, many: bool) -> list[str]:
    """Half-open connections of all kinds while clients play: the slowest request, and refusals.

    :param many: whether they come from many addresses, not one.
    """
    hosts = [f"127.0.1.{1 + i % ADDRESSES}" if many else "127.0.1.1" for i in range(connections)]
    with served(CONNECTIONS_AN_ADDRESS=str(connections)) as service, ExitStack() as stack:
        lines = [
            stack.enter_context(_half_open(service, KINDS[i % len(KINDS)], host))
            for i, host in enumerate(hosts)
        ]
        dripping = lines[KINDS.index("dripping") :: len(KINDS)]
        with crowd(1, lambda _, stop: _drip(dripping, stop)):
            times, refused = _play(service, seconds)
        wrong = [f"log: {line[:300]}" for line in service.faults()]
    where = f"{ADDRESSES} addresses" if many else "one address"
    _show(f"{connections} half-open connections from {where}, {CLIENTS} clients", times)
    wrong += [f"refused: {what}" for what in refused]
    return wrong + ([f"a request took {max(times):.2f} s"] if max(times) > 1 else [])


def _half_open(service: Served, kind: str, host: str) -> socket.socket:
    line = socket.create_connection((HOST, service.port), timeout=20, source_address=(host, 0))
    post = f"POST {MOVES} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
    if kind == "headers":
        line.sendall(post.encode())
    elif kind in ("body", "dripping"):
        line.sendall(f"{post}Content-Length: 5000\r\n\r\n{{".encode())
    elif kind == "never reading":
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        for _ in range(2):
            line.sendall(f"GET /openapi.json HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    return line


def _drip(lines: list[socket.socket], stop: threading.Event) -> None:
    while not stop.wait(1):
        for line in lines:
            with suppress(OSError):  # the service has closed it
                line.sendall(b" ")


def _play(service: Served, seconds: float) -> tuple[list[float], list[str]]:
    """Seconds of each request of clients that play both sides of a match, and what was refused."""
    times: list[float] = []
    refused: list[str] = []

    def play(_: int, stop: threading.Event) -> None:
        line = HTTPConnection(HOST, service.port, timeout=40)

        def timed(method: str, path: str, body: object = None, token: str = "", version: int = 0) -> Any:
            begun = time.perf_counter()
            try:
                return ask(service.port, method, path, body, token, version or None, line)
            finally:
                times.append(time.perf_counter() - begun)

        try:
            while not stop.is_set():
                made = timed("POST", "/v1/matches", MATCH)
                path = f"/v1/matches/{made['match']['id']}"
                tokens = {one["seat"]: one["token"] for one in made["invitations"]}
                state = timed("GET", path, token=tokens[0])
                while state["status"] == "running" and not stop.is_set():
                    token = tokens[state["to_move"]]
                    moves = timed("GET", path, token=token)["moves"]
                    body = {"action": "move", "move": moves[0]["text"]}
                    state = timed("POST", f"{path}/actions", body, token, state["version"])
        except (Refused, OSError, HTTPException) as error:
            refused.append(f"{type(error).__name__}: {error}")

    with crowd(CLIENTS, play):
        time.sleep(seconds)
    return times, refused


def abandoned(rounds: int) -> list[str]:
    """Eight searches of four seconds whose clients hang up: how long the next `easy` move takes."""
    before, after = [], []
    with served(MAX_ITERATIONS="1000000000") as service:
        easy = {"view": VIEW, "level": "easy"}
        for _ in range(rounds):
            begun = time.perf_counter()
            ask(service.port, "POST", MOVES, easy)
            before.append(time.perf_counter() - begun)
            body = json.dumps({"view": VIEW, "budget": {"milliseconds": 4000}})
            lines = [HTTPConnection(HOST, service.port, timeout=20) for _ in range(8)]
            for line in lines:
                line.request("POST", MOVES, body, JSON)
            time.sleep(0.3)
            for line in lines:
                line.close()
            begun = time.perf_counter()
            ask(service.port, "POST", MOVES, easy)
            after.append(time.perf_counter() - begun)
    _show("an easy move", before)
    _show("after 8 abandoned searches", after)
    delay = max(after) - median(before)
    print(f"delay: {delay:.3f} s at most")
    return [f"delayed by {delay:.2f} s"] if delay > 0.2 else []


def overload(seconds: float, clients: int, timeout_ms: int, search_ms: int) -> list[str]:
    """More clients than the machine carries: the times of those served, and of those refused.

    :param search_ms: of each request's search.
    """
    state = game("battlelore").new(seed=1)
    body = {
        "view": state.view(state.to_move),
        "timeout_ms": timeout_ms,
        "budget": {"milliseconds": search_ms},
    }
    times: dict[str, list[float]] = {"served": [], "refused": []}
    other: Counter[str] = Counter()
    with served(MAX_ITERATIONS="1000000000") as service:

        def post(_: int, stop: threading.Event) -> None:
            line = HTTPConnection(HOST, service.port, timeout=60)
            while not stop.is_set():
                begun = time.perf_counter()
                try:
                    ask(service.port, "POST", "/v1/games/battlelore/moves", body, connection=line)
                    times["served"].append(time.perf_counter() - begun)
                except Refused as refused:
                    times["refused"].append(time.perf_counter() - begun)
                    other[f"{refused.status}" + (" with Retry-After" if refused.is_overload else "")] += 1
                    stop.wait(1)  # as Retry-After says

        with crowd(clients, post):
            time.sleep(seconds)
    _show(f"{clients} clients, searches of {search_ms} ms, timeout_ms {timeout_ms}: served", times["served"])
    _show("refused", times["refused"])
    print(f"refused with {dict(other)}")
    wrong = [f"{status}: {number} times" for status, number in other.items() if "Retry-After" not in status]
    if _p99(times["served"]) > timeout_ms / 1000:
        wrong.append("served later than the deadline at the 99th percentile")
    if times["refused"] and _p99(times["refused"]) > 0.1:
        wrong.append("refused later than 0.1 s at the 99th percentile")
    return wrong


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]


def _show(name: str, times: list[float]) -> None:
    if len(times) > 1:
        spread = f"median {median(times):.3f}, p99 {_p99(times):.3f}, most {max(times):.3f} s"
        print(f"{name}: {len(times)} requests, {spread}", flush=True)


def main() -> None:
    """Run a trial; ends with status 1 if it missed its aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trial", choices=("half-open", "abandoned", "overload"))
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--timeout", type=int, default=2000, help="milliseconds, of the trial overload")
    parser.add_argument("--search", type=int, default=200, help="milliseconds, of the trial overload")
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    if given.trial == "half-open":
        wrong = [one for many in (False, True) for one in half_open(given.seconds, given.connections, many)]
    elif given.trial == "abandoned":
        wrong = abandoned(5)
    else:
        wrong = overload(given.seconds, given.clients, given.timeout, given.search)
    for line in wrong[:20]:
        print("WRONG:", line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
