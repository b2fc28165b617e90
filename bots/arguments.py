"""Arguments that several commands share."""

from typing import Annotated

import typer

from battlewise.core import BattlewiseError, Value

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as `battlewise games` lists them.")]
Seed = Annotated[int, typer.Option(help="Seed of all luck.")]
Options = Annotated[
    list[str], typer.Option("--option", "-o", help="A game's option, name=value; repeatable.")
]
NO_OPTIONS: list[str] = []


def options_of(pairs: list[str]) -> dict[str, Value]:
    """The options given as ``name=value``: numbers, true and false, or text."""
    options: dict[str, Value] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise BattlewiseError(f"option: {pair!r} is not name=value")
        words: dict[str, Value] = {"true": True, "false": False}
        options[name] = words[text] if text in words else int(text) if text.lstrip("-").isdecimal() else text
    return options
