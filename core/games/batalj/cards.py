"""The game's data files as plain records (RULES.md 10)."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from battlewise.core import data
from battlewise.core.games.batalj.state import (
    CITIES,
    EVENTS,
    FIEFS,
    HISTORY,
    REGENTS,
    SPACES,
    By,
    Effect,
    Series,
    Special,
    Verb,
    When,
)
from battlewise.core.views import Fields
from battlewise.core.vocabulary import by_number, members, names_of

FILES = (
    "fiefs.toml", "regents.toml", "history_cards.toml", "events.toml", "pillage.toml", "realm.toml",
    "estimate.toml", "estimate_many.toml", "estimate_battle.toml", "estimate_foray.toml",
    "weigh.toml", "weigh_battle.toml", "weigh_foray.toml", "weigh_lone.toml",
)  # fmt: skip
folders = partial(data.folders, Path(__file__).parent / "data", FILES)
FAMILIES = ("sture", "grip", "brahe", "eka", "tre_rosor")
COUNTRIES = ("denmark", "poland", "prussia", "russia")
OWNERS = (*FAMILIES, "bank", *COUNTRIES)
ERAS = ("green", "red", "blue")
EFFECTS = names_of(Effect)
SERIES = names_of(Series)
SPECIALS = names_of(Special, other={Special.NO_SPECIAL: "none"})
VERBS = names_of(Verb, other={Verb.PLACE_TRADER_EVENT: "place_trader", Verb.MOVE_TRADER_EVENT: "move_trader"})
# By the bits of `When`.
TIMES = by_number(
    {one.bit_length() - 1: "war" if one == When.AT_WAR else one.name.lower() for one in members(When)}
)
BY = names_of(By, other={By.BY_NOTHING: "none", By.BY_CROWNS: "crowns", By.BY_TROOPS: "troops"})
REMOVES = ("none", "people", "castles")
MOST_VALUES = 11
FAR = 99.0
MOST_SETS = 16384


# On a map, rightwards and downwards, in widths of a space.
Place = tuple[float, float]


@dataclass(frozen=True)
class Fief:
    """A Province card; `start` is an index of OWNERS, `home` says whether a family has it in a campaign."""

    id: str
    english: str
    original: str | None
    crowns: int
    troops: int
    price: int
    start: int
    home: bool
    neighbours: tuple[int, ...]
    place: Place


@dataclass(frozen=True)
class Regent:
    """A Regent card: its effect, and the enemy it stands for."""

    id: str
    english: str
    era: int
    effect: int
    country: int | None
    soldiers: int
    commander: bool
    cannon: bool


@dataclass(frozen=True)
class History:
    """A History card."""

    id: str
    english: str
    original: str | None
    era: int
    series: int
    price: int
    commander: bool
    own_era_only: bool
    strength: int
    special: int
    amount: int


@dataclass(frozen=True)
class Event:
    """A kind of Event card."""

    id: str
    english: str
    original: str | None
    count: int
    verb: int
    when: int
    amount: int
    own: int
    others: int
    by: int
    removes: int
    castle: bool


@dataclass(frozen=True)
class Pillage:
    """The markers, by kind in ascending worth, their titles in that order, and the map: spaces 0 and 1 are
    the start cities, then the small cities, then plain spaces, with the cities' titles; `links` are pairs of
    neighbouring spaces; `places` are those of all spaces.
    """

    chests: tuple[tuple[int, int], ...]
    chalices: tuple[tuple[int, int], ...]
    troops: int
    titles: tuple[str, ...]
    spaces: tuple[str, ...]
    towns: tuple[str, ...]
    cities: int
    links: tuple[tuple[int, int], ...]
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Realm:
    """What players start with, and trade: income by number of traders, room and place by country."""

    gold: int
    events: int
    income: tuple[int, ...]
    room: tuple[int, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Data:
    """All data of the game."""

    fiefs: tuple[Fief, ...]
    regents: tuple[Regent, ...]
    history: tuple[History, ...]
    events: tuple[Event, ...]
    pillage: Pillage
    realm: Realm


def load(where: list[Path]) -> Data:
    """All data but the weights, checked.

    :param where: the folders to look in, as `folders` gives them.
    :raises DataError: naming file, record and key.
    """
    return Data(
        fiefs=data.read(where, "fiefs.toml", _fiefs),
        regents=data.read(where, "regents.toml", _regents),
        history=data.read(where, "history_cards.toml", _history),
        events=data.read(where, "events.toml", _events),
        pillage=data.read(where, "pillage.toml", _pillage),
        realm=data.read(where, "realm.toml", _realm),
    )


def _known(record: Fields, keys: tuple[str, ...]) -> None:
    """Check ``status``, which says how well a record's values are known, and its lists of exceptions."""
    data.status(record)
    for better in ("official", "likely"):
        for i, key in enumerate(record.items(better, len(keys), default=())):
            if key not in keys:
                raise record.fail(f"{better}[{i}]", f"{key!r} is none of {', '.join(keys)}")


