"""Why a card, a deck, a hero or a square cannot be chosen now (`core.explain`; RULES.md 3, 4)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlewise.core.explain import Reason
from battlewise.core.games.battalia.cards import (
    ARTEFACTS,
    CITIES,
    GREATS,
    NEEDS,
    RANKS,
    ROADS,
    SQUARES,
    TYPES,
    Data,
)
from battlewise.core.games.battalia.documents import DECKS
from battlewise.core.games.battalia.facts import Names, acting, active, price
from battlewise.core.games.battalia.state import AMBUSH, HEROES, TENTS, TOP_LEVEL
from battlewise.core.games.battalia.words import KIND_IDS, counted

Json = Any
View = Mapping[str, Json]

WEAPONS = ("sword", "shield")  # great artefacts that are weapons
PAYING = (*RANKS, "supply", "tool", "weapon", *WEAPONS)
LEAST_DECK = 10
IN_ORDER = ("pay", "station", "line")
OF_HAND = ("title", "amulet", "scroll", "station", "suspend")
HALF_DONE = (
    *OF_HAND,
    "pay",
    "exits",
    "put",
    "site",
    "wild",
    "displace",
    "horn",
    "rob",
    "steal",
    "staff",
    "wings",
)
LATER = dict.fromkeys(HALF_DONE, "actions are chosen once what is half done is finished") | {
    "cohort": "actions come after the choice of cohort or mulligan",
}


class Why:
    """The reasons that a view gives."""

    def __init__(self, data: Data, names: Names) -> None:
        self._data = data
        self._names = names
        self._titles = names.titles

    def thing(self, view: View, thing: str) -> Iterator[Reason]:
        """Why no move touches a thing now."""
        element, _, name = thing.partition(":")
        texts: Iterator[str] = iter(())
        if element == "card" and name in KIND_IDS:
            texts = self._card(view, name)
        elif element == "card" and name in TYPES:
            texts = self._type(view, name)
        elif element == "deck" and name in (*DECKS, *(f"city_{one}" for one in CITIES)):
            texts = self._deck(view, name)
        elif element == "level" and name in [str(level) for level in range(1, TOP_LEVEL + 1)]:
            texts = self._level(view, int(name))
        elif element in ("square", "city") and name in SQUARES:
            texts = self._square(view, name)
        elif element == "hero":
            texts = self._hero(view, name)
        elif element == "tent":
            texts = self._tent(view, name)
        found = [Reason(text, (thing,)) for text in texts]
        if not found and element in ("deck", "level", "square", "hero") and view["phase"] in LATER:
            found = [Reason(f"Not yet: {LATER[view['phase']]}.", (thing,))]
        yield from found

    # -- cards

    def _card(self, view: View, name: str) -> Iterator[str]:
        phase, title = view["phase"], self._titles[name]
        if phase in ("horn", "steal", "spoils"):
            return
        if not _has(view, name):
            if phase != "wild":
                yield f"{title}: not in your hand."
        elif phase in OF_HAND and name not in view["hand"]:
            yield f"{title}: on the table, not in your hand."
        elif phase == "cohort":
            yield f"{title}: cards are played in the actions, after the choice of cohort or mulligan."
        elif phase == "action":
            yield from self._in_action(view, name, title)
        elif phase == "response":
            yield f"{title}: cards are added to the battle line once the attack is answered."
        elif phase in IN_ORDER and KIND_IDS.index(name) < KIND_IDS.index(_next_from(view)):
            yield f"{title}: cards are chosen in a fixed order, and its turn has passed."
        elif phase == "pay":
            yield from self._unpaid(view, name, title)
        elif phase == "title":
            yield from self._not_raised(name, title)
        elif phase == "amulet":
            yield f"{title}: only units and artefacts of the factions and supplies are laid on an amulet."
        elif phase == "scroll":
            if name in GREATS or name == "supply" or name.endswith("unbound"):
                yield f"{title}: only units and artefacts of the factions are exchanged."
            elif name in view["hand"]:
                yield f"{title}: no other card of its kind is left to exchange it for."
        elif phase == "line":
            yield from self._not_in_line(view, name, title)
        elif phase == "station" and name in GREATS:
            yield f"{title}: great artefacts are not stationed in a tent."
        elif phase in ("put", "exits", "site", "wings", "staff", "rob"):
            yield f"{title}: can be played later; something is half done."

    def _in_action(self, view: View, name: str, title: str) -> Iterator[str]:
        kind = _type_of(name)
        if kind in PAYING:
            yield f"{title}: played to pay for an action; choose the action."
        elif kind == "horse":
            yield f"{title}: played to move a hero; choose the hero or the square."
        elif kind in TYPES:
            yield f"{title}: played by the move “play the {self._titles[kind]}”, if it can change something."
        elif name in GREATS:
            yield from self._great(view, name)
        if name not in view["hand"]:
            return
        if len(view["ambush"]) == AMBUSH:
            yield f"{title}: the ambush has {AMBUSH} places, all taken."
        elif sum(view["hand"].values()) < 2:
            yield f"{title}: an ambush costs another card of the hand, and you have no other."
        else:
            yield f"{title}: no ambush, as your deck must keep {LEAST_DECK} cards."

    def _type(self, view: View, kind: str) -> Iterator[str]:
        """An artefact by its type, whatever its faction."""
        title = self._titles[kind]
        if view["phase"] != "action":
            return
        if not _held(view, kind):
            yield f"{title}: you have none to play."
        elif kind in ("tool", "weapon", *RANKS):
            yield f"{title}: played to pay for an action; choose the action."
        elif kind == "horse":
            yield f"{title}: played to move a hero; choose the hero or the square."
        elif kind == "title":
            yield f"{title}: no unit of your hand can be raised."
        elif kind == "amulet":
            yield f"{title}: no card is left to lay on it."
        elif kind == "scroll":
            yield f"{title}: nothing is left to exchange."
        elif kind == "tent":
            yield self._no_tent(view, title)

    def _no_tent(self, view: View, title: str) -> str:
        if len(_own(view)["tents"]) == TENTS:
            return f"{title}: {TENTS} tents are the most."
        if not _has(view, "supply"):
            return f"{title}: costs 1 supply; you have none."
        return f"{title}: no card is left in your hand to station."

    def _great(self, view: View, name: str) -> Iterator[str]:
        title = self._titles[name]
        reasons = {
            "horn": "your nation has no card",
            "hand": "no other player's nation has a card",
            "wings": "no hero of yours on the map",
            "crown": "no unit of your hand can be raised",
            "book": "no card to exchange",
            "pavilion": "no card is left in your hand to station, or no room for a tent",
        }
        if name == "hammer" and view["hammer"] is not None:
            yield f"{title}: laid as another artefact already."
        elif name in reasons:
            yield f"{title}: {reasons[name]}."

    def _unpaid(self, view: View, name: str, title: str) -> Iterator[str]:
        need = view["pending"]["need"]
        due = [one for one in NEEDS if need.get(one)]
        fits = [one for one in due if _pays(name, one)]
        if not fits:
            yield f"{title}: does not pay for what is due: {price([need.get(one, 0) for one in NEEDS])}."
        elif fits[0] != due[0]:
            yield f"{title}: can be paid later; first {counted(need[due[0]], due[0])} must be paid."
        else:
            yield f"{title}: cards are chosen in a fixed order, and those from here on do not suffice."

    def _not_raised(self, name: str, title: str) -> Iterator[str]:
        kind = _type_of(name)
        if kind == RANKS[-1]:
            yield f"{title}: has the highest rank."
        elif kind not in RANKS or name.endswith("unbound"):
            yield f"{title}: only units of the factions are raised."
        else:
            yield f"{title}: no unit of the next rank is left."

    def _not_in_line(self, view: View, name: str, title: str) -> Iterator[str]:
        battle = view["battle"]
        opening = battle["side"] == "attacker" and not battle["cards"][0]
        if opening and _type_of(name) != "weapon" and name not in WEAPONS:
            yield f"{title}: the attacker opens the battle with a weapon."
        elif not self._strength(name, battle["side"] == "attacker"):
            yield f"{title}: no strength in battle of its own."

    def _strength(self, name: str, attacks: bool) -> int:
        kind = _type_of(name)
        if name in GREATS:
            card = self._data.greats[GREATS.index(name)]
        elif kind in RANKS:
            card = self._data.units[RANKS.index(kind)]
        elif kind in ARTEFACTS:
            card = self._data.artefacts[ARTEFACTS.index(kind)]
        else:
            return 0
        return card.attack if attacks else card.defence

    # -- decks, levels

    def _deck(self, view: View, name: str) -> Iterator[str]:
        if view["phase"] != "action":
            return
        title = self._titles[name]
        if name in RANKS:
            top, cost = view["tops"][RANKS.index(name)], self._data.units[RANKS.index(name)].cost
            if top is None:
                yield f"{title}: none is left to hire."
            else:
                yield f"{title}: costs {price(cost)}; your cards do not pay that."
        elif name.startswith("city"):
            yield f"{title}: choose the level of the new city; its shape is chosen once it is paid for."
        elif name in ARTEFACTS:
            cost = self._data.artefacts[ARTEFACTS.index(name)].cost
            rest = "" if _short(view, cost) else ", or none is left"
            yield f"{title}: costs {price(cost)}; your cards do not pay that{rest}."
        else:
            cost = self._data.terrain.road_costs[ROADS.index(name.removeprefix("road_"))]
            if _short(view, cost):
                yield f"{title}: costs {price(cost)}; your cards do not pay that."
            elif not any(view["terrain_decks"].get(name, {}).values()):
                yield f"{title}: none is left."
            else:
                yield f"{title}: costs {price(cost)}; that cannot be paid, or it fits on no square you reach."

    def _level(self, view: View, level: int) -> Iterator[str]:
        if view["phase"] != "action":
            return
        rank, terrain = RANKS[level - 1], self._data.terrain
        building = f"a city of level {level} costs {counted(terrain.units, rank)}"
        raising = f", raising one costs {counted(terrain.upgrade, rank)}" if level > 1 else ""
        least = terrain.upgrade if level > 1 else terrain.units
        if _short(view, [least * (one == rank) for one in NEEDS]):
            yield f"Level {level}: {building}{raising}; your cards do not pay that."
        elif level > 1 and not any(city["level"] == level - 1 for city in _cities(view)):
            yield f"Level {level}: no city of yours of level {level - 1} to raise; {building}."
        else:
            lack = "that cannot be paid, no token of the level is left, or no city fits on a square you reach"
            yield f"Level {level}: {building}{raising}; {lack}."

    # -- the map

    def _square(self, view: View, square: str) -> Iterator[str]:
        phase, card = view["phase"], view["map"].get(square)
        named = self._names.square(view, square)
        if phase == "start":
            yield f"{named}: not a starting city that is free."
        elif phase == "put":
            if card is not None:
                yield f"{named}: a card lies there already."
            elif square in view["impassable"]:
                yield f"{square}: impassable; no terrain card fits."
            else:
                yield f"{square}: the card does not fit, or no road joins it to a city of yours."
        elif phase == "site":
            raised = view["pending"]["action"] == "upgrade"
            level = f" of level {view['pending']['level'] - 1}" if raised else ""
            yield f"{named}: not a city of yours{level}."
        elif phase == "wings":
            yield f"{named}: no hero can fly there."
        elif phase == "action" and card is None and square in view["impassable"]:
            yield f"{square}: impassable; no terrain card fits."
        elif phase == "action" and card is None:
            yield f"{square}: empty; choose what to build first, then its square."
        elif phase == "action":
            yield from self._out_of_reach(view, square, named)

    def _out_of_reach(self, view: View, square: str, named: str) -> Iterator[str]:
        """Why no hero goes to a card of the map, or attacks there."""
        heroes = _own(view)["heroes"]
        owner = view["map"][square].get("owner")
        if not heroes:
            yield f"{named}: no hero of yours is on the map to go there."
        elif square not in heroes:
            yield f"{named}: {_no_journey(view) or 'no hero of yours gets there in one move'}."
        elif owner == view["seat"]:
            yield f"{named}: your own, with a hero of yours on it."
        elif owner is not None and owner != "free" and view["map"][square]["card"].startswith("city"):
            if not _armed(view):
                yield f"{named}: an attack opens with a weapon; you have none."
            else:
                yield f"{named}: all that you can play does not surpass its strength."

    def _hero(self, view: View, name: str) -> Iterator[str]:
        seat, _, which = name.partition(":")
        if view["phase"] != "action" or seat not in map(str, range(len(view["players"]))):
            return
        heroes, i = view["players"][int(seat)]["heroes"], int(which) - 1
        if int(seat) != view["seat"]:
            if i >= len(heroes):
                yield "No such hero is on the map."
            elif heroes[i] not in _own(view)["heroes"]:
                yield f"{self._names.seats[int(seat)]}'s hero on {heroes[i]}: no hero of yours stands there."
        elif i < len(heroes):
            yield from self._stuck(view, heroes, i)
        elif i > len(heroes):
            yield "Your second hero: the first is hired before it."
        elif i < HEROES and not _cities(view):
            yield "A hero appears on a city of yours; you have none."
        elif i < HEROES:
            yield f"A hero costs {price(self._data.deck.hero_cost)}; your cards do not pay that."

    def _stuck(self, view: View, heroes: Sequence[str], i: int) -> Iterator[str]:
        if i and heroes[0] == heroes[1]:
            yield f"The hero on {heroes[i]}: two of yours stand there; the first of them is moved."
            return
        why = "has roamed since your last other action" if view["roamed"][i] else ""
        why = why or _no_journey(view) or "no road leads to a square it can enter"
        yield f"The hero on {heroes[i]}: {why}."

    def _tent(self, view: View, name: str) -> Iterator[str]:
        if view["phase"] in ("action", "line", "response") and acting(view) == view["seat"]:
            yield f"Tent {int(name) + 1}: you have no such tent."

    # -- moves

    def move(self, view: View, doc: View) -> Iterator[Reason]:
        """Why a hero cannot go to a square, or attack there."""
        if doc["kind"] in ("travel", "ride") and doc["hero"][0] == view["seat"]:
            heroes = _own(view)["heroes"]
            hero = f"hero:{doc['hero'][0]}:{doc['hero'][1]}"
            if doc["hero"][1] > len(heroes):
                yield Reason("You have no such hero on the map.", (hero,))
            elif doc["from"] == heroes[doc["hero"][1] - 1]:
                named = self._names.square(view, doc["square"])
                reach = "one square along a road" if doc["kind"] == "travel" else "as far as a horse carries"
                text = f"{named}: not {reach} from {doc['from']}."
                yield Reason(text, (hero, f"square:{doc['square']}"))
        elif doc["kind"] == "attack" and doc["square"] not in _own(view)["heroes"]:
            text = f"{self._names.square(view, doc['square'])}: no hero of yours stands there."
            yield Reason(text, (f"square:{doc['square']}",))


def _own(view: View) -> View:
    """What all know of the seat that looks."""
    own: View = view["players"][view["seat"]]
    return own


def _cities(view: View) -> list[View]:
    """The own cities."""
    cards = view["map"].values()
    return [one for one in cards if one["card"].startswith("city") and one["owner"] == view["seat"]]


def _type_of(name: str) -> str:
    """The type of a card, or the card itself if it has no faction."""
    return name.partition("_")[0]


def _laid(view: View) -> Mapping[str, int]:
    """What the seat that looks can still play of the cards on the table."""
    laid: Mapping[str, int] = view["laid"][0 if active(view) == view["seat"] else 1]
    return laid


def _has(view: View, name: str) -> bool:
    return bool(view["hand"].get(name) or _laid(view).get(name))


def _held(view: View, kind: str) -> int:
    """How many cards of a type are in hand and on the table to be played."""
    return sum(
        n for pile in (view["hand"], _laid(view)) for name, n in pile.items() if _type_of(name) == kind
    )


def _armed(view: View) -> bool:
    return bool(
        _held(view, "weapon") - (view["hammer"] == "weapon") or any(_has(view, one) for one in WEAPONS)
    )


def _pays(name: str, need: str) -> bool:
    """Whether a card pays for one of NEEDS; a tool is worth frimen."""
    kind = _type_of(name)
    return kind == need or (need == "friman" and kind == "tool") or (need == "weapon" and name in WEAPONS)


def _short(view: View, cost: Sequence[int]) -> bool:
    """Whether the own cards cannot pay, even if each artefact were illuminated and so played twice."""
    for need, n in zip(NEEDS, cost, strict=False):
        have = _held(view, need)
        if need == "friman":
            have += 4 * _held(view, "tool")
        elif need == "weapon":
            have = 2 * have + 2 * sum(_held(view, one) for one in WEAPONS)
        if have < n:
            return True
    return False


def _no_journey(view: View) -> str:
    """Why no hero moves at all; empty if one may."""
    if _has(view, "supply") or _held(view, "horse"):
        return ""
    return "a hero moves for a supply or by a horse; you have none"


def _next_from(view: View) -> str:
    """The first card, in the order of ids, that may be chosen next."""
    pending: Mapping[str, str] = view.get("pending", {})
    return pending.get("next_from", KIND_IDS[0])
