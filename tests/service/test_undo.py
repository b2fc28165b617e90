"""Decisions of a match that are undone, and positions before the last one."""

from flask.testing import FlaskClient

from battlewise.api.app import Application
from battlewise.api.matches.match import Match
from tests.service.match_tables import PEOPLE, Table, keeper_of, live, problem, stopped


def test_undo_by_the_rule(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    one, other = table.seats[0], table.seats[1]
    start = one.state()
    problem(one.act("undo", start["version"]), 409)
    assert not start["can_undo"]
    assert one.move("d").get_json()["can_undo"]
    assert not other.state()["can_undo"]
    assert not table.host.state()["can_undo"]
    assert "another seat" in problem(other.act("undo", start["version"] + 1), 409)["detail"]
    undone = one.act("undo", start["version"] + 1).get_json()
    assert undone["view"] == start["view"]
    assert not undone["can_undo"]
    assert undone["version"] == start["version"] + 2
    one.move("a")
    other.move("b")
    assert not one.state()["can_undo"]
    assert "another seat" in problem(one.act("undo", start["version"] + 4), 409)["detail"]
    events = one.events()["events"][-4:]
    assert [event["type"] for event in events] == ["move", "undo", "move", "move"]
    assert [event.get("move", {}).get("text") for event in events] == ["d", None, "a", "b"]


def test_undo_never_crosses_chance(client: FlaskClient) -> None:
    table = Table(client, game="pig", seats=PEOPLE).join()
    table.mover().move("roll")
    version = table.host.state()["version"]
    answer = problem(table.seats[0].act("undo", version), 409)
    assert "chance" in answer["detail"]


def test_undo_never_takes_back_what_was_shown(client: FlaskClient) -> None:
    """In BattleLore a command card that was played has been seen, and was not known before."""
    table = Table(client, game="battlelore", seats=PEOPLE).join()
    mover = table.mover()
    state = mover.state()
    shown = next(move["text"] for move in state["moves"] if "pass" not in move["text"])
    mover.move(shown)
    after = mover.state()
    assert after["to_move"] == state["to_move"], "chance or another follows: nothing is tested"
    assert after["undo"]
    assert not after["can_undo"]
    assert "hidden" in problem(mover.act("undo", after["version"]), 409)["detail"]


def test_a_match_without_undo(client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE, undo=False).join()
    table.seats[0].move("d")
    version = table.host.state()["version"]
    assert not table.seats[0].state()["can_undo"]
    assert "without undo" in problem(table.seats[0].act("undo", version), 409)["detail"]


def test_undo_gives_no_time(app: Application, client: FlaskClient) -> None:
    """Neither the increment nor what was thought before, nor what the others thought since."""
    clock = {"initial_ms": 60_000, "increment_ms": 10_000, "turn_ms": 30_000}
    table = Table(client, game="connect_four", seats=PEOPLE, clock=clock).join()
    one, now = table.seats[0], keeper_of(app).now()
    with stopped(app, now):
        live(app, table).since = now
    for second in range(0, 25, 5):
        with stopped(app, now + 1000 * second + 2000):
            one.move("d")
        with stopped(app, now + 1000 * second + 5000):
            undone = one.act("undo", one.state()["version"]).get_json()["clock"]
            assert undone["left_ms"] == [60_000, 60_000]
            assert undone["deadline"] == now + 30_000
    with stopped(app, now + 26_000):
        assert one.move("d").get_json()["clock"]["left_ms"] == [44_000, 60_000]


def test_the_past_goes_on_where_it_was_looked_at_last(app: Application, client: FlaskClient) -> None:
    table = Table(client, game="connect_four", seats=PEOPLE).join()
    for column in "abc":
        seat = table.seats[table.host.state()["to_move"]]
        seat.move(column)
        seat.act("undo", seat.state()["version"])
        seat.move("d")
    match = live(app, table)
    texts = {version: shown(match, version) for version in range(match.version, 0, -1)}
    looked_at = match.at(3)
    assert match.at(4) is looked_at
    for version in (*range(1, match.version), 5, 4, 9):
        assert shown(match, version) == texts[version]


def shown(match: Match, version: int) -> tuple[str | None, list[str], set[int]]:
    """What a version of a match shows: its position, the decisions and how each was seen."""
    past = match.at(version)
    assert past.version == version
    seen = [str(past.event(index, 0)) for index in range(version)]
    return past.state and past.state.render(), seen, {entry.number for entry in past.line()}
