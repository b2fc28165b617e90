"""Help and seats in the terminal."""

import re

import pytest
from typer.testing import CliRunner

from battlewise.bots.cli import app
from battlewise.bots.glossary import explain
from battlewise.core import BattlewiseError, Game, game
from tests.cases import CASES

runner = CliRunner()


@pytest.fixture(scope="module", params=CASES)
def rules(request: pytest.FixtureRequest) -> Game:
    game_id, options = CASES[request.param]
    return game(game_id, **options)


def test_every_card_and_piece_is_explained_by_each_of_its_names(rules: Game) -> None:
    box = rules.catalogue()
    for one in (*box.cards, *box.pieces):
        for name in filter(None, (one.name, one.name.upper(), one.original, one.id)):
            said = explain(box, name)
            assert one.name in said, name
            assert one.text.rstrip(".") in said, name


def test_every_die_is_explained(rules: Game) -> None:
    box = rules.catalogue()
    for die in box.dice:
        said = explain(box, die.name)
        assert all(face.text in said for face in die.faces)


@pytest.mark.parametrize(
    ("game_id", "words", "said"),
    [
        ("battlelore", "blood harvesters", "move 2; combat 3; health 3"),
        ("battlelore", "Scout", "nothing in this game is called 'Scout'"),
        ("battalla", "centaur", "Centaur Lancer (unit): Unit, cost 3, 3/2."),
        ("history", "catapult", "Catapult (base unit): long 1; medium 0; close 0; health 1"),
        ("history", "simo hayha", "hero, 1 in the game"),
        ("batalj", "NARKE", "Närke (Province card, 1 in the game): Brings 3 gold"),
        ("batalj", "tyska knektar", "German mercenaries (History card, Tyska knektar in the rulebook"),
        ("battalia", "Baerfolk Tool", "Pays for one or two frimen of an action"),
        ("battalia", "friman", "Strength 1 in a battle line"),
        ("battalia", "baerfolk", "Its home terrain is the woods"),
    ],
)
def test_help_knows_names_and_parts_of_names(game_id: str, words: str, said: str) -> None:
    assert said in explain(game(game_id).catalogue(), words)


def test_many_names_are_listed() -> None:
    said = explain(game("battlelore", scenario="full").catalogue(), "a")
    assert re.match(r"\d+ names have 'a' in them: Patrol Left, Patrol Center, ", said)


def test_a_sitting_explains_what_it_is_asked_for() -> None:
    result = runner.invoke(app, ["play", "history", "--seed", "1"], input="help catapult\nhelp zz\nquit\n")
    assert result.exit_code == 0
    assert "Catapult (base unit)" in result.output
    assert "nothing in this game is called 'zz'" in result.output


@pytest.mark.parametrize("seat", ["1", "Daqan", "daqan"])
def test_a_seat_is_taken_by_name_or_number(seat: str) -> None:
    words = ["play", "battlelore", "--bot", "random", "--seed", "1", "--seat", seat]
    result = runner.invoke(app, words, input="quit\n")
    assert "Daqan> " in result.output


@pytest.mark.parametrize("seat", ["2", "-1", "Grip"])
def test_a_wrong_seat_is_answered_with_the_names(seat: str) -> None:
    result = runner.invoke(app, ["play", "battlelore", f"--seat={seat}"], input="quit\n")
    assert isinstance(result.exception, BattlewiseError)
    assert str(result.exception) == f"seat: {seat!r} is none of Uthuk, Daqan"
