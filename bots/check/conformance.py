"""What every game owes to search, bots and service, on seeded random games: a module of tests for pytest.

The fixture ``rules`` is the game. ``--games`` sets how many games, ``--density`` how many of their positions
are put to the checks that cost more than a ply; of the first games every kind of phase is put to them.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from battlewise.bots.check.spoilt import spoil
from battlewise.bots.check.walks import walk
from battlewise.core import (
    BattlewiseError,
    Game,
    IllegalMove,
    Move,
    RecordError,
    StaleState,
    State,
    ViewError,
    WrongSeat,
    game,
)
from battlewise.search.playout import random_games

MOST_PLIES = 20_000
ROLLS = 600  # a chance node in the chi-square test
WRONG_MOVES: list[Any] = [
    "no such move",
    "",
    {"kind": "no such kind"},
    {},
    {"kind": []},
    7,
    10**5000,
    None,
    [],
]
JUNK: list[Any] = [None, -1, 0, 1, 7, 300, 2**31, 2**63, 2**70, 0.5, "", "x", True, [], {}, [[]], [None]]
Sample = Callable[[], Iterator[State]]
EVERY_KIND = 60  # games of which each kind of phase is put to the checks that cost more than a ply
_samples: dict[tuple[str, int, float], list[State]] = {}


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> range:
    return range(request.config.getoption("--games"))


@pytest.fixture
def sample(rules: Game, seeds: range, request: pytest.FixtureRequest) -> Sample:
    """Some positions of every game: each new kind of phase of the first games, and a share of the rest."""
    key = (repr(rules), len(seeds), request.config.getoption("--density"))
    if key not in _samples:
        _samples[key] = list(_positions(rules, seeds, key[2]))
    return lambda: (state.copy() for state in _samples[key])


def _positions(rules: Game, seeds: range, density: float) -> Iterator[State]:
    for seed in seeds:
        rng = Random(seed)
        met = set()
        for state in walk(rules, seed):
            if seed < EVERY_KIND:
                kind = (state.view(None).get("phase"), min(state.to_move, 0))
                if kind not in met:
                    met.add(kind)
                    yield state.copy()
                    continue
            if rng.random() < density:
                yield state.copy()


def viewers(rules: Game) -> list[int | None]:
    return [None, *range(rules.seats)]


def after(state: State, move: Move) -> State:
    child = state.copy()
    child.play(move)
    return child


def moves_of(state: State) -> list[Move]:
    """The legal moves or the possible outcomes."""
    return state.legal() or state.outcomes()


# -- the course of a game


def test_every_position_is_sound_and_every_game_ends(rules: Game, seeds: range) -> None:
    for seed in seeds:
        turn = 0
        for ply, state in enumerate(walk(rules, seed)):
            assert ply < MOST_PLIES
            assert state.check() is None
            assert state.turn >= turn
            turn = state.turn
            codes = [move.code for move in moves_of(state)]
            assert len(set(codes)) == len(codes)
            assert len(codes) <= (512 if state.is_chance else 256)
            assert bool(codes) != state.is_over
            assert_shares(rules, state.estimate())
        assert_shares(rules, state.returns())
        assert state.estimate() == state.returns()


def assert_shares(rules: Game, values: list[float]) -> None:
    assert len(values) == rules.seats
    assert all(0 <= value <= 1 for value in values)
    if rules.allied:
        assert len(set(values)) == 1
    elif rules.seats == 2:
        assert sum(values) == pytest.approx(1)


def test_prior_weights_leave_something_to_search(sample: Sample) -> None:
    for state in sample():
        weights = state.weigh()
        assert len(weights) == len(state.legal())
        assert all(weight >= 0 for weight in weights)
        assert not weights or any(weights)


def test_probabilities_sum_to_one(rules: Game, seeds: range) -> None:
    for seed in seeds:
        for state in walk(rules, seed):
            if state.is_chance:
                chances = state.chances()
                assert sum(p for _, p in chances) == pytest.approx(1, abs=1e-12)
                assert all(p > 0 for _, p in chances)
                assert state.stream in rules.streams


def test_rolls_agree_with_outcomes(sample: Sample) -> None:
    """Chi-square, at one node of each stream and number of outcomes; cells are merged to at least 5."""
    done = set()
    for state in sample():
        if not state.is_chance or (state.stream, len(state.outcomes())) in done:
            continue
        done.add((state.stream, len(state.outcomes())))
        rolled = Counter(state.copy(seed=seed).roll() for seed in range(ROLLS))
        expected: dict[Move | None, float] = defaultdict(float)
        counted: Counter[Move | None] = Counter()
        for outcome, p in state.chances():
            cell = outcome if p * ROLLS >= 5 else None
            expected[cell] += p * ROLLS
            counted[cell] += rolled.pop(outcome, 0)
        assert not rolled, "an outcome that is not listed"
        square = sum((counted[cell] - mean) ** 2 / mean for cell, mean in expected.items())
        freedom = len(expected) - 1
        assert square < freedom + 6 * (2 * freedom) ** 0.5 + 6


def test_a_roll_plays_the_outcome_it_returns(sample: Sample) -> None:
    for state in sample():
        if state.is_chance:
            rolled = state.copy()
            assert after(state, rolled.roll()).data_bytes() == rolled.data_bytes()


def test_playing_on_a_copy_leaves_the_original_alone(sample: Sample) -> None:
    for state in sample():
        before = (state.data_bytes(), state.ply, state.log())
        for move in moves_of(state)[:5]:
            assert after(state, move).ply == state.ply + 1
        assert (state.data_bytes(), state.ply, state.log()) == before


# -- knowledge


def test_a_table_in_text_fits_a_terminal(rules: Game, sample: Sample) -> None:
    for state in sample():
        for viewer in viewers(rules):
            assert max(map(len, state.render(viewer).splitlines())) <= 80


def test_a_redeal_changes_nothing_that_the_viewer_knows(rules: Game, sample: Sample) -> None:
    for state in sample():
        for viewer in viewers(rules):
            dealt = state.redealt(viewer, 1)
            assert dealt.check() is None
            assert json.dumps(dealt.view(viewer)) == json.dumps(state.view(viewer))
            assert dealt.view_key(viewer) == state.view_key(viewer)
            assert dealt.to_move == state.to_move
            assert dealt.turn == state.turn
            assert dealt.render(viewer) == state.render(viewer)
            assert dealt.prompt(viewer) == state.prompt(viewer)
            if viewer is not None and viewer == state.to_move:
                assert dealt.legal() == state.legal()
                assert dealt.words(dealt.legal(), viewer) == state.words(state.legal(), viewer)
                assert dealt.weigh() == state.weigh()
                assert dealt.winning() == state.winning()


def test_a_tabular_game_remembers(rules: Game, seeds: range) -> None:
    """`view_key` tells a seat's past decisions and moves (perfect recall), as `Game.tabular` promises."""
    pasts: dict[tuple[int, int], tuple[tuple[int, str], ...]] = {}
    for seed in seeds if rules.tabular else ():
        state, rng = rules.new(seed=seed), Random(seed)
        past: list[tuple[tuple[int, str], ...]] = [()] * rules.seats
        while not state.is_over:
            seat = state.to_move
            key = state.view_key(seat)
            assert pasts.setdefault((seat, key), past[seat]) == past[seat]
            move = rng.choice(state.legal())
            past[seat] += ((key, move.text),)
            state.play(move)


