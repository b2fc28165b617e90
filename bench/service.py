"""The service under kills, load and streams: ``python -m bench.service kill|load|streams|cost``.

Every trial starts a service of its own, on SQLite unless BATTLEWISE_BENCH_DATABASE names another database.
It ends with status 1 if anything was lost, told twice, or refused without a reason.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import battlewise.api as api
from bench.http import HOST, cpu_seconds, free_port

GAMES = ("connect_four", "leduc", "pig", "battlelore", "history")
COSTED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("connect_four", {}),
    ("battlelore", {"scenario": "full"}),
    ("battalla", {}),
    ("history", {}),
    ("batalj", {}),
)
PATIENCE_S = 60.0


class Refused(Exception):
    """An answer that is not 200, with its status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"{status}: {text[:200]}")
        self.status = status


class Served:
    """A service as a process group of its own, which can be killed and started again.

    :param folder: for its database and log.
    """

    def __init__(self, folder: str, **settings: str) -> None:
        self.port = free_port()
        self._log = Path(folder, "log")
        url = os.environ.get("BATTLEWISE_BENCH_DATABASE", f"sqlite:///{folder}/service.db")
        own = {"DATABASE_URL": url, "COST_A_MINUTE": "1000000000", "BOT_TICK_MS": "0", **settings}
        self._environment = os.environ | {f"BATTLEWISE_API_{name}": value for name, value in own.items()}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it is ready."""
        conf = str(Path(api.__file__).with_name("gunicorn_conf.py"))
        command = [sys.executable, "-m", "gunicorn", "--config", conf, "--bind", f"{HOST}:{self.port}"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "battlewise.api.wsgi:app"],
                env=self._environment,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                if ask(self.port, "GET", "/readyz"):
                    return
            except (OSError, HTTPException, Refused):
                time.sleep(0.05)
        raise RuntimeError(f"the service does not start: {self._log.read_text()[-2000:]}")

    @property
    def worker(self) -> int:
        """The process that answers."""
        assert self._process is not None
        master = self._process.pid
        return int(Path(f"/proc/{master}/task/{master}/children").read_text().split()[0])

    def kill(self) -> None:
        """SIGKILL to master and worker."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> float:
        """SIGTERM; the seconds it took."""
        assert self._process is not None
        begun = time.monotonic()
        self._process.terminate()
        self._process.wait(30)
        return time.monotonic() - begun

    def faults(self) -> list[str]:
        """What it logged that it should not have."""
        lines = self._log.read_text().splitlines()
        return [line for line in lines if '"level": "error"' in line or "Traceback" in line]


def ask(
    port: int,
    method: str,
    path: str,
    body: object = None,
    token: str | None = None,
    version: int | None = None,
    connection: HTTPConnection | None = None,
) -> Any:
    """One request; the answer's JSON.

    :raises Refused: for any answer but success.
    """
    line = connection or HTTPConnection(HOST, port, timeout=40)
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if version is not None:
        headers["If-Match"] = f'"{version}"'
    line.request(method, path, None if body is None else json.dumps(body), headers)
    answer = line.getresponse()
    content = answer.read()
    if connection is None:
        line.close()
    if answer.status >= 300:
        raise Refused(answer.status, content.decode())
    return json.loads(content)


