"""Search in Battalla!: forced wins of the turn are found; what evaluation and priors read."""

from random import Random
from typing import Any

import pytest

from battlewise.bots import bot
from battlewise.bots.check.walks import walk
from battlewise.core import Move, State, game
from tests.games.battalla.positions import hand, phase, play, rolled, table, texts
from tests.marks import long

# Positions in which seat 0 wins this turn whatever happens, each with what it takes.
FORCED: dict[str, dict[str, Any]] = {
    "attack directly": {"placed": [(0, "argonaut", "b4")], "penalty_sizes": [5, 1]},
    "move and attack": {"placed": [(0, "argonaut", "b3")], "stamina": (2, 0), "penalty_sizes": [5, 1]},
    "two cards": {
        "placed": [(0, "argonaut", "b3"), (0, "hoplite", "d4"), (0, "sphinx", "a1")],
        "stamina": (3, 0),
        "penalty_sizes": [5, 2],
    },
    "shoot the way free": {
        "placed": [(0, "argonaut", "b3"), (1, "redcap", "b4")],
        "hand": {"thunderbolt": 1, "hoplite": 1},
        "stamina": (4, 0),
        "penalty_sizes": [5, 1],
    },
    "strike the way free": {
        "placed": [(0, "argonaut", "b3"), (0, "thor", "a3"), (1, "redcap", "b4"), (1, "sphinx", "a4")],
        "heroes": (["thor"], []),
        "stamina": (3, 0),
        "penalty_sizes": [5, 1],
    },
    "forced march": {
        "placed": [(0, "argonaut", "b2"), (0, "hoplite", "a1")],
        "hand": {"forced_march": 1, "mummy": 1},
        "stamina": (3, 0),
        "penalty_sizes": [5, 1],
    },
    "two marches": {
        "placed": [(0, "argonaut", "b1"), (0, "hoplite", "a1")],
        "hand": {"forced_march": 2, "mummy": 1},
        "stamina": (4, 0),
        "penalty_sizes": [5, 1],
    },
    "second wind": {
        "placed": [(0, "argonaut", "b3"), (0, "hoplite", "c3"), (1, "sphinx", "a5")],
        "hand": {"second_wind": 1, "mummy": 1},
        "stamina": (3, 0),
        "penalty_sizes": [5, 2],
    },
    "round the wall": {
        "placed": [(0, "dryad", "b3"), (1, "sphinx", "b4")],
        "fields": ("hollow_hill", None),
        "hand": {"mummy": 1, "hoplite": 1},
        "stamina": (3, 0),
        "penalty_sizes": [5, 1],
    },
    "three cards": {
        "placed": [(0, "argonaut", "a4"), (0, "hoplite", "b5"), (0, "sphinx", "c3")],
        "stamina": (4, 0),
        "penalty_sizes": [3, 3],
    },
    "a full hand": {
        "placed": [(0, "argonaut", "b3"), (0, "hoplite", "a1"), (1, "redcap", "b4")],
        "hand": dict.fromkeys(
            ("thunderbolt", "war_cry", "forced_march", "hoplite", "khopesh", "second_wind"), 1
        ),
        "penalty_sizes": [5, 1],
    },
    "winged sandals": {
        "placed": [(0, "hoplite", "a4", {"fresh": True})],
        "hand": {"winged_sandals": 1},
        "stamina": (3, 0),
        "penalty_sizes": [5, 1],
    },
    "fae boots": {
        "placed": [(0, "argonaut", "b3", {"items": ["fae_boots"]})],
        "stamina": (1, 0),
        "penalty_sizes": [5, 1],
    },
    "loki's swap": {
        "placed": [(0, "loki", "a1"), (0, "argonaut", "b1"), (0, "hoplite", "c4", {"attacked": True})],
        "heroes": (["loki"], []),
        "stamina": (3, 0),
        "penalty_sizes": [5, 1],
    },
    "a draw on the way": {
        "placed": [(0, "argonaut", "b4"), (0, "argonaut", "d4")],
        "stamina": (2, 0),
        "penalty_sizes": [5, 2],
    },
    "a draw of the opponent": {
        "placed": [(0, "argonaut", "b3"), (1, "jackal_guard", "b4")],
        "hand": {"thunderbolt": 1},
        "stamina": (4, 0),
        "penalty_sizes": [5, 1],
    },
    "a choice of the opponent": {
        "placed": [(0, "argonaut", "b3"), (1, "einherjar", "b4", {"damage": 1})],
        "hand": {"thunderbolt": 1},
        "stamina": (4, 1),
        "penalty_sizes": [5, 1],
    },
    "a hand known to hold no react": {
        "placed": [(0, "argonaut", "b3")],
        "other": {"pixie": 1},
        "discard": ({}, {"labyrinth": 1}),
        "stamina": (2, 2),
        "penalty_sizes": [5, 1],
    },
}  # fmt: skip


def forced(name: str) -> State:
    position = dict(FORCED[name])
    return table(position.pop("placed"), position.pop("hand", None), **position)


@pytest.mark.parametrize("name", list(FORCED))
@pytest.mark.parametrize("spec", ["mcts:iterations=50", "mcts:iterations=400,cutoff=leaf"])
def test_a_forced_win_this_turn_is_found(name: str, spec: str) -> None:
    state = forced(name)
    player = bot(spec)
    while not state.is_over:
        if state.is_chance:
            state.roll()
            continue
        assert state.turn == 10, "the turn has passed without the win"
        if state.to_move == 1:
            state.play(state.legal()[0])
            continue
        state.play(player.choose(state, seed=3).move)
    assert state.returns() == [1, 0]


