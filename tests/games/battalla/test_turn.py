"""Battalla!: the test vectors A1 to A14 of the rule text, and each section of the rulebook."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import State, ViewError, game
from tests.games.battalla.positions import (
    at,
    deck,
    discarded,
    hand,
    health,
    name_at,
    phase,
    play,
    rolled,
    table,
    texts,
)

DECKS = ("sun", "forest", "olympus", "valhalla")


# -- the vectors


def test_a1_no_summoning_into_a_lane_with_an_own_card_but_moving_is_allowed() -> None:
    state = table([(0, "corra", "b3"), (0, "hoplite", "a1")], {"jackal_guard": 1})
    assert "move a1-b1" in texts(state)
    assert texts(play(state, "play jackal guard")) == {"at c1", "at d1", "at e1"}
    hero = table(
        [(0, "corra", "b3"), (0, "hoplite", "a1")], heroes=(["ra"], []), fields=("mount_olympus", None)
    )
    assert texts(play(hero, "summon ra")) == {"at c1", "at d1", "at e1"}


def test_a2_a_unit_summoned_this_turn_moves_but_does_not_attack() -> None:
    state = play(table([(1, "sphinx", "a2")], {"hoplite": 1, "amazon_scout": 1}), "play hoplite", "at a1")
    assert "attack a1-a2" not in texts(state)
    assert "move a1-b1" in texts(state)
    state = play(table([(1, "sphinx", "a2")], {"amazon_scout": 1}), "play amazon scout", "at a1")
    assert "attack a1-a2" in texts(state)


def test_a3_no_sideways_move_outside_the_summoning_row() -> None:
    state = table([(0, "hoplite", "b2"), (0, "argonaut", "d1")])
    moves = {text for text in texts(state) if text.startswith("move")}
    assert moves == {"move b2-b3", "move d1-c1", "move d1-e1", "move d1-d2"}


def test_a4_damage_stays_and_nothing_strikes_back() -> None:
    state = table([(0, "nile_crocodile", "a3"), (1, "athena", "a4")], heroes=([], ["athena"]))
    play(state, "attack a3-a4")
    assert health(state, "a4") == 2
    assert health(state, "a3") == 3
    play(state, "pass")
    play(rolled(state), "pass")
    play(rolled(state), "attack a3-a4")
    assert name_at(state, "a4") is None
    assert health(state, "a3") == 3


def test_a5_what_an_effect_pushes_onto_an_occupied_square_is_destroyed() -> None:
    state = table([(0, "seidr_witch", "a1"), (1, "hoplite", "b5"), (1, "sphinx", "c5")])
    play(state, "use a1", "choose b5", "to c5")
    assert name_at(state, "b5") is None
    assert name_at(state, "c5") == "sphinx"
    assert discarded(state, 1) == {"hoplite": 1}


def test_a6_the_last_penalty_card_loses_at_once() -> None:
    state = table([(0, "sphinx", "a4")], penalty_sizes=[5, 1])
    play(state, "attack directly from a4").roll()
    assert state.is_over
    assert state.returns() == [1, 0]
    assert sum(hand(state, 1).values()) == 1


def test_a7_a_unit_that_attacked_directly_returns_to_hand_without_its_items() -> None:
    state = table([(0, "sphinx", "a5", {"items": ["khopesh"], "damage": 2})])
    rolled(play(state, "attack directly from a5"))
    assert hand(state, 0) == {"sphinx": 1}
    assert discarded(state, 0) == {"khopesh": 1}
    assert state.view(1)["known"] == [{"sphinx": 1}, {}]
    assert state.view(None)["penalty_sizes"] == [5, 4]


def test_a8_a_hero_goes_home_after_a_direct_attack_and_dies_on_another_card() -> None:
    state = table([(0, "ra", "a4")], heroes=(["ra"], []))
    rolled(play(state, "attack directly from a4"))
    assert name_at(state, "a1") == "ra"
    state = table([(0, "hoplite", "a1"), (0, "ra", "a4")], heroes=(["ra"], []))
    rolled(play(state, "attack directly from a4"))
    assert name_at(state, "a1") == "hoplite"
    assert discarded(state, 0) == {"ra": 1}


def test_a9_intimidate_takes_1_from_the_attacker() -> None:
    state = play(table([(0, "argonaut", "a3"), (1, "nemean_lion", "a4")]), "attack a3-a4")
    assert at(state, "a4")["damage"] == 1  # type: ignore[index]


def test_a10_react_first_then_the_attackers_effect_then_the_defenders() -> None:
    """Thor strikes the facing row before the Temple Cat can step aside; a react comes before both."""
    thor = [(0, "thor", "b3"), (1, "temple_cat", "b4")]
    state = play(table(thor, heroes=(["thor"], [])), "attack b3-b4")  # type: ignore[arg-type]
    assert (phase(state), discarded(state, 1)) == ("turn", {"temple_cat": 1})
    placed = [(0, "redcap", "b3"), (1, "medusa", "b4")]
    state = table(placed, other={"fairy_ring": 1}, stamina=(5, 1))  # type: ignore[arg-type]
    play(state, "attack b3-b4")
    assert phase(state) == "react"
    chain = state.view(None)["pending"]["chain"]
    assert [link["card"] for link in chain] == ["medusa", "redcap"]
    play(state, "react fairy ring", "to a4")
    assert at(state, "a4")["damage"] == 0  # type: ignore[index]
    assert at(state, "b3")["doomed"]  # type: ignore[index]
    assert at(state, "b3")["stunned"] == 2  # type: ignore[index]


def test_a11_the_first_player_does_not_draw_on_his_first_turn() -> None:
    state = rolled(game("battalla").new(seed=3, chance="ask"))
    first = state.to_move
    rolled(play(state, "go first"))
    assert state.to_move == first
    play(state, "keep the hand", "keep the hand")
    rolled(state)
    assert (state.to_move, state.turn) == (first, 0)
    assert sum(hand(state, first).values()) == 5
    assert state.view(None)["stamina"][first] == 5
    rolled(play(state, "pass"))
    assert sum(hand(state, 1 - first).values()) == 6


def test_a12_replace_keeps_damage_time_on_the_field_and_actions() -> None:
    marks = {"damage": 1, "moved": True, "poison": 1}
    state = table([(0, "dryad", "b4", marks), (1, "sphinx", "c5")], {"corra": 1})
    play(state, "play corra", "at b4")
    card = at(state, "b4")
    assert card is not None
    assert (card["card"], card["damage"], card["moved"], card["poison"]) == ("corra", 1, True, 1)
    assert not card["fresh"]
    assert discarded(state, 0) == {"dryad": 1}
    assert "attack directly from b4" in texts(state)
    assert "move b4-b5" not in texts(state)


def test_a12_replace_keeps_nothing_that_ends_with_the_turn() -> None:
    state = table([(0, "redcap", "b3"), (1, "sphinx", "b4")], {"corra": 1, "war_cry": 1})
    play(state, "play war cry", "attack b3-b4", "play corra", "at b3")
    card = at(state, "b3")
    assert card is not None
    assert (card["card"], card["atk"], card["doomed"], card["attacked"]) == ("corra", 2, False, True)
    rolled(play(state, "pass"))
    assert name_at(state, "b3") == "corra"
    held = {"frozen": 1, "stunned": 1, "used": True, "triggered": True, "grown": 1}
    state = play(table([(0, "dryad", "b2", held)], {"corra": 1}), "play corra", "at b2")
    card = at(state, "b2")
    assert card is not None
    assert [card[name] for name in held] == [0, 0, False, False, 1]
    assert "move b2-b3" in texts(state)


def test_a14_stamina_is_spent_on_cards_moves_and_attacks() -> None:
    state = table([(0, "hoplite", "b2"), (0, "argonaut", "c3"), (1, "sphinx", "c4")], {"charioteer": 1})
    play(state, "play charioteer", "at a1", "move b2-b3", "attack c3-c4")
    assert state.view(None)["stamina"][0] == 0
    assert texts(state) == {"pass"}


# -- 1 Setting up


def test_mulligan_any_number_once_and_the_penalty_pile_is_unknown() -> None:
    state = rolled(game("battalla").new(seed=5, chance="ask"))
    rolled(play(state, "go second"))
    seat = state.to_move
    for _ in range(3):
        state.play(next(move for move in state.legal() if move.text != "keep the hand"))
    assert state.view(1 - seat)["set_up"]["exchanged"][seat] == 3
    assert {move.text for _, move in state.log(1 - seat)[-3:]} == {"exchange a card"}
    play(state, "keep the hand")
    rolled(state)
    assert sum(hand(state, seat).values()) == 5
    assert state.to_move == 1 - seat
    rolled(play(state, "keep the hand"))
    assert state.view(None)["penalty_sizes"] == [5, 5]
    assert "penalty" not in state.view(seat)
    assert "set a penalty card" in {move.text.split(": ")[-1] for _, move in state.log(seat)}


def test_a_seat_that_has_not_kept_its_hand_draws_nothing() -> None:
    """Were the other player first, the hand that is drawn again would be that of who is still to be asked."""
    rules = game("battalla")
    state = rolled(rules.new(seed=5, chance="ask"))
    rolled(play(state, "go first"))
    state.play(next(move for move in state.legal() if move.text != "keep the hand"))
    play(state, "keep the hand")
    view = state.view(None)
    rules.from_view(view)
    with pytest.raises(ViewError, match="must be at most the cards that were put back"):
        rules.from_view(view | {"active": 1 - view["active"]})


def test_the_speed_format_has_three_penalty_cards() -> None:
    state = rolled(game("battalla", format="speed").new(seed=5, chance="ask"))
    rolled(play(state, "go first"))
    rolled(play(state, "keep the hand", "keep the hand"))
    assert state.view(None)["penalty_sizes"] == [3, 3]


# -- 2 The turn


def test_unspent_stamina_is_a_reserve_until_the_next_stamina_phase() -> None:
    state = table([(0, "hoplite", "a1")], stamina=(4, 2))
    rolled(play(state, "pass"))
    assert state.view(None)["stamina"] == [4, 5]


def test_cards_move_once_and_attack_once_a_turn() -> None:
    state = table([(0, "minotaur", "a2"), (1, "sphinx", "a4")])
    play(state, "move a2-a3")
    assert not {text for text in texts(state) if text.startswith("move")}
    play(state, "attack a3-a4")
    assert texts(state) == {"pass"}


def test_a_card_in_front_blocks_the_way() -> None:
    assert texts(table([(0, "hoplite", "a2"), (1, "sphinx", "a3")])) == {"attack a2-a3", "pass"}


def test_at_the_far_end_a_card_can_only_attack_directly() -> None:
    assert texts(table([(0, "hoplite", "a5")])) == {"attack directly from a5", "pass"}


def test_in_the_enemy_front_row_one_may_attack_the_card_behind_or_directly() -> None:
    moves = texts(table([(0, "hoplite", "a4"), (1, "sphinx", "a5")]))
    assert moves == {"attack a4-a5", "attack directly from a4", "pass"}


def test_a_new_field_replaces_the_old_one() -> None:
    state = table([], {"great_hall": 1}, fields=("mount_olympus", None))
    play(state, "play great hall")
    assert state.view(None)["fields"] == ["great_hall", None]
    assert discarded(state, 0) == {"mount_olympus": 1}


def test_an_assist_goes_to_the_discard_pile() -> None:
    state = play(table([], {"second_wind": 1}), "play second wind")
    assert discarded(state, 0) == {"second_wind": 1}
    assert state.view(None)["stamina"][0] == 6


def test_heroes_cost_no_stamina_come_once_a_turn_and_reveal_the_next() -> None:
    state = table([], stamina=(0, 0), heroes=(["ra", "athena"], []), fields=("great_hall", None))
    play(state, "summon ra", "at c1")
    view = state.view(None)
    assert view["heroes_out"] == [1, 0]
    assert at(state, "c1")["fresh"]  # type: ignore[index]
    assert texts(state) == {"pass"}


def test_a_hero_attacks_in_the_turn_in_which_it_is_summoned() -> None:
    """Ruling 5: the book forbids it of units alone."""
    state = table([(1, "sphinx", "c2")], heroes=(["ra"], []), fields=("great_hall", None))
    play(state, "summon ra", "at c1", "attack c1-c2")
    assert health(state, "c2") == 1


def test_a_hero_that_attacks_is_not_intimidated() -> None:
    """Ruling 34: "the attacking unit gets -1"."""
    placed = [(0, "ra", "a3"), (1, "sphinx", "a4"), (0, "minotaur", "b3"), (1, "sphinx", "b4")]
    state = table(placed, heroes=(["ra"], []))  # type: ignore[arg-type]
    play(state, "attack a3-a4", "attack b3-b4")
    assert (health(state, "a4"), health(state, "b4")) == (1, 2)


def test_a_hero_that_is_attacked_intimidates() -> None:
    placed = [(0, "minotaur", "a3"), (1, "ra", "a4", {"items": ["aegis_shield"]})]
    state = play(table(placed, heroes=([], ["ra"])), "attack a3-a4")  # type: ignore[arg-type]
    assert health(state, "a4") == 5


def test_a_direct_attack_is_an_attack_of_the_card() -> None:
    """Ruling 17: its effects "when attacking" are triggered, without an opponent."""
    placed = [(0, "thor", "b4"), (1, "minotaur", "a5"), (1, "minotaur", "c5")]
    state = table(placed, heroes=(["thor"], []))  # type: ignore[arg-type]
    rolled(play(state, "attack directly from b4"))
    assert [health(state, square) for square in ("a5", "c5")] == [3, 3]
    assert name_at(state, "b1") == "thor"
    alone = table([(0, "minotaur", "b5")])
    rolled(play(alone, "attack directly from b5"))
    assert hand(alone, 0) == {"minotaur": 1}


def test_an_assist_is_played_though_it_does_nothing() -> None:
    """Ruling 28: cards are played as long as there is stamina for them."""
    state = play(
        table([], {"thunderbolt": 1, "war_cry": 1}, stamina=(3, 0)), "play thunderbolt", "play war cry"
    )
    assert discarded(state, 0) == {"thunderbolt": 1, "war_cry": 1}
    assert state.view(None)["stamina"][0] == 0
    assert "play thunderbolt" not in texts(table([], {"thunderbolt": 1}, stamina=(1, 0)))


def test_a_field_is_played_onto_its_like() -> None:
    state = play(table([], {"great_hall": 1}, fields=("great_hall", None)), "play great hall")
    assert (state.view(None)["fields"][0], discarded(state, 0)) == ("great_hall", {"great_hall": 1})


def test_at_the_turn_limit_the_most_penalty_cards_win() -> None:
    for sizes, returns in (([3, 2], [1, 0]), ([2, 3], [0, 1]), ([2, 2], [0.5, 0.5])):
        state = table([], penalty_sizes=sizes, options={"turn_limit": 12}, active=1, seat=1)
        assert play(state, "pass").returns() == returns


def test_an_empty_deck_gives_no_card_and_loses_nothing() -> None:
    cards = (
        "hoplite mummy sphinx ammit dryad pixie redcap harpy charioteer jackal_guard brownie minotaur medusa"
    )
    main = dict.fromkeys(cards.split(), 3)
    listed = {"main": {**main, "hydra": 1}, "heroes": []}
    rules = game("battalla", deck_0=listed, deck_1=listed)  # type: ignore[arg-type]
    rest = {card: n for card, n in listed["main"].items() if card not in ("hoplite", "mummy")}  # type: ignore[attr-defined]
    rest["sphinx"] = 2
    state = rules.from_view(
        {"seat": 0, "phase": "turn", "active": 1, "turn": 11, "cards": [], "hand": {"hoplite": 2},
         "hand_sizes": [2, 0], "stamina": [0, 0], "discard": [rest, {}], "penalty_sizes": [5, 5]},
        seed=1,
    )  # fmt: skip
    assert state.view(None)["deck_sizes"][0] == 0
    play(state, "pass")
    assert (state.to_move, sum(hand(state, 0).values())) == (0, 2)


# -- whole games


@pytest.mark.parametrize("pair", list(product(DECKS, DECKS)))
def test_random_games_of_every_pair_of_decks_are_sound(
    pair: tuple[str, str], request: pytest.FixtureRequest
) -> None:
    rules = game("battalla", deck_0=pair[0], deck_1=pair[1])
    for seed in range(max(1, request.config.getoption("--games") // 16)):
        for state in walk(rules, seed):
            assert state.check() is None


def test_nobody_is_asked_to_react_where_no_deck_has_a_react() -> None:
    plain: Any = deck(Counter(), ["ra"])
    rules = game("battalla", deck_0=plain, deck_1=plain)
    for seed in range(5):
        assert all(phase(state) != "react" for state in walk(rules, seed))


def test_a_window_opens_by_public_facts_alone() -> None:
    placed = [(0, "argonaut", "b3"), (1, "dryad", "b4")]

    def asked(**more: object) -> bool:
        base: dict[str, Any] = {"stamina": (5, 1), "known": [{}, {}], "hand_sizes": [0, 1]}
        state: State = table(placed, other={"pixie": 1}, **{**base, **more})  # type: ignore[arg-type]
        return phase(play(state, "attack b3-b4")) == "react"

    options = {"discard": ({}, {"fairy_ring": 1})}
    assert asked(**options)
    assert not asked(**options, stamina=(5, 0))
    assert not asked(discard=({}, {"fairy_ring": 3}))
    assert not asked()
    assert not asked(**options, known=[{}, {"pixie": 1}])


def test_no_window_where_the_whole_hand_is_known_to_hold_no_react() -> None:
    placed = [(0, "argonaut", "b2"), (1, "dryad", "d4")]
    options: dict[str, Any] = {"stamina": (5, 2), "discard": ({}, {"labyrinth": 1})}
    state = table(placed, other={"pixie": 1}, **options)  # type: ignore[arg-type]
    assert phase(play(state, "move b2-b3")) == "turn"
    hidden = table(placed, other={"pixie": 1}, known=[{}, {}], hand_sizes=[0, 1], **options)  # type: ignore[arg-type]
    assert phase(play(hidden, "move b2-b3")) == "react"
