"""The tree search: limits, determinism, threads, what it answers, and what it must not look at."""

import threading
import time

import pytest

from battlewise.bots.bot import MctsBot
from battlewise.core import BattlewiseError, State, game
from battlewise.search import Analysis, Budget, Memory, SettingError, Settings, StopFlag, analyse, one_ply
from battlewise.search.mcts import NODE_BYTES
from battlewise.search.playout import random_games
from bench.sense import decision_seed, decisions, read, replayed, suite
from tests.search.positions import connect_four


def answer(analysis: Analysis) -> tuple[object, ...]:
    """All of an analysis but the time it took."""
    return (analysis.candidates, analysis.line, analysis.values, analysis.iterations, analysis.nodes)


def middle(game_id: str, seed: int, plies: int) -> State:
    """A state some random plies into a game, at a decision with a choice."""
    state = game(game_id).new(seed=seed)
    for ply in range(10_000):
        if state.is_over:
            return middle(game_id, seed + 1000, plies)
        legal = state.legal()
        if ply >= plies and len(legal) > 1:
            return state
        state.play(legal[(seed + 7 * ply) % len(legal)])
    raise AssertionError("the game does not end")


GAMES = ("connect_four", "leduc", "pig", "battlelore", "history", "batalj")


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(threads=2),
        Settings(worlds=3, cutoff="turn", playout="weighted"),
        Settings(cutoff="leaf", playout="weighted", second_look=200),
    ],
)
def test_same_seed_and_iterations_same_answer(game_id: str, settings: Settings) -> None:
    state = middle(game_id, 3, 5)
    once, again = (analyse(state, Budget(300), settings, seed=5) for _ in range(2))
    assert answer(once) == answer(again)
    assert once.iterations == 300


@pytest.mark.parametrize("game_id", GAMES)
def test_a_search_leaves_the_state_alone(game_id: str) -> None:
    state = middle(game_id, 3, 5)
    before = state.data_bytes()
    analyse(state, Budget(100), seed=5)
    one_ply(state, 2, seed=5)
    assert state.data_bytes() == before


@pytest.mark.parametrize("game_id", ["leduc", "battlelore"])
@pytest.mark.parametrize(
    "settings", [Settings(), Settings(worlds=3), Settings(cutoff="leaf", second_look=200)]
)
def test_hidden_cards_change_no_byte_of_an_answer(game_id: str, settings: Settings) -> None:
    changed = 0
    for seed in range(6):
        state = middle(game_id, seed, seed)
        other = state.redealt(state.to_move, seed=seed + 100)
        changed += state.data_bytes() != other.data_bytes()
        one, two = (analyse(s, Budget(200), settings, seed=5) for s in (state, other))
        assert answer(one) == answer(two)
        assert one_ply(state, 3, seed=5) == one_ply(other, 3, seed=5)
    assert changed >= 3


def test_a_win_in_one_is_found() -> None:
    found = analyse(connect_four("ddccee"), Budget(200), seed=1)
    assert found.candidates[0].move.text in "bf"
    assert found.candidates[0].value == 1.0


def test_visits_values_and_errors_add_up() -> None:
    found = analyse(connect_four("d"), Budget(1000), seed=1)
    assert sum(c.visits for c in found.candidates) == found.iterations == 1000
    visits = [c.visits for c in found.candidates]
    assert visits == sorted(visits, reverse=True)
    assert all(0 <= c.error <= 1 for c in found.candidates if c.error is not None)
    assert 0 < (found.candidates[0].error or 0) < 0.1
    assert sum(c.prior for c in found.candidates) == pytest.approx(1)
    mean = sum(c.visits * c.value for c in found.candidates if c.value is not None) / 1000
    assert mean == pytest.approx(found.values[1])
    assert sum(found.values) == pytest.approx(1)


def test_a_clearly_better_move_comes_before_the_most_visited_one() -> None:
    games = read(suite(["battlelore"]))
    kept_game, one = next(pair for pair in decisions(games, "clear") if decision_seed(*pair) == 11900055)
    state = replayed(kept_game["record"], one)
    found = MctsBot("mcts", {}).analyse(state, seed=58)
    first, *others = found.candidates
    assert first.visits < others[0].visits == max(one.visits for one in others)
    assert (first.value or 0) > (others[0].value or 0)
    assert first.move.text in one["right"]
    assert others[0].move.text in one["wrong"]


def visits(found: Analysis) -> int:
    return sum(one.visits for one in found.candidates)


def own_decisions(seed: int) -> tuple[State, State]:
    """A decision of BattleLore's full game whose seat decides next, too; the same re-dealt for that seat."""
    state = game("battlelore", scenario="full").new(seed=seed)
    while True:
        legal, seat = state.legal(), state.to_move
        state.play(analyse(state, Budget(20), seed=1).candidates[0].move if len(legal) > 1 else legal[0])
        if state.to_move == seat and len(state.legal()) > 1 and state.turn > 2:
            return state, state.redealt(seat, seed=99)


