"""Speed against named peers and baselines: ratios within one run, in CPU time.

Rounds are interleaved, so that drift of a noisy machine hits both sides alike; a row is the median
of the rounds' ratios with the smallest and the largest.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from battlewise.core import Game, State, game, games
from battlewise.search import Budget, Settings, analyse
from battlewise.search.mcts import NODE_BYTES
from battlewise.search.playout import random_games

Work = Callable[[int], float]
"""Does a fixed amount of work with a seed and answers how many units it was."""

TAG_BATTLELORE = "TAG: 370k-430k moves/s, 4.1k-5.2k games/s, on a far simpler game (see README)"


BATTLES = {
    "battlelore": game("battlelore"),
    "battlelore, full game": game("battlelore", scenario="full"),
    "battalla": game("battalla"),
    "battalia, 2 players": game("battalia"),
    "battalia, 4 players": game("battalia", players=4),
    "history, 2 players": game("history"),
    "history, 4 players": game("history", players=4),
    "batalj, 2 players": game("batalj"),
    "batalj, 4 players": game("batalj", players=4),
}
"""The games whose random play is measured against a peer's."""


@dataclass(frozen=True)
class Row:
    """One line of the table: what, our rate, the other's rate, their ratio and its range, the aim."""

    name: str
    ours: float
    theirs: float
    ratio: float
    low: float
    high: float
    aim: str


def rate(work: Work, seed: int, clock: Callable[[], float]) -> float:
    """Units a second of `clock`."""
    start = clock()
    units = work(seed)
    return units / (clock() - start)


def compare(
    name: str,
    ours: Work,
    theirs: Work,
    aim: str,
    rounds: int = 7,
    clock: Callable[[], float] = time.process_time,
) -> Row:
    """Measure two pieces of work turn by turn."""
    ours(0)
    theirs(0)
    pairs = [(rate(ours, seed, clock), rate(theirs, seed, clock)) for seed in range(1, rounds + 1)]
    ratios = [a / b for a, b in pairs]
    return Row(
        name,
        median(a for a, _ in pairs),
        median(b for _, b in pairs),
        median(ratios),
        min(ratios),
        max(ratios),
        aim,
    )


def search_work(game_id: str, simulations: int, searches: int, settings: Settings) -> Work:
    """Searches from openings with a choice; a unit is a simulation."""
    rules = game(game_id)

    def work(seed: int) -> float:
        for index in range(searches):
            analyse(_opening(rules.new(seed=seed * 1000 + index)), Budget(simulations), settings, seed=index)
        return simulations * searches

    return work


def _opening(state: State) -> State:
    while len(state.legal()) == 1:
        state.play(state.legal()[0])
    return state


def decisions_work(rules: Game, games: int) -> Work:
    """Random games from the start; a unit is a decision of at least two legal moves."""

    def work(seed: int) -> float:
        return random_games(rules.new(seed=seed, chance="ask"), games, seed)["decisions"]

    return work


def games_work(game_id: str, games: int) -> Work:
    """Random games from an opening with a choice; a unit is a game."""
    rules = game(game_id)

    def work(seed: int) -> float:
        return random_games(_opening(rules.new(seed=seed)), games, seed)["games"]

    return work


# -- OpenSpiel


def _spiel_opening(spiel: Any, rng: Random) -> Any:
    while True:
        state = spiel.new_initial_state()
        while not state.is_terminal() and (state.is_chance_node() or len(state.legal_actions()) == 1):
            actions = (
                [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            )
            state.apply_action(rng.choice(actions))
        if not state.is_terminal():
            return state


def spiel_mcts(name: str, simulations: int, searches: int) -> Work:
    """OpenSpiel's C++ MCTSBot with one random rollout; a unit is a simulation."""
    import pyspiel

    spiel = pyspiel.load_game(name)

    def work(seed: int) -> float:
        for index in range(searches):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed + index)
            bot = pyspiel.MCTSBot(spiel, evaluator, 2.0, simulations, 0, False, seed + index, False)
            bot.mcts_search(_spiel_opening(spiel, Random(seed * 1000 + index)))
        return simulations * searches

    return work


