"""The game's data files as plain records (RULES.md 7)."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from battlewise.core import data
from battlewise.core.games.battalia.state import HAND, SHAPES, SIDE, GreatArtefact, Shape, Type
from battlewise.core.views import Fields
from battlewise.core.vocabulary import names_of

Titles = dict[str, str]
FILES = ("creation.toml", "terrain.toml", "boards.toml", "estimate.toml", "weigh.toml")
folders = partial(data.folders, Path(__file__).parent / "data", FILES)
FACTIONS = ("baerfolk", "islanders", "emberians", "cloudborn")
TERRAINS = ("woods", "lakes", "canyons", "mountains")
TYPES = names_of(Type)
RANKS, ARTEFACTS = TYPES[:4], TYPES[4:]
GREATS = names_of(GreatArtefact, other={GreatArtefact.HAND_OF_LUUT: "hand"}, first=GreatArtefact.BOOK)
SHAPE_IDS = names_of(Shape)
CITIES, ROADS = (
    tuple(one.removeprefix(kind) for one in SHAPE_IDS if one.startswith(kind)) for kind in ("city_", "road_")
)
PLACES = SHAPE_IDS[SHAPES:]
NEEDS = (*RANKS, "supply", "weapon")
RUINS = SIDE * SIDE // 2
MOST_PRINTED = 9  # of any number on a creation card, and of terrain cards of a kind
MOST_COPIES = 12  # of a creation card with a faction
MOST_ALIKE = MOST_COPIES * len(RANKS) * len(FACTIONS)  # cards of a kind: supplies, one for each unit
VOLCANO = frozenset(RUINS + SIDE * row + column for row in (-1, 0, 1) for column in (-1, 0, 1))


def square_name(square: int) -> str:
    """Such as ``d4`` for square 24."""
    return f"{'abcdefg'[square % SIDE]}{square // SIDE + 1}"


SQUARES = tuple(square_name(square) for square in range(SIDE * SIDE))


@dataclass(frozen=True)
class Card:
    """A kind of creation card: how many of each faction, its cost by `NEEDS` and its strength."""

    count: int
    cost: tuple[int, ...]
    attack: int
    defence: int


@dataclass(frozen=True)
class Deck:
    """What players draw, the price of a hero, and the oracle's wheel."""

    unbound: int
    cohort: tuple[int, ...]
    mulligan: int
    hero_cost: tuple[int, ...]
    ride: int
    wheel: tuple[int, ...]
    matches: int


@dataclass(frozen=True)
class Terrain:
    """How many cards of each shape every terrain has, what roads cost, and the numbers of levels."""

    cities: tuple[int, ...]
    roads: tuple[int, ...]
    road_costs: tuple[tuple[int, ...], ...]
    units: int
    upgrade: int
    tokens: tuple[int, int]
    volcano: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """The squares of a number of players."""

    away: tuple[int, ...]
    start: tuple[int, ...]
    neutral: tuple[int, ...]
    more_neutral: tuple[int, ...]
    volcano_neutral: tuple[int, ...]
    offered: int


@dataclass(frozen=True)
class Data:
    """All data of the game, cards in the order of `RANKS`, `ARTEFACTS` and `GREATS`.

    :ivar titles: the English titles of types, great artefacts, factions, shapes, places and terrains by id;
        of cards that have a faction too.
    """

    units: tuple[Card, ...]
    artefacts: tuple[Card, ...]
    greats: tuple[Card, ...]
    deck: Deck
    terrain: Terrain
    boards: dict[int, Board]
    titles: Titles


def load(where: list[Path]) -> Data:
    """All data but the weights, checked.

    :param where: the folders to look in, as `folders` gives them.
    :raises DataError: naming file, record and key.
    """
    titles: Titles = {}
    units, artefacts, greats, deck = data.read(where, "creation.toml", partial(_creation, titles))
    return Data(
        units=units,
        artefacts=artefacts,
        greats=greats,
        deck=deck,
        terrain=data.read(where, "terrain.toml", partial(_terrain, titles)),
        boards=data.read(where, "boards.toml", _boards),
        titles=titles,
    )


def _known(record: Fields, keys: tuple[str, ...]) -> None:
    """Check ``status``, which says how well all values but those listed as ``official`` are known."""
    data.status(record)
    for i, key in enumerate(record.items("official", len(keys), default=())):
        if key not in keys:
            raise record.fail(f"official[{i}]", f"{key!r} is none of {', '.join(keys)}")


