"""Searches and tournaments of a service on a dask cluster; the extra ``cluster`` is needed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest
from structlog.testing import capture_logs

from battlewise.api.app import Application, create_app
from battlewise.api.searches import tournaments
from battlewise.api.settings import SettingsError
from battlewise.bots import Choice, bot
from battlewise.bots.bot import MctsBot
from battlewise.core import State, game, games
from battlewise.search import Analysis, Budget, Progress, StopFlag
from bench.http import cpu_seconds
from tests.machines import Machines, kill
from tests.marks import long
from tests.service.match_tables import PEOPLE, Seat, Table, service, settings_of

pytest.importorskip("distributed")

from battlewise.bots.tournament import cluster as clusters

TOURNAMENT = {"game": "leduc", "entrants": {"a": "random", "b": "mcts:iterations=20"}}
LONG = Budget(milliseconds=20_000)
OTHER = """from battlewise.bots import version
version.weights = lambda: "others"
"""
"""What makes a worker differ from the service."""


def eventually(done: Callable[[], object], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, "it does not come to that"
        time.sleep(0.02)


def has_workers(app: Application, number: int) -> Callable[[], bool]:
    return lambda: sample(app, "battlewise_cluster_workers") == number


def sample(app: Application, name: str, **labels: str) -> float:
    return app.parts.metrics.registry.get_sample_value(name, labels) or 0.0


def ran(app: Application, where: str) -> float:
    return sample(app, "battlewise_searches_total", where=where)


def fell_back(app: Application, why: str) -> float:
    return sample(app, "battlewise_fallbacks_total", why=why)


def away(app: Application) -> bool:
    answer = app.test_client().get("/readyz")
    assert answer.status_code == 200
    return bool(answer.get_json()["cluster"] == "away")


def searched(
    app: Application,
    seed: int,
    budget: Budget,
    stop: StopFlag | None = None,
    progress: Progress | None = None,
) -> Choice:
    state = game("battlelore").new(seed=seed)
    return app.parts.searcher.choose(bot("mcts"), state, seed, budget, stop or StopFlag(), progress)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    found = Machines(tmp_path_factory.mktemp("dask"))
    found.work()
    found.work()
    yield found
    found.end()


@pytest.fixture(scope="module")
def app(machines: Machines) -> Application:
    found = service(CLUSTER=machines.url)
    eventually(has_workers(found, 2))
    return found


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[Machines]:
    found = Machines(tmp_path)
    yield found
    found.end()


# -- the same moves


def positions(game_id: str) -> Iterator[State]:
    state = game(game_id).new(seed=5)
    for ply in range(40):
        while not state.is_over and len(state.legal()) < 2:
            state.play(state.legal()[0])
        if state.is_over:
            return
        if ply in (0, 3, 20, 39):
            yield state
        state.play(state.legal()[ply % len(state.legal())])


@long
@pytest.mark.parametrize("game_id", games())
def test_a_search_finds_the_same_on_a_worker(app: Application, game_id: str) -> None:
    searcher, before, asked = app.parts.searcher, ran(app, "cluster"), 0
    for state in positions(game_id):
        for spec in ("greedy", "mcts:iterations=120", "mcts:iterations=120,temperature=1,worlds=3"):
            player = bot(spec)
            far = searcher.choose(player, state, 1 << 60, None, StopFlag())
            assert replace(far, seconds=0.0) == replace(player.choose(state, 1 << 60), seconds=0.0)
            asked += 1
        steady, budget = MctsBot("mcts:temperature=1", {"temperature": "1"}).steady(), Budget(5000)
        near = steady.analyse(state, 7, budget)
        found = searcher.analyse(steady, state, 7, budget, StopFlag())
        assert replace(found, seconds=0.0) == replace(near, seconds=0.0)
        asked += 1
    assert ran(app, "cluster") - before == asked > 0


def test_moves_hints_reviews_and_bots_search_on_workers(app: Application) -> None:
    client = app.test_client()
    here, there = ran(app, "here"), ran(app, "cluster")
    view = game("leduc").new(seed=1).view(0)
    body = {"view": view, "bot": "mcts:iterations=50", "seed": 3}
    move = client.post("/v1/games/leduc/moves", json=body).get_json()
    assert (move["search"]["iterations"], ran(app, "cluster") - there) == (50, 1)
    table = Table(
        client, game="connect_four", seats=[PEOPLE[0], {"kind": "bot", "bot": "mcts:iterations=50"}]
    )
    seat = table.join().seats[0]
    seat.move("a")
    seat.until(lambda state: state["to_move"] == 0)
    assert ran(app, "cluster") - there == 2
    assert _analysed(seat, kind="hint", bot="mcts:iterations=50")["hint"]["iterations"] == 50
    assert ran(app, "cluster") - there == 3
    seat.act("resign")
    assert _analysed(seat, kind="review", bot="mcts:iterations=50")["review"]["steps"]
    assert ran(app, "cluster") - there > 3
    assert ran(app, "here") == here


def _analysed(seat: Seat, **body: object) -> dict[str, object]:
    made = seat.post("/analyses", dict(body)).get_json()
    found: dict[str, object] = seat.get(f"/analyses/{made['id']}?wait=20").get_json()
    return found


def test_as_many_searches_run_at_a_time_as_the_workers_have_threads(machines: Machines) -> None:
    app = service(CLUSTER=machines.url, SEARCH_WORKERS=1)
    eventually(has_workers(app, 2))
    together = Barrier(2)
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(app.parts.searches.run, lambda _: together.wait(10)) for _ in range(2)]
        assert {run.result().result for run in runs} == {0, 1}


# -- what stops


def test_a_stop_reaches_the_worker(app: Application, machines: Machines) -> None:
    took = []
    for _ in range(3):  # a busy machine can be slow once
        stop, progress = StopFlag(), Progress()
        with ThreadPoolExecutor(1) as pool:
            found = pool.submit(searched, app, 1, LONG, stop, progress)
            eventually(lambda progress=progress: progress.iterations)
            begun = time.monotonic()
            stop.set()
            choice = found.result(5)
            took.append(time.monotonic() - begun)
        assert choice.iterations >= progress.iterations > 0
    assert min(took) < 0.3
    _are_idle(machines)


def _are_idle(machines: Machines) -> None:
    """The workers stop searching, though the searches had seconds left."""

    def idle() -> bool:
        before = _cpu(machines)
        time.sleep(0.3)
        return _cpu(machines) - before < 0.15

    eventually(idle, 3)


def _cpu(machines: Machines) -> float:
    return sum(cpu_seconds(pid) for one in machines.workers for pid in _children(one.pid))


def _children(pid: int) -> list[int]:
    """What a nanny has started: the worker, and Python's tracker of resources."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(word) for one in threads for word in (one / "children").read_text().split()]