def spiel_ismcts(name: str, simulations: int, searches: int) -> Work:
    """OpenSpiel's C++ ISMCTSBot with one random rollout and a fresh world each; a unit is a simulation."""
    import pyspiel

    spiel = pyspiel.load_game(name)

    def work(seed: int) -> float:
        for index in range(searches):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed + index)
            bot = pyspiel.ISMCTSBot(seed + index, evaluator, 2.0, simulations, -1)
            bot.step(_spiel_opening(spiel, Random(seed * 1000 + index)))
        return simulations * searches

    return work


def spiel_decisions(name: str, games: int) -> Work:
    """OpenSpiel's C++ random rollouts; a unit is a decision of at least two legal moves.

    How many such decisions a game has on average is counted once, over 1,000 games played in Python.
    """
    import pyspiel

    spiel = pyspiel.load_game(name)
    rng = Random(5)
    decisions = sum(_spiel_game(_spiel_opening(spiel, rng), rng) for _ in range(1000)) / 1000

    def work(seed: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
        bot = pyspiel.MCTSBot(spiel, evaluator, 2.0, 1, 0, False, seed, False)
        bot.mcts_search(_spiel_opening(spiel, Random(seed)))
        return games * decisions

    return work


def _spiel_game(state: Any, rng: Random) -> int:
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            actions = state.legal_actions()
            decisions += len(actions) > 1
            state.apply_action(rng.choice(actions))
    return decisions


# -- the table


def peer_rows() -> list[Row]:
    """Against OpenSpiel, which the extra ``bench`` installs."""
    uniform = Settings()
    return [
        compare(
            "connect_four MCTS, one random rollout, simulations/CPU s : OpenSpiel MCTSBot",
            search_work("connect_four", 10_000, 20, uniform),
            spiel_mcts("connect_four", 10_000, 3),
            ">= 5",
        ),
        compare(
            "leduc ISMCTS, one random rollout, simulations/CPU s : OpenSpiel ISMCTSBot",
            search_work("leduc", 10_000, 20, uniform),
            spiel_ismcts("leduc_poker", 10_000, 10),
            ">= 2",
        ),
        *(
            compare(
                f"{name} random play, decisions/CPU s : OpenSpiel backgammon rollouts",
                decisions_work(rules, 1000),
                spiel_decisions("backgammon", 300),
                ">= 30" if name == "battlelore" else ">= 15",
            )
            for name, rules in BATTLES.items()
        ),
    ]


def own_rows() -> list[Row]:
    """Against our own plain playouts and our own single thread."""
    full = Settings(cutoff="end", playout="uniform")
    return [
        compare(
            "battlelore MCTS with full playouts, iterations/CPU s : plain playouts",
            search_work("battlelore", 2_000, 1, full),
            games_work("battlelore", 2_000),
            ">= 0.75",
        ),
        compare(
            "battlelore MCTS, two threads, iterations/wall s : one thread",
            search_work("battlelore", 20_000, 1, Settings(cutoff="turn", playout="weighted", threads=2)),
            search_work("battlelore", 20_000, 1, Settings(cutoff="turn", playout="weighted")),
            ">= 1.7",
            clock=time.perf_counter,
        ),
    ]


def random_play(number: int = 2000) -> dict[str, dict[str, float]]:
    """Plain random play of each game: rates in CPU time and lengths."""
    return {name: _random_play(rules, number) for name, rules in {**_others(), **BATTLES}.items()}


def _others() -> dict[str, Game]:
    battles = {rules.id for rules in BATTLES.values()}
    return {game_id: game(game_id) for game_id in games() if game_id not in battles}


def _random_play(rules: Game, number: int) -> dict[str, float]:
    start = time.process_time()
    tally = random_games(rules.new(seed=1, chance="ask"), number, 1)
    seconds = time.process_time() - start
    return {
        "games/s": number / seconds,
        "ns/decision": seconds / tally["decisions"] * 1e9,
        "decisions/game": tally["decisions"] / number,
        "forced/game": tally["forced"] / number,
        "chances/game": tally["chances"] / number,
    }


def node_bytes() -> int:
    """Bytes a tree node takes."""
    return NODE_BYTES
