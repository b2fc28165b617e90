"""What the words of moves and prompts say of the table (RULES.md 6): names and facts, from a view."""

from collections.abc import Mapping, Sequence
from typing import Any

from battlewise.core.changes import listed
from battlewise.core.games.battalia.cards import ARTEFACTS, CITIES, FACTIONS, NEEDS, RANKS, ROADS, TYPES, Data
from battlewise.core.games.battalia.words import KIND_IDS, counted, one_of

View = Mapping[str, Any]
Facts = dict[str, str]

PROMPTS = {
    "heroes": "Choose the faction to lead.",
    "start": "Choose a starting city.",
    "cohort": "Announce a cohort, exchange the hand for {mulligan}, or keep the hand.",
    "action": "Choose an action, or end the turn. {oracle}",
    "pay": "Choose the next card to pay for {paid_for}; still due: {due}.",
    "exits": "Choose the shape of the new city of level {level}.",
    "put": "Choose where to put the {new_card}.",
    "site": "Choose a city: {site} ...",
    "title": "Choose the unit to raise with the {title}.",
    "amulet": "Choose the card to lay on the amulet; then the die is rolled.",
    "wild": "Choose what the wild card stands for.",
    "displace": "The ambush is full: choose the card that makes room for the {displaced}.",
    "scroll": "Choose the card to exchange, and its new faction.",
    "station": "Choose a card for the tent; room left: {room}.",
    "suspend": "Choose the card to suspend as the price of the ambush.",
    "horn": "Choose a card of the nation to take to the hand; left: {left}.",
    "rob": "Choose the player whose nation to look into.",
    "steal": "Choose the card to take from the nation of {robbed}.",
    "staff": "Choose a road or city and its new terrain.",
    "wings": "Choose where a hero flies.",
    "line": "Add cards to the battle line for {target}, or end it: {totals}; {goal}.",
    "response": "{attacker} attacks {target}: {totals}. Fight, surrender or retreat?",
    "spoils": "Choose a great artefact.",
}
DIE = {
    1: "the card counts as it is",
    2: "the card counts twice this turn",
    3: "the card counts three times this turn",
    4: "the card goes into ambush; a stolen one is out of use",
    5: "the card and the amulet are discarded",
    6: "the card is wild",
}


