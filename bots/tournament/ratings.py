"""Ratings by maximum likelihood, with intervals that know which games shared their luck.

A game's result is a share of one win: 1 for the winner, halves for two who tie. Each seat's chance of
the win is its strength over the sum of all seats' strengths, where the logarithm of a strength is the
entrant's rating plus a term for the seat:

    p_i = exp(r_i + s_i) / sum_j exp(r_j + s_j),    log likelihood = sum over games of score_i log p_i

With two seats this is Bradley-Terry's model, a tie counting as half a win each; with more it is the
first choice of Plackett-Luce's, and says nothing of the order among those who lost, as a game's result
does not either. At the maximum every entrant's expected score equals what it scored.

Frozen bots do not change, so the order of games is of no account, and all games are fitted at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, log, sqrt

import numpy as np
from numpy.typing import NDArray

from battlewise.bots.tournament.result import GameResult
from battlewise.core import BattlewiseError

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

ELO = 400 / log(10)
"""Elo points to one unit of log strength: 400 points are odds of ten to one."""

PRIOR = 0.05
"""Precision of a normal prior on every term, in log strength: a standard deviation of 777 Elo.

In 100 games a pair it moves a rating of 191 Elo by 0.2, and it keeps that of an entrant who won
everything finite, its interval off what it cannot be.
"""


@dataclass(frozen=True)
class Rating:
    """One entrant's rating.

    :ivar entrant: its name.
    :ivar elo: points, against a mean of 0 or the anchor's 0.
    :ivar low: the lower end of the 95 % interval.
    :ivar high: its upper end.
    :ivar games: how many games it played.
    :ivar score: its mean score a game, 0..1.
    """

    entrant: str
    elo: float
    low: float
    high: float
    games: int
    score: float


@dataclass(frozen=True)
class Fit:
    """The fitted model.

    :ivar entrants: their names, in the order of the terms.
    :ivar terms: the entrants' and then the seats' terms, in log strength; each of the two means 0.
    :ivar covariance: of the terms, clustered by seed.
    :ivar clusters: how many independent seeds stand behind it.
    :ivar games: how many games each entrant played.
    :ivar scores: each entrant's mean score a game.
    """

    entrants: tuple[str, ...]
    terms: Floats
    covariance: Floats
    clusters: int
    games: Ints
    scores: Floats

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.entrants)}

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """By how many Elo `one` is the stronger, and the standard error of that.

        :raises BattlewiseError: if there is no such entrant.
        """
        a, b = self._known(one), self._known(other)
        spread = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        return ELO * float(self.terms[a] - self.terms[b]), ELO * sqrt(max(0.0, spread))

    def superiority(self, one: str, other: str) -> float:
        """The likelihood that `one` is the stronger of the two, 0..1."""
        from scipy.special import ndtr  # here, because it takes a quarter of a second to import

        gap, error = self.difference(one, other)
        return float(ndtr(gap / error)) if error > 0 else 0.5 + 0.5 * ((gap > 0) - (gap < 0))

    def ratings(self, anchor: str | None = None) -> tuple[Rating, ...]:
        """The ratings, the strongest first.

        :param anchor: the entrant whose rating is 0; without one the mean is 0.
        :raises BattlewiseError: if there is no such entrant.
        """
        count = len(self.entrants)
        weights = np.full(count, 1 / count)
        if anchor is not None:
            weights = np.eye(count)[self._known(anchor)]
        contrast = np.eye(count) - weights
        elo = ELO * contrast @ self.terms[:count]
        errors = _errors(contrast @ self.covariance[:count, :count] @ contrast.T)
        half = quantile95(self.clusters - 1) * ELO * errors
        found = [
            Rating(
                name, float(elo[i]), float(elo[i] - half[i]), float(elo[i] + half[i]), int(n), float(score)
            )
            for i, (name, n, score) in enumerate(zip(self.entrants, self.games, self.scores, strict=True))
        ]
        return tuple(sorted(found, key=lambda one: (-one.elo, one.entrant)))

    def seats(self) -> tuple[tuple[float, float, float], ...]:
        """For each seat, what sitting there is worth in Elo against the mean seat, and the 95 % interval."""
        count = len(self.entrants)
        errors = _errors(self.covariance[count:, count:])
        half = quantile95(self.clusters - 1) * ELO * errors
        values = ELO * self.terms[count:]
        return tuple((float(v), float(v - h), float(v + h)) for v, h in zip(values, half, strict=True))

    def chances(self, seats: Sequence[str]) -> tuple[float, ...]:
        """What the model expects each seat of a line-up to score, together 1.

        :raises BattlewiseError: if there is no such entrant.
        """
        count = len(self.entrants)
        strengths = np.exp([self.terms[self._known(name)] for name in seats] + self.terms[count:])
        return tuple(float(share) for share in strengths / strengths.sum())

    def _known(self, name: str) -> int:
        if name not in self._index:
            raise BattlewiseError(f"entrant: {name!r} played no complete block")
        return self._index[name]


def complete_blocks(results: Sequence[GameResult]) -> tuple[GameResult, ...]:
    """The games of the blocks that have every seating of their line-up, in the order given.

    A block has them when each of its entrants sat equally often in every seat.
    """
    blocks: dict[str, list[GameResult]] = {}
    for one in results:
        blocks.setdefault(one.block, []).append(one)
    whole = {name for name, games in blocks.items() if _balanced(games)}
    return tuple(one for one in results if one.block in whole)


def _balanced(games: list[GameResult]) -> bool:
    columns = [sorted(names) for names in zip(*(one.seats for one in games), strict=True)]
    return all(column == columns[0] for column in columns)


def rate(results: Sequence[GameResult]) -> Fit:
    """Fit the model to the complete blocks of a tournament.

    :raises BattlewiseError: if no block is complete, or the games differ in their number of seats.
    """
    games = complete_blocks(results)
    if not games:
        raise BattlewiseError("results: there is no complete block to rate")
    if len({len(one.seats) for one in games}) > 1:
        raise BattlewiseError("seats: the games differ in how many they have")
    entrants = tuple(sorted({name for one in games for name in one.seats}))
    index = {name: i for i, name in enumerate(entrants)}
    seeds: dict[int, int] = {}
    return fit(
        entrants,
        np.array([[index[name] for name in one.seats] for one in games]),
        np.array([one.scores for one in games]),
        np.array([seeds.setdefault(one.seed, len(seeds)) for one in games]),
    )


def fit(entrants: tuple[str, ...], seating: Ints, scores: Floats, clusters: Ints) -> Fit:
    """Fit the model to games in arrays.

    :param entrants: the names.
    :param seating: games by seats: who sat there, an index of `entrants`.
    :param scores: games by seats: what each seat scored.
    :param clusters: for each game its seed's number from 0 on; games of one seed share their luck.
    """
    count = len(entrants)
    columns = _columns(seating, count)
    size = count + seating.shape[1]
    line_ups, which, times = np.unique(seating, axis=0, return_inverse=True, return_counts=True)
    totals: Floats = np.stack([np.bincount(which, column) for column in scores.T], axis=1)
    terms, curvature = _most_likely(_columns(line_ups, count), totals, times, size)
    inverse = np.linalg.inv(curvature)
    meat = _scatter(columns, seating, scores, _chances(terms, columns), clusters, count)
    games = np.bincount(seating.ravel(), minlength=count)
    means = np.bincount(seating.ravel(), scores.ravel(), minlength=count) / games
    return Fit(entrants, terms, inverse @ meat @ inverse, int(clusters.max()) + 1, games, means)


def _columns(seating: Ints, count: int) -> Ints:
    """For each seat of each game its two terms, the entrant's and the seat's."""
    return np.stack([seating, np.broadcast_to(count + np.arange(seating.shape[1]), seating.shape)], axis=2)


def _most_likely(columns: Ints, totals: Floats, times: Ints, size: int) -> tuple[Floats, Floats]:
    """The terms of the greatest likelihood, by Newton's steps, and its curvature there.

    :param columns: line-up by line-up.
    :param totals: what each seat of a line-up scored in all its games.
    :param times: how many games those are.
    """
    terms = np.zeros(size)
    for _ in range(100):
        chances = _chances(terms, columns)
        slope = _sums(columns, totals - times[:, None] * chances, size) - PRIOR * terms
        curvature = _information(columns, chances, times, size) + PRIOR * np.eye(size)
        step = np.linalg.solve(curvature, slope)
        terms = terms + step * min(1.0, 2 / max(1e-300, float(np.abs(step).max())))
        if np.abs(step).max() < 1e-10:
            break
    return terms, curvature


def _chances(terms: Floats, columns: Ints) -> Floats:
    strengths = terms[columns].sum(axis=2)
    strengths = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(strengths / strengths.sum(axis=1, keepdims=True))


def _sums(columns: Ints, weights: Floats, size: int) -> Floats:
    """For each term the sum of the weights of the seats it stands in."""
    spread = np.broadcast_to(weights[:, :, None], columns.shape)
    return np.asarray(np.bincount(columns.ravel(), spread.ravel(), minlength=size), dtype=np.float64)


def _information(columns: Ints, chances: Floats, times: Ints, size: int) -> Floats:
    """Fisher's information on the terms: the covariance of the results that the model expects.

    :param times: how many games each row stands for.
    """
    total = np.zeros(size * size)
    for a in range(columns.shape[1]):
        for b in range(columns.shape[1]):
            weights = times * chances[:, a] * ((a == b) - chances[:, b])
            for i in range(2):
                for j in range(2):
                    cell = columns[:, a, i] * size + columns[:, b, j]
                    total += np.bincount(cell, weights, minlength=size * size)
    return total.reshape(size, size)


def _scatter(
    columns: Ints, seating: Ints, scores: Floats, chances: Floats, clusters: Ints, count: int
) -> Floats:
    """The observed covariance of the likelihood's slope, summed over clusters.

    An entrant whose score is the same on every seed shows no spread to go by: its games count as
    independent of each other, as the model has them.
    """
    size = count + columns.shape[1]
    number = int(clusters.max()) + 1
    cells = clusters[:, None, None] * size + columns
    spread = np.broadcast_to((scores - chances)[:, :, None], columns.shape)
    slopes = np.bincount(cells.ravel(), spread.ravel(), minlength=number * size).reshape(number, size)
    meat = slopes.T @ slopes * (number / max(1, number - 1))
    flat = _flat(seating, scores, clusters, count)
    chosen = flat[seating].any(axis=1) if number > 1 else np.ones(len(seating), dtype=bool)
    if chosen.any():
        once = np.ones(int(chosen.sum()), dtype=np.int64)
        meat = meat + _information(columns[chosen], chances[chosen], once, size)
    return np.asarray(meat)


def _flat(seating: Ints, scores: Floats, clusters: Ints, count: int) -> Bools:
    """For each entrant whether its mean score is the same on every seed it played."""
    cells = (clusters[:, None] * count + seating).ravel()
    number = (int(clusters.max()) + 1) * count
    games = np.bincount(cells, minlength=number).reshape(-1, count)
    sums = np.bincount(cells, scores.ravel(), minlength=number).reshape(-1, count)
    means = np.where(games > 0, sums / np.maximum(games, 1), np.nan)
    return np.asarray(np.nanmax(means, axis=0) - np.nanmin(means, axis=0) < 1e-9)


def _errors(covariance: Floats) -> Floats:
    return np.asarray(np.sqrt(np.maximum(0.0, np.diag(covariance))))


def quantile95(freedom: int) -> float:
    """The quantile of a two-sided 95 % interval of Student's t; infinite below 1 degree of freedom."""
    from scipy.special import stdtrit  # here, because it takes a quarter of a second to import

    return float(stdtrit(freedom, 0.975)) if freedom >= 1 else inf


def expected_score(elo: float, seats: int = 2) -> float:
    """What an entrant scores who is `elo` stronger than each of its opponents, all of them equal.

    1 / (1 + (seats - 1) 10^(-elo / 400)): the even share, 1 / seats, at 0.
    """
    return 1 / (1 + (seats - 1) * exp(-elo / ELO))
