"""Tournaments: plans, forfeits, the ledger, executors that die, the command line."""

import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, permutations
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from battlewise.bots.bot import KINDS, bot
from battlewise.bots.cli import app
from battlewise.bots.tournament import plan as plans
from battlewise.bots.tournament.crew import Crew, CrewError, Inline, Processes
from battlewise.bots.tournament.ledger import Ledger, LedgerError
from battlewise.bots.tournament.plan import Plan, PlanError, Terms, line_ups, plan_from, seatings
from battlewise.bots.tournament.play import play_batch
from battlewise.bots.tournament.run import run
from battlewise.bots.tournament.standings import Standings
from battlewise.bots.version import version_of
from battlewise.core import BattlewiseError, game
from bench.tournament_kill import command, differences, play_serially, play_with_kills
from tests.bots.tournament import odd_bots
from tests.marks import long

BOTS = {"r": "random", "g": "greedy", "m": "mcts:iterations=5"}
LEDUC = Plan(Terms("leduc"), BOTS, blocks=10, seed=5)
runner = CliRunner()


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, kind in odd_bots.ALL.items():
        monkeypatch.setitem(KINDS, name, kind)


def pool(jobs: int = 2) -> Crew:
    """Processes that know the bots that fail."""
    return Crew(lambda: ProcessPoolExecutor(jobs, get_context("spawn"), initializer=odd_bots.add), jobs)


def played(path: Path, plan: Plan, crew: Crew) -> list[str]:
    with Ledger.writing(path, plan) as ledger:
        run(ledger, crew)
        return list(ledger.dump())


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Terms("leduc", cap=0), "cap"),
        (lambda: Terms("leduc", move_ms=-1), "move_ms"),
        (lambda: Terms("leduc", game_ms=True), "game_ms"),
        (lambda: Terms("leduc", clock="sun"), "clock"),  # type: ignore[arg-type]
        (lambda: replace(LEDUC, pairing="swiss"), "pairing"),  # type: ignore[arg-type]
        (lambda: replace(LEDUC, seating="none"), "seating"),  # type: ignore[arg-type]
        (lambda: replace(LEDUC, blocks=0), "blocks"),
        (lambda: replace(LEDUC, seed=1 << 62), "seed"),
        (lambda: replace(LEDUC, entrants={"r": "random"}), "entrants"),
        (lambda: replace(LEDUC, entrants={"r": "random", "": "greedy"}), "entrants"),
        (lambda: replace(LEDUC, entrants={"r": "random", "x": "clever"}), "entrants['x']"),
        (lambda: replace(LEDUC, entrants={"a": "greedy", "b": "greedy:worlds=4"}), "entrants"),
    ],
)
def test_a_wrong_plan_names_the_field(make: Any, field: str) -> None:
    with pytest.raises(PlanError) as caught:
        make()
    assert caught.value.field == field
    assert str(caught.value).startswith(field)


def test_a_plan_refuses_an_unknown_game_and_option() -> None:
    with pytest.raises(BattlewiseError, match="game: 'chess'"):
        Terms("chess")
    with pytest.raises(BattlewiseError, match="option 'board'"):
        Terms("leduc", {"board": 3})


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seatings(seats: int) -> None:
    rotation = seatings(seats, "rotation")
    assert len(rotation) == seats
    assert all(sorted(column) == list(range(seats)) for column in (*rotation, *zip(*rotation, strict=True)))
    assert rotation[1] == (seats - 1, *range(seats - 1))
    assert set(seatings(seats, "permutation")) == set(permutations(range(seats)))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_line_ups(seats: int) -> None:
    names = tuple("abcdef")
    everyone = line_ups(names, seats, "round-robin")
    assert set(everyone) == set(combinations(names, seats))
    assert set(line_ups(names, seats, "gauntlet")) == {one for one in everyone if "a" in one}


def test_fixtures_come_seed_by_seed_with_every_line_up_and_seating() -> None:
    fixtures = list(LEDUC.fixtures())
    assert len(fixtures) == LEDUC.games == 10 * 3 * 2
    places = [(one.seed, one.line_up, one.seating) for one in fixtures]
    assert places == [(seed, pair, turn) for seed in range(5, 15) for pair in range(3) for turn in range(2)]
    assert [one.names for one in fixtures[:4]] == [("r", "g"), ("g", "r"), ("r", "m"), ("m", "r")]
    assert len({one.key for one in fixtures}) == len(fixtures)


