"""What lies in the box (RULES.md 1, 8): play mat, cards, heroes and decks, with what they do in words."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from battlewise.core import data
from battlewise.core.catalogue import Space, Thing
from battlewise.core.changes import several
from battlewise.core.games.battalla.cards import ATTRIBUTES, MYTHOI, Card
from battlewise.core.games.battalla.decks import Deck
from battlewise.core.games.battalla.facts import effects_of
from battlewise.core.games.battalla.sentences import card_text, condition, deed, sentence
from battlewise.core.games.battalla.state import COPIES, LANES, ROWS, Type
from battlewise.core.games.battalla.words import KEYWORDS, LANE_NAMES, TYPES, squares

ROW_NAMES = (
    "south's summoning row", "south's front row", "neutral zone", "north's front row", "north's summoning row"
)  # fmt: skip


def spaces(lanes: int) -> list[Space]:
    """The squares, the lanes, and the zones that effects are used from."""
    names = squares(lanes)
    found = [
        Space(
            id=f"square:{name}",
            name=f"square {name}",
            kind="square",
            place=(at % LANES, ROWS - 1 - at // LANES),
            neighbours=[f"square:{names[to]}" for to in _beside(at) if to in names],
            facts={"lane": LANE_NAMES[at % LANES], "row": at // LANES + 1, "zone": ROW_NAMES[at // LANES]},
        )
        for at, name in names.items()
    ]
    for i, lane in enumerate(LANE_NAMES[:lanes]):
        beside = [LANE_NAMES[to] for to in (i - 1, i + 1) if 0 <= to < lanes]
        found.append(
            Space(
                id=f"lane:{lane}",
                name=f"lane {lane}",
                kind="lane",
                place=(i, -1),
                neighbours=[f"lane:{to}" for to in beside],
            )
        )
    # Beside the board, at the bottom, where south has its zones.
    zones = {"field": "own field zone", "hero": "top of the own hero deck"}
    for row, (zone, name) in enumerate(zones.items(), ROWS - len(zones)):
        found.append(Space(id=f"place:{zone}", name=name, kind="zone", place=(lanes, row)))
    return found


def _beside(square: int) -> Iterator[int]:
    """The next squares of the lane, and of the row; those of other rows are at the ends of lanes."""
    yield from (square - LANES, square + LANES)
    yield from (to for to in (square - 1, square + 1) if to // LANES == square // LANES)


def cards(every: Sequence[Card], copies: Sequence[Sequence[int]], where: list[Path]) -> list[Thing]:
    """All cards and heroes, and how many of each there are.

    :param copies: how many the list of each seat has of each card; empty if lists are not open.
    """
    printed = data.printed(where, "cards.toml") | data.printed(where, "heroes.toml")
    found = []
    for i, card in enumerate(every):
        is_hero = card.type == Type.HERO
        counts = [int(seat[i]) for seat in copies]
        record = printed[card.id]
        found.append(
            Thing(
                id=f"{'hero' if is_hero else 'card'}:{card.id}",
                name=card.english,
                kind=TYPES[card.type],
                original=record.get("original"),
                text=card_text(card),
                count=sum(counts) if counts else None,
                facts=_numbers(card) | ({"copies": counts} if counts else {}),
                status=record["status"],
            )
        )
    return found


def _numbers(card: Card) -> dict[str, Any]:
    """What is printed; `effects` in the order in which views number them."""
    facts: dict[str, Any] = {
        "mythos": MYTHOI[card.mythos],
        "attributes": [one for one in ATTRIBUTES if one in card.attributes],
        "effects": [sentence(effect) for effect in effects_of(card)],
    }
    if card.type != Type.HERO:
        facts["cost"] = card.cost
        facts["most_in_a_deck"] = COPIES
    else:
        price = [] if card.price is None else [deed(card.price)]
        facts["summon"] = [condition(one) for one in card.summon] or price
    if card.type in (Type.UNIT, Type.HERO, Type.ITEM):
        facts |= {
            "atk": card.atk,
            "hp": card.hp,
            "keywords": [one for one in KEYWORDS if one in card.keywords],
        }
    return facts


def decks(built_in: Sequence[Deck], every: Sequence[Card], where: list[Path]) -> list[Thing]:
    """The built-in decks, which the options name."""
    printed = data.printed(where, "decks.toml")
    return [
        Thing(
            id=f"deck:{deck.id}",
            name=printed[deck.id]["english"],
            kind="deck",
            text=f"{several(sum(deck.main), 'card')} and {several(len(deck.heroes), 'hero', 'heroes')}.",
            facts={
                "main": {every[i].id: n for i, n in enumerate(deck.main) if n},
                "heroes": [every[hero].id for hero in deck.heroes],
            },
            status=printed[deck.id]["status"],
        )
        for deck in built_in
    ]
