"""The cards as plain records, read from TOML (RULES.md 8)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from battlewise.core import data
from battlewise.core.games.battalla.state import (
    EFFECTS,
    KINDS,
    LARGEST,
    LOOKED,
    Trigger,
    Type,
    Verb,
    What,
    Where,
    Who,
    Whose,
)
from battlewise.core.games.battalla.words import (
    CONDITIONS,
    KEYWORDS,
    TRIGGERS,
    TYPES,
    VERBS,
    WHERE,
    WHO,
    WHOSE,
)
from battlewise.core.views import Fields
from battlewise.core.vocabulary import by_member

FILES = ("cards.toml", "heroes.toml", "decks.toml", "estimate.toml", "weigh.toml")
folders = partial(data.folders, Path(__file__).parent / "data", FILES)
MOST_PRINTED = 20  # of any number on a card
MYTHOI = ("neutral", "greek", "egyptian", "norse", "fae")
ATTRIBUTES = ("warrior", "beast", "giant", "undead", "fae", "item")
ON_CARDS = range(Verb.SWAP + 1)  # the verbs that mean cards in play
STANDING = (Verb.SHARPEN, Verb.TOUGHEN, Verb.CHEAPEN, Verb.INTIMIDATE_VERB, Verb.HIT_HARDER)
ABILITY = len(TYPES)  # beside the types: what a hero does on top of the hero deck
REACTS = (
    Trigger.ENEMY_MOVES,
    Trigger.ALLY_ATTACKED,
    Trigger.ENEMY_STRIKES,
    Trigger.ENEMY_PLAYS,
    Trigger.ENEMY_USES,
)
_OF_CARDS_IN_PLAY = (
    *REACTS,
    Trigger.SUMMONED,
    Trigger.TURN_START,
    Trigger.TURN_END,
    Trigger.ATTACKING,
    Trigger.ATTACKED,
    Trigger.AFTER_ATTACKED,
    Trigger.BATTLING,
    Trigger.DAMAGED,
    Trigger.DESTROYED,
    Trigger.KILLS,
    Trigger.DIRECT,
    Trigger.ACTION,
    Trigger.ALWAYS,
)
# The times of the effects of each type of card.
_TIMES = (
    *by_member(
        Type,
        {
            Type.UNIT: (*_OF_CARDS_IN_PLAY, Trigger.DISCARD_ACTION, Trigger.HAND_ACTION),
            Type.ASSIST: (Trigger.PLAYED, *REACTS),
            Type.ITEM: (
                Trigger.TURN_START,
                Trigger.TURN_END,
                Trigger.ATTACKING,
                Trigger.ATTACKED,
                Trigger.AFTER_ATTACKED,
                Trigger.BATTLING,
                Trigger.DAMAGED,
                Trigger.KILLS,
            ),
            Type.FIELD: (*REACTS, Trigger.TURN_START, Trigger.TURN_END, Trigger.ACTION, Trigger.ALWAYS),
            Type.HERO: _OF_CARDS_IN_PLAY,
        },
    ),
    (
        *REACTS,
        Trigger.TURN_START,
        Trigger.TURN_END,
        Trigger.ACTION,
        Trigger.ALWAYS,
        Trigger.STAMINA_TRIGGER,
        Trigger.ALLY_DESTROYED,
        Trigger.ENEMY_DESTROYED,
    ),
)
_ACTIONS = (Trigger.ACTION, Trigger.DISCARD_ACTION)
# Times at which a card can be attached by its own effect.
_ATTACHING = (
    Trigger.SUMMONED,
    Trigger.TURN_START,
    Trigger.TURN_END,
    Trigger.ACTION,
    Trigger.HAND_ACTION,
)
# Times of which a card may see more than one a turn, so that 1/turn says something.
_OFTEN = (
    *_ACTIONS,
    *REACTS,
    Trigger.PLAYED,
    Trigger.ATTACKING,
    Trigger.ATTACKED,
    Trigger.AFTER_ATTACKED,
    Trigger.BATTLING,
    Trigger.DAMAGED,
    Trigger.KILLS,
    Trigger.ALLY_DESTROYED,
    Trigger.ENEMY_DESTROYED,
)
_COUNTED = (
    Verb.DAMAGE,
    Verb.HEAL,
    Verb.POISON,
    Verb.STRENGTHEN,
    Verb.GROW,
    Verb.DRAW_VERB,
    Verb.DISCARD,
    Verb.STAMINA_VERB,
    Verb.LOOK_DECK,
)
# Times of an effect that there is another card of.
_SUBJECTS = (
    *REACTS,
    Trigger.ATTACKING,
    Trigger.ATTACKED,
    Trigger.AFTER_ATTACKED,
    Trigger.BATTLING,
)
_OF_ATTACKS = (Trigger.ALLY_ATTACKED, Trigger.ENEMY_STRIKES)
_OF_CARDS = (Trigger.ENEMY_PLAYS, Trigger.ENEMY_USES)
# The verbs of reacts, and the times that they answer.
_ANSWERS = {
    Verb.UNDO_MOVE: (Trigger.ENEMY_MOVES,),
    Verb.END_ATTACK: _OF_ATTACKS,
    Verb.NEGATE: _OF_CARDS,
}
_SEEN_FROM_A_CARD = (Where.ROW, Where.LANE, Where.LANE_OR_ROW, Where.FACING_ROW, Where.BEHIND)
_CONDITION_WHERE = (Where.ANYWHERE, Where.HOME, Where.NEUTRAL, Where.ENEMY_HALF)
_PRICES = (Verb.SACRIFICE, Verb.DISCARD)


class Kinds(frozenset[int]):
    """The cards that a filter leaves, by their numbers, and the filter in words, such as "Greek unit"."""

    noun = "card"


NO_KINDS = Kinds()


@dataclass(frozen=True)
class Condition:
    """What must hold: a number of CONDITIONS, how many, of which cards and where."""

    what: int = What.NO_CONDITION
    count: int = 1
    which: Kinds = NO_KINDS
    where: int = Where.ANYWHERE


@dataclass(frozen=True)
class Effect:
    """One effect of a card: a time, a verb and cards, as numbers of TRIGGERS, VERBS, WHOSE and WHERE."""

    when: int
    verb: int
    amount: int
    whose: int
    where: int
    who: int
    cost: int
    each: bool
    other: bool
    once: bool
    may: bool
    then: bool
    half_damaged: bool
    which: Kinds
    condition: Condition


@dataclass(frozen=True)
class Given:
    """What a card gives to the one that it is attached to; an item's own numbers are those."""

    atk: int
    hp: int
    keywords: frozenset[str]
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Card:
    """A card of a main deck, or a hero; `ability` and `summon` are a hero's alone.

    :ivar english: its title.
    :ivar onto: the cards that an item can be attached to.
    :ivar given: of a unit or hero that can be attached by its own effect.
    """

    id: str
    english: str
    type: int
    mythos: int
    attributes: frozenset[str]
    cost: int
    atk: int
    hp: int
    keywords: frozenset[str]
    replaces: Kinds = NO_KINDS
    effects: tuple[Effect, ...] = ()
    ability: tuple[Effect, ...] = ()
    summon: tuple[Condition, ...] = ()
    price: Effect | None = None
    onto: Kinds = NO_KINDS
    given: Given | None = None


