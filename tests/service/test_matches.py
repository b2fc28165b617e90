"""Matches over HTTP: seats, versions, bots, undo, pauses, clocks, leavers, rematches, restarts."""

import threading
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from battlewise.api.app import Application, create_app
from battlewise.api.store.database import StoreError
from tests.service.match_tables import (
    PEOPLE,
    Doc,
    Seat,
    Table,
    keeper_of,
    later,
    live,
    problem,
    service,
    settings_of,
)

# -- making and joining


def test_a_match_waits_for_people_then_starts(client: FlaskClient) -> None:
    table = Table(client, game="leduc", seats=PEOPLE)
    made = table.made["match"]
    assert made["status"] == "waiting"
    assert made["view"] is None
    assert made["moves"] == []
    first = table.seats[0].post("/join", {"seed": "a", "name": "Ada"}).get_json()
    assert first["status"] == "waiting"
    problem(table.seats[0].post("/join", {}), 409)
    problem(table.seats[0].move("call"), 409)
    second = table.seats[1].post("/join", {"seed": "b"}).get_json()
    assert second["status"] == "running"
    assert second["view"]["seat"] == 1
    assert [seat["seed"] for seat in second["seats"]] == ["a", "b"]
    assert second["seats"][0]["name"] == "Ada"
    assert table.seats[0].state()["moves"]
    problem(table.host.post("/join", {}), 403)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "pig", "options": {"size": 7}}, "options.size"),
        ({"game": "pig", "seats": [{}]}, "seats"),
        ({"game": "pig", "seats": [{"level": "easy"}, {}]}, "seats[0].kind"),
        ({"game": "pig", "seats": [{"kind": "bot", "bot": "clever"}, {}]}, "seats[0].bot"),
        ({"game": "pig", "seats": [{"kind": "bot", "bot": "mcts:threads=9"}, {}]}, "seats[0].bot"),
        ({"game": "pig", "seats": [{"kind": "bot", "bot": "greedy", "level": "easy"}, {}]}, "seats[0].level"),
        ({"game": "pig", "clock": {"initial_ms": 0}}, "clock.initial_ms"),
        ({"game": "pig", "spectators": "all"}, "spectators"),
        ({"game": "chess"}, "game"),
        ({}, "game"),
    ],
)
def test_wrong_matches_name_the_field(client: FlaskClient, body: Doc, field: str) -> None:
    answer = problem(client.post("/v1/matches", json=body), 422)
    assert [error["field"] for error in answer["errors"]] == [field]


def test_an_unknown_match(client: FlaskClient) -> None:
    for seat in (Seat(client, "nothing", None), Seat(client, "nothing", "token")):
        problem(seat.get(), 404)
        problem(seat.get("/events"), 404)
        problem(seat.get("/record"), 404)
        problem(seat.post("/actions", {"action": "undo"}), 404)


def test_the_same_key_gives_the_same_match_and_tokens(client: FlaskClient) -> None:
    key = {"Idempotency-Key": "0123456789abcdef"}
    one = Table(client, key, game="pig", seats=PEOPLE)
    other = Table(client, key, game="pig", seats=PEOPLE)
    assert (one.id, one.made["invitations"]) == (other.id, other.made["invitations"])
    assert other.seats[1].state()["seat"] == 1
    problem(client.post("/v1/matches", json={"game": "leduc", "seats": PEOPLE}, headers=key), 409)
    spaced = '{ "seats": [{"kind":"person"}, {"kind":"person"}], "game": "pig" }'
    same = client.post("/v1/matches", data=spaced, headers=key, content_type="application/json")
    assert same.get_json()["match"]["id"] == one.id
    short = {"Idempotency-Key": "short"}
    problem(client.post("/v1/matches", json={"game": "leduc"}, headers=short), 422)


def test_a_link_has_its_token_where_no_server_sees_it(client: FlaskClient) -> None:
    invitation = Table(client, game="pig").made["invitations"][0]
    before, _, fragment = invitation["link"].partition("#")
    assert invitation["token"] in fragment
    assert invitation["token"] not in before


