"""One whole game of each game, pinned byte for byte.

After a change that is meant to change a game: ``pytest tests/test_golden.py --update-golden``, and
read the difference.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from battlewise.bots.check.walks import walk
from battlewise.core import Game, State, game, games

FOLDER = Path(__file__).parent / "golden"
SEED = 1
SHOWN = 8  # positions that are written out whole
OPTIONS = {  # of games that have more than one golden game, or that random play makes very long
    "battlelore_full": ("battlelore", {"scenario": "full"}),
    "battalia": ("battalia", {"weeks": 3}),
}


@pytest.mark.parametrize("name", [*games(), "battlelore_full"])
def test_the_golden_game_is_unchanged(name: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name}.txt"
    game_id, options = OPTIONS.get(name, (name, {}))
    rules = game(game_id, **options)
    text = "\n".join(playthrough(rules))
    assert len(text) < 300_000
    if request.config.getoption("--update-golden"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text()


def playthrough(rules: Game) -> Iterator[str]:
    """Every ply as each seat saw it; some positions with rendering, moves and views."""
    last = list(walk(rules, SEED))[-1].ply
    yield f"{rules!r}, version {rules.version}, seed {SEED}"
    for ply, state in enumerate(walk(rules, SEED)):
        if ply:
            yield f"{ply}. " + " | ".join(played(state, viewer) for viewer in (None, *range(rules.seats)))
        if ply % (last // SHOWN + 1) == 0 or state.is_over:
            yield from position(state)
    yield f"returns {state.returns()}"
    yield ""


def played(state: State, viewer: int | None) -> str:
    actor, move = state.log(viewer)[-1]
    return f"{'chance' if actor < 0 else actor} {move.text}"


def position(state: State) -> Iterator[str]:
    yield ""
    yield from (f"    {line}" for line in state.render().splitlines())
    yield f"    turn {state.turn}, estimate {[round(value, 6) for value in state.estimate()]}"
    yield "    moves: " + ", ".join(move.text for move in state.legal())
    yield "    outcomes: " + ", ".join(f"{move.text} {p:.6f}" for move, p in state.chances()[:60])
    for viewer in (None, *range(state.game.seats)):
        yield f"    view {viewer}: {json.dumps(state.view(viewer))}"
        yield f"    key {viewer}: {state.view_key(viewer):016x}"
    yield ""