class Player:
    """A person at a match against a bot, who knows what was acknowledged to him.

    :ivar acknowledged: number and text of each of his moves that the service said it has.
    """

    def __init__(self, port: int, game: str, level: str, seed: int) -> None:
        self.port = port
        self.random = Random(seed)
        bot = {"kind": "bot", ("bot" if ":" in level else "level"): level}
        made = ask(port, "POST", "/v1/matches", {"game": game, "seats": [{"kind": "remote"}, bot]})
        self.path = f"/v1/matches/{made['match']['id']}"
        self.token = made["invitations"][0]["token"]
        self.acknowledged: dict[int, str] = {}
        self.over = False
        self._line: HTTPConnection | None = None

    def ask(self, method: str, rest: str = "", body: object = None, version: int | None = None) -> Any:
        """A request about the match, over a line that is kept; one that only asks is tried once more."""
        kept = self._line
        if self._line is None:
            self._line = HTTPConnection(HOST, self.port, timeout=40)
        try:
            return ask(self.port, method, self.path + rest, body, self.token, version, self._line)
        except (OSError, HTTPException):
            self._line.close()
            self._line = None
            if kept is not None and method == "GET":
                return self.ask(method, rest, body, version)
            raise

    def step(self) -> bool:
        """Move if it is his turn; False if there was nothing to do."""
        state = self.ask("GET")
        self.over = state["status"] == "over"
        if self.over or state["to_move"] != 0:
            return False
        move = self.random.choice(state["moves"])["text"]
        self.ask("POST", "/actions", {"action": "move", "move": move}, state["version"])
        self.acknowledged[state["version"] + 1] = move
        return True

    def check(self) -> list[str]:
        """What is wrong with the log: gaps, and moves that were acknowledged and are not there."""
        events: list[dict[str, Any]] = []
        while True:
            part = self.ask("GET", f"/events?after={len(events)}")
            events += part["events"]
            if len(events) >= part["version"]:
                break
        wrong = []
        if [event["number"] for event in events] != list(range(1, len(events) + 1)):
            wrong.append(f"{self.path}: events are not numbered without gaps")
        own = {e["number"]: e["move"]["text"] for e in events if e["type"] == "move" and e["actor"] == 0}
        for number, text in self.acknowledged.items():
            if own.get(number) != text:
                wrong.append(f"{self.path}: move {number}, {text}, was acknowledged and is {own.get(number)}")
        if sum(event["type"] == "end" for event in events) != self.over:
            wrong.append(f"{self.path}: not exactly one end")
        return wrong


@contextmanager
def served(**settings: str) -> Iterator[Served]:
    """A service, and its end."""
    with tempfile.TemporaryDirectory() as folder:
        service = Served(folder, **settings)
        service.start()
        try:
            yield service
        finally:
            service.kill()


def kill(kills: int, matches: int, seed: int) -> list[str]:
    """Kill a service again and again while people play bots; what was lost, told twice, or stands still."""
    random = Random(seed)
    wrong: list[str] = []
    with served() as service:
        players = [Player(service.port, GAMES[i % len(GAMES)], "medium", i) for i in range(matches)]
        print(f"{matches} matches", flush=True)
        for number in range(kills):
            stop = threading.Event()
            crowd = [
                threading.Thread(target=_play_until, args=(players[i::16], stop, seed + number))
                for i in range(16)
            ]
            before = sum(len(player.acknowledged) for player in players)
            for thread in crowd:
                thread.start()
            _until_played(players, before)
            time.sleep(random.uniform(0, 1.5))
            service.kill()
            stop.set()
            for thread in crowd:
                thread.join()
            service.start()
            acknowledged = sum(len(player.acknowledged) for player in players)
            over = sum(player.over for player in players)
            print(f"kill {number + 1}: {acknowledged} moves acknowledged, {over} matches over", flush=True)
        for player in players:
            player.over = player.ask("GET")["status"] == "over"
            wrong += player.check()
        wrong += _go_on(players)
        wrong += [f"log: {line[:300]}" for line in service.faults()]
    moves = sum(len(player.acknowledged) for player in players)
    print(f"{kills} kills, {matches} matches, {moves} moves acknowledged, {len(wrong)} wrong")
    return wrong


def _until_played(players: list[Player], before: int) -> None:
    """Until a move was acknowledged, so that no kill comes before there is anything to lose."""
    until = time.monotonic() + PATIENCE_S
    while sum(len(player.acknowledged) for player in players) == before and time.monotonic() < until:
        time.sleep(0.005)


def _play_until(players: list[Player], stop: threading.Event, seed: int) -> None:
    random = Random(seed)
    while not stop.is_set():
        player = random.choice(players)
        try:
            if player.over or not player.step():
                time.sleep(0.002)
        except (OSError, HTTPException, ValueError):
            time.sleep(0.01)
        except Refused as refused:
            if refused.status not in (409, 412, 503):
                raise


def _go_on(players: list[Player]) -> list[str]:
    """That in every match it comes to a person's turn, or to the end, and that his move is taken."""
    wrong = []
    for player in players:
        until = time.monotonic() + PATIENCE_S
        while not player.over and not player.step() and time.monotonic() < until:
            time.sleep(0.02)
        if time.monotonic() >= until:
            wrong.append(f"{player.path}: the bot does not move")
        player.over = player.ask("GET")["status"] == "over"
        wrong += player.check()
    return wrong


