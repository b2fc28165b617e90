"""Nothing a seat may not know reaches it: every route with every kind of token, and non-interference."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client import generate_latest
from werkzeug.test import TestResponse

from battlewise.api.app import Application
from battlewise.api.matches import fair, keeper
from battlewise.core import Move, State, game, games
from tests.service.match_tables import Doc, Seat, Table, keeper_of, service
from tests.service.test_api import HIDDEN, played, variants

ROUTES: dict[str, list[tuple[str, str, Doc | None]]] = {
    "/v1/matches/<match>": [("GET", "", None)],
    "/v1/matches/<match>/join": [("POST", "/join", {}), ("POST", "/join", {"seed": 7})],
    "/v1/matches/<match>/actions": [
        ("POST", "/actions", {"action": "move", "move": "no such move"}),
        ("POST", "/actions", {"action": "move", "move": {"kind": "nothing"}}),
        ("POST", "/actions", {"action": "move"}),
        ("POST", "/actions", {"action": "undo"}),
        ("POST", "/actions", {"action": "replace", "seat": 0, "bot": "clever"}),
        ("POST", "/actions", {"action": "replace", "seat": 9}),
        ("POST", "/actions", {"action": "resume"}),
        ("POST", "/actions", {"action": "dance"}),
    ],
    "/v1/matches/<match>/events": [
        ("GET", "/events", None),
        ("GET", "/events?after=2", None),
        ("GET", "/events?after=-1", None),
        ("GET", "/events?words=true", None),
    ],
    "/v1/matches/<match>/picture": [
        ("GET", "/picture", None),
        ("GET", "/picture?layout=narrow&version=9", None),
        ("GET", "/picture?version=999", None),
    ],
    "/v1/matches/<match>/record": [("GET", "/record", None)],
    "/v1/matches/<match>/rematch": [("POST", "/rematch", None)],
    "/v1/matches/<match>/seats/<int:seat>/token": [("POST", "/seats/9/token", None)],
    "/v1/matches/<match>/host/token": [("POST", "/host/token", None)],
    "/v1/matches/<match>/analyses": [
        ("POST", "/analyses", {"kind": "hint", "bot": "mcts:iterations=200"}),
        ("POST", "/analyses", {"kind": "rollout", "bot": "random", "trials": 2}),
        ("POST", "/analyses", {"kind": "review"}),
    ],
    "/v1/matches/<match>/analyses/<analysis>": [
        ("GET", "/analyses/{analysis}", None),
        ("DELETE", "/analyses/{analysis}", None),
    ],
}
HOOK = {"url": "http://127.0.0.1:9/canaryOfTheAddress", "secret": "whsec_canaryOfTheSignature0123456789ab"}
HOOK_WORDS = {"canaryOfTheAddress", "canaryOfTheSignature0123456789ab"}
KINDS = ("own", "other", "host", "spectator", "revoked", "garbage")


def words(node: object) -> Iterator[str]:
    """Every text in a view, keys included."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for key, value in node.items():
            yield str(key)
            yield from words(value)
    elif isinstance(node, list):
        for value in node:
            yield from words(value)


def secrets_from(state: State, viewer: int | None) -> set[str]:
    """The canaries: what others see and this viewer does not, cards by name and moves by text."""
    hidden: set[str] = set()
    for seat in range(state.game.seats):
        if seat != viewer:
            hidden |= set(words(state.view(seat)))
    if state.to_move != viewer:
        hidden |= {move.text for move in state.legal()}
    known = " ".join({*words(state.view(viewer)), *words(state.view(None)), state.render(viewer)})
    known += " " + " ".join(move.text for _, move in state.log(viewer))
    known += " " + " ".join(state.game.view_form.schema["properties"])  # names of fields are no secret
    return {word for word in hidden if sum(map(str.isalpha, word)) > 3 and word not in known}