def keys(plan: Plan) -> set[str]:
    return {one.key for one in plan.fixtures()}


def test_a_key_is_a_function_of_what_decides_the_game() -> None:
    assert keys(replace(LEDUC, blocks=20)) > keys(LEDUC)
    renamed = {"x": "mcts:first_play=0.10,iterations=5,threads=1", "y": "greedy:worlds=4"}
    assert keys(replace(LEDUC, entrants=renamed)) < keys(LEDUC)
    plan = Plan(Terms("battlelore"), {"g": "greedy", "r": "random"})
    others = [
        Plan(terms, plan.entrants)
        for terms in (
            Terms("battlelore", {"turn_limit": 30}),
            Terms("battlelore", cap=100),
            Terms("battlelore", move_ms=10),
            Terms("battlelore", game_ms=10),
        )
    ]
    others += [replace(plan, seed=1), replace(plan, entrants={"g": "greedy:worlds=2", "r": "random"})]
    assert all(keys(plan).isdisjoint(keys(other)) for other in others)


@pytest.mark.parametrize(
    "spec", ["random", "greedy", "greedy:worlds=2", "mcts", "mcts:milliseconds=5,exploration=2"]
)
@pytest.mark.parametrize("game_id", ["leduc", "battlelore", "connect_four"])
def test_the_canonical_form_names_the_same_bot(spec: str, game_id: str) -> None:
    rules = game(game_id)
    canonical = bot(spec).canonical(rules)
    assert bot(canonical).canonical(rules) == canonical
    if "milliseconds" not in spec:
        state = rules.new(seed=2)
        assert bot(canonical).choose(state, seed=3).candidates == bot(spec).choose(state, seed=3).candidates


def test_a_plan_survives_json() -> None:
    plan = Plan(Terms("battlelore", {"turn_limit": 30}, cap=9, game_ms=5, clock="wall"), BOTS, "gauntlet")
    doc = json.loads(json.dumps(plan.doc))
    assert plan_from(doc) == plan
    with pytest.raises(PlanError, match="version: the rules are version"):
        plan_from({**doc, "version": 99})


class ThreeSeats:
    """A game of three seats, one decision each; who says the higher number has more."""

    id, version, seats, options, hidden, evaluates = "three", 1, 3, {}, False, False

    def new(self, seed: int) -> "ThreeSeatsState":
        return ThreeSeatsState(self, seed)


class ThreeSeatsState:
    def __init__(self, rules: ThreeSeats, seed: int) -> None:
        self.game, self.seed, self.said = rules, seed, list[int]()

    ply = property(lambda self: len(self.said))
    to_move = property(lambda self: len(self.said))
    is_over = property(lambda self: len(self.said) == 3)
    is_chance = False

    def legal(self) -> list[int]:
        return [1, 2, 3]

    def play(self, move: int) -> None:
        self.said.append(move)

    def returns(self) -> list[float]:
        return [said / sum(self.said) for said in self.said]

    def record(self) -> dict[str, Any]:
        return {"moves": [str(one) for one in self.said]}


@pytest.mark.parametrize("seating", ["rotation", "permutation"])
@pytest.mark.usefixtures("failing")
def test_three_seats(seating: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "game", lambda game_id, **options: ThreeSeats())
    plans.rules_of.cache_clear()
    entrants = {"a": "random", "c": "crashing:seed=1", "d": "crashing:seed=9", "e": "crashing:seed=8"}
    plan = Plan(Terms("three"), entrants, seating=seating, blocks=2)
    orders = 3 if seating == "rotation" else 6
    assert plan.games == 2 * 4 * orders
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, Inline())
        results = ledger.results()
    plans.rules_of.cache_clear()
    assert len(results) == plan.games
    forfeits = [result for result in results if result.status == "crash"]
    assert len(forfeits) == 3 * orders
    for result in forfeits:
        assert dict(zip(result.seats, result.scores, strict=True)) == {
            name: 0.0 if name == "c" else 0.5 for name in result.seats
        }
    table = Standings(plan, results)
    assert table.games == plan.games
    assert table.table().row_count == 4


