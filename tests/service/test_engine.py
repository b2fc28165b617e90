"""The engine protocol: lines in, one answer for each line out."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from battlewise.core import game

VIEW = {"seat": 0, "board": ["......."] * 6}
EASY = {"request": "moves", "game": "connect_four", "view": VIEW, "level": "easy", "seed": 1}
LONG = {"request": "moves", "game": "connect_four", "view": VIEW, "budget": {"milliseconds": 60_000}}
COMMAND = [sys.executable, "-m", "battlewise.bots", "engine"]


def answers(lines: Iterable[object]) -> list[dict[str, Any]]:
    """The answers of an engine to lines, with the end of the input after them."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    run = subprocess.run(COMMAND, input=text, capture_output=True, text=True, timeout=120, check=True)
    assert "Traceback" not in run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


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
        ]
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
