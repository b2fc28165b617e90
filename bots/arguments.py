"""Arguments that several commands share."""

import json
import tomllib
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Annotated

import typer

from battlewise.core import BattlewiseError, Value
from battlewise.core.options import value_of

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as `battlewise games` lists them.")]
Seed = Annotated[int, typer.Option(help="Seed of all chance.")]
Options = Annotated[
    list[str], typer.Option("--option", "-o", help="An option of the game, NAME=VALUE; can be repeated.")
]
NO_OPTIONS: list[str] = []


def options_of(pairs: list[str]) -> dict[str, Value]:
    """The options given as ``name=value``; a value is a number, true, false, text or a .toml file."""
    options: dict[str, Value] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise BattlewiseError(f"option: {pair!r} is not name=value")
        options[name] = _document(name, Path(text)) if text.endswith(".toml") else value_of(text)
    return options


def variants_of(pairs: list[str]) -> list[dict[str, Value]]:
    """The options given as ``name=value`` or ``name=value|value``: every combination of the values."""
    choices = []
    for pair in pairs:
        name, equals, texts = pair.partition("=")
        choices.append([f"{name}{equals}{text}" for text in texts.split("|")])
    return [options_of(list(chosen)) for chosen in product(*choices)]


def in_all(variants: Sequence[dict[str, Value]]) -> dict[str, Value]:
    """The options that have the same value in all variants."""
    first, *others = variants
    return {name: value for name, value in first.items() if all(one[name] == value for one in others)}


def _document(name: str, path: Path) -> str:
    """The content of a TOML file as JSON, for options whose value is a document."""
    try:
        return json.dumps(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, TypeError) as error:
        raise BattlewiseError(f"option {name!r}: {path}: {error}") from None