def _names(fields: Fields, least: int, most: int, what: str) -> list[str]:
    names = fields.names()
    if not least <= len(names) <= most:
        raise fields.fail("", f"has {len(names)} {what}, not {least}..{most}")
    return names


def _subset(record: Fields, name: str, choices: tuple[str, ...]) -> int:
    """A list of names as bits."""
    bits = 0
    for i, item in enumerate(record.items(name, len(choices))):
        if item not in choices:
            raise record.fail(f"{name}[{i}]", f"{item!r} is none of {', '.join(choices)}")
        bits |= 1 << choices.index(str(item))
    return bits


def _place(record: Fields, name: str) -> Place:
    place = [n for n in record.items(name, 2) if type(n) in (int, float) and 0 <= float(str(n)) <= FAR]
    if len(place) != 2:
        raise record.fail(name, f"must be two numbers in 0..{FAR:g}: rightwards and downwards")
    return float(str(place[0])), float(str(place[1]))


# -- fiefs, regents, history, events


def _fiefs(fields: Fields) -> tuple[Fief, ...]:
    names = _names(fields, FIEFS, FIEFS, "fiefs")
    fiefs = tuple(_fief(name, fields.object(name), tuple(names)) for name in names)
    for i, fief in enumerate(fiefs):
        for other in fief.neighbours:
            if i not in fiefs[other].neighbours or i == other:
                raise fields.fail(
                    f"{fief.id}.neighbours",
                    f"must name fiefs that name {fief.id} too, which {names[other]} does not",
                )
    for seat, family in enumerate(FAMILIES):
        if sum(fief.home and fief.start == seat for fief in fiefs) != 1:
            raise fields.fail("", f"must give the family {family} one home")
    return fiefs


def _fief(name: str, record: Fields, names: tuple[str, ...]) -> Fief:
    _known(record, ("crowns", "troops", "price", "start", "home", "neighbours"))
    bits = _subset(record, "neighbours", names)
    english, original = data.titles(record, name)
    fief = Fief(
        id=name,
        english=english,
        original=original,
        crowns=record.integer("crowns", 0, 3),
        troops=record.integer("troops", 0, 4),
        price=record.integer("price", 0, 99),
        start=record.choice("start", OWNERS),
        home=record.flag("home"),
        neighbours=tuple(i for i in range(len(names)) if bits >> i & 1),
        place=_place(record, "place"),
    )
    record.close()
    return fief


def _regents(fields: Fields) -> tuple[Regent, ...]:
    names = _names(fields, 1, REGENTS, "cards")
    regents = tuple(_regent(name, fields.object(name)) for name in names)
    for era, name in enumerate(ERAS):
        if sum(regent.era == era for regent in regents) < 6:
            raise fields.fail("", f"must have at least 6 cards of the {name} era")
    return regents


