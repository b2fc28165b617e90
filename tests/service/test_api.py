"""The service: every route, every problem, no peeking."""

import json
import re
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from battlewise.api.app import Application, create_app
from battlewise.api.routes.requests import DEEPEST
from battlewise.api.searches.queue import QueueFull, SearchQueue
from battlewise.bots.ladders import ladder
from battlewise.core import State, game, games
from battlewise.core.guides import how_to_play
from battlewise.core.tutorial import tutorial
from battlewise.search import StopFlag
from tests.marks import long

GOLDEN = Path(__file__).parents[1] / "golden" / "openapi.json"
HIDDEN = [game_id for game_id in games() if game(game_id).hidden]
BOARD = ["......."] * 4 + ["...o...", "...x..."]
VIEW = {"seat": 0, "board": BOARD}
MOVES = "/v1/games/connect_four/moves"
LEGAL = "/v1/games/connect_four/legal-moves"
POSITIONS = "/v1/games/connect_four/positions"


@pytest.fixture(scope="module")
def app() -> Iterator[Application]:
    app = create_app().start()
    app.config.update(PROPAGATE_EXCEPTIONS=False)
    yield app
    app.close()


def problem(response: TestResponse, status: int) -> dict[str, Any]:
    """The problem document, checked for its form."""
    assert response.status_code == status, response.text
    assert response.mimetype == "application/problem+json"
    document: dict[str, Any] = response.get_json(force=True)
    assert set(document) == {"type", "title", "status", "detail", "errors"}
    assert document["status"] == status
    assert "Traceback" not in response.text
    return document


def fields(response: TestResponse) -> list[str]:
    """The fields that a 422 names."""
    return [error["field"] for error in problem(response, 422)["errors"]]


# -- the routes


def test_the_list_of_games(client: FlaskClient) -> None:
    answer = client.get("/v1/games").get_json()
    assert [one["id"] for one in answer["games"]] == games()
    assert [one["name"] for one in answer["levels"]][:2] == ["beginner", "easy"]
    assert answer["limits"]["iterations"] == 200_000


@pytest.mark.parametrize("game_id", games())
def test_the_details_of_a_game(client: FlaskClient, game_id: str) -> None:
    answer = client.get(f"/v1/games/{game_id}").get_json()
    rules = game(game_id)
    assert answer["seats"] == rules.seats
    assert answer["minimal_views"] == rules.minimal_views()
    assert answer["how_to_play"] == how_to_play(game_id)
    view = answer["full_view"]
    assert rules.from_view(view, seed=1).view(view["seat"]) == view
    assert set(answer["options_schema"]["properties"]) == set(rules.options)


@pytest.mark.parametrize("game_id", games())
def test_the_tutorial_of_a_game_is_the_start_of_a_match(client: FlaskClient, game_id: str) -> None:
    answer = client.get(f"/v1/games/{game_id}/tutorial").get_json()
    lesson = tutorial(game_id)
    assert lesson is not None
    assert [step["say"] for step in answer["steps"]] == [step.say for step in lesson.steps]
    seats = [{"kind": "bot", "level": "beginner"}] * answer["seats"]
    seats[answer["seat"]] = {"kind": "person"}
    start = {
        "game": game_id,
        "options": answer["options"],
        "moves": answer["moves"],
        "seats": seats,
        "start": "now",
    }
    made = client.post("/v1/matches", json=start)
    assert made.status_code == 201, made.text
    assert made.get_json()["match"]["status"] == "running"


