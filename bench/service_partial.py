"""Partial results and cancelling: ``python -m bench.service_partial``.

How long after a request the first partial result comes, and how long after a client has closed the
connection, or sent DELETE, the only worker is free. It exits with status 1 if an aim is missed.
"""

import argparse
import json
import sys
import time
from http.client import HTTPConnection, HTTPResponse
from statistics import median
from typing import Any

from bench.http import HOST
from bench.service import Served, ask, served

FIRST_S = 0.2  # to the first partial result
FREED_S = 0.05  # from the end of a search to the next one, besides what that takes by itself
MOVES = "/v1/games/connect_four/moves"
VIEW = {"seat": 0, "board": ["......."] * 6}
LONG = {"milliseconds": 9000}
MATCH = {"game": "connect_four", "seats": [{"kind": "remote"}] * 2, "hints": True}


class Events:
    """The server-sent events that come after a request."""

    def __init__(self, port: int, method: str, path: str, body: object = None, token: str = "") -> None:
        self._line = HTTPConnection(HOST, port, timeout=30)
        headers = {"Accept": "text/event-stream", "Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._line.request(method, path, None if body is None else json.dumps(body), headers)
        self.answer: HTTPResponse = self._line.getresponse()

    def next(self) -> tuple[str, Any] | None:
        """The kind and the data of the next event; None at the end."""
        kind = ""
        while text := self.answer.readline().decode():
            name, _, value = text.strip().partition(": ")
            if name == "event":
                kind = value
            elif name == "data":
                return kind, json.loads(value)
        return None

    def rest(self) -> list[tuple[str, Any]]:
        """The events up to the end."""
        return list(iter(self.next, None))

    def close(self) -> None:
        """Close the connection, whatever still comes."""
        self.answer.close()
        self._line.close()


def table(port: int) -> tuple[str, str]:
    """The path of a match and the token of the seat to move."""
    made = ask(port, "POST", "/v1/matches", MATCH)
    return f"/v1/matches/{made['match']['id']}", made["invitations"][0]["token"]


def short(port: int) -> float:
    """The seconds that a short search takes, with the wait for a worker."""
    begun = time.perf_counter()
    ask(port, "POST", MOVES, {"view": VIEW, "budget": {"iterations": 8}})
    return time.perf_counter() - begun


def first(service: Served) -> float:
    """The seconds to the first partial result of a move."""
    begun = time.perf_counter()
    events = Events(service.port, "POST", MOVES, {"view": VIEW, "budget": LONG})
    assert events.next() is not None
    took = time.perf_counter() - begun
    events.close()
    return took


def closed(service: Served) -> float:
    """The seconds from a closed connection to the answer of a short search."""
    events = Events(service.port, "POST", MOVES, {"view": VIEW, "budget": LONG})
    assert events.next() is not None
    events.close()
    return short(service.port)


def deleted(service: Served) -> float:
    """The seconds that it takes to cancel an analysis, which then has its result."""
    path, token = table(service.port)
    events = Events(service.port, "POST", f"{path}/analyses", {"kind": "analysis", "budget": LONG}, token)
    assert events.next() is not None
    begun = time.perf_counter()
    ask(service.port, "DELETE", events.answer.headers["Location"], token=token)
    took = time.perf_counter() - begun
    events.close()
    return took


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = range(parser.parse_args().rounds)
    wrong = []
    with served(MAX_ITERATIONS="1000000000", SEARCH_WORKERS="1") as service:
        alone = median(short(service.port) for _ in rounds)
        for name, measure, aim in (
            ("first partial result", first, FIRST_S),
            ("a short search after a closed connection", closed, FREED_S + alone),
            ("an analysis ended by DELETE", deleted, FREED_S + alone),
        ):
            times = [1000 * measure(service) for _ in rounds]
            print(f"{name}: median {median(times):.0f} ms, most {max(times):.0f} ms", flush=True)
            wrong += [f"{name}: over {1000 * aim:.0f} ms"] if median(times) > 1000 * aim else []
        print(f"a short search by itself: {1000 * alone:.0f} ms")
    for line in wrong:
        print("WRONG:", line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
