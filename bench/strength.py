"""Strength in paired games: ``python -m bench.strength [--only TEXT] [--jobs 2]`` plays every match.

Each match is played in pairs, the same deal with seats swapped; intervals are clustered by pair.
"""

import argparse
import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from battlewise.bots import bot
from battlewise.bots.match import play_match
from battlewise.core import State, game


@dataclass(frozen=True)
class Matchup:
    """One match to play and what it should show."""

    name: str
    first: str
    second: str
    games: int
    aim: str


def equal_time_iterations(game_id: str, ours: str, theirs: str, positions: int = 40) -> int:
    """How many iterations the bot `theirs` does in the CPU time that `ours` takes a decision."""
    states = _positions(game_id, positions)
    spent = []
    for spec in (ours, theirs):
        start = time.process_time()
        done = sum(bot(spec).choose(state, seed=1).iterations for state in states)
        spent.append(((time.process_time() - start) / len(states), done / len(states)))
    (our_seconds, _), (their_seconds, their_iterations) = spent
    return max(1, round(their_iterations * our_seconds / their_seconds))


def _positions(game_id: str, count: int) -> list[State]:
    """Decisions with a choice, spread over games of the greedy bot."""
    found: list[State] = []
    seed = 0
    greedy = bot("greedy")
    while len(found) < count:
        state = game(game_id).new(seed=seed)
        seed += 1
        while not state.is_over and len(found) < count:
            legal = state.legal()
            if len(legal) > 1 and state.ply % 40 == 0:
                found.append(state.copy())
            state.play(legal[0] if len(legal) == 1 else greedy.choose(state, seed=state.ply).move)
    return found


def matchups(game_id: str) -> list[Matchup]:
    """The matches that a release has to win."""
    full = "mcts:cutoff=end,playout=uniform"
    equal = equal_time_iterations(game_id, "mcts:iterations=1000", f"{full},iterations=1000")
    return [
        Matchup("greedy : random", "greedy", "random", 200, ">= 90 %"),
        Matchup("mcts 1000 : random", "mcts:iterations=1000", "random", 200, ">= 98 %"),
        Matchup("mcts 1000 : greedy", "mcts:iterations=1000", "greedy", 200, ">= 70 %, low >= 60 %"),
        Matchup("mcts 1000 : 250", "mcts:iterations=1000", "mcts:iterations=250", 400, "low > 50 %"),
        Matchup("mcts 4000 : 1000", "mcts:iterations=4000", "mcts:iterations=1000", 400, "low > 50 %"),
        Matchup(
            "mcts 1000 : full playouts, equal CPU",
            "mcts:iterations=1000",
            f"{full},iterations={equal}",
            200,
            "low > 50 %",
        ),
    ]


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="battlelore")
    parser.add_argument("--only", default="", help="play the matches whose name contains this")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1_000_000)
    arguments = parser.parse_args()
    console = Console(width=140)
    table = Table("match", "games", "score", "95 % interval", "aim", title=f"strength: {arguments.game}")
    for one in matchups(arguments.game):
        if arguments.only in one.name:
            result = play_match(
                arguments.game, [one.first, one.second], one.games, arguments.seed, jobs=arguments.jobs
            )
            first = result.standings[0]
            interval = f"{first.low:.1%} .. {first.high:.1%}"
            table.add_row(
                f"{one.name}  ({one.second})", str(result.games), f"{first.score:.1%}", interval, one.aim
            )
            console.print(f"{one.name}: {first.score:.1%} [{interval}]", highlight=False)
    console.print(table)


if __name__ == "__main__":
    main()
