"""The data of the full game as plain records: scenario cards, lore decks, armies (RULES.md 11)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from battlewise.core import data
from battlewise.core.games.battlelore.cards import CommandCard, UnitCard
from battlewise.core.games.battlelore.rules.board import width
from battlewise.core.games.battlelore.state import (
    MOST_COUNTED,
    NONE,
    Effect,
    Group,
    ScenarioRule,
    Terrain,
    VpVerb,
)
from battlewise.core.games.battlelore.words import (
    EFFECTS,
    GROUPS,
    POINTS,
    RULES,
    SIDES,
    TERRAIN,
    TIMINGS,
)
from battlewise.core.views import Fields
from battlewise.core.vocabulary import by_member

# The times at which each effect has a meaning.
_BEFORE_MOVES = ("after_orders", "before_moves")
_FITTING = by_member(
    Effect,
    {
        Effect.CANCEL_EFFECT: ("enemy_lore",),
        Effect.EXTRA_DICE_EFFECT: ("before_roll",),
        Effect.LORE_DAMAGE_EFFECT: ("before_roll",),
        Effect.IGNORE_RETREATS_EFFECT: ("after_enemy_roll",),
        Effect.COUNTER_EFFECT: ("friend_falls",),
        Effect.FEAST_EFFECT: ("enemy_falls",),
        Effect.OVERRUN_EFFECT: ("target_gone",),
        Effect.BAR_ATTACKS_EFFECT: ("enemy_attack_start",),
        Effect.PORTAL_EFFECT: _BEFORE_MOVES,
        Effect.ORDER_EFFECT: _BEFORE_MOVES,
        Effect.LONGER_MOVE_EFFECT: _BEFORE_MOVES,
        Effect.HASTE_EFFECT: _BEFORE_MOVES,
        Effect.SWARM_EFFECT: (*_BEFORE_MOVES, "attack_start", "attack_step"),
        Effect.SACRIFICE_EFFECT: ("attack_start",),
        Effect.HOWL_EFFECT: ("attack_start", "attack_step"),
        Effect.VENOM_EFFECT: ("attack_start", "attack_step"),
        Effect.MEND_EFFECT: ("lore_step",),
    },
)
# The number that an effect needs, and its limits; and the effects on a group of units.
_AMOUNT = {
    Effect.EXTRA_DICE_EFFECT: ("dice", 1, 3),
    Effect.BAR_ATTACKS_EFFECT: ("units", 1, 9),
    Effect.LONGER_MOVE_EFFECT: ("hexes", 1, 2),
    Effect.HASTE_EFFECT: ("hexes", 1, 2),
    Effect.SWARM_EFFECT: ("range", 1, 5),
    Effect.HOWL_EFFECT: ("retreats", 1, 9),
    Effect.FEAST_EFFECT: ("damage", 1, 9),
}
_OF = (
    Effect.BAR_ATTACKS_EFFECT,
    Effect.ORDER_EFFECT,
    Effect.IGNORE_RETREATS_EFFECT,
    Effect.LONGER_MOVE_EFFECT,
    Effect.SACRIFICE_EFFECT,
)
_BY_ATTACK = (Effect.EXTRA_DICE_EFFECT, Effect.LORE_DAMAGE_EFFECT)
_WITH_DICE = (Effect.ORDER_EFFECT, Effect.SACRIFICE_EFFECT)
_NO_CARD_GROUPS = (Group.LEFT, Group.CENTRE, Group.RIGHT, Group.NOT_WEAK)
DEPLOYMENT_HEXES = 18
DEPLOYMENT = ("command_tent", "decoy")  # the deployment cards that are no units


@dataclass(frozen=True)
class LoreCard:
    """A design of a lore deck; `windows`, `effect` and `of` as numbers of WINDOWS, EFFECTS and GROUPS."""

    id: str
    english: str
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
    """A scenario card's special rule; `verb` and `of` as numbers of RULES and GROUPS."""

    verb: int
    of: int = Group.ANYWHERE
    type: int = NONE
    amount: int = 0
    dice: int = 0
    low: int = 0
    high: int = 0
    kills: bool = False


