"""Batches: many views in, one answer for each of them out."""

import json
import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from battlewise.api.app import Application
from battlewise.api.searches.queue import Job, Priority, SearchQueue
from battlewise.core import game
from tests.service.match_tables import service

VIEW = {"seat": 0, "board": ["......."] * 4 + ["...o...", "...x..."]}
EASY = {"game": "connect_four", "level": "easy", "seed": 7}
SHORT = {"budget": {"iterations": 10}}  # the test client waits for the first line
LONG = {"game": "connect_four", "budget": {"milliseconds": 8000}}


@pytest.fixture(scope="module")
def app() -> Iterator[Application]:
    made = service(SEARCH_WORKERS=2, MAX_ITERATIONS=1_000_000_000)
    yield made
    made.close()


def lines(response: TestResponse) -> list[dict[str, Any]]:
    """The answers, in their order."""
    assert response.status_code == 200, response.text
    assert response.mimetype == "application/x-ndjson"
    return [json.loads(line) for line in response.text.splitlines()]


def running(app: Application) -> int:
    """How many long searches run."""
    return sum(job.cost > 1 for job in app.parts.searches._all_running())


def until(done: Any, seconds: float = 5) -> float:
    """Wait for something to be so; the seconds it took."""
    begun = time.monotonic()
    while not done():
        assert time.monotonic() < begun + seconds, "it does not come to that"
        time.sleep(0.002)
    return time.monotonic() - begun


def test_each_view_gets_the_answer_of_a_request_for_its_move(client: FlaskClient) -> None:
    leduc = game("leduc")
    state = leduc.new(seed=3)
    views = [
        {"id": "plain", "view": VIEW},
        {"id": "own", "view": VIEW, "bot": "mcts:iterations=40", "top_k": 2, "seed": 8},
        {"view": state.view(state.to_move), "game": "leduc"},
    ]
    got = {one["id"]: one for one in lines(client.post("/v1/analyses", json={**EASY, "views": views}))}
    assert set(got) == {"plain", "own", "2"}
    for name, path, body in (
        ("plain", "connect_four", {"view": VIEW, "level": "easy", "seed": 7}),
        ("own", "connect_four", {"view": VIEW, "bot": "mcts:iterations=40", "seed": 8, "top_k": 2}),
        ("2", "leduc", {"view": state.view(state.to_move), "level": "easy", "seed": 7}),
    ):
        one = client.post(f"/v1/games/{path}/moves", json=body).get_json()
        assert got[name]["status"] == 200
        assert got[name]["answer"] | {"search": 0} == one | {"search": 0}


def test_a_wrong_view_gets_its_problem_and_the_others_their_answers(client: FlaskClient) -> None:
    views = [
        {"id": "fine", "view": VIEW},
        {"id": "short", "view": {"seat": 0}},
        {"id": "turn", "view": {**VIEW, "seat": 1}},
        {"id": "game", "view": VIEW, "game": "chess"},
        {"id": "bot", "view": VIEW, "bot": "clever"},
        {"id": "budget", "view": VIEW, "budget": {"milliseconds": 100_000}},
    ]
    got = {one["id"]: one for one in lines(client.post("/v1/analyses", json={**EASY, "views": views}))}
    status = {name: one["status"] for name, one in got.items()}
    assert status == {"fine": 200, "short": 422, "turn": 422, "game": 404, "bot": 422, "budget": 422}
    assert got["short"]["answer"]["errors"][0]["field"] == "view.board"
    assert got["turn"]["answer"]["errors"][0]["field"] == "view.seat"
    assert got["budget"]["answer"]["errors"][0]["field"] == "budget.milliseconds"


def test_a_batch_over_a_limit_is_refused_as_a_whole() -> None:
    app = service(COST_A_MINUTE=1000, MAX_BATCH_BYTES=100_000)
    client = app.test_client()

    def refused(body: dict[str, Any], status: int) -> str:
        answer = client.post("/v1/analyses", json=body)
        assert answer.status_code == status, answer.text
        return str(answer.get_json(force=True)["detail"])

    assert "the limit is 500" in refused({**EASY, "views": [{"view": VIEW}] * 501}, 422)
    assert "ids must differ" in refused({**EASY, "views": [{"id": "1", "view": VIEW}, {"view": VIEW}]}, 422)
    costly = {"game": "connect_four", "budget": {"milliseconds": 400}, "views": [{"view": VIEW}] * 3}
    assert "cost 1200; the limit is 1000" in refused(costly, 422)
    many = {**costly, "budget": {"milliseconds": 400, "iterations": 35_000}}
    assert "cost 1050; the limit is 1000" in refused(many, 422)
    assert refused({**EASY, "views": [{"view": {"seat": 0, "board": "x" * 100_000}}]}, 413)
    assert refused({**EASY, "views": []}, 422)
    app.close()


