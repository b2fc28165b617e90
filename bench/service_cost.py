"""What requests of matches cost the service: ``python -m bench.service_cost``.

CPU time of the service for a request, without searches of bots; ends with status 1 if a request costs more
than 5 ms.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any

from bench.http import HOST, cpu_seconds
from bench.service import Refused, Served, ask, served

COSTED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("connect_four", {}),
    ("battlelore", {"scenario": "full"}),
    ("battalla", {}),
    ("history", {}),
    ("batalj", {}),
)


def costs(game: str, options: dict[str, Any], requests: int) -> dict[str, float]:
    """Milliseconds of the service's CPU time for each kind of request that clients make often.

    :param requests: of each kind.
    """
    with served() as service:
        return _costs(service, game, options, requests)


def _costs(service: Served, game: str, options: dict[str, Any], requests: int) -> dict[str, float]:
    port = service.port

    def spent(one: Callable[[], object], times: int = requests) -> float:
        before = cpu_seconds(service.worker)
        for _ in range(times):
            one()
        return 1000 * (cpu_seconds(service.worker) - before) / times

    body = {"game": game, "options": options, "hints": True}
    people = {**body, "seats": [{"kind": "person"}] * 2}
    programs = {**body, "seats": [{"kind": "remote"}] * 2}
    tables = iter([_Table(port, people) for _ in range(requests)])
    costs = {"make": spent(lambda: ask(port, "POST", "/v1/matches", programs))}
    costs["join"] = spent(lambda: next(tables).join()) / 2
    costs["look"] = spent(_Table(port, programs).look)
    decisions = _decisions(port, programs, undo=False)
    costs["move"] = spent(lambda: next(decisions)) - costs["look"]
    decisions = _decisions(port, programs, undo=True)
    costs["undo, granted or not"] = spent(lambda: next(decisions)) - costs["look"] - costs["move"]
    table = _played(port, programs, 60)
    costs[f"look after {table.version} events"] = spent(table.look)
    costs["nothing new"] = spent(table.look_again)
    costs[f"list of {min(table.version, 500)} events"] = spent(table.events)
    costs["list of new events"] = spent(lambda: table.events(table.version - 2))
    costs["hint, asked for or fetched"] = spent(table.hint) / 2
    return costs


class _Table:
    """A match in which one client has all seats."""

    def __init__(self, port: int, body: dict[str, Any]) -> None:
        made = ask(port, "POST", "/v1/matches", body)
        self.path = f"/v1/matches/{made['match']['id']}"
        self.version = int(made["match"]["version"])
        self.mover = made["match"]["to_move"]
        self._tokens = {one["seat"]: one["token"] for one in made["invitations"]}
        self._line = HTTPConnection(HOST, port, timeout=40)
        self._port = port

    def ask(self, method: str, rest: str = "", body: object = None, version: int | None = None) -> Any:
        """A request of the seat to move, or of the first one."""
        token = self._tokens.get(self.mover) or self._tokens[0]
        return ask(self._port, method, self.path + rest, body, token, version, self._line)

    def join(self) -> None:
        """Join all seats."""
        for seat in self._tokens:
            self.mover = seat
            self.ask("POST", "/join", {"seed": "a seed"})

    def look(self) -> Any:
        """The match as the seat to move sees it."""
        state = self.ask("GET")
        self.version, self.mover = state["version"], state["to_move"]
        return state

    def look_again(self) -> None:
        """With the version that is known."""
        token = self._tokens.get(self.mover) or self._tokens[0]
        headers = {"Authorization": f"Bearer {token}", "If-None-Match": f'"{self.version}"'}
        self._line.request("GET", self.path, headers=headers)
        answer = self._line.getresponse()
        answer.read()
        assert answer.status == 304, answer.status

    def events(self, after: int = 0) -> Any:
        """What happened."""
        return self.ask("GET", f"/events?after={after}")

    def hint(self) -> None:
        """Request and fetch a hint of the random bot."""
        made = self.ask("POST", "/analyses", {"kind": "hint", "bot": "random"})
        self.ask("GET", f"/analyses/{made['id']}?wait=20")

    def decide(self, undo: bool) -> bool:
        """Look and move; False if the match is over.

        :param undo: also ask to undo it.
        """
        state = self.look()
        if self.mover == "over":
            return False
        body = {"action": "move", "move": state["moves"][-1]["text"]}
        after = self.ask("POST", "/actions", body, state["version"])
        if undo and after["status"] == "running":
            with suppress(Refused):
                after = self.ask("POST", "/actions", {"action": "undo"}, after["version"])
        self.mover = after["to_move"]
        return True


def _decisions(port: int, body: dict[str, Any], undo: bool) -> Iterator[None]:
    """One decision after the other, in one match after the other."""
    while True:
        table = _Table(port, body)
        for _ in range(25):
            if not table.decide(undo):
                break
            yield


def _played(port: int, body: dict[str, Any], decisions: int) -> _Table:
    """A match after so many decisions, or fewer, if it is over before."""
    table = _Table(port, body)
    for made in range(decisions):
        if not table.decide(undo=False):
            return _played(port, body, made // 2)
    table.look()
    return table


def main() -> None:
    """Print the costs of each game."""
    worst = 0.0
    for game, options in COSTED:
        for name, each in costs(game, options, requests=100).items():
            print(f"{game}: {name}: {each:.2f} ms", flush=True)
            worst = max(worst, each)
    sys.exit(worst > 5)


if __name__ == "__main__":
    main()
