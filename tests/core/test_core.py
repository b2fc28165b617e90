"""The border of the core: games, options, states, moves, records, views and luck."""

import math

import pytest

from battlewise.core import (
    BattlewiseError,
    Game,
    IllegalMove,
    Move,
    Option,
    OptionError,
    RecordError,
    StaleState,
    State,
    UnknownGame,
    ViewError,
    WrongSeat,
    game,
    game_class,
    games,
)
from battlewise.core.options import resolve
from battlewise.core.rng import event_generator, generator
from battlewise.core.views import Fields, first_difference

# -- games and options


def test_an_unknown_game_is_refused_with_a_list() -> None:
    with pytest.raises(UnknownGame, match=r"'chess' is unknown; there are .*connect_four"):
        game("chess")


def test_every_game_introduces_itself() -> None:
    for game_id in games():
        kind = game_class(game_id)
        assert kind.id == game_id
        assert kind.title
        assert len(kind.seat_names) >= game(game_id).seats


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"goal": 9}, "9 is not in 10..200"),
        ({"goal": 201}, "201 is not in 10..200"),
        ({"goal": "50"}, "'50' is not a whole number"),
        ({"goal": True}, "True is not a whole number"),
        ({"dice": 2}, "unknown; there are goal, turn_limit"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, object], problem: str) -> None:
    with pytest.raises(OptionError, match=problem) as caught:
        game("pig", **options)  # type: ignore[arg-type]
    assert caught.value.option in options


def test_options_have_defaults() -> None:
    assert game("pig").options == {"goal": 100, "turn_limit": 1000}
    assert game("pig", goal=50).options == {"goal": 50, "turn_limit": 1000}


def test_a_choice_must_be_one_of_the_choices() -> None:
    options = [Option("size", "small", "How large.", choices=("small", "large"))]
    assert resolve(options, {}) == {"size": "small"}
    assert resolve(options, {"size": "large"}) == {"size": "large"}
    with pytest.raises(OptionError, match="'huge' is none of 'small', 'large'"):
        resolve(options, {"size": "huge"})


def test_a_choice_is_not_mistaken_for_an_equal_value_of_another_type() -> None:
    with pytest.raises(OptionError):
        resolve([Option("fast", True, "Whether.", choices=(True, False))], {"fast": 1})


def test_the_turn_limit_ends_a_game_for_the_higher_score() -> None:
    state = game("pig", turn_limit=2).new(seed=1, chance="ask")
    for move in ("roll", "die 6", "hold", "roll", "die 1"):
        state.play(move)
    assert state.is_over
    assert state.returns() == [1.0, 0.0]
    state = game("pig", turn_limit=2).new(seed=1, chance="ask")
    for move in ("roll", "die 1", "roll", "die 1"):
        state.play(move)
    assert state.returns() == [0.5, 0.5]


# -- states and moves


@pytest.mark.parametrize("kind", [State, Move])
def test_states_and_moves_are_not_made_by_hand(kind: type[State] | type[Move]) -> None:
    with pytest.raises(TypeError, match="come from"):
        kind()


def test_a_move_may_be_given_in_three_ways() -> None:
    state = game("connect_four").new(seed=1)
    move = state.legal()[3]
    assert state.game.move("d", state) == move
    assert state.game.move(" D ", state) == move
    assert state.game.move({"kind": "drop", "column": 3}, state) == move
    assert state.game.move(move, state) == move


def test_moves_of_one_game_are_equal_and_hash_alike() -> None:
    one, other = (game("connect_four").new(seed=seed).legal() for seed in (1, 2))
    assert one == other
    assert set(one) == set(other)
    assert len(set(one)) == 7
    assert one[0] != game("pig").new(seed=1).legal()[0]
    assert one[0] != "a"


def test_an_illegal_move_lists_the_legal_ones() -> None:
    state = game("leduc").new(seed=1)
    with pytest.raises(IllegalMove, match="'fold' is not possible here; there is call, raise"):
        state.play("fold")
    for move in ("raise", "fold"):
        state.play(move)
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play("call")


