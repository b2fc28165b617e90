"""Intervals that hold after every number of results at once."""

from math import log

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STAKES = 0.8 / 2.0 ** np.arange(8)
_STEPS = 40  # of a bisection


def bounds(results: Floats, alpha: float) -> tuple[float, float]:
    """An interval of the mean of independent results in 0..1.

    With a probability of at least 1 - alpha it contains the mean after every number of results at once,
    whatever their distribution. So looking at it again and again and stopping because of it do not spoil it.
    It is about 1.6 times as wide as an interval for one number of results that is fixed before.

    The lower end is the least m that bets on results above m do not refute. If the mean is m, such bets are
    fair, and the capital grows to 2 / alpha times the stake with a probability of at most alpha / 2. See
    Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (JRSS B 86, 2024).

    :param results: at least one.
    """
    values, counts = np.unique(results, return_counts=True)
    return _lower(values, counts, alpha), 1 - _lower(1 - values, counts, alpha)


def _lower(values: Floats, counts: NDArray[np.int64], alpha: float) -> float:
    """The lower end: mean capital of bettors with different stakes, each the same for all results."""
    low, high = 0.0, float(np.average(values, weights=counts))
    for _ in range(_STEPS):
        mean = (low + high) / 2
        if mean <= 0:
            break
        capitals = (np.log1p(np.multiply.outer(_STAKES, values / mean - 1)) * counts).sum(axis=1)
        refuted = float(np.logaddexp.reduce(capitals)) - log(len(_STAKES)) >= log(2 / alpha)
        low, high = (mean, high) if refuted else (low, mean)
    return low
