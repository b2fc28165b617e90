"""Problem documents: kinds are declared, documented and served; a lost answer differs from a clash."""

from pathlib import Path

from flask.testing import FlaskClient

from battlewise.api.operations.problems import Kind
from tests.service.match_tables import PEOPLE, Doc, Seat, Table, service

DOCUMENT = Path(__file__).parents[2] / "docs" / "service.md"


def test_kinds_are_served_as_json_and_as_pages(client: FlaskClient) -> None:
    listed = client.get("/problems").get_json()["problems"]
    assert [one["id"] for one in listed] == [kind.id for kind in Kind]
    for one in listed:
        assert client.get(one["type"]).get_json() == one
        page = client.get(one["type"], headers={"Accept": "text/html"})
        assert (page.status_code, page.mimetype) == (200, "text/html")
        assert one["title"] in page.text
    assert "illegal-move" in client.get("/problems", headers={"Accept": "text/html"}).text
    assert client.get("/problems/nothing").status_code == 404


def test_kinds_are_declared_once_and_documented() -> None:
    assert len({kind.id for kind in Kind}) == len(Kind)
    assert len({kind.title for kind in Kind}) == len(Kind)
    text = DOCUMENT.read_text("utf-8")
    rows = [f"| `{kind.id}` | {kind.status} | {kind.title} |" for kind in Kind]
    assert [row for row in rows if row not in text] == []


def kind_of(client: FlaskClient, method: str, path: str, body: object = None) -> str:
    """The id of the kind of problem with which a request is answered."""
    answer = client.open(path, method=method, json=body)
    return str(answer.get_json(force=True)["type"]).removeprefix("/problems/")


def test_what_is_wrong_is_said_by_the_type(client: FlaskClient) -> None:
    view = {"seat": 0, "board": ["......."] * 6}
    moves = "/v1/games/connect_four/moves"
    assert kind_of(client, "GET", "/nothing") == "not-found"
    assert kind_of(client, "PUT", "/v1/games") == "method-not-allowed"
    assert kind_of(client, "GET", "/v1/games/chess") == "unknown-game"
    assert kind_of(client, "GET", "/v1/matches/nothing") == "unknown-match"
    assert kind_of(client, "POST", moves, {"view": {"seat": 0}}) == "invalid-view"
    assert kind_of(client, "POST", moves, {"view": view, "bot": "clever"}) == "invalid-bot"
    assert kind_of(client, "POST", moves, {"view": view, "budget": {"iterations": 10**9}}) == "over-limit"
    assert kind_of(client, "POST", moves, {}) == "invalid-fields"
    following = {"view": view, "move": "z"}
    assert kind_of(client, "POST", "/v1/games/connect_four/next", following) == "illegal-move"


# -- a lost answer


def act(seat: Seat, version: int, **body: object) -> tuple[int, Doc]:
    headers = {**seat.headers, "If-Match": f'"{version}"'}
    answer = seat.client.post(f"{seat.path}/actions", json=body, headers=headers)
    return answer.status_code, answer.get_json(force=True)


def test_a_retried_action_gets_to_know_that_it_was_applied() -> None:
    app = service()
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE, undo=True).join()
    one, other = table.seats[0], table.seats[1]
    version = one.state()["version"]
    assert act(one, version, action="move", move="d")[0] == 200
    for notation in ("d", {"kind": "drop", "column": 3}):
        status, problem = act(one, version, action="move", move=notation)
        assert (status, problem["type"], problem["yours"]) == (412, "/problems/already-applied", True)
        assert problem["event"] == problem["version"] == version + 1
        assert problem["match"] | {"since": 0} == one.state() | {"since": 0}
    assert act(other, version + 1, action="move", move="e")[0] == 200
    status, problem = act(one, version, action="move", move="d")
    assert (problem["event"], problem["version"], problem["match"]["to_move"]) == (
        version + 1,
        version + 2,
        0,
    )
    assert act(one, problem["version"], action="move", move="a")[0] == 200, "it goes on from there"
    assert act(one, problem["version"] + 1, action="undo")[0] == 200
    assert act(one, problem["version"] + 1, action="undo")[1]["yours"] is True
    app.close()


def test_another_action_is_only_stale() -> None:
    app = service()
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE).join()
    one, other = table.seats[0], table.seats[1]
    version = one.state()["version"]
    assert act(one, version, action="move", move="d")[0] == 200
    for seat, body in (
        (one, {"action": "move", "move": "e"}),
        (one, {"action": "move", "move": {"kind": "drop", "column": 2}}),
        (one, {"action": "move", "move": "no such move"}),
        (one, {"action": "undo"}),
        (other, {"action": "move", "move": "d"}),
    ):
        status, problem = act(seat, version, **body)
        assert (status, problem["type"]) == (412, "/problems/stale-version")
        assert "yours" not in problem
        assert "match" not in problem
    for known in (0, version + 5, 10**12):
        assert act(one, known, action="move", move="d")[1]["type"] == "/problems/stale-version"
    app.close()


def test_the_last_move_of_a_match_can_be_retried() -> None:
    app = service()
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE).join()
    for column in "ababab":
        table.mover().move(column)
    seat = table.seats[0]
    version = seat.state()["version"]
    assert act(seat, version, action="move", move="a")[1]["status"] == "over"
    status, problem = act(seat, version, action="move", move="a")
    assert (status, problem["yours"], problem["match"]["status"]) == (412, True, "over")
    app.close()
