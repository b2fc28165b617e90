"""What a move did, from two views of one seat (`Game.changes`)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from battlewise.core.changes import change, differences, several
from battlewise.core.games.battalla.cards import Card
from battlewise.core.games.battalla.causes import POISON, Causes
from battlewise.core.games.battalla.facts import effects_of, stamina_of
from battlewise.core.games.battalla.sentences import cards_of
from battlewise.core.games.battalla.state import STAMINA, Type, Verb
from battlewise.core.games.battalla.words import SEATS

Json = Any
View = Mapping[str, Json]
Change = dict[str, Json]

_SHIFTING = (
    Verb.ADVANCE,
    Verb.RECOIL,
    Verb.SIDESTEP,
    Verb.PUSH,
    Verb.SWAP,
    Verb.UNDO_MOVE,
)
_STRENGTHENING = (Verb.STRENGTHEN, Verb.GROW, Verb.SHARPEN, Verb.COPY)
# By mark: the verbs that set it, what it means when it is set and when it goes.
_MARKS = {
    "frozen": ((Verb.FREEZE, Verb.FREEZE_LANE), "cannot move in its owner's next turn", "can move again"),
    "stunned": ((Verb.STUN,), "cannot move or attack in its owner's next turn", "can move and attack again"),
    "doomed": ((Verb.DOOM,), "will be sacrificed at the end of the turn", ""),
}


class Differ:
    """Finds what changed between views.

    :param cards: all cards by their ids.
    """

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self._cards = cards

    def changes(self, before: View, after: View, move: Mapping[str, Json]) -> list[Change]:
        """As `Game.changes`."""
        if "set_up" in before and "set_up" in after:
            return []
        pairs, gone, come = _matched(before["cards"], after["cards"])
        causes = Causes(self._cards, before, after, move, gone)
        found = [one for pair in pairs for one in self._of_card(*pair, move, causes)]
        found += [
            self._goes_on(card, move["square"]) for card in come if card["square"] != move.get("square")
        ]
        found += [self._leaves(card, before, after, move, causes) for card in gone]
        for seat in range(2):
            found += self._of_piles(before, after, seat, gone, move)
            found += self._of_seat(before, after, seat, move, causes)
        begins = change("turn", f"{SEATS[after['active']]}'s turn begins", seat=after["active"])
        if "set_up" in before:
            found.insert(0, begins)
        elif after["turn"] != before["turn"] and after["to_move"] != "over":
            found.append(begins)
        if after["to_move"] == "over":
            found.append(self._end(after))
        elif self._has_no_effect(after, move, found):
            text = f"{self._title(move['card'])} has no effect"
            found.append(change("no_effect", text, seat=before["active"], card=move["card"]))
        return found

    def _has_no_effect(self, after: View, move: Mapping[str, Json], found: list[Change]) -> bool:
        """Whether an assist did nothing; whether a hand was looked into not every viewer sees."""
        if move["kind"] != "play" or "pending" in after or self._cards[move["card"]].type != Type.ASSIST:
            return False
        looks = any(effect.verb == Verb.LOOK_HAND for effect in self._cards[move["card"]].effects)
        return not looks and {one["what"] for one in found} <= {"discarded", "stamina"}

    def _name(self, card: Mapping[str, Json]) -> str:
        return f"{SEATS[card['seat']]}'s {self._title(card['card'])} on {card['square']}"

    def _title(self, card: str) -> str:
        return self._cards[card].english

    def _by(self, cause: str | None, causes: Causes) -> str:
        """A cause in words, unless the move's own words name it."""
        if cause is None or cause in causes.named:
            return ""
        return f" ({'poison' if cause == POISON else self._title(cause)})"

    def _with_or_without(self, more: int, cause: str | None, causes: Causes) -> str:
        """A cause of atk in words, which has left play if there is less."""
        if cause is not None and more < 0 and causes.is_gone(cause):
            return f" (without {self._title(cause)})"
        return self._by(cause, causes)

    # -- cards in play

    def _of_card(self, was: View, now: View, move: Mapping[str, Json], causes: Causes) -> Iterator[Change]:
        """What became of a card that stayed in play."""
        name, place = self._name(was), {"seat": now["seat"], "card": now["card"], "square": now["square"]}
        if was["square"] != now["square"]:
            if (move["kind"], move.get("to")) != ("move", now["square"]):
                cause = causes.of_card(_SHIFTING, was)
                text = f"{name} goes to {now['square']}{_after(was, move, causes)}{self._by(cause, causes)}"
                yield change("moved", text, **{**place, "from": was["square"], "cause": cause})
            name = self._name(now)
        yield from self._of_health(was, now, name, place, causes)
        if now["atk"] != was["atk"]:
            cause = causes.of_card(_STRENGTHENING, was) if now["items"] == was["items"] else None
            by = self._with_or_without(now["atk"] - was["atk"], cause, causes)
            text = f"{name} has {now['atk']} atk now{by}"
            yield change("atk", text, **place, atk=now["atk"], cause=cause)
        if now["poison"] > was["poison"]:
            cause = causes.of_card((Verb.POISON,), was)
            text = f"{name} is poisoned: {now['poison']} damage at the start of each of its turns"
            text += self._by(cause, causes)
            yield change("poison", text, **place, poison=now["poison"], cause=cause)
        for mark, (verbs, begins, ends) in _MARKS.items():
            if bool(now[mark]) != bool(was[mark]) and (text := begins if now[mark] else ends):
                cause = causes.of_card(verbs, was) if now[mark] else None
                text = f"{name} {text}{self._by(cause, causes)}"
                yield change(mark, text, **place, on=bool(now[mark]), cause=cause)

    def _of_health(
        self, was: View, now: View, name: str, place: dict[str, Json], causes: Causes
    ) -> Iterator[Change]:
        """Damage, healing and health that a card has or lacks."""
        hurt = now["damage"] - was["damage"]
        left = now["hp"] - now["damage"]
        if hurt:
            cause = causes.of_card((Verb.HEAL,), was) if hurt < 0 else self._hurt_by(was, causes)
            text = f"takes {hurt} damage" if hurt > 0 else f"is healed by {-hurt}"
            text += _intimidated(was, hurt, causes)
            text = f"{name} {text}{self._by(cause, causes)}: {left} health left"
            yield change("damage", text, **place, amount=hurt, left=left, cause=cause)
        elif causes.is_attacked(was) and causes.attacker() is not None:
            text = f"{name} takes no damage{_intimidated(was, 0, causes)}: {left} health left"
            yield change("damage", text, **place, amount=0, left=left, cause=None)
        elif now["hp"] != was["hp"]:
            cause = causes.of_card((Verb.TOUGHEN, Verb.COPY), was) if now["items"] == was["items"] else None
            text = f"{name} has {left} health now{self._by(cause, causes)}"
            yield change("health", text, **place, amount=now["hp"] - was["hp"], left=left, cause=cause)

    def _hurt_by(self, card: View, causes: Causes) -> str | None:
        """What has damaged a card, unless it is an attack, which moves name."""
        if causes.is_attacked(card):
            return None
        return POISON if causes.is_poisoned(card) else causes.of_card((Verb.DAMAGE,), card)

    def _leaves(
        self, card: View, before: View, after: View, move: Mapping[str, Json], causes: Causes
    ) -> Change:
        """Where a card went that is in play no more."""
        seat, kind = card["seat"], card["card"]
        place = {"seat": seat, "card": kind, "square": card["square"]}
        if _worn(after, seat)[kind] > _worn(before, seat)[kind]:
            return change("attached", f"{self._name(card)} is an item now", **place)
        if after["known"][seat].get(kind, 0) > before["known"][seat].get(kind, 0):
            cause = causes.of_card((Verb.RETURN, Verb.RETURN_SELF), card)
            text = f"{self._name(card)} returns to {SEATS[seat]}'s hand{_after(card, move, causes)}"
            text += self._by(cause, causes)
            return change("returned", text, **place, cause=cause)
        if self._is_sacrificed(card, before, after, move):
            return change("sacrificed", f"{self._name(card)} is sacrificed", **place)
        if any(one["square"] == card["square"] and one["seat"] == seat for one in after["cards"]):
            return change("replaced", f"{self._name(card)} goes to the discard pile", **place)
        cause = self._hurt_by(card, causes)
        if cause is None and not causes.is_attacked(card):
            cause = causes.of_card((Verb.DESTROY, Verb.PUSH, Verb.SIDESTEP, Verb.ADVANCE, Verb.RECOIL), card)
        text = f"{self._name(card)} is destroyed{self._by(cause, causes)}"
        return change("destroyed", text, **place, cause=cause)

    def _is_sacrificed(self, card: View, before: View, after: View, move: Mapping[str, Json]) -> bool:
        if card["doomed"] and after["turn"] != before["turn"]:
            return True
        chain = before.get("pending", {}).get("chain")
        if not chain:
            played = self._cards.get(str(move.get("card")))
            effects = () if played is None else (played.price, *played.effects[:1])
            sacrifices = any(effect is not None and effect.verb == Verb.SACRIFICE for effect in effects)
            return sacrifices and bool(before["active"] == card["seat"])
        effect = effects_of(self._cards[chain[-1]["card"]])[chain[-1]["effect"]]
        return effect.verb == Verb.SACRIFICE and bool(chain[-1]["seat"] == card["seat"])

    def _goes_on(self, card: View, placed: str) -> Change:
        """A card that an effect of its own moved on from where it was placed."""
        square = card["square"]
        text = f"{SEATS[card['seat']]}'s {self._title(card['card'])} on {placed} goes to {square}"
        place = {"seat": card["seat"], "card": card["card"], "square": square, "from": placed}
        return change("moved", text, **place)

    # -- piles and numbers

    def _of_piles(
        self, before: View, after: View, seat: int, gone: list[View], move: Mapping[str, Json]
    ) -> Iterator[Change]:
        """Cards that came to the discard pile from no square, cards shown, the field, heroes."""
        named = Counter(card["card"] for card in gone if card["seat"] == seat)
        named.update([move.get("card")] if move["kind"] == "discard" else [])
        for card, more in differences(before["discard"][seat], after["discard"][seat]):
            if more - named[card] > 0:
                text = f"{self._title(card)} goes to {SEATS[seat]}'s discard pile"
                yield change("discarded", text, seat=seat, card=card, amount=more - named[card])
        returned = {card["card"] for card in gone if card["seat"] == seat}
        for card, more in differences(before["known"][seat], after["known"][seat]):
            if more > 0 and card not in returned and move["kind"] not in ("find", "play", "attach"):
                text = f"{self._title(card)} is in {SEATS[seat]}'s hand"
                yield change("shown", text, seat=seat, card=card, amount=more)
        if after["fields"][seat] != before["fields"][seat] and after["fields"][seat] is not None:
            text = f"{self._title(after['fields'][seat])} lies in {SEATS[seat]}'s field zone"
            yield change("field", text, seat=seat, card=after["fields"][seat])
        if after["heroes_out"][seat] != before["heroes_out"][seat]:
            left = after["hero_decks"][seat][after["heroes_out"][seat] :]
            deck = f"{SEATS[seat]}'s hero deck"
            text = f"{self._title(left[0])} lies on top of {deck}" if left else f"{deck} is empty"
            yield change("heroes", text, seat=seat, left=left)
        if after["searched"][seat] and not before["searched"][seat]:
            text = f"{SEATS[seat]} has seen its deck and so knows which cards are its penalty cards"
            yield change("searched", text, seat=seat)

    def _of_seat(
        self, before: View, after: View, seat: int, move: Mapping[str, Json], causes: Causes
    ) -> Iterator[Change]:
        """Stamina, draws that are due, and penalty cards."""
        yield from self._of_stamina(before, after, seat, move, causes)
        due, was = (view.get("pending", {}).get("draws", (0, 0))[seat] for view in (after, before))
        regular = after["turn"] != before["turn"] and seat == after["active"]
        drawn = move["kind"] == "draw" and move["seat"] == seat
        more = due - was - regular + drawn
        if more > 0 and "set_up" not in before:
            cause = causes.of_seat((Verb.DRAW_VERB,), seat)
            if cause is not None:
                text = f"{SEATS[seat]} is to draw {cards_of(more)} ({self._title(cause)})"
                yield change("to_draw", text, seat=seat, amount=more, cause=cause)
        if after["penalty_sizes"][seat] < before["penalty_sizes"][seat]:
            left = after["penalty_sizes"][seat]
            cards = several(left, "penalty card")
            yield change("penalty", f"{SEATS[seat]} has {cards} left", seat=seat, left=left)

    def _of_stamina(
        self, before: View, after: View, seat: int, move: Mapping[str, Json], causes: Causes
    ) -> Iterator[Change]:
        left = after["stamina"][seat]
        more = left - before["stamina"][seat]
        cause = causes.of_seat((Verb.STAMINA_VERB,), seat)
        if seat == after["active"] and _has_new_stamina(before, after):
            by = self._by(cause, causes) if left != STAMINA else ""
            text = f"{SEATS[seat]} has {stamina_of(left)} this turn{by}"
            yield change("stamina", text, seat=seat, amount=more, left=left)
            return
        spent = 1 if move["kind"] in ("attack", "attack_directly") and seat == before["active"] else 0
        gained = more + spent if spent else more
        if spent and gained:
            text = f"spends 1 stamina and gains {gained}{self._by(cause, causes)}: {left} left"
        elif more > 0:
            text = f"gains {stamina_of(more)}{self._by(cause, causes)}: {left} left"
        elif more:
            text = f"spends {stamina_of(-more)}{self._discount(before, -more, move, causes)}: {left} left"
        elif move["kind"] == "move" and seat == before["active"] and (free := causes.free_move()) is not None:
            text = f"spends no stamina ({self._title(free)}): {left} left"
        else:
            return
        yield change("stamina", f"{SEATS[seat]} {text}", seat=seat, amount=more, left=left)

    def _discount(self, before: View, paid: int, move: Mapping[str, Json], causes: Causes) -> str:
        """What a card costs that was played for less."""
        if move["kind"] not in ("play", "place"):
            return ""
        card = move["card"] if move["kind"] == "play" else before["pending"]["placing"]["card"]
        if paid >= self._cards[card].cost:
            return ""
        cause = causes.of_price(card, before["active"])
        return f" instead of {self._cards[card].cost}{self._by(cause, causes)}"

    def _end(self, after: View) -> Change:
        winner = after["winner"]
        drawn = 0 in after["penalty_sizes"]
        why = "the last penalty card was drawn" if drawn else "the turn limit is reached"
        text = "the game is a tie" if winner is None else f"{SEATS[winner]} wins"
        return change("over", f"{text}: {why}", winner=winner)


