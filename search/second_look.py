"""A second look at the best move of a search, by playouts to the end of the game.

A search cannot see where the estimate that ends its playouts is wrong. Whole games can, but they are noisy: a
move takes the place of the best one only if they say clearly that it is better.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from battlewise.core import State
from battlewise.search.playout import results

ERRORS = 2.5  # standard errors by which a move has to be better
FEWEST = 24  # deals that it needs
FIRST, STEP = 8, 4  # deals to the first time that moves drop out, and between two such times
HOPE, DOUBT = 0.5, 1.0  # standard errors that a move may be behind at first; what this falls by to the end
SHARPNESS = (1, 2)  # times the power, from deal to deal: one weak policy misleads more than two
LEAST_VARIANCE = 0.02  # of the differences on one deal, where the first of them are all alike


@dataclass
class _Rival:
    """A move that may be better than the best one, and by how much it was on the deals so far."""

    code: int
    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, difference: float) -> None:
        self.deals += 1
        self.total += difference
        self.squares += difference * difference

    def lead(self, errors: float) -> float:
        """The mean difference less so many standard errors."""
        mean = self.total / self.deals
        variance = max(LEAST_VARIANCE, self.squares / self.deals - mean * mean)
        return mean - errors * sqrt(variance / self.deals)


class SecondLook:
    """Playouts from the best move of a search and from others, each on common deals.

    :param state: the decision.
    :param best: the best move, packed.
    :param others: the moves that may take its place, packed.
    :param playouts: how many there are at most.
    :param power: of `weigh`, by which they choose; 0: uniformly.
    """

    def __init__(
        self, state: State, best: int, others: Iterable[int], playouts: int, power: int, seed: int
    ) -> None:
        self.left = playouts
        self._state, self._best, self._power, self._seed = state, best, power, seed
        self._playouts = playouts
        self._deals = 0
        self._rivals = [_Rival(code) for code in others]
        self._active = self._rivals

    def look(self) -> bool:
        """Play on from each move that is left, on one deal; False if there is nothing more to do."""
        if not self._active or self.left <= len(self._active):
            return False
        codes = [self._best, *(rival.code for rival in self._active)]
        power = self._power * SHARPNESS[self._deals % len(SHARPNESS)]
        best, *others = results(self._state, codes, self._seed + (self._deals << 64), power)
        for rival, value in zip(self._active, others, strict=True):
            rival.add(value - best)
        self.left -= len(codes)
        self._deals += 1
        if self._deals >= FIRST and self._deals % STEP == 0:
            behind = DOUBT * (1 - self.left / self._playouts) - HOPE
            self._active = [rival for rival in self._active if rival.lead(behind) >= 0]
        return True

    def better(self) -> int | None:
        """The move that is clearly better than the best one; None if there is none."""
        clear = [one for one in self._rivals if one.deals >= FEWEST and one.lead(ERRORS) > 0]
        return max(clear, key=lambda one: one.lead(ERRORS)).code if clear else None
