"""Plays the games of a report, and keeps them in a ledger, a file of JSON lines."""

import json
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict
from functools import partial
from pathlib import Path

from battlewise.bots.balance.play import Job, Json, play
from battlewise.bots.tournament.crew import Crew
from battlewise.bots.tournament.plan import rules_of
from battlewise.bots.version import version_of
from battlewise.core import BattlewiseError


def played(
    job: Job, seeds: range, crew: Crew, ledger: Path | None, tell: Callable[[int], None]
) -> list[Json]:
    """The games of some seeds, in their order; what the ledger has is not played again.

    :param tell: called with the number of games that there are.
    :raises BattlewiseError: the ledger is of other games.
    """
    games = _kept(ledger, job) if ledger is not None else {}
    left = [seed for seed in seeds if seed not in games]
    task = partial(play, job)
    executor = crew.start() if left else None
    running: dict[Future[Json], int] = {}
    try:
        while executor is not None and (left or running):
            while left and len(running) <= crew.workers:
                seed = left.pop(0)
                running[executor.submit(task, seed)] = seed
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                seed = running.pop(future)
                games[seed] = future.result()
                if ledger is not None:
                    _keep(ledger, {"seed": seed, **games[seed]})
                tell(sum(seed in games for seed in seeds))
    finally:
        if executor is not None:
            crew.stop(executor)
    return [games[seed] for seed in seeds]


def _head(job: Job) -> Json:
    """What tells a ledger's games from others."""
    variants = [dict(asdict(terms)["options"]) for terms in job.variants]
    return {"version": version_of(rules_of(job.variants[0])), "bot": job.spec, "variants": variants}


def _kept(ledger: Path, job: Job) -> dict[int, Json]:
    if not ledger.exists():
        _keep(ledger, _head(job))
        return {}
    *lines, cut = ledger.read_text("utf-8").split("\n")
    try:
        head, *rows = map(json.loads, lines)
    except ValueError:
        raise BattlewiseError(f"ledger: {ledger} is not a ledger of `battlewise balance`") from None
    if head != _head(job):
        raise BattlewiseError(f"ledger: {ledger} has games of another bot, version or choice of options")
    if cut:  # a run that was killed left it
        ledger.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return {row.pop("seed"): row for row in rows}


def _keep(ledger: Path, row: Json) -> None:
    ledger.parent.mkdir(parents=True, exist_ok=True)
    with ledger.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