@dataclass(frozen=True)
class Points:
    """A scenario card's VP rule.

    `verb`, `terrain` and `of` are numbers of POINTS, TERRAIN and GROUPS, `hexes` (row, column) of the board.
    """

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
    """A scenario card; all hexes as (row, column) of the board, deployment hexes from the front row.

    :ivar prior: its weight as a move (`weigh`), 0.001..100.
    """

    id: str
    english: str
    prior: float
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
    english: str
    units: tuple[int, ...]
    tent: bool


@dataclass(frozen=True)
class Plan:
    """A named deployment: three numbers each, for melee infantry, ranged and all other units.

    :ivar prior: its weight as a move (`weigh`), by side, 0.001..100.
    """

    id: str
    english: str
    prior: tuple[float, ...]
    forward: tuple[float, ...]
    focus: tuple[float, ...]
    spread: tuple[float, ...]


@dataclass(frozen=True)
class Full:
    """The data of the full game; lists of two are by side, `titles` those of DEPLOYMENT."""

    numbers: dict[str, int]
    titles: dict[str, str]
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
    numbers, titles, through, preset = data.read(
        where, "full.toml", lambda fields: _numbers(fields, units, cards)
    )
    uthuk = data.read(where, "scenarios_uthuk.toml", lambda fields: _scenarios(fields, 0, units, ()))
    daqan = data.read(where, "scenarios_daqan.toml", lambda fields: _scenarios(fields, 1, units, uthuk))
    armies = data.read(where, "armies.toml", lambda fields: _armies(fields, units, numbers))
    return Full(
        numbers=numbers,
        titles=titles,
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
    "muster": (("points", 28, 80), ("most_unspent", 0, 50)),
    "command_tent": (("points", 0, 20), ("vp", 0, 10)),
    "decoy": (("count", 6, 11),),
    "victory": (("vp", 1, MOST_COUNTED),),
    "cure": (("lore", 1, MOST_COUNTED),),
    "swarm": (("markers", 0, 28),),
}


def _numbers(
    fields: Fields, units: tuple[UnitCard, ...], cards: tuple[CommandCard, ...]
) -> tuple[dict[str, int], dict[str, str], bool, tuple[tuple[int, ...], ...]]:
    found, titles = {}, {}
    for name, keys in _NUMBERS.items():
        record = fields.object(name)
        if name in DEPLOYMENT:
            titles[name] = data.titles(record, name)[0]
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
    return found, titles, through, preset


def _check_points(fields: Fields, units: tuple[UnitCard, ...], numbers: dict[str, int]) -> None:
    """A side can pay for as many units as decoys cannot replace."""
    least = DEPLOYMENT_HEXES - numbers["decoy_count"]
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
    timings = record.items("timings", len(TIMINGS))
    effect = record.object("effect")
    verb = effect.choice("verb", EFFECTS)
    for i, timing in enumerate(timings):
        if timing not in TIMINGS:
            raise record.fail(f"timings[{i}]", f"{timing!r} is none of {', '.join(TIMINGS)}")
        if timing not in _FITTING[verb]:
            raise record.fail(
                f"timings[{i}]",
                f"{timing!r} is no time for {EFFECTS[verb]!r}, which needs {' or '.join(_FITTING[verb])}",
            )
    if not timings:
        raise record.fail("timings", "is empty")
    key, low, high = _AMOUNT.get(verb, ("", 0, 0))
    attack = "any"
    if verb in _BY_ATTACK:
        attack = ("any", "melee", "ranged")[effect.choice("attack", ("any", "melee", "ranged"), "any")]
    card = LoreCard(
        id=name,
        english=data.titles(record, name)[0],
        count=record.integer("count", 0, 60),
        cost=record.integer("cost", 0, 99),
        windows=tuple(sorted({TIMINGS[str(timing)] for timing in timings})),
        effect=verb,
        amount=effect.integer(key, low, high) if key else 0,
        dice=effect.integer("dice", 0, 5, default=0) if verb in _WITH_DICE else 0,
        of=_effect_group(effect, verb) if verb in _OF else Group.ANYWHERE,
        most_muster=effect.integer("most_muster", 0, 50, default=0) if verb == Effect.ORDER_EFFECT else 0,
        melee=attack != "ranged",
        ranged=attack != "melee",
    )
    effect.close()
    record.close()
    return card


