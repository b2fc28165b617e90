"""Ratings and the sequential test."""

from dataclasses import replace
from itertools import combinations
from random import Random

import choix
import numpy as np
import pytest

from battlewise.bots.tournament import ratings
from battlewise.bots.tournament.ratings import (
    ELO,
    complete_blocks,
    expected_score,
    quantile95,
    rate,
)
from battlewise.bots.tournament.result import GameResult
from battlewise.bots.tournament.sprt import FLOOR_BLOCKS, Sprt, SprtError, llr
from battlewise.core import BattlewiseError
from tests.marks import long


def played(block: str, seed: int, seats: tuple[str, ...], scores: tuple[float, ...]) -> GameResult:
    key = f"{block}/{'-'.join(seats)}"
    return GameResult(key, block, seed, seats, "finished", scores, 20, (0.1,) * len(seats))


def pairs(one: str, other: str, wins: int, of: int) -> list[GameResult]:
    """Blocks of which `one` wins both games in `wins` of `of`."""
    return [
        played(
            f"{one}{other}{seed}",
            seed,
            seats,
            (1.0, 0.0) if (seats[0] == one) == (seed < wins) else (0.0, 1.0),
        )
        for seed in range(of)
        for seats in ((one, other), (other, one))
    ]


def random_results(seats: int, ties: bool, seed: int = 3) -> list[GameResult]:
    """Blocks of every line-up of five, each seating once, with results drawn at random."""
    rng = Random(seed)
    found = []
    for block_seed in range(12):
        for line_up in combinations("abcde", seats):
            for turn in range(seats):
                names = line_up[turn:] + line_up[:turn]
                weights = [1 + "abcde".index(name) for name in names]
                first = rng.choices(range(seats), weights)[0]
                second = rng.choices(range(seats), weights)[0] if ties else first
                scores = tuple(((i == first) + (i == second)) / 2 for i in range(seats))
                found.append(played(f"{block_seed}/{line_up}", block_seed, names, scores))
    return found


def test_a_table_of_75_75_and_90_percent_is_191_elo_a_step() -> None:
    results = pairs("A", "B", 75, 100) + pairs("B", "C", 75, 100) + pairs("A", "C", 90, 100)
    found = rate(results)
    assert [(one.entrant, round(one.elo)) for one in found.ratings()] == [("A", 191), ("B", 0), ("C", -191)]
    assert found.ratings()[0].elo == pytest.approx(400 * np.log10(3), abs=0.3)
    anchored = found.ratings(anchor="C")
    assert anchored[2].elo == anchored[2].low == anchored[2].high == 0
    assert anchored[0].elo == pytest.approx(2 * 400 * np.log10(3), abs=0.6)


def test_without_seat_terms_two_seats_agree_with_choix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "PRIOR", 1e-8)
    results = random_results(2, ties=False)
    mirrored = results + [  # every game again with seats and scores swapped: no seat is worth anything
        replace(one, key=one.key + "m", seats=one.seats[::-1], scores=one.scores[::-1]) for one in results
    ]
    data = [
        ("abcde".index(w), "abcde".index(next(n for n in one.seats if n != w)))
        for one in results
        for w, s in zip(one.seats, one.scores, strict=True)
        if s == 1
    ]
    expected = ELO * choix.opt_pairwise(5, data, alpha=1e-8)
    found = {one.entrant: one.elo for one in rate(mirrored).ratings()}
    assert [found[name] for name in "abcde"] == pytest.approx(list(expected - expected.mean()), abs=0.01)
    assert [one[0] for one in rate(mirrored).seats()] == pytest.approx([0, 0], abs=1e-3)


