"""What lies in the box (RULES.md 1, 2, 5): board, cards, decks, heroes and die, and what they do."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from battlewise.core import data
from battlewise.core.catalogue import Die, Face, Space, Thing
from battlewise.core.changes import several
from battlewise.core.games.battalia.cards import (
    ARTEFACTS,
    CITIES,
    FACTIONS,
    GREATS,
    NEEDS,
    RANKS,
    ROADS,
    TERRAINS,
    TYPES,
    VOLCANO,
    Board,
    Data,
    square_name,
)
from battlewise.core.games.battalia.facts import DIE, price
from battlewise.core.games.battalia.state import (
    AMBUSH,
    HEROES,
    SIDE,
    TENTS,
    TOP_LEVEL,
    GreatArtefact,
    Type,
)
from battlewise.core.games.battalia.words import KIND_IDS
from battlewise.core.vocabulary import by_member

Options = Mapping[str, Any]
Printed = Mapping[str, Mapping[str, Any]]
SUPPLY_TEXT = "Pays for units, roads, tents, heroes and retreats; moves a hero one square along a road."


def spaces(squares: Sequence[str], board: Board, volcano: bool) -> list[Space]:
    """The squares of the board, and the places of tents and ambushes of the player who acts."""
    start = {square_name(one) for one in board.start}
    neutral = {square_name(one) for one in (board.volcano_neutral if volcano else board.neutral)}
    middle = {square_name(one) for one in VOLCANO} if volcano else {"d4"}
    found = []
    for row in range(SIDE):
        for column in range(SIDE):
            name = square_name(SIDE * row + column)
            if name not in squares:
                continue
            beside = [
                square_name(SIDE * y + x)
                for x, y in ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
                if 0 <= x < SIDE and 0 <= y < SIDE
            ]
            use = (
                "starting city" if name in start
                else "neutral city" if name in neutral
                else "middle" if name in middle
                else "free"
            )  # fmt: skip
            found.append(
                Space(
                    id=f"square:{name}",
                    name=f"square {name}",
                    kind="square",
                    place=(column, row),
                    neighbours=[f"square:{one}" for one in beside if one in squares],
                    facts={"at_the_start": use},
                )
            )
    # Below the map: the ambush, and under it the tents in two rows.
    for i in range(AMBUSH):
        name = f"place {i + 1} of the ambush"
        found.append(Space(id=f"ambush:{i}", name=name, kind="place in ambush", place=(i, SIDE + 1)))
    for i in range(TENTS):
        row, column = divmod(i, TENTS // 2)
        place = (column, SIDE + 2 + row)
        found.append(Space(id=f"tent:{i}", name=f"tent {i + 1}", kind="tent", place=place))
    return found


def _types(both: Data) -> dict[str, str]:
    """What the cards of each type do."""
    ride = several(both.deck.ride, "square")
    fight = {one: card.attack for one, card in zip(TYPES, (*both.units, *both.artefacts), strict=True)}
    units = {
        one: f"Strength {card.attack} in a battle line. It is hired for {price(card.cost)}, with a Supply as"
        " long as there are any; it pays for artefacts, roads and cities."
        for one, card in zip(RANKS, both.units, strict=True)
    }
    artefacts = by_member(
        Type,
        {Type[one.upper()]: text for one, text in units.items()}
        | {
            Type.TOOL: "Pays for one or two frimen of an action.",
            Type.WEAPON: (
                f"Opens an attack, and pays for a hero. Strength {fight['weapon']} in a battle line."
            ),
            Type.AMULET: (
                "A card of the hand is laid on it and the die is rolled: the card counts once, twice or three"
                " times, goes into ambush, is discarded, or stands for another card."
            ),
            Type.TITLE: (
                "Raises a unit of the hand by a rank: it is exchanged for one of the next rank, of its"
                " faction if there is one."
            ),
            Type.SCROLL: (
                "Exchanges a unit or artefact of the hand, or itself, for one of the same type and another"
                " faction."
            ),
            Type.TENT: (
                "For a Supply it keeps a card of the hand, no great artefact, until it is opened in an own"
                " turn or battle; then the card comes back to the hand."
            ),
            Type.HORSE: (
                f"Carries a hero up to {ride} along roads, pays for a retreat, or has strength"
                f" {fight['horse']} in a battle line."
            ),
        },
    )
    return dict(zip(TYPES, artefacts, strict=True))


def _greats(both: Data) -> dict[str, str]:
    """What the great artefacts do."""
    strength = dict(zip(GREATS, both.greats, strict=True))

    def weapon(name: str) -> str:
        card = strength[name]
        return f"A weapon. Strength {card.attack} in attack and {card.defence} in defence."

    texts = {
        GreatArtefact.BOOK: "Exchanges up to three units or artefacts for others of other factions.",
        GreatArtefact.CROWN: "Raises one unit by two ranks, or two units by one rank each.",
        GreatArtefact.HAND_OF_LUUT: "Plays a card of another player's nation as an own card.",
        GreatArtefact.STAFF: "Changes the terrain of a road or a city of the map.",
        GreatArtefact.PAVILION: "A tent for two cards, which needs no Supply.",
        GreatArtefact.HAMMER: "Stands for any artefact but a tent, outside battles.",
        GreatArtefact.SWORD: weapon("sword"),
        GreatArtefact.SHIELD: weapon("shield"),
        GreatArtefact.WINGS: "Carry a hero to any card of the map.",
        GreatArtefact.HORN: "Takes up to two cards of the own nation to the hand.",
    }
    return dict(zip(GREATS, by_member(GreatArtefact, texts, first=GreatArtefact.BOOK), strict=True))


def cards(both: Data, options: Options, where: list[Path]) -> list[Thing]:
    """The creation cards, those of each type together, and the terrain cards by the decks they come from."""
    creation = data.printed(where, "creation.toml")
    texts, greats = _types(both), _greats(both)
    records = dict(zip((*TYPES, *GREATS), (*both.units, *both.artefacts, *both.greats), strict=True))
    found = [_type(one, both, creation, texts[one]) for one in TYPES]
    for kind in KIND_IDS:
        type_, _, faction = kind.partition("_")
        if faction == "unbound" and not options["unbound"]:
            continue
        facts: dict[str, Any] = {}
        if kind in GREATS:
            title, text, count = creation["great"][kind], greats[kind], 1
        elif kind == "supply":
            title, text = creation["supply"], SUPPLY_TEXT
            count = len(FACTIONS) * sum(unit.count for unit in both.units)
        elif faction == "unbound":
            title, count = creation["unbound"], both.deck.unbound
            text = f"Counts for every faction and cannot be transformed. {texts[type_]}"
            text += " In a battle line each Supply added to it gives 1 strength."
            facts["type"] = type_
        else:
            title, text, count = creation[_table(type_)][type_], texts[type_], records[type_].count
            facts |= {"type": type_, "faction": faction}
        card = records.get(kind) or records.get(type_)
        if card is not None:
            facts |= {"attack": card.attack, "defence": card.defence}
        found.append(
            Thing(
                id=f"card:{kind}",
                name=both.titles[kind],
                kind="great artefact" if kind in GREATS else "supply" if kind == "supply" else _table(type_),
                original=title.get("original"),
                text=text,
                count=count,
                facts=facts,
                status=title["status"],
            )
        )
    return found + list(_terrain_cards(both, data.printed(where, "terrain.toml"), options))


def _table(name: str) -> str:
    return "unit" if name in RANKS else "artefact"


def _type(name: str, both: Data, creation: Printed, text: str) -> Thing:
    """All cards of a type, whatever their faction."""
    record = creation[_table(name)][name]
    return Thing(
        id=f"card:{name}",
        name=both.titles[name],
        kind="type of card",
        original=record.get("original"),
        text=text,
        facts={"cards": [f"{name}_{faction}" for faction in FACTIONS]},
        status=record["status"],
    )


def _terrain_cards(both: Data, printed: Printed, options: Options) -> Iterator[Thing]:
    terrain = both.terrain
    build = f"Built as a city of level n for {terrain.units} units of rank n, 1 for a friman to 4 for a lord."
    for name, count in zip(CITIES, terrain.cities, strict=True):
        yield _shape(f"city_{name}", both, printed["city"][name], build, count * len(TERRAINS))
    for name, count, cost in zip(ROADS, terrain.roads, terrain.road_costs, strict=True):
        text = f"Built for {price(cost)}."
        yield _shape(f"road_{name}", both, printed["road"][name], text, count * len(TERRAINS))
    volcano = terrain.volcano
    monks, keeper, element, ruler, seal = volcano
    middle = {
        "sanctuary": (
            4, f"Its guards have strength {monks}. Who overcomes it gets a seal, worth {seal} points, and"
            " one of the great artefacts below it."
        ),
        "crossroads": (4, "A road to every side."),
        "peak": (
            1, f"It is open from the sides whose seal a player has. Its Keeper has strength {keeper}, less"
            f" {element} for each seal; its ruler has {ruler} points and defends it with strength {ruler}."
        ),
    } if options["scenario"] == "bleeding_horn" else {
        "ruins": (
            1, f"Its guards have strength {options['ruins_strength']}. Who overcomes it takes a great"
            " artefact on offer; a player has one at most."
        ),
    }  # fmt: skip
    for name, (count, text) in middle.items():
        yield _shape(name, both, printed["place"][name], text, count)


def _shape(name: str, both: Data, record: Mapping[str, Any], text: str, count: int) -> Thing:
    return Thing(
        id=f"deck:{name}",
        name=both.titles[name],
        kind="terrain card",
        original=record.get("original"),
        text=text,
        count=count,
        status=record["status"],
    )


def pieces(both: Data, seats: Sequence[str], where: list[Path]) -> list[Thing]:
    """Decks of creation cards, heroes, factions, levels and the Sun Oracle."""
    creation, printed = data.printed(where, "creation.toml"), data.printed(where, "terrain.toml")
    found = [_deck(one, both) for one in TYPES]
    hero = creation["hero"]
    for seat, name in enumerate(seats):
        for i in range(1, HEROES + 1):
            found.append(
                Thing(
                    id=f"hero:{seat}:{i}",
                    name=f"{name}'s {'first' if i == 1 else 'second'} hero",
                    kind="hero",
                    text=f"Hired for {price(both.deck.hero_cost)}; it stands on the map, travels and fights.",
                    count=1,
                    facts={"seat": seat},
                    status=hero["status"],
                )
            )
    for faction, terrain in zip(FACTIONS, TERRAINS, strict=True):
        record = creation["faction"][faction]
        found.append(
            Thing(
                id=f"faction:{faction}",
                name=record["english"],
                kind="faction",
                original=record.get("original"),
                text=f"Its home terrain is the {terrain}.",
                facts={"member": record["member"], "terrain": terrain},
                status=record["status"],
            )
        )
        found.append(
            Thing(
                id=f"terrain:{terrain}",
                name=both.titles[terrain],
                kind="terrain",
                original=printed["terrain"][terrain].get("original"),
                text=f"The home terrain of the {record['english']}.",
                facts={"faction": faction},
                status=printed["terrain"][terrain]["status"],
            )
        )
    low, high = both.terrain.tokens
    for level in range(1, TOP_LEVEL + 1):
        both_levels, tokens = ("1 and 2", low) if level < 3 else ("3 and 4", high)
        text = (
            f"A city of this level is worth {several(level, 'point')} and has strength {level} of its own."
            f" A player has {tokens} tokens for the levels {both_levels} together."
        )
        found.append(
            Thing(
                id=f"level:{level}",
                name=f"level {level}",
                kind="level",
                text=text,
                facts={"new": both.terrain.units, "upgrade": both.terrain.upgrade, "rank": RANKS[level - 1]},
                status=printed["levels"]["status"],
            )
        )
    wheel = [ARTEFACTS[one] for one in both.deck.wheel]
    match = [wheel[day * both.deck.matches % len(wheel)] for day in range(len(wheel))]
    text = (
        "Each round it turns on by a day. The type under the ray is illuminated: it is played once more, or"
        " has more power. Of the type that matches, the faction is chosen when it is created."
    )
    oracle = Thing(
        id="oracle:wheel",
        name="Sun Oracle",
        kind="wheel",
        text=text,
        count=1,
        facts={"ray": wheel, "match": match},
        status=creation["oracle"]["status"],
    )
    return [*found, oracle]


def _deck(name: str, both: Data) -> Thing:
    card = dict(zip(TYPES, (*both.units, *both.artefacts), strict=True))[name]
    return Thing(
        id=f"deck:{name}",
        name=f"{both.titles[name]} deck",
        kind="deck",
        text=f"The topmost card costs {price(card.cost)}.",
        facts={"cost": {need: n for need, n in zip(NEEDS, card.cost, strict=True) if n}},
    )


def dice() -> list[Die]:
    """The die of the amulet."""
    faces = [Face(id=str(face), sides=1, text=f"{text[0].upper()}{text[1:]}.") for face, text in DIE.items()]
    return [Die(id="die", name="amulet's die", faces=faces)]
