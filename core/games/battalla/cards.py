"""The cards as plain records, read from TOML (RULES.md 8)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from battlewise.core import data
from battlewise.core.views import Fields

FILES = ("cards.toml", "heroes.toml", "decks.toml", "estimate.toml", "weigh.toml")
folders = partial(data.folders, Path(__file__).parent / "data", FILES)
NONE = 255
MOST_KINDS = 128  # main-deck cards and heroes
MOST_LOOKED = 2  # cards on top of a deck
MOST_EFFECTS = 250  # of all cards
# Each in the order of the enumeration of the same meaning in state.pxd.
TYPES = ("unit", "assist", "item", "field", "hero")
MYTHOI = ("neutral", "greek", "egyptian", "norse", "fae")
ATTRIBUTES = ("warrior", "beast", "giant", "undead", "fae")
KEYWORDS = ("surprise", "intimidate", "fearless", "free_move", "sideways")
TRIGGERS = (
    "summoned", "played", "turn_start", "turn_end", "attacking", "attacked", "after_attacked", "battling",
    "damaged", "destroyed", "kills", "direct", "action", "discard_action", "enemy_moves", "ally_attacked",
    "always", "stamina", "ally_destroyed", "enemy_destroyed",
)  # fmt: skip
ON_CARDS = (
    "damage", "heal", "poison", "strengthen", "grow", "destroy", "sacrifice", "return", "freeze", "stun",
    "advance", "recoil", "copy", "doom", "sidestep", "push", "swap",
)  # fmt: skip
VERBS = (
    *ON_CARDS,
    "draw", "discard", "stamina", "search", "revive", "return_self", "look_hand", "look_deck", "freeze_lane",
    "undo_move",
    "sharpen", "toughen", "cheapen", "intimidate", "hit_harder",
)  # fmt: skip
STANDING = ("sharpen", "toughen", "cheapen", "intimidate", "hit_harder")
WHOSE = ("self", "facing", "other", "ally", "enemy", "any")
WHO = ("you", "opponent", "each")
WHERE = ("anywhere", "row", "lane", "lane_or_row", "facing_row", "behind", "home", "neutral", "enemy_half")
CONDITIONS = (
    "always", "target_damaged", "target_at_home", "at_home", "no_hero", "has_field", "discards",
    "all_discards", "moves", "controls", "enemy_unit_lost", "item_in_play",
)  # fmt: skip
_OF_CARDS_IN_PLAY = (
    "summoned", "turn_start", "turn_end", "attacking", "attacked", "after_attacked", "battling", "damaged",
    "destroyed", "kills", "direct", "action", "always",
)  # fmt: skip
_ONLY = {
    "unit": (*_OF_CARDS_IN_PLAY, "discard_action"),
    "assist": ("played", "enemy_moves", "ally_attacked"),
    "item": ("turn_start", "turn_end", "attacking", "attacked", "after_attacked", "battling", "damaged"),
    "field": ("turn_start", "turn_end", "action", "always"),
    "hero": _OF_CARDS_IN_PLAY,
    "ability": ("turn_start", "turn_end", "action", "always", "stamina", "ally_destroyed", "enemy_destroyed"),
}
# Times of which a card may see more than one a turn, so that 1/turn says something.
_OFTEN = (
    "action", "discard_action", "played", "attacking", "attacked", "after_attacked", "battling", "damaged",
    "kills", "ally_destroyed", "enemy_destroyed",
)  # fmt: skip
_COUNTED = ("damage", "heal", "poison", "strengthen", "grow", "draw", "discard", "stamina", "look_deck")
_SUBJECTS = ("attacking", "attacked", "after_attacked", "battling", "enemy_moves", "ally_attacked")


@dataclass(frozen=True)
class Condition:
    """What must hold: an index of CONDITIONS, how many, of which cards and where."""

    what: int = 0
    count: int = 1
    which: frozenset[int] = frozenset()
    where: int = 0


@dataclass(frozen=True)
class Effect:
    """One effect of a card: when, what is done, to which cards. Names are turned into indices."""

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
    which: frozenset[int]
    condition: Condition


@dataclass(frozen=True)
class Card:
    """A card of a main deck, or a hero; `ability` and `summon` are a hero's alone."""

    id: str
    type: int
    mythos: int
    attributes: frozenset[str]
    cost: int
    atk: int
    hp: int
    keywords: frozenset[str]
    replaces: frozenset[int] = frozenset()
    effects: tuple[Effect, ...] = ()
    ability: tuple[Effect, ...] = ()
    summon: tuple[Condition, ...] = ()
    price: Effect | None = None


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
    kind = TYPES[record.choice("type", TYPES[:4])]
    unit, item = kind == "unit", kind == "item"
    return Card(
        id=name,
        type=TYPES.index(kind),
        mythos=record.choice("mythos", MYTHOI),
        attributes=_names(record, "attributes", ATTRIBUTES),
        cost=record.integer("cost", 0, 20),
        atk=record.integer("atk", 0, 20, default=None if unit else 0) if unit or item else 0,
        hp=record.integer("hp", 1 if unit else 0, 20, default=None if unit else 0) if unit or item else 0,
        keywords=_names(record, "keywords", KEYWORDS) if unit or item else frozenset(),
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
                type=TYPES.index("hero"),
                mythos=record.choice("mythos", MYTHOI),
                attributes=_names(record, "attributes", ATTRIBUTES),
                cost=0,
                atk=record.integer("atk", 0, 20),
                hp=record.integer("hp", 1, 20),
                keywords=_names(record, "keywords", KEYWORDS),
            )
        )
    if not 0 < len(heroes) <= MOST_KINDS - len(main):
        raise fields.fail("", f"with the main-deck cards there must be 1 to {MOST_KINDS} heroes and cards")
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
    if sum(len(card.effects) + len(card.ability) + (card.price is not None) for card in done) > MOST_EFFECTS:
        raise fields.fail("", f"the cards have more than {MOST_EFFECTS} effects")
    for name in fields.names():
        fields.object(name)
    return tuple(done)


