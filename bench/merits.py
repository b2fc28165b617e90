"""What the values of units are worth in A Battle Through History: ``python -m bench.merits --games 2700``.

It plays games of a bot with itself and regresses their results on the features of the evaluation. The means
of each value and icon over an army's cards stand for its quality there. It prints ``merits.toml``.
"""

import argparse
from functools import partial
from typing import Any

import numpy as np

from battlewise.bots import Choice, bot
from battlewise.bots.tournament.play import play_game
from battlewise.core import Move, State, game
from battlewise.core.games.history.cards import VALUES, folders, load, values
from bench.fit import Floats, Played, fit_logistic, toml
from bench.processes import in_processes

RIDGE = 50.0  # at 2,700 games
LEAST_LEFT = 2  # turns of all players, after which little depends on an army


def _means(cards: dict[str, int], units: dict[str, Floats]) -> Floats:
    found: Floats = np.array([count * units[card] for card, count in cards.items()]).sum(0) / sum(
        cards.values()
    )
    return found


def rows(spec: str, seed: int) -> Played:
    """What the first player has more than the second at the start of each turn of a game, and the results."""
    rules: Any = game("history", players=2)
    units = {unit.id: np.array(values(unit), dtype=float) for unit in load(folders(None)).units}
    quality = rules.feature_names.index("quality")
    found: dict[int, Floats] = {}

    def watch(state: State, choice: Choice) -> Move:
        left = rules.options["rounds"] * rules.seats - state.turn
        if left >= LEAST_LEFT and state.turn not in found:
            first, second = (np.array(row) for row in rules.features(state))
            armies = [_means(each["cards"], units) for each in state.view(0)["players"]]
            more = np.delete(first - second, quality)
            found[state.turn] = np.concatenate([more, (armies[0] - armies[1]) * left * 0.1])
        return choice.move

    returns = play_game(rules, [bot(spec)] * rules.seats, seed, watch).returns()
    return np.array(list(found.values())), np.full(len(found), returns[0])


def main() -> None:
    """Play the games, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="mcts:iterations=100")
    parser.add_argument("--games", type=int, default=2700)
    parser.add_argument("--seed", type=int, default=700_000)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + asked.games)
    played = in_processes(partial(rows, asked.bot), seeds, asked.jobs)
    x, y = (np.concatenate(part) for part in zip(*played, strict=True))
    weights = fit_logistic(x, y, RIDGE)[-len(VALUES) :]
    print(f"# {len(x)} positions of {len(played)} games")
    print(*toml(dict(zip(VALUES, map(float, weights), strict=True))), sep="\n")


if __name__ == "__main__":
    main()
