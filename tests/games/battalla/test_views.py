"""Who knows what in Battalla!, and what views are refused."""

import itertools
import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battlewise.bots.check.walks import walk
from battlewise.core import State, ViewError, game
from tests.games.battalla.positions import discarded, hand, play, rolled, table
from tests.spoilt_views import spoilt

OPEN = game("battalla")
CLOSED = game("battalla", deck_0="forest", deck_1="olympus", open_lists=False)


def positions(rules: Any, seeds: range, every: int) -> list[State]:
    return [
        state.copy()
        for seed in seeds
        for ply, state in enumerate(walk(rules, seed))
        if ply % every == 0 and not state.is_over
    ]


# -- what is known


def test_a_unit_that_went_back_to_hand_is_known_until_it_is_played() -> None:
    state = table([(0, "sphinx", "a4")], stamina=(5, 0))
    rolled(play(state, "attack directly from a4"))
    assert state.view(None)["known"][0] == {"sphinx": 1}
    for seed in range(5):
        assert hand(state.redealt(1, seed), 0)["sphinx"] == 1
    play(state, "play sphinx")
    assert state.view(1)["known"][0] == {"sphinx": 1}
    play(state, "at a1")
    assert state.view(1)["known"][0] == {}


def test_a_card_that_is_named_is_known_before_it_is_placed() -> None:
    state = play(table([], {"hoplite": 1, "mummy": 1}), "play hoplite")
    assert state.view(1)["known"][0] == {"hoplite": 1}
    dealt = [hand(state.redealt(1, seed), 0) for seed in range(9)]
    assert all("hoplite" in one for one in dealt)
    assert len({name for one in dealt for name in one}) > 2


def test_the_penalty_pile_is_known_to_none_until_the_deck_is_searched() -> None:
    state = table([], {"scouting_party": 1})
    dealt = {json.dumps(state.redealt(0, seed).view(0)) for seed in range(5)}
    assert len(dealt) == 1
    play(state, "play scouting party", "find nothing")
    piles = {json.dumps(state.redealt(0, seed).view(0)["penalty"]) for seed in range(5)}
    assert len(piles) == 1
    others = {json.dumps(state.redealt(1, seed).view(0)["penalty"]) for seed in range(9)}
    assert len(others) > 1


def test_a_penalty_card_that_is_drawn_is_known_to_its_owner_alone() -> None:
    state = play(table([(0, "minotaur", "a4")]), "attack directly from a4")
    state.roll()
    _, mine = state.log(1)[-1]
    _, theirs = state.log(0)[-1]
    assert mine.doc["card"] is not None
    assert theirs.doc["card"] is None
    assert theirs == state.log(None)[-1][1]


def test_the_top_of_the_deck_is_known_to_him_who_looked() -> None:
    state = rolled(play(table([(0, "oracle_of_delphi", "a1")]), "use a1"))
    top = state.view(0)["top"]
    assert all(state.redealt(0, seed).view(0)["top"] == top for seed in range(5))
    assert any(state.redealt(1, seed).view(0)["top"] != top for seed in range(9))
    assert state.view(1)["top_sizes"] == [2, 0]
    assert all(move.doc["card"] is None for _, move in state.log(1) if move.doc["kind"] == "look")


def test_both_players_know_both_lists() -> None:
    """What is dealt to the other hand is what that seat's deck still has."""
    state = positions(OPEN, range(1), 40)[2]
    for seed in range(5):
        dealt = state.redealt(0, seed)
        assert dealt.check() is None
        assert dealt.view(1)["deck_sizes"] == state.view(1)["deck_sizes"]


# -- without open lists


def test_the_other_deck_is_hidden_in_views_and_errors() -> None:
    state = CLOSED.new(seed=1)
    assert state.view(0)["options"]["deck_1"] == "hidden"
    assert state.view(1)["options"]["deck_0"] == "hidden"
    assert state.view(0)["options"]["deck_0"] == "forest"
    assert {state.view(None)["options"][f"deck_{seat}"] for seat in range(2)} == {"hidden"}
    with pytest.raises(ViewError) as caught:
        CLOSED.from_view({**state.view(0), "options": CLOSED.options})
    assert "olympus" not in str(caught.value).partition("is not this game's")[2]


def test_a_game_that_does_not_know_the_other_deck_can_be_asked_for_a_move() -> None:
    blind = game("battalla", deck_0="forest", deck_1="hidden", open_lists=False)
    asked = 0
    for state in positions(CLOSED, range(2), 25):
        view = json.loads(json.dumps(state.view(0)))
        restored = blind.from_view(view, seed=1, chance="ask")
        assert restored.view(0) == view
        assert restored.view_key(0) == state.view_key(0)
        assert restored.redealt(0, 2).data_bytes() == state.redealt(0, 2).data_bytes()
        asked += state.to_move == 0
    assert asked
    with pytest.raises(ValueError, match="hidden"):
        blind.new(seed=1)
    with pytest.raises(ViewError, match="hide the seat's own deck"):
        blind.from_view({k: v for k, v in CLOSED.new(seed=1).view(1).items() if k != "options"})


