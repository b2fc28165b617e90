"""Reacts: from the hand and from the field, to a move, an attack, a card and an effect."""

from pathlib import Path
from typing import Any

import pytest

from battlewise.core import DataError, State, ViewError, game
from battlewise.core.games.battalla import cards
from tests.games.battalla.positions import (
    at,
    card,
    discarded,
    hand,
    health,
    name_at,
    phase,
    play,
    rolled,
    stamina,
    table,
    texts,
)

FOLDER = Path(cards.__file__).parent / "data"


def own_rules(tmp_path: Path, old: str, new: str, **options: Any) -> Any:
    """The game with a change in its cards."""
    text = (FOLDER / "cards.toml").read_text()
    assert old in text
    (tmp_path / "cards.toml").write_text(text.replace(old, new, 1))
    rules: Any = type(game("battalla"))
    return rules(data=tmp_path, **options)


# -- from the hand


def test_seal_of_osiris_cancels_an_assist_that_is_played() -> None:
    placed = [(1, "dryad", "b4")]
    state = table(placed, {"thunderbolt": 1}, other={"seal_of_osiris": 1}, stamina=(5, 1))  # type: ignore[arg-type]
    play(state, "play thunderbolt")
    assert (phase(state), state.to_move) == ("react", 1)
    play(state, "react seal of osiris")
    assert health(state, "b4") == 3
    assert (discarded(state, 0), discarded(state, 1)) == ({"thunderbolt": 1}, {"seal_of_osiris": 1})
    assert stamina(state) == [3, 0]
    assert state.to_move == 0


def test_seal_of_osiris_does_not_answer_units() -> None:
    state = table([], {"satyr_piper": 1}, other={"seal_of_osiris": 1}, stamina=(5, 1))
    assert phase(play(state, "play satyr piper", "at a1")) == "draw"


def test_runes_of_warding_cancel_an_effect_that_is_used() -> None:
    placed = [(0, "seidr_witch", "a1"), (1, "hoplite", "b5"), (1, "sphinx", "c5")]
    state = table(placed, other={"runes_of_warding": 1}, stamina=(5, 1))  # type: ignore[arg-type]
    play(state, "use a1", "react runes of warding")
    assert (name_at(state, "b5"), stamina(state)) == ("hoplite", [4, 1])
    assert "use a1" not in texts(state), "its 1/turn is used"


def test_last_stand_ends_a_direct_attack() -> None:
    placed = [(0, "argonaut", "b4")]
    state = table(placed, other={"last_stand": 1}, stamina=(5, 2))  # type: ignore[arg-type]
    play(state, "attack directly from b4", "react last stand")
    assert name_at(state, "b4") == "argonaut"
    assert card(state, "b4")["attacked"]
    assert state.view(None)["penalty_sizes"] == [5, 5]
    kept = table(placed, other={"last_stand": 1}, stamina=(5, 2))  # type: ignore[arg-type]
    rolled(play(kept, "attack directly from b4", "no react"))
    assert kept.view(None)["penalty_sizes"] == [5, 4]


def test_the_react_of_an_assist_that_can_be_played_too(tmp_path: Path) -> None:
    old = 'effects = [{ when = "enemy_attacks_directly", do = "end_attack" }]'
    new = old[:-1] + ', { when = "played", do = "draw" }]'
    rules = own_rules(tmp_path, old, new, deck_0="olympus", deck_1="forest")
    view = {"seat": 0, "phase": "turn", "active": 0, "turn": 10, "stamina": [5, 5], "hand_sizes": [1, 0],
            "cards": [], "hand": {"last_stand": 1}}  # fmt: skip
    state = rules.from_view(view, seed=1, chance="ask")
    assert "play last stand" in texts(state)
    assert phase(play(state, "play last stand")) == "draw"


# -- from the field


