"""How the things of the game are drawn: unit cards, warfare tokens, tiles, relics and dice."""

from collections.abc import Sequence

from battlewise.core.catalogue import Catalogue, Thing
from battlewise.core.changes import several
from battlewise.core.games.history.cards import ABILITIES, ERAS, LINES, Data, Tile, Unit
from battlewise.core.games.history.facts import face
from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Placed,
    Words,
    badge,
    circle,
    colour,
    polygon,
    rectangle,
    shape,
    wrapped,
)
from battlewise.core.scene.pictograms import pictogram

GROUNDS = dict(zip(ERAS, ("hill", "forest", "water", "stone"), strict=True))
ICONS = {
    "reinforcements": "reinforce",
    "heroic_death": "skull",
    "tighten_up": "tighten",
    "chase": "horse",
    "draw": "draw",
}
# The pictogram of each kind of unit, and of those whose values do not tell it.
ARMIES = {
    "army_engine": ("catapult", "trebuchet", "vitruvian_scorpio"),
    "army_bow": (
        "archer", "english_longbowmen", "genoese_crossbowmen", "rhodian_slingers", "scout",
        "scythian_horse_archers", "mongol_horse_archers", "samurai_retinue",
    ),
    "army_spear": ("spearman", "conscript", "spartan_hoplites", "zulu_impi", "swiss_guards", "almogavars"),
    "army_spy": ("spy", "resistance_cell"),
    "army_shield": ("shieldbearer",),
    "army_elephant": ("war_elephants",),
    "army_horse": (
        "numidian_cavalry", "macedonian_companions", "egyptian_chariots", "teutonic_knights", "mamluks",
        "winged_hussars", "cossack_raiders",
    ),
    "army_wagon": ("hussite_war_wagons",),
    "army_cannon": ("field_howitzers", "ballonabwehrkanone"),
    "army_ship": ("battleship",),
    "army_plane": ("night_witches", "fighter_squadron", "paratroopers"),
    "army_tank": ("panzer_company", "tank_destroyers"),
}  # fmt: skip
ARMY_OF = {unit: icon for icon, units in ARMIES.items() for unit in units}
GUNS = ("III", "IV")  # eras in which men without another pictogram carry rifles
PLATE = (121.0, 68.0)
ROW = (152.0, 55.0)