@pytest.mark.parametrize(
    ("terms", "kind", "status", "got"),
    [
        (Terms("connect_four"), "crashing", "crash", "ZeroDivisionError: as it does"),
        (Terms("leduc"), "cheating", "illegal", "not possible here"),
        (Terms("connect_four", move_ms=30), "slow", "time", "for the move, of 30"),
        (Terms("connect_four", game_ms=30, clock="wall"), "slow", "time", "for the game, of 30"),
    ],
)
@pytest.mark.usefixtures("failing")
def test_who_fails_forfeits(terms: Terms, kind: str, status: str, got: str, tmp_path: Path) -> None:
    plan = Plan(terms, {"good": "random", "bad": f"{kind}:seed=1"}, blocks=3)
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, Inline())
        results, errors = ledger.results(), ledger.errors()
        assert [result.status for result in results] == ["finished"] * 2 + [status] * 2 + ["finished"] * 2
        for result in results[2:4]:
            assert result.scores == tuple(1.0 if name == "good" else 0.0 for name in result.seats)
            assert got in errors[result.key]
            state = ledger.replay(result.key)
            assert state.to_move == result.seats.index("bad")
        assert set(errors) == {result.key for result in results[2:4]}


def test_a_game_at_its_cap_is_shared(tmp_path: Path) -> None:
    plan = Plan(Terms("connect_four", cap=5), {"r": "random", "g": "greedy"})
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, Inline())
        for result in ledger.results():
            assert (result.status, result.plies, result.scores) == ("cap", 5, (0.5, 0.5))
            assert ledger.replay(result.key).ply == 5


@pytest.mark.usefixtures("failing")
def test_a_game_on_which_the_rules_fail_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Any, *_: Any) -> None:
        raise RuntimeError("rules")

    with Ledger.writing(tmp_path / "l.db", replace(LEDUC, blocks=1)) as ledger:
        monkeypatch.setattr("battlewise.bots.tournament.play._Referee._check_time", broken)
        run(ledger, Inline())
        assert len(ledger.set_aside()) == 6
        assert "RuntimeError: rules" in ledger.set_aside()[0]["reason"]
        assert not ledger.results(complete=False)


class Shuffled(Executor):
    """Plays whatever it holds in any order, when it holds four tasks or is waited for."""

    def __init__(self) -> None:
        self._inner = ThreadPoolExecutor(3)
        self._rng = Random(3)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        delay = self._rng.random() / 100
        return self._inner.submit(lambda: (time.sleep(delay), fn(*args, **kwargs))[1])


def test_the_ledger_depends_on_neither_workers_nor_order(tmp_path: Path) -> None:
    serial = played(tmp_path / "1.db", LEDUC, Inline())
    assert len(serial) == LEDUC.games
    assert played(tmp_path / "2.db", LEDUC, Processes(2)) == serial
    assert played(tmp_path / "3.db", LEDUC, Crew(Shuffled, 3)) == serial


def test_results_replay_and_come_in_order(tmp_path: Path) -> None:
    with Ledger.writing(tmp_path / "l.db", LEDUC) as ledger:
        run(ledger, Crew(Shuffled, 3))
    with Ledger(tmp_path / "l.db") as ledger:
        assert ledger.plan == LEDUC
        results = ledger.results()
        assert [result.key for result in results] == [fixture.key for fixture in LEDUC.fixtures()]
        for result in results:
            assert tuple(ledger.replay(result.key).returns()) == pytest.approx(result.scores)
            assert sum(result.scores) == pytest.approx(1)
        with pytest.raises(LedgerError, match="has no game 'x'"):
            ledger.record("x")


