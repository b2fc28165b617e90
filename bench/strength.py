"""Strength in paired games: ``python -m bench.strength [--only TEXT] [--jobs 2]`` plays every match.

Each match is played in blocks, the same deal with the first bot once in every seat; intervals are
clustered by block. Beyond two seats all other seats are the second bot's, and an even share is 1 / seats.
``-o name=value|value`` spreads the blocks over every combination of option values.
"""

import argparse
import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from battlewise.bots import bot
from battlewise.bots.arguments import variants_of
from battlewise.bots.match import Block, interval, play_match
from battlewise.core import Game, State, Value, game


@dataclass(frozen=True)
class Matchup:
    """One match to play and its aim."""

    name: str
    first: str
    second: str
    games: int
    aim: str


def equal_time_iterations(rules: Game, ours: str, theirs: str, positions: int = 40) -> int:
    """The iterations that the bot `theirs` does in the CPU time of a decision of `ours`."""
    states = _positions(rules, positions)
    spent = []
    for spec in (ours, theirs):
        start = time.process_time()
        done = sum(bot(spec).choose(state, seed=1).iterations for state in states)
        spent.append(((time.process_time() - start) / len(states), done / len(states)))
    (our_seconds, _), (their_seconds, their_iterations) = spent
    return max(1, round(their_iterations * our_seconds / their_seconds))


def _positions(rules: Game, count: int) -> list[State]:
    """Decisions with a choice, spread over games of the greedy bot."""
    found: list[State] = []
    seed = 0
    greedy = bot("greedy")
    while len(found) < count:
        state = rules.new(seed=seed)
        seed += 1
        while not state.is_over and len(found) < count:
            legal = state.legal()
            if len(legal) > 1 and state.ply % 40 == 0:
                found.append(state.copy())
            state.play(legal[0] if len(legal) == 1 else greedy.choose(state, seed=state.ply).move)
    return found


def matchups(rules: Game) -> list[Matchup]:
    """The matches that a release must win."""
    full = "mcts:cutoff=end,playout=uniform"
    equal = equal_time_iterations(rules, "mcts:iterations=1000", f"{full},iterations=1000")
    return [
        Matchup("greedy : random", "greedy", "random", 200, ">= 90 %"),
        Matchup("mcts 1000 : random", "mcts:iterations=1000", "random", 200, ">= 99 %"),
        Matchup("mcts 1000 : greedy", "mcts:iterations=1000", "greedy", 200, ">= 75 %, low >= 65 %"),
        Matchup("mcts 1000 : 250", "mcts:iterations=1000", "mcts:iterations=250", 400, "low > even share"),
        Matchup("mcts 4000 : 1000", "mcts:iterations=4000", "mcts:iterations=1000", 400, "low > even share"),
        Matchup(
            "mcts 1000 : full playouts, equal CPU",
            "mcts:iterations=1000",
            f"{full},iterations={equal}",
            200,
            ">= 75 %",
        ),
    ]


def play(game_id: str, variants: list[dict[str, Value]], one: Matchup, seed: int, jobs: int) -> list[Block]:
    """The blocks of a match, in equal shares of each variant of the game."""
    seats = game(game_id, **variants[0]).seats
    specs = [one.first, *[one.second] * (seats - 1)]
    share = -(-one.games // len(variants))
    blocks: list[Block] = []
    for i, options in enumerate(variants):
        blocks += play_match(game_id, specs, share, seed + i * one.games, options, jobs=jobs).blocks
    return blocks


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="battlelore")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value|value")
    parser.add_argument("--only", default="", help="play the matches whose name contains this")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1_000_000)
    arguments = parser.parse_args()
    variants = variants_of(arguments.option)
    rules = game(arguments.game, **variants[0])
    console = Console(width=140)
    table = Table("match", "games", "score", "95 % interval", "aim", title=f"strength: {arguments.game}")
    for one in matchups(rules):
        if arguments.only in one.name:
            blocks = play(arguments.game, variants, one, arguments.seed, arguments.jobs)
            score, low, high = interval([block.scores[0] for block in blocks])
            games, shown = str(len(blocks) * rules.seats), f"{low:.1%} .. {high:.1%}"
            table.add_row(f"{one.name}  ({one.second})", games, f"{score:.1%}", shown, one.aim)
            console.print(f"{one.name}: {score:.1%} [{shown}] of {games}", highlight=False)
    console.print(table)


if __name__ == "__main__":
    main()
