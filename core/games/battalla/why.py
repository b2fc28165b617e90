"""Why a card, a hero or a square cannot be chosen now (`core.explain`; RULES.md 2 to 7)."""

from collections.abc import Iterator, Mapping
from typing import Any

from battlewise.core.explain import Reason
from battlewise.core.games.battalla.cards import Card, Data, Effect
from battlewise.core.games.battalla.facts import REACTS, Teller, effects_of, stamina_of
from battlewise.core.games.battalla.sentences import condition, deed
from battlewise.core.games.battalla.state import ROWS, Trigger, Type
from battlewise.core.games.battalla.words import LANE_NAMES, SEATS

Json = Any
View = Mapping[str, Json]
_NOT_DIRECTLY = "direct attacks are made from the enemy's front or summoning row"


class Why:
    """The reasons that a view gives.

    :param lanes: how many there are.
    """

    def __init__(self, data: Data, known: Teller, lanes: int) -> None:
        self._card_of = {card.id: card for card in data.cards}
        self._known = known
        self._lanes = LANE_NAMES[:lanes]

    def thing(self, view: View, thing: str) -> Iterator[Reason]:
        """Why no move touches a thing now."""
        element, _, name = thing.partition(":")
        if element == "card" and name in self._card_of:
            texts = self._card(view, self._card_of[name])
        elif element == "hero" and name in self._card_of:
            texts = self._hero(view, self._card_of[name])
        elif element == "square" and self._is_square(name):
            texts = self._square(view, name)
        elif element == "place" and name in ("hero", "field"):
            texts = self._zone(view, name)
        elif element == "lane" and name in self._lanes and view["phase"] == "lane":
            texts = iter([f"Lane {name}: no card of the opponent there."])
        else:
            return
        for text in texts:
            yield Reason(text, (thing,))

    # -- cards of the hand and of the discard pile

    def _card(self, view: View, card: Card) -> Iterator[str]:
        seat, phase = view["seat"], view["phase"]
        if phase == "search":
            yield f"{self._under_way(view)} {card.english}: not such a card, or not in your deck."
        elif phase == "revive" and card.id in view["discard"][seat]:
            itself = card.id == view["pending"]["chain"][-1]["card"]
            why = "not such a card, or not another one" if itself else "not such a card"
            yield f"{self._under_way(view)} {card.english}: {why}."
        elif card.id in view["hand"]:
            yield from self._in_hand(view, card)
        elif card.id in view["discard"][seat]:
            yield from self._discarded(view, card)
        else:
            yield self._elsewhere(view, card)

    def _in_hand(self, view: View, card: Card) -> Iterator[str]:
        if view["phase"] == "turn":
            yield from self._unplayable(view, card)
        elif view["phase"] == "react":
            yield from self._no_react_of_hand(view, card)
        elif view["active"] == view["seat"]:
            yield f"{card.english}: cards are played in your turn while nothing else is under way."
        else:
            yield f"{card.english}: cards are played in your own turn, or to react."

    def _unplayable(self, view: View, card: Card) -> Iterator[str]:
        cost, stamina = view["costs"][card.id], view["stamina"][view["seat"]]
        if cost > stamina:
            yield f"{card.english} costs {cost} stamina; you have {stamina}."
        if card.type == Type.UNIT and not self._free_lanes(view):
            replaced = f" No {card.replaces.noun} of yours to replace." if card.replaces else ""
            if not self._own_of(view, card.replaces):
                yield f"{card.english}: no lane free for a new unit.{replaced}"
        elif card.type == Type.ITEM and not self._own_of(view, card.onto):
            noun = "card" if card.onto.noun == "card" else card.onto.noun
            yield f"{card.english}: no {noun} of yours in play to attach it to."
        elif card.type == Type.ASSIST and not any(one.when == Trigger.PLAYED for one in card.effects):
            yield f"{card.english}: played as a react, in the opponent's turn."

    def _no_react_of_hand(self, view: View, card: Card) -> Iterator[str]:
        event = self._known.facts(view)["event"]
        when = REACTS[view["pending"]["stage"]]
        if card.type != Type.ASSIST:
            yield f"{card.english}: only assists are played from the hand to react."
        elif not any(one.when == when for one in card.effects):
            yield f"{card.english}: no react to {event}."
        elif view["costs"][card.id] > view["stamina"][view["seat"]]:
            left = view["stamina"][view["seat"]]
            yield f"{card.english} costs {view['costs'][card.id]} stamina; you have {left} left."
        else:
            yield f"{card.english}: as a react to {event} it would do nothing now."

    def _discarded(self, view: View, card: Card) -> Iterator[str]:
        effect = next((one for one in card.effects if one.when == Trigger.DISCARD_ACTION), None)
        if effect is None or view["phase"] != "turn":
            yield f"{card.english}: in your discard pile."
        else:
            yield self._unusable(view, f"{card.english} in the discard pile", effect, False)

    def _elsewhere(self, view: View, card: Card) -> str:
        for piece in view["cards"]:
            whose = "yours" if piece["seat"] == view["seat"] else "the opponent's"
            if piece["card"] == card.id:
                return f"{card.english}: in play, {whose}, on {piece['square']}."
            if card.id in piece["items"]:
                return f"{card.english}: attached to {whose} on {piece['square']}."
        return f"{card.english}: not in your hand."

    def _free_lanes(self, view: View) -> list[str]:
        """The lanes into which a unit or hero can be summoned."""
        seat = view["seat"]
        full = {piece["square"][0] for piece in view["cards"] if piece["seat"] == seat}
        full |= {piece["square"][0] for piece in view["cards"] if int(piece["square"][1:]) == _home(seat)}
        return [lane for lane in self._lanes if lane not in full]

    def _own_of(self, view: View, kinds: frozenset[int]) -> bool:
        """Whether a card that is one of some kinds is in play on the own side."""
        numbers = {name: i for i, name in enumerate(self._card_of)}
        return any(one["seat"] == view["seat"] and numbers[one["card"]] in kinds for one in view["cards"])

    # -- effects

    def _unusable(self, view: View, name: str, effect: Effect, used: bool) -> str:
        """Why an effect cannot be used that is not offered."""
        left = view["stamina"][view["seat"]]
        if effect.cost > left:
            return f"{name}: the effect costs {effect.cost} stamina; you have {left}."
        if used and effect.once:
            return f"{name}: the effect was used already this turn."
        needs = condition(effect.condition)
        if needs:
            return f"{name}: the effect needs that {needs}, and something to work on."
        return f"{name}: the effect would do nothing now: {deed(effect)}."

    def _under_way(self, view: View) -> str:
        """The effect that asks, and what it does."""
        link = view["pending"]["chain"][-1]
        card = self._card_of[link["card"]]
        said = deed(effects_of(card)[link["effect"]])
        return f"{card.english}: {said}."

    # -- heroes and the field card

    def _hero(self, view: View, card: Card) -> Iterator[str]:
        seat = view["seat"]
        out, heroes = view["heroes_out"][seat], view["hero_decks"][seat]
        if card.id not in heroes:
            yield f"{card.english}: not a hero of yours."
        elif heroes.index(card.id) < out:
            yield f"{card.english}: no longer on your hero deck."
        elif heroes.index(card.id) > out:
            top = self._known.title(heroes[out])
            yield f"{card.english}: under {top} on your hero deck; the top hero is summoned first."
        elif view["active"] != seat:
            yield f"{card.english}: heroes are summoned in your own turn."
        elif view["phase"] == "turn":
            yield from self._unsummoned(view, card)
        else:
            yield f"{card.english}: heroes are summoned in your turn while nothing else is under way."

    def _unsummoned(self, view: View, hero: Card) -> Iterator[str]:
        if view["this_turn"]["hero_summoned"]:
            yield f"{hero.english}: you have summoned a hero this turn; one a turn is allowed."
        elif not self._free_lanes(view):
            yield f"{hero.english}: no lane free for a hero."
        elif hero.price is not None:
            yield f"{hero.english}: the price cannot be paid now: {deed(hero.price)}."
        elif hero.summon:
            yield f"{hero.english}: summoned if {' or '.join(map(condition, hero.summon))}."

    def _zone(self, view: View, name: str) -> Iterator[str]:
        """The top of the hero deck, or the field zone."""
        seat = view["seat"]
        if name == "field":
            card = view["fields"][seat]
            empty = "No field of yours is in play."
        else:
            out, heroes = view["heroes_out"][seat], view["hero_decks"][seat]
            card = heroes[out] if out < len(heroes) else None
            empty = "No hero is left on your hero deck."
        if card is None:
            yield empty
            return
        held = self._card_of[card]
        effects = held.effects if name == "field" else held.ability
        shown = f"the field {held.english}" if name == "field" else f"{held.english} on the hero deck"
        yield from self._no_effect(view, shown, effects, self._was_used(view, card))

    def _was_used(self, view: View, card: str) -> bool:
        """Whether the effect for once a turn of the field card or the top hero was used this turn."""
        return "this_turn" in view and card in view["this_turn"]["used"][view["seat"]]

    def _no_effect(self, view: View, shown: str, effects: tuple[Effect, ...], used: bool) -> Iterator[str]:
        """Why an effect of a card in play, of the field card or the top hero is not offered."""
        name = shown[0].upper() + shown[1:]
        if view["phase"] == "react":
            yield from self._no_guard(view, name, effects)
        elif view["phase"] == "turn":
            effect = next((one for one in effects if one.when == Trigger.ACTION and not one.then), None)
            if effect is not None:
                yield self._unusable(view, name, effect, used)
            else:
                yield f"{name}: no effect to be used in your turn."
        elif view["phase"] != "mulligan":
            yield f"{name}: effects are used in your turn while nothing else is under way, or to react."

    def _no_guard(self, view: View, name: str, effects: tuple[Effect, ...]) -> Iterator[str]:
        event = self._known.facts(view)["event"]
        when = REACTS[view["pending"]["stage"]]
        left = view["stamina"][view["seat"]]
        effect = next((one for one in effects if one.when == when and not one.then), None)
        if effect is None:
            yield f"{name}: no react to {event}."
        elif effect.cost > left:
            yield f"{name}: to react costs {stamina_of(effect.cost)}; you have {left} left."
        else:
            yield f"{name}: a react to {event} is not possible now: used already, or it would do nothing."

    # -- squares

    def _square(self, view: View, square: str) -> Iterator[str]:
        piece, phase = _on(view, square), view["phase"]
        if phase == "place":
            yield from self._no_place(view, square)
        elif phase in ("target", "to"):
            shown = square if piece is None else self._shown(view, piece)
            not_one = "no card there" if piece is None and phase == "target" else "not one of those"
            yield f"{self._under_way(view)} {shown}: {not_one}."
        elif phase == "turn" and piece is None:
            yield f"{square}: no card of yours can move there now."
        elif phase == "turn" and piece is not None and piece["seat"] != view["seat"]:
            yield f"{self._shown(view, piece)}: no card of yours that may attack now stands in front of it."
        elif phase == "turn" and piece is not None:
            yield from self._idle(view, piece)
        elif phase == "react" and piece is not None and piece["seat"] == view["seat"]:
            effects = self._card_of[piece["card"]].effects
            yield from self._no_effect(view, self._shown(view, piece), effects, False)
        elif phase == "react":
            yield f"{square}: no card of yours there to react with."

    def _idle(self, view: View, piece: View) -> Iterator[str]:
        """Why an own card neither moves nor attacks nor has an effect to be used."""
        name = self._shown(view, piece)
        yield f"{name}: {self._cannot_move(view, piece)}."
        yield f"{name}: {self._cannot_attack(view, piece)}."
        effects = self._card_of[piece["card"]].effects
        if any(one.when == Trigger.ACTION for one in effects):
            yield from self._no_effect(view, name, effects, piece["used"])

    def _cannot_move(self, view: View, piece: View) -> str:
        if piece["moved"]:
            return "has moved this turn"
        if piece["frozen"] == 1 or piece["stunned"] == 1:
            return "cannot move this turn, by an effect"
        if not view["stamina"][piece["seat"]] and "free_move" not in self._keywords(piece):
            return "a move costs 1 stamina, and you have none left"
        return "no free square to move to"

    def _cannot_attack(self, view: View, piece: View) -> str:
        return self._not_ready(view, piece) or "no enemy in front of it, and not in the enemy's rows"

    def _not_ready(self, view: View, piece: View) -> str:
        """Why a card may not attack, whatever stands before it; empty if it may."""
        if piece["attacked"]:
            return "has attacked this turn"
        if piece["stunned"] == 1:
            return "cannot attack this turn, by an effect"
        hero = self._card_of[piece["card"]].type == Type.HERO
        if piece["fresh"] and not hero and "surprise" not in self._keywords(piece):
            return "summoned this turn; it attacks from your next turn on"
        return "" if view["stamina"][piece["seat"]] else "an attack costs 1 stamina, and you have none left"

    def _keywords(self, piece: View) -> set[str]:
        """The keywords of a card in play and those its items give."""
        found = set(self._card_of[piece["card"]].keywords)
        for item in piece["items"]:
            card = self._card_of[item]
            found |= card.keywords if card.given is None else card.given.keywords
        return found

    def _no_place(self, view: View, square: str) -> Iterator[str]:
        placing, seat = view["pending"]["placing"], view["seat"]
        card, piece = self._card_of[placing["card"]], _on(view, square)
        own = piece is not None and piece["seat"] == seat
        if card.type == Type.ITEM:
            noun = "card" if card.onto.noun == "card" else card.onto.noun
            shown = square if piece is None else self._shown(view, piece)
            yield f"{shown}: {card.english} is attached to a {noun} of yours."
        elif own and card.replaces and placing["from"] == "hand":
            yield f"{square}: {card.english} can replace a {card.replaces.noun} only."
        elif int(square[1:]) != _home(seat):
            yield f"{square}: not in your summoning row."
        elif any(one["seat"] == seat and one["square"][0] == square[0] for one in view["cards"]):
            yield f"{square}: you have a card in lane {square[0]}."
        elif piece is not None:
            yield f"{square}: a card of the opponent stands there."

    def _shown(self, view: View, piece: View) -> str:
        name = f"{self._known.title(piece['card'])} on {piece['square']}"
        return name if piece["seat"] == view["seat"] else f"{SEATS[piece['seat']]}'s {name}"

    def _is_square(self, name: str) -> bool:
        return name[:1] in self._lanes and name[1:] in map(str, range(1, ROWS + 1)) and bool(name)

    # -- moves

    def move(self, view: View, doc: View) -> Iterator[Reason]:
        """Why a card cannot go to a square, or cannot attack what is there."""
        if doc["kind"] not in ("move", "attack", "attack_directly"):
            return
        piece = _on(view, doc["square"])
        ids = tuple(f"square:{doc[one]}" for one in ("square", "to") if one in doc)
        if piece is None or piece["seat"] != view["seat"]:
            yield Reason(f"{doc['square']}: no card of yours there.", ids[:1])
            return
        name = self._shown(view, piece)
        if doc["kind"] == "move":
            yield Reason(f"{name}: {self._no_way(view, piece, doc['to'])}.", ids)
        else:
            text = self._not_ready(view, piece)
            text = text or (self._out_of_reach(view, piece, doc["to"]) if "to" in doc else _NOT_DIRECTLY)
            yield Reason(f"{name}: {text}.", ids)

    def _no_way(self, view: View, piece: View, to: str) -> str:
        if _on(view, to) is not None:
            return f"{to} is not free"
        beside = abs(self._lanes.index(piece["square"][0]) - self._lanes.index(to[0])) == 1
        if to == _ahead(piece):
            return self._cannot_move(view, piece)
        if not beside or to[1:] != piece["square"][1:]:
            return f"{to} is not one square ahead, nor beside it"
        if int(to[1:]) != _home(piece["seat"]) and "sideways" not in self._keywords(piece):
            return "cards move sideways in your summoning row only"
        return self._cannot_move(view, piece)

    def _out_of_reach(self, view: View, piece: View, to: str) -> str:
        if to != _ahead(piece):
            return f"{to} is not in front of it"
        return f"no enemy on {to}"


def _home(seat: int) -> int:
    """The summoning row of a seat."""
    return ROWS if seat else 1


def _ahead(piece: View) -> str:
    """The square in front of a card; that of the last row is on no board."""
    row = int(piece["square"][1:]) + (-1 if piece["seat"] else 1)
    return f"{piece['square'][0]}{row}"


def _on(view: View, square: str) -> View | None:
    """The card on a square."""
    return next((piece for piece in view["cards"] if piece["square"] == square), None)