def _complete(record: Fields, cards: tuple[Card, ...], index: int) -> Card:
    card = cards[index]
    data.status(record)
    record.text("code") if record.has("code") else None
    hero = TYPES[card.type] == "hero"
    replaces: frozenset[int] = frozenset()
    if TYPES[card.type] == "unit" and record.has("replaces"):
        replaces = _which(record.object("replaces"), cards, index)
    summon, price = _summon(record, cards, index) if hero else ((), None)
    done = replace(
        card,
        replaces=replaces,
        effects=_effects(record, "effects", TYPES[card.type], cards, index),
        ability=_effects(record, "ability", "ability", cards, index) if hero else (),
        summon=summon,
        price=price,
    )
    for name in ("type", "mythos", "attributes", "cost", "atk", "hp", "keywords"):
        if not hero or name not in ("type", "cost"):
            record.null(name)
    if TYPES[card.type] in ("assist", "field"):
        for name in ("atk", "hp", "keywords"):
            if record.has(name):
                raise record.fail(name, f"is not for a {TYPES[card.type]}")
    record.close()
    return done


def _effects(
    record: Fields, name: str, holder: str, cards: tuple[Card, ...], index: int
) -> tuple[Effect, ...]:
    if not record.has(name):
        return ()
    effects = tuple(_effect(one, holder, cards, index) for one in record.objects(name, 4))
    actions = [e for e in effects if TRIGGERS[e.when].endswith("action") and not e.then]
    if len(actions) > 1:
        raise record.fail(name, "has more than one action")
    for i, one in enumerate(effects):
        if one.then and (not i or effects[i - 1].when != one.when):
            raise record.fail(f"{name}[{i}].then", "follows no effect of the same time")
        if one.then and (one.may or one.cost):
            raise record.fail(f"{name}[{i}].then", "is neither optional nor paid for")
    return effects


