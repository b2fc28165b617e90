"""The table of Battalia as a picture shows it: map, decks, Sun Oracle, seats, played cards and the hand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from battlewise.core.catalogue import Catalogue, Thing
from battlewise.core.changes import several
from battlewise.core.games.battalia.cards import ARTEFACTS, FACTIONS, GREATS, RANKS, TERRAINS, TYPES, Data
from battlewise.core.games.battalia.documents import ENDS
from battlewise.core.games.battalia.facts import acting, active
from battlewise.core.games.battalia.scene_map import AS_PRINTED, HOME, Map, tile
from battlewise.core.games.battalia.words import KIND_IDS, SIDE_IDS
from battlewise.core.scene.parts import (
    Area,
    Drawn,
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
    circle,
    colour,
    counter,
    leader,
    pill,
    polygon,
    rectangle,
    seat_name,
    seat_panel,
    seat_tags,
    shape,
    stack,
    words,
)

View = Mapping[str, Any]
GROUNDS = dict(zip(FACTIONS, TERRAINS, strict=True))
MAP_HEIGHT = 430.0
WAITING = 25.0  # a hero beside the map


class Table:
    """Draws views of one game.

    :param catalogue: of the game's chosen options.
    :param both: the game's data.
    :param options: the game's options.
    """

    def __init__(self, catalogue: Catalogue, both: Data, options: Mapping[str, Any]) -> None:
        self.map = Map(catalogue, both, options)
        self.things = self.map.things
        self.seats = self.map.seats

    def scene(self, view: View) -> Scene:
        """The scene of a whole view, as the service gives it."""
        count, viewer = len(self.seats), view["seat"]
        first = 0 if viewer is None else viewer + 1
        order = [(first + i) % count for i in range(count)]
        drawn = Drawn()
        panels = [Panel("board", "", "board", self.map.board(view), tallest=MAP_HEIGHT)]
        panels += [self._seat(view, seat) for seat in order]
        panels.append(Panel("oracle", "Sun Oracle", "side", list(self._oracle(view))))
        choice = list(self._choice(view, drawn))
        hand = list(self._hand(view, drawn))
        table = list(self._table(view, drawn))
        middle = list(self._middle(view, drawn))
        if choice or hand:
            panels.append(Panel("hand", "Your cards", "hand", [*choice, *hand], viewer))
        if table:
            panels.append(Panel("table", "On the table", "hand", table))
        panels.append(Panel("decks", "Decks, levels and factions", "hand", list(self._decks(view))))
        if middle:
            panels.append(Panel("middle", "Great artefacts and limbo", "side", middle))
        return Scene(f"Battalia: The Creation, turn {view['turn'] + 1}", panels)

    def _seat(self, view: View, seat: int) -> Panel:
        player = view["players"][seat]
        points = player["points"]
        leads = leader([one["points"] for one in view["players"]]) == seat
        winners = [seat] if leads and view["phase"] == "over" else []
        turn = None if view["first"] is None else active(view)
        faction = player["faction"]
        of = self.things[f"faction:{faction}"] if faction else None
        title = f"{self.seats[seat]}" + (f" leads the {of.name}" if of else " has no faction yet")
        icon, ground = (GROUNDS[faction], HOME[faction]) if faction else ("person", "plain")
        name = of.name if of else "no faction"
        most = f"{points} victory points, at most {player['most_points']} so far"
        text = of.text if of else ""
        first = [
            pill(icon, name, ground, id=f"seat:{seat}", title=title, text=text),
            counter("star", points, "point" if points == 1 else "points", title=most),
            *seat_tags(view, seat, turn, leads, winners),
        ]
        shown = seat_name(self.seats[seat], seat, view["seat"])
        return seat_panel(view, seat, shown, first, list(self._has(view, seat)))

    def _has(self, view: View, seat: int) -> Iterator[Line]:
        """What a seat has: its piles, heroes that wait, ambush, great artefacts, tents and seals."""
        player = view["players"][seat]
        yield Line([*self._piles(player, seat), *self._waiting(player, seat)])
        mine = view["first"] is not None and acting(view) == seat
        ambush = view["ambush"] if view["seat"] == seat else player["ambush"]
        if ambush:
            yield Line([self._in_ambush(seat, i, one, mine) for i, one in enumerate(ambush)], "in ambush")
        greats = [one for one in GREATS if one in player["cards"] or one in player["shelter"]]
        if greats:
            yield Line([self._small(one, 1, "", f" of {self.seats[seat]}") for one in greats], "has")
        for i, tent in enumerate(player["tents"]):
            inside = self._names(tent["cards"]) or "nothing yet"
            mark = {"title": f"Tent {i + 1} of {self.seats[seat]}: {inside}"}
            yield Line([pill("tent", inside, "plain", 190, id=f"tent:{i}" if mine else "", **mark)])
        if player.get("seals"):
            names = [self.things[f"faction:{one}"].name for one in player["seals"]]
            yield Line([pill(GROUNDS[one], "seal", HOME[one], title=f"Seal of the {name}")
                        for one, name in zip(player["seals"], names, strict=True)])  # fmt: skip

    def _piles(self, player: View, seat: int) -> Iterator[Group]:
        """Hand and nation as backs, and the open shelter."""
        total = sum(player["cards"].values()) + sum(player["unseen"].values())
        nation = total - player["hand_size"] - sum(one is None for one in player["ambush"])
        known = f" All know of {self._counted(player['known'])}." if player["known"] else ""
        owned = f"Hand, nation and hidden ambush together: {self._counted(player['cards'])}"
        ranks = [f"{n} unseen {self._title(one).lower()}" for one, n in player["unseen"].items()]
        owned = "; ".join([owned, *ranks]) + "."
        yield back(seat, player["hand_size"], "hand", title=f"{player['hand_size']} cards in hand",
                   text=f"{owned}{known}")  # fmt: skip
        yield back(seat, max(nation, 0), "nation", title=f"{max(nation, 0)} cards in the nation", text=owned)
        number = sum(player["shelter"].values())
        text = self._counted(player["shelter"])
        yield counter("shelter", number, title=f"{number} cards in the shelter", text=text)

    def _waiting(self, player: View, seat: int) -> Iterator[Group]:
        for number in range(len(player["heroes"]) + 1, 3):
            yield self.map.hero(seat, number, ", not on the map", WAITING)

    def _in_ambush(self, seat: int, place: int, kind: str | None, mine: bool) -> Group:
        id = f"ambush:{place}" if mine else ""
        if kind is None:
            return pill("ambush", "hidden", "stone", id=id, title=f"A hidden card of {self.seats[seat]}")
        return self._small(kind, 1, id, ", in ambush")

    def _oracle(self, view: View) -> Iterator[Line]:
        oracle, wheel = view["oracle"], self.things["oracle:wheel"]
        day = view["turn"] // len(self.seats) + 1
        lit, match = self._title(oracle["ray"]), self._title(oracle["match"])
        title = f"Sun Oracle, day {day}: the ray is on the {lit}, the {match} matches"
        last = f" The last progress was in turn {view['progress'] + 1}."
        yield Line([_wheel(wheel, oracle, day, title, last)])
        yield Line([words(f"{lit}: illuminated", 12, bold=True)])
        yield Line([words(f"{match}: its faction is chosen", 12)])

    def _middle(self, view: View, drawn: Drawn) -> Iterator[Line]:
        """The great artefacts that lie on offer or below the sanctuaries, and limbo."""
        if view["offered"]:
            yield Line([self._great(one, drawn) for one in view["offered"]], "on offer in the ruins")
        buried = list(self._buried(view.get("sanctuaries", {}), drawn))
        if buried:
            yield Line(buried, "below the sanctuaries")
        if view["limbo"]:
            number = sum(view["limbo"].values())
            text = self._counted(view["limbo"])
            yield Line([counter("skull", number, "in limbo", title=f"{number} cards in limbo", text=text)])

    def _great(self, name: str, drawn: Drawn) -> Group:
        return self._small(name, 1, drawn.claim(f"card:{name}"), ", on offer")

    def _buried(self, sanctuaries: Mapping[str, Sequence[str | None]], drawn: Drawn) -> Iterator[Group]:
        """Great artefacts on the ground of the sanctuary that they lie below."""
        for faction, below in sanctuaries.items():
            where = f"below the sanctuary of the {self.things[f'faction:{faction}'].name}"
            for one in filter(None, below):
                great = self.things[f"card:{one}"]
                yield pill(one, great.name, HOME[faction], id=drawn.claim(great.id),
                           title=f"{great.name}, {where}", text=_printed(great))  # fmt: skip
            if number := below.count(None):
                title = f"{several(number, 'great artefact')} {where}, face down"
                yield pill(GROUNDS[faction], f"{number} hidden", HOME[faction], title=title)

    def _table(self, view: View, drawn: Drawn) -> Iterator[Line]:
        """What is half done, the battle, and the cards that were played."""
        yield from self._battle(view)
        if view["phase"] == "over":
            yield Line([words(ENDS[view["end"]], bold=True)], "the game is over")
        pending = view.get("pending", {})
        if pending.get("card") in AS_PRINTED:
            card, terrain = pending["card"], pending.get("terrain")
            name = self.things[f"deck:{card}"].name
            parts = tile(card, AS_PRINTED[card], terrain)
            yield Line([Group(parts, (64, 64), title=f"{name} in the {terrain}")], "to be put on the map")
        elif pending.get("card"):
            yield Line([self._small(pending["card"], 1, "", "")], "to be changed or placed")
        if pending.get("need"):
            yield Line([counter(one, n, title=f"{n} x {one}") for one, n in pending["need"].items()],
                       "still to be paid")  # fmt: skip
        for side, whose in enumerate(("", " of the defender")):
            if view["laid"][side]:
                yield Line(self._smalls(view["laid"][side], drawn), f"can still be played{whose}")
            for key, heading in (("fresh", "may be used once more"), ("charmed", "on the amulet once more")):
                if view[key][side]:
                    yield Line([self._small(view[key][side], 1, "", "")], heading + whose)
        if view["hammer"]:
            yield Line([self._small(view["hammer"], 1, "", "")], "the Hammer is laid as")
        if view["stolen"]:
            yield Line(self._smalls({view["stolen"]: 1}, drawn), "taken by the Hand of Luut")
        if view["table"]:
            yield Line(self._smalls(view["table"], None), "played or got in this turn")

    def _battle(self, view: View) -> Iterator[Line]:
        battle = view.get("battle")
        if battle is None:
            return
        where = f"battle on {battle['square']}"
        attacker = active(view)
        against = battle["against"]
        owner = view["map"][battle["square"]].get("owner") if against == "place" else against
        for side, seat in enumerate((attacker, owner if isinstance(owner, int) else None)):
            name = self.seats[seat] if seat is not None else "guards"
            answers = view["phase"] == "response"
            now = side == 1 if answers else battle["side"] == SIDE_IDS[side]
            verb = ("attack:", "defence:")[side]
            mark = Group([(0, 0, Area(shape(seat, 20), colour(seat)))], (24, 24))
            due = " has to answer" if answers else " adds cards"
            facts = [
                counter("attack" if side == 0 else "shield", battle["total"][side], "total", title="total"),
                counter("cards", battle["cards"][side], "cards", title="cards in the line"),
                counter("hero", battle["heroes"][side], "heroes", title="heroes that fight"),
            ]
            if battle["mercenaries"][side]:
                facts.append(counter("person", battle["mercenaries"][side], "Unbound"))
            if battle["mixed"][side]:
                facts.append(words("mixed factions", 12, "ink-2"))
            yield Line(
                [mark, words(f"{verb} {name}{due if now else ''}", 13, bold=now), *facts],
                "" if side else where,
            )

    def _decks(self, view: View) -> Iterator[Line]:
        found = [self._unit_deck(view, rank, top) for rank, top in zip(RANKS, view["tops"], strict=True)]
        supply = self.things["card:supply"]
        number = view["supplies"]
        found.append(_deck("supply", "Supply", [("", number)], "plain", title=f"{number} supplies left",
                           text=supply.text))  # fmt: skip
        found += [self._level(level) for level in range(1, 5)]
        yield Line(found)
        lit = view["oracle"]["ray"]
        yield Line([self._artefact_deck(one, lit) for one in ARTEFACTS])
        tiles = [self._terrain_deck(view, one) for one in AS_PRINTED]
        yield Line([*tiles, *(self._faction(view, one) for one in FACTIONS)])

    def _unit_deck(self, view: View, rank: str, top: str | None) -> Group:
        """A deck of units, with what all know to lie in it or under it."""
        thing = self.things[f"deck:{rank}"]
        known = ""
        for key, where in (("under", "Under it"), ("returned", "Came back in sight of all")):
            cards = {one: n for one, n in view[key].items() if one.partition("_")[0] == rank}
            known += f" {where}: {self._counted(cards)}." if cards else ""
        if top is None:
            return _deck(rank, "none left", [], "bg", id=thing.id, title=f"{thing.name}: empty",
                         text=known.strip())  # fmt: skip
        first = self.things[f"card:{top}"]
        return _deck(
            rank,
            self._title(rank),
            _prices(thing),
            self._ground(top),
            id=thing.id,
            title=f"{thing.name}: {first.name} on top",
            text=f"{thing.text} {first.text}{known}",
        )

    def _artefact_deck(self, name: str, lit: str) -> Group:
        thing, kind = self.things[f"deck:{name}"], self.things[f"card:{name}"]
        shines = ", illuminated" if name == lit else ""
        deck = _deck(name, kind.name, _prices(thing), "surface", id=thing.id,
                     title=f"{thing.name}{shines}", text=f"{thing.text} {kind.text}")  # fmt: skip
        return stack(deck, (23, -19, badge("sun", icon=True))) if shines else deck

    def _level(self, level: int) -> Group:
        thing = self.things[f"level:{level}"]
        rank, new, more = thing.facts["rank"], thing.facts["new"], thing.facts["upgrade"]
        text = f"{thing.text} A new city costs {new} {rank} cards, one of level {level - 1} raised {more}."
        return _deck("castle", f"Level {level}", [(rank, f"{new}/{more}" if level > 1 else new)], "surface",
                     id=thing.id, title=thing.name, text=text)  # fmt: skip

    def _terrain_deck(self, view: View, name: str) -> Group:
        thing = self.things[f"deck:{name}"]
        left = view["terrain_decks"].get(name, {})
        number = sum(left.values())
        kinds = ", ".join(f"{n} x {one}" for one, n in sorted(left.items())) or "none left"
        parts: list[Placed] = [(0, 0, Area(rectangle(38, 54, 5), "surface", "ink-2"))]
        parts.append((0, -7, Group(tile(name, AS_PRINTED[name], None, 34))))
        parts.append((0, 23, Words(str(number), 12, bold=True)))
        return Group(parts, (38, 54), thing.id, f"{thing.name}: {number} cards, {kinds}", thing.text)

    def _faction(self, view: View, name: str) -> Group:
        thing = self.things[f"faction:{name}"]
        leads = [i for i, one in enumerate(view["players"]) if one["faction"] == name]
        absent = view["absent"] == name
        state = (
            ", not in the game" if absent else f", led by {self.seats[leads[0]]}" if leads else ""
        )  # fmt: skip
        parts: list[Placed] = [
            (0, 0, Area(rectangle(62, 54, 5), "bg" if absent else HOME[name], "ink-2")),
            (0, -12, Icon(GROUNDS[name], 20)),
            (0, 10, Words(thing.name, 11)),
        ]
        if leads:
            parts.append((0, 20, Area(shape(leads[0], 10), colour(leads[0]))))
        elif absent:
            parts.append((0, 23, Words("absent", 11, "ink-2")))
        return Group(parts, (62, 54), thing.id, f"{thing.name}{state}", thing.text)

    def _choice(self, view: View, drawn: Drawn) -> Iterator[Line]:
        """What can be chosen although it lies nowhere on the table."""
        phase, viewer = view["phase"], view["seat"]
        for seat, player in enumerate(view["players"]):
            if player.get("nation"):
                yield Line(self._smalls(player["nation"], drawn), f"the nation of {self.seats[seat]}")
        if viewer is None or view["to_move"] != viewer:
            return
        if phase == "horn":
            yield Line(self._smalls(_nation(view, viewer), drawn), "your nation")
        if phase == "wild":
            yield Line([self._small(one, 1, drawn.claim(f"card:{one}"), "") for one in [*TYPES, "supply"]],
                       "choose one")  # fmt: skip
        elif "hammer" in view["hand"] or view["hammer"] or view["stolen"] or "hammer" in view["laid"][0]:
            held = {one.partition("_")[0] for one in (*view["hand"], *view["laid"][0], *view["laid"][1])}
            left = [one for one in ARTEFACTS if one not in held]
            yield Line([self._small(one, 1, drawn.claim(f"card:{one}"), "") for one in left],
                       "as which an artefact may be played")  # fmt: skip

    def _hand(self, view: View, drawn: Drawn) -> Iterator[Line]:
        """The own cards; artefacts of a type lie in a frame of their own, as they are played alike."""
        if view["seat"] is None:
            return
        yield Line(list(self._framed(view["hand"], drawn, self._card)))

    def _smalls(self, counts: Mapping[str, int], drawn: Drawn | None) -> list[Group]:
        return list(self._framed(counts, drawn, self._small))

    def _framed(self, counts: Mapping[str, int], drawn: Drawn | None, draw: Any) -> Iterator[Group]:
        ordered = sorted(counts, key=KIND_IDS.index)
        for type_ in dict.fromkeys(one.partition("_")[0] for one in ordered):
            alike = [one for one in ordered if one.partition("_")[0] == type_]
            found = [draw(one, counts[one], drawn.claim(f"card:{one}") if drawn else "") for one in alike]
            frame = drawn.claim(f"card:{type_}") if drawn and type_ in ARTEFACTS else ""
            if frame:
                yield _frame(found, self.things[frame])
            else:
                yield from found

    def _card(self, kind: str, number: int, id: str) -> Group:
        """A card of which the hand holds a number."""
        thing = self.things[f"card:{kind}"]
        numbers: list[tuple[str, str | int]] = []
        if thing.facts.get("attack") or thing.facts.get("defence"):
            numbers = [("attack", thing.facts["attack"]), ("shield", thing.facts["defence"])]
        return card(
            thing.name,
            kind.partition("_")[0],
            self._ground(kind),
            None,
            numbers,
            thing.text,
            number,
            id=id,
            title=_several(thing, number),
            text=_printed(thing),
        )

    def _small(self, kind: str, number: int, id: str = "", where: str = "") -> Group:
        """A card that lies open, with pictogram and name."""
        thing = self.things[f"card:{kind}"]
        name = thing.name if kind in GREATS or "_" not in kind else self._title(kind.partition("_")[0])
        times = f" x{number}" if number > 1 else ""
        return pill(kind.partition("_")[0], f"{name}{times}", self._ground(kind), id=id,
                    title=f"{_several(thing, number)}{where}", text=_printed(thing))  # fmt: skip

    def _ground(self, kind: str) -> str:
        if kind in GREATS:
            return "stone"
        return HOME.get(kind.partition("_")[2], "plain")

    def _title(self, kind: str) -> str:
        return self.things[f"card:{kind}"].name

    def _names(self, kinds: Iterable[str]) -> str:
        return ", ".join(self._title(one) for one in kinds)

    def _counted(self, counts: Mapping[str, int]) -> str:
        ordered = sorted(counts, key=KIND_IDS.index)
        return ", ".join(f"{counts[one]} x {self._title(one)}" for one in ordered) or "no cards"


def _nation(view: View, viewer: int) -> dict[str, int]:
    """The viewer's own nation: what is neither in the hand nor hidden in ambush."""
    player = view["players"][viewer]
    left = Counter(player["cards"]) + Counter(view["unseen"]) - Counter(view["hand"])
    places = zip(view["ambush"], player["ambush"], strict=True)
    return dict(left - Counter(own for own, shown in places if shown is None))


