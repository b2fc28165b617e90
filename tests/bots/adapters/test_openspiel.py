"""OpenSpiel on all games: its own tests, what a seat may know, its algorithms, and our bots as its bots."""

import random
import unittest
from importlib.metadata import EntryPoint
from random import Random
from typing import Any

import numpy
import pytest

from battlewise.core import game, games, registry
from tests.cases import CASES, SEATS
from tests.marks import long

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    evaluate_bots,
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
    sample_some_states,
)
from open_spiel.python.tests import games_sim_test  # noqa: E402

from battlewise.bots.adapters import openspiel  # noqa: E402
from battlewise.bots.adapters.openspiel import SpielBot, SpielPolicy  # noqa: E402

ALL = CASES | SEATS
SHORT: dict[str, dict[str, Any]] = {
    "batalj": {"turn_limit": 4},
    "battalia": {"weeks": 1, "turn_limit": 4},
    "battalla": {"turn_limit": 4},
    "battlelore": {"turn_limit": 2},
    "history": {"turn_limit": 2},
    "pig": {"goal": 30},
}
SMALL = ("connect_four", "leduc", "pig")
PLIES = 40
STATES = 60  # of a game that OpenSpiel's tests of its API look at
LEDUC_CHIPS = 13  # the utility 1


def load(name: str) -> Any:
    game_id, options = ALL[name]
    return pyspiel.load_game(f"battlewise_{game_id}", options)


def short(name: str) -> Any:
    """A game that ends soon."""
    game_id, options = ALL[name]
    return pyspiel.load_game(f"battlewise_{game_id}", options | SHORT.get(game_id, {}))


def played(spiel: Any, plies: int, seed: int) -> Any:
    """A state after some random plies, at a decision or over."""
    state, rng = spiel.new_initial_state(), Random(seed)
    while not state.is_terminal() and (plies > 0 or state.is_chance_node()):
        outcomes = (
            state.chance_outcomes() if state.is_chance_node() else [(a, 1) for a in state.legal_actions()]
        )
        state.apply_action(rng.choices(*zip(*outcomes, strict=True))[0])
        plies -= 1
    return state


def run_tests(base: type, spiel: Any, name: str) -> None:
    """Run a class of OpenSpiel's own tests on a game."""
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(
        type(name, (base,), {"game": spiel, "game_name": name})
    )
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun
    assert [text for _, text in result.failures + result.errors] == []


def test_every_number_of_seats_is_there() -> None:
    there = {
        (one.id, one.options.get("mode"), one.seats) for one in (game(i, **some) for i, some in ALL.values())
    }
    for game_id in games():
        named = {one.name: one for one in game(game_id).OPTIONS}
        players, modes = named.get("players"), named.get("mode")
        for seats in range(players.low, players.high + 1) if players else ():
            for mode in modes.choices if modes else [None]:
                if (mode, seats) != ("campaign", 1):  # there is none
                    assert (game_id, mode, seats) in there


@pytest.mark.parametrize("name", ALL)
def test_simulations_of_its_python_suite(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", PLIES)
    numpy.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(name))


