"""Rollouts of views over HTTP."""

import json

import pytest
from flask.testing import FlaskClient

from battlewise.bots.rollout.run import Limits, rollout
from battlewise.core import State, game
from tests.marks import long
from tests.service.match_tables import Doc, service


def position(game_id: str, plies: int) -> State:
    """A decision after the first of the legal moves, again and again."""
    state = game(game_id).new(seed=3)
    while state.ply < plies or len(state.legal()) < 2:
        state.play(state.legal()[0])
    return state


def ask(client: FlaskClient, state: State, **more: object) -> Doc:
    body = {"view": state.view(state.to_move), "bot": "random", "seed": 3, "trials": 12, "top_k": 50} | more
    answer = client.post(f"/v1/games/{state.game.id}/rollouts", json=body)
    assert answer.status_code == 200, answer.text
    found: Doc = answer.get_json()
    return found


@pytest.mark.parametrize("game_id", ["leduc", pytest.param("battlelore", marks=long), "history"])
def test_a_rollout_is_that_of_the_command(client: FlaskClient, game_id: str) -> None:
    state = position(game_id, 4)
    found = ask(client, state)
    other = rollout(state, "random", limits=Limits(10, 12), seed=3)
    assert other is not None
    assert found == other.doc(state)
    assert ask(client, state.redealt(state.to_move, 5)) == found
    assert ask(client, state, top_k=1)["candidates"] == found["candidates"][:1]


def test_a_rollout_comes_as_a_stream_too(client: FlaskClient) -> None:
    state = position("leduc", 2)
    body = {"view": state.view(state.to_move), "bot": "random", "seed": 3, "trials": 60}
    headers = {"Accept": "text/event-stream"}
    text = client.post("/v1/games/leduc/rollouts", json=body, headers=headers).text
    events = [part.split("\n") for part in text.strip().split("\n\n") if not part.startswith(":")]
    assert [lines[0] for lines in events][-1] == "event: final"
    assert {lines[0] for lines in events[:-1]} <= {"event: partial"}
    assert json.loads(events[-1][1].removeprefix("data: ")) == ask(client, state, trials=60)


def test_a_rollout_ends_in_time(client: FlaskClient) -> None:
    state = position("battlelore", 4)
    found = ask(client, state, trials=100_000, budget={"milliseconds": 3000})
    assert found["verdict"] in ("open", "clear")
    assert 0 < found["trials"] < 100_000
    view = state.view(state.to_move)
    body = {"view": view, "bot": "mcts:iterations=1000", "budget": {"milliseconds": 1}}
    answer = client.post("/v1/games/battlelore/rollouts", json=body)
    assert answer.status_code == 422
    assert [one["field"] for one in answer.get_json()["errors"]] == ["budget.milliseconds"]
    stream = client.post("/v1/games/battlelore/rollouts", json=body, headers={"Accept": "text/event-stream"})
    assert "event: problem" in stream.text


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"view": {"seat": 1, "board": ["......."] * 6}}, "view.seat"),
        ({"level": "godlike"}, "level"),
        ({"level": "expert"}, "bot"),
        ({"bot": "mcts:milliseconds=5"}, "bot"),
        ({"bot": "engine:cat"}, "bot"),
        ({"trials": 0}, "trials"),
        ({"budget": {"iterations": 9}}, "budget.iterations"),
        ({"budget": {"milliseconds": 10**9}}, "budget.milliseconds"),
    ],
)
def test_a_wrong_request_names_the_field(client: FlaskClient, change: Doc, field: str) -> None:
    body = {"view": {"seat": 0, "board": ["......."] * 6}} | change
    answer = client.post("/v1/games/connect_four/rollouts", json=body)
    assert answer.status_code == 422, answer.text
    assert [one["field"] for one in answer.get_json()["errors"]] == [field]


def test_a_rollout_costs_the_time_that_it_may_take() -> None:
    app = service(COST_A_MINUTE=3000)
    client = app.test_client()
    body = {"view": {"seat": 0, "board": ["......."] * 6}, "bot": "random", "trials": 1}
    body["budget"] = {"milliseconds": 2500}
    codes = [client.post("/v1/games/connect_four/rollouts", json=body).status_code for _ in range(2)]
    assert codes == [200, 429]
    app.close()