def test_a_program_need_not_join(client: FlaskClient) -> None:
    table = Table(client, game="pig", seats=[{"kind": "remote"}, {"kind": "bot", "level": "beginner"}])
    assert table.made["match"]["status"] == "running"
    assert table.seats[0].until(lambda state: state["to_move"] == 0)["moves"]


# -- matches that start from moves


def test_a_match_starts_from_the_moves_of_a_record(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE, moves=["d", "c", "d"]).join()
    state = table.seats[1].state()
    assert state["view"]["to_move"] == 1
    assert len(state["moves"]) == 7
    events = table.seats[1].events()["events"]
    start = next(event for event in events if event["type"] == "start")
    assert start["given"] == 3
    played = [(event["actor"], event["move"]["text"]) for event in events if event["type"] == "move"]
    assert played == [(0, "d"), (1, "c"), (0, "d")]
    table.mover().move("d")
    table.seats[0].act("resign")
    table.seats[0].post("/rematch")
    again = table.seats[1].post("/rematch").get_json()["match"]
    rematch = client.get(f"/v1/matches/{again}", headers=table.seats[0].headers).get_json()
    assert rematch["status"] == "waiting"
    fresh = Table(client, game="connect_four", seats=PEOPLE)  # it starts from the beginning
    assert rematch["version"] == fresh.host.state()["version"]


def test_a_match_whose_moves_end_the_game_is_over(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE, moves=list("dcdcdcd"), start="now")
    state = table.host.state()
    assert state["status"] == "over"
    assert state["result"]["returns"] == [1.0, 0.0]
    assert table.host.get("/record").get_json()["moves"] == list("dcdcdcd")


def test_outcomes_after_the_moves_are_drawn(client: FlaskClient) -> None:
    bots = [{"kind": "person"}, {"kind": "remote"}]
    deals = {
        Table(
            client, game="leduc", seats=bots, start="now", moves=["deal Js", "deal Qs", "call", "call"]
        ).host.state()["text"]
        for _ in range(40)
    }
    assert len(deals) > 1


@pytest.mark.parametrize(
    ("moves", "field", "problem"),
    [
        (["d", "z"], "moves[1]", "not possible here"),
        ([*"dcdcdcd", "a"], "moves[7]", "the game is over"),
        (["d", "x" * 201], "moves[1]", "at most 200"),
        ("d", "moves", "list"),
    ],
)
def test_moves_that_are_not_legal_make_no_match(
    client: FlaskClient, moves: Any, field: str, problem: str
) -> None:
    answer = client.post("/v1/matches", json={"game": "connect_four", "seats": PEOPLE, "moves": moves})
    assert answer.status_code == 422
    error = answer.get_json()["errors"][0]
    assert error["field"] == field
    assert problem in str(error)


# -- versions, turns, moves