def test_a_game_without_a_tutorial(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlewise.api.routes.games.tutorial", lambda game_id: None)
    assert problem(client.get("/v1/games/pig/tutorial"), 404)["detail"] == "this game has no tutorial"


@pytest.mark.parametrize("game_id", games())
def test_every_minimal_view_is_a_request(client: FlaskClient, game_id: str) -> None:
    for phase, view in game(game_id).minimal_views().items():
        legal = client.post(f"/v1/games/{game_id}/legal-moves", json={"view": view})
        assert legal.status_code == 200, (phase, legal.text)
        answer = client.post(f"/v1/games/{game_id}/moves", json={"view": view, "level": "easy"})
        if legal.get_json()["to_move"] != view["seat"]:
            assert legal.get_json()["moves"] == []
            assert fields(answer) == ["view.seat"]
        else:
            assert answer.status_code == 200, (phase, answer.text)
            assert answer.get_json()["move"] in legal.get_json()["moves"]


def test_a_move_with_all_it_tells(client: FlaskClient) -> None:
    body = {"view": VIEW, "bot": "mcts:iterations=300", "seed": 3, "top_k": 2}
    answer = client.post(MOVES, json=body).get_json()
    assert answer["move"] == answer["candidates"][0]["move"] == answer["line"][0]
    assert len(answer["candidates"]) == 2
    assert answer["candidates"][0]["visits"] >= answer["candidates"][1]["visits"] > 0
    assert 0 < answer["win_chance"] < 1
    assert answer["search"]["iterations"] == 300
    assert answer["search"]["queue_milliseconds"] >= 0
    assert answer["seed"] == 3
    assert answer["bot"] == "mcts:iterations=300"


def test_a_budget_replaces_the_bots_own(client: FlaskClient) -> None:
    body = {"view": VIEW, "level": "expert", "budget": {"iterations": 77.0}}
    assert client.post(MOVES, json=body).get_json()["search"]["iterations"] == 77
    body = {"view": VIEW, "level": "expert", "budget": {"milliseconds": 30}}
    assert 20 < client.post(MOVES, json=body).get_json()["search"]["milliseconds"] < 1000


def test_a_rung_of_the_ladder_is_a_bot(client: FlaskClient) -> None:
    answer = client.post(MOVES, json={"view": VIEW, "bot": "level:3"}).get_json()
    assert answer["bot"] == ladder(game("connect_four"))[2]
    assert answer["search"]["iterations"] == 64
    assert fields(client.post(MOVES, json={"view": VIEW, "bot": "level:11"})) == ["bot"]
    assert problem(client.post("/v1/games/chess/moves", json={"view": VIEW, "bot": "level:3"}), 404)


def test_the_same_seed_gives_the_same_answer(client: FlaskClient) -> None:
    body = {"view": VIEW, "budget": {"iterations": 200}, "seed": 11}
    one, other = (client.post(MOVES, json=body).get_json() for _ in range(2))
    assert {**one, "search": 0} == {**other, "search": 0}


def test_a_drawn_seed_can_be_given_again(client: FlaskClient) -> None:
    body = {"view": VIEW, "level": "beginner"}
    one = client.post(MOVES, json=body).get_json()
    other = client.post(MOVES, json={**body, "seed": one["seed"]}).get_json()
    assert one["move"] == other["move"]


def test_options_stand_beside_the_view_or_in_it(client: FlaskClient) -> None:
    view = game("battlelore", turn_limit=20).new(seed=1).view(0)
    path = "/v1/games/battlelore/legal-moves"
    assert client.post(path, json={"view": view}).status_code == 200
    assert client.post(path, json={"view": view, "options": {"turn_limit": 20}}).status_code == 200
    assert fields(client.post(path, json={"view": view, "options": {"turn_limit": 30}})) == ["view.options"]
    del view["options"]
    assert client.post(path, json={"view": view, "options": {"turn_limit": 30}}).status_code == 200


@pytest.mark.parametrize("game_id", games())
def test_a_record_carries_a_game_to_its_end(client: FlaskClient, game_id: str) -> None:
    """Step by step through the stateless route is the same game as one that is kept."""
    kept = game(game_id).new(seed=5)
    random = Random(5)
    record: dict[str, Any] = {"seed": 5}
    for _ in range(30):
        answer = _position(client, game_id, record, 0 if kept.is_over else kept.to_move)
        assert answer["record"]["moves"] == kept.record()["moves"]
        assert answer["view"] == kept.view(answer["seat"])
        assert answer["text"] == kept.render(answer["seat"])
        if kept.is_over:
            assert answer["to_move"] == "over"
            assert answer["returns"] == kept.returns()
            break
        assert [move["text"] for move in answer["moves"]] == [move.text for move in kept.legal()]
        move = random.choice(answer["moves"])["text"]
        kept.play(move)
        record = {**answer["record"], "moves": [*answer["record"]["moves"], move]}


def _position(client: FlaskClient, game_id: str, record: dict[str, Any], seat: int | None) -> dict[str, Any]:
    answer = client.post(f"/v1/games/{game_id}/positions", json={"record": record, "seat": seat})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def test_pages_and_health(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}
    for path in ("/", "/board", "/docs", "/match", "/verify", "/static/main.js", "/static/match.js"):
        page = client.get(path)
        assert page.status_code == 200
        assert "http://" not in page.text
        assert "https://" not in page.text
    assert "default-src 'self'" in client.get("/").headers["Content-Security-Policy"]


# -- problems


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/v1/games/chess", 404),
        ("GET", "/static/nothing.js", 404),
        ("DELETE", "/v1/games", 405),
        ("GET", MOVES, 405),
        ("POST", "/", 405),
    ],
)
def test_wrong_paths_and_methods(client: FlaskClient, method: str, path: str, status: int) -> None:
    answer = client.open(path, method=method)
    problem(answer, status)
    assert (status == 405) == ("Allow" in answer.headers)