@pytest.mark.parametrize("name", ALL)
def test_the_tests_of_its_api(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = sample_some_states.sample_some_states
    monkeypatch.setattr(
        sample_some_states, "sample_some_states", lambda spiel, max_states: sample(spiel, STATES)
    )
    random.seed(1)
    run_tests(api_test.EnforceAPIOnPartialTreeBase, load(name), name)


@long
@pytest.mark.parametrize("name", ALL)
def test_the_tests_of_its_api_at_length(name: str) -> None:
    random.seed(2)
    run_tests(api_test.EnforceAPIOnPartialTreeBase, load(name), name)


@long
def test_the_tests_of_its_api_on_the_whole_tree_of_leduc(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers of states and of information states are those of OpenSpiel's Leduc."""
    for numbers in (api_test.TOTAL_NUM_STATES, api_test.PERFECT_RECALL_NUM_STATES):
        monkeypatch.setitem(numbers, "leduc", numbers["leduc_poker"])
    run_tests(api_test.EnforceAPIOnFullTreeBase, load("leduc"), "leduc")


@pytest.mark.parametrize("name", ["connect_four", "history", "leduc", "pig"])
def test_its_random_games(name: str) -> None:
    pyspiel.random_sim_test(short(name), num_sims=1, serialize=True, verbose=False)


@long
@pytest.mark.parametrize("name", ALL)
def test_its_random_games_of_every_kind(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ALL)
def test_legal_actions_and_tensors_are_those_of_the_state(name: str) -> None:
    spiel = load(name)
    kind = spiel.get_type()
    assert kind.min_num_players <= spiel.num_players() <= kind.max_num_players
    state = played(spiel, PLIES, seed=1)
    if state.is_terminal():
        return
    player = state.current_player()
    actions = state.legal_actions()
    assert actions == sorted(set(actions))
    assert list(numpy.flatnonzero(state.legal_actions_mask(player))) == actions
    assert [state.string_to_action(state.action_to_string(a)) for a in actions] == actions
    assert state.legal_actions((player + 1) % spiel.num_players()) in ([], actions)
    tensor = numpy.array(state.observation_tensor(player))
    known = state.position.state.observe(player, known=True)
    assert (tensor == known).all()
    assert state.information_state_tensor(player) == state.observation_tensor(player)


@pytest.mark.parametrize("case", [pytest.param(one, marks=[] if one in SMALL else long) for one in games()])
def test_playthroughs_are_made_again(case: str) -> None:
    name = str(short(case))
    text = generate_playthrough.playthrough(name, action_sequence=[], seed=3)
    actions = [int(line.split()[-1]) for line in text.splitlines() if line.startswith("action: ")]
    assert len(actions) > 3
    assert generate_playthrough.playthrough(name, action_sequence=actions, seed=3) == text


@pytest.mark.parametrize("name", ALL)
def test_what_is_dealt_anew_is_what_the_player_does_not_know(name: str) -> None:
    spiel = load(name)
    for seed in range(4):
        state = played(spiel, 10 * seed + 10, seed)
        for player in range(spiel.num_players() if not state.is_terminal() else 0):
            other = state.resample_from_infostate(player, Random(seed).random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            for seat in range(spiel.num_players()):
                assert other.position.seen(seat) == state.position.seen(player)


def test_a_state_that_was_read_goes_on_as_before() -> None:
    spiel = pyspiel.load_game("battlewise_history(players=3)")
    state = played(spiel, 60, seed=2)
    _, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))
    assert other.history() == state.history()
    for action in (state.legal_actions()[0], None):
        for player in range(3):
            assert other.information_state_string(player) == state.information_state_string(player)
        if action is not None:
            state.apply_action(action)
            other.apply_action(action)


def test_utilities_of_seats_add_up_to_0() -> None:
    for name in ("pig", "history_3"):
        state = played(load(name), 100_000, seed=4)
        assert state.is_terminal()
        assert sum(state.returns()) == pytest.approx(0)
        assert max(state.returns()) == 1
    ends = [played(load("leduc"), 10, seed).returns() for seed in range(100)]
    assert {sum(returns) for returns in ends} == {0.0}  # exactly, as OpenSpiel's tests expect
    assert len(ends) > 3
    lone = played(load("batalj_battle_1"), 100_000, seed=4)
    assert lone.returns() == [2 * lone.position.state.returns()[0] - 1]


def test_what_is_no_observation_is_refused() -> None:
    spiel = pyspiel.load_game("battlewise_leduc")
    public = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE)
    assert spiel.make_py_observer(public) is None
    with pytest.raises(ValueError, match="params"):
        spiel.make_py_observer(params={"size": 3})
    with pytest.raises(ValueError, match="takes no text"):
        spiel.new_initial_state("board")