def test_a_search_begins_with_what_the_one_before_found() -> None:
    state, _ = own_decisions(1)
    memory, seat = Memory(), state.to_move
    first = analyse(state, Budget(300), seed=5, memory=memory)
    state.play(first.candidates[0].move)
    assert state.to_move == seat
    assert len(state.legal()) > 1
    second = analyse(state, Budget(300), seed=5, memory=memory)
    assert second.iterations == visits(first) == 300
    assert 300 < visits(second) <= 300 + first.candidates[0].visits
    assert visits(analyse(state, Budget(300), seed=5)) == 300
    assert visits(analyse(state, Budget(300), seed=5, memory=memory)) == 300  # no earlier decision


def test_a_memory_of_another_game_or_seat_is_not_used() -> None:
    state, _ = own_decisions(1)
    other, _ = own_decisions(2)
    memory = Memory()
    analyse(other, Budget(50), seed=5, memory=memory)
    found = analyse(state, Budget(50), seed=5, memory=memory)
    assert answer(found) == answer(analyse(state, Budget(50), seed=5))


def test_hidden_cards_change_no_byte_of_an_answer_with_a_memory() -> None:
    state, other = own_decisions(1)
    assert state.data_bytes() != other.data_bytes()
    found = []
    for each in (state, other):
        memory = Memory()
        first = analyse(each, Budget(300), seed=5, memory=memory)
        each.play(first.candidates[0].move)
        second = analyse(each, Budget(300), seed=6, memory=memory)
        assert visits(second) > 300
        found.append((answer(first), answer(second)))
    assert found[0] == found[1]


def test_the_line_is_playable() -> None:
    state = connect_four("dd")
    found = analyse(state, Budget(3000), seed=1)
    assert found.line[0] == found.candidates[0].move
    assert len(found.line) > 3
    for move in found.line:
        state.play(move)


@pytest.mark.parametrize("game_id", GAMES)
def test_worlds_are_counted(game_id: str) -> None:
    state = middle(game_id, 4, 3)
    fresh = analyse(state, Budget(50), seed=1).worlds
    fixed = analyse(state, Budget(50), Settings(worlds=4), seed=1).worlds
    few = 50 if state.game.tabular else 4  # a mixed strategy is of all deals
    assert (fresh, fixed) == ((50, few) if state.game.hidden else (1, 1))


def test_a_budget_of_time_is_kept() -> None:
    start = time.perf_counter()
    found = analyse(connect_four(""), Budget(milliseconds=100), seed=1)
    assert found.iterations > 1000
    assert found.nodes > 2 * found.iterations
    assert time.perf_counter() - start < 2


def test_whichever_limit_comes_first() -> None:
    assert analyse(connect_four(""), Budget(iterations=64, milliseconds=60_000), seed=1).iterations == 64


def test_the_stop_flag_ends_a_search_that_has_no_gil() -> None:
    stop = StopFlag()
    threading.Timer(0.1, stop.set).start()
    found = analyse(connect_four(""), Budget(milliseconds=60_000), seed=1, stop=stop)
    assert found.seconds < 30
    assert stop.is_set()
    assert found.candidates[0].visits > 0


def test_threads_add_up() -> None:
    found = analyse(connect_four(""), Budget(1001), Settings(threads=3), seed=1)
    assert sum(c.visits for c in found.candidates) == found.iterations == 1001


def test_a_node_is_small() -> None:
    assert NODE_BYTES <= 64


def test_nothing_to_search_when_over() -> None:
    over = connect_four("dcdcdcd")
    with pytest.raises(BattlewiseError, match="nothing to decide"):
        analyse(over, Budget(10))


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"exploration": 0.0}, "exploration"),
        ({"exploration": float("nan")}, "exploration"),
        ({"first_play": 2.0}, "first_play"),
        ({"cutoff": "later"}, "cutoff"),
        ({"playout": "clever"}, "playout"),
        ({"worlds": -1}, "worlds"),
        ({"threads": 0}, "threads"),
    ],
)
def test_wrong_settings_name_the_field(values: dict[str, object], field: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings(**values)  # type: ignore[arg-type]
    assert caught.value.field == field


@pytest.mark.parametrize("values", [{}, {"iterations": 0}, {"milliseconds": -5}, {"iterations": 1.5}])
def test_wrong_budgets_are_refused(values: dict[str, int]) -> None:
    with pytest.raises(SettingError):
        Budget(**values)


def test_random_games_count_what_they_play() -> None:
    tally = random_games(connect_four(""), 100, seed=1)
    assert tally["games"] == 100
    assert 100 * 7 < tally["decisions"] <= 100 * 42
    assert tally["chances"] == 0
