"""What weights are worth in games: ``python -m bench.tune batalj -o players=4 --games 2000 --ledger F``.

Each seat plays with weights of `estimate` and `weigh` of its own: every weight is moved up or down by its
**step**, drawn at random. The regression of the results on these signs says what a step of each weight is
worth, all weights at once: simultaneous perturbation (Spall 1992). ``--length 0.5`` moves all weights along
the gradient and plays the result against the present weights, on equal deals with the seats rotated. A fit to
results of games (`bench.fit`) makes better predictions; this one looks for better play.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from battlewise.bots import Bot, Choice, bot
from battlewise.bots.arguments import options_of
from battlewise.bots.bot import seated
from battlewise.bots.match import interval, score_in_each_seat
from battlewise.bots.tournament.play import play_game
from battlewise.core import Game, Move, State, Value, game
from battlewise.core.fitted import FittedGame
from battlewise.search import Budget, StopFlag
from bench.fit import toml
from bench.processes import Row, kept_results

Floats = npt.NDArray[np.float64]
Weights = dict[str, float]
"""By name: that of a feature, or ``decision.trait``, where a feature is called ``estimate.NAME``."""

LOGITS = {"estimate": 0.2, "weigh": 0.25}
"""What a step changes the logarithm of chances by, for a difference of one standard deviation."""
LARGEST = 1.0  # step of a trait's weight
SCALING = 6  # games whose decisions say how much features and traits differ
CLEAR = 2.0  # standard errors by which a gain has to differ from 0 to be followed


@dataclass(frozen=True)
class Place:
    """The weights of a game and the step of each; a step is above 0."""

    game_id: str
    options: dict[str, Value]
    weights: Weights
    steps: Weights

    def rules(self) -> FittedGame:
        """The game, made anew."""
        return fitted(self.game_id, self.options)

    def moved(self, lengths: Sequence[float]) -> Weights:
        """The weights, each moved by a length in its steps."""
        changed = {
            name: self.weights[name] + length * step
            for (name, step), length in zip(self.steps.items(), lengths, strict=True)
        }
        return {**self.weights, **changed}


@dataclass(frozen=True)
class Weighed:
    """A bot with weights of its own in a game that others play with theirs."""

    player: Bot
    rules: FittedGame
    weights: Weights

    @property
    def spec(self) -> str:
        return self.player.spec

    def seated(self) -> Bot:
        """The same bot for one seat of one game."""
        return replace(self, player=seated(self.player))

    def choose(
        self, state: State, seed: int, budget: Budget | None = None, stop: StopFlag | None = None
    ) -> Choice:
        self.rules.put_weights(self.weights)
        return self.player.choose(state, seed, budget, stop)

    def canonical(self, rules: Game) -> str:
        return self.player.canonical(rules)


def fitted(game_id: str, options: dict[str, Value]) -> FittedGame:
    """A game with weights.

    :raises ValueError: if it has none.
    """
    rules = game(game_id, **options)
    if not isinstance(rules, FittedGame):
        raise ValueError(f"{game_id} has no weights to tune")
    return rules


def place(game_id: str, options: dict[str, Value], spec: str) -> Place:
    """The weights of a game, with steps by how much features differ among seats, and traits among moves."""
    rules = fitted(game_id, options)
    features, traits = list[Floats](), dict[str, list[float]]()

    def watch(state: State, choice: Choice) -> Move:
        rows = np.atleast_2d(np.array(rules.features(state)))
        features.append(rows - rows.mean(axis=0) if len(rows) > 1 else rows)
        decision, moves = rules.traits(state)
        if decision is not None:
            for name, spread in zip(rules.trait_names[decision], np.std(moves, axis=0), strict=True):
                traits.setdefault(f"{decision}.{name}", []).append(float(spread))
        return choice.move

    for seed in range(SCALING):
        play_game(rules, [bot(spec)] * rules.seats, seed, watch)
    spreads = {
        f"estimate.{name}": float(spread)
        for name, spread in zip(rules.feature_names, np.concatenate(features).std(axis=0), strict=True)
    }
    steps = {name: LOGITS["estimate"] / spread for name, spread in spreads.items() if spread > 0}
    for name, seen in traits.items():
        spread = float(np.sqrt(np.mean(np.square(seen))))
        if spread > 0:
            steps[name] = min(LARGEST, LOGITS["weigh"] / spread)
    return Place(game_id, dict(rules.options), rules.named_weights(), steps)


def varied(here: Place, spec: str, seed: int) -> Row:
    """One game: the signs of each seat's steps, and the results."""
    rules = here.rules()
    signs = np.random.default_rng(seed).choice([-1, 1], size=(rules.seats, len(here.steps)))
    players = [Weighed(bot(spec), rules, here.moved(row)) for row in signs]
    state = play_game(rules, players, seed)
    return {"signs": signs.tolist(), "returns": state.returns()}


