"""Flame graphs by py-spy, with C functions: ``python -m bench.profile [--game GAME] [-o NAME=VALUE]``.

Writes search.svg, play.svg (random play) and service.svg (the service while a second process sends it move
requests) to the folder ``--out``. ``make profile`` runs it on an optimised build with debug symbols.
"""

import argparse
import json
import shutil
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

from battlewise.bots import bot
from battlewise.bots.arguments import options_of
from battlewise.core import Game, State, game
from battlewise.search.playout import random_games
from bench.http import HOST, service

WHAT = ("search", "play", "service")
BOT = "mcts:iterations=4000"
SERVED_BOT = "mcts:iterations=1000"
RATE = "250"  # samples a second


def search(rules: Game, seconds: float) -> None:
    """Search the decisions of a game that a bot plays against itself, game after game."""
    player = bot(BOT)
    end = time.monotonic() + seconds
    state = rules.new(seed=0)
    while time.monotonic() < end:
        if state.is_over:
            state = rules.new(seed=state.seed + 1)
        legal = state.legal()
        state.play(legal[0] if len(legal) == 1 else player.choose(state, seed=state.ply).move)


def play(rules: Game, seconds: float) -> None:
    """Play random games."""
    end = time.monotonic() + seconds
    seed = 0
    while time.monotonic() < end:
        random_games(rules.new(seed=seed, chance="ask"), 100, seed)
        seed += 1


def load(rules: Game, port: int, requests: int) -> None:
    """Send the service move requests, one after the other, for positions of random games."""
    connection = HTTPConnection(HOST, port)
    states = _positions(rules)
    for number in range(requests):
        state = states[number % len(states)]
        body = {"view": state.view(state.to_move), "options": dict(rules.options), "bot": SERVED_BOT}
        path = f"/v1/games/{rules.id}/moves"
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise SystemExit(f"the service answered {response.status}: {answer.decode()}")


def _positions(rules: Game) -> list[State]:
    """Twenty decisions with a choice, early in games of the random bot."""
    found = []
    player = bot("random")
    for seed in range(20):
        state = rules.new(seed=seed)
        while not state.is_over and (state.ply < 3 * seed or len(state.legal()) < 2):
            state.play(player.choose(state, seed=state.ply).move)
        if not state.is_over:
            found.append(state)
    return found


def record(out: Path, *arguments: str) -> list[str]:
    """The command that records a flame graph."""
    spy = shutil.which("py-spy", path=str(Path(sys.executable).parent))
    if spy is None:
        raise SystemExit("py-spy is not installed; run pip install 'battlewise[profile]'")
    return [spy, "record", "--native", "--rate", RATE, "--output", str(out), *arguments]


def profile_service(out: Path, child: list[str], requests: int) -> None:
    """Attach to the service's worker process while a second process sends it requests."""
    with service() as (port, worker):
        spy = subprocess.Popen(record(out, "--pid", str(worker)))
        time.sleep(1.0)
        subprocess.run([*child, "--port", str(port), "--requests", str(requests)], check=True)
        spy.send_signal(signal.SIGINT)
        if spy.wait():
            raise SystemExit("py-spy failed; see its message above")


def main() -> None:
    """Write the flame graphs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", choices=[*WHAT, []], help="default: all of them")
    parser.add_argument("--game", default="battlelore")
    parser.add_argument(
        "--option", "-o", action="append", default=[], help="an option of the game, name=value"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="of search and of random play")
    parser.add_argument("--requests", type=int, default=300, help="number of requests to the service")
    parser.add_argument("--out", type=Path, default=Path("build", "profile"))
    parser.add_argument("--work", choices=("search", "play", "load"), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    rules = game(given.game, **options_of(given.option))
    if given.work == "search":
        search(rules, given.seconds)
    elif given.work == "play":
        play(rules, given.seconds)
    elif given.work == "load":
        load(rules, given.port, given.requests)
    else:
        given.out.mkdir(parents=True, exist_ok=True)
        options = [text for pair in given.option for text in ("-o", pair)]
        child = [sys.executable, "-m", "bench.profile", "--game", given.game, *options, "--work"]
        for what in given.what or WHAT:
            out = given.out / f"{what}.svg"
            if what == "service":
                profile_service(out, [*child, "load"], given.requests)
            else:
                seconds = ["--seconds", str(given.seconds)]
                subprocess.run([*record(out, "--"), *child, what, *seconds], check=True)
            print(f"wrote {out}")


if __name__ == "__main__":
    main()
