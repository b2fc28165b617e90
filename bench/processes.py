"""Games spread over processes, as the benches that play many of them do it."""

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")


def in_processes(work: Callable[[int], T], seeds: Iterable[int], jobs: int) -> list[T]:
    """What `work` makes of each seed, in the order of the seeds.

    :param work: can be pickled.
    :param jobs: how many processes.
    """
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return list(pool.map(work, seeds))
