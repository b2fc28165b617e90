"""Matches under any sequence of what people do, restarts of the service included.

BATTLEWISE_TEST_DATABASE names another database than SQLite (`.ci/with_postgres` makes one),
BATTLEWISE_MACHINE_RUNS how many sequences are tried.
"""

import os
import tempfile
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from battlewise.api import fair
from tests.match_tables import Seat, Table, keeper_of, service

RUNS = int(os.environ.get("BATTLEWISE_MACHINE_RUNS", "6"))
GAMES = ("connect_four", "leduc", "pig", "battlelore")
KINDS = ({"kind": "person"}, {"kind": "remote"}, {"kind": "bot", "level": "beginner"})


class Matches(RuleBasedStateMachine):
    """One match and the people at it; what they were told before must stay true."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.url = os.environ.get("BATTLEWISE_TEST_DATABASE", f"sqlite:///{self.folder.name}/m.db")
        self.app = service(DATABASE_URL=self.url)
        self.told: dict[int | None, list[Any]] = {}

    @initialize(game=st.sampled_from(GAMES), first=st.sampled_from(KINDS[:2]), second=st.sampled_from(KINDS))
    def make(self, game: str, first: dict[str, str], second: dict[str, str]) -> None:
        self.table = Table(self.app.test_client(), game=game, seats=[first, second], spectators="open")
        self.seats = dict(self.table.seats)

    @property
    def everybody(self) -> dict[int | None, Seat]:
        return {None: self.table.spectator, **self.seats}

    def status(self) -> str:
        return str(self.table.host.state()["status"])

    @rule(number=st.integers(0, 1), seed=st.text(max_size=5))
    def join(self, number: int, seed: str) -> None:
        if number in self.seats:
            state = self.seats[number].state()
            may = state["status"] == "waiting" and not state["seats"][number]["joined"]
            answer = self.seats[number].post("/join", {"seed": seed})
            assert answer.status_code == (200 if may else 409), answer.text

    @rule(pick=st.integers(0, 40))
    def play(self, pick: int) -> None:
        state = self.table.host.state()
        seat = self.seats.get(state["to_move"])
        if seat is None:
            return
        own = seat.state()
        if own["to_move"] != own["seat"]:
            return
        move = own["moves"][pick % len(own["moves"])]
        answer = seat.move(move["text"] if pick % 2 else move["doc"], own["version"])
        assert answer.status_code == (200 if own["status"] == "running" else 409), answer.text
        if answer.status_code == 200:
            assert answer.get_json()["version"] > own["version"]

    @rule(number=st.integers(0, 1), move=st.text(max_size=3), back=st.integers(0, 3))
    def play_wrongly(self, number: int, move: str, back: int) -> None:
        if number in self.seats:
            before = self.seats[number].state()["version"]
            answer = self.seats[number].move(move + "?", max(0, before - back))
            assert answer.status_code in (409, 412, 422), answer.text

    @rule(number=st.integers(0, 1))
    def undo(self, number: int) -> None:
        if number in self.seats:
            answer = self.seats[number].act("undo", self.seats[number].state()["version"])
            assert answer.status_code in (200, 409, 412), answer.text

    @rule(number=st.integers(0, 1), action=st.sampled_from(["pause", "resume"]))
    def pause(self, number: int, action: str) -> None:
        if number in self.seats:
            answer = self.seats[number].act(action)
            assert answer.status_code in (200, 409), answer.text

    @rule(number=st.integers(0, 1))
    def change_token(self, number: int) -> None:
        if number in self.seats:
            old = self.seats[number]
            token = old.post(f"/seats/{number}/token").get_json()["token"]
            self.seats[number] = Seat(old.client, self.table.id, token)
            assert self.seats[number].get().status_code == 200
            assert old.get().status_code == 401

    @rule(action=st.sampled_from(["resign", "abort"]), number=st.integers(0, 1), really=st.integers(0, 5))
    def end(self, action: str, number: int, really: int) -> None:
        if really:
            return
        seat = self.table.host if action == "abort" else self.seats.get(number)
        if seat is not None:
            answer = seat.act(action)
            assert answer.status_code in (200, 409), answer.text

    @rule()
    def restart(self) -> None:
        keeper_of(self.app).close()
        self.app = service(DATABASE_URL=self.url)
        client = self.app.test_client()
        for seat in (self.table.host, self.table.spectator, *self.seats.values()):
            seat.client = client

    @invariant()
    def what_was_told_stays_true(self) -> None:
        """Nobody's events change, have gaps, or come twice; the state is what they lead to."""
        for viewer, seat in self.everybody.items():
            events = seat.events()["events"]
            assert [event["number"] for event in events] == list(range(1, len(events) + 1))
            known = self.told.get(viewer, [])
            assert events[: len(known)] == known
            assert [event["type"] for event in events[:-1]].count("end") == 0
            self.told[viewer] = events

    @invariant()
    def the_state_is_what_the_store_has(self) -> None:
        match = keeper_of(self.app).match(self.table.id)
        with match.lock:
            found = keeper_of(self.app).store.match(self.table.id)
            assert found is not None
            line: list[str] = []
            for entry in found[2]:
                if entry.kind in ("move", "outcome"):
                    line.append(entry.data["text"])
                elif entry.kind == "undo":
                    line.pop()
            assert len(found[2]) == match.version
            assert found[0]["status"] == match.status
            if match.state is not None:
                replayed = fair.replayed(match.rules, line)
                for seat in (None, 0, 1):
                    assert replayed.view(seat) == match.state.view(seat)
            if match.status == "over":
                record = self.table.host.get("/record").get_json()
                assert fair.verify(record).end.view(None) == (
                    match.state or fair.replayed(match.rules, [])
                ).view(None)

    @precondition(lambda self: hasattr(self, "table"))
    @invariant()
    def nobody_waits_for_a_bot(self) -> None:
        state = self.table.host.until(
            lambda state: state["status"] != "running" or state["to_move"] in self.seats
        )
        assert state["status"] != "running" or state["to_move"] in self.seats

    def teardown(self) -> None:
        keeper_of(self.app).close()
        self.folder.cleanup()


Matches.TestCase.settings = settings(
    max_examples=RUNS, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
TestMatches = Matches.TestCase
