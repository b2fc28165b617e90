"""The data of the full game as plain records: scenario cards, lore decks, armies (RULES.md 11)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from battlewise.core import data
from battlewise.core.games.battlelore.cards import GROUPS, MOST_COUNTED, SIDES, CommandCard, UnitCard
from battlewise.core.games.battlelore.rules.board import width
from battlewise.core.views import Fields

TERRAIN = ("hill", "forest", "building", "water", "ford", "bridge")
# In the order of `ScenarioRule`, `VpVerb` and `Effect` in state.pxd, windows in that of `Window`.
RULES = (
    "none", "longer_move", "extra_order", "more_fords", "volley", "discount", "free_fords", "more_lore",
    "water_walk", "full_cleave", "full_dice", "far_sight", "free_forest", "infiltrate",
)  # fmt: skip
POINTS = ("eliminated", "occupies", "keeps_free", "in_rows", "most_in_centre", "one_of_each")
EFFECTS = (
    "cancel", "extra_dice", "lore_damage", "portal", "bar_attacks", "order", "ignore_retreats", "longer_move",
    "mend", "counter", "overrun", "swarm", "sacrifice", "howl", "venom", "feast", "haste",
)  # fmt: skip
WINDOWS = {
    "after_orders": 1, "before_moves": 1, "attack_start": 2, "enemy_attack_start": 3, "before_roll": 4,
    "after_enemy_roll": 5, "friend_falls": 6, "enemy_falls": 7, "enemy_lore": 8, "attack_step": 9,
    "target_gone": 10, "lore_step": 11,
}  # fmt: skip
# The windows in which each effect has a meaning.
_FITTING = {
    "cancel": ("enemy_lore",),
    "extra_dice": ("before_roll",),
    "lore_damage": ("before_roll",),
    "ignore_retreats": ("after_enemy_roll",),
    "counter": ("friend_falls",),
    "feast": ("enemy_falls",),
    "overrun": ("target_gone",),
    "bar_attacks": ("enemy_attack_start",),
    "portal": ("after_orders", "before_moves"),
    "order": ("after_orders", "before_moves"),
    "longer_move": ("after_orders", "before_moves"),
    "haste": ("after_orders", "before_moves"),
    "swarm": ("after_orders", "before_moves", "attack_start", "attack_step"),
    "sacrifice": ("attack_start",),
    "howl": ("attack_start", "attack_step"),
    "venom": ("attack_start", "attack_step"),
    "mend": ("lore_step",),
}
# The number that an effect needs, and its bounds; and whether it speaks of a group of units.
_AMOUNT = {
    "extra_dice": ("dice", 1, 3),
    "bar_attacks": ("units", 1, 9),
    "longer_move": ("hexes", 1, 2),
    "haste": ("hexes", 1, 2),
    "swarm": ("range", 1, 5),
    "howl": ("retreats", 1, 9),
    "feast": ("damage", 1, 9),
}
_OF = ("bar_attacks", "order", "ignore_retreats", "longer_move", "sacrifice")
DEPLOYMENT_HEXES = 18
NONE = 255


@dataclass(frozen=True)
class LoreCard:
    """A design of a lore deck; `windows` as numbers of WINDOWS."""

    id: str
    count: int
    cost: int
    windows: tuple[int, ...]
    effect: int
    amount: int
    dice: int
    of: int
    most_muster: int
    melee: bool
    ranged: bool


@dataclass(frozen=True)
class Rule:
    """A scenario card's special rule."""

    verb: int
    of: int = GROUPS.index("any")
    type: int = NONE
    amount: int = 0
    dice: int = 0
    low: int = 0
    high: int = 0
    kills: bool = False


@dataclass(frozen=True)
class Points:
    """A scenario card's VP rule; `hexes` as (row, column) of the board."""

    verb: int
    vp: int
    bonus: int
    terrain: int
    count: int
    own_half: bool
    adjacent: bool
    of: int
    type: int
    low: int
    high: int
    from_afar: bool
    once: bool
    near_water: bool
    hexes: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class ScenarioCard:
    """A scenario card; all hexes as (row, column) of the board, deployment hexes from the front row."""

    id: str
    letter: int
    number: int
    terrain: tuple[tuple[tuple[int, int], ...], ...]
    banner: tuple[int, int]
    banner_vp: int
    deploy: tuple[tuple[int, int], ...]
    rule: Rule
    points: Points