def _regent(name: str, record: Fields) -> Regent:
    _known(record, ("era", "effect", "country", "soldiers", "commander", "cannon"))
    regent = Regent(
        id=name,
        english=data.titles(record, name)[0],
        era=record.choice("era", ERAS),
        effect=record.choice("effect", EFFECTS),
        country=_choice(record, "country", COUNTRIES),
        soldiers=record.integer("soldiers", 1, 4),
        commander=record.flag("commander"),
        cannon=record.flag("cannon"),
    )
    if (regent.effect == Effect.WAR) != (regent.country is not None):
        raise record.fail("country", "must be given for a war, and for no other effect")
    record.close()
    return regent


def _choice(record: Fields, name: str, choices: tuple[str, ...]) -> int | None:
    return None if record.null(name) else record.choice(name, choices)


def _history(fields: Fields) -> tuple[History, ...]:
    names = _names(fields, 12, HISTORY, "cards")
    cards = tuple(_history_card(name, fields.object(name)) for name in names)
    for era, name in enumerate(ERAS):
        if sum(card.era == era for card in cards) < 4:
            raise fields.fail("", f"must have at least 4 cards of the {name} era")
    if sum(card.series == Series.PHILOSOPHER for card in cards) > 8:
        raise fields.fail("", "must have at most 8 philosophers")
    return cards


def _history_card(name: str, record: Fields) -> History:
    _known(
        record,
        ("english", "original", "era", "series", "price", "commander", "strength", "special", "amount"),
    )
    english, original = data.titles(record, name)
    card = History(
        id=name,
        english=english,
        original=original,
        era=record.choice("era", ERAS),
        series=record.choice("series", SERIES),
        price=record.integer("price", 0, 99),
        commander=record.flag("commander"),
        own_era_only=record.flag("own_era_only"),
        strength=record.integer("strength", 0, 3, default=0),
        special=record.choice("special", SPECIALS, default="none"),
        amount=record.integer("amount", 0, 20, default=0),
    )
    if (card.commander or card.strength) and card.series != Series.MILITARIA:
        raise record.fail("series", "must be militaria for commanders and artillery")
    if card.special and card.series != Series.RESOURCE:
        raise record.fail("special", "must be none but for the series resource")
    record.close()
    return card


def _events(fields: Fields) -> tuple[Event, ...]:
    names = _names(fields, 1, EVENTS, "cards")
    events = tuple(_event(name, fields.object(name)) for name in names)
    if sum(event.count for event in events) < 60:
        raise fields.fail("", "must have at least 60 cards in all")
    return events


def _event(name: str, record: Fields) -> Event:
    _known(record, ("english", "original", "count", "verb", "when", "amount", "own", "others", "by"))
    english, original = data.titles(record, name)
    event = Event(
        id=name,
        english=english,
        original=original,
        count=record.integer("count", 0, 9),
        verb=record.choice("verb", VERBS),
        when=_subset(record, "when", TIMES),
        amount=record.integer("amount", 0, 20, default=0),
        own=record.integer("own", 0, 20, default=0),
        others=record.integer("others", -20, 20, default=0),
        by=record.choice("by", BY, default="none"),
        removes=record.choice("removes", REMOVES, default="none"),
        castle=record.flag("castle"),
    )
    if (event.verb in (Verb.FEUD, Verb.REVOLT, Verb.AREA_TAX)) != bool(event.by):
        raise record.fail("by", "must be given for feud, revolt and area_tax, and for no other verb")
    if (event.verb == Verb.REMOVE_CARD) != bool(event.removes):
        raise record.fail("removes", "must be given for remove_card, and for no other verb")
    _check_times(record, event)
    record.close()
    return event


