"""A scene as SVG: panels in a frame, their parts as elements."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Literal

import svg

from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Line,
    Panel,
    Placed,
    Scene,
    Words,
    colour,
    length,
    rectangle,
    shape,
)
from battlewise.core.scene.pictograms import GRID, pictograms
from battlewise.core.scene.style import stylesheet

Layout = Literal["wide", "narrow"]
WIDTH = {"wide": 900, "narrow": 390}
SIDE = 214  # width of the column of panels at the side
GAP = 8  # between panels
PAD = 8  # between a panel's edge and what is in it
SPACE = 5  # between things in a row
HEAD = 22  # height of a panel's title
LEAST = 7  # size of words on a board that is drawn smaller


def picture(
    scene: Scene,
    layout: Layout = "wide",
    marks: Mapping[str, Collection[str]] | None = None,
    style: bool = True,
) -> str:
    """A scene as an SVG document: equal scenes give equal texts.

    :param layout: "wide" has panels beside the board, "narrow" all in one column, for a phone.
    :param marks: the ids of things in a state, by its class: "lit", "chosen", "last", "hinted".
    :param style: whether the style sheet is in the document. A page with a strict content security policy has
        it of its own.
    """
    states: dict[str, list[str]] = {}
    for state, ids in (marks or {}).items():
        for one in ids:
            states.setdefault(one, []).append(state)
    frames, height = _frames(scene, layout)
    drawn = [_panel(panel, x, y, width, tall, states) for panel, x, y, width, tall in frames]
    used = sorted(set(_icons(scene)))
    head: list[svg.Element] = [svg.Title(text=escape(scene.title))]
    if style:
        head.append(svg.Style(text=stylesheet()))
    head.append(svg.Defs(elements=[_symbol(name) for name in used]))
    document = svg.SVG(
        viewBox=svg.ViewBoxSpec(0, 0, WIDTH[layout], _number(height)),
        class_=["picture"],
        elements=[*head, *drawn],
        extra={"role": "group", "aria-label": escape(scene.title)},
    )
    return str(document)


Frame = tuple[Panel, float, float, float, float]


def _frames(scene: Scene, layout: Layout) -> tuple[list[Frame], float]:
    """Where each panel lies and how large it is, and the height of all."""
    whole = WIDTH[layout]
    of = {where: [one for one in scene.panels if one.where == where] for where in ("board", "hand", "side")}
    if layout == "narrow" or not of["side"]:
        return _column([*of["board"], *of["hand"], *of["side"]], 0, 0, whole)
    left, height = _column(of["side"], 0, 0, SIDE)
    right, lower = _column([*of["board"], *of["hand"]], SIDE + GAP, 0, whole - SIDE - GAP)
    return [*right, *left], max(height, lower)


def _column(panels: Sequence[Panel], x: float, y: float, width: float) -> tuple[list[Frame], float]:
    found: list[Frame] = []
    for panel in panels:
        height = _height(panel, width)
        found.append((panel, x, y, width, height))
        y += height + GAP
    return found, y - GAP if found else y


def _scale(panel: Panel, board: Group, width: float) -> float:
    across, down = board.size
    return min((width - 2 * PAD) / across, panel.tallest / down)


def _height(panel: Panel, width: float) -> float:
    if isinstance(panel.content, Group):
        tall = panel.content.size[1] * _scale(panel, panel.content, width)
        return HEAD * bool(panel.title) + 2 * PAD + tall
    rows = list(_rows(panel.content, width - 2 * PAD))
    return HEAD * bool(panel.title) + 2 * PAD + sum(_tall(row) for row in rows)


def _rows(lines: Sequence[Line], width: float) -> Iterator[str | list[Group]]:
    """Headings, and things that fit into a row."""
    for line in lines:
        if line.heading:
            yield line.heading
        row: list[Group] = []
        used = 0.0
        for thing in line.things:
            if row and used + thing.size[0] > width:
                yield row
                row, used = [], 0.0
            row.append(thing)
            used += thing.size[0] + SPACE
        if row:
            yield row


def _tall(row: str | list[Group]) -> float:
    return 18 if isinstance(row, str) else max(one.size[1] for one in row) + SPACE


def _panel(
    panel: Panel, x: float, y: float, width: float, height: float, states: Mapping[str, Sequence[str]]
) -> svg.Element:
    line = colour(panel.seat) if panel.seat is not None else "line"
    bold = 2.5 if panel.is_asked else 1
    edge = Area(rectangle(width - bold, height - bold, 9), "surface", line, bold)
    found = [_area(edge, width / 2, height / 2)]
    top = float(PAD)
    if panel.title:
        at = PAD + (20 if panel.seat is not None else 2)
        if panel.seat is not None:
            found.append(_area(Area(shape(panel.seat, 14), colour(panel.seat)), PAD + 9, 17))
        found.append(
            _words(
                Words(panel.title, _fitting(panel.title, width - at - PAD), anchor="start", bold=True), at, 22
            )
        )
        top += HEAD
    if isinstance(panel.content, Group):
        scale = _scale(panel, panel.content, width)
        middle = svg.Translate(_number(width / 2), _number(top + panel.content.size[1] * scale / 2))
        found.append(
            svg.G(
                transform=[middle, svg.Scale(round(scale, 3))],
                elements=[_group(_legible(panel.content, LEAST / scale), 0, 0, states)],
            )
        )
    else:
        found += _flow(panel.content, top, width, states)
    return svg.G(
        transform=[svg.Translate(_number(x), _number(y))], data={"panel": escape(panel.id)}, elements=found
    )


def _legible(group: Group, least: float) -> Group:
    """A group whose words have at least a size."""
    parts: list[Placed] = []
    for x, y, part in group.parts:
        if isinstance(part, Group):
            parts.append((x, y, _legible(part, least)))
        elif isinstance(part, Words) and part.size < least:
            parts.append((x, y, replace(part, size=least)))
        else:
            parts.append((x, y, part))
    return replace(group, parts=parts)


def _fitting(title: str, width: float) -> int:
    """The size of a bold title that fits into a width."""
    return next((size for size in (14, 13, 12) if 1.12 * length(title, size) <= width), 11)


def _flow(
    lines: Sequence[Line], top: float, width: float, states: Mapping[str, Sequence[str]]
) -> Iterator[svg.Element]:
    for row in _rows(lines, width - 2 * PAD):
        tall = _tall(row)
        if isinstance(row, str):
            yield _words(Words(row, 12, "ink-2", "start"), PAD + 2, top + 13)
        else:
            x = float(PAD)
            for thing in row:
                yield _group(thing, x + thing.size[0] / 2, top + (tall - SPACE) / 2, states)
                x += thing.size[0] + SPACE
        top += tall


def _group(group: Group, x: float, y: float, states: Mapping[str, Sequence[str]]) -> svg.Element:
    found: list[svg.Element] = []
    if group.title:
        found.append(svg.Title(text=escape(group.title)))
    if group.text:
        found.append(svg.Desc(text=escape(group.text)))
    edge = bool(group.id)
    for left, top, part in group.parts:
        found.append(_part(part, left, top, edge, states))
        edge = edge and not isinstance(part, Area)
    return svg.G(
        class_=list(states.get(group.id, ())) or None,
        data=_data(group),
        transform=[svg.Translate(_number(x), _number(y))] if x or y else None,
        elements=found,
    )


def _data(group: Group) -> dict[str, str] | None:
    data = {"id": escape(group.id)} if group.id else {}
    data |= {name: "" for name in ("later", "rolled") if getattr(group, name)}
    return data or None


def _part(
    part: Area | Icon | Words | Group, x: float, y: float, edge: bool, states: Mapping[str, Sequence[str]]
) -> svg.Element:
    if isinstance(part, Group):
        return _group(part, x, y, states)
    if isinstance(part, Area):
        return _area(part, x, y, edge)
    if isinstance(part, Words):
        return _words(part, x, y)
    half = part.size / 2
    return svg.Use(
        href=f"#p-{part.name}",
        x=_number(x - half),
        y=_number(y - half),
        width=_number(part.size),
        height=_number(part.size),
        class_=[f"f-{part.fill}"],
    )


def _area(area: Area, x: float, y: float, edge: bool = False) -> svg.Element:
    classes = [f"f-{area.fill}", *([f"s-{area.line}"] if area.line else []), *(["edge"] if edge else [])]
    return svg.Path(
        d=area.path,  # type: ignore[arg-type]
        class_=classes,
        stroke_width=_number(area.width) if area.line and area.width != 1 else None,
        stroke_dasharray=[4, 3] if area.dashed else None,
        stroke_linejoin="round" if area.line else None,
        transform=[svg.Translate(_number(x), _number(y))] if x or y else None,
    )


def _words(words: Words, x: float, y: float) -> svg.Element:
    return svg.Text(
        text=escape(words.text),
        x=_number(x),
        y=_number(y),
        font_size=_number(words.size),
        font_weight="bold" if words.bold else None,
        text_anchor=words.anchor if words.anchor != "start" else None,
        class_=[f"f-{words.fill}"],
    )


def _symbol(name: str) -> svg.Element:
    paths = [
        svg.Path(
            d=path.d,  # type: ignore[arg-type]
            fill="none" if path.stroke else "currentColor",
            fill_rule="evenodd" if path.evenodd else None,
            stroke="currentColor" if path.stroke else None,
            stroke_width=path.stroke,
            stroke_linecap="round" if path.stroke else None,
            stroke_linejoin="round" if path.stroke else None,
            extra={"transform": path.turn} if path.turn else None,
        )
        for path in pictograms()[name]
    ]
    return svg.Symbol(id=f"p-{name}", viewBox=svg.ViewBoxSpec(0, 0, GRID, GRID), elements=list(paths))


def _icons(scene: Scene) -> Iterator[str]:
    for panel in scene.panels:
        if isinstance(panel.content, Group):
            yield from _used(panel.content.parts)
        else:
            for line in panel.content:
                for thing in line.things:
                    yield from _used(thing.parts)


def _used(parts: Sequence[Placed]) -> Iterator[str]:
    for _, _, part in parts:
        if isinstance(part, Group):
            yield from _used(part.parts)
        elif isinstance(part, Icon):
            yield part.name


def _number(value: float) -> float:
    """At most one digit after the point, none if it would be 0."""
    short = round(value, 1)
    return int(short) if short == int(short) else short