@dataclass(frozen=True)
class ArmyCard:
    """An army card: how many units of each type."""

    id: str
    units: tuple[int, ...]
    tent: bool


@dataclass(frozen=True)
class Plan:
    """A named deployment: three numbers each, for melee infantry, ranged and all other units."""

    id: str
    forward: tuple[float, ...]
    focus: tuple[float, ...]
    spread: tuple[float, ...]


@dataclass(frozen=True)
class Full:
    """The data of the full game; lists of two are by side."""

    numbers: dict[str, int]
    through_vacated_hex: bool
    preset: tuple[tuple[int, ...], ...]
    lore: list[tuple[LoreCard, ...]] = field(default_factory=list)
    scenarios: list[tuple[ScenarioCard, ...]] = field(default_factory=list)
    armies: list[tuple[ArmyCard, ...]] = field(default_factory=list)
    plans: tuple[Plan, ...] = ()


def load(where: list[Path], units: tuple[UnitCard, ...], cards: tuple[CommandCard, ...]) -> Full:
    """The data of the full game, checked.

    :raises DataError: naming file, record and key.
    """
    numbers, through, preset = data.read(where, "full.toml", lambda fields: _numbers(fields, units, cards))
    uthuk = data.read(where, "scenarios_uthuk.toml", lambda fields: _scenarios(fields, 0, units, ()))
    daqan = data.read(where, "scenarios_daqan.toml", lambda fields: _scenarios(fields, 1, units, uthuk))
    armies = data.read(where, "armies.toml", lambda fields: _armies(fields, units, numbers))
    return Full(
        numbers=numbers,
        through_vacated_hex=through,
        preset=preset,
        lore=[data.read(where, f"lore_{side}.toml", _lore) for side in SIDES],
        scenarios=[uthuk, daqan],
        armies=[tuple(card for side, card in armies if side == i) for i in range(2)],
        plans=data.read(where, "deployment.toml", _plans),
    )


_NUMBERS = {
    "hand": (("drawn", 6, 6), ("cards", 4, 4)),
    "lore": (("drawn", 3, 3), ("cards", 2, 2), ("most", 2, 9)),
    "muster": (("points", 28, 80), ("decoys", 6, 11), ("most_unspent", 0, 50)),
    "tent": (("points", 0, 20), ("vp", 0, 10)),
    "victory": (("vp", 1, MOST_COUNTED),),
    "cure": (("lore", 1, MOST_COUNTED),),
    "swarm": (("markers", 0, 28),),
}


def _numbers(
    fields: Fields, units: tuple[UnitCard, ...], cards: tuple[CommandCard, ...]
) -> tuple[dict[str, int], bool, tuple[tuple[int, ...], ...]]:
    found = {}
    for name, keys in _NUMBERS.items():
        record = fields.object(name)
        data.status(record)
        for key, low, high in keys:
            found[f"{name}_{key}"] = record.integer(key, low, high)
        record.close()
    _check_points(fields, units, found)
    record = fields.object("pursue")
    data.status(record)
    through = record.flag("through_vacated_hex", True)
    record.close()
    record = fields.object("preset")
    data.status(record)
    preset = tuple(tuple(record.counts(side, [card.id for card in cards], 4)) for side in SIDES)
    record.close()
    for side, hand in zip(SIDES, preset, strict=True):
        if sum(hand) != found["hand_cards"]:
            raise fields.fail(f"preset.{side}", f"has {sum(hand)} cards, not {found['hand_cards']}")
    for i, card in enumerate(cards):
        if sum(hand[i] for hand in preset) > card.count:
            raise fields.fail("preset", f"has more {card.id} than the deck")
    return found, through, preset


def _check_points(fields: Fields, units: tuple[UnitCard, ...], numbers: dict[str, int]) -> None:
    """A side can pay for as many units as decoys cannot replace."""
    least = DEPLOYMENT_HEXES - numbers["muster_decoys"]
    for i, side in enumerate(SIDES):
        prices = sorted(unit.muster for unit in units if unit.faction == i for _ in range(unit.units))
        if len(prices) < least or sum(prices[:least]) > numbers["muster_points"]:
            raise fields.fail("muster", f"lets the {side} not muster the {least} units that an army needs")


# -- lore cards