class Things:
    """Draws single things, with what the catalogue says of them.

    :param catalogue: of the game's chosen options.
    """

    def __init__(self, data: Data, catalogue: Catalogue) -> None:
        self.of = catalogue.things
        self.units = {unit.id: unit for unit in data.units}
        self.tokens = {token.id: token for token in data.tokens.warfare}
        self.tiles = {tile.id: tile for tile in data.gears.tiles}
        self.dice = catalogue.dice

    def era(self, unit: str) -> str | None:
        """The era of a unit; None of a base unit."""
        era = self.units[unit].era
        return None if era is None else ERAS[era]

    def icon(self, unit: str) -> str:
        """The pictogram of a unit."""
        if self.units[unit].hero:
            return "mark_hero"
        return ARMY_OF.get(unit, "army_rifle" if self.era(unit) in GUNS else "army_sword")

    def unit(
        self,
        name: str,
        size: tuple[float, float] = PLATE,
        *,
        id: str = "",
        note: str = "",
        token: str | None = None,
        mirrored: bool = False,
        line: str = "ink-2",
    ) -> Group:
        """A unit's card: title, values, health, abilities and links.

        :param note: its state, for the title.
        :param token: the warfare token bound to it.
        :param mirrored: its left half shows at the right, as cards lie on the attacker board.
        :param line: the colour of its outline.
        """
        width, height = size
        unit, thing = self.units[name], self.of[f"card:{name}"]
        era = self.era(name)
        band = height - 37
        room = width - 8 - (26 if token else 0)
        lines = 2 if band > 20 else 1
        titles = wrapped(unit.english, room / 1.12, 11, lines)
        fits = "…" not in "".join(titles)  # in bold letters
        if not fits:
            titles = wrapped(unit.english, room, 11, lines)
        parts: list[Placed] = [
            (0, 0, Area(rectangle(width, height, 6), "surface", line, 1 if line == "ink-2" else 2)),
            (
                0,
                (band - height) / 2 + 0.5,
                Area(rectangle(width - 2, band, 5), GROUNDS.get(era or "", "plain")),
            ),
            (13 - width / 2, band + 11 - height / 2, Icon(self.icon(name), 20)),
        ]
        if era:
            parts.append((13 - width / 2, height / 2 - 5, Words(era, 11, "ink-2", bold=True)))
        for i, line in enumerate(titles):
            y = band / 2 + 4 - height / 2 + 13 * (i - (len(titles) - 1) / 2)
            parts.append((5 - width / 2, y, Words(line, 11, anchor="start", bold=fits)))
        parts += self._numbers(unit, width, band + 11 - height / 2)
        parts += _abilities(unit, 30 - width / 2, height / 2 - 9)
        parts += _links(unit, width / 2 - 3, height / 2 - 9, mirrored)
        if token:
            parts.append((width / 2 - 14, band / 2 - height / 2, self.token(token, 24)))
        title = f"{thing.name}, {thing.kind}{f' of era {era}' if era else ''}{f': {note}' if note else ''}"
        return Group(parts, size, id, title, _printed(thing))

    def _numbers(self, unit: Unit, width: float, y: float) -> list[Placed]:
        parts: list[Placed] = []
        x, step = 30 - width / 2, min((width - 52) / 3, 28)
        for i, (what, number) in enumerate(zip((*LINES, "health"), (*unit.values, unit.health), strict=True)):
            ink = "danger" if what == "health" else "ink" if number else "ink-2"
            parts += [
                (x + step * i, y, Icon(what, 12, ink)),
                (
                    x + step * i + 6.5,
                    y + 4.5,
                    Words(str(number), 12, "ink" if number else "ink-2", "start", True),
                ),
            ]
        return parts

    def chip(self, name: str, away: bool, where: str) -> Group:
        """A unit of an army, small.

        :param away: it is not in hand or deck.
        """
        ground = "none" if away else GROUNDS.get(self.era(name) or "", "plain")
        parts: list[Placed] = [
            (0, 0, Area(rectangle(21, 21, 4), ground, "ink-2", 1, away)),
            (0, 0, Icon(self.icon(name), 16, "ink-2" if away else "ink")),
        ]
        thing = self.of[f"card:{name}"]
        return Group(parts, (21, 21), title=f"{thing.name}: {where}", text=_printed(thing))

    def token(self, name: str, size: float = 34, id: str = "", note: str = "", count: int = 1) -> Group:
        """A warfare token: an octagon with what it adds or does."""
        token, thing = self.tokens[name], self.of[f"token:{name}"]
        edge = Area(octagon(size), "ink", "surface", 1.5)
        if any(token.values):
            line = next(i for i, n in enumerate(token.values) if n)
            inside: list[Placed] = [
                (
                    -size * 0.2,
                    size * 0.12,
                    Words(f"+{token.values[line]}", max(11, size * 0.34), "surface", bold=True),
                ),
                (size * 0.25, 0, Icon(LINES[line], size * 0.34, "surface")),
            ]
        else:
            inside = [(0, 0, Icon(pictogram(ICONS.get(name, name), "star"), size * 0.6, "surface"))]
        if count > 1:
            inside.append((size * 0.4, -size * 0.36, badge(f"x{count}", size=17)))
        title = f"{thing.name}, warfare token{f' ({count} of them)' if count > 1 else ''}"
        return Group(
            [(0, 0, edge), *inside], (size, size), id, f"{title}{f': {note}' if note else ''}", thing.text
        )

    def tile(self, name: str | None, label: str) -> Group:
        """A time-travelling tile in the gears: its eras, the space that it points at, the wheel's turn."""
        under: Placed = (0, 41, Words(label, 11, "ink-2"))
        if name is None:
            empty = Area(rectangle(68, 56, 6), "none", "ink-2", 1, True)
            return Group([(0, 0, empty), under], (72, 88), title=f"no {label} tile")
        tile, thing = self.tiles[name], self.of[f"tile:{name}"]
        return Group(
            [(0, 0, Area(rectangle(68, 56, 6), "surface", "ink-2")), *_halves(tile), under],
            (72, 88),
            thing.id,
            f"{thing.name}, the {label} tile",
            thing.text,
        )

    def relic(self, era: str, count: int, id: str = "", note: str = "") -> Group:
        """Relics of an era: how many."""
        ground = GROUNDS[era] if count else "bg"
        parts: list[Placed] = [
            (0, 0, Area(rectangle(35, 32, 5), ground, "ink-2" if count else "line")),
            (-8, -7, Icon("relic", 13, "ink" if count else "ink-2")),
            (7, -2.5, Words(str(count), 12, "ink" if count else "ink-2", bold=True)),
            (0, 12, Words(era, 11, "ink" if count else "ink-2")),
        ]
        thing = self.of[f"relic:{era}"]
        return Group(parts, (35, 32), id, f"{count} of {thing.name}{note}", thing.text)

    def choice(self, era: str, count: int) -> Group:
        """A relic of an era that can be taken."""
        parts: list[Placed] = [
            (0, 0, Area(rectangle(74, 68, 6), GROUNDS[era], "ink-2")),
            (0, -10, Icon("relic", 30)),
            (0, 25, Words(f"era {era}", 12, bold=True)),
        ]
        if count > 1:
            parts.append((26, -24, badge(f"x{count}", "ink", "surface", size=20)))
        thing = self.of[f"relic:{era}"]
        return Group(parts, (74, 68), thing.id, f"{thing.name}, {count} drawn", thing.text)

    def prowess(self, value: int, count: int) -> Group:
        """A prowess token that the winner of a challenge looks at."""
        thing = self.of[f"prowess:{value}"]
        parts: list[Placed] = [
            (0, 0, Area(rectangle(60, 68, 6), "plain", "ink-2")),
            (0, -10, Icon("prowess", 26)),
            (0, 25, Words(str(value), 17, bold=True)),
        ]
        if count > 1:
            parts.append((20, -24, badge(f"x{count}", "ink", "surface", size=20)))
        return Group(parts, (60, 68), thing.id, thing.name, thing.text)

    def die(
        self, risky: bool, owner: str, seat: int | None, values: Sequence[int] | None, rerolls: int
    ) -> Group:
        """The die of a side of a battle, and what it shows once it is thrown.

        :param rerolls: how often it may be rolled again.
        """
        die = self.dice[risky]
        ground, ink = ("ink", "surface") if risky else ("surface", "ink")
        parts: list[Placed] = [(-26, 0, Area(rectangle(44, 44, 8), ground, "ink", 2))]
        lines = [] if values is None else [line for line, n in zip(LINES, values, strict=True) if n]
        if values is None or not lines:
            parts.append((-26, 8, Words("?" if values is None else "0", 22, ink, bold=True)))
        else:
            number = next(n for n in values if n)
            parts.append((-26, -2, Words(f"{number:+d}", 17, ink, bold=True)))
            for i, line in enumerate(lines):
                parts.append(
                    (
                        -26 + 13 * (i - (len(lines) - 1) / 2),
                        10.5,
                        Icon(line, 16 if len(lines) < 3 else 13, ink),
                    )
                )
        parts += [
            (5, -9, Area(shape(seat, 11), colour(seat))),
            (0, 13, Words(die.id, 11, anchor="start")),
        ]
        if rerolls:
            parts += [(22, -9, Icon("relaunch", 13)), (31, -5, Words(str(rerolls), 12, anchor="start"))]
        shown = "not thrown yet" if values is None else face(values) or "nothing"
        again = f", to be rolled again up to {several(rerolls, 'time')}" if rerolls else ""
        faces = "; ".join(f"{one.text} ({one.sides} of 6)" for one in die.faces)
        title = f"{die.name} of {owner}: {shown}{again}"
        return Group(parts, (96, 44), title=title, text=f"Its faces: {faces}.", rolled=values is not None)


