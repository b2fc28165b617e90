"""Speed against named peers and baselines: ratios within one run, in CPU time.

The rounds of both sides alternate, so that other load on the machine affects both alike. A row is the median
of the rounds' ratios with the smallest and the largest.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import Any

from battlewise.core import Game, State, game, games
from battlewise.search import Settings, StopFlag
from battlewise.search.mcts import Search
from battlewise.search.playout import random_games

Work = Callable[[int], float]
"""Does a fixed amount of work with a seed and returns the number of units."""

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
"""The games whose random play is compared with a peer's."""


@dataclass(frozen=True)
class Row:
    """A measured comparison: both rates, the median of their ratios, the smallest and the largest."""

    ours: float
    theirs: float
    ratio: float
    low: float
    high: float


def rate(work: Work, seed: int, clock: Callable[[], float]) -> float:
    """Units a second of `clock`."""
    start = clock()
    units = work(seed)
    return units / (clock() - start)


@dataclass(frozen=True)
class Comparison:
    """Two pieces of work to compare.

    :ivar name: what is compared, with the unit.
    :ivar ours: makes our work for a share of its default size, which is 1.
    :ivar theirs: makes the other work.
    :ivar aim: the ratio that a release must reach.
    :ivar clock: CPU time, or wall time where threads are compared.
    """

    name: str
    ours: Callable[[float], Work]
    theirs: Callable[[float], Work]
    aim: str
    clock: Callable[[], float] = time.process_time

    def measure(self, scale: float = 1.0, rounds: int = 7) -> Row:
        """Measure both, a round of each in turn.

        :param scale: share of the default size of the work, > 0.
        """
        ours, theirs = self.ours(scale), self.theirs(scale)
        ours(0)
        theirs(0)
        seeds = range(1, rounds + 1)
        pairs = [(rate(ours, seed, self.clock), rate(theirs, seed, self.clock)) for seed in seeds]
        ratios = [a / b for a, b in pairs]
        rates = median(a for a, _ in pairs), median(b for _, b in pairs)
        return Row(*rates, median(ratios), min(ratios), max(ratios))


def search_work(game_id: str, simulations: int, searches: int, settings: Settings) -> Work:
    """Searches from openings with a choice; a unit is a simulation."""
    rules = game(game_id)

    def work(seed: int) -> float:
        for index in range(searches):
            opening = _opening(rules.new(seed=seed * 1000 + index))
            Search(opening, settings, index).run(simulations, None, StopFlag())
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

    The average number of such decisions in a game is counted once, over 1,000 games played in Python.
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


def _size(number: int, scale: float) -> int:
    return max(1, round(number * scale))


def peers() -> list[Comparison]:
    """Comparisons with OpenSpiel, which the extra ``bench`` installs."""
    uniform = Settings()
    return [
        Comparison(
            "Connect Four, tree search with one random playout, simulations/s : OpenSpiel's MCTSBot",
            lambda scale: search_work("connect_four", 10_000, _size(20, scale), uniform),
            lambda scale: spiel_mcts("connect_four", 10_000, _size(3, scale)),
            ">= 5",
        ),
        Comparison(
            "Leduc poker, tree search with one random playout, simulations/s : OpenSpiel's ISMCTSBot",
            lambda scale: search_work("leduc", 10_000, _size(20, scale), uniform),
            lambda scale: spiel_ismcts("leduc_poker", 10_000, _size(10, scale)),
            ">= 2",
        ),
        *(_random_play_comparison(name, rules) for name, rules in BATTLES.items()),
    ]


def _random_play_comparison(name: str, rules: Game) -> Comparison:
    return Comparison(
        f"{name}, random play, decisions/s : OpenSpiel's backgammon rollouts",
        lambda scale: decisions_work(rules, _size(1000, scale)),
        lambda scale: spiel_decisions("backgammon", _size(300, scale)),
        ">= 30" if name == "battlelore" else ">= 15",
    )


def baselines() -> list[Comparison]:
    """Comparisons with our own plain playouts and our own single thread."""
    full = Settings(cutoff="end", playout="uniform")
    turn = Settings(cutoff="turn", playout="weighted")
    return [
        Comparison(
            "battlelore, tree search with full playouts, iterations/s : plain playouts",
            lambda scale: search_work("battlelore", _size(2000, scale), 1, full),
            lambda scale: games_work("battlelore", _size(2000, scale)),
            ">= 0.75",
        ),
        Comparison(
            "battlelore, tree search on two threads, iterations/s of wall time : one thread",
            lambda scale: search_work("battlelore", _size(20_000, scale), 1, replace(turn, threads=2)),
            lambda scale: search_work("battlelore", _size(20_000, scale), 1, turn),
            ">= 1.7",
            clock=time.perf_counter,
        ),
    ]


def played_games() -> dict[str, Game]:
    """All games by name, the battle games with the options of `BATTLES`."""
    battles = {rules.id for rules in BATTLES.values()}
    return {one: game(one) for one in games() if one not in battles} | BATTLES


def random_play(rules: Game, number: int = 2000) -> dict[str, float]:
    """Random play of a game: rates in CPU time, and lengths."""
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
