"""What moves did, from two views of one seat (`Game.changes`)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from battlewise.core.changes import change, differences, listed, several
from battlewise.core.games.history.cards import LINES
from battlewise.core.games.history.facts import FEW, Facts, active

Json = Mapping[str, Any]
Fight = Callable[[list[Any], list[Any], list[int], list[int]], Json]
RANGES = ("long-range", "medium-range", "close")
ROLLING = ("dice", "relaunch", "reroll")


def changes(before: Json, after: Json, move: Json, facts: Facts, seats: list[str], fight: Fight) -> list[Any]:
    """All that happened.

    :param seats: the names of the seats.
    :param fight: fights a battle of line-ups with dice (`History.battle`).
    """
    found = list(_links(before, after, facts))
    if before["phase"] in ROLLING and after["phase"] not in ROLLING:
        found += _battle(before, move, facts, fight)
    if move["kind"] == "tile" and before["first"] is not None:
        found += _token(before, after, seats, facts)
    for seat in range(len(seats)):
        found += _player(before["players"][seat], after["players"][seat], seat, seats, facts)
    found += _used(before, after, facts)
    found += _relics(before, after, seats)
    found += _board(before["board"], after["board"], facts)
    for era, more in differences(before["relic_discard"], after["relic_discard"]):
        if more > 0:
            text = f"{several(more, 'relic')} of era {era} discarded"
            found.append(change("relics_discarded", text, era=era, amount=more))
    if after["turn"] > before["turn"]:
        whose = seats[active(before)]
        found.append(change("turn_ended", f"the turn of {whose} ends", seat=active(before)))
    for seat, points in enumerate(after.get("points", ())):
        parts = ", ".join(f"{n} for {source}" for source, n in points.items() if n)
        text = f"{seats[seat]} has {several(sum(points.values()), 'point')}" + (f": {parts}" if parts else "")
        found.append(change("points", text, seat=seat, points=points))
    return found


# -- the battle


def _links(before: Json, after: Json, facts: Facts) -> Iterator[Json]:
    """Link counters laid between units."""
    was = before.get("battle", {}).get("links", [])
    battle = after.get("battle", {})
    for side, links in enumerate(battle.get("links", [])):
        units = [facts.title(one["card"]) for one in battle[("attackers", "defenders")[side]]]
        for i, linked in enumerate(links):
            if linked and not (side < len(was) and i < len(was[side]) and was[side][i]):
                text = f"a link counter joins {units[i]} and {units[i + 1]}"
                yield change("linked", text, side=("attacker", "defender")[side], place=i + 1)


def _battle(before: Json, move: Json, facts: Facts, fight: Fight) -> Iterator[Json]:
    battle = before["battle"]
    lines = [[(one["card"], one["token"]) for one in battle[side + "s"]] for side in ("attacker", "defender")]
    dice = _dice(before, move)
    few = len(lines[0]) <= FEW
    course = fight(lines[0], lines[1], dice[not few], dice[few])
    sides = {"attacker": facts.side(before, 0), "defender": facts.side(before, 1)}
    for i, line in enumerate(course["lines"]):
        shown = [_sum(line["totals"][side], line["units"][side], dice[side][i]) for side in (0, 1)]
        text = f"{RANGES[i]} combat: {sides['attacker']} {shown[0]}, {sides['defender']} {shown[1]}"
        yield change("combat", text, line=line["line"], totals=line["totals"], units=line["units"])
        for blow in line["damage"]:
            yield change("damage", _blow(blow, sides, facts), **blow)
    left_out = RANGES[len(course["lines"]) :]
    if left_out:
        verb = "is" if len(left_out) == 1 else "are"
        text = f"{' and '.join(left_out)} combat {verb} not fought: a side has no unit left"
        yield change("not_fought", text, lines=[*LINES[len(course["lines"]) :]])
    winner = course["winner"]
    left = " to ".join(str(len(units)) for units in course["survivors"])
    text = f"{sides.get(winner, 'nobody')} wins the battle; units left, attacker first: {left}"
    yield change("battle_won", text, winner=winner, survivors=course["survivors"])


def _sum(total: int, units: int, die: int) -> str:
    """A side's sum in a line of combat, which is at least 0."""
    return f"{total} (units {units}, die {die:+d})"


