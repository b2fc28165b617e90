"""Mixed strategies of small games: what they converge to, and what they must not look at."""

import time

import pytest

from battlewise.bots import bot
from battlewise.bots.bot import MctsBot
from battlewise.core import Move, State, game
from battlewise.search import Budget, Settings, StopFlag, analyse
from battlewise.search.exploitability import exploitability
from battlewise.search.mcts import as_move
from battlewise.search.mixed import MixedSearch

CHIPS = 26  # in a return of 1


def table(seed: int, *moves: str) -> State:
    """A state of Leduc poker after these bets; the board card is dealt between them."""
    state = game("leduc").new(seed=seed)
    for move in moves:
        state.play(move)
    return state


def solved(iterations: int) -> MixedSearch:
    found = MixedSearch(table(1))
    found.run(iterations, None, StopFlag())
    return found


def test_a_best_response_wins_ever_less() -> None:
    lost = []
    for iterations in (100, 1000):
        strategies = solved(iterations).strategies()

        def policy(
            state: State, strategies: dict[tuple[int, int], dict[int, float]] = strategies
        ) -> dict[Move, float]:
            chances = strategies[state.to_move, state.view_key(state.to_move)]
            return {as_move(state.game, code): chance for code, chance in chances.items()}

        lost.append(exploitability(game("leduc"), policy) * CHIPS)
    assert lost[0] < 0.7
    assert lost[1] < 0.05


def test_the_game_is_worth_what_is_known() -> None:
    """Seat 0 loses 0.0856 chips a game in an equilibrium (as OpenSpiel's tests of leduc_poker say)."""
    starts: dict[str, State] = {}
    for seed in range(99):
        state = table(seed)
        starts.setdefault(state.view(0)["cards"][0], state)
    values = [analyse(state, Budget(2000)).values for state in starts.values()]
    assert len(values) == 6
    assert (sum(value[0] for value in values) / 6 - 0.5) * CHIPS == pytest.approx(-0.0856, abs=0.03)
    assert all(sum(value) == pytest.approx(1, abs=0.02) for value in values)


def test_every_decision_is_answered_from_one_strategy() -> None:
    strategies = solved(200).strategies()
    for moves in ((), ("raise",), ("call", "raise"), ("call", "call"), ("raise", "call", "raise")):
        state = table(5, *moves)
        found = analyse(state, Budget(200), seed=len(moves)).candidates
        assert {one.move.code: one.share for one in found} == strategies[
            state.to_move, state.view_key(state.to_move)
        ]
        assert [one.share for one in found] == sorted((one.share for one in found), reverse=True)


@pytest.mark.parametrize("threads", [1, 2])
def test_hidden_cards_and_a_lost_past_change_nothing(threads: int) -> None:
    state = table(3, "call", "raise", "call")
    other = state.redealt(state.to_move, seed=8)
    bare = state.game.from_view(state.view(state.to_move), seed=2)
    assert state.data_bytes() != other.data_bytes()
    found = [analyse(s, Budget(100), Settings(threads=threads), seed=5) for s in (state, other, bare)]
    assert found[0].candidates == found[1].candidates == found[2].candidates
    assert found[0].values == found[1].values == found[2].values


def test_an_interrupted_search_goes_on_as_it_would_have() -> None:
    once, twice = solved(100), MixedSearch(table(1))
    for iterations in (7, 40, 100):
        twice.run(iterations, None, StopFlag())
        assert twice.iterations == iterations
    assert once.strategies() == twice.strategies()
    assert once.root_moves() == twice.root_moves()


def test_a_budget_of_time_and_a_stop_are_kept() -> None:
    start = time.perf_counter()
    assert analyse(table(3), Budget(milliseconds=50)).iterations > 0
    stop = StopFlag()
    stop.set()
    assert analyse(table(3), Budget(milliseconds=60_000), stop=stop).iterations == 0
    assert time.perf_counter() - start < 10


def test_the_bot_draws_by_the_strategy() -> None:
    state = table(next(s for s in range(99) if table(s).view(0)["cards"][0] == "Kh"))
    found = analyse(state, Budget(500))
    player = bot("mcts")
    assert isinstance(player, MctsBot)
    draws = [player.chosen(state, seed, found).move for seed in range(400)]
    assert len(set(draws)) == 2
    for one in found.candidates:
        assert draws.count(one.move) / 400 == pytest.approx(one.share, abs=0.1)
