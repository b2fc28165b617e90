"""Batalj: views that no play leads to are refused, each by the field that is wrong."""

from collections.abc import Callable
from typing import Any

import pytest

from battlewise.core import State, ViewError, game
from tests.games.batalj.positions import (
    FAR_LEFT,
    LEFT,
    RESERVE,
    at_war,
    battle,
    campaign,
    names,
)


def _setup(phase: str, traders: tuple[dict[str, int], ...], **more: Any) -> State:
    """The set-up of three seats with these traders."""
    seats = [{"traders": placed} for placed in traders]
    view = {"seat": None, "phase": phase, "players": seats, "archbishop": 0, **more}
    return game("batalj", players=3).from_view(view, seed=1, chance="ask")


@pytest.mark.parametrize(("phase", "traders"), [
    ("lot", ({"russia": 1}, {}, {})),
    ("deal", ({}, {"russia": 2}, {})),
    ("first_trader", ({"russia": 2}, {}, {})),
    ("first_trader", ({}, {"russia": 1}, {})),
])  # fmt: skip
def test_traders_that_no_seat_has_placed_yet_are_refused(
    phase: str, traders: tuple[dict[str, int], ...]
) -> None:
    assert _setup(phase, ({}, {}, {})).check() is None
    with pytest.raises(ViewError, match=r"players\.traders: in the set-up each seat in turn places one"):
        _setup(phase, traders)


def _forming(**war: Any) -> State:
    return battle("form", "forming", {}, {RESERVE: 0}, unplaced=names("narke"), **war)


def _drawing(**war: Any) -> State:
    return battle("enemy_card", "enemy_forming", {LEFT: 2}, {RESERVE: 0}, **war)


@pytest.mark.parametrize("position", [_forming, _drawing])
@pytest.mark.parametrize("wrong", [
    {"losses": 1}, {"step": 1}, {"done": {"left": 1}}, {"rerolled": 3}, {"round": 1}, {"area": "left"},
])  # fmt: skip
def test_what_a_round_brings_is_refused_before_the_first_one(
    position: Callable[..., State], wrong: dict[str, Any]
) -> None:
    assert position().check() is None
    with pytest.raises(ViewError, match=r"war\.step: .* must be empty before the first round"):
        position(**wrong)


@pytest.mark.parametrize("position", [_forming, _drawing])
def test_a_province_card_in_an_enemy_sector_is_refused_before_the_first_round(
    position: Callable[..., State],
) -> None:
    with pytest.raises(ViewError, match=r"war\.cards: .* no Province card lies in an enemy sector"):
        position(cards=("left", "far_left"))


def _window(**war: Any) -> State:
    return at_war("surprise_attack", {LEFT: 1}, {FAR_LEFT: 2}, **war)


@pytest.mark.parametrize(("wrong", "message"), [
    ({"losses": 1}, "war.area: this, losses"),
    ({"area": "left"}, "war.area: this, losses"),
    ({"index": 1}, "war.index: must be 0"),
    ({"step": 1}, "war.step: must be 0"),
    ({"round": 0}, "war.leader: this, victory and round"),
])  # fmt: skip
def test_a_round_begins_with_nothing_hit_chosen_or_done(wrong: dict[str, Any], message: str) -> None:
    assert _window().check() is None
    with pytest.raises(ViewError, match=message):
        _window(**wrong)


def test_the_enemy_fights_with_cards_that_are_among_the_regents_left() -> None:
    shown = _window(enemy_cards=names("red_peace")).view(0)
    del shown["realm"]["regents_left"]["red_peace"]
    with pytest.raises(ViewError, match=r"war\.enemy_cards: .* Regent cards left"):
        game("batalj").from_view(shown)


def test_nothing_is_sent_to_war_while_riders_are_on_a_foray() -> None:
    riders = [{"status": "riding", "at": "bremen"}, {"status": "absent"}]
    view: dict[str, Any] = {"regent": "red_pillage", "declared": True, "order": [0, 1], "place": 0}
    foray_now = {"die": 2, "riders": riders}
    assert campaign("march", **view, foray=foray_now).check() is None
    sent = [{}, {"fiefs": names("smaland")}]
    with pytest.raises(ViewError, match=r"war\.sent: must be empty without a war"):
        campaign("march", **view, foray=foray_now, war={"sent": sent})