def test_an_action_needs_the_version_it_was_chosen_on(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    one, other = table.seats[0], table.seats[1]
    version = one.state()["version"]
    problem(one.act("move", None, move="d"), 428)
    late = problem(one.act("move", version - 1, move="d"), 412)
    assert late["version"] == version
    for tag in ("abc", str(version), f'"{version}', f'"{version}" 7', ""):
        asked = {"action": "move", "move": "d"}
        strange = one.post("/actions", asked, **{"If-Match": tag})
        assert (
            'is not an entity tag; send the ETag of the match, such as "7"' in problem(strange, 400)["detail"]
        )
    problem(other.act("move", version, move="d"), 409)
    for tag in ('""', '"", "p"'):  # RFC 9110 allows an entity tag without characters
        problem(one.post("/actions", {"action": "move", "move": "d"}, **{"If-Match": tag}), 412)
    illegal = problem(one.act("move", version, move="z"), 422)
    assert [error["field"] for error in illegal["errors"]] == ["move"]
    assert [move["text"] for move in illegal["moves"]] == list("abcdefg")
    assert [e["field"] for e in problem(one.act("move", version), 422)["errors"]] == ["move"]
    assert one.state()["version"] == version
    done = one.act("move", version, move={"kind": "drop", "column": 3})
    assert done.status_code == 200
    assert done.headers["ETag"] == f'"{version + 1}"'
    again = problem(one.act("move", version, move="d"), 412)
    assert again["version"] == version + 1


def test_nothing_new_is_said_shortly(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    first = table.seats[0].get()
    known = first.headers["ETag"]
    again = table.seats[0].get(**{"If-None-Match": known})
    assert (again.status_code, again.data) == (304, b"")
    assert table.seats[0].get(**{"If-None-Match": f"W/{known}"}).status_code == 304
    table.seats[0].move("d")
    assert table.seats[0].get(**{"If-None-Match": known}).status_code == 200


def test_bots_move_by_themselves(client: FlaskClient) -> None:
    chairs = [{"kind": "bot", "level": "beginner"}, {"kind": "bot", "bot": "mcts:iterations=30"}]
    table = Table(client, game="battlelore", options={"turn_limit": 3}, seats=chairs)
    over = table.host.until(lambda state: state["status"] == "over")
    assert over["result"]["reason"] == "finished"
    assert sum(over["result"]["returns"]) == pytest.approx(1)


@pytest.mark.parametrize("game_id", ["leduc", "pig", "connect_four", "battalla", "history"])
def test_a_person_plays_against_a_bot(client: FlaskClient, game_id: str) -> None:
    chairs = [{"kind": "person"}, {"kind": "bot", "level": "beginner"}]
    table = Table(client, game=game_id, seats=chairs).join()
    table.play_on(15, pick=1)
    events = table.seats[0].events()["events"]
    assert [event["number"] for event in events[:5]] == [1, 2, 3, 4, 5]
    assert sum(event["type"] == "end" for event in events) <= 1


# -- the rest of what seats do


def test_resigning_ends_a_match_of_two(client: FlaskClient) -> None:
    table = Table(client, game="pig", seats=PEOPLE).join()
    done = table.seats[0].act("resign").get_json()
    assert done["result"]["reason"] == "resigned"
    assert done["result"]["returns"] == [0.0, 1.0]
    assert done["to_move"] == "over"
    problem(table.seats[1].act("resign"), 409)


def test_a_bot_takes_the_place_of_who_resigns_among_more(client: FlaskClient) -> None:
    chairs = [{"kind": "remote"}, {"kind": "remote"}, {"kind": "remote"}]
    table = Table(client, game="history", options={"players": 3}, seats=chairs)
    done = table.seats[1].act("resign")
    assert done.get_json()["status"] == "running"
    assert table.host.state()["seats"][1]["kind"] == "bot"
    problem(table.seats[1].get(), 401)
    assert table.seats[0].state()["status"] == "running"


def test_a_pause_and_its_end_are_agreed_or_the_hosts(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    one, other = table.seats[0], table.seats[1]
    assert one.act("pause").get_json()["status"] == "running"
    problem(one.act("pause"), 409)
    assert other.state()["asked_to_pause"] == [0]
    assert other.act("pause").get_json()["status"] == "paused"
    problem(one.move("d"), 409)
    assert one.act("resume").get_json()["status"] == "paused"
    problem(one.act("resume"), 409)
    store = client.application.parts.store
    (row, _, _) = store.match(table.id)
    assert row["status"] == "paused"  # the store and the match say the same
    assert other.state()["asked_to_resume"] == [0]
    assert other.act("resume").get_json()["status"] == "running"
    assert one.state()["asked_to_pause"] == one.state()["asked_to_resume"] == []
    assert table.host.act("pause").get_json()["status"] == "paused"
    problem(table.host.act("pause"), 409)
    assert table.host.act("resume").get_json()["status"] == "running"
    assert one.move("d").status_code == 200
    problem(table.spectator.act("pause"), 401)


def test_in_a_pause_one_may_resign(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    table.host.act("pause")
    assert table.seats[1].act("resign").get_json()["result"]["returns"] == [1.0, 0.0]


def test_who_leaves_is_not_waited_for_with_a_pause(client: FlaskClient) -> None:
    chairs = [{"kind": "remote"}] * 3
    table = Table(client, game="history", options={"players": 3}, seats=chairs)
    for seat in (0, 2):
        assert table.seats[seat].act("pause").get_json()["status"] == "running"
    assert table.seats[1].act("resign").status_code == 200
    assert table.seats[0].state()["status"] == "paused"
    table.seats[0].act("resume")
    table.seats[2].act("resign")
    assert table.seats[0].state()["status"] == "running"
    got = [e["type"] for e in table.seats[0].events()["events"] if "move" not in e]
    assert got[-4:] == ["resume", "resign", "replace", "resume"]


def test_the_host_ends_a_match_and_the_seed_is_shown(client: FlaskClient) -> None:
    table = Table(client, game="leduc", seats=PEOPLE).join()
    problem(table.seats[0].act("abort"), 403)
    done = table.host.act("abort").get_json()
    assert done["result"]["reason"] == "aborted"
    assert done["result"]["returns"] is None
    assert len(done["result"]["server_seed"]) == 64


def test_a_clock_that_runs_out_loses(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE, clock={"initial_ms": 400}).join()
    table.seats[0].move("d")
    state = table.seats[1].state()
    assert 0 < state["clock"]["left_ms"][0] <= 400
    assert state["clock"]["deadline"] == state["clock"]["since"] + 400
    over = table.seats[0].until(lambda state: state["status"] == "over")
    assert over["result"] | {"server_seed": "", "seal": ""} == {
        "reason": "time",
        "returns": [1.0, 0.0],
        "server_seed": "",
        "seal": "",
    }


def test_no_move_is_taken_after_the_time(app: Application, client: FlaskClient) -> None:
    """Whether or not the timer has had its turn."""
    for action in ("move", "resign", "pause", "undo"):
        table = Table(client, game="connect_four", seats=PEOPLE, clock={"initial_ms": 60_000}).join()
        version = table.host.state()["version"]
        with later(app, 61):
            assert table.seats[0].act(action, version, move="d").status_code in (409, 412)
        over = table.host.state()
        assert (over["result"]["reason"], over["result"]["returns"]) == ("time", [0.0, 1.0])


def test_a_clock_stands_still_in_a_pause(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE, clock={"initial_ms": 300}).join()
    table.host.act("pause")
    paused = table.host.state()["clock"]
    threading.Event().wait(0.5)
    assert table.host.state()["status"] == "paused"
    assert paused["deadline"] is None
    resumed = table.host.act("resume").get_json()["clock"]
    assert resumed["left_ms"] == paused["left_ms"]


def test_a_leaver_is_replaced_on_request(app: Application, client: FlaskClient) -> None:
    """By a bot that is not for the opponent to choose."""
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    problem(table.seats[1].act("replace", seat=0), 409)
    with later(app, 61):
        problem(table.seats[1].act("replace", seat=0, level="beginner"), 403)
        done = table.seats[1].act("replace", seat=0)
    assert done.status_code == 200, done.text
    problem(table.seats[0].get(), 401)
    seat = table.seats[1].until(lambda state: state["to_move"] == 1)["seats"][0]
    assert (seat["kind"], seat["bot"]) == ("bot", "medium")


def test_who_follows_has_not_left(app: Application, client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    stream = table.seats[0].stream()
    parts = iter(stream.response)
    with later(app, 61):
        next(parts), next(parts), table.seats[1].act("pause"), next(parts)
        problem(table.seats[1].act("replace", seat=0), 409)
    with later(app, 130):
        assert table.seats[1].act("replace", seat=0).status_code == 200
    stream.close()


def test_nobody_is_replaced_in_a_pause(app: Application, client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    table.host.act("pause")
    with later(app, 61):
        problem(table.seats[1].act("replace", seat=0), 409)


def test_a_bot_takes_the_seat_of_who_never_came(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE)
    table.seats[0].post("/join", {})
    problem(table.seats[0].act("replace", seat=1), 409)
    assert table.host.act("replace", seat=1, level="beginner").get_json()["status"] == "running"
    problem(table.seats[1].post("/join", {}), 401)
    table.seats[0].move("d")
    assert table.seats[0].until(lambda state: state["to_move"] == 0)["seats"][1]["bot"] == "beginner"


def test_requests_with_one_key_at_one_time_make_one_match(app: Application) -> None:
    made: list[str] = []

    def make() -> None:
        key = {"Idempotency-Key": "one key at one time"}
        made.append(Table(app.test_client(), key, game="pig", seats=PEOPLE).id)

    crowd = [threading.Thread(target=make) for _ in range(8)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert len(made) == 8
    assert len(set(made)) == 1


def test_a_rematch_changes_seats_and_keeps_tokens(client: FlaskClient) -> None:
    table = Table(client, game="pig", seats=PEOPLE, spectators="open").join()
    problem(table.seats[0].post("/rematch"), 409)
    known = table.seats[0].act("resign").headers["ETag"]
    assert table.seats[0].post("/rematch").get_json() == {"match": None, "seat": 1, "asked": [0]}
    heard = table.seats[1].get(**{"If-None-Match": known})
    assert heard.status_code == 200, "a wish for a rematch is news"
    assert (heard.get_json()["asked_for_rematch"], heard.get_json()["rematch"]) == ([0], None)
    made = table.seats[1].post("/rematch").get_json()
    assert made["seat"] == 0
    again = table.seats[0].get(**{"If-None-Match": heard.headers["ETag"]}).get_json()
    assert (again["asked_for_rematch"], again["rematch"]) == ([0, 1], made["match"])
    assert table.spectator.state()["rematch"] is None
    assert table.seats[0].post("/rematch").get_json()["match"] == made["match"]
    for old, new in ((0, 1), (1, 0)):
        seat = Seat(client, made["match"], table.seats[old].token)
        assert seat.state()["seat"] == new


def test_a_rotated_token_is_good_for_nothing_once_the_new_one_is_used(client: FlaskClient) -> None:
    table = Table(client, game="pig", seats=PEOPLE)
    old = table.seats[0]
    problem(table.seats[1].post("/seats/0/token"), 403)
    lost = table.host.post("/seats/0/token").get_json()["token"]
    problem(old.get(), 401)
    person = Seat(client, table.id, lost)
    person.post("/join", {})
    problem(table.host.post("/seats/0/token"), 403)
    problem(person.post("/seats/7/token"), 404)
    answer_that_was_lost = person.post("/seats/0/token").get_json()["token"]
    assert person.get().status_code == 200
    own = Seat(client, table.id, person.post("/seats/0/token").get_json()["token"])
    problem(Seat(client, table.id, answer_that_was_lost).get(), 401)
    assert own.state()["seat"] == 0
    problem(person.get(), 401)


def test_the_hosts_token_can_be_rotated(client: FlaskClient) -> None:
    table = Table(client, game="pig", seats=PEOPLE)
    problem(table.seats[0].post("/host/token"), 403)
    new = Seat(client, table.id, table.host.post("/host/token").get_json()["token"])
    assert table.host.get().status_code == 200
    assert new.act("abort").status_code == 200
    problem(table.host.get(), 401)


def test_a_program_may_give_a_seed_too(client: FlaskClient) -> None:
    chairs = [{"kind": "remote"}, {"kind": "bot", "level": "beginner"}]
    table = Table(client, game="pig", seats=chairs, start="all")
    assert table.made["match"]["status"] == "waiting"
    started = table.seats[0].post("/join", {"seed": "of a program"}).get_json()
    assert started["status"] == "running"
    assert started["seats"][0]["seed"] == "of a program"
    assert table.host.act("abort").status_code == 200
    assert table.host.get("/record").get_json()["player_seeds"][0] == "of a program"


@pytest.mark.parametrize("name", ["a\x00", "a\nb", "\x7f"])
def test_names_are_of_one_line(client: FlaskClient, name: str) -> None:
    chairs = [{"name": name}, {"kind": "bot"}]
    answer = problem(client.post("/v1/matches", json={"game": "pig", "seats": chairs}), 422)
    assert [error["field"] for error in answer["errors"]] == ["seats[0].name"]
    table = Table(client, game="pig", seats=PEOPLE)
    assert problem(table.seats[0].post("/join", {"name": name}), 422)["errors"][0]["field"] == "name"


@pytest.mark.parametrize("name", ["a%00b", "%F0%9F%8E%B2", "x" * 41])
def test_ids_that_nothing_has_are_not_looked_for(
    app: Application, client: FlaskClient, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(client, game="pig")
    for method in ("match", "get"):
        monkeypatch.setattr(keeper_of(app).store, method, None)
    for path in (
        f"/v1/matches/{name}",
        f"/v1/matches/{name}/record",
        f"/v1/matches/{table.id}/analyses/{name}",
        f"/v1/tournaments/{name}",
        f"/v1/tournaments/{name}/games",
    ):
        problem(client.get(path, headers=table.host.headers), 404)


# -- spectators


def test_what_spectators_see(app: Application, client: FlaskClient) -> None:
    closed = Table(client, game="leduc", seats=PEOPLE).join()
    answer = closed.spectator.get()
    problem(answer, 401)
    assert "Bearer" in answer.headers["WWW-Authenticate"]
    opened = Table(client, game="leduc", seats=PEOPLE, spectators="open").join()
    opened.mover().move(opened.mover().state()["moves"][0]["text"])
    assert opened.spectator.state()["seat"] is None
    assert opened.spectator.state()["version"] == opened.host.state()["version"]
    delayed = Table(client, game="leduc", seats=PEOPLE, spectators="delayed", delay_s=100).join()
    match = live(app, delayed)
    assert delayed.spectator.state()["version"] == 1
    assert delayed.spectator.state()["status"] == "waiting"
    assert delayed.host.state()["status"] == "running"
    now = match.log[-1].at
    real = keeper_of(app).now
    keeper_of(app).now = lambda: now + 101_000
    try:
        before = delayed.spectator.state()
        assert before["status"] == "running"
        delayed.seats[0].act("resign")
        assert delayed.spectator.state() == before
        problem(delayed.spectator.get("/record"), 409)
        for action in ("move", "abort", "resume"):
            refused = delayed.spectator.act(action, 1)
            assert str(match.version) not in problem(refused, 403)["detail"]
            assert "ETag" not in refused.headers
            assert refused.data == delayed.spectator.act(action).data, "what is refused tells of the match"
        keeper_of(app).now = lambda: now + 300_000
        assert delayed.spectator.state()["status"] == "over"
        assert delayed.spectator.get("/record").status_code == 200
    finally:
        keeper_of(app).now = real


# -- events


def test_a_long_poll_ends_when_something_happens(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    version = table.host.state()["version"]
    heard: list[Doc] = []
    waiter = threading.Thread(target=lambda: heard.append(table.seats[1].events(version, wait=20)))
    waiter.start()
    table.seats[0].move("d")
    waiter.join(10)
    assert [event["move"]["text"] for event in heard[0]["events"]] == ["d"]


def test_nothing_is_left_to_follow(client: FlaskClient) -> None:
    table = Table(client, game="pig", seats=PEOPLE).join()
    table.seats[0].act("resign")
    last = str(table.host.state()["version"])
    assert table.seats[0].stream(**{"Last-Event-ID": last}).status_code == 204


def test_a_stream_whose_token_was_revoked_tells_nothing(client: FlaskClient) -> None:
    table = Table(client, game="pig", seats=PEOPLE).join()
    stream = table.seats[0].stream()
    new = table.seats[0].post("/seats/0/token").get_json()["token"]
    assert Seat(client, table.id, new).get().status_code == 200
    assert "snapshot" not in "".join(map(_text, stream.response))


def _blocks(text: str) -> list[tuple[str, int]]:
    """Kind and number of each message of a stream."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "data" in lines:
            found.append((lines["event"], int(lines["id"])))
    return found


def test_a_stream_from_snapshot_to_end(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    stream = table.seats[0].stream()
    assert stream.mimetype == "text/event-stream"
    parts = iter(stream.response)
    text = ""
    while "event: snapshot" not in text:
        text += _text(next(parts))
    table.seats[0].move("d")
    table.seats[1].move("d")
    table.seats[1].act("resign")
    text += "".join(_text(part) for part in parts)
    numbers = [number for _, number in _blocks(text)]
    kinds = [kind for kind, _ in _blocks(text)]
    assert kinds == ["snapshot", "move", "move", "resign", "end"]
    assert numbers == list(range(numbers[0], numbers[0] + 5))
    again = table.seats[0].get("/events", Accept="text/event-stream", **{"Last-Event-ID": str(numbers[1])})
    assert _blocks(again.text) == _blocks(text)[2:]
    beyond = table.seats[0].get("/events", Accept="text/event-stream", **{"Last-Event-ID": "99999"})
    assert [kind for kind, _ in _blocks(beyond.text)] == ["snapshot", "end"]


def _text(part: Any) -> str:
    return part.decode() if isinstance(part, bytes) else str(part)


@pytest.mark.parametrize("limit", ["MAX_STREAMS", "STREAMS_AN_ADDRESS"])
def test_streams_are_bounded(limit: str) -> None:
    small = service(**{limit: 1})
    table = Table(small.test_client(), game="connect_four", seats=PEOPLE).join()
    holding = table.seats[0].stream()
    refused = table.seats[1].get("/events?after=99&wait=1")
    problem(refused, 503 if limit == "MAX_STREAMS" else 429)
    assert refused.headers["Retry-After"]
    elsewhere = small.test_client().get(
        table.seats[1].path + "/events?after=99&wait=1",
        headers=table.seats[1].headers,
        environ_overrides={"REMOTE_ADDR": "10.0.0.9"},
    )
    assert elsewhere.status_code == (503 if limit == "MAX_STREAMS" else 200)
    holding.close()
    assert table.seats[1].get("/events?after=99&wait=1").status_code == 200
    small.close()


# -- restarts, backups


def _restarted(app: Application, **settings: object) -> Application:
    app.close()
    return service(**settings)


def test_everything_goes_on_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/matches.db"
    app = service(DATABASE_URL=url)
    client = app.test_client()
    bots = [{"kind": "bot", "level": "beginner"}] * 2
    watched = Table(client, game="battlelore", options={"turn_limit": 10}, seats=bots, spectators="open")
    people = Table(client, game="battalla", seats=PEOPLE).join()
    people.play_on(12, pick=2)
    before = {number: seat.state() for number, seat in people.seats.items()}
    got = people.seats[1].events()["events"]
    played = watched.host.events()["events"]
    app = _restarted(app, DATABASE_URL=url)
    client = app.test_client()
    for number, seat in people.seats.items():
        seat.client = client
        assert seat.state() | {"since": 0} == before[number] | {"since": 0}
    assert people.seats[1].events()["events"] == got
    watched.host.client = client
    assert watched.host.until(lambda state: state["status"] == "over")["result"]["reason"] == "finished"
    events = watched.host.events()["events"]
    assert events[: len(played)] == played
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    app.close()


def test_two_services_cannot_share_a_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/matches.db"
    one = service(DATABASE_URL=url)
    Table(one.test_client(), game="pig")
    other = create_app(settings_of(DATABASE_URL=url))
    with pytest.raises(StoreError, match="another service"):
        other.start()
    problem(other.test_client().post("/v1/matches", json={"game": "pig"}), 503)
    one.close()
    Table(other.start().test_client(), game="pig")
    other.close()


def test_an_idle_match_expires_and_the_seed_is_shown(app: Application, client: FlaskClient) -> None:
    table = Table(client, game="leduc", seats=PEOPLE)
    with later(app, 73 * 3600):
        keeper_of(app)._keep_house()
    over = table.seats[0].state()
    assert over["result"]["reason"] == "expired"
    assert over["result"]["server_seed"]
