"""Games outside this package: the example in Python, the entry point, and what broken games raise."""

import os
import subprocess
import sys
from enum import IntEnum
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from battlewise.bots import bot
from battlewise.bots.cli import app
from battlewise.core import (
    CHANCE_NODE,
    GAME_OVER,
    BattlewiseError,
    UnknownGame,
    ViewError,
    game,
    games,
    registry,
)
from battlewise.core.fields import Number
from battlewise.core.python_game import Packed, PythonGame
from battlewise.core.slots import Slot
from battlewise.core.vocabulary import Verb, Vocabulary
from battlewise.search.lookahead import one_ply
from battlewise.search.playout import random_games
from battlewise.search.vector import VectorEnv
from tests.marks import long

LANTERNS = Path(__file__).parents[1] / "docs" / "examples" / "lanterns"


class Kind(IntEnum):
    ADD = 0
    FLIP = 1


class Race(PythonGame):
    """Add 1 or 2, then flip a coin that may add one more; first to 7. It fails where a test says so."""

    id = "race"
    title = "Race"
    seat_names = ("one", "two")
    fails = ""

    def words(self) -> Vocabulary:
        verbs = {
            Kind.ADD: Verb("add", "add {amount}", Number("amount", 1, 2)),
            Kind.FLIP: Verb("flip", "flip {amount}", Number("amount", 0, 1)),
        }
        return Vocabulary(Kind, verbs, outcomes=[Kind.FLIP], meanings={"amount": "How much."})

    def slots(self) -> list[Slot]:
        return [
            Slot("turn", "Moves so far.", 20),
            Slot("score", "Of each seat.", 9, by_seat=True),
            Slot("phase", "What is next.", names=("add", "flip")),
        ]

    def may_fail(self, name: str) -> None:
        if self.fails == name:
            raise ZeroDivisionError(f"in {name}")

    def to_move(self, table: Any) -> int:
        self.may_fail("to_move")
        if max(table.score) >= 7:
            return GAME_OVER
        return CHANCE_NODE if table.phase else int(table.turn % 2)

    def legal(self, table: Any) -> list[tuple[int, ...]]:
        self.may_fail("legal")
        return [(Kind.ADD, 1), (Kind.ADD, 2)]

    def chances(self, table: Any) -> list[tuple[tuple[int, ...], float]]:
        self.may_fail("chances")
        return [((Kind.FLIP, 0), 0.25), ((Kind.FLIP, 1), 0.75)]

    def play(self, table: Any, move: Packed) -> None:
        self.may_fail("play")
        table.score[table.turn % 2] += move.a
        if move.kind == Kind.ADD:
            table.phase = 1
        else:
            table.phase, table.turn = 0, table.turn + 1

    def returns(self, table: Any) -> tuple[float, float]:
        self.may_fail("returns")
        return float(table.score[0] >= 7), float(table.score[0] < 7)


@long
def test_the_example_in_python_passes_the_check_as_an_installed_package(tmp_path: Path) -> None:
    about = tmp_path / "lanterns-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lanterns\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[battlewise.games]\nlanterns = lanterns:Lanterns\n", "utf-8")
    path = os.pathsep.join([str(tmp_path), str(LANTERNS)])
    command = [sys.executable, "-m", "battlewise.bots", "check", "lanterns", "--games", "3"]
    ran = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr
    assert " passed" in ran.stdout
    command[4:] = ["lanterns", "-o", "rounds=99"]
    ran = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert ran.returncode == 2
    assert "rounds" in ran.stderr


def test_a_search_plays_a_game_in_python_well() -> None:
    state = Race().from_view({"seat": 0, "turn": 4, "score": [5, 6], "phase": "add"}, seed=1)
    assert bot("mcts:iterations=200").choose(state, seed=1).move.text == "add 2"
    assert state.chances() == []
    state = Race().new(seed=3, chance="ask")
    state.play("add 2")
    assert [p for _, p in state.chances()] == [0.25, 0.75]
    assert 'data-panel="seat:0"' in state.game.svg(state.view(None))


