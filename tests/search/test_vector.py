"""Games side by side: the same games as one by one, numbers of moves, seeds, and what is refused."""

import numpy
import pytest
from numpy.typing import NDArray

from battlewise.bots.check.walks import walk
from battlewise.core import BattlewiseError, Game, IllegalMove, game
from battlewise.search.vector import Batch, VectorEnv
from tests.cases import CASES, MORE_CASES

Numbers = NDArray[numpy.int32]
STEPS = 60


@pytest.fixture(params=CASES)
def rules(request: pytest.FixtureRequest) -> Game:
    game_id, options = CASES[request.param]
    return game(game_id, **options)


def chosen(batch: Batch, rng: numpy.random.Generator) -> Numbers:
    """A random legal move in each game."""
    count = len(batch.legal)
    drawn = (rng.random(count) * batch.legal_counts).astype(int)
    picked: Numbers = batch.legal[numpy.arange(count), drawn]
    return picked


def copied(batch: Batch) -> Batch:
    return Batch(*(part.copy() for part in batch))


def test_rows_are_those_of_the_states(rules: Game) -> None:
    env = VectorEnv(rules, 4, seed=1)
    rng = numpy.random.default_rng(1)
    batch = env.batch
    for step in range(STEPS):
        if step % 5 == 0:
            masks = env.masks()
            for i in range(env.count):
                state = env.state(i)
                assert batch.to_move[i] == state.to_move
                codes = [move.code for move in state.legal()]
                n = batch.legal_counts[i]
                assert list(env.codes[batch.legal[i, :n]]) == codes
                assert (batch.legal[i, n:] == -1).all()
                assert sorted(batch.legal[i, :n]) == list(numpy.flatnonzero(masks[i]))
                assert (batch.observations[i] == state.observe(state.to_move, known=True)).all()
        batch = env.step(chosen(batch, rng))


def test_a_move_that_is_played_is_that_of_its_number(rules: Game) -> None:
    env = VectorEnv(rules, 3, seed=2, observations=False)
    rng = numpy.random.default_rng(2)
    for _ in range(STEPS):
        before, picked = [env.state(i) for i in range(3)], chosen(env.batch, rng)
        batch = env.step(picked)
        for i, state in enumerate(before):
            state.play(env.text(int(picked[i])))
            if state.is_chance:
                continue  # what was drawn next is not known here
            assert state.is_over == batch.done[i]
            if not state.is_over:
                assert state.data_bytes() == env.state(i).data_bytes()


def test_every_legal_move_and_outcome_has_a_number() -> None:
    for game_id, options in (CASES | MORE_CASES).values():
        rules = game(game_id, **options)
        decisions, outcomes = (set(rules.vocabulary.every(outcomes=one)) for one in (False, True))
        assert not decisions & outcomes
        for state in walk(rules, seed=5):
            if state.ply % 4 == 0:
                assert {move.code for move in state.legal()} <= decisions
                assert {move.code for move in state.outcomes()} <= outcomes
            if state.ply > 600:
                break


def test_games_end_with_their_results_and_begin_anew() -> None:
    env = VectorEnv(game("leduc"), 50, seed=3)
    rng = numpy.random.default_rng(3)
    ended = numpy.zeros(50, int)
    for _ in range(40):
        batch = env.step(chosen(env.batch, rng))
        ended += batch.done
        assert (batch.returns[batch.done].sum(axis=1) == 1).all()
        assert not batch.returns[~batch.done].any()
        assert all(env.state(i).turn == 0 for i in numpy.flatnonzero(batch.done))
    assert ended.min() > 1


def test_results_of_many_games_are_those_of_random_play() -> None:
    env = VectorEnv(game("connect_four"), 400, seed=4, observations=False)
    rng = numpy.random.default_rng(4)
    total, games = numpy.zeros(2), 0
    for _ in range(200):
        batch = env.step(chosen(env.batch, rng))
        total += batch.returns.sum(axis=0)
        games += int(batch.done.sum())
    assert total.sum() == games
    assert 0.53 < total[0] / games < 0.59  # the first player's share in random play is about 0.56


def test_a_game_depends_on_seed_and_index_alone() -> None:
    rules = game("history", players=3)

    def played(count: int, seed: int) -> list[Batch]:
        env = VectorEnv(rules, count, seed)
        steps = [copied(env.batch)]
        for _ in range(STEPS):
            steps.append(copied(env.step(env.batch.legal[:, 0])))
        return steps

    few, many, others = played(2, seed=1), played(5, seed=1), played(2, seed=2)
    for one, other in zip(few, many, strict=True):
        assert all((a == b[:2]).all() for a, b in zip(one, other, strict=True))
    assert any((a.observations != b.observations).any() for a, b in zip(few, others, strict=True))
    assert any((one.observations[0] != one.observations[1]).any() for one in few)


def test_reset_begins_the_same_games_again() -> None:
    env = VectorEnv(game("leduc"), 20, seed=5)
    first = copied(env.batch)
    for _ in range(10):
        env.step(env.batch.legal[:, 0])
    assert all((a == b).all() for a, b in zip(first, env.reset(), strict=True))
    assert any((a != b).any() for a, b in zip(first, env.reset(seed=6), strict=True))


def test_what_cannot_be_is_refused_and_nothing_is_played() -> None:
    rules = game("connect_four")
    env = VectorEnv(rules, 2)
    for wrong in (7, -1, 2**32):
        with pytest.raises(IllegalMove, match=r"actions\[1\]: .* there is 0, 1, 2, 3, 4, 5, 6"):
            env.step(numpy.array([3, wrong]))
    with pytest.raises(BattlewiseError, match="array of 2 integers"):
        env.step([3])
    with pytest.raises(BattlewiseError, match="array of 2 integers"):
        env.step([0.0, 1.0])
    assert env.state(0).data_bytes() == rules.new(seed=1).data_bytes()
    with pytest.raises(BattlewiseError, match="count: 0"):
        VectorEnv(rules, 0)
    with pytest.raises(BattlewiseError, match="index: 2"):
        env.state(2)
    with pytest.raises(IllegalMove, match=r"action: 7 is not in 0\.\.6"):
        env.text(7)
