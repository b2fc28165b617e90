"""Items: as many as a player likes, for units and for heroes; units and heroes that are items."""

from pathlib import Path
from typing import Any

import pytest

from battlewise.core import DataError
from battlewise.core.games.battalla import cards
from battlewise.core.games.battalla.state import HEROES, ITEMS, LARGEST, Type
from tests.games.battalla.positions import (
    at,
    card,
    discarded,
    hand,
    name_at,
    play,
    rolled,
    stamina,
    table,
    texts,
)
from tests.games.battalla.test_reacts import FOLDER, own_rules


def items(state: Any, square: str) -> list[str]:
    return list(card(state, square)["items"])


# -- how many


def test_a_card_takes_any_number_of_items() -> None:
    state = table(
        [(0, "dryad", "a1", {"items": ["khopesh", "rune_axe"]}), (0, "hoplite", "b1")],
        {"khopesh": 2, "aegis_shield": 1},
    )
    assert texts(play(state, "play khopesh")) == {"at a1", "at b1"}
    play(state, "at a1", "play aegis shield", "at a1", "play khopesh", "at a1")
    assert items(state, "a1") == ["khopesh", "rune_axe", "khopesh", "aegis_shield", "khopesh"]
    assert (card(state, "a1")["atk"], card(state, "a1")["hp"]) == (6, 5)
    assert "play khopesh" not in texts(table([], {"khopesh": 1}))


def test_the_list_of_items_holds_all_that_two_decks_can_attach() -> None:
    """One card lies in the penalty pile as long as the game lasts, and one card has the items."""
    assert ITEMS == 2 * (LARGEST + HEROES - 2)


def test_every_item_three_times_on_a_card() -> None:
    names = [one.id for one in cards.load([FOLDER]).cards if one.type == Type.ITEM and len(one.onto) > 50]
    worn = [name for name in names for _ in range(3)]
    state = table(
        [(0, "thor", "b3", {"items": worn}), (0, "hoplite", "a1", {"items": []})], heroes=(["thor"], [])
    )
    assert items(state, "b3") == worn
    play(state, "move b3-b4")
    assert items(state, "b4") == worn
    assert state.check() is None
    again = state.game.from_view(state.view(0), seed=1)
    assert again.view_key(0) == state.view_key(0)


def test_items_follow_their_card_and_go_to_the_discard_pile_with_it() -> None:
    placed = [
        (0, "loki", "a1"),
        (0, "hoplite", "c3", {"items": ["khopesh", "rune_axe"]}),
        (0, "dryad", "d1", {"items": ["aegis_shield"]}),
    ]
    state = table(placed, heroes=(["loki"], []))  # type: ignore[arg-type]
    play(state, "use a1", "choose c3", "to d1")
    assert (items(state, "d1"), items(state, "c3")) == (["khopesh", "rune_axe"], ["aegis_shield"])
    assert state.check() is None
    taken = table([(0, "sphinx", "a5", {"items": ["khopesh", "rune_axe", "khopesh"]}), placed[1]])  # type: ignore[list-item]
    rolled(play(taken, "attack directly from a5"))
    assert discarded(taken, 0) == {"khopesh": 2, "rune_axe": 1}
    assert items(taken, "c3") == ["khopesh", "rune_axe"]


def test_an_item_gives_what_its_card_does_when_it_destroys(tmp_path: Path) -> None:
    old = 'effects = [{ when = "turn_end", do = "damage", whose = "self" }]'
    new = 'effects = [{ when = "kills", do = "draw" }]'
    rules = own_rules(tmp_path, old, new, deck_0="valhalla", deck_1="forest")
    cards_in_play = [
        {"seat": 0, "card": "fenrir", "square": "a3", "items": ["rune_axe"]},
        {"seat": 1, "card": "pixie", "square": "a4"},
    ]
    view = {"seat": 0, "phase": "turn", "active": 0, "turn": 10, "stamina": [5, 0], "hand_sizes": [0, 0],
            "cards": cards_in_play, "hand": {}}  # fmt: skip
    state = rules.from_view(view, seed=1, chance="ask")
    play(state, "attack a3-a4")
    assert state.is_chance
    assert name_at(state, "a4") == "fenrir"