# When a verb makes sense; all others can be played in the own turn, when a Regent card has been shown and
# before the turn of another.
_TIMES: dict[int, int] = {
    Verb.CANCEL: When.REACTION,
    Verb.TAKE_EVENT: When.REACTION,
    Verb.UNDO_PURCHASE: When.PURCHASE,
    Verb.PRICE_RISE: When.PURCHASE,
    Verb.KEEP_FIEF: When.DEFEAT,
    Verb.LOSE_SPOILS: When.SPOILS,
    Verb.MORE_SPOILS: When.SPOILS,
    Verb.REPEAT_REIGN: When.END,
    Verb.MOVE_FIRST: When.REVEAL,
    Verb.RUN_BLOCKADE: When.REVEAL,
    Verb.CHOOSE_ACTIVITY: When.BEFORE,
    Verb.BAD_HARVEST: When.BEFORE,
    Verb.END_REIGN: When.AFTER | When.BEFORE,
    Verb.REORDER: When.AFTER | When.REVEAL | When.BEFORE,
    Verb.SUPPLIES: When.OWN | When.AT_WAR,
    Verb.CLEAR_SECTOR: When.AT_WAR,
    Verb.TACTICIAN: When.AT_WAR,
    Verb.REVERSE: When.AT_WAR,
    Verb.STEEL: When.AT_WAR,
    Verb.REMOVE_RESERVE: When.AT_WAR,
    Verb.REMOVE_SOLDIER: When.AT_WAR,
    Verb.REMOVE_CANNON: When.AT_WAR,
    Verb.FIEF_DISCOUNT: When.OWN,
    Verb.TRADE_BONUS: When.OWN,
    Verb.PEASANT_TAX: When.OWN,
    Verb.EXTRA_PURCHASE: When.OWN,
    Verb.AUTHORITY: When.OWN,
    Verb.ANOTHER_MOVE: When.AFTER,
    Verb.COURT_INTRIGUE: When.AFTER,
    Verb.DECLARE_WAR: When.AFTER,
    Verb.FEUD: When.OWN | When.AFTER,
    Verb.BUY_HISTORY_OF: When.OWN | When.AFTER,
    Verb.BUY_FIEF_OF: When.OWN | When.AFTER,
    Verb.BORROW: When.OWN | When.AFTER,
    Verb.EXCHANGE_EVENTS: When.OWN | When.AFTER,
}
_OTHER_TIMES = When.OWN | When.AFTER | When.REVEAL | When.BEFORE


def _check_times(record: Fields, event: Event) -> None:
    allowed = _TIMES.get(event.verb, _OTHER_TIMES)
    if not event.when or event.when & ~allowed:
        names = ", ".join(name for i, name in enumerate(TIMES) if allowed >> i & 1)
        raise record.fail("when", f"must be some of {names} for the verb {VERBS[event.verb]}")


# -- the Pillage map, the realm


def _pillage(fields: Fields) -> Pillage:
    chest, chalice, troops = (_marker(fields, kind) for kind in ("chest", "chalice", "imperial_troops"))
    chart = fields.object("map")
    _known(chart, ("starts", "cities", "roads", "places"))
    starts, cities = chart.items("starts", 2), chart.items("cities", CITIES)
    if len(starts) != 2 or len(cities) < 1:
        raise chart.fail("cities", f"must be 1..{CITIES} titles, and starts two")
    names = [data.slug(str(title)) for title in (*starts, *cities)]
    if len(set(names)) != len(names) or not all(isinstance(title, str) for title in (*starts, *cities)):
        raise chart.fail("cities", "must be titles that differ")
    spaces, links, places = _roads(chart, names)
    chests, chalices = _values(chest, "values", 12, 99), _values(chalice, "values", 9, 9)
    pillage = Pillage(
        chests=chests,
        chalices=chalices,
        troops=troops.integer("count", 0, 9),
        titles=(
            *(f"{chest.text('english')} of {value} gold" for value, _ in chests),
            *(f"{chalice.text('english')} of {value} AP" for value, _ in chalices),
            troops.text("english"),
        ),
        spaces=tuple(spaces),
        towns=tuple(map(str, (*starts, *cities))),
        cities=len(cities),
        links=tuple(links),
        places=tuple(places),
    )
    if len(pillage.chests) + len(pillage.chalices) > MOST_VALUES:
        raise chest.fail("values", f"and those of chalices must be at most {MOST_VALUES} different ones")
    sets = 1
    for _, n in pillage.chests + pillage.chalices:
        sets *= n + 1
    if sets > MOST_SETS:
        raise chest.fail("values", f"and those of chalices must make at most {MOST_SETS} sets")
    if sum(n for _, n in pillage.chests + pillage.chalices) + pillage.troops < len(cities):
        raise chest.fail("values", "and the other markers must be at least as many as the cities")
    for record in (chest, chalice, troops, chart):
        record.close()
    return pillage