@pytest.mark.parametrize("name", ["to_move", "legal", "play", "chances", "returns"])
def test_what_a_game_in_python_raises_ends_a_search_and_is_raised(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Race()
    state = rules.new(seed=1)
    vector = VectorEnv(rules, 4, seed=1)
    monkeypatch.setattr(Race, "fails", name)
    calls = {
        "a search": lambda: bot("mcts:iterations=50").choose(state, seed=1),
        "random games": lambda: random_games(state, 3, seed=1),
        "one ply": lambda: one_ply(state, 1, seed=1),
        "many games": vector.reset,
    }
    never = {
        "returns": ("random games", "one ply", "many games"),
        "play": ("many games",),
        "chances": ("many games",),
    }
    for what, call in calls.items():
        if what not in never.get(name, ()):
            with pytest.raises(ZeroDivisionError, match=f"in {name}"):
                call()
    monkeypatch.undo()
    assert [move.text for move in state.legal()] == ["add 1", "add 2"]
    state.play("add 2")
    assert state.to_move == 1


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("legal", lambda self, table: [], "there is no move"),
        ("legal", lambda self, table: [(Kind.ADD, 300)], "from 0 to 255"),
        ("chances", lambda self, table: [((Kind.FLIP, 0), 0.5)], r"add up to 0\.5"),
        ("estimate", lambda self, table: [1], "for each of 2 seats"),
        ("weigh", lambda self, table, moves: [0, 0], "not 2 numbers"),
    ],
)
def test_wrong_answers_of_a_game_in_python_are_named(
    name: str, value: Any, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Race, name, value)

    def play() -> None:
        state = Race().new(seed=1)
        state.legal()
        state.play("add 1")
        state.estimate()
        state.weigh()

    with pytest.raises(ValueError, match=says):
        play()


def test_a_method_that_must_not_change_the_table_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Race, "turn", lambda self, table: table.score.fill(3))
    with pytest.raises(ValueError, match="read-only"):
        Race().new(seed=1).turn  # noqa: B018


def test_views_of_a_game_in_python_name_the_wrong_field() -> None:
    for view, says in (
        ({"seat": 0, "turn": 0, "score": [1, 10], "phase": "add"}, r"score\[1\]: 10 is more than 9"),
        ({"seat": 0, "turn": 0, "score": [1, 1]}, "phase: is missing"),
        ({"seat": 0, "turn": 0, "score": [1, 1], "phase": "fly"}, "phase: 'fly' is none"),
    ):
        with pytest.raises(ViewError, match=says):
            Race().from_view(view)


@pytest.mark.parametrize(
    ("slot", "says"),
    [
        (Slot("seat", "text"), "a field that every view has"),
        (Slot("two words", "text"), "no name"),
        (Slot("a", "text", 0), "is not less than high"),
        (Slot("a", "text", seen_by="seat"), "by_seat"),
        (Slot("a", "text", default=2), "default 2"),
        (Slot("a", "text", element="die"), "are a list"),
        (Slot("a", "text", by_seat=True, seen_by="seat"), "needs a method `deal`"),
    ],
)
def test_a_wrong_slot_is_named(slot: Slot, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Race, "slots", lambda self: [slot])
    with pytest.raises(TypeError, match=says):
        Race()


def entries(monkeypatch: pytest.MonkeyPatch, *values: tuple[str, str]) -> None:
    found = [EntryPoint(name, value, registry.GROUP) for name, value in values]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found)
    registry._outside.cache_clear()


def test_games_of_other_packages_are_found_and_broken_ones_named(monkeypatch: pytest.MonkeyPatch) -> None:
    entries(monkeypatch, ("race", "tests.test_examples:Race"), ("lost", "no.such:Game"), ("odd", "os:path"))
    try:
        assert games()[-3:] == ["lost", "odd", "race"]
        assert game("race").title == "Race"
        with pytest.raises(BattlewiseError, match="Game: cannot be imported"):
            game("lost")
        with pytest.raises(BattlewiseError, match="is no Game with the id 'odd'"):
            game("odd")
        with pytest.raises(UnknownGame, match="race"):
            game("chess")
        listed = CliRunner().invoke(app, ["games"])
        assert listed.exit_code == 0
        assert "battlelore" in listed.output
        assert "no.such:Game: cannot be imported" in " ".join(listed.output.split())
        entries(monkeypatch, ("pig", "tests.test_examples:Race"))
        with pytest.raises(BattlewiseError, match="'pig' has the id of one of Battlewise"):
            games()
        entries(monkeypatch, ("race", "a:Race"), ("race", "b:Race"))
        with pytest.raises(BattlewiseError, match="a:Race and b:Race: both have a game 'race'"):
            games()
    finally:
        registry._outside.cache_clear()