@dataclass(frozen=True)
class Data:
    """All data of one game: `cards` are those of main decks and then, from `heroes` on, the heroes."""

    cards: tuple[Card, ...]
    heroes: int


def load(where: list[Path]) -> Data:
    """The cards.

    :raises DataError: naming file, card and key.
    """
    main = data.read(where, "cards.toml", _main_cards)
    cards = data.read(where, "heroes.toml", lambda fields: _heroes(fields, main))
    cards = data.read(where, "cards.toml", lambda fields: _with_effects(fields, cards, 0, len(main)))
    cards = data.read(
        where, "heroes.toml", lambda fields: _with_effects(fields, cards, len(main), len(cards))
    )
    return Data(cards, len(main))


# -- first what a card is; effects speak of other cards and come second


def _main_cards(fields: Fields) -> tuple[Card, ...]:
    cards = tuple(_main_card(name, fields.object(name)) for name in fields.names())
    if not cards:
        raise fields.fail("", "has no cards")
    return cards


def _main_card(name: str, record: Fields) -> Card:
    kind = record.choice("type", TYPES[: Type.HERO])
    unit, item = kind == Type.UNIT, kind == Type.ITEM
    return Card(
        id=name,
        english=record.text("english"),
        type=kind,
        mythos=record.choice("mythos", MYTHOI),
        attributes=_names(record, "attributes", ATTRIBUTES),
        cost=record.integer("cost", 0, MOST_PRINTED),
        atk=record.integer("atk", 0, MOST_PRINTED, default=None if unit else 0) if unit or item else 0,
        hp=record.integer("hp", 1 if unit else 0, MOST_PRINTED, default=None if unit else 0)
        if unit or item
        else 0,
        keywords=_names(record, "keywords", tuple(KEYWORDS)) if unit or item else frozenset(),
    )