def _effect_group(record: Fields, verb: int) -> int:
    of = _group(record, EFFECTS[verb])
    if verb == Effect.LONGER_MOVE_EFFECT and of != Group.INFANTRY:
        raise record.fail("of", "must be 'infantry'")
    return of


def _group(record: Fields, what: str) -> int:
    """A group that a unit's card alone decides.

    :param what: the verb or rule that needs it, for messages.
    """
    of = record.choice("of", GROUPS)
    if of in _NO_CARD_GROUPS:
        raise record.fail("of", f"{GROUPS[of]!r} is no group of units for {what!r}")
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
    tiles = Terrain.FORD  # fords and bridges lie on tiles
    shown = {hexagon: kind for kind, hexes in enumerate(card.terrain[:tiles]) for hexagon in hexes}
    for kind, hexes in enumerate(other.terrain[:tiles]):
        if any(shown.get(hexagon, kind) != kind for hexagon in hexes):
            raise fields.fail(f"{card.id}.terrain", f"has a hex with other terrain on {other.id}")
    if card.banner == other.banner:
        raise fields.fail(f"{card.id}.banner", f"must be another hex than that of {other.id}")


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
        english=data.titles(record, name)[0],
        prior=_prior(record, "prior"),
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
        if kind == "bridge" and not set(hexes) <= set(found[Terrain.WATER]):
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
    if set(found) & set(terrain[Terrain.WATER]):
        raise record.fail("deploy", "has a water hex")
    massive = sum(unit.units for unit in units if unit.massive and unit.faction == side)
    if len(set(found) - set(terrain[Terrain.BUILDING])) <= massive:
        raise record.fail("deploy", "has too few hexes without a building for all massive units")
    return tuple(found)


def _type(record: Fields, side: int, units: tuple[UnitCard, ...]) -> int:
    kind = record.choice("type", [unit.id for unit in units])
    if units[kind].faction != side:
        raise record.fail("type", f"{units[kind].id!r} is of the other faction")
    return kind


def _rows(record: Fields) -> tuple[int, int]:
    return _pair(record, "rows", 1, 9, "own rows")


def _pair(record: Fields, name: str, low: int, high: int, what: str) -> tuple[int, int]:
    """A list of two numbers, the second not smaller than the first."""
    pair = [n for n in record.items(name, 2) if type(n) is int]
    if len(pair) != 2 or not low <= pair[0] <= pair[1] <= high:
        raise record.fail(name, f"{record.items(name, 2)!r} is not two {what} in {low}..{high}")
    return pair[0], pair[1]


# What a rule's verb reads besides: a group of units, a number, a type of unit.
_RULE_OF = (
    ScenarioRule.LONGER_MOVE,
    ScenarioRule.EXTRA_ORDER,
    ScenarioRule.WATER_WALK,
    ScenarioRule.FULL_CLEAVE,
    ScenarioRule.FAR_SIGHT,
    ScenarioRule.INFILTRATE,
)
_RULE_AMOUNT = (
    ScenarioRule.LONGER_MOVE,
    ScenarioRule.FAR_SIGHT,
    ScenarioRule.DISCOUNT,
    ScenarioRule.MORE_FORDS,
    ScenarioRule.MORE_LORE,
)
_RULE_TYPE = (ScenarioRule.VOLLEY, ScenarioRule.DISCOUNT)


