"""What a scene is made of: a few primitives, and the things of a table composed of them.

Lengths are in pixels of a picture at its natural size; `x` grows to the right, `y` downwards. A part is drawn
around the point where it is placed. Colours are the names in `style`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

SEAT_SHAPES = 5
SPOTS = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
PENTAGON = ((0, -1.1), (1.1, -0.25), (0.7, 1), (-0.7, 1), (-1.1, -0.25))
TEXT = 13


@dataclass(frozen=True, slots=True)
class Area:
    """A filled outline, or a line.

    :param path: as in the attribute `d` of SVG.
    :param fill: a colour, or "none".
    :param line: the colour of the outline; empty: it has none.
    :param width: of the outline.
    """

    path: str
    fill: str = "none"
    line: str = ""
    width: float = 1
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Icon:
    """A pictogram, by its name in `pictograms.toml`."""

    name: str
    size: float = 16
    fill: str = "ink"


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; its baseline is where it is placed.

    :param anchor: what of it is placed there.
    """

    text: str
    size: float = TEXT
    fill: str = "ink"
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False


Placed = tuple[float, float, "Area | Icon | Words | Group"]


@dataclass(frozen=True, slots=True)
class Group:
    """A thing on the table, or parts that lie together. Its first area is the edge that shows its state.

    :param parts: where each lies, from the group's centre, the lowest first.
    :param size: width and height.
    :param id: as in `Move.touches`; empty if no move touches it.
    :param title: its name for a player.
    :param text: what it does or how it stands, in words.
    :param later: whether it will be asked about in this step if others are put off.
    :param rolled: whether it is a die, which pages let roll.
    """

    parts: Sequence[Placed]
    size: tuple[float, float] = (0, 0)
    id: str = ""
    title: str = ""
    text: str = ""
    later: bool = False
    rolled: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Things in rows that wrap at the width of their panel, under a heading if there is one."""

    things: Sequence[Group]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the table.

    :param where: its place in the frame.
    :param content: a board, scaled to its place; or lines of things.
    :param tallest: the most height of a board.
    :param is_asked: whether its seat has to decide: it has a bold edge.
    """

    id: str
    title: str
    where: Literal["board", "side", "hand"]
    content: Group | Sequence[Line]
    seat: int | None = None
    tallest: float = 640
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies where for a viewer.

    :param title: what the picture shows, in a sentence.
    """

    title: str
    panels: Sequence[Panel] = field(default_factory=tuple)


def rectangle(width: float, height: float, radius: float = 0) -> str:
    """The path of a rectangle around its centre."""
    x, y, r = width / 2, height / 2, radius
    if not r:
        return f"M{-x:g} {-y:g}h{width:g}v{height:g}h{-width:g}z"
    w, h = width - 2 * r, height - 2 * r
    return (
        f"M{r - x:g} {-y:g}h{w:g}a{r:g} {r:g} 0 0 1 {r:g} {r:g}v{h:g}a{r:g} {r:g} 0 0 1 {-r:g} {r:g}"
        f"h{-w:g}a{r:g} {r:g} 0 0 1 {-r:g} {-r:g}v{-h:g}a{r:g} {r:g} 0 0 1 {r:g} {-r:g}z"
    )


def circle(radius: float) -> str:
    """The path of a circle around its centre."""
    r = f"{radius:g}"
    return f"M-{r} 0a{r} {r} 0 1 1 {2 * radius:g} 0a{r} {r} 0 1 1 {-2 * radius:g} 0z"


def circles(centres: Iterable[tuple[float, float]], radius: float) -> str:
    """The path of several circles of a size."""
    r = f"{radius:.3g}"
    arcs = f"a{r} {r} 0 1 1 {2 * radius:.3g} 0a{r} {r} 0 1 1 {-2 * radius:.3g} 0z"
    return "".join(f"M{round(x - radius, 1):g} {round(y, 1):g}{arcs}" for x, y in centres)


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """The path of a polygon."""
    return "M" + " ".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in points) + "z"


def hexagon(size: float) -> str:
    """The path of a regular hexagon with a corner at the top.

    :param size: from side to side.
    """
    r = size / 3**0.5
    corners = [
        (0, -r),
        (size / 2, -r / 2),
        (size / 2, r / 2),
        (0, r),
        (-size / 2, r / 2),
        (-size / 2, -r / 2),
    ]
    return polygon(corners)


def shape(seat: int | None, size: float) -> str:
    """The path of a seat's shape: circle, square, diamond, triangle, pentagon; of no seat a hexagon."""
    half = size / 2
    if seat is None:
        return hexagon(size)
    return (
        circle(half),
        rectangle(size * 0.9, size * 0.9, size * 0.1),
        polygon([(0, -half * 1.15), (half * 1.15, 0), (0, half * 1.15), (-half * 1.15, 0)]),
        polygon([(0, -half * 1.15), (half * 1.2, half * 0.9), (-half * 1.2, half * 0.9)]),
        polygon((half * x, half * y) for x, y in PENTAGON),
    )[seat % SEAT_SHAPES]