def test_an_analysis_has_progress_and_can_be_cancelled(app: Application, machines: Machines) -> None:
    table = Table(app.test_client(), game="battlelore", seats=PEOPLE, hints=True).join()
    mover = table.mover()
    body = {"kind": "analysis", "bot": "mcts", "budget": {"iterations": 100_000_000}}
    made = mover.post("/analyses", body).get_json()
    path = f"/analyses/{made['id']}"
    eventually(lambda: mover.get(path).get_json()["progress"] > 0)
    gone = mover.client.delete(mover.path + path, headers=mover.headers).get_json()
    assert (gone["status"], gone["hint"]["iterations"] > 0) == ("cancelled", True)
    _are_idle(machines)


def test_a_search_on_a_worker_shows_what_it_has_found(app: Application) -> None:
    before, found, times = ran(app, "cluster"), list[int](), list[float]()
    begun = time.monotonic()

    def report(partial: Analysis) -> None:
        found.append(partial.iterations)
        times.append(time.monotonic() - begun)

    choice = searched(app, 1, Budget(milliseconds=1500), progress=Progress(report))
    assert ran(app, "cluster") == before + 1
    assert 3 <= len(found) <= 8
    assert [*found, choice.iterations] == sorted([*found, choice.iterations])
    assert times[0] < 1
    plain = searched(app, 2, Budget(iterations=20_000))
    assert replace(searched(app, 2, Budget(iterations=20_000), progress=Progress(report)), seconds=0) == (
        replace(plain, seconds=0)
    )