def test_an_impossible_outcome_does_not_tell_what_hidden_cards_are_left() -> None:
    for game_id in ("leduc", "battlelore"):
        state = game(game_id).new(seed=1, chance="ask")
        with pytest.raises(IllegalMove) as caught:
            state.play("deal Xx")
        assert str(caught.value) == "'deal Xx' is not possible here; there is no such outcome here"
    state = game("pig").new(seed=1, chance="ask")
    state.play("roll")
    with pytest.raises(IllegalMove, match="there is die 1, die 2"):
        state.play("7")


def test_a_wrong_seat_and_a_stale_ply_are_refused() -> None:
    state = game("connect_four").new(seed=1)
    state.play("d", seat=0, ply=0)
    with pytest.raises(WrongSeat, match="0 is not to move"):
        state.play("d", seat=0)
    with pytest.raises(StaleState, match="at 1, not at 0"):
        state.play("d", ply=0)
    assert state.ply == 1


def test_questions_out_of_place_are_refused() -> None:
    state = game("pig").new(seed=1, chance="ask")
    assert (state.outcomes(), state.chances()) == ([], [])
    for question in (state.roll, state.returns, lambda: state.stream):
        with pytest.raises(BattlewiseError):
            question()
    state.play("roll")
    assert (state.legal(), state.weigh()) == ([], [])
    assert state.stream == "dice 0"


@pytest.mark.parametrize("seat", [2, -1, True, "0", 1.0])
def test_a_seat_that_does_not_exist_is_refused(seat: object) -> None:
    with pytest.raises(ViewError, match="seat: "):
        game("connect_four").new(seed=1).view(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "value"), [("seed", "7"), ("seed", 1.5), ("chance", "maybe")])
def test_a_new_game_names_a_wrong_argument(name: str, value: object) -> None:
    with pytest.raises(BattlewiseError, match=name):
        game("pig").new(**{name: value})  # type: ignore[arg-type]


def test_a_copy_has_the_same_luck_unless_it_is_given_another() -> None:
    state = game("pig").new(seed=1, chance="ask")
    state.play("roll")
    assert state.copy().roll() == state.copy().roll()
    assert len({state.copy(seed=seed).roll() for seed in range(60)}) == 6


def test_a_position_can_be_sent_elsewhere() -> None:
    state = game("leduc").new(seed=1)
    state.play(state.legal()[0])
    there = game("leduc").at(state.data_bytes())
    assert (there.ply, there.view(0), there.legal()) == (0, state.view(0), state.legal())
    for wrong in (b"", state.data_bytes() + b"x", "text", b"\xff" * len(state.data_bytes())):
        with pytest.raises(BattlewiseError, match="position: "):
            game("leduc").at(wrong)  # type: ignore[arg-type]


def test_luck_without_a_seed_differs() -> None:
    assert len({game("leduc").new().seed for _ in range(3)}) == 3


def test_hidden_moves_are_hidden_in_the_log() -> None:
    log = [[move.text for _, move in game("leduc").new(seed=1).log(viewer)] for viewer in (None, 0, 1)]
    spectator, first, second = log
    assert spectator == ["deal", "deal"]
    assert first[0] != "deal"
    assert first[1] == "deal"
    assert second[0] == "deal"
    assert second[1] != "deal"


# -- records


def test_a_record_replays_with_luck_from_elsewhere() -> None:
    state = game("leduc").new(seed=1, chance="ask")
    for move in ("deal Kh", "deal Js", "raise", "call", "board Ks", "call", "call"):
        state.play(move)
    assert state.returns() == [0.5 + 3 / 26, 0.5 - 3 / 26]
    assert state.game.replay(state.record()).view(None) == state.view(None)


def test_a_state_made_from_a_view_has_no_record() -> None:
    view = game("pig").new(seed=1).view(0)
    with pytest.raises(RecordError, match="has no record"):
        game("pig").from_view(view).record()


def test_a_record_of_other_options_is_refused() -> None:
    with pytest.raises(RecordError, match="options"):
        game("pig", goal=50).replay(game("pig").new(seed=1).record())


