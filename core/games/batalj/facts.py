"""What the words of moves and prompts take from a view: names of what lies on the table, prices, incomes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlewise.core.changes import listed, several
from battlewise.core.games.batalj.cards import COUNTRIES, OWNERS, SPECIALS, VERBS, Data, Event
from battlewise.core.games.batalj.deeds import deed
from battlewise.core.games.batalj.state import By, Effect, Series
from battlewise.core.games.batalj.words import AREA_IDS, Names

Json = Any
View = Mapping[str, Json]
Facts = dict[str, str]

AREAS = {
    "left": "the Swedish left sector",
    "centre": "the Swedish centre sector",
    "right": "the Swedish right sector",
    "far_left": "the enemy sector opposite the left",
    "far_centre": "the enemy sector opposite the centre",
    "far_right": "the enemy sector opposite the right",
    "reserve": "the Swedish reserve",
}
GUNS = {
    "strength_1": "Swedish cannon of strength 1",
    "strength_2": "Swedish cannon of strength 2",
    "strength_3": "Swedish cannon of strength 3",
    "enemy": "enemy cannon",
}
STEPS = {
    1: "Province cards one step back",
    2: "soldiers back to the reserve",
    3: "Province cards one step forward",
    4: "soldiers from the reserve to Province cards",
    5: "commanders to any area",
}
# What is said before and behind the target of an Event card, by the card's verb.
AIMS = {
    "place_trader": ("place a trader in ", ""),
    "move_trader": ("move ", ""),
    "return_trader": ("send home ", ""),
    "buy_history_of": ("buy ", ""),
    "buy_fief_of": ("buy ", ""),
    "choose_activity": ("{active} has to choose ", ""),
    "plague": ("", " and its neighbours: their owners each lose a person"),
    "revolt": ("", " and its neighbours"),
    "area_tax": ("", " and its neighbours pay"),
    "blight": ("", " and its neighbours yield nothing"),
    "witch_trials": ("", " and its neighbours: an Event card is lost for each"),
    "declare_war": ("war with ", ""),
    "borrow": ("borrow ", " and repay twice as much"),
    "remove_card": ("discard ", ""),
    "replace_open": ("replace ", ""),
    "discard_event": ("", " loses an Event card"),
    "exchange_events": ("take two Event cards of ", ""),
    "lose_spoils": ("", " gets no spoils"),
    "give_up_fief": ("", " has to give up a fief"),
    "manipulate": ("", " becomes Archbishop"),
    "enlist": ("one troop symbol more for ", ""),
    "roads": ("better roads in ", ""),
    "return_marker": ("back to the box goes ", ""),
    "steal_marker": ("take a Pillage marker of ", ""),
    "clear_sector": ("remove all soldiers from ", ""),
    "remove_soldier": ("remove a soldier from ", ""),
    "remove_reserve": ("remove ", ""),
    "remove_cannon": ("remove a ", ""),
}
# Why a die is thrown, by phase.
DICE = {
    "tax": "for the gold of each fief",
    "defeat_die": "after the lost war (1 to 3 loses a fief)",
    "march_die": "for the march",
    "event_die": "for {event}{odds}",
}
LOTS = {
    "lot": "becomes Archbishop",
    "election": "becomes Archbishop",
    "order": "has the next turn",
    "tie": "decides, by lot among equals",
}
# What the die of an Event card decides, by its verb.
ODDS = {
    "revolt": " (4: fiefs of one {by} at most are lost, 5: of two, 6: all; below nothing)",
    "court_intrigue": " (5 and 6 give another turn)",
}
# What a Regent card does, by its effect.
REIGNS = {
    Effect.PEACE: "nothing happens",
    Effect.GOOD_HARVEST: "fiefs bring twice as much",
    Effect.DEMAND_IMPORTS: "each trader brings 2 gold more",
    Effect.FAMINE: "fiefs bring half as much",
    Effect.TAX: "each player pays half its gold",
    Effect.ELECTION: "the office of the Archbishop moves to the left",
    Effect.BLOCKADE: "trade brings half as much",
    Effect.PILLAGE: "players can go on a foray",
    Effect.REGENCY: "the player with the most crowns chooses the Regent card",
    Effect.FLOURISHING_CULTURE: "every History card of the era is on sale",
    Effect.WAR: "all decide what they send to the war",
    Effect.ELECTIVE_WAR: "the player with the most troops names the enemy",
}
WINDOWS = {
    "reveal": "at the start of the reign",
    "before": "before the turn of {active}",
    "purchase": "and let {active} buy {item}",
    "war": "in this round of the battle",
    "spoils": "before the spoils",
    "end": "at the end of the reign",
}
GIVEN_UP = {
    "debt": "for {owed} gold that are owed",
    "defeat": "after the lost war{lost_why}",
    "wrath": "for {event}",
}


class Teller:
    """Names and amounts in a game with certain data and seats.

    :param seats: the names of the seats.
    """

    def __init__(self, data: Data, names: Names, seats: Sequence[str]) -> None:
        self.seats = seats
        self.events: dict[str, Event] = {event.id: event for event in data.events}
        self.fiefs = {fief.id: fief for fief in data.fiefs}
        self.history = {card.id: card for card in data.history}
        self.regents = {regent.id: regent for regent in data.regents}
        self.starts = names.spaces[:2]
        self._realm = data.realm
        self._titles = {f"fief:{one}": fief.english for one, fief in self.fiefs.items()}
        self._titles |= {f"card:{one}": card.english for one, card in self.history.items()}
        self._titles |= {f"event:{one}": event.english for one, event in self.events.items()}
        self._titles |= {f"deed:{one}": f": {deed(event)}" for one, event in self.events.items()}
        self._titles |= {f"regent:{one}": _regent(card.english) for one, card in self.regents.items()}
        self._titles |= {f"country:{one}": one.capitalize() for one in COUNTRIES}
        self._titles |= {f"area:{one}": name for one, name in AREAS.items()}
        self._titles |= {f"gun:{one}": name for one, name in GUNS.items()}
        self._titles |= {
            f"marker:{one}": title for one, title in zip(names.markers, data.pillage.titles, strict=True)
        }
        self._titles |= dict(_places(names, data.pillage.towns))
        self._titles |= {
            f"reign:{one}": f": {REIGNS[Effect(card.effect)]}" for one, card in self.regents.items()
        }

    def title(self, element: str) -> str:
        """The name of a card, place or marker by its element id, such as ``fief:narke``."""
        return self._titles[element]

    def titles(self, kind: str, ids: Mapping[str, int]) -> str:
        """The names of a set or pile of cards or markers, in a row."""
        named = [self.title(f"{kind}:{one}") + (f" x{n}" if n > 1 else "") for one, n in ids.items()]
        return listed(named) or "nothing"

    def facts(self, view: View) -> Facts:
        """All that templates need of a view; see `Game.facts`."""
        found = dict(self._titles)
        mover = view["to_move"]
        found["mover"] = self.seats[mover] if isinstance(mover, int) else ""
        found["round"] = str(view.get("war", {}).get("round", ""))
        if "foray" in view:
            found |= self._foray(view)
        if "war" in view:
            found |= self._war(view)
        if "act" in view:
            found |= self._campaign(view)
        found |= self._luck(view, found)
        return found

    # -- the campaign

    def _campaign(self, view: View) -> Facts:
        act, order, players = view["act"], view["order"], view["players"]
        active = order[view["place"]] if view["place"] < len(order) else None
        found = {"active": "nobody" if active is None else self.seats[active], "owed": str(act["owed"])}
        found["item"] = self._item(act)
        found["event"] = self.title(f"event:{view['event']['card']}") if "event" in view else "an Event card"
        found["player"] = self.seats[view["event"]["seat"]] if "event" in view else "nobody"
        found["when"] = WINDOWS.get(view["window"], "").format_map(found)
        found["ask"] = f"Do you play an Event card {found['when']}?"
        if view["window"] == "purchase":
            found["ask"] = "{active} buys {item}: do you play an Event card against it?".format_map(found)
        found["pass"] = (
            f"and let {found['event']} take effect" if view["phase"] == "reaction" else found["when"]
        )
        found["lost_why"] = self._lost_why(view)
        found["why"] = GIVEN_UP.get(view["phase"], "").format_map(found)
        found["spoil_owner"] = self._spoil_owner(view)
        found |= self._aims(view, found)
        seat = view["to_move"] if isinstance(view["to_move"], int) else active
        if seat is not None:
            found |= dict(self._prices(view, players[seat]))
            found |= self._incomes(view, seat)
        return found

    def _lost_why(self, view: View) -> str:
        """Why the seat to move loses a fief after a defeat: it took part, or its die says so."""
        mover = view["to_move"]
        sent = view["war"]["sent"][mover] if view["phase"] == "defeat" else None
        return ", in which it took part" if sent and sent["fiefs"] else ""

    def _item(self, act: View) -> str:
        if act["item"] is None:
            return "nothing"
        return self.title(f"{'card' if act['item'] in self.history else 'fief'}:{act['item']}")

    def _spoil_owner(self, view: View) -> str:
        theirs = self.foreign(view, view["enemy"])
        return f"of {view['enemy'].capitalize()}" if theirs else "of the bank"

    def foreign(self, view: View, country: str | None) -> list[str]:
        """The fiefs that a country still has."""
        taken = {fief for player in view["players"] for fief in player["fiefs"]} | set(view["realm"]["free"])
        return [one for one, fief in self.fiefs.items() if OWNERS[fief.start] == country and one not in taken]

    def owner(self, view: View, fief: str) -> str:
        """Whose a fief is."""
        for seat, player in enumerate(view["players"]):
            if fief in player["fiefs"]:
                return self.seats[seat]
        return "the bank" if fief in view["realm"]["free"] else OWNERS[self.fiefs[fief].start].capitalize()

    def _aims(self, view: View, found: Facts) -> Facts:
        """What an Event card does to its target, and whose the targets are."""
        event = self.events[view["event"]["card"]] if "event" in view else None
        verb = VERBS[event.verb] if event else ""
        before, behind = AIMS.get(verb, ("", ""))
        aims = {"before": before.format_map(found), "behind": behind}
        for one, fief in self.fiefs.items():
            price = f" for {fief.price} gold" if verb == "buy_fief_of" else ""
            aims[f"owner:{one}"] = f" of {self.owner(view, one)}{price}"
        for seat, player in enumerate(view["players"]):
            for card in player["cards"]:
                cost = event.amount * self.history[card].price if event else 0
                price = f" for {cost} gold" if verb == "buy_history_of" else ""
                aims[f"owner:{card}"] = f" of {self.seats[seat]}{price}"
        return aims

    def _prices(self, view: View, player: View) -> Iterator[tuple[str, str]]:
        """What fiefs and History cards are and cost, and how traders in a country would pay."""
        for one, fief in self.fiefs.items():
            price = max(0, fief.price - view["act"]["discount"] * fief.crowns)
            worth = f"{several(fief.crowns, 'crown')}, {several(fief.troops, 'troop')}"
            yield f"price:{one}", f" ({worth}) for {price} gold"
            yield f"worth:{one}", f" ({worth}, worth {fief.price} gold)"
        for name, card in self.history.items():
            series = Series(card.series).name.lower()
            yield f"price:{name}", f" ({series}) for {card.price} gold"
            yield f"spoil:{name}", f" ({series})"
        for country in COUNTRIES:
            n = player["traders"].get(country, 0)
            now, then = (self._realm.income[min(k, 5) - 1] if k else 0 for k in (n, n + 1))
            yield f"trade:{country}", f" (own traders there: {n}; income {then} in place of {now})"

    # -- incomes

    def _bonus(self, player: View, special: str) -> int:
        cards = (self.history[card] for card in player["cards"])
        return sum(card.amount for card in cards if SPECIALS[card.special] == special)

    def _count(self, player: View, series: Series) -> int:
        return sum(self.history[card].series == series for card in player["cards"])

    def _incomes(self, view: View, seat: int) -> Facts:
        """What each activity brings and costs a seat now."""
        player = view["players"][seat]
        fiefs = self.fief_income(view, seat)
        farms = fiefs + self.farm_extras(view, player)
        trade = self.trade_income(view, seat)
        queens = 2 * self._count(player, Series.QUEEN)
        if self._effect(view) == Effect.BLOCKADE and seat not in view["realm"]["runners"]:
            trade, queens = (trade + 1) // 2, (trade + queens + 1) // 2 - (trade + 1) // 2
        taxed = " and the extra tax" if view["act"]["peasant_tax"] else ""
        return {
            "farms": f"{farms} gold of fiefs" if not taxed else "a die of gold for each fief",
            "fiefs": f"{fiefs} gold of fiefs" if not taxed else "a die of gold for each fief",
            "trade": f"{trade} gold of trade",
            "trade_now": f"{trade + queens} gold of trade, more with the trader",
            "upkeep": f"{self.upkeep(view, seat)} gold of upkeep",
            "loan": f" and repay {2 * player['debt']} gold" if self._due(view, seat) else "",
        }

    def upkeep(self, view: View, seat: int) -> int:
        """What a seat's fiefs cost it in this turn, but in agriculture."""
        fiefs = view["players"][seat]["fiefs"]
        return 0 if view["act"]["no_upkeep"] else sum(self.fiefs[one].troops for one in fiefs)

    def _due(self, view: View, seat: int) -> bool:
        return bool(view["players"][seat]["debt"]) and seat not in view["realm"]["fresh_debt"]

    def _effect(self, view: View) -> int:
        return Effect.PEACE if view["regent"] is None else self.regents[view["regent"]].effect

    def fief_income(self, view: View, seat: int) -> int:
        """The gold of a seat's fiefs without castles and roads, in this reign and turn."""
        player = view["players"][seat]
        each = self._bonus(player, "per_fief")
        gold = sum(self.fiefs[one].crowns + each for one in self._yielding(view, player))
        effect = self._effect(view)
        return (
            (gold + 1) // 2
            if effect == Effect.FAMINE
            else 2 * gold
            if effect == Effect.GOOD_HARVEST
            else gold
        )

    def _yielding(self, view: View, player: View) -> list[str]:
        bad = view["act"]["bad_harvest"]
        return [
            one
            for one in player["fiefs"]
            if one not in view["realm"]["blighted"] and not (bad and self.fiefs[one].crowns == 3)
        ]

    def farm_extras(self, view: View, player: View) -> int:
        """The gold of castles and better roads, in agriculture."""
        fresh = view["act"]["fresh_roads"]
        roads = [
            one for one in self._yielding(view, player) if one in view["realm"]["roads"] and one not in fresh
        ]
        amount = next((event.amount for event in self.events.values() if VERBS[event.verb] == "roads"), 0)
        return 2 * self._count(player, Series.CASTLE) + amount * len(roads)

    def trade_income(self, view: View, seat: int) -> int:
        """The gold of a seat's traders without queens, before a blockade halves it."""
        player = view["players"][seat]
        each = self._bonus(player, "per_trader") + 2 * (self._effect(view) == Effect.DEMAND_IMPORTS)
        gold = sum(self._realm.income[min(n, 5) - 1] + each * n for n in player["traders"].values() if n)
        return int(gold + view["act"]["trade_bonus"])

    # -- war

    def _war(self, view: View) -> Facts:
        war = view["war"]
        found = {"leader": self.seats[war["leader"] or 0], "losses": several(max(1, war["losses"]), "piece")}
        found["enemy_place"] = _enemy_place(len(view["players"]) + 1, war["index"])
        found["step"] = STEPS.get(war["step"], "")
        found["failed"] = str(war["rerolled"])
        for i, area in enumerate(AREA_IDS):
            enemy = standing(war, "enemy", i)
            found[f"stand:{area}"] = f" ({enemy})"
            found[f"attack:{area}"] = self._attack(war, i)
            found[f"own:{area}"] = f" ({standing(war, 'sweden', i)})"
        for one, fief in self.fiefs.items():
            extra = "act" in view and one in view["realm"]["enlisted"]
            troops = several(fief.troops + extra, "troop")
            found[f"send:{one}"] = f" ({troops}) for {2 * fief.troops} gold"
            found[f"put:{one}"] = f" ({troops})"
        for one, regent in self.regents.items():
            guns = ", a cannon" * regent.cannon
            found[f"enemy:{one}"] = (
                f" ({several(regent.soldiers, 'soldier')}{', a commander' * regent.commander}{guns})"
            )
        found |= self._loss(war)
        return found

    def _attack(self, war: View, area: int) -> str:
        """What an attack from an area meets."""
        own = standing(war, "sweden", area)
        if area == 6:
            return f" ({own}; at most two count) on an enemy sector"
        front = area + 3 if area < 3 else 6
        where = AREAS[AREA_IDS[front]] if front < 6 else "the enemy reserve"
        return f" ({own}) on {where} ({standing(war, 'enemy', front)})"

    def _loss(self, war: View) -> Facts:
        """By number of retreating commanders, what else is lost."""
        if war["area"] is None or not war["losses"]:
            return {}
        area = AREA_IDS.index(war["area"])
        soldiers = war["soldiers"]["sweden"][area]
        found = {"hit": AREAS[war["area"]]}
        for n in range(7):
            fallen = max(0, min(war["losses"] - n, soldiers))
            lost = several(fallen, "soldier")
            found[f"lose:{n}"] = f"{several(n, 'commander')} to the reserve and lose {lost}"
        return found

    # -- forays

    def _foray(self, view: View) -> Facts:
        foray = view["foray"]
        rider = self._rider(view)
        found = {"die": str(foray["die"])}
        booty = foray["riders"][rider]["booty"] if rider is not None else {}
        waiting = rider is not None and foray["riders"][rider]["waiting"]
        at = foray["riders"][rider]["at"] if rider is not None else None
        for home in self.starts:
            found[f"march:{home}"] = f" and bring home {self.titles('marker', booty)}"
        if at is not None and (waiting or at not in self.starts):
            found[f"march:{at}"] = " and stay there"
        return found

    def _rider(self, view: View) -> int | None:
        order: list[int] = view["order"]
        return order[view["place"]] if view["place"] < len(order) else None

    # -- luck

    def _luck(self, view: View, found: Mapping[str, str]) -> Facts:
        """Who rolls or draws at a chance node, and for what."""
        phase, war = view["phase"], view.get("war", {})
        roller = self._roller(view)
        why = DICE.get(phase, "").format_map({**found, "odds": self._odds(view)})
        if phase == "gun":
            why = f"for a cannon ({_hits(reach(war, phase))})"
        elif phase == "attack_die" and war["stage"] == "swedish_attacks":
            why = f"for the attack from {AREAS[AREA_IDS[war['index']]]} ({_hits(reach(war, phase))})"
        elif phase == "attack_die":
            index = war["index"]
            place = AREAS[AREA_IDS[index]] if index < 6 else "the enemy reserve"
            why = f"for the attack from {place} ({_hits(reach(war, phase))})"
        elif phase == "fortune":
            why = f"for {list(self.history.values())[war['index']].english}"
        lot = LOTS.get(phase, "is drawn")
        return {
            "roller": roller,
            "die_for": why,
            "lot": lot,
            "victim": self._victim(view),
            "area_lot": _area_lot(war),
        }

    def _odds(self, view: View) -> str:
        """What the die of an Event card decides."""
        if "event" not in view:
            return ""
        shown = view["event"]
        event = self.events[shown["card"]]
        counted = "crown" if event.by == By.BY_CROWNS else "troop"
        if VERBS[event.verb] == "feud":
            if shown["target"] is None:
                return ""
            fief = self.fiefs[shown["target"]["to" if shown["die"] else "fief"]]
            n = (
                fief.crowns
                if event.by == By.BY_CROWNS
                else fief.troops + (fief.id in view["realm"]["enlisted"])
            )
            before = f", against {shown['die']} of the attacker" if shown["die"] else ""
            return f": {fief.english}, which adds {several(n, counted)}{before}"
        return ODDS.get(VERBS[event.verb], "").format(by=counted)

    def _seat(self, seat: int) -> str:
        return self.seats[seat]

    def _roller(self, view: View) -> str:
        phase, war = view["phase"], view.get("war", {})
        if phase in ("gun", "attack_die"):
            ours = war["stage"] in ("swedish_guns", "swedish_attacks")
            return self._seat(war["leader"] or 0) if ours else "the enemy"
        if phase == "spoils_draw":
            return self._seat(war["index"])
        if phase == "event_die":
            return self._seat(view["event"]["seat"])
        if phase == "defeat_die":
            return self.mourner(view)
        if phase == "fortune":
            card = list(self.history)[war["index"]]
            owners = (seat for seat, player in enumerate(view["players"]) if card in player["cards"])
            return self.seats[next(owners, 0)]
        rider = self._rider(view) if "order" in view else None
        return "luck" if rider is None else self.seats[rider]

    def mourner(self, view: View) -> str:
        """The next seat that may lose a fief after a defeat."""
        seats = len(view["players"])
        for i in range(seats):
            seat = (view["reign"] + i) % seats
            if seat in view["realm"]["owing"] and len(view["players"][seat]["fiefs"]) > 1:
                return self._seat(seat)
        return "nobody"

    def _victim(self, view: View) -> str:
        """Whom an Event card takes a card or a marker from."""
        event = view.get("event")
        if event is None:
            return "nobody"
        if event["fiefs_left"] and view["phase"] == "discard":
            return self.owner(view, next(iter(event["fiefs_left"])))
        target = event["target"] or {}
        return self._seat(target["seat"]) if "seat" in target else "nobody"


