"""A service whose searches run on other hosts: ``python -m bench.service_network``; needs root and iproute2.

Four network namespaces stand for hosts: the service, a dask scheduler, and two with a worker each. The first
part measures moves a second and the service's CPU time for each. In the second part 100 matches of bots are
played while a worker is killed, a link is cut and mended, and the scheduler is killed and started again.
Every match must go on each time, no event may be lost or change, and no request for a move may wait long.
What the trial makes it removes. It ends with status 1 if something is wrong.
"""

import argparse
import json
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import Any

from battlewise.core import game
from bench.hosts import Host, end, hosts, kill, last_words
from bench.http import HOST, cpu_seconds, free_port
from bench.service import Served, ask, served

GAME = "battlelore"
GAMES = (GAME, "connect_four")  # of the matches; those of the second one end
BOT = "mcts:iterations=1000"
QUICK_BOT = "mcts:iterations=100"
SEATS = [{"kind": "bot", "bot": BOT}, {"kind": "bot", "bot": QUICK_BOT}]
THREADS = 2  # of a worker
CLIENTS = 8
PATIENCE_S = 60.0
MOST_MS = 2.0  # of the service's CPU time for a bot's decision in a match
MOST_WAIT_S = 3.0  # of a request for a move that takes some milliseconds of search


class Trial:
    """A service, and what it says of itself.

    :param folder: for logs.
    """

    def __init__(self, service: Served, metrics_port: int, folder: Path) -> None:
        self.service = service
        self.folder = folder
        self.wrong: list[str] = []
        self._metrics = f"http://{HOST}:{metrics_port}/metrics"

    def metric(self, name: str) -> float:
        """The sum of a metric over its labels."""
        with urllib.request.urlopen(self._metrics) as answer:
            lines = answer.read().decode().splitlines()
        found = [line.rpartition(" ") for line in lines if line.startswith(name)]
        return sum(float(value) for words, _, value in found if words.partition("{")[0] == name)

    def wait_for_workers(self, number: int) -> None:
        """Wait until the service has so many workers."""
        self.wait(lambda: self.metric("battlewise_cluster_workers") == number, f"{number} workers")

    def wait(self, done: Callable[[], bool], what: str) -> float:
        """Wait for something; the seconds it took.

        :raises RuntimeError: if it does not come.
        """
        begun = time.monotonic()
        while not done():
            if time.monotonic() > begun + PATIENCE_S:
                raise RuntimeError(f"no {what} in {PATIENCE_S:.0f} s:\n{last_words(self.folder)}")
            time.sleep(0.05)
        return time.monotonic() - begun


def moves_a_second(trial: Trial, seconds: float, bot: str = BOT) -> tuple[float, float]:
    """Moves of a bot a second that clients get for views, and the service's CPU milliseconds for each."""
    state = game(GAME).new(seed=1)
    body = {"view": state.view(state.to_move), "bot": bot, "seed": 1}

    def one_client(until: float) -> int:
        line, made = HTTPConnection(HOST, trial.service.port), 0
        while time.monotonic() < until:
            ask(trial.service.port, "POST", f"/v1/games/{GAME}/moves", body, connection=line)
            made += 1
        return made

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(one_client, [time.monotonic() + 1] * CLIENTS))
        before = cpu_seconds(trial.service.worker)
        made = sum(pool.map(one_client, [time.monotonic() + seconds] * CLIENTS))
    return made / seconds, 1000 * (cpu_seconds(trial.service.worker) - before) / made


class Matches:
    """Matches of bots, and all events that were seen of them."""

    def __init__(self, trial: Trial, number: int) -> None:
        self._trial = trial
        self._port = trial.service.port
        made = [ask(self._port, "POST", "/v1/matches", {"game": GAME, "seats": SEATS}) for _ in range(number)]
        self._paths = [f"/v1/matches/{one['match']['id']}" for one in made]
        self._tokens = [one["host_token"] for one in made]
        self._events: list[list[dict[str, Any]]] = [[] for _ in range(number)]

    def cpu_a_move(self, seconds: float) -> tuple[float, float]:
        """Decisions of bots a second, and the service's CPU milliseconds for each."""
        trial = self._trial
        decided, before = trial.metric("battlewise_bot_decisions"), cpu_seconds(trial.service.worker)
        time.sleep(seconds)
        spent = cpu_seconds(trial.service.worker) - before
        made = trial.metric("battlewise_bot_decisions") - decided
        return made / seconds, 1000 * spent / made

    def go_on(self) -> float:
        """Wait until every match has gone on or is over; the seconds it took."""
        waiting = dict.fromkeys(range(len(self._paths)), 0)
        for index in waiting:
            self._read(index)
            waiting[index] = len(self._events[index])

        def all_went_on() -> bool:
            for index, before in list(waiting.items()):
                self._read(index)
                if len(self._events[index]) > before or self._is_over(index):
                    del waiting[index]
            return not waiting

        return self._trial.wait(all_went_on, f"event in {len(waiting)} matches")

    def end(self) -> float:
        """Wait until the matches of the short game are over; the seconds it took."""
        short = range(1, len(self._paths), len(GAMES))

        def ended() -> bool:
            for index in short:
                self._read(index)
            return all(map(self._is_over, short))

        return self._trial.wait(ended, "end of the short matches")

    def check(self) -> None:
        """Note what was lost, and what has changed since it was seen."""
        for index, path in enumerate(self._paths):
            seen, self._events[index] = self._events[index], []
            self._read(index)
            found = self._events[index]
            if found[: len(seen)] != seen:
                self._trial.wrong.append(f"{path}: events have changed")
            if [event["number"] for event in found] != list(range(1, len(found) + 1)):
                self._trial.wrong.append(f"{path}: events are not numbered without gaps")
            if self._is_over(index) and found[-1]["reason"] != "finished":
                self._trial.wrong.append(f"{path}: ended as {found[-1]['reason']}")

    def _read(self, index: int) -> None:
        known = self._events[index]
        path, token = self._paths[index], self._tokens[index]
        while more := ask(self._port, "GET", f"{path}/events?after={len(known)}", token=token)["events"]:
            known += more

    def _is_over(self, index: int) -> bool:
        known = self._events[index]
        return bool(known) and known[-1]["type"] == "end"


