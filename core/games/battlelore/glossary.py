"""Cards in words, for players without the box (RULES.md 12)."""

from battlewise.core.changes import several
from battlewise.core.fields import plain
from battlewise.core.games.battlelore.cards import CommandCard, Data, UnitCard
from battlewise.core.games.battlelore.full import ArmyCard, Full, LoreCard, Points, Rule
from battlewise.core.games.battlelore.state import NONE, Effect, Group, ScenarioRule, VpVerb
from battlewise.core.games.battlelore.words import GROUPS, TERRAIN, WINDOWS
from battlewise.core.vocabulary import by_member


def glossary(data: Data, full: Full) -> dict[str, str]:
    """What each card does, by its name as it stands in moves' texts."""
    found = {plain(card.id): _command(card) for card in data.cards}
    for deck in full.lore:
        found |= {plain(card.id): f"{card.cost} lore, {_when(card)}: {_lore(card)}" for card in deck}
    for cards in full.scenarios:
        found |= {
            plain(card.id): f"{_rule(card.rule, data.units)}; {_points(card.points, data.units)}"
            for card in cards
        }
    for armies in full.armies:
        found |= {plain(army.id): _army(army, data.units) for army in armies}
    return found


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
