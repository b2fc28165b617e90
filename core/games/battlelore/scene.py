"""The table of BattleLore as a picture shows it: board, tracks, hand and scenario cards."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from battlewise.core.catalogue import Catalogue, Space, Thing
from battlewise.core.changes import several
from battlewise.core.fields import plain
from battlewise.core.games.battlelore.facts import at
from battlewise.core.games.battlelore.words import SEATS, SIDES
from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Line,
    Panel,
    Placed,
    Scene,
    Words,
    back,
    badge,
    card,
    colour,
    counter,
    die,
    hexagon,
    leader,
    paragraph,
    rectangle,
    seat_name,
    seat_panel,
    seat_tags,
    stack,
    token,
    track,
)

View = Mapping[str, Any]
HEX = 52.0  # from side to side
PIECE = HEX * 0.84
MARGIN = 15.0  # of the coordinates
GROUND = {"forest": "forest", "hill": "hill", "building": "stone"}
WATER = ("water", "ford", "bridge")
SECTIONS = ("left", "centre", "right")
COMMANDS = {
    "onslaught": "army_sword",
    "darken_the_skies": "army_bow",
    "cavalry_charge": "horse",
    "battle_march": "move",
    "champions_of_war": "star",
    "counterattack": "react",
    "battlelore": "heroic",
}
DEPLOYED = {"command_tent": "command_tent", "decoy": "ambush"}  # the cards that are no units
CARD_ICONS = {
    "command card": "cards",
    "deployment card": "cards",
    "lore card": "lore",
    "scenario card": "scroll",
    "army card": "flag",
}


class Table:
    """Draws views of one game.

    :param catalogue: of the game's chosen options.
    :param goal: how many VP win.
    """

    def __init__(self, catalogue: Catalogue, goal: int) -> None:
        self.spaces = catalogue.spaces
        self.places = [one.place or (0, 0) for one in self.spaces]
        self.borders = {
            x for one, (x, _) in zip(self.spaces, self.places, strict=True) if _sections(one) == 2
        }
        self.things = catalogue.things
        self.printed = {
            one.id.partition(":")[2]: one.facts["banner_vp"]
            for one in self.spaces
            if "banner_vp" in one.facts
        }
        self.goal = goal

    def scene(self, view: View) -> Scene:
        """The scene of a whole view, as the service gives it."""
        viewer = view["seat"]
        order = [1, 0] if viewer == 0 else [0, 1]
        panels = [Panel("board", "", "board", self._board(view))]
        panels += [self._seat(view, seat) for seat in order]
        panels += self._scenarios(view)
        if view["discard"]:
            pile = self._discard(view["discard"], "command card", "commands discarded")
            panels.append(Panel("discard", "", "side", [Line([pile])]))
        if viewer is not None:
            panels.append(Panel("hand", "Your cards", "hand", list(self._hand(view, viewer)), viewer))
        return Scene(f"BattleLore Second Edition, turn {view['turn'] + 1}", panels)

    def _board(self, view: View) -> Group:
        flip = -1 if view["seat"] == 0 else 1
        wide, deep = (max(place[axis] for place in self.places) for axis in (0, 1))
        on = {at(unit["hex"]): unit for unit in view["units"]}
        banners = self.printed | {at(one["hex"]): one["vp"] for one in view.get("banners") or []}
        to_deploy = self._deployment(view)
        parts: list[Placed] = []
        labels: list[Placed] = []
        half, edge = (deep / 2 + 0.6) * HEX, (wide / 2 + 0.5) * HEX
        centres = [(flip * (x - wide / 2) * HEX, flip * (y - deep / 2) * HEX) for x, y in self.places]
        # From the top, and from the right: what stands out of a hex to the upper right is not covered.
        for i in sorted(range(len(centres)), key=lambda i: (centres[i][1], -centres[i][0])):
            one, (x, y) = self.spaces[i], centres[i]
            name = one.id.partition(":")[2]
            row, column = name.split(".")
            upper = [self._unit(on[name], banners.get(name, 0))] if name in on else []
            upper += [self._deployed(*to_deploy[name], name)] if name in to_deploy else []
            here = [(0.0, 0.0, piece) for piece in upper]
            if name in banners:
                here.append((*((-14.0, -17.0) if upper else (0.0, 12.0)), _banner(banners[name])))
            space = self._hex(one, view, name, banners)
            parts.append((x, y, stack(space, *self._border(self.places[i][0], flip), *here)))
            if not int(column):
                labels.append((-edge - MARGIN / 2, y + 4, Words(row, 12, "ink-2")))
            if self.places[i][1] == (deep if flip > 0 else 0):
                labels.append((x, half + MARGIN - 3, Words(column, 12, "ink-2")))
        for side, y in enumerate((-half, half)):
            parts.append((0, flip * y, Area(f"M{-edge:g} 0H{edge:g}", "none", colour(side), 4)))
        board = Group([*parts, *labels])
        return Group([(MARGIN / 2, -MARGIN / 2, board)], (2 * edge + MARGIN, 2 * half + 4 + MARGIN))

    def _hex(self, one: Space, view: View, name: str, banners: Mapping[str, int]) -> Group:
        land = (view.get("terrain") or {}).get(name) or one.facts.get("terrain")
        ground = "water" if land in WATER else GROUND.get(str(land), "plain")
        parts: list[Placed] = [(0, 0, Area(hexagon(HEX - 1.5), ground, "line"))]
        if land:
            parts.append((0, -2, Icon({"water": "river"}.get(land, land), 26, "ink-2")))
        has = [f"{land}" if land else "open ground"]
        for side, place in enumerate(view.get("tents") or []):
            if place and at(place) == name:
                parts.append((0, 0, Icon("command_tent", 34, colour(side))))
                has.append(f"the command tent of the {SEATS[side]}")
        has += [f"a banner of {banners[name]} VP"] if name in banners else []
        return Group(parts, (HEX, HEX), one.id, f"{one.name}: {', '.join(has)}")

    def _border(self, x: float, flip: int) -> Iterator[Placed]:
        """The piece of a section's border that runs through a hex or along its side."""
        for border in self.borders:
            if x - border in (0, 0.5):
                tall = HEX / 3**0.5 if x == border else HEX / 12**0.5
                yield (
                    flip * (border - x) * HEX,
                    0,
                    Area(f"M0 {-tall:.3g}v{2 * tall:.3g}", "none", "ink-2", 1.5, True),
                )

    def _deployment(self, view: View) -> dict[str, tuple[int, str | None]]:
        """In the set-up the deployment hexes: whose each is, and which own card lies there."""
        found: dict[str, tuple[int, str | None]] = {}
        if view["phase"] not in ("muster", "deploy"):
            return found
        for seat, name in enumerate(view["scenario"]):
            if name:
                places = self.things[f"card:{name}"].facts["deploy"]
                own = view.get("placed") if seat == view["seat"] else None
                found |= {one: (seat, own[i] if own else None) for i, one in enumerate(places)}
        return found

    def _deployed(self, seat: int, name: str | None, place: str) -> Group:
        """A deployment hex, with the own card that lies there."""
        if name is None:
            return Group([(0, 0, Area(hexagon(HEX - 9), "none", colour(seat), 1.5, True))])
        thing = self.things[f"card:{name}"]
        icon = name if thing.kind == "unit" else DEPLOYED[name]
        return token(seat, icon, PIECE, title=f"{thing.name}, deployed on {place}", text=_printed(thing))

    def _unit(self, unit: Mapping[str, Any], banner: int) -> Group:
        seat = SIDES.index(unit["side"])
        kind = self.things[f"card:{unit['type']}"]
        states = ("ordered", "moved", "poisoned", "stunned", "swarmed", "charge")
        now = [one for one in states if unit.get(one)]
        marks = [badge(_mark(one), icon=True) for one in now if one != "ordered" or not unit.get("moved")]
        left, health = unit["figures"], int(kind.facts["health"])
        what = ", ".join([f"{left} of {health} {'health' if health > 4 else 'figures'}", *now])
        what += f", on a banner of {banner} VP" if banner else ""
        piece = token(
            seat,
            unit["type"],
            PIECE,
            (left, health),
            marks,
            id=f"unit:{at(unit['hex'])}",
            title=f"{kind.name} of the {SEATS[seat]} on {at(unit['hex'])}: {what}",
            text=_printed(kind),
        )
        return replace(piece, later=unit["waiting"] and not unit["put_off"])

    def _seat(self, view: View, seat: int) -> Panel:
        vp = view["vp"]
        name = seat_name(SEATS[seat], seat, view["seat"])
        points = f"{vp[seat]} of {self.goal}"
        # In the set-up nobody has the turn.
        active = None if "mover" in view else view["active"]
        winners = [view["winner"]] if view.get("winner") is not None else []
        tags = seat_tags(view, seat, active, leader(vp) == seat, winners)
        reached = min(vp[seat], self.goal)
        title = f"{name}: {points} victory points"
        lines = [
            Line([track(reached, self.goal, seat, title=title)]),
            Line(
                [
                    counter("lore", view["lore"][seat], title=f"{view['lore'][seat]} lore"),
                    *self._backs(view, seat),
                ]
            ),
        ]
        if view["phase"] != "over" and view["active"] == seat:
            lines += self._attack(view)
            if view.get("card"):
                lines.append(Line([self._card(view["card"], 0)], "played this turn"))
        return seat_panel(view, seat, name, [counter("victory_point", points, "VP"), *tags], lines)

    def _backs(self, view: View, seat: int) -> Iterator[Group]:
        """The hands, and the discarded lore cards."""
        yield back(seat, view["hand_sizes"][seat], "command")
        if "lore_hand_sizes" in view:
            yield back(seat, view["lore_hand_sizes"][seat], "lore")
            yield self._discard(view["lore_discard"][seat], "lore card")

    def _discard(self, pile: Mapping[str, int], what: str, label: str = "") -> Group:
        """How many cards lie face up in a discard pile, and which."""
        names = [self.things[f"card:{one}"].name + (f" x{n}" if n > 1 else "") for one, n in pile.items()]
        number = sum(pile.values())
        text = f"{', '.join(names)}." if names else ""
        return counter("recall", number, label, title=f"{several(number, what)} discarded", text=text)

    def _attack(self, view: View) -> Iterator[Line]:
        """The dice of the attack under way that are left to use, and what it has done."""
        combat = view.get("combat")
        if combat is None:
            return
        things = [
            die(face, 36, title=f"{plain(face)} result")
            for face, number in combat["dice"].items()
            for _ in range(number)
        ]
        for key, icon in (("damage", "strike"), ("retreats", "morale")):
            if combat[key]:
                things.append(counter(icon, combat[key], key, "danger"))
        if things:
            what = "counter" if combat["countering"] else "attack"
            yield Line(things, f"dice of the {what} from {at(combat['attacker'])}")

    def _scenarios(self, view: View) -> Iterator[Panel]:
        for seat, name in enumerate(view.get("scenario") or []):
            if name:
                thing = self.things[f"card:{name}"]
                text = paragraph(thing.text, title=thing.name, text=thing.text)
                yield Panel(f"scenario:{seat}", thing.name, "side", [Line([text])], seat)

    def _hand(self, view: View, viewer: int) -> Iterator[Line]:
        held: list[Group] = []
        for key, heading in (
            ("offered", "choose one"),
            ("army", "to deploy"),
            ("hand", ""),
            ("lore_hand", ""),
        ):
            if view.get(key) and not (key == "army" and view["phase"] == "muster"):
                found = [self._card(name, number) for name, number in view[key].items()]
                if heading:
                    yield Line(found, heading)
                else:
                    held += found
        yield Line(held)
        if view["phase"] == "muster" and view.get("mover") == viewer:
            side = SIDES[viewer]
            own = [
                one
                for one in self.things.values()
                if one.facts.get("side") == side or one.kind == "deployment card"
            ]
            kinds = ("army card", "unit", "deployment card")
            yield Line(
                [self._card(one.id.partition(":")[2], 1) for one in own if one.kind in kinds], "army sheet"
            )

    def _card(self, name: str, number: int) -> Group:
        """A card of which the hand holds a number; 0: it lies on the table and cannot be chosen."""
        thing = self.things[f"card:{name}"]
        side = thing.facts.get("side")
        band = f"seat-{SIDES.index(side)}" if side else "ink-2"
        facts = thing.facts
        return card(
            thing.name,
            self._sign(thing, name, number),
            band,
            facts.get("cost", facts.get("muster")),
            [("attack", facts["combat"]), ("heart", facts["health"]), ("move", facts["move"])]
            if "combat" in facts
            else [],
            thing.text,
            number,
            id=thing.id if number else "",
            title=f"{thing.name}, {thing.kind}" + (f", {number} of them" if number > 1 else ""),
            text=_printed(thing),
        )

    def _sign(self, thing: Thing, name: str, number: int) -> str | Group:
        """The pictogram of a card; of a section card how many units it orders in each section."""
        if "sections" in thing.facts:
            return _boxes(thing.facts["sections"], 0 if number < 2 else -12)
        if thing.kind == "unit":
            return name
        return COMMANDS.get(name) or DEPLOYED.get(name) or CARD_ICONS[thing.kind]


