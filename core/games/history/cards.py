"""The game's data files as plain records (RULES.md 6)."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from battlewise.core import data
from battlewise.core.games.history.state import Action, Use
from battlewise.core.views import Fields
from battlewise.core.vocabulary import by_member, names_of

FILES = (
    "base_units.toml", "elite_units.toml", "heroes.toml", "tokens.toml", "gears.toml", "relics.toml",
    "dice.toml", "merits.toml", "merits_many.toml", "estimate.toml", "estimate_many.toml", "weigh.toml",
    "weigh_many.toml",
)  # fmt: skip
folders = partial(data.folders, Path(__file__).parent / "data", FILES)
ERAS = ("I", "II", "III", "IV")
LINES = ("long", "medium", "close")
# The abilities of units and tokens, with their letters on the board in text.
ABILITIES = {
    "reinforcements": "R",
    "assault": "A",
    "heroic_death": "H",
    "accuracy": "P",
    "diversion": "D",
    "relaunch": "L",
}
VALUES = ("health", *LINES, *ABILITIES)
OF_TOKENS = tuple(one for one in ABILITIES if one != "reinforcements")
LINKS = ("link_left", "link_right")
ACTIONS = by_member(
    Action,
    {
        Action.DRAWING: "draw",
        Action.RECALLING: "recall",
        Action.DISMISSING: "dismiss",
        Action.RESHUFFLING: "reshuffle",
    },
)
USES = names_of(Use, other={Use.CHASING: "chase"})
KEYS = ("english", "era", *LINES, "health", *ABILITIES, *LINKS)
MOST_CARDS = 64
MOST_BASE = 8
MOST_TILES = 24
MOST_WARFARE = 16
LEAST_WARFARE = 3 + 5 * 3 + 1  # three open, three with each player, and one in the pile


@dataclass(frozen=True)
class Unit:
    """A unit card; `era` is None for a base unit, links are eras or None."""

    id: str
    english: str
    era: int | None
    hero: bool
    values: tuple[int, ...]
    health: int
    abilities: dict[str, int]
    links: tuple[int | None, int | None]


@dataclass(frozen=True)
class Token:
    """A kind of warfare token: what it adds to its unit in a battle, or what else it is used for."""

    id: str
    english: str
    count: int
    use: int
    values: tuple[int, ...]
    abilities: dict[str, int]


@dataclass(frozen=True)
class Tile:
    """A time-travelling tile."""

    id: str
    english: str
    eras: tuple[int, int]
    points_at: int
    turns: int


@dataclass(frozen=True)
class Gears:
    """The tiles, and the wheel's sectors clockwise."""

    tiles: tuple[Tile, ...]
    sectors: tuple[int, ...]
    start: int


@dataclass(frozen=True)
class Tokens:
    """Warfare tokens, each player's prowess tokens (ascending), and what honour tokens are given for."""

    warfare: tuple[Token, ...]
    prowess: tuple[int, ...]
    honour_points: int
    honour_units: int


@dataclass(frozen=True)
class Relics:
    """Relic cards of each era, and the points of one, two, ... of one era."""

    count: int
    worth: tuple[int, ...]


@dataclass(frozen=True)
class Data:
    """All data of the game; `units` are the base units first, then elite units, then heroes."""

    units: tuple[Unit, ...]
    tokens: Tokens
    gears: Gears
    relics: Relics
    dice: tuple[tuple[tuple[int, ...], ...], ...]


def load(where: list[Path]) -> Data:
    """All data but the weights, checked.

    :param where: the folders to look in, as `folders` gives them.
    :raises DataError: naming file, record and key.
    """
    base = data.read(where, "base_units.toml", lambda fields: _units(fields, "base"))
    elites = data.read(where, "elite_units.toml", lambda fields: _units(fields, "elite", base))
    heroes = data.read(where, "heroes.toml", lambda fields: _units(fields, "hero", base + elites))
    return Data(
        units=base + elites + heroes,
        tokens=data.read(where, "tokens.toml", _tokens),
        gears=data.read(where, "gears.toml", _gears),
        relics=data.read(where, "relics.toml", _relics),
        dice=data.read(where, "dice.toml", _dice),
    )


def _known(record: Fields, keys: tuple[str, ...]) -> None:
    """Check how well a record's values are known: ``status``, but for the keys that it lists as better."""
    data.status(record)
    for better in ("official", "likely"):
        for i, key in enumerate(record.items(better, len(keys), default=())):
            if key not in keys:
                raise record.fail(f"{better}[{i}]", f"{key!r} is none of {', '.join(keys)}")


# -- units


def _units(fields: Fields, kind: str, others: tuple[Unit, ...] = ()) -> tuple[Unit, ...]:
    names = fields.names()
    most = MOST_BASE if kind == "base" else MOST_CARDS - len(others)
    if len(names) > most:
        raise fields.fail("", f"has {len(names)} units, more than {most}")
    for name in names:
        if any(unit.id == name for unit in others):
            raise fields.fail(name, "is the id of another unit")
    units = tuple(_unit(name, fields.object(name), kind) for name in names)
    if kind == "base" and len(units) < 4:
        raise fields.fail("", f"has {len(units)} units, fewer than a hand of 4")
    for era, name in enumerate(ERAS):
        if kind == "elite" and sum(unit.era == era for unit in units) < 3:
            raise fields.fail("", f"has fewer than 3 units of era {name}")
    return units


def _unit(name: str, record: Fields, kind: str) -> Unit:
    _known(record, KEYS)
    unit = Unit(
        id=name,
        english=data.titles(record, name)[0],
        era=None if kind == "base" else record.choice("era", ERAS),
        hero=kind == "hero",
        values=tuple(record.integer(line, 0, 9) for line in LINES),
        health=record.integer("health", 1, 9),
        abilities={one: record.integer(one, 0, 3, default=0) for one in ABILITIES},
        links=(_link(record, "link_left"), _link(record, "link_right")),
    )
    record.close()
    return unit