def test_without_seat_terms_four_seats_agree_with_choix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "PRIOR", 1e-8)
    results = random_results(4, ties=False)
    turned = [
        replace(
            one,
            key=f"{one.key}{t}",
            seats=one.seats[t:] + one.seats[:t],
            scores=one.scores[t:] + one.scores[:t],
        )
        for one in results
        for t in range(4)
    ]
    data = []
    for one in results:
        winner = one.seats[one.scores.index(1.0)]
        data.append(("abcde".index(winner), ["abcde".index(name) for name in one.seats if name != winner]))
    expected = ELO * choix.opt_top1(5, data, alpha=1e-8)
    found = {one.entrant: one.elo for one in rate(turned).ratings()}
    assert [found[name] for name in "abcde"] == pytest.approx(list(expected - expected.mean()), abs=0.3)


@pytest.mark.parametrize("seats", [2, 4])
def test_everyone_is_expected_to_score_what_it_scored(seats: int) -> None:
    results = random_results(seats, ties=True)
    found = rate(results)
    for rating in found.ratings():
        games = [one for one in results if rating.entrant in one.seats]
        expected = [found.chances(one.seats)[one.seats.index(rating.entrant)] for one in games]
        assert np.mean(expected) == pytest.approx(rating.score, abs=1e-3)
        assert rating.games == len(games)
        assert rating.low < rating.elo < rating.high
    for seat in range(seats):
        expected = [found.chances(one.seats)[seat] for one in results]
        assert np.mean(expected) == pytest.approx(np.mean([one.scores[seat] for one in results]), abs=1e-3)


def test_the_first_seat_is_worth_what_it_wins() -> None:
    results = [
        played(str(seed), seed, seats, (1.0, 0.0) if (seed + turn) % 10 < 9 else (0.0, 1.0))
        for seed in range(40)
        for turn, seats in enumerate((("a", "b"), ("b", "a")))
    ]
    first, second = rate(results).seats()
    assert first[0] - second[0] == pytest.approx(400 * np.log10(9), abs=2)
    assert first[1] > 0 > second[2]


def test_an_entrant_who_wins_everything_stays_finite_and_uncertain() -> None:
    best, worst = rate(pairs("a", "b", 50, 50)).ratings()
    assert 500 < best.elo - worst.elo < 2000
    assert best.low < best.elo - 200
    assert rate(pairs("a", "b", 50, 50)).superiority("a", "b") > 0.99


def test_identical_bots_on_mirrored_seeds_have_an_interval() -> None:
    results = [
        played(str(seed), seed, seats, (1.0, 0.0)) for seed in range(20) for seats in (("a", "b"), ("b", "a"))
    ]
    first, second = rate(results).ratings()
    assert first.elo == pytest.approx(second.elo, abs=1e-6)
    assert first.high - first.low > 20
    assert rate(results).superiority("a", "b") == pytest.approx(0.5)


def test_games_of_one_seed_count_as_one_sample() -> None:
    once = rate(pairs("a", "b", 13, 20)).ratings()[0]
    again = [replace(one, key=one.key + "x", block=one.block + "x") for one in pairs("a", "b", 13, 20)]
    twice = rate(pairs("a", "b", 13, 20) + again).ratings()[0]
    assert twice.games == 2 * once.games
    assert twice.high - twice.low == pytest.approx(once.high - once.low, rel=0.02)


def test_only_complete_blocks_count() -> None:
    whole = pairs("a", "b", 13, 20)
    assert complete_blocks(whole[:-1]) == tuple(whole[:-2])
    assert rate(whole[:-1]).ratings() == rate(whole[:-2]).ratings()
    with pytest.raises(BattlewiseError, match="no complete block"):
        rate(whole[:1])


def test_ratings_name_what_is_wrong() -> None:
    with pytest.raises(BattlewiseError, match="seats"):
        rate(
            random_results(2, ties=False)
            + [replace(one, block=one.block + "+") for one in random_results(3, ties=False)]
        )
    with pytest.raises(BattlewiseError, match="entrant: 'z'"):
        rate(random_results(2, ties=False)).ratings(anchor="z")


def test_quantiles_are_those_of_students_t() -> None:
    # tables of Student's t, two-sided 95 %
    for freedom, expected in {
        1: 12.706,
        2: 4.303,
        3: 3.182,
        5: 2.571,
        10: 2.228,
        30: 2.042,
        10**6: 1.960,
    }.items():
        assert quantile95(freedom) == pytest.approx(expected, abs=6e-4)