@pytest.mark.parametrize("path", [MOVES, LEGAL, POSITIONS])
def test_an_unknown_game_with_a_body(client: FlaskClient, path: str) -> None:
    body = {"record": {}} if path == POSITIONS else {"view": VIEW}
    problem(client.post(path.replace("connect_four", "chess"), json=body), 404)


@pytest.mark.parametrize("path", [MOVES, LEGAL, POSITIONS])
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 400),
        ("{", 400),
        ('{"view": NaN}', 400),
        ('{"view": 1e999}', 400),
        ("\xff", 400),
        ('{"a":' * (DEEPEST + 1) + "{}" + "}" * (DEEPEST + 1), 400),
        ("[" * 30_000, 400),
        ("[" * 70_000, 413),
        ("null", 422),
        ("[]", 422),
        ("{}", 422),
    ],
)
def test_wrong_bodies(client: FlaskClient, path: str, body: str, status: int) -> None:
    content = body.encode("latin-1")
    problem(client.post(path, data=content, content_type="application/json"), status)


@pytest.mark.parametrize(("spaces", "status"), [(0, 200), (60_000, 200), (66_000, 413), (300_000, 413)])
def test_a_chunked_body_is_not_cut_off(client: FlaskClient, spaces: int, status: int) -> None:
    body = json.dumps({"view": VIEW}).encode() + b" " * spaces
    terminated = {"wsgi.input_terminated": True}
    kind = "application/json"
    answer = client.post(LEGAL, input_stream=BytesIO(body), content_type=kind, environ_overrides=terminated)
    assert answer.status_code == status


def test_the_deepest_body_is_read(client: FlaskClient) -> None:
    body = '{"a":' * (DEEPEST - 1) + "{}" + "}" * (DEEPEST - 1)
    answer = client.post(MOVES, data=body, content_type="application/json")
    assert fields(answer) == ["view", "a"]


@pytest.mark.parametrize("path", [MOVES, LEGAL, POSITIONS])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
def test_wrong_media_types(client: FlaskClient, path: str, kind: str | None) -> None:
    problem(client.post(path, data="{}", content_type=kind), 415)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"seat": 1}, "view.seat"),
        ({"seat": None}, "view.seat"),
        ({"seat": 2}, "view.seat"),
        ({"seat": True}, "view.seat"),
        ({"seat": "0"}, "view.seat"),
        ({"to_move": 1}, "view.to_move"),
        ({"to_move": "chance"}, "view.to_move"),
        ({"game": "pig"}, "view.game"),
        ({"options": {"size": 7}}, "view.options.size"),
        ({"options": 7}, "view.options"),
        ({"hand": ["x"]}, "view.hand"),
        ({"board": None}, "view.board"),
        ({"board": BOARD[1:]}, "view.board"),
        ({"board": [*BOARD[:5], "...y..."]}, "view.board[5]"),
        ({"board": [*BOARD[:4], "...oo..", "...x..."]}, "view.board"),
        ({"board": ["......."] * 2 + [".o....."] * 3 + [".xxxx.."]}, "view.seat"),
    ],
)
def test_inconsistent_views_name_the_field(
    client: FlaskClient, change: dict[str, Any], expected: str
) -> None:
    assert fields(client.post(MOVES, json={"view": {**VIEW, **change}})) == [expected]