# -- views


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"seat": 2}, "seat"),
        ({"game": "pig"}, "game"),
        ({"options": {"x": 1}}, "options.x"),
        ({"colour": "red"}, "colour"),
        ({"cards": ["Js"]}, "cards"),
        ({"cards": ["Xs", None]}, "cards[0]"),
        ({"board": "Js"}, "board"),
        ({"bets": [["fold"], []]}, "bets[0][0]"),
        ({"bets": [[], ["call"]]}, "bets[1]"),
        ({"dealt": 3}, "dealt"),
        ({"dealt": 1, "cards": ["Js", "Qs"]}, "cards[1]"),
        ({"chips": [1, 3]}, "chips[1]"),
        ({"to_move": 1}, "to_move"),
    ],
)
def test_a_wrong_view_names_its_field(change: dict[str, object], field: str) -> None:
    view = {"seat": 0, "cards": ["Js", None], "bets": [[], []]}
    game("leduc").from_view(view)
    with pytest.raises(ViewError) as caught:
        game("leduc").from_view({**view, **change})
    assert caught.value.field == field
    assert str(caught.value).startswith(field)


def test_a_view_must_be_an_object_with_a_seat() -> None:
    with pytest.raises(ViewError, match="is not an object"):
        game("leduc").from_view([])  # type: ignore[arg-type]
    with pytest.raises(ViewError, match="seat: is missing"):
        game("leduc").from_view({})


@pytest.mark.parametrize(
    ("given", "actual", "path"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, None),
        ({"a": 1, "c": 2}, {"a": 1}, "c"),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "a.b[1]"),
        ({"a": [1]}, {"a": [1, 2]}, "a"),
        ({"a": True}, {"a": 1}, "a"),
        ({"a": 1.0}, {"a": 1}, "a"),
        ({"a": None}, {"a": {}}, "a"),
        ([{"x": 1}, {"y": 2}], [{"x": 1}, {"y": 3}], "[1].y"),
    ],
)
def test_the_first_difference_has_a_path(given: object, actual: object, path: str | None) -> None:
    difference = first_difference(given, actual)
    assert (difference[0] if difference else None) == path


def test_fields_are_read_with_checks() -> None:
    fields = Fields({"n": 3, "flag": True, "face": "two", "list": [1], "bag": {"a": 2}, "gone": None}, "at")
    assert fields.integer("n", 0, 3) == 3
    assert fields.integer("other", 0, 3, default=1) == 1
    assert fields.flag("flag")
    assert not fields.flag("other")
    assert fields.choice("face", ["one", "two"]) == 1
    assert fields.items("list", 1) == [1]
    assert fields.counts("bag", ["a", "b"], 9) == [2, 0]
    assert fields.null("gone")
    assert not fields.null("n")
    fields.close()


@pytest.mark.parametrize(
    ("value", "read", "message"),
    [
        (4, lambda f: f.integer("x", 0, 3), "at.x: 4 is not a whole number in 0..3"),
        (True, lambda f: f.integer("x", 0, 3), "at.x: True is not a whole number"),
        (1, lambda f: f.flag("x"), "at.x: 1 is neither true nor false"),
        ("six", lambda f: f.choice("x", ["one"]), "at.x: 'six' is none of one"),
        ([1, 2], lambda f: f.items("x", 1), "at.x: has 2 items, more than 1"),
        ({}, lambda f: f.items("x", 1), "at.x: is not a list"),
        (7, lambda f: f.object("x"), "at.x: is not an object"),
        ([{}, 1], lambda f: f.objects("x", 2), r"at.x\[1\]: is not an object"),
        ({"b": 1}, lambda f: f.counts("x", ["a"], 1), "at.x.b: is not a field here"),
        ({"a": 2}, lambda f: f.counts("x", ["a"], 1), "at.x.a: 2 is not a whole number in 0..1"),
        (0, lambda f: f.integer("y", 0, 3), "at.y: is missing"),
        (0, lambda f: f.close(), "at.x: is not a field here"),
    ],
)
def test_a_wrong_field_is_named(value: object, read: object, message: str) -> None:
    with pytest.raises(ViewError, match=message):
        read(Fields({"x": value}, "at"))  # type: ignore[operator]