def test_an_option_that_cannot_be_is_named() -> None:
    with pytest.raises(Exception, match="players"):
        pyspiel.load_game("battlewise_history(players=9)")
    with pytest.raises(Exception, match="colour"):
        pyspiel.load_game("battlewise_history(colour=3)")


def test_a_broken_game_of_another_package_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: [EntryPoint("lost", "no.such:Game", registry.GROUP)]
    )
    registry._outside.cache_clear()
    try:
        with pytest.warns(UserWarning, match="battlewise_lost is not registered: .*cannot be imported"):
            openspiel._register("lost")
    finally:
        registry._outside.cache_clear()


# -- its algorithms


def test_cfr_on_leduc_reaches_the_known_value() -> None:
    spiel = pyspiel.convert_to_cached_tree(pyspiel.load_game("battlewise_leduc"))
    solver = pyspiel.CFRPlusSolver(spiel)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(spiel.new_initial_state(), policy, -1, True)[0]
    assert value * LEDUC_CHIPS == pytest.approx(-0.085606, abs=0.002)
    assert pyspiel.exploitability(spiel, policy) * LEDUC_CHIPS < 0.02


@pytest.mark.parametrize("game_id", ["leduc", *sorted(set(games()) - {"connect_four", "leduc", "pig"})])
def test_its_ismcts_plays_our_bots(game_id: str) -> None:
    spiel = short(game_id)
    theirs = ismcts.ISMCTSBot(
        spiel, mcts.RandomRolloutEvaluator(1), 2.0, 3, random_state=numpy.random.RandomState(1)
    )
    ours = SpielBot("greedy")
    state = played(spiel, 15, seed=5)
    for _ in range(4):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        if not state.is_terminal():
            player = theirs if state.current_player() else ours
            action = player.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_its_algorithms_in_c_run() -> None:
    spiel = pyspiel.load_game("battlewise_leduc")
    state, evaluator = played(spiel, 1, seed=1), pyspiel.RandomRolloutEvaluator(1, 1)
    # Not `step`: it lets go of the GIL, without which no game in Python can be played.
    searcher = pyspiel.MCTSBot(spiel, evaluator, 2.0, 20, 10, False, 1, False)
    assert searcher.mcts_search(state).best_child().action in state.legal_actions()
    for solver in (pyspiel.ExternalSamplingMCCFRSolver(spiel), pyspiel.OutcomeSamplingMCCFRSolver(spiel)):
        solver.run_iteration()
    bots = [SpielBot("greedy"), pyspiel.make_uniform_random_bot(1, 1)]
    assert sum(pyspiel.evaluate_bots(spiel.new_initial_state(), bots, 1)) == 0
    with pytest.raises(Exception, match="ResampleFromInfostate"):
        pyspiel.ISMCTSBot(1, evaluator, 2.0, 5).step_with_policy(state)


def test_its_mcts_plays_a_game_against_our_bot() -> None:
    spiel = pyspiel.load_game("battlewise_connect_four")
    theirs = mcts.MCTSBot(
        spiel, 2.0, 5, mcts.RandomRolloutEvaluator(1), random_state=numpy.random.RandomState(1)
    )
    returns = evaluate_bots.evaluate_bots(
        spiel.new_initial_state(), [SpielBot("mcts:iterations=300"), theirs], numpy.random.RandomState(2)
    )
    assert list(returns) == [1, -1]


def test_a_policy_plays_as_its_bot() -> None:
    spiel = pyspiel.load_game("battlewise_leduc")
    policy, ours = SpielPolicy(spiel, "mcts:iterations=50", seed=7), SpielBot("mcts:iterations=50", seed=7)
    for seed in range(5):
        state = played(spiel, 3, seed)
        if not state.is_terminal():
            assert policy.action_probabilities(state) == {ours.step(state): 1.0}
            hidden = state.resample_from_infostate(state.current_player(), Random(seed).random)
            assert policy.action_probabilities(hidden) == policy.action_probabilities(state)
    assert 0 < exploitability.nash_conv(spiel, SpielPolicy(spiel, "greedy")) < 1
