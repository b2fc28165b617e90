"""A batch of views against the same views one by one: ``python -m bench.service_batch``.

Both are answered by a service of its own. It exits with status 1 if the batch is less than `AIM` times as
fast, or an answer is missing.
"""

import argparse
import json
import os
import sys
import time
from http.client import HTTPConnection
from random import Random
from typing import Any

from battlewise.core import game
from bench.http import HOST
from bench.service import Served, ask, served

AIM = 1.9  # on two processors
JSON = {"Content-Type": "application/json"}


def views_of(name: str, number: int) -> list[dict[str, Any]]:
    """Views of decisions of random games."""
    rules, random = game(name), Random(1)
    found: list[dict[str, Any]] = []
    while len(found) < number:
        state = rules.new(seed=random.getrandbits(32))
        while not state.is_over and len(found) < number:
            if len(state.legal()) > 1 and random.random() < 0.1:
                found.append(state.view(state.to_move))
            state.play(random.choice(state.legal()))
    return found


def one_by_one(service: Served, name: str, level: str, views: list[dict[str, Any]]) -> float:
    """The seconds that views take one after the other, on one connection."""
    line, begun = HTTPConnection(HOST, service.port, timeout=60), time.perf_counter()
    for view in views:
        body = {"view": view, "level": level, "seed": 1}
        ask(service.port, "POST", f"/v1/games/{name}/moves", body, connection=line)
    return time.perf_counter() - begun


def at_once(service: Served, name: str, level: str, views: list[dict[str, Any]]) -> tuple[float, int]:
    """The seconds that a batch takes, and how many of its views were answered with a move."""
    line, begun = HTTPConnection(HOST, service.port, timeout=60), time.perf_counter()
    body = {"game": name, "level": level, "seed": 1, "views": [{"view": view} for view in views]}
    line.request("POST", "/v1/analyses", json.dumps(body), JSON)
    answers = [json.loads(text) for text in line.getresponse().read().splitlines()]
    return time.perf_counter() - begun, sum(one["status"] == 200 for one in answers)


def main() -> None:
    """Print views a second of both ways, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="battlelore")
    parser.add_argument("--views", type=int, default=500)
    parser.add_argument("--levels", nargs="+", default=["medium", "hard", "expert"])
    given = parser.parse_args()
    views, wrong = views_of(given.game, given.views), []
    with served() as service:
        for level in given.levels:
            at_once(service, given.game, level, views[:8])  # nothing is measured while it warms up
            single = one_by_one(service, given.game, level, views)
            batch, answered = at_once(service, given.game, level, views)
            print(
                f"{given.game}, {level}, {len(views)} views on {os.cpu_count()} processors: "
                f"{len(views) / single:.0f} views/s one by one, {len(views) / batch:.0f} views/s as a batch, "
                f"{single / batch:.2f} times as fast",
                flush=True,
            )
            wrong += [f"{level}: {answered} views answered"] if answered < len(views) else []
            wrong += [f"{level}: less than {AIM} times as fast"] if single / batch < AIM else []
    for line in wrong:
        print("WRONG:", line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