def _marker(fields: Fields, kind: str) -> Fields:
    """A kind of marker, with its title checked."""
    record = fields.object(kind)
    _known(record, ("english", "values", "count"))
    data.titles(record, kind)
    return record


def _values(record: Fields, name: str, most: int, high: int) -> tuple[tuple[int, int], ...]:
    """Pairs of a value and how many have it, ascending."""
    items = record.items(name, most)
    for i, item in enumerate(items):
        if type(item) is not int or not 1 <= item <= high:
            raise record.fail(f"{name}[{i}]", f"{item!r} is not a whole number in 1..{high}")
    values = [int(str(item)) for item in items]
    return tuple((value, values.count(value)) for value in sorted(set(values)))


def _roads(chart: Fields, names: list[str]) -> tuple[list[str], list[tuple[int, int]], list[Place]]:
    """The cities and the roads as single spaces, with links and places."""
    where = chart.object("places")
    spaces, links, places = names[:], [], [_place(where, name) for name in names]
    where.close()
    for i, road in enumerate(chart.items("roads", 99)):
        if not isinstance(road, list) or len(road) != 3 or road[0] not in names or road[1] not in names:
            raise chart.fail(f"roads[{i}]", "must be the ids of two cities and a number of steps")
        a, b, steps = names.index(road[0]), names.index(road[1]), road[2]
        if type(steps) is not int or not 1 <= steps <= 9 or a == b:
            raise chart.fail(f"roads[{i}]", "must lead to another city in 1..9 steps")
        last = a
        for step in range(1, steps):
            spaces.append(f"{names[a]}-{names[b]}" + (f"-{step}" if steps > 2 else ""))
            links.append((last, len(spaces) - 1))
            places.append(_between(places[a], places[b], step / steps))
            last = len(spaces) - 1
        links.append((last, b))
    if len(spaces) > SPACES or len(set(spaces)) != len(spaces):
        raise chart.fail("roads", f"must make at most {SPACES} spaces, and each road once")
    reached, todo = {0}, [0]
    while todo:
        here = todo.pop()
        for a, b in links:
            for there in (b,) if a == here else (a,) if b == here else ():
                if there not in reached:
                    reached.add(there)
                    todo.append(there)
    if len(reached) != len(spaces):
        raise chart.fail("roads", "must connect all cities")
    return spaces, links, places


def _between(a: Place, b: Place, part: float) -> Place:
    """A part of the way from one place to another."""
    return round(a[0] + (b[0] - a[0]) * part, 2), round(a[1] + (b[1] - a[1]) * part, 2)


def _realm(fields: Fields) -> Realm:
    start, trade, places = (fields.object(name) for name in ("start", "trade", "places"))
    _known(start, ("gold", "events"))
    _known(trade, ("income", *COUNTRIES))
    income = trade.items("income", 5)
    if len(income) != 5 or any(type(n) is not int or not 0 <= n <= 99 for n in income):
        raise trade.fail("income", "must be 5 whole numbers in 0..99")
    realm = Realm(
        gold=start.integer("gold", 0, 99),
        events=start.integer("events", 0, 8),
        income=tuple(int(str(n)) for n in income),
        room=tuple(trade.integer(name, 0, 4) for name in COUNTRIES),
        places=tuple(_place(places, name) for name in COUNTRIES),
    )
    for record in (start, trade, places):
        record.close()
    return realm
