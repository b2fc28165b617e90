"""The proofs behind the suite of good sense."""

from collections.abc import Callable
from pathlib import Path

import pytest

from battlewise.bots import bot
from battlewise.bots.rollout.run import Limits
from battlewise.core import State, game
from bench.proofs import Verdict, after, beaten, defending, poorer, winning
from bench.sense import confirm, contradicted, decision_seed, decisions, is_right, read, rest_of_turn, write
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


@pytest.mark.parametrize(
    ("kind", "chosen", "rest", "right"),
    [
        ("clear", "a", [], True),
        ("clear", "b", [], False),
        ("clear", "b", ["d", "c"], True),
        ("clear", "b", ["d", "b"], False),
        ("win", "b", ["c"], False),
    ],
)
def test_a_right_move_may_follow_what_games_call_wrong(
    kind: str, chosen: str, rest: list[str], right: bool
) -> None:
    assert is_right({"kind": kind, "right": ["c"], "wrong": ["b"]}, chosen, rest) is right


def test_the_rest_of_a_turn_ends_with_it() -> None:
    state = game("battalla").new(seed=3, chance="ask")
    while state.is_chance or state.turn < 1:
        if state.is_chance:
            state.roll()
        else:
            state.play(state.legal()[0])
    turn = state.turn
    made = list(rest_of_turn(bot("greedy"), state, seed=1))
    assert len(made) > 1
    assert state.is_over or state.turn == turn + 1


def test_rollouts_take_back_what_they_do_not_show(tmp_path: Path) -> None:
    """The outer columns of an empty board are each other's mirror image; with `a` a threat of four is met."""
    path = tmp_path / "connect_four.jsonl.gz"
    decisions = [
        {"kind": "clear", "moves": 0, "right": ["g"], "wrong": ["a"]},
        {"kind": "clear", "moves": 5, "right": ["a"], "wrong": ["b", "c"]},
        {"kind": "win", "moves": 0, "right": ["a"], "wrong": ["g"]},
    ]
    write(path, [{"record": connect_four("ababa").record(), "cases": decisions}])
    confirm(path, limits=Limits(20, 40))
    assert read(path)[0]["cases"] == decisions[1:]


def test_decisions_that_no_bot_gets_wrong_can_be_left_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "connect_four.jsonl.gz"
    opening = {"kind": "clear", "moves": 0, "right": ["a"], "wrong": ["d"]}
    defence = {"kind": "clear", "moves": 5, "right": ["a"], "wrong": ["b"]}
    write(path, [{"record": connect_four("ababa").record(), "cases": [opening, defence]}])
    seeds = [decision_seed(*pair) for pair in decisions(read(path))]
    found = contradicted(read(path), ["mcts:iterations=400"])
    assert found == set(seeds[:1])
    confirm(path, limits=Limits(20, 40), only=found)
    assert read(path)[0]["cases"] == [defence]
