"""Fit a game's evaluation and prior weights to its own games, as TOML to put beside the game.

``python -m bench.fit estimate --games 1000`` regresses results on `features`;
``python -m bench.fit weigh --games 100`` regresses the visits of searches on `traits`.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from battlewise.bots import Choice, bot
from battlewise.bots.arguments import variants_of
from battlewise.bots.tournament.play import play_game
from battlewise.core import Move, State, Value, game
from bench.processes import in_processes

Floats = npt.NDArray[np.float64]
Watch = Callable[[Any, State, Any], None]
Terms = tuple[str, dict[str, Value]]
"""A game's id and its options."""
Played = tuple[Floats, Floats]
"""Of one game: positions by features, or positions by seats by features; the results by seat."""
Place = tuple[float, Floats, Floats]
"""Of some weights: the value to maximise, its gradient, its Hessian times -1."""

RIDGE = 5.0  # of the evaluation's fit
BLUNDERS = 0.02  # share of moves played at random, so that the games differ
OPENINGS = 0.5  # share of the first turn's moves drawn by their prior weights, so that rare openings are seen


def _play(variants: Sequence[Terms], spec: str, seed: int, watch: Watch) -> list[float]:
    """One game of a bot against itself; `watch` is shown every decision with a choice."""
    game_id, options = variants[seed % len(variants)]
    rules: Any = game(game_id, **options)
    blunder = np.random.default_rng(seed)

    def decide(state: State, choice: Choice) -> Move:
        watch(rules, state, choice)
        legal = state.legal()
        if state.turn == 0 and blunder.random() < OPENINGS:
            weights = np.array(state.weigh())
            return legal[blunder.choice(len(legal), p=weights / weights.sum())]
        return legal[blunder.integers(len(legal))] if blunder.random() < BLUNDERS else choice.move

    state = play_game(rules, [bot(spec)] * rules.seats, seed, decide)
    returns: list[float] = state.returns()
    return returns


def estimate_rows(variants: Sequence[Terms], spec: str, seed: int) -> Played:
    """The features at the start of each turn and at a third of the other decisions; the results by seat.

    A position has a row of features, of seat 0 less seat 1, or a row for each seat.
    """
    rows: list[Any] = []
    turns: set[int] = set()
    pick = np.random.default_rng(seed + 1)

    def watch(rules: Any, state: State, _: Any) -> None:
        if state.turn not in turns or pick.random() < 0.33:
            turns.add(state.turn)
            rows.append(rules.features(state))

    returns = _play(variants, spec, seed, watch)
    return np.array(rows), np.array(returns)


def weigh_rows(variants: Sequence[Terms], spec: str, seed: int) -> list[tuple[str, Floats, Floats]]:
    """For each searched decision: its kind, the traits of its moves and their share of the visits."""
    rows: list[tuple[str, Floats, Floats]] = []

    def watch(rules: Any, state: State, choice: Any) -> None:
        decision, traits = rules.traits(state)
        if decision is not None:
            visits = {one.move: one.visits for one in choice.candidates}
            share = np.array([visits[move] for move in state.legal()], dtype=float)
            rows.append((decision, np.array(traits), share / share.sum()))

    _play(variants, spec, seed, watch)
    return rows


def fit_logistic(x: Floats, y: Floats, ridge: float) -> Floats:
    """Weights without intercept that maximise the likelihood less ridge * |w|^2."""
    scale = np.where(x.std(axis=0) > 0, x.std(axis=0), 1.0)
    z = x / scale

    def at(w: Floats) -> Place:
        score = z @ w
        p = 1 / (1 + np.exp(-score))
        value = float(y @ score - np.logaddexp(0, score).sum() - ridge * w @ w)
        gradient = z.T @ (y - p) - 2 * ridge * w
        return value, gradient, (z * (p * (1 - p))[:, None]).T @ z + 2 * ridge * np.eye(len(w))

    weights: Floats = _climb(at, x.shape[1]) / scale
    return weights


