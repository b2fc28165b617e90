"""Many matches at once in one process: ``python -m bench.scale [--matches 10000]``.

Drives the core of the match keeper (`Match`), with bots whose moves cost nothing: no search, no database, no
HTTP. Prints memory, the time of a decision with the chance that follows it, and the size of the logs.
"""

import argparse
import json
import os
import secrets
import time
from dataclasses import asdict
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles

from battlewise.api.matches import fair
from battlewise.api.matches.match import OVER, Match
from battlewise.api.store.database import Entry
from battlewise.api.store.tables import Chair, Terms
from battlewise.core import Game, game

GAMES = ("battlelore", "battalla", "history", "batalj", "battalia")
TERMS: Terms = {
    "clock": None,
    "spectators": "none",
    "delay_s": 0,
    "hints": False,
    "undo": False,
    "start": "now",
}


def resident() -> int:
    """Bytes of memory that the process uses."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def match_of(rules: Game, number: int) -> Match:
    """A match between bots that has just started."""
    seed = secrets.token_hex(fair.SEED_BYTES)
    row = {
        "id": f"match-{number}",
        "game": rules.id,
        "version": rules.version,
        "options": dict(rules.options),
        "settings": TERMS,
        "commitment": fair.commitment(f"match-{number}", rules, seed),
        "server_seed": seed,
        "bot_seed": number,
        "host_hash": "",
        "created": 0,
        "rematch": None,
    }
    chairs: list[Chair] = [
        {"seat": seat, "kind": "bot", "name": f"bot {seat}", "bot": "easy"} for seat in range(rules.seats)
    ]
    made = Match(rules, row, chairs, [Entry(1, 0, "create", None, {})])
    with made.lock:
        made.take(*made.starting(0))
    return made


def decide(match: Match, random: Random) -> None:
    """One decision at random, with the chance that follows it."""
    assert match.state is not None
    mover = int(match.state.to_move)
    with match.lock:
        match.take(*match.decision(mover, random.choice(match.state.legal()), 0))


def main() -> None:
    """Print the figures of each game and of all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--decisions", type=int, default=40, help="of each match, at most")
    given = parser.parse_args()
    random = Random(1)
    rules = [game(name) for name in GAMES]
    before, begun = resident(), time.process_time()
    matches = [match_of(rules[i % len(rules)], i) for i in range(given.matches)]
    started = time.process_time() - begun
    new = resident() - before
    print(f"{given.matches} matches of {len(rules)} games, new: {new / given.matches / 1024:.1f} KB each")
    print(f"CPU to start one: {1000 * started / given.matches:.2f} ms", flush=True)
    times: dict[str, list[float]] = {name: [] for name in GAMES}
    for _ in range(given.decisions):
        for match in random.sample(matches, len(matches)):
            if match.status != OVER:
                asked = time.perf_counter()
                decide(match, random)
                times[match.rules.id].append(1000 * (time.perf_counter() - asked))
    played = resident() - before
    entries = mean(len(match.log) for match in matches)
    bytes_each = mean(sum(len(json.dumps(asdict(e))) for e in match.log) for match in matches[:500])
    memory = f"{played / given.matches / 1024:.1f} KB in memory, {resident() / 2**20:.0f} MB in all"
    print(f"after {entries:.0f} entries each: {memory}; {bytes_each / 1024:.1f} KB as JSON")
    for name, each in times.items():
        cuts = quantiles(each, n=1000)
        late = f"p99 {cuts[989]:.2f}, p99.9 {cuts[998]:.2f}, most {max(each):.1f}"
        print(f"{name}: {len(each)} decisions, ms: mean {mean(each):.2f}, median {median(each):.2f}, {late}")


if __name__ == "__main__":
    main()
