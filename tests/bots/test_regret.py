"""The regret of bots by rollouts."""

import json
import sys
from pathlib import Path

import pytest

from battlewise.bots.tournament.crew import Inline
from battlewise.core import game
from bench import regret
from bench.regret import Judges, losses, position, summary


def test_positions_go_evenly_through_a_game() -> None:
    rules = game("leduc")
    plies = [position(rules, 5, share).ply for share in (0.0, 0.5, 0.99)]
    assert plies == sorted(plies)
    assert len(set(plies)) > 1
    assert position(rules, 5, 0.5).data_bytes() == position(rules, 5, 0.5).data_bytes()


def test_a_move_that_misses_the_win_has_regret_and_the_win_has_none(tmp_path: Path) -> None:
    state = game("connect_four").new(seed=1)
    for column in "ababab":
        state.play(column)
    judges = Judges("random", 40, Inline())
    found = losses(state, ["medium", "random"], judges, tmp_path / "one.record", 3)
    assert found["best"] == "a"
    assert found["choices"]["medium"] == {"move": "a", "loss": 0.0}
    assert found["choices"]["random"]["move"] != "a"
    assert found["choices"]["random"]["loss"] > 0.1
    assert summary([found, found], "random")["best"] == 0
    assert summary([found, found], "medium") == {"regret": 0, "low": 0, "high": 0, "best": 1}


def test_the_command_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, work = tmp_path / "out.json", tmp_path / "work"
    words = [
        "leduc",
        "--positions",
        "4",
        "--trials",
        "20",
        "--levels",
        "easy",
        "random",
        "--player",
        "random",
    ]
    monkeypatch.setattr(sys, "argv", ["regret", *words, "--work", str(work), "--json", str(out)])
    regret.main()
    first, files = json.loads(out.read_text()), {path: path.read_bytes() for path in work.iterdir()}
    assert len(first["positions"]) == 4
    assert set(first["levels"]) == {"easy", "random"}
    regret.main()
    assert json.loads(out.read_text()) == first
    assert {path: path.read_bytes() for path in work.iterdir()} == files