def _frame(things: Sequence[Group], kind: Thing) -> Group:
    """Cards of a type side by side in a frame that is the type."""
    inner = sum(one.size[0] for one in things) + 4 * (len(things) - 1)
    width, height = inner + 8, max(one.size[1] for one in things) + 8
    parts: list[Placed] = [(0, 0, Area(rectangle(width, height, 8), "bg", "line"))]
    x = -inner / 2
    for one in things:
        parts.append((x + one.size[0] / 2, 0, one))
        x += one.size[0] + 4
    return Group(parts, (width, height), kind.id, f"{kind.name}, any faction", kind.text)


def _deck(icon: str, name: str, price: Sequence[tuple[str, int | str]], ground: str, **names: Any) -> Group:
    """A deck or a pile of tokens: pictogram, name, and its price or number."""
    parts: list[Placed] = [
        (0, 0, Area(rectangle(62, 54, 5), ground, "ink-2")),
        (0, -14, Icon(icon, 20)),
        (0, 8, Words(name, 11)),
    ]
    # One of a kind is just its pictogram.
    widths = [9 * len(str(one)) * (one != 1 or not need) + 13 * bool(need) for need, one in price]
    x = -sum(widths) / 2
    for (need, number), width in zip(price, widths, strict=True):
        if number != 1 or not need:
            parts.append((x, 22, Words(str(number), 12, anchor="start", bold=True)))
        if need:
            parts.append((x + width - 6, 18, Icon(need, 12)))
        x += width + 1
    return Group(parts, (62, 54), **names)