def test_an_expected_score_is_the_even_share_at_zero() -> None:
    assert expected_score(0, 4) == 0.25
    assert expected_score(400) == pytest.approx(10 / 11)


VALUES = np.linspace(0, 1, 5)


def test_the_ratio_is_that_of_the_best_distributions() -> None:
    """Against a plain search over all distributions on three values with the given mean."""
    counts, values = np.array([12.0, 20.0, 31.0]), np.array([0.0, 0.5, 1.0])

    def best(mean: float) -> float:
        high = np.linspace(max(0, 2 * mean - 1), mean, 200_001)[1:-1]
        shares = np.stack([1 - high - 2 * (mean - high), 2 * (mean - high), high])
        return float(((counts + 0.02) @ np.log(np.maximum(shares, 1e-300))).max())

    assert llr(values, counts, 0.5, 0.6) == pytest.approx(best(0.6) - best(0.5), abs=1e-4)


def test_the_ratio_agrees_with_the_normal_approximation_on_many_blocks() -> None:
    counts = np.array([100.0, 400.0, 1100.0, 420.0, 110.0]) * 10
    shares = counts / counts.sum()
    mean = shares @ VALUES
    spread = shares @ (VALUES - mean) ** 2
    expected = counts.sum() * 0.01 * (2 * mean - 0.5 - 0.51) / (2 * spread)
    assert llr(VALUES, counts, 0.5, 0.51) == pytest.approx(expected, rel=0.02)


def verdict(scores: list[float], **changes: float) -> tuple[str, int]:
    test = Sprt(**({"elo0": 0.0, "elo1": 20.0} | changes))  # type: ignore[arg-type]
    for score in scores:
        if test.add(score) != "continue":
            break
    return test.verdict, test.blocks


def test_verdicts() -> None:
    assert verdict([1.0] * 500, elo1=100.0) == ("H1", FLOOR_BLOCKS)
    assert verdict([0.0] * 500, elo1=100.0) == ("H0", FLOOR_BLOCKS)
    assert verdict([0.5] * 500)[0] == "H0"
    assert verdict([0.5] * 500, elo0=-10, elo1=10) == ("continue", 500)
    rng = Random(1)
    scores = [rng.choice((0.0, 0.25, 0.5, 0.75, 1.0)) for _ in range(3000)]
    assert verdict(scores)[0] == "H0"
    assert verdict([1 - (1 - s) * 0.75 for s in scores])[0] == "H1"


def test_four_seats_take_any_share_of_a_tie() -> None:
    rng = Random(2)
    test = Sprt(0, 60, seats=4)
    while test.verdict == "continue":
        test.add(rng.choice((0.0, 0.25, 0.25, 0.5, 1 / 12)))
    assert test.verdict == "H0"
    assert test.track[-1] < 0


@long
def test_shares_of_wrong_verdicts_are_those_asked_for() -> None:
    from bench.ratings import simulated_tests

    for truth in (0, 40):
        assert simulated_tests(2, 0, 40, truth, luck=1, tests=500).wrong <= 0.08


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("elo0", {"elo0": float("nan")}),
        ("elo1", {"elo1": 5000}),
        ("elo1", {"elo0": 10, "elo1": 10}),
        ("alpha", {"alpha": 0}),
        ("beta", {"beta": 0.5}),
        ("seats", {"seats": 1}),
    ],
)
def test_a_wrong_parameter_is_named(field: str, values: dict[str, float]) -> None:
    with pytest.raises(SprtError) as caught:
        Sprt(**({"elo0": 0.0, "elo1": 20.0} | values))  # type: ignore[arg-type]
    assert caught.value.field == field


def test_a_score_is_checked() -> None:
    with pytest.raises(SprtError, match="score"):
        Sprt(0, 20).add(1.5)
