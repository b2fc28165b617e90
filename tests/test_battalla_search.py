"""Search in Battalla!: forced wins of the turn are found; what evaluation and priors read."""

from typing import Any

import pytest
from battalla_positions import play, rolled, table, texts

from battlewise.bots import bot
from battlewise.core import State, game

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
}


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
        assert (state.turn, state.to_move) == (10, 0), "the turn has passed without the win"
        state.play(player.choose(state, seed=3).move)
    assert state.returns() == [1, 0]


@pytest.mark.parametrize("name", list(FORCED))
def test_a_winning_move_outweighs_all_others(name: str) -> None:
    state = forced(name)
    weights = state.weigh()
    assert max(weights) > 100 * (sum(weights) - max(weights))


def test_no_win_is_claimed_where_the_opponent_may_react_or_stamina_is_short() -> None:
    for more in ({"stamina": (1, 0)}, {"other": {"labyrinth": 1}, "stamina": (2, 2)}):
        state = table([(0, "argonaut", "b3")], penalty_sizes=[5, 1], **more)  # type: ignore[arg-type]
        weights = state.weigh()
        assert max(weights) < 100 * (sum(weights) - max(weights))


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
