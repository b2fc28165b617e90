"""The command line starts quickly: a command imports only what it needs."""

import json
import subprocess
import sys

import pytest

from battlewise.bots.cli import _seats
from battlewise.core import game, game_class, games

HEAVY = (
    "alembic",
    "apiflask",
    "dask",
    "flask",
    "jinja2",
    "numpy",
    "rich.live",
    "rich.progress",
    "scipy",
    "sqlalchemy",
    "sqlite3",
    "battlewise.api",
    "battlewise.bots.match",
    "battlewise.bots.terminal",
    "battlewise.bots.tournament.ledger",
)
RUN = """
import json, sys
from battlewise.bots.cli import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


@pytest.mark.parametrize(("command", "most"), [("--help", 400), ("games", 550)])
def test_modules_that_a_command_imports(command: str, most: int) -> None:
    done = subprocess.run([sys.executable, "-c", RUN, command], capture_output=True, text=True, check=True)
    modules = json.loads(done.stderr)
    assert "battlelore" in done.stdout or "tournament" in done.stdout
    assert [name for name in HEAVY if name in modules] == []
    assert len(modules) <= most


@pytest.mark.parametrize("game_id", games())
def test_listed_seats_are_those_of_the_game(game_id: str) -> None:
    assert _seats(game_class(game_id)) == game(game_id).seats