def _heroes(fields: Fields, main: tuple[Card, ...]) -> tuple[Card, ...]:
    heroes = []
    for name in fields.names():
        record = fields.object(name)
        if any(card.id == name for card in main):
            raise fields.fail(name, "is a card of main decks too")
        heroes.append(
            Card(
                id=name,
                english=record.text("english"),
                type=Type.HERO,
                mythos=record.choice("mythos", MYTHOI),
                attributes=_names(record, "attributes", ATTRIBUTES),
                cost=0,
                atk=record.integer("atk", 0, MOST_PRINTED),
                hp=record.integer("hp", 1, MOST_PRINTED),
                keywords=_names(record, "keywords", tuple(KEYWORDS)),
            )
        )
    if not 0 < len(heroes) <= KINDS - len(main):
        raise fields.fail("", f"with the main-deck cards there must be 1 to {KINDS} heroes and cards")
    return (*main, *heroes)


def _names(record: Fields, name: str, known: Sequence[str]) -> frozenset[str]:
    given = record.items(name, len(known), default=())
    for i, one in enumerate(given):
        if one not in known:
            raise record.fail(f"{name}[{i}]", f"{one!r} is none of {', '.join(known)}")
    return frozenset(map(str, given))


# -- effects


def _with_effects(fields: Fields, cards: tuple[Card, ...], first: int, end: int) -> tuple[Card, ...]:
    done = list(cards)
    for index in range(first, end):
        done[index] = _complete(fields.object(cards[index].id), cards, index)
    if sum(map(_number_of_effects, done)) > EFFECTS:
        raise fields.fail("", f"the cards have more than {EFFECTS} effects")
    for name in fields.names():
        fields.object(name)
    return tuple(done)


def _number_of_effects(card: Card) -> int:
    given = len(card.given.effects) if card.given is not None else 0
    return len(card.effects) + len(card.ability) + (card.price is not None) + given


def _complete(record: Fields, cards: tuple[Card, ...], index: int) -> Card:
    card = cards[index]
    data.titles(record, card.id)
    data.status(record)
    record.text("code") if record.has("code") else None
    hero = card.type == Type.HERO
    replaces: Kinds = NO_KINDS
    if card.type == Type.UNIT and record.has("replaces"):
        replaces = _which(record.object("replaces"), cards, index)
    onto: Kinds = NO_KINDS
    if card.type == Type.ITEM:
        onto = _which(record.object("onto") if record.has("onto") else Fields({}), cards, index)
    summon, price = _summon(record, cards, index) if hero else ((), None)
    done = replace(
        card,
        replaces=replaces,
        effects=_effects(record, "effects", card.type, cards, index),
        ability=_effects(record, "ability", ABILITY, cards, index) if hero else (),
        summon=summon,
        price=price,
        onto=onto,
        given=_given(record, cards, index) if "item" in card.attributes else None,
    )
    attaches = any(effect.verb == Verb.ATTACH for effect in (*done.effects, *done.ability))
    if attaches != (done.given is not None):
        raise record.fail("attributes", "item is for units and heroes with an effect that attaches them")
    for name in ("type", "mythos", "attributes", "cost", "atk", "hp", "keywords"):
        if not hero or name not in ("type", "cost"):
            record.null(name)
    if card.type in (Type.ASSIST, Type.FIELD):
        for name in ("atk", "hp", "keywords"):
            if record.has(name):
                raise record.fail(name, f"is not for a {TYPES[card.type]}")
    record.close()
    return done


