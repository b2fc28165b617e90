"""Why a card, a fief, an area or a space cannot be chosen now (`core.explain`; RULES.md 3 to 5, 8)."""

from collections.abc import Iterator, Mapping
from typing import Any

from battlewise.core.changes import several
from battlewise.core.explain import Reason
from battlewise.core.games.batalj.cards import COUNTRIES, VERBS, Data, Event
from battlewise.core.games.batalj.deeds import deed
from battlewise.core.games.batalj.facts import STEPS, Teller
from battlewise.core.games.batalj.state import FULL, Effect, Series, When
from battlewise.core.games.batalj.words import ACTIVITY_IDS, AREA_IDS

Json = Any
View = Mapping[str, Json]

LANES = 3
RESERVE = len(AREA_IDS) - 1
TIMES = {
    When.OWN: "in your turn, before its activity",
    When.AFTER: "in your turn, after its activity",
    When.REVEAL: "at the start of a reign",
    When.BEFORE: "before the turn of another player",
    When.AT_WAR: "at the start of a round of the battle",
    When.SPOILS: "before the spoils of a war",
    When.DEFEAT: "when you lose a fief after a lost war",
    When.PURCHASE: "when another player buys something",
    When.END: "at the end of a reign",
    When.REACTION: "against an Event card",
}
OF_PHASES = {"act": When.OWN, "after": When.AFTER, "defeat": When.DEFEAT, "reaction": When.REACTION}
OF_WINDOWS = {
    "reveal": When.REVEAL,
    "before": When.BEFORE,
    "purchase": When.PURCHASE,
    "war": When.AT_WAR,
    "spoils": When.SPOILS,
    "end": When.END,
}
ONE_PLACE = ("fief", "province")  # a Province card is shown on the map by its province
PRICED = ("court_intrigue", "declare_war")  # verbs that cost the amount of the card


