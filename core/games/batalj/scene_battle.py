"""A battle as a picture: sectors and reserves with pieces, cards and guns, and what each seat has sent.

Sweden's pieces are shields, the enemy's hexagons; Sweden stands below.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlewise.core.catalogue import Thing
from battlewise.core.games.batalj.facts import AREAS, GUNS, STEPS, standing
from battlewise.core.games.batalj.scene_pieces import (
    ERA_GROUND,
    MOST_AT_SIDE,
    amount,
    card_chip,
    chip,
    named,
    plate,
)
from battlewise.core.games.batalj.state import BATTLE_ROUNDS, FULL, LANES, RESERVE
from battlewise.core.games.batalj.words import AREA_IDS, ARMY_IDS, STAGES
from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Line,
    Panel,
    Placed,
    Words,
    badge,
    colour,
    die,
    hexagon,
    length,
    paragraph,
    rectangle,
    seat_name,
    seat_panel,
    seat_tags,
    tag,
    token,
    words,
)

View = Mapping[str, Any]
WIDTH, HEIGHT = 640.0, 428.0
SECTOR = (206.0, 104.0)
RESERVES = (636.0, 92.0)
SHIELD = "M-16 -17H16V-2C16 9 8 14 0 18C-8 14 -16 9 -16 -2Z"
SIDES = {"sweden": "Sweden", "enemy": "the enemy"}
FILLS = {"sweden": "accent", "enemy": "ink"}
KINDS = ("soldiers", "commanders")
# The parts of a round: stages, pictogram and whose it is.
ROUND = (
    (("swedish_guns", "enemy_guns"), "army_cannon", "sweden"),
    (("swedish_attacks",), "swords", "sweden"),
    (("enemy_attacks",), "swords", "enemy"),
    (("redeployment",), "reshuffle", "sweden"),
    (("enemy_advance", "enemy_command"), "reshuffle", "enemy"),
)
OVER = ("none", "spoils", "mourning")  # stages without a battle
GUN_TEXT = "In each round it takes a piece of a sector with a die of {} or less."


class Battle:
    """Draws battles.

    :param things: the cards by their ids.
    :param seats: the names of the seats.
    """

    def __init__(self, things: Mapping[str, Thing], seats: Sequence[str]) -> None:
        self.things = things
        self.seats = seats

    def panels(self, view: View) -> Iterator[Panel]:
        """The battlefield, the state of the battle and the enemy's cards."""
        war = view["war"]
        yield Panel("battle", "", "board", self._board(view))
        crowded = len(self.seats) > MOST_AT_SIDE and "realm" not in view
        yield Panel("war", "Battle", "hand" if crowded else "side", list(self._state(war)))
        if war["enemy_cards"]:
            drawn = [self._enemy(self.things[f"regent:{one}"]) for one in war["enemy_cards"]]
            yield Panel("enemy", "Regent cards drawn as the enemy", "hand", [Line(drawn)])

    def sent(self, view: View, seat: int) -> Iterator[Line]:
        """What a seat has sent to the war."""
        sent = view["war"]["sent"][seat]
        if sent and (sent["fiefs"] or sent["cards"]):
            found = [self._sent_fief(view, one) for one in sent["fiefs"]]
            found += [
                card_chip(self.things[f"card:{one}"], owner=", sent to the war") for one in sent["cards"]
            ]
            yield Line(found, "sent to the war")

    def fief(self, view: View, name: str) -> Group:
        """A Province card that can be chosen, with its soldiers and what they cost."""
        thing = self.things[f"fief:{name}"]
        troops, price = _troops(view, thing), 2 * thing.facts["troops"]
        width = max(120.0, 1.12 * length(thing.name, 12) + 46)
        left = -width / 2
        parts: list[Placed] = [
            (0, 0, Area(rectangle(width, 40, 6), "surface", "ink-2")),
            (left + 18, 0, Area(rectangle(34, 38, 5), "plain")),
            (left + 18, 0, Icon("province", 22)),
            (left + 40, -4, Words(thing.name, 12, anchor="start", bold=True)),
            (left + 46, 10, Icon("soldier", 13)),
            (left + 54, 14, Words(str(troops), 12, anchor="start", bold=True)),
            (left + 80, 10, Icon("gold", 13)),
            (left + 89, 14, Words(str(price), 12, anchor="start", bold=True)),
        ]
        return Group(parts, (width, 40), thing.id, f"{thing.name}, Province card", thing.text)

    def _sent_fief(self, view: View, name: str) -> Group:
        thing = self.things[f"fief:{name}"]
        title = f"{thing.name}, Province card, sent to the war"
        return chip(f"{thing.name} {_troops(view, thing)}", "province", "plain", title=title, text=thing.text)

    # -- the state

    def _state(self, war: View) -> Iterator[Line]:
        text = f"round {war['round']} of at most {BATTLE_ROUNDS}" if war["round"] else "the armies are placed"
        yield Line([words(text, 12, "ink-2")])
        yield Line([_step(stages, icon, army, war["stage"]) for stages, icon, army in ROUND])
        step = f", {STEPS[war['step']]}" if war["stage"] == "redeployment" and war["step"] in STEPS else ""
        says = f"{STAGES[war['stage']]}{step}"
        if war["stage"] == "none":
            says = f"{war['committed']} of {len(self.seats)} have decided what they send"
        yield Line([paragraph(says, most=3)])
        if war["rerolled"]:
            failed = die(war["rerolled"], title=f"The die shows {war['rerolled']}: it has failed")
            yield Line([failed, words("has failed", bold=True)])
        for army in ARMY_IDS:
            guns = sum(war["guns"]) if army == "sweden" else war["enemy_guns"]
            numbers = [sum(war[kind][army]) for kind in KINDS]
            row = [Group([(0, 0, _piece(army, "", 0.55))], (22, 24))]
            row += [
                amount(icon, n, title=f"{icon.removeprefix('army_')}s of {SIDES[army]}: {n}")
                for icon, n in zip(("soldier", "commander", "army_cannon"), [*numbers, guns], strict=True)
            ]
            yield Line(row)
        if war["leader"] is not None:
            yield Line(
                [words(f"{self.seats[war['leader']]} decides for Sweden", 12, colour(war["leader"]), True)]
            )
        if notes := list(_notes(war)):
            yield Line([paragraph(" ".join(notes), most=6)])

    def _unplaced(self, view: View) -> Iterator[Group]:
        war = view["war"]
        yield from (self.fief(view, one) for one in war["unplaced"])
        for key, icon in (("unplaced_soldiers", "soldier"), ("unplaced_commanders", "commander")):
            number = war[key]
            if number:
                parts: list[Placed] = [(-14, 0, _piece("sweden", icon)), (6, 5, _times(number))]
                yield Group(parts, (70, 42), title=f"{number} {icon}s to be placed")

    def _enemy(self, thing: Thing) -> Group:
        facts = thing.facts
        more = "".join(f" + {one}" for one in ("commander", "cannon") if facts[one])
        ground = ERA_GROUND[facts["era"]]
        return chip(f"{facts['soldiers']}{more}", "soldier", ground, title=named(thing), text=thing.text)

    # -- the battlefield

    def _board(self, view: View) -> Group:
        war = view["war"]
        parts: list[Placed] = [(0, 48 - HEIGHT / 2, self._enemy_reserve(war))]
        parts.append((0, 0, Area(f"M{-WIDTH / 2:g} 0H{WIDTH / 2:g}", "none", "ink-2", 1.5, True)))
        for i, area in enumerate(AREA_IDS[:RESERVE]):
            x, y = (i % LANES - 1) * 215.0, 60.0 if i < LANES else -60.0
            parts.append((x, y, self._sector(view, i, area)))
        parts.append((0, HEIGHT / 2 - 48, self._reserve(view)))
        return _with_row(Group(parts, (WIDTH, HEIGHT)), list(self._unplaced(view)))

    def _sector(self, view: View, i: int, area: str) -> Group:
        war, (wide, tall) = view["war"], SECTOR
        hit = war["area"] == area
        line, width = ("danger", 3.0) if hit else ("ink-2", 1.0)
        parts: list[Placed] = [
            (0, 0, Area(rectangle(wide, tall, 8), "forest" if i < LANES else "hill", line, width))
        ]
        if area in war["cards"]:
            parts.append((0, 9, Area(rectangle(wide - 14, tall - 30, 6), "surface", "ink-2")))
            parts.append((wide / 2 - 17, 9 - tall / 2, Icon("province", 17)))
        name = area.replace("_", " ").capitalize()
        parts.append((9 - wide / 2, 17 - tall / 2, Words(name, 15, anchor="start", bold=True)))
        here = [(army, kind) for army in ARMY_IDS for kind in KINDS for _ in range(war[kind][army][i])]
        gap = 46.0 if len(here) <= FULL else 184.0 / len(here)
        for k, (army, kind) in enumerate(here):
            parts.append(((k - (len(here) - 1) / 2) * gap, 9, _piece(army, kind.removesuffix("s"))))
        parts += [(wide / 2 - 40 - 24 * k, 12 - tall / 2, one) for k, one in enumerate(_marks(view, i, area))]
        return Group(parts, SECTOR, f"area:{area}", _title(war, i, area), self._front(war, i))

    def _front(self, war: View, i: int) -> str:
        """What stands in front of a sector."""
        ahead = i + LANES
        where = AREAS[AREA_IDS[ahead]] if i < LANES else "the enemy reserve"
        return f"In front: {where} (of the enemy {standing(war, 'enemy', min(ahead, RESERVE))})."

    def _reserve(self, view: View) -> Group:
        war, (wide, tall) = view["war"], RESERVES
        area = AREA_IDS[RESERVE]
        line = ("danger", 3.0) if war["area"] == area else ("ink-2", 1.0)
        parts: list[Placed] = [
            (0, 0, Area(rectangle(wide, tall, 8), "stone", *line)),
            (9 - wide / 2, 18 - tall / 2, Words("Swedish reserve", 15, anchor="start", bold=True)),
        ]
        parts += [
            (160 - wide / 2 + 24 * k, 13 - tall / 2, one) for k, one in enumerate(_marks(view, RESERVE, area))
        ]
        x = _line_up(war, "sweden", parts)
        if war["spare"]:
            spare = Group(
                [
                    (0, 0, Area(rectangle(30, 42, 4), "surface", "ink-2")),
                    (0, 0, Icon("province", 18)),
                    (19, 5, _times(war["spare"])),
                ],
                title=f"Province cards beside the reserve: {war['spare']}",
            )
            parts.append((x + 20, 8, spare))
        strong = [(f"strength_{i + 1}", i + 1, n) for i, n in enumerate(war["guns"]) if n]
        for k, (name, strength, n) in enumerate(strong):
            parts.append((wide / 2 - 50 - 96 * k, 8, _gun(name, strength, n)))
        return Group(
            parts,
            RESERVES,
            f"area:{area}",
            _title(war, RESERVE, area),
            "Two of its pieces attack a far sector.",
        )

    def _enemy_reserve(self, war: View) -> Group:
        wide, tall = RESERVES
        parts: list[Placed] = [
            (0, 0, Area(rectangle(wide, tall, 8), "stone", "ink-2")),
            (9 - wide / 2, 18 - tall / 2, Words("Enemy reserve", 15, anchor="start", bold=True)),
        ]
        _line_up(war, "enemy", parts)
        if war["enemy_guns"]:
            parts.append((wide / 2 - 50, 8, _gun("enemy", 2, war["enemy_guns"])))
        return Group(parts, RESERVES, title=f"The enemy reserve: {standing(war, 'enemy', RESERVE)}")


