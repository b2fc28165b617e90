"""What a picture of the table shows."""

import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from battlewise.core import State, game
from battlewise.core.changes import several
from tests.marks import long


def decisions(players: int, seed: int) -> Iterator[State]:
    """Every fourth decision of a random game, and its end."""
    state = game("history", players=players).new(seed=seed)
    choose = random.Random(seed)
    while not state.is_over:
        if state.is_chance:
            state.roll()
            continue
        if state.ply % 4 == 0:
            yield state
        state.play(choose.choice(state.legal()))
    yield state


def titles(state: State, view: dict[str, Any]) -> list[str]:
    return [unescape(one) for one in re.findall(r"<title>([^<]*)</title>", state.game.svg(view))]


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=long)])
def test_points_are_those_of_the_rules_less_what_is_face_down(players: int) -> None:
    history = game("history", players=players)
    for state in decisions(players, 1):
        scores = history.scores(state)
        for viewer in range(players):
            view = state.view(viewer)
            shown = titles(state, view)
            for seat, name in enumerate(history.seat_names[:players]):
                hides = seat != viewer and not state.is_over
                total = sum(n for source, n in scores[seat].items() if not (hides and source == "prowess"))
                points = f"{name}: {total} point{'' if total == 1 else 's'}"
                assert points in shown or f"{points}, leads" in shown


def test_the_leader_is_marked_alone() -> None:
    for state in decisions(3, 2):
        shown = titles(state, state.view(None))
        leaders = [one for one in shown if one.endswith(", leads")]
        points = sorted(int(one) for one in re.findall(r": (\d+) point", "\n".join(shown)))
        assert len(leaders) == (points[-1] > points[-2])


def test_every_card_is_where_the_table_has_it() -> None:
    for state in decisions(2, 3):
        view = state.view(0)
        shown = titles(state, view)
        cards = {one.id.partition(":")[2]: one.name for one in state.game.catalogue().cards}
        for unit in view["board"]["open"]:
            assert sum(one.startswith(cards[unit]) and one.endswith(": open") for one in shown) == 1
        for side in ("attackers", "defenders"):
            for i, one in enumerate(view.get("battle", {}).get(side, ())):
                assert any(
                    name.startswith(cards[one["card"]]) and f": unit {i + 1} of" in name for name in shown
                )
        assert all(any(name.startswith(cards[unit]) for name in shown) for unit in view["hand"])


def test_the_decks_of_the_eras_hold_what_is_nowhere_else() -> None:
    for state in decisions(3, 4):
        shown = re.findall(r"era (\w+): deck (\d+), discarded", " ".join(titles(state, state.view(0))))
        table = " ".join(state.render(0).split())
        assert shown == re.findall(r" (I|II|III|IV): [^:]*?(\d+) in the deck", table)


def test_no_warfare_token_and_no_relic_is_lost() -> None:
    for state in decisions(3, 4):
        view = state.view(0)
        shown = " ".join(titles(state, view))
        left, out = _numbers(r"warfare tokens: (\d+) in the pile, (\d+) discarded", shown)
        lines = [one for side in ("attackers", "defenders") for one in view.get("battle", {}).get(side, ())]
        used = sum(one["token"] is not None for one in lines) + len(
            [one for one in view["warfare"]["open"] if one]
        )
        held = sum(sum(player["tokens"].values()) for player in view["players"])
        kinds = [one for one in state.game.catalogue().pieces if one.kind == "warfare token"]
        assert left + out + used + held == sum(one.count or 0 for one in kinds)
        left, out = _numbers(r"relics: (\d+) in the deck, (\d+) discarded", shown)
        owned = sum(sum(player["relics"].values()) for player in view["players"])
        assert left + out + owned + sum(view.get("offered", {}).values()) == 40
        assert left >= 0


def _numbers(pattern: str, text: str) -> list[int]:
    found = re.search(pattern, text)
    assert found
    return [int(one) for one in found.groups()]


def test_at_the_end_points_stand_by_their_source() -> None:
    state = list(decisions(3, 1))[-1]
    while not state.is_over:
        state.roll() if state.is_chance else state.play(state.legal()[0])
    view = state.view(None)
    shown = titles(state, view)
    for seat in range(3):
        for source, number in view["points"][seat].items():
            if number:
                assert f"{several(number, 'point')} of {source}" in shown
    totals = [sum(one.values()) for one in view["points"]]
    text = state.game.svg(view, style=False)
    assert text.count(">has won<") == (totals.count(max(totals)) == 1)
    assert ">to move<" not in text
