"""What the words of moves and prompts take from a view: names, prices, what effects do."""

from collections.abc import Iterator, Mapping
from typing import Any

from battlewise.core.games.battalla.cards import Card, Data, Effect
from battlewise.core.games.battalla.sentences import cards_of, deed
from battlewise.core.games.battalla.state import Trigger, Type, Verb
from battlewise.core.games.battalla.words import SEATS

Json = Any
View = Mapping[str, Json]
Facts = dict[str, str]

PROMPTS = {
    "seat": "Who goes first?",
    "mulligan": "Which cards go back into the deck? {put_back}",
    "turn": "Play a card, summon a hero, move, attack, use an effect, or end the turn: {stamina_left} left.",
    "place": "Where does {placed} go?",
    "react": "React to {event}?",
    "target": "{effect} ({does}): which card?",
    "to": "{effect}: where does {subject} go?",
    "lane": "{effect}: which lane?",
    "pay": "{effect} was destroyed: pay for its return?",
    "discard": "{effect}: which card do you discard?",
    "search": "{effect}: which card do you take from your deck?",
    "revive": "{effect}: which card do you revive?",
    "order": "{effect}: in which order do you put the cards back?",
}
REACTS = {
    "played_card": Trigger.ENEMY_PLAYS,
    "used_effect": Trigger.ENEMY_USES,
    "moved": Trigger.ENEMY_MOVES,
    "striking": Trigger.ALLY_ATTACKED,
    "striking_directly": Trigger.ENEMY_STRIKES,
}


def effects_of(card: Card) -> tuple[Effect, ...]:
    """All effects of a card in the order in which views number them."""
    price = () if card.price is None else (card.price,)
    given = () if card.given is None else card.given.effects
    return (*card.effects, *card.ability, *price, *given)


def stamina_of(n: int) -> str:
    """An amount of stamina."""
    return f"{n} stamina"