def _boxes(orders: Mapping[str, int], left: float) -> Group:
    """Three boxes from left to right.

    :param left: how far they are moved aside, for the number of cards.
    """
    parts: list[Placed] = []
    for i, section in enumerate(SECTIONS):
        x, number = left + 25 * (i - 1), orders[section]
        parts.append((x, 0, Area(rectangle(23, 25, 4), "accent" if number else "plain", "line")))
        if number:
            parts.append((x, 6, Words(str(number), 16, "on-accent", bold=True)))
    return Group(parts, (75, 26))


def _banner(vp: int) -> Group:
    parts: list[Placed] = [
        (0, 0, Area(rectangle(28, 17, 8), "surface", "ink")),
        (-6, 0, Icon("banner", 12)),
        (6, 4.5, Words(str(vp), 12, bold=True)),
    ]
    return Group(parts, (28, 17))


def _sections(one: Space) -> int:
    return len(one.facts["sections"][SIDES[0]])


def _mark(state: str) -> str:
    return {"swarmed": "viper_legion", "charge": "horse"}.get(state, state)


def _printed(thing: Thing) -> str:
    if "combat" not in thing.facts:
        return thing.text
    of = thing.facts
    numbers = f"move {of['move']}, combat {of['combat']}, health {of['health']}, range {of['range']}"
    return f"{', '.join(of['traits'])}; {numbers}. {thing.text}"
