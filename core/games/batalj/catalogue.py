"""What lies in the box (RULES.md 1 to 8): cards, maps, pieces and the die, with what they do in words."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from battlewise.core import data
from battlewise.core.catalogue import Die, Face, Space, Thing, from_record
from battlewise.core.changes import listed, several
from battlewise.core.games.batalj.cards import (
    COUNTRIES,
    EFFECTS,
    ERAS,
    OWNERS,
    SERIES,
    TIMES,
    Data,
    Event,
    History,
    Regent,
)
from battlewise.core.games.batalj.deeds import deed
from battlewise.core.games.batalj.facts import GUNS, REIGNS, Teller
from battlewise.core.games.batalj.state import FULL, LANES, RESERVE, Effect, Series, Special
from battlewise.core.games.batalj.words import ACTIVITY_IDS, AREA_IDS, Names
from battlewise.core.vocabulary import by_member

BETWEEN = 2.0  # widths of a space from one board to the next
Printed = Mapping[str, Mapping[str, Any]]
ACTIVITIES = {
    "agriculture": "Collect the income of fiefs, with castles and better roads; one fief can be bought.",
    "trade": "Place or move a trader, collect the income of traders and queens, and pay upkeep.",
    "culture": "Collect the income of fiefs or of trade, pay upkeep; a History card can be bought.",
}
SERIES_TEXTS = by_member(
    Series,
    {
        Series.MILITARIA: "Goes to war with a fief that is sent: {war}.",
        Series.CASTLE: "Brings 2 gold in agriculture.",
        Series.QUEEN: "Brings 2 gold in trade.",
        Series.SCIENTIST: "The turn in which it is bought allows one card more.",
        Series.CULTURE: "Brings an Event card when it is bought.",
        Series.RESOURCE: "{special}.",
        Series.PHILOSOPHER: (
            "Counts as a scientist or as a culture card, as the buyer chooses. A scientist allows one card"
            " more, a culture card brings an Event card."
        ),
    },
)
SPECIAL_TEXTS = by_member(
    Special,
    {
        Special.NO_SPECIAL: "no effect of its own",
        Special.INCOME: "brings {n} gold more with every income",
        Special.PEACE_INCOME: "brings {n} gold more with every income in peace",
        Special.PER_TRADER: "each trader brings {n} gold more",
        Special.PER_FIEF: "each fief brings {n} gold more",
        Special.DRAWS: "{n} Event cards are drawn at the beginning of a turn",
        Special.CHANCELLOR: "it can be given up for a fief, a History card or a trader at once",
        Special.END_GOLD: "at the end it brings {n} times a die of gold",
        Special.END_POINTS: "at the end it gives an AP for a die of {n} or more",
    },
)
WHEN_TEXTS = {
    "own": "in the own turn before the activity",
    "after": "in the own turn after the activity",
    "reveal": "when a Regent card has been shown",
    "before": "before the turn of another",
    "war": "at the start of a round of a battle",
    "spoils": "before the spoils of a war",
    "defeat": "after a defeat",
    "purchase": "when another buys something",
    "end": "at the end of a reign",
    "reaction": "when another plays an Event card",
}


def cards(both: Data, mode: str, where: list[Path]) -> list[Thing]:
    """All in a campaign; in a battle Province, Regent and Militaria cards; in a foray none."""
    if mode == "foray":
        return []
    found = [*_fiefs(both, where), *_regents(both, where)]
    printed = data.printed(where, "history_cards.toml")
    for card in both.history:
        if mode == "campaign" or card.series == Series.MILITARIA:
            found.append(_history(card, printed[card.id]))
    if mode == "campaign":
        printed = data.printed(where, "events.toml")
        found += [_event(event, printed[event.id]) for event in both.events]
    return found


def _fiefs(both: Data, where: list[Path]) -> Iterator[Thing]:
    printed = data.printed(where, "fiefs.toml")
    for fief in both.fiefs:
        facts = {
            "crowns": fief.crowns,
            "troops": fief.troops,
            "price": fief.price,
            "start": OWNERS[fief.start],
            "home": fief.home,
        }
        text = (
            f"Brings {fief.crowns} gold; its upkeep is {fief.troops} gold."
            f" It sends {several(fief.troops, 'soldier')} to war for {2 * fief.troops} gold."
        )
        yield from_record("fief", fief.id, "Province card", text, printed, facts, 1)


def _regents(both: Data, where: list[Path]) -> Iterator[Thing]:
    printed = data.printed(where, "regents.toml")
    for card in both.regents:
        facts = {
            "era": ERAS[card.era],
            "effect": EFFECTS[card.effect],
            "country": None if card.country is None else COUNTRIES[card.country],
            "soldiers": card.soldiers,
            "commander": card.commander,
            "cannon": card.cannon,
        }
        yield from_record("regent", card.id, "Regent card", _regent(card), printed, facts, 1)


def _regent(card: Regent) -> str:
    reign = REIGNS[Effect(card.effect)]
    if card.country is not None:
        reign = f"war with {COUNTRIES[card.country].capitalize()}: {reign}"
    army = [several(card.soldiers, "soldier"), *["a commander"] * card.commander, *["a cannon"] * card.cannon]
    return f"{reign[0].upper()}{reign[1:]}. As the enemy: {listed(army)}."


def _history(card: History, record: Mapping[str, Any]) -> Thing:
    war = (
        "a commander" if card.commander else f"a cannon of strength {card.strength}" if card.strength else ""
    )
    special = SPECIAL_TEXTS[card.special].format(n=card.amount)
    text = SERIES_TEXTS[card.series].format(war=war or "a soldier", special=special)
    if card.own_era_only:
        text += f" Only in the {ERAS[card.era]} era."
    return from_record(
        "card",
        card.id,
        "History card",
        f"{text[0].upper()}{text[1:]}",
        {card.id: record},
        {"era": ERAS[card.era], "series": SERIES[card.series], "price": card.price},
        1,
    )


def _event(event: Event, record: Mapping[str, Any]) -> Thing:
    when = [name for i, name in enumerate(TIMES) if event.when >> i & 1]
    times = [WHEN_TEXTS[name] for name in when]
    if when[:2] == ["own", "after"]:
        times[:2] = ["in the own turn"]
    done = deed(event)
    return from_record(
        "event",
        event.id,
        "Event card",
        f"{done[0].upper()}{done[1:]}. Played {' or '.join(times)}.",
        {event.id: record},
        {"when": when},
        event.count,
    )


def spaces(both: Data, names: Names, mode: str, teller: Teller) -> list[Space]:
    """The map of the realm, the battlefield and the Pillage map, as far as a mode has them, side by side."""
    boards = []
    if mode == "campaign":
        boards.append([*_provinces(both), *_countries(both, len(teller.seats))])
    if mode != "foray":
        boards.append(list(_areas(teller)))
    if mode != "battle":
        boards.append(list(_map(both, names, teller)))
    found: list[Space] = []
    left = 0.0
    for board in boards:
        places = [space.place or (0, 0) for space in board]
        moved = [(round(left + x, 2), y) for x, y in places]
        found += [one.model_copy(update={"place": at}) for one, at in zip(board, moved, strict=True)]
        left = max(x for x, _ in moved) + BETWEEN
    return found


def _provinces(both: Data) -> Iterator[Space]:
    for fief in both.fiefs:
        yield Space(
            id=f"province:{fief.id}",
            name=fief.english,
            kind="province",
            place=fief.place,
            neighbours=[f"province:{both.fiefs[i].id}" for i in fief.neighbours],
            facts={"card": f"fief:{fief.id}"},
        )


def _countries(both: Data, seats: int) -> Iterator[Space]:
    """A country has room for a number of traders, and brings so much for 1, 2, ... traders of a seat."""
    for name, room, place in zip(COUNTRIES, both.realm.room, both.realm.places, strict=True):
        yield Space(
            id=f"country:{name}",
            name=name.capitalize(),
            kind="country",
            place=place,
            facts={"room": seats + room, "income": list(both.realm.income)},
        )


def _areas(teller: Teller) -> Iterator[Space]:
    """The sectors, the enemy's above the Swedish ones, and the Swedish reserve below."""
    for i, name in enumerate(AREA_IDS):
        place = (i % LANES, 1 - i // LANES) if i < RESERVE else (LANES // 2, 2)
        beside = [AREA_IDS[(i + LANES) % RESERVE]] if i < RESERVE else [*AREA_IDS[:LANES]]
        if i < LANES:
            beside.append(AREA_IDS[RESERVE])
        yield Space(
            id=f"area:{name}",
            name=teller.title(f"area:{name}"),
            kind="sector" if i < RESERVE else "reserve",
            place=place,
            neighbours=[f"area:{one}" for one in beside],
            facts={"most_pieces": FULL} if i < RESERVE else {},
        )


def _map(both: Data, names: Names, teller: Teller) -> Iterator[Space]:
    beside: dict[int, list[str]] = {i: [] for i in range(len(names.spaces))}
    for a, b in both.pillage.links:
        beside[a].append(f"space:{names.spaces[b]}")
        beside[b].append(f"space:{names.spaces[a]}")
    for i, name in enumerate(names.spaces):
        kind = "start city" if i < 2 else "small city" if name in names.cities else "road"
        yield Space(
            id=f"space:{name}",
            name=teller.title(f"space:{name}"),
            kind=kind,
            place=both.pillage.places[i],
            neighbours=beside[i],
        )


def pieces(both: Data, names: Names, mode: str, where: list[Path]) -> list[Thing]:
    """Markers, activities and cannons, as far as a mode has them."""
    found: list[Thing] = []
    if mode == "campaign":
        found += [
            Thing(id=f"activity:{one}", name=one, kind="activity", text=ACTIVITIES[one])
            for one in ACTIVITY_IDS
        ]
        found += [
            Thing(id=f"gun:{one}", name=name, kind="cannon", text=_gun(one)) for one, name in GUNS.items()
        ]
    if mode != "battle":
        found += _markers(both, names, data.printed(where, "pillage.toml"))
    return found


def _gun(name: str) -> str:
    strength = name.removeprefix("strength_") if name != "enemy" else "2"
    return f"In each round it takes a piece of a sector with a die of {strength} or less."


def _markers(both: Data, names: Names, printed: Printed) -> Iterator[Thing]:
    pillage = both.pillage
    kinds: list[tuple[str, str, int, dict[str, Any]]] = [
        ("chest", f"{value} gold at the end.", count, {"gold": value}) for value, count in pillage.chests
    ]
    kinds += [
        ("chalice", f"{value} AP at the end.", count, {"ap": value}) for value, count in pillage.chalices
    ]
    kinds.append(
        ("imperial_troops", "The rider is slain, and its markers go back to the box.", pillage.troops, {})
    )
    for name, title, (record, text, count, facts) in zip(names.markers, pillage.titles, kinds, strict=True):
        yield Thing(
            id=f"marker:{name}",
            name=title,
            kind="Pillage marker",
            text=text,
            count=count,
            facts=facts,
            status=printed[record]["status"],
        )


def dice() -> list[Die]:
    """The die."""
    faces = [Face(id=str(n), sides=1, text=f"A {n}.") for n in range(1, 7)]
    return [Die(id="die", name="die", faces=faces)]
