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

from battlewise.api.matches import fair
from tests.service.match_tables import Seat, Table, keeper_of, service

RUNS = int(os.environ.get("BATTLEWISE_MACHINE_RUNS", "6"))
GAMES = ("connect_four", "leduc", "pig", "battlelore", "history")
CLOCK = {"initial_ms": 50_000_000, "increment_ms": 1_000_000}
KINDS = ({"kind": "person"}, {"kind": "remote"}, {"kind": "bot", "level": "beginner"})


class Matches(RuleBasedStateMachine):
    """One match and the people at it; what the service said before must stay true.

    A clock that is as good as endless runs in every match, so that undo has times to give back.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.url = os.environ.get("BATTLEWISE_TEST_DATABASE", f"sqlite:///{self.folder.name}/m.db")
        self.app = service(DATABASE_URL=self.url)
        self.got: dict[int | None, list[Any]] = {}

    @initialize(
        game=st.sampled_from(GAMES),
        chairs=st.lists(st.sampled_from(KINDS), min_size=3, max_size=3),
        start=st.sampled_from(["joined", "all"]),
        spectators=st.sampled_from(["open", "delayed"]),
    )
    def make(self, game: str, chairs: list[dict[str, str]], start: str, spectators: str) -> None:
        three = game == "history"
        seats = [KINDS[0], *chairs[: 2 if three else 1]]
        self.table = Table(
            self.app.test_client(),
            game=game,
            options={"players": 3} if three else {},
            seats=seats,
            spectators=spectators,
            start=start,
            clock=CLOCK,
        )
        self.seats = dict(self.table.seats)
        self.number = len(seats)

    @property
    def everybody(self) -> dict[int | None, Seat]:
        return {None: self.table.spectator, **self.seats}

    def state(self) -> Any:
        return self.table.host.state()

    @rule(number=st.integers(0, 2), seed=st.text(max_size=5))
    def join(self, number: int, seed: str) -> None:
        if number in self.seats:
            state = self.seats[number].state()
            may = state["status"] == "waiting" and not state["seats"][number]["joined"]
            answer = self.seats[number].post("/join", {"seed": seed})
            assert answer.status_code == (200 if may else 409), answer.text

    @rule(pick=st.integers(0, 40))
    def play(self, pick: int) -> None:
        seat = self.seats.get(self.state()["to_move"])
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

    @rule(number=st.integers(0, 2), move=st.text(max_size=3), back=st.integers(0, 3))
    def play_wrongly(self, number: int, move: str, back: int) -> None:
        if number in self.seats:
            before = self.seats[number].state()["version"]
            answer = self.seats[number].move(move + "?", max(0, before - back))
            assert answer.status_code in (409, 412, 422), answer.text

    @rule(number=st.integers(0, 2))
    def undo(self, number: int) -> None:
        """Granted where nothing but the seat's own decision came last, and the game hides nothing."""
        if number not in self.seats:
            return
        seat = self.seats[number]
        before, events = seat.state(), seat.events()["events"]
        line: list[Any] = []
        for event in events:
            if event["type"] in ("move", "outcome"):
                line.append(event)
            elif event["type"] == "undo":
                line.pop()
        last = next((e for e in reversed(events) if e["type"] in ("move", "outcome", "undo")), None)
        own = bool(line) and line[-1]["actor"] == number and last is not None and last["actor"] == number
        may = before["status"] == "running" and own
        answer = seat.act("undo", before["version"])
        hidden = answer.status_code == 409 and "hidden" in answer.get_json(force=True)["detail"]
        assert (answer.status_code == 200) == (may and not hidden) == before["can_undo"], answer.text
        if answer.status_code == 200:
            left = answer.get_json()["clock"]["left_ms"]
            assert left[number] <= CLOCK["initial_ms"] + CLOCK["increment_ms"] * (len(line) - 1)

    @rule(number=st.integers(-1, 2), kind=st.sampled_from(["pause", "resume"]))
    def pause(self, number: int, kind: str) -> None:
        """Every person must ask, or the host (-1)."""
        seat = self.table.host if number < 0 else self.seats.get(number)
        if seat is None:
            return
        before = self.state()
        may = before["status"] == ("running" if kind == "pause" else "paused")
        asked = set(before[f"asked_to_{kind}"])
        people = {one["seat"] for one in before["seats"] if one["kind"] != "bot"}
        answer = seat.act(kind)
        assert answer.status_code == (200 if may and number not in asked else 409), answer.text
        if answer.status_code == 200:
            agreed = number < 0 or asked | {number} >= people
            wanted = {"pause": "paused", "resume": "running"}[kind]
            assert answer.get_json()["status"] == (wanted if agreed else before["status"])

    @rule(number=st.integers(0, 2))
    def change_token(self, number: int) -> None:
        if number in self.seats:
            old = self.seats[number]
            token = old.post(f"/seats/{number}/token").get_json()["token"]
            assert old.get().status_code == 200
            self.seats[number] = Seat(old.client, self.table.id, token)
            assert self.seats[number].get().status_code == 200
            assert old.get().status_code == 401

    @rule(really=st.integers(0, 5), number=st.integers(0, 2), action=st.sampled_from(["resign", "replace"]))
    def leave(self, really: int, number: int, action: str) -> None:
        """Resign, or let a bot go on in one's place."""
        if really or number not in self.seats:
            return
        seat, before = self.seats[number], self.state()
        more = {"seat": number, "level": "beginner"} if action == "replace" else {}
        at = ("running", "paused") if action == "resign" else ("waiting", "running", "paused")
        answer = seat.act(action, **more)
        assert answer.status_code == (200 if before["status"] in at else 409), answer.text
        if answer.status_code == 200 and (action == "replace" or self.number > 2):
            assert seat.get().status_code == 401
            assert self.state()["seats"][number]["kind"] == "bot"
            del self.seats[number]

    @rule(really=st.integers(0, 8))
    def abort(self, really: int) -> None:
        if not really:
            may = self.state()["status"] != "over"
            assert self.table.host.act("abort").status_code == (200 if may else 409)

    @rule(number=st.integers(0, 2))
    def ask_for_rematch(self, number: int) -> None:
        if number not in self.seats:
            return
        before = self.state()
        answer = self.seats[number].post("/rematch")
        assert answer.status_code == (200 if before["status"] == "over" else 409), answer.text
        if answer.status_code == 200:
            got, after = answer.get_json(), self.state()
            people = {one["seat"] for one in after["seats"] if one["kind"] != "bot"}
            assert set(after["asked_for_rematch"]) == {*before["asked_for_rematch"], number}
            assert (got["match"] is not None) == (set(got["asked"]) >= people)
            assert before["rematch"] in (None, got["match"])

    @rule()
    def restart(self) -> None:
        self.app.close()
        self.app = service(DATABASE_URL=self.url)
        client = self.app.test_client()
        for seat in (self.table.host, self.table.spectator, *self.seats.values()):
            seat.client = client

    @invariant()
    def what_was_said_stays_true(self) -> None:
        """Nobody's events change, have gaps, or come twice; the state is what they lead to."""
        for viewer, seat in self.everybody.items():
            events = seat.events()["events"]
            assert [event["number"] for event in events] == list(range(1, len(events) + 1))
            known = self.got.get(viewer, [])
            assert events[: len(known)] == known
            assert [event["type"] for event in events[:-1]].count("end") == 0
            self.got[viewer] = events

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
                for seat in (None, *range(self.number)):
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
        self.app.close()
        self.folder.cleanup()


Matches.TestCase.settings = settings(
    max_examples=RUNS, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
TestMatches = Matches.TestCase