def test_a_redeal_is_a_function_of_view_and_generator(rules: Game, sample: Sample) -> None:
    for state in sample():
        for viewer in viewers(rules):
            bytes_of = [s.redealt(viewer, 2).data_bytes() for s in (state, state.redealt(viewer, 1))]
            assert bytes_of[0] == bytes_of[1]


def test_hidden_things_are_dealt_anew(rules: Game, sample: Sample) -> None:
    changed = any(s.redealt(v, 1).data_bytes() != s.data_bytes() for s in sample() for v in viewers(rules))
    assert changed == rules.hidden


def test_a_move_shows_a_viewer_what_his_view_shows_and_no_more(rules: Game, sample: Sample) -> None:
    """Moves that look alike lead to one view. Moves that differ in what is hidden look alike."""
    for state in sample():
        children = [(move, after(state, move)) for move in moves_of(state)[:40]]
        for viewer in viewers(rules):
            views: dict[Move, str] = {}
            looks: dict[str, tuple[Move, bytes]] = {}
            for move, child in children:
                actor, seen = child.log(viewer, state.ply)[-1]
                view = json.dumps((child.view(viewer), child.changes(viewer)))
                assert actor == state.to_move
                assert seen.text
                assert json.loads(json.dumps(seen.doc)) == seen.doc
                assert views.setdefault(seen, view) == view
                if viewer == state.to_move:
                    assert seen == move
                else:
                    alike, position = looks.setdefault(view, (seen, child.data_bytes()))
                    assert alike == seen or position == child.data_bytes()


# -- views


def test_views_round_trip(rules: Game, sample: Sample) -> None:
    for state in sample():
        for viewer in viewers(rules):
            view = json.loads(json.dumps(state.view(viewer)))
            assert view == state.view(viewer)
            restored = rules.from_view(view, seed=1, chance="ask")
            assert restored.check() is None
            assert restored.view(viewer) == view
            assert restored.to_move == state.to_move
            assert restored.turn == state.turn
            assert restored.view_key(viewer) == state.view_key(viewer)
            assert restored.redealt(viewer, 2).data_bytes() == state.redealt(viewer, 2).data_bytes()
            if viewer == state.to_move:
                assert restored.legal() == state.legal()


