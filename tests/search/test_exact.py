"""Exact methods against published numbers, against each other and against OpenSpiel."""

from collections import Counter
from random import Random

import pytest

from battlewise.core import BattlewiseError, Move, State, game
from battlewise.search.exact import TooLarge, expectimax, value_iteration
from battlewise.search.exploitability import best_response_value, exploitability
from battlewise.search.prover import Prover
from tests.marks import long

FIRST_PLAYER_WINS_PIG = 0.5306  # Neller and Presser 2004
UNIFORM_LEDUC_CHIPS = 2.373611111111111  # OpenSpiel 2.0.2, exploitability of UniformRandomPolicy


def uniform(state: State) -> dict[Move, float]:
    legal = state.legal()
    return dict.fromkeys(legal, 1 / len(legal))


def connect_four(seed: int, plies: int) -> State:
    """A random position of so many stones, not decided yet."""
    rng = Random(seed)
    while True:
        state = game("connect_four").new(seed=1)
        while state.ply < plies and not state.is_over:
            state.play(rng.choice(state.legal()))
        if not state.is_over:
            return state


# -- positions and trees have the right size


def test_connect_four_has_as_many_positions_as_published() -> None:
    """Positions by stones: J. Tromp, https://oeis.org/A212693."""
    layer = [game("connect_four").new(seed=1)]
    sizes = []
    for _ in range(7):
        sizes.append(len(layer))
        following = {}
        for state in layer:
            for move in state.legal():
                child = state.copy()
                child.play(move)
                following[child.data_bytes()] = child
        layer = list(following.values())
    assert sizes == [1, 7, 49, 238, 1120, 4263, 16422]


def leduc_tree() -> tuple[Counter[str], int]:
    kinds: Counter[str] = Counter()
    sets = set()
    stack = [game("leduc").new(seed=1, chance="ask")]
    while stack:
        state = stack.pop()
        kinds["over" if state.is_over else "chance" if state.is_chance else "decision"] += 1
        if state.to_move >= 0:
            sets.add((state.to_move, state.view_key(state.to_move)))
        for move in state.legal() or state.outcomes():
            child = state.copy()
            child.play(move)
            stack.append(child)
    return kinds, len(sets)


def test_leducs_tree_is_as_large_as_openspiels() -> None:
    assert leduc_tree() == (Counter(over=5520, decision=3780, chance=157), 936)


def test_openspiels_leduc_is_as_large_as_pinned() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    kinds: Counter[str] = Counter()
    sets = set()
    stack = [pyspiel.load_game("leduc_poker").new_initial_state()]
    while stack:
        state = stack.pop()
        over, chance = state.is_terminal(), state.is_chance_node()
        kinds["over" if over else "chance" if chance else "decision"] += 1
        if not over and not chance:
            sets.add(state.information_state_string())
        stack += [state.child(action) for action in state.legal_actions()]
    assert (kinds, len(sets)) == leduc_tree()


def test_leduc_plays_like_openspiels() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs_of = {"fold": 0, "call": 1, "raise": 2}
    rng = Random(3)
    for seed in range(300):
        ours = game("leduc").new(seed=seed, chance="ask")
        theirs = pyspiel.load_game("leduc_poker").new_initial_state()
        while not ours.is_over:
            if ours.is_chance:
                outcomes = ours.outcomes()
                chosen = rng.choice(outcomes)
                actions = theirs.legal_actions()
                assert len(actions) == len(outcomes)
                theirs.apply_action(["Js", "Jh", "Qs", "Qh", "Ks", "Kh"].index(chosen.text.split()[1]))
            else:
                assert ours.to_move == theirs.current_player()
                assert [theirs_of[move.text] for move in ours.legal()] == theirs.legal_actions()
                chosen = rng.choice(ours.legal())
                theirs.apply_action(theirs_of[chosen.text])
            ours.play(chosen)
        assert [26 * (value - 0.5) for value in ours.returns()] == pytest.approx(theirs.returns())


# -- expectimax and value iteration


@long
def test_the_first_player_wins_pig_as_often_as_published() -> None:
    start = game("pig").new(seed=1)
    solution = value_iteration(start)
    assert solution.value(start)[0] == pytest.approx(FIRST_PLAYER_WINS_PIG, abs=1e-4)
    assert len(solution) > 1_000_000
    visited = list(solution.decisions(0.01))
    assert len(visited) > 100
    for state, visits in visited:
        assert solution.visits(state) == visits
        best = max(value for _, value in solution.action_values(state))
        assert best == pytest.approx(solution.value(state)[state.to_move], abs=1e-12)


