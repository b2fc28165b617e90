"""Fits of weights to games (``bench.fit``)."""

import numpy as np
import pytest

from bench.fit import fit_softmax


@pytest.mark.parametrize("moves", [4, 200])
def test_weights_of_moves_are_found_again(moves: int) -> None:
    """Also where the one move of a trait is among many: a whole Newton step from 0 leaps over its weight."""
    weights = np.array([6.0, -0.5])
    traits = np.zeros((moves, 2))
    traits[0, 0] = 1
    traits[: moves // 2, 1] = 1
    share = np.exp(traits @ weights)
    found = fit_softmax([(traits, share / share.sum())] * 50, 1e-4)
    assert np.allclose(found, weights, atol=0.05)
