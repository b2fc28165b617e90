"""Which card has caused what two views of one seat differ in (`Game.changes`)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from battlewise.core.games.battalla.cards import Card, Effect
from battlewise.core.games.battalla.facts import effects_of
from battlewise.core.games.battalla.state import Trigger, Verb, Who, Whose

Json = Any
View = Mapping[str, Json]

POISON = "poison"
_OF_ATTACKER = {Trigger.ATTACKING, Trigger.BATTLING, Trigger.KILLS, Trigger.DIRECT}
_OF_DEFENDER = {Trigger.ATTACKED, Trigger.AFTER_ATTACKED, Trigger.BATTLING}


@dataclass(frozen=True)
class Candidate:
    """An effect that can have happened: of which card, whose it is and where it stands, or None."""

    card: str
    seat: int
    square: str | None
    effect: Effect


class Causes:
    """The effects that can have happened in one step. A cause is named only if no other card can be it.

    :param cards: all cards by their ids.
    :param gone: the cards that left play.
    :ivar named: the cards that the move's own words name.
    """

    def __init__(
        self, cards: Mapping[str, Card], before: View, after: View, move: Mapping[str, Json], gone: list[View]
    ) -> None:
        self._cards = cards
        self._before, self._after, self._move, self._gone = before, after, move, gone
        self._pending = before.get("pending", {})
        self.named = set(self._named())
        self._found = [*self._of_chain(), *self._of_move(), *self._of_triggers()]

    def of_card(self, verbs: Collection[int], card: View) -> str | None:
        """The card whose effect of one of these verbs can have been on a card in play."""
        return self._only(one for one in self._found if one.effect.verb in verbs and _is_meant(one, card))

    def of_seat(self, verbs: Collection[int], seat: int) -> str | None:
        """The card whose effect of one of these verbs can have been for a seat."""
        wanted = {Who.YOU: (seat,), Who.OPPONENT: (1 - seat,), Who.EACH: (0, 1)}
        return self._only(
            one for one in self._found if one.effect.verb in verbs and one.seat in wanted[Who(one.effect.who)]
        )

    def of_price(self, card: str, seat: int) -> str | None:
        """The card that makes another one cheaper for a seat."""
        kind = list(self._cards).index(card)
        return self._only(
            one
            for one in self._found
            if one.effect.verb == Verb.CHEAPEN and one.seat == seat and kind in one.effect.which
        )

    def free_move(self) -> str | None:
        """The card that has let the one that moved do so for no stamina: itself or an item."""
        for card in self._before["cards"]:
            if card["square"] == self._move["square"]:
                names: list[str] = [card["card"], *card["items"]]
                for name in names:
                    given = self._cards[name].given if name in card["items"] else None
                    if "free_move" in (given or self._cards[name]).keywords:
                        return name
        return None

    def attacker(self) -> View | None:
        """The card whose attack has struck in this step; None if none has, or if it is under way."""
        unanswered = self._move["kind"] == "no_react" and self._pending["stage"] == "striking"
        if not (unanswered or self._move["kind"] == "attack") or "pending" in self._after:
            return None
        square = self._attack()[0]
        return next((card for card in self._after["cards"] if card["square"] == square), None)

    def is_intimidating(self, card: View) -> bool:
        """Whether a card has Intimidate, of its own or of others."""
        items = [self._cards[item].given or self._cards[item] for item in card["items"]]
        own = any("intimidate" in one.keywords for one in (self._cards[card["card"]], *items))
        verb = Verb.INTIMIDATE_VERB
        return own or any(one.effect.verb == verb and one.seat == card["seat"] for one in self._found)

    def is_gone(self, card: str) -> bool:
        """Whether such a card has left play."""
        return any(one["card"] == card for one in self._gone)

    def is_attacked(self, card: View) -> bool:
        """Whether a card is the defender of the attack under way."""
        return bool(card["square"] == self._attack()[1])

    def is_attacking(self, card: View) -> bool:
        """Whether a card is the attacker of the attack under way."""
        return bool(card["square"] == self._attack()[0])

    def is_poisoned(self, card: View) -> bool:
        """Whether poison has damaged a card."""
        return bool(card["poison"]) and card["seat"] == self._after["active"] and self._starts()

    def _only(self, found: Iterator[Candidate]) -> str | None:
        cards = {one.card for one in found}
        return cards.pop() if len(cards) == 1 else None

    # -- effects that were waiting or that the move has begun

    def _of_chain(self) -> Iterator[Candidate]:
        for link in self._pending.get("chain", ()):
            effects = effects_of(self._cards[link["card"]])
            yield Candidate(link["card"], link["seat"], link["source"], effects[link["effect"]])
            for effect in effects[link["effect"] + 1 :]:
                if not effect.then:
                    break
                yield Candidate(link["card"], link["seat"], link["source"], effect)

    def _named(self) -> Iterator[str]:
        kind = self._move["kind"]
        if self._move.get("card") is not None and kind not in ("discard", "find", "draw", "revive"):
            yield self._move["card"]
        if kind == "place":
            yield self._pending["placing"]["card"]
        elif kind in ("choose", "to", "lane", "pay", "discard", "find", "revive") and self._pending["chain"]:
            yield self._pending["chain"][-1]["card"]
        elif kind in ("use", "react_with"):
            yield from self._used(self._move["place"])

    def _used(self, place: str) -> Iterator[str]:
        """The card of a place whose effect is used, or one of the discard pile."""
        seat = self._before["to_move"]
        if place == "field":
            yield self._before["fields"][seat]
        elif place == "hero":
            yield self._before["hero_decks"][seat][self._before["heroes_out"][seat]]
        else:
            there = [card["card"] for card in self._before["cards"] if card["square"] == place]
            yield there[0] if there else place

    def _of_move(self) -> Iterator[Candidate]:
        seat = self._before["to_move"]
        if seat in (0, 1):
            square = self._move.get("square", self._move.get("place"))
            for card in self.named:
                for effect in effects_of(self._cards[card]):
                    if effect.when not in (Trigger.ALWAYS, *_OF_ATTACKER, *_OF_DEFENDER):
                        yield Candidate(card, seat, square, effect)

    # -- effects that something sets off

    def _of_triggers(self) -> Iterator[Candidate]:
        """Of cards in play with their items, fields and top heroes."""
        for card in [*self._before["cards"], *self._after["cards"]]:
            times = self._times(card["seat"], card)
            own = [(card["card"], effect) for effect in self._cards[card["card"]].effects]
            for item in card["items"]:
                given = self._cards[item].given or self._cards[item]
                own += [(item, effect) for effect in given.effects]
            for name, effect in own:
                if effect.when in times:
                    yield Candidate(name, card["seat"], card["square"], effect)
        for view in (self._before, self._after):
            for seat in range(2):
                for name, effects in self._aside(view, seat):
                    for effect in effects:
                        if effect.when in self._times(seat):
                            yield Candidate(name, seat, None, effect)

    def _aside(self, view: View, seat: int) -> Iterator[tuple[str, tuple[Effect, ...]]]:
        """The field and the top hero of a seat."""
        field, heroes = view["fields"][seat], view["hero_decks"][seat][view["heroes_out"][seat] :]
        if field is not None:
            yield field, self._cards[field].effects
        if heroes:
            yield heroes[0], self._cards[heroes[0]].ability

    def _times(self, seat: int, card: View | None = None) -> set[int]:
        """What has happened that sets off effects of a seat's cards."""
        times: set[int] = {Trigger.ALWAYS}
        if seat == self._after["active"] and self._starts():
            times |= {Trigger.TURN_START, Trigger.STAMINA_TRIGGER}
        if seat == self._before["active"] and (
            self._move["kind"] == "pass" or self._pending.get("stage") == "ending"
        ):
            times.add(Trigger.TURN_END)
        lost = {one["seat"] for one in self._gone}
        times |= {Trigger.ALLY_DESTROYED} if seat in lost else set()
        times |= {Trigger.ENEMY_DESTROYED} if 1 - seat in lost else set()
        return times | self._times_of(card) if card is not None else times

    def _times_of(self, card: View) -> set[int]:
        """What has happened to a card in play, or by it."""
        attacker, defender = self._attack()
        times: set[int] = {Trigger.DAMAGED}
        times |= _OF_ATTACKER if card["square"] == attacker else set()
        times |= _OF_DEFENDER if card["square"] == defender else set()
        times |= {Trigger.DESTROYED} if card in self._gone else set()
        return times

    def _attack(self) -> tuple[str | None, str | None]:
        """The squares of attacker and defender."""
        if self._move["kind"] in ("attack", "attack_directly"):
            return self._move["square"], self._move.get("to")
        return self._pending.get("attacker"), self._pending.get("defender")

    def _starts(self) -> bool:
        """Whether the turn's start is part of the step; it comes after draw and stamina."""
        if self._after.get("pending", {}).get("stamina_due"):
            return False
        began = self._before["turn"] != self._after["turn"] or "set_up" in self._before
        return began or self._pending.get("stage") == "starting"


def _is_meant(one: Candidate, card: View) -> bool:
    whose = one.effect.whose
    if whose == Whose.SELF:
        return card["card"] == one.card or card["square"] == one.square or one.card in card["items"]
    if whose in (Whose.ALLY, Whose.ENEMY):
        return bool((card["seat"] == one.seat) == (whose == Whose.ALLY))
    return True