def _cost(record: Fields) -> tuple[int, ...]:
    cost = tuple(record.counts("cost", NEEDS, 6))
    if not any(cost):
        raise record.fail("cost", "must have at least one card")
    return cost


# -- creation cards


def _creation(
    titles: Titles, fields: Fields
) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], Deck]:
    tables = {name: fields.object(name) for name in ("faction", "unit", "artefact", "great")}
    members = {name: _faction(titles, tables["faction"].object(name), name) for name in FACTIONS}
    _plain(titles, fields.object("supply"), "supply")
    found = (
        tuple(_unit(titles, tables["unit"].object(name), name) for name in RANKS),
        tuple(_artefact(titles, tables["artefact"].object(name), name) for name in ARTEFACTS),
        tuple(_great(titles, tables["great"].object(name), name) for name in GREATS),
    )
    for table in tables.values():
        table.close()
    deck = _deck(titles, fields)
    titles |= {
        f"{one}_{name}": f"{member} {titles[one]}" for one in TYPES for name, member in members.items()
    }
    titles |= {f"{one}_unbound": f"{titles['unbound']} {titles[one]}" for one in RANKS}
    return (*found, deck)


def _plain(titles: Titles, record: Fields, name: str) -> None:
    """A record with nothing but its title."""
    _title(titles, record, name)
    data.status(record)
    record.close()


def _title(titles: Titles, record: Fields, name: str, key: str = "") -> None:
    """Keep a record's English title, by its id or another key."""
    titles[key or name] = data.titles(record, name)[0]


def _faction(titles: Titles, record: Fields, name: str) -> str:
    """What one of the faction is called."""
    member = record.text("member")
    _plain(titles, record, name)
    return member


def _unit(titles: Titles, record: Fields, name: str) -> Card:
    _title(titles, record, name)
    _known(record, ("english", "count", "supplies", "strength"))
    supplies = record.integer("supplies", 1, MOST_PRINTED)
    strength = record.integer("strength", 1, MOST_PRINTED)
    card = Card(record.integer("count", 4, MOST_COPIES), (0, 0, 0, 0, supplies, 0), strength, strength)
    record.close()
    return card


def _artefact(titles: Titles, record: Fields, name: str) -> Card:
    _title(titles, record, name)
    _known(record, ("english", "original", "count", "cost", "strength"))
    strength = record.integer("strength", 0, MOST_PRINTED)
    card = Card(record.integer("count", 0, MOST_COPIES), _cost(record), strength, strength)
    if card.cost[5]:
        raise record.fail("cost.weapon", "weapons hire heroes, they create nothing")
    record.close()
    return card


def _great(titles: Titles, record: Fields, name: str) -> Card:
    _title(titles, record, name)
    _known(record, ("english", "attack", "defence"))
    card = Card(0, (), record.integer("attack", 0, MOST_PRINTED), record.integer("defence", 0, MOST_PRINTED))
    record.close()
    return card


def _deck(titles: Titles, fields: Fields) -> Deck:
    records = [fields.object(name) for name in ("unbound", "hero", "deck", "oracle")]
    unbound, hero, deck, oracle = records
    _title(titles, unbound, "unbound")
    _title(titles, hero, "hero")
    for record in records:
        data.status(record)
    wheel = oracle.items("wheel", len(ARTEFACTS))
    if sorted(map(str, wheel)) != sorted(ARTEFACTS):
        raise oracle.fail("wheel", f"must be each of {', '.join(ARTEFACTS)} once")
    cohort = deck.items("cohort", 4)
    if len(cohort) != 4 or any(type(n) is not int or not 0 <= n <= HAND for n in cohort):
        raise deck.fail("cohort", f"must be four whole numbers in 0..{HAND}")
    found = Deck(
        unbound=unbound.integer("count", 0, 4),
        cohort=tuple(int(str(n)) for n in cohort),
        mulligan=deck.integer("mulligan", 1, HAND),
        hero_cost=_cost(hero),
        ride=hero.integer("ride", 1, 6),
        wheel=tuple(ARTEFACTS.index(str(one)) for one in wheel),
        matches=oracle.integer("matches", 1, 6),
    )
    for record in records:
        record.close()
    return found


