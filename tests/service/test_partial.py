"""Partial results of searches as server-sent events, and what ends a search."""

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from battlewise.core import game
from battlewise.search import Budget, Pace, Progress, analyse
from bench.service import Served, ask, served
from bench.service_partial import MOVES, VIEW, Events, short, table

LONG = {"milliseconds": 9000}
FREED_S = 0.5  # on a busy machine; `python -m bench.service_partial` measures it


@pytest.fixture(scope="module")
def service() -> Iterator[Served]:
    with served(MAX_ITERATIONS="1000000000", SEARCH_WORKERS="1") as made:
        yield made


def test_reports_do_not_change_what_a_search_finds() -> None:
    for name in ("connect_four", "battlelore"):
        state, found = game(name).new(seed=1), []
        plain = analyse(state, Budget(iterations=20_000), seed=5)
        reported = analyse(
            state, Budget(iterations=20_000), seed=5, progress=Progress(found.append, Pace(5, growth=1.2))
        )
        assert replace(reported, seconds=plain.seconds) == plain
        assert found, "the search is too short to show anything"
        assert [one.iterations for one in found] == sorted(one.iterations for one in found)


def test_a_move_with_partial_results(service: Served) -> None:
    begun = time.monotonic()
    body = {"view": VIEW, "budget": {"milliseconds": 1500}, "seed": 1}
    stream = Events(service.port, "POST", MOVES, body)
    events, times = [], []
    while (event := stream.next()) is not None:
        events.append(event)
        times.append(time.monotonic() - begun)
    kinds = [kind for kind, _ in events]
    assert kinds[-1] == "final"
    assert set(kinds[:-1]) == {"partial"}
    assert 3 <= len(kinds) - 1 <= 8, "at growing intervals"
    assert times[0] < 1
    iterations = [data["search"]["iterations"] for _, data in events]
    assert iterations == sorted(iterations)
    single = ask(service.port, "POST", MOVES, {"view": VIEW, "budget": {"iterations": 500}, "seed": 1})
    last = Events(
        service.port, "POST", MOVES, {"view": VIEW, "budget": {"iterations": 500}, "seed": 1}
    ).rest()
    assert last[-1][1] | {"search": 0} == single | {"search": 0}


def test_what_is_wrong_before_the_search_is_answered_as_ever(service: Served) -> None:
    stream = Events(service.port, "POST", MOVES, {"view": {"seat": 0}})
    assert (stream.answer.status, stream.answer.headers["Content-Type"]) == (422, "application/problem+json")


def test_a_search_that_does_not_begin_ends_with_a_problem(service: Served) -> None:
    running = Events(service.port, "POST", MOVES, {"view": VIEW, "budget": {"milliseconds": 1500}})
    assert running.next() is not None
    events = Events(service.port, "POST", MOVES, {"view": VIEW, "timeout_ms": 400}).rest()
    running.close()
    assert [kind for kind, _ in events] in ([], ["problem"])  # none: refused at once, as too late
    assert [data["status"] for _, data in events] in ([], [503])


@pytest.mark.parametrize("kind", ["hint", "analysis"])
def test_an_analysis_of_a_match_with_partial_results(service: Served, kind: str) -> None:
    path, token = table(service.port)
    body = {"kind": kind, "budget": {"milliseconds": 800}}
    stream = Events(service.port, "POST", f"{path}/analyses", body, token)
    location = stream.answer.headers["Location"]
    first = stream.next()
    assert first is not None
    assert (first[0], first[1]["status"]) == ("partial", "running")
    assert first[1]["hint"]["candidates"]
    events = stream.rest()
    assert [name for name, _ in events][-1] == "final"
    assert [name for name, _ in events].count("final") == 1
    final = events[-1][1]
    assert (final["status"], final["progress"]) == ("done", 1)
    assert final["hint"]["reasons"]
    assert ask(service.port, "GET", location, token=token) == final
    assert Events(service.port, "GET", location, token=token).rest() == [("final", final)]


def test_closing_the_connection_frees_the_worker(service: Served) -> None:
    path, token = table(service.port)
    analysis = {"kind": "analysis", "budget": LONG}
    for begin in (
        lambda: Events(service.port, "POST", MOVES, {"view": VIEW, "budget": LONG}),
        lambda: Events(service.port, "POST", f"{path}/analyses", analysis, token),
    ):
        stream = begin()
        assert stream.next() is not None
        stream.close()
        begun = time.perf_counter()
        while True:  # the seat has no other analysis under way any more
            try:
                short(service.port)
                cancelled = ask(service.port, "POST", f"{path}/analyses", {"level": "easy"}, token)
                break
            except Exception:
                assert time.perf_counter() - begun < FREED_S
        assert time.perf_counter() - begun < FREED_S
        ask(service.port, "GET", f"{path}/analyses/{cancelled['id']}?wait=5", token=token)


def test_a_deleted_analysis_ends_its_stream_and_frees_the_worker(service: Served) -> None:
    path, token = table(service.port)
    body = {"kind": "analysis", "budget": LONG}
    stream = Events(service.port, "POST", f"{path}/analyses", body, token)
    watching = Events(service.port, "GET", stream.answer.headers["Location"], token=token)
    assert stream.next() is not None
    assert watching.next() is not None
    begun = time.perf_counter()
    ask(service.port, "DELETE", stream.answer.headers["Location"], token=token)
    assert time.perf_counter() - begun < FREED_S
    for one in (stream, watching):
        events = one.rest()
        assert events[-1][0] == "final"
        assert [name for name, _ in events].count("final") == 1
        assert (events[-1][1]["status"], events[-1][1]["hint"]["iterations"] > 0) == ("cancelled", True)


def test_watching_an_analysis_does_not_hold_it(service: Served) -> None:
    path, token = table(service.port)
    made = ask(
        service.port,
        "POST",
        f"{path}/analyses",
        {"kind": "analysis", "budget": {"milliseconds": 1200}},
        token,
    )
    watching = Events(service.port, "GET", f"{path}/analyses/{made['id']}", token=token)
    assert watching.next() is not None
    watching.close()
    done = ask(service.port, "GET", f"{path}/analyses/{made['id']}?wait=10", token=token)
    assert done["status"] == "done"
