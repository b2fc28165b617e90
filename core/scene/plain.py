"""The table of a game that does not draw itself: its numbers in words, and the things that moves touch."""

from collections.abc import Mapping
from typing import Any

from battlewise.core.catalogue import Catalogue
from battlewise.core.fields import plain
from battlewise.core.scene.parts import (
    Area,
    Group,
    Line,
    Panel,
    Scene,
    Words,
    length,
    paragraph,
    rectangle,
    seat_name,
    seat_panel,
    seat_tags,
)
from battlewise.core.slots import Slot, Slots, words


def scene(title: str, catalogue: Catalogue, kept: Slots, view: Mapping[str, Any]) -> Scene:
    """The scene of a whole view."""
    names = [one.name for one in catalogue.seats]
    shared = [one for one in kept.slots if one.name in view and not _of_all(one)]
    panels = [Panel("table", title, "hand", [_line(one, view[one.name], names) for one in shared])]
    for seat, name in enumerate(names):
        own = [_line(one, view[one.name][seat], names) for one in kept.slots if _of_all(one)]
        shown = seat_name(name, seat, view["seat"])
        panels.append(seat_panel(view, seat, shown, seat_tags(view, seat), own))
    return Scene(title, panels)


def _of_all(slot: Slot) -> bool:
    """Whether everybody sees one for each seat."""
    return slot.by_seat and slot.seen_by == "everybody"


def _line(slot: Slot, value: Any, names: list[str]) -> Line:
    heading = plain(slot.name)
    if slot.element:
        return Line([_thing(slot, i, one) for i, one in enumerate(value, 1)], heading)
    said = names[value] if slot.is_seat and not slot.count else words(value)
    return Line([paragraph(f"{heading}: {said}", text=slot.text)])


def _thing(slot: Slot, number: int, value: Any) -> Group:
    """What a move can touch: a tile with its value."""
    size = max(44.0, length(words(value), 15) + 16)
    edge = Area(rectangle(size, 44, 8), "surface", "ink", 2)
    name = f"{plain(slot.element)} {number}: {words(value)}"
    return Group(
        [(0, 0, edge), (0, 5.5, Words(words(value), 15, bold=True))],
        (size, 44),
        f"{slot.element}:{number}",
        name,
        slot.text,
    )