def merits(where: list[Path], suffix: str, units: tuple[Unit, ...]) -> tuple[float, ...]:
    """What each unit is worth to its army, for the evaluation.

    :param where: as for `load`.
    :param suffix: of the name of the file, ``merits.toml``.
    :raises DataError: naming file and key.
    """
    return data.read(where, f"merits{suffix}.toml", lambda fields: _merits(fields, units))


def _merits(fields: Fields, units: tuple[Unit, ...]) -> tuple[float, ...]:
    worths = [fields.number(name) for name in VALUES]
    return tuple(
        sum(worth * value for worth, value in zip(worths, values(unit), strict=True)) for unit in units
    )


def values(unit: Unit) -> list[int]:
    """The values and icons of a unit, in the order of `VALUES`."""
    return [unit.health, *unit.values, *(unit.abilities[one] for one in ABILITIES)]


def _link(record: Fields, name: str) -> int | None:
    return None if record.null(name) else record.choice(name, ERAS)


# -- tokens, gears, relics, dice


def _tokens(fields: Fields) -> Tokens:
    prowess, honour, warfare = (fields.object(name) for name in ("prowess", "honour", "warfare"))
    data.status(prowess)
    data.status(honour)
    names = warfare.names()
    if not 0 < len(names) <= MOST_WARFARE:
        raise fields.fail("warfare", f"has {len(names)} kinds of token, not 1..{MOST_WARFARE}")
    tokens = Tokens(
        warfare=tuple(_token(name, warfare.object(name)) for name in names),
        prowess=_numbers(prowess, "values", 4, 4, 0, 9),
        honour_points=honour.integer("points", 0, 9),
        honour_units=honour.integer("units", 1, 5),
    )
    if list(tokens.prowess) != sorted(tokens.prowess):
        raise prowess.fail("values", "must ascend")
    if sum(token.count for token in tokens.warfare) < LEAST_WARFARE:
        raise fields.fail("warfare", f"has fewer than {LEAST_WARFARE} tokens")
    for record in (prowess, honour):
        record.close()
    return tokens


def _token(name: str, record: Fields) -> Token:
    _known(record, ("count", "use", *LINES, *OF_TOKENS))
    token = Token(
        id=name,
        english=data.titles(record, name)[0],
        count=record.integer("count", 0, 20),
        use=record.choice("use", USES, default="battle"),
        values=tuple(record.integer(line, 0, 9, default=0) for line in LINES),
        abilities={one: record.integer(one, 0, 3, default=0) for one in OF_TOKENS},
    )
    if (token.use == 0) != any((*token.values, *token.abilities.values())):
        raise record.fail("use", "must be battle for a token that adds to its unit, and for no other")
    record.close()
    return token


def _gears(fields: Fields) -> Gears:
    wheel, tiles = fields.object("wheel"), fields.object("tiles")
    data.status(wheel)
    names = tiles.names()
    if not 3 <= len(names) <= MOST_TILES:
        raise fields.fail("tiles", f"has {len(names)} tiles, not 3..{MOST_TILES}")
    gears = Gears(
        tiles=tuple(_tile(name, tiles.object(name)) for name in names),
        sectors=_choices(wheel, "sectors", 4, ACTIONS),
        start=wheel.integer("start", 0, 3),
    )
    wheel.close()
    return gears


def _tile(name: str, record: Fields) -> Tile:
    data.status(record)
    eras = _choices(record, "eras", 2, ERAS)
    if eras[0] == eras[1]:
        raise record.fail("eras", "are the same")
    tile = Tile(
        id=name,
        english=data.titles(record, name)[0],
        eras=(eras[0], eras[1]),
        points_at=record.integer("points_at", 1, 3),
        turns=record.integer("turns", 0, 3),
    )
    record.close()
    return tile


def _choices(record: Fields, name: str, length: int, choices: tuple[str, ...]) -> tuple[int, ...]:
    items = record.items(name, length)
    if len(items) != length or any(item not in choices for item in items):
        raise record.fail(name, f"is not {length} of {', '.join(choices)}")
    return tuple(choices.index(str(item)) for item in items)


def _numbers(record: Fields, name: str, least: int, most: int, low: int, high: int) -> tuple[int, ...]:
    items = record.items(name, most)
    if len(items) < least or any(type(n) is not int or not low <= n <= high for n in items):
        raise record.fail(name, f"is not {least}..{most} whole numbers in {low}..{high}")
    return tuple(int(str(n)) for n in items)


def _relics(fields: Fields) -> Relics:
    cards, worth = fields.object("cards"), fields.object("worth")
    for record in (cards, worth):
        data.status(record)
    relics = Relics(cards.integer("count", 2, 40), _numbers(worth, "points", 1, 5, 0, 99))
    for record in (cards, worth):
        record.close()
    return relics


def _dice(fields: Fields) -> tuple[tuple[tuple[int, ...], ...], ...]:
    dice = []
    for name in ("strong", "risky"):
        record = fields.object(name)
        data.status(record)
        faces = record.items("faces", 6)
        if len(faces) != 6:
            raise record.fail("faces", f"are {len(faces)}, not 6")
        dice.append(tuple(_face(record, i, face) for i, face in enumerate(faces)))
        record.close()
    return tuple(dice)


def _face(record: Fields, i: int, face: object) -> tuple[int, ...]:
    if isinstance(face, list) and len(face) == 3 and all(type(n) is int and -9 <= n <= 9 for n in face):
        return tuple(face)
    raise record.fail(f"faces[{i}]", "is not 3 whole numbers in -9..9")
