"""``battlewise check GAME``: whether a game keeps its contract with search, bots and service."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from battlewise.bots.arguments import NO_OPTIONS, GameId, Options, options_of
from battlewise.core import BattlewiseError, game

MODULE = Path(__file__).parent / "conformance.py"


def check(
    game_id: GameId,
    games: Annotated[int, typer.Option(min=1, help="Number of seeded random games.")] = 8,
    density: Annotated[
        float, typer.Option(min=0, max=1, help="Share of positions that are put to costly checks.")
    ] = 0.05,
    option: Options = NO_OPTIONS,
) -> None:
    """Check a game: rules, hidden knowledge, views, texts, pictures, records, threads. Needs pytest."""
    rules = game(game_id, **options_of(option))
    if find_spec("pytest") is None:
        raise BattlewiseError("check: needs pytest: pip install pytest")
    import pytest

    class Plugin:
        """The options of the suite, and its game."""

        def pytest_addoption(self, parser: pytest.Parser) -> None:
            parser.addoption("--games", type=int)
            parser.addoption("--density", type=float)

        def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
            if "rules" in metafunc.fixturenames:
                metafunc.parametrize("rules", [rules], ids=[game_id])

    where = [
        f"--rootdir={MODULE.parent}",
        "--noconftest",
        "--import-mode=importlib",
        "--config-file=/dev/null",
    ]
    amount = [f"--games={games}", f"--density={density}", "-p", "no:cacheprovider"]
    shown = ["-v", "--tb=short", "--showlocals", "--no-header", "--disable-warnings"]
    sys.exit(pytest.main([str(MODULE), *where, *amount, *shown], plugins=[Plugin()]))
