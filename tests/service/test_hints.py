"""Hints for any view: what they say, in all games, and that they know no more than the view."""

import json
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from battlewise.bots.calibration import spread
from battlewise.core import State, game, games
from tests.service.match_tables import service

Doc = dict[str, Any]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return service().test_client()


def after(game_id: str, decisions: int, seed: int = 5, **options: Any) -> State:
    """A game after some random decisions, at one with a choice."""
    state, random = game(game_id, **options).new(seed=seed), Random(seed)
    for _ in range(decisions):
        state.play(random.choice(state.legal()))
    while len(state.legal()) < 2:
        state.play(state.legal()[0])
    return state


def hint(client: FlaskClient, state: State, seed: int = 3, **more: Any) -> Doc:
    body = {"view": state.view(state.to_move), "bot": "mcts:iterations=200", "seed": seed, **more}
    answer = client.post(f"/v1/games/{state.game.id}/hints", json=body)
    assert answer.status_code == 200, answer.text
    found: Doc = answer.get_json()
    return found


@pytest.mark.parametrize("game_id", games())
def test_a_hint_says_what_a_player_wants_to_know(client: FlaskClient, game_id: str) -> None:
    state = after(game_id, 3)
    found = hint(client, state)
    legal = {
        move.text: words
        for move, words in zip(state.legal(), state.words(state.legal(), state.to_move), strict=True)
    }
    assert found["words"] == legal[found["move"]["text"]]
    assert found["candidates"][0]["loses"] == 0
    for one in found["candidates"]:
        assert one["words"] == legal[one["move"]["text"]]
        if one["win_chance"] is not None:
            assert one["loses"] == pytest.approx(max(0, found["win_chance"] - one["win_chance"]))
    assert found["line"][0] == {"move": found["move"], "chance": False}
    assert found["reasons"]
    assert any("dealt anew" in one for one in found["assumes"]) == state.game.hidden


def test_the_interval_is_as_wide_as_what_is_known(client: FlaskClient) -> None:
    """A search that goes on for ever has no error of its own, and is still not the truth."""
    state = after("battlelore", 6)
    narrow, wide = (hint(client, state, budget={"iterations": n}) for n in (4000, 100))
    for found in (narrow, wide):
        assert found["low"] <= found["win_chance"] <= found["high"]
    assert narrow["high"] - narrow["low"] > 3 * spread(state.game)
    assert wide["high"] - wide["low"] > narrow["high"] - narrow["low"]


def test_a_hint_tells_what_the_move_does() -> None:
    client = service().test_client()
    state = game("battlelore").new(seed=5)
    random = Random(1)
    for _ in range(15):
        state.play(random.choice(state.legal()))
    found = hint(client, state)
    copied = state.copy()
    copied.play(found["move"]["text"])
    assert found["changes"] == copied.changes(state.to_move)[0]["changes"]
    assert found["changes"]


def test_luck_in_the_line_is_said_to_be_luck(client: FlaskClient) -> None:
    """Some lines reach the dice: an outcome is marked, and the sentence says that it is usual luck."""
    met = False
    for decisions in range(4, 30):
        found = hint(client, after("battlelore", decisions))
        if any(step["chance"] for step in found["line"][1:5]):
            met = True
            assert any("with usual luck" in one for one in found["reasons"])
    assert met


@pytest.mark.parametrize("game_id", [one for one in games() if game(one).hidden])
def test_a_hint_depends_on_nothing_that_the_seat_cannot_see(client: FlaskClient, game_id: str) -> None:
    state = after(game_id, 4)
    seat = state.to_move
    expected = hint(client, state)
    for seed in range(3):
        found = hint(client, state.redealt(seat, seed))
        assert {k: v for k, v in found.items() if k != "milliseconds"} == {
            k: v for k, v in expected.items() if k != "milliseconds"
        }


def test_a_hint_comes_as_a_stream_too(client: FlaskClient) -> None:
    state = after("history", 3)
    body = {"view": state.view(state.to_move), "budget": {"milliseconds": 700}, "level": "expert"}
    headers = {"Accept": "text/event-stream"}
    text = client.post("/v1/games/history/hints", json=body, headers=headers).text
    events = [part.split("\n") for part in text.strip().split("\n\n") if not part.startswith(":")]
    kinds = [lines[0].removeprefix("event: ") for lines in events]
    assert kinds[-1] == "final"
    assert set(kinds[:-1]) == {"partial"}
    partial, final = (json.loads(lines[1].removeprefix("data: ")) for lines in (events[0], events[-1]))
    assert partial["iterations"] < final["iterations"]
    assert not partial["reasons"]
    assert final["reasons"]


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"view": {"seat": 1, "board": ["......."] * 6}}, 422, "view.seat"),
        ({"view": {"seat": 0, "board": ["......."] * 5}}, 422, "view.board"),
        ({"level": "godlike"}, 422, "level"),
        ({"budget": {"iterations": 0}}, 422, "budget.iterations"),
    ],
)
def test_a_wrong_request_names_the_field(client: FlaskClient, change: Doc, status: int, field: str) -> None:
    body = {"view": {"seat": 0, "board": ["......."] * 6}} | change
    answer = client.post("/v1/games/connect_four/hints", json=body)
    assert answer.status_code == status
    assert [one["field"] for one in answer.get_json()["errors"]] == [field]


def test_explain_says_what_can_be_done_and_why_not(client: FlaskClient) -> None:
    state = after("battlelore", 6)
    view, path = state.view(state.to_move), "/v1/games/battlelore/explain"
    for unit in view["units"]:
        thing = "unit:" + ".".join(map(str, unit["hex"]))
        found = client.post(path, json={"view": view, "thing": thing}).get_json()
        expected = [move.text for move in state.legal() if thing in move.touches]
        assert [move["text"] for move in found["moves"]] == expected
        assert bool(found["reasons"]) != bool(expected)
    legal = state.legal()[0]
    same = client.post(path, json={"view": view, "move": legal.text}).get_json()
    assert same["moves"] == [{"text": legal.text, "doc": legal.doc, "touches": legal.touches}]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "thing"),
        ({"thing": "column:a", "move": "a"}, "thing"),
        ({"move": "tea"}, "move"),
        ({"thing": 5}, "thing"),
    ],
)
def test_a_wrong_question_names_the_field(client: FlaskClient, body: Doc, field: str) -> None:
    view = {"seat": 0, "board": ["......."] * 6}
    answer = client.post("/v1/games/connect_four/explain", json={"view": view, **body})
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == field