class Names:
    """The names of a game's things, for its data and its seats."""

    def __init__(self, data: Data, seats: Sequence[str], draws: int) -> None:
        self.seats = seats
        self.titles = data.titles
        self._wheel, self._matches = data.deck.wheel, data.deck.matches
        self._prices = {one: price(card.cost) for one, card in zip(RANKS, data.units, strict=True)}
        self.fixed = self._fixed(data, draws)

    def _fixed(self, data: Data, draws: int) -> Facts:
        """What is the same in every view."""
        titles, terrain = data.titles, data.terrain
        found = {f"card:{one}": titles[one] for one in (*KIND_IDS, *TYPES)}
        found["card:tent"] = f"{titles['tent']} (1 supply)"
        found |= {f"wild:{one}": one_of(titles[one]) for one in (*TYPES, "supply")}
        found |= {f"faction:{one}": titles[one] for one in FACTIONS}
        found |= {f"deck:city_{one}": f"{one_of(titles[f'city_{one}'])} card" for one in CITIES}
        for one, cost in zip(ROADS, terrain.road_costs, strict=True):
            found[f"deck:road_{one}"] = f"{one_of(titles[f'road_{one}'])} ({price(cost)})"
        for one, card in zip(ARTEFACTS, data.artefacts, strict=True):
            found[f"deck:{one}"] = f"{one_of(titles[one])} ({price(card.cost)})"
        for level, rank in enumerate(RANKS, 1):
            found[f"build:{level}"] = counted(terrain.units, rank)
            found[f"upgrade:{level}"] = counted(terrain.upgrade, rank)
        found |= {f"die:{face}": f"{face}: {effect}" for face, effect in DIE.items()}
        found["hero_price"] = price(data.deck.hero_cost)
        found["mulligan"] = counted(draws, "card")
        return found

    def cards(self, counts: Mapping[str, int]) -> str:
        """Cards by kind, such as ``Islander Chief and 2 x Supply``."""
        ordered = sorted(counts, key=KIND_IDS.index)
        times = [f"{counts[one]} x " if counts[one] > 1 else "" for one in ordered]
        return listed([f"{n}{self.titles[one]}" for n, one in zip(times, ordered, strict=True)])

    def square(self, view: View, square: str) -> str:
        """A square with what there is to know of its city or place."""
        card = view["map"].get(square)
        if card is None or card["card"].startswith("road"):
            return square
        terrain = f", {card['terrain']}" if card["terrain"] else ""
        if not card["card"].startswith("city"):
            ruler = "" if card.get("owner") is None else f", ruled by {self.seats[card['owner']]}"
            return f"{square} ({self.titles[card['card']]}{terrain}{ruler})"
        whose = card["owner"] if isinstance(card["owner"], str) else f"{self.seats[card['owner']]}'s"
        return f"{square} ({whose} city of level {card['level']}{terrain})"

    def lit(self, view: View) -> tuple[str, str]:
        """The artefacts that the Sun Oracle shows in the view's round: under the ray, and its match."""
        day = view["turn"] // len(view["players"]) % len(self._wheel)
        lit, match = self._wheel[day], self._wheel[day * self._matches % len(self._wheel)]
        return ARTEFACTS[lit], ARTEFACTS[match]

    def oracle(self, view: View) -> str:
        """What the Sun Oracle shows, in words."""
        lit, match = (self.titles[one] for one in self.lit(view))
        return f"The ray is on the {lit}; the {match} matches."

    def facts(self, view: View) -> Facts:
        """The names of the elements of a view, and the facts that its phase has (`Game.facts`)."""
        found = dict(self.fixed)
        found |= {f"square:{one}": self.square(view, one) for one in view["map"]}
        found |= {f"city:{one}": self.square(view, one) for one in view["map"]}
        for seat, player in enumerate(view["players"]):
            for i, square in enumerate(player["heroes"], 1):
                found[f"hero:{seat}:{i}"] = f"the hero on {square}"
        for one, top in zip(RANKS, view["tops"], strict=True):
            if top is not None:
                supply = "" if top.endswith("unbound") or not view["supplies"] else " with a Supply"
                found[f"deck:{one}"] = f"{one_of(self.titles[top])}{supply} ({self._prices[one]})"
        if view["first"] is not None:
            found |= self._of_turn(view)
        return found | self._of_pending(view) | self._of_battle(view)

    def _of_turn(self, view: View) -> Facts:
        """What belongs to the player who acts."""
        actor = acting(view)
        player = view["players"][actor]
        found = {"actor": self.seats[actor], "oracle": self.oracle(view)}
        for i, tent in enumerate(player["tents"]):
            inside = listed([self.titles[one] for one in tent["cards"]])
            found[f"tent:{i}"] = f"tent {i + 1} with {inside or 'nothing'}"
        own = view.get("ambush", ()) if view["seat"] == actor else player["ambush"]
        for i, card in enumerate(own):
            found[f"ambush:{i}"] = f"card {i + 1}{'' if card is None else f' ({self.titles[card]})'}"
        return found

    def _of_pending(self, view: View) -> Facts:
        """What is half done."""
        pending = view.get("pending", {})
        found = {name: str(pending[name]) for name in ("room", "left", "level") if name in pending}
        if view["phase"] == "pay":
            found |= {"paid_for": self._paid_for(pending), "due": price([*map(pending["need"].get, NEEDS)])}
        if view["phase"] in ("terrain", "put"):
            level = f" of level {pending['level']}" if pending["level"] else ""
            shape = f"{self.titles[pending['card']]}{level}"
            found |= {"new_shape": one_of(shape), "new_card": f"{shape} in the {pending.get('terrain')}"}
        if view["phase"] == "site":
            raised = f"raise to level {pending['level']} the city on"
            found["site"] = raised if pending["action"] == "upgrade" else "put the new hero on"
        if view["phase"] == "title":
            twice = ", by up to two ranks" if pending["doubled"] else ""
            found["title"] = f"{self.titles[pending['title']]}{twice}"
        if view["phase"] == "displace":
            found["displaced"] = self.titles[pending["card"]]
        if view["phase"] == "steal":
            found["robbed"] = self.seats[pending["seat"]]
        return found

    def _paid_for(self, pending: View) -> str:
        if pending["deck"] is not None:
            return one_of(self.titles[pending["deck"]])
        return {
            "build_city": f"a city of level {pending['level']}",
            "upgrade": f"raising a city to level {pending['level']}",
            "hire_hero": "a hero",
        }[pending["action"]]

    def _of_battle(self, view: View) -> Facts:
        found = {"give_up": "go on without effect"}
        battle = view.get("battle")
        if battle is None:
            return found
        place = self.square(view, battle["square"])
        against = battle["against"]
        attack, defence = battle["total"]
        due = "the attack must exceed" if battle["side"] == "attacker" else "the defence must equal"
        found |= {
            "target": place if against == "place" else f"{self.seats[against]}'s hero on {place}",
            "attacker": self.seats[active(view)],
            "totals": f"attack {attack}, defence {defence}",
            "goal": due,
        }
        if view["phase"] == "line":
            found["give_up"] = "give up the battle"
        return found


def active(view: View) -> int:
    """The seat whose turn it is."""
    return int(view["first"] + view["turn"]) % len(view["players"])


def acting(view: View) -> int:
    """The seat that plays cards: the one whose turn it is, or the defender."""
    battle = view.get("battle")
    if battle is None or (battle["side"] == "attacker" and view["phase"] != "response"):
        return active(view)
    if battle["against"] != "place":
        return int(battle["against"])
    owner = view["map"][battle["square"]]["owner"]
    return owner if isinstance(owner, int) else active(view)


def price(cost: Sequence[int | None]) -> str:
    """A cost by `NEEDS` in words."""
    return ", ".join(counted(n, one) for n, one in zip(cost, NEEDS, strict=False) if n)
