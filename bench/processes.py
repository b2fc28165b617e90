"""Work spread over processes."""

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")


def in_processes(work: Callable[[int], T], seeds: Iterable[int], jobs: int) -> list[T]:
    """The results of `work` for each seed, in the order of the seeds.

    :param work: a function that can be pickled.
    :param jobs: number of processes.
    """
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return list(pool.map(work, seeds))