def _used(before: Json, after: Json, facts: Facts) -> Iterator[Json]:
    """Warfare tokens of a battle that is over."""
    battle = before.get("battle")
    if battle is None or "battle" in after:
        return
    for side, name in enumerate(("attackers", "defenders")):
        tokens = [one["token"] for one in battle.get(name, ()) if one["token"]]
        if tokens:
            shown = listed([facts.token(token) for token in tokens])
            text = f"{facts.side(before, side)} discards what it used: {shown}"
            yield change("tokens_used", text, side=name[:-1], tokens=tokens)


def _blow(blow: Json, sides: Mapping[str, str], facts: Facts) -> str:
    unit = f"{facts.title(blow['unit'])} of {sides[blow['side']]}"
    cause = " by heroic death" if blow["heroic_death"] else ""
    if blow["link"]:
        return f"{unit}: a link counter absorbs 1 damage{cause} and is removed"
    return f"{unit}: 1 damage{cause}" + (", defeated" if blow["defeated"] else "")


def _dice(before: Json, move: Json) -> list[list[int]]:
    """What the attacker's die and the defender's show in the end."""
    battle = before["battle"]
    if move["kind"] == "roll":
        dice = [move["strong"], move["risky"]]
        return dice if len(battle["attackers"]) <= FEW else dice[::-1]
    dice = list(battle["dice"])
    if move["kind"] == "rerolled":
        dice[battle["roller"] == "defender"] = move["face"]
    return dice


# -- the players


def _player(before: Json, after: Json, seat: int, names: list[str], facts: Facts) -> Iterator[Json]:
    name = names[seat]
    known = {one: facts.title(one) for one in {**before["discard"], **after["discard"], **after["spent"]}}
    if before["discard"] and not after["discard"] and set(before["discard"]) <= set(after["cards"]):
        text = f"{name} shuffles the discard pile into the deck"
        yield change("reshuffled", text, seat=seat, cards=before["discard"])
    for unit, more in differences(before["discard"], after["discard"]):
        if more > 0 and unit not in before["cards"]:
            yield change("to_discard", f"to {name}'s discard pile: {known[unit]}", seat=seat, card=unit)
    for unit, _ in differences(before["spent"], after["spent"]):
        yield change("set_aside", f"{name} sets {known[unit]} aside", seat=seat, card=unit)
    honour = after["honour"] - before["honour"]
    if honour:
        yield change("honour", f"{name} gains {several(honour, 'honour token')}", seat=seat, amount=honour)
    for owner, (was, now) in enumerate(zip(before["won"], after["won"], strict=True)):
        if len(now) > len(was):
            text = f"{name} wins a prowess token of {names[owner]}"
            yield change("prowess", text, seat=seat, owner=owner)


def _relics(before: Json, after: Json, seats: list[str]) -> Iterator[Json]:
    """Relics that change hands; those of a challenged player that are only looked at say nothing."""
    moved = [
        (seat, era, more)
        for seat in range(len(seats))
        for era, more in differences(before["players"][seat]["relics"], after["players"][seat]["relics"])
    ]
    looked = before["phase"] == "relic" and "battle" in before and not any(more > 0 for _, _, more in moved)
    returned = before["phase"] == "relic_choice" and "battle" in before
    for seat, era, more in moved:
        back = returned and seat != active(before)
        text = (
            f"{seats[seat]} {'gets back' if back else 'gains' if more > 0 else 'loses'} a relic of era {era}"
        )
        yield change("relics", "" if looked else text, seat=seat, era=era, amount=more)


def _token(before: Json, after: Json, seats: list[str], facts: Facts) -> Iterator[Json]:
    """With the third tile the warfare token comes by itself."""
    seat = active(before)
    for token, more in differences(before["players"][seat]["tokens"], after["players"][seat]["tokens"]):
        text = f"{seats[seat]} takes the warfare token {facts.token(token)}"
        yield change("token", text, seat=seat, token=token, amount=more)


def _board(before: Json, after: Json, facts: Facts) -> Iterator[Json]:
    """Era discard piles, and units out of the game."""
    for unit, more in differences(before["discard"], after["discard"]):
        if more > 0:
            text = f"to the discard pile of its era: {facts.title(unit)}"
            yield change("to_era_discard", text, card=unit)