def test_watchman_of_asgard_pushes_back_what_moves() -> None:
    placed = [(0, "hoplite", "a2"), (1, "watchman_of_asgard", "c4")]
    state = table(placed, stamina=(5, 2))  # type: ignore[arg-type]
    play(state, "move a2-a3")
    assert texts(state) == {"react with c4", "no react"}
    state.play("react with c4")
    assert name_at(state, "a2") == "hoplite"
    assert stamina(state) == [4, 1]
    assert "move a2-a3" not in texts(state)


def test_a_react_of_the_field_is_for_once_a_turn_and_needs_its_stamina() -> None:
    placed = [(0, "hoplite", "a2"), (0, "argonaut", "b2"), (1, "watchman_of_asgard", "c4")]
    state = table(placed, stamina=(5, 2))  # type: ignore[arg-type]
    play(state, "move a2-a3", "react with c4", "move b2-b3")
    assert (phase(state), name_at(state, "b3")) == ("turn", "argonaut")
    poor = table(placed, stamina=(5, 0))  # type: ignore[arg-type]
    assert phase(play(poor, "move a2-a3")) == "turn"


def test_wadjet_cobra_bites_the_attacker() -> None:
    placed = [(0, "argonaut", "a3"), (1, "dryad", "a4"), (1, "wadjet_cobra", "c4")]
    state = table(placed, stamina=(5, 1))  # type: ignore[arg-type]
    play(state, "attack a3-a4", "react with c4")
    assert (health(state, "a3"), health(state, "a4")) == (1, 1)
    weak = [(0, "redcap", "a3"), *placed[1:]]
    state = play(table(weak, stamina=(5, 1)), "attack a3-a4", "react with c4")  # type: ignore[arg-type]
    assert (name_at(state, "a3"), health(state, "a4")) == (None, 3), (
        "the attacker dies before it deals damage"
    )


def test_the_top_hero_reacts() -> None:
    placed = [(0, "harpy", "b3"), (1, "dryad", "d4")]
    state = table(placed, stamina=(5, 2), heroes=([], ["puck"]))  # type: ignore[arg-type]
    play(state, "use b3")
    assert texts(state) == {"react with hero", "no react"}
    play(state, "react with hero")
    assert (name_at(state, "b3"), stamina(state)) == ("harpy", [4, 1])
    again = play(state, "pass")
    assert again.view(None)["this_turn"]["used"] == [[], []]


def test_a_field_card_reacts(tmp_path: Path) -> None:
    old = 'effects = [{ when = "action", cost = 1, once = true, do = "sidestep", whose = "ally" }]'
    new = 'effects = [{ when = "enemy_plays", cost = 1, do = "damage", whose = "other" }]'
    rules = own_rules(tmp_path, old, new, deck_0="olympus", deck_1="forest")
    view = {"seat": 0, "phase": "turn", "active": 0, "turn": 10, "stamina": [5, 5], "hand_sizes": [2, 0],
            "cards": [], "hand": {"hoplite": 1, "thunderbolt": 1},
            "fields": [None, "hollow_hill"]}  # fmt: skip
    state = play(rules.from_view(view, seed=1), "play thunderbolt")
    assert phase(state) == "turn", "there is no card on the field to damage"
    play(state, "play hoplite", "at a1", "react with field")
    assert health(state, "a1") == 1


# -- how they resolve


def test_a_react_resolves_before_what_it_answers() -> None:
    placed = [(0, "redcap", "b3"), (1, "medusa", "b4"), (1, "wadjet_cobra", "c4")]
    state = table(placed, stamina=(5, 1))  # type: ignore[arg-type]
    play(state, "attack b3-b4")
    assert [link["card"] for link in state.view(None)["pending"]["chain"]] == ["medusa", "redcap"]


