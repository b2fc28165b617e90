"""OpenSpiel's ISMCTS against our search, at equal time: ``python -m bench.openspiel_games``.

Both play on the OpenSpiel adapter. ISMCTS is OpenSpiel's in Python, with random rollouts to the end; its C++
one cannot deal anew a game that is written in Python. Its time is CPU time, ours is wall time: other load on
the machine takes from ours alone. Each deal is played twice with the seats swapped. Intervals are clustered
by deal. With ``--ledger`` each deal is kept, and a run resumes. The extra ``bench`` installs OpenSpiel.
"""

import argparse
import json
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

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
    """OpenSpiel's search with a limit of CPU time in place of one of simulations.

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
        end, done = time.process_time() + self._seconds, 0
        self._root_node = self.create_new_node(state)
        while done < LEAST or time.process_time() < end:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        self.simulations.append(done)
        found: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return found


def play(spiel: SpielGame, players: list[Any], rng: Random) -> tuple[list[float], list[float]]:
    """A game: the return of each seat, 0..1, and the CPU time that its decisions with a choice took."""
    state = spiel.new_initial_state()
    seconds = [0.0] * len(players)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        legal = state.legal_actions()
        start, mover = time.process_time(), state.current_player()
        action = players[mover].step(state) if len(legal) > 1 else legal[0]
        seconds[mover] += time.process_time() - start
        state.apply_action(action)
    return state.position.state.returns(), seconds


class Deal(NamedTuple):
    """What a deal that was played in both seatings came to.

    :ivar score: our mean return, 0..1.
    :ivar simulations: of ISMCTS, a decision with a choice.
    :ivar share: of the CPU time, ours.
    """

    score: float
    simulations: float
    share: float


def play_deal(spiel: SpielGame, milliseconds: int, deal: int) -> Deal:
    """Play a deal in both seatings; `deal` is its seed."""
    scores, spent, theirs = [], [0.0, 0.0], TimedIsmcts(spiel, milliseconds, deal)
    ours = SpielBot(f"mcts:milliseconds={milliseconds}", deal)
    for seat in (0, 1):
        returns, seconds = play(spiel, [theirs, ours] if seat else [ours, theirs], Random(deal))
        scores.append(returns[seat])
        spent[0] += seconds[seat]
        spent[1] += seconds[1 - seat]
    simulations = sum(theirs.simulations) / max(1, len(theirs.simulations))
    return Deal(sum(scores) / 2, simulations, spent[0] / sum(spent))


class Ledger:
    """The deals that were played, in a file of a JSON document a line; without a file nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._found: dict[str, Deal] = {}
        if path is not None and path.exists():
            # Who ends a run may cut its last line.
            *whole, _ = path.read_text("utf-8").split("\n")
            path.write_text("".join(f"{line}\n" for line in whole), "utf-8")
            for key, *found in map(json.loads, whole):
                self._found[json.dumps(key)] = Deal(*found)

    def deal(self, game_id: str, options: dict[str, Value], milliseconds: int, deal: int) -> Deal:
        """What a deal came to; it is played if the file does not have it."""
        key = [game_id, options, milliseconds, deal]
        name = json.dumps(key)
        if name not in self._found:
            spiel = pyspiel.load_game(PREFIX + game_id, options)
            found = self._found[name] = play_deal(spiel, milliseconds, deal)
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([key, *found]) + "\n")
        return self._found[name]


def main() -> None:
    """Play the matches and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES, help="can be repeated; default: all")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--deals", type=int, default=10, help="each is played in both seatings")
    parser.add_argument("--milliseconds", type=int, default=100, help="time of a decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ledger", type=Path, help="a file that keeps the deals; a run resumes from it")
    given = parser.parse_args()
    chosen = {one: GAMES[one] | options_of(given.option) for one in given.game or GAMES}
    ledger = Ledger(given.ledger)
    rows: dict[str, list[Deal]] = {one: [] for one in chosen}
    # Deal by deal through all games, so that a run that was ended has some of each.
    for deal in range(given.seed, given.seed + given.deals):
        for game_id, options in chosen.items():
            rows[game_id].append(ledger.deal(game_id, options, given.milliseconds, deal))
    print("| game | games | our score | 95 % interval | simulations of ISMCTS | our share of the time |")
    print("|---|---|---|---|---|---|")
    for game_id, deals in rows.items():
        score, low, high = interval([one.score for one in deals])
        simulations, share = (sum(one[i] for one in deals) / len(deals) for i in (1, 2))
        print(
            f"| {game_id} | {2 * len(deals)} | {score:.1%} | {low:.1%} .. {high:.1%} | {simulations:.0f} "
            f"| {share:.0%} |"
        )


if __name__ == "__main__":
    main()
