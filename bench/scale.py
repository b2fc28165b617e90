"""What many players cost: ``python -m bench.scale matches|levels|writes``.

`matches` keeps many matches at once in one process. It drives the core of the match keeper (`Match`), with
bots whose moves cost nothing: no search, no database, no HTTP. It prints memory, the time of a decision with
the chance that follows it, and the size of the logs. `levels` prints the CPU time of a move of each level in
each game, `writes` how many actions a second a database takes: SQLite, or the one in
BATTLEWISE_BENCH_DATABASE.
"""

import argparse
import json
import os
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from threading import Thread

from battlewise.api.app import create_app
from battlewise.api.matches.match import OVER, Match, new_row
from battlewise.api.settings import Settings
from battlewise.api.store.database import Entry
from battlewise.api.store.tables import Chair, Terms
from battlewise.bots import LEVELS, bot
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
    chairs: list[Chair] = [
        {"seat": seat, "kind": "bot", "name": f"bot {seat}", "bot": "easy"} for seat in range(rules.seats)
    ]
    row = new_row(rules, TERMS, f"match-{number}", 0)
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


def matches(number: int, decisions: int) -> None:
    """Print what many matches at once take.

    :param decisions: of each match, at most.
    """
    random = Random(1)
    rules = [game(name) for name in GAMES]
    before, begun = resident(), time.process_time()
    made = [match_of(rules[i % len(rules)], i) for i in range(number)]
    started = time.process_time() - begun
    print(f"{number} matches of {len(rules)} games, new: {(resident() - before) / number / 1024:.1f} KB each")
    print(f"CPU to start one: {1000 * started / number:.2f} ms", flush=True)
    times: dict[str, list[float]] = {name: [] for name in GAMES}
    for _ in range(decisions):
        for match in random.sample(made, len(made)):
            if match.status != OVER:
                asked = time.perf_counter()
                decide(match, random)
                times[match.rules.id].append(1000 * (time.perf_counter() - asked))
    played = (resident() - before) / number / 1024
    entries = mean(len(match.log) for match in made)
    bytes_each = mean(sum(len(json.dumps(asdict(e))) for e in match.log) for match in made[:500]) / 1024
    memory = f"{played:.1f} KB in memory, {resident() / 2**20:.0f} MB in all"
    print(f"after {entries:.0f} entries each: {memory}; {bytes_each:.1f} KB as JSON")
    for name, each in times.items():
        cuts = quantiles(each, n=1000)
        late = f"p99 {cuts[989]:.2f}, p99.9 {cuts[998]:.2f}, most {max(each):.1f}"
        print(f"{name}: {len(each)} decisions, ms: mean {mean(each):.2f}, median {median(each):.2f}, {late}")


def levels(positions: int) -> None:
    """Print the CPU time of a move of each level, over positions of random games."""
    for name in GAMES:
        rules, random = game(name), Random(1)
        found = []
        while len(found) < positions:
            state = rules.new(seed=random.getrandbits(32))
            while not state.is_over and len(found) < positions:
                if len(state.legal()) > 1 and random.random() < 0.05:
                    found.append(state.copy())
                state.play(random.choice(state.legal()))
        costs = []
        for level in LEVELS:
            player, begun = bot(level), time.process_time()
            for number, state in enumerate(found):
                player.choose(state, seed=number)
            costs.append(f"{level} {1000 * (time.process_time() - begun) / len(found):.2f}")
        print(f"{name}: CPU ms a move: {', '.join(costs)}", flush=True)


def writes(seconds: float, threads: int = 16) -> None:
    """Print how many actions a second a database takes, each in a transaction of its own."""
    with tempfile.TemporaryDirectory() as folder:
        url = os.environ.get("BATTLEWISE_BENCH_DATABASE", f"sqlite:///{folder}/kept.db")
        app = create_app(Settings(database_url=url, files=folder, matches_an_address=10_000)).start()
        keeper = app.parts.keeper
        people = [{"kind": "remote", "name": "", "bot": None}] * 2
        tables = [keeper.create(game("pig"), TERMS, [dict(one) for one in people])[0] for _ in range(threads)]
        done, until = [0] * threads, time.monotonic() + seconds

        def act(number: int) -> None:
            match, random = tables[number], Random(number)
            while time.monotonic() < until and match.status != OVER:
                with match.lock:
                    assert match.state is not None
                    keeper.play(match, int(match.state.to_move), random.choice(match.state.legal()))
                done[number] += 1

        crowd = [Thread(target=act, args=(number,)) for number in range(threads)]
        begun, spent = time.monotonic(), time.process_time()
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join()
        took, cpu = time.monotonic() - begun, time.process_time() - spent
        app.close()
    kind, rate, each = url.partition(":")[0], sum(done) / took, 1000 * cpu / sum(done)
    print(f"{kind}: {rate:,.0f} actions/s from {threads} threads, {each:.2f} ms CPU each")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("matches", "levels", "writes"))
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--decisions", type=int, default=40, help="of each match, at most")
    parser.add_argument("--positions", type=int, default=40, help="of each game")
    parser.add_argument("--seconds", type=float, default=5)
    given = parser.parse_args()
    if given.what == "matches":
        matches(given.matches, given.decisions)
    elif given.what == "levels":
        levels(given.positions)
    else:
        writes(given.seconds)


if __name__ == "__main__":
    main()
