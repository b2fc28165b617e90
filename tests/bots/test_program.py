"""Other programs as bots, over the engine protocol."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from battlewise.bots import BotError, bot
from battlewise.bots.cli import app
from battlewise.bots.match import play_match
from battlewise.bots.program import NotStarted, ProgramBot, ProgramError, end_programs, entrant
from battlewise.bots.tournament.crew import Crew, Inline, Processes
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import Plan, PlanError, Terms
from battlewise.bots.tournament.play import play_game
from battlewise.bots.tournament.run import run
from battlewise.core import BattlewiseError, IllegalMove, Value, game
from bench.tournament_kill import command
from tests.marks import long

OURS = f"{sys.executable} -m battlewise.bots engine"
ODD = f"{sys.executable} -m tests.bots.odd_program"
runner = CliRunner()


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    """No test leaves a program behind."""
    yield
    end_programs()


def until(done: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for something to be so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.02)


def programs(folder: Path) -> list[int]:
    """The processes that left a file in a folder."""
    return [int(one.name) for one in folder.iterdir() if one.name.isdecimal()]


def running(folder: Path) -> list[int]:
    """Those of them that still run."""
    found = []
    for process in programs(folder):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            found.append(process)
    return found


# -- the same play


@pytest.mark.parametrize(
    ("game_id", "options", "limits"),
    [
        ("battlelore", {}, "bot=mcts:iterations=50;"),
        ("history", {"players": 3}, "bot=mcts;iterations=50;"),
        pytest.param("history", {}, "bot=mcts:iterations=50;", marks=long),
        pytest.param("history", {}, "bot=mcts;iterations=50;", marks=long),
        pytest.param("battlelore", {}, "bot=mcts;iterations=50;", marks=long),
        pytest.param("history", {"players": 3}, "bot=mcts:iterations=50;", marks=long),
    ],
)
def test_a_program_plays_as_the_same_bot_in_this_process(
    game_id: str, options: dict[str, Value], limits: str
) -> None:
    rules, seed = game(game_id, **options), 3
    program = entrant(f"engine:{limits}{OURS}")
    asked = [program] * rules.seats
    own = [bot("mcts:iterations=50")] * rules.seats
    assert play_game(rules, asked, seed).record() == play_game(rules, own, seed).record()


def test_a_match_between_two_programs_is_that_of_their_bots() -> None:
    specs = [f"engine:bot={spec};{OURS}" for spec in ("random", "mcts:iterations=20")]
    theirs = play_match("leduc", specs, 10)
    ours = play_match("leduc", ["random", "mcts:iterations=20"], 10)
    assert theirs.blocks == ours.blocks
    assert [one.score for one in theirs.standings] == [one.score for one in ours.standings]


def test_the_answer_has_the_win_chance() -> None:
    state = game("leduc").new(seed=1)
    theirs = entrant(f"engine:bot=greedy;{OURS}").choose(state, seed=2)
    assert theirs.value == pytest.approx(bot("greedy").choose(state, seed=2).value)


# -- what a program gets


def test_a_program_gets_the_view_of_the_seat_to_move_and_nothing_else(tmp_path: Path) -> None:
    rules = game("battlelore")
    program = ProgramBot(f"engine:{ODD} partial {tmp_path}")
    state = rules.new(seed=4)
    other = state.redealt(state.to_move, seed=50)
    assert state.data_bytes() != other.data_bytes()
    for one in (state, other):
        program.choose(one, seed=7)
    (kept,) = tmp_path.iterdir()
    ready, *asked = map(json.loads, kept.read_text().splitlines())
    assert ready["request"] == "terminate"
    assert [one.pop("id") for one in asked] == ["2", "3"]
    expected = {"request": "moves", "game": "battlelore", "view": state.view(state.to_move), "seed": 7}
    assert asked == [expected, expected]


def test_parameters_are_passed_on(tmp_path: Path) -> None:
    state = game("leduc").new(seed=1)
    spec = f"engine:bot=mcts:threads=2,worlds=9;iterations=30;milliseconds=70;{ODD} slow {tmp_path}"
    entrant(spec).choose(state, seed=(5 << 63) + 6)
    (kept,) = tmp_path.iterdir()
    asked = json.loads(kept.read_text().splitlines()[-1])
    assert asked["bot"] == "mcts:threads=2,worlds=9"
    assert asked["budget"] == {"iterations": 30, "milliseconds": 70}
    assert asked["seed"] == 6


# -- specifications


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ("engine:", "bot"),
        ("engine:bot=hard;", "bot"),
        ("engine:sh 'open", "bot"),
        ("engine:level=hard;true", "level"),
        ("engine:bot=hard;bot=easy;true", "bot"),
        ("engine:timeout_ms=0;true", "timeout_ms"),
        ("engine:iterations=many;true", "iterations"),
        ("engine:milliseconds=0;true", "milliseconds"),
    ],
)
def test_a_wrong_specification_names_the_field(spec: str, field: str) -> None:
    with pytest.raises(BotError) as caught:
        entrant(spec)
    assert caught.value.field == field


def test_the_canonical_form_names_the_same_program() -> None:
    rules = game("leduc")
    canonical = entrant("engine:iterations=5;bot=mcts;my  'odd engine' --x=y;z").canonical(rules)
    assert canonical == "engine:bot=mcts;iterations=5;timeout_ms=60000;my 'odd engine' '--x=y;z'"
    assert entrant(canonical).canonical(rules) == canonical


def test_a_limit_of_cpu_time_does_not_count_a_program() -> None:
    entrants = {"p": f"engine:{OURS}", "r": "random"}
    with pytest.raises(PlanError, match="clock: cpu does not count"):
        Plan(Terms("leduc", move_ms=50), entrants)
    assert Plan(Terms("leduc", move_ms=50, clock="wall"), entrants).entrants["r"] == "random"


def test_the_start_of_a_program_counts_for_no_limit(tmp_path: Path) -> None:
    terms = Terms("leduc", move_ms=2000, clock="wall")  # the program takes longer to start
    plan = Plan(terms, {"p": f"engine:{ODD} late {tmp_path}", "r": "random"})
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, Inline())
        assert [one.status for one in ledger.results()] == ["finished"] * 2
    assert programs(tmp_path)


def test_a_program_that_exceeds_a_limit_of_wall_time_forfeits(tmp_path: Path) -> None:
    terms = Terms("leduc", move_ms=5, clock="wall")
    plan = Plan(terms, {"p": f"engine:{ODD} slow", "r": "random"})
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, Inline())
        assert [one.status for one in ledger.results()] == ["time"] * 2


# -- programs that fail


FAILURES = [
    ("silent", "crash", "no answer within 300 ms"),
    ("exiting", "crash", "exited with status 1: had enough"),
    ("illegal", "illegal", 'answered the move {"text": "fly"}; legal are ["'),
    ("moveless", "illegal", "answered the move null; legal are"),
    ("refusing", "crash", "answered {"),
    ("babbling", "crash", "answered info depth 3, which is no answer to the request"),
    ("confused", "crash", "which is no answer to the request '2'"),
    ("doubling", "crash", "which is no answer to the request '3'"),
]


@pytest.mark.parametrize(("manner", "status", "got"), FAILURES)
def test_a_program_that_fails_forfeits_the_game(manner: str, status: str, got: str, tmp_path: Path) -> None:
    patience = 300 if manner == "silent" else 20_000
    spec = f"engine:timeout_ms={patience};{ODD} {manner} {tmp_path}"
    plan = Plan(Terms("connect_four"), {"odd": spec, "good": "random"})
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, Inline())
        results, errors = ledger.results(), ledger.errors()
    assert [one.status for one in results] == [status] * 2
    for one in results:
        assert dict(zip(one.seats, one.scores, strict=True)) == {"odd": 0.0, "good": 1.0}
        assert got in errors[one.key]
        assert errors[one.key].startswith(f"engine:timeout_ms={patience};")
        assert "Traceback" not in errors[one.key]
    assert programs(tmp_path)
    assert not running(tmp_path)


def test_the_command_line_says_who_forfeited_and_why(tmp_path: Path) -> None:
    words = [
        "tournament",
        "connect_four",
        f"odd=engine:{ODD} illegal",
        "random",
        "--games",
        "4",
        "--jobs",
        "1",
    ]
    result = runner.invoke(app, [*words, "--ledger", str(tmp_path / "l.db")])
    assert result.exit_code == 0
    text = " ".join(result.output.split())
    assert "forfeits of odd: 4, first" in text
    assert 'answered the move {"text": "fly"}' in text


def test_a_match_with_a_program_that_fails_ends_with_the_error() -> None:
    with pytest.raises(BattlewiseError, match=r"bots: engine:.* : random, seed 0: .*answered the move"):
        play_match("connect_four", [f"engine:{ODD} illegal", "random"], 2)


@pytest.mark.parametrize(
    ("words", "got"),
    [
        ("/no/such/engine --fast", "/no/such/engine: No such file or directory"),
        ("true", "does not speak the engine protocol: exited with status 0"),
        ("cat", "does not speak the engine protocol: answered {"),
        (f"{ODD} unheard of more", "exited with status 1: "),
    ],
)
def test_a_program_that_does_not_start_ends_the_run(words: str, got: str, tmp_path: Path) -> None:
    plan = Plan(Terms("leduc"), {"odd": f"engine:{words}", "good": "random"})
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        with pytest.raises(NotStarted) as caught:
            run(ledger, Inline())
        assert not ledger.keys()
    assert got in str(caught.value)
    result = runner.invoke(
        app, ["match", "leduc", f"engine:{words}", "random", "--games", "2", "--jobs", "2"]
    )
    assert isinstance(result.exception, NotStarted)


def test_a_bot_whose_program_failed_plays_again() -> None:
    state = game("connect_four").new(seed=1)
    program = ProgramBot(f"engine:{ODD} exiting")
    for _ in range(2):
        with pytest.raises(ProgramError, match="had enough"):
            program.choose(state, seed=1)
    other = ProgramBot(f"engine:{ODD} illegal")
    with pytest.raises(IllegalMove):
        other.choose(state, seed=1)


# -- one program a process, which ends with it


@pytest.mark.parametrize(
    ("crew", "most", "manner"),
    [
        (Inline(), 1, "slow"),
        (Processes(2), 2, "slow"),
        pytest.param(Inline(), 1, "stubborn", marks=long),
        pytest.param(Processes(2), 2, "stubborn", marks=long),
    ],
)
def test_each_process_has_its_own_program_until_the_end(
    crew: Crew, most: int, manner: str, tmp_path: Path
) -> None:
    plan = Plan(Terms("connect_four"), {"p": f"engine:{ODD} {manner} {tmp_path}", "r": "random"}, blocks=8)
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, crew)
        assert [one.status for one in ledger.results()] == ["finished"] * 16
    assert 1 <= len(programs(tmp_path)) <= most
    if manner == "slow":
        assert len(programs(tmp_path)) == most
    assert not running(tmp_path)


@long
def test_programs_end_when_the_run_is_killed(tmp_path: Path) -> None:
    words = [
        "connect_four",
        f"p=engine:{ODD} stubborn {tmp_path}",
        "mcts:iterations=100000",
        "--games",
        "500",
    ]
    line = [*command("", tmp_path / "l.db", "--jobs", "2"), *words]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until(lambda: len(programs(tmp_path)) == 2)
        process.kill()
    until(lambda: not running(tmp_path))


def test_programs_end_with_the_process_and_leave_no_file_open() -> None:
    state, files = game("connect_four").new(seed=1), len(os.listdir("/proc/self/fd"))
    program = ProgramBot(f"engine:{ODD} slow")
    program.choose(state, seed=1)
    program.close()
    assert len(os.listdir("/proc/self/fd")) == files
    program.close()
