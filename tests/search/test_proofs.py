"""The proofs behind the suite of good sense."""

from battlewise.core import State, game
from bench.proofs import beaten, defending, poorer, winning


def connect_four(moves: str) -> State:
    state = game("connect_four").new(seed=1, chance="ask")
    for move in moves:
        state.play(move)
    return state


def test_a_win_of_this_turn_is_right_and_the_rest_is_wrong() -> None:
    verdict = winning(connect_four("aabbcc"))
    assert verdict is not None
    assert [move.text for move in verdict.right] == ["d"]
    assert len(verdict.wrong) == 6
    assert winning(connect_four("aabb")) is None


def test_the_only_defence_is_right() -> None:
    verdict = defending(connect_four("ababa"))
    assert verdict is not None
    assert [move.text for move in verdict.right] == ["a"]
    assert len(verdict.wrong) == 6
    assert defending(connect_four("abab")) is None


def test_games_to_the_end_show_which_move_loses() -> None:
    state = connect_four("ababa")
    verdict = beaten(state, state.legal(), seed=1)
    assert verdict is not None
    assert [move.text for move in verdict.right] == ["a"]
    assert len(verdict.wrong) == 6
    assert beaten(state, verdict.right, seed=1) is None


def test_the_same_for_less_gold_is_wrong() -> None:
    state = game("batalj").new(seed=0, chance="ask")
    found = 0
    while not found:
        if state.is_chance:
            state.roll()
            continue
        goods = {f"players.{state.to_move}.gold": 1}
        texts = {move.text: move for move in state.legal()}
        incomes = [f"culture and science, income of {name}" for name in ("fiefs", "trade")]
        if all(text in texts for text in incomes):
            gold = []
            for text in incomes:
                reached = state.copy()
                reached.play(texts[text])
                gold.append(reached.view(state.to_move)["players"][state.to_move]["gold"])
            verdict = poorer(state, goods)
            if gold[0] != gold[1]:
                found += 1
                assert verdict is not None
                assert [move.text for move in verdict.wrong] == [incomes[gold[0] > gold[1]]]
        state.play(state.legal()[0])