def standing(war: View, army: str, area: int) -> str:
    """The pieces of an army in an area, in words."""
    soldiers, commanders = war["soldiers"][army][area], war["commanders"][army][area]
    shown = [several(n, thing) for n, thing in ((soldiers, "soldier"), (commanders, "commander")) if n]
    return listed(shown) or "empty"


def reach(war: View, phase: str) -> int:
    """The highest roll that hits, of the cannon or the attack that is rolled for."""
    ours = war["stage"].startswith("swedish")
    if phase == "gun":
        guns = [strength for strength, n in enumerate(war["guns"], 1) for _ in range(n)]
        return guns[war["index"]] if ours else 2
    area, army = war["index"], "sweden" if ours else "enemy"
    pieces: int = war["soldiers"][army][area] + war["commanders"][army][area]
    if area == AREA_IDS.index("reserve"):
        return min(2, pieces)
    return max(pieces, war["steel"]) if ours and area < 3 else pieces


def _hits(highest: int) -> str:
    """Which rolls hit."""
    return "1 hits" if highest == 1 else f"{min(highest, 6)} or less hits"


def _regent(title: str) -> str:
    """The title of a Regent card without its era: "Red: war, Russia" is "War, Russia"."""
    shown = title.split(": ", 1)[-1]
    return shown[0].upper() + shown[1:]


def _enemy_place(cards: int, index: int) -> str:
    """Where a card of the enemy lies, of so many."""
    if cards == 2:
        return "its reserve" if index else AREAS["far_centre"]
    return AREAS[AREA_IDS[3 + index]] if index < min(3, cards - 1) else "its reserve"


def _area_lot(war: View) -> str:
    """What the enemy's lot between equal sectors decides."""
    if not war:
        return ""
    if war["losses"]:
        return "hits"
    return "sends a soldier to" if war["stage"] == "enemy_advance" else "sends a commander to"


def _places(names: Names, towns: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The names of the spaces of the Pillage map, by element id."""
    title = dict(zip(names.spaces, towns, strict=False))
    for one in names.spaces:
        start, *way = one.split("-")
        if not way:
            yield f"space:{one}", title[one]
            continue
        end, *step = way
        near = f", {several(int(step[0]), 'step')} from {title[start]}" if step else ""
        yield f"space:{one}", f"the road from {title[start]} to {title[end]}{near}"