class Teller:
    """Tells the facts of views.

    :param data: the cards of the game.
    :param squares: the names of all squares.
    """

    def __init__(self, data: Data, squares: list[str]) -> None:
        self._card = {card.id: card for card in data.cards}
        self._squares = squares
        self._titles = {f"card:{card.id}": card.english for card in data.cards}
        self._titles |= {f"hero:{card.id}": card.english for card in data.cards if card.type == Type.HERO}

    def title(self, card: str) -> str:
        """The title of a card."""
        return self._card[card].english

    def facts(self, view: View) -> Facts:
        """As `Game.facts`."""
        mover = view["to_move"]
        facts = dict(self._titles)
        for card in view["cards"]:
            square = card["square"]
            name = f"{self.title(card['card'])} on {square}"
            facts[f"square:{square}"] = name if card["seat"] == mover else f"{SEATS[card['seat']]}'s {name}"
        if mover in (0, 1):
            facts["stamina_left"] = stamina_of(view["stamina"][mover])
            facts["opponent"] = SEATS[1 - mover]
            facts |= self._prices(view)
        facts |= self._of_set_up(view, mover) if "set_up" in view else {}
        facts |= self._of_pending(view, facts) if "pending" in view else {}
        if view["phase"] == "turn":
            facts |= dict(self._uses(view, mover, facts))
        return facts

    def _of_set_up(self, view: View, mover: Json) -> Facts:
        put_back = view["set_up"]["exchanged"][mover] if mover in (0, 1) else 0
        keeps = f"keep the rest and draw {cards_of(put_back)}" if put_back else "keep the hand"
        return {"keeps": keeps, "put_back": f"{put_back} so far."}

    def _prices(self, view: View) -> Facts:
        """Of cards that the viewer can play, summon or attach: with the price."""
        costs = _costs(view)
        facts = {}
        for name, card in self._card.items():
            price = f" for {stamina_of(costs[name])}" if name in costs else ""
            facts[f"play:{name}"] = card.english + price
            facts[f"attach:{name}"] = card.english + "".join(
                f" from the hand for {stamina_of(e.cost)}"
                for e in card.effects
                if e.when == Trigger.HAND_ACTION
            )
            if card.type == Type.HERO:
                facts[f"summon:{name}"] = card.english + (f": {deed(card.price)}" if card.price else "")
        return facts

    # -- effects that can be used

    def _uses(self, view: View, mover: int, facts: Facts) -> Iterator[tuple[str, str]]:
        """What each action does: of cards in play, of the top hero, the field card, the discard pile."""
        for place, name, effects in self._places(view, mover, facts):
            for effect in effects:
                if effect.when == Trigger.ACTION and not effect.then:
                    yield f"use:{place}", _with_price(name, effect.cost, effects, effect)
        for card in view["discard"][mover]:
            for effect in self._card[card].effects:
                if effect.when == Trigger.DISCARD_ACTION:
                    name = f"{self.title(card)} in the discard pile"
                    yield f"use:card:{card}", _with_price(name, effect.cost, self._card[card].effects, effect)

    def _places(self, view: View, seat: int, facts: Facts) -> Iterator[tuple[str, str, tuple[Effect, ...]]]:
        """The places with effects of a seat, the names of their cards, and their effects."""
        for card in view["cards"]:
            if card["seat"] == seat:
                place = f"square:{card['square']}"
                yield place, facts[place], self._card[card["card"]].effects
        field = view["fields"][seat]
        if field is not None:
            yield "place:field", f"the field {self.title(field)}", self._card[field].effects
        if view["heroes_out"][seat] < len(view["hero_decks"][seat]):
            hero = view["hero_decks"][seat][view["heroes_out"][seat]]
            yield "place:hero", f"{self.title(hero)} on the hero deck", self._card[hero].ability

    # -- what is under way

    def _of_pending(self, view: View, facts: Facts) -> Facts:
        pending = view["pending"]
        found: Facts = {}
        if pending["placing"] is not None:
            found |= self._spots(view, pending["placing"], facts)
        if pending["chain"]:
            found |= self._of_effect(view, pending["chain"][-1], facts)
        if view["phase"] == "react":
            found["event"] = self._event(pending, facts)
            found |= dict(self._answers(view, found["event"], facts))
        return found

    def _spots(self, view: View, placing: Mapping[str, Json], facts: Facts) -> Facts:
        """Where the card that is played, summoned or revived can go."""
        card = self._card[placing["card"]]
        found = {"placed": card.english}
        for square in self._squares:
            on = facts.get(f"square:{square}")
            if on is None:
                found[f"put:{square}"] = f"put {card.english} on {square}"
            elif card.type == Type.ITEM:
                found[f"put:{square}"] = f"attach {card.english} to {on}"
            else:
                found[f"put:{square}"] = f"replace {on} with {card.english}"
        return found

    def _of_effect(self, view: View, link: Mapping[str, Json], facts: Facts) -> Facts:
        """The effect that resolves: its card, what it does to each card, where it moves one."""
        card = self._card[link["card"]]
        effect = effects_of(card)[link["effect"]]
        found = {"effect": card.english, "return_price": stamina_of(effect.cost), "does": deed(effect)}
        subject = facts.get(f"square:{link['subject']}", "the card")
        found["subject"] = subject
        source = facts.get(f"square:{link['source']}", card.english)
        for square in self._squares:
            on = facts.get(f"square:{square}")
            if on is not None:
                chosen = deed(effect, "itself" if square == link["source"] else on)
                found[f"choose:{square}"] = f"{source}: {chosen.replace('this card', card.english)}"
            if effect.verb == Verb.SWAP:
                found[f"go:{square}"] = f"exchange the places of {subject} and {on or square}"
            else:
                found[f"go:{square}"] = f"move {subject} to {square}" + (
                    f", where it is destroyed by meeting {on}" if on is not None else ""
                )
        top = view.get("top", [])
        if effect.verb == Verb.LOOK_DECK and len(top) > 1 and view["seat"] == link["seat"]:
            one, two = self.title(top[0]), self.title(top[1])
            found["kept"] = f"leave {one} on top and {two} below it"
            found["swapped"] = f"put {two} on top and {one} below it"
        return {"kept": "put the cards back on top of the deck", "swapped": "change the order", **found}

    def _event(self, pending: Mapping[str, Json], facts: Facts) -> str:
        """What can be answered."""
        attacker, defender = (facts.get(f"square:{pending[name]}", "") for name in ("attacker", "defender"))
        if pending["stage"] == "moved":
            return f"the move of {attacker} from {pending['defender']}"
        if pending["stage"] == "striking":
            return f"the attack of {attacker} on {defender}"
        if pending["stage"] == "striking_directly":
            return f"the direct attack of {attacker}"
        name = attacker or self.title(pending["answered"])
        return f"the play of {name}" if pending["stage"] == "played_card" else f"the effect of {name}"

    def _answers(self, view: View, event: str, facts: Facts) -> Iterator[tuple[str, str]]:
        """What each react to an event does, and its price."""
        when = REACTS[view["pending"]["stage"]]
        mover = view["to_move"]
        costs = _costs(view)
        for name, card in self._card.items():
            for effect in card.effects if card.type == Type.ASSIST else ():
                if effect.when == when:
                    yield (
                        f"react:{name}",
                        _with_price(card.english, costs.get(name), card.effects, effect, event),
                    )
        for place, name, effects in self._places(view, mover, facts):
            for effect in effects:
                if effect.when == when and not effect.then:
                    yield f"guard:{place}", _with_price(name, effect.cost, effects, effect, event)


def _costs(view: View) -> Mapping[str, int]:
    """The costs of the cards in hand, if it is the hand of the seat to move."""
    costs: Mapping[str, int] = view["costs"] if view["seat"] == view["to_move"] else {}
    return costs


def _with_price(
    name: str, cost: int | None, effects: tuple[Effect, ...], effect: Effect, event: str = ""
) -> str:
    """A card with the price of one of its effects and what that and the effects that follow do.

    :param cost: None: not known.
    :param event: what a react answers.
    """
    price = "" if cost is None else f" for {stamina_of(cost)}"
    said = [f"cancel {event}" if effect.verb == Verb.NEGATE else deed(effect)]
    for other in effects[effects.index(effect) + 1 :]:
        if not other.then:
            break
        said.append(f"then {deed(other)}")
    return f"{name}{price}: {', '.join(said)}"
