"""The cost of the service over HTTP: CPU time of a request without its search, latency, time in the queue."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from battlewise.core import game

HOST = "127.0.0.1"
GAME = "battlelore"
SEARCH = "mcts:iterations=250"


def free_port() -> int:
    """A free port of the loopback interface."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextmanager
def service(**settings: str) -> Iterator[tuple[int, int]]:
    """The port and the process id of a service on the loopback interface.

    :param settings: its settings, such as BOT_TICK_MS; it has a database of its own.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        kept = {"DATABASE_URL": f"sqlite:///{folder}/bench.db", "COST_A_MINUTE": "1000000000", **settings}
        environment = os.environ | {f"BATTLEWISE_API_{name}": value for name, value in kept.items()}
        with open(Path(folder, "log"), "wb") as log:
            process = subprocess.Popen(serving(port), env=environment, stdout=log, stderr=log)
        try:
            _wait(port)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait()


def serving(port: int, *flags: str, host: str = HOST) -> list[str]:
    """The command that serves on an address.

    :param flags: of Python.
    """
    return [sys.executable, *flags, "-m", "battlewise.bots", "serve", "--host", host, "--port", f"{port}"]


def _wait(port: int) -> None:
    for _ in range(200):
        try:
            connection = HTTPConnection(HOST, port)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the service does not answer")


def cpu_seconds(pid: int) -> float:
    """CPU time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _post(connection: HTTPConnection, route: str, body: bytes) -> dict[str, Any]:
    connection.request("POST", f"/v1/games/{GAME}/{route}", body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    content = response.read()
    if response.status != 200:
        raise RuntimeError(content.decode())
    answer: dict[str, Any] = json.loads(content)
    return answer


def _cpu_a_request(port: int, worker: int, route: str, body: bytes, requests: int) -> float:
    """Milliseconds of the worker's CPU time."""
    connection = HTTPConnection(HOST, port)
    _post(connection, route, body)
    before = cpu_seconds(worker)
    for _ in range(requests):
        _post(connection, route, body)
    return 1000 * (cpu_seconds(worker) - before) / requests


def _latencies(port: int, clients: int, body: bytes, seconds: float) -> list[tuple[float, float, float]]:
    """Wall, search and queue milliseconds of each request; each client sends one after the other."""

    def one_client(_: int) -> list[tuple[float, float, float]]:
        connection = HTTPConnection(HOST, port)
        found = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            start = time.perf_counter()
            search = _post(connection, "moves", body)["search"]
            wall = 1000 * (time.perf_counter() - start)
            found.append((wall, search["milliseconds"], search["queue_milliseconds"]))
        return found

    with ThreadPoolExecutor(clients) as pool:
        return [row for rows in pool.map(one_client, range(clients)) for row in rows]


def rows(requests: int = 400, seconds: float = 4.0) -> list[tuple[str, str]]:
    """Names of measurements, and their figures with units.

    :param requests: to measure the CPU time of one, for each kind of request.
    :param seconds: of load, for each number of clients.
    """
    state = game(GAME).new(seed=1)
    view = state.view(state.to_move)

    def body(**fields: Any) -> bytes:
        return json.dumps({"view": view, **fields}).encode()

    found = []
    with service() as (port, worker):
        for name, route, content in (
            ("moves with the random bot", "moves", body(bot="random", seed=1)),
            ("legal-moves", "legal-moves", body()),
        ):
            cost = _cpu_a_request(port, worker, route, content, requests)
            found.append((f"CPU a request, {GAME} {name} (aim <= 5 ms)", f"{cost:.2f} ms"))
        for clients in (1, 16):
            measured = _latencies(port, clients, body(bot=SEARCH, seed=1), seconds)
            parts = [_spread(column) for column in zip(*measured, strict=True)]
            name = f"{SEARCH}, {clients} at a time: {len(measured) / seconds:,.0f} requests/s"
            found.append((name, "wall {}, search {}, queue {} ms (median, 95 %)".format(*parts)))
    return found


def _spread(values: tuple[float, ...]) -> str:
    return f"{median(values):.1f} {quantiles(values, n=20)[-1]:.1f}"
