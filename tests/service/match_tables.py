"""A service in this process and the seats of its matches, for tests."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from battlewise.api.app import Application, create_app
from battlewise.api.matches.keeper import Keeper
from battlewise.api.matches.match import Match
from battlewise.api.settings import Settings

Doc = dict[str, Any]
PEOPLE = [{"kind": "person"}, {"kind": "person"}]


opened: list[Application] = []
"""The services of a module of tests, to be closed after the last of them."""


def service(**settings: object) -> Application:
    """A service at work whose bots answer at once."""
    if str(settings.get("DATABASE_URL", "")).startswith("postgresql"):
        settings = {"FILES": tempfile.mkdtemp(prefix="battlewise-"), **settings}
    app = create_app(settings_of(**{"BOT_TICK_MS": 0, "COST_A_MINUTE": 100_000_000, **settings}))
    opened.append(app)
    return app.start()


def settings_of(**settings: object) -> Settings:
    """Settings by the names that they have in the environment, without its prefix."""
    return Settings(**{name.lower(): value for name, value in settings.items()})


def keeper_of(app: Application) -> Keeper:
    """The keeper of its matches."""
    return app.parts.keeper


@contextmanager
def later(app: Application, seconds: float) -> Iterator[None]:
    """Meanwhile the service takes it to be so much later."""
    with stopped(app, keeper_of(app).now() + round(1000 * seconds)):
        yield


@contextmanager
def stopped(app: Application, now: int) -> Iterator[None]:
    """Meanwhile the service takes it to be a time (milliseconds since 1970)."""
    keeper = keeper_of(app)
    real = keeper.now
    keeper.now = lambda: now
    try:
        yield
    finally:
        keeper.now = real


def problem(answer: TestResponse, status: int) -> Doc:
    """The problem document."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/problem+json"
    found: Doc = answer.get_json(force=True)
    return found


def live(app: Application, table: "Table") -> Match:
    """The match in memory."""
    return keeper_of(app).match(table.id)


class Seat:
    """A client with one token of a match; None for a spectator."""

    def __init__(self, client: FlaskClient, match: str, token: str | None) -> None:
        self.client = client
        self.path = f"/v1/matches/{match}"
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    def get(self, rest: str = "", **headers: str) -> TestResponse:
        return self.client.get(self.path + rest, headers={**self.headers, **headers})

    def post(self, rest: str, body: Doc | None = None, **headers: str) -> TestResponse:
        return self.client.post(self.path + rest, json=body, headers={**self.headers, **headers})

    def state(self) -> Doc:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        found: Doc = answer.get_json()
        return found

    def act(self, action: str, version: int | None = None, **more: object) -> TestResponse:
        headers = {} if version is None else {"If-Match": f'"{version}"'}
        return self.post("/actions", {"action": action, **more}, **headers)

    def move(self, move: object, version: int | None = None) -> TestResponse:
        """Play a move on the version given, or on the present one."""
        return self.act("move", self.state()["version"] if version is None else version, move=move)

    def events(self, after: int = 0, wait: int = 0) -> Doc:
        answer = self.get(f"/events?after={after}&wait={wait}")
        assert answer.status_code == 200, answer.text
        found: Doc = answer.get_json()
        return found

    def stream(self, **headers: str) -> TestResponse:
        """The events as they come; it is the caller's to close."""
        headers = {**self.headers, "Accept": "text/event-stream", **headers}
        return self.client.get(self.path + "/events", headers=headers, buffered=False)

    def until(self, done: Any) -> Doc:
        """The state as soon as something is so of it."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            state = self.state()
            if done(state):
                return state
            self.events(after=state["version"], wait=2)
        raise AssertionError(f"it does not come to that: {state}")


class Table:
    """A match and everybody at it."""

    def __init__(self, client: FlaskClient, headers: dict[str, str] | None = None, **body: object) -> None:
        answer = client.post("/v1/matches", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        made = answer.get_json()
        self.made: Doc = made
        self.id: str = made["match"]["id"]
        self.host = Seat(client, self.id, made["host_token"])
        self.spectator = Seat(client, self.id, None)
        self.seats = {one["seat"]: Seat(client, self.id, one["token"]) for one in made["invitations"]}

    def join(self) -> "Table":
        """All people take their seats."""
        for number, seat in self.seats.items():
            answer = seat.post("/join", {"seed": f"seed {number}"})
            assert answer.status_code == 200, answer.text
        return self

    def mover(self) -> Seat:
        """The seat to move."""
        return self.seats[self.host.state()["to_move"]]

    def play_on(self, moves: int = 1000, pick: int = 0) -> None:
        """People and bots play: each person the move number `pick`, or the last there is."""
        for _ in range(moves):
            state = self.host.until(lambda s: s["status"] != "running" or s["to_move"] in self.seats)
            if state["status"] != "running":
                return
            seat = self.seats[state["to_move"]]
            own = seat.state()
            answer = seat.move(own["moves"][min(pick, len(own["moves"]) - 1)]["text"], own["version"])
            assert answer.status_code in (200, 412), answer.text