# -- for whom


@pytest.mark.parametrize(
    ("name", "atk", "hp"),
    [("golden_fleece", 4, 9), ("crook_and_flail", 5, 8), ("gungnir", 6, 6), ("crown_of_oak", 4, 8)],
)
def test_items_of_heroes(name: str, atk: int, hp: int) -> None:
    state = table([(0, "ra", "a1"), (0, "hoplite", "b1")], {name: 1}, heroes=(["ra"], []))
    play(state, f"play {name.replace('_', ' ')}")
    assert texts(state) == {"at a1"}
    state.play("at a1")
    assert (card(state, "a1")["atk"], card(state, "a1")["hp"]) == (atk, hp)
    alone = table([(0, "hoplite", "b1")], {name: 1})
    assert f"play {name.replace('_', ' ')}" not in texts(alone)


def test_an_item_on_a_card_that_cannot_have_it_is_refused() -> None:
    with pytest.raises(ValueError, match="gungnir cannot be attached to hoplite"):
        table([(0, "hoplite", "a1", {"items": ["gungnir"]})])


# -- units and heroes as items


def test_griffin_steed_becomes_an_item_of_a_unit() -> None:
    placed = [(0, "griffin_steed", "a1", {"damage": 1}), (0, "dryad", "c3"), (0, "ra", "e1")]
    state = table(placed, heroes=(["ra"], []))  # type: ignore[arg-type]
    play(state, "use a1")
    assert items(state, "c3") == ["griffin_steed"]
    assert (card(state, "c3")["atk"], card(state, "c3")["hp"], stamina(state)[0]) == (2, 4, 4)
    assert name_at(state, "a1") is None
    assert discarded(state, 0) == {}


def test_griffin_steed_makes_fearless() -> None:
    placed = [(0, "argonaut", "a3", {"items": ["griffin_steed"]}), (1, "sphinx", "a4")]
    state = play(table(placed), "attack a3-a4")  # type: ignore[arg-type]
    assert card(state, "a4")["damage"] == 3


def test_marsh_wisp_is_attached_from_the_hand_by_its_own_effect() -> None:
    state = table([(0, "dryad", "b3"), (0, "hoplite", "d1")], {"marsh_wisp": 1})
    assert {"play marsh wisp", "attach marsh wisp"} <= texts(state)
    play(state, "attach marsh wisp")
    assert state.view(1)["known"][0] == {"marsh_wisp": 1}
    play(state, "choose b3")
    assert (items(state, "b3"), hand(state, 0), stamina(state)[0]) == (["marsh_wisp"], {}, 4)
    assert "move b3-a3" in texts(state)
    assert "attach marsh wisp" not in texts(table([], {"marsh_wisp": 1}))


def test_a_wisp_whose_effect_is_cancelled_stays_in_the_hand() -> None:
    placed = [(0, "dryad", "b3")]
    state = table(placed, {"marsh_wisp": 1}, other={"runes_of_warding": 1}, stamina=(5, 1))  # type: ignore[arg-type]
    play(state, "attach marsh wisp", "react runes of warding")
    assert (hand(state, 0), items(state, "b3"), stamina(state)[0]) == ({"marsh_wisp": 1}, [], 4)