@long
def test_hold_at_twenty_is_nearly_best_in_pig() -> None:
    """Far from the goal the best play holds a turn's total of about 20 (Neller and Presser 2004)."""
    rules = game("pig")
    solution = value_iteration(rules.new(seed=1))
    best = {}
    for total in (16, 24):
        state = rules.from_view({"seat": 0, "scores": [0, 0], "player": 0, "total": total}, seed=1)
        best[total] = max(solution.action_values(state), key=lambda pair: pair[1])[0].text
    assert best == {16: "roll", 24: "hold"}


def test_visits_are_those_of_played_games() -> None:
    rules = game("pig", goal=20)
    start = rules.new(seed=1)
    solution = value_iteration(start)
    games, seen, wins = 3000, 0, 0.0
    for seed in range(games):
        state = rules.new(seed=seed)
        while not state.is_over:
            view = state.view(0)
            seen += (view["scores"], view["player"], view["total"]) == ([0, 0], 1, 0)
            state.play(max(solution.action_values(state), key=lambda pair: pair[1])[0])
        wins += state.returns()[0]
    second = rules.from_view({"seat": 0, "scores": [0, 0], "player": 1}, seed=1)
    assert seen / games == pytest.approx(solution.visits(second), abs=0.06)
    assert wins / games == pytest.approx(solution.value(start)[0], abs=0.035)


def test_both_methods_agree_where_play_cannot_come_back() -> None:
    state = game("pig", goal=10, turn_limit=60).new(seed=1)
    assert expectimax(state) == pytest.approx(value_iteration(state).value(state), abs=1e-9)


def test_expectimax_agrees_with_the_prover() -> None:
    for seed in range(10):
        state = connect_four(seed, 30)
        prover = Prover(state.game, entries=1 << 12)
        values = [value for _, value in prover.move_values(state)]
        assert max(values) == expectimax(state)[state.to_move]


def test_too_large_a_position_is_refused() -> None:
    with pytest.raises(TooLarge, match="max_nodes"):
        expectimax(game("connect_four").new(seed=1), max_nodes=1000)
    with pytest.raises(TooLarge, match="max_nodes"):
        Prover(game("connect_four")).move_values(game("connect_four").new(seed=1), max_nodes=1000)


def test_a_game_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BattlewiseError, match="hides"):
        expectimax(game("leduc").new(seed=1))
    with pytest.raises(BattlewiseError, match="secrets"):
        Prover(game("leduc"))
    with pytest.raises(BattlewiseError, match="chance"):
        Prover(game("pig")).move_values(game("pig").new(seed=1))
    with pytest.raises(BattlewiseError, match="reached"):
        value_iteration(game("pig", goal=10).new(seed=1)).value(game("pig", goal=11).new(seed=1))


# -- the prover


@pytest.mark.parametrize(
    ("columns", "best"),
    [
        ("2252576253462244111563365343671351441", 0.0),
        ("7422341735647741166133573473242566", 1.0),
        ("23163416124767223154467471272416755633", 0.5),
        ("65214673556155731566316327373221417", 0.0),
    ],
)
def test_published_end_games(columns: str, best: float) -> None:
    """From P. Pons's test set of end games, http://blog.gamesolver.org; columns count from 1."""
    state = game("connect_four").new(seed=1)
    for column in columns:
        state.play("abcdefg"[int(column) - 1])
    assert max(value for _, value in Prover(state.game).move_values(state)) == best


def test_the_table_changes_no_value() -> None:
    """One prover for all positions, with a table far too small, and a fresh one for each."""
    small = Prover(game("connect_four"), entries=64)
    for seed in range(8):
        state = connect_four(seed, 24)
        assert small.move_values(state) == Prover(game("connect_four")).move_values(state)


# -- exploitability


def test_uniform_play_in_leduc_is_as_exploitable_as_openspiel_says() -> None:
    assert 26 * exploitability(game("leduc"), uniform) == pytest.approx(UNIFORM_LEDUC_CHIPS)


def test_openspiel_says_what_is_pinned() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability as theirs

    rules = pyspiel.load_game("leduc_poker")
    assert theirs.exploitability(rules, policy.UniformRandomPolicy(rules)) == pytest.approx(
        UNIFORM_LEDUC_CHIPS
    )


def test_a_best_response_is_no_worse_than_the_policy() -> None:
    responses = [best_response_value(game("leduc"), uniform, seat) for seat in range(2)]
    assert all(value > 0.5 for value in responses)
    assert sum(responses) - 1 == pytest.approx(2 * exploitability(game("leduc"), uniform))


def test_the_policy_is_asked_once_for_each_information_set() -> None:
    asked: Counter[tuple[int, int]] = Counter()

    def counted(state: State) -> dict[Move, float]:
        asked[state.to_move, state.view_key(state.to_move)] += 1
        return uniform(state)

    exploitability(game("leduc"), counted)
    assert len(asked) == 936
    assert set(asked.values()) == {1}
