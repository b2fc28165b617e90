"""Tuning: weights by name, the regression of results on varied weights, and a run that resumes."""

import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from battlewise.core import game
from battlewise.core.fitted import FittedGame
from bench import tune


def test_weights_are_read_and_replaced_by_name() -> None:
    rules, other = tune.fitted("batalj", {"players": 3}), tune.fitted("batalj", {"players": 3})
    state = other.new(seed=3, chance="ask")
    while state.is_chance:
        state.roll()
    before = state.estimate()
    weights = rules.named_weights()
    assert set(weights) >= {"estimate.traders", "activity.trade"}
    changed = {name: 0.0 for name in weights if name.startswith("estimate.")}
    other.put_weights(changed)
    assert other.named_weights() == {**weights, **changed}
    assert state.estimate() == pytest.approx([1 / 3] * 3) != pytest.approx(before)
    other.put_weights(weights)
    assert state.estimate() == before
    with pytest.raises(KeyError, match="no_such"):
        other.put_weights({"estimate.no_such": 1.0})


def test_every_fitted_game_takes_its_own_weights() -> None:
    for game_id in ("battlelore", "battalla", "history", "batalj", "battalia"):
        rules = game(game_id)
        assert isinstance(rules, FittedGame)
        weights = rules.named_weights()
        assert len(weights) > 10
        rules.put_weights({name: weight + 1 for name, weight in weights.items()})
        moved = rules.named_weights()
        assert all(moved[name] == pytest.approx(weights[name] + 1, abs=1e-5) for name in weights)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_regression_finds_what_steps_are_worth(seats: int) -> None:
    worth = np.array([0.05, -0.03, 0.0])
    rng = np.random.default_rng(seats)
    rows = []
    for _ in range(5000):
        signs = rng.choice([-1, 1], size=(seats, 3))
        chances = 1 / seats + (signs - signs.mean(axis=0)) @ worth
        returns = np.eye(seats)[rng.choice(seats, p=chances)]
        rows.append({"signs": signs.tolist(), "returns": returns.tolist()})
    found, errors = tune.gains(rows)
    assert np.all(np.abs(found - worth) < 4 * errors)
    assert np.all(errors < 0.015)
    lengths = tune.ahead(found, errors, 0.5)
    assert lengths[0] == pytest.approx(0.5)
    assert lengths[1] == pytest.approx(0.5 * found[1] / found[0])


def test_unclear_gains_are_not_followed() -> None:
    found = np.array([0.1, -0.01])
    assert tune.ahead(found, np.array([0.01, 0.01]), 2.0).tolist() == [2.0, 0.0]
    assert tune.ahead(found, np.array([1.0, 1.0]), 2.0).tolist() == [0.0, 0.0]


def test_a_run_prints_gains_and_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tune, "SCALING", 1)
    arguments = ["bench.tune", "batalj", "-o", "mode=foray", "--bot", "mcts:iterations=2", "--games", "40"]
    arguments += ["--length", "1", "--match", "4", "--ledger", str(tmp_path / "ledger")]
    monkeypatch.setattr(sys, "argv", arguments)
    tune.main()
    first = capsys.readouterr().out
    assert "march.raid " in first
    assert "estimate.prospect " in first
    assert "even 50%), 4 games" in first
    files = first.partition("# estimate.toml")[2].rpartition("\n\n")[0].split("# weigh.toml")
    of_features, of_traits = map(tomllib.loads, files)
    assert "prospect" in of_features
    assert "raid" in of_traits["march"]
    played = (tmp_path / "ledger").read_text()
    assert len(played.splitlines()) == 42
    tune.main()
    assert capsys.readouterr().out == first
    assert (tmp_path / "ledger").read_text() == played


def test_games_without_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="leduc has no weights to tune"):
        tune.fitted("leduc", {})
