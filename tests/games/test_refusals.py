"""What a view is refused for names the field of the view that is wrong, and the field exists."""

import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlewise.bots.check.spoilt import paths
from battlewise.bots.check.walks import walk
from battlewise.core import ViewError, game
from tests.cases import CASES
from tests.marks import LONG

GAMES = Path(__file__).parents[2] / "core" / "games"
SQUARE = re.compile("[a-g][1-7]")  # of a message's field, which is said of each
MESSAGE = re.compile(r"([\w.]+): \S.*")
SOURCES = {
    "battlelore": ("knowledge/check.pyx", "knowledge/check_combat.pyx", "rules/muster.pyx"),
    "battalla": ("knowledge/check.pyx",),
    "history": ("knowledge/check.pyx",),
    "batalj": ("knowledge/check.pyx", "knowledge/check_realm.pyx"),
    "battalia": ("knowledge/check.pyx", "knowledge/check_cards.pyx"),
}
# Fields of moments that are rare in random games.
RARE = {
    "battlelore": {"combat.held", "combat.held.from", "combat.held.dying", "combat.held.lore"},
    "battalla": {"pending.chain.moved_from"},
    "battalia": {"pending.left", "pending.seat"},
}


def messages(source: Path) -> Iterator[str]:
    """The texts of a file that are no docstrings, those that follow one another as one."""
    text = ""
    with source.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.STRING and not token.string.startswith('"""'):
                text += token.string[1:-1]
            elif token.type != tokenize.NL and text:
                yield text
                text = ""


def fields(game_id: str) -> set[str]:
    """The fields of a game's views, without the places in lists."""
    found: set[str] = set()
    for of, options in CASES.values():
        if of != game_id:
            continue
        rules = game(game_id, **options)
        views: list[dict[str, Any]] = [*rules.minimal_views().values()]
        met: Counter[str] = Counter()
        for seed in range(12 if LONG else 6):
            for state in walk(rules, seed):
                view = state.view(state.ply % rules.seats)
                met[view["phase"]] += 1
                views += [view] if met[view["phase"]] < 30 else []
        for view in views:
            for path in paths(view):
                named = [key for key in path if isinstance(key, str)]
                found |= {".".join(named), ".".join(key for key in named if not SQUARE.fullmatch(key))}
    return found | RARE.get(game_id, set())


@pytest.mark.parametrize("game_id", SOURCES)
def test_every_refusal_names_a_field_of_the_game_s_views(game_id: str) -> None:
    known = fields(game_id)
    found = [text for name in SOURCES[game_id] for text in messages(GAMES / game_id / name)]
    assert len(found) > 60
    nameless = [text for text in found if not MESSAGE.fullmatch(text)]
    assert nameless == []
    unknown = {match[1] for text in found if (match := MESSAGE.fullmatch(text))} - known
    assert unknown == set()


def test_no_file_of_checks_is_left_out() -> None:
    for game_id in SOURCES:
        checks = {f"knowledge/{path.name}" for path in (GAMES / game_id / "knowledge").glob("check*.pyx")}
        assert checks <= set(SOURCES[game_id])


@pytest.mark.parametrize(
    ("case", "field", "value"),
    [
        ("battlelore_full", "combat.held.from", 1),
        ("battlelore_full", "combat.held.dying", 1),
        ("battlelore_full", "combat.held.lore", -1),
        ("battalia", "pending.left", -1),
        ("battalia", "pending.seat", -1),
    ],
)
def test_rare_fields_are_read(case: str, field: str, value: object) -> None:
    """A wrong value in one of them is refused by its name."""
    game_id, options = CASES[case]
    rules = game(game_id, **options)
    states = (state.view(0) for seed in range(9) for state in walk(rules, seed))
    name = field.rpartition(".")[2]
    if game_id == "battlelore":
        shown = next(view for view in states if "combat" in view)
        held = {"from": [0, 0], "retreats": 1, "lore": 0, name: value}
        change = {"combat": {**shown["combat"], "held": held}}
    else:
        shown = next(view for view in states if view["phase"] == "action")
        change = {"phase": {"left": "horn", "seat": "steal"}[name], "pending": {name: value}}
    with pytest.raises(ViewError) as refused:
        rules.from_view({**shown, **change}, seed=1)
    assert refused.value.field == field
    assert field in RARE[game_id]