class Why:
    """The reasons that a view gives."""

    def __init__(self, data: Data, teller: Teller) -> None:
        self._data = data
        self._teller = teller
        self._order = [fief.id for fief in data.fiefs]
        self._spaces = list(data.pillage.spaces)
        self._cities = self._spaces[2 : 2 + data.pillage.cities]

    def thing(self, view: View, thing: str) -> Iterator[Reason]:
        """Why no move touches a thing now."""
        element, _, name = thing.partition(":")
        for text in self._texts(view, element, name):
            yield Reason(text, (thing,))

    def _texts(self, view: View, element: str, name: str) -> Iterator[str]:
        teller = self._teller
        if element == "event" and name in teller.events and "hand" in view:
            yield from self._event(view, teller.events[name])
        elif view["phase"] == "target":
            yield from self._no_target(view, element, name)
        elif view["phase"] in ("window", "reaction"):
            named = self._named(element, name)
            if named:
                yield f"{_upper(named)}: only Event cards are played now."
        elif element in ONE_PLACE and name in teller.fiefs:
            yield from self._fief(view, name)
        elif element == "card" and name in teller.history:
            yield from self._card(view, name)
        elif element == "country" and name in COUNTRIES:
            yield from self._country(view, name)
        elif element == "regent" and view["phase"] == "regency" and name in teller.regents:
            yield f"{teller.title(f'regent:{name}')}: not one of this era's Regent cards in the deck."
        elif element == "activity" and name in ACTIVITY_IDS:
            yield from self._activity(view, name)
        elif element == "area":
            yield from self._area(view, name)
        elif element == "space":
            yield from self._space(view, name)

    # -- Event cards

    def _event(self, view: View, event: Event) -> Iterator[str]:
        title = event.english
        if event.id not in view["hand"]:
            yield f"{title}: not in your hand."
            return
        now = _time(view)
        if now is None or not event.when & now:
            yield f"{title}: played {_times(event)}."
            return
        gold = view["players"][view["seat"]]["gold"]
        if VERBS[event.verb] in PRICED and gold < event.amount:
            yield f"{title} costs {event.amount} gold; you have {gold}."
        else:
            yield f"{title}: there is nothing that it could do now: {deed(event)}."

    def _no_target(self, view: View, element: str, name: str) -> Iterator[str]:
        event = self._teller.events[view["event"]["card"]]
        named = self._named(element, name)
        if named:
            yield f"{event.english}: {deed(event)}. {_upper(named)}: not one of those that can be chosen."

    def _named(self, element: str, name: str) -> str:
        """The name of a thing; empty if it has none."""
        element = "fief" if element in ONE_PLACE else element
        if element == "seat":
            return self._teller.seats[int(name)] if name in map(str, range(len(self._teller.seats))) else ""
        try:
            return self._teller.title(f"{element}:{name}")
        except KeyError:
            return ""

    # -- fiefs

    def _fief(self, view: View, name: str) -> Iterator[str]:
        phase, title = view["phase"], self._teller.fiefs[name].english
        if phase == "commit":
            yield from self._unsent_fief(view, name, title)
        elif phase == "form":
            yield self._unplaced(view, name, title)
        elif "realm" not in view:
            return
        elif phase in ("fief", "chancellor"):
            yield from self._unsold_fief(view, name, title)
        elif phase in ("debt", "defeat"):
            yield f"{title}: belongs to {self._teller.owner(view, name)}; you give up a fief of your own."
        elif phase in ("act", "after", "trader", "history"):
            if name in view["realm"]["free"]:
                yield f"{title}: in the bank; a fief is bought after agriculture."
            elif name in view["players"][view["seat"]]["fiefs"]:
                yield f"{title}: your own; nothing is done with it now."
            else:
                yield f"{title}: belongs to {self._teller.owner(view, name)}."

    def _unsold_fief(self, view: View, name: str, title: str) -> Iterator[str]:
        fief, gold = self._teller.fiefs[name], view["players"][view["seat"]]["gold"]
        price = max(0, fief.price - view["act"]["discount"] * fief.crowns)
        if name in view["players"][view["seat"]]["fiefs"]:
            yield f"{title}: yours already."
        elif name not in view["realm"]["free"]:
            yield f"{title}: belongs to {self._teller.owner(view, name)}; fiefs are bought of the bank."
        elif name in view["act"]["barred_fiefs"]:
            yield f"{title}: cannot be bought any more in this turn."
        elif price > gold:
            yield f"{title} costs {price} gold; you have {gold}."
        elif view["act"]["purchases"]:
            yield f"{title}: the purchase that is left is of a History card."

    def _unsent_fief(self, view: View, name: str, title: str) -> Iterator[str]:
        seat, war = view["seat"], view["war"]
        player, sent = view["players"][seat], (war["sent"][seat] or {"fiefs": {}})["fiefs"]
        if name not in player["fiefs"]:
            yield f"{title}: not yours to send."
            return
        if name in sent:
            yield f"{title}: sent already."
            return
        price = 2 * sum(self._teller.fiefs[one].troops for one in (*sent, name))
        if price > player["gold"]:
            yield f"{title}: sent for 2 gold a troop symbol, {price} gold in all; you have {player['gold']}."
        elif any(self._order.index(one) > self._order.index(name) for one in sent):
            yield f"{title}: fiefs are chosen in a fixed order, and its turn has passed."
        else:
            yield f"{title}: no more fiefs are chosen now."

    def _unplaced(self, view: View, name: str, title: str) -> str:
        unplaced = view["war"]["unplaced"]
        if name not in unplaced:
            return f"{title}: not one of the Province cards to be placed."
        first = min(unplaced, key=self._order.index)
        return f"{title}: placed later; first {self._teller.fiefs[first].english}."

    # -- History cards, countries, activities

    def _card(self, view: View, name: str) -> Iterator[str]:
        phase, title = view["phase"], self._teller.history[name].english
        own = name in view["players"][view["seat"]]["cards"] if "players" in view else False
        if phase == "commit":
            yield self._unsent_card(view, name, title, own)
        elif "realm" not in view:
            return
        elif phase in ("history", "chancellor"):
            yield from self._unsold_card(view, name, title, own)
        elif phase == "fief":
            yield f"{title}: you buy a fief now; History cards are bought in culture and science."
        elif phase == "spoils":
            yield f"{title}: not on display."
        elif phase in ("act", "after", "trader"):
            if own and phase != "trader":
                yield f"{title}: yours; not a card that is given up for a purchase."
            elif name in view["realm"]["display"]:
                yield f"{title}: on display; a History card is bought in culture and science."
            elif not own:
                yield f"{title}: {self._whereabouts(view, name)}."

    def _unsold_card(self, view: View, name: str, title: str, own: bool) -> Iterator[str]:
        card, gold = self._teller.history[name], view["players"][view["seat"]]["gold"]
        if own:
            yield f"{title}: yours already."
        elif name in view["act"]["barred_cards"]:
            yield f"{title}: cannot be bought any more in this turn."
        elif name not in view["realm"]["display"] and not self._flourishes(view):
            yield f"{title}: {self._whereabouts(view, name)}."
        elif name in view["realm"]["display"] and card.price > gold:
            yield f"{title} costs {card.price} gold; you have {gold}."

    def _flourishes(self, view: View) -> bool:
        """Whether cards that are not on display are on sale too."""
        regent = view["regent"]
        return regent is not None and self._teller.regents[regent].effect == Effect.FLOURISHING_CULTURE

    def _whereabouts(self, view: View, name: str) -> str:
        for seat, player in enumerate(view["players"]):
            if name in player["cards"]:
                return f"belongs to {self._teller.seats[seat]}"
        return "not on display"

    def _unsent_card(self, view: View, name: str, title: str, own: bool) -> str:
        if not own:
            return f"{title}: not yours to send."
        if self._teller.history[name].series != Series.MILITARIA:
            return f"{title}: only Militaria go to war."
        if name in (view["war"]["sent"][view["seat"]] or {"cards": {}})["cards"]:
            return f"{title}: sent already."
        if self._teller.history[name].own_era_only:
            return f"{title}: serves in its own era only, and is asked for after the fiefs."
        return f"{title}: Militaria are asked for one after the other, after the fiefs."

    def _country(self, view: View, name: str) -> Iterator[str]:
        title, phase = name.capitalize(), view["phase"]
        if phase in ("trader", "first_trader", "chancellor"):
            there = sum(player["traders"].get(name, 0) for player in view["players"])
            room = len(view["players"]) + self._data.realm.room[COUNTRIES.index(name)]
            if there >= room:
                yield f"{title}: has room for {several(room, 'trader')}, and they are there."
            elif phase == "chancellor" and view["act"]["purchases"]:
                yield f"{title}: the purchase that is left is of a History card."
        elif phase in ("act", "after"):
            yield f"{title}: a trader is placed or moved by the activity trade."

    def _activity(self, view: View, name: str) -> Iterator[str]:
        if view["phase"] != "act":
            return
        act = view["act"]
        if act["forced"] is not None and act["forced"] != name:
            yield f"The activity {name}: an Event card demands {act['forced']}."
        elif act["forced"] is None and name in act["acted"]:
            yield f"The activity {name}: carried out already in this turn."
        else:
            yield f"The activity {name} can be chosen now."

    # -- battles

    def _area(self, view: View, area: str) -> Iterator[str]:
        phase = view["phase"]
        if area not in AREA_IDS or "war" not in view:
            return
        war, i = view["war"], AREA_IDS.index(area)
        title = _upper(self._teller.title(f"area:{area}"))
        own, enemy = (_pieces(war, army, i) for army in ("sweden", "enemy"))
        if phase == "attack":
            if not own:
                yield f"{title}: no Swedish pieces there to attack."
            elif area in war["done"]:
                yield f"{title}: has attacked in this round already."
            else:
                yield f"{title}: no enemy pieces in front of it."
        elif phase == "aim" and i < RESERVE and not enemy:
            yield f"{title}: no enemy pieces there."
        elif phase == "form":
            yield from self._no_room(war, i, title, own)
        elif phase == "redeploy":
            yield f"{title}: no move of this step of the redeployment ({STEPS[war['step']]}) goes there."

    def _no_room(self, war: View, i: int, title: str, own: int) -> Iterator[str]:
        """Why what is placed next does not go to an area."""
        if LANES <= i < RESERVE:
            yield f"{title}: the army is formed in the three Swedish sectors and in reserve."
        elif i == RESERVE:
            return
        elif war["unplaced"]:
            if AREA_IDS[i] in war["cards"]:
                yield f"{title}: a Province card lies there; a sector holds one."
            else:
                yield f"{title}: at least one Province card goes to the reserve."
        elif AREA_IDS[i] not in war["cards"]:
            yield f"{title}: no Province card lies there."
        elif own >= FULL:
            yield f"{title}: a sector holds {FULL} pieces."
        elif i < war["index"]:
            yield f"{title}: pieces are placed from left to right."
        elif not war["soldiers"]["sweden"][i]:
            yield f"{title}: no commander stays without a soldier."

    # -- forays

    def _space(self, view: View, name: str) -> Iterator[str]:
        phase = view["phase"]
        if "foray" not in view or name not in self._spaces:
            return
        foray, title = view["foray"], _upper(self._teller.title(f"space:{name}"))
        if phase == "start":
            starts = " or ".join(self._teller.title(f"space:{one}") for one in self._spaces[:2])
            yield f"{title}: a rider starts in {starts}."
        elif phase == "markers":
            if name in foray["face_down"]:
                yield f"{title}: has a marker already."
            elif name not in self._cities:
                yield f"{title}: markers are laid on the small cities."
            else:
                yield f"{title}: markers are laid in a fixed order, and its turn has passed."
        elif phase == "march":
            yield from self._too_far(foray, view["seat"], name, title)

    def _too_far(self, foray: View, seat: int, space: str, title: str) -> Iterator[str]:
        far = self._distance(foray["riders"][seat]["at"], space)
        if far > foray["die"]:
            yield f"{title}: {several(far, 'step')} away; the die shows {foray['die']}."
            return
        for other, rider in enumerate(foray["riders"]):
            if other != seat and rider["at"] == space:
                yield f"{title}: the rider of {self._teller.seats[other]} stands there."

    def _distance(self, start: str, goal: str) -> int:
        """The steps from one space to another."""
        near: dict[int, list[int]] = {}
        for one, other in self._data.pillage.links:
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        far, frontier = {self._spaces.index(start): 0}, [self._spaces.index(start)]
        for space in frontier:
            for other in near.get(space, ()):
                if other not in far:
                    far[other] = far[space] + 1
                    frontier.append(other)
        return far.get(self._spaces.index(goal), len(self._spaces))

    # -- moves

    def move(self, view: View, doc: View) -> Iterator[Reason]:
        """Why a trader, a Province card or a rider cannot go where the move says."""
        if doc["kind"] == "put_fief":
            thing, other = f"area:{doc['area']}", f"fief:{doc['fief']}"
            for text in self._area(view, doc["area"]):
                yield Reason(text, (thing, other))
        elif doc["kind"] == "raid" and doc["space"] not in view["foray"]["face_down"]:
            title = self._teller.title(f"space:{doc['space']}")
            yield Reason(f"{title}: no marker lies there.", (f"space:{doc['space']}",))


def _time(view: View) -> int | None:
    """The time at which Event cards are played now; None if none are."""
    if view["phase"] == "window":
        return OF_WINDOWS.get(view["window"])
    return OF_PHASES.get(view["phase"])


def _times(event: Event) -> str:
    """When an Event card is played."""
    both = When.OWN | When.AFTER
    found = [words for bit, words in TIMES.items() if event.when & bit and event.when & both != both]
    if event.when & both == both:
        others = [words for bit, words in TIMES.items() if event.when & bit & ~both]
        found = ["in your turn, before or after its activity", *others]
    return ", or ".join(found)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _pieces(war: View, army: str, area: int) -> int:
    """How many pieces an army has in an area, cannons aside."""
    return int(war["soldiers"][army][area] + war["commanders"][army][area])
