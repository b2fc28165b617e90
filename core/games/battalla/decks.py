"""Decks: the built-in ones, those of front ends, and what is wrong with a list (RULES.md 1.2)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from battlewise.core import data
from battlewise.core.errors import OptionError, ViewError
from battlewise.core.games.battalla.cards import MYTHOI, REACTS, Card
from battlewise.core.games.battalla.state import (
    COPIES,
    DECKS,
    HEROES,
    LARGEST,
    SMALLEST,
    Kind,
    Trigger,
    Type,
    Verb,
)
from battlewise.core.options import Option, Value
from battlewise.core.views import Fields

HIDDEN = "hidden"


@dataclass(frozen=True)
class Deck:
    """A legal list: how many of each main-deck card, by index, and the heroes from the top on."""

    id: str
    main: tuple[int, ...]
    heroes: tuple[int, ...]


class DeckOption(Option):
    """A deck's name, or the list itself: an object with ``main``, of card to count, and ``heroes``.

    Its value is a text in either case, of a list its JSON.
    """

    takes_documents = True

    def check(self, value: object) -> Value:
        if isinstance(value, Mapping):
            try:
                return json.dumps({name: value[name] for name in sorted(value)})
            except (TypeError, ValueError):
                raise OptionError(self.name, "is not a JSON object") from None
        if isinstance(value, str) and 0 < len(value) <= 10_000:
            return value
        raise OptionError(self.name, "is neither a deck's name nor a list with main and heroes")


def load(where: list[Path], cards: Sequence[Card], heroes: int) -> tuple[Deck, ...]:
    """The built-in decks, each checked as any other list is.

    :raises DataError: naming file, deck and what is wrong.
    """
    return data.read(where, "decks.toml", lambda fields: _decks(fields, cards, heroes))


def _decks(fields: Fields, cards: Sequence[Card], heroes: int) -> tuple[Deck, ...]:
    names = fields.names()
    if not 0 < len(names) <= DECKS:
        raise fields.fail("", f"has {len(names)} decks, not 1..{DECKS}")
    decks = []
    for name in names:
        record = fields.object(name)
        data.titles(record, name)
        data.status(record)
        main = record.object("main")
        counts = {card: main.integer(card, -(10**9), 10**9) for card in main.names()}
        listed = {"main": counts, "heroes": record.items("heroes", 1000)}
        record.close()
        found, problems = examine(listed, cards, heroes, False, name)
        if problems or found is None:
            raise fields.fail(name, "; ".join(problems))
        decks.append(found)
    return tuple(decks)


def kinds_without(cards: Iterable[Card]) -> list[Kind]:
    """The kinds of moves that a game with no other cards than these cannot have."""
    held = [(card, e) for card in cards for e in (*card.effects, *card.ability)]
    prices = [card.price for card, _ in held if card.price is not None]
    verbs = {effect.verb for _, effect in held} | {price.verb for price in prices}
    times = {effect.when for _, effect in held}
    in_hand = any(card.type == Type.ASSIST and effect.when in REACTS for card, effect in held)
    in_play = any(card.type != Type.ASSIST and effect.when in REACTS for card, effect in held)
    orders = any(effect.verb == Verb.LOOK_DECK and effect.amount > 1 for _, effect in held)
    possible = {
        Kind.ATTACH_CARD: Trigger.HAND_ACTION in times,
        Kind.USE: bool(times & {Trigger.ACTION, Trigger.DISCARD_ACTION}),
        Kind.TO: bool(verbs & {Verb.SIDESTEP, Verb.PUSH, Verb.SWAP}),
        Kind.IN_LANE: Verb.FREEZE_LANE in verbs,
        Kind.DECLINE: any(effect.may for _, effect in held),
        Kind.ACCEPT: Verb.RETURN_SELF in verbs,
        Kind.DISCARD_CARD: Verb.DISCARD in verbs,
        Kind.FIND: Verb.SEARCH in verbs,
        Kind.FIND_NOTHING: Verb.SEARCH in verbs,
        Kind.REVIVE_CARD: Verb.REVIVE in verbs,
        Kind.LOOK: Verb.LOOK_DECK in verbs,
        Kind.KEEP_ORDER: orders,
        Kind.SWAP_ORDER: orders,
        Kind.REACT: in_hand,
        Kind.REACT_WITH: in_play,
        Kind.NO_REACT: in_hand or in_play,
    }
    return [kind for kind, can_be in possible.items() if not can_be]


def deck_of(
    option: str, value: str, decks: Sequence[Deck], cards: Sequence[Card], heroes: int, mythos_limit: bool
) -> Deck:
    """The deck that an option's value names or lists.

    :raises OptionError: naming everything that is wrong with the list.
    """
    if not value.startswith("{"):
        for deck in decks:
            if deck.id == value:
                problems = _mythos_problems(deck.main, deck.heroes, cards) if mythos_limit else []
                if problems:
                    raise OptionError(option, f"{value}: " + "; ".join(problems))
                return deck
        names = ", ".join(deck.id for deck in decks)
        raise OptionError(option, f"{value!r} is neither a list nor one of the decks {names}")
    try:
        document = json.loads(value)
    except (ValueError, RecursionError):
        raise OptionError(option, "is not JSON") from None
    found, problems = examine(document, cards, heroes, mythos_limit)
    if problems or found is None:
        raise OptionError(option, "; ".join(problems))
    return found


def examine(
    document: object, cards: Sequence[Card], heroes: int, mythos_limit: bool, name: str = "own"
) -> tuple[Deck | None, list[str]]:
    """A deck and everything that is wrong with it, each naming the card and the rule.

    :param document: ``main``: card to count; ``heroes``: names from the top of the hero deck on.
    """
    index = {card.id: i for i, card in enumerate(cards)}
    given, listed, problems = _read(document)
    if not any(problem.startswith("main") for problem in problems):
        problems += _size_problems(sum(given.values()))
    problems += _main_problems(given, index, heroes) + _hero_problems(listed, index, heroes)
    counts = [given.get(card.id, 0) for card in cards[:heroes]]
    known = [index[hero] for hero in listed if isinstance(hero, str) and index.get(hero, 0) >= heroes]
    if mythos_limit:
        problems += _mythos_problems(counts, known, cards)
    return (None if problems else Deck(name, tuple(counts), tuple(known))), problems


def _read(document: object) -> tuple[dict[str, int], Sequence[object], list[str]]:
    """The counts and heroes of a list as far as they can be read, and what cannot."""
    given: dict[str, int] = {}
    listed: Sequence[object] = ()
    try:
        fields = Fields(document)
    except ViewError as error:
        return given, listed, [str(error)]
    problems = []
    try:
        main = fields.object("main")
        for card in main.names():
            try:
                given[card] = main.integer(card, -(10**9), 10**9)
            except ViewError as error:
                problems.append(str(error))
    except ViewError as error:
        problems.append(str(error))
    try:
        listed = fields.items("heroes", 1000)
    except ViewError as error:
        problems.append(str(error))
    try:
        fields.close()
    except ViewError as error:
        problems.append(str(error))
    return given, listed, problems


def _main_problems(given: Mapping[str, int], index: Mapping[str, int], heroes: int) -> list[str]:
    problems = []
    for card, n in given.items():
        if card not in index:
            problems.append(f"main: there is no card {card[:40]!r}")
        elif index[card] >= heroes:
            problems.append(f"main: {card} is a hero, and heroes start in the hero deck")
        elif n > COPIES:
            problems.append(f"main: {n} copies of {card}, and a deck has at most {COPIES} of a card")
        elif n < 1:
            problems.append(f"main: {n} copies of {card} are none")
    return problems


def _size_problems(size: int) -> list[str]:
    if SMALLEST <= size <= LARGEST:
        return []
    return [f"main: {size} cards, and a main deck has {SMALLEST} to {LARGEST}"]


def _hero_problems(listed: Sequence[object], index: Mapping[str, int], heroes: int) -> list[str]:
    problems = []
    seen: set[str] = set()
    for hero in listed:
        if not isinstance(hero, str) or hero not in index:
            problems.append(f"heroes: there is no hero {str(hero)[:40]!r}")
        elif index[hero] < heroes:
            problems.append(f"heroes: {hero} is no hero, and a hero deck has nothing else")
        elif hero in seen:
            problems.append(f"heroes: {hero} twice, and a hero deck has one copy of a card")
        if isinstance(hero, str):
            seen.add(hero)
    if len(listed) > HEROES:
        problems.append(f"heroes: {len(listed)} heroes, and a hero deck has at most {HEROES}")
    return problems


def _mythos_problems(main: Sequence[int], heroes: Sequence[int], cards: Sequence[Card]) -> list[str]:
    """With the option ``mythos_limit`` a mythos needs a hero of its own."""
    has = {0, *(cards[hero].mythos for hero in heroes)}
    return [
        f"main: {card.id} is {MYTHOI[card.mythos]}, and no hero is (mythos limit)"
        for card, n in zip(cards, main, strict=False)
        if n and card.mythos not in has and card.type != Type.HERO
    ]
