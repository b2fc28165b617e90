"""Curves from a search's values to win chances (``bench.calibration``)."""

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