def test_a_window_for_reacts_of_the_hand_opens_by_public_facts_alone() -> None:
    def asked(**more: Any) -> bool:
        base: dict[str, Any] = {"stamina": (5, 1), "known": [{}, {}], "hand_sizes": [1, 1]}
        state = table([(1, "dryad", "b4")], {"thunderbolt": 1}, other={"pixie": 1}, **{**base, **more})
        return phase(play(state, "play thunderbolt")) == "react"

    listed = ({}, {"seal_of_osiris": 1})
    assert asked(discard=listed)
    assert not asked(discard=listed, stamina=(5, 0))
    assert not asked()
    assert not asked(discard=({}, {"seal_of_osiris": 3}))
    assert not asked(discard=listed, known=[{}, {"pixie": 1}])


def test_an_assist_reaches_the_discard_pile_after_its_effect() -> None:
    state = table([(1, "dryad", "b4"), (1, "sphinx", "c4")], {"thunderbolt": 1})
    play(state, "play thunderbolt")
    assert phase(state) == "target"
    assert discarded(state, 0) == {}
    assert state.view(1)["pending"]["resolving"] == ["thunderbolt", None]
    again = state.game.from_view(state.view(0), seed=2)
    assert again.view_key(0) == state.view_key(0)
    play(state, "choose b4")
    assert discarded(state, 0) == {"thunderbolt": 1}


def test_an_assist_waits_for_all_that_it_does() -> None:
    state = play(table([(0, "hoplite", "a1")], {"offering": 1}), "play offering")
    assert (phase(state), discarded(state, 0)) == ("draw", {"hoplite": 1})
    rolled(state)
    assert discarded(state, 0) == {"hoplite": 1, "offering": 1}
    state = play(table([], {"book_of_the_dead": 1}, discard=({"mummy": 1}, {})), "play book of the dead")
    play(state, "revive mummy")
    assert (phase(state), discarded(state, 0)) == ("place", {"mummy": 1})
    assert discarded(play(state, "at a1"), 0) == {"book_of_the_dead": 1}


def test_a_card_in_hand_is_no_react_of_another_time() -> None:
    state = table([(0, "hoplite", "a2")], other={"last_stand": 1}, stamina=(5, 2))
    assert phase(play(state, "move a2-a3")) == "turn"
    assert hand(state, 1) == {"last_stand": 1}
    assert at(state, "a3") is not None


def test_views_of_an_answer_that_cannot_be_are_refused() -> None:
    state: State = table(
        [(1, "dryad", "b4")], {"thunderbolt": 1}, other={"seal_of_osiris": 1}, stamina=(5, 1)
    )
    view = play(state, "play thunderbolt").view(0)
    state.game.from_view(view)
    pending = view["pending"]
    for change in (
        {"answered": None},
        {"answered": "hoplite"},
        {"resolving": [None, None]},
        {"resolving": [None, "seal_of_osiris"]},
        {"resolving": ["hoplite", None]},
        {"stage": "used_effect"},
    ):
        with pytest.raises(ViewError):
            state.game.from_view({**view, "pending": {**pending, **change}})


# -- data


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('do = "undo_move"', 'do = "end_attack"', "labyrinth.effects[0].do: end_attack is for ally_attacked"),
        ('do = "end_attack"', 'do = "negate"', "last_stand.effects[0].do: negate is for enemy_plays"),
        (
            'when = "enemy_uses", do',
            'when = "enemy_uses", cost = 1, do',
            "runes_of_warding.effects[0].cost: nothing is paid",
        ),
        (
            'once = true, do = "recoil", whose = "other"',
            'once = true, do = "recoil", whose = "attacker"',
            "watchman_of_asgard.effects[0].whose: there is no attacker",
        ),
    ],
)
def test_wrong_reacts_are_named(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(DataError) as caught:
        own_rules(tmp_path, old, new)
    assert problem in str(caught.value)


def test_there_are_reacts_of_every_kind() -> None:
    data = cards.load([FOLDER])
    times = [{e.when for e in (*one.effects, *one.ability)} & set(cards.REACTS) for one in data.cards]
    assert set().union(*times) == set(cards.REACTS)
    assert sum(map(bool, times)) >= 6
