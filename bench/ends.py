"""How games end: ``python -m bench.ends GAME --bots greedy greedy --games 400`` plays and counts them.

An end is what the last view says in ``end``; of games whose views do not, ``turn_limit`` if there is such an
option and that many turns were played, else ``decided``. Bots take the seats in order, again from the first
where there are more seats.
"""

import argparse
from collections import Counter
from functools import partial

from battlewise.bots import bot
from battlewise.bots.arguments import options_of
from battlewise.core import Game, State, Value, game
from bench.processes import in_processes


def end_of(rules: Game, state: State) -> str:
    """Why a game that is over has ended."""
    limit = rules.options.get("turn_limit")
    limited = isinstance(limit, int) and state.turn >= limit
    return str(state.view(None).get("end") or ("turn_limit" if limited else "decided"))


def played(game_id: str, options: dict[str, Value], specs: list[str], seed: int) -> tuple[str, int]:
    """The end of one game, and its turns."""
    rules = game(game_id, **options)
    bots = [bot(specs[seat % len(specs)]) for seat in range(rules.seats)]
    state = rules.new(seed=seed)
    while not state.is_over:
        legal = state.legal()
        state.play(legal[0] if len(legal) == 1 else bots[state.to_move].choose(state, seed=state.ply).move)
    return end_of(rules, state), state.turn


def main() -> None:
    """Play the games and print how many ended how, with the turns of the shortest, median and longest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value")
    parser.add_argument("--bots", nargs="+", default=["greedy"], help="by seat")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    play = partial(played, arguments.game, options_of(arguments.option), arguments.bots)
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    ends = in_processes(play, seeds, arguments.jobs)
    for end, count in Counter(end for end, _ in ends).most_common():
        turns = sorted(turns for one, turns in ends if one == end)
        print(f"{end}: {count} of {len(ends)} games; turns {turns[0]}, {turns[len(turns) // 2]}, {turns[-1]}")


if __name__ == "__main__":
    main()
