"""Tournaments on a dask cluster; the extra ``cluster`` is needed."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from battlewise.bots.bot import KINDS
from battlewise.bots.rollout.run import Limits, rollout
from battlewise.bots.tournament import run as runs
from battlewise.bots.tournament.crew import CrewError, Inline
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import Plan, Terms
from battlewise.bots.tournament.run import run
from battlewise.core import game
from tests.bots.tournament import odd_bots
from tests.machines import Machines

pytest.importorskip("distributed")

from battlewise.bots.tournament import cluster as clusters
from battlewise.bots.tournament.cluster import Cluster
from tests.marks import long

PLAN = Plan(Terms("leduc"), {"r": "random", "g": "greedy"}, blocks=60, seed=5)


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machines]:
    for name, kind in odd_bots.ALL.items():
        monkeypatch.setitem(KINDS, name, kind)
    monkeypatch.setattr(runs, "CHECK_SECONDS", 0.5)
    found = Machines(tmp_path, "--preload", odd_bots.__file__)
    yield found
    found.end()


def serial(path: Path, plan: Plan) -> list[str]:
    with Ledger.writing(path, plan) as ledger:
        run(ledger, Inline())
        return list(ledger.dump())


def test_a_cluster_plays_what_one_process_plays(machines: Machines, tmp_path: Path) -> None:
    machines.work()
    machines.work()
    with Ledger.writing(tmp_path / "l.db", PLAN) as ledger:
        run(ledger, Cluster(machines.url))
        assert list(ledger.dump()) == serial(tmp_path / "serial.db", PLAN)


@long
def test_a_cluster_rolls_out_what_one_process_does(machines: Machines) -> None:
    machines.work()
    machines.work()
    state, limits = game("leduc").new(seed=1), Limits(20, 60, 0)
    assert rollout(state, limits=limits, crew=Cluster(machines.url)) == rollout(state, limits=limits)


@long
def test_a_game_that_kills_workers_of_a_cluster_is_set_aside(machines: Machines, tmp_path: Path) -> None:
    machines.work()
    plan = replace(PLAN, entrants={"r": "random", "d": "deadly:seed=40"})
    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, Cluster(machines.url))
        assert [one["seed"] for one in ledger.set_aside()] == [40, 40]
        assert "its worker died: KilledWorker" in ledger.set_aside()[0]["reason"]
        assert len(ledger.results()) == plan.games - 2


@long
def test_a_scheduler_that_dies_is_found_again(machines: Machines, tmp_path: Path) -> None:
    machines.work()
    plan = replace(PLAN, terms=Terms("connect_four"), entrants={"r": "random", "m": "mcts:iterations=1200"})
    restarts: list[Any] = []

    def kill(_: object) -> None:
        if not restarts:
            machines.end()
            machines.schedule()
            restarts.append(machines.scheduler)
            machines.workers.clear()
            machines.work()

    with Ledger.writing(tmp_path / "l.db", plan) as ledger:
        run(ledger, Cluster(machines.url), kill)
        assert restarts
        assert list(ledger.dump()) == serial(tmp_path / "serial.db", plan)


def test_workers_with_threads_are_refused(machines: Machines, tmp_path: Path) -> None:
    machines.work(threads=2)
    with (
        Ledger.writing(tmp_path / "l.db", PLAN) as ledger,
        pytest.raises(CrewError, match="has 2 threads; it needs --nthreads 1"),
    ):
        run(ledger, Cluster(machines.url))


@long
def test_a_cluster_without_workers_ends_in_a_clear_message(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "_WAIT_SECONDS", 5)
    monkeypatch.setattr(clusters, "_COUNT_SECONDS", 0.1)
    machines.work()

    def kill(_: object) -> None:
        os.killpg(machines.workers[0].pid, signal.SIGKILL)

    plan = replace(PLAN, terms=Terms("connect_four"), entrants={"r": "random", "m": "mcts:iterations=1200"})
    with (
        Ledger.writing(tmp_path / "l.db", plan) as ledger,
        pytest.raises(CrewError, match=r"no workers for 5 s|no scheduler with workers"),
    ):
        run(ledger, Cluster(machines.url), kill)


def test_no_scheduler_ends_in_a_clear_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_WAIT_SECONDS", 1)
    start = time.monotonic()
    with (
        Ledger.writing(tmp_path / "l.db", PLAN) as ledger,
        pytest.raises(CrewError, match="no scheduler with workers answers"),
    ):
        run(ledger, Cluster("tcp://127.0.0.1:1"))
    assert time.monotonic() - start < 10


@long
@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("ip") is None, reason="needs root and iproute2")
def test_hosts_that_fail_change_no_game() -> None:
    probe = f"battlewise{os.getpid()}-probe"
    try:
        subprocess.run(["ip", "netns", "add", probe], check=True, capture_output=True)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"network namespaces cannot be made here: {error.stderr.decode().strip()}")
    subprocess.run(["ip", "netns", "delete", probe], check=True)
    line = [sys.executable, "-m", "bench.tournament_network", "--quick"]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        output = process.communicate(timeout=200)[0]
    finally:
        process.terminate()  # it removes what it made
        process.wait()
    assert process.returncode == 0, output
    assert "600 games, 0 differ" in output
