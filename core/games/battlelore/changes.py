"""What moves did, from two views of one seat (`Game.changes`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from battlewise.core.changes import change, listed, several
from battlewise.core.games.battlelore.facts import Facts, at
from battlewise.core.games.battlelore.retreats import supported
from battlewise.core.games.battlelore.words import SEATS, SIDES

Json = Mapping[str, Any]
STEPS = ("move", "advance", "pursue")  # moves that say themselves where a unit goes
UPKEEP = ("exchange", "draw")  # phases right after the Victory Point Step
TOKENS = ("poisoned", "stunned", "swarmed")


def changes(before: Json, after: Json, move: Json, facts: Facts) -> list[dict[str, Any]]:
    """What happened to units, lore and victory points.

    A unit is followed from hex to hex by its side and type: at most one moves, or loses figures and retreats,
    in one step.
    """
    found: list[dict[str, Any]] = []
    for side in SIDES:
        there = {at(unit["hex"]): unit for unit in before["units"] if unit["side"] == side}
        here = {at(unit["hex"]): unit for unit in after["units"] if unit["side"] == side}
        for hexagon, unit in there.items():
            if hexagon in here:
                found += _same_hex(unit, here[hexagon], move, facts)
        gone = [unit for hexagon, unit in there.items() if hexagon not in here]
        new = [unit for hexagon, unit in here.items() if hexagon not in there]
        if there:
            found += _moved(gone, new, move, facts)
        elif new:
            shown = ", ".join(facts.unit(unit) for unit in new)
            text = f"{several(len(new), 'unit')} of {_seat(side)} on the board: {shown}"
            found.append(change("deployed", text, side=side, units=new))
    found += supported(before, after, move, facts)
    for seat, name in enumerate(SEATS):
        found += _points(before, after, move, seat, facts)
        more = after["lore"][seat] - before["lore"][seat]
        if more:
            text = (
                f"{name} {'gains' if more > 0 else 'spends'} {abs(more)} lore: {after['lore'][seat]} in all"
            )
            found.append(change("lore", text, seat=seat, amount=more, total=after["lore"][seat]))
    for seat, card in enumerate(after.get("scenario", ())):
        if card is not None and before["scenario"][seat] is None and seat != after["seat"]:
            text = f"{SEATS[seat]} has the scenario card {facts.titles[card]}"
            found.append(change("scenario", text, seat=seat, card=card))
    if after["turn"] > before["turn"] and after["to_move"] != "over":
        found.append(change("turn", f"the turn of {SEATS[after['active']]} begins", seat=after["active"]))
    if after["phase"] == "over" and before["phase"] != "over":
        winner = after["winner"]
        result = f"{after['vp'][0]} to {after['vp'][1]} VP, {SEATS[0]} first"
        text = f"nobody wins: {result}" if winner is None else f"{SEATS[winner]} wins: {result}"
        found.append(change("over", text, seat=winner, vp=after["vp"]))
    return found


def _seat(side: str) -> str:
    return SEATS[SIDES.index(side)]


# -- victory points


def _points(before: Json, after: Json, move: Json, seat: int, facts: Facts) -> Iterator[dict[str, Any]]:
    """The VP that a seat gains, with their sources."""
    more = after["vp"][seat] - before["vp"][seat]
    if not more:
        return
    sources = list(_sources(before, after, move, seat, facts))
    left = more - sum(amount for _, amount, _ in sources)
    if left:
        card = after["scenario"][seat]
        sources.append((f"by {facts.titles[card]}", left, {"source": "scenario", "card": card}))
    shown = listed([f"{amount} {words}" if len(sources) > 1 else words for words, amount, _ in sources])
    text = (
        f"{SEATS[seat]} gains {more} VP{',' if len(sources) > 1 else ''} {shown}: {after['vp'][seat]} in all"
    )
    data = [{**one, "amount": amount} for _, amount, one in sources]
    yield change("vp", text, seat=seat, amount=more, total=after["vp"][seat], sources=data)


def _sources(
    before: Json, after: Json, move: Json, seat: int, facts: Facts
) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """What VP are gained for that is no scenario card: in words, how many, as data."""
    if move["kind"] == "exchange":
        yield "for lore", after["vp"][seat] - before["vp"][seat], {"source": "lore"}
    elif after["phase"] in UPKEEP and before["phase"] not in UPKEEP and seat == before["active"]:
        own = {at(unit["hex"]) for unit in after["units"] if unit["side"] == SIDES[seat]}
        for banner in facts.banners(after):
            if at(banner["hex"]) in own:
                where = f"for the banner on {at(banner['hex'])}"
                yield where, banner["vp"], {"source": "banner", "hex": banner["hex"]}
    elif before.get("tents", after.get("tents")) != after.get("tents"):
        tent = before["tents"][1 - seat]
        yield f"for the command tent on {at(tent)}", facts.tent, {"source": "tent", "hex": tent}


# -- units


def _same_hex(unit: Json, now: Json, move: Json, facts: Facts) -> Iterator[dict[str, Any]]:
    """Figures, tokens and orders of a unit, named by the hex where it stood."""
    lost = unit["figures"] - now["figures"]
    name = facts.unit(unit)
    data = {"side": unit["side"], "unit": unit["type"], "hex": unit["hex"]}
    if lost:
        text = f"{name}: {abs(lost)} damage" if lost > 0 else f"{name}: {abs(lost)} damage healed"
        yield change(
            "figures", f"{text}, {facts.health(now)} left", **data, amount=-lost, left=now["figures"]
        )
    for token in TOKENS:
        has = now.get(token, False)
        if has != unit.get(token, False):
            yield change(token, f"{name}: {'' if has else 'no longer '}{token}", **data, now=has)
    if now["ordered"] and not unit["ordered"]:
        yield change("ordered", "" if move["kind"] == "order" else f"{name}: ordered", **data)


def _moved(gone: list[Json], new: list[Json], move: Json, facts: Facts) -> Iterator[dict[str, Any]]:
    for unit in gone:
        now = next((one for one in new if one["type"] == unit["type"]), None)
        data = {"side": unit["side"], "unit": unit["type"], "hex": unit["hex"]}
        if now is None:
            yield change("eliminated", f"{facts.unit(unit)}: eliminated", **data, figures=unit["figures"])
            continue
        new.remove(now)
        yield from _same_hex(unit, now, move, facts)
        text = "" if move["kind"] in STEPS else f"{facts.unit(unit)}: now on {at(now['hex'])}"
        yield change("moved", text, **data, to=now["hex"])
