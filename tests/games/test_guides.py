"""The five games explained: what the texts say of numbers is what data and options have."""

import re
import tomllib
from pathlib import Path

import pytest

from battlewise.core import UnknownGame, game, game_class, games
from battlewise.core.guides import how_to_play

BATTLELORE = Path(__file__).parents[2] / "core" / "games" / "battlelore" / "data"
EXPLAINED = ("battlelore", "battalla", "history", "batalj", "battalia")
NUMBERS = {3: "three", 5: "five", 6: "six", 8: "eight", 16: "sixteen"}


@pytest.fixture(params=EXPLAINED)
def text(request: pytest.FixtureRequest) -> str:
    return how_to_play(request.param)


def test_a_text_is_read_in_five_minutes(text: str) -> None:
    assert 200 <= len(re.findall(r"\w[\w']*", text)) <= 360
    assert all(len(line) <= 120 for line in text.splitlines())


def test_a_text_is_headings_and_short_paragraphs(text: str) -> None:
    parts = text.strip().split("\n\n")
    assert 4 <= sum(part.startswith("## ") for part in parts) <= 6
    for part in parts:
        words = part.removeprefix("## ")
        assert not re.search(r"[*_`#<>|\[\]]|^[-+\d]", words, re.MULTILINE), part
        assert len(words.split()) <= 100, part
        assert not (part.startswith("## ") and "\n" in part)


def test_a_text_speaks_to_the_player(text: str) -> None:
    assert re.search(r"\byou\b", text)
    assert not re.search(r"\b(he|his|him|she|her)\b", text)


def test_other_games_have_none() -> None:
    assert [one for one in games() if how_to_play(one)] == sorted(EXPLAINED)
    with pytest.raises(UnknownGame):
        how_to_play("../games/history")


def test_the_goal_of_battlelore() -> None:
    for name in ("learning", "full"):
        data = tomllib.loads((BATTLELORE / f"{name}.toml").read_text("utf-8"))
        assert f"{data['victory']['vp']} victory points" in says("battlelore")
    assert all(side in says("battlelore") for side in game("battlelore").seat_names)


@pytest.mark.parametrize(("format_name", "words"), [("standard", "{} cards"), ("speed", "{} in the speed")])
def test_the_goal_of_battalla(format_name: str, words: str) -> None:
    state = game("battalla", format=format_name).new(seed=0)
    while not any(sizes := state.view(0)["penalty_sizes"]):
        state.play(state.legal()[-1])
    assert words.format(max(sizes)) in says("battalla")


def test_the_rounds_of_history() -> None:
    (rounds,) = (one for one in game_class("history").OPTIONS if one.name == "rounds")
    assert all(NUMBERS[int(number)] in says("history") for number in rounds.choices)


def test_the_reigns_of_batalj() -> None:
    reigns = 1 + game("batalj").view_form.schema["properties"]["reign"]["maximum"]  # they count from 0
    assert f"{NUMBERS[reigns]} reigns" in says("batalj")


def test_the_cities_of_battalia() -> None:
    (cities,) = (one for one in game_class("battalia").OPTIONS if one.name == "great_cities")
    assert f"{cities.default}th city of level 4" in says("battalia")


def says(game_id: str) -> str:
    """The text without its line breaks."""
    return " ".join(how_to_play(game_id).split())
