"""What lies in the box (RULES.md 1, 4): cards, tokens, tiles and dice, with what they do in words."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from battlewise.core import data
from battlewise.core.catalogue import Die, Face, Space, Thing
from battlewise.core.changes import several
from battlewise.core.games.history.cards import ACTIONS, ERAS, LINES, Data, Token, Unit
from battlewise.core.games.history.facts import face
from battlewise.core.games.history.state import Use

SECTORS = {
    "draw": "draw two cards",
    "recall": "take a card from the discard pile to the hand",
    "dismiss": "dismiss a card from the game and draw a card",
    "reshuffle": "shuffle the discard pile into the deck and draw a card",
}
USES = {
    Use.TIGHTEN_UP: "Spend it to draw two cards.",
    Use.CHASING: "Spend it to fight a card of the era's discard pile, without its links.",
}
MOST_UNITS = 5


def spaces(given: Data) -> list[Space]:
    """The eras of the main board, the wheel of the gears to their right, and a battle line below."""
    eras = [
        Space(id=f"era:{name}", name=f"era {name}", kind="era", place=(i, 0)) for i, name in enumerate(ERAS)
    ]
    wheel = len(ERAS) + 1
    corners = ((wheel, 0), (wheel + 1, 0), (wheel + 1, 1), (wheel, 1))
    sectors = [
        Space(
            id=f"sector:{i}",
            name=SECTORS[ACTIONS[action]],
            kind="sector of the wheel",
            place=corners[i],
            neighbours=[f"sector:{(i + 1) % 4}", f"sector:{(i + 3) % 4}"],
            facts={"action": ACTIONS[action]},
        )
        for i, action in enumerate(given.gears.sectors)
    ]
    places = [
        Space(
            id=f"place:{i + 1}",
            name=f"unit {i + 1}",
            kind="place in a battle line",
            place=(i, 2),
            neighbours=[f"place:{other + 1}" for other in (i - 1, i + 1) if 0 <= other < MOST_UNITS],
        )
        for i in range(MOST_UNITS)
    ]
    return eras + sectors + places


def cards(given: Data, where: list[Path]) -> list[Thing]:
    """The units that players have and those of the main board."""
    printed: dict[str, dict[str, Any]] = {}
    for name in ("base_units.toml", "elite_units.toml", "heroes.toml"):
        printed |= data.printed(where, name)
    return [
        Thing(
            id=f"card:{unit.id}",
            name=unit.english,
            kind="hero" if unit.hero else "base unit" if unit.era is None else "elite unit",
            original=printed[unit.id].get("original"),
            text=_unit(unit),
            count=None if unit.era is None else 1,
            facts=_numbers(unit),
            status=printed[unit.id]["status"],
        )
        for unit in given.units
    ]


def pieces(given: Data, where: list[Path]) -> list[Thing]:
    """Warfare tokens, time-travelling tiles, relics, prowess and honour tokens."""
    printed = data.printed(where, "tokens.toml")["warfare"]
    tokens = [
        Thing(
            id=f"token:{token.id}",
            name=token.english,
            kind="warfare token",
            text=_token(token),
            count=token.count,
            status=printed[token.id]["status"],
        )
        for token in given.tokens.warfare
    ]
    tiles = data.printed(where, "gears.toml")["tiles"]
    for tile in given.gears.tiles:
        eras = " and ".join(ERAS[era] for era in tile.eras)
        turns = several(tile.turns, "sector")
        tokens.append(
            Thing(
                id=f"tile:{tile.id}",
                name=tile.english,
                kind="time-travelling tile",
                text=f"Leads to eras {eras}; points at token {tile.points_at}; turns the wheel {turns}.",
                count=1,
                facts={
                    "eras": [ERAS[era] for era in tile.eras],
                    "points_at": tile.points_at,
                    "turns": tile.turns,
                },
                status=tiles[tile.id]["status"],
            )
        )
    return tokens + _points(given, where)


def _points(given: Data, where: list[Path]) -> list[Thing]:
    """What is worth victory points beside the cards."""
    worth = ", ".join(map(str, given.relics.worth))
    status = data.printed(where, "relics.toml")["cards"]["status"]
    relics = [
        Thing(
            id=f"relic:{era}",
            name=f"relic of era {era}",
            kind="relic",
            text=f"One, two and more relics of this era are worth {worth} points.",
            count=given.relics.count,
            status=status,
        )
        for era in ERAS
    ]
    prowess = [
        Thing(
            id=f"prowess:{value}",
            name=f"prowess token {value}",
            kind="prowess token",
            text=f"{several(value, 'point')} for the player who won it.",
            count=given.tokens.prowess.count(value),
        )
        for value in sorted(set(given.tokens.prowess))
    ]
    points, units = several(given.tokens.honour_points, "point"), given.tokens.honour_units
    honour = f"{points}. A challenged player who loses gets one for every {units} attackers defeated."
    return [
        *relics,
        *prowess,
        Thing(id="token:honour", name="honour token", kind="honour token", text=honour),
    ]


def dice(given: Data) -> list[Die]:
    """The strong and the risky die; a face is what it adds to long, medium and close combat."""
    return [
        Die(
            id=name,
            name=f"{name} die",
            faces=[
                Face(id=str(list(one)), sides=faces.count(one), text=face(one) or "nothing")
                for one in dict.fromkeys(faces)
            ],
        )
        for name, faces in zip(("strong", "risky"), given.dice, strict=True)
    ]


def _numbers(unit: Unit) -> dict[str, Any]:
    links = [None if link is None else ERAS[link] for link in unit.links]
    return {
        "era": None if unit.era is None else ERAS[unit.era],
        **dict(zip(LINES, unit.values, strict=True)),
        "health": unit.health,
        **{name: n for name, n in unit.abilities.items() if n},
        "link_left": links[0],
        "link_right": links[1],
    }


def _unit(unit: Unit) -> str:
    return " ".join(_abilities(unit.abilities))


def _token(token: Token) -> str:
    if token.use in USES:
        return USES[token.use]
    added = [f"+{n} in {line} combat." for n, line in zip(token.values, LINES, strict=True) if n]
    return " ".join(added + _abilities(token.abilities))


def _abilities(abilities: Mapping[str, int]) -> list[str]:
    """What each icon does."""
    texts = {
        "reinforcements": "The line is reinforced at the back with {cards} of the deck.",
        "assault": "Takes {counters} of the other side, from the battlefront.",
        "heroic_death": "When defeated, it inflicts {damage} on the other side.",
        "accuracy": "In each line of combat its first {points} of damage undo heroic deaths.",
        "diversion": "In each line of combat the first {points} of damage go to this unit.",
        "relaunch": "Its side may roll its die again, {times}.",
    }
    return [
        texts[name].format(
            cards=several(n, "card"),
            counters=several(n, "link counter"),
            damage=f"{n} damage",
            points=several(n, "point"),
            times="once" if n == 1 else f"{n} times",
        )
        for name, n in abilities.items()
        if n
    ]
