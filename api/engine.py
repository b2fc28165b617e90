"""The engine protocol: the service's stateless requests as JSON lines on standard input and output.

A desktop front end, a program in another language or another version of Battlewise runs ``battlewise engine``
and needs no port. Lines are answered in the order in which they end; each gets exactly one answer. A request
for a move with `partial_ms` gets partial results before it.
"""

import json
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event, Lock
from typing import Any

from battlewise.api.app import Application, create_app
from battlewise.api.operations.problems import Kind
from battlewise.api.routes.streams import STREAM
from battlewise.api.settings import Settings

AT_A_TIME = 64  # lines; searches among them wait for one another
MOST_PENDING = 10_000  # lines that wait
LONGEST = 1 << 20  # characters of a line
REQUESTS = {
    "games": ("GET", "/v1/games"),
    "game": ("GET", "/v1/games/{game}"),
    "legal-moves": ("POST", "/v1/games/{game}/legal-moves"),
    "moves": ("POST", "/v1/games/{game}/moves"),
    "next": ("POST", "/v1/games/{game}/next"),
    "outcomes": ("POST", "/v1/games/{game}/outcomes"),
    "positions": ("POST", "/v1/games/{game}/positions"),
}
UNLIMITED = {
    "cost_a_minute": 1_000_000_000,
    "max_iterations": 1_000_000_000,
    "max_milliseconds": 100_000,
    "max_timeout_ms": 600_000,
    "max_streams": AT_A_TIME,
    "streams_an_address": AT_A_TIME,
    "max_content_length": LONGEST,
    "allowed_hosts": (),
}


class Engine:
    """Answers lines.

    :param app: a service, which need not be started.
    :param write: called with each answer, from any thread, one at a time.
    """

    def __init__(self, app: Application, write: Callable[[dict[str, Any]], None]) -> None:
        self._app = app
        self._write = write
        self._pool = ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="line")
        self._lock = Lock()
        self._live: dict[str, Event] = {}  # by id, what stops a request

    def take(self, line: str) -> None:
        """Answer a line, now or later."""
        try:
            asked = json.loads(line) if len(line) <= LONGEST else None
        except (ValueError, RecursionError):
            asked = None
        if not isinstance(asked, dict):
            self._refuse(
                None, Kind.MALFORMED, f"a line must be a JSON object of at most {LONGEST} characters"
            )
            return
        name, what = asked.pop("id", None), asked.pop("request", None)
        if not isinstance(name, str) or not 0 < len(name) <= 200:
            self._refuse(None, Kind.INVALID, "id: must be a text of 1 to 200 characters")
        elif what == "terminate":
            self._terminate(name, asked)
        elif not isinstance(what, str) or what not in REQUESTS:
            self._refuse(name, Kind.INVALID, f"request: must be one of {', '.join([*REQUESTS, 'terminate'])}")
        else:
            self._begin(name, what, asked)

    def close(self) -> None:
        """Stop the requests under way, and wait for their answers."""
        with self._lock:
            for stop in self._live.values():
                stop.set()
        self._pool.shutdown()
        self._app.close()

    def _begin(self, name: str, what: str, body: dict[str, Any]) -> None:
        stop = Event()
        with self._lock:
            known, full = name in self._live, len(self._live) >= MOST_PENDING
            if not known and not full:
                self._live[name] = stop
        if known:
            self._refuse(name, Kind.ID_IN_USE, "id: another request with this id is under way")
        elif full:
            self._refuse(
                name, Kind.OVERLOADED, f"{MOST_PENDING} requests are under way; retry when one has ended"
            )
        else:
            self._pool.submit(self._answer, name, what, body, stop)

    def _answer(self, name: str, what: str, body: dict[str, Any], stop: Event) -> None:
        status, document = 500, _problem(Kind.FAULT, "internal error")

        def report(partial: dict[str, Any]) -> None:
            with self._lock:
                self._write({"id": name, "status": 200, "partial": partial})

        try:
            status, document = self._ask(what, body, stop, report)
        finally:
            with self._lock:
                del self._live[name]
                self._write({"id": name, "status": status, "answer": document})

    def _ask(
        self, what: str, body: dict[str, Any], stop: Event, report: Callable[[dict[str, Any]], None]
    ) -> tuple[int, dict[str, Any]]:
        method, route = REQUESTS[what]
        if "{game}" in route:
            game = body.pop("game", None)
            if not isinstance(game, str) or not game.replace("_", "").isalnum() or not game.isascii():
                return 422, _problem(Kind.INVALID, "game: must be the id of a game")
            route = route.format(game=game)
        answer = self._app.test_client().open(
            route,
            method=method,
            json=body if method == "POST" else None,
            headers={"Accept": STREAM} if what == "moves" and "partial_ms" in body else {},
            environ_overrides={"waitress.client_disconnected": stop.is_set},
        )
        document: dict[str, Any]
        if answer.mimetype != STREAM:
            document = answer.get_json(force=True)
            return answer.status_code, document
        with closing(answer):
            for kind, document in map(_event, answer.iter_encoded()):
                if kind == "partial":
                    report(document)
        return (200 if kind == "final" else document["status"]), document

    def _terminate(self, name: str, asked: dict[str, Any]) -> None:
        """Stop a request; it answers with what it found. The line itself is answered too."""
        target = asked.get("terminate")
        with self._lock:
            stop = self._live.get(target) if isinstance(target, str) else None
            if stop is not None:
                stop.set()
            self._write({"id": name, "status": 200, "answer": {"terminated": stop is not None}})

    def _refuse(self, name: str | None, kind: Kind, detail: str) -> None:
        with self._lock:
            self._write({"id": name, "status": kind.status, "answer": _problem(kind, detail)})


def _problem(kind: Kind, detail: str) -> dict[str, Any]:
    """A problem document as the service writes them."""
    field, separator, problem = detail.partition(": ")
    errors = [{"field": field, "problem": problem}] if separator else []
    document = {"type": kind.uri, "title": kind.title, "status": kind.status}
    return {**document, "detail": detail, "errors": errors}


def _event(text: bytes) -> tuple[str, dict[str, Any]]:
    """The kind and the data of an event of a stream; of a comment, the empty ones."""
    fields = dict(line.split(": ", 1) for line in text.decode().splitlines() if ": " in line)
    return fields.get("event", ""), json.loads(fields.get("data", "{}"))


def serve_lines(lines: Iterable[str]) -> None:
    """Answer lines on standard output until they end."""

    def write(answer: dict[str, Any]) -> None:
        print(json.dumps(answer, separators=(",", ":")), flush=True)

    engine = Engine(create_app(Settings(**UNLIMITED)), write)
    try:
        for line in lines:
            if line.strip():
                engine.take(line)
    finally:
        engine.close()


def main() -> None:
    """Answer the lines of standard input."""
    serve_lines(sys.stdin)