def octagon(size: float) -> str:
    """The path of a warfare token's outline."""
    long, short = size / 2, size * 0.207
    corners = [(short, -long), (long, -short), (long, short), (short, long)]
    return polygon([*corners, *((-x, -y) for x, y in corners)])


def _halves(tile: Tile) -> list[Placed]:
    parts: list[Placed] = []
    for i, era in enumerate(tile.eras):
        x = 33 * i - 16.5
        parts += [
            (x, -7, Area(rectangle(32, 40, 5), GROUNDS[ERAS[era]])),
            (x, -2, Words(ERAS[era], 15, bold=True)),
        ]
    for i in range(3):
        fill = "ink" if i + 1 == tile.points_at else "surface"
        parts.append((11 * i - 25, 20, Area(circle(3.6), fill, "ink")))
    parts += [(14, 20, Icon("turn", 12)), (25, 24, Words(str(tile.turns), 12, bold=True))]
    return parts


def _abilities(unit: Unit, x: float, y: float) -> list[Placed]:
    names = [one for one in ABILITIES for _ in range(unit.abilities[one])]
    return [(x + 13.5 * i, y, Icon(ICONS.get(one, one), 13)) for i, one in enumerate(names)]


def _links(unit: Unit, right: float, y: float, mirrored: bool) -> list[Placed]:
    """Link halves as dark plates that point to the side where they link, from the right edge."""
    parts: list[Placed] = []
    halves = unit.links[::-1] if mirrored else unit.links
    for mark, link in reversed(list(zip("<>", halves, strict=True))):
        if link is not None:
            words = f"{mark}{ERAS[link]}" if mark == "<" else f"{ERAS[link]}{mark}"
            width = 8.0 + 4.6 * len(words)
            parts += [
                (right - width / 2, y, Area(rectangle(width, 14, 3), "ink")),
                (right - width / 2, y + 4, Words(words, 11, "surface", bold=True)),
            ]
            right -= width + 2
    return parts


def _printed(thing: Thing) -> str:
    of = thing.facts
    numbers = [*(f"{line} combat {of[line]}" for line in LINES), f"health {of['health']}"]
    halves = [
        f"{side} half links era {of[f'link_{side}']}" for side in ("left", "right") if of[f"link_{side}"]
    ]
    return f"{', '.join([*numbers, *halves])}. {thing.text}".strip()
