"""Networks that correct estimates (`search.network`)."""

import numpy as np
import pytest
from numpy.typing import NDArray

from battlewise.bots.check.walks import walk
from battlewise.core import Game, State, game
from battlewise.search import Budget, Settings, analyse
from battlewise.search.network import Network, inputs, shapes
from tests.cases import CASES

Arrays = list[NDArray[np.float32]]


def random_weights(rules: Game, observes: bool = True, scale: float = 0.1) -> Arrays:
    rng = np.random.default_rng(1)
    return [rng.normal(0, scale, shape).astype(np.float32) for shape in shapes(rules, observes)]


def by_numpy(weights: Arrays, state: State) -> NDArray[np.float64]:
    """The corrected estimate, worked out again."""
    first, first_bias, second, second_bias, out, out_bias = weights
    numbers, estimate = inputs(state)
    units = np.maximum(0, numbers[: len(first)] @ first + first_bias)
    units = np.maximum(0, units @ second + second_bias)
    logs = np.log(np.maximum(estimate, 1e-6)) + units @ out + out_bias
    chances = np.exp(logs - logs.max())
    return np.roll(chances / chances.sum(), max(0, state.to_move))


@pytest.mark.parametrize("case", CASES)
def test_c_and_numpy_agree(case: str) -> None:
    name, options = CASES[case]
    rules = game(name, **options)
    observing = random_weights(rules)
    networks = [(observing, Network(rules, observing))]
    if shapes(rules, False)[0][0]:
        counting = random_weights(rules, observes=False)
        networks.append((counting, Network(rules, counting)))
    for number, state in enumerate(walk(rules, 3)):
        if number % 9 == 0:
            for weights, network in networks:
                np.testing.assert_allclose(network.values(state), by_numpy(weights, state), atol=2e-5)
        if number > 200:
            break


def test_weights_of_zero_change_nothing() -> None:
    rules = game("history", players=4)
    network = Network(rules, [np.zeros(shape, np.float32) for shape in shapes(rules)])
    state = rules.new(seed=4)
    np.testing.assert_allclose(network.values(state), state.estimate(), atol=1e-6)


def test_inputs_are_those_of_the_seat_to_move() -> None:
    """Both seats of Pig find an equal position when neither has a point: only the turn differs."""
    rules = game("pig")
    state = rules.new(seed=1)
    first, first_estimate = inputs(state)
    while state.to_move == 0:
        state.play("roll")
    assert state.view(1)["scores"] == [0, 0]
    second, second_estimate = inputs(state)
    assert np.flatnonzero(first != second).tolist() == [len(first) - 1]
    np.testing.assert_array_equal(first_estimate, second_estimate)


def test_weights_of_another_game_are_refused() -> None:
    with pytest.raises(ValueError, match="shapes"):
        Network(game("connect_four"), random_weights(game("leduc")))


def test_a_search_reads_it() -> None:
    rules = game("connect_four")
    state = rules.new(seed=0)
    weights = [np.zeros(shape, np.float32) for shape in shapes(rules)]
    weights[-1][:] = (2, 0)  # better for the seat to move
    budget, settings = Budget(iterations=60), Settings(cutoff="leaf")
    plain = analyse(state, budget, settings, seed=1)
    corrected = analyse(state, budget, settings, seed=1, network=Network(rules, weights))
    assert plain.values == pytest.approx((0.5, 0.5), abs=0.05)
    assert corrected.values != plain.values
    assert (
        corrected.values == analyse(state, budget, settings, seed=1, network=Network(rules, weights)).values
    )


@pytest.mark.parametrize("name", ["leduc", "battalla", "history"])
def test_a_search_with_it_does_not_peek(name: str) -> None:
    rules = game(name)
    network = Network(rules, random_weights(rules))
    settings = Settings(cutoff="turn", playout="weighted")
    decisions = [one.copy() for one in walk(rules, 5) if one.to_move >= 0 and len(one.legal()) > 1]
    for state in decisions[:: max(1, len(decisions) // 6)]:
        redealt = state.redealt(state.to_move, 99)
        one, other = (
            analyse(each, Budget(iterations=40), settings, seed=2, network=network)
            for each in (state, redealt)
        )
        assert [c.visits for c in one.candidates] == [c.visits for c in other.candidates]
