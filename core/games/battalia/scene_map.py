"""The map of Battalia as a picture shows it: terrain cards with their roads, cities, places and heroes."""

from collections.abc import Mapping
from typing import Any

from battlewise.core.catalogue import Catalogue, Space, Thing
from battlewise.core.changes import listed
from battlewise.core.games.battalia.cards import FACTIONS, TERRAINS, Data
from battlewise.core.games.battalia.facts import active
from battlewise.core.games.battalia.words import SIDES
from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Placed,
    Words,
    badge,
    circle,
    colour,
    rectangle,
    shape,
    token,
)

View = Mapping[str, Any]
TILE = 64.0
MARGIN = 18.0  # of the coordinates
GROUND = dict(zip(TERRAINS, ("forest", "water", "canyon", "peak"), strict=True))
HOME = {faction: GROUND[terrain] for faction, terrain in zip(FACTIONS, TERRAINS, strict=True)}
TO_SIDE = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
# The exits of a card as it lies in its deck.
AS_PRINTED = {
    "city_end": "s",
    "city_straight": "ns",
    "city_corner": "es",
    "city_three": "esw",
    "city_cross": "nesw",
    "road_straight": "ns",
    "road_turn": "es",
    "road_tee": "esw",
    "road_cross": "nesw",
}
HERO = 30.0
HERO_SPOTS = ((-17, 17), (17, 17), (-17, -17), (0, 0), (17, -17), (0, 20), (-20, 0), (20, 0))
PLACE_ICONS = {"ruins": "ruins", "sanctuary": "sanctuary", "peak": "volcano"}


def tile(card: str, exits: str, terrain: str | None, size: float = TILE) -> list[Placed]:
    """A terrain card without what stands on it."""
    half, wide = size / 2, size * 0.22
    parts: list[Placed] = [
        (0, 0, Area(rectangle(size - 2, size - 2, size / 10), GROUND.get(terrain or "", "stone"), "line"))
    ]
    if terrain and size >= TILE:
        parts.append((-21, -21, Icon(terrain, 14, "ink-2")))
    ways = [(x * half, y * half) for x, y in (TO_SIDE[one] for one in exits)]
    if len(ways) == 2 and ways[0][0] + ways[1][0] and not card.startswith("city"):
        (x1, y1), (x2, y2) = ways
        road = f"M{x1:g} {y1:g}Q0 0 {x2:g} {y2:g}"
    else:
        road = "".join(f"M0 0L{x:g} {y:g}" for x, y in ways)
    parts += [(0, 0, Area(road, "none", "ink-2", wide)), (0, 0, Area(road, "none", "road", wide * 0.7))]
    if card.startswith("city") and size < TILE:
        parts += [(0, 0, Area(circle(size * 0.3), "surface", "ink")), (0, 0, Icon("castle", size * 0.4))]
    return parts


