"""The service under kills, load and streams: ``python -m bench.service kill|load|streams``.

Every trial starts a service of its own, on SQLite or on the database in BATTLEWISE_BENCH_DATABASE, and exits
with status 1 if anything was lost, sent twice, or refused without a reason.
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

from bench.http import HOST, cpu_seconds, free_port, serving

GAMES = ("connect_four", "leduc", "pig", "battlelore", "history")
UNLIMITED = {"COST_A_MINUTE": "1000000000", "STREAMS_AN_ADDRESS": "1000", "MATCHES_AN_ADDRESS": "10000"}
PATIENCE_S = 60.0
BOTH_SIDES = 4  # one in this number of players plays both sides
UNDO, RESIGN = 0.1, 0.005  # probabilities, where possible


class Refused(Exception):
    """An answer that is not 200, with its status.

    :ivar is_overload: a 503 that says when to try again.
    """

    def __init__(self, status: int, text: str, retry_after: str | None) -> None:
        super().__init__(f"{status}: {text[:200]}")
        self.status = status
        self.is_overload = status == 503 and (retry_after or "").isdecimal()


class Served:
    """A service as a process group of its own, which can be killed and started again.

    :param folder: for its database and log.
    """

    def __init__(self, folder: str, **settings: str) -> None:
        self.port = free_port()
        self._log = Path(folder, "log")
        url = os.environ.get("BATTLEWISE_BENCH_DATABASE", f"sqlite:///{folder}/service.db")
        own = {"DATABASE_URL": url, "FILES": f"{folder}/files", "BOT_TICK_MS": "0", **UNLIMITED, **settings}
        self._environment = os.environ | {f"BATTLEWISE_API_{name}": value for name, value in own.items()}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it is ready."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                serving(self.port),
                env=self._environment,
                stdout=log,
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
        return self._process.pid

    def kill(self) -> None:
        """SIGKILL to it and its children."""
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
        raise Refused(answer.status, content.decode(), answer.headers.get("Retry-After"))
    return json.loads(content) if content else None


class Life:
    """One match of a player, and what the service acknowledged.

    :ivar acknowledged: the kind of event and the text of a move, by number.
    :ivar joined: the player's seed, by seat.
    :ivar wished: the seats whose wish for a rematch was acknowledged.
    :ivar rematch: the id of the rematch.
    """

    def __init__(self, match: str, tokens: dict[int, str]) -> None:
        self.path = f"/v1/matches/{match}"
        self.tokens = tokens
        self.acknowledged: dict[int, tuple[str, str | None]] = {}
        self.joined: dict[int, str] = {}
        self.wished: set[int] = set()
        self.rematch: str | None = None
        self.over = False


class Player:
    """A player of a match, against a bot or on both sides, with everything that was acknowledged.

    The player asks for a rematch when a match is over.
    """

    def __init__(self, port: int, game: str, level: str | None, seed: int) -> None:
        self.port = port
        self.random = Random(seed)
        self._line: HTTPConnection | None = None
        bot = {"kind": "bot", ("bot" if level and ":" in level else "level"): level}
        # A player of both sides joins both, which tests joins; the others play at once.
        person = {"kind": "remote" if level else "person"}
        body = {"game": game, "seats": [person, bot if level else person]}
        made = ask(port, "POST", "/v1/matches", body)
        self.past: list[Life] = []
        self.life = Life(made["match"]["id"], {one["seat"]: one["token"] for one in made["invitations"]})
        self._mover: int | None = None  # the seat that moved last and can undo

    @property
    def acknowledged(self) -> int:
        """Number of acknowledged actions and joins in all matches."""
        return sum(len(life.acknowledged) + len(life.joined) for life in (*self.past, self.life))

    def ask(self, method: str, rest: str = "", body: object = None, version: int | None = None) -> Any:
        """Send a request about the match for the player's first seat."""
        return self.ask_for(min(self.life.tokens), method, rest, body, version)

    def ask_for(
        self, seat: int, method: str, rest: str = "", body: object = None, version: int | None = None
    ) -> Any:
        """Send a request over a kept connection; a GET is retried once."""
        kept = self._line
        if self._line is None:
            self._line = HTTPConnection(HOST, self.port, timeout=40)
        path, token = self.life.path + rest, self.life.tokens[seat]
        try:
            return ask(self.port, method, path, body, token, version, self._line)
        except (OSError, HTTPException):
            self._line.close()
            self._line = None
            if kept is not None and method == "GET":
                return self.ask_for(seat, method, rest, body, version)
            raise

    def step(self) -> bool:
        """Do the next thing that is possible; False if there is none."""
        state = self.ask("GET")
        self.life.over = state["status"] == "over"
        if self.life.over:
            self._ask_for_rematch()
            return True
        if state["status"] == "waiting":
            self._join(state)
            return True
        if self._mover is not None and self.random.random() < UNDO:
            mover, self._mover = self._mover, None
            self._act(mover, state["version"], "undo")
            return True
        mover = state["to_move"]
        if mover not in self.life.tokens:
            return False
        self._move(mover)
        return True

    def _join(self, state: dict[str, Any]) -> None:
        for seat in self.life.tokens:
            if not state["seats"][seat]["joined"]:
                seed = f"{self.random.random()}"
                self.ask_for(seat, "POST", "/join", {"seed": seed})
                self.life.joined[seat] = seed

    def _move(self, mover: int) -> None:
        state = self.ask_for(mover, "GET")
        if state["to_move"] != mover or state["status"] != "running":
            return
        if len(self.life.tokens) > 1 and self.random.random() < RESIGN:
            self._act(mover, state["version"], "resign")
            return
        self._act(mover, state["version"], "move", self.random.choice(state["moves"])["text"])
        self._mover = mover if len(self.life.tokens) > 1 else None

    def _act(self, seat: int, version: int, action: str, move: str | None = None) -> None:
        body = {"action": action} if move is None else {"action": action, "move": move}
        self.ask_for(seat, "POST", "/actions", body, version)
        self.life.acknowledged[version + 1] = (action, move)

    def _ask_for_rematch(self) -> None:
        old, answer = self.life, None
        for seat in old.tokens:
            answer = self.ask_for(seat, "POST", "/rematch")
            old.wished.add(seat)
        assert answer is not None
        old.rematch = answer["match"]
        if old.rematch is not None:
            self.past.append(old)
            self.life = Life(old.rematch, {(seat - 1) % 2: token for seat, token in old.tokens.items()})
            self._mover = None

    def check(self) -> list[str]:
        """Errors in the player's matches: gaps, and acknowledged actions that are missing."""
        present, wrong = self.life, []
        for life in (*self.past, present):
            self.life = life
            wrong += self._check_one(life)
        self.life = present
        return wrong

    def _check_one(self, life: Life) -> list[str]:
        state = self.ask("GET")
        wrong = []
        found: dict[int, tuple[str, str | None]] = {}
        for seat in life.tokens:
            events: list[dict[str, Any]] = []
            while len(events) < state["version"]:
                events += self.ask_for(seat, "GET", f"/events?after={len(events)}")["events"]
            if [event["number"] for event in events] != list(range(1, len(events) + 1)):
                wrong.append("events are not numbered without gaps")
            if [event["type"] for event in events].count("end") != (events[-1]["type"] == "end"):
                wrong.append("not exactly one end")
            own = (event for event in events if event["actor"] == seat)
            found |= {e["number"]: (e["type"], e["move"]["text"] if "move" in e else None) for e in own}
        for number, what in life.acknowledged.items():
            if found.get(number) != what:
                wrong.append(f"event {number}, {what}, was acknowledged and is {found.get(number)}")
        for seat, seed in life.joined.items():
            if state["seats"][seat]["seed"] != seed:
                wrong.append(f"the seed of seat {seat} was acknowledged and is lost")
        if not life.wished <= set(state["asked_for_rematch"]):
            wrong.append("a wish for a rematch was acknowledged and is lost")
        if life.rematch is not None and state["rematch"] != life.rematch:
            wrong.append(f"a rematch was acknowledged and is {state['rematch']}")
        return [f"{life.path}: {what}" for what in wrong]