class Prober(Thread):
    """Asks for a move every 50 ms; how long the slowest answer took."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(daemon=True)
        self.slowest = 0.0
        self._trial = trial
        self._stopping = Event()

    def run(self) -> None:
        view = game("leduc").new(seed=1).view(0)
        body = {"view": view, "bot": QUICK_BOT, "seed": 1}
        while not self._stopping.wait(0.05):
            begun = time.monotonic()
            try:
                ask(self._trial.service.port, "POST", "/v1/games/leduc/moves", body)
            except Exception as error:
                self._trial.wrong.append(f"a request for a move: {error}")
            self.slowest = max(self.slowest, time.monotonic() - begun)

    def stop(self) -> None:
        """Stop, and judge."""
        self._stopping.set()
        self.join()
        if self.slowest > MOST_WAIT_S:
            self._trial.wrong.append(f"a request for a move took {self.slowest:.1f} s")


def measure(trial: Trial, head: Host, one: Host, other: Host, seconds: float) -> None:
    """Moves a second with one worker and with two, and of the random bot, which is not sent to one."""
    rate, cpu = moves_a_second(trial, seconds, "random")
    print(f"no search: {rate:.0f} moves/s for views, {cpu:.2f} ms of the service each", flush=True)
    rates = []
    for number, host in enumerate((one, other), start=1):
        host.work(head, trial.folder, THREADS)
        trial.wait_for_workers(number)
        rate, cpu = moves_a_second(trial, seconds)
        rates.append(rate)
        print(f"{number} hosts: {rate:.0f} moves/s for views, {cpu:.2f} ms of the service each", flush=True)
    print(f"two hosts make {rates[1] / rates[0]:.2f} times the moves of one, on the same processors")


def break_things(
    trial: Trial, matches: Matches, folder: Path, head: Host, one: Host, other: Host, scheduler: Any
) -> None:
    """Everything that goes wrong, in order."""

    def report(what: str) -> None:
        prober = Prober(trial)
        prober.start()
        seconds = matches.go_on()
        time.sleep(2)
        prober.stop()
        lost = trial.metric("battlewise_searches_lost_total")
        fell = trial.metric("battlewise_fallbacks_total")
        print(
            f"{what}: every match went on within {seconds:.1f} s; slowest of other moves"
            f" {prober.slowest:.2f} s; so far {lost:.0f} searches lost, {fell:.0f} fell back",
            flush=True,
        )

    report("nothing wrong")
    kill(max(one.processes()))  # the worker itself; its nanny came before
    report("a worker killed")
    trial.wait_for_workers(2)
    other.link("down")
    report("a host cut off")
    other.link("up")
    trial.wait_for_workers(2)
    report("the host back")
    end(scheduler)
    report("the scheduler killed")
    state = ask(trial.service.port, "GET", "/readyz")
    if state != {"status": "ready", "cluster": "away"}:
        trial.wrong.append(f"/readyz says {json.dumps(state)} without a scheduler")
    head.schedule(folder)
    print(f"the scheduler back: two workers after {trial.wait(_workers_back(trial), 'workers'):.1f} s")
    report("the scheduler back")
    print(f"the matches of {GAMES[1]} are over after {matches.end():.1f} s")
    matches.check()


def _workers_back(trial: Trial) -> Callable[[], bool]:
    return lambda: trial.metric("battlewise_cluster_workers") == 2


def main() -> None:
    """Run the trial."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, hosts(4) as (own, head, one, other):
        folder, port = Path(name), free_port()
        scheduler = head.schedule(folder)
        own.enter()
        with served(CLUSTER=head.url, METRICS_PORT=str(port)) as service:
            trial = Trial(service, port, folder)
            measure(trial, head, one, other, given.seconds)
            matches = Matches(trial, given.matches)
            rate, cpu = matches.cpu_a_move(given.seconds)
            print(
                f"{given.matches} matches of bots: {rate:.0f} decisions/s, {cpu:.2f} ms of the service each"
            )
            if cpu > MOST_MS:
                trial.wrong.append(f"a decision costs the service {cpu:.2f} ms, more than {MOST_MS}")
            break_things(trial, matches, folder, head, one, other, scheduler)
            with suppress(OSError):
                trial.wrong += [f"log: {line[:300]}" for line in service.faults()]
    for line in trial.wrong[:20]:
        print("WRONG:", line)
    sys.exit(bool(trial.wrong))


if __name__ == "__main__":
    main()
