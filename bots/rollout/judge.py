"""What the games of a rollout show: values, differences, and whether the best move is clear."""

from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

import numpy as np

from battlewise.bots.rollout.interval import Floats, bounds
from battlewise.bots.rollout.trials import Game
from battlewise.core import Move, State

ALPHA = 0.05

Verdict = Literal["clear", "equal", "open"]


@dataclass(frozen=True)
class Rolled:
    """A candidate and what its games show. All values are results of the seat that decides, 0..1.

    :ivar move: the move.
    :ivar trials: number of its games.
    :ivar value: the mean result.
    :ivar error: its standard error; None below two trials.
    :ivar low: lower end of the 95 % interval of the value.
    :ivar high: its upper end.
    :ivar loss: how much the best candidate's mean is above this one's, on the trials of this one.
    :ivar loss_low: lower end of the 95 % interval of the loss.
    :ivar loss_high: its upper end.
    :ivar dropped: whether it got no more trials because it was clearly worse than another.
    """

    move: Move
    trials: int
    value: float
    error: float | None
    low: float
    high: float
    loss: float
    loss_low: float
    loss_high: float
    dropped: bool


@dataclass(frozen=True)
class Rollout:
    """The result of a rollout.

    :ivar candidates: the best first; those that were dropped last.
    :ivar verdict: ``clear``: the first candidate is better than every other; ``equal``: of those that were
        not dropped, none is worse than the first by more than the margin; ``open``: neither.
    :ivar trials: number of trials of the first candidate.
    :ivar games: number of games of all candidates.
    :ivar bot: the bot that played all seats, in canonical form.
    :ivar seed: of the trials.
    """

    candidates: tuple[Rolled, ...]
    verdict: Verdict
    trials: int
    games: int
    bot: str
    seed: int

    def doc(self, state: State) -> dict[str, Any]:
        """The result as a JSON object.

        :param state: the decision.
        """
        words = state.words([one.move for one in self.candidates], state.to_move)
        return {
            "verdict": self.verdict,
            "trials": self.trials,
            "games": self.games,
            "bot": self.bot,
            "seed": self.seed,
            "candidates": [
                {
                    **vars(one),
                    "move": {"text": one.move.text, "doc": one.move.doc, "touches": list(one.move.touches)},
                    "words": said,
                }
                for one, said in zip(self.candidates, words, strict=True)
            ],
        }


class Judge:
    """The results of a rollout's games, as far as they are known.

    The intervals of the differences between all pairs of candidates hold together, after every number of
    trials, with a probability of 95 %. So they stay true although it looks again and again, drops candidates,
    and chooses the best by the same games.

    :param moves: the candidates, at least one.
    :param most: number of trials.
    :ivar live: the candidates, by number, that were not dropped.
    """

    def __init__(self, moves: tuple[Move, ...], most: int) -> None:
        self.live = tuple(range(len(moves)))
        self._moves = moves
        self._results = np.full((len(moves), most), np.nan)
        self._pair_alpha = ALPHA / max(1, len(moves) * (len(moves) - 1) // 2)

    def add(self, games: list[Game]) -> None:
        """Note the results of games."""
        for game in games:
            if game.trial < self._results.shape[1]:
                self._results[game.candidate, game.trial] = game.value

    def missing(self, trials: int) -> list[tuple[int, tuple[int, ...]]]:
        """Of the first trials, those that some live candidate lacks, with these candidates."""
        lacking = np.isnan(self._results[list(self.live), :trials])
        found = [
            (trial, tuple(one for one, lacks in zip(self.live, lacking[:, trial], strict=True) if lacks))
            for trial in range(trials)
        ]
        return [(trial, candidates) for trial, candidates in found if candidates]

    def drop(self) -> None:
        """Drop the candidates that are clearly worse than the best."""
        best = self._best()
        self.live = tuple(one for one in self.live if one == best or self._loss(best, one)[1] <= 0)

    def verdict(self, margin: float) -> Verdict:
        """The verdict so far.

        :param margin: a loss up to which a candidate is as good as the best, 0..1.
        """
        if len(self.live) == 1:
            return "clear"
        best = self._best()
        near = all(self._loss(best, one)[2] <= margin for one in self.live if one != best)
        return "equal" if near else "open"

    def _best(self) -> int:
        """The live candidate with the best mean over the trials that all live ones have."""
        trials = min(len(self._known(one)) for one in self.live)
        return max(self.live, key=lambda one: float(self._known(one)[:trials].mean()))

    def _known(self, candidate: int) -> Floats:
        """The results of a candidate up to the first trial that is missing."""
        lacking = np.isnan(self._results[candidate])
        return self._results[candidate, : int(lacking.argmax()) if lacking.any() else None]

    def _loss(self, best: int, candidate: int) -> tuple[float, float, float]:
        """The loss of a candidate against the best, and its interval."""
        one, other = self._known(best), self._known(candidate)
        trials = min(len(one), len(other))
        differences = one[:trials] - other[:trials]
        low, high = bounds((differences + 1) / 2, self._pair_alpha)
        return float(differences.mean()), 2 * low - 1, 2 * high - 1

    @property
    def begun(self) -> bool:
        """Whether every candidate has a trial."""
        return all(len(self._known(one)) for one in self.live)

    def result(self, margin: float, bot: str, seed: int) -> Rollout:
        """The result so far, once it has `begun`."""
        best = self._best()
        rolled = [self._rolled(best, one) for one in range(len(self._moves))]
        rolled.sort(key=lambda one: (one.move != self._moves[best], one.dropped, -one.value))
        games = int((~np.isnan(self._results)).sum())
        return Rollout(tuple(rolled), self.verdict(margin), rolled[0].trials, games, bot, seed)

    def _rolled(self, best: int, candidate: int) -> Rolled:
        results = self._known(candidate)
        low, high = bounds(results, ALPHA)
        loss, loss_low, loss_high = (0.0, 0.0, 0.0) if candidate == best else self._loss(best, candidate)
        return Rolled(
            move=self._moves[candidate],
            trials=len(results),
            value=float(results.mean()),
            error=float(results.std(ddof=1)) / sqrt(len(results)) if len(results) > 1 else None,
            low=low,
            high=high,
            loss=loss,
            loss_low=loss_low,
            loss_high=loss_high,
            dropped=candidate not in self.live,
        )