class Map:
    """Draws the map of a game.

    :param catalogue: of the game's chosen options.
    """

    def __init__(self, catalogue: Catalogue, both: Data, options: Mapping[str, Any]) -> None:
        self.squares = [one for one in catalogue.spaces if one.kind == "square"]
        self.things = catalogue.things
        self.seats = [one.name for one in catalogue.seats]
        self.titles = both.titles
        sanctuary, keeper, *_ = both.terrain.volcano
        self.guards = {"ruins": options["ruins_strength"], "sanctuary": sanctuary, "peak": keeper}

    def board(self, view: View) -> Group:
        """All squares, with letters above and numbers at the left."""
        columns = sorted({one.place[0] for one in self.squares if one.place})
        rows = sorted({one.place[1] for one in self.squares if one.place})
        left = (columns[0] + columns[-1]) / 2 - MARGIN / 2 / TILE
        top = (rows[0] + rows[-1]) / 2 - MARGIN / 2 / TILE
        wide, tall = len(columns) * TILE + MARGIN, len(rows) * TILE + MARGIN
        parts: list[Placed] = []
        for one in columns:
            parts.append(((one - left) * TILE, 13 - tall / 2, Words("abcdefg"[int(one)], 12, "ink-2")))
        for one in rows:
            parts.append((6 - wide / 2, (one - top) * TILE + 4, Words(f"{one + 1:g}", 12, "ink-2")))
        for space in self.squares:
            assert space.place
            x, y = (space.place[0] - left) * TILE, (space.place[1] - top) * TILE
            parts.append((x, y, self._square(view, space)))
        return Group(parts, (wide, tall))

    def _square(self, view: View, space: Space) -> Group:
        name = space.id.partition(":")[2]
        there = view["map"].get(name)
        size = (TILE, TILE)
        if there is None:
            parts: list[Placed] = [(0, 0, Area(rectangle(TILE - 2, TILE - 2, 6), "plain", "line"))]
            if name not in view["impassable"]:
                return Group(parts, size, space.id, f"{space.name}: empty")
            parts[0] = (0, 0, Area(rectangle(TILE - 2, TILE - 2, 6), "stone", "line"))
            parts.append((0, 0, Area("M-16-16 16 16M16-16-16 16", "none", "ink-2", 7)))
            return Group(
                parts,
                size,
                space.id,
                f"{space.name}: impassable",
                "No terrain card that is left fits here.",
            )
        parts = tile(there["card"], there["exits"], there["terrain"])
        if there["card"].startswith("city"):
            parts.append((0, 0, self._city(name, there)))
        elif there["card"] in PLACE_ICONS:
            parts.append((0, 0, self._place(there)))
        parts += self._heroes(view, name)
        thing = self.things[f"deck:{there['card']}"]
        roads = listed([SIDES[one] for one in there["exits"]])
        ground = f" in the {there['terrain']}" if there["terrain"] else ""
        title = f"{space.name}: {thing.name}{ground}{self._whose(there)}, roads {roads}"
        text = thing.text if there["card"] in PLACE_ICONS else ""
        return Group(parts, size, space.id, title, text)

    def _city(self, name: str, there: View) -> Group:
        owner, level = there["owner"], there["level"]
        fill, ink = (colour(owner), "surface") if isinstance(owner, int) else ("surface", "ink")
        seat = owner if isinstance(owner, int) else None
        return Group(
            [
                (0, 0, Area(circle(19), "surface", fill if seat is not None else "ink", 2.5)),
                (0, -1, Icon("castle", 24)),
                (17, -17, Area(shape(seat, 20), fill, ink, 1.5, dashed=owner == "free")),
                (17, -12, Words(str(level), 14, ink, bold=True)),
            ],
            (40, 40),
            f"city:{name}",
            f"{self.titles[there['card']]} on {name}{self._whose(there)}",
            self.things[f"level:{level}"].text if f"level:{level}" in self.things else "",
        )

    def _place(self, there: View) -> Group:
        owner = there.get("owner")
        strength = there["level"] if owner is not None else self.guards[there["card"]]
        return Group(
            [
                (0, 0, Area(circle(19), "surface", "ink" if owner is None else colour(owner), 2.5)),
                (0, 0, Icon(PLACE_ICONS[there["card"]], 25)),
                (17, -17, Area(shape(owner, 22), colour(owner), "surface", 1.5)),
                (17, -12, Words(str(strength), 13, "surface", bold=True)),
            ],
            (40, 40),
        )

    def _whose(self, there: View) -> str:
        owner = there.get("owner")
        level = f" of level {there['level']}" if "level" in there else ""
        if there["card"] == "peak":
            return ", ruled by the Keeper" if owner is None else f", ruled by {self.seats[owner]}"
        if owner is None:
            return ""
        return f"{level}, {owner if isinstance(owner, str) else f'of {self.seats[owner]}'}"

    def _heroes(self, view: View, square: str) -> list[Placed]:
        here = [
            (seat, number)
            for seat, player in enumerate(view["players"])
            for number, where in enumerate(player["heroes"], 1)
            if where == square
        ]
        return [
            (x, y, self.hero(seat, number, f" on {square}", HERO, self._roamed(view, seat, number)))
            for (x, y), (seat, number) in zip(HERO_SPOTS, here, strict=False)
        ]

    def _roamed(self, view: View, seat: int, number: int) -> bool:
        return view["first"] is not None and active(view) == seat and view["roamed"][number - 1]

    def hero(self, seat: int, number: int, where: str, size: float, has_roamed: bool = False) -> Group:
        """A hero, on the map or waiting to be hired."""
        thing: Thing = self.things[f"hero:{seat}:{number}"]
        marks = [badge("moved", icon=True, size=14)] if has_roamed else []
        title = f"{thing.name}{where}{', has roamed' if has_roamed else ''}"
        return token(seat, "hero", size, badges=marks, id=thing.id, title=title, text=thing.text)
