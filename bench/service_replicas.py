"""Kills one of two replicas over PostgreSQL repeatedly: ``python -m bench.service_replicas``.

The replicas are behind a balancer. `.ci/with_postgres` makes the database and names it in
BATTLEWISE_TEST_DATABASE. Exits with status 1 if anything was lost, sent twice or stuck, or if a match took
longer than 10 s to go on.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from statistics import median

from bench.balancer import Balancer
from bench.http import HOST
from bench.service import (
    BOTH_SIDES,
    GAMES,
    PATIENCE_S,
    Player,
    Refused,
    Served,
    ask,
    crowd,
    ended,
    follow,
    go_on,
)

LIMIT_S = 10.0
CROWD = 16
PROBES = 24


class Replica(Served):
    """One of several services over a database.

    :param files: the folder that they share.
    """

    def __init__(self, folder: Path, files: Path, database: str) -> None:
        folder.mkdir()
        super().__init__(str(folder), DATABASE_URL=database, FILES=str(files))
        self._environment["BATTLEWISE_API_REPLICA_URL"] = f"http://{HOST}:{self.port}"


def kill(kills: int, matches: int, seed: int, database: str) -> list[str]:
    """Kill one of two replicas repeatedly while people play; what was lost, sent twice, stuck or slow."""
    random = Random(seed)
    wrong: list[str] = []
    gaps: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        both = [Replica(Path(folder, name), Path(folder, "files"), database) for name in ("one", "other")]
        for one in both:
            one.start()
        balancer = Balancer([one.port for one in both])
        try:
            players = [
                Player(balancer.port, GAMES[i % len(GAMES)], None if i % BOTH_SIDES == 0 else "medium", i)
                for i in range(matches)
            ]
            readers = follow(players[:: max(1, matches // 16)], may_break=True)
            print(f"{matches} matches, {len(readers)} streams", flush=True)
            seeds = [random.random() for _ in range(CROWD)]
            with crowd(CROWD, lambda i, stop: _play(players[i::CROWD], stop, seeds[i], wrong)):
                for number in range(kills):
                    time.sleep(random.uniform(1, 3))
                    victim = both[number % 2]
                    victim.kill()
                    gaps += (found := _times_to_go_on(players, time.monotonic()))
                    victim.start()
                    acknowledged = sum(player.acknowledged for player in players)
                    print(
                        f"kill {number + 1}: {acknowledged} actions acknowledged; the matches went on within "
                        f"{median(found):.1f} s (median), {max(found):.1f} s (worst)",
                        flush=True,
                    )
            wrong += go_on(players)
            wrong += ended(readers)
            wrong += [f"log: {line[:300]}" for one in both for line in one.faults()]
        finally:
            balancer.close()
            for one in both:
                with suppress(ProcessLookupError):  # killed, and not started again
                    one.kill()
    lives = [life for player in players for life in (*player.past, player.life)]
    kinds = Counter(kind for life in lives for kind, _ in life.acknowledged.values())
    kinds |= {"join": sum(len(life.joined) for life in lives), "rematch": len(lives) - len(players)}
    breaks = sum(reader.breaks for reader in readers)
    slow = sum(gap > 1 for gap in gaps)
    print(f"{kills} kills, {matches} matches, acknowledged: {dict(kinds)}; streams broken {breaks} times")
    print(
        f"{slow} of {len(gaps)} times a match took over 1 s to go on: median of these "
        f"{median([gap for gap in gaps if gap > 1]):.1f} s, worst {max(gaps):.1f} s"
    )
    return wrong + [f"a match went on after {gap:.1f} s" for gap in gaps if gap > LIMIT_S]


def _play(players: list[Player], stop: threading.Event, seed: float, wrong: list[str]) -> None:
    """Play all the time, through kills too."""
    random = Random(seed)
    while not stop.is_set():
        try:
            if not random.choice(players).step():
                time.sleep(0.005)
        except (OSError, HTTPException, ValueError):
            time.sleep(0.01)
        except Refused as refused:
            if refused.status not in (409, 412) and not refused.is_overload:
                wrong.append(str(refused))
            time.sleep(0.01)


def _times_to_go_on(players: list[Player], killed: float) -> list[float]:
    """For each match, the seconds from the kill until it is answered and waits for no bot."""

    def one(player: Player) -> float:
        life, version = player.life, None
        while time.monotonic() < killed + PATIENCE_S:
            try:
                state = ask(player.port, "GET", life.path, token=life.tokens[min(life.tokens)])
            except (OSError, HTTPException, Refused):
                time.sleep(0.1)
                continue
            version = state["version"] if version is None else version
            waits = state["status"] == "running" and state["to_move"] not in life.tokens
            if not waits or state["version"] > version:
                break
            time.sleep(0.05)
        return time.monotonic() - killed

    with ThreadPoolExecutor(PROBES) as pool:
        return list(pool.map(one, players))


def main() -> None:
    """Run the trial; ends with status 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    database = os.environ.get("BATTLEWISE_TEST_DATABASE")
    if not database:
        parser.error("BATTLEWISE_TEST_DATABASE is not set; run this with .ci/with_postgres")
    wrong = kill(given.kills, given.matches, given.seed, database)
    for line in wrong[:20]:
        print("WRONG:", line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