def test_a_view_without_a_seat(client: FlaskClient) -> None:
    for path in (MOVES, LEGAL):
        assert fields(client.post(path, json={"view": {"board": BOARD}})) == ["view.seat"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"level": "easy", "bot": "greedy"}, "level"),
        ({"level": "godlike"}, "level"),
        ({"bot": "clever"}, "bot"),
        ({"bot": "mcts:depth=3"}, "bot"),
        ({"bot": "mcts:iterations=200001"}, "bot"),
        ({"bot": "mcts:milliseconds=10001"}, "bot"),
        ({"bot": "mcts:threads=2"}, "bot"),
        ({"bot": "m" * 201}, "bot"),
        ({"budget": {}}, "budget"),
        ({"budget": {"iterations": 200_001}}, "budget.iterations"),
        ({"budget": {"milliseconds": 10_001}}, "budget.milliseconds"),
        ({"budget": {"iterations": 0}}, "budget.iterations"),
        ({"budget": {"iterations": True}}, "budget.iterations"),
        ({"budget": {"iterations": 1.5}}, "budget.iterations"),
        ({"budget": {"nodes": 5}}, "budget.nodes"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"seed": 10**400}, "seed"),
        ({"seed": "7"}, "seed"),
        ({"top_k": 257}, "top_k"),
        ({"options": {"size": 7}}, "options.size"),
        ({"options": [7]}, "options"),
        ({"depth": 3}, "depth"),
    ],
)
def test_wrong_fields_are_named(client: FlaskClient, change: dict[str, Any], expected: str) -> None:
    assert fields(client.post(MOVES, json={"view": VIEW, **change})) == [expected]


def test_a_problem_is_in_our_words_alone(client: FlaskClient) -> None:
    for path, body in ((MOVES, {"view": VIEW}), ("/v1/analyses", {"views": [{"view": VIEW}]})):
        refused = problem(client.post(path, json={**body, "level": "godlike"}), 422)
        assert refused["errors"][0]["problem"].startswith("'godlike' is not one of beginner, ")
        assert "Value error" not in str(refused)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"moves": ["d", "z"]}, "record.moves[1]"),
        ({"moves": ["d", 4]}, "record.moves[1]"),
        ({"moves": "d"}, "record.moves"),
        ({"game": "pig"}, "record.game"),
        ({"version": 99}, "record.version"),
        ({"options": {"size": 7}}, "record.options.size"),
        ({"seed": -1}, "record.seed"),
        ({"author": "me"}, "record.author"),
    ],
)
def test_wrong_records_name_the_field(client: FlaskClient, record: dict[str, Any], expected: str) -> None:
    assert fields(client.post(POSITIONS, json={"record": record, "seat": 0})) == [expected]


def test_a_position_for_a_seat_that_is_not_there(client: FlaskClient) -> None:
    assert fields(client.post(POSITIONS, json={"record": {}, "seat": 2})) == ["seat"]


def test_an_option_of_the_wrong_type_is_not_taken_for_a_kept_one(client: FlaskClient) -> None:
    """1 and true are equal to Python, and neither may be taken for the other."""
    path = "/v1/games/battlelore/positions"
    for value in (20, True, "20", 20.5, None, [20], {"a": 20}):
        answer = client.post(path, json={"record": {"options": {"turn_limit": value}, "seed": 1}})
        if value == 20:
            assert answer.status_code == 200
        else:
            assert fields(answer) == ["record.options.turn_limit"]


def test_a_long_value_does_not_come_back_whole(client: FlaskClient) -> None:
    answer = client.post(LEGAL, json={"view": {**VIEW, "options": {"a" * 50_000: 1}}})
    assert problem(answer, 422)["detail"].startswith("view.options.aaa")
    assert len(answer.data) < 2_000


