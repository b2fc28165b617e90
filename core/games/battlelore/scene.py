"""The table of BattleLore as a picture shows it: board, tracks, hand and scenario cards."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from battlewise.core.catalogue import Catalogue, Space, Thing
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
    paragraph,
    seat_name,
    stack,
    token,
    track,
    words,
)

View = Mapping[str, Any]
HEX = 52.0  # from side to side
GROUND = {"forest": "forest", "hill": "hill", "building": "stone"}
WATER = ("water", "ford", "bridge")
CARD_ICONS = {"command card": "cards", "lore card": "lore", "scenario card": "scroll", "army card": "flag"}


class Table:
    """Draws views of one game.

    :param catalogue: of the game's chosen options.
    :param goal: how many VP win.
    """

    def __init__(self, catalogue: Catalogue, goal: int) -> None:
        self.spaces = catalogue.spaces
        self.things = {one.id: one for one in [*catalogue.cards, *catalogue.pieces]}
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
        if viewer is not None:
            panels.append(Panel("hand", "Your cards", "hand", list(self._hand(view, viewer))))
        return Scene(f"BattleLore Second Edition, turn {view['turn'] + 1}", panels)

    def _board(self, view: View) -> Group:
        flip = -1 if view["seat"] == 0 else 1
        wide = max(one.place[0] for one in self.spaces if one.place)
        deep = max(one.place[1] for one in self.spaces if one.place)
        on = {at(unit["hex"]): unit for unit in view["units"]}
        tents = {at(place): side for side, place in enumerate(view.get("tents") or []) if place}
        banners = self.printed | {at(one["hex"]): one["vp"] for one in view.get("banners") or []}
        parts: list[Placed] = []
        lines = sorted({one.place[0] for one in self.spaces if one.place and _sections(one) == 2})
        for one in self.spaces:
            assert one.place
            x, y = flip * (one.place[0] - wide / 2) * HEX, flip * (one.place[1] - deep / 2) * HEX
            name = one.id.partition(":")[2]
            space = self._hex(one, view, name, tents, banners)
            unit = [(0.0, 0.0, self._unit(on[name], name in banners))] if name in on else []
            parts.append((x, y, stack(space, *unit)))
        half = (deep / 2 + 0.6) * HEX
        for line in lines:
            x = flip * (line - wide / 2) * HEX
            parts.append((x, 0, Area(f"M0 {-half:g}V{half:g}", "none", "ink-2", 1.5, True)))
        edge = (wide / 2 + 0.45) * HEX
        for side, y in enumerate((-half, half)):
            parts.append((0, flip * y, Area(f"M{-edge:g} 0H{edge:g}", "none", colour(side), 4)))
        return Group(parts, ((wide + 1.05) * HEX, 2 * half + 4))

    def _hex(
        self, one: Space, view: View, name: str, tents: Mapping[str, int], banners: Mapping[str, int]
    ) -> Group:
        land = (view.get("terrain") or {}).get(name) or one.facts.get("terrain")
        ground = "water" if land in WATER else GROUND.get(str(land), "plain")
        parts: list[Placed] = [(0, 0, Area(hexagon(HEX - 1.5), ground, "line"))]
        if land:
            parts.append((0, -2, Icon({"water": "river"}.get(land, land), 26, "ink-2")))
        if name in tents:
            parts.append((0, 0, Icon("command_tent", 30, colour(tents[name]))))
        if name in banners:
            parts += [
                (-15, -12, badge("banner", icon=True)),
                (-15, 6, Words(f"{banners[name]}", 11, bold=True)),
            ]
        has = [f"{land}" if land else "open ground"]
        has += [f"the command tent of the {SEATS[tents[name]]}"] if name in tents else []
        has += [f"a banner of {banners[name]} VP"] if name in banners else []
        return Group(parts, (HEX, HEX), one.id, f"{one.name}: {', '.join(has)}")

    def _unit(self, unit: Mapping[str, Any], has_banner: bool) -> Group:
        seat = SIDES.index(unit["side"])
        kind = self.things[f"card:{unit['type']}"]
        states = ("ordered", "moved", "poisoned", "stunned", "swarmed", "charge")
        now = [one for one in states if unit.get(one)]
        marks = [badge(_mark(one), icon=True) for one in now if one != "ordered" or not unit.get("moved")]
        left, health = unit["figures"], int(kind.facts["health"])
        what = ", ".join([f"{left} of {health} {'health' if health > 4 else 'figures'}", *now])
        piece = token(
            seat,
            unit["type"],
            HEX * 0.74,
            (left, health),
            marks,
            id=f"unit:{at(unit['hex'])}",
            title=f"{kind.name} of the {SEATS[seat]} on {at(unit['hex'])}: {what}",
            text=_printed(kind),
        )
        piece = replace(piece, later=unit["waiting"] and not unit["put_off"])
        return stack(piece, (-19, -17, badge("banner", icon=True, size=15))) if has_banner else piece

    def _seat(self, view: View, seat: int) -> Panel:
        lead = view["vp"][seat] > view["vp"][1 - seat]
        name = seat_name(SEATS[seat], seat, view["seat"])
        points = f"{view['vp'][seat]} of {self.goal}"
        lines = [
            Line(
                [counter("victory_point", points, "VP, leads" if lead else "VP", "danger" if lead else "ink")]
            ),
            Line(
                [
                    track(
                        min(view["vp"][seat], self.goal),
                        self.goal,
                        seat,
                        title=f"{name}: {points} victory points",
                    )
                ]
            ),
            Line([counter("lore", view["lore"][seat], "lore"), *self._backs(view, seat)]),
        ]
        if view["phase"] != "over" and view["active"] == seat:
            lines.append(Line([words("takes the turn", 12, colour(seat), True)]))
            if view.get("card"):
                lines.append(Line([self._card(view["card"], 0)], "played this turn"))
        return Panel(f"seat:{seat}", name, "side", lines, seat)

    def _backs(self, view: View, seat: int) -> Iterator[Group]:
        yield back(seat, view["hand_sizes"][seat], "command")
        if "lore_hand_sizes" in view:
            yield back(seat, view["lore_hand_sizes"][seat], "lore")
        if seat == view["active"] and "combat" in view:
            for face, number in view["combat"]["dice"].items():
                for _ in range(number):
                    yield die(face, size=30, title=f"{plain(face)} result")

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
            name
            if thing.kind == "unit"
            else "command_tent"
            if "tent" in name
            else CARD_ICONS.get(thing.kind, "cards"),
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
