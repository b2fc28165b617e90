"""Batalj: the Event cards of war, one test each and more (core/games/batalj/RULES.md 8)."""

from pathlib import Path
from typing import Any

import pytest

from battlewise.core import State
from battlewise.core.games.batalj import cards
from tests.games.batalj.positions import (
    FAR_CENTRE,
    FAR_LEFT,
    FIEFS,
    LEFT,
    RESERVE,
    at_war,
    campaign,
    field,
    gold,
    names,
    pieces,
    play,
    played,
    texts,
)

CARDS = [event.id for event in cards.load(cards.folders(None)).events]


def fiefs(state: State, seat: int = 0) -> set[str]:
    return set(state.view(None)["players"][seat]["fiefs"])


@pytest.mark.parametrize(
    "card", ["battle_of_narva", "battle_of_kliszow", "battle_of_breitenfeld", "great_belt"]
)
@pytest.mark.parametrize("country", ["russia", "denmark"])
def test_r48_the_four_victories_clear_a_sector_in_any_war(card: str, country: str) -> None:
    state = at_war(card, {}, {FAR_LEFT: 3}, country, commanders=field(enemy={FAR_LEFT: 1}))
    state = played(state, card, "the far left")
    assert pieces(state, "enemy", FAR_LEFT) == (0, 0)
    assert pieces(state, "enemy", RESERVE) == (3, 1)


def test_superior_tactician_rolls_failures_once_more() -> None:
    state = played(at_war("superior_tactician", {LEFT: 1}, {FAR_LEFT: 2}), "superior_tactician")
    state = play(state, "attack from the left", "die 5")
    assert texts(state) == ["roll again", "let the roll stand"]
    assert pieces(play(state, "let the roll stand"), "sweden", LEFT) == (0, 0)
    again = play(state, "roll again")
    assert pieces(again, "sweden", LEFT) == (1, 0)
    assert pieces(play(again, "die 1"), "enemy", FAR_LEFT) == (1, 0)
    assert pieces(play(again, "die 5"), "sweden", LEFT) == (0, 0)


def test_where_nobody_can_fall_back_a_failure_is_rolled_again_at_once() -> None:
    led = at_war("superior_tactician", {LEFT: 1}, {FAR_LEFT: 2}, commanders=field(sweden={LEFT: 1}))
    state = play(played(led, "superior_tactician"), "attack from the left", "die 5")
    assert state.view(None)["phase"] == "attack_die"
    assert pieces(play(state, "die 2"), "enemy", FAR_LEFT) == (0, 0)
    assert play(state, "die 6").view(None)["phase"] != "attack_die"


def test_poltava_helps_the_enemy() -> None:
    state = played(at_war("battle_of_poltava", {FAR_LEFT: 2}, {}), "battle_of_poltava")
    assert pieces(state, "enemy", RESERVE) == (8, 0)
    assert pieces(state, "sweden", RESERVE) == (5, 0)
    assert pieces(state, "sweden", FAR_LEFT) == (0, 0)


def test_swedish_steel_counts_as_four_soldiers() -> None:
    state = played(
        at_war("taste_of_the_swedish_steel", {LEFT: 1}, {FAR_LEFT: 4}), "taste_of_the_swedish_steel"
    )
    assert pieces(play(state, "attack from the left", "die 4"), "enemy", FAR_LEFT) == (0, 0)
    far = played(
        at_war("taste_of_the_swedish_steel", {LEFT: 1, FAR_CENTRE: 1}, {FAR_LEFT: 1}),
        "taste_of_the_swedish_steel",
    )
    missed = play(far, "attack from the far centre", "die 2")
    assert pieces(missed, "enemy", RESERVE) == (3, 0)  # only the blue sectors are Swedish ones


def test_surprise_attack_removes_a_soldier_of_a_sector() -> None:
    state = played(at_war("surprise_attack", {LEFT: 1}, {FAR_LEFT: 2}), "surprise_attack", "the far left")
    assert pieces(state, "enemy", FAR_LEFT) == (1, 0)


def test_bold_incursion_removes_a_piece_of_the_reserve_and_may_end_the_battle() -> None:
    state = at_war("bold_incursion", {LEFT: 1}, {FAR_LEFT: 1, RESERVE: 1}, enemy_guns=1)
    assert pieces(played(state, "bold_incursion", "a cannon of the reserve"), "enemy", RESERVE) == (1, 0)
    won = played(state, "bold_incursion", "a soldier of the reserve")
    assert won.view(None)["war"]["victory"] == "sweden"


def test_cannon_burst_removes_any_cannon() -> None:
    state = played(
        at_war("cannon_barrel_bursted", {}, {FAR_LEFT: 1}, enemy_guns=1, guns=[1, 0, 0]),
        "cannon_barrel_bursted",
    )
    assert texts(state) == ["the strength 1 cannon", "the enemy cannon"]
    assert play(state, "the enemy cannon").view(None)["war"]["enemy_guns"] == 0


def spoils(card: str, phase: str = "window", stage: str = "spoils", **more: Any) -> State:
    """Both seats have sent a fief to a war with Denmark that has ended; seat 0 holds the card."""
    sent = [{"fiefs": names("narke")}, {"fiefs": names("sodermanland")}]
    window = {"window": "spoils"} if phase == "window" else {}
    return campaign(
        phase, hand={card: 1}, enemy="denmark", order=[], **window,
        war={"stage": stage, "victory": "sweden" if stage == "spoils" else "enemy", "sent": sent},
        realm={"owing": [0, 1], "passed": [1] if window else []}, **more,
    )  # fmt: skip


def test_treachery_costs_another_seat_its_spoils() -> None:
    state = played(spoils("treachery"), "treachery", "Grip")
    assert state.to_move == 0
    assert play(state, "spoils: a fief").is_chance


def test_extra_spoils_are_two() -> None:
    state = played(spoils("extra_spoils"), "extra_spoils")
    assert state.to_move == 1  # Södermanland has more troops than Närke
    state = play(state, "spoils: gold", "10 gold", "spoils: gold", "9 gold")
    assert state.to_move == 0
    while state.is_chance or state.view(None)["phase"] == "spoils":
        state.play(state.legal()[-1]) if state.legal() else state.roll()
    assert gold(state)[0] >= 15 + 9 + 3


def test_high_treason_keeps_the_fief() -> None:
    state = spoils("high_treason", "defeat", "mourning")
    assert fiefs(play(state, "give up Norrbotten")) == {"dalarna", "narke"}
    kept = played(state, "high_treason")
    assert fiefs(kept) == set(FIEFS[0])
    assert kept.to_move == 1


def test_every_event_card_is_named_in_a_test() -> None:
    files = Path(__file__).parent.glob("test_*events.py")
    source = "".join(file.read_text("utf-8") for file in files)
    assert [card for card in CARDS if f'"{card}"' not in source] == []