def test_a_fault_of_the_service_tells_nothing(
    app: Application, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret card")

    monkeypatch.setattr("battlewise.api.routes.moves.state_of", broken)
    answer = client.post(MOVES, json={"view": VIEW})
    problem(answer, 500)
    assert "secret" not in answer.text


def test_a_full_queue_says_when_to_try_again(app: Application, client: FlaskClient) -> None:
    full = SearchQueue(workers=1, waiting=0)
    started, release = Event(), Event()

    def busy(_: StopFlag) -> None:
        started.set()
        release.wait(10)

    holder = Thread(target=lambda: full.run(busy))
    before = app.parts.searches
    app.parts.searches = full
    holder.start()
    try:
        assert started.wait(10)
        answer = client.post(MOVES, json={"view": VIEW, "level": "beginner"})
        problem(answer, 503)
        assert answer.headers["Retry-After"] == "1"
    finally:
        release.set()
        holder.join()
        app.parts.searches = before
    assert full.run(lambda _: 7).result == 7


def test_the_queue_bounds_what_runs_and_waits() -> None:
    queue = SearchQueue(workers=1, waiting=1)
    started, release = Event(), Event()
    waits: list[float] = []

    def busy(_: StopFlag) -> None:
        started.set()
        release.wait(10)

    first = Thread(target=lambda: queue.run(busy))
    first.start()
    assert started.wait(10)
    second = Thread(target=lambda: waits.append(queue.run(lambda _: None).waited))
    second.start()
    while not queue.waiting():
        time.sleep(0.001)
    refused = False
    for _ in range(1000):
        try:
            queue.run(lambda _: release.wait(0.001))
        except QueueFull:
            refused = True
            break
        finally:
            release.set()
    first.join()
    second.join()
    assert refused
    assert waits[0] > 0


def test_the_queue_takes_more_searches_at_a_time_while_it_has_more_workers() -> None:
    queue = SearchQueue(workers=1, waiting=0)
    queue.run(lambda _: None)
    queue.resize(3)
    together = Barrier(4)  # the fourth is this thread
    crowd = [Thread(target=lambda: queue.run(lambda _: together.wait(10))) for _ in range(3)]
    for thread in crowd:
        thread.start()
    while together.n_waiting < 3:
        time.sleep(0.001)
    queue.resize(None)
    with pytest.raises(QueueFull):
        queue.run(lambda _: None)
    together.wait(10)
    for thread in crowd:
        thread.join()
    assert queue.run(lambda _: 7).result == 7


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATTLEWISE_API_MAX_ITERATIONS", "50")
    client = create_app().test_client()
    body = {"view": VIEW, "budget": {"iterations": 51}}
    assert fields(client.post(MOVES, json=body)) == ["budget.iterations"]
    monkeypatch.setenv("BATTLEWISE_API_MAX_ITERATIONS", "many")
    with pytest.raises(ValueError, match="MAX_ITERATIONS"):
        create_app()


# -- a table of one's own


LAST_CALL = {"seat": 0, "cards": ["Js", None], "board": "Qs", "bets": [["call", "call"], ["call"]]}


def test_a_table_goes_on_with_its_view(client: FlaskClient) -> None:
    body = {"view": LAST_CALL, "move": "call"}
    refused = client.post("/v1/games/leduc/next", json=body)
    assert problem(refused, 422)["errors"] == [
        {"field": "shown.cards[1]", "problem": "is missing: the move reveals it"}
    ]
    over = client.post("/v1/games/leduc/next", json=body | {"shown": {"cards": ["Js", "Kh"]}}).get_json()
    assert (over["to_move"], over["view"]["cards"], over["moves"]) == ("over", ["Js", "Kh"], [])
    assert over["text"]
    illegal = client.post("/v1/games/leduc/next", json=body | {"move": "fold"})
    assert problem(illegal, 422)["errors"][0]["field"] == "move"
    broken = client.post("/v1/games/leduc/next", json=body | {"view": LAST_CALL | {"board": "Zz"}})
    assert problem(broken, 422)["errors"][0]["field"] == "view.board"


def test_a_table_draws_for_itself(client: FlaskClient) -> None:
    view = game("leduc").new(seed=1, chance="ask").view(0)
    got = client.post("/v1/games/leduc/outcomes", json={"view": view}).get_json()
    assert got["to_move"] == "chance"
    assert [one["probability"] for one in got["outcomes"]] == [pytest.approx(1 / 6)] * 6
    move = got["outcomes"][0]["move"]
    after = client.post("/v1/games/leduc/next", json={"view": view, "move": move["doc"]}).get_json()
    assert after["view"]["cards"][0] == move["doc"]["card"]
    played = client.post("/v1/games/leduc/outcomes", json={"view": LAST_CALL}).get_json()
    assert (played["to_move"], played["outcomes"]) == (1, [])


# -- the OpenAPI document


def test_the_openapi_document_is_the_golden_one(client: FlaskClient) -> None:
    """After a wanted change: python -m tests.service.test_api"""
    assert client.get("/openapi.json").get_json() == json.loads(GOLDEN.read_text("utf-8"))


def test_every_route_is_documented(app: Application, client: FlaskClient) -> None:
    spec = client.get("/openapi.json").get_json()
    assert spec["openapi"].startswith("3.1")
    routes = {re.sub(r"<(?:int:)?([\w:]+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    assert routes - set(spec["paths"]) == {
        *(
            "/",
            "/board",
            "/docs",
            "/match",
            "/verify",
            "/openapi.json",
            "/picture.css",
            "/static/{path:filename}",
        )
    }
    for path, operations in spec["paths"].items():
        for operation in operations.values():
            assert operation["summary"], path
            assert operation["description"], path


# -- no peeking


def played(game_id: str, seed: int, plies: int) -> State:
    state = game(game_id).new(seed=seed)
    random = Random(seed)
    for _ in range(plies):
        if state.is_over:
            break
        state.play(random.choice(state.legal()))
    return state


def _answers(client: FlaskClient, game_id: str, view: dict[str, Any]) -> list[bytes]:
    """What every route that takes a view says about it, right and wrong, without the times."""
    prefix = f"/v1/games/{game_id}"
    wrong = {**view, "to_move": "nobody"}
    contradictory = {name: [] for name in view if name not in ("game", "options", "seat", "to_move")}
    bodies: list[dict[str, Any]] = [
        {"view": view, "bot": "mcts:iterations=60", "seed": 3, "top_k": 256},
        {"view": view, "level": "easy", "seed": 3, "top_k": 256},
        {"view": view, "level": "beginner", "seed": 3},
        {"view": wrong, "seed": 3},
        *({"view": {**view, name: value}, "seed": 3} for name, value in contradictory.items()),
    ]
    answers = []
    for body in bodies:
        document = client.post(f"{prefix}/moves", json=body).get_json(force=True)
        for name in ("milliseconds", "queue_milliseconds"):
            document.get("search", {}).pop(name, None)
        answers.append(json.dumps(document).encode())
        answers.append(client.post(f"{prefix}/legal-moves", json={"view": body["view"]}).data)
    return answers


@pytest.mark.parametrize("game_id", HIDDEN)
@pytest.mark.parametrize("plies", [0, 1, 7, 25])
def test_redealing_the_unseen_changes_no_answer(client: FlaskClient, game_id: str, plies: int) -> None:
    state = played(game_id, plies, plies)
    dealt = 0
    for seat in range(state.game.seats):
        expected = _answers(client, game_id, state.view(seat))
        other = state.redealt(seat, seed=1)
        dealt += other.data_bytes() != state.data_bytes()
        assert _answers(client, game_id, other.view(seat)) == expected
    before_hands = state.view(None).get("phase") == "seat"
    assert dealt or state.is_over or before_hands, "nothing was dealt anew: the test shows nothing"


@pytest.mark.parametrize(
    "game_id", [pytest.param(one, marks=long) if one in ("batalj", "battalia") else one for one in HIDDEN]
)
def test_records_that_differ_in_the_unseen_give_one_position(client: FlaskClient, game_id: str) -> None:
    """Swap one outcome that a seat cannot see for another: all but the record itself stays."""
    compared = 0
    for seed in range(12):
        state = played(game_id, seed, 1)
        record = state.record()
        for seat in range(state.game.seats):
            expected = _seen_position(client, game_id, record, seat)
            for other in variants(state, seat):
                compared += 1
                assert _seen_position(client, game_id, other.record(), seat) == expected
    assert compared > 5


def variants(state: State, seat: int) -> list[State]:
    """The same game with one unseen outcome exchanged, where all that follows still fits."""
    rules, record = state.game, state.record()
    seen = [move.text for _, move in state.log(seat)]
    variants = []
    for ply, text in enumerate(record["moves"]):
        if seen[ply] == text:
            continue
        before = rules.replay({**record, "moves": record["moves"][:ply]})
        for outcome in before.outcomes() if before.is_chance else []:
            other = before.copy()
            other.play(outcome)
            try:
                for rest in record["moves"][ply + 1 :]:
                    other.play(rest)
            except ValueError:
                continue
            if outcome.text != text and other.view(seat) == state.view(seat):
                variants.append(other)
                break
    return variants


def _seen_position(
    client: FlaskClient, game_id: str, record: dict[str, Any], seat: int | None
) -> dict[str, Any]:
    answer = _position(client, game_id, record, seat)
    del answer["record"]
    return answer


if __name__ == "__main__":
    document = create_app().test_client().get("/openapi.json").get_json()
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
