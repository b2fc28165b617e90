"""The tables of Batalj as pictures show them: what a campaign has, and which mode has which boards."""

from collections.abc import Iterator, Mapping
from typing import Any

from battlewise.core.catalogue import Catalogue, Thing
from battlewise.core.fields import plain
from battlewise.core.games.batalj import scene_battle, scene_foray
from battlewise.core.games.batalj.cards import ERAS
from battlewise.core.games.batalj.scene_map import Map
from battlewise.core.games.batalj.scene_pieces import (
    ERA_GROUND,
    MOST_AT_SIDE,
    amount,
    card_chip,
    chip,
    marker,
    named,
    order_row,
    plate,
)
from battlewise.core.scene.parts import (
    Area,
    Group,
    Icon,
    Line,
    Panel,
    Placed,
    Scene,
    Words,
    card,
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
REIGNS = (5, 5, 6)  # of each era
ACTIVITY_ICONS = {"agriculture": "wheat", "trade": "trader", "culture": "quill"}
KEPT = {
    "empires": ("trading empire", "flag"),
    "liaisons": ("secret liaison", "queen"),
    "architects": ("architect", "castle"),
    "sullied": ("AP lost", "skull"),
    "fortune": ("AP of fortune", "star"),
    "more_spoils": ("more spoils", "chest"),
}
TURN = {
    "discount": "The next fief costs {} gold less a crown.",
    "trade_bonus": "Trade brings {} gold more.",
    "peasant_tax": "Each fief brings a die of gold.",
    "extra_purchases": "One more purchase.",
    "no_upkeep": "No upkeep.",
    "bad_harvest": "Fiefs of three crowns bring nothing.",
    "forced": "The activity has to be {}.",
    "purchases": "History cards that can be bought: {}.",
    "owed": "{} gold are owed.",
    "extra": "The price is {} gold higher.",
}


class Table:
    """Draws views of one game.

    :param catalogue: of the game's chosen options.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.seats = [one.name for one in catalogue.seats]
        self.things = catalogue.things
        fiefs = {one.id: one for one in catalogue.cards if one.kind == "Province card"}
        self.map = Map(catalogue.spaces, fiefs, self.seats)
        spaces = [one for one in catalogue.spaces if one.kind in (*scene_foray.TOWNS, "road")]
        markers = {one.id: one for one in catalogue.pieces if one.kind == "Pillage marker"}
        self.foray = scene_foray.Foray(spaces, markers, self.seats)
        self.battle = scene_battle.Battle(self.things, self.seats)

    def scene(self, view: View) -> Scene:
        """The scene of a whole view, as the service gives it."""
        mode = view["options"]["mode"]
        drawn = {"campaign": self._campaign, "battle": self._battle, "foray": self._foray}
        return Scene(f"Batalj, {mode}", list(drawn[mode](view)))

    def _order(self, view: View) -> list[int]:
        """The seats, the viewer's last."""
        viewer = view["seat"] or 0
        return [*range(viewer + 1, len(self.seats)), *range(viewer + 1)]

    def _foray(self, view: View) -> Iterator[Panel]:
        yield from self.foray.panels(view)
        for seat in self._order(view):
            yield scene_foray.rider_panel(self.foray, view, seat)

    def _battle(self, view: View) -> Iterator[Panel]:
        yield from self.battle.panels(view)
        for seat in self._order(view):
            yield scene_battle.army_panel(self.battle, view, seat)
        if view["seat"] is not None:
            lines = scene_battle.hand_lines(self.battle, view, view["seat"])
            yield Panel("hand", "Your cards", "hand", lines)

    def _campaign(self, view: View) -> Iterator[Panel]:
        war = view["war"]
        if war["stage"] not in scene_battle.OVER:
            yield from self.battle.panels(view)
        if scene_foray.is_on(view):
            yield from self.foray.panels(view)
        yield Panel("realm", "", "board", self.map.board(view, war["unplaced"]))
        yield Panel("reign", f"Reign {view['reign'] + 1} of {sum(REIGNS)}", "side", list(self._reign(view)))
        crowded = len(self.seats) > MOST_AT_SIDE
        display = [self._plate("card", one) for one in view["realm"]["display"]]
        yield Panel(
            "display", "History cards on display", "hand" if crowded else "side", list(_or_none(display))
        )
        for seat in self._order(view):
            yield self._seat(view, seat)
        asked = list(self._choices(view))
        if view["seat"] is not None:
            hand = [self._event(one, number) for one, number in view["hand"].items()]
            asked.append(Line(hand or [words("No Event cards.", 12, "ink-2")]))
            yield Panel("hand", "Your Event cards", "hand", asked)
        elif asked:
            yield Panel("hand", "To choose from", "hand", asked)

    def _plate(self, kind: str, name: str, note: str = "") -> Group:
        return plate(self.things[f"{kind}:{name}"], f"{kind}:{name}", note)

    def _event(self, name: str, number: int) -> Group:
        """An Event card of which the hand holds a number; 0: it is played."""
        thing = self.things[f"event:{name}"]
        many = f", {number} of them" if number > 1 else ""
        return card(
            thing.name,
            "scroll",
            "ink",
            None,
            (),
            thing.text,
            number,
            id=thing.id if number else "",
            title=f"{named(thing)}{many}",
            text=thing.text,
        )

    # -- the reign

    def _reign(self, view: View) -> Iterator[Line]:
        yield Line(list(_era_track(view["reign"])))
        if view["regent"] is not None:
            thing = self.things[f"regent:{view['regent']}"]
            yield Line([plate(thing), paragraph(thing.text.split(" As the enemy", 1)[0], most=3)])
        if view["enemy"] is not None:
            ended = {"sweden": ", won", "enemy": ", lost"}.get(view["war"]["victory"], "")
            yield Line([tag(f"war with {view['enemy'].capitalize()}{ended}", "danger")])
        if view["order"]:
            yield Line(list(order_row(view, self.seats)), "order of turns")
        yield Line(list(self._activities(view)), "activities of this turn")
        yield from self._turn(view)
        yield Line(list(self._piles(view)), "Regents, discarded, kept, gone")

    def _activities(self, view: View) -> Iterator[Group]:
        for one, icon in ACTIVITY_ICONS.items():
            done = one in view["act"]["acted"]
            width = max(58, length(one, 11) + 8)
            parts: list[Placed] = [
                (0, 0, Area(rectangle(width, 40, 6), "ink" if done else "plain", "line")),
                (0, -7, Icon(icon, 18, "surface" if done else "ink")),
                (0, 14, Words(one, 11, "surface" if done else "ink")),
            ]
            text = self.things[f"activity:{one}"].text
            title = f"{one}{', carried out' if done else ''}"
            yield Group(parts, (width, 40), f"activity:{one}", title, text)

    def _turn(self, view: View) -> Iterator[Line]:
        """What holds for the turn, and the Event card that is played."""
        act = view["act"]
        notes = [text.format(act[key]) for key, text in TURN.items() if act[key]]
        if act["item"] is not None:
            name = self._thing(act["item"]).name
            notes.insert(0, f"Being bought: {name}{' as a scientist' if act['scientist'] else ''}.")
        barred = self._list("fief", act["barred_fiefs"]), self._list("card", act["barred_cards"])
        if any(barred):
            notes.append(f"Cannot be bought in this turn: {', '.join(filter(None, barred))}.")
        if view["silenced"]:
            notes.append("The Archbishop collects nothing the next time.")
        if notes:
            yield Line([paragraph(" ".join(notes), most=6)])
        if "event" in view:
            played = view["event"]
            thing = self.things[f"event:{played['card']}"]
            target = ", ".join(self._meaning(*one) for one in (played["target"] or {}).items())
            shown = paragraph(f"{thing.name}{': ' + target if target else ''}", most=3, title=named(thing))
            yield Line([shown, paragraph(thing.text, size=11, most=5)], f"{self.seats[played['seat']]} plays")

    def _thing(self, name: str) -> Thing:
        return next(
            self.things[f"{kind}:{name}"] for kind in ("fief", "card") if f"{kind}:{name}" in self.things
        )

    def _meaning(self, key: str, value: Any) -> str:
        """What an Event card is played on, in a word."""
        if key == "seat":
            return str(self.seats[value])
        if key == "order":
            return ", ".join(self.seats[one] for one in value)
        found = [
            f"{kind}:{value}"
            for kind in ("fief", "card", "marker", "gun")
            if f"{kind}:{value}" in self.things
        ]
        return self.things[found[0]].name if found else plain(str(value))

    def _piles(self, view: View) -> Iterator[Group]:
        realm = view["realm"]
        for kind, key, icon, name in (
            ("regent", "regents_left", "crown", "Regent cards left"),
            ("event", "discard", "cards", "Event cards discarded"),
            ("event", "kept", "tick", "Event cards played for good"),
            ("card", "gone_cards", "dismiss", "History cards out of the game"),
        ):
            number = sum(realm[key].values())
            yield amount(icon, number, title=f"{number} {name}", text=self._list(kind, realm[key]))

    def _list(self, kind: str, ids: Mapping[str, int]) -> str:
        return ", ".join(
            self.things[f"{kind}:{one}"].name + (f" x{number}" if number > 1 else "")
            for one, number in ids.items()
        )

    # -- the seats

    def _seat(self, view: View, seat: int) -> Panel:
        own = view["players"][seat]
        name = seat_name(self.seats[seat], seat, view["seat"])
        piece = token(seat, "lord", 28, id=f"seat:{seat}", title=name)
        lines = [Line(list(self._numbers(view, seat)))]
        whose = f", of {self.seats[seat]}"
        kept = [chip(f"{what}: {own[key]}", icon) for key, (what, icon) in KEPT.items() if own[key]]
        as_scientist = view["realm"]["scientists"]
        cards = [
            card_chip(
                self.things[f"card:{one}"], f"card:{one}", whose, " (scientist)" * (one in as_scientist)
            )
            for one in own["cards"]
        ]
        if cards or kept:
            lines.append(Line([*cards, *kept]))
        lines += self.battle.sent(view, seat)
        lines += self.foray.rider(view, seat)
        return seat_panel(view, seat, name, list(self._states(view, seat)), lines, piece)

    def _states(self, view: View, seat: int) -> Iterator[Group]:
        realm, war = view["realm"], view["war"]
        order, place = view["order"], view["place"]
        winners = []
        if "points" in view:
            yield tag(f"{view['points'][seat]} AP", "plain", "ink")
            winners = [i for i, one in enumerate(view["points"]) if one == max(view["points"])]
        yield from seat_tags(view, seat, order[place] if place < len(order) else None, winners=winners)
        if view["archbishop"] == seat:
            yield tag("Archbishop", "ink", title="The Archbishop: 1 gold of each other player at each turn")
        if war["leader"] == seat and view["enemy"] is not None:
            yield tag("war leader", "danger", title="Decides for Sweden in the war")
        yield from self.foray.states(view, seat)
        for key, text in (
            ("runners", "blockade runner"),
            ("no_spoils", "no spoils"),
            ("owing", "spoils or losses due"),
            ("fresh_debt", "borrowed now"),
            ("passed", "passed"),
        ):
            if seat in realm[key]:
                yield tag(text, "plain", "ink")

    def _numbers(self, view: View, seat: int) -> Iterator[Group]:
        own = view["players"][seat]
        yield amount("gold", own["gold"], title=f"{own['gold']} gold")
        if own["debt"]:
            owed = f"{own['debt']} gold borrowed, to be repaid twice"
            yield amount("chain", own["debt"], "danger", title=owed)
        crowns = [self._sum(view, one, "crowns") for one in range(len(self.seats))]
        first = crowns[seat] == max(crowns) and crowns.count(crowns[seat]) == 1
        most = f"{crowns[seat]} crowns{', the most' if first else ''}"
        fiefs = f"Fiefs: {self._list('fief', own['fiefs'])}."
        yield amount("crown", crowns[seat], "danger" if first else "ink", title=most, text=fiefs)
        troops = self._sum(view, seat, "troops")
        yield amount("soldier", troops, title=f"{troops} troop symbols on fiefs", text=fiefs)
        traders = sum(own["traders"].values())
        yield amount("trader", traders, title=f"{traders} traders")
        yield amount("cards", own["hand_size"], title=f"{own['hand_size']} Event cards in hand")

    def _sum(self, view: View, seat: int, what: str) -> int:
        return sum(self.things[f"fief:{one}"].facts[what] for one in view["players"][seat]["fiefs"])

    # -- what can be chosen and lies nowhere else

    def _choices(self, view: View) -> Iterator[Line]:
        era = _era(view["reign"])
        if view["phase"] == "regency":
            left = [
                one
                for one in view["realm"]["regents_left"]
                if self.things[f"regent:{one}"].facts["era"] == era
            ]
            yield Line([self._plate("regent", one) for one in left], "choose the Regent card of the reign")
        regent = view["regent"]
        if regent is not None and self.things[f"regent:{regent}"].facts["effect"] == "flourishing_culture":
            yield Line(
                [self._plate("card", one) for one in self._market(view, era)],
                "also on sale: culture flourishes",
            )
        loot = {one: 0 for rider in view["foray"]["riders"] for one in rider["loot"]}
        if view["phase"] == "target" and loot:
            yield Line(
                [marker(self.things[f"marker:{one}"], id=f"marker:{one}") for one in loot],
                "Pillage markers brought home",
            )

    def _market(self, view: View, era: str) -> list[str]:
        """The History cards of the era that lie neither on display nor with a seat and are in the game."""
        realm = view["realm"]
        elsewhere = {
            *realm["display"],
            *realm["gone_cards"],
            *(one for own in view["players"] for one in own["cards"]),
        }
        cards = [
            one for one in self.things.values() if one.kind == "History card" and one.facts["era"] == era
        ]
        return [name for one in cards if (name := one.id.partition(":")[2]) not in elsewhere]


def _era(reign: int) -> str:
    return ERAS[0] if reign < REIGNS[0] else ERAS[1] if reign < REIGNS[0] + REIGNS[1] else ERAS[2]


def _era_track(reign: int) -> Iterator[Group]:
    """A box for each reign on its era's ground."""
    for i in range(sum(REIGNS)):
        now = i == reign
        parts: list[Placed] = [
            (0, 0, Area(rectangle(19, 20, 4), "ink" if now else ERA_GROUND[_era(i)], "line")),
            (0, 4, Words(str(i + 1), 11, "surface" if now else "ink-2" if i < reign else "ink", bold=now)),
        ]
        state = ", now" if now else ", over" if i < reign else ""
        yield Group(parts, (18.2, 20), title=f"reign {i + 1}, {_era(i)} era{state}")


def _or_none(things: list[Group]) -> Iterator[Line]:
    yield Line(things or [words("None.", 12, "ink-2")])