def test_answers_come_as_searches_end(client: FlaskClient) -> None:
    views = [{"id": "long", "view": VIEW}, {"id": "short", "view": VIEW, **SHORT}]
    begun = time.monotonic()
    answer = client.post("/v1/analyses", json={**LONG, "views": views}, buffered=False)
    first = json.loads(next(iter(answer.response)))
    assert (first["id"], time.monotonic() - begun < 4) == ("short", True)
    answer.close()


def test_a_batch_is_cancelled_by_delete(app: Application, client: FlaskClient) -> None:
    views = [{"view": VIEW, **SHORT}, *({"view": VIEW} for _ in range(40))]
    answer = client.post("/v1/analyses", json={**LONG, "views": views}, buffered=False)
    stream = iter(answer.response)
    reader: list[dict[str, Any]] = []
    done = Event()

    def read() -> None:
        reader.extend(json.loads(line) for line in stream)
        done.set()

    Thread(target=read, daemon=True).start()
    until(lambda: running(app) == 2 and len(reader) == 1)
    cancelled = app.test_client().delete(answer.headers["Location"])
    assert cancelled.get_json() | {"id": ""} == {"id": "", "views": 41, "answered": 1}
    assert done.wait(2)
    assert sorted(int(one["id"]) for one in reader) == list(range(41))
    assert sorted({one["status"] for one in reader}) == [200, 409]
    found = sum(one["status"] == 200 for one in reader)
    assert found in (2, 3), "the short one, and those under way with what they found"
    answer.close()
    assert app.test_client().delete(answer.headers["Location"]).status_code == 404


def test_a_client_that_goes_cancels_its_batch(app: Application) -> None:
    gone = Event()
    answer = app.test_client().post(
        "/v1/analyses",
        json={**LONG, "views": [{"view": VIEW, **SHORT}, *[{"view": VIEW}] * 9]},
        environ_overrides={"waitress.client_disconnected": gone.is_set},
        buffered=False,
    )
    got: list[Any] = []
    reader = Thread(target=lambda: got.extend(answer.response))
    reader.start()
    until(lambda: running(app) == 2)
    gone.set()
    assert until(lambda: running(app) == 0) < 1
    reader.join(5)
    assert len(got) == 10
    answer.close()


def test_a_batch_ends_by_its_deadline(client: FlaskClient) -> None:
    begun = time.monotonic()
    body = {**LONG, "views": [{"view": VIEW}] * 20, "timeout_ms": 600}
    got = lines(client.post("/v1/analyses", json=body))
    assert time.monotonic() - begun < 2
    assert len(got) == 20
    assert {one["status"] for one in got} == {200, 503}


def test_batches_leave_processors_to_others_and_never_wait_for_ever() -> None:
    queue = SearchQueue(workers=2, waiting=0)
    release = Event()

    def hold(priority: Priority) -> None:
        queue.submit(priority, Job(lambda _: (release.wait(10), None)[1]))

    for _ in range(3):
        hold(Priority.BATCH)
    until(lambda: len(queue._all_running()) == 2)
    assert queue.run(lambda _: 7).result == 7, "play does not wait"
    release.set()
    until(lambda: not queue._all_running())
    release.clear()
    hold(Priority.PLAY)
    until(lambda: len(queue._all_running()) == 1)
    for _ in range(3):
        hold(Priority.BATCH)
    until(lambda: len(queue._all_running()) == 2)
    time.sleep(0.05)
    assert len(queue._all_running()) == 2, "one of the batch beside play"
    hold(Priority.PLAY)
    until(lambda: len(queue._all_running()) == 3)
    release.set()
    until(lambda: not queue._all_running())
    queue.close()
