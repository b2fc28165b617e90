"""The tutorials: what they play is legal, what they light up is there, and every choice is explained."""

import re
from pathlib import Path

import pytest

from battlewise.core import DataError, State, UnknownGame, game, games
from battlewise.core.tutorial import LONGEST, Tutorial, tutorial, tutorial_in


@pytest.fixture(params=games())
def taught(request: pytest.FixtureRequest) -> tuple[str, Tutorial]:
    found = tutorial(request.param)
    assert found is not None
    return request.param, found


def positions(game_id: str, lesson: Tutorial) -> list[State]:
    """The positions before each move and after the last one.

    :raises IllegalMove: for a move that is not legal.
    """
    state = game(game_id, **lesson.options).new(seed=0, chance="ask")
    found = [state.copy()]
    for move in lesson.moves:
        state.play(move)
        found.append(state.copy())
    return found


def drawn(state: State, seat: int, layout: str) -> set[str]:
    """The ids of the things in the picture that a seat sees."""
    picture = state.game.svg(state.view(seat), layout)  # type: ignore[arg-type]
    return set(re.findall(r'data-id="([^"]+)"', picture))


def test_the_moves_are_legal_and_the_game_goes_on(taught: tuple[str, Tutorial]) -> None:
    last = positions(*taught)[-1]
    assert not last.is_over
    assert not last.is_chance


def test_every_choice_of_the_learner_is_explained(taught: tuple[str, Tutorial]) -> None:
    game_id, lesson = taught
    explained = {step.at for step in lesson.steps}
    choices = {
        ply
        for ply, state in enumerate(positions(game_id, lesson)[:-1])
        if state.to_move == lesson.seat and len(state.legal()) > 1
    }
    assert choices <= explained


def test_what_is_lit_is_in_the_picture(taught: tuple[str, Tutorial]) -> None:
    game_id, lesson = taught
    reached = positions(game_id, lesson)
    for step in lesson.steps:
        assert len(set(step.light)) == len(step.light)
        for layout in ("wide", "narrow"):
            assert set(step.light) <= drawn(reached[step.at], lesson.seat, layout), step


def test_what_a_move_touches_can_be_clicked(taught: tuple[str, Tutorial]) -> None:
    """A move without touches has a button; of one with touches the first thing is drawn."""
    game_id, lesson = taught
    reached = positions(game_id, lesson)
    for step in lesson.steps[:-1]:
        state = reached[step.at]
        if state.to_move == lesson.seat:
            touches = state.game.move(lesson.moves[step.at], state).touches
            assert not touches or touches[0] in drawn(state, lesson.seat, "wide"), (step, touches)


def test_a_text_is_a_few_plain_sentences(taught: tuple[str, Tutorial]) -> None:
    _, lesson = taught
    assert 4 <= len(lesson.steps) <= 22
    for step in lesson.steps:
        assert len(step.say) <= LONGEST
        assert 1 <= len(re.findall(r"[.!?](?: |$)", step.say)) <= 6, step.say
        assert step.say == " ".join(step.say.split())
        assert not re.search(r"\b(he|his|him|she|her|whoever)\b|[*_`#|]", step.say), step.say


def test_the_last_step_says_how_to_go_on(taught: tuple[str, Tutorial]) -> None:
    _, lesson = taught
    assert "play on" in lesson.steps[-1].say.lower()


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(UnknownGame):
        tutorial("../games/pig")


GOOD = """
seat = 0
moves = ["a", "b"]
[options]
[[steps]]
at = 0
say = "Drop a stone."
light = []
[[steps]]
at = 2
say = "Play on."
light = []
"""


def test_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "tutorial.toml").write_text(GOOD, "utf-8")
    assert tutorial_in(tmp_path, "connect_four").moves == ("a", "b")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("seat = 0", "seat = 2", r"seat: 2 is not a whole number in 0\.\.1"),
        ("seat = 0", "seat = 0\nseed = 1", "seed: is not a field here"),
        ('["a", "b"]', '["a", 7]', r"moves\[1\]: is not a text"),
        ("[options]", "[options]\nscenario = 'full'", "options: option 'scenario': unknown"),
        ("\nat = 0", "\nat = 2", "steps: are not in the order"),
        ("at = 2", "at = 1", "steps: do not end at 2"),
        ("at = 2", "at = 3", r"steps\[1\]\.at: 3 is not a whole number in 0\.\.2"),
        ("light = []", "light = [1]", r"steps\[0\]\.light\[0\]: is not a text"),
        ("light = []", "light = []\nglow = []", r"steps\[0\]\.glow: is not a field here"),
        ("Drop a stone.", "x" * 351, r"steps\[0\]\.say: .* is not a text of 1\.\.350"),
    ],
)
def test_an_error_names_file_and_key(tmp_path: Path, old: str, new: str, says: str) -> None:
    (tmp_path / "tutorial.toml").write_text(GOOD.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError, match=rf"tutorial\.toml: {says}"):
        tutorial_in(tmp_path, "connect_four")