def seat_name(name: str, seat: int, viewer: int | None) -> str:
    """A seat's name for a viewer, whose own seat is marked."""
    return f"{name} (you)" if seat == viewer else name


def leader(values: Sequence[float]) -> int | None:
    """The only seat that has the most; None if several have it."""
    most = max(values)
    return values.index(most) if values.count(most) == 1 else None


def colour(seat: int | None) -> str:
    """The colour of a seat; of neutral things that of ink."""
    return "ink" if seat is None else f"seat-{seat % SEAT_SHAPES}"


def badge(
    mark: str | int, fill: str = "surface", ink: str = "ink", icon: bool = False, size: float = 17
) -> Group:
    """A small disc with a number, a letter or a pictogram.

    :param icon: whether `mark` is a pictogram's name.
    """
    text = max(11, size * (0.7 if len(str(mark)) < 2 else 0.6))
    inside: Placed = (
        (0, 0, Icon(str(mark), size * 0.72, ink))
        if icon
        else (0, text * 0.36, Words(str(mark), text, ink, bold=True))
    )
    return Group([(0, 0, Area(circle(size / 2), fill, "ink")), inside], (size, size))


def token(
    seat: int | None,
    icon: str,
    size: float = 40,
    pips: tuple[int, int] | None = None,
    badges: Sequence[Group] = (),
    **names: Any,
) -> Group:
    """A piece: the seat's shape with a pictogram.

    :param pips: figures or health left, and at first.
    :param badges: its marks, from the upper right downwards.
    :param names: its id, title and text.
    """
    parts: list[Placed] = [
        (0, 0, Area(shape(seat, size), colour(seat), "surface", 1.5)),
        (0, 0, Icon(icon, size * 0.66, "surface")),
    ]
    if pips:
        parts.append((0, size * 0.38, dots(*pips, seat, size * (0.06 if pips[1] > 4 else 0.08))))
    parts += [(size * 0.42, size * (0.36 * i - 0.42), one) for i, one in enumerate(badges)]
    return Group(parts, (size, size), **names)


def dots(left: int, total: int, seat: int | None, radius: float) -> Group:
    """A small dot for each figure or point of health in a pill, hollow if it is lost."""
    step = 2.5 * radius
    width = step * total + radius
    at = [(step * (i - (total - 1) / 2), 0.0) for i in range(total)]
    parts: list[Placed] = [(0, 0, Area(rectangle(width, 3 * radius, 1.5 * radius), "surface", "line"))]
    if left:
        parts.append((0, 0, Area(circles(at[:left], radius), colour(seat))))
    if left < total:
        parts.append((0, 0, Area(circles(at[left:], radius * 0.85), "none", "danger", radius * 0.35)))
    return Group(parts, (width, 3 * radius))


CARD = (104.0, 146.0)


