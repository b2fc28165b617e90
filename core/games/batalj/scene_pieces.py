"""The small things on the tables of Batalj's modes: plates of cards, pills, pieces and Pillage markers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlewise.core.catalogue import Thing
from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Placed,
    Words,
    badge,
    circle,
    colour,
    length,
    rectangle,
    shape,
    wrapped,
)

View = Mapping[str, Any]
MOST_AT_SIDE = 3  # seats beside whose panels others have room
ERA_GROUND = {"green": "forest", "red": "canyon", "blue": "water"}
SERIES_ICONS = {
    "castle": "castle",
    "queen": "queen",
    "scientist": "flask",
    "culture": "lyre",
    "resource": "pickaxe",
    "philosopher": "book",
}
EFFECT_ICONS = {
    "peace": "sun",
    "good_harvest": "wheat",
    "demand_imports": "trader",
    "famine": "skull",
    "tax": "gold",
    "election": "mitre",
    "blockade": "chain",
    "pillage": "army_horse",
    "regency": "crown",
    "flourishing_culture": "lyre",
    "war": "swords",
    "elective_war": "swords",
}


def icon_of(thing: Thing) -> str:
    """The pictogram of a card."""
    if thing.kind == "Event card":
        return "scroll"
    if thing.kind == "Province card":
        return "province"
    if thing.kind == "Regent card":
        return EFFECT_ICONS[thing.facts["effect"]]
    if thing.facts["series"] != "militaria":
        return SERIES_ICONS[thing.facts["series"]]
    return (
        "commander" if "commander" in thing.text else "army_cannon" if "cannon" in thing.text else "soldier"
    )


def named(thing: Thing) -> str:
    """The title of a card with its kind."""
    kind = thing.facts.get("series", thing.kind)
    era = f" of the {thing.facts['era']} era" if "era" in thing.facts else ""
    return f"{thing.name}, {kind}{era}"


def plate(thing: Thing, id: str = "", note: str = "") -> Group:
    """A History or Regent card as a plate: its era's ground, price, pictogram and name.

    :param note: what its title says besides, such as whose it is.
    """
    width, height = 160.0, 40.0
    price = thing.facts.get("price")
    name = thing.name.split(": ", 1)[-1] if thing.kind == "Regent card" else thing.name
    parts: list[Placed] = [
        (0, 0, Area(rectangle(width, height, 6), "surface", "ink-2")),
        (
            18 - width / 2,
            0,
            Area(rectangle(34, height - 2, 5), ERA_GROUND.get(thing.facts.get("era", ""), "plain")),
        ),
        (18 - width / 2, 0, Icon(icon_of(thing), 24)),
    ]
    room = width - 43 - (27 if price is not None else 0)
    size = 12 if max(length(word, 12) for word in name.split()) * 1.12 <= room else 11
    lines = wrapped(f"{name[0].upper()}{name[1:]}", room / 1.12, size, 2)
    for i, line in enumerate(lines):
        y = 4 + 14 * (i - (len(lines) - 1) / 2)
        parts.append((39 - width / 2, y, Words(line, size, anchor="start", bold=True)))
    if price is not None:
        parts.append((width / 2 - 14, 0, badge(price, "peak", size=20)))
    title = named(thing) + (f", {price} gold" if price is not None else "") + note
    return Group(parts, (width, height), id, title, thing.text)


def chip(name: str, icon: str, fill: str = "surface", id: str = "", title: str = "", text: str = "") -> Group:
    """A pictogram and a name in a frame."""
    width = 32 + 1.05 * length(name, 12)
    parts: list[Placed] = [
        (0, 0, Area(rectangle(width, 24, 6), fill, "line")),
        (13 - width / 2, 0, Icon(icon, 16)),
        (25 - width / 2, 4.5, Words(name, 12, anchor="start")),
    ]
    return Group(parts, (width, 24), id, title, text)


def card_chip(thing: Thing, id: str = "", owner: str = "", mark: str = "") -> Group:
    """A card that a seat has: its pictogram and name on its era's ground.

    :param owner: what its title says besides.
    :param mark: what stands behind its name.
    """
    fill = ERA_GROUND.get(thing.facts.get("era", ""), "plain")
    lines = wrapped(f"{thing.name}{mark}", 150, 12, 1)
    return chip(lines[0], icon_of(thing), fill, id=id, title=f"{named(thing)}{mark}{owner}", text=thing.text)


def amount(icon: str, value: int, fill: str = "ink", title: str = "", text: str = "") -> Group:
    """A small number that matters, with its pictogram."""
    width = 21 + 1.12 * length(str(value), 13)
    parts: list[Placed] = [
        (8 - width / 2, 0, Icon(icon, 15, fill)),
        (18 - width / 2, 4.5, Words(str(value), 13, fill, "start", True)),
    ]
    return Group(parts, (width, 20), title=title, text=text)


def order_row(view: View, seats: Sequence[str]) -> Iterator[Group]:
    """The seats whose turn markers are drawn, the one that has its turn ringed."""
    for place, seat in enumerate(view["order"]):
        now = place == view["place"]
        ring = Area(circle(13), "surface", "lit" if now else "line", 3 if now else 1)
        what = "has its turn" if now else "has had its turn" if place < view["place"] else "comes later"
        yield Group(
            [
                (0, 0, ring),
                (0, 0, Area(shape(seat, 18), colour(seat))),
                (0, 4, Words(str(place + 1), 11, "surface", bold=True)),
            ],
            (28, 28),
            title=f"{place + 1}. {seats[seat]}: {what}",
        )


def marker(thing: Thing, count: int = 1, id: str = "", note: str = "", size: float = 34) -> Group:
    """A Pillage marker, face up, with its value and how many of it there are."""
    value = thing.facts.get("gold", thing.facts.get("ap"))
    slays = value is None
    icon = "imperial" if slays else "chest" if "gold" in thing.facts else "chalice"
    ground, ink = ("danger", "surface") if slays else ("surface", "ink")
    parts: list[Placed] = [
        (0, 0, Area(circle(size / 2), ground, "ink", 1.5)),
        (0, 0 if slays else -size * 0.14, Icon(icon, size * (0.7 if slays else 0.48), ink)),
    ]
    if not slays:
        parts.append((0, size * 0.36, Words(str(value), max(11, size * 0.32), ink, bold=True)))
    width = size
    if count > 1:
        width += 20
        parts = [(x - 10, y, part) for x, y, part in parts]
        parts.append((size / 2 - 6, 4.5, Words(f"x{count}", 13, anchor="start", bold=True)))
    many = f", {count} of them" if count > 1 else ""
    return Group(parts, (width, size), id, f"{thing.name}{many}{note}", thing.text)
