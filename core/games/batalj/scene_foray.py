"""A foray as a picture: the Pillage map with roads, towns, markers and riders, and what each rider has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlewise.core.catalogue import Space, Thing
from battlewise.core.changes import several
from battlewise.core.games.batalj.scene_pieces import marker, order_row
from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Line,
    Panel,
    Placed,
    Words,
    circle,
    circles,
    die,
    leader,
    length,
    paragraph,
    polygon,
    rectangle,
    seat_name,
    seat_panel,
    seat_tags,
    tag,
    token,
    words,
)

View = Mapping[str, Any]
UNIT = 44.0  # pixels of a unit of the map
LABEL = 13.0  # size of a town's name
EDGE = 0.8  # units from the outermost space to the edge
GOLD_OF_AP = 20
TOWNS = ("start city", "small city")
SEAS = (
    ((-0.8, -0.8), (8.9, -0.8), (8.2, 0.3), (7, 0.8), (5, 1.1), (3.4, 1.2), (1, 1.9), (-0.8, 1.6)),
    ((11.3, -0.8), (14.9, -0.8), (14.9, 2.7), (14, 2.4), (13, 0.9), (12.1, 0.1)),
)


class Foray:
    """Draws forays.

    :param spaces: those of the Pillage map.
    :param markers: the kinds of Pillage markers by id.
    :param seats: the names of the seats.
    """

    def __init__(self, spaces: Sequence[Space], markers: Mapping[str, Thing], seats: Sequence[str]) -> None:
        self.spaces = spaces
        self.markers = markers
        self.seats = seats
        places = {one.id: one.place or (0, 0) for one in spaces}
        xs, ys = ([place[k] for place in places.values()] for k in (0, 1))
        left, top = min(xs, default=0), min(ys, default=0)
        self.size = (
            (max(xs, default=0) - left + 2 * EDGE) * UNIT,
            (max(ys, default=0) - top + 2 * EDGE) * UNIT,
        )
        self.at = {one: self._on(x - left, y - top) for one, (x, y) in places.items()}
        self.sides = {one.id: self._side(one) for one in spaces if one.kind in TOWNS}

    def panels(self, view: View) -> Iterator[Panel]:
        """The map, the march and the markers that nobody has seen."""
        foray = view["foray"]
        yield Panel("pillage", "", "board", self._board(view))
        lines = [Line([words(f"{foray['marches']} rounds of marches are over", 12, "ink-2")])]
        if foray["die"]:
            says = words(f"up to {several(foray['die'], 'step')}", bold=True)
            lines.append(Line([die(foray["die"], title=f"The die shows {foray['die']}"), says]))
        if view["order"] and "reign" not in view:
            lines.append(Line(list(order_row(view, self.seats)), "order of turns"))
        yield Panel("march", "Foray", "side", lines)
        yield Panel("markers", "Pillage markers", "hand", list(self._unseen(foray)))

    def rider(self, view: View, seat: int) -> Iterator[Line]:
        """What a seat's rider does and carries, and what the seat has brought home."""
        rider = view["foray"]["riders"][seat]
        if rider["status"] == "riding":
            at = next((one for one in self.spaces if one.id == f"space:{rider['at']}"), None)
            where = f"{'on' if at.kind == 'road' else 'at'} {at.name}" if at else "not started"
            yield Line([paragraph(f"{where}{', still to set out' if rider['waiting'] else ''}", most=3)])
        for key, heading in (("booty", "carries"), ("loot", "brought home")):
            if rider[key]:
                found = [marker(self.markers[f"marker:{one}"], n) for one, n in rider[key].items()]
                yield Line(found, f"{heading}: worth {self.worth(rider[key])} gold")

    def states(self, view: View, seat: int) -> Iterator[Group]:
        """Whether a seat's rider is slain or home."""
        status = view["foray"]["riders"][seat]["status"]
        if status in ("slain", "home"):
            yield tag(status, "danger" if status == "slain" else "ink")

    def worth(self, markers: Mapping[str, int]) -> int:
        """The gold that markers are worth, 20 an AP."""
        facts = ((self.markers[f"marker:{one}"].facts, n) for one, n in markers.items())
        return sum(n * (of.get("gold", 0) + GOLD_OF_AP * of.get("ap", 0)) for of, n in facts)

    def _unseen(self, foray: Mapping[str, Any]) -> Iterator[Line]:
        unseen, down = foray["unseen"], len(foray["face_down"])
        total = sum(unseen.values())
        for key, heading in (
            ("unseen", f"not seen yet: {total}, of which {down} lie face down on the map"),
            ("returned", "back in the box"),
        ):
            if foray[key]:
                yield Line(
                    [self._kind(one, n, total if key == "unseen" else 0) for one, n in foray[key].items()],
                    heading,
                )

    def _kind(self, name: str, number: int, total: int) -> Group:
        """Markers of a kind; of those that nobody has seen the chance to turn one over."""
        chance = f": {round(100 * number / total)} % of a marker turned over" if total else ""
        return marker(self.markers[f"marker:{name}"], number, note=chance)

    # -- the map

    def _board(self, view: View) -> Group:
        foray = view["foray"]
        parts: list[Placed] = [(0, 0, Area(rectangle(*self.size, 8), "plain", "line"))]
        parts += [(0, 0, Area(polygon(self._on(*one) for one in sea), "water")) for sea in SEAS]
        parts.append((0, 0, Area(self._roads(), "none", "hill", 7)))
        dots = [self.at[one.id] for one in self.spaces if one.kind == "road"]
        parts.append((0, 0, Area(circles(dots, 8), "surface", "ink")))
        riders = [(seat, one["at"]) for seat, one in enumerate(foray["riders"]) if one["at"] is not None]
        down = foray["face_down"]
        for one in self.spaces:
            here = [
                seat
                for seat, at in riders
                if one.id == f"space:{at}" and foray["riders"][seat]["status"] == "riding"
            ]
            parts.append((*self.at[one.id], self._space(one, one.id.partition(":")[2] in down, here)))
        parts += [(*self.at[one], self._label(one)) for one in self.sides]
        return Group(parts, self.size)

    def _space(self, space: Space, is_down: bool, here: Sequence[int]) -> Group:
        """A space; that of a road is larger than its dot, which lies below, for fingers."""
        parts: list[Placed]
        if space.kind == "start city":
            parts = [(0, 0, Area(rectangle(40, 40, 7), "stone", "ink", 2)), (0, 0, Icon("home", 26))]
        elif space.kind == "small city":
            parts = [(0, 0, Area(circle(20), "surface", "ink", 1.5)), (0, 0, Icon("city", 24, "ink-2"))]
            if is_down:
                parts[1:] = [(0, 0, Icon("marker", 31))]
        else:
            parts = [(0, 0, Area(circle(18), "none"))]
        for i, seat in enumerate(here):
            x = (i - (len(here) - 1) / 2) * 20
            parts.append((x, -6 if is_down else 0, token(seat, "army_horse", 28)))
        has = ["a face-down marker"] * is_down + [f"{self.seats[seat]}'s rider" for seat in here]
        title = f"{space.name}: {', '.join(has)}" if has else space.name
        return Group(parts, (40, 40), space.id, title[0].upper() + title[1:])

    def _label(self, space: str) -> Group:
        name = next(one.name for one in self.spaces if one.id == space)
        x, y, width = self.sides[space]
        return Group(
            [(x, y, Area(rectangle(width, 19, 6), "surface")), (x, y + 5, Words(name, LABEL, bold=True))],
            (width, 19),
        )

    def _side(self, space: Space) -> tuple[float, float, float]:
        """Where a town's name covers the fewest spaces, from the town, and how wide it is."""
        width = 1.1 * length(space.name, LABEL) + 6
        x, y = self.at[space.id]
        aside = width / 2 + 23
        found = [(0.0, 30.0), (0.0, -30.0), (aside, 0.0), (-aside, 0.0)]
        found += [(shift * width, below) for below in (30.0, -30.0) for shift in (-0.25, 0.25)]

        def covered(place: tuple[float, float]) -> float:
            u, v = x + place[0], y + place[1]
            out = abs(u) + width / 2 > self.size[0] / 2 or abs(v) + 8 > self.size[1] / 2
            return 9 * out + sum(
                abs(a - u) < width / 2 + 16 and abs(b - v) < 24
                for one, (a, b) in self.at.items()
                if one != space.id
            )

        return (*min(found, key=covered), width)

    def _roads(self) -> str:
        lines = []
        for one in self.spaces:
            for other in one.neighbours:
                if one.id < other:
                    (x, y), (u, v) = self.at[one.id], self.at[other]
                    lines.append(f"M{x:g} {y:g}L{u:g} {v:g}")
        return "".join(lines)

    def _on(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the map lies on the board, from its centre."""
        return round((x + EDGE) * UNIT - self.size[0] / 2, 1), round((y + EDGE) * UNIT - self.size[1] / 2, 1)


def is_on(view: View) -> bool:
    """Whether a foray is ridden or prepared."""
    return any(one["status"] == "riding" for one in view["foray"]["riders"]) or view["phase"] == "markers"


def rider_panel(foray: Foray, view: View, seat: int) -> Panel:
    """The panel of a seat in a foray alone."""
    riders = view["foray"]["riders"]
    has = [foray.worth(one["booty"]) + foray.worth(one["loot"]) for one in riders]
    name = seat_name(foray.seats[seat], seat, view["seat"])
    winners = [i for i, one in enumerate(has) if one == max(has)] if view["phase"] == "over" else []
    tags = seat_tags(view, seat, None, len(has) > 1 and leader(has) == seat, winners)
    piece = token(seat, "army_horse", 30, id=f"seat:{seat}", title=name)
    first = [*tags, *foray.states(view, seat)]
    return seat_panel(view, seat, name, first, list(foray.rider(view, seat)), piece)
