"""Rollouts: exact values, common deals, nothing peeked at, any crew, ledgers, the command."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from itertools import count
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from battlewise.bots.bot import bot
from battlewise.bots.check.walks import walk
from battlewise.bots.cli import app
from battlewise.bots.rollout.interval import bounds
from battlewise.bots.rollout.judge import Rollout
from battlewise.bots.rollout.run import Limits, RolloutError, rollout
from battlewise.bots.tournament.crew import Crew, CrewError, Processes
from battlewise.bots.tournament.ledger import LedgerBusy, LedgerError
from battlewise.bots.tournament.play import play_game
from battlewise.core import BattlewiseError, State, game
from battlewise.search.prover import Prover
from tests.marks import long

runner = CliRunner()


def decision(game_id: str, seed: int, plies: int, **options: Any) -> State:
    """A decision with a choice after at least so many plies of a random game."""
    for state in walk(game(game_id, **options), seed):
        if state.ply >= plies and len(state.legal()) > 1:
            return state.copy()
    raise AssertionError("the game was too short")


def rolled(state: State, **parameters: Any) -> Rollout:
    found = rollout(state, **parameters)
    assert found is not None
    return found


# -- exact values


def random_play(state: State) -> list[float]:
    """The exact value of each seat if all play uniformly at random from here."""
    if state.is_over:
        return state.returns()
    steps = state.chances() if state.is_chance else [(m, 1 / len(state.legal())) for m in state.legal()]
    total = [0.0] * state.game.seats
    for move, chance in steps:
        after = state.copy()
        after.play(move)
        total = [sum + chance * value for sum, value in zip(total, random_play(after), strict=True)]
    return total


def exact_values(state: State) -> dict[str, float]:
    """The exact value of each move in Leduc poker if all have played and will play at random."""
    seat, weight, total = state.to_move, 0.0, dict.fromkeys((m.text for m in state.legal()), 0.0)
    deals = [(1.0, state.game.new(seed=1, chance="ask"))]
    for actor, move in state.log(None):
        following = []
        for chance, one in deals:
            options = one.chances() if one.is_chance else [(m, 1.0) for m in one.legal()]
            for option, p in options:
                if actor >= 0 and option != move:
                    continue
                after = one.copy()
                after.play(option)
                following.append((chance * p, after))
        deals = following
    for chance, one in deals:
        if one.view_key(seat) == state.view_key(seat):
            weight += chance
            for text in total:
                after = one.copy()
                after.play(text)
                total[text] += chance * random_play(after)[seat]
    return {text: value / weight for text, value in total.items()}


def check_coverage(state: State, runs: int, trials: int) -> None:
    """The intervals of at least 95 % of seeded runs hold the exact values, and the errors are right."""
    exact, covered, scores = exact_values(state), [], []
    for seed in range(runs):
        found = rolled(state, player="random", limits=Limits(trials, trials, 0), seed=seed)
        best = exact[found.candidates[0].move.text]
        right = True
        for one in found.candidates:
            value = exact[one.move.text]
            right &= one.low <= value <= one.high and one.loss_low <= best - value <= one.loss_high
            if one.error:
                assert one.high - one.low < 10 * one.error
                scores.append((one.value - value) / one.error)
            else:  # to fold
                assert one.value == pytest.approx(value)
        covered.append(right)
    assert np.mean(covered) >= 0.95
    assert abs(np.mean(scores)) < 4 / sqrt(runs)  # candidates of a run share their deals
    assert 0.85 < np.mean(np.abs(scores) < 1.96) <= 1


@pytest.mark.parametrize("plies", [2, 5])
def test_intervals_hold_the_exact_values(plies: int) -> None:
    check_coverage(decision("leduc", 5, plies), 30, 100)


@long
@pytest.mark.parametrize(("seed", "plies"), [(5, 5), (9, 4)])
def test_intervals_of_two_hundred_runs_hold_the_exact_values(seed: int, plies: int) -> None:
    check_coverage(decision("leduc", seed, plies), 200, 200)


@pytest.mark.parametrize("seed", [48, 65, 75])
def test_a_perfect_bot_gives_the_proven_values(seed: int) -> None:
    state = decision("connect_four", seed, 30)
    exact = {move.text: value for move, value in Prover(state.game).move_values(state)}
    assert len(set(exact.values())) > 1
    found = rolled(state, player="mcts:iterations=3000", limits=Limits(3, 3))
    assert {one.move.text: one.value for one in found.candidates} == exact


@long
@pytest.mark.parametrize("chance", [0.5, 0.1])
def test_an_interval_holds_however_often_it_is_looked_at(chance: float) -> None:
    missed = 0
    for seed in range(150):
        results = (np.random.default_rng(seed).random(1000) < chance).astype(float)
        looks = [bounds(results[:trials], 0.05) for trials in Limits(8, 1000).looks()]
        missed += not all(low <= chance <= high for low, high in looks)
    assert missed <= 150 * 0.05


def test_an_interval_is_as_narrow_as_it_says() -> None:
    for trials in (50, 500, 5000):
        results = np.arange(trials) % 2.0
        low, high = bounds(results, 0.05)
        assert 1.96 < (high - low) / 2 / (0.5 / sqrt(trials)) < 1.96 * 1.8
    assert bounds(np.zeros(5000), 0.05) == (0.0, pytest.approx(0.001, abs=5e-4))
    assert bounds(np.ones(1), 0.05)[0] < 0.05


# -- common deals


def test_a_move_and_its_twin_have_the_same_result_in_each_trial(tmp_path: Path) -> None:
    """Two moves after which the positions are equal: so are all games, on equal deals with equal luck."""
    rules = game("batalj")
    for state in walk(rules, 0):
        after: dict[bytes, list[Any]] = {}
        for move in state.legal():
            world = rules.at(state.data_bytes())
            world.play(move)
            after.setdefault(world.data_bytes(), []).append(move)
        twins = next((moves for moves in after.values() if len(moves) > 1), None)
        if twins is not None:
            break
    assert twins is not None
    path = tmp_path / "twins"
    found = rolled(state, candidates=twins[:2], limits=Limits(8, 12), ledger=path)
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    results = [{trial: value for trial, number, value in lines if number == one} for one in (0, 1)]
    assert results[0] == results[1]
    assert len(results[0]) == 12
    assert len(set(results[0].values())) > 1
    assert [one.loss for one in found.candidates] == [0, 0]


@pytest.mark.parametrize("game_id", ["leduc", "battlelore", "battalla", "history", "batalj"])
def test_what_the_seat_does_not_know_changes_nothing(game_id: str) -> None:
    state = decision(game_id, 3, 12 if game_id != "leduc" else 2)
    seat, limits = state.to_move, Limits(2, 3)
    moves = state.legal()[:3]
    found = rolled(state, player="random", candidates=moves, limits=limits, seed=4)
    dealt = state.redealt(seat, 77)
    assert dealt.data_bytes() != state.data_bytes()
    assert rolled(dealt, player="random", candidates=moves, limits=limits, seed=4) == found
    read = state.game.from_view(state.view(seat), seed=5)
    assert rolled(read, player="random", candidates=moves, limits=limits, seed=4) == found


# -- the verdict


def test_a_winning_move_is_clear_and_the_others_are_dropped() -> None:
    state = game("connect_four").new(seed=1)
    for column in "abababc":
        if column != "c":
            state.play(column)
    found = rolled(state, player="random", limits=Limits(20, 2000))
    assert (found.verdict, found.candidates[0].move.text) == ("clear", "a")
    assert found.candidates[0].value == 1
    assert all(one.dropped and one.loss_low > 0 for one in found.candidates[1:])
    assert found.trials < 300
    assert found.games == sum(one.trials for one in found.candidates) < 7 * found.trials


def test_moves_that_differ_by_less_than_the_margin_are_equal() -> None:
    state = game("connect_four").new(seed=1)
    two = [state.game.move(column, state) for column in "cd"]
    found = rolled(state, player="random", candidates=two, limits=Limits(32, 4000, 0.2))
    assert found.verdict == "equal"
    assert found.trials < 4000
    assert found.candidates[1].loss_high <= 0.2
    same = rolled(state, player="random", candidates=two, limits=Limits(32, 100, 0))
    assert (same.verdict, same.trials) == ("open", 100)


def test_one_move_needs_no_comparison() -> None:
    state = game("pig").new(seed=1)
    found = rolled(state, player="random", limits=Limits(10, 50))
    assert (found.verdict, found.trials, len(found.candidates)) == ("clear", 10, 1)


def test_a_report_after_each_round_and_a_stop() -> None:
    state, seen = decision("leduc", 5, 2), list[Rollout]()
    limits = Limits(10, 5000, 0)
    found = rolled(state, player="random", limits=limits, stop=lambda: len(seen) == 3, report=seen.append)
    assert [one.trials for one in seen] == [10, 12, 15]
    assert found == seen[-1]
    assert rollout(state, limits=Limits(10, 20), stop=lambda: True) is None


def test_a_stop_ends_the_game_under_way() -> None:
    state, asked = game("battlelore").new(seed=1), count(1)
    found = rollout(state, player="random", limits=Limits(10, 20), stop=lambda: next(asked) > 5)
    assert found is None
    assert next(asked) < 12


# -- crews


@long
def test_the_number_of_processes_does_not_matter(tmp_path: Path) -> None:
    state = decision("history", 2, 20)
    limits = Limits(6, 14)
    found = rolled(state, limits=limits, seed=3)
    assert rolled(state, limits=limits, seed=3, crew=Processes(2)) == found
    assert rolled(state, limits=limits, seed=4) != found


class _Breaking(Executor):
    """Loses its executor at some tasks."""

    def __init__(self, fails: list[bool]) -> None:
        self._fails = fails

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if self._fails and self._fails.pop(0):
            future.set_exception(Crew.lost[0]("gone"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_crew_that_is_lost_is_replaced() -> None:
    state, limits = decision("leduc", 5, 2), Limits(10, 30, 0)
    found = rolled(state, limits=limits)
    fails = [False, True, True, False, True]
    assert rolled(state, limits=limits, crew=Crew(lambda: _Breaking(fails), 2)) == found
    assert not fails
    with pytest.raises(CrewError, match="workers: lost 4 times"):
        rollout(state, limits=limits, crew=Crew(lambda: _Breaking([True] * 9), 2))


# -- ledgers


def record_file(folder: Path, game_id: str = "history") -> Path:
    path = folder / "record.json"
    rules = game(game_id)
    path.write_text(json.dumps(play_game(rules, [bot("greedy")] * rules.seats, 7).record()))
    return path


@long
def test_a_rollout_survives_kills(tmp_path: Path) -> None:
    path, ledger = record_file(tmp_path), tmp_path / "ledger"
    words = ["rollout", "history", "--record", str(path), "--ply", "60", "--trials", "24", "--least", "24"]
    line = [sys.executable, "-m", "battlewise.bots", *words, "--json", "--jobs", "2", "--ledger", str(ledger)]
    counts = [0]
    for _ in range(2):
        process = subprocess.Popen(line, start_new_session=True, stdout=subprocess.DEVNULL)
        while len(lines_of(ledger)) <= counts[-1] + 1 and process.poll() is None:
            time.sleep(0.01)
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        counts.append(len(lines_of(ledger)))
    done = subprocess.run(line, check=True, capture_output=True, text=True)
    undisturbed = runner.invoke(app, [*words, "--json", "--jobs", "1"])
    assert json.loads(done.stdout) == json.loads(undisturbed.stdout)
    games = [tuple(json.loads(line)[:2]) for line in lines_of(ledger)[1:]]
    assert len(games) == len(set(games)) == json.loads(done.stdout)["games"]


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def test_a_ledger_resumes_after_a_torn_line_and_with_more_trials(tmp_path: Path) -> None:
    state, path = decision("leduc", 5, 2), tmp_path / "ledger"
    first = rolled(state, limits=Limits(10, 20, 0), ledger=path)
    kept = path.read_bytes()
    path.write_bytes(kept[:-4])
    assert rolled(state, limits=Limits(10, 20, 0), ledger=path) == first
    assert sorted(path.read_bytes().splitlines()) == sorted(kept.splitlines())
    longer = rolled(state, limits=Limits(10, 40, 0), ledger=path)
    assert longer == rolled(state, limits=Limits(10, 40, 0))
    assert len(lines_of(path)) == 1 + longer.games
    assert rolled(state, limits=Limits(10, 20, 0), ledger=path).trials == first.trials


def test_a_ledger_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    state, path = decision("leduc", 5, 2), tmp_path / "ledger"
    rollout(state, limits=Limits(2, 2), ledger=path)
    with pytest.raises(LedgerError, match="seed: the ledger has another question: seed is 0, not 1"):
        rollout(state, limits=Limits(2, 2), ledger=path, seed=1)
    for content in ("{}", "[1]\n", '{"moves": []}\n', "no JSON\n"):
        path.write_text(content)
        with pytest.raises(LedgerError, match="is not the ledger of a rollout"):
            rollout(state, limits=Limits(2, 2), ledger=path)
        assert path.read_text() == content
    path.unlink()
    stopped: list[str] = []

    def again(_: Rollout) -> None:
        with pytest.raises(LedgerBusy) as caught:
            rollout(state, ledger=path)
        stopped.append(str(caught.value))

    rollout(state, limits=Limits(2, 3, 0), ledger=path, report=again)
    assert stopped == [f"ledger: another run is writing {path}"]


# -- wrong input


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        ({"most": 0}, "trials"),
        ({"most": 1_000_001}, "trials"),
        ({"least": 0}, "least"),
        ({"least": 50, "most": 20}, "least"),
        ({"margin": -0.1}, "margin"),
        ({"margin": 1.5}, "margin"),
        ({"margin": float("nan")}, "margin"),
    ],
)
def test_wrong_limits_name_the_field(limits: dict[str, Any], field: str) -> None:
    with pytest.raises(RolloutError, match=f"^{field}: ") as caught:
        Limits(**limits)
    assert caught.value.field == field


def test_wrong_questions_name_the_field() -> None:
    state = game("connect_four").new(seed=1)
    move = state.legal()[0]
    for candidates in ([], [move, move], [game("pig").new(seed=1).legal()[0]]):
        with pytest.raises(RolloutError, match=r"^candidates: "):
            rollout(state, candidates=candidates)
    with pytest.raises(BattlewiseError, match=r"^bot: 'clever'"):
        rollout(state, "clever")
    with pytest.raises(RolloutError, match=r"^state: "):
        rollout(play_game(game("leduc"), [bot("random")] * 2, 1))


# -- the command


def test_the_command_prints_a_table_or_json(tmp_path: Path) -> None:
    path = record_file(tmp_path, "leduc")
    words = ["rollout", "leduc", "--record", str(path), "--ply", "2", "--trials", "40", "--jobs", "1"]
    result = runner.invoke(app, words)
    assert result.exit_code == 0
    assert "raise" in result.output
    assert "95 %" in result.output
    record = json.loads(path.read_text())
    state = game("leduc").replay({**record, "moves": record["moves"][:2]})
    shown = runner.invoke(
        app,
        ["rollout", "leduc", "--view", "-", "--trials", "40", "--jobs", "1", "--json"],
        input=json.dumps(state.view(state.to_move)),
    )
    found = rolled(state, limits=Limits(32, 40))
    assert json.loads(shown.stdout) == json.loads(json.dumps(found.doc(state)))
    first = json.loads(shown.stdout)["candidates"][0]
    assert set(first) == {"words", *vars(found.candidates[0])}
    move = found.candidates[0].move
    assert first["move"] == {"text": move.text, "doc": move.doc, "touches": list(move.touches)}


def test_the_best_moves_of_a_search(tmp_path: Path) -> None:
    path = tmp_path / "view.json"
    state = game("connect_four").new(seed=1)
    path.write_text(json.dumps(state.view(0)))
    words = ["rollout", "connect_four", "--view", str(path), "--best", "2", "--trials", "5", "--jobs", "1"]
    shown = json.loads(runner.invoke(app, [*words, "--json", "--bot", "random"]).stdout)
    best = bot("hard").choose(state, 0).candidates[:2]
    assert {one["move"]["text"] for one in shown["candidates"]} == {one.move.text for one in best}
    assert shown["bot"] == "random"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "view: give a view or a record"),
        ("--record {} --view {}", "view: give a view or a record"),
        ("--view {} --ply 1", "ply: is for a record"),
        ("--record {} --ply 99", "ply: 99 is not in 0..8"),
        ("--record {} --ply 0", "ply: after 0 there is nothing to decide"),
        ("--record {}", "ply: after 8 there is nothing to decide"),
        ("--record {}.not", "No such file"),
        ("--view {}", "seat"),
        ("--record {} --ply 2 --best 0", "best: 0 is not 1 or more"),
        ("--record {} --ply 2 --trials 0", "trials: 0 is not in"),
        ("--record {} --ply 2 --jobs 0", "jobs: must be 1 or more"),
        ("--record - --ply 2", "stdin: this is not JSON"),
    ],
)
def test_wrong_arguments_are_named(tmp_path: Path, words: str, says: str) -> None:
    path = record_file(tmp_path, "leduc")
    result = runner.invoke(
        app, ["rollout", "leduc", *(word.format(path) for word in words.split())], input="{"
    )
    assert isinstance(result.exception, BattlewiseError)
    assert says in str(result.exception)
