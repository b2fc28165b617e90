"""Fit a network to positions of games, with jax and optax (extra ``train``)."""

from dataclasses import dataclass, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from battlewise.bots.train.games import Floats, Samples
from battlewise.core import Game
from battlewise.search.network import shapes

BATCH = 1024
EPOCHS = 24
RATE = 1e-3
DECAY = 1e-2  # of the weights (AdamW)
TRUST = 0.5  # in what the search found; the rest is in the result
HELD_OUT = 10  # one game of so many checks the fit
LEAST = 1e-6  # of an estimate whose logarithm is taken, as in `search.network`

Weights = list[jax.Array]


@dataclass(frozen=True)
class Fit:
    """Weights, and mean squared errors (Brier) against the results of games that were held out.

    :ivar weights: of `search.network.Network`.
    :ivar estimate: the error of the estimate.
    :ivar corrected: of the corrected estimate.
    :ivar search: of the searches that the positions were labelled by.
    """

    weights: list[Floats]
    estimate: float
    corrected: float
    search: float


def fit(rules: Game, samples: Samples, observes: bool, seed: int = 0) -> Fit:
    """Fit a network; of all epochs the one that is best on the games held out is kept.

    :param observes: whether it reads the observation, or the features alone.
    """
    if not observes:
        samples = replace(samples, inputs=samples.inputs[:, : -rules.observation_size])
    held = samples.games % HELD_OUT == 0
    scale = np.std(samples.inputs[~held], axis=0)
    scale[scale == 0] = 1
    if observes:
        scale[-rules.observation_size :] = 1
    logs = np.log(np.maximum(samples.estimates, LEAST))
    targets = TRUST * samples.values + (1 - TRUST) * samples.results
    inputs, logs_on, targets_on = (
        jnp.asarray(a) for a in (samples.inputs[~held] / scale, logs[~held], targets[~held])
    )
    rng = np.random.default_rng(seed)
    weights = _start(shapes(rules, observes), rng)
    steps = EPOCHS * -(-len(inputs) // BATCH)
    optimizer = optax.adamw(optax.cosine_decay_schedule(RATE, steps), weight_decay=DECAY)
    kept, best = weights, np.inf
    state = optimizer.init(weights)
    for _ in range(EPOCHS):
        order = jnp.asarray(rng.permutation(len(inputs)))
        for start in range(0, len(inputs), BATCH):
            batch = order[start : start + BATCH]
            weights, state = _compiled_step(optimizer, weights, state, inputs, logs_on, targets_on, batch)
        error = _loss(weights, samples.inputs[held] / scale, logs[held], targets[held])
        if error < best:
            kept, best = weights, float(error)
    results = samples.results[held]
    corrected = jax.nn.softmax(logs[held] + _network(kept, samples.inputs[held] / scale))
    arrays = [np.asarray(one, np.float32) for one in kept]
    arrays[0] = arrays[0] / scale[:, None]
    chances = (samples.estimates[held], corrected, samples.values[held])
    errors = [float(np.mean((np.asarray(one) - results) ** 2)) for one in chances]
    return Fit(arrays, errors[0], errors[1], errors[2])


def _start(shaped: list[tuple[int, ...]], rng: np.random.Generator) -> Weights:
    """Weights of a network that adds nothing yet: those of its last layer are 0."""
    weights = []
    for number, shape in enumerate(shaped):
        is_weight = len(shape) == 2 and number < 4
        spread = np.sqrt(2 / min(shape[0], 64)) if is_weight else 0.0
        weights.append(jnp.asarray(rng.normal(0, 1, shape) * spread, jnp.float32))
    return weights


def _network(weights: Weights, inputs: Any) -> jax.Array:
    first, first_bias, second, second_bias, out, out_bias = weights
    units = jax.nn.relu(inputs @ first + first_bias)
    units = jax.nn.relu(units @ second + second_bias)
    logs: jax.Array = units @ out + out_bias
    return logs


def _loss(weights: Weights, inputs: Any, logs: Any, targets: Any) -> jax.Array:
    """The mean cross-entropy."""
    error: jax.Array = optax.softmax_cross_entropy(logs + _network(weights, inputs), targets).mean()
    return error


def _step(
    optimizer: optax.GradientTransformation,
    weights: Weights,
    state: optax.OptState,
    inputs: jax.Array,
    logs: jax.Array,
    targets: jax.Array,
    batch: jax.Array,
) -> tuple[Weights, optax.OptState]:
    gradient = jax.grad(_loss)(weights, inputs[batch], logs[batch], targets[batch])
    change, state = optimizer.update(gradient, state, weights)
    return optax.apply_updates(weights, change), state


_compiled_step = jax.jit(_step, static_argnums=0)