def test_only_complete_blocks_count(tmp_path: Path) -> None:
    batch = play_batch(LEDUC.terms, version_of(game("leduc")), list(LEDUC.fixtures()))
    with Ledger.writing(tmp_path / "l.db", LEDUC) as ledger:
        ledger.keep(batch.played[:3] + batch.played[5:6])
        assert [result.block for result in ledger.results()] == ["5/0"] * 2
        assert [result.block for result in ledger.results(complete=False)] == ["5/0", "5/0", "5/1", "5/2"]
        with pytest.raises(LedgerError, match="UNIQUE"):
            ledger.keep(batch.played[4:6])
        assert len(ledger.keys()) == 4


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(_: object) -> None:
        raise Enough

    path = tmp_path / "l.db"
    with Ledger.writing(path, LEDUC, "first") as ledger:
        for _ in range(3):
            with pytest.raises(Enough):
                run(ledger, Inline(), stop)
        before = len(ledger.keys())
        assert 0 < before == len(ledger.results(complete=False)) < 20
    more = replace(LEDUC, blocks=12)
    seen: list[str] = []
    with Ledger.writing(path, more, "second") as ledger:
        run(ledger, Inline(), lambda games: seen.extend(one.fixture.key for one in games))
        assert [one["command"] for one in ledger.runs()] == ["first", "second"]
        assert len(seen) == len(set(seen)) == more.games - before
        assert list(ledger.dump()) == played(tmp_path / "other.db", more, Inline())


@pytest.mark.parametrize(
    ("other", "got"),
    [
        (replace(LEDUC, blocks=9), "blocks: the ledger has a plan of 10; give at least that number"),
        (replace(LEDUC, seed=6), "seed: the ledger has another plan: seed is 5, not 6"),
        (
            replace(LEDUC, terms=Terms("leduc", cap=7), pairing="gauntlet"),
            "pairing is 'round-robin'.*cap is None",
        ),
        (replace(LEDUC, entrants=dict(reversed(LEDUC.entrants.items()))), "entrants: "),
        (replace(LEDUC, terms=Terms("pig")), "game is 'leduc', not 'pig'"),
    ],
)
def test_a_ledger_of_another_plan_is_refused(other: Plan, got: str, tmp_path: Path) -> None:
    Ledger.writing(tmp_path / "l.db", LEDUC).close()
    with pytest.raises(LedgerError, match=got):
        Ledger.writing(tmp_path / "l.db", other)
    Ledger.writing(tmp_path / "l.db", LEDUC).close()


def test_a_ledger_is_written_by_one_run_and_read_by_anyone(tmp_path: Path) -> None:
    path = tmp_path / "l.db"
    sizes = []

    def read(_: object) -> None:
        with Ledger(path) as reader:
            sizes.append(len(reader.results(complete=False)))

    with Ledger.writing(path, LEDUC) as ledger:
        with pytest.raises(LedgerError, match="another run is writing"):
            Ledger.writing(path, LEDUC)
        run(ledger, Inline(), read)
    assert sizes == sorted(sizes)
    assert sizes[0] <= 2
    assert sizes[-1] == LEDUC.games
    assert [one.name for one in tmp_path.iterdir()] == ["l.db"]


def test_what_is_no_ledger_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="there is no file"):
        Ledger(tmp_path / "none.db")
    with pytest.raises(LedgerError, match="No such file"):
        Ledger.writing(tmp_path / "none" / "l.db", LEDUC)
    (tmp_path / "text.db").write_text("not a database, but long enough to look like a file " * 40)
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE games (x)").connection.close()
    for name in ("text.db", "other.db"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(LedgerError, match=name):
            Ledger(tmp_path / name)
        with pytest.raises(LedgerError, match=name):
            Ledger.writing(tmp_path / name, LEDUC)
        assert (tmp_path / name).read_bytes() == before


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(CrewError, match=r"one has leduc 1, weights .*; it must have leduc 2"):
        play_batch(Terms("leduc"), "leduc 2", [])


@long
@pytest.mark.usefixtures("failing")
def test_a_game_that_kills_its_worker_is_set_aside(tmp_path: Path) -> None:
    entrants = {"r": "random", "d": "deadly:seed=40", "e": "deadly:seed=40,file=x"}
    plan = Plan(Terms("leduc"), entrants, blocks=60)
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, pool())
        aside = ledger.set_aside()
        assert [one["seed"] for one in aside] == [40] * 6
        assert all("its worker died: BrokenProcessPool" in one["reason"] for one in aside)
        assert len(ledger.results()) == plan.games - 6
        seen: list[object] = []
        run(ledger, pool(), seen.append)
        assert not seen


@pytest.mark.usefixtures("failing")
def test_a_worker_that_dies_once_costs_no_game(tmp_path: Path) -> None:
    plan = Plan(Terms("leduc"), {"r": "random", "o": f"once:seed=40,file={tmp_path / 'file'}"}, blocks=60)
    dump = played(tmp_path / "1.db", plan, pool())
    assert (tmp_path / "file").exists()
    assert dump == played(tmp_path / "2.db", plan, Inline())


