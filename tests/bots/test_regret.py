"""The regret of bots by rollouts."""

import json
import sys
from pathlib import Path

import pytest

from battlewise.core import game
from bench import regret
from bench.regret import Judges, losses, mean, position, table
from bench.sense import write


def test_positions_go_evenly_through_a_game() -> None:
    rules = game("leduc")
    plies = [position(rules, 5, share).ply for share in (0.0, 0.5, 0.99)]
    assert plies == sorted(plies)
    assert len(set(plies)) > 1
    assert position(rules, 5, 0.5).data_bytes() == position(rules, 5, 0.5).data_bytes()


def test_a_move_that_misses_the_win_has_regret_and_the_win_has_none() -> None:
    state = game("connect_four").new(seed=1)
    for column in "ababab":
        state.play(column)
    found = losses(state, {"medium": "medium", "random": "random"}, Judges("random", 40, 2000), 3)
    assert (found["right"], found["found"]) == (["a"], "a")
    assert found["choices"]["medium"] == {"move": "a", "loss": 0.0, "searched": 0.0}
    assert found["choices"]["random"]["move"] != "a"
    assert found["choices"]["random"]["loss"] > 0.1
    key = {"game": "connect_four", "options": {}, "positions": 2, "bots": ["medium", "random"]}
    shown = table([{**key, **vars(Judges()), "result": found}] * 2)
    assert [list(shown.columns[at].cells) for at in (0, 3)] == [["medium", "random"], ["100%", "0%"]]
    assert [next(iter(shown.columns[at].cells)) for at in (1, 2)] == ["0.00%", "0.00% .. 0.00%"]


def test_at_a_decision_of_the_suite_right_moves_are_alike_and_a_better_one_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = game("connect_four").new(seed=1)
    for column in "aabbcc":
        state.play(column)
    case = {"kind": "win", "moves": 6, "right": ["d"], "wrong": ["a"]}
    cases = [{**case, "right": right} for right in (["d"], ["d", "a"], ["a", "d"], ["b"])]
    write(tmp_path / "suite.gz", [{"record": state.record(), "cases": cases}])
    monkeypatch.setattr(regret, "suite", lambda names: tmp_path / "suite.gz")
    bots = ["--bots", "medium", "random", "old:random"]
    words = ["connect_four", "--suite", "--trials", "20", "--iterations", "50", "--player", "random", *bots]
    monkeypatch.setattr(regret, "spec_of", lambda name: name.removeprefix("old:"))
    monkeypatch.setattr(sys, "argv", ["regret", *words, "--folder", str(tmp_path)])
    regret.main()
    rows = [json.loads(line) for line in (tmp_path / "connect_four.jsonl").read_text().splitlines()]
    for row, one in zip(rows, cases, strict=True):
        best = one["right"] if "d" in one["right"] else ["d"]
        for choice in row["result"]["choices"].values():
            assert (choice["loss"] == 0) == (choice["move"] in best)
    assert [row["result"]["choices"]["medium"]["move"] for row in rows] == ["d"] * 4
    assert "random less half of old:random" in capsys.readouterr().out


def test_the_interval_of_a_mean() -> None:
    assert mean([0.25]) == (0.25, -0.75, 1.25)
    assert mean([0.0, 0.2]) == pytest.approx((0.1, 0.1 - 0.196, 0.1 + 0.196), abs=1e-3)


def test_the_command_resumes_and_shows_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--folder", str(tmp_path)]
    words = [
        "leduc",
        "--positions",
        "4",
        "--trials",
        "20",
        "--iterations",
        "50",
        "--bots",
        "easy",
        "random",
        "--player",
        "random",
    ]
    monkeypatch.setattr(sys, "argv", ["regret", *words, *where])
    regret.main()
    shown, kept = capsys.readouterr().out, (tmp_path / "leduc.jsonl").read_text()
    rows = [json.loads(line) for line in kept.splitlines()]
    assert [row["seed"] for row in rows] == [1000, 1001, 1002, 1003]
    assert all(set(row["result"]["choices"]) == {"easy", "random"} for row in rows)
    (tmp_path / "leduc.jsonl").write_text("".join(kept.splitlines(keepends=True)[:2]))
    regret.main()
    assert capsys.readouterr().out == shown
    assert (tmp_path / "leduc.jsonl").read_text() == kept
    monkeypatch.setattr(sys, "argv", ["regret", *where])
    regret.main()
    assert capsys.readouterr().out == shown
