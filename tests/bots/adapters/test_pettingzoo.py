"""PettingZoo and Gymnasium on all games: their own tests, masks, seeds, rewards, copies, pictures."""

import copy
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import numpy
import pytest

from battlewise.core import BattlewiseError, OptionError, games
from tests.cases import CASES, SEATS
from tests.marks import long

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

from battlewise.bots.adapters.gymnasium import SeatEnv  # noqa: E402
from battlewise.bots.adapters.pettingzoo import env  # noqa: E402

ALL = CASES | SEATS
EXPECTED = "not a NumPy array|probably should be|alternative render modes"


@pytest.fixture(autouse=True)
def only_expected_warnings() -> Iterator[None]:
    """Observations are dictionaries, which both frameworks' tests warn of; anything else fails."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=f".*({EXPECTED}).*")
        yield


def made(name: str) -> Any:
    game_id, options = ALL[name]
    return env(game_id, **options)


def play(environment: Any, seed: int, cycles: int = 100_000) -> dict[str, float]:
    """Random moves up to the end: the sum of each agent's rewards."""
    environment.reset(seed=seed)
    total = dict.fromkeys(environment.possible_agents, 0.0)
    for turn, agent in enumerate(environment.agent_iter(cycles)):
        seen, reward, over, _, _ = environment.last()
        total[agent] += reward
        space = environment.action_space(agent)
        space.seed(seed + turn)
        environment.step(None if over else space.sample(seen["action_mask"]))
    return total


@pytest.mark.parametrize("name", ALL)
def test_the_tests_of_pettingzoo(name: str) -> None:
    api_test(made(name), num_cycles=30)
    seed_test(lambda: made(name), num_cycles=10)
    parallel_api_test(turn_based_aec_to_parallel(made(name)), num_cycles=20)


@long
@pytest.mark.parametrize("name", ALL)
def test_the_tests_of_pettingzoo_at_length(name: str) -> None:
    api_test(made(name), num_cycles=1000)
    seed_test(lambda: made(name), num_cycles=500)
    parallel_api_test(turn_based_aec_to_parallel(made(name)), num_cycles=1000)


@pytest.mark.parametrize("name", ALL)
def test_the_check_of_gymnasium(name: str) -> None:
    game_id, options = ALL[name]
    for seat in range(len(made(name).possible_agents)):
        check_env(SeatEnv(game_id, opponent="random", seat=seat, **options))


@pytest.mark.parametrize("game_id", games())
def test_every_game_is_made_by_name(game_id: str) -> None:
    made = gymnasium.make(f"battlewise/{game_id}-v0", opponent="random", render_mode="ansi")
    check_env(made.unwrapped)
    assert made.unwrapped.position.game.id == game_id


@pytest.mark.parametrize("name", ["connect_four", "history_3", "batalj_battle_5"])
def test_masks_are_the_legal_moves_of_the_agent_that_moves(name: str) -> None:
    environment = made(name)
    environment.reset(seed=3)
    game_env = environment.unwrapped
    for _ in range(30):
        if not environment.agents or any(environment.terminations.values()):
            break
        legal = game_env.actions.legal(game_env.position)
        for agent in environment.agents:
            seen = environment.observe(agent)
            here = agent == environment.agent_selection
            assert list(numpy.flatnonzero(seen["action_mask"])) == (legal if here else [])
            seat = int(agent.removeprefix("player_"))
            assert (seen["observation"] == game_env.position.observe(seat, known=True)).all()
        environment.step(legal[-1])


def test_rewards_come_at_the_end_and_add_up_to_0() -> None:
    for seed in range(3):
        total = play(env("history", players=3, turn_limit=6), seed)
        assert sum(total.values()) == pytest.approx(0)
        assert max(total.values()) > 0