class Stream(threading.Thread):
    """A reader of a match's events, who counts what is missing and what comes twice."""

    def __init__(self, player: Player) -> None:
        super().__init__(daemon=True)
        self.player = player
        self.events = 0
        self.wrong: list[str] = []
        self.stopping = False

    def run(self) -> None:
        line = HTTPConnection(HOST, self.player.port, timeout=40)
        headers = {"Authorization": f"Bearer {self.player.token}", "Accept": "text/event-stream"}
        line.request("GET", self.player.path + "/events", headers=headers)
        answer = line.getresponse()
        if answer.status != 200:
            self.wrong.append(f"stream: {answer.status}")
            return
        last = kind = None
        while text := answer.readline().decode():
            name, _, value = text.strip().partition(": ")
            if name == "event":
                kind = value
            elif name == "id":
                if last is not None and int(value) != last + 1 and kind != "end":
                    self.wrong.append(f"{self.player.path}: event {value} after {last}")
                last = int(value)
                self.events += 1
            if self.stopping:
                return


def load(seconds: float, matches: int, streams: int) -> list[str]:
    """Many matches against bots, some with streams; the health check's times meanwhile."""
    wrong: list[str] = []
    with served() as service:
        players = [Player(service.port, GAMES[i % len(GAMES)], "medium", i) for i in range(matches)]
        readers = [Stream(player) for player in players[:streams]]
        for reader in readers:
            reader.start()
        wrong += _crowd(service, players, seconds, threads=32)
        for reader in readers:
            reader.stopping = True
            wrong += reader.wrong
        for player in players:
            player.over = player.ask("GET")["status"] == "over"
            wrong += player.check()
        wrong += [f"log: {line[:300]}" for line in service.faults()]
        print(f"events on {streams} streams: {sum(reader.events for reader in readers)}")
        print(f"stopped in {service.stop():.2f} s")
        service.start()
    return wrong


def _crowd(service: Served, players: list[Player], seconds: float, threads: int) -> list[str]:
    """Play for a time, and tell how the service fared."""
    stop = threading.Event()
    refused: Counter[int] = Counter()
    health: list[float] = []
    wrong: list[str] = []

    def play(own: list[Player], seed: int) -> None:
        random = Random(seed)
        while not stop.is_set():
            index = random.randrange(len(own))
            try:
                if own[index].over:
                    old = own[index]
                    wrong.extend(old.check())
                    fresh = Player(old.port, GAMES[seed % len(GAMES)], "medium", seed)
                    old.path, old.token, old.acknowledged, old.over = fresh.path, fresh.token, {}, False
                elif not own[index].step():
                    time.sleep(0.005)
            except Refused as error:
                refused[error.status] += 1
            except (OSError, HTTPException) as error:
                wrong.append(f"{type(error).__name__}: {error}")

    crowd = [threading.Thread(target=play, args=(players[i::threads], i)) for i in range(threads)]
    before, begun = cpu_seconds(service.worker), time.monotonic()
    for thread in crowd:
        thread.start()
    while time.monotonic() < begun + seconds:
        asked = time.perf_counter()
        ask(service.port, "GET", "/healthz")
        health.append(1000 * (time.perf_counter() - asked))
        time.sleep(0.05)
    stop.set()
    for thread in crowd:
        thread.join()
    spent = time.monotonic() - begun
    moves = sum(len(player.acknowledged) for player in players)
    cuts = quantiles(health, n=100)
    print(f"{spent:.0f} s, {len(players)} matches, {moves} moves in those at hand, refused {dict(refused)}")
    print(f"/healthz ms: median {cuts[49]:.0f}, p99 {cuts[98]:.0f}, most {max(health):.0f}")
    print(f"worker: {(cpu_seconds(service.worker) - before) / spent:.2f} processors busy")
    if cuts[98] > 200:
        wrong.append(f"/healthz took {cuts[98]:.0f} ms at the 99th percentile")
    return wrong + [f"refused with {status}" for status in refused if status not in (409, 412, 503)]


