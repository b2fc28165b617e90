"""Why a card, a token or a place cannot be chosen now (`core.explain`; RULES.md 2, 4)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from battlewise.core.changes import listed, several
from battlewise.core.explain import Reason
from battlewise.core.games.history.cards import ACTIONS, ERAS, Data
from battlewise.core.games.history.documents import HELD
from battlewise.core.games.history.facts import Facts
from battlewise.core.games.history.state import Use

Json = Any
View = Mapping[str, Json]

BEFORE_JUMP = ("travel", "action")
DEPLOYMENT = ("defend", "deploy")
ARMING = ("defend_arm", "arm")
IN_BATTLE = ("chain", *DEPLOYMENT, *ARMING, "relaunch")
BATTLE_OVER = ("keep", "relic_choice", "close")
BEFORE_DICE = (*BEFORE_JUMP, "face", "chain", *DEPLOYMENT)
NEEDS_TIGHTEN = (*BEFORE_DICE, "close")
MOST_TILES = 3


class Why:
    """The reasons that a view gives.

    :param seats: the names of the seats that play.
    """

    def __init__(self, data: Data, known: Facts, seats: Sequence[str]) -> None:
        self._data = data
        self._known = known
        self._seats = seats
        self._units = {unit.id: unit for unit in data.units}
        self._tokens = {token.id: token for token in data.tokens.warfare}
        self._tiles = {tile.id: tile for tile in data.gears.tiles}

    def thing(self, view: View, thing: str) -> Iterator[Reason]:
        """Why no move touches a thing now."""
        element, _, name = thing.partition(":")
        about: dict[str, tuple[Callable[[View, str], Iterator[str]], Collection[str]]] = {
            "card": (self._card, self._units),
            "token": (self._token, self._tokens),
            "tile": (self._tile, self._tiles),
            "era": (self._era, ERAS),
            "sector": (self._sector, "0123"),
            "relic": (self._relic, ERAS),
            "prowess": (self._prowess, [str(one) for one in self._data.tokens.prowess]),
            "seat": (self._seat, [str(seat) for seat in range(len(self._seats))]),
            "place": (self._place, "12345"),
        }
        if element in about and name in about[element][1]:
            for text in about[element][0](view, name):
                yield Reason(text, (thing,))

    # -- cards

    def _card(self, view: View, name: str) -> Iterator[str]:
        title, own = self._known.title(name), _own(view)
        if name in view["hand"]:
            yield from self._in_hand(view, title)
        elif name in own["spent"]:
            yield f"{title}: has fought; a hero fights once a game."
        elif name in own["discard"]:
            yield from self._discarded(view, title)
        elif name in own["cards"]:
            yield f"{title}: in your deck, not in your hand."
        elif any(name == one["card"] for one in _fielded(view, "attackers")):
            yield f"{title}: in the battle already, as one of the attacker's units."
        elif any(name == one["card"] for one in _fielded(view, "defenders")):
            yield f"{title}: in the battle already, as one of the defender's units."
        elif self._units[name].era is None:
            yield f"{title}: no longer in your army."
        else:
            yield from self._of_board(view, name, title)

    def _in_hand(self, view: View, title: str) -> Iterator[str]:
        phase = view["phase"]
        if phase == "travel":
            yield f"{title}: in your hand; units are deployed in Phase 2, after the time jump."
        elif phase == "action":
            idle = self._idle(view, "dismiss")
            yield f"{title}: units are deployed in Phase 2, after the time jump. {idle}"
        elif phase == "face":
            yield f"{title}: can be deployed later; whom to fight is chosen first."
        elif phase == "chain":
            yield f"{title}: can be deployed later; the linked cards that you fight are chosen first."
        elif phase in (*ARMING, "relaunch"):
            yield f"{title}: in your hand; the units of this battle are deployed already."
        elif phase in BATTLE_OVER:
            yield f"{title}: in your hand; units are deployed in Phase 2, before a battle."

    def _discarded(self, view: View, title: str) -> Iterator[str]:
        text = f"{title}: in your discard pile"
        if view["phase"] == "travel":
            yield f"{text}; the actions of the gears come after the tiles and the warfare token."
        elif view["phase"] == "action":
            yield f"{text}. {self._idle(view, 'recall')}"
        else:
            yield f"{text}, not in your hand."

    def _idle(self, view: View, action: str) -> str:
        """Why an action of the gears cannot be carried out that is not left."""
        actions = self._actions(view)
        if action in actions:
            return f"The action {action} was carried out already this turn."
        return f"The active actions of the gears are {listed(actions)}."

    def _actions(self, view: View) -> list[str]:
        sectors = self._data.gears.sectors
        return [ACTIONS[sectors[(view["gears"]["wheel"] + i) % 4]] for i in range(2)]

    def _of_board(self, view: View, name: str, title: str) -> Iterator[str]:
        """A card that is none of the own: on the main board, in a pile, or another player's."""
        era = ERAS[self._units[name].era or 0]
        if name in view["board"]["open"]:
            yield from self._open(view, title, era)
        elif name in view["board"]["removed"]:
            yield f"{title}: dismissed from the game."
        elif name in view["board"]["discard"]:
            yield from self._in_era_discard(view, title, era)
        else:
            yield from self._elsewhere(view, name, title, era)

    def _open(self, view: View, title: str, era: str) -> Iterator[str]:
        phase = view["phase"]
        if phase in BEFORE_JUMP:
            yield f"{title}: on the main board; {self._before_jump(view, era)}."
        elif phase == "face":
            yield f"{title}: in era {era}; you are in era {_own(view)['era']}."
        elif phase == "chain":
            yield f"{title}: no link with {self._ends(view)}."
        elif phase in (*DEPLOYMENT, *ARMING, "relaunch"):
            yield f"{title}: on the main board, not in this battle."
        else:
            yield f"{title}: on the main board; cards there are fought in Phase 2."

    def _before_jump(self, view: View, era: str) -> str:
        """Why a card of an era cannot be fought yet, or not in this turn."""
        eras = [ERAS[one] for one in self._tiles[view["gears"]["active"]].eras]
        if era == _own(view)["era"]:
            return f"you leave its era, {era}, by the time jump"
        if view["phase"] == "action" and era not in eras:
            return f"the active tile does not lead to its era, {era}"
        return f"it can be fought in Phase 2, after a time jump to era {era}"

    def _ends(self, view: View) -> str:
        """The two ends of the chain of cards that are fought."""
        chain = _fielded(view, "defenders")
        ends = dict.fromkeys(self._known.title(chain[i]["card"]) for i in (0, -1))
        return " or ".join(ends)

    def _in_era_discard(self, view: View, title: str, era: str) -> Iterator[str]:
        text = f"{title}: in the discard pile of era {era}"
        if view["phase"] != "face":
            yield f"{text}."
            return
        here = _own(view)["era"]
        if era != here:
            yield f"{text}; you are in era {here}."
        elif not self._holds(view, Use.CHASING):
            yield f"{text}; only a player with Chase can fight it, and you have none."

    def _elsewhere(self, view: View, name: str, title: str, era: str) -> Iterator[str]:
        for seat, player in enumerate(view["players"]):
            if any(name in player[pile] for pile in ("cards", "discard", "spent")):
                yield f"{title}: in the army of {self._seats[seat]}."
                return
        yield f"{title}: in the deck of era {era}."

    # -- warfare tokens

    def _token(self, view: View, name: str) -> Iterator[str]:
        token, has = self._tokens[name], _own(view)["tokens"].get(name, 0)
        title = token.english
        if view["phase"] == "travel":
            yield from self._at_gears(view, name, title, has)
        if not has:
            if view["phase"] != "travel" or name not in view["warfare"]["open"]:
                yield f"{title}: you have none."
        elif token.use == Use.TIGHTEN_UP:
            yield from self._tighten(view, title)
        elif token.use == Use.CHASING:
            yield from self._chase(view, title)
        elif view["phase"] in BEFORE_DICE:
            yield f"{title}: given to a unit in a battle, once the units are deployed."
        elif view["phase"] not in ARMING:
            yield f"{title}: given to a unit in a battle, before the dice are thrown."

    def _at_gears(self, view: View, name: str, title: str, has: int) -> Iterator[str]:
        pointed = view["warfare"]["open"][self._tiles[view["gears"]["active"]].points_at - 1]
        held = sum(_own(view)["tokens"].values())
        if name == pointed:
            if held == HELD == has:
                yield f"{title}: the token to be taken; an exchange for one like it changes nothing."
            return
        if name in view["warfare"]["open"]:
            yield f"{title}: the active tile points at {self._known.token(pointed)}."
        if has and held < HELD:
            tokens = several(held, "warfare token")
            yield f"{title}: you have {tokens}; only a player with {HELD} exchanges one."

    def _tighten(self, view: View, title: str) -> Iterator[str]:
        if view["phase"] not in NEEDS_TIGHTEN:
            yield f"{title}: spent until the last unit is deployed, or at the end of the turn."
        elif _deck(view):
            yield f"{title}: can be spent now, by the move “spend Tighten up to draw two cards”."
        else:
            yield f"{title}: draws two cards; your deck is empty."

    def _chase(self, view: View, title: str) -> Iterator[str]:
        era = _own(view)["era"]
        if view["phase"] != "face":
            yield f"{title}: spent when you choose whom to fight."
        elif any(self._era_of(card) == era for card in view["board"]["discard"]):
            yield f"{title}: can be spent now; choose a card of the discard pile of era {era}."
        else:
            yield f"{title}: no card lies in the discard pile of era {era}."

    def _era_of(self, card: str) -> str | None:
        era = self._units[card].era
        return None if era is None else ERAS[era]

    def _holds(self, view: View, use: int) -> bool:
        return any(n and self._tokens[token].use == use for token, n in _own(view)["tokens"].items())

    # -- the gears, eras, players

    def _tile(self, view: View, name: str) -> Iterator[str]:
        title, gears = self._tiles[name].english, view["gears"]
        if name == gears["active"]:
            eras = " and ".join(ERAS[era] for era in self._tiles[name].eras)
            yield f"{title}: the active tile; it leads to eras {eras}."
        elif name == gears["pending"]:
            yield f"{title}: the pending tile; it is active once another is inserted."
        elif view["phase"] != "travel":
            yield f"{title}: tiles are inserted at the start of a turn."
        elif gears["inserted"] >= MOST_TILES:
            yield f"{title}: {MOST_TILES} tiles a turn are allowed, and they are inserted."
        else:
            yield f"{title}: which tile comes next is luck; you choose only whether to insert another."

    def _era(self, view: View, name: str) -> Iterator[str]:
        if view["phase"] == "travel":
            yield f"Era {name}: the time jump comes after the actions of the gears."
        elif view["phase"] == "action":
            if name == _own(view)["era"]:
                yield f"Era {name}: you are there; a time jump leads to another era."
                return
            tile = self._tiles[view["gears"]["active"]]
            eras = " and ".join(ERAS[era] for era in tile.eras)
            yield f"Era {name}: not on the active tile {tile.english}, which leads to eras {eras}."
        else:
            yield f"Era {name}: the time jump of this turn is done."

    def _sector(self, view: View, name: str) -> Iterator[str]:
        wheel, action = view["gears"]["wheel"], ACTIONS[self._data.gears.sectors[int(name)]]
        which = (int(name) - wheel) % 4
        if view["phase"] == "travel":
            yield "The actions of the gears come after the tiles and the warfare token."
        elif view["phase"] != "action":
            yield "The actions of the gears are carried out before the time jump."
        elif which > 1:
            actions = listed(self._actions(view))
            yield f"This sector is not active. The active actions of the gears are {actions}."
        elif view["gears"]["done"][which]:
            yield f"The action {action} was carried out already this turn."
        else:
            yield self._left_to_do(view, action)

    def _left_to_do(self, view: View, action: str) -> str:
        lacks = {
            "draw": "" if _deck(view) else "your deck is empty",
            "recall": "" if _own(view)["discard"] else "your discard pile is empty",
            "dismiss": "" if view["hand"] else "you have no card in hand",
            "reshuffle": "" if _deck(view) or _own(view)["discard"] else "you have no cards to shuffle",
        }[action]
        return f"The action {action}: {lacks}." if lacks else f"The action {action} can be carried out now."

    def _seat(self, view: View, name: str) -> Iterator[str]:
        seat, here = int(name), _own(view)["era"]
        player, title = view["players"][seat], self._seats[seat]
        if seat == view["seat"]:
            if view["phase"] == "face":
                yield f"{title}: that is you; you challenge other players."
        elif view["phase"] in BEFORE_JUMP:
            yield f"{title}: players are challenged in Phase 2, after the time jump."
        elif view["phase"] in IN_BATTLE:
            yield f"{title}: whom to fight is chosen already."
        elif view["phase"] != "face":
            return
        elif player["era"] is None:
            yield f"{title}: in no era yet; you challenge players in your own era, {here}."
        elif player["era"] != here:
            yield f"{title}: in era {player['era']}; you are in era {here}."
        elif not player["hand_size"]:
            yield f"{title}: no card in hand, so no challenge."

    # -- the battle and its rewards

    def _place(self, view: View, name: str) -> Iterator[str]:
        if view["phase"] in BEFORE_DICE:
            yield "Warfare tokens are given to units once all are deployed."
        if view["phase"] not in ARMING:
            return
        line = _fielded(view, "defenders" if view["phase"] == "defend_arm" else "attackers")
        place = int(name) - 1
        if place >= len(line):
            yield f"Place {name}: no unit stands there."
            return
        title = self._known.title(line[place]["card"])
        if line[place]["token"] is not None:
            yield f"{title}: has {self._known.token(line[place]['token'])} already; a unit gets one token."
        elif any(one["token"] is not None for one in line[place:]):
            yield f"{title}: tokens are given from the front to the back, and a unit behind it has one."

    def _relic(self, view: View, name: str) -> Iterator[str]:
        if view["phase"] == "relic_choice":
            yield f"Relic of era {name}: not one of those drawn."
        else:
            yield f"Relic of era {name}: relics are won in battles, by the attacker."

    def _prowess(self, view: View, name: str) -> Iterator[str]:
        if view["phase"] == "keep":
            yield f"Prowess token {name}: not one of the two that you look at."
        else:
            yield f"Prowess token {name}: prowess tokens are won in challenges."

    # -- moves

    def move(self, view: View, doc: View) -> Iterator[Reason]:
        """Why things that can be chosen do not go together."""
        ids: tuple[str, ...]
        if doc["kind"] == "exchange":
            pointed = view["warfare"]["open"][self._tiles[view["gears"]["active"]].points_at - 1]
            ids = (f"token:{doc['token']}", f"token:{doc['for']}")
            if doc["for"] != pointed:
                text = f"the active tile points at {self._known.token(pointed)}"
                yield Reason(f"{self._known.token(doc['for'])}: {text}.", ids)
            elif not _own(view)["tokens"].get(doc["token"]):
                yield Reason(f"{self._known.token(doc['token'])}: you have none.", ids)
            elif doc["token"] == doc["for"]:
                yield Reason(
                    f"{self._known.token(pointed)}: an exchange for one like it changes nothing.", ids
                )
        elif doc["kind"] == "arm":
            ids = (f"token:{doc['token']}", f"place:{doc['place']}")
            for text in self._place(view, str(doc["place"])):
                yield Reason(text, ids)
        elif doc["kind"] in ("join_front", "join_back"):
            yield from self._join(view, doc)

    def _join(self, view: View, doc: View) -> Iterator[Reason]:
        """A card that links with the other end only."""
        chain = _fielded(view, "defenders")
        if doc["unit"] in view["board"]["open"] and chain:
            front = doc["kind"] == "join_front"
            end = chain[0 if front else -1]["card"]
            where = "in front of" if front else "behind"
            text = f"{self._known.title(doc['unit'])}: no link {where} {self._known.title(end)}."
            yield Reason(text, (f"card:{doc['unit']}", f"card:{end}"))


def _own(view: View) -> View:
    """What belongs to the seat that looks."""
    own: View = view["players"][view["seat"]]
    return own


def _deck(view: View) -> int:
    """How many cards are left in the own deck."""
    return int(sum(_own(view)["cards"].values()) - _own(view)["hand_size"])


def _fielded(view: View, side: str) -> Sequence[View]:
    """The units of a side of the battle, the battlefront first."""
    found: Sequence[View] = view.get("battle", {}).get(side, ())
    return found
