"""Bots, matches, the command line and the terminal."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from battlewise.bots import LEVELS, BotError, bot, version
from battlewise.bots.bot import MctsBot
from battlewise.bots.calibration import slope, win_chance
from battlewise.bots.cli import app
from battlewise.bots.match import interval, play_match
from battlewise.core import BattlewiseError, Value, game, game_class
from battlewise.search import Budget
from tests.marks import long

runner = CliRunner()
SPECS = ("random", "greedy", "mcts:iterations=40")


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ("clever", "bot"),
        ("mcts:depth=1", "depth"),
        ("mcts:iterations=many", "iterations"),
        ("mcts:iterations=0", "iterations"),
        ("mcts:cutoff=later", "cutoff"),
        ("mcts:iterations", "iterations"),
        ("mcts:iterations=1,iterations=2", "iterations"),
        ("random:worlds=1", "worlds"),
        ("greedy:worlds=0", "worlds"),
    ],
)
def test_a_wrong_specification_names_the_field(spec: str, field: str) -> None:
    with pytest.raises(BotError) as caught:
        bot(spec)
    assert caught.value.field == field


def test_every_level_is_a_bot() -> None:
    assert all(bot(level).spec == spec for level, spec in LEVELS.items())


@pytest.mark.parametrize("game_id", ["leduc", "battlelore"])
@pytest.mark.parametrize("spec", SPECS)
def test_a_bot_sees_no_hidden_card(game_id: str, spec: str) -> None:
    rules = game(game_id)
    changed = 0
    for seed in range(4):
        state = rules.new(seed=seed)
        for ply in range(2 * seed):
            state.play(state.legal()[ply % len(state.legal())])
        other = state.redealt(state.to_move, seed=50)
        changed += state.data_bytes() != other.data_bytes()
        one, two = (bot(spec).choose(s, seed=9) for s in (state, other))
        assert (one.move, one.value, one.candidates, one.line) == (
            two.move,
            two.value,
            two.candidates,
            two.line,
        )
    assert changed >= 2


def test_a_match_is_reproducible_and_mirrored() -> None:
    one, two = (play_match("connect_four", ["mcts:iterations=30", "random"], 8, seed=3) for _ in range(2))
    assert one == two
    assert one.games == 8
    assert one.standings[0].score > 0.5 > one.standings[1].score
    assert one.standings[0].score + one.standings[1].score == pytest.approx(1)


def test_identical_bots_share_every_pair() -> None:
    result = play_match("pig", ["greedy", "greedy"], 10)
    assert [block.scores for block in result.blocks] == [(0.5, 0.5)] * 5


def test_processes_change_nothing() -> None:
    assert play_match("pig", ["random", "greedy"], 6, jobs=2) == play_match("pig", ["random", "greedy"], 6)


def test_a_match_needs_a_bot_for_each_seat() -> None:
    with pytest.raises(BattlewiseError, match="needs 2"):
        play_match("connect_four", ["random"], 2)


def test_the_interval_covers_and_narrows() -> None:
    mean, low, high = interval([1.0, 0.5, 0.0, 0.5] * 25)
    assert low < mean == 0.5 < high
    assert interval([1.0] * 100)[1:] == (pytest.approx(0.963, abs=0.001), 1.0)
    assert interval([0.5] * 10)[2] < 1


def test_cli_games() -> None:
    result = runner.invoke(app, ["games"])
    assert result.exit_code == 0
    assert "connect_four" in result.output


def test_cli_match() -> None:
    result = runner.invoke(app, ["match", "connect_four", "random", "random", "--games", "4", "--seed", "1"])
    assert result.exit_code == 0
    assert "95 % interval" in result.output


def test_cli_move_reads_a_view() -> None:
    view = game("connect_four").new(seed=1).view(0)
    result = runner.invoke(app, ["move", "connect_four", "--bot", "random"], input=json.dumps(view))
    assert json.loads(result.output)["move"]["text"] in "abcdefg"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"seat": 1}', '{"seat": 1, "board": []}'])
def test_cli_move_refuses_what_is_no_view(text: str) -> None:
    result = runner.invoke(app, ["move", "connect_four"], input=text)
    assert isinstance(result.exception, BattlewiseError)


def test_cli_play_takes_numbers_texts_hint_undo_and_quit() -> None:
    words = "help\nmoves\nzz\nhint\nd\nundo\n1\nquit\n"
    result = runner.invoke(app, ["play", "connect_four", "--bot", "random", "--seed", "1"], input=words)
    assert result.exit_code == 0
    assert "hint:" in result.output
    assert "not possible" in result.output
    assert "you: column d" in result.output


def test_cli_play_to_the_end() -> None:
    result = runner.invoke(app, ["play", "connect_four", "--bot", "random", "--seed", "1"], input="1\n" * 50)
    assert result.exit_code == 0
    assert "You " in result.output or "Your result" in result.output


@long
def test_a_win_chance_rises_with_the_search_s_value() -> None:
    chances = [win_chance(game("battlelore"), value / 100) for value in range(101)]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)
    assert all(slope(game("battlelore"), value / 100) >= 0 for value in range(101))
    assert win_chance(game("connect_four"), 0.3) == 0.3
    assert slope(game("connect_four"), 0.0) == pytest.approx(1)


def test_mcts_answers_in_win_chances() -> None:
    state = game("battlelore").new(seed=3)
    choice = bot("mcts:iterations=200").choose(state, seed=1)
    assert choice.searched is not None
    assert choice.value == choice.candidates[0].value == win_chance(game("battlelore"), choice.searched)
    assert choice.value != choice.searched


def test_a_steady_bot_is_named_as_it_plays() -> None:
    player = bot("mcts:iterations=40,temperature=2,worlds=3")
    assert isinstance(player, MctsBot)
    assert player.steady().spec == "mcts:iterations=40,worlds=3"
    assert MctsBot("mcts", {}).steady().spec == "mcts"


def test_the_version_of_play_follows_every_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(version, "files", lambda package: tmp_path)
    found = set()
    for name, content in (("a.toml", ""), ("data/b.toml", ""), ("data/b.toml", "x = 1"), ("c.py", "")):
        (tmp_path / name).write_text(content)
        found.add(version.weights.__wrapped__())
    assert len(found) == 3
    monkeypatch.undo()
    assert version.version_of(game("leduc")) == f"leduc {game('leduc').version}, weights {version.weights()}"


@pytest.mark.parametrize(
    ("spec", "budget", "cutoff"),
    [
        ("mcts:iterations=1000", None, "reply"),
        ("mcts:iterations=4000", None, "rounds"),
        ("mcts:iterations=1000", Budget(iterations=4000), "rounds"),
        ("mcts:iterations=4000", Budget(milliseconds=5), "reply"),
        ("mcts", Budget(iterations=100_000, milliseconds=5), "reply"),
        ("mcts", Budget(milliseconds=500), "rounds"),
        ("mcts:iterations=4000,cutoff=turn", None, "turn"),
    ],
)
def test_a_large_budget_looks_farther(spec: str, budget: Budget | None, cutoff: str) -> None:
    player = bot(spec)
    assert isinstance(player, MctsBot)
    assert player.settings_for(game("battlelore", scenario="full"), budget).cutoff == cutoff


@pytest.mark.parametrize(
    ("game_id", "spec", "cutoff"),
    [
        ("battlelore", "mcts", "turn"),
        ("battlelore", "mcts:network=no", "reply"),
        ("battlelore", "mcts:cutoff=end", "end"),
        ("batalj", "mcts", "turn"),
        ("batalj", "mcts:iterations=2000", "rounds"),
        ("batalj", "mcts:milliseconds=20", "rounds"),
        ("batalj", "mcts:milliseconds=200", "four_rounds"),
        ("batalj", "mcts:network=no", "rounds"),
        ("batalj", "mcts:network=no,iterations=4000", "four_rounds"),
        ("history", "mcts:milliseconds=100", "turn"),
        ("history", "mcts:milliseconds=150", "rounds"),
        ("battalla", "mcts", "reply"),  # it has none of its own
        ("battalla", "mcts:iterations=4000", "four_rounds"),
    ],
)
def test_a_network_has_horizons_of_its_own(game_id: str, spec: str, cutoff: str) -> None:
    player = bot(spec)
    assert isinstance(player, MctsBot)
    assert player.settings_for(game(game_id)).cutoff == cutoff


@pytest.mark.parametrize(
    ("options", "iterations", "cutoff"),
    [
        ({"players": 3}, 1000, "turn"),
        ({"players": 3}, 4000, "four_rounds"),
        ({"players": 4}, 1000, "turn"),
        ({"players": 4}, 4000, "four_rounds"),
        ({"mode": "battle", "players": 4}, 4000, "rounds"),
    ],
)
def test_a_game_says_how_far_playouts_go(options: dict[str, Value], iterations: int, cutoff: str) -> None:
    player = bot(f"mcts:iterations={iterations}")
    assert isinstance(player, MctsBot)
    assert player.settings_for(game("batalj", **options)).cutoff == cutoff
    assert player.choose(game("batalj", **options).new(seed=1), seed=1).iterations == iterations


@pytest.mark.parametrize(
    ("game_id", "spec", "playouts"),
    [
        ("history", "mcts:iterations=3999", 0),
        ("history", "mcts:iterations=4000", 2000),
        ("history", "mcts:milliseconds=499", 0),
        ("history", "mcts:milliseconds=500", 2000),
        ("history", "mcts:second_look=7", 7),
        ("history", "mcts:second_look=0", 0),
        ("batalj", "mcts:iterations=10000", 0),
    ],
)
def test_a_game_says_how_many_playouts_look_again(game_id: str, spec: str, playouts: int) -> None:
    player = bot(spec)
    assert isinstance(player, MctsBot)
    assert player.settings_for(game(game_id)).second_look == playouts


@pytest.mark.parametrize("horizons", [("reply", "rounds"), ((4000, "rounds"),), (), "turn"])
def test_horizons_that_are_no_pairs_are_named(horizons: object) -> None:
    class Odd(game_class("battlelore")):  # type: ignore[misc]
        pass

    Odd.horizons, Odd.corrected_horizons = horizons, None
    with pytest.raises(BattlewiseError, match=r"^battlelore: horizons: .* should be pairs of iterations"):
        MctsBot("mcts", {}).settings_for(Odd())
