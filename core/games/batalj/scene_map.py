"""The realm as a picture: land, provinces in their owners' colours, and the countries with traders."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from battlewise.core.catalogue import Space, Thing
from battlewise.core.changes import several
from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Placed,
    Words,
    badge,
    circles,
    colour,
    length,
    polygon,
    rectangle,
    shape,
)

View = Mapping[str, Any]
Point = tuple[float, float]
ACROSS, DOWN = 66.0, 62.0  # pixels of a unit of the map
LEFT, TOP, RIGHT, BOTTOM = -0.15, -0.55, 9.55, 8.55  # of the drawing, in such units
# Coasts: of what belongs to nobody, and of the lands in which provinces lie.
ABROAD = (
    ((5.6, -0.55), (9.55, -0.55), (9.55, 8.55), (0.5, 8.55), (0.8, 6.6), (0.75, 5.5), (1.5, 5.1), (2.05, 5.5),
     (2.15, 6.6), (2.5, 7.2), (3.1, 7), (4.7, 6.95), (5.6, 7.1), (6.4, 7), (6.5, 4.95), (8, 4.7), (9, 4.2),
     (7.2, 1.1), (5.7, 1)),
    ((1.95, -0.55), (2.7, -0.55), (2.2, 0.7), (2.9, 1.8), (2.9, 3.4), (2.3, 4.4), (1.6, 4.7), (0.9, 4.1),
     (0.85, 2.6), (1.2, 1)),
)  # fmt: skip
LANDS = (
    ((2.6, -0.55), (5.65, -0.55), (5.75, 0.9), (5.5, 1.25), (5.05, 1.25), (5, 2.3), (4.75, 2.9), (5.25, 3.2),
     (5.2, 3.8), (4.75, 4.1), (4.8, 4.8), (4.4, 5.9), (3.6, 6.05), (3.45, 6.6), (2.5, 6.6), (2.3, 5.8),
     (1.9, 5), (2.3, 4.3), (2.6, 3.4), (2.6, 2.2), (1.4, 2), (1.35, 1.1), (2.15, 0.6)),
    ((5.85, 1.1), (6.6, 0.95), (7.6, 1.2), (8.9, 2.2), (9.3, 3.1), (8.9, 4), (8, 4.35), (6.9, 4.6),
     (5.95, 4.4), (5.65, 3.8), (5.95, 3), (5.75, 2)),
    ((6.6, 4.95), (8.2, 4.75), (8.25, 7), (6.5, 7), (6.45, 6)),
    ((3.2, 7), (4.7, 6.95), (4.65, 8.55), (3.2, 8.55)),
    ((4.75, 5.05), (5.6, 4.95), (5.75, 5.6), (5, 5.85)),
    ((0, -0.35), (0.9, -0.4), (1.05, 0.2), (0.6, 0.42), (0, 0.35)),
    ((0, 0.9), (0.7, 0.8), (1.05, 1.1), (0.9, 1.55), (0.1, 1.6)),
)  # fmt: skip
LABELS = ((1.5, 3.2, "Norway"), (5.35, 2.5, "Bothnia"), (5.6, 6.3, "Baltic Sea"), (8.4, 0.6, "Russian lands"))


class Map:
    """Draws the map of the realm.

    :param spaces: the provinces and countries.
    :param fiefs: the Province cards by id.
    :param seats: the names of the seats.
    """

    def __init__(self, spaces: Sequence[Space], fiefs: Mapping[str, Thing], seats: Sequence[str]) -> None:
        self.fiefs = fiefs
        self.seats = seats
        self.countries = [one for one in spaces if one.kind == "country"]
        self.provinces = [one for one in spaces if one.kind == "province"]
        self.at = {one.id: one.place or (0, 0) for one in spaces}
        self.cells = {one.facts["card"]: self._cell(one.id) for one in self.provinces}
        self.borders = self._links()

    def board(self, view: View, elsewhere: Mapping[str, int]) -> Group:
        """The map.

        :param elsewhere: the fiefs whose cards are asked for elsewhere in the picture.
        """
        owners = self.owners(view)
        parts: list[Placed] = [(0, 0, Area(rectangle(*_size(), 8), "water", "line"))]
        parts += [(0, 0, Area(_path(coast), "stone", "ink-2")) for coast in ABROAD]
        for fief, cell in self.cells.items():
            owner = owners[fief]
            ground = f"tint-{owner}" if isinstance(owner, int) else "plain" if owner == "bank" else "stone"
            parts.append((0, 0, Area(cell, ground, "surface", 2)))
        parts += [(0, 0, Area(_path(coast), "none", "ink-2")) for coast in LANDS]
        parts.append((0, 0, Area(self.borders, "none", "ink-2", 1, True)))
        parts += [(*_on((x, y)), Words(text, 12)) for x, y, text in LABELS]
        for one in self.provinces:
            fief = one.facts["card"]
            asked = "" if fief.partition(":")[2] in elsewhere else fief
            parts.append((*_on(self.at[one.id]), self._plate(view, fief, owners[fief], asked)))
        for one in self.countries:
            parts.append((*_on(self.at[one.id]), self._country(view, one)))
        return Group(parts, _size())

    def owners(self, view: View) -> dict[str, int | str]:
        """Of each fief its seat, "bank" or its country."""
        held = {f"fief:{one}": seat for seat, own in enumerate(view["players"]) for one in own["fiefs"]}
        free = view["realm"]["free"]
        return {
            one: held[one]
            if one in held
            else "bank"
            if one.partition(":")[2] in free
            else card.facts["start"]
            for one, card in self.fiefs.items()
        }

    def _plate(self, view: View, fief: str, owner: int | str, id: str) -> Group:
        card, realm = self.fiefs[fief], view["realm"]
        name = fief.partition(":")[2]
        troops = card.facts["troops"] + (name in realm["enlisted"])
        width = max(64, round(1.12 * length(card.name, 11) + 10))
        seat = owner if isinstance(owner, int) else None
        line = colour(seat) if seat is not None else "ink-2"
        parts: list[Placed] = [
            (0, 0, Area(rectangle(width, 41, 6), "surface", line, 2 if seat is not None else 1)),
            (0, -5, Words(card.name, 11, bold=True)),
        ]
        if seat is not None:
            parts.append((-22, 10, Area(shape(seat, 12), colour(seat))))
        else:
            price = card.facts["price"]
            parts.append((-22, 9.5, badge(price, "peak", size=18) if owner == "bank" else Icon("flag", 13)))
        parts += [
            (-5, 10, Icon("crown", 11)),
            (2, 14, Words(str(card.facts["crowns"]), 11, anchor="start", bold=True)),
            (15, 10, Icon("soldier", 12)),
            (21, 14, Words(str(troops), 11, anchor="start", bold=True)),
        ]
        marks = [
            ("roads", "link", "better roads"),
            ("enlisted", "reinforce", "one troop enlisted"),
            ("blighted", "close", "brings nothing in this reign"),
        ]
        now = [(icon, what) for key, icon, what in marks if name in realm[key]]
        parts += [
            (width / 2 + 1 - 15 * i, -20, badge(icon, icon=True, size=15)) for i, (icon, _) in enumerate(now)
        ]
        whose = f"{self.seats[owner]}'s" if isinstance(owner, int) else f"the {owner}'s"
        crowns = several(card.facts["crowns"], "crown")
        has = f"{crowns}, {several(troops, 'troop')}, worth {card.facts['price']} gold"
        title = f"{card.name}, {whose}: {', '.join([has, *(what for _, what in now)])}"
        return Group(parts, (width, 41), id, title.replace("the bank's", "of the bank"), card.text)

    def _country(self, view: View, space: Space) -> Group:
        name = space.id.partition(":")[2]
        room, there = space.facts["room"], [own["traders"].get(name, 0) for own in view["players"]]
        enemy = view["enemy"] == name
        parts: list[Placed] = [
            (0, 0, Area(rectangle(79, 58, 6), "surface", "danger" if enemy else "ink", 2 if enemy else 1)),
            (-31, -18, Icon("swords" if enemy else "flag", 13, "danger" if enemy else "ink")),
            (-22, -14, Words(space.name, 11, anchor="start", bold=True)),
        ]
        traders = [seat for seat, n in enumerate(there) for _ in range(n)]
        places = [((i % 4 - 1.5) * 18, i // 4 * 18 - 1.0) for i in range(max(room, len(traders)))]
        for (x, y), seat in zip(places, traders, strict=False):
            parts.append((x, y, Area(shape(seat, 14), colour(seat))))
        if free := circles(places[len(traders) :], 6):
            parts.append((0, 0, Area(free, "none", "ink-2", 1, True)))
        who = ", ".join(f"{n} of {self.seats[seat]}" for seat, n in enumerate(there) if n) or "none"
        income = ", ".join(map(str, space.facts["income"]))
        return Group(
            parts,
            (79, 58),
            space.id,
            f"{space.name}: traders {who}; room for {room}" + (", at war with Sweden" if enemy else ""),
            f"1 to {len(space.facts['income'])} own traders here bring {income} gold.",
        )

    def _cell(self, province: str) -> str:
        """What lies nearer to a province than to the others of its land."""
        own = self.at[province]
        land = next((one for one in LANDS if _inside(own, one)), ())
        cell = list(land)
        for other in self.provinces:
            if other.id != province and _inside(self.at[other.id], land):
                cell = list(_nearer(cell, own, self.at[other.id]))
        return _path(cell) if cell else rectangle(0, 0)

    def _links(self) -> str:
        """A line between each two neighbours."""
        lines = []
        for one in self.provinces:
            for other in one.neighbours:
                if one.id < other:
                    (x, y), (u, v) = _on(self.at[one.id]), _on(self.at[other])
                    lines.append(f"M{x:.4g} {y:.4g}L{u:.4g} {v:.4g}")
        return "".join(lines) or "M0 0z"


def _size() -> Point:
    return (RIGHT - LEFT) * ACROSS, (BOTTOM - TOP) * DOWN


def _on(place: Sequence[float]) -> Point:
    """Where a place of the map lies on the board, from its centre."""
    x, y = place
    return round((x - (LEFT + RIGHT) / 2) * ACROSS, 1), round((y - (TOP + BOTTOM) / 2) * DOWN, 1)


def _path(points: Sequence[Point]) -> str:
    return polygon(_on(one) for one in points)


def _inside(point: Sequence[float], outline: Sequence[Point]) -> bool:
    x, y = point
    crossed = False
    for (a, b), (c, d) in _edges(outline):
        if (b > y) != (d > y) and x < a + (y - b) * (c - a) / (d - b):
            crossed = not crossed
    return crossed


def _edges(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return pairwise([*outline, *outline[:1]])


def _nearer(outline: Sequence[Point], own: Sequence[float], other: Sequence[float]) -> Iterator[Point]:
    """The part of an outline that is nearer to one point than to another."""
    wide, deep = other[0] - own[0], other[1] - own[1]
    middle = wide * (own[0] + other[0]) / 2 + deep * (own[1] + other[1]) / 2
    for (a, b), (c, d) in _edges(outline):
        here, there = wide * a + deep * b - middle, wide * c + deep * d - middle
        if here <= 0:
            yield a, b
        if (here < 0 < there) or (there < 0 < here):
            part = here / (here - there)
            yield a + part * (c - a), b + part * (d - b)