class Hall:
    """A match in its middle, with a hint asked for, and a holder of each kind of token."""

    def __init__(self, app: Application, game_id: str) -> None:
        client = app.test_client()
        seats = game(game_id).seats
        self.table = Table(
            client,
            game=game_id,
            seats=[{"kind": "remote"}] * seats,
            hints=True,
            spectators="open",
            webhook=HOOK,
        )
        for pick in (1, 0, 2, 1, 3, 0, 1):
            state = self.table.mover().state()
            move = state["moves"][min(pick, len(state["moves"]) - 1)]["text"]
            self.table.mover().move(move, state["version"])
        own = self.table.mover()
        self.seat = self.table.host.state()["to_move"]
        lost = self.table.seats[(self.seat + 1) % seats]
        self.holders = {
            "own": own,
            "host": self.table.host,
            "spectator": self.table.spectator,
            "revoked": Seat(client, self.table.id, lost.token),
            "garbage": Seat(client, self.table.id, "x" * 32),
        }
        lost.token = lost.post(f"/seats/{(self.seat + 1) % seats}/token").get_json()["token"]
        self.holders["other"] = lost
        asked = own.post("/analyses", {"kind": "hint", "bot": "mcts:iterations=200", "webhook": HOOK})
        self.analysis = asked.get_json()["id"]
        own.get(f"/analyses/{self.analysis}?wait=10")
        match = keeper_of(app).match(self.table.id)
        assert match.state is not None
        self.state = match.state
        self.server_seed = match._server_seed

    def viewer(self, kind: str) -> int | None:
        """Whose knowledge a kind of token stands for."""
        others = (self.seat + 1) % self.state.game.seats
        return {"own": self.seat, "other": others}.get(kind)

    def ask(self, kind: str, method: str, rest: str, body: Doc | None) -> TestResponse:
        """One request of the matrix."""
        holder = self.holders[kind]
        version = str(self.table.host.state()["version"])
        return holder.client.open(
            holder.path + rest.replace("{analysis}", self.analysis),
            method=method,
            json=body,
            headers={**holder.headers, "If-Match": f'"{version}"'},
        )


def test_the_matrix_has_every_route() -> None:
    app = service()
    rules = {rule.rule for rule in app.url_map.iter_rules() if "<match>" in rule.rule}
    assert rules == set(ROUTES)


@pytest.mark.parametrize("game_id", [game_id for game_id in HIDDEN if game_id != "leduc"])
def test_no_route_tells_a_token_what_it_may_not_know(
    game_id: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper.secrets, "token_hex", lambda size: "c4" * size)  # the same deal every time
    app = service(WEBHOOK_HOSTS="127.0.0.1:9")
    hall = Hall(app, game_id)
    canaries, always = 0, {hall.server_seed} | HOOK_WORDS
    for kind in KINDS:
        secret = secrets_from(hall.state, hall.viewer(kind)) | always
        canaries += len(secret) - len(always)
        for requests in ROUTES.values():
            for method, rest, body in requests:
                answer = hall.ask(kind, method, rest, body)
                got = answer.text + str(answer.headers)
                assert [word for word in secret if word in got] == [], (kind, method, rest, body)
                if kind in ("revoked", "garbage"):
                    assert answer.status_code in (401, 422), (rest, answer.status_code)
    assert canaries > 5, "nothing was hidden: the test shows nothing"
    assert hall.state.ply == live_ply(app, hall), "the match has gone on"
    _check_records(app, hall, capsys.readouterr())
    app.close()


def live_ply(app: Application, hall: Hall) -> int:
    """How far the match is now."""
    state = keeper_of(app).match(hall.table.id).state
    assert state is not None
    return state.ply


def _check_records(app: Application, hall: Hall, printed: Any) -> None:
    """Logs and metrics hold no card, no token, no seed."""
    everything = set[str]()
    for seat in (None, *range(hall.state.game.seats)):
        everything |= secrets_from(hall.state, seat)
    tokens = {holder.token for holder in hall.holders.values() if holder.token}
    tokens |= {hall.server_seed} | HOOK_WORDS
    kept = generate_latest(app.parts.metrics.registry).decode() + printed.err + printed.out
    assert "/v1/matches/<match>/actions" in kept
    assert [word for word in everything | tokens if re.search(rf"\b{re.escape(word)}\b", kept)] == []


def test_a_delayed_spectator_sees_nothing_new_by_any_route() -> None:
    """Whatever happens in the match, and whether it is over, no answer changes until the delay has passed."""
    app = service()
    seats = [{"kind": "remote"}] * 2
    table = Table(
        app.test_client(), game="battlelore", seats=seats, hints=True, spectators="delayed", delay_s=1000
    )
    asked = table.mover().post("/analyses", {"kind": "hint", "bot": "mcts:iterations=200"}).get_json()["id"]

    def got() -> list[bytes]:
        return [
            _whole(
                table.spectator.client.open(
                    table.spectator.path + rest.replace("{analysis}", asked),
                    method=method,
                    json=body,
                    headers={"If-Match": f'"{version}"'},
                )
            )
            for requests in ROUTES.values()
            for method, rest, body in requests
            for version in (1, 2, 3, 4, 5)
        ]

    before = got()
    table.mover().move(table.mover().state()["moves"][0]["text"])
    assert got() == before
    table.host.act("pause")
    assert got() == before
    table.seats[0].act("resign")
    table.seats[0].post("/rematch")
    table.seats[1].post("/rematch")
    assert got() == before
    app.close()


