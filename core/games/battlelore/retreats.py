"""Which retreats support lets a unit ignore (RULES.md 3.6, 3.7), from two views of one seat."""

from collections.abc import Iterator, Mapping
from typing import Any

from battlewise.core.changes import change, several
from battlewise.core.games.battlelore.facts import Facts
from battlewise.core.games.battlelore.rules.board import WAYS, distance, step, ways_back
from battlewise.core.games.battlelore.state import Effect
from battlewise.core.games.battlelore.words import FACES

Json = Mapping[str, Any]
Retreat = tuple[list[int], list[int], int]
"""Where a unit stood that retreats, from where it was struck, and the retreats that it suffers."""


def supported(before: Json, after: Json, move: Json, facts: Facts) -> Iterator[dict[str, Any]]:
    """The retreats that were ignored since a friend stands in the next hex."""
    for hexagon, origin, retreats in _suffered(before, after, move, facts):
        unit = next(one for one in before["units"] if one["hex"] == hexagon)
        friends = [one for one in after["units"] if one["side"] == unit["side"]]
        stood = {tuple(one["hex"]) for one in before["units"] if one["hex"] != hexagon}
        now = next(
            (one for one in friends if one["type"] == unit["type"] and tuple(one["hex"]) not in stood), None
        )
        if now is None:
            continue
        ignored = retreats - distance(hexagon, now["hex"])
        ahead = step(now["hex"], _way(hexagon, now["hex"], origin, move))
        friend = next((one for one in friends if one["hex"] == ahead), None)
        if ignored > 0 and friend is not None:
            text = (
                f"{facts.unit(now)} ignores {several(ignored, 'retreat')}: {facts.unit(friend)} supports it"
            )
            place = {"side": unit["side"], "unit": unit["type"], "hex": now["hex"]}
            yield change("supported", text, **place, amount=ignored, by=ahead)


def _way(hexagon: list[int], now: list[int], origin: list[int], move: Json) -> int:
    """The direction of a retreat."""
    goal = move.get("to") if move["kind"] == "retreat" else None
    if goal is None and hexagon != now:
        goal = now
    ways = range(len(WAYS)) if goal is not None else ways_back(origin, hexagon)
    return next(way for way in ways if goal is None or _leads(hexagon, goal, way))


def _leads(hexagon: list[int], goal: list[int], way: int) -> bool:
    """Whether one comes to a hex by going straight on."""
    for _ in range(distance(hexagon, goal)):
        hexagon = step(hexagon, way)
    return hexagon == goal


def _suffered(before: Json, after: Json, move: Json, facts: Facts) -> Iterator[Retreat]:
    """The retreats that were resolved in this step."""
    window = before.get("window", {})
    card = facts.lore[window["card"]] if "card" in window else None
    if move["kind"] == "aim" and card is not None and card.effect == Effect.HOWL_EFFECT and window["chosen"]:
        yield move["hex"], window["chosen"], card.amount
    combat = before.get("combat")
    if combat is None or after.get("combat", {}).get("retreats"):
        return
    struck, roller = combat["target"], combat["attacker"]
    if combat["countering"]:
        struck, roller = roller, struck
    held = combat.get("held")
    if struck is None or roller is None:
        return
    resolved = after["phase"] not in ("roll", "poison", "ability") and not _waits(after)
    if resolved:
        origin = held["from"] if held is not None and not combat["countering"] else roller
        yield struck, origin, _number(before, move, facts)
    if resolved and combat["countering"] and held is not None and not held["dying"]:
        yield combat["target"], held["from"], held["retreats"]


def _waits(view: Json) -> bool:
    """Whether dice have been rolled that a lore card may answer."""
    return bool(view.get("window", {}).get("timing") == "after_enemy_roll")


def _number(before: Json, move: Json, facts: Facts) -> int:
    """How many retreats the unit struck suffers."""
    combat, kind = before["combat"], move["kind"]
    dice: dict[str, int] = dict(combat["dice"])
    retreats = int(combat["retreats"])
    hexagons = (
        (combat["target"], combat["attacker"])
        if combat["countering"]
        else (combat["attacker"], combat["target"])
    )
    roller, struck = (
        facts.units[next(one["type"] for one in before["units"] if one["hex"] == hexagon)]
        for hexagon in hexagons
    )
    if combat.get("steadfast") or kind == "counter":
        return 0
    if kind == "ignore_retreat":
        return retreats - int(struck.immovable)
    if before["phase"] not in ("roll", "poison", "ability") and not _waits(before):
        return retreats
    if kind == "roll":
        dice["morale"] = dice.get("morale", 0) + move["dice"].get("morale", 0)
    if kind == "commit" and roller.ability is not None and before["phase"] == "ability":
        face = FACES[roller.ability.face]
        dice[face] = dice.get(face, 0) - move["number"]
        retreats += move["number"] * roller.ability.retreats
    if _shields(before, move, facts):
        return 0
    return retreats + dice.get("morale", 0)


def _shields(before: Json, move: Json, facts: Facts) -> bool:
    """Whether a lore card lets the unit ignore all retreats from now on."""
    name = move["card"] if move["kind"] == "lore" and before["phase"] == "window" else None
    if move["kind"] == "no_lore" and before["phase"] == "cancel":
        name = before["window"]["card"]
    return name is not None and facts.lore[name].effect == Effect.IGNORE_RETREATS_EFFECT