@contextmanager
def served(**settings: str) -> Iterator[Served]:
    """A service that is killed at the end."""
    with tempfile.TemporaryDirectory() as folder:
        service = Served(folder, **settings)
        service.start()
        try:
            yield service
        finally:
            service.kill()


@contextmanager
def crowd(number: int, work: Callable[[int, threading.Event], None]) -> Iterator[None]:
    """Threads at work while the block runs.

    :param work: called in each thread with its index and an event, which is set at the end of the block.
    """
    stop = threading.Event()
    threads = [threading.Thread(target=work, args=(index, stop)) for index in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _players(port: int, matches: int) -> list[Player]:
    """Players of all kinds of matches, most of them against bots."""
    return [
        Player(port, GAMES[i % len(GAMES)], None if i % BOTH_SIDES == 0 else "medium", i)
        for i in range(matches)
    ]


def kill(kills: int, matches: int, seed: int) -> list[str]:
    """Kill a service repeatedly while people play bots; what was lost, sent twice, or is stuck."""
    random = Random(seed)
    wrong: list[str] = []
    with served() as service:
        players = _players(service.port, matches)
        readers = follow(players[:: max(1, matches // 16)], may_break=True)
        print(f"{matches} matches, {len(readers)} streams", flush=True)
        for number in range(kills):
            _play_until_killed(service, players, random)
            service.start()
            acknowledged = sum(player.acknowledged for player in players)
            over = sum(len(player.past) for player in players)
            print(f"kill {number + 1}: {acknowledged} actions acknowledged, {over} rematches", flush=True)
        for player in players:
            wrong += player.check()
        wrong += go_on(players)
        wrong += ended(readers)
        wrong += [f"log: {line[:300]}" for line in service.faults()]
    kinds = Counter(
        kind for p in players for life in (*p.past, p.life) for kind, _ in life.acknowledged.values()
    )
    kinds["join"] = sum(len(life.joined) for p in players for life in (*p.past, p.life))
    kinds["rematch"] = sum(len(player.past) for player in players)
    breaks = sum(reader.breaks for reader in readers)
    print(f"{kills} kills, {matches} matches, acknowledged: {dict(kinds)}; streams broken {breaks} times")
    return wrong


def _play_until_killed(service: Served, players: list[Player], random: Random) -> None:
    before = sum(player.acknowledged for player in players)
    number = min(16, len(players))
    seeds = [random.randrange(1 << 30) for _ in range(number)]
    with crowd(number, lambda index, stop: _play_until(players[index::number], stop, seeds[index])):
        _until_played(players, before)
        time.sleep(random.uniform(0, 1.5))
        service.kill()


def _until_played(players: list[Player], before: int) -> None:
    """Until something was acknowledged, so that no kill comes before there is anything to lose."""
    until = time.monotonic() + PATIENCE_S
    while sum(player.acknowledged for player in players) == before and time.monotonic() < until:
        time.sleep(0.005)


def _play_until(players: list[Player], stop: threading.Event, seed: int) -> None:
    random = Random(seed)
    while not stop.is_set():
        try:
            if not random.choice(players).step():
                time.sleep(0.002)
        except (OSError, HTTPException, ValueError):
            time.sleep(0.01)
        except Refused as refused:
            if refused.status not in (409, 412) and not refused.is_overload:
                raise


def go_on(players: list[Player]) -> list[str]:
    """Errors: matches that do not come to a person's turn or to the end, and refused actions."""
    wrong = []
    for player in players:
        until = time.monotonic() + PATIENCE_S
        while not _stepped(player) and time.monotonic() < until:
            time.sleep(0.02)
        if time.monotonic() >= until:
            wrong.append(f"{player.life.path}: the bot does not move")
        wrong += player.check()
    return wrong


def _stepped(player: Player) -> bool:
    try:
        return player.step()
    except Refused as refused:  # an undo that may not be
        if refused.status != 409:
            raise
        return False


class Stream(threading.Thread):
    """A reader of a player's events, match after match; what is missing, what comes twice, where it stops.

    :param may_break: whether it may end before the match does; it then goes on from the last event it knows.
    """

    def __init__(self, player: Player, may_break: bool) -> None:
        super().__init__(daemon=True)
        self.player = player
        self.may_break = may_break
        self.events = 0
        self.breaks = 0
        self.wrong: list[str] = []
        self.stopping = False
        self.life = player.life
        self.last: int | None = None

    def run(self) -> None:
        while not self.stopping:
            if self.life is not self.player.life:
                self.life, self.last = self.player.life, None
            known = self.last
            try:
                ended = self._follow(self.life)
            except (OSError, HTTPException, ValueError) as error:
                ended = False
                if not self.may_break:
                    self.wrong.append(f"{self.life.path}: {type(error).__name__}: {error}")
            if not ended and not self.stopping:
                self.breaks += self.last != known
                if not self.may_break:
                    self.wrong.append(f"{self.life.path}: the stream stopped after event {self.last}")
            while not self.stopping and ended and self.life is self.player.life:
                time.sleep(0.01)
            time.sleep(0.1)

    def _follow(self, life: Life) -> bool:
        """Read until the match or the stream ends; whether the match did."""
        line = HTTPConnection(HOST, self.player.port, timeout=40)
        token = life.tokens[min(life.tokens)]
        headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
        if self.last is not None:
            headers["Last-Event-ID"] = str(self.last)
        line.request("GET", life.path + "/events", headers=headers)
        answer = line.getresponse()
        if answer.status == 204:
            return True
        if answer.status != 200:
            raise HTTPException(f"a stream is answered {answer.status}")
        kind = ""
        while text := answer.readline().decode():
            name, _, value = text.strip().partition(": ")
            if name == "event":
                kind = value
            elif name == "id":
                self._note(life, kind, int(value))
            elif not name and kind == "end":
                return True
        return False

    def _note(self, life: Life, kind: str, number: int) -> None:
        expected = None if self.last is None else self.last + 1
        # After the snapshot of a match that is over comes its end, which the snapshot counts.
        if expected is not None and number != expected and kind != "end":
            self.wrong.append(f"{life.path}: event {number} after {self.last}")
        self.last = number
        self.events += 1

    def is_whole(self) -> bool:
        """Whether it has received everything."""
        return self.life is self.player.life and self.last == self.player.ask("GET")["version"]


def follow(players: list[Player], may_break: bool = False) -> list[Stream]:
    """Streams of players' events, at work."""
    readers = [Stream(player, may_break) for player in players]
    for reader in readers:
        reader.start()
    return readers


def ended(readers: list[Stream]) -> list[str]:
    """Errors of streams after people stop playing: each must receive everything.

    Bots can still be searching, so the time without an event counts.
    """
    wrong, longest = [], 0.0
    for reader in readers:
        seen, since = reader.events, time.monotonic()
        while not reader.is_whole() and time.monotonic() < since + PATIENCE_S:
            if reader.events != seen:
                seen, since = reader.events, time.monotonic()
            time.sleep(0.05)
        longest = max(longest, time.monotonic() - since)
        if not reader.is_whole():
            version, path = reader.player.ask("GET")["version"], reader.life.path
            wrong.append(
                f"{reader.player.life.path} has {version} events, the stream {reader.last} of {path}"
            )
    print(f"the last events were on the streams within {longest:.2f} s")
    for reader in readers:
        reader.stopping = True
        wrong += reader.wrong
    return wrong


def load(seconds: float, matches: int, streams: int) -> list[str]:
    """Many matches against bots, some with streams; the health check's times meanwhile."""
    wrong: list[str] = []
    with served() as service:
        players = [Player(service.port, GAMES[i % len(GAMES)], "medium", i) for i in range(matches)]
        readers = follow(players[:streams])
        wrong += _under_load(service, players, seconds, threads=min(32, matches))
        wrong += ended(readers)
        for player in players:
            wrong += player.check()
        wrong += [f"log: {line[:300]}" for line in service.faults()]
        print(f"events on {streams} streams: {sum(reader.events for reader in readers)}")
        print(f"stopped in {service.stop():.2f} s")
        service.start()
    return wrong


def _under_load(service: Served, players: list[Player], seconds: float, threads: int) -> list[str]:
    """Play for a time and print what the service did; what was refused without a reason, or slow."""
    refused: Counter[str] = Counter()
    health: list[float] = []
    wrong: list[str] = []

    def play(index: int, stop: threading.Event) -> None:
        random = Random(index)
        while not stop.is_set():
            try:
                if not random.choice(players[index::threads]).step():
                    time.sleep(0.005)
            except Refused as error:
                refused["503 with Retry-After" if error.is_overload else str(error.status)] += 1
            except (OSError, HTTPException) as error:
                wrong.append(f"{type(error).__name__}: {error}")

    before, begun = cpu_seconds(service.worker), time.monotonic()
    with crowd(threads, play):
        while time.monotonic() < begun + seconds:
            asked = time.perf_counter()
            ask(service.port, "GET", "/healthz")
            health.append(1000 * (time.perf_counter() - asked))
            time.sleep(0.05)
    spent = time.monotonic() - begun
    busy = (cpu_seconds(service.worker) - before) / spent
    actions = sum(player.acknowledged for player in players)
    print(f"{spent:.0f} s, {len(players)} matches, {actions} actions acknowledged, refused {dict(refused)}")
    print(f"worker: {busy:.2f} processors busy")
    wrong += [f"refused with {status}" for status in refused if status not in ("412", "503 with Retry-After")]
    return wrong + _slow(health)


def _slow(health: list[float]) -> list[str]:
    cuts = quantiles(health, n=100)
    print(f"/healthz ms: median {cuts[49]:.0f}, p99 {cuts[98]:.0f}, most {max(health):.0f}")
    return [f"/healthz took {cuts[98]:.0f} ms at the 99th percentile"] if cuts[98] > 200 else []


def streams(seconds: float, number: int) -> list[str]:
    """As many streams as clients that post moves: the posts of each, and whether every event came."""
    wrong: list[str] = []
    with served() as service:
        players = [Player(service.port, "connect_four", None, i) for i in range(number)]
        readers = follow(players)
        posts = [0] * number
        slowest = [0.0] * number

        def post(index: int, stop: threading.Event) -> None:
            while not stop.is_set():
                begun = time.perf_counter()
                try:
                    posts[index] += players[index].step()
                except Refused as refused:
                    if refused.status != 409:  # an undo that is not possible
                        wrong.append(str(refused))
                slowest[index] = max(slowest[index], time.perf_counter() - begun)
                time.sleep(0.05)

        with crowd(number, post):
            time.sleep(seconds)
        wrong += ended(readers)
    heard = [reader.events for reader in readers]
    print(f"{number} streams, {number} clients, {seconds:.0f} s: posts a client {min(posts)} to {max(posts)}")
    print(f"slowest step {1000 * max(slowest):.0f} ms; events a stream {min(heard)} to {max(heard)}")
    if min(posts) < max(posts) / 4:
        wrong.append("some clients starved")
    return wrong


def main() -> None:
    """Run a trial; ends with status 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trial", choices=("kill", "load", "streams"))
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
    else:
        wrong = streams(given.seconds, given.streams)
    for line in wrong[:20]:
        print("WRONG:", line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