def fit_softmax(rows: list[tuple[Floats, Floats]], ridge: float) -> Floats:
    """Weights whose softmax over each decision's moves comes closest to the visits, less ridge * |w|^2."""

    def at(w: Floats) -> Place:
        value = -ridge * float(w @ w)
        gradient = -2 * ridge * w
        hessian = 2 * ridge * np.eye(len(w))
        for traits, share in rows:
            score = traits @ w
            score -= score.max()
            p = np.exp(score)
            value += float(share @ score - np.log(p.sum()))
            p /= p.sum()
            mean = p @ traits
            gradient += share @ traits - mean
            hessian += (traits * p[:, None]).T @ traits - np.outer(mean, mean)
        return value, gradient, hessian

    return _climb(at, rows[0][0].shape[1])


def _climb(at: Callable[[Floats], Place], size: int) -> Floats:
    """The weights of the highest value, by Newton's method from 0.

    Far from them a whole step can leap over them: it is halved until it gains.
    """
    w = np.zeros(size)
    value, gradient, hessian = at(w)
    for _ in range(30):
        step = np.linalg.solve(hessian, gradient)
        after = at(w + step)
        while after[0] < value and np.abs(step).max() > 1e-6:
            step /= 2
            after = at(w + step)
        w += step
        value, gradient, hessian = after
    return w


def fit_estimate(games: Sequence[Played]) -> Floats:
    """The weights of an evaluation: logistic, or a softmax over the seats where each has features."""
    if games[0][0].ndim == 2:
        x, y = (np.concatenate(part) for part in zip(*map(_of_seat_0, games), strict=True))
        return fit_logistic(x, y, RIDGE)
    return fit_softmax([(x, won / won.sum()) for rows, won in games for x in rows], RIDGE)


def _of_seat_0(one: Played) -> Played:
    rows, returns = one
    return rows, np.full(len(rows), returns[0])


def chances(x: Floats, w: Floats) -> Floats:
    """What weights make of positions: the expected return of each seat."""
    score = x @ w if x.ndim == 3 else np.stack([x @ w, np.zeros(len(x))], axis=1)
    p = np.exp(score - score.max(axis=1, keepdims=True))
    shares: Floats = p / p.sum(axis=1, keepdims=True)
    return shares


def toml(weights: Mapping[str, float]) -> Iterator[str]:
    """Weights as the lines of a file beside the game.

    :param weights: by name: ``key``, or ``table.key`` for one in a table.
    """
    table = ""
    for name, weight in weights.items():
        *tables, key = name.split(".")
        if tables != [table] * len(tables):
            table = tables[0]
            yield f"\n[{table}]"
        yield f"{key} = {weight:.4f}"


def _report_estimate(games: list[Played], names: tuple[str, ...]) -> None:
    """Fit on four fifths of the games, report the Brier score on the rest, print weights fitted on all."""
    w = fit_estimate([one for i, one in enumerate(games) if i % 5])
    errors = [((chances(rows, w) - returns) ** 2).ravel() for rows, returns in games[::5]]
    positions = sum(len(rows) for rows, _ in games)
    brier = np.mean(np.concatenate(errors))
    print(f"# {positions} positions of {len(games)} games; Brier on held-out games {brier:.4f}")
    print(*toml(dict(zip(names, fit_estimate(games), strict=True))), sep="\n")


def _report_weigh(games: list[list[tuple[str, Floats, Floats]]], names: dict[str, tuple[str, ...]]) -> None:
    for decision, traits in names.items():
        rows = [(x, share) for rows in games for kind, x, share in rows if kind == decision]
        print(f"\n[{decision}]  # {len(rows)} decisions")
        if rows:
            for name, weight in zip(traits, fit_softmax(rows, 20.0), strict=True):
                print(f"{name} = {weight:.3f}")


def main() -> None:
    """Play the games, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("estimate", "weigh"))
    parser.add_argument("--game", default="battlelore")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value|value")
    parser.add_argument("--bot", default="mcts:iterations=200")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=10_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    variants: list[Terms] = [(arguments.game, options) for options in variants_of(arguments.option)]
    rules: Any = game(variants[0][0], **variants[0][1])
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    if arguments.what == "estimate":
        work = partial(estimate_rows, variants, arguments.bot)
        _report_estimate(in_processes(work, seeds, arguments.jobs), rules.feature_names)
    else:
        prior = partial(weigh_rows, variants, arguments.bot)
        _report_weigh(in_processes(prior, seeds, arguments.jobs), rules.trait_names)


if __name__ == "__main__":
    main()
