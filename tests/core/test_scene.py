"""Scenes and pictures: functions of the view in which everything that a move touches can be found."""

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from battlewise.core import State, game
from battlewise.core.scene import Area, Group, Line, Panel, Scene, picture, stylesheet
from battlewise.core.scene.draw import PAD, SIDE, WIDTH
from battlewise.core.scene.parts import length, wrapped
from battlewise.core.scene.pictograms import pictogram, pictograms
from battlewise.core.scene.style import DARK, LIGHT, THEMES
from tests.cases import CASES
from tests.marks import LONG

PLIES = 400 if LONG else 240


def positions(case: str, seed: int) -> Iterator[State]:
    """Decisions of a random game: each kind once, and each thirtieth."""
    game_id, options = CASES[case]
    state = game(game_id, **options).new(seed=seed)
    choose = random.Random(seed)
    met: set[str] = set()
    while not state.is_over and state.ply < PLIES:
        if state.is_chance:
            state.roll()
            continue
        phase = state.view(state.to_move).get("phase", "")
        if phase not in met or state.ply % 30 == 0:
            met.add(phase)
            yield state
        state.play(choose.choice(state.legal()))


@pytest.mark.parametrize("case", CASES)
def test_everything_that_a_move_touches_is_drawn_once(case: str) -> None:
    for state in positions(case, 1):
        text = state.game.svg(state.view(state.to_move))
        ids = re.findall(r'data-id="([^"]+)"', text)
        assert len(ids) == len(set(ids)), [one for one in ids if ids.count(one) > 1]
        touched = {one for move in state.legal() for one in move.touches}
        assert touched <= set(ids), (state.view(state.to_move).get("phase"), touched - set(ids))


@pytest.mark.parametrize("case", CASES)
def test_every_kind_of_decision_is_drawn_whole(case: str) -> None:
    game_id, options = CASES[case]
    rules = game(game_id, **options)
    for phase, minimal in rules.minimal_views().items():
        state = rules.from_view(minimal)
        view = state.view(None if state.is_chance else state.to_move)
        touched = {one for move in state.legal() for one in move.touches}
        for layout in ("wide", "narrow"):
            ids = re.findall(r'data-id="([^"]+)"', rules.svg(view, layout))
            assert len(ids) == len(set(ids)), (phase, [one for one in ids if ids.count(one) > 1])
            assert touched <= set(ids), (phase, layout, touched - set(ids))


@pytest.mark.parametrize("case", CASES)
def test_equal_views_give_equal_pictures(case: str) -> None:
    game_id, options = CASES[case]
    other = game(game_id, **options)
    for state in islice(positions(case, 3), 0, None, 5):
        for seat in (*range(state.game.seats), None) if LONG else (state.to_move, None):
            view = state.view(seat)
            assert state.game.svg(view) == other.svg(dict(reversed(view.items())))
            assert state.game.svg(view, "narrow") == other.svg(view, "narrow")


@pytest.mark.parametrize("case", CASES)
def test_what_is_hidden_changes_no_byte_of_a_picture(case: str) -> None:
    for state in islice(positions(case, 4), 0, None, 4):
        for seat in (*range(state.game.seats), None):
            dealt = state.redealt(seat, 1)
            assert state.game.svg(state.view(seat)) == state.game.svg(dealt.view(seat))


def _scene(content: Any) -> Scene:
    return Scene("A title & more", [Panel("one", "One", "board", content)])


def test_texts_are_escaped_and_marks_are_classes() -> None:
    thing = Group([(0, 0, Area("M0 0z", "plain"))], (10, 10), 'card:"x"', "<b>", "a & b")
    text = picture(_scene([Line([thing])]), marks={"lit": ['card:"x"']})
    assert "&lt;b&gt;" in text
    assert "a &amp; b" in text
    assert "A title &amp; more" in text
    assert 'class="lit"' in text
    assert 'data-id="card:&quot;x&quot;"' in text
    assert 'class="f-plain edge"' in text


def test_a_picture_uses_the_colours_of_the_style_sheet() -> None:
    assert LIGHT.keys() == DARK.keys()
    for case in CASES:
        state = next(positions(case, 0))
        used = set(re.findall(r"\b[fs]-([a-z0-9-]+)", state.game.svg(state.view(None), style=False)))
        assert used <= {*LIGHT, "none"}, used
    assert all(f"--{name}:" in stylesheet() for name in LIGHT)


def test_pictograms_are_found_by_the_first_name_that_has_one() -> None:
    assert pictogram("no such thing", "sword") == "sword"
    with pytest.raises(KeyError, match="no such thing"):
        pictogram("no such thing")
    assert all(paths for paths in pictograms().values())


def test_lines_of_text_fit_and_say_when_they_were_cut() -> None:
    lines = wrapped("an ordered unit moves to a free hex beside a friend", 90, 11, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert all(length(one, 11) <= 95 for one in lines)
    assert wrapped("short", 90, 11, 2) == ["short"]


@pytest.mark.parametrize("case", CASES)
def test_the_panel_of_the_seat_that_decides_alone_says_so(case: str) -> None:
    for state in islice(positions(case, 2), 0, None, 3):
        for seat in (state.to_move, None):
            text = state.game.svg(state.view(seat), style=False)
            panels = text.split('data-panel="')
            asked = [one.partition('"')[0] for one in panels if ">to move<" in one]
            assert asked == [f"seat:{state.to_move}"]
            assert text.count(">to move<") == 1


def _light(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", THEMES)
def test_words_on_coloured_grounds_can_be_read(theme: str) -> None:
    colours = LIGHT | THEMES[theme]
    pairs = [("on-lit", "lit"), ("on-accent", "accent"), ("surface", "danger"), ("surface", "ink-2")]
    pairs += [("surface", f"seat-{seat}") for seat in range(5)]
    pairs += [("ink", ground) for ground in ("plain", "forest", "hill", "water", "stone", "canyon", "peak")]
    for words, ground in pairs:
        low, high = sorted((_light(colours[words]), _light(colours[ground])))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (words, ground)


@pytest.mark.parametrize("case", CASES)
def test_no_thing_is_wider_than_its_panel(case: str) -> None:
    for state in positions(case, 5):
        for panel in state.game.scene(state.view(state.to_move)).panels:
            if not isinstance(panel.content, Group):
                room = (SIDE if panel.where == "side" else WIDTH["narrow"]) - 2 * PAD
                things = [one for line in panel.content for one in line.things]
                assert [one for one in things if one.size[0] > room] == []
                assert 1.12 * length(panel.title, 11) <= room - 12
