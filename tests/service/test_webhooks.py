"""Webhooks of matches and analyses: what is called, how it is signed, and how often."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from battlewise.api.app import Application
from battlewise.api.matches import webhooks
from tests.service.match_tables import PEOPLE, Doc, Seat, Table, service
from tests.service.replicas import POSTGRESQL

KEY = bytes(range(32))
SECRET = "whsec_" + base64.b64encode(KEY).decode()


class Receiver:
    """A server that keeps what it gets.

    :ivar answers: the statuses of its next answers; 200 after them.
    """

    def __init__(self) -> None:
        self.got: list[Doc] = []
        self.answers: list[int] = []
        self.others: list[str] = []  # paths of other requests
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = receiver.answers.pop(0) if receiver.answers else 200
                if self.path == "/hook":
                    receiver.got.append({**json.loads(body), "body": body, "headers": self.headers})
                else:
                    receiver.others.append(self.path)
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            do_GET = do_POST

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self._server.serve_forever, daemon=True).start()
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.hook = {"url": f"http://{self.host}/hook", "secret": SECRET}

    @property
    def said(self) -> list[tuple[str, Any]]:
        """The types of the calls, with the seat or the status that they name."""
        return [(one["type"], one["data"].get("seat", one["data"].get("status"))) for one in self.got]

    def wait(self, number: int) -> None:
        """Wait until it has so many calls."""
        until(lambda: len(self.got) >= number)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def until(done: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something to be so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.01)


def settle(app: Application, receiver: Receiver, number: int) -> None:
    """Wait until the service has nothing to call any more, and check how many calls there were."""
    until(lambda: not app.parts.keeper.webhooks._calls)
    assert len(receiver.got) == number


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries come at once."""
    monkeypatch.setattr(webhooks, "RETRY_S", (0.02, 0.02, 0.02))


def table(app: Application, receiver: Receiver, **body: Any) -> Table:
    """A match with a webhook, under way."""
    body = {"game": "connect_four", "seats": PEOPLE, "hints": True, "webhook": receiver.hook, **body}
    return Table(app.test_client(), **body).join()


def test_a_webhook_says_whose_turn_it_is_and_when_the_match_is_over(receiver: Receiver) -> None:
    app = service(WEBHOOK_HOSTS=receiver.host)
    made = table(app, receiver)
    receiver.wait(1)
    made.mover().move("d")
    receiver.wait(2)
    made.seats[0].act("resign")
    receiver.wait(3)
    settle(app, receiver, 3)
    assert receiver.said == [("match.turn", 0), ("match.turn", 1), ("match.ended", None)]
    numbers = [one["data"].pop("number") for one in receiver.got]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == made.host.state()["version"]
    assert [one["data"] for one in receiver.got] == [
        {"match": made.id, "seat": 0},
        {"match": made.id, "seat": 1},
        {"match": made.id},
    ]


def test_calls_are_signed_as_standard_webhooks(receiver: Receiver) -> None:
    app = service(WEBHOOK_HOSTS=receiver.host)
    made = table(app, receiver)
    receiver.wait(1)
    (call,) = receiver.got
    name, now = call["headers"]["webhook-id"], call["headers"]["webhook-timestamp"]
    signed = hmac.new(KEY, f"{name}.{now}.{call['body'].decode()}".encode(), hashlib.sha256).digest()
    assert call["headers"]["webhook-signature"] == f"v1,{base64.b64encode(signed).decode()}"
    assert abs(int(now) - time.time()) < 30
    assert name.startswith(made.id)
    assert call["timestamp"].endswith("Z")
    assert call["headers"]["Content-Type"] == "application/json"


def test_bots_turns_are_not_called(receiver: Receiver) -> None:
    app = service(WEBHOOK_HOSTS=receiver.host)
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    made = table(app, receiver, seats=seats)
    receiver.wait(1)
    made.seats[0].move("d")
    receiver.wait(2)
    made.host.act("abort")
    receiver.wait(3)
    settle(app, receiver, 3)
    assert receiver.said == [("match.turn", 0), ("match.turn", 0), ("match.ended", None)]