def test_a_hidden_deck_is_dealt_from_the_built_in_ones_that_fit() -> None:
    """A Hoplite is in one of them only; a Pixie and a Hoplite together are in none."""
    rules = game("battalla", deck_0="sun", deck_1="hidden", open_lists=False)
    sizes = [sum(rules.deck(name)["main"].values()) for name in ("sun", "olympus")]  # type: ignore[attr-defined]
    hoplite = {"seat": 1, "card": "hoplite", "square": "a5"}
    view = {
        "seat": 0,
        "phase": "turn",
        "active": 0,
        "cards": [hoplite],
        "hand": {"mummy": 1},
        "hand_sizes": [1, 3],
        "stamina": [5, 0],
        "deck_sizes": [sizes[0] - 6, sizes[1] - 9],
        "hero_decks": [rules.deck("sun")["heroes"], rules.deck("olympus")["heroes"]],
    }  # type: ignore[attr-defined]
    olympus = rules.deck("olympus")["main"]  # type: ignore[attr-defined]
    state = rules.from_view(view, seed=1)
    for seed in range(5):
        assert set(hand(state.redealt(0, seed), 1)) <= set(olympus)
    other_heroes = {**view, "hero_decks": [view["hero_decks"][0], []]}
    dealt = [hand(rules.from_view(other_heroes, seed=1).redealt(0, seed), 1) for seed in range(9)]
    assert any(not set(one) <= set(olympus) for one in dealt)
    mixed = {
        **view,
        "cards": [*view["cards"], {"seat": 1, "card": "pixie", "square": "b5"}],
        "deck_sizes": [sizes[0] - 6, sizes[1] - 10],
    }  # type: ignore[misc]
    state = rules.from_view(mixed, seed=1)
    seen = {card for seed in range(30) for card in hand(state.redealt(0, seed), 1)}
    assert len(seen - set(olympus)) > 10


# -- views


def test_moves_in_json_go_both_ways() -> None:
    for state in positions(OPEN, range(2), 30):
        for move in state.legal():
            assert OPEN.move(json.loads(json.dumps(move.doc)), state) == move


