"""Positions as numbers: sizes, ranges, what a seat knows, seats in order, and that nothing is left out."""

from collections.abc import Iterator
from random import Random

import numpy
import pytest
from numpy.typing import NDArray

from battlewise.core import Game, State, ViewError, game
from battlewise.core.observation import Item
from tests.cases import CASES, MORE_CASES
from tests.walks import walk

Numbers = NDArray[numpy.float32]
GAMES = 3
SHARE = 0.1  # of the positions of a game
LARGEST = 3700
ON_BOARDS = {
    "units.figures", "tents.row", "tents.column", "cards.kinds", "cards.card", "cards.atk", "cards.hp",
}  # fmt: skip
PAIRS = {"won", "won_size"}  # by seat, then seat again: both axes turn


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rules" in metafunc.fixturenames:
        metafunc.parametrize("rules", CASES, indirect=True)


@pytest.fixture
def rules(request: pytest.FixtureRequest) -> Game:
    game_id, options = (CASES | MORE_CASES)[request.param]
    return game(game_id, **options)


def positions(rules: Game, share: float = SHARE, games: int = GAMES) -> Iterator[State]:
    """Some positions of random games, the last one of each among them."""
    for seed in range(games):
        rng = Random(seed)
        for state in walk(rules, seed):
            if state.is_over or rng.random() < share:
                yield state


def item(rules: Game, name: str) -> Item:
    return next(one for one in rules.observation if one.name == name)


def part(state: State, seat: int, name: str, known: bool = False) -> Numbers:
    """The numbers of an item, in its shape."""
    one = item(state.game, name)
    return state.observe(seat, known)[one.offset : one.offset + one.size].reshape(one.shape)


def amounts(state: State, seat: int, name: str, known: bool = False) -> list[float]:
    """The raw numbers of an item."""
    one = item(state.game, name)
    return [round(float(n) * one.unit + one.low, 3) for n in part(state, seat, name, known).flat]


def parts(rules: Game, numbers: Numbers) -> dict[str, Numbers]:
    return {
        one.name: numbers[one.offset : one.offset + one.size].reshape(one.shape) for one in rules.observation
    }


# -- every game


def test_items_follow_each_other_and_have_the_sizes_of_their_shapes(rules: Game) -> None:
    end = 0
    for one in rules.observation:
        assert one.offset == end
        assert one.size == int(numpy.prod(one.shape))
        assert one.seen_by in ("everybody", "seat", "nobody")
        assert not one.by_seat or one.shape[0] == rules.seats
        end += one.size
    assert rules.observation_size == end <= LARGEST
    assert len({one.name for one in rules.observation}) == len(rules.observation)


def test_numbers_are_in_their_ranges(rules: Game) -> None:
    limits = numpy.ones(rules.observation_size, numpy.float32)
    for one in rules.observation:
        if one.encoding == "number":
            limits[one.offset : one.offset + one.size] = (one.high - one.low) / one.unit
    for state in positions(rules):
        for seat in range(rules.seats):
            numbers = state.observe(seat)
            assert numbers.dtype == numpy.float32
            assert numbers.shape == (rules.observation_size,)
            wrong = numpy.flatnonzero((numbers < 0) | (numbers > limits * 1.0001))
            assert not len(wrong), [one.name for one in rules.observation if one.offset <= wrong[0]][-1]
            for one in rules.observation:
                if one.encoding in ("one-hot", "seat"):
                    chosen = parts(rules, numbers)[one.name].reshape(-1, one.shape[-1]).sum(axis=1)
                    assert set(chosen) <= {0, 1}, one.name


def test_what_a_seat_knows_is_the_same_in_every_deal(rules: Game) -> None:
    hidden = False
    for state in positions(rules):
        for seat in range(rules.seats):
            known, whole = state.observe(seat, known=True), state.observe(seat)
            assert not (known != whole)[known != 0].any()
            for seed in range(3):
                other = state.redealt(seat, seed)
                again = other.observe(seat, known=True)
                wrong = numpy.flatnonzero(again != known)
                assert not len(wrong), [one.name for one in rules.observation if one.offset <= wrong[0]][-1]
                hidden = hidden or bool((other.observe(seat) != whole).any())
    assert hidden == rules.hidden


