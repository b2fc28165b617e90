"""The proofs behind the suite of good sense."""

from collections.abc import Callable

import pytest

from battlewise.core import State, game
from bench.proofs import Verdict, after, beaten, defending, poorer, winning
from tests.search.positions import connect_four


def all_beaten(state: State) -> Verdict | None:
    return beaten(state, state.legal(), seed=1)


@pytest.mark.parametrize(
    ("proof", "moves", "right"),
    [(winning, "aabbcc", "d"), (defending, "ababa", "a"), (all_beaten, "ababa", "a")],
)
def test_one_move_is_right_and_the_rest_is_wrong(
    proof: Callable[[State], Verdict | None], moves: str, right: str
) -> None:
    verdict = proof(connect_four(moves))
    assert verdict is not None
    assert [move.text for move in verdict.right] == [right]
    assert len(verdict.wrong) == 6


def test_nothing_is_proved_where_no_move_decides() -> None:
    assert winning(connect_four("aabb")) is None
    assert defending(connect_four("abab")) is None


def test_the_best_move_is_not_beaten() -> None:
    state = connect_four("ababa")
    assert beaten(state, [move for move in state.legal() if move.text == "a"], seed=1) is None


def test_the_same_for_less_gold_is_wrong() -> None:
    state = game("batalj").new(seed=0, chance="ask")
    found = 0
    while not found:
        if state.is_chance:
            state.roll()
            continue
        texts = {move.text: move for move in state.legal()}
        incomes = [f"culture and science, income of {name}" for name in ("fiefs", "trade")]
        if all(text in texts for text in incomes):
            own = state.to_move
            gold = [after(state, texts[text]).view(own)["players"][own]["gold"] for text in incomes]
            verdict = poorer(state, [("players", own, "gold")])
            if gold[0] != gold[1]:
                found += 1
                assert verdict is not None
                assert [move.text for move in verdict.wrong] == [incomes[gold[0] > gold[1]]]
        state.play(state.legal()[0])