def _given(record: Fields, cards: tuple[Card, ...], index: int) -> Given:
    """What a unit or hero gives as an item."""
    if cards[index].type not in (Type.UNIT, Type.HERO):
        raise record.fail("attributes", 'item is for units and heroes; an assist has type = "item"')
    attached = record.object("attached")
    given = Given(
        atk=attached.integer("atk", 0, MOST_PRINTED, default=0),
        hp=attached.integer("hp", 0, MOST_PRINTED, default=0),
        keywords=_names(attached, "keywords", tuple(KEYWORDS)),
        effects=_effects(attached, "effects", Type.ITEM, cards, index),
    )
    attached.close()
    return given


def _effects(
    record: Fields, name: str, holder: int, cards: tuple[Card, ...], index: int
) -> tuple[Effect, ...]:
    if not record.has(name):
        return ()
    effects = tuple(_effect(one, holder, cards, index) for one in record.objects(name, 4))
    actions = [e for e in effects if e.when in _ACTIONS and not e.then]
    if len(actions) > 1:
        raise record.fail(name, "has more than one action")
    for when in (*REACTS, Trigger.HAND_ACTION):
        if sum(e.when == when and not e.then for e in effects) > 1:
            raise record.fail(name, f"has more than one effect of {TRIGGERS[when]!r}")
    for i, one in enumerate(effects):
        if one.then and (not i or effects[i - 1].when != one.when):
            raise record.fail(f"{name}[{i}].then", "follows no effect of the same time")
        if one.then and (one.may or one.cost):
            raise record.fail(f"{name}[{i}].then", "is neither optional nor paid for")
    return effects


def _effect(record: Fields, holder: int, cards: tuple[Card, ...], index: int) -> Effect:
    """:param holder: the type of the card, or ABILITY."""
    when = record.choice("when", TRIGGERS)
    verb = record.choice("do", VERBS)
    if when not in _TIMES[holder]:
        times = ", ".join(TRIGGERS[time] for time in _TIMES[holder])
        raise record.fail("when", f"{TRIGGERS[when]!r} is no time for an effect of this card; {times} are")
    if (verb in STANDING) != (when == Trigger.ALWAYS):
        raise record.fail("do", f"{VERBS[verb]!r} does not go with {TRIGGERS[when]!r}")
    on_cards = verb in ON_CARDS
    condition = _condition(record.object("if"), cards, index, "is") if record.has("if") else Condition()
    effect = Effect(
        when=when,
        verb=verb,
        amount=record.integer("amount", 1, MOST_PRINTED, default=1),
        whose=record.choice("whose", WHOSE) if on_cards else record.choice("whose", WHOSE, "ally"),
        where=record.choice("where", WHERE, "anywhere"),
        who=record.choice("who", WHO, "you"),
        cost=record.integer("cost", 0, MOST_PRINTED, default=0),
        each=record.flag("each"),
        other=record.flag("other") or verb == Verb.ATTACH,
        once=record.flag("once"),
        may=record.flag("may"),
        then=record.flag("then"),
        half_damaged=record.flag("half_damaged"),
        which=_which(record.object("which"), cards, index) if record.has("which") else _all_of(cards, verb),
        condition=condition,
    )
    _check_effect(record, effect, when, verb, holder)
    _check_keys(record, effect, when, verb)
    _check_cards(record, effect, cards, when, verb)
    record.close()
    return effect