@pytest.mark.parametrize("name", list(FORCED))
def test_a_winning_move_is_the_only_one_searched(name: str) -> None:
    state = forced(name)
    winning = state.winning()
    choice = bot("mcts:iterations=50").choose(state, seed=3)
    assert choice.move == winning
    assert all(one.visits == 0 for one in choice.candidates if one.move != winning)
    assert choice.searched == 1.0  # a win whatever happens is not a mean of playouts
    assert choice.value == 1.0


def test_no_win_is_claimed_where_the_opponent_may_react_or_stamina_is_short() -> None:
    for more in ({"stamina": (1, 0)}, {"other": {"labyrinth": 1}, "stamina": (2, 2)}):
        state = table([(0, "argonaut", "b3")], penalty_sizes=[5, 1], **more)  # type: ignore[arg-type]
        assert state.winning() is None


def claim(state: State) -> Move | None:
    """The move that is said to force a win this turn; the only one if there is no other."""
    legal = state.legal()
    return legal[0] if len(legal) == 1 else state.winning()


def search_all(state: State, seat: int, turn: int, nodes: list[int]) -> bool:
    """Whether a seat wins this turn without draws, searches and choices of the other, by trying all moves."""
    if state.is_over:
        return state.returns()[seat] == 1
    if state.turn != turn:
        return False
    if state.is_chance:
        return phase(state) == "life" and search_all(rolled(state.copy()), seat, turn, nodes)
    nodes[0] -= 1
    if state.to_move != seat or nodes[0] < 0:
        return False
    moves = [move for move in state.legal() if move.text != "pass" and not move.text.startswith("find")]
    return any(search_all(play(state.copy(), move.text), seat, turn, nodes) for move in moves)


def follow(state: State, seed: int) -> bool:
    """Whether following the claims wins this turn, whatever is hidden and whatever the other does."""
    seat, turn = state.to_move, state.turn
    state = state.redealt(seat, seed)
    rng = Random(seed)
    while not state.is_over and state.turn == turn:
        if state.is_chance:
            state.roll()
        elif state.to_move == seat:
            move = claim(state)
            if move is None:
                return False
            state.play(move)
        else:
            state.play(rng.choice(state.legal()))
    return state.is_over and state.returns()[seat] == 1


def near_the_end(seeds: range) -> list[State]:
    """Turns of random speed games in which at most two penalty cards are left."""
    rules = [game("battalla", format="speed", deck_0=one, deck_1=two)
             for one, two in (("olympus", "forest"), ("sun", "valhalla"))]  # fmt: skip
    return [
        state.copy()
        for seed in seeds
        for state in walk(rules[seed % 2], seed)
        if not state.is_over
        and not state.is_chance
        and phase(state) == "turn"
        and len(state.legal()) > 1
        and state.view(None)["penalty_sizes"][1 - state.to_move] <= 2
    ]


@long
def test_claims_are_what_a_search_of_all_moves_finds() -> None:
    wins = 0
    for state in near_the_end(range(16)):
        claimed = claim(state)
        if claimed is not None:
            wins += 1
            assert all(follow(state, seed) for seed in range(3)), state.render(None)
        elif "raven_of_odin" not in hand(state, state.to_move):
            assert not search_all(state, state.to_move, state.turn, [60]), state.render(None)
    assert wins > 5


def test_weigh_never_forbids_a_move() -> None:
    state = rolled(game("battalla").new(seed=1, chance="ask"))
    for _ in range(300):
        if state.is_over:
            break
        if state.is_chance:
            state.roll()
            continue
        assert all(weight > 0 for weight in state.weigh())
        state.play(state.legal()[0] if len(state.legal()) == 1 else state.legal()[-2])


def test_features_and_traits_have_their_names() -> None:
    rules: Any = game("battalla")
    state = table([(0, "argonaut", "b3"), (1, "sphinx", "b4")], {"hoplite": 1})
    own: Any = state.game
    assert len(own.features(state)) == len(rules.feature_names)
    kind, traits = own.traits(state)
    assert kind == "turn"
    assert {len(one) for one in traits} == {len(rules.trait_names["turn"])}
    assert len(traits) == len(state.legal())
    play(state, "play hoplite")
    assert own.traits(state)[0] == "square"
    assert own.traits(rolled(game("battalla").new(seed=1, chance="ask")))[0] is None


def test_exchanging_the_seats_changes_the_sign_of_every_feature() -> None:
    south = table([(0, "argonaut", "b3"), (1, "sphinx", "d4", {"poison": 1})], {"mummy": 1}, stamina=(3, 0))
    north = table(
        [(1, "argonaut", "b3"), (0, "sphinx", "d2", {"poison": 1})],
        {"mummy": 1},
        seat=1,
        active=1,
        stamina=(0, 3),
    )
    one, other = (state.game.features(state) for state in (south, north))  # type: ignore[attr-defined]
    names = state_names()
    for name, here, there in zip(names, one, other, strict=True):
        if name != "first":
            assert here == -there, name
    assert "pass" in texts(south)


def state_names() -> tuple[str, ...]:
    rules: Any = game("battalla")
    names: tuple[str, ...] = rules.feature_names
    return names


def test_the_estimate_likes_more_penalty_cards_and_cards_that_can_strike() -> None:
    even = table([(0, "hoplite", "a1"), (1, "hoplite", "b5")])
    ahead = table([(0, "hoplite", "a1"), (1, "hoplite", "b5")], penalty_sizes=[5, 3])
    striking = table([(0, "hoplite", "a4"), (1, "hoplite", "b5")])
    assert even.estimate()[0] < ahead.estimate()[0]
    assert even.estimate()[0] < striking.estimate()[0]
