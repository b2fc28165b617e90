"""Services in processes of their own over one database, and matches that they keep, for tests."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from bench.http import HOST, free_port

POSTGRESQL = os.environ.get("BATTLEWISE_TEST_DATABASE", "")
PATIENCE_S = 60.0
Doc = dict[str, Any]


class Answer:
    """An answer, read whole."""

    def __init__(self, status: int, headers: Any, content: bytes) -> None:
        self.status = status
        self.headers = headers
        self.content = content

    @property
    def doc(self) -> Doc:
        found: Doc = json.loads(self.content)
        return found


def ask(
    port: int, method: str, path: str, body: object = None, token: str | None = None, **headers: str
) -> Answer:
    """One request on a connection of its own."""
    line = HTTPConnection(HOST, port, timeout=40)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        sent["Content-Type"] = "application/json"
    if token:
        sent["Authorization"] = f"Bearer {token}"
    line.request(method, path, None if body is None else json.dumps(body), sent)
    answer = line.getresponse()
    found = Answer(answer.status, answer.headers, answer.read())
    line.close()
    return found


class Replica:
    """A service in a process group of its own."""

    def __init__(self, folder: Path, files: Path, **settings: str) -> None:
        self.port = free_port()
        own = {
            "DATABASE_URL": POSTGRESQL,
            "REPLICA_URL": f"http://{HOST}:{self.port}",
            "FILES": str(files),
            "BOT_TICK_MS": "0",
            "COST_A_MINUTE": "1000000000",
            "ANALYSES_AN_ADDRESS": "1",
            "CONNECTIONS_AN_ADDRESS": "1000",
            **settings,
        }
        self._environment = os.environ | {f"BATTLEWISE_API_{name}": value for name, value in own.items()}
        self.log = folder / f"{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, ready: bool = True) -> None:
        command = [str(Path(sys.executable).with_name("battlewise")), "serve"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--host", HOST, "--port", str(self.port)],
                env=self._environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )
        if ready:
            until(self.is_ready)

    def is_ready(self) -> bool:
        try:
            return ask(self.port, "GET", "/readyz").status == 200
        except (OSError, HTTPException):
            return False

    def signal(self, number: int) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, number)

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.signal(signal.SIGKILL)
            self.process.wait()

    def end(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(30)


def until(done: Callable[[], object], seconds: float = PATIENCE_S) -> float:
    """Wait for something to be so; the seconds it took."""
    begun = time.monotonic()
    while not done():
        assert time.monotonic() < begun + seconds, "it does not come to that"
        time.sleep(0.05)
    return time.monotonic() - begun


class Table:
    """A match that a replica has made."""

    def __init__(self, port: int, game: str = "connect_four", bot: bool = False, **body: object) -> None:
        seats = [{"kind": "remote"}, {"kind": "bot", "level": "beginner"} if bot else {"kind": "remote"}]
        made = ask(port, "POST", "/v1/matches", {"game": game, "seats": seats, **body})
        assert made.status == 201, made.content
        self.id: str = made.doc["match"]["id"]
        self.path = f"/v1/matches/{self.id}"
        self.host: str = made.doc["host_token"]
        self.tokens: dict[int, str] = {one["seat"]: one["token"] for one in made.doc["invitations"]}

    def state(self, port: int, seat: int = 0) -> Doc:
        found = ask(port, "GET", self.path, token=self.tokens[seat])
        assert found.status == 200, found.content
        return found.doc

    def act(
        self, port: int, action: str, seat: int = 0, version: int | None = None, **more: object
    ) -> Answer:
        version = self.state(port, seat)["version"] if version is None else version
        body = {"action": action, **more}
        headers = {"If_Match": f'"{version}"'}
        return ask(port, "POST", f"{self.path}/actions", body, self.tokens[seat], **headers)


def answers(port: int, table: Table) -> bool:
    """Whether a match is answered."""
    try:
        return ask(port, "GET", table.path, token=table.tokens[0]).status == 200
    except (OSError, HTTPException):
        return False


class Stream:
    """The events of a match as they come."""

    def __init__(self, port: int, table: Table, seat: int, last: int | None = None) -> None:
        self._line = HTTPConnection(HOST, port, timeout=20)
        headers = {"Authorization": f"Bearer {table.tokens[seat]}", "Accept": "text/event-stream"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self._line.request("GET", f"{table.path}/events", headers=headers)
        self._answer = self._line.getresponse()
        self.status = self._answer.status

    def next(self) -> tuple[str, int] | None:
        """The kind and number of the next event; None at the end."""
        kind = ""
        while line := self._answer.readline().decode():
            name, _, value = line.strip().partition(": ")
            if name == "event":
                kind = value
            elif name == "id":
                return kind, int(value)
        return None

    def close(self) -> None:
        self._line.close()