# -- terrain cards, boards


def _terrain(titles: Titles, fields: Fields) -> Terrain:
    city, road = fields.object("city"), fields.object("road")
    levels, volcano = fields.object("levels"), fields.object("volcano")
    cities = tuple(_city(titles, city.object(name), name) for name in CITIES)
    roads = tuple(_road(titles, road.object(name), name) for name in ROADS)
    place, terrain = fields.object("place"), fields.object("terrain")
    for table, names in ((place, PLACES), (terrain, TERRAINS)):
        for name in names:
            _plain(titles, table.object(name), name)
    _known(levels, ("units", "upgrade", "low", "high"))
    data.status(volcano)
    found = Terrain(
        cities=cities,
        roads=tuple(count for count, _ in roads),
        road_costs=tuple(cost for _, cost in roads),
        units=levels.integer("units", 1, 6),
        upgrade=levels.integer("upgrade", 1, 6),
        tokens=(levels.integer("low", 6, 40), levels.integer("high", 2, 40)),
        volcano=(
            volcano.integer("sanctuary", 0, 20),
            volcano.integer("keeper", 8, 40),
            volcano.integer("element", 0, 2),
            volcano.integer("ruler", 1, 20),
            volcano.integer("seal", 1, 2),
        ),
    )
    for record in (city, road, place, terrain, levels, volcano):
        record.close()
    return found


def _city(titles: Titles, record: Fields, name: str) -> int:
    """How many there are of a shape; the set-up needs three of the cross."""
    _title(titles, record, name, f"city_{name}")
    data.status(record)
    count = record.integer("count", 3 if name == "cross" else 0, MOST_PRINTED)
    record.close()
    return count


def _road(titles: Titles, record: Fields, name: str) -> tuple[int, tuple[int, ...]]:
    _title(titles, record, name, f"road_{name}")
    _known(record, ("english", "count", "cost"))
    found = record.integer("count", 0, MOST_PRINTED), _cost(record)
    if found[1][5]:
        raise record.fail("cost.weapon", "weapons hire heroes, they build nothing")
    record.close()
    return found


def _boards(fields: Fields) -> dict[int, Board]:
    boards = fields.object("board")
    found = {players: _board(boards.object(str(players)), players) for players in (2, 3, 4)}
    boards.close()
    return found


def _board(record: Fields, players: int) -> Board:
    _known(record, ("away", "start", "neutral", "more_neutral", "volcano_neutral", "offered"))
    board = Board(
        away=_squares(record, "away"),
        start=_squares(record, "start"),
        neutral=_squares(record, "neutral"),
        more_neutral=_squares(record, "more_neutral"),
        volcano_neutral=_squares(record, "volcano_neutral"),
        offered=record.integer("offered", 1, len(GREATS)),
    )
    for name in ("start", "neutral", "volcano_neutral", "more_neutral"):
        squares = getattr(board, name)
        if len(squares) != players:
            raise record.fail(name, f"must be {players} squares")
        if set(squares) & set(board.away):
            raise record.fail(name, "has a square that is `away`")
    _keep_apart(record, "neutral", board.start + board.neutral + board.more_neutral, RUINS)
    _keep_apart(record, "volcano_neutral", board.start + board.volcano_neutral + board.more_neutral, None)
    around = {*board.start, *board.volcano_neutral, *board.more_neutral, *board.away}
    if VOLCANO & around or RUINS in board.away:
        raise record.fail("volcano_neutral", "or another list of squares overlaps the volcano")
    record.close()
    return board


def _squares(record: Fields, name: str) -> tuple[int, ...]:
    items = record.items(name, len(SQUARES))
    for i, item in enumerate(items):
        if item not in SQUARES or item in items[:i]:
            raise record.fail(f"{name}[{i}]", f"{item!r} is not a square, or is named twice")
    return tuple(SQUARES.index(str(item)) for item in items)


def _keep_apart(record: Fields, name: str, cities: tuple[int, ...], ruins: int | None) -> None:
    """No city stands on or beside another, nor beside the ruins."""
    taken = [*cities] if ruins is None else [*cities, ruins]
    for i, one in enumerate(taken):
        for other in taken[:i]:
            if abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE) < 2:
                raise record.fail(name, f"{SQUARES[one]} is on or beside {SQUARES[other]}")