def card(
    name: str,
    icon: str | Group,
    band: str,
    cost: str | int | None = None,
    numbers: Sequence[tuple[str, str | int]] = (),
    words: str = "",
    count: int = 1,
    **names: Any,
) -> Group:
    """An open card: cost, title in a band of its kind's colour, pictogram, words, numbers.

    :param icon: a pictogram's name, or what stands in its place.
    :param numbers: a pictogram and what stands beside it, along the lower edge.
    :param words: what it does; what does not fit stands in the text alone.
    :param count: how many of them lie there.
    """
    width, height = CARD
    dark = band.startswith("seat") or band in ("ink", "ink-2", "accent")
    room = (width - (32 if cost is not None else 8)) / 1.12  # titles are bold
    titles = wrapped(name, room, 12, 2)
    size = 12 if all(length(one, 12) <= room for one in titles) else 11
    parts: list[Placed] = [
        (0, 0, Area(rectangle(width, height, 7), "surface", "ink-2")),
        (0, 17 - height / 2, Area(rectangle(width - 2, 32, 6), band)),
    ]
    middle = 11.0 if cost is not None else 0.0
    for i, line in enumerate(titles):
        parts.append(
            (
                middle,
                21 - height / 2 + (i - (len(titles) - 1) / 2) * 13,
                Words(line, size, "surface" if dark else "ink", bold=True),
            )
        )
    if cost is not None:
        parts.append((15 - width / 2, 17 - height / 2, badge(cost, size=20)))
    parts.append((0, 50 - height / 2, Icon(icon, 26) if isinstance(icon, str) else icon))
    for i, line in enumerate(wrapped(words, width - 12, 11, 4 if numbers else 6)):
        parts.append((5 - width / 2, 75 - height / 2 + 13 * i, Words(line, 11, anchor="start")))
    step = (width - 8) / max(len(numbers), 3)
    for i, (what, number) in enumerate(numbers):
        x = 12 - width / 2 + step * i
        parts += [
            (x, height / 2 - 12, Icon(what, 14)),
            (x + 9, height / 2 - 7.5, Words(str(number), 12, anchor="start", bold=True)),
        ]
    if count > 1:
        parts.append((width / 2 - 14, 44 - height / 2, badge(f"x{count}", "ink", "surface", size=20)))
    return Group(parts, CARD, **names)


def back(seat: int | None, count: int, name: str, **names: Any) -> Group:
    """Cards that lie face down: how many, whose.

    :param name: what they are, such as "hand" or "deck".
    """
    parts: list[Placed] = [
        (0, -8, Area(rectangle(34, 46, 4), colour(seat), "ink-2")),
        (0, -8, Area(rectangle(29, 41, 3), "none", "surface")),
        (0, -8, Area("M0-19l5 5-5 5-5-5zM0 9l5 5-5 5-5-5z", "surface")),
        (0, -3, Words(str(count), 14, "surface", bold=True)),
        (0, 28, Words(name, 11, "ink-2")),
    ]
    return Group(parts, (max(40.0, length(name, 11) + 4), 64), **names)


def counter(icon: str, value: str | int, name: str = "", fill: str = "ink", **names: Any) -> Group:
    """A number that matters: pictogram, value and, if given, its name."""
    number = 1.12 * length(str(value), 15)  # it is bold
    width = 24 + number + (length(name, 12) + 9 if name else 0)
    parts: list[Placed] = [
        (9 - width / 2, 0, Icon(icon, 17, fill)),
        (21 - width / 2, 5.5, Words(str(value), 15, anchor="start", bold=True)),
    ]
    if name:
        parts.append((29 - width / 2 + number, 5, Words(name, 12, "ink-2", "start")))
    return Group(parts, (width, 24), **names)


def words(line: str, size: float = TEXT, fill: str = "ink", bold: bool = False, **names: Any) -> Group:
    """A line of text as a thing that wraps like others."""
    width = length(line, size) * (1.12 if bold else 1)
    return Group(
        [(-width / 2, size * 0.36, Words(line, size, fill, "start", bold))], (width, size + 6), **names
    )


def paragraph(
    line: str, width: float = 196, size: float = 12, most: int = 12, fill: str = "ink", **names: Any
) -> Group:
    """A text in lines of a width."""
    lines = wrapped(line, width, size, most)
    tall = size * 1.25
    parts: list[Placed] = [
        (-width / 2, tall * (i + 0.8 - len(lines) / 2), Words(one, size, fill, "start"))
        for i, one in enumerate(lines)
    ]
    return Group(parts, (width, tall * len(lines)), **names)


