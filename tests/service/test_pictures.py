"""Pictures over HTTP, and what happened in words, as each seat sees it."""

import re

from flask.testing import FlaskClient

from battlewise.core import game
from tests.service.match_tables import PEOPLE, Table, service


def drawn(text: str) -> set[str]:
    return set(re.findall(r'data-id="([^"]+)"', text))


def test_a_view_is_drawn_with_marks(client: FlaskClient) -> None:
    rules = game("battlelore")
    view = rules.minimal_views()["command"]
    body = {"view": view, "layout": "narrow", "style": False, "marks": {"lit": ["hex:0.0"]}}
    answer = client.post("/v1/games/battlelore/picture", json=body)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.text == rules.svg(
        rules.from_view(view, seed=0).view(view["seat"]), "narrow", {"lit": ["hex:0.0"]}, False
    )
    assert re.search(r'class="lit"[^>]*data-id="hex:0.0"|data-id="hex:0.0"[^>]*class="lit"', answer.text)
    assert "<style" not in answer.text


def test_what_is_wrong_with_a_picture_is_named(client: FlaskClient) -> None:
    view = game("connect_four").minimal_views()
    one = next(iter(view.values()))
    for body, field in (
        ({"view": one, "layout": "round"}, "layout"),
        ({"view": one, "marks": {"odd": []}}, "marks"),
        ({"view": {"seat": 0}}, "board"),
    ):
        answer = client.post("/v1/games/connect_four/picture", json=body)
        assert answer.status_code == 422
        assert field in answer.get_json()["errors"][0]["field"]


def test_a_match_is_drawn_as_each_seat_sees_it_now_and_before() -> None:
    table = Table(service().test_client(), seats=PEOPLE, game="battlelore", start="now")
    one, other = table.seats.values()
    state = one.state()
    rules = game("battlelore")
    assert one.get("/picture").text == rules.svg(state["view"], style=False)
    assert one.get("/picture").text != other.get("/picture").text
    before = one.get("/picture?layout=narrow").text
    move = state["moves"][0]
    assert one.move(move["text"]).status_code == 200
    assert one.get(f"/picture?layout=narrow&version={state['version']}").text == before
    assert one.get("/picture?layout=narrow").text != before
    assert one.get("/picture?version=1").status_code == 409
    assert "0.." in one.get("/picture?version=999").get_json()["errors"][0]["problem"]
    assert drawn(before) >= set(move["touches"])


def test_moves_and_events_are_in_words() -> None:
    table = Table(service().test_client(), seats=PEOPLE, game="battlelore", start="now")
    one, other = table.seats.values()
    state = one.state()
    assert state["prompt"].startswith("Uthuk: ")
    assert all(move["words"] for move in state["moves"])
    move = state["moves"][0]
    one.move(move["text"])
    for seat, drew in ((one, r"Uthuk draws [A-Z]"), (other, r"Uthuk draws a command card")):
        events = seat.get("/events?words=true").get_json()["events"]
        said = [event["words"] for event in events if "move" in event]
        assert re.match(drew, said[0])
        assert said[-1] == move["words"]
        assert all(isinstance(event["changes"], list) for event in events if "move" in event)
    assert "words" not in one.events()["events"][-1]
    assert one.get("/events?words=perhaps").status_code == 422


def test_events_in_words_come_in_short_lists() -> None:
    table = Table(service().test_client(), seats=PEOPLE, game="connect_four", start="now")
    for _ in range(40):
        for seat in table.seats.values():
            state = seat.state()
            if state["moves"]:
                seat.move(state["moves"][0]["text"])
    listed = table.seats[0].get("/events?words=true&after=1").get_json()
    assert len(listed["events"]) <= 60


def test_the_style_sheet_has_every_theme(client: FlaskClient) -> None:
    answer = client.get("/picture.css")
    assert answer.mimetype == "text/css"
    for theme in ("light", "dark", "contrast", "safe"):
        assert f"data-theme={theme}" in answer.text