def test_only_who_made_a_tournament_cancels_it(capsys: pytest.CaptureFixture[str]) -> None:
    app = service()
    client = app.test_client()
    body = {"game": "leduc", "entrants": {"a": "random", "b": "greedy"}, "blocks": 2000}
    made = client.post("/v1/tournaments", json=body).get_json()
    path = f"/v1/tournaments/{made['tournament']['id']}"
    answers = [client.get(path), client.get(path + "/games")]
    for token in ("", "x" * 32, Table(client, game="pig").host.token):
        answers.append(client.delete(path, headers={"Authorization": f"Bearer {token}"}))
        assert answers[-1].status_code == 401
    done = client.delete(path, headers={"Authorization": f"Bearer {made['token']}"})
    assert done.get_json()["status"] == "cancelled"
    kept = generate_latest(app.parts.metrics.registry).decode() + capsys.readouterr().err
    assert not any(made["token"] in one.text + str(one.headers) for one in [*answers, done])
    assert made["token"] not in kept
    app.close()


# -- non-interference: what a seat cannot see has no influence on anything it gets


class Script:
    """Luck that falls as a record says, in place of the dice."""

    def __init__(self, state: State) -> None:
        self.moves: list[str] = state.record()["moves"]

    def outcome(self, state: State) -> Move:
        return state.game.move(self.moves[state.ply], state)


def everything_shown(monkeypatch: pytest.MonkeyPatch, state: State, seat: int) -> list[bytes]:
    """All that a seat receives while a whole match is played over HTTP as a state was."""
    script = Script(state)
    monkeypatch.setattr(fair.Dice, "outcome", lambda _, now, __: script.outcome(now))
    monkeypatch.setattr(keeper.secrets, "token_hex", lambda size: "5e" * size)
    monkeypatch.setattr(keeper.secrets, "randbits", lambda bits: 5)
    app = service()
    own = keeper_of(app)
    numbers = iter(range(10_000))
    own.secret = lambda size: f"secret-{next(numbers):05}-0123456789"
    own.now = lambda: 1_000_000
    chairs = [{"kind": "remote"}] * state.game.seats
    table = Table(app.test_client(), game=state.game.id, options=state.game.options, seats=chairs, hints=True)
    got = []
    while True:
        got += _asked(table.seats[seat])
        match = own.match(table.id)
        assert match.state is not None
        if match.state.ply >= len(script.moves) or match.state.is_over:
            break
        mover = match.state.to_move
        move = script.moves[match.state.ply]
        answer = table.seats[mover].act("move", match.version, move=move)
        assert answer.status_code == 200, answer.text
        if mover == seat:
            got.append(_whole(answer))
    got += _hints(table.seats[seat])
    own.close()
    return got


def _asked(seat: Seat) -> list[bytes]:
    """Right and wrong requests that change nothing."""
    state = seat.state()
    return [
        _whole(answer)
        for answer in (
            seat.get(),
            seat.get("/events"),
            seat.act("move", state["version"], move="no such move"),
            seat.act("move", 1, move="x"),
            seat.act("resume"),
            seat.get("/record"),
            seat.post("/rematch"),
        )
    ]


def _hints(seat: Seat) -> list[bytes]:
    asked = seat.post("/analyses", {"kind": "hint", "bot": "mcts:iterations=80", "seed": 3})
    if asked.status_code != 202:
        return [_whole(asked)]
    found = seat.get(f"/analyses/{asked.get_json()['id']}?wait=10").get_json()
    del found["hint"]["milliseconds"]
    return [json.dumps(found).encode()]


def _whole(answer: TestResponse) -> bytes:
    """Body and headers, but for the id of the request."""
    headers = "\n".join(f"{k}: {v}" for k, v in answer.headers if k != "X-Request-ID")
    return f"{answer.status}\n{headers}\n".encode() + answer.data


@pytest.mark.parametrize("game_id", HIDDEN)
def test_what_a_seat_cannot_see_changes_no_byte(monkeypatch: pytest.MonkeyPatch, game_id: str) -> None:
    compared = 0
    for seed in range(8):
        state = played(game_id, seed, 1 + seed % 3)
        for seat in range(state.game.seats):
            others = variants(state, seat)[:1]
            if not others:
                continue
            expected = everything_shown(monkeypatch, state, seat)
            for other in others:
                assert everything_shown(monkeypatch, other, seat) == expected
                compared += 1
        if compared >= 2:
            return
    assert compared, "no two games differ in the unseen alone: the test shows nothing"


def test_only_games_with_something_hidden_are_left_out() -> None:
    assert {game_id for game_id in games() if not game(game_id).hidden} == {"connect_four", "pig"}
