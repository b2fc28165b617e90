"""Cards and changes on the board in words, for who plays without the box (text.RULES.md 12)."""

from typing import Any

from battlewise.core.games.battlelore import full as text
from battlewise.core.games.battlelore.cards import GROUPS, SIDES, CommandCard, Data, UnitCard
from battlewise.core.games.battlelore.full import ArmyCard, Full, LoreCard, Points, Rule


def plain(name: str) -> str:
    """A name as it stands in a move's text."""
    return name.replace("_", " ")


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


def _several(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _of(group: int) -> str:
    return "" if GROUPS[group] == "any" else GROUPS[group] + " "


def _command(card: CommandCard) -> str:
    if card.mirrors:
        return "the text of the opponent's last card, left and right exchanged"
    if card.rolls:
        return (
            "roll 4 dice, each orders a unit by its face or gives 3 lore; then the discards are shuffled in"
        )
    groups = [f"{_several(number, _of(whom) + 'unit')}" for number, whom in card.groups if number]
    extra = (
        f"; they may move {_several(card.extra_move, 'hex')} more" if card.extra_move
        else "; those that did not move attack once more" if card.extra_attack
        else "; their first attack has 1 die more" if card.extra_die
        else ""
    )  # fmt: skip
    return f"order {', '.join(groups)}{extra}"


def _when(card: LoreCard) -> str:
    names = {number: name for name, number in text.WINDOWS.items() if name != "before_moves"}
    return " or ".join(plain(names[window]) for window in card.windows)


def _lore(card: LoreCard) -> str:
    of, dice = _of(card.of), _several(card.dice or card.amount, "more die").replace("dies", "dice")
    roll = "" if card.melee and card.ranged else " of a melee attack" if card.melee else " of a ranged attack"
    return {
        "cancel": "the opponent's lore card has no effect",
        "extra_dice": f"{dice} in this roll{roll}",
        "lore_damage": "lore results may be damage in this roll" + roll,
        "portal": "an ordered unit moves to a free hex beside a friend",
        "bar_attacks": f"up to {card.amount} {of}units beside yours cannot attack this turn",
        "order": f"one more {of}unit is ordered" + (f", with {dice} in its attack" if card.dice else ""),
        "ignore_retreats": f"the {of}unit struck ignores all retreats",
        "longer_move": f"ordered {of}units move {_several(card.amount, 'hex')} more",
        "mend": "a unit gets a figure back, or loses a token",
        "counter": "the unit counters before it is removed",
        "overrun": "the unit moves into the hex left and attacks again",
        "swarm": f"an enemy within {card.amount} hexes of a friend rolls a die less until cured",
        "sacrifice": f"another {of}unit loses a figure; an attack gets {dice}",
        "howl": f"an enemy beside a unit of yours retreats {_several(card.amount, 'hex')}",
        "venom": "an enemy and all enemies beside it are poisoned",
        "feast": "the unit that eliminated gets a figure back",
        "haste": f"an ordered unit moves {_several(card.amount, 'hex')} more and does not stop in forest",
    }[text.EFFECTS[card.effect]].replace("hexs", "hexes")


def _rule(rule: Rule, units: tuple[UnitCard, ...]) -> str:
    of = _of(rule.of)
    kind = plain(units[rule.type].id) if rule.type != text.NONE else ""
    lore = "after an elimination" if rule.kills else f"with one {of}unit in rows {rule.low}-{rule.high}"
    return {
        "none": "no special rule",
        "longer_move": f"{of}units move {rule.amount} more",
        "extra_order": f"one more {of}unit is ordered each turn",
        "more_fords": f"{rule.amount} more fords",
        "volley": f"{kind} on a hill that did not move: {rule.dice} dice at {rule.low}-{rule.high} hexes",
        "discount": f"{kind} cost {rule.amount} less",
        "free_fords": "fords do not stop your units",
        "more_lore": f"{rule.amount} more lore in the Lore Step {lore}",
        "water_walk": f"{of}units enter water",
        "full_cleave": f"weak {of}units use Cleave",
        "full_dice": "your units in forest roll all dice",
        "far_sight": f"{of}units shoot {rule.amount} farther and past one blocking terrain",
        "free_forest": "forest does not stop your units",
        "infiltrate": f"{of}units move through friends",
    }[text.RULES[rule.verb]]


def _points(points: Points, units: tuple[UnitCard, ...]) -> str:
    verb = text.POINTS[points.verb]
    half = " in your half" if points.own_half else ""
    ground = text.TERRAIN[points.terrain] if points.terrain < len(text.TERRAIN) else ""
    place = "of the hexes it names" if points.hexes else ground
    named = units[points.type].id if points.type != text.NONE else None
    kind = plain(named) if named else _of(points.of) + "unit"
    if verb == "eliminated":
        more = (
            f" ({points.bonus} by a ranged attack)" if points.from_afar
            else f" ({points.bonus} in its own rows {points.low}-{points.high})" if points.high
            else " in or beside water" if points.near_water
            else ", the first each turn" if points.once
            else ""
        )  # fmt: skip
        return f"{points.vp} VP for each unit eliminated{more}"
    deed = {
        "occupies": f"{points.count} {kind}{'s' * (points.count > 1 and named is None)} on a {place}{half}",
        "keeps_free": f"no enemy on{' or beside' if points.adjacent else ''} any {place}{half}",
        "in_rows": f"one {kind} in your rows {points.low}-{points.high}",
        "most_in_centre": "more units than the enemy in the centre section",
        "one_of_each": "units on clear ground, forest and hill",
    }[verb]
    return f"{points.vp} VP each turn for {deed}"


def _army(army: ArmyCard, units: tuple[UnitCard, ...]) -> str:
    counted = zip(army.units, units, strict=True)
    cards = [f"{number} {plain(unit.id)}" for number, unit in counted if number]
    return ", ".join(cards + ["command tent"] * army.tent)


# -- what changed

_TOKENS = ("poisoned", "stunned", "swarmed")


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What happened to units and victory points between two views of one game, a line each.

    A unit is followed from hex to hex by its side, type and figures: at most one moves, or loses figures
    and retreats, in one step.
    """
    lines = []
    for side, name in enumerate(SIDES):
        here = {tuple(unit["hex"]): unit for unit in after["units"] if unit["side"] == name}
        there = {tuple(unit["hex"]): unit for unit in before["units"] if unit["side"] == name}
        gone = [there[at] for at in there if at not in here]
        new = [here[at] for at in here if at not in there]
        same = [_changed(unit, here[at]) for at, unit in there.items() if at in here]
        lines += [line for line in same if line]
        if there:
            lines += _moved(gone, new)
        gained = after["vp"][side] - before["vp"][side]
        if gained > 0:
            lines.append(f"{name}: {gained} VP, now {after['vp'][side]}")
    return lines


def _moved(gone: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[str]:
    lines = []
    for unit in gone:
        now = next((one for one in new if one["type"] == unit["type"]), None)
        if now is None:
            lines.append(f"{_unit(unit)} eliminated")
        else:
            new.remove(now)
            lost = unit["figures"] - now["figures"]
            lines.append(
                f"{_unit(unit)} to {_at(now)}" + (f", {_several(lost, 'figure')} lost" if lost else "")
            )
    return lines


def _changed(unit: dict[str, Any], now: dict[str, Any]) -> str:
    parts = []
    lost = unit["figures"] - now["figures"]
    if lost:
        parts.append(
            f"{_several(abs(lost), 'figure')} {'lost' if lost > 0 else 'back'}, {now['figures']} left"
        )
    for token in _TOKENS:
        if now.get(token, False) != unit.get(token, False):
            parts.append(token if now.get(token, False) else f"no longer {token}")
    return f"{_unit(unit)}: {', '.join(parts)}" if parts else ""


def _at(unit: dict[str, Any]) -> str:
    return ".".join(map(str, unit["hex"]))


def _unit(unit: dict[str, Any]) -> str:
    return f"{unit['side']} {plain(unit['type'])} {_at(unit)}"
