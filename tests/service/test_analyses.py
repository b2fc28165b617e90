"""Hints, analyses and reviews of matches over HTTP."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from flask.testing import FlaskClient

from battlewise.api.operations.metrics import Metrics
from battlewise.api.searches.queue import Job, Priority, SearchQueue
from battlewise.api.searches.reasons import reasons
from battlewise.api.searches.review import review
from battlewise.api.searches.searcher import Here
from battlewise.bots import Choice
from battlewise.bots.bot import MctsBot
from battlewise.bots.rollout.run import Limits, rollout
from battlewise.core import game
from battlewise.search import Budget, Candidate, StopFlag
from tests.marks import LONG
from tests.service.match_tables import PEOPLE, Doc, Seat, Table, keeper_of, service

AGAINST_A_BOT = [{"kind": "person"}, {"kind": "bot", "level": "beginner"}]


def ask(seat: Seat, **body: object) -> Doc:
    """An analysis, once it is done."""
    asked = seat.post("/analyses", dict(body))
    assert asked.status_code == 202, asked.text
    answer = seat.get(f"/analyses/{asked.get_json()['id']}?wait=20")
    assert answer.status_code == 200, answer.text
    found: Doc = answer.get_json()
    assert found["progress"] == 1
    return found


def to_decide(seat: Seat) -> Doc:
    """The state as soon as the seat has a choice; forced moves are played."""
    while True:
        state = seat.until(lambda state: state["to_move"] in (0, "over"))
        assert state["to_move"] == 0
        if len(state["moves"]) > 1:
            return state
        seat.move(state["moves"][0]["text"])


@pytest.mark.parametrize("game_id", ["connect_four", "pig", "leduc", "battlelore", "history"])
def test_a_hint_with_reasons(client: FlaskClient, game_id: str) -> None:
    table = Table(client, game=game_id, seats=AGAINST_A_BOT).join()
    seat = table.seats[0]
    state = to_decide(seat)
    answer = ask(seat, kind="hint", bot="mcts:iterations=400", top_k=3)
    hint = answer["hint"]
    assert answer["status"] == "done"
    assert hint["move"]["text"] in [move["text"] for move in state["moves"]]
    assert hint["version"] == state["version"]
    assert hint["low"] <= hint["win_chance"] <= hint["high"]
    assert 1 < len(hint["candidates"]) <= 3
    assert hint["iterations"] == 400
    assert hint["reasons"]
    assert all(text.endswith(".") for text in hint["reasons"])


def test_the_reasons_say_what_is_gained_and_risked(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    assert "without hints" in table.seats[0].post("/analyses", {}).get_json(force=True)["detail"]
    table = Table(client, game="connect_four", seats=PEOPLE, hints=True).join()
    for column in "ababab":
        table.mover().move(column)
    hint = ask(table.seats[0], kind="hint", level="medium")["hint"]
    assert hint["move"]["text"] == "a"
    assert hint["win_chance"] > 0.95
    assert hint["reasons"] == ["It wins at once."]
    dice = Table(client, game="pig", seats=AGAINST_A_BOT).join().seats[0]
    to_decide(dice)
    assert "luck" in " ".join(ask(dice, kind="hint")["hint"]["reasons"])
    war = Table(client, game="battlelore", seats=AGAINST_A_BOT).join()
    got = ""
    while "more games of a hundred than the runner-up" not in got:
        to_decide(war.seats[0])
        got = " ".join(ask(war.seats[0], kind="hint", level="medium")["hint"]["reasons"])
        war.play_on(1)


def test_a_rollout_is_that_of_the_command(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE, hints=True).join()
    for column in "ababab":
        table.mover().move(column)
    seat = table.seats[0]
    answer = ask(seat, kind="rollout", bot="random", seed=3, trials=50, top_k=2)
    found = answer["rollout"]
    assert (answer["kind"], answer["status"]) == ("rollout", "done")
    assert (answer["hint"], answer["review"]) == (None, None)
    state = game("connect_four").new(seed=1)
    for column in "ababab":
        state.play(column)
    other = rollout(state, "random", limits=Limits(10, 50), seed=3)
    assert other is not None
    doc = other.doc(state)
    assert {**doc, "version": found["version"], "candidates": doc["candidates"][:2]} == found
    assert found["version"] == seat.state()["version"]
    assert (found["verdict"], found["candidates"][0]["move"]["text"]) == ("clear", "a")


def test_a_rollout_knows_only_what_the_seat_sees(client: FlaskClient) -> None:
    table = Table(client, game="leduc", seats=PEOPLE, hints=True).join()
    seat = table.mover()
    drawn = ask(seat, kind="rollout", bot="random", trials=2)["rollout"]["seed"]
    match = keeper_of(client.application).match(table.id)
    assert drawn not in range(match.bot_seed, match.bot_seed + 100)
    found = ask(seat, kind="rollout", seed=3, trials=40)["rollout"]
    state = game("leduc").from_view(seat.state()["view"], seed=99)
    other = rollout(state, limits=Limits(10, 40), seed=3)
    assert other is not None
    assert other.doc(state) == {k: v for k, v in found.items() if k != "version"}


def test_a_rollout_shows_progress_and_ends_in_time_or_when_cancelled(client: FlaskClient) -> None:
    table = Table(client, game="battlelore", seats=AGAINST_A_BOT).join()
    seat = table.seats[0]
    to_decide(seat)
    begun = time.monotonic()
    late = ask(seat, kind="rollout", trials=100_000, budget={"milliseconds": 1500})
    assert 1.4 < time.monotonic() - begun < 8
    assert (late["status"], late["rollout"]["verdict"]) == ("done", "open")
    asked = seat.post("/analyses", {"kind": "rollout", "trials": 100_000, "budget": {"milliseconds": 60_000}})
    path = f"/analyses/{asked.get_json()['id']}"
    while seat.get(path).get_json()["progress"] < 0.01:
        time.sleep(0.05)
    done = client.delete(seat.path + path, headers=seat.headers).get_json()
    assert done["status"] == "cancelled"
    assert time.monotonic() - begun < 30
    with client.post(
        seat.path + "/analyses",
        json={"kind": "rollout", "bot": "random", "trials": 60 if LONG else 16},
        headers={**seat.headers, "Accept": "text/event-stream"},
    ) as stream:
        events = [block.split("\n") for block in stream.text.strip().split("\n\n")]
    kinds = [lines[0] for lines in events]
    assert kinds[-1] == "event: final"
    shown = [json.loads(lines[1].removeprefix("data: "))["rollout"]["trials"] for lines in events]
    assert shown == sorted(shown)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"bot": "mcts:milliseconds=50"}, "bot"),
        ({"level": "expert"}, "bot"),
        ({"bot": "clever"}, "bot"),
        ({"bot": "engine:cat"}, "bot"),
        ({"trials": 0}, "trials"),
        ({"trials": 100_001}, "trials"),
        ({"budget": {"iterations": 5}}, "budget.iterations"),
        ({"budget": {"milliseconds": 60_001}}, "budget.milliseconds"),
    ],
)
def test_a_wrong_rollout_names_the_field(client: FlaskClient, body: Doc, field: str) -> None:
    seat = Table(client, game="connect_four", seats=PEOPLE, hints=True).join().seats[0]
    answer = seat.post("/analyses", {"kind": "rollout", **body})
    assert answer.status_code == 422, answer.text
    assert field in [error["field"] for error in answer.get_json(force=True)["errors"]]


def test_a_rollout_is_a_hint(client: FlaskClient) -> None:
    refused = Table(client, game="connect_four", seats=PEOPLE).join().seats[0]
    answer = refused.post("/analyses", {"kind": "rollout"})
    assert answer.status_code == 409
    assert "without hints" in answer.get_json(force=True)["detail"]


def test_who_may_ask_and_see(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE, hints=True, spectators="open").join()
    one, other = table.seats[0], table.seats[1]
    assert other.post("/analyses", {"kind": "hint"}).status_code == 409
    assert table.host.post("/analyses", {"kind": "hint"}).status_code == 403
    assert one.post("/analyses", {"kind": "review"}).status_code == 409
    assert one.post("/analyses", {"bot": "clever"}).status_code == 422
    mine = ask(one, kind="hint", level="easy")["id"]
    for seat in (other, table.host, table.spectator):
        assert seat.get(f"/analyses/{mine}").status_code == 404
        assert seat.client.delete(seat.path + f"/analyses/{mine}", headers=seat.headers).status_code == 404
    assert one.get("/analyses/nothing").status_code == 404


def test_a_long_analysis_shows_progress_and_is_cancelled(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=AGAINST_A_BOT).join()
    seat = table.seats[0]
    asked = seat.post("/analyses", {"kind": "analysis", "budget": {"milliseconds": 30_000}}).get_json()
    path = f"/analyses/{asked['id']}"
    shown = [seat.get(path).get_json()]
    while shown[-1]["progress"] < 0.01 and len(shown) < 2000:
        shown.append(seat.get(path).get_json())
    assert shown[-1]["status"] == "running"
    assert shown[-1]["hint"] is None
    assert seat.post("/analyses", {"kind": "hint"}).status_code == 409
    done = client.delete(seat.path + path, headers=seat.headers).get_json()
    assert done["status"] == "cancelled"
    assert done["hint"]["iterations"] > 0
    assert seat.get(path).get_json() == done
    assert seat.post("/analyses", {"kind": "hint", "level": "easy"}).status_code == 202


def test_an_analysis_that_waits_is_cancelled_at_once() -> None:
    app = service(SEARCH_WORKERS=1)
    client = app.test_client()
    tables = [Table(client, game="connect_four", seats=AGAINST_A_BOT).join() for _ in range(2)]
    first, second = (table.seats[0] for table in tables)
    running = first.post("/analyses", {"kind": "analysis", "budget": {"milliseconds": 20_000}}).get_json()
    while first.get(f"/analyses/{running['id']}").get_json()["status"] != "running":
        pass
    waiting = second.post("/analyses", {"kind": "hint"}).get_json()
    path = f"/analyses/{waiting['id']}"
    done = client.delete(second.path + path, headers=second.headers).get_json()
    assert (done["status"], done["progress"], done["hint"]) == ("cancelled", 1, None)
    assert second.post("/analyses", {"kind": "hint"}).status_code == 202
    client.delete(f"{first.path}/analyses/{running['id']}", headers=first.headers)
    assert second.get(path).get_json() == done
    app.close()


def test_a_hint_ends_with_the_decision_that_it_is_about(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=AGAINST_A_BOT).join()
    seat = table.seats[0]
    asked = seat.post("/analyses", {"kind": "hint", "budget": {"milliseconds": 10_000}}).get_json()
    begun = time.monotonic()
    assert seat.move("d").status_code == 200
    done = seat.get(f"/analyses/{asked['id']}?wait=20").get_json()
    assert done["status"] == "cancelled"
    assert time.monotonic() - begun < 5


def test_a_budget_over_the_limit_names_the_field(client: FlaskClient) -> None:
    seat = Table(client, game="connect_four", seats=AGAINST_A_BOT).join().seats[0]
    for kind, most in (("hint", 10_000), ("analysis", 60_000)):
        asked = seat.post("/analyses", {"kind": kind, "budget": {"milliseconds": most + 1}})
        assert asked.status_code == 422
        assert asked.get_json(force=True)["errors"][0]["field"] == "budget.milliseconds"


@pytest.mark.parametrize("game_id", ["connect_four", "leduc", "pig"])
def test_a_review_tells_luck_from_skill(client: FlaskClient, game_id: str) -> None:
    table = Table(client, game=game_id, seats=AGAINST_A_BOT).join()
    table.play_on(100, pick=1)
    over = table.seats[0].state()
    assert over["status"] == "over"
    got = ask(table.seats[0], kind="review", bot="mcts:iterations=150")["review"]
    for share in got["shares"]:
        parts = [share[name] for name in ("start", "skill", "others", "luck", "error", "end")]
        assert sum(parts) == pytest.approx(share["result"])
        assert share["end"] == pytest.approx(0)
        assert (share["luck"] == 0) == (game_id == "connect_four")
    assert [share["result"] for share in got["shares"]] == pytest.approx(over["result"]["returns"])
    assert all(sum(step["chances"]) == pytest.approx(1) for step in got["steps"])
    numbers = {event["number"] for event in table.seats[0].events()["events"]}
    assert {point["number"] for point in got["turning_points"]} <= numbers
    refused = table.seats[0].post("/analyses", {"kind": "review", "level": "easy"})
    assert refused.status_code == 422


def test_a_blunder_is_skill_and_a_turning_point(client: FlaskClient) -> None:
    """The first player lets a win in one go by, and loses by it."""
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    for column in "abababgb":
        table.mover().move(column)
    assert table.host.state()["result"]["returns"] == [0.0, 1.0]
    got = ask(table.seats[0], kind="review", bot="mcts:iterations=300")["review"]
    blunder = next(step for step in got["steps"] if step["move"]["text"] == "g")
    assert blunder["best"]["text"] == "a"
    assert blunder["skill"] < -0.8
    assert any("column a” was worth" in point["words"] for point in got["turning_points"])


def test_the_luck_of_a_die_is_said_apart() -> None:
    """In Pig a 1 is bad luck for who rolled it, and a 6 good luck."""
    line = "roll, die 6, roll, die 6, roll, die 1, roll, die 2, roll, die 6, hold, roll, die 6"
    texts = line.split(", ")
    player = MctsBot("mcts", {})
    found: list[float] = []
    searcher, rules, line_of = Here(Metrics(float, float)), game("pig", goal=30), list(enumerate(texts))
    got = review(searcher, rules, line_of, None, player, Budget(1200), StopFlag(), found.append)
    luck = {step["number"]: step["luck"][step["seat"]] for step in got["steps"]}
    assert luck[texts.index("die 1") - 1] < -0.1
    assert (
        min(luck[number] for number, text in enumerate(texts[1:]) if text == "die 6" and number in luck) > 0
    )
    assert found[-1] == 1


def test_a_resignation_is_neither_luck_nor_skill(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    for column in "dc":
        table.mover().move(column)
    table.seats[0].act("resign")
    got = ask(table.seats[1], kind="review", bot="mcts:iterations=300")["review"]
    gone, other = got["shares"]
    assert gone["end"] == pytest.approx(-other["end"])
    assert gone["end"] < -0.3
    assert gone["luck"] == other["luck"] == 0
    assert not any("luck" in point["words"] for point in got["turning_points"])


def test_a_hint_is_the_best_move_of_a_bot_that_does_not_always_play_it(client: FlaskClient) -> None:
    for column in ("d", "a", "g"):
        table = Table(client, game="connect_four", seats=PEOPLE, hints=True).join()
        table.mover().move(column)
        hint = ask(table.seats[1], kind="hint", bot="mcts:iterations=200,temperature=5")["hint"]
        assert hint["move"] == hint["candidates"][0]["move"]


STATE = game("connect_four").new(seed=0)
A, B = (STATE.legal()[index] for index in (3, 2))


@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        (
            (900, 0.6, 0.01),
            (90, 0.4, 0.02),
            "It wins 20 more games of a hundred than the runner-up, “column c”.",
        ),
        (
            (900, 0.600, 0.001),
            (90, 0.593, 0.001),
            "It wins 1 more game of a hundred than the runner-up, “column c”.",
        ),
        ((900, 0.6, 0.0001), (90, 0.597, 0.0001), "About as good: “column c”"),
        ((900, 0.6, 0.05), (90, 0.5, 0.06), "About as good: “column c”"),
        (
            (510, 0.5, 0.001),
            (490, 0.6, 0.001),
            "The search tried it most, though “column c” did better by 10 in a",
        ),
        (
            (81, 0.5, 0.01),
            (19, 0.6, 0.01),
            "The search tried it most; “column c” did better in its 19 tries.",
        ),
        ((81, 0.5, 0.01), (19, 0.4, 0.01), "The search found nothing else worth a closer look."),
    ],
)
def test_words_say_what_the_numbers_say(
    own: tuple[int, float, float], other: tuple[int, float, float], said: str
) -> None:
    candidates = tuple(Candidate(move, *numbers, 0.5) for move, numbers in ((B, other), (A, own)))
    for line in (candidates, candidates[::-1]):
        assert reasons(STATE, 0, Choice(A, candidates=line))[0].startswith(said)


def test_an_analysis_outlives_the_service(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/kept.db"
    app = service(DATABASE_URL=url)
    seat = Table(app.test_client(), game="connect_four", seats=AGAINST_A_BOT).join().seats[0]
    done = ask(seat, kind="hint", level="easy")
    app.close()
    app = service(DATABASE_URL=url)
    seat.client = app.test_client()
    assert seat.get(f"/analyses/{done['id']}").get_json() == done
    app.close()


def test_play_waits_for_no_analysis_and_hints_go_before_analyses() -> None:
    queue = SearchQueue(workers=1, waiting=0)
    release, release_play, done, played = Event(), Event(), Event(), Event()
    order: list[str] = []
    queue.submit(Priority.ANALYSIS, Job(lambda _: (release.wait(10), None)[1]))
    queue.submit(Priority.PLAY, Job(lambda _: (release_play.wait(10), None)[1]))
    for name, priority in (("a", Priority.ANALYSIS), ("h", Priority.HINT), ("p", Priority.PLAY)):
        queue.submit(priority, Job(lambda _, name=name: order.append(name)))  # type: ignore[misc]
    queue.submit(Priority.ANALYSIS, Job(lambda _: done.set()))
    queue.submit(Priority.PLAY, Job(lambda _: played.set()))
    release_play.set()
    assert played.wait(10)
    assert "p" in order
    assert "a" not in order
    release.set()
    assert done.wait(10)
    assert order.index("h") < order.index("a")


def test_players_do_not_keep_a_hint_waiting() -> None:
    queue = SearchQueue(workers=1, waiting=0)
    release, done = Event(), Event()
    for _ in range(3):
        queue.submit(Priority.PLAY, Job(lambda _: (release.wait(10), None)[1]))
    queue.submit(Priority.HINT, Job(lambda _: done.set()))
    assert done.wait(5)
    release.set()
    queue.close()


def test_a_search_that_waits_in_vain_makes_room_for_the_next() -> None:
    queue = SearchQueue(workers=1, waiting=2)
    release, done, dropped = Event(), Event(), Event()
    queue.submit(Priority.PLAY, Job(lambda _: (release.wait(10), None)[1]))
    broken = Job(lambda _: None, is_gone=lambda: True, drop=lambda _: 1 / 0)  # type: ignore[arg-type, return-value]
    gone = Job(lambda _: None, is_gone=lambda: True, drop=lambda _: dropped.set())
    queue.submit(Priority.PLAY, broken)
    queue.submit(Priority.PLAY, gone)
    assert dropped.wait(5), "an error in another one must not matter"
    queue.submit(Priority.PLAY, Job(lambda _: done.set()))
    release.set()
    assert done.wait(5)
    queue.close()
    late: list[Exception] = []
    queue.submit(Priority.PLAY, Job(lambda _: None, drop=late.append))
    assert len(late) == 1, "after the end it is dropped at once"


def test_a_wait_is_never_longer_than_the_budgets_before_it() -> None:
    queue = SearchQueue(workers=1, waiting=2)
    for _ in range(3):  # searches that take far longer than their cost says
        queue.run(lambda _: time.sleep(0.05), kind="leduc", cost=0.0001)
    release = Event()
    queue.submit(Priority.PLAY, Job(lambda _: (release.wait(10), None)[1], "leduc", cost=1.0, most=2.0))
    assert 0 < queue.wait_for(Priority.PLAY) <= 2
    release.set()
    queue.close()


def test_an_analysis_never_keeps_play_waiting() -> None:
    queue = SearchQueue(workers=1, waiting=0)
    release = Event()
    queue.submit(Priority.ANALYSIS, Job(lambda _: (release.wait(10), None)[1]))
    assert queue.run(lambda _: 7).result == 7
    release.set()


KEY = {"Idempotency-Key": "a key that nobody can guess"}


def test_the_same_key_gives_the_same_analysis() -> None:
    app = service()
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE, hints=True).join()
    seat = table.seats[0]
    body = {"kind": "hint", "level": "medium"}

    def asked(**changed: object) -> tuple[int, str]:
        path, headers = f"{seat.path}/analyses", {**seat.headers, **KEY}
        answer = seat.client.post(path, json={**body, **changed}, headers=headers)
        return answer.status_code, answer.get_json(force=True).get("id", "")

    status, made = asked()
    assert status == 202
    assert asked() == (202, made), "while it is under way"
    seat.get(f"/analyses/{made}?wait=20")
    assert seat.move("d").status_code == 200
    assert asked() == (202, made), "when it has ended, and a new one would not be possible"
    assert asked(level="hard")[0] == 409
    seat = table.seats[1]
    assert asked()[0] == 409, "another seat's"
    app.close()


def test_requests_with_one_key_at_one_time_make_one_analysis() -> None:
    app = service()
    table = Table(app.test_client(), game="connect_four", seats=PEOPLE, hints=True).join()
    seat = table.seats[0]

    def make(_: int) -> tuple[int, str]:
        answer = app.test_client().post(
            f"{seat.path}/analyses", json={"kind": "hint"}, headers={**seat.headers, **KEY}
        )
        return answer.status_code, answer.get_json(force=True).get("id", "")

    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(make, range(8)))
    assert [status for status, _ in made] == [202]
    app.close()
