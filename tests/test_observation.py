"""Positions as numbers: sizes, ranges, what a seat knows, seats in order, and that nothing is left out."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray

from battlewise.bots.check.walks import walk
from battlewise.core import Game, State, ViewError, game
from battlewise.core.observation import Item
from tests.cases import CASES, MORE_CASES
from tests.marks import LONG

Numbers = NDArray[numpy.float32]
View = dict[str, Any]
GAMES = 3 if LONG else 2
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
    seen: dict[tuple[int, bytes], tuple[int, ...]] = {}
    for state in positions(rules, share=0.3):
        moves = (state.legal() or state.outcomes())[:12] if not state.is_over else []
        for move in [None, *moves]:
            child = state.copy()
            if move is not None:
                child.play(move)
            keys = tuple(child.view_key(seat) for seat in range(rules.seats))
            for seat in {0, rules.seats - 1}:
                other = seen.setdefault((seat, child.observe(seat).tobytes()), keys)
                assert other == keys, (move, child.render(seat))


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


# What the view says in numbers, by game: an item, and its raw numbers for each seat.
SHOWN: dict[str, dict[str, Callable[[View], list[Any]]]] = {
    "battlelore": {
        "vp": lambda view: view["vp"],
        "lore": lambda view: view["lore"],
        "hand_size": lambda view: view["hand_sizes"],
        "units.figures": lambda view: [
            sorted(unit["figures"] for unit in view["units"] if unit["side"] == side)
            for side in ("uthuk", "daqan")
        ],
    },
    "battalla": {
        "stamina": lambda view: view["stamina"],
        "hand_size": lambda view: view["hand_sizes"],
        "deck_size": lambda view: view["deck_sizes"],
        "penalty_size": lambda view: view["penalty_sizes"],
        "cards.atk": lambda view: [
            sorted(one["atk"] for one in view["cards"] if one["seat"] == seat and one["atk"])
            for seat in range(2)
        ],
    },
    "history": {
        "hand_size": lambda view: of_players(view, "hand_size"),
        "honour": lambda view: of_players(view, "honour"),
        "tokens": lambda view: [sorted(one["tokens"].values()) for one in view["players"]],
        "relics": lambda view: [sorted(one["relics"].values()) for one in view["players"]],
        "known": lambda view: [[1] * len(one["known"]) for one in view["players"]],
        "hand_and_deck": lambda view: [[1] * len(one["cards"]) for one in view["players"]],
    },
    "batalj": {
        "gold": lambda view: of_players(view, "gold"),
        "debt": lambda view: of_players(view, "debt"),
        "hand_size": lambda view: of_players(view, "hand_size"),
        "traders": lambda view: [sorted(one["traders"].values()) for one in view["players"]],
        "cards": lambda view: [[1] * len(one["cards"]) for one in view["players"]],
    },
    "battalia": {
        "hand_size": lambda view: of_players(view, "hand_size"),
        "most_points": lambda view: of_players(view, "most_points"),
        "shelter": lambda view: [sorted(one["shelter"].values()) for one in view["players"]],
        "closed": lambda view: [sorted(one["cards"].values()) for one in view["players"]],
        "heroes": lambda view: [[1] * len(set(one["heroes"])) for one in view["players"]],
    },
}


def of_players(view: View, field: str) -> list[Any]:
    return [one[field] for one in view["players"]]


@pytest.mark.parametrize("game_id", SHOWN)
def test_numbers_are_those_of_the_view(game_id: str) -> None:
    game_id, options = CASES[game_id]
    rules = game(game_id, **options)
    for state in positions(rules):
        for seat in range(rules.seats):
            view = state.view(seat)
            for name, shown in SHOWN[game_id].items():
                if name == "closed" and view["phase"] == "steal":
                    continue  # who robs a nation sees more
                said = shown(view)
                said = said[seat:] + said[:seat]
                one = item(rules, name)
                if not isinstance(said[0], list):
                    assert amounts(state, seat, name) == said, name
                    continue
                blocks = part(state, seat, name).reshape(rules.seats, -1) * one.unit
                assert [sorted(round(float(n), 3) for n in block if n) for block in blocks] == said, name


def test_the_own_hand_is_that_of_the_view() -> None:
    for game_id in ("battlelore", "battalla", "history", "batalj"):
        rules = game(game_id)
        for state in positions(rules, games=1):
            for seat in range(rules.seats):
                hand = state.view(seat).get("hand", {})
                one = item(rules, "hand")
                mine = part(state, seat, "hand", known=True)[0] * one.unit
                assert sorted(round(float(n), 3) for n in mine if n) == sorted(hand.values()), game_id
                assert not part(state, seat, "hand", known=True)[1:].any()


def test_units_stand_where_the_observer_sees_them() -> None:
    rules = game("battlelore")
    widths = [12 - row % 2 for row in range(9)]
    types = [one.id.split(":")[-1] for one in rules.catalogue().pieces if one.kind == "unit"]
    for state in positions(rules, games=1):
        for seat in range(2):
            seen = part(state, seat, "units.type")
            assert seen.sum() == len(state.view(seat)["units"])
            for unit in state.view(seat)["units"]:
                row, column = unit["hex"]
                at = sum(widths[:row]) + column
                assert seen[at if seat == 0 else sum(widths) - 1 - at][types.index(unit["type"])] == 1


def test_cards_in_play_stand_where_the_observer_sees_them() -> None:
    rules = game("battalla")
    for state in positions(rules, games=1):
        for seat in range(2):
            damage = [amounts(state, seat, "cards.card")[k : k + 25] for k in (0, 25)]
            for one in state.view(seat)["cards"]:
                lane, row = "abcde".index(one["square"][0]), int(one["square"][1]) - 1
                square = 5 * (4 - row if seat else row) + lane
                assert damage[one["seat"] ^ seat][square]
            assert sum(map(bool, damage[0] + damage[1])) == len(state.view(seat)["cards"])


# -- the same game with other seats


def test_the_same_game_one_seat_further_is_observed_the_same() -> None:
    """A game of History played again with every player one seat further, as everybody's numbers show."""
    rules = game("history", players=3)
    for seed in range(3):
        decisions: list[tuple[dict[str, Any], list[Numbers]]] = []
        luck: list[dict[str, Any]] = []
        rng = Random(seed)
        state = rules.new(seed=seed, chance="ask")
        while not state.is_over:
            if state.is_chance:
                luck.append(state.roll().doc)
                continue
            move = rng.choice(state.legal())
            decisions.append((move.doc, [state.observe(seat) for seat in range(3)]))
            state.play(move)
        at = [i for i, doc in enumerate(luck) if doc["kind"] == "draw_relic"][:3]
        relics = [luck[i] for i in at]  # of the set-up: one for each seat in turn
        for k, i in enumerate(at):
            luck[i] = relics[k - 1]
        moved = rules.new(seed=seed, chance="ask")
        for doc, numbers in decisions:
            while moved.is_chance:
                options = [one.doc for one in moved.outcomes()]
                found = next(one for one in luck if further(one) in options)
                luck.remove(found)
                moved.play(further(found))
            for seat in range(3):
                wrong = numpy.flatnonzero(moved.observe((seat + 1) % 3) != numbers[seat])
                assert not len(wrong), [one.name for one in rules.observation if one.offset <= wrong[0]][-1]
            moved.play(further(doc))


def further(doc: dict[str, Any]) -> dict[str, Any]:
    """A move with the seat that it names one further."""
    return doc | {"seat": (doc["seat"] + 1) % 3} if "seat" in doc else doc