def test_a_service_that_stops_ends_its_searches(machines: Machines) -> None:
    own = service(CLUSTER=machines.url)
    eventually(has_workers(own, 2))
    progress = Progress()
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(searched, own, 1, Budget(iterations=4000), None, progress)
        begun = time.monotonic()
        own.close()
        assert found.result(20).iterations == 4000
    assert time.monotonic() - begun < 10
    _are_idle(machines)


# -- what dies


@pytest.mark.parametrize(
    ("budget", "seconds", "left"),
    [
        (None, 3, None),
        (Budget(iterations=5), 3, Budget(iterations=5)),
        (Budget(5, 2000), 0.5, Budget(5, 1500)),
        (Budget(5, 2000), 60, Budget(5, 500)),
        (Budget(None, 1), 1, Budget(None, 1)),
    ],
)
def test_a_second_attempt_has_the_time_that_is_left(
    budget: Budget | None, seconds: float, left: Budget | None
) -> None:
    from battlewise.api.searches.cluster import _left

    assert _left(budget, seconds) == left


@long
def test_a_worker_that_dies_costs_one_retry(frail: Machines) -> None:
    frail.work()
    frail.work()
    app = service(CLUSTER=frail.url)
    eventually(has_workers(app, 2))
    progress = [Progress(), Progress()]
    with ThreadPoolExecutor(2) as pool:
        moves = [pool.submit(searched, app, 1, Budget(None, 2000), None, one) for one in progress]
        eventually(lambda: all(one.iterations for one in progress))
        kill(frail.workers[0])
        assert all(move.result(20).iterations > 0 for move in moves)
    assert sample(app, "battlewise_searches_lost_total") == 1
    assert (ran(app, "cluster"), ran(app, "here")) == (2, 0)
    eventually(has_workers(app, 1))


@long
def test_a_worker_that_says_nothing_is_given_up_until_it_answers(frail: Machines) -> None:
    frail.work()
    app = service(CLUSTER=frail.url)
    eventually(has_workers(app, 1))
    group, progress = frail.workers[0].pid, Progress()
    with ThreadPoolExecutor(1) as pool:
        move = pool.submit(searched, app, 1, Budget(None, 1000), None, progress)
        eventually(lambda: progress.iterations)
        os.killpg(group, signal.SIGSTOP)
        assert move.result(20).iterations > 0
    assert (ran(app, "here"), fell_back(app, "lost")) == (1, 1)
    assert progress.elsewhere == 0
    assert away(app)
    os.killpg(group, signal.SIGCONT)
    eventually(has_workers(app, 1))


@long
def test_without_its_scheduler_a_service_searches_itself(frail: Machines) -> None:
    frail.work(threads=3)
    app = service(CLUSTER=frail.url)
    assert searched(app, 1, Budget(iterations=100)).iterations == 100
    assert fell_back(app, "away") == 1
    assert away(app)
    eventually(lambda: not away(app))
    with ThreadPoolExecutor(3) as pool:
        progress = Progress()
        moves = [pool.submit(searched, app, n, Budget(None, 1500), None, progress) for n in range(3)]
        eventually(lambda: progress.iterations > 0)
        with capture_logs() as logs:
            kill(frail.scheduler)
            assert all(move.result(20).iterations > 0 for move in moves)
            eventually(lambda: away(app))
            assert searched(app, 1, Budget(iterations=100)).iterations == 100
            time.sleep(1.2)
    assert [one["event"] for one in logs if one["event"].startswith("cluster")] == ["cluster away"]
    kill(frail.workers.pop())
    frail.schedule()
    frail.work()
    eventually(lambda: not away(app))
    before = ran(app, "cluster")
    assert searched(app, 1, Budget(iterations=100)).iterations == 100
    assert ran(app, "cluster") == before + 1


