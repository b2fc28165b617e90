"""Data files as plain records: units, command cards, the learning scenario (RULES.md 11)."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from battlewise.core import data
from battlewise.core.games.battlelore.rules.board import width
from battlewise.core.games.battlelore.state import MOST_COUNTED, Group
from battlewise.core.games.battlelore.words import FACES, GROUPS, SIDES
from battlewise.core.views import Fields

# Further files that data folders may replace: those of `full.py`.
FILES = (
    "units.toml", "command_cards.toml", "learning.toml", "estimate.toml", "weigh.toml",
    "full.toml", "scenarios_uthuk.toml", "scenarios_daqan.toml", "lore_uthuk.toml", "lore_daqan.toml",
    "armies.toml", "deployment.toml", "estimate_full.toml", "weigh_full.toml",
)  # fmt: skip
folders = partial(data.folders, Path(__file__).parent / "data", FILES)
TRAITS = ("infantry", "cavalry", "elite", "legend", "archer", "knight", "melee", "ranged")


@dataclass(frozen=True)
class DiceAbility:
    """What each committed die of a face, a number of FACES, causes."""

    english: str
    face: int
    damage: int
    retreats: int
    poison: bool
    stun: bool
    own_figures: int
    if_damaged: bool


@dataclass(frozen=True)
class UnitCard:
    """A unit reference card; `faction` a number of SIDES."""

    id: str
    english: str
    letter: str
    traits: frozenset[str]
    move: int
    combat: int
    health: int
    range: int
    rage: bool
    double_shot: bool
    pursue: int
    flying: bool
    massive: bool
    vigilant: bool
    flanking: bool
    ferocity: bool
    immovable: int
    charge: int
    ability: DiceAbility | None
    faction: int
    muster: int
    units: int

    @property
    def ability_face(self) -> str:
        """The id of the die face that its dice ability uses; empty if it has none."""
        return "" if self.ability is None else FACES[self.ability.face]

    @property
    def needs_full_game(self) -> bool:
        """Whether it has an ability that the learning scenario does not play."""
        stuns = self.ability is not None and self.ability.stun
        return self.flying or self.flanking or self.ferocity or stuns

    def belongs_to(self, group: int) -> bool:
        """Whether the unit is of a group that depends on neither its place nor its strength."""
        return group == Group.ANYWHERE or any(name in self.traits for name in GROUPS[group].split(" or "))


@dataclass(frozen=True)
class CommandCard:
    """A command card: up to three groups of units that it orders, as (how many, a number of GROUPS)."""

    id: str
    english: str
    count: int
    by_section: bool
    groups: tuple[tuple[int, int], ...]
    extra_move: int
    extra_attack: bool
    extra_die: bool
    rolls: bool
    copies_mirrored: bool


@dataclass(frozen=True)
class Scenario:
    """The learning scenario: hexes as (row, column), units as (side, type, hex)."""

    hand: int
    victory_vp: int
    exchange_lore: int
    exchange_vp: int
    cure_lore: int
    through_vacated_hex: bool
    banners: tuple[tuple[tuple[int, int], int], ...]
    units: tuple[tuple[int, int, tuple[int, int]], ...]


@dataclass(frozen=True)
class Data:
    """All data of one game."""

    units: tuple[UnitCard, ...]
    cards: tuple[CommandCard, ...]
    scenario: Scenario


def load(where: list[Path]) -> Data:
    """The data that both scenarios share, and the learning scenario's own.

    :param where: the folders to look in, as `folders` gives them.
    :raises DataError: naming file, record and key.
    """
    units = data.read(where, "units.toml", _units)
    cards = data.read(where, "command_cards.toml", _cards)
    scenario = data.read(where, "learning.toml", lambda fields: _scenario(fields, units, cards))
    return Data(units, cards, scenario)


def _units(fields: Fields) -> tuple[UnitCard, ...]:
    names = fields.names()
    if not 0 < len(names) <= 16:
        raise fields.fail("", f"has {len(names)} units, not 1..16")
    units = tuple(_unit(name, fields.object(name)) for name in names)
    for i, unit in enumerate(units):
        if any(other.letter == unit.letter for other in units[:i]):
            raise fields.fail(f"{unit.id}.letter", f"{unit.letter!r} is another unit's")
    return units


def _unit(name: str, record: Fields) -> UnitCard:
    data.status(record)
    record.choice("muster_status", data.STATUSES)
    traits = _traits(record)
    pursue_hexes = record.integer("pursue_hexes", 1, 2, default=1)
    unit = UnitCard(
        id=name,
        english=data.titles(record, name)[0],
        letter=record.text("letter", 1),
        traits=traits,
        move=record.integer("move", 1, 4),
        combat=record.integer("combat", 1, 5),
        health=record.integer("health", 1, 9),
        range=record.integer("range", 1, 4) if "ranged" in traits else 1,
        rage=record.flag("rage"),
        double_shot=record.flag("double_shot"),
        pursue=pursue_hexes if record.flag("pursue") else 0,
        flying=record.flag("flying"),
        massive=record.flag("massive"),
        vigilant=record.flag("vigilant"),
        flanking=record.flag("flanking"),
        ferocity=record.flag("ferocity"),
        immovable=record.integer("immovable", 0, 5, default=0),
        charge=record.integer("charge", 0, 1, default=0),
        ability=_ability(record.object("dice_ability")) if record.has("dice_ability") else None,
        faction=record.choice("faction", SIDES),
        muster=record.integer("muster", 1, 50),
        units=record.integer("units", 1, 9),
    )
    record.close()
    return unit


def _traits(record: Fields) -> frozenset[str]:
    traits = record.items("traits", len(TRAITS))
    for i, trait in enumerate(traits):
        if trait not in TRAITS:
            raise record.fail(f"traits[{i}]", f"{trait!r} is none of {', '.join(TRAITS)}")
    if ("melee" in traits) == ("ranged" in traits):
        raise record.fail("traits", "must have one of melee and ranged")
    return frozenset(map(str, traits))


def _ability(record: Fields) -> DiceAbility:
    ability = DiceAbility(
        english=record.text("english"),
        face=record.choice("face", FACES),
        damage=record.integer("damage", 0, 3, default=0),
        retreats=record.integer("retreats", 0, 3, default=0),
        poison=record.flag("poison"),
        stun=record.flag("stun"),
        own_figures=record.integer("own_figures", 0, 3, default=0),
        if_damaged=record.flag("if_damaged"),
    )
    record.close()
    return ability


def _cards(fields: Fields) -> tuple[CommandCard, ...]:
    names = fields.names()
    if not 0 < len(names) <= 24:
        raise fields.fail("", f"has {len(names)} cards, not 1..24")
    cards = tuple(_card(name, fields.object(name)) for name in names)
    total = sum(card.count for card in cards)
    if not 9 <= total <= 200:
        raise fields.fail("", f"has {total} cards in all, not 9..200")
    return cards


def _card(name: str, record: Fields) -> CommandCard:
    data.status(record)
    by_section = record.has("sections")
    card = CommandCard(
        id=name,
        english=data.titles(record, name)[0],
        count=record.integer("count", 0, 60),
        by_section=by_section,
        groups=_sections(record) if by_section else _groups(record),
        extra_move=record.integer("extra_move", 0, 4, default=0),
        extra_attack=record.flag("extra_attack"),
        extra_die=record.flag("extra_die"),
        rolls=record.flag("rolls"),
        copies_mirrored=record.flag("copies_mirrored"),
    )
    if bool(card.groups) + card.rolls + card.copies_mirrored != 1:
        raise record.fail("", "must have exactly one of sections, groups, rolls and copies_mirrored")
    record.close()
    return card


def _sections(record: Fields) -> tuple[tuple[int, int], ...]:
    quotas = record.items("sections", 3)
    if len(quotas) != 3 or any(type(n) is not int or not 0 <= n <= 18 for n in quotas):
        raise record.fail("sections", f"{quotas!r} is not three whole numbers in 0..18")
    return tuple((int(str(n)), section) for section, n in enumerate(quotas))


def _groups(record: Fields) -> tuple[tuple[int, int], ...]:
    if not record.has("groups"):
        return ()
    groups = []
    for inner in record.objects("groups", 3):
        groups.append((inner.integer("units", 1, 18), inner.choice("of", GROUPS)))
        inner.close()
    return tuple(groups)


def _scenario(fields: Fields, units: tuple[UnitCard, ...], cards: tuple[CommandCard, ...]) -> Scenario:
    records = {name: fields.object(name) for name in ("hand", "victory", "exchange", "cure", "pursue")}
    for record in records.values():
        data.status(record)
    hand = records["hand"].integer("cards", 1, 4)
    scenario = Scenario(
        hand=hand,
        victory_vp=records["victory"].integer("vp", 1, MOST_COUNTED),
        exchange_lore=records["exchange"].integer("lore", 1, MOST_COUNTED),
        exchange_vp=records["exchange"].integer("vp", 1, 10),
        cure_lore=records["cure"].integer("lore", 1, MOST_COUNTED),
        through_vacated_hex=records["pursue"].flag("through_vacated_hex", True),
        banners=tuple(_banner(record) for record in fields.objects("banners", 12)),
        units=tuple(unit for record in fields.objects("units", 18) for unit in _deployed(record, units)),
    )
    for record in records.values():
        record.close()
    _check_board(fields, scenario)
    return scenario


def _banner(record: Fields) -> tuple[tuple[int, int], int]:
    data.status(record)
    banner = _hex(record, "hex", record.text("hex")), record.integer("vp", 1, 10)
    record.close()
    return banner


def _deployed(record: Fields, units: tuple[UnitCard, ...]) -> list[tuple[int, int, tuple[int, int]]]:
    data.status(record)
    side = record.choice("side", SIDES)
    kind = record.choice("type", [unit.id for unit in units])
    if units[kind].needs_full_game:
        raise record.fail("type", f"{units[kind].id!r} is not for the learning scenario")
    hexes = record.items("hexes", 18)
    record.close()
    return [(side, kind, _hex(record, f"hexes[{i}]", hexagon)) for i, hexagon in enumerate(hexes)]


def _hex(record: Fields, name: str, value: object) -> tuple[int, int]:
    parts = value.split(".") if isinstance(value, str) else []
    if len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
        row, column = map(int, parts)
        if row < 9 and column < width(row):
            return row, column
    raise record.fail(name, f"{value!r} is no hex of the board such as '5.3'")


def _check_board(fields: Fields, scenario: Scenario) -> None:
    hexes = [hexagon for _, _, hexagon in scenario.units]
    if len(hexes) > 18 or len(set(hexes)) < len(hexes):
        raise fields.fail("units", "are more than 18, or two on one hex")
    if {side for side, _, _ in scenario.units} != {0, 1}:
        raise fields.fail("units", "must be of both sides")
    banners = [hexagon for hexagon, _ in scenario.banners]
    if len(set(banners)) < len(banners):
        raise fields.fail("banners", "are two on one hex")
