"""Tournaments over HTTP."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from battlewise.core import game
from tests.service.match_tables import Doc, service

LEDUC = {"game": "leduc", "entrants": {"chance": "random", "care": "greedy"}, "blocks": 20}


def make(client: FlaskClient, **body: object) -> Doc:
    """A tournament that was made."""
    answer = client.post("/v1/tournaments", json={**LEDUC, **body})
    assert answer.status_code == 201, answer.text
    made: Doc = answer.get_json()
    return made


def test_a_tournament_is_played_watched_cancelled_and_gone_on_with(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/kept.db"
    app = service(DATABASE_URL=url)
    client = app.test_client()
    path = f"/v1/tournaments/{make(client)['tournament']['id']}"
    waiting = make(client, blocks=5000)
    other = f"/v1/tournaments/{waiting['tournament']['id']}"
    long = make(client, blocks=2000, entrants={"a": "random", "b": "mcts:iterations=100"})
    third = f"/v1/tournaments/{long['tournament']['id']}"
    assert client.get(f"{path}?games=0&wait=20").get_json()["games"] > 0
    assert client.delete(other).status_code == 401
    assert client.delete(other, headers={"Authorization": "Bearer no"}).status_code == 401
    token = {"Authorization": f"Bearer {waiting['token']}"}
    assert client.delete(other, headers=token).get_json()["status"] == "cancelled"
    assert client.get(f"{other}/games").data == b""
    done = client.get(f"{path}?wait=20").get_json()
    assert (done["status"], done["games"], done["planned"]) == ("done", 40, 40)
    assert [one["blocks"] for one in done["standings"]] == [20, 20]
    for one in done["standings"]:
        assert one["low"] < one["score"] < one["high"]
    games = client.get(f"{path}/games")
    assert games.mimetype == "application/x-ndjson"
    lines = [json.loads(line) for line in games.text.splitlines()]
    assert len({one["key"] for one in lines}) == 40
    assert game("leduc").replay(lines[0]["record"]).returns() == pytest.approx(lines[0]["scores"])
    before = client.get(f"{third}?games=2&wait=20").get_json()["games"]
    assert before > 2
    app.close()
    app = service(DATABASE_URL=url)
    client = app.test_client()
    app.parts.tournaments.start(app.parts.keeper.timer)
    after = client.get(f"{third}?games={before + 1}&wait=20").get_json()
    assert after["games"] > before
    assert after["status"] == "running"
    token = {"Authorization": f"Bearer {long['token']}"}
    assert client.delete(third, headers=token).get_json()["status"] == "cancelled"
    app.close()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"entrants": {"one": "random"}}, "entrants"),
        ({"entrants": {"one": "random", "two": "random"}}, "entrants"),
        ({"entrants": {"one": "random", "two": "clever"}}, "entrants.two"),
        ({"entrants": {"one": "random", "two": "mcts:iterations=200001"}}, "entrants.two"),
        ({"blocks": 0}, "blocks"),
        ({"seed": 1 << 61}, "seed"),
        ({"blocks": 5001}, "blocks"),
        ({"options": {"size": 7}}, "options.size"),
        ({"pairing": "swiss"}, "pairing"),
        ({"pairing": "duel", "entrants": {"a": "random", "b": "greedy", "c": "medium"}}, "entrants"),
    ],
)
def test_wrong_tournaments_name_the_field(change: Doc, field: str) -> None:
    client = service().test_client()
    answer = client.post("/v1/tournaments", json={**LEDUC, **change})
    assert answer.status_code == 422, answer.text
    assert [one["field"] for one in answer.get_json(force=True)["errors"]] == [field]


def test_an_unknown_tournament() -> None:
    client = service().test_client()
    for path in ("/v1/tournaments/nothing", "/v1/tournaments/nothing/games"):
        assert client.get(path).status_code == 404
    assert client.delete("/v1/tournaments/nothing").status_code == 404


def test_the_same_key_gives_the_same_tournament_and_token() -> None:
    app = service(TOURNAMENTS_WAITING=2)
    key = {"Idempotency-Key": "a key that nobody can guess"}
    body = {"game": "leduc", "entrants": {"a": "random", "b": "greedy"}, "blocks": 1}

    def make(changed: dict[str, object]) -> tuple[int, str, str]:
        answer = app.test_client().post("/v1/tournaments", json={**body, **changed}, headers=key)
        made = answer.get_json(force=True)
        return answer.status_code, made.get("tournament", {}).get("id", ""), made.get("token", "")

    with ThreadPoolExecutor(6) as pool:
        made = set(pool.map(make, [{}] * 6))
    ((status, tournament, token),) = made
    assert status == 201
    assert make({"blocks": 2})[0] == 409
    headers = {"Authorization": f"Bearer {token}"}
    assert app.test_client().delete(f"/v1/tournaments/{tournament}", headers=headers).status_code == 200
    assert make({}) == (status, tournament, token)
    app.close()