def _rule(record: Fields, side: int, units: tuple[UnitCard, ...]) -> Rule:
    data.status(record)
    verb = record.choice("verb", RULES)
    of, kind, amount, dice, low, high = Group.ANYWHERE, NONE, 0, 0, 0, 0
    kills = verb == ScenarioRule.MORE_LORE and record.flag("kills")
    if verb in _RULE_OF:
        of = _group(record, "a rule")
    if verb == ScenarioRule.MORE_LORE and not kills:
        of = _group(record, "a rule")
        low, high = _rows(record)
    if verb in _RULE_AMOUNT:
        amount = record.integer("amount", 1, 3)
    if verb in _RULE_TYPE:
        kind = _type(record, side, units)
    if verb == ScenarioRule.VOLLEY:
        dice = record.integer("dice", 1, 5)
        low, high = _pair(record, "range", 2, 5, "distances")
    record.close()
    return Rule(verb, of, kind, amount, dice, low, high, kills)


def _points(record: Fields, side: int, units: tuple[UnitCard, ...]) -> Points:
    data.status(record)
    verb = record.choice("verb", POINTS)
    counted = verb in (VpVerb.OCCUPIES, VpVerb.KEEPS_FREE)
    named = verb == VpVerb.KEEPS_FREE and record.has("hexes")
    low, high = _rows(record) if record.has("rows") or verb == VpVerb.IN_ROWS else (0, 0)
    eliminated = verb == VpVerb.ELIMINATED
    occupies = verb == VpVerb.OCCUPIES
    bonus = 0
    from_afar = eliminated and record.has("from_afar")
    if from_afar:
        bonus = record.integer("from_afar", 1, 10)
    elif eliminated and high:
        bonus = record.integer("in_rows", 1, 10)
    hexes = record.items("hexes", 9) if named else []
    grouped = (occupies or verb == VpVerb.IN_ROWS) and record.has("of")
    points = Points(
        verb=verb,
        vp=record.integer("vp", 1, 10),
        bonus=bonus,
        terrain=record.choice("terrain", TERRAIN) if counted and not named else 0,
        count=record.integer("units", 1, 9) if occupies else 0,
        own_half=counted and record.flag("own_half"),
        adjacent=verb == VpVerb.KEEPS_FREE and record.flag("adjacent"),
        of=_group(record, "a rule") if grouped else Group.ANYWHERE,
        type=_type(record, side, units) if occupies and record.has("type") else NONE,
        low=low,
        high=high,
        from_afar=from_afar,
        once=eliminated and record.flag("once_a_turn"),
        near_water=eliminated and record.flag("near_water"),
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
        english = data.titles(record, name)[0]
        data.status(record)
        side = record.choice("side", SIDES)
        tent = record.flag("tent")
        counts = tuple(record.counts("units", [unit.id for unit in units], 9))
        record.close()
        for unit, n in zip(units, counts, strict=True):
            if n and (unit.faction != side or n > unit.units):
                raise fields.fail(f"{name}.units.{unit.id}", "is of the other faction, or there are fewer")
        cost = sum(unit.muster * n for unit, n in zip(units, counts, strict=True))
        least = DEPLOYMENT_HEXES - numbers["decoy_count"]
        if cost > numbers["muster_points"] + tent * numbers["command_tent_points"]:
            raise fields.fail(f"{name}.units", f"cost {cost} muster points")
        if not least <= sum(counts) + tent or sum(counts) > 14:
            raise fields.fail(f"{name}.units", f"are {sum(counts)}, not {least}..14")
        found.append((side, ArmyCard(name, english, counts, tent)))
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
        english = data.titles(record, name)[0]
        by_side = record.object("prior")
        prior = tuple(_prior(by_side, side) for side in SIDES)
        by_side.close()
        numbers = (_three(record, key) for key in ("forward", "focus", "spread"))
        plans.append(Plan(name, english, prior, *numbers))
        record.close()
    return tuple(plans)


def _prior(record: Fields, key: str) -> float:
    prior = record.number(key)
    if not 0.001 <= prior <= 100:
        raise record.fail(key, f"{prior} is not in 0.001..100")
    return prior


def _three(record: Fields, key: str) -> tuple[float, ...]:
    items = record.items(key, 3)
    if len(items) != 3 or any(type(n) not in (int, float) or not abs(float(str(n))) < 1000 for n in items):
        raise record.fail(key, f"{items!r} is not three numbers")
    return tuple(float(str(n)) for n in items)