def test_minimal_views_are_enough(rules: Game) -> None:
    views = rules.minimal_views()
    assert views
    for view in views.values():
        state = rules.from_view(view, seed=1, chance="ask")
        assert state.check() is None
        assert moves_of(state)
        full = state.view(view["seat"])
        assert rules.from_view(full, seed=2, chance="ask").view(view["seat"]) == full


def test_a_spoilt_view_is_refused_or_true(rules: Game, sample: Sample) -> None:
    """Whatever is put in the place of any one value: a ViewError or a sound state, nothing else."""
    rng = Random(5)
    refused = 0
    for state in sample():
        for viewer in viewers(rules):
            view = json.loads(json.dumps(state.view(viewer)))
            spoil(view, rng, lambda _: rng.choice(JUNK))
            try:
                restored = rules.from_view(view, seed=1, chance="ask")
            except ViewError:
                refused += 1
                continue
            assert restored.check() is None
            for move in moves_of(restored)[:5]:
                assert after(restored, move).check() is None
    assert refused


# -- notation and records


def test_notation_round_trips(rules: Game, sample: Sample) -> None:
    for state in sample():
        moves = moves_of(state)
        assert len({move.text for move in moves}) == len(moves)
        for move in moves[:: 1 + len(moves) // 30]:
            assert rules.move(move.text, state) == move
            assert rules.move(json.loads(json.dumps(move.doc)), state) == move
            assert rules.move(move, state) == move
            assert isinstance(move.doc["kind"], str)


def test_words_say_what_lies_on_the_table(rules: Game, sample: Sample) -> None:
    """Of moves, prompts and changes: no id, no gap, and no two moves alike."""
    for state in sample():
        for viewer in viewers(rules):
            said = [state.prompt(viewer), *state.words(state.outcomes(), viewer)]
            if viewer == state.to_move:
                words = state.words(state.legal(), viewer)
                assert len(set(words)) == len(words)
                said += words
            assert all(said)
            said += [one["text"] for step in state.changes(viewer) for one in step["changes"]]
            for text in said:
                assert not set("_{}[]") & set(text), text
                assert "None" not in text, text
        assert json.loads(json.dumps(state.changes())) == state.changes()


def test_wrong_moves_are_refused(rules: Game, sample: Sample) -> None:
    for state in sample():
        before = state.data_bytes()
        for wrong in WRONG_MOVES:
            with pytest.raises(IllegalMove, match="not possible here"):
                state.play(wrong)
        if state.to_move >= 0:
            with pytest.raises(WrongSeat):
                state.play(state.legal()[0], seat=(state.to_move + 1) % rules.seats or rules.seats)
            with pytest.raises(StaleState):
                state.play(state.legal()[0], ply=state.ply + 1)
            with pytest.raises(BattlewiseError):
                state.returns()
            with pytest.raises(BattlewiseError):
                state.roll()
        assert state.data_bytes() == before


def test_same_seed_same_game_and_records_replay(rules: Game, seeds: range) -> None:
    for seed in seeds:
        one, two = (list(walk(rules, seed, chance="roll"))[-1] for _ in range(2))
        assert one.data_bytes() == two.data_bytes()
        assert one.record() == two.record()
        replayed = rules.replay(json.loads(json.dumps(one.record())))
        assert replayed.data_bytes() == one.data_bytes()
        assert replayed.record() == one.record()
        assert all(replayed.log(viewer) == one.log(viewer) for viewer in viewers(rules))


def test_a_spoilt_record_is_refused(rules: Game) -> None:
    record = list(walk(rules, 1))[-1].record()
    for name, value in (("game", "other"), ("version", -1), ("options", {"x": 1}), ("moves", None)):
        with pytest.raises(RecordError, match=name):
            rules.replay({**record, name: value})
    with pytest.raises(RecordError, match=r"moves\[0\]"):
        rules.replay({**record, "moves": ["no such move"]})


# -- games side by side


def variants(game_id: str) -> list[Game]:
    """Two sets of rules that differ, if the game has an option."""
    one = game(game_id)
    for option in one.OPTIONS:
        values = [*option.choices] or [option.low, option.high]
        other = [value for value in values if value != option.default]
        if other:
            return [one, game(game_id, **{option.name: other[0]})]
    return [one, game(game_id)]


def test_games_side_by_side_do_not_disturb_each_other(rules: Game) -> None:
    both = variants(rules.id) * 2

    def play(one: Game) -> dict[str, int]:
        return random_games(one.new(seed=1, chance="ask"), 200, 3)

    alone = [play(one) for one in both]
    with ThreadPoolExecutor(len(both)) as pool:
        assert list(pool.map(play, both)) == alone
    if both[0].options != both[1].options:
        assert alone[0] != alone[1]