def track(filled: int, total: int, seat: int | None, **names: Any) -> Group:
    """Boxes in rows of ten of which some are filled."""
    across = min(total, 10)
    parts: list[Placed] = []
    for i in range(total):
        x, y = (i % across - (across - 1) / 2) * 19, (i // across - (total - 1) // across / 2) * 13
        parts.append((x, y, Area(rectangle(17, 10, 3), colour(seat) if i < filled else "bg", "line")))
    return Group(parts, (across * 19, ((total - 1) // across + 1) * 13 + 4), **names)


def die(face: str | int, size: float = 38, **names: Any) -> Group:
    """A die that shows a face.

    :param face: a pictogram's name, or the number of its spots.
    """
    edge = Area(rectangle(size, size, size / 5), "surface", "ink", 2)
    if isinstance(face, int):
        spots = [(x * size * 0.27, y * size * 0.27) for x, y in SPOTS[face - 1]]
        shown: Area | Icon = Area(circles(spots, size * 0.1), "ink")
    else:
        shown = Icon(face, size * 0.66)
    return Group([(0, 0, edge), (0, 0, shown)], (size, size), rolled=True, **names)


def stack(lower: Group, *upper: Placed) -> Group:
    """A thing with others on it; both keep their ids."""
    return replace(lower, parts=[*lower.parts, *upper])


def tag(text: str, fill: str, ink: str = "surface", line: str = "", **names: Any) -> Group:
    """A word on a ground of its own, such as what a seat does now."""
    width = 1.12 * length(text, 11) + 12
    parts: list[Placed] = [
        (0, 0, Area(rectangle(width, 20, 10), fill, line)),
        (0, 4, Words(text, 11, ink, bold=True)),
    ]
    return Group(parts, (width + 2, 20), **names)


def seat_tags(
    view: Mapping[str, Any],
    seat: int,
    active: int | None = None,
    leads: bool = False,
    winners: Collection[int] = (),
) -> list[Group]:
    """Whether a seat has to decide or has the turn, leads or has won.

    :param active: the seat whose turn it is.
    :param winners: once the game is over.
    """
    found = []
    if view["to_move"] == seat:
        found.append(tag("to move", colour(seat)))
    elif active == seat and view["to_move"] != "over":
        found.append(tag("has the turn", "surface", line=colour(seat), ink="ink"))
    if seat in winners:
        found.append(tag("has won" if len(winners) == 1 else "shares the victory", "lit", "on-lit"))
    elif leads:
        found.append(tag("leads", "lit", "on-lit"))
    return found


def seat_panel(
    view: Mapping[str, Any],
    seat: int,
    title: str,
    first: Sequence[Group],
    lines: Sequence[Line],
    piece: Group | None = None,
) -> Panel:
    """The panel of a seat.

    :param title: the seat's name, with what else its head says.
    :param first: its score and its tags.
    :param piece: what stands at the head in place of the seat's shape, as it can be chosen.
    """
    rows = [Line([piece, words(title, 14, bold=True), *first])] if piece else [Line(first)]
    asked = view["to_move"] == seat
    return Panel(f"seat:{seat}", "" if piece else title, "side", [*rows, *lines], seat, is_asked=asked)


class Drawn:
    """The ids that have an element already: an id has one, even if equal cards lie in several places."""

    def __init__(self) -> None:
        self._ids: set[str] = set()

    def claim(self, id: str) -> str:
        """The id for its first element, an empty one for others."""
        if id in self._ids:
            return ""
        self._ids.add(id)
        return id


def pill(icon: str, name: str, ground: str, most: float = 150, **names: Any) -> Group:
    """A thing with pictogram and name on one line, such as a small card.

    :param most: its width at most; a longer name ends in an ellipsis.
    """
    short = name
    while 1.05 * length(short, 12) > most - 34:
        short = f"{short.removesuffix('…')[:-1].rstrip()}…"
    width = 34 + 1.05 * length(short, 12)
    parts: list[Placed] = [
        (0, 0, Area(rectangle(width, 28, 6), ground, "ink-2")),
        (15 - width / 2, 0, Icon(icon, 18)),
        (27 - width / 2, 4.5, Words(short, 12, anchor="start")),
    ]
    return Group(parts, (width, 28), **names)


# Of letters that are not as wide as most, in the widest of the fonts that systems use for their own pages.
NARROW, BROAD, WIDE = frozenset("ijl.,:;'|!()[]frtI "), frozenset("ABCDGHNOQRUVX"), frozenset("mwMW@%—")


def length(text: str, size: float) -> float:
    """About how wide a text is in a system font, from above."""
    return size * sum(
        0.38 if one in NARROW else 0.92 if one in WIDE else 0.75 if one in BROAD else 0.61 for one in text
    )


def wrapped(text: str, width: float, size: float, most: int) -> list[str]:
    """A text in lines of at most `width`; what does not fit into `most` of them ends in an ellipsis."""
    lines: list[str] = []
    for word in text.split():
        if lines and length(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        elif len(lines) == most:
            lines[-1] = (
                f"{lines[-1].rstrip(',;:')} …"
                if length(f"{lines[-1]} …", size) <= width
                else f"{lines[-1][:-2]}…"
            )
            break
        else:
            lines.append(word)
    return lines
