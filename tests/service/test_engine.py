"""The engine protocol: lines in, one answer for each line out."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from subprocess import PIPE
from typing import Any

import pytest

from battlewise.api.app import create_app
from battlewise.api.engine import UNLIMITED, Engine
from battlewise.api.settings import Settings
from battlewise.core import game
from tests.marks import long

VIEW = {"seat": 0, "board": ["......."] * 6}
EASY = {"request": "moves", "game": "connect_four", "view": VIEW, "level": "easy", "seed": 1}
LONG = {"request": "moves", "game": "connect_four", "view": VIEW, "budget": {"milliseconds": 60_000}}
COMMAND = [sys.executable, "-m", "battlewise.bots", "engine"]


def answers(lines: Iterable[object], pause: float = 0, patient: bool = False) -> list[dict[str, Any]]:
    """The answers of an engine to lines, with the end of the input after them.

    :param pause: seconds after each line, once the engine answers.
    :param patient: whether the input ends only when all lines are answered.
    """
    texts = [(line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines]
    got: list[dict[str, Any]] = []
    with subprocess.Popen(COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stderr is not None
        stdout, stderr = run.stdout, run.stderr
        with ThreadPoolExecutor(2) as pool:
            read = pool.submit(lambda: [got.append(json.loads(line)) for line in stdout])
            errors = pool.submit(stderr.read)
            if pause:
                run.stdin.write('{"id": "ready", "request": "terminate"}\n')
                run.stdin.flush()
                until(lambda: bool(got))
                got.clear()
            for text in texts:
                run.stdin.write(text)
                run.stdin.flush()
                time.sleep(pause)
            if patient:
                until(lambda: sum("answer" in one for one in list(got)) == len(texts))
            run.stdin.close()
            read.result(120)
    assert run.returncode == 0
    assert "Traceback" not in errors.result()
    return got


def until(done: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something to be so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.01)


def test_requests_are_answered_as_the_service_answers_them() -> None:
    state = game("leduc").new(seed=1, chance="ask")
    got = answers(
        [
            {"id": "move", **EASY},
            {"id": "games", "request": "games"},
            {"id": "next", "request": "next", "game": "leduc", "view": state.view(0), "move": "deal Js"},
            {"id": "wrong", **EASY, "view": {"seat": 0}},
            {"id": "unknown", "request": "game", "game": "chess"},
            {"id": "nameless", "request": "moves"},
        ],
        patient=True,
    )
    found = {one["id"]: one for one in got}
    assert {name: one["status"] for name, one in found.items()} == {
        "move": 200, "games": 200, "next": 200, "wrong": 422, "unknown": 404, "nameless": 422,
    }  # fmt: skip
    assert found["move"]["answer"]["move"]["doc"]["kind"] == "drop"
    assert found["next"]["answer"]["view"]["cards"] == ["Js", None]
    assert found["wrong"]["answer"]["errors"][0]["field"] == "view.board"


def test_a_search_is_terminated_and_answers_once() -> None:
    got = answers([{"id": "long", **LONG}, {"id": "end", "request": "terminate", "terminate": "long"}])
    assert Counter(one["id"] for one in got) == {"long": 1, "end": 1}
    assert next(one for one in got if one["id"] == "end")["answer"] == {"terminated": True}


def test_the_end_of_the_input_ends_searches() -> None:
    got = answers([{"id": f"{number}", **LONG} for number in range(6)])
    assert sorted(one["id"] for one in got) == [f"{number}" for number in range(6)]
    assert {one["status"] for one in got} <= {200, 503}  # 503: not begun


def test_partial_results_come_before_the_one_answer() -> None:
    got = answers(
        [
            {"id": "a", **LONG, "budget": {"milliseconds": 600}, "partial_ms": 100, "seed": 1},
            {"id": "plain", **LONG, "budget": {"iterations": 3000}, "seed": 1},
            {"id": "partial", **LONG, "budget": {"iterations": 3000}, "seed": 1, "partial_ms": 10},
            {"id": "wrong", **EASY, "partial_ms": 1},
            {"id": "nothing", **EASY, "partial_ms": 20},
        ],
        patient=True,
    )
    finals = {one["id"]: one for one in got if "answer" in one}
    assert Counter(one["id"] for one in got if "answer" in one) == dict.fromkeys(finals, 1)
    assert {name: one["status"] for name, one in finals.items()} == {
        "a": 200, "plain": 200, "partial": 200, "wrong": 422, "nothing": 200,
    }  # fmt: skip
    partial = [one["partial"] for one in got if one["id"] == "a" and "partial" in one]
    assert 3 <= len(partial) <= 6
    visits = [one["search"]["iterations"] for one in partial]
    assert visits == sorted(visits)
    assert visits[-1] <= finals["a"]["answer"]["search"]["iterations"]
    assert [one["id"] for one in got if one["id"] == "a"][-1] == "a"
    assert finals["plain"]["answer"] | {"search": 0} == finals["partial"]["answer"] | {"search": 0}


def test_a_terminated_request_with_partial_results_answers_once() -> None:
    lines = [{"id": "a", **LONG, "partial_ms": 20}, {"id": "end", "request": "terminate", "terminate": "a"}]
    got = answers(lines, pause=0.5)
    own = [one for one in got if one["id"] == "a"]
    assert sum("partial" in one for one in own) >= 3
    assert ["answer" in one for one in own] == [False] * (len(own) - 1) + [True]
    assert own[-1]["status"] == 200


@pytest.mark.parametrize("number", [500])
def test_every_line_gets_exactly_one_answer(number: int) -> None:
    random = Random(7)
    junk = [
        "{",
        "[]",
        "null",
        "7",
        '{"id": 1}',
        '{"id": ""}',
        "x" * 300,
        '{"id": "a", "request": 3}',
        "[" * 5000,
    ]
    lines: list[object] = []
    for index in range(number):
        kind = random.randrange(6)
        name = {"id": f"{index}"}
        lines.append(
            (
                random.choice(junk),
                {**name, **EASY},
                {**name, "request": "legal-moves", "game": "connect_four", "view": VIEW},
                {**name, "request": "terminate", "terminate": f"{random.randrange(number)}"},
                {**name, **LONG, "budget": {"iterations": 50}, "timeout_ms": random.choice((1, 20_000))},
                {**name, "request": random.choice(("moves", "nothing", "next")), "game": "../x"},
            )[kind]
        )
    got = answers(lines)
    named = Counter(one["id"] for one in got if one["id"] is not None)
    asked = {line["id"] for line in lines if isinstance(line, dict)}
    assert set(named) - asked <= {"a"}
    assert all(named[name] == 1 for name in asked)
    assert len(got) == len(lines)
    assert {one["status"] for one in got} <= {200, 400, 404, 409, 422, 503}


@long
def test_ten_thousand_mixed_lines_leave_nothing_behind() -> None:
    """One final answer each, whatever comes, up to the end of the input in the middle of a line."""
    random, lines = Random(11), list[str]()
    legal = {"request": "legal-moves", "game": "connect_four", "view": VIEW}
    search = {**LONG, "partial_ms": 50}
    for index in range(9_999):
        name = {"id": f"{index}"}
        kind = random.random()
        if kind < 0.2:
            lines.append(json.dumps({**name, **legal}))
        elif kind < 0.21:
            lines.append(json.dumps({**name, **search}))
            lines.append(json.dumps({"id": f"stop {index}", "request": "terminate", "terminate": f"{index}"}))
        elif kind < 0.4:
            lines.append(json.dumps({**name, "request": "terminate", "terminate": f"nothing {index}"}))
        elif kind < 0.6:
            lines.append(json.dumps({**name, "request": random.choice(("sing", "", "moves"))}))
        elif kind < 0.8:
            lines.append(json.dumps({**name, **legal})[: random.randrange(1, 60)])
        else:
            lines.append(random.choice(("{", "[]", "null", '{"id": 7}', "\x00", "[" * 3000, '"')))
    lines.append('{"id": "cut off", "requ')
    assert len(lines) >= 10_000
    files, threads = len(os.listdir("/proc/self/fd")), threading.active_count()
    got: list[dict[str, Any]] = []
    engine = Engine(create_app(Settings(**UNLIMITED)), got.append)
    for line in lines:
        engine.take(line)
    engine.close()
    finals = [one for one in got if "answer" in one]
    assert len(finals) == len(lines)
    named = Counter(one["id"] for one in finals if one["id"] is not None)
    assert set(named.values()) == {1}
    assert {one["status"] for one in finals} <= {200, 400, 422, 503}
    until(lambda: threading.active_count() <= threads, 10)
    assert len(os.listdir("/proc/self/fd")) <= files