def streams(seconds: float, number: int) -> list[str]:
    """As many streams as posting clients: the posts of each, and whether every event came."""
    wrong: list[str] = []
    with served() as service:
        players = [Player(service.port, "connect_four", "beginner", i) for i in range(number)]
        readers = [Stream(player) for player in players]
        for reader in readers:
            reader.start()
        stop = threading.Event()
        posts = [0] * number
        slowest = [0.0] * number

        def post(index: int) -> None:
            line = HTTPConnection(HOST, service.port, timeout=40)
            while not stop.is_set():
                begun = time.perf_counter()
                body = {"action": "resume"}  # refused at once: the cost of a post by itself
                player = players[index]
                try:
                    ask(service.port, "POST", player.path + "/actions", body, player.token, None, line)
                except Refused as refused:
                    if refused.status != 409:
                        wrong.append(str(refused))
                posts[index] += 1
                slowest[index] = max(slowest[index], time.perf_counter() - begun)
                time.sleep(0.05)

        crowd = [threading.Thread(target=post, args=(index,)) for index in range(number)]
        for thread in crowd:
            thread.start()
        heard = _moves_heard(players, readers, seconds)
        stop.set()
        for thread in crowd:
            thread.join()
        for reader in readers:
            reader.stopping = True
            wrong += reader.wrong
    print(f"{number} streams, {number} clients, {seconds:.0f} s: posts a client {min(posts)} to {max(posts)}")
    print(
        f"slowest post {1000 * max(slowest):.0f} ms; moves played {heard[0]}, streams that heard {heard[1]}"
    )
    if min(posts) < max(posts) / 4:
        wrong.append("some clients starved")
    if heard[1] < number:
        wrong.append("some streams starved")
    return wrong


def _moves_heard(players: list[Player], readers: list[Stream], seconds: float) -> tuple[int, int]:
    """Play on beside the posts; how many moves there were, and on how many streams events came."""
    until = time.monotonic() + seconds
    first = [reader.events for reader in readers]
    played = 0
    while time.monotonic() < until:
        for player in players:
            if not player.over:
                played += player.step()
        time.sleep(0.05)
    return played, sum(reader.events > before for reader, before in zip(readers, first, strict=True))


def cost(requests: int) -> list[str]:
    """CPU time of the worker a request, where no bot thinks."""
    wrong = []
    with served() as service:
        port = service.port
        chairs = [{"kind": "remote"}, {"kind": "remote"}]

        def spent(name: str, one: Callable[[], object]) -> None:
            one()
            before = cpu_seconds(service.worker)
            for _ in range(requests):
                one()
            each = 1000 * (cpu_seconds(service.worker) - before) / requests
            print(f"{name}: {each:.2f} ms")
            if each > 5:
                wrong.append(f"{name} costs {each:.2f} ms of CPU")

        for game, options in COSTED:
            body = {"game": game, "options": options, "seats": chairs}
            tables = [ask(port, "POST", "/v1/matches", body) for _ in range(requests // 4)]
            spent(f"{game}: make a match", lambda: ask(port, "POST", "/v1/matches", body))  # noqa: B023
            path = f"/v1/matches/{tables[0]['match']['id']}"
            token = tables[0]["invitations"][0]["token"]
            spent(f"{game}: see a match", lambda: ask(port, "GET", path, None, token))  # noqa: B023
            spent(f"{game}: events", lambda: ask(port, "GET", path + "/events", None, token))  # noqa: B023
            line = _decisions(port, tables)
            spent(f"{game}: a look or a move", lambda: next(line))  # noqa: B023
    return wrong


def _decisions(port: int, tables: list[dict[str, Any]]) -> Iterator[None]:
    """One decision after the other, in one match after the other: a look, then a move."""
    for made in tables:
        path = f"/v1/matches/{made['match']['id']}"
        tokens = [one["token"] for one in made["invitations"]]
        state = ask(port, "GET", path, None, tokens[0])
        while state["status"] == "running":
            token = tokens[state["to_move"]]
            state = ask(port, "GET", path, None, token)
            yield
            body = {"action": "move", "move": state["moves"][-1]["text"]}
            state = ask(port, "POST", path + "/actions", body, token, state["version"])
            yield


def main() -> None:
    """Run a trial; ends with status 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trial", choices=("kill", "load", "streams", "cost"))
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--streams", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.trial == "kill":
        wrong = kill(given.kills, given.matches, given.seed)
    elif given.trial == "load":
        wrong = load(given.seconds, given.matches, given.streams)
    elif given.trial == "streams":
        wrong = streams(given.seconds, given.streams)
    else:
        wrong = cost(requests=200)
    for line in wrong[:20]:
        print("WRONG:", line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
