"""Batalj: small forays and battles against their exact values (bench/batalj_exact.py prints the whole)."""

import numpy as np
import pytest

from battlewise.core import State
from battlewise.search.exact import Solution
from bench.batalj_exact import ENDGAMES, MAPS, Endgame, battle, foray, lone_losses, losses, solved


def played_best(solution: Solution, start: State, seed: int) -> list[float]:
    """The result when all play exactly best."""
    state = start.copy(seed=seed)
    while not state.is_over:
        if state.is_chance:
            state.roll()
        else:
            state.play(max(solution.action_values(state), key=lambda pair: pair[1])[0])
    return state.returns()


def test_exact_values_agree_with_games_of_two_riders_who_play_best() -> None:
    start = foray(MAPS[0], 2)
    solution = solved(start)
    assert solution.value(start) == pytest.approx([0.5, 0.5])  # the order is drawn by lot
    start = start.copy()
    start.play("Sture next")
    value = solution.value(start)[0]
    assert abs(value - 0.5) > 0.01
    results = np.array([played_best(solution, start, seed)[0] for seed in range(600)])
    assert abs(results.mean() - value) < 3 * results.std() / np.sqrt(len(results))


def test_the_exact_value_of_a_battle_agrees_with_games_that_are_played_best() -> None:
    start = battle(ENDGAMES[0])
    solution = solved(start)
    results = np.array([played_best(solution, start, seed)[0] for seed in range(600)])
    assert abs(results.mean() - solution.value(start)[0]) < 3 * results.std() / np.sqrt(len(results))


def test_a_battle_that_one_attack_decides_has_the_value_of_its_die() -> None:
    """In the last round two soldiers before a reserve of one hit with 1 and 2; there is no other hope."""
    one = Endgame((0, 0, 0, 2, 0, 0, 1), (0, 0, 0, 0, 0, 0, 1), round=30)
    start = battle(one)
    assert solved(start).value(start)[0] == pytest.approx(1 / 3)


def test_the_search_loses_little_of_a_lone_foray() -> None:
    assert lone_losses("mcts:iterations=1000", 8).mean() < 0.02
    start = foray(MAPS[3], 1)
    assert losses(start, "mcts:iterations=1000", 8).mean() < 0.02 * solved(start).value(start)[0]


@pytest.mark.parametrize("endgame", [4, 7])
def test_the_search_loses_little_of_a_won_battle(endgame: int) -> None:
    assert losses(battle(ENDGAMES[endgame]), "mcts:iterations=1000", 6).mean() < 0.01