def _die() -> None:
    os._exit(1)


@long
def test_workers_that_never_play_end_the_run(tmp_path: Path) -> None:
    crew = Crew(lambda: ProcessPoolExecutor(1, get_context("spawn"), initializer=_die), 1)
    with Ledger.writing(tmp_path / "l.db", LEDUC) as ledger:
        with pytest.raises(CrewError, match="lost 6 times in succession"):
            run(ledger, crew)
        assert not ledger.keys()


def start(path: Path, words: str) -> "subprocess.Popen[str]":
    """A tournament on two processes, at the moment it has its first games."""
    line = command(words, path, "--jobs", "2")
    process = subprocess.Popen(
        line,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # Who runs the tests in the background ignores interrupts, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while process.poll() is None:
        try:
            with Ledger(path) as ledger:
                if ledger.keys():
                    return process
        except LedgerError:
            pass
        time.sleep(0.02)
    raise AssertionError(process.communicate()[0])


def members(group: int) -> Iterator[int]:
    """The processes of a group."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                stat = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(stat[2]) == group and stat[0] != "Z":
                yield int(folder.name)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_end_of_the_main_process_ends_its_workers(number: signal.Signals, tmp_path: Path) -> None:
    process = start(tmp_path / "l.db", "connect_four random mcts:iterations=6000 --games 10000")
    assert len(list(members(process.pid))) >= 3
    process.send_signal(number)
    output = process.communicate(timeout=10)[0]
    assert process.returncode == (130 if number == signal.SIGINT else -signal.SIGKILL)
    assert ("run the command again to resume" in output) == (number == signal.SIGINT)
    assert "Traceback" not in output
    deadline = time.monotonic() + 5
    while list(members(process.pid)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@long
def test_a_tournament_survives_kills(tmp_path: Path) -> None:
    killed, serial = tmp_path / "killed.db", tmp_path / "serial.db"
    line = command("connect_four greedy mcts:iterations=3600 --games 100", killed, "--jobs", "2")
    counts = play_with_kills(line, killed, 2, Random(4))
    assert counts == sorted(counts)
    assert 0 < counts[0] < 100
    play_serially(serial, killed)
    assert differences(killed, serial) == 0
    with Ledger(killed) as ledger:
        assert len(ledger.results()) == 100


def test_cli_tournament_and_replay(tmp_path: Path) -> None:
    path = tmp_path / "l.db"
    words = ["tournament", "leduc", "easy", "r=random", "m=mcts:iterations=5", "--games", "10", "--jobs", "1"]
    result = runner.invoke(app, [*words, "--ledger", str(path)])
    assert result.exit_code == 0
    assert "12/12" in result.output
    with Ledger(path) as ledger:
        assert list(ledger.plan.entrants) == ["easy", "r", "m"]
        first = ledger.results()[0]
    result = runner.invoke(app, ["replay", str(path), first.key])
    assert tuple(game("leduc").replay(json.loads(result.output)).returns()) == first.scores


@pytest.mark.parametrize(
    ("words", "got"),
    [
        ("leduc random greedy --games 0", "games: 0"),
        ("leduc random greedy --games 2 --blocks 2", "games: cannot be combined"),
        ("leduc random greedy --blocks 0", "blocks: 0"),
        ("leduc random greedy --jobs 0", "jobs: must be 1"),
        ("leduc random greedy --jobs 2 --cluster tcp://127.0.0.1:1", "jobs: cannot be combined"),
        ("leduc random x=random", "'random' and 'x' are the same bot"),
        ("leduc x=random x=greedy", "'x' is given twice"),
        ("leduc random greedy --pairing swiss", "pairing: 'swiss'"),
        ("leduc random greedy --clock sun", "clock: 'sun'"),
        ("leduc random greedy -o board=3", "option 'board'"),
    ],
)
def test_cli_refuses(words: str, got: str, tmp_path: Path) -> None:
    result = runner.invoke(app, ["tournament", *words.split(), "--ledger", str(tmp_path / "l.db")])
    assert isinstance(result.exception, BattlewiseError)
    assert got in str(result.exception)
    assert not list(tmp_path.iterdir())
