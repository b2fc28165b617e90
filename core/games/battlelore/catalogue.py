"""What lies in the box (RULES.md 1, 12): board, units, cards and dice, with what they do in words."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from battlewise.core import data
from battlewise.core.catalogue import Die, Face, Space, Thing, from_record
from battlewise.core.changes import several
from battlewise.core.fields import plain
from battlewise.core.games.battlelore.cards import CommandCard, Data, UnitCard
from battlewise.core.games.battlelore.facts import at, does
from battlewise.core.games.battlelore.full import ArmyCard, Full, LoreCard, Points, Rule, ScenarioCard
from battlewise.core.games.battlelore.rules.board import distance, hexes, sections
from battlewise.core.games.battlelore.state import NONE, Effect, Group, ScenarioRule, Terrain, VpVerb
from battlewise.core.games.battlelore.state import Face as DieFace
from battlewise.core.games.battlelore.words import FACES, GROUPS, SIDES, TERRAIN, WINDOWS
from battlewise.core.vocabulary import by_member

FACE_TEXTS = by_member(
    DieFace,
    {
        DieFace.STRIKE: "1 damage in a melee attack.",
        DieFace.CLEAVE: "1 damage in a melee attack, unless the unit has only one figure.",
        DieFace.PIERCE: "1 damage in a ranged attack.",
        DieFace.MORALE: "The target retreats one hex.",
        DieFace.LORE: "1 lore token for the player who rolls.",
        DieFace.HEROIC: "For the unit's dice ability; else no effect.",
    },
)
TERRAIN_TEXTS = by_member(
    Terrain,
    {
        Terrain.HILL: "It blocks sight. Ranged units on it see over units.",
        Terrain.FOREST: "A unit that enters it stops; it blocks sight. For it and against it at most 2 dice.",
        Terrain.BUILDING: "A unit that enters it stops; it blocks sight. It takes 1 damage off each effect.",
        Terrain.WATER: "No unit enters it, but for flying ones.",
        Terrain.FORD: "Lies on water, which units can enter there; a unit that enters it stops.",
        Terrain.BRIDGE: "Lies on water, which units can enter there.",
    },
    end="TERRAINS",
)


def spaces(both: Data, is_full: bool) -> list[Space]:
    """The hexes of the board; in the learning scenario with the banners that lie there."""
    banners = {} if is_full else {tuple(hexagon): vp for hexagon, vp in both.scenario.banners}
    board = list(hexes().values())
    found = []
    for row, column in board:
        facts: dict[str, Any] = {"sections": {side: sections([row, column], side) for side in SIDES}}
        if (row, column) in banners:
            facts["banner_vp"] = banners[row, column]
        found.append(
            Space(
                id=f"hex:{row}.{column}",
                name=f"hex {row}.{column}",
                kind="hex",
                place=(column + row % 2 / 2, row * 3**0.5 / 2),
                neighbours=[f"hex:{at(one)}" for one in board if distance([row, column], one) == 1],
                facts=facts,
            )
        )
    return found


def pieces(both: Data, full: Full, is_full: bool, where: list[Path]) -> list[Thing]:
    """The kinds of units that are played with, tokens and terrain."""
    printed = data.printed(where, "units.toml")
    units = [unit for unit in both.units if is_full or not unit.needs_full_game]
    found = [from_record("card", unit.id, "unit", _unit(unit), printed, _numbers(unit)) for unit in units]
    return found + list(_tokens(both, full, is_full)) + (list(_terrain(full)) if is_full else [])


def _tokens(both: Data, full: Full, is_full: bool) -> Iterator[Thing]:
    cure = f"Its owner removes it for {full.numbers['cure_lore']} lore when the unit is ordered."
    lore = "Pays for lore cards" if is_full else f"{both.scenario.exchange_lore} can be exchanged for 1 VP"
    won = full.numbers["victory_vp"] if is_full else both.scenario.victory_vp
    tokens = {
        "lore": f"{lore}, and for the removal of tokens from units.",
        "victory_point": f"{won} and more than the enemy win when the first player's turn starts.",
        "banner": "Brings its VP in each Victory Point Step of the side whose unit stands on it.",
        "poison": f"A lore result of a roll against the unit can be 1 damage. {cure}",
    }
    if is_full:
        tokens |= {
            "stun": f"The unit neither moves nor attacks. {cure}",
            "swarm": f"The unit rolls one die less. {cure}",
        }
    for name, text in tokens.items():
        count = full.numbers["swarm_markers"] if name == "swarm" else None
        yield Thing(id=f"token:{name}", name=f"{plain(name)} token", kind="token", text=text, count=count)


def _terrain(full: Full) -> Iterator[Thing]:
    for name, text in zip(TERRAIN, TERRAIN_TEXTS, strict=True):
        yield Thing(id=f"terrain:{name}", name=name, kind="terrain", text=text)
    tent = f"A unit that enters it stops; it blocks sight. {_tent(full)}."
    yield Thing(id="terrain:command_tent", name="command tent", kind="terrain", text=tent)


def _tent(full: Full) -> str:
    return f"{full.numbers['command_tent_vp']} VP for the enemy that enters its hex"


def cards(both: Data, full: Full, is_full: bool, where: list[Path]) -> list[Thing]:
    """The cards that are played with."""
    printed = data.printed(where, "command_cards.toml")
    found = [
        from_record("card", card.id, "command card", _command(card), printed, _orders(card), card.count)
        for card in both.cards
    ]
    return found + (list(_full_cards(both, full, where)) if is_full else [])


def _full_cards(both: Data, full: Full, where: list[Path]) -> Iterator[Thing]:
    armies = data.printed(where, "armies.toml")
    for side, faction in enumerate(SIDES):
        lore = data.printed(where, f"lore_{faction}.toml")
        scenarios = data.printed(where, f"scenarios_{faction}.toml")
        of = {"side": faction}
        for card in full.lore[side]:
            text = f"{_when(card)}: {_lore(card)}"
            yield from_record("card", card.id, "lore card", text, lore, of | {"cost": card.cost}, card.count)
        for one in full.scenarios[side]:
            text = f"{_rule(one.rule, both.units)}; {_points(one.points, both.units)}"
            yield from_record("card", one.id, "scenario card", text, scenarios, of | _map(one), 1)
        for army in full.armies[side]:
            yield from_record("card", army.id, "army card", _army(army, both.units), armies, of, 1)
    for name, title in full.titles.items():
        text = _tent(full) if "tent" in name else "no unit: a feint"
        yield Thing(id=f"card:{name}", name=title, kind="deployment card", text=text)
    plans = data.printed(where, "deployment.toml")
    for plan in full.plans:
        yield from_record("plan", plan.id, "deployment plan", "places the whole army at once", plans, {})


def dice() -> list[Die]:
    """The combat die."""
    faces = [Face(id=face, sides=1, text=FACE_TEXTS[i]) for i, face in enumerate(FACES)]
    return [Die(id="die", name="combat die", faces=faces)]


def _numbers(unit: UnitCard) -> dict[str, Any]:
    return {
        "side": SIDES[unit.faction],
        "traits": sorted(unit.traits),
        "move": unit.move,
        "combat": unit.combat,
        "health": unit.health,
        "range": unit.range,
        "muster": unit.muster,
        "units": unit.units,
    }


def _unit(unit: UnitCard) -> str:
    """The abilities of a unit."""
    pursuit, charge = (several(n, "hex", "hexes") for n in (unit.pursue, unit.charge))
    texts = {
        "Rage: 1 die more for each figure it has lost": unit.rage,
        "Double Shot: it attacks twice if it did not move": unit.double_shot,
        f"Pursue: after a melee attack it may move {pursuit} from the hex left and attack again": unit.pursue,
        "Flying: it passes over units and terrain": unit.flying,
        "Massive: it cannot enter buildings": unit.massive,
        "Vigilant: units that it attacks cannot counter": unit.vigilant,
        "Flanking: 1 die more if another friend with Flanking is beside the target": unit.flanking,
        "Ferocity: it may counter before it retreats": unit.ferocity,
        f"Immovable: it may ignore {several(unit.immovable, 'retreat')}": unit.immovable,
        f"Charge: it may move {charge} more to stand beside an enemy": unit.charge,
        "Legend: damage is counted by tokens; it is never weak": "legend" in unit.traits,
    }
    abilities = [text for text, has in texts.items() if has]
    if unit.ability is not None:
        abilities.append(f"{unit.ability.english}, each {unit.ability_face}: {does(unit.ability)}")
    return "; ".join(abilities)


def _map(card: ScenarioCard) -> dict[str, Any]:
    terrain = {TERRAIN[kind]: _hexes(found) for kind, found in enumerate(card.terrain) if found}
    banner = {"hex": at(card.banner), "vp": card.banner_vp}
    return {"terrain": terrain, "banner": banner, "deploy": _hexes(card.deploy)}


def _hexes(found: Iterable[tuple[int, int]]) -> list[str]:
    return [at(one) for one in found]


def _of(group: int) -> str:
    return "" if group == Group.ANYWHERE else GROUPS[group] + " "


def _command(card: CommandCard) -> str:
    if card.copies_mirrored:
        return "the text of the opponent's last card, left and right exchanged"
    if card.rolls:
        return (
            "roll 4 dice, each orders a unit by its face or gives 3 lore; then the discards are shuffled in"
        )
    groups = [several(number, f"{_of(whom)}unit") for number, whom in card.groups if number]
    extra = (
        f"; they may move {several(card.extra_move, 'hex', 'hexes')} more" if card.extra_move
        else "; those that did not move attack once more" if card.extra_attack
        else "; their first attack has 1 die more" if card.extra_die
        else ""
    )  # fmt: skip
    return f"order {', '.join(groups)}{extra}"


def _orders(card: CommandCard) -> dict[str, Any]:
    """How many units a section card orders in each section."""
    return {"sections": {GROUPS[whom]: number for number, whom in card.groups}} if card.by_section else {}


def _when(card: LoreCard) -> str:
    return " or ".join(plain(WINDOWS[window]) for window in card.windows)


def _lore(card: LoreCard) -> str:
    of, dice = _of(card.of), several(card.dice or card.amount, "more die", "more dice")
    roll = "" if card.melee and card.ranged else " of a melee attack" if card.melee else " of a ranged attack"
    with_dice = f", with {dice} in its attack" if card.dice else ""
    hexes = several(card.amount, "hex", "hexes")
    words = {
        Effect.CANCEL_EFFECT: "the opponent's lore card has no effect",
        Effect.EXTRA_DICE_EFFECT: f"{dice} in this roll{roll}",
        Effect.LORE_DAMAGE_EFFECT: "lore results may be damage in this roll" + roll,
        Effect.PORTAL_EFFECT: "an ordered unit moves to a free hex beside a friend",
        Effect.BAR_ATTACKS_EFFECT: f"up to {card.amount} {of}units beside yours cannot attack this turn",
        Effect.ORDER_EFFECT: f"one more {of}unit{_cheap(card)} is ordered{with_dice}",
        Effect.IGNORE_RETREATS_EFFECT: f"the {of}unit struck ignores all retreats",
        Effect.LONGER_MOVE_EFFECT: f"ordered {of}units move {hexes} more",
        Effect.MEND_EFFECT: "a unit gets a figure back, or loses a token",
        Effect.COUNTER_EFFECT: "the unit counters before it is removed",
        Effect.OVERRUN_EFFECT: "the unit moves into the hex left and attacks again",
        Effect.SWARM_EFFECT: f"an enemy within {card.amount} hexes of a friend rolls a die less until cured",
        Effect.SACRIFICE_EFFECT: f"another {of}unit loses a figure; an attack gets {dice}",
        Effect.HOWL_EFFECT: f"an enemy beside a unit of yours retreats {hexes}",
        Effect.VENOM_EFFECT: "an enemy and all enemies beside it are poisoned",
        Effect.FEAST_EFFECT: "the unit that eliminated gets a figure back",
        Effect.HASTE_EFFECT: f"an ordered unit moves {hexes} more and does not stop in forest",
    }
    return by_member(Effect, words)[card.effect]


def _cheap(card: LoreCard) -> str:
    return f" of muster value {card.most_muster} or less" if card.most_muster else ""


def _rule(rule: Rule, units: tuple[UnitCard, ...]) -> str:
    of = _of(rule.of)
    kind = plain(units[rule.type].id) if rule.type != NONE else ""
    rolled = f"{rule.dice} dice at {rule.low}-{rule.high} hexes"
    lore = "after an elimination" if rule.kills else f"with one {of}unit in rows {rule.low}-{rule.high}"
    words = {
        ScenarioRule.NO_RULE: "no special rule",
        ScenarioRule.LONGER_MOVE: f"{of}units move {rule.amount} more",
        ScenarioRule.EXTRA_ORDER: f"one more {of}unit is ordered each turn",
        ScenarioRule.MORE_FORDS: f"{several(rule.amount, 'ford')} of yours in place of 1",
        ScenarioRule.VOLLEY: f"{kind} on a hill that did not move: {rolled}",
        ScenarioRule.DISCOUNT: f"{kind} cost {rule.amount} less",
        ScenarioRule.FREE_FORDS: "fords do not stop your units",
        ScenarioRule.MORE_LORE: f"{rule.amount} more lore in the Lore Step {lore}",
        ScenarioRule.WATER_WALK: f"{of}units enter water",
        ScenarioRule.FULL_CLEAVE: f"weak {of}units use Cleave",
        ScenarioRule.FULL_DICE: "your units in forest roll all dice",
        ScenarioRule.FAR_SIGHT: f"{of}units shoot {rule.amount} farther and past one blocking terrain",
        ScenarioRule.FREE_FOREST: "forest does not stop your units",
        ScenarioRule.INFILTRATE: f"{of}units move through friends",
    }
    return by_member(ScenarioRule, words)[rule.verb]


def _points(points: Points, units: tuple[UnitCard, ...]) -> str:
    half = " in your half" if points.own_half else ""
    ground = TERRAIN[points.terrain]
    place = "of the hexes it names" if points.hexes else ground
    named = units[points.type].id if points.type != NONE else None
    kind = plain(named) if named else _of(points.of) + "unit"
    several = kind + "s" * (points.count > 1 and named is None)
    words = {
        VpVerb.ELIMINATED: f"for each unit eliminated{_which(points)}",
        VpVerb.OCCUPIES: f"each turn for {points.count} {several} on a {place}{half}",
        VpVerb.KEEPS_FREE: (
            f"each turn for no enemy on{' or beside' if points.adjacent else ''} any {place}{half}"
        ),
        VpVerb.IN_ROWS: f"each turn for one {kind} in your rows {points.low}-{points.high}",
        VpVerb.MOST_IN_CENTRE: "each turn for more units than the enemy in the centre section",
        VpVerb.ONE_OF_EACH: "each turn for units on clear ground, forest and hill",
    }
    return f"{points.vp} VP {by_member(VpVerb, words)[points.verb]}"


def _which(points: Points) -> str:
    """Which eliminations a VP rule counts, or counts otherwise."""
    if points.from_afar:
        return f" ({points.bonus} by a ranged attack)"
    if points.high:
        return f" ({points.bonus} in its own rows {points.low}-{points.high})"
    if points.near_water:
        return " in or beside water"
    return ", the first each turn" if points.once else ""


def _army(army: ArmyCard, units: tuple[UnitCard, ...]) -> str:
    counted = zip(army.units, units, strict=True)
    cards = [f"{number} {plain(unit.id)}" for number, unit in counted if number]
    return ", ".join(cards + ["command tent"] * army.tent)