def _prices(thing: Thing) -> list[tuple[str, int | str]]:
    return list(thing.facts["cost"].items())


def _several(thing: Thing, number: int) -> str:
    return f"{thing.name}, {thing.kind}" + (f", {number} of them" if number > 1 else "")


def _printed(thing: Thing) -> str:
    if not thing.facts.get("attack") and not thing.facts.get("defence"):
        return thing.text
    return f"Attack {thing.facts['attack']}, defence {thing.facts['defence']}. {thing.text}"


def _wheel(wheel: Thing, oracle: Mapping[str, str], day: int, title: str, more: str) -> Group:
    """The seven days of the wheel; the day under the ray is at the top."""
    kinds = wheel.facts["ray"]
    first = kinds.index(oracle["ray"])
    outer, inner = 72.0, 24.0
    parts: list[Placed] = [(0, 0, Area(circle(outer + 2), "surface", "ink-2", 2))]
    step = 2 * pi / len(kinds)
    for i in range(len(kinds)):
        kind = kinds[(first + i) % len(kinds)]
        around = [(i + part / 4) * step - pi / 2 for part in range(-2, 3)]
        edge = [(outer * cos(one), outer * sin(one)) for one in around]
        ground = "peak" if i == 0 else "water" if kind == oracle["match"] else "bg"
        parts.append((0, 0, Area(polygon([(0, 0), *edge]), ground, "line")))
        middle = (outer + inner) / 2
        parts.append((middle * cos(around[2]), middle * sin(around[2]), Icon(kind, 22)))
    parts += [
        (0, 0, Area(circle(inner), "peak", "ink-2")),
        (0, -4, Words("day", 11, "ink-2")),
        (0, 12, Words(str(day), 16, bold=True)),
    ]
    return Group(parts, (190, 2 * outer + 6), title=title, text=wheel.text + more)