def test_no_more_cards_are_laid_out_than_the_display_has_places() -> None:
    view: dict[str, Any] = {"realm": {"display": names("caroleans", "gripsholm", "land_reform")}}
    event = {"card": "time_of_upheaval", "target": {"card": "mining", "to": "hanseatic_league"}, "left": 1}
    assert campaign("open", **view, event=event).check() is None
    with pytest.raises(ViewError, match=r"event\.left: more cards are to be laid out"):
        campaign("open", **view, event={**event, "left": 2})


def test_no_event_card_is_drawn_for_a_foray_in_a_war() -> None:
    view: dict[str, Any] = {"regent": "red_pillage", "order": [0, 1], "act": {"draws": 1}}
    assert campaign("draw", **view).check() is None
    with pytest.raises(ViewError, match="enemy: must be null in a reign of forays"):
        campaign("draw", **view, enemy="russia")


def test_nothing_is_being_bought_while_an_event_card_draws_others_outside_of_a_purchase() -> None:
    event = {"card": "inspiring_speech", "seat": 0, "back": "act"}
    act: dict[str, Any] = {"draws": 2, "activity": "culture", "purchases": 1}
    assert campaign("draw", event=event, act=act).check() is None
    with pytest.raises(ViewError, match=r"act\.buying: a purchase needs the window purchase"):
        campaign("draw", event=event, act={**act, "buying": "history"})


def test_markers_on_the_map_before_the_order_is_drawn_are_refused() -> None:
    rules = game("batalj", mode="foray", players=2)
    table: dict[str, Any] = {"riders": [{"status": "riding"}] * 2}
    view = {"seat": 0, "phase": "order", "order": [], "foray": table}
    assert rules.from_view(view, chance="ask").check() is None
    table["face_down"] = names("hamburg")
    with pytest.raises(ViewError, match=r"foray\.face_down: must be empty before all turn markers"):
        rules.from_view(view)


def test_an_event_card_means_something_by_name() -> None:
    """A target has the fields of the move that names it; who plays it follows from whose turn it is."""
    event = {"card": "exchange", "target": {"seat": 1}}
    shown = campaign("give", event=event, hand={"loan": 1}).view(0)["event"]
    assert (shown["seat"], shown["back"], shown["left"], shown["target"]) == (0, "act", 0, {"seat": 1})
    wrong = {
        "event.target": {"card": "exchange", "target": {"fief": "narke"}},
        "event.target.seat": {"card": "exchange", "target": {"seat": 9}},
        "event.seat": {"card": "exchange", "target": {"seat": 0}},
    }
    for field, given in wrong.items():
        window: dict[str, Any] = {"window": "reveal", "order": []} if field == "event.seat" else {}
        with pytest.raises(ViewError) as error:
            campaign("give", event=given, hand={"loan": 1}, **window)
        assert error.value.field == field


def test_stage_victor_and_enemy_of_a_war_follow_from_the_rest() -> None:
    sent = [{"fiefs": names("narke")}, {}]
    war = campaign(
        "spoils", order=[], regent="red_war_poland", realm={"owing": [0]}, war={"sent": sent}
    ).view(0)
    assert (war["enemy"], war["war"]["stage"], war["war"]["victory"]) == ("poland", "spoils", "sweden")


def test_errors_name_the_card_and_its_owner() -> None:
    for change, text in (
        ({"own": {"fiefs": names("narke")}, "other": {"fiefs": names("narke")}}, "narke belongs to another"),
        ({"realm": {"scientists": names("mining")}}, "mining is no philosopher"),
        ({"realm": {"discard": {"loan": 2}}}, "cards loan, and the game has 1"),
    ):
        with pytest.raises(ViewError, match=text):
            campaign("act", **change)  # type: ignore[arg-type]
