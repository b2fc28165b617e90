"""A second look at the best move of a search: what it changes, what it leaves, and its limits."""

import pytest

from battlewise.bots import bot
from battlewise.core import State, game
from battlewise.search import Analysis, Budget, Settings, StopFlag, analyse, second_look
from battlewise.search.playout import results
from battlewise.search.second_look import SecondLook
from bench import sense
from tests.search.positions import connect_four

FEW = Budget(iterations=8)


def texts(found: Analysis) -> list[str]:
    return [one.move.text for one in found.candidates]


def codes(state: State) -> dict[str, int]:
    return {move.text: move.code for move in state.legal()}


def looked(state: State, best: str, playouts: int) -> SecondLook:
    """A second look, done, at a move as the best one of Connect Four."""
    others = [code for text, code in codes(state).items() if text != best]
    second = SecondLook(state, codes(state)[best], others, playouts, power=2, seed=1)
    while second.look():
        pass
    return second


def test_a_defence_takes_the_place_of_a_move_that_loses() -> None:
    state = connect_four("ababa")
    assert looked(state, "d", playouts=4000).better() == codes(state)["a"]


def test_the_defence_keeps_its_place() -> None:
    assert looked(connect_four("ababa"), "a", playouts=4000).better() is None


def test_few_deals_change_nothing() -> None:
    assert looked(connect_four("ababa"), "d", playouts=60).better() is None


@pytest.mark.parametrize("playouts", [1, 60, 999])
def test_no_more_playouts_are_made_than_asked_for(playouts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    def counted(state: State, moves: list[int], seed: int, power: int) -> list[float]:
        nonlocal made
        made += len(moves)
        return results(state, moves, seed, power)

    monkeypatch.setattr(second_look, "results", counted)
    second = looked(connect_four("ababa"), "a", playouts)
    assert made == playouts - second.left <= playouts


def test_a_search_puts_the_better_move_first_and_keeps_the_others_in_order() -> None:
    state = connect_four("ababa")
    before, after = (analyse(state, FEW, Settings(second_look=most), seed=4) for most in (0, 4000))
    assert texts(before)[0] != "a"
    assert texts(after) == ["a", *(text for text in texts(before) if text != "a")]
    assert after.line[0].text == "a"
    assert (after.iterations, after.values) == (before.iterations, before.values)


def test_a_search_that_is_stopped_does_not_look_again() -> None:
    state, stop = connect_four("ababa"), StopFlag()
    stop.set()
    assert texts(analyse(state, FEW, Settings(second_look=4000), seed=4, stop=stop))[0] != "a"


def test_a_time_limit_covers_both() -> None:
    """The tree leaves time for the second look, which ends with the limit."""
    state = connect_four("ababa")
    found = analyse(state, Budget(milliseconds=200), Settings(second_look=100_000), seed=4)
    assert texts(found)[0] == "a"
    assert found.iterations > 0


def test_results_of_one_deal_are_those_of_its_moves() -> None:
    state = connect_four("aabbcc")
    moves = codes(state)
    assert results(state, [moves["d"], moves["d"]], seed=1, power=2) == [1, 1]
    assert results(state, [moves["e"], moves["d"]], seed=1, power=2)[1] == 1


def test_a_search_finds_what_it_overlooked_without_it() -> None:
    """Of the decisions of A Battle Through History that games have judged, every fourth."""
    wrong = {0: 0, 1000: 0}
    for number, state, case in sense.positions(sense.read(sense.suite(["history"]))[::4]):
        for most in wrong:
            player = bot(f"mcts:iterations=1000,second_look={most}")
            wrong[most] += player.choose(state, number).move.text in case["wrong"]
    assert wrong[1000] < wrong[0]


def test_a_mixed_strategy_is_left_alone() -> None:
    state = game("leduc").new(seed=1)
    assert texts(analyse(state, FEW, Settings(second_look=400))) == texts(analyse(state, FEW))
