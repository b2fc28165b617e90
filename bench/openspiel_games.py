"""OpenSpiel's ISMCTS against our search, at equal wall time: ``python -m bench.openspiel_games``.

Both play on the OpenSpiel adapter. ISMCTS is OpenSpiel's in Python, with random rollouts to the end; its C++
one cannot deal anew a game that is written in Python. Each deal is played twice with the seats swapped.
Intervals are clustered by deal. The extra ``bench`` installs OpenSpiel.
"""

import argparse
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from battlewise.bots.adapters.openspiel import PREFIX, SpielBot, SpielGame
from battlewise.bots.arguments import options_of
from battlewise.bots.match import interval
from battlewise.core import Value

GAMES: dict[str, dict[str, Value]] = {
    "battlelore": {},
    "battalla": {},
    "history": {},
    "batalj": {},
    "battalia": {"weeks": 2},  # whole games of random moves are long
}
LEAST = 2  # simulations; the first one only makes the root


class TimedIsmcts(ismcts.ISMCTSBot):
    """OpenSpiel's search with a limit of wall time in place of one of simulations.

    :ivar simulations: of each search.
    """

    def __init__(self, spiel: SpielGame, milliseconds: int, seed: int) -> None:
        evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(seed))
        super().__init__(spiel, evaluator, 2.0, LEAST, random_state=numpy.random.RandomState(seed))
        self._seconds = milliseconds / 1000
        self.simulations: list[int] = []

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        """The policy at a decision (after `ISMCTSBot.run_search`)."""
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        end, done = time.perf_counter() + self._seconds, 0
        self._root_node = self.create_new_node(state)
        while done < LEAST or time.perf_counter() < end:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        self.simulations.append(done)
        found: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return found


def play(spiel: SpielGame, players: list[Any], rng: Random) -> tuple[list[float], list[float]]:
    """A game: the return of each seat, 0..1, and the wall time that its decisions with a choice took."""
    state = spiel.new_initial_state()
    seconds = [0.0] * len(players)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        legal = state.legal_actions()
        start, mover = time.perf_counter(), state.current_player()
        action = players[mover].step(state) if len(legal) > 1 else legal[0]
        seconds[mover] += time.perf_counter() - start
        state.apply_action(action)
    return state.position.state.returns(), seconds


def match(spiel: SpielGame, deals: int, milliseconds: int, seed: int) -> Iterator[tuple[float, float, float]]:
    """Our score for each deal, 0..1, and the simulations a decision of ISMCTS and our share of the time."""
    for deal in range(seed, seed + deals):
        scores, spent, theirs = [], [0.0, 0.0], TimedIsmcts(spiel, milliseconds, deal)
        ours = SpielBot(f"mcts:milliseconds={milliseconds}", deal)
        for seat in (0, 1):
            returns, seconds = play(spiel, [theirs, ours] if seat else [ours, theirs], Random(deal))
            scores.append(returns[seat])
            spent[0] += seconds[seat]
            spent[1] += seconds[1 - seat]
        simulations = sum(theirs.simulations) / max(1, len(theirs.simulations))
        yield sum(scores) / 2, simulations, spent[0] / sum(spent)


def main() -> None:
    """Play the matches and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES, help="can be repeated; default: all")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--deals", type=int, default=10, help="each is played in both seatings")
    parser.add_argument("--milliseconds", type=int, default=100, help="wall time of a decision")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| game | games | our score | 95 % interval | simulations of ISMCTS | our share of the time |")
    print("|---|---|---|---|---|---|")
    for game_id in given.game or GAMES:
        spiel = pyspiel.load_game(PREFIX + game_id, GAMES[game_id] | options_of(given.option))
        rows = list(match(spiel, given.deals, given.milliseconds, given.seed))
        score, low, high = interval([row[0] for row in rows])
        simulations, share = (sum(row[i] for row in rows) / len(rows) for i in (1, 2))
        print(
            f"| {game_id} | {2 * len(rows)} | {score:.1%} | {low:.1%} .. {high:.1%} | {simulations:.0f} "
            f"| {share:.0%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
