"""Ways to win by one's own decisions: found, short, and certain only if they win in every deal."""

import importlib.util
from pathlib import Path

import pytest

from battlewise.bots import bot
from battlewise.core import State
from battlewise.search import Analysis, Budget, analyse
from bench import sense
from bench.proofs import after
from tests.search.positions import connect_four

LANTERNS = Path(__file__).parents[2] / "docs" / "examples" / "lanterns" / "lanterns.py"
BUDGET = Budget(iterations=50)


def is_certain(found: Analysis) -> bool:
    """Whether a search looked at one move alone, and it always won."""
    return found.candidates[0].visits == found.iterations and found.candidates[0].value == 1


def last_die(colour: int) -> State:
    """Lanterns at its last decision: 6 to 9, and a 4 or a 5 to take, for the first seat with a secret colour.

    The other seat has dice of 3 and 6, of which its own secret colour, a 2, is neither.
    """
    spec = importlib.util.spec_from_file_location("lanterns", LANTERNS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    state: State = module.Lanterns(rounds=2).new(seed=1, chance="ask")
    for move in (f"colour {colour}", "colour 2", "throw 6 6 6", "take 1", "take 2", "throw 3 4 5", "take 1"):
        state.play(move)
    return state


def test_what_wins_in_every_deal_is_certain() -> None:
    found = analyse(last_die(colour=5), BUDGET)
    assert is_certain(found)
    assert found.candidates[0].move.text == "take 3"


def test_what_wins_in_some_deals_is_not_certain() -> None:
    state = last_die(colour=1)
    assert after(state, state.legal()[1]).returns() == [1, 0]
    assert not is_certain(analyse(state, BUDGET))


def test_a_certain_win_gets_all_visits_and_counts_as_1() -> None:
    state = connect_four("aabbcc")
    found = analyse(state, BUDGET)
    assert is_certain(found)
    assert found.candidates[0].move.text == "d"
    assert found.candidates[0].visits == 50
    assert found.values[state.to_move] == 1


def test_nothing_is_certain_without_a_way_to_win() -> None:
    assert not is_certain(analyse(connect_four("aabb"), BUDGET))


@pytest.mark.parametrize("game_id", ["battalla", "history", "battalia"])
def test_hard_finds_the_wins_of_a_turn_that_are_proved_without_it(game_id: str) -> None:
    player, count = bot("hard"), 0
    for _, state, case in sense.positions(sense.read(sense.suite([game_id]))[::3], "win"):
        count += 1
        assert player.choose(state, count).move.text not in case["wrong"]
    assert count