BASE: dict[str, Any] = {
    "seat": 0,
    "phase": "turn",
    "active": 0,
    "cards": [
        {"seat": 0, "card": "jackal_guard", "square": "a1"},
        {"seat": 1, "card": "pixie", "square": "b5"},
    ],
    "hand": {"mummy": 1, "khopesh": 1},
    "hand_sizes": [2, 2],
    "stamina": [5, 1],
}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"phase": "noon"}, "phase"),
        ({"active": 2}, "active"),
        ({"cards": [{"seat": 0, "card": "mummy", "square": "f1"}]}, "cards[0].square"),
        ({"cards": [{"seat": 0, "card": "khopesh", "square": "a1"}]}, "cards[0].card"),
        ({"cards": [{"seat": 0, "card": "pixie", "square": "a1"}]}, "cards"),
        ({"cards": [{"seat": 0, "card": "mummy", "square": "a1"}] * 2}, "cards[1].square"),
        ({"cards": [{"seat": 0, "card": "mummy", "square": "a1", "damage": -1}]}, "cards[0].damage"),
        ({"cards": [{"seat": 0, "card": "mummy", "square": "a1", "items": ["mummy"]}]}, "cards[0].items[0]"),
        ({"cards": [{"seat": 0, "card": "mummy", "square": "a1", "atk": 9}]}, "cards[0].atk"),
        ({"cards": [{"seat": 0, "card": "mummy", "square": "a1", "damage": 3}]}, "phase"),
        ({"hand": {"mummy": 4}}, "hand.mummy"),
        ({"hand": {"pixie": 2}}, "hand"),
        ({"hand_sizes": [3, 2]}, "hand"),
        ({"hand_sizes": [2, 61]}, "hand_sizes[1]"),
        ({"known": [{}, {"pixie": 3}]}, "known[1]"),
        ({"stamina": [5]}, "stamina"),
        ({"discard": [{"pixie": 1}, {}]}, "cards"),
        ({"fields": ["mummy", None]}, "fields[0]"),
        ({"hero_decks": [["ra"], []]}, "hero_decks[0]"),
        ({"heroes_out": [1, 0]}, "heroes_out"),
        ({"deck_sizes": [1, 1]}, "deck_sizes[0]"),
        ({"penalty_sizes": [0, 5]}, "penalty_sizes"),
        ({"phase": "react"}, "pending"),
        (
            {"phase": "target", "pending": {"chain": [{"card": "mummy", "effect": 7, "seat": 0}]}},
            "pending.chain[0].effect",
        ),
        ({"phase": "target", "pending": {"stage": "acting"}}, "phase"),
        ({"phase": "place", "pending": {"placing": {"card": "mummy", "from": "hand", "seat": 0}}},
         "pending.placing"),
        ({"phase": "life", "pending": {"stage": "striking_directly", "attacker": "a1"}}, "pending.attacker"),
        ({"this_turn": {"used": [["moon"], []]}}, "this_turn.used[0][0]"),
        ({"colour": 1}, "colour"),
    ],
)  # fmt: skip
def test_a_wrong_view_names_the_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(ViewError) as caught:
        OPEN.from_view({**BASE, **change})
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"phase": "draw",
          "pending": {"stage": "ending", "attacker": "a1", "defender": "b4", "draws": [1, 0]}},
         "pending.attacker"),
        ({"phase": "react", "pending": {"stage": "moved", "attacker": "a1", "defender": "e5"}},
         "pending.attacker"),
        ({"phase": "react", "pending": {"stage": "striking", "attacker": "a1", "defender": "b4"}},
         "cards[0].attacked"),
        ({"phase": "draw", "pending": {"stage": "after_battle", "attacker": "a1", "draws": [1, 0]}},
         "cards[0].attacked"),
        ({"phase": "target", "pending": {"chain": [{"card": "thunderbolt", "seat": 0}]}},
         "pending.stage"),
        ({"this_turn": {"hero_summoned": True}}, "this_turn.hero_summoned"),
        ({"phase": "draw", "pending": {"draws": [30, 0]}}, "pending.draws[0]"),
        ({"phase": "draw", "pending": {"draws": [1, 1]}}, "pending.draws"),
    ],
)  # fmt: skip
def test_what_cannot_have_come_about_is_refused(more: dict[str, Any], field: str) -> None:
    with pytest.raises(ViewError) as caught:
        table([(0, "hoplite", "a1", {"moved": True}), (1, "dryad", "b4"), (1, "sphinx", "c4")],
              other={"labyrinth": 1, "fairy_ring": 1}, stamina=(5, 5), deck_has=("thunderbolt",),
              **more)  # fmt: skip
    assert caught.value.field == field


CURSE = {"card": "curse_of_sand", "seat": 0}


@pytest.mark.parametrize(
    ("pending", "field", "says"),
    [
        ({"chain": [CURSE, {**CURSE, "source": "c3"}]}, "pending.chain[1].source", "must be the square of"),
        ({"chain": [{**CURSE, "subject": "c3"}]}, "pending.chain[0].subject", "of a card in play, or null"),
        (
            {"stage": "acting", "answered": "mummy"},
            "pending.answered",
            "must be null, as the stage is acting",
        ),
        (
            {"stage": "played_card", "answered": None},
            "pending.answered",
            "must be the card that was played or used, as the stage is played_card",
        ),
        (
            {"stage": "striking", "attacker": "b5"},
            "pending.attacker",
            "of a card of the active seat, or null",
        ),
    ],
)
def test_errors_of_what_is_under_way_name_its_place(pending: dict[str, Any], field: str, says: str) -> None:
    with pytest.raises(ViewError) as error:
        OPEN.from_view({**BASE, "phase": "target", "pending": pending})
    assert error.value.field == field
    assert says in str(error.value)


SAMPLES = [state.view(seat) for state in positions(OPEN, range(3), 60) for seat in (0, 1, None)] + [
    state.view(seat) for state in positions(CLOSED, range(2), 80) for seat in (0, 1)
]
JUNK = st.one_of(
    st.integers(-2, 130),
    st.booleans(),
    st.none(),
    st.sampled_from(
        ["a1", "b4", "e5", "f1", "mummy", "ra", "khopesh", "great_hall", "hand", "turn", "react", "target"]
    ),
    st.just([]),
    st.just({}),
)


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_spoilt_views_are_refused_or_play_on(data: Any) -> None:
    view = spoilt(data, SAMPLES, JUNK)
    rules = OPEN if view.get("options", {}) == OPEN.options else CLOSED
    try:
        state = rules.from_view(view, seed=1)
    except ViewError:
        return
    rng = Random(1)
    for _ in range(30):
        assert state.check() is None
        if state.is_over:
            break
        if state.is_chance:
            state.roll()
        else:
            state.play(rng.choice(state.legal()))