def _check_effect(record: Fields, effect: Effect, when: int, verb: int, holder: int) -> None:
    """What would have no meaning is an error rather than nothing."""
    whose, what = effect.whose, effect.condition.what
    on_field = holder in (Type.UNIT, Type.HERO, Type.ITEM)
    if whose == Whose.OTHER and when not in _SUBJECTS:
        raise record.fail("whose", f"there is no other card when {TRIGGERS[when]!r}")
    if whose == Whose.ATTACKER and when not in _OF_ATTACKS:
        raise record.fail("whose", f"there is no attacker when {TRIGGERS[when]!r}")
    away = verb == Verb.ATTACH and holder in (Type.UNIT, Type.HERO, ABILITY)
    speaks_of_itself = whose in (Whose.SELF, Whose.FACING) or (effect.other and verb in ON_CARDS)
    if speaks_of_itself and not on_field and not away:
        raise record.fail("whose", "this card is not on the field")
    on_square = on_field and when != Trigger.HAND_ACTION
    if effect.where in _SEEN_FROM_A_CARD and not on_square:
        raise record.fail("where", "this card is not on the field")
    if what in (What.TARGET_DAMAGED, What.TARGET_AT_HOME) and when not in _SUBJECTS:
        raise record.fail("if", f"there is no other card when {TRIGGERS[when]!r}")
    if what == What.AT_HOME and not on_square:
        raise record.fail("if", "this card is not on the field")
    paid = (*_ACTIONS, Trigger.HAND_ACTION, Trigger.DESTROYED, *(REACTS if holder != Type.ASSIST else ()))
    if effect.cost and when not in paid:
        raise record.fail("cost", f"nothing is paid when {TRIGGERS[when]!r}")
    if (when == Trigger.DESTROYED and effect.cost > 0) != (verb == Verb.RETURN_SELF):
        raise record.fail("do", "must be return_self if there is a price when destroyed, and only then")
    for one, times in _ANSWERS.items():
        if verb == one and when not in times:
            names = ", ".join(TRIGGERS[time] for time in times)
            raise record.fail("do", f"{VERBS[verb]} is for {names}")
    if when == Trigger.HAND_ACTION and verb != Verb.ATTACH:
        raise record.fail("do", "a card in the hand acts to be attached")
    if verb == Verb.ATTACH and (effect.each or whose != Whose.ALLY or when not in _ATTACHING or not away):
        raise record.fail(
            "do",
            "attach is for one ally of a unit or hero, when it is summoned, at the start or "
            "end of a turn, or as an action",
        )
    if verb == Verb.COPY and not on_field:
        raise record.fail("do", "this card is not on the field")
    if verb in (Verb.SIDESTEP, Verb.PUSH, Verb.SWAP, Verb.COPY) and effect.each:
        raise record.fail("each", f"{VERBS[verb]!r} is for one card")
    if when == Trigger.ALWAYS and (verb == Verb.HIT_HARDER) != (holder == ABILITY):
        raise record.fail("do", "hit_harder is for abilities, and they have no other standing effect")


def _check_keys(record: Fields, effect: Effect, when: int, verb: int) -> None:
    """A key that the effect does not read."""
    on_cards = verb in ON_CARDS
    on_kinds = on_cards or verb in (Verb.SHARPEN, Verb.TOUGHEN, Verb.INTIMIDATE_VERB)
    reads = {
        "amount": verb in _COUNTED or (verb in STANDING and verb != Verb.INTIMIDATE_VERB),
        "whose": on_kinds,
        "where": on_kinds,
        "which": on_kinds or verb in (Verb.SEARCH, Verb.REVIVE, Verb.CHEAPEN, Verb.NEGATE),
        "other": on_kinds or verb == Verb.REVIVE,
        "each": on_cards,
        "half_damaged": on_cards,
        "may": verb == Verb.RETURN_SELF or (on_cards and not effect.each),
        "who": verb == Verb.DISCARD,
        "if": verb != Verb.HIT_HARDER,
        "once": when in _OFTEN or verb == Verb.HIT_HARDER,
    }
    for key, read in reads.items():
        if record.has(key) and not read:
            raise record.fail(key, f"means nothing with {VERBS[verb]!r} when {TRIGGERS[when]!r}")


def _check_cards(record: Fields, effect: Effect, cards: Sequence[Card], when: int, verb: int) -> None:
    """Rules of single verbs and times."""
    if when == Trigger.ALWAYS and effect.whose != Whose.ALLY:
        raise record.fail("whose", "standing effects are for allies")
    if verb in (Verb.REVIVE, Verb.RETURN) and any(cards[i].type != Type.UNIT for i in effect.which):
        raise record.fail("which", f'{VERBS[verb]!r} is for units, type = "unit"')
    if verb == Verb.LOOK_DECK and effect.amount > LOOKED:
        raise record.fail("amount", f"at most {LOOKED} cards are looked at")
    if when in _ACTIONS and not (effect.cost or effect.once or effect.then):
        raise record.fail("once", "an action has a cost or is for once a turn")
    if when == Trigger.DISCARD_ACTION and verb != Verb.REVIVE:
        raise record.fail("do", "a card in the discard pile acts to be revived")
    if when == Trigger.DESTROYED and ((effect.whose == Whose.SELF and verb in ON_CARDS) or verb == Verb.COPY):
        raise record.fail("whose", "this card is not on the field")
    of_another = effect.whose in (Whose.OTHER, Whose.FACING)
    if effect.then and of_another and when in (*_SUBJECTS, Trigger.DESTROYED):
        raise record.fail("whose", "what follows speaks of no other card")


