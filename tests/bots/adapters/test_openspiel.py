"""OpenSpiel on all games: its own tests, what a seat may know, its algorithms, and our bots as its bots."""

from random import Random
from typing import Any

import numpy
import pytest

from battlewise.core import games
from tests.cases import CASES
from tests.marks import long

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import evaluate_bots, generate_playthrough, ismcts, mcts  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from battlewise.bots.adapters.openspiel import SpielBot, SpielPolicy  # noqa: E402

SHORT = {"battlelore": "turn_limit=2", "battalia": "weeks=1", "batalj": "turn_limit=10", "pig": "goal=30"}
PLIES = 40
LEDUC_CHIPS = 13  # the utility 1


def load(name: str) -> Any:
    game_id, options = CASES[name]
    return pyspiel.load_game(f"battlewise_{game_id}", options)


def short(game_id: str) -> Any:
    return pyspiel.load_game(f"battlewise_{game_id}({SHORT.get(game_id, '')})")


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


@pytest.mark.parametrize("name", CASES)
def test_simulations_of_its_python_suite(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", PLIES)
    numpy.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(name))


@pytest.mark.parametrize("game_id", ["connect_four", "history", "leduc", "pig"])
def test_its_random_games(game_id: str) -> None:
    pyspiel.random_sim_test(short(game_id), num_sims=1, serialize=True, verbose=False)


@long
@pytest.mark.parametrize("name", CASES)
def test_its_random_games_of_every_kind(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", CASES)
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


@pytest.mark.parametrize("game_id", ["connect_four", "leduc", "pig"])
def test_playthroughs_are_made_again(game_id: str) -> None:
    name = f"battlewise_{game_id}"
    text = generate_playthrough.playthrough(name, action_sequence=[], seed=3)
    actions = [int(line.split()[-1]) for line in text.splitlines() if line.startswith("action: ")]
    assert len(actions) > 3
    assert generate_playthrough.playthrough(name, action_sequence=actions, seed=3) == text


@pytest.mark.parametrize("name", CASES)
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
