"""The grid of Connect Four as a picture shows it."""

from collections.abc import Mapping
from typing import Any

from battlewise.core.catalogue import Catalogue
from battlewise.core.changes import several
from battlewise.core.scene.parts import (
    Area,
    Group,
    Panel,
    Placed,
    Scene,
    circle,
    rectangle,
    seat_name,
    seat_panel,
    seat_tags,
    token,
    words,
)

CELL = 70.0


def scene(catalogue: Catalogue, view: Mapping[str, Any]) -> Scene:
    """The scene of a whole view: each column can be clicked from top to bottom."""
    rows = view["board"]
    tall, wide = len(rows) * CELL, len(catalogue.spaces) * CELL
    columns: list[Placed] = []
    for i, column in enumerate(catalogue.spaces):
        stones = "".join(row[i] for row in rows)
        parts: list[Placed] = [(0, 0, Area(rectangle(CELL - 3, tall, 8), "water", "line"))]
        for j, stone in enumerate(stones):
            y = (j + 0.5) * CELL - tall / 2
            hole = Group([(0, 0, Area(circle(CELL * 0.4), "surface", "line"))])
            parts.append(
                (
                    0,
                    y,
                    hole
                    if stone == "."
                    else token("xo".index(stone), "swords" if stone == "x" else "shield", CELL * 0.74),
                )
            )
        title = f"{column.name}: {stones.strip('.') or 'empty'}"
        columns.append(((i + 0.5) * CELL - wide / 2, 0, Group(parts, (CELL, tall), column.id, title)))
    sides = [_seat(view, seat, one.name) for seat, one in enumerate(catalogue.seats)]
    return Scene("Connect Four", [Panel("board", "", "board", Group(columns, (wide, tall))), *sides])


def _seat(view: Mapping[str, Any], seat: int, name: str) -> Panel:
    stones = sum(row.count("xo"[seat]) for row in view["board"])
    shown = seat_name(name, seat, view["seat"])
    return seat_panel(view, seat, shown, [words(several(stones, "stone")), *seat_tags(view, seat)], [])