# -- luck


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


def test_luck_is_uniform() -> None:
    """Pig's die is `below`; 5 degrees of freedom: 20.5 is passed once in a thousand times."""
    rules: Game = game("pig")
    state = rules.new(seed=1, chance="ask")
    state.play("roll")
    rolled = [state.copy(seed=seed).roll().doc["face"] for seed in range(6000)]
    assert chi_square([rolled.count(face) for face in range(1, 7)]) < 20.5


def test_the_events_of_one_stream_are_uniform_and_independent() -> None:
    """35 degrees of freedom: 66.6 is passed once in a thousand times."""
    rules: Game = game("pig", turn_limit=200, goal=200)
    faces: list[int] = []
    for seed in range(40):
        state = rules.new(seed=seed)
        while not state.is_over:
            state.play("roll")
        faces += [move.doc["face"] for actor, move in state.log() if actor < 0][:400]
    pairs = list(zip(faces[::2], faces[1::2], strict=False))
    counts = [pairs.count((a, b)) for a in range(1, 7) for b in range(1, 7)]
    assert len(pairs) > 2000
    assert chi_square(counts) < 66.6


def test_events_are_keyed_by_seed_stream_and_number() -> None:
    def first(seed: int, stream: str, event: int) -> int:
        return int(event_generator(seed, stream, event).random_raw())

    keys = [
        (seed, stream, event) for seed in (-1, 1, 2**70) for stream in ("deck", "dice") for event in range(50)
    ]
    drawn = [first(*key) for key in keys]
    assert len(set(drawn)) == len(keys)
    assert drawn == [first(*key) for key in keys]


def test_long_events_do_not_run_into_the_next() -> None:
    one, two = (event_generator(1, "deck", event).random_raw(5000) for event in (0, 1))
    assert not set(one) & set(two)


def test_streams_do_not_disturb_each_other() -> None:
    """The second player's rolls are the same whatever the first one does."""
    boards = []
    for held in (False, True):
        state = game("pig", turn_limit=4).new(seed=9)
        while not state.is_over:
            moves = [move.text for move in state.legal()]
            state.play("hold" if state.to_move == 0 and held and "hold" in moves else "roll")
        boards.append([m.doc["face"] for m in [m for a, m in state.log() if a < 0]])
    assert boards[0] != boards[1]
    faces = [second_players_faces(held) for held in (False, True)]
    shorter = min(map(len, faces))
    assert shorter >= 2
    assert faces[0][:shorter] == faces[1][:shorter]


def second_players_faces(held: bool) -> list[int]:
    state = game("pig", turn_limit=4).new(seed=9, chance="ask")
    faces = []
    while not state.is_over:
        if state.is_chance:
            stream = state.stream
            outcome = state.roll()
            faces += [outcome.doc["face"]] if stream == "dice 1" else []
        else:
            holds = state.to_move == 0 and held and len(state.legal()) == 2
            state.play("hold" if holds else "roll")
    return faces


def test_generators_differ_by_seed_and_purpose() -> None:
    drawn = {generator(seed, use).random_raw() for seed in range(20) for use in ("redeal", "search")}
    assert len(drawn) == 40


def test_a_leduc_redeal_is_uniform_over_unseen_cards() -> None:
    """4 degrees of freedom: 18.5 is passed once in a thousand times."""
    state = game("leduc").from_view({"seat": 0, "cards": ["Js", None], "bets": [[], []]})
    dealt = [state.redealt(0, seed).view(1)["cards"][1] for seed in range(3000)]
    assert len(set(dealt)) == 5
    assert chi_square([dealt.count(card) for card in set(dealt)]) < 18.5


def test_pigs_result_is_finite_everywhere() -> None:
    for scores in ([0, 0], [99, 99], [0, 99], [99, 0]):
        estimate = game("pig").from_view({"seat": 0, "scores": scores, "player": 1}).estimate()
        assert all(math.isfinite(value) for value in estimate)
