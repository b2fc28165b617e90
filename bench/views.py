"""What views contain: ``python -m bench.views`` writes docs/views.md from the forms of all games."""

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Any

from battlewise.core import Game, Value, game

FILE = Path(__file__).parents[1] / "docs" / "views.md"
SHOWN: tuple[tuple[str, dict[str, Value]], ...] = (
    ("battlelore", {"scenario": "full"}),
    ("battalla", {}),
    ("history", {"players": 3}),
    ("batalj", {"players": 3}),
    ("batalj", {"mode": "battle"}),
    ("batalj", {"mode": "foray"}),
    ("battalia", {"players": 3}),
    ("connect_four", {}),
    ("leduc", {}),
    ("pig", {}),
)
HEAD = """\
# What views contain

A view is all that one seat, or a spectator, can know. `GET /v1/games/{game}`, with the options as parameters,
gives the JSON Schema of its views, with names and ranges, and the catalogue of what lies in the box. This
page lists the fields. `python -m bench.views` writes it.

You can write a view by hand. Leave out a field that has a default or that follows from others. A count can be
0. Lists of things that lie in no order on the table can be in any order. A wrong field is refused with its
name, and with what would be right.
"""
WIDTH = 118
COMMON = ("game", "options", "seat", "to_move")


def page() -> str:
    """The page."""
    parts = [HEAD, "## All games\n", _table(list(_rows(game("pig"), COMMON)))]
    for game_id, options in SHOWN:
        rules = game(game_id, **options)
        chosen = ", ".join(f"`{name}` {value}" for name, value in options.items())
        parts += [f"## {rules.title}{f': {chosen}' if chosen else ''}\n", _table(list(_rows(rules)))]
    return "\n".join(parts)


def _table(rows: list[tuple[str, str, str]]) -> str:
    """A list: rows of a table would be far longer than a line."""
    lines = []
    for field, says, left_out in rows:
        lines.append(fill(f"- `{field}`: {says}", WIDTH, subsequent_indent="  "))
        if left_out:
            lines.append(fill(f"*{left_out}*", WIDTH, initial_indent="  ", subsequent_indent="  "))
    return "\n".join(lines) + "\n"


def _rows(rules: Game, only: tuple[str, ...] = ()) -> Iterator[tuple[str, str, str]]:
    """Field, what it says, and what holds if it is left out."""
    schema = rules.view_form.schema
    for name, node in schema["properties"].items():
        if (name in only) if only else (name not in COMMON):
            yield from _field(schema, name, node, name in schema.get("required", ()), name != "options")


def _field(
    schema: dict[str, Any], path: str, node: dict[str, Any], required: bool, deeper: bool = True
) -> Iterator[tuple[str, str, str]]:
    says, _, inferred = node.get("description", "").partition(" If left out: ")
    left_out = "Required." if required else f"If left out: {inferred}" if inferred else ""
    if "default" in node:
        left_out = f"Default: `{json.dumps(node['default'])}`."
    yield path, says, left_out
    inner, path = _inner(schema, node, path)
    for name, one in inner.get("properties", {}).items() if deeper else ():
        yield from _field(schema, f"{path}.{name}", one, name in inner.get("required", ()))


def _inner(schema: dict[str, Any], node: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    """The object that a field, its items or its values are, and the path of it."""
    while True:
        if "$ref" in node:
            node = schema["$defs"][node["$ref"].rpartition("/")[2]]
        elif "anyOf" in node:
            node = next(one for one in node["anyOf"] if one.get("type") != "null")
        elif node.get("type") == "array":
            node, path = node["items"], f"{path}[]"
        elif isinstance(node.get("additionalProperties"), dict):
            node, path = node["additionalProperties"], f"{path}.*"
        else:
            return node, path


if __name__ == "__main__":
    FILE.write_text(page(), "utf-8")
