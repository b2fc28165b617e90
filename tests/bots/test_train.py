"""``battlewise train``: games, fits, matches and rounds."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from battlewise.bots.bot import MctsBot
from battlewise.bots.networks import read
from battlewise.bots.train.games import join, load, play, save, taught
from battlewise.bots.train.gate import Corrected, gate
from battlewise.core import game
from battlewise.search.network import shapes


def test_positions_are_those_where_playouts_stop() -> None:
    """A position for each turn of the game, before chance decides, each with value and result of its seat."""
    rules = game("history")
    samples = play(rules, Corrected(10, None), seed=3)
    again = play(rules, Corrected(10, None), seed=3)
    assert all(np.array_equal(getattr(samples, name), getattr(again, name)) for name in ("inputs", "values"))
    assert len(samples.games) == len(samples.inputs) > 5
    assert samples.inputs.shape[1] == shapes(rules)[0][0]
    np.testing.assert_allclose(samples.results.sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(samples.values.sum(axis=1), 1, atol=1e-5)


def test_a_teacher_values_positions_that_playouts_lead_to() -> None:
    """Values are those of the teacher, and a game from which no position was drawn has none."""
    rules = game("history")
    teacher = MctsBot("mcts:iterations=20,cutoff=end", {"iterations": "20", "cutoff": "end"})
    first, again = (taught(rules, Corrected(10, None), teacher, seed=4) for _ in range(2))
    assert all(np.array_equal(getattr(first, name), getattr(again, name)) for name in ("inputs", "values"))
    assert len(first.games) == len(first.inputs) > 2
    assert np.array_equal(first.values, first.results)
    np.testing.assert_allclose(first.values.sum(axis=1), 1, atol=1e-5)
    assert not np.array_equal(first.values, taught(rules, Corrected(10, None), Corrected(30, None), 4).values)
    leduc = game("leduc")
    short = [taught(leduc, Corrected(5, None), Corrected(5, None), seed) for seed in range(30)]
    assert min(len(one.games) for one in short) == 0
    assert 0 < len(join(short).inputs) < 30


def test_positions_are_read_as_they_were_written(tmp_path: Path) -> None:
    rules = game("leduc")
    both = join([play(rules, Corrected(10, None), seed) for seed in (1, 2)])
    save(both, tmp_path / "games.npz")
    found = load(tmp_path / "games.npz")
    assert set(found.games) == {1, 2}
    assert np.array_equal(found.inputs, both.inputs)
    assert [path.name for path in tmp_path.iterdir()] == ["games.npz"]


def test_a_match_tells_good_from_bad() -> None:
    """A network of zeros, for which each position where a playout stops is even, loses to whole playouts."""
    rules = game("connect_four")
    weights = [np.zeros(shape, np.float32) for shape in shapes(rules)]
    score = gate([rules], weights, None, 300, 200, seed=1)
    assert score.games == 200
    assert score.even == 0.5
    assert score.low <= score.mean <= score.high
    assert score.mean < 0.3
    assert score.high < 0.5
    assert gate([rules], weights, None, 40, 20, seed=1, seconds=0).games == 4


def test_a_run_learns_and_resumes(tmp_path: Path) -> None:
    pytest.importorskip("jax", reason="needs jax: pip install 'battlewise[train]'")
    pytest.importorskip("optax", reason="needs optax: pip install 'battlewise[train]'")
    words = ["connect_four", "--minutes", "0.3", "--rounds", "1", "--iterations", "60", "--match", "20"]
    command = [sys.executable, "-m", "battlewise.bots", "train", *words, "--jobs", "1", "--out", "nets"]
    first = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "round 1, " in first.stdout
    (found,) = json.loads((tmp_path / "nets" / "connect_four" / "rounds.jsonl").read_text())
    assert found["corrected"] < found["estimate"]
    assert found["positions"] > 500
    written = tmp_path / "nets" / "connect_four.npz"
    assert written.exists() == found["kept"]
    if found["kept"]:
        read(written, game("connect_four"))
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "round" not in again.stdout
    for name, value, had in (("teacher", "mcts:iterations=90", "no teacher"), ("iterations", "17", "60")):
        other = [*command, f"--{name}", value]
        refused = subprocess.run(other, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert refused.returncode == 2
        said = " ".join(refused.stderr.split())
        assert f"{name}: the games in" in said
        assert f"had {had}" in said
        assert "Traceback" not in refused.stderr


def test_wrong_arguments_are_named(tmp_path: Path) -> None:
    pytest.importorskip("jax", reason="needs jax: pip install 'battlewise[train]'")
    for words, problem in (
        ("train chess", "chess"),
        ("train leduc --minutes 0", "minutes"),
        ("train leduc -o players=9", "players"),
        ("train leduc --teacher greedy", "teacher"),
        ("train leduc --teacher mcts:iterations=x", "iterations"),
    ):
        command = [sys.executable, "-m", "battlewise.bots", *words.split()]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert problem in done.stderr
        assert "Traceback" not in done.stderr
