"""Is one bot stronger than another? A sequential test that stops as soon as there is a verdict.

Wald's sequential probability ratio test, in the generalised form for results whose distribution is not
known: for each hypothesis the distribution of a block's score that fits the blocks best among those
with the mean that the hypothesis states (M. Van den Bergh, "A Practical Introduction to the GSPRT",
as Fishtest has it). A result is what the tested bot scored in a block, all seats played on one seed:
with two seats one of 0, 1/4, 1/2, 3/4 and 1, with more its mean against an even share of 1 / seats.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import isfinite, log
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from battlewise.bots.tournament.ratings import expected_score
from battlewise.core import BattlewiseError

Floats = NDArray[np.float64]
Verdict = Literal["H0", "H1", "continue"]

FLOOR_BLOCKS = 32
"""No verdict on fewer blocks: a distribution guessed from a handful is too narrow."""

FLOOR_MASS = 0.02
"""What every possible score is counted beyond what was seen: a floor on the variance."""


class SprtError(BattlewiseError):
    """A parameter of the test is wrong.

    :ivar field: which.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field


def possible_scores(seats: int) -> tuple[float, ...]:
    """What a bot can score in a block: with two seats ties count, with more they add values as they come."""
    parts = 4 if seats == 2 else seats
    return tuple(round(part / parts, 9) for part in range(parts + 1))


def llr(values: Floats, counts: Floats, mean0: float, mean1: float) -> Floats:
    """The generalised log-likelihood ratio of mean `mean1` to mean `mean0`.

    :param values: the possible scores of a block, rising; they enclose both means.
    :param counts: how often each was seen; the last axis is that of `values`.
    :returns: one ratio for each row of counts.
    """
    counts = np.asarray(counts, dtype=np.float64) + FLOOR_MASS
    total = counts.sum(axis=-1, keepdims=True)
    shares = counts / total
    away0, away1 = values - mean0, values - mean1
    tilt0, tilt1 = _tilt(away0, shares), _tilt(away1, shares)
    ratio = np.log1p(tilt0[..., None] * away0) - np.log1p(tilt1[..., None] * away1)
    return np.asarray((counts * ratio).sum(axis=-1))


def _tilt(away: Floats, shares: Floats) -> Floats:
    """The x at which shares / (1 + x away) has mean 0: the likeliest distribution of that mean.

    sum(shares * away / (1 + x away)) falls from +infinity to -infinity between the poles on either side
    of 0, so Newton's steps are kept inside a bracket that halves.
    """
    low = np.full(shares.shape[:-1], -1 / away.max() * (1 - 1e-12))
    high = np.full(shares.shape[:-1], -1 / away.min() * (1 - 1e-12))
    x = np.zeros(shares.shape[:-1])
    for _ in range(100):
        part = away / (1 + x[..., None] * away)
        value = (shares * part).sum(axis=-1)
        low, high = np.where(value > 0, x, low), np.where(value > 0, high, x)
        newton = x + value / (shares * part * part).sum(axis=-1)
        inside = (newton > low) & (newton < high)
        step = np.where(inside, newton, (low + high) / 2) - x
        x = x + step
        if np.abs(step).max() < 1e-12:
            break
    return x


@dataclass
class Overshoot:
    """How far the ratio steps beyond a bound on average, from its own records up and down.

    A test stops beyond its bound, not on it, and so errs less often than asked and plays too long.
    D. Siegmund's correction moves the bound in by the mean excess, E[h^2] / (2 E[h]) over the ladder
    heights h: the steps by which the ratio beat its own record.
    """

    record: float | Floats = 0.0
    sums: float | Floats = 0.0
    squares: float | Floats = 0.0

    def add(self, ratio: float | Floats) -> None:
        """Take in the next ratio, measured towards the bound."""
        height = np.maximum(0.0, ratio - self.record)
        self.record = self.record + height
        self.sums = self.sums + height
        self.squares = self.squares + height**2

    @property
    def excess(self) -> float | Floats:
        """By how much to move the bound in."""
        mean = np.where(self.sums > 0, self.squares / np.maximum(2 * self.sums, 1e-300), 0.0)
        return float(mean) if mean.ndim == 0 else mean


@dataclass
class Sprt:
    """A running test of H0 ``elo <= elo0`` against H1 ``elo >= elo1``.

    :ivar elo0: the rating difference that is not worth having.
    :ivar elo1: the one that is.
    :ivar alpha: the chance to take H1 at `elo0`.
    :ivar beta: the chance to take H0 at `elo1`.
    :ivar seats: of the game; all but one are taken by the other bot.
    :ivar track: the log-likelihood ratio after each block.
    :raises SprtError: naming the parameter that is wrong.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    seats: int = 2
    track: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            value = getattr(self, name)
            if not (isfinite(value) and abs(value) <= 1000):
                raise SprtError(name, f"{value} is not in -1000..1000")
        if self.elo1 - self.elo0 < 0.1:
            raise SprtError("elo1", f"{self.elo1} is not at least 0.1 above elo0, {self.elo0}")
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not 0.0001 <= value < 0.5:
                raise SprtError(name, f"{value} is not in 0.0001..0.5")
        if not 2 <= self.seats <= 5:
            raise SprtError("seats", f"{self.seats} is not in 2..5")
        self._counts: Counter[float] = Counter(dict.fromkeys(possible_scores(self.seats), 0))
        self._up, self._down = Overshoot(), Overshoot()

    @property
    def doc(self) -> dict[str, float]:
        """The test's parameters, as the class takes them."""
        return {name: getattr(self, name) for name in ("elo0", "elo1", "alpha", "beta", "seats")}

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first is H0's, above the second H1's, before the correction for overshoot."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    @property
    def means(self) -> tuple[float, float]:
        """What the tested bot scores under H0 and under H1."""
        return expected_score(self.elo0, self.seats), expected_score(self.elo1, self.seats)

    @property
    def blocks(self) -> int:
        """How many blocks were taken in."""
        return len(self.track)

    def add(self, score: float) -> Verdict:
        """Take in the next block, and say where the test stands.

        :param score: the tested bot's mean score in it, 0..1.
        :raises SprtError: if it is not.
        """
        if not 0 <= score <= 1:
            raise SprtError("score", f"{score} is not in 0..1")
        self._counts[round(score, 9)] += 1
        values = sorted(self._counts)
        counts = np.array([self._counts[value] for value in values])
        ratio = float(llr(np.array(values), counts, *self.means))
        self.track.append(ratio)
        self._up.add(ratio)
        self._down.add(-ratio)
        return self.verdict

    @property
    def verdict(self) -> Verdict:
        """H0, H1 or continue."""
        if self.blocks < FLOOR_BLOCKS:
            return "continue"
        lower, upper = self.bounds
        if self.track[-1] <= lower + float(self._down.excess):
            return "H0"
        if self.track[-1] >= upper - float(self._up.excess):
            return "H1"
        return "continue"