def army_panel(battle: Battle, view: View, seat: int) -> Panel:
    """The panel of a seat in a battle alone."""
    own, war = view["players"][seat], view["war"]
    name = seat_name(battle.seats[seat], seat, view["seat"])
    everybody = range(len(battle.seats))  # all win together
    winners = everybody if view["phase"] == "over" and war["victory"] == "sweden" else ()
    states = seat_tags(view, seat, winners=winners)
    states += [tag("war leader", "danger")] if war["leader"] == seat else []
    piece = token(seat, "lord", 28, id=f"seat:{seat}", title=name)
    sent = war["sent"][seat] or {"fiefs": {}, "cards": {}}
    things = battle.things
    home = [things[f"fief:{one}"] for one in own["fiefs"] if one not in sent["fiefs"]]
    home += [things[f"card:{one}"] for one in own["cards"] if one not in sent["cards"]]
    gold = amount("gold", own["gold"], title=f"{own['gold']} gold")
    lines = list(battle.sent(view, seat))
    if home and seat != view["seat"]:
        names = ", ".join(one.name for one in home)
        texts = " ".join(f"{one.name}: {one.text}" for one in home)
        lines.append(Line([paragraph(names, most=4, title=f"{name}'s cards at home", text=texts)], "at home"))
    return seat_panel(view, seat, name, [gold, *states], lines, piece)


