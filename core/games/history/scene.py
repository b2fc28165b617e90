"""The table of A Battle Through History as a picture shows it: gears, eras, battle, hand and players."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from battlewise.core.catalogue import Catalogue
from battlewise.core.changes import listed, several
from battlewise.core.games.history.cards import ERAS, LINES, USES, Data
from battlewise.core.games.history.facts import BOARD, FEW, active
from battlewise.core.games.history.things import GROUNDS, ROW, Things, octagon
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
    colour,
    counter,
    leader,
    paragraph,
    rectangle,
    seat_name,
    seat_panel,
    seat_tags,
    shape,
    stack,
    token,
    words,
)

View = Mapping[str, Any]
Fight = Callable[..., Mapping[str, Any]]
OPEN = 3  # cards of an era
POINTS = {"elites": 1, "heroes": 3}
SOURCES = {
    "elites": "army_sword",
    "heroes": "mark_hero",
    "relics": "relic",
    "prowess": "prowess",
    "honour": "honour",
}
SIDES = ("attacker", "defender")
RANGES = ("long range", "medium range", "close")


class Table:
    """Draws views of one game.

    :param catalogue: of the game's chosen options.
    :param turns: of all players together.
    :param fight: as `History.battle`.
    """

    def __init__(self, data: Data, catalogue: Catalogue, turns: int, fight: Fight) -> None:
        self.data = data
        self.seats = [one.name for one in catalogue.seats]
        self.things = Things(data, catalogue)
        self.sectors = [one for one in catalogue.spaces if one.id.startswith("sector:")]
        self.turns = turns
        self.fight = fight

    def scene(self, view: View) -> Scene:
        """The scene of a whole view, as the service gives it."""
        return _Picture(self, view).scene()


class _Picture:
    """Draws one view. An id is given to the first thing that asks for it: what can be chosen asks first."""

    def __init__(self, table: Table, view: View) -> None:
        self.table, self.view, self.things = table, view, table.things
        self.battle: View | None = view.get("battle")
        self.active = None if view["first"] is None else active(view)
        self.viewer: int | None = view["seat"]
        self.pointed = self._pointed()
        # The warfare token that can be taken: its id is that of the one at the gears, not of another seat.
        self.asked = view["warfare"]["open"][self.pointed - 1] if view["phase"] == "travel" else None
        self.drawn = Drawn()

    def scene(self) -> Scene:
        table = self.table
        hand = []
        if self.viewer is not None:
            hand.append(Panel("hand", "Your cards and tokens", "hand", list(self._hand(self.viewer))))
        eras = Panel("eras", "", "board", [Line([self._era(era) for era in ERAS])])
        battle = [self._battle_panel(self.battle)] if self.battle else []
        first = 0 if self.viewer is None else self.viewer + 1
        order = [(first + i) % len(table.seats) for i in range(len(table.seats))]
        seats = [self._seat(seat) for seat in order]
        gears = Panel("gears", "", "board", list(self._gears()))
        title = f"A Battle Through History, {self._round()}"
        return Scene(title, [*battle, gears, eras, *hand, *seats])

    def _round(self) -> str:
        seats, turns = len(self.table.seats), self.table.turns
        rounds = -(-turns // seats)
        return f"round {min(self.view['turn'] // seats + 1, rounds)} of {rounds}"

    def _pointed(self) -> int:
        """The space that the active tile points at, from 1; 0 without a tile."""
        tile = self.view["gears"]["active"]
        return self.things.tiles[tile].points_at if tile else 0

    # -- hand

    def _hand(self, viewer: int) -> Iterator[Line]:
        view, things = self.view, self.things
        if view.get("offered"):
            yield Line(
                [things.choice(era, n) for era, n in view["offered"].items()], "relics drawn: take one"
            )
        if view.get("looked"):
            looked: Counter[int] = Counter(view["looked"])
            yield Line([things.prowess(value, n) for value, n in looked.items()], "prowess tokens: keep one")
        own = view["players"][viewer]
        held = [
            things.token(
                name, 44, "" if name == self.asked else self.drawn.claim(f"token:{name}"), "yours", n
            )
            for name, n in own["tokens"].items()
        ]
        cards = [things.unit(name, id=self.drawn.claim(f"card:{name}")) for name in view.get("hand") or ()]
        yield Line([*cards, *held] or [words("none now", 12, "ink-2")])
        if view["phase"] == "action" and viewer == self.active and own["discard"]:
            cards = [
                things.unit(name, ROW, id=self.drawn.claim(f"card:{name}"), note="in your discard pile")
                for name in own["discard"]
            ]
            yield Line(cards, "your discard pile")
        era = own["era"]
        if view["phase"] == "face" and viewer == self.active and "chase" in _uses(self.table.data, own):
            cards = [
                things.unit(
                    name, ROW, id=self.drawn.claim(f"card:{name}"), note=f"in the discard pile of era {era}"
                )
                for name in view["board"]["discard"]
                if things.era(name) == era
            ]
            if cards:
                yield Line(cards, f"discard pile of era {era}, for Chase")

    # -- eras

    def _era(self, era: str) -> Group:
        view, things = self.view, self.things
        board = view["board"]
        cards = [name for name in board["open"] if things.era(name) == era]
        discard = [things.of[f"card:{name}"].name for name in board["discard"] if things.era(name) == era]
        deck = self._era_deck(era)
        width, height = 161.0, 50 + OPEN * (ROW[1] + 4)
        top = -height / 2
        parts: list[Placed] = [
            (0, 0, Area(rectangle(width, height, 8), GROUNDS[era], "ink-2")),
            (-62, top + 16, Area(rectangle(30, 22, 9), "ink")),
            (-62, top + 21, Words(era, 14, "surface", bold=True)),
        ]
        here = [seat for seat, player in enumerate(view["players"]) if player["era"] == era]
        for i, seat in enumerate(here):
            parts.append((66 - 24.5 * (len(here) - 1 - i), top + 16, self._sabaton(seat)))
        for i, name in enumerate(cards):
            y = top + 32 + (i + 0.5) * (ROW[1] + 4)
            parts.append((0, y, things.unit(name, ROW, id=self.drawn.claim(f"card:{name}"), note="open")))
        for i in range(len(cards), OPEN):
            y = top + 32 + (i + 0.5) * (ROW[1] + 4)
            parts.append((0, y, Area(rectangle(*ROW, 6), "none", "ink-2", 1, True)))
        piles = f"deck {deck}, discarded {len(discard)}"
        parts.append((0, height / 2 - 6, Words(piles, 11)))
        text = f"Discard pile: {listed(discard)}." if discard else ""
        return Group(parts, (width, height), self.drawn.claim(f"era:{era}"), f"era {era}: {piles}", text)

    def _sabaton(self, seat: int) -> Group:
        name = self.table.seats[seat]
        return token(seat, "sabaton", 22, id=self.drawn.claim(f"seat:{seat}"), title=f"{name}, in this era")

    def _era_deck(self, era: str) -> int:
        """How many cards are in the deck: all that are nowhere else."""
        board = self.view["board"]
        seen = {*board["open"], *board["discard"], *board["removed"]}
        for player in self.view["players"]:
            seen |= {*player["cards"], *player["discard"], *player["spent"]}
        for side in SIDES:
            seen |= {one["card"] for one in self._line(side)}
        return sum(self.things.era(name) == era and name not in seen for name in self.things.units)

    # -- gears

    def _gears(self) -> Iterator[Line]:
        view, things = self.view, self.things
        gears, warfare = view["gears"], view["warfare"]
        yield Line(
            [
                self._wheel(),
                self._actions(),
                things.tile(gears["active"], "active"),
                things.tile(gears["pending"], "pending"),
                self._tile_pile(),
                *(self._space(i, name) for i, name in enumerate(warfare["open"])),
                self._spare_tokens(),
                self._spare_relics(),
            ]
        )

    def _wheel(self) -> Group:
        """The wheel of actions: its four sectors clockwise from the upper left."""
        gears = self.view["gears"]
        parts: list[Placed] = [(0, 0, Icon("gear", 96, "ink-2"))]
        for i, sector in enumerate(self.table.sectors):
            x, y = (-1, 1, 1, -1)[i], (-1, -1, 1, 1)[i]
            start, end = ((x, 0), (0, y)) if x * y > 0 else ((0, y), (x, 0))
            r = 38
            path = f"M0 0L{r * start[0]} {r * start[1]}A{r} {r} 0 0 1 {r * end[0]} {r * end[1]}z"
            turn = (i - gears["wheel"]) % 4
            is_active = turn < 2
            done = is_active and gears["done"][turn]
            action = str(sector.facts["action"])
            inside: list[Placed] = [
                (0, 0, Area(path, "surface" if is_active else "stone", "ink-2")),
                (16 * x, 16 * y, Icon(action, 18, "ink" if is_active and not done else "ink-2")),
            ]
            if done:
                inside.append((27 * x, 27 * y, badge("check_mark", "ink", "surface", True, 15)))
            gone = self._dismissed() if action == "dismiss" else ""
            state = "done" if done else "active" if is_active else "not active"
            parts.append((0, 0, Group(inside, (r, r), sector.id, f"{sector.name}: {state}", gone)))
        return Group(parts, (96, 96), title="wheel of actions")

    def _dismissed(self) -> str:
        removed = [self.things.of[f"card:{name}"].name for name in self.view["board"]["removed"]]
        return f"Dismissed from the game: {listed(removed)}." if removed else ""

    def _actions(self) -> Group:
        gears = self.view["gears"]
        parts: list[Placed] = []
        for turn in range(2):
            sector = self.table.sectors[(gears["wheel"] + turn) % 4]
            done = gears["done"][turn]
            ink = "ink-2" if done else "ink"
            text = f"{sector.facts['action']}{' (done)' if done else ''}"
            parts.append((-50, 8 + 18 * turn, Words(text, 12, ink, "start", not done)))
        parts += [
            (-50, -32, Words(self._round(), 12, anchor="start", bold=True)),
            (-50, -12, Words("active actions", 11, "ink-2", "start")),
        ]
        return Group(parts, (100, 88))

    def _tile_pile(self) -> Group:
        pile = [self.things.of[f"tile:{name}"].name for name in self.view["gears"]["pile"]]
        title = f"pile of {several(len(pile), 'time-travelling tile')}"
        return back(None, len(pile), "tiles", title=title, text=f"In the pile: {listed(pile)}.")

    def _space(self, i: int, name: str | None) -> Group:
        """The open warfare token at a space of the gears."""
        pointed = i + 1 == self.pointed
        label = Words("pointed" if pointed else f"{i + 1}", 11, "ink" if pointed else "ink-2", bold=pointed)
        size = (54.0 if pointed else 42.0, 88.0)
        if name is None:
            empty: Placed = (0, 0, Area(rectangle(36, 36, 9), "none", "ink-2", 1, True))
            return Group([empty, (0, 41, label)], size, title=f"no token at space {i + 1}")
        free = self.asked is None or pointed
        note = f"open at space {i + 1}{', which the active tile points at' if pointed else ''}"
        return Group(
            [
                (0, 0, self.things.token(name, 40, self.drawn.claim(f"token:{name}") if free else "", note)),
                (0, 41, label),
            ],
            size,
        )

    def _spare_tokens(self) -> Group:
        """Warfare tokens that no player has and that are not open."""
        view = self.view
        open_ones = sum(name is not None for name in view["warfare"]["open"])
        held = sum(sum(player["tokens"].values()) for player in view["players"])
        bound = sum(one["token"] is not None for side in SIDES for one in self._line(side))
        discard = view["warfare"]["discard"]
        out = sum(discard.values())
        pile = sum(token.count for token in self.things.tokens.values()) - open_ones - held - bound - out
        names = [f"{n} {self.things.of[f'token:{one}'].name}" for one, n in discard.items()]
        text = f"Discarded: {listed(names)}." if names else ""
        title = f"warfare tokens: {pile} in the pile, {out} discarded"
        return _pile(Area(octagon(24), "ink"), "tokens", pile, out, title, text)

    def _spare_relics(self) -> Group:
        """Relics that no player has."""
        view = self.view
        discard, offered = view["relic_discard"], view.get("offered") or {}
        held = sum(sum(player["relics"].values()) for player in view["players"])
        out = sum(discard.values())
        deck = self.table.data.relics.count * len(ERAS) - held - out - sum(offered.values())
        names = [f"{n} of era {era}" for era, n in discard.items()]
        text = f"Discarded: {listed(names)}." if names else ""
        return _pile(
            Icon("relic", 22), "relics", deck, out, f"relics: {deck} in the deck, {out} discarded", text
        )

    # -- battle

    def _line(self, side: str) -> Sequence[View]:
        return (self.battle or {}).get(f"{side}s") or ()

    def _battle_panel(self, battle: View) -> Panel:
        era = None if self.active is None else self.view["players"][self.active]["era"]
        if "attackers" not in battle:
            winner = battle.get("winner")
            text = f"{self._name(SIDES.index(winner))} has won" if winner in SIDES else "The battle is over"
            return Panel("battle", f"Battle in era {era}", "board", [Line([words(text, bold=True)])])
        lines = [
            self._fighters(battle, 1),
            Line([*self._combats(battle), *self._dice(battle)]),
            self._fighters(battle, 0),
        ]
        if "dice" in battle:
            lines.append(Line([self._course(battle)]))
        return Panel("battle", f"Battle in era {era}", "board", lines)

    def _seat_of(self, side: int) -> int | None:
        assert self.battle is not None
        return self.active if side == 0 else self.battle["defender"]

    def _name(self, side: int) -> str:
        seat = self._seat_of(side)
        return BOARD if seat is None else self.table.seats[seat]

    def _fighters(self, battle: View, side: int) -> Line:
        """A line-up, the battlefront at the left."""
        units, seat = self._line(SIDES[side]), self._seat_of(side)
        links = (battle.get("links") or [[], []])[side]
        armed = self.view["phase"] == ("arm", "defend_arm")[side]
        found: list[Group] = []
        for i, one in enumerate(units):
            name = self._name(side)
            plate = self.things.unit(
                one["card"],
                id=self.drawn.claim(f"place:{i + 1}" if armed else f"card:{one['card']}"),
                note=f"unit {i + 1} of {name}" + (f", with {self._token_name(one)}" if one["token"] else ""),
                token=one["token"],
                mirrored=side == 0,
                line=colour(seat),
            )
            if i and i <= len(links) and links[i - 1]:
                plate = stack(plate, (-plate.size[0] / 2 - 2, 0, _link()))
            found.append(plate)
        verb = ("attacks", "defends")[side]
        calls = battle["calls"][side]
        more = f", {several(calls, 'reinforcement')} called" if calls else ""
        has = f"with {several(len(units), 'unit')}{more}, the battlefront at the left"
        return Line(found, f"{self._name(side)} {verb} {has if units else 'and has no unit yet'}")

    def _token_name(self, unit: View) -> str:
        return self.things.of[f"token:{unit['token']}"].name

    def _totals(self, battle: View, line: int) -> list[int]:
        """The sums of both sides in a line of combat, with the dice if they are thrown."""
        found = []
        for side, name in enumerate(SIDES):
            total = sum(self.things.units[one["card"]].values[line] for one in self._line(name))
            total += sum(
                self.things.tokens[one["token"]].values[line] for one in self._line(name) if one["token"]
            )
            found.append(max(0, total + (battle["dice"][side][line] if "dice" in battle else 0)))
        return found

    def _combats(self, battle: View) -> Iterator[Group]:
        """Long, medium and close combat as all units that stand now would fight it."""
        both = all(self._line(side) for side in SIDES)
        with_dice = "with the dice" if "dice" in battle else "before the dice"
        for line, name in enumerate(LINES):
            sums = self._totals(battle, line)
            lead = sums[0] - sums[1] if both else 0
            hit = f"{'▲' if lead > 0 else '▼'} {abs(lead)} damage" if lead else "even" if both else ""
            parts: list[Placed] = [
                (0, 0, Area(rectangle(116, 44, 6), "plain", "line")),
                (0, -7, Icon(name, 18)),
                (0, 16, Words(hit, 11, "danger" if lead else "ink-2")),
            ]
            for side, x in enumerate((-36, 36)):
                seat = self._seat_of(side)
                parts += [
                    (x - 9 + 18 * side, -8, Area(shape(seat, 11), colour(seat))),
                    (x + 8 - 16 * side, -2, Words(str(sums[side]), 16, bold=True)),
                ]
            shown = ", ".join(f"{self._name(side)} {sums[side]}" for side in range(2))
            hurt = f"; {abs(lead)} damage to {self._name(int(lead > 0))}" if lead else ""
            title = f"{RANGES[line]} combat {with_dice}: {shown}{hurt}"
            yield Group(parts, (117, 46), title=title, text="Units that have fallen before do not count.")

    def _dice(self, battle: View) -> Iterator[Group]:
        """The dice: with few attackers the strong one is the attacker's."""
        few = len(self._line("attacker")) <= FEW
        for side in range(2):
            risky = (side == 0) != few
            thrown = battle["dice"][side] if "dice" in battle else None
            again = battle.get("rerolls", (0, 0))[side]
            yield self.things.die(risky, self._name(side), self._seat_of(side), thrown, again)

    def _course(self, battle: View) -> Group:
        """How the battle goes if the dice stay as they are."""
        lines = [[(one["card"], one["token"]) for one in self._line(side)] for side in SIDES]
        dice = battle["dice"]
        few = len(lines[0]) <= FEW
        course = self.table.fight(lines[0], lines[1], dice[not few], dice[few])
        texts = []
        for one in course["lines"]:
            fallen = [self.things.units[blow["unit"]].english for blow in one["damage"] if blow["defeated"]]
            hits = several(len(one["damage"]), "damage", "damage") if one["damage"] else "no damage"
            falls = f" ({listed(fallen)} defeated)" if fallen else ""
            texts.append(f"{RANGES[LINES.index(one['line'])]} combat: {hits}{falls}")
        winner = course["winner"]
        wins = f"{self._name(SIDES.index(winner))} wins" if winner in SIDES else "nobody wins"
        text = f"With these dice: {'; '.join(texts)}. {wins[0].upper()}{wins[1:]}."
        return paragraph(text, 370, 12, 4, title="with these dice", text=text)

    # -- players

    def _seat(self, seat: int) -> Panel:
        view, table = self.view, self.table
        player = view["players"][seat]
        name = seat_name(table.seats[seat], seat, self.viewer)
        era = f", era {player['era']}" if player["era"] else ""
        first = ", first" if seat == view["first"] else ""
        lines = [
            Line(self._piles(player)),
            Line(
                [self.things.relic(one, player["relics"].get(one, 0)) for one in ERAS] + [self._prowess(seat)]
            ),
        ]
        lines.append(Line([*self._tokens(seat), *self._army(seat)]))
        if "points" in view:
            lines.append(Line(list(self._sources(seat)), "points by source"))
        return seat_panel(view, seat, f"{name}{era}{first}", self._score(seat), lines)

    def _tokens(self, seat: int) -> Iterator[Group]:
        """The warfare tokens of a player; the viewer's lie with the hand."""
        mine = seat == self.view["to_move"]
        for one, n in self.view["players"][seat]["tokens"].items() if seat != self.viewer else ():
            id = self.drawn.claim(f"token:{one}") if mine and one != self.asked else ""
            yield self.things.token(one, 30, id, f"of {self.table.seats[seat]}", n)

    def _recruits(self, seat: int) -> dict[str, str]:
        """The elite units and heroes of a player, with where each is."""
        player = self.view["players"][seat]
        own = seat == self.viewer
        hand = self.view.get("hand") or {} if own else player["known"]
        deck = "in the deck" if own else "in hand or deck"
        found = {one: "in the hand" if one in hand else deck for one in player["cards"]}
        found |= dict.fromkeys(player["discard"], "in the discard pile")
        found |= dict.fromkeys(player["spent"], "set aside")
        if self.battle:
            for side, line in enumerate(SIDES):
                if self._seat_of(side) == seat:
                    found |= {one["card"]: "in the battle" for one in self._line(line)}
        return {one: where for one, where in found.items() if self.things.era(one)}

    def _army(self, seat: int) -> Iterator[Group]:
        recruits = self._recruits(seat)
        for name in sorted(recruits, key=list(self.things.units).index):
            yield self.things.chip(
                name, recruits[name] in ("in the discard pile", "set aside"), recruits[name]
            )

    def _points(self, seat: int) -> dict[str, int]:
        """Victory points by source, as far as the viewer can know them."""
        if "points" in self.view:
            return dict(self.view["points"][seat])
        data, player = self.table.data, self.view["players"][seat]
        heroes = [self.things.units[one].hero for one in self._recruits(seat)]
        worth = (0, *data.relics.worth)
        return {
            "elites": POINTS["elites"] * (len(heroes) - sum(heroes)),
            "heroes": POINTS["heroes"] * sum(heroes),
            "relics": sum(worth[min(n, len(worth) - 1)] for n in player["relics"].values()),
            "prowess": sum(value or 0 for values in player["won"] for value in values),
            "honour": player["honour"] * data.tokens.honour_points,
        }

    def _sources(self, seat: int) -> Iterator[Group]:
        """The points of each source that brought some."""
        for source, number in self._points(seat).items():
            if number:
                yield counter(SOURCES[source], number, title=f"{several(number, 'point')} of {source}")

    def _score(self, seat: int) -> list[Group]:
        points = self._points(seat)
        totals = [sum(self._points(one).values()) for one in range(len(self.table.seats))]
        total, leads = totals[seat], leader(totals) == seat
        unseen = sum(value is None for values in self.view["players"][seat]["won"] for value in values)
        hidden = unseen and "points" not in self.view
        shown = f"{total}{' + ?' if hidden else ''}"
        text = ", ".join(f"{source} {n}" for source, n in points.items())
        if hidden:
            text += f", and {several(unseen, 'prowess token')} face down"
        name = self.table.seats[seat]
        title = f"{name}: {several(total, 'point')}{', leads' if leads else ''}"
        honour = self.view["players"][seat]["honour"]
        winners = [seat] if leads and self.view["phase"] == "over" else []
        return [
            counter("star", shown, "points", title=title, text=text),
            counter("honour", honour, title=several(honour, "honour token")),
            *seat_tags(self.view, seat, self.active, leads, winners),
        ]

    def _piles(self, player: View) -> list[Group]:
        """How many cards lie in hand, deck and discard pile and are set aside."""
        titles = {one: self.things.units[one].english for one in self.things.units}
        deck = sum(player["cards"].values()) - player["hand_size"]
        known = [titles[one] for one in player["known"]]
        discard = [titles[one] for one in player["discard"]]
        army = [titles[one] for one in player["cards"]]
        spent = [titles[one] for one in player["spent"]]
        return [
            _count(
                "hand",
                player["hand_size"],
                "in the hand",
                f"All have seen: {listed(known)}." if known else "",
            ),
            _count("deck", deck, "in the deck", f"In hand and deck: {listed(army)}."),
            _count("recall", len(discard), "in the discard pile", f"{listed(discard)}." if discard else ""),
            _count("hero", len(spent), "set aside", f"{listed(spent)}." if spent else ""),
        ]

    def _prowess(self, seat: int) -> Group:
        """Prowess tokens: those of the player's own that are left, and those won."""
        players, table = self.view["players"], self.table
        lost = sum(len(player["won"][seat]) for player in players)
        left = len(table.data.tokens.prowess) - lost
        won = [value for values in players[seat]["won"] for value in values]
        text = f"Won: {', '.join('face down' if one is None else str(one) for one in won) or 'none'}."
        looker, returned = players[seat]["looker"], players[seat]["returned"]
        if looker is not None:
            put = "one" if returned is None else f"a {returned}"
            text += f" {table.seats[looker]} looked at two last and put {put} back."
        parts: list[Placed] = [
            (-9, -7, Icon("prowess", 14)),
            (6, -2.5, Words(str(left), 12, bold=True)),
            (0, 12, Words(f"won {len(won)}", 11, "ink-2")),
        ]
        title = f"{several(left, 'prowess token')} left, {len(won)} won"
        return Group(parts, (36, 32), title=title, text=text)


def _uses(data: Data, player: View) -> set[str]:
    """What the warfare tokens of a player are used for, beside battles."""
    return {USES[token.use] for token in data.tokens.warfare if token.id in player["tokens"]}


def _count(icon: str, number: int, what: str, text: str) -> Group:
    parts: list[Placed] = [
        (-12, 0, Icon(icon, 16)),
        (0, 5, Words(str(number), 14, anchor="start", bold=True)),
    ]
    return Group(parts, (45, 22), title=f"{several(number, 'card')} {what}", text=text)


def _pile(sign: Area | Icon, name: str, pile: int, discard: int, title: str, text: str) -> Group:
    parts: list[Placed] = [
        (0, -16, sign),
        (0, 10, Words(f"{pile} left", 11)),
        (0, 25, Words(f"{discard} out", 11)),
        (0, 41, Words(name, 11, "ink-2")),
    ]
    return Group(parts, (46, 88), title=title, text=text)


def _link() -> Group:
    parts: list[Placed] = [
        (0, 0, Area(rectangle(17, 15, 7), "surface", "ink", 1.5)),
        (0, 0, Icon("link", 12)),
    ]
    return Group(
        parts, (17, 15), title="link counter", text="It absorbs the first damage aimed at either unit."
    )
