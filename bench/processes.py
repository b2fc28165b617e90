"""Work spread over processes, and its results kept in a ledger, a file of JSON lines."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
Row = dict[str, Any]
"""A line of a ledger."""


def in_processes(work: Callable[[int], T], seeds: Iterable[int], jobs: int) -> list[T]:
    """The results of `work` for each seed, in the order of the seeds.

    :param work: a function that can be pickled.
    :param jobs: number of processes.
    """
    asked = list(seeds)
    found = dict(_as_they_come(work, asked, jobs))
    return [found[seed] for seed in asked]


def _as_they_come(work: Callable[[int], T], seeds: Iterable[int], jobs: int) -> Iterator[tuple[int, T]]:
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(work, seed): seed for seed in seeds}
        try:
            for ended in as_completed(running):
                yield running[ended], ended.result()
        finally:
            pool.shutdown(cancel_futures=True)


def ledger(folder: Path, names: Iterable[str]) -> Path:
    """The ledger in a folder that is named after a game, its options and its bots; names may have colons."""
    return folder / (",".join(names).replace(":", "-") + ".jsonl")


def named(row: Row) -> str:
    """The game of a ledger's line with its options, such as ``batalj players=2``."""
    return " ".join([row["game"], *(f"{name}={value}" for name, value in row["options"].items())])


def kept(path: Path, key: Row) -> list[Row]:
    """The lines of a ledger with these values, in their order; none if there is no ledger yet."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [row for row in map(json.loads, lines) if all(row.get(name) == key[name] for name in key)]


def keep(path: Path, row: Row) -> None:
    """Add a line to a ledger."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def kept_results(
    work: Callable[[int], Row], seeds: Sequence[int], jobs: int, path: Path, key: Row
) -> list[Row]:
    """As `in_processes`, with what a ledger has already; a run that was stopped goes on where it was.

    :param path: of the ledger.
    :param key: what tells the results of this work from others: rules, data, bots.
    """
    found = {row["seed"]: row["result"] for row in kept(path, key)}
    left = [seed for seed in seeds if seed not in found]
    for seed, result in _as_they_come(work, left, jobs):
        found[seed] = result
        keep(path, {**key, "seed": seed, "result": result})
    return [found[seed] for seed in seeds]
