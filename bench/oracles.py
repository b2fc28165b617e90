"""The search against exact solutions: ``python -m bench.oracles`` prints all figures.

The solved connect_four positions are in connect_four_solved.txt: moves from the start, then the value
of each legal move to the seat to move; ``python -m bench.oracles --solve`` writes it.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from rich.console import Console

from battlewise.bots import bot
from battlewise.core import Move, State, game
from battlewise.search.exact import value_iteration
from battlewise.search.exploitability import exploitability
from battlewise.search.mcts import StopFlag, as_move
from battlewise.search.mixed import MixedSearch
from battlewise.search.prover import Prover

SOLVED = Path(__file__).with_name("connect_four_solved.txt")


def solve_positions(count: int = 1000, seed: int = 1) -> None:
    """Write random positions, half of them at ply 16 and the others up to ply 28, with exact values."""
    rules = game("connect_four")
    random = np.random.default_rng(seed)
    prover = Prover(rules)
    lines: list[str] = []
    known: set[str] = set()
    while len(lines) < count:
        plies = 16 if len(lines) % 2 else int(random.integers(17, 29))
        state = rules.new(seed=0)
        while not state.is_over and state.ply < plies:
            state.play(state.legal()[int(random.integers(len(state.legal())))])
        moves = "".join(state.record()["moves"])
        if state.is_over or len(state.legal()) < 2 or moves in known:
            continue
        known.add(moves)
        values = " ".join(f"{move.text}={value:g}" for move, value in prover.move_values(state))
        lines.append(f"{moves} {values}")
    SOLVED.write_text("\n".join(lines) + "\n", "utf-8")


def solved_positions() -> list[tuple[State, dict[str, float]]]:
    """The solved positions with the value of each legal move."""
    rules = game("connect_four")
    found = []
    for line in SOLVED.read_text("utf-8").splitlines():
        moves, *values = line.split()
        state = rules.new(seed=0)
        for move in moves:
            state.play(move)
        found.append((state, {pair[0]: float(pair[2:]) for pair in values}))
    return found


def wins_at_once(state: State, move: Move) -> bool:
    """Whether a move ends the game with a win."""
    after = state.copy()
    after.play(move)
    return after.is_over and after.returns()[state.to_move] == 1


def connect_four(iterations: int, positions: list[tuple[State, dict[str, float]]]) -> tuple[float, int, int]:
    """The share of value-preserving moves; the number of wins in one move, and of those missed.

    Positions in which every move keeps the value count as kept.
    """
    player = bot(f"mcts:iterations={iterations}")
    kept = chances = missed = 0
    for seed, (state, values) in enumerate(positions):
        move = player.choose(state, seed=seed).move
        kept += values[move.text] == max(values.values())
        if any(wins_at_once(state, other) for other in state.legal()):
            chances += 1
            missed += not wins_at_once(state, move)
    return kept / len(positions), chances, missed


def pig_loss(iterations: int, samples: int = 2000, seed: int = 1) -> tuple[float, float]:
    """Mean loss of win chance a decision against optimal play, and its standard error.

    Decisions are drawn in proportion to their expected visits when both play optimally.
    """
    rules = game("pig")
    solution = value_iteration(rules.new(seed=0, chance="ask"))
    decisions = list(solution.decisions(1e-9))
    visits = np.array([weight for _, weight in decisions])
    random = np.random.default_rng(seed)
    player = bot(f"mcts:iterations={iterations}")
    losses = []
    for index in random.choice(len(decisions), samples, p=visits / visits.sum()):
        state = decisions[index][0]
        values = dict(solution.action_values(state))
        losses.append(max(values.values()) - values[player.choose(state, seed=int(index)).move])
    return float(np.mean(losses)), float(np.std(losses) / np.sqrt(samples))


def leduc_exploitability(iterations: int) -> float:
    """Chips a game that a perfect opponent wins from the bot, averaged over the seats.

    Exact: the bot draws its move by the average strategy, which is the same whatever decision is searched and
    does not depend on the seed.
    """
    search = MixedSearch(game("leduc").new(seed=0))
    search.run(iterations, None, StopFlag())
    strategies = search.strategies()

    def policy(state: State) -> dict[Move, float]:
        chances = strategies[state.to_move, state.view_key(state.to_move)]
        return {as_move(state.game, code): chance for code, chance in chances.items()}

    return exploitability(game("leduc"), policy) * 26


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--solve", action="store_true", help="solve connect_four positions and write them")
    if parser.parse_args().solve:
        solve_positions()
        return
    console = Console(width=120, highlight=False)
    positions = solved_positions()
    for iterations in (100, 1000, 10_000):
        kept, chances, missed = connect_four(iterations, positions)
        open_ones = [one for one in positions if len(set(one[1].values())) > 1]
        console.print(
            f"connect_four, {iterations} iterations: value kept in {kept:.1%} of {len(positions)} positions, "
            f"{connect_four(iterations, open_ones)[0]:.1%} of the {len(open_ones)} where it can be lost; "
            f"{missed} of {chances} wins in one missed"
        )
    for iterations in (100, 1000, 10_000):
        mean, error = pig_loss(iterations)
        console.print(f"pig, {iterations} iterations: mean loss {mean:.5f} +- {error:.5f} a decision")
    for iterations in (10, 100, 1000, 10_000):
        start = time.process_time()
        chips = leduc_exploitability(iterations)
        console.print(
            f"leduc, {iterations} iterations: exploitability {chips:.3f} chips a game "
            f"({time.process_time() - start:.0f} CPU s)"
        )


if __name__ == "__main__":
    main()