@pytest.mark.parametrize(
    ("hero", "holder", "atk", "hp", "price"),
    [("pegasus", "dryad", 1, 4, 1), ("horus", "dryad", 3, 3, 2), ("sleipnir", "hoplite", 1, 3, 1)],
)
def test_the_top_hero_becomes_an_item(hero: str, holder: str, atk: int, hp: int, price: int) -> None:
    state = table([(0, holder, "b3")], heroes=([hero, "ra"], []))
    play(state, "use hero")
    assert items(state, "b3") == [hero]
    assert (card(state, "b3")["atk"], card(state, "b3")["hp"]) == (atk, hp)
    assert stamina(state)[0] == 5 - price
    assert state.view(None)["heroes_out"] == [1, 0]
    assert state.check() is None
    again = state.game.from_view({k: v for k, v in state.view(0).items() if k != "heroes_out"}, seed=1)
    assert again.view(0) == state.view(0)


@pytest.mark.parametrize(
    ("hero", "ready", "not_yet"),
    [
        ("pegasus", {"placed": [(0, "hoplite", "a1")]}, {"placed": [(0, "dryad", "a1")]}),
        ("horus", {"placed": [], "discard": ({"hoplite": 3}, {})}, {"placed": []}),
        (
            "sleipnir",
            {"placed": [(0, "hoplite", "a1"), (0, "argonaut", "b1")]},
            {"placed": [(0, "hoplite", "a1")]},
        ),
        ("puck", {"placed": [(0, "pixie", "a1"), (0, "dryad", "b1")]}, {"placed": [(0, "pixie", "a1")]}),
    ],
)
def test_heroes_that_are_items_are_summoned_too(
    hero: str, ready: dict[str, Any], not_yet: dict[str, Any]
) -> None:
    state = table(**ready, heroes=([hero], []))
    play(state, f"summon {hero}", "at e1")
    assert name_at(state, "e1") == hero
    assert f"summon {hero}" not in texts(table(**not_yet, heroes=([hero], [])))


def test_puck_becomes_an_item_from_the_field() -> None:
    placed = [(0, "puck", "a1"), (0, "dryad", "c3")]
    state = play(table(placed, heroes=(["puck"], [])), "use a1")  # type: ignore[arg-type]
    assert (items(state, "c3"), at(state, "a1")) == (["puck"], None)


def test_a_hero_that_is_an_item_goes_to_the_discard_pile_with_its_card() -> None:
    placed = [(1, "hoplite", "a4", {"items": ["horus"]}), (0, "minotaur", "a3")]
    state = play(table(placed, heroes=([], ["horus"])), "attack a3-a4")  # type: ignore[arg-type]
    assert discarded(state, 1) == {"hoplite": 1, "horus": 1}
    assert state.check() is None


# -- data


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            'attributes = ["beast", "item"]\ncost = 2',
            'attributes = ["beast"]\ncost = 2',
            "griffin_steed.attributes: item is for units and heroes with an effect that attaches them",
        ),
        ("attached = { atk = 1, hp", "attached = { speed = 1, hp", "griffin_steed.attached.speed"),
        (
            'do = "attach", whose = "ally", which',
            'do = "attach", whose = "enemy", which',
            "griffin_steed.effects[0].do: attach is for one ally",
        ),
        ('onto = { type = "hero" }', 'onto = { type = "god" }', "golden_fleece.onto.type"),
        ('[khopesh]\nenglish = "Khopesh"\ncode = "I02"\nstatus = "reconstructed"\n',
         '[khopesh]\nenglish = "Khopesh"\ncode = "I02"\nstatus = "reconstructed"\nattributes = ["item"]\n',
         'khopesh.attributes: item is for units and heroes; an assist has type = "item"'),
    ],
)  # fmt: skip
def test_wrong_items_are_named(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(DataError) as caught:
        own_rules(tmp_path, old, new)
    assert problem in str(caught.value)


def test_there_are_items_of_every_kind() -> None:
    data = cards.load([FOLDER])
    heroes = set(range(data.heroes, len(data.cards)))
    assert sum(one.type == Type.ITEM and one.onto <= heroes for one in data.cards) >= 4
    assert sum(one.type == Type.HERO and one.given is not None for one in data.cards) >= 4
    assert sum(one.type == Type.UNIT and one.given is not None for one in data.cards) >= 2