def gains(rows: Sequence[Row]) -> tuple[Floats, Floats]:
    """What a step of each weight gains in the score, and the standard errors.

    Signs and results are counted from their means in a game, for its results have a constant sum.
    """
    x = np.concatenate([np.array(row["signs"], float) - np.mean(row["signs"], axis=0) for row in rows])
    y = np.concatenate([np.array(row["returns"]) - np.mean(row["returns"]) for row in rows])
    seats = len(rows[0]["returns"])
    inverse = np.linalg.inv(x.T @ x)
    found = inverse @ x.T @ y
    spread = float(np.var(y - x @ found)) * seats / (seats - 1)
    return found, np.sqrt(np.diag(inverse) * spread)


def ahead(found: Floats, errors: Floats, length: float, least: float = CLEAR) -> Floats:
    """How many steps to move each weight: the clear gains, the largest of them by `length` steps.

    :param least: standard errors by which a clear gain differs from 0.
    """
    clear = np.where(np.abs(found) >= least * errors, found, 0.0)
    largest = np.abs(clear).max()
    return length * clear / largest if largest > 0 else clear


def compared(here: Place, weights: Weights, spec: str, seed: int) -> Row:
    """A block of games on one deal: new weights once in each seat, the present ones in the others."""
    rules = here.rules()
    new, present = (Weighed(bot(spec), rules, one) for one in (weights, here.weights))
    return {"score": score_in_each_seat(rules, new, present, seed)}


def show(weights: Weights) -> None:
    """Print weights as the files beside the game have them."""
    prefix = "estimate."
    print("\n# estimate.toml")
    of_features = {name.removeprefix(prefix): weights[name] for name in weights if name.startswith(prefix)}
    print(*toml(of_features), sep="\n")
    print("\n# weigh.toml")
    print(*toml({name: weights[name] for name in weights if not name.startswith(prefix)}), sep="\n")


def main() -> None:
    """Play the games, print the gains, and move the weights if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--bot", default="mcts:iterations=200", help="default: mcts:iterations=200")
    parser.add_argument("--games", type=int, default=2000, help="with varied weights (default: 2000)")
    parser.add_argument("--length", type=float, help="move the weights: steps of the one that gains most")
    parser.add_argument(
        "--clear", type=float, default=CLEAR, help=f"standard errors of a gain to follow (default: {CLEAR:g})"
    )
    parser.add_argument("--match", type=int, default=200, help="games of the moved weights (default: 200)")
    parser.add_argument("--seed", type=int, default=20_000_000, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--ledger", type=Path, default=Path("tune.jsonl"), help="default: tune.jsonl")
    asked = parser.parse_args()
    here = place(asked.game, options_of(asked.option), asked.bot)
    key = {"game": asked.game, "options": here.options, "bot": asked.bot, "weights": here.weights}
    seeds = range(asked.seed, asked.seed + asked.games)
    rows = kept_results(partial(varied, here, asked.bot), seeds, asked.jobs, asked.ledger, key)
    found, errors = gains(rows)
    names = list(here.steps)
    for i in np.argsort(-np.abs(found / errors)):
        print(f"{names[i]:32} {here.weights[names[i]]:8.3f}, a step of {here.steps[names[i]]:.3f} gains "
              f"{found[i]:+.2%} +- {1.96 * errors[i]:.2%}")  # fmt: skip
    if asked.length is None:
        return
    moved = here.moved(ahead(found, errors, asked.length, asked.clear).tolist())
    show(moved)
    seats = here.rules().seats
    after = range(seeds.stop, seeds.stop - (-asked.match // seats))
    blocks = kept_results(
        partial(compared, here, moved, asked.bot), after, asked.jobs, asked.ledger, {**key, "moved": moved}
    )
    score, low, high = interval([block["score"] for block in blocks])
    print(f"\n{score:.1%} ({low:.1%} to {high:.1%}; even {1 / seats:.0%}), {seats * len(blocks)} games")


if __name__ == "__main__":
    main()