@long
def test_a_worker_of_another_version_is_not_believed(frail: Machines, tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(OTHER)
    frail.work("--preload", str(other))
    app = service(CLUSTER=frail.url)
    eventually(lambda: not away(app))
    client = app.test_client()
    with capture_logs() as logs:
        made = client.post("/v1/tournaments", json={**TOURNAMENT, "blocks": 2}).get_json()["tournament"]
        played = client.get(f"/v1/tournaments/{made['id']}?wait=20").get_json()
        found = [searched(app, 1, Budget(iterations=100)) for _ in range(3)]
    assert (played["status"], played["games"]) == ("done", 4)
    away_from = next(one for one in logs if one["event"] == "tournament goes on here")
    assert "one has leduc 1, weights others; it must have leduc 1, weights" in away_from["problem"]
    assert [one.iterations for one in found] == [100] * 3
    refused = [one for one in logs if one["event"] == "cluster worker refuses"]
    assert len(refused) == 1
    assert "the worker has battlelore" in refused[0]["problem"]
    assert "weights others, the service has battlelore" in refused[0]["problem"]
    assert (fell_back(app, "version"), fell_back(app, "away")) == (1, 2)
    assert away(app)


def test_a_scheduler_that_does_not_answer_delays_nothing() -> None:
    """It is a socket that accepts connections and says nothing."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as mute:
        begun = time.monotonic()
        app = service(CLUSTER=f"tcp://127.0.0.1:{mute.getsockname()[1]}")
        client = app.test_client()
        view = game("leduc").new(seed=1).view(0)
        for _ in range(5):
            assert (
                client.post("/v1/games/leduc/moves", json={"view": view, "bot": "greedy"}).status_code == 200
            )
        assert time.monotonic() - begun < 4
        assert away(app)
        app.close()
        assert time.monotonic() - begun < 12


# -- tournaments


def test_a_tournament_is_played_by_the_cluster(app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> None:
        raise AssertionError("a process of the service plays")

    monkeypatch.setattr(tournaments.OwnProcess, "start", lambda crew: never())
    client = app.test_client()
    made = client.post("/v1/tournaments", json={**TOURNAMENT, "blocks": 20}).get_json()["tournament"]
    path = f"/v1/tournaments/{made['id']}"
    eventually(lambda: client.get(path).get_json()["status"] != "running")
    done = client.get(f"{path}?wait=20").get_json()
    assert (done["status"], done["games"]) == ("done", 40)
    long = client.post("/v1/tournaments", json={**TOURNAMENT, "blocks": 5000}).get_json()
    path = f"/v1/tournaments/{long['tournament']['id']}"
    eventually(lambda: client.get(path).get_json()["games"] > 0)
    begun = time.monotonic()
    assert client.delete(path, headers={"Authorization": f"Bearer {long['token']}"}).status_code == 200
    assert time.monotonic() - begun < 1
    eventually(lambda: app.parts.tournaments._live is None, 6)
    assert client.get(path).get_json()["status"] == "cancelled"


@long
def test_a_tournament_goes_on_here_when_the_cluster_is_gone(
    frail: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "_WAIT_SECONDS", 2)
    frail.work()
    app = service(CLUSTER=frail.url)
    eventually(lambda: not away(app))
    client = app.test_client()
    body = {"game": "leduc", "entrants": {"a": "greedy", "b": "mcts:iterations=400"}, "blocks": 400}
    made = client.post("/v1/tournaments", json=body).get_json()["tournament"]
    path = f"/v1/tournaments/{made['id']}"
    eventually(lambda: client.get(path).get_json()["games"] > 0)
    frail.end()
    done = {}
    eventually(lambda: done.update(client.get(path).get_json()) or done["status"] == "done", 40)
    assert done["games"] == 800


# -- without a cluster


def test_without_a_cluster_its_library_is_not_loaded() -> None:
    code = """
import sys
from battlewise.api.app import create_app
app = create_app().start()
assert "cluster" not in app.test_client().get("/readyz").get_json()
app.close()
assert not {"dask", "distributed"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_cluster_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "battlewise.api.searches.cluster", raising=False)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        SettingsError, match=r"BATTLEWISE_API_CLUSTER: .* pip install 'battlewise\[cluster\]'"
    ):
        create_app(settings_of(CLUSTER="tcp://127.0.0.1:8786"))


@pytest.mark.parametrize("url", ["here", "http://127.0.0.1:8786", "tcp://127.0.0.1", "tcp://:8786"])
def test_a_cluster_is_named_by_the_address_of_its_scheduler(url: str) -> None:
    with pytest.raises(SettingsError, match=r"BATTLEWISE_API_CLUSTER: .* is not such as tcp://10.0.0.1:8786"):
        settings_of(CLUSTER=url)