def hand_lines(battle: Battle, view: View, seat: int) -> list[Line]:
    """The cards of a seat in a battle alone, from which it chooses what it sends."""
    own, unplaced = view["players"][seat], view["war"]["unplaced"]
    found = [battle.fief(view, one) for one in own["fiefs"] if one not in unplaced]
    found += [plate(battle.things[f"card:{one}"], f"card:{one}") for one in own["cards"]]
    return [Line(found)]


def _with_row(board: Group, things: Sequence[Group]) -> Group:
    """A board with things in rows of four below it."""
    rows = -(-len(things) // 4)
    lift = -24.0 * rows
    parts: list[Placed] = [(x, y + lift, part) for x, y, part in board.parts]
    for i, one in enumerate(things):
        parts.append(((i % 4 - 1.5) * 158, HEIGHT / 2 + lift + 24 + 48 * (i // 4), one))
    return Group(parts, (WIDTH, HEIGHT + 48 * rows))


def _troops(view: View, thing: Thing) -> int:
    """The soldiers of a fief, with one that an Event card has enlisted."""
    enlisted = view["realm"]["enlisted"] if "realm" in view else {}
    return int(thing.facts["troops"]) + (thing.id.partition(":")[2] in enlisted)


def _piece(army: str, icon: str, scale: float = 1) -> Group:
    size = 36 * scale
    path = (
        hexagon(size) if army == "enemy" else SHIELD if scale == 1 else rectangle(size * 0.8, size * 0.8, 4)
    )
    parts: list[Placed] = [(0, 0, Area(path, FILLS[army], "surface", 1.5))]
    if icon:
        parts.append((0, -1, Icon(icon, 24 * scale, "surface")))
    return Group(parts, (size, size))


def _times(number: int) -> Words:
    return Words(f"x{number}", 16, anchor="start", bold=True)


def _line_up(war: View, army: str, parts: list[Placed]) -> float:
    """Puts the pieces of a reserve in a row, many of a kind as one with a number.

    :returns: where the row ends.
    """
    x = 30 - RESERVES[0] / 2
    for kind in KINDS:
        number, icon = war[kind][army][RESERVE], kind.removesuffix("s")
        if number > FULL:
            parts += [(x, 8, _piece(army, icon)), (x + 21, 13, _times(number))]
            x += 74
        else:
            parts += [(x + 40 * k, 8, _piece(army, icon)) for k in range(number)]
            x += 40 * number
    return x


def _gun(name: str, strength: int, number: int) -> Group:
    parts: list[Placed] = [
        (0, 0, Area(rectangle(88, 46, 6), "surface", "ink-2")),
        (-22, 0, Icon("army_cannon", 30)),
        (-2, 5, Words(f"1-{strength}" if strength > 1 else "1", 15, anchor="start", bold=True)),
    ]
    if number > 1:
        parts.append((22, 5, _times(number)))
    many = f", {number} of them" if number > 1 else ""
    return Group(parts, (88, 46), f"gun:{name}", f"{GUNS[name]}{many}", GUN_TEXT.format(strength))


def _step(stages: Sequence[str], icon: str, army: str, now: str) -> Group:
    """A part of the round; the current one is filled."""
    here = now in stages
    parts: list[Placed] = [
        (0, 0, Area(rectangle(34, 30, 6), FILLS[army] if here else "plain", "line")),
        (0, 0, Icon(icon, 20, "surface" if here else FILLS[army])),
    ]
    title = " and ".join(STAGES[one] for one in stages)
    return Group(parts, (34, 30), title=f"{title}{', now' if here else ''}")


def _marks(view: View, i: int, area: str) -> Iterator[Group]:
    """What happens to an area or has happened in the round."""
    war = view["war"]
    if war["area"] == area and war["losses"]:
        yield badge(f"-{war['losses']}", "danger", "surface", size=22)
    if area in war["done"]:
        yield badge("tick", icon=True, size=20)
    if view["phase"] in ("attack_die", "reroll") and war["index"] == i and war["stage"] == "swedish_attacks":
        yield badge("swords", "lit", "on-lit", icon=True, size=22)


def _title(war: View, i: int, area: str) -> str:
    armies = ARMY_IDS if i < RESERVE else ("sweden",)  # the enemy's reserve lies apart
    has = [f"{SIDES[army]} {text}" for army in armies if (text := standing(war, army, i)) != "empty"]
    notes = [", with a Province card"] * (area in war["cards"]) + [", has attacked"] * (area in war["done"])
    name = AREAS[area]
    return f"{name[0].upper()}{name[1:]}: {'; '.join(has) or 'empty'}{''.join(notes)}"


def _notes(war: View) -> Iterator[str]:
    """What holds besides."""
    if war["victory"] != "open":
        yield "Sweden has won." if war["victory"] == "sweden" else "The enemy has won."
    if war["losses"]:
        yield f"Pieces to be lost: {war['losses']}."
    if war["tactician"]:
        yield "Each failed Swedish roll can be made again once."
    if war["steel"]:
        yield f"Each Swedish sector attacks as {war['steel']} pieces."