def _all_of(cards: tuple[Card, ...], verb: int) -> Kinds:
    units_only = verb in (Verb.RETURN, Verb.REVIVE)
    found = Kinds(i for i, card in enumerate(cards) if not units_only or card.type == Type.UNIT)
    if units_only:
        found.noun = "unit"
    return found


def _which(record: Fields, cards: tuple[Card, ...], index: int) -> Kinds:
    """The cards of a filter; every key narrows it."""
    found: Iterable[int] = range(len(cards))
    adjectives, noun = [], ""
    if record.flag("same"):
        found, noun = [index], cards[index].english
    if record.has("type"):
        kind = record.choice("type", TYPES)
        found = [i for i in found if _is_of(cards[i], kind)]
        noun = TYPES[kind]
    if record.has("mythos"):
        mythos = record.choice("mythos", MYTHOI)
        found = [i for i in found if cards[i].mythos == mythos]
        adjectives.append(MYTHOI[mythos].capitalize())
    if record.has("attribute"):
        attribute = ATTRIBUTES[record.choice("attribute", ATTRIBUTES)]
        found = [i for i in found if attribute in cards[i].attributes]
        adjectives.append(attribute.capitalize())
    low, high = (
        record.integer("min_cost", 0, MOST_PRINTED, default=0),
        record.integer("max_cost", 0, MOST_PRINTED, default=MOST_PRINTED),
    )
    record.close()
    kinds = Kinds(i for i in found if low <= cards[i].cost <= high)
    costs = (
        f" with cost {low}"
        if low == high
        else f" with cost {low} to {high}"
        if high < MOST_PRINTED
        else (f" with cost {low} or more" if low else "")
    )
    kinds.noun = " ".join([*adjectives, noun or "card"]) + costs
    return kinds


def _is_of(card: Card, kind: int) -> bool:
    """Whether a card is of a type; items of hands are assists too, and units and heroes can be items."""
    if kind == Type.ASSIST:
        return card.type in (Type.ASSIST, Type.ITEM)
    return card.type == kind or (kind == Type.ITEM and "item" in card.attributes)


def _condition(record: Fields, cards: tuple[Card, ...], index: int, key: str) -> Condition:
    condition = Condition(
        what=record.choice(key, CONDITIONS[1:]) + 1,
        count=record.integer("count", 1, LARGEST, default=1),
        which=_which(record.object("which"), cards, index)
        if record.has("which")
        else Kinds(range(len(cards))),
        where=_CONDITION_WHERE[
            record.choice("where", [WHERE[where] for where in _CONDITION_WHERE], "anywhere")
        ],
    )
    record.close()
    return condition


def _summon(
    record: Fields, cards: tuple[Card, ...], index: int
) -> tuple[tuple[Condition, ...], Effect | None]:
    """One or two conditions of which any will do, or a price."""
    conditions: list[Condition] = []
    for one in record.objects("summon", 2):
        if one.has("is"):
            conditions.append(_condition(one, cards, index, "is"))
            what = conditions[-1].what
            if what in (What.TARGET_DAMAGED, What.TARGET_AT_HOME, What.AT_HOME):
                raise record.fail("summon", f"{CONDITIONS[what]!r} is no condition for a summons")
            continue
        verb = _PRICES[one.choice("do", [VERBS[price] for price in _PRICES])]
        which = _which(one.object("which"), cards, index) if one.has("which") else _all_of(cards, verb)
        amount = one.integer("amount", 1, 5, default=1) if verb == Verb.DISCARD else 1
        one.close()
        if len(record.items("summon", 2)) > 1:
            raise record.fail("summon", "has a price and something else")
        return (), _price(verb, amount, which)
    return tuple(conditions), None


def _price(verb: int, amount: int, which: Kinds) -> Effect:
    return Effect(
        when=Trigger.ACTION, verb=verb, amount=amount, whose=Whose.ALLY, where=Where.ANYWHERE, who=Who.YOU,
        cost=0, each=False, other=False, once=False, may=False, then=False, half_damaged=False, which=which,
        condition=Condition(),
    )  # fmt: skip