def _lore(fields: Fields) -> tuple[LoreCard, ...]:
    names = fields.names()
    if not 0 < len(names) <= 16:
        raise fields.fail("", f"has {len(names)} cards, not 1..16")
    cards = tuple(_lore_card(name, fields.object(name)) for name in names)
    total = sum(card.count for card in cards)
    if not 8 <= total <= 200:
        raise fields.fail("", f"has {total} cards in all, not 8..200")
    return cards


def _lore_card(name: str, record: Fields) -> LoreCard:
    data.status(record)
    timings = record.items("timings", len(WINDOWS))
    effect = record.object("effect")
    verb = EFFECTS[effect.choice("verb", EFFECTS)]
    for i, timing in enumerate(timings):
        if timing not in WINDOWS:
            raise record.fail(f"timings[{i}]", f"{timing!r} is none of {', '.join(WINDOWS)}")
        if timing not in _FITTING[verb]:
            raise record.fail(f"timings[{i}]", f"{timing!r} is no time for {verb!r}")
    if not timings:
        raise record.fail("timings", "is empty")
    key, low, high = _AMOUNT.get(verb, ("", 0, 0))
    attack = "any"
    if verb in ("extra_dice", "lore_damage"):
        attack = ("any", "melee", "ranged")[effect.choice("attack", ("any", "melee", "ranged"), "any")]
    card = LoreCard(
        id=name,
        count=record.integer("count", 0, 60),
        cost=record.integer("cost", 0, 99),
        windows=tuple(sorted({WINDOWS[str(timing)] for timing in timings})),
        effect=EFFECTS.index(verb),
        amount=effect.integer(key, low, high) if key else 0,
        dice=effect.integer("dice", 0, 5, default=0) if verb in ("order", "sacrifice") else 0,
        of=_group(effect, verb) if verb in _OF else GROUPS.index("any"),
        most_muster=effect.integer("most_muster", 0, 50, default=0) if verb == "order" else 0,
        melee=attack != "ranged",
        ranged=attack != "melee",
    )
    effect.close()
    record.close()
    return card


def _group(record: Fields, verb: str) -> int:
    """A group that a unit's card alone decides."""
    of = record.choice("of", GROUPS)
    if GROUPS[of] in ("left", "centre", "right", "not weak"):
        raise record.fail("of", f"{GROUPS[of]!r} is no group of units for {verb!r}")
    if verb == "longer_move" and GROUPS[of] != "infantry":
        raise record.fail("of", "must be 'infantry'")
    return of


# -- scenario cards


def _scenarios(
    fields: Fields, side: int, units: tuple[UnitCard, ...], others: tuple[ScenarioCard, ...]
) -> tuple[ScenarioCard, ...]:
    names = fields.names()
    if not 3 <= len(names) <= 8:
        raise fields.fail("", f"has {len(names)} cards, not 3..8")
    cards = tuple(_scenario(name, fields.object(name), side, units) for name in names)
    for card in cards:
        for other in others:
            _check_meeting(fields, card, other)
    return cards


def _check_meeting(fields: Fields, card: ScenarioCard, other: ScenarioCard) -> None:
    """On the centre row, which both halves share, two cards do not show different things."""
    tiles = TERRAIN.index("ford")  # fords and bridges lie on tiles
    shown = {hexagon: kind for kind, hexes in enumerate(card.terrain[:tiles]) for hexagon in hexes}
    for kind, hexes in enumerate(other.terrain[:tiles]):
        if any(shown.get(hexagon, kind) != kind for hexagon in hexes):
            raise fields.fail(f"{card.id}.terrain", f"has a hex with other terrain on {other.id}")
    if card.banner == other.banner:
        raise fields.fail(f"{card.id}.banner", f"is where that of {other.id} is")


def _scenario(name: str, record: Fields, side: int, units: tuple[UnitCard, ...]) -> ScenarioCard:
    data.status(record)
    record.choice("map_status", data.STATUSES)
    code = record.text("code", 2)
    if len(code) != 2 or not "A" <= code[0] <= "Z" or not "1" <= code[1] <= "9":
        raise record.fail("code", f"{code!r} is no letter and number such as 'A1'")
    terrain = _terrain(record, side)
    banner = record.object("banner")
    card = ScenarioCard(
        id=name,
        letter=ord(code[0]) - ord("A"),
        number=int(code[1]),
        terrain=terrain,
        banner=_own_hex(banner, "hex", banner.text("hex"), side),
        banner_vp=banner.integer("vp", 1, 10),
        deploy=_deployment(record, side, terrain, units),
        rule=_rule(record.object("rule"), side, units),
        points=_points(record.object("points"), side, units),
    )
    banner.close()
    record.close()
    return card