def test_a_game_depends_on_its_seed() -> None:
    def beginning(seed: int | None, environment: Any) -> bytes:
        environment.reset(seed=seed)
        return bytes(environment.unwrapped.position.data_bytes())

    one, other = env("history"), env("history")
    assert beginning(1, one) == beginning(1, other) != beginning(2, other)
    assert beginning(1, one) != beginning(None, one)
    assert beginning(1, other) == beginning(1, one)
    assert beginning(None, other) == beginning(None, one)


def test_an_illegal_move_loses() -> None:
    environment = env("connect_four")
    environment.reset(seed=1)
    for _ in range(6):
        environment.step(0)
    environment.step(0)
    assert all(environment.terminations.values())
    assert environment.rewards["player_0"] == -1
    assert environment.rewards["player_1"] == 0
    seat = SeatEnv("leduc", opponent="random", seat=0)
    seat.reset(seed=1)
    illegal = int(numpy.flatnonzero(~seat.action_masks())[0])
    _, reward, over, cut, info = seat.step(illegal)
    assert (reward, over, cut, info) == (-1, True, False, {"illegal": illegal})


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_plays_against_a_bot(seat: int) -> None:
    environment = SeatEnv("connect_four", opponent="mcts:iterations=200", seat=seat)
    seen, _ = environment.reset(seed=5)
    over = False
    while not over:
        assert environment.position.to_move == seat
        assert (environment.action_masks() == seen["action_mask"]).all()
        seen, reward, over, _, _ = environment.step(int(numpy.flatnonzero(seen["action_mask"])[0]))
        assert reward == 0 or over
    assert reward == -1  # who always plays the leftmost column


def test_a_game_without_a_decision_of_the_agent_is_left_out() -> None:
    environment = SeatEnv("history", opponent="random", seat=4, players=5, turn_limit=2)
    for seed in range(20):
        seen, _ = environment.reset(seed=seed)
        assert not environment.position.is_over
        assert seen["action_mask"].any()


def going_on(environment: Any, moves: int) -> bytes:
    """A game after some more moves of the agents."""
    for number in range(moves):
        seen, _, over, _, _ = environment.last()
        legal = numpy.flatnonzero(seen["action_mask"])
        environment.step(None if over else int(legal[number % len(legal)]))
    return bytes(environment.unwrapped.position.data_bytes())


def test_copies_go_on_as_their_environments_do() -> None:
    for name in ("history_3", "batalj_battle_1", "battlelore"):
        one = pickle.loads(pickle.dumps(made(name)))  # before the first game, as SuperSuit does it
        one.reset(seed=3)
        going_on(one, 20)
        others = [copy.deepcopy(one), pickle.loads(pickle.dumps(one))]
        assert {going_on(other, 10) for other in others} == {going_on(one, 10)}
        for each in (one, *others):
            each.reset()
        assert {going_on(other, 10) for other in others} == {going_on(one, 10)}
    seat = gymnasium.make("battlewise/history-v0", opponent="mcts:iterations=10", seat=1)
    seat.reset(seed=1)
    other = copy.deepcopy(seat)
    for _ in range(5):
        action = int(numpy.flatnonzero(seat.unwrapped.action_masks())[0])
        assert str(seat.step(action)) == str(other.step(action))
    assert seat.unwrapped.position.data_bytes() == other.unwrapped.position.data_bytes()


def test_pictures_are_those_of_a_spectator() -> None:
    environment = env("history", render_mode="svg")
    environment.reset(seed=1)
    position = environment.unwrapped.position
    assert environment.render() == position.game.svg(position.view(None))
    seat = SeatEnv("leduc", opponent="random", render_mode="ansi")
    seat.reset(seed=1)
    assert seat.render() == seat.position.render()
    with pytest.raises(ValueError, match="render_mode: 'human' is none of ansi, svg"):
        env("leduc", render_mode="human")


def test_what_cannot_be_is_named() -> None:
    with pytest.raises(OptionError, match="players"):
        env("history", players=9)
    with pytest.raises(BattlewiseError, match=r"seat: 2 is none of 0\.\.1"):
        SeatEnv("leduc", seat=2)