def test_a_wish_is_no_new_turn(receiver: Receiver) -> None:
    app = service(WEBHOOK_HOSTS=receiver.host)
    made = table(app, receiver)
    receiver.wait(1)
    assert made.seats[1].act("pause").status_code == 200  # the other seat does not agree
    made.mover().move("d")
    receiver.wait(2)
    settle(app, receiver, 2)


@pytest.mark.usefixtures("_soon")
def test_a_call_that_fails_is_repeated_with_its_id(receiver: Receiver) -> None:
    receiver.answers = [500, 302, 404]
    app = service(WEBHOOK_HOSTS=receiver.host)
    table(app, receiver)
    receiver.wait(4)
    settle(app, receiver, 4)
    assert len({one["headers"]["webhook-id"] for one in receiver.got}) == 1
    assert len({one["body"] for one in receiver.got}) == 1
    assert receiver.others == []  # redirects are not followed


@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize(("status", "calls"), [(500, 4), (410, 1)])
def test_a_call_is_given_up(receiver: Receiver, status: int, calls: int) -> None:
    receiver.answers = [status] * 100
    app = service(WEBHOOK_HOSTS=receiver.host)
    made = table(app, receiver)
    receiver.wait(calls)
    settle(app, receiver, calls)
    receiver.answers = []
    made.mover().move("d")
    receiver.wait(calls + 1)
    assert receiver.said[-1] == ("match.turn", 1)


def test_what_is_no_longer_true_is_not_repeated(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "RETRY_S", (0.3, 0.3))
    receiver.answers = [500]
    app = service(WEBHOOK_HOSTS=receiver.host)
    made = table(app, receiver)
    receiver.wait(1)
    made.mover().move("d")
    receiver.wait(2)
    time.sleep(0.5)
    assert receiver.said == [("match.turn", 0), ("match.turn", 1)]
    settle(app, receiver, 2)


@pytest.mark.parametrize("over", [False, True])
def test_a_restart_goes_on_with_calls(receiver: Receiver, tmp_path: Path, over: bool) -> None:
    settings: Doc = {"DATABASE_URL": f"sqlite:///{tmp_path}/kept.db", "WEBHOOK_HOSTS": receiver.host}
    receiver.answers = [500, 500]
    app = service(**settings)
    made = table(app, receiver)
    receiver.wait(1)
    if over:
        made.seats[0].act("resign")
        receiver.wait(2)
    app.close()
    before = len(receiver.got)
    receiver.answers = []
    app = service(**settings)
    receiver.wait(before + 1)
    assert receiver.got[-1]["headers"]["webhook-id"] == receiver.got[-2]["headers"]["webhook-id"]
    settle(app, receiver, before + 1)
    app.close()
    app = service(**settings)  # it was delivered
    time.sleep(0.3)
    settle(app, receiver, before + 1)


@pytest.mark.skipif(not POSTGRESQL, reason="needs .ci/with_postgres")
@pytest.mark.parametrize("over", [False, True])
def test_another_replica_goes_on_with_calls(receiver: Receiver, over: bool) -> None:
    settings: Doc = {"DATABASE_URL": POSTGRESQL, "WEBHOOK_HOSTS": receiver.host}
    receiver.answers = [500, 500]
    app = service(**settings, REPLICA_URL="http://127.0.0.1:1")
    made = table(app, receiver)
    receiver.wait(1)
    if over:
        made.seats[0].act("resign")
        receiver.wait(2)
    other = service(**settings, REPLICA_URL="http://127.0.0.1:2")
    before = len(receiver.got)
    receiver.answers = []
    app.close()
    receiver.wait(before + 1)
    assert receiver.got[-1]["headers"]["webhook-id"] == receiver.got[-2]["headers"]["webhook-id"]
    settle(other, receiver, before + 1)
    other.close()