def test_render_shows_own_hand_and_hides_the_other() -> None:
    state = table([(1, "sphinx", "b4", {"items": ["khopesh"], "damage": 1})], {"mummy": 2}, {"pixie": 1})
    own, theirs = state.render(0), state.render(None)
    assert "hand: Mummy (2) x2" in own
    assert "Mummy" not in theirs
    assert "known in hand: Pixie" in theirs
    assert "N 4/4 +" in own
    assert state.prompt(0) in " ".join(own.split())
    assert discarded(state, 0) == {}


def test_moves_touch_squares_and_cards_in_the_order_of_clicks() -> None:
    state = table([(0, "hoplite", "a1"), (0, "argonaut", "b3"), (1, "redcap", "b4")], {"war_cry": 1})
    touched = {move.text: move.touches for move in state.legal()}
    assert touched["move a1-a2"] == ["square:a1", "square:a2"]
    assert touched["attack b3-b4"] == ["square:b3", "square:b4"]
    assert touched["play war cry"] == ["card:war_cry"]


def test_an_effect_of_the_chain_is_of_its_owners_card() -> None:
    placed = [(0, "harpy", "b3"), (1, "dryad", "d4")]
    state = table(placed, stamina=(5, 2), heroes=([], ["puck"]))  # type: ignore[arg-type]
    view = play(state, "use b3").view(0)
    link = view["pending"]["chain"][0]
    assert state.game.from_view(view).view(0) == view
    for change in ({"seat": 1}, {"source": "d4"}, {"card": "pixie"}):
        pending = {**view["pending"], "chain": [{**link, **change}]}
        with pytest.raises(ViewError):
            state.game.from_view({**view, "pending": pending})


@pytest.mark.parametrize("lanes", [3, 6])
@pytest.mark.parametrize("decks", [*itertools.product(("sun", "forest", "olympus", "valhalla"), repeat=2)])
def test_each_pair_of_decks_has_a_view_of_each_decision(decks: tuple[str, str], lanes: int) -> None:
    rules = game("battalla", deck_0=decks[0], deck_1=decks[1], lanes=lanes)
    views = rules.minimal_views()
    decisions = [phase.id for phase in rules.catalogue().phases]
    assert set(views) == {*decisions, "roll", "draw", "life"}
    for phase in decisions:
        state = rules.from_view(views[phase], seed=1)
        assert state.to_move == views[phase]["seat"]
        assert len(state.legal()) > 1


def test_phases_to_which_no_card_leads_are_not_in_the_catalogue() -> None:
    """Only valhalla can bring a destroyed card back for a price."""
    for decks, there in ((("sun", "forest"), False), (("valhalla", "sun"), True)):
        rules = game("battalla", deck_0=decks[0], deck_1=decks[1])
        assert ("pay" in {phase.id for phase in rules.catalogue().phases}) == there


def test_cards_may_stand_in_any_order() -> None:
    cards = [{"seat": 0, "card": "mummy", "square": square} for square in ("b2", "c1")]
    state = OPEN.from_view({**BASE, "cards": cards}, seed=1)
    assert [card["square"] for card in state.view(0)["cards"]] == ["c1", "b2"]


def test_what_is_under_way_says_what_it_waits_for() -> None:
    """An assist that waits is being resolved, and it is the card that was played."""
    enemies = [
        {"seat": 1, "card": card, "square": square} for card, square in (("dryad", "b4"), ("kelpie", "c5"))
    ]
    pending = {"stage": "played_card", "chain": [{"card": "curse_of_sand", "seat": 0}]}
    view = {**BASE, "phase": "target", "cards": enemies, "pending": pending}
    pending = OPEN.from_view(view, seed=1).view(0)["pending"]
    assert pending["answered"] == "curse_of_sand"
    assert pending["resolving"] == ["curse_of_sand", None]
    state = play(table([(0, "hoplite", "a2")], other={"labyrinth": 1}, stamina=(5, 2)), "move a2-a3")
    moved = play(state, "react labyrinth").view(0)
    assert "pending" not in moved or moved["pending"]["chain"] == []


def test_errors_name_card_and_square() -> None:
    twice = [{"seat": 0, "card": card, "square": "a1"} for card in ("mummy", "sphinx")]
    with pytest.raises(ViewError, match="a1 has two cards, mummy and sphinx"):
        OPEN.from_view({**BASE, "cards": twice})
    with pytest.raises(ViewError, match="has 1 pixie, and the deck of seat 0 has 0"):
        OPEN.from_view({**BASE, "cards": [{"seat": 0, "card": "pixie", "square": "a1"}]})
    armed = [{"seat": 0, "card": "mummy", "square": "a1", "items": ["wadjet_cobra"]}]
    with pytest.raises(ViewError, match=r"cards\[0\].items\[0\]"):
        OPEN.from_view({**BASE, "cards": armed})
