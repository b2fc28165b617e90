"""Levels: how they are found, their file, and the bots that are named after them."""

import tomllib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from battlewise.bots import BotError, bot
from battlewise.bots.cli import app
from battlewise.bots.ladders import file_name, ladder
from battlewise.bots.tournament.ladder import LEAST_STEP, STEP, curve, first_places, levels_on, spec_at
from battlewise.bots.tournament.plan import Terms, rules_of
from battlewise.core import BattlewiseError, game, games
from tests.marks import long

runner = CliRunner()
WITH_LADDER = [game_id for game_id in games() if ladder(game(game_id))]


def test_the_line_runs_from_hot_to_many_iterations() -> None:
    places = first_places(1000)
    assert places == sorted(places)
    assert spec_at(places[0]) == "mcts:iterations=64,temperature=10.2"
    assert spec_at(-1) == "mcts:iterations=64,temperature=0.08"
    assert spec_at(0) == "mcts:iterations=64"
    assert spec_at(places[-1]) == "mcts:iterations=1000"
    assert spec_at(first_places(256)[-1]) == "mcts:iterations=256"


def test_levels_stand_even_steps_apart_on_a_known_curve() -> None:
    places = np.linspace(-6, 4, 11)
    rng = np.random.default_rng(1)
    measured = 120 * places + rng.normal(0, 5, 11)
    grid, elo = curve(places, measured, [5.0] * 11)
    found = levels_on(grid, elo)
    assert len(found) == 10
    assert found[-1] == 4
    assert [120 * (b - a) for a, b in pairwise(found)] == pytest.approx([STEP] * 9, abs=15)


@pytest.mark.parametrize(("slope", "steps"), [(60, [600 / 9] * 9), (30, [LEAST_STEP] * 6)])
def test_a_game_with_little_to_give_has_smaller_steps_then_fewer_levels(
    slope: float, steps: list[float]
) -> None:
    grid = np.linspace(-6, 4, 501)
    found = [slope * (b - a) for a, b in pairwise(levels_on(grid, slope * grid))]
    assert found == pytest.approx(steps, abs=2)


def test_a_game_with_next_to_nothing_to_give_has_two_levels() -> None:
    grid = np.linspace(-6, 4, 501)
    assert levels_on(grid, 6 * grid) == [-6, 4]
    assert levels_on(grid, 0 * grid) == [-6, 4]


def test_a_dip_in_the_ratings_does_not_turn_the_curve() -> None:
    _, elo = curve([-2, -1, 0, 1, 2], [0, 100, 60, 120, 200], [10.0] * 5)
    assert (np.diff(elo) >= 0).all()


@pytest.fixture
def short_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of weak bots with few places, so that few pairs of them meet, in short games."""
    monkeypatch.setattr("battlewise.bots.tournament.ladder.FEW", 16)
    monkeypatch.setattr("battlewise.bots.tournament.ladder.HOTTEST", 0.64)


@long
@pytest.mark.usefixtures("short_line")
def test_cli_levels_measures_writes_and_goes_on(tmp_path: Path) -> None:
    words = ["levels", "leduc", "--games", "4", "--most", "64", "--jobs", "1", "--work", str(tmp_path / "w")]
    texts = []
    for name in ("one.toml", "two.toml"):  # the second from what the first kept
        result = runner.invoke(app, [*words, "--out", str(tmp_path / name)])
        assert result.exit_code == 0, result.output
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]
    doc = tomllib.loads(texts[0])
    levels, matrix = doc["levels"], np.array(doc["measured"]["matrix"])
    assert 2 <= len(levels) <= 10
    assert all(bot(level["bot"]).spec == level["bot"] for level in levels)
    assert matrix.shape == (len(levels), len(levels))
    assert (np.isnan(matrix) == np.eye(len(levels), dtype=bool)).all()
    assert np.nan_to_num(matrix + matrix.T, nan=1) == pytest.approx(1)
    assert [level["step"][0] for level in levels[1:]] == pytest.approx(np.diag(matrix, -1), abs=1e-3)


@long
@pytest.mark.usefixtures("short_line")
def test_cli_levels_of_more_seats(tmp_path: Path) -> None:
    words = ["levels", "history", "-o", "players=3", "--games", "4", "--most", "64", "--jobs", "1"]
    terms = Terms("history", {"players": 3, "turn_limit": 2})
    assert file_name(rules_of(terms)) == "history_3.toml"
    assert file_name(game("history")) == "history.toml"
    out = tmp_path / "three.toml"
    result = runner.invoke(
        app, [*words, "-o", "turn_limit=2", "--work", str(tmp_path / "w"), "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    assert "for 3 seats" in out.read_text()
    assert "-o players=3 -o turn_limit=2" in out.read_text()
    matrix = np.array(tomllib.loads(out.read_text())["measured"]["matrix"])
    for row, column in zip(*np.tril_indices(len(matrix), -1), strict=True):
        assert matrix[row, column] + 2 * matrix[column, row] == pytest.approx(1, abs=3e-3)


@pytest.mark.parametrize(("option", "value"), [("games", "3"), ("most", "100"), ("jobs", "0")])
def test_cli_levels_names_what_is_wrong(option: str, value: str, tmp_path: Path) -> None:
    words = ["levels", "leduc", "--work", str(tmp_path), f"--{option}", value]
    result = runner.invoke(app, words)
    assert isinstance(result.exception, BattlewiseError)
    assert option in str(result.exception)


def test_a_temperature_draws_by_visits() -> None:
    state = game("connect_four").new(seed=1)
    for column in "dcd":
        state.play(column)
    cold, warm, hot = (bot(f"mcts:iterations=64,temperature={t}") for t in (0.05, 1, 100))
    best = bot("mcts:iterations=64").choose(state, seed=3)
    assert cold.choose(state, seed=3).move == best.move
    played = [{one.choose(state, seed=seed).move.text for seed in range(60)} for one in (warm, hot)]
    assert 1 < len(played[0]) <= len(played[1])
    assert [hot.choose(state, seed=3).move for _ in range(3)] == [hot.choose(state, seed=3).move] * 3
    shares = [
        sum(
            one.choose(state, seed=s).move == bot("mcts:iterations=64").choose(state, seed=s).move
            for s in range(60)
        )
        for one in (cold, warm, hot)
    ]
    assert shares[0] > shares[1] > shares[2]


def test_a_temperature_is_part_of_what_the_bot_is() -> None:
    rules = game("leduc")
    plain = bot("mcts").canonical(rules)
    assert "temperature" not in plain
    assert bot("mcts:temperature=0").canonical(rules) == plain
    assert bot("mcts:temperature=0.5").canonical(rules) == plain + ",temperature=0.5"


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ("mcts:temperature=-1", "temperature"),
        ("mcts:temperature=nan", "temperature"),
        ("level:0", "level"),
        ("level:11", "level"),
        ("level:two", "level"),
        ("level", "level"),
    ],
)
def test_a_wrong_level_names_the_field(spec: str, field: str) -> None:
    with pytest.raises(BotError) as caught:
        bot(spec)
    assert caught.value.field == field


@pytest.mark.parametrize("game_id", WITH_LADDER)
def test_a_level_is_the_bot_its_ladder_names(game_id: str) -> None:
    rules = game(game_id)
    state = rules.new(seed=1)
    for number, spec in enumerate(ladder(rules), 1):
        level = bot(f"level:{number}")
        assert level.canonical(rules) == bot(spec).canonical(rules)
        assert level.choose(state, seed=1).move == bot(spec).choose(state, seed=1).move
    with pytest.raises(BotError, match="level"):
        bot("level:10").canonical(game("leduc"))
