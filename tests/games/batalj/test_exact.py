"""Batalj: small forays and battles against their exact values (bench/batalj_exact.py prints the whole)."""

from dataclasses import replace

import numpy as np
import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import Move, State, game
from battlewise.search import Budget, Settings, analyse
from battlewise.search.exact import Solution
from bench.batalj_exact import ENDGAMES, MAPS, Endgame, battle, foray, lone_losses, losses, solved
from tests.games.batalj.positions import foray as positions


def played_by_weight(start: State, first: Move, seed: int) -> float:
    """The result of a game in which, after the first move, each is drawn by the square of its weight."""
    state = start.copy(seed=seed)
    state.play(first)
    bits = np.random.default_rng(seed)
    while not state.is_over:
        if state.is_chance:
            state.roll()
        else:
            weights = np.array(state.weigh()) ** 2
            state.play(state.legal()[bits.choice(len(weights), p=weights / weights.sum())])
    return state.returns()[0]


def test_playouts_draw_every_move_by_its_weight() -> None:
    """A battle is won only by ending steps of the redeployment, the last of their legal moves."""
    start = battle(ENDGAMES[0])
    settings = Settings(cutoff="end", playout="weighted")
    found = [analyse(start, Budget(1), settings, seed) for seed in range(2000)]
    first = found[0].candidates[0].move
    results = [played_by_weight(start, first, seed) for seed in range(400)]
    assert abs(np.mean([one.values[0] for one in found]) - np.mean(results)) < 4 * np.std(results) / 20


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
    start.play("lot for Sture")
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


# -- what the game itself works out (core/games/batalj/play/exact_foray.pyx, exact_battle.pyx)


def agrees(solution: Solution, state: State) -> bool:
    """Whether `estimate` and `weigh` say of a decision what its solution says; True if they did."""
    pairs = solution.action_values(state)
    best = max(value for _, value in pairs)
    assert state.estimate() == pytest.approx(solution.value(state), abs=2e-5)
    weights = np.array(state.weigh())
    wrong = [weight for weight, (_, value) in zip(weights, pairs, strict=True) if value < best - 0.005]
    assert sum(wrong) < 0.005 * weights.sum()
    return bool(wrong)


@pytest.mark.parametrize(("riders", "small"), [(1, 1), (1, 4), (2, 0), (2, 1)])
def test_forays_of_one_and_two_are_valued_and_played_exactly(riders: int, small: int) -> None:
    solution = solved(foray(MAPS[small], riders))
    asked = [agrees(solution, state) for state, _ in solution.decisions(1e-3)]
    assert len(asked) > 30
    assert sum(asked) > 20


@pytest.mark.parametrize("endgame", [0, 4, 5])
def test_small_battles_are_valued_and_played_exactly(endgame: int) -> None:
    """In few rounds, so that playouts too know the values; the whole one is known at the root."""
    late = replace(ENDGAMES[endgame], round=29)
    solution = solved(battle(late))
    asked = [agrees(solution, state) for state, _ in solution.decisions(1e-3)]
    assert len(asked) > 15
    assert sum(asked) > 5
    start = battle(ENDGAMES[endgame])
    pairs = dict(solved(start).action_values(start))
    move = start.winning()
    assert move is not None
    assert pairs[move] > max(pairs.values()) - 2e-5


def test_when_two_of_three_still_ride_the_third_may_win_at_home() -> None:
    """The last march of each: a 1 brings the one home, and only a 6 the other one."""
    riders = [
        {"at": "lubeck-wismar", "booty": {"chest_15": 1}},
        {"at": "bremen", "booty": {"chest_40": 1}},
        {"status": "home", "loot": {"chest_10": 1}},
    ]
    state = positions("march", riders, ("hamburg",), die=1, marches=29)
    assert state.estimate() == pytest.approx([1 - 2 / 6, 2 / 6, 0], abs=1e-6)
    weights = dict(zip([move.text for move in state.legal()], state.weigh(), strict=True))
    assert weights["go to lubeck"] > 0.99 * sum(weights.values())
    riders[2]["loot"] = {"chest_20": 1}
    state = positions("march", riders, ("hamburg",), die=1, marches=29)
    assert state.estimate() == pytest.approx([0, 2 / 6, 1 - 2 / 6], abs=1e-6)


def test_rounding_takes_nobody_s_chance_below_nothing() -> None:
    game_of_thirds = walk(game("batalj", mode="foray", players=3, markers=9), 132)
    assert min(min(state.estimate()) for state in game_of_thirds) == 0


def test_what_is_remembered_is_bounded_and_changes_no_answer() -> None:
    state = battle(ENDGAMES[9])
    fresh = game("batalj", mode="battle", players=1)
    settings = Settings(cutoff="rounds", playout="weighted", threads=2)
    found = []
    for rules in (fresh, fresh, state.game):
        found.append(analyse(rules.from_view(state.view(0), seed=0, chance="ask"), Budget(50), settings, 1))
    assert found[0].values == found[1].values == found[2].values
    used, most = fresh.remembered  # type: ignore[attr-defined]
    assert 0 < used <= most == 1 << 20


def test_the_search_loses_little_of_a_lone_foray() -> None:
    assert lone_losses("mcts:iterations=1000", 16).mean() < 0.01
    start = foray(MAPS[3], 1)
    assert losses(start, "mcts:iterations=1000", 8).mean() < 0.02 * solved(start).value(start)[0]


@pytest.mark.parametrize("endgame", [4, 7])
def test_the_search_loses_little_of_a_won_battle(endgame: int) -> None:
    assert losses(battle(ENDGAMES[endgame]), "mcts:iterations=1000", 6).mean() < 0.01