def _effect(record: Fields, holder: str, cards: tuple[Card, ...], index: int) -> Effect:
    when = TRIGGERS[record.choice("when", TRIGGERS)]
    verb = VERBS[record.choice("do", VERBS)]
    if when not in _ONLY[holder]:
        raise record.fail(
            "when", f"{when!r} is no time for an effect of this card; {', '.join(_ONLY[holder])} are"
        )
    if (verb in STANDING) != (when == "always"):
        raise record.fail("do", f"{verb!r} does not go with {when!r}")
    on_cards = verb in ON_CARDS
    condition = _condition(record.object("if"), cards, index, "is") if record.has("if") else Condition()
    effect = Effect(
        when=TRIGGERS.index(when),
        verb=VERBS.index(verb),
        amount=record.integer("amount", 1, 20, default=1),
        whose=record.choice("whose", WHOSE) if on_cards else record.choice("whose", WHOSE, "ally"),
        where=record.choice("where", WHERE, "anywhere"),
        who=record.choice("who", WHO, "you"),
        cost=record.integer("cost", 0, 20, default=0),
        each=record.flag("each"),
        other=record.flag("other"),
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


def _check_effect(record: Fields, effect: Effect, when: str, verb: str, holder: str) -> None:
    """What would have no meaning is an error rather than nothing."""
    whose, where = WHOSE[effect.whose], WHERE[effect.where]
    on_field = holder in ("unit", "hero", "item")
    if whose == "other" and when not in _SUBJECTS:
        raise record.fail("whose", f"there is no other card when {when!r}")
    if (whose in ("self", "facing") or (effect.other and verb in ON_CARDS)) and not on_field:
        raise record.fail("whose", "this card is not on the field")
    if where in ("row", "lane", "lane_or_row", "facing_row", "behind") and not on_field:
        raise record.fail("where", "this card is not on the field")
    if CONDITIONS[effect.condition.what] in ("target_damaged", "target_at_home") and when not in _SUBJECTS:
        raise record.fail("if", f"there is no other card when {when!r}")
    if CONDITIONS[effect.condition.what] == "at_home" and not on_field:
        raise record.fail("if", "this card is not on the field")
    if effect.cost and when not in ("action", "discard_action", "destroyed"):
        raise record.fail("cost", f"nothing is paid when {when!r}")
    if (when == "destroyed" and effect.cost > 0) != (verb == "return_self"):
        raise record.fail("do", "return_self is for a price when destroyed, and nothing else is")
    if verb == "undo_move" and when != "enemy_moves":
        raise record.fail("do", "undo_move is for enemy_moves")
    if when == "enemy_moves" and verb != "undo_move":
        raise record.fail("do", "must be undo_move")
    if verb in ("copy",) and not on_field:
        raise record.fail("do", "this card is not on the field")
    if verb in ("sidestep", "push", "swap", "copy") and effect.each:
        raise record.fail("each", f"{verb!r} is for one card")
    if when == "always" and (verb == "hit_harder") != (holder == "ability"):
        raise record.fail("do", "hit_harder is for abilities, and they have no other standing effect")


def _check_keys(record: Fields, effect: Effect, when: str, verb: str) -> None:
    """A key that the effect does not read."""
    standing = verb in ("sharpen", "toughen", "intimidate")
    reads = {
        "amount": verb in _COUNTED or (verb in STANDING and verb != "intimidate"),
        "whose": verb in ON_CARDS or standing,
        "where": verb in ON_CARDS or standing,
        "which": verb in (*ON_CARDS, "search", "revive", "cheapen") or standing,
        "other": verb in (*ON_CARDS, "revive") or standing,
        "each": verb in ON_CARDS,
        "half_damaged": verb in ON_CARDS,
        "may": verb == "return_self" or (verb in ON_CARDS and not effect.each),
        "who": verb == "discard",
        "if": verb != "hit_harder",
        "once": when in _OFTEN or verb == "hit_harder",
    }
    for key, read in reads.items():
        if record.has(key) and not read:
            raise record.fail(key, f"means nothing with {verb!r} when {when!r}")


def _check_cards(record: Fields, effect: Effect, cards: Sequence[Card], when: str, verb: str) -> None:
    """Rules of single verbs and times."""
    if when == "always" and WHOSE[effect.whose] != "ally":
        raise record.fail("whose", "standing effects are for allies")
    if verb in ("revive", "return") and any(TYPES[cards[i].type] != "unit" for i in effect.which):
        raise record.fail("which", f'{verb!r} is for units, type = "unit"')
    if verb == "look_deck" and effect.amount > MOST_LOOKED:
        raise record.fail("amount", f"at most {MOST_LOOKED} cards are looked at")
    if when.endswith("action") and not (effect.cost or effect.once or effect.then):
        raise record.fail("once", "an action has a cost or is for once a turn")
    if when == "discard_action" and verb != "revive":
        raise record.fail("do", "a card in the discard pile acts to be revived")
    if when == "destroyed" and ((WHOSE[effect.whose] == "self" and verb in ON_CARDS) or verb == "copy"):
        raise record.fail("whose", "this card is not on the field")
    if effect.then and WHOSE[effect.whose] in ("other", "facing") and when in (*_SUBJECTS, "destroyed"):
        raise record.fail("whose", "what follows speaks of no other card")


def _all_of(cards: tuple[Card, ...], verb: str) -> frozenset[int]:
    units_only = verb in ("return", "revive")
    return frozenset(i for i, card in enumerate(cards) if not units_only or TYPES[card.type] == "unit")


def _which(record: Fields, cards: tuple[Card, ...], index: int) -> frozenset[int]:
    """The cards of a filter; every key narrows it."""
    found: Iterable[int] = range(len(cards))
    if record.flag("same"):
        found = [index]
    if record.has("type"):
        kinds = (
            ("assist", "item") if record.text("type") == "assist" else (TYPES[record.choice("type", TYPES)],)
        )
        found = [i for i in found if TYPES[cards[i].type] in kinds]
    if record.has("mythos"):
        mythos = record.choice("mythos", MYTHOI)
        found = [i for i in found if cards[i].mythos == mythos]
    if record.has("attribute"):
        attribute = ATTRIBUTES[record.choice("attribute", ATTRIBUTES)]
        found = [i for i in found if attribute in cards[i].attributes]
    low, high = record.integer("min_cost", 0, 20, default=0), record.integer("max_cost", 0, 20, default=20)
    record.close()
    return frozenset(i for i in found if low <= cards[i].cost <= high)


def _condition(record: Fields, cards: tuple[Card, ...], index: int, key: str) -> Condition:
    condition = Condition(
        what=record.choice(key, CONDITIONS[1:]) + 1,
        count=record.integer("count", 1, 60, default=1),
        which=_which(record.object("which"), cards, index)
        if record.has("which")
        else frozenset(range(len(cards))),
        where=record.choice("where", ("anywhere", "home", "neutral", "enemy_half"), "anywhere"),
    )
    record.close()
    where = ("anywhere", "home", "neutral", "enemy_half")[condition.where]
    return replace(condition, where=WHERE.index(where))


def _summon(
    record: Fields, cards: tuple[Card, ...], index: int
) -> tuple[tuple[Condition, ...], Effect | None]:
    """One or two conditions of which any will do, or a price."""
    conditions: list[Condition] = []
    for one in record.objects("summon", 2):
        if one.has("is"):
            conditions.append(_condition(one, cards, index, "is"))
            name = CONDITIONS[conditions[-1].what]
            if name.startswith("target") or name == "at_home":
                raise record.fail("summon", f"{name!r} is no condition for a summons")
            continue
        verb = ("sacrifice", "discard")[one.choice("do", ("sacrifice", "discard"))]
        which = _which(one.object("which"), cards, index) if one.has("which") else _all_of(cards, verb)
        amount = one.integer("amount", 1, 5, default=1) if verb == "discard" else 1
        one.close()
        if len(record.items("summon", 2)) > 1:
            raise record.fail("summon", "has a price and something else")
        return (), _price(VERBS.index(verb), amount, which)
    return tuple(conditions), None


def _price(verb: int, amount: int, which: frozenset[int]) -> Effect:
    return Effect(
        when=TRIGGERS.index("action"), verb=verb, amount=amount, whose=WHOSE.index("ally"), where=0, who=0,
        cost=0, each=False, other=False, once=False, may=False, then=False, half_damaged=False, which=which,
        condition=Condition(),
    )  # fmt: skip