def test_an_analysis_that_has_ended_is_called(receiver: Receiver) -> None:
    app = service(WEBHOOK_HOSTS=receiver.host)
    made = Table(app.test_client(), game="connect_four", seats=PEOPLE, hints=True).join()
    asked = {"kind": "hint", "bot": "mcts:iterations=50", "webhook": receiver.hook}
    analysis = made.seats[0].post("/analyses", asked).get_json()["id"]
    receiver.wait(1)
    slow = {**asked, "kind": "analysis", "budget": {"milliseconds": 30_000}}
    path = f"/analyses/{made.seats[0].post('/analyses', slow).get_json()['id']}"
    made.seats[0].client.delete(made.seats[0].path + path, headers=made.seats[0].headers)
    receiver.wait(2)
    settle(app, receiver, 2)
    assert receiver.said == [("analysis.ended", "done"), ("analysis.ended", "cancelled")]
    assert receiver.got[0]["data"] == {"match": made.id, "analysis": analysis, "status": "done"}


def test_a_rematch_has_the_webhook_too(receiver: Receiver) -> None:
    app = service(WEBHOOK_HOSTS=receiver.host)
    made = table(app, receiver)
    made.seats[0].act("resign")
    for seat in made.seats.values():
        answer = seat.post("/rematch").get_json()
    new = Seat(made.host.client, answer["match"], made.host.token)
    for number in (0, 1):
        Seat(made.host.client, new.state()["id"], made.seats[1 - number].token).post("/join", {})
    until(lambda: any(one["data"]["match"] == answer["match"] for one in receiver.got))


SAFE = "hooks.example.com"


@pytest.mark.parametrize(
    ("url", "field"),
    [
        ("https://other.example.com/x", "webhook.url"),
        ("https://hooks.example.com:8443/x", "webhook.url"),
        ("https://hooks.example.com.evil.org/x", "webhook.url"),
        ("https://hooks.example.com@127.0.0.1/x", "webhook.url"),
        ("https://127.0.0.1/hooks.example.com", "webhook.url"),
        ("https://hooks.example.com\\@127.0.0.1/", "webhook.url"),
        ("https://hooks.example.com#@127.0.0.1/", "webhook.url"),
        ("https://[::1]/", "webhook.url"),
        ("file://hooks.example.com/etc/passwd", "webhook.url"),
        ("http://127.0.0.1:9/", "webhook.url"),
    ],
)
def test_only_named_hosts_are_called(url: str, field: str) -> None:
    client = service(WEBHOOK_HOSTS=SAFE).test_client()
    body = {"game": "connect_four", "webhook": {"url": url, "secret": SECRET}}
    answer = client.post("/v1/matches", json=body)
    assert answer.status_code == 422
    assert [one["field"] for one in answer.get_json()["errors"]] == [field]
    assert SECRET not in answer.text


@pytest.mark.parametrize("secret", ["", "hush", "whsec_AAAA", "whsec_" + "A" * 33, "whsec_" + "A" * 92])
def test_a_secret_has_a_key(secret: str) -> None:
    client = service(WEBHOOK_HOSTS=SAFE).test_client()
    hook = {"url": "https://Hooks.Example.com/x", "secret": secret}
    answer = client.post("/v1/matches", json={"game": "connect_four", "webhook": hook})
    assert answer.status_code == 422
    assert [one["field"] for one in answer.get_json()["errors"]] == ["webhook.secret"]


def test_nothing_is_called_unless_the_operator_names_hosts(receiver: Receiver) -> None:
    app = service()
    body = {"game": "connect_four", "webhook": receiver.hook}
    answer = app.test_client().post("/v1/matches", json=body)
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, "webhook")
    made = Table(app.test_client(), game="connect_four", seats=PEOPLE, hints=True).join()
    answer = made.seats[0].post("/analyses", {"webhook": receiver.hook})
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, "webhook")
    assert receiver.got == []


def test_a_host_that_is_named_no_longer_is_not_called(receiver: Receiver, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/kept.db"
    receiver.answers = [500]
    app = service(DATABASE_URL=url, WEBHOOK_HOSTS=receiver.host)
    table(app, receiver)
    receiver.wait(1)
    app.close()
    app = service(DATABASE_URL=url)
    time.sleep(0.3)
    settle(app, receiver, 1)


def test_calls_that_wait_are_bounded(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "MOST", 2)
    receiver.answers = [500] * 100
    app = service(WEBHOOK_HOSTS=receiver.host)
    for _ in range(4):
        table(app, receiver)
    receiver.wait(2)
    time.sleep(0.2)
    assert len(receiver.got) == 2
    assert len(app.parts.keeper.webhooks._calls) == 2