def _on_board(row: int, position: int, side: int) -> tuple[int, int]:
    """A hex of the owner's own row (from 1) and position as row and column of the board."""
    return (9 - row, position) if side else (row - 1, width(row - 1) - 1 - position)


def _own_hex(record: Fields, name: str, value: object, side: int) -> tuple[int, int]:
    parts = value.split(".") if isinstance(value, str) else []
    if len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
        row, position = map(int, parts)
        if 1 <= row <= 5 and position < width(row - 1):
            return _on_board(row, position, side)
    raise record.fail(name, f"{value!r} is no hex of the own half such as '4.3'")


def _terrain(record: Fields, side: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    given = record.object("terrain")
    found: list[tuple[tuple[int, int], ...]] = []
    seen: set[tuple[int, int]] = set()
    for kind in TERRAIN:
        items = given.items(kind, 104, default=())
        hexes = [_own_hex(given, f"{kind}[{i}]", item, side) for i, item in enumerate(items)]
        if kind == "bridge" and not set(hexes) <= set(found[TERRAIN.index("water")]):
            raise given.fail(kind, "is not on water")
        if kind == "ford" and hexes:
            raise given.fail(kind, "is placed in the game")
        if kind != "bridge" and (len(set(hexes)) < len(hexes) or seen & set(hexes)):
            raise given.fail(kind, "has a hex twice, or one with other terrain")
        seen |= set(hexes)
        found.append(tuple(hexes))
    given.close()
    return tuple(found)


def _deployment(
    record: Fields,
    side: int,
    terrain: Sequence[Sequence[tuple[int, int]]],
    units: tuple[UnitCard, ...],
) -> tuple[tuple[int, int], ...]:
    """The deployment hexes from the front row to the back."""
    given = record.object("deploy")
    taken = {hexagon for kind in terrain for hexagon in kind}
    found: list[tuple[int, int]] = []
    for row in (4, 3, 2, 1):
        positions = given.items(str(row), 12, default=())
        hexes = [
            _own_hex(given, f"{row}[{i}]", f"{row}.{position}", side) for i, position in enumerate(positions)
        ]
        if hexes and not found and not set(hexes) - taken:
            raise given.fail(str(row), "has no hex without terrain for a command tent")
        found += hexes
    given.close()
    if len(found) != DEPLOYMENT_HEXES or len(set(found)) != DEPLOYMENT_HEXES:
        raise record.fail("deploy", f"has {len(set(found))} hexes, not {DEPLOYMENT_HEXES}")
    if set(found) & set(terrain[TERRAIN.index("water")]):
        raise record.fail("deploy", "has a water hex")
    massive = sum(unit.units for unit in units if unit.massive and unit.faction == side)
    if len(set(found) - set(terrain[TERRAIN.index("building")])) <= massive:
        raise record.fail("deploy", "has too few hexes without a building for all massive units")
    return tuple(found)


def _type(record: Fields, side: int, units: tuple[UnitCard, ...]) -> int:
    kind = record.choice("type", [unit.id for unit in units])
    if units[kind].faction != side:
        raise record.fail("type", f"{units[kind].id!r} is of the other faction")
    return kind


def _rows(record: Fields) -> tuple[int, int]:
    rows = record.items("rows", 2)
    if len(rows) != 2 or any(type(row) is not int for row in rows) or not 1 <= rows[0] <= rows[1] <= 9:  # type: ignore[operator]
        raise record.fail("rows", f"{rows!r} is not two own rows in 1..9")
    return int(str(rows[0])), int(str(rows[1]))


def _rule(record: Fields, side: int, units: tuple[UnitCard, ...]) -> Rule:
    data.status(record)
    verb = RULES[record.choice("verb", RULES)]
    of, kind, amount, dice, low, high = GROUPS.index("any"), NONE, 0, 0, 0, 0
    kills = verb == "more_lore" and record.flag("kills")
    if verb in ("longer_move", "extra_order", "water_walk", "full_cleave", "far_sight", "infiltrate"):
        of = _group(record, "a rule")
    if verb == "more_lore" and not kills:
        of = _group(record, "a rule")
        low, high = _rows(record)
    if verb in ("longer_move", "far_sight", "discount", "more_fords", "more_lore"):
        amount = record.integer("amount", 1, 3)
    if verb in ("volley", "discount"):
        kind = _type(record, side, units)
    if verb == "volley":
        dice = record.integer("dice", 1, 5)
        span = record.items("range", 2)
        if len(span) != 2 or any(type(n) is not int for n in span) or not 2 <= span[0] <= span[1] <= 5:  # type: ignore[operator]
            raise record.fail("range", f"{span!r} is not two distances in 2..5")
        low, high = int(str(span[0])), int(str(span[1]))
    record.close()
    return Rule(RULES.index(verb), of, kind, amount, dice, low, high, kills)


def _points(record: Fields, side: int, units: tuple[UnitCard, ...]) -> Points:
    data.status(record)
    verb = POINTS[record.choice("verb", POINTS)]
    counted = verb in ("occupies", "keeps_free")
    named = verb == "keeps_free" and record.has("hexes")
    low, high = _rows(record) if record.has("rows") or verb == "in_rows" else (0, 0)
    bonus = 0
    from_afar = verb == "eliminated" and record.has("from_afar")
    if from_afar:
        bonus = record.integer("from_afar", 1, 10)
    elif verb == "eliminated" and high:
        bonus = record.integer("in_rows", 1, 10)
    hexes = record.items("hexes", 9) if named else []
    points = Points(
        verb=POINTS.index(verb),
        vp=record.integer("vp", 1, 10),
        bonus=bonus,
        terrain=record.choice("terrain", TERRAIN) if counted and not named else 0,
        count=record.integer("units", 1, 9) if verb == "occupies" else 0,
        own_half=counted and record.flag("own_half"),
        adjacent=verb == "keeps_free" and record.flag("adjacent"),
        of=_group(record, "a rule") if verb in ("occupies", "in_rows") and record.has("of") else 3,
        type=_type(record, side, units) if verb == "occupies" and record.has("type") else NONE,
        low=low,
        high=high,
        from_afar=from_afar,
        once=verb == "eliminated" and record.flag("once_a_turn"),
        near_water=verb == "eliminated" and record.flag("near_water"),
        hexes=tuple(_own_hex(record, f"hexes[{i}]", one, side) for i, one in enumerate(hexes)),
    )
    record.close()
    return points


# -- armies and plans


def _armies(
    fields: Fields, units: tuple[UnitCard, ...], numbers: dict[str, int]
) -> list[tuple[int, ArmyCard]]:
    found = []
    for name in fields.names():
        record = fields.object(name)
        data.status(record)
        side = record.choice("side", SIDES)
        tent = record.flag("tent")
        counts = tuple(record.counts("units", [unit.id for unit in units], 9))
        record.close()
        for unit, n in zip(units, counts, strict=True):
            if n and (unit.faction != side or n > unit.units):
                raise fields.fail(f"{name}.units.{unit.id}", "is of the other faction, or there are fewer")
        cost = sum(unit.muster * n for unit, n in zip(units, counts, strict=True))
        least = DEPLOYMENT_HEXES - numbers["muster_decoys"]
        if cost > numbers["muster_points"] + tent * numbers["tent_points"]:
            raise fields.fail(f"{name}.units", f"cost {cost} muster points")
        if not least <= sum(counts) + tent or sum(counts) > 14:
            raise fields.fail(f"{name}.units", f"are {sum(counts)}, not {least}..14")
        found.append((side, ArmyCard(name, counts, tent)))
    if any(sum(side == one for one, _ in found) > 8 for side in range(2)):
        raise fields.fail("", "has more than 8 armies of a side")
    return found


def _plans(fields: Fields) -> tuple[Plan, ...]:
    names = fields.names()
    if len(names) > 8:
        raise fields.fail("", f"has {len(names)} deployments, more than 8")
    plans = []
    for name in names:
        record = fields.object(name)
        plans.append(Plan(name, *(_three(record, key) for key in ("forward", "focus", "spread"))))
        record.close()
    return tuple(plans)


def _three(record: Fields, key: str) -> tuple[float, ...]:
    items = record.items(key, 3)
    if len(items) != 3 or any(type(n) not in (int, float) or not abs(float(str(n))) < 1000 for n in items):
        raise record.fail(key, f"{items!r} is not three numbers")
    return tuple(float(str(n)) for n in items)
