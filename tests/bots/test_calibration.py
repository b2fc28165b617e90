"""Curves from a search's values to win chances (``bench.calibration``)."""

from itertools import pairwise

import numpy as np

from bench.calibration import Sample, table


def test_a_curve_follows_values_that_crowd_near_certainty() -> None:
    """A search that is far too sure: of values of 0.99 half are won; but what it has worked out is true."""
    rng = np.random.default_rng(1)
    chance = rng.beta(1, 3, 40_000)
    sure = 1 / (1 + np.exp(-(np.log(chance / (1 - chance)) * 2.5 + 4)))
    won = rng.random(len(chance)) < chance
    samples = [Sample(i, 0.5, float(v), float(w)) for i, (v, w) in enumerate(zip(sure, won, strict=True))]
    samples += [Sample(i, 0.5, 1.0, 1.0) for i in range(5_000)]
    searched, actual = table(samples)
    assert searched == sorted(searched)
    assert actual == sorted(actual)
    assert (searched[-1], actual[-1]) == (1, 1)
    off = np.interp(sure, searched, actual) - chance
    for tenth in range(9):
        within = (chance >= tenth / 10) & (chance < (tenth + 1) / 10)
        assert abs(off[within].mean()) < 0.05


def test_a_curve_has_one_result_for_each_value() -> None:
    """Shares whose values differ by less than the table's digits are one knot."""
    rng = np.random.default_rng(2)
    sure = rng.uniform(1.1e-6, 1.4e-6, 1_000)
    values = [*sure, *rng.uniform(0.2, 0.8, 1_000), *(1 - sure)]
    searched, actual = table([Sample(i, 0.5, float(v), float(v > 0.5)) for i, v in enumerate(values)])
    assert all(one < other for one, other in pairwise(searched))
    assert len(actual) == len(searched)