def test_all_is_known_where_nothing_is_hidden(rules: Game) -> None:
    if rules.hidden:
        assert any(one.seen_by != "everybody" for one in rules.observation)
        return
    for state in positions(rules):
        for seat in range(rules.seats):
            assert (state.observe(seat) == state.observe(seat, known=True)).all()


def test_what_differs_for_a_seat_is_observed_to_differ(rules: Game) -> None:
    """Positions of games and what follows some of them: all that any seat can tell apart has numbers."""
    seen: dict[bytes, tuple[int, ...]] = {}
    for state in positions(rules, share=0.3):
        moves = (state.legal() or state.outcomes())[:12] if not state.is_over else []
        for move in [None, *moves]:
            child = state.copy()
            if move is not None:
                child.play(move)
            keys = tuple(child.view_key(seat) for seat in range(rules.seats))
            numbers = child.observe(0).tobytes()
            other = seen.setdefault(numbers, keys)
            assert other == keys, (move, child.render(0))


def test_the_numbers_of_the_seats_are_turned_to_the_observer(rules: Game) -> None:
    for state in positions(rules):
        first = parts(rules, state.observe(0))
        for seat in range(1, rules.seats):
            turned = parts(rules, state.observe(seat))
            for one in rules.observation:
                if not one.by_seat or one.encoding == "seat" or one.name in PAIRS:
                    continue
                here, there = turned[one.name], numpy.roll(first[one.name], -seat, axis=0)
                if one.name in ON_BOARDS:  # the observer sits at the bottom of the board
                    here, there = (numpy.sort(n.reshape(rules.seats, -1)) for n in (here, there))
                assert (here == there).all(), one.name
            mover = first["to_move"].argmax()
            if mover < rules.seats:
                assert turned["to_move"].argmax() == (mover - seat) % rules.seats


def test_a_spectator_observes_nothing() -> None:
    with pytest.raises(ViewError, match="seat"):
        game("pig").new(seed=1).observe(None)  # type: ignore[arg-type]
    with pytest.raises(ViewError, match="seat"):
        game("pig").new(seed=1).observe(2)


# -- spot checks against the view


def test_connect_four_has_the_stones_of_both() -> None:
    state = game("connect_four").new(seed=1)
    for column in "ddc":
        state.play(column)
    for seat in range(2):
        stones = part(state, seat, "stones").reshape(2, 7, 6)
        assert list(zip(*stones[seat].nonzero(), strict=True)) == [(2, 0), (3, 0)]
        assert list(zip(*stones[1 - seat].nonzero(), strict=True)) == [(3, 1)]
        assert part(state, seat, "to_move").argmax() == 1 - seat


def test_leduc_hides_the_other_card_until_the_showdown() -> None:
    rules = game("leduc")
    state = rules.new(seed=1, chance="ask")
    for move in ("deal Js", "deal Kh", "raise", "call", "board Ks", "call"):
        state.play(move)
    assert [int(n) for n in part(state, 0, "card").argmax(axis=1)] == [0, 5]
    assert [int(n) for n in part(state, 1, "card").argmax(axis=1)] == [5, 0]
    assert list(part(state, 0, "card", known=True).sum(axis=1)) == [1, 0]
    assert amounts(state, 0, "chips") == [3, 3]
    state.play("call")
    assert list(part(state, 0, "card", known=True).sum(axis=1)) == [1, 1]


def test_pig_has_scores_from_the_observer_on() -> None:
    rules = game("pig", goal=50)
    state = rules.from_view({"seat": 0, "scores": [40, 22], "player": 1, "total": 11})
    for seat in range(2):
        assert amounts(state, seat, "scores") == ([40, 22] if seat == 0 else [22, 40])
        assert part(state, seat, "player").argmax() == 1 - seat
        assert amounts(state, seat, "total") == [11]