def _after(card: View, move: Mapping[str, Json], causes: Causes) -> str:
    """Why a card goes back that has attacked directly."""
    attacked = move["kind"] == "take_penalty" and causes.is_attacking(card)
    return " after its direct attack" if attacked else ""


def _intimidated(card: View, hurt: int, causes: Causes) -> str:
    """Why an attack has dealt less than the attacker's atk."""
    attacker = causes.attacker() if causes.is_attacked(card) else None
    less = attacker is not None and attacker["atk"] - hurt == 1 and causes.is_intimidating(card)
    return ", 1 less (Intimidate)" if less else ""


def _has_new_stamina(before: View, after: View) -> bool:
    """Whether the stamina phase came in between."""

    def awaits(view: View) -> bool:
        pending = view.get("pending", {})
        return bool(pending.get("stamina_due"))

    begun = "set_up" in before or after["turn"] != before["turn"] or awaits(before)
    return begun and "set_up" not in after and after["to_move"] != "over" and not awaits(after)


def _worn(view: View, seat: int) -> Counter[str]:
    """The items of a seat's cards."""
    return Counter(item for card in view["cards"] if card["seat"] == seat for item in card["items"])


def _matched(before: list[View], after: list[View]) -> tuple[list[tuple[View, View]], list[View], list[View]]:
    """The cards that stayed in play, before and after, those that left it and those that entered."""
    now = {card["square"]: card for card in after}
    pairs, gone, left = [], [], []
    for card in before:
        other = now.get(card["square"])
        if other is not None and (other["seat"], other["card"]) == (card["seat"], card["card"]):
            pairs.append((card, now.pop(card["square"])))
        else:
            gone.append(card)
    for card in gone:
        same = [one for one in now.values() if (one["seat"], one["card"]) == (card["seat"], card["card"])]
        if same:
            pairs.append((card, now.pop(same[0]["square"])))
        else:
            left.append(card)
    return pairs, left, list(now.values())
