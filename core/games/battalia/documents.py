"""What a view of the game holds (RULES.md 6): each field once, for the options of the game."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from battlewise.core.changes import listed
from battlewise.core.games.battalia.cards import (
    FACTIONS,
    GREATS,
    MOST_ALIKE,
    MOST_PRINTED,
    NEEDS,
    PLACES,
    RANKS,
    ROADS,
    SHAPE_IDS,
    SQUARES,
    TERRAINS,
    TYPES,
)
from battlewise.core.games.battalia.state import (
    AMBUSH,
    DEALT,
    HAND,
    HEROES,
    MOST_COUNTED,
    MOST_IN_HAND,
    MOST_IN_LINE,
    MOST_STRENGTH,
    SECRET,
    SHAPES,
    TENTS,
    TOP_LEVEL,
)
from battlewise.core.games.battalia.words import KIND_IDS, PHASE_IDS, SIDE_IDS, SIDES
from battlewise.core.schemas import (
    Kind,
    Part,
    counts,
    document,
    each,
    flag,
    listing,
    maybe,
    number,
    one_of,
    ordered,
    part,
    some_of,
    table,
)

# The phases that ask for no decision.
NOT_ASKED = {
    "setup": "Chance deals cities and cards, and says who begins.",
    "draw": "Chance draws the cards of a cohort or after a mulligan.",
    "terrain": "Chance draws the terrain card that was paid for.",
    "die": "Chance rolls the die of the amulet.",
    "topmost": "Chance draws the artefact that is created, or that a card is exchanged for.",
    "reveal": "Chance turns up the topmost unit of a deck.",
    "fill": "Chance draws the cards of a new hand.",
    "over": "The game is over.",
}
ENDS = {
    "decided": "A player has points or cities enough, or the map is full.",
    "standstill": "Nobody had more points than ever before in so many weeks as the options say.",
    "weeks": "The weeks that the options say have passed.",
    "turn_limit": "The turns that the options allow have ended.",
}
OWNER_MEANINGS = {"neutral": "The city is guarded.", "free": "Nobody has the city, and anybody may take it."}
OWNERS = tuple(OWNER_MEANINGS)  # besides seats
PURCHASES = {
    "hire": "A unit is hired.",
    "create": "An artefact is created.",
    "build_road": "A road is built.",
    "build_city": "A city is built.",
    "upgrade": "A city is raised by a level.",
    "hire_hero": "A hero is hired.",
}
CHANGES = {
    "convert": "A card is exchanged for one of the same type and another faction.",
    "convert_itself": "The scroll that is played is so exchanged itself.",
}
SIDE_MEANINGS = {"attacker": "The seat whose turn it is.", "defender": "The seat that is attacked."}
AGAINST = {"place": "What lies on the square: a city, the ruins, a sanctuary or the peak."}
DECKS = (*TYPES, *(f"road_{one}" for one in ROADS))  # from which an action takes a card
EXITS = ["".join(one for i, one in enumerate(SIDES) if bits >> i & 1) for bits in range(1, 16)]
ROADS_TO = {one: f"Roads to these sides: {listed([SIDES[side] for side in one])}." for one in EXITS}
BY_SEAT = "if a seat sees the view"
ARE_NONE = "there are none"


class Ids:
    """The ids of what can be on the table, and the numbers of the options.

    :param asked: the phases of the decisions that there can be.
    :param squares: those of the board.
    :param top: the highest level or strength that a city or the peak has.
    """

    def __init__(
        self, options: Mapping[str, Any], asked: Collection[str], squares: Sequence[str], turns: int, top: int
    ) -> None:
        self.phases = [one for one in PHASE_IDS if one in asked or one in NOT_ASKED]
        volcano = options["scenario"] == "bleeding_horn"
        cards = [one for one in KIND_IDS if options["unbound"] or not one.endswith("unbound")]
        self.cards = cards
        units = [one for one in cards if one.split("_")[0] in RANKS]
        middle = PLACES[1:] if volcano else PLACES[:1]
        self.seats = int(options["players"])
        self.seat = number(0, self.seats - 1)
        self.volcano = volcano
        self.turn = number(0, turns)
        self.level = number(0, top)
        self.square = one_of(squares, "Square")
        self.card = one_of(cards, "Card")
        self.pile = counts(self.card, MOST_ALIKE)
        self.unit = one_of(units, "Unit")
        self.on_map = one_of([*SHAPE_IDS[:SHAPES], *middle], "TerrainCard")
        self.built = one_of(SHAPE_IDS[:SHAPES], "BuiltCard")
        self.faction = one_of(FACTIONS, "Faction")
        self.terrain = one_of(TERRAINS, "Terrain")
        self.great = one_of(GREATS, "GreatArtefact")


def form(
    options: Mapping[str, Any], asked: Collection[str], squares: Sequence[str], turns: int, top: int
) -> dict[str, Part]:
    """The fields of a view beside those that all games have.

    :param asked: the phases of the decisions that there can be.
    :param squares: those of the board.
    :param turns: the most turns of all players.
    :param top: the highest level that a city or the peak has.
    """
    ids = Ids(options, asked, squares, turns, top)
    two = "; null until it is drawn" if ids.seats == 2 else "; null, as with more than two players none is"
    fields = {
        "phase": part(
            one_of(ids.phases, meanings=NOT_ASKED),
            "What is asked, or which chance comes; see the catalogue's phases.",
        ),
        "turn": part(
            ids.turn, "How many turns have ended, of all seats together.",
            inferred="0 in the set-up; later it must be given",
        ),
        "first": part(maybe(ids.seat), "The seat that has the first turn; null until it is drawn.", None),
        "absent": part(maybe(ids.faction), f"The faction that is not in the game{two}.", None),
        "step": part(
            number(0, MOST_COUNTED), "How many cards and lots were drawn so far.", when="in the set-up"
        ),
        "draws": part(number(1, 2 * HAND), "How many cards are still to be drawn.", when="in the phase draw"),
        "oracle": part(
            _oracle(), "What the Sun Oracle shows in this round of turns.", inferred="what the turn says"
        ),
        "map": part(table(ids.square, _square(ids)), "The cards of the map, by square."),
        "impassable": part(
            some_of(squares), "The squares on which no terrain card can come to lie.",
            inferred="those that no terrain card fits",
        ),
        "terrain_decks": part(
            table(ids.built, counts(ids.terrain, MOST_PRINTED)),
            "How many cards of each terrain the deck of each shape has.",
            inferred="all that are not on the map",
        ),
        "players": part(each(_player(ids), ids.seats), "What all know of each seat, in their order."),
        "tops": part(
            each(maybe(ids.unit), len(RANKS)), "The topmost unit of each rank: friman, chief, priest, lord.",
            inferred="the first that the decks have",
        ),
        "supplies": part(
            number(0, MOST_ALIKE), "How many supplies nobody has.", inferred="what the players leave"
        ),
        "under": part(
            counts(one_of(KIND_IDS[: 4 * len(RANKS)]), MOST_ALIKE),
            "The units that were put under their decks, and come when those are empty.", {},
        ),
        "returned": part(
            counts(one_of(KIND_IDS[:SECRET]), MOST_ALIKE),
            "The frimen, chiefs and priests of the decks that came back there in sight of all.", {},
        ),
        "limbo": part(ids.pile, "The cards that are out of the game.", {}),
        "offered": part(some_of(GREATS), "The great artefacts on offer in the ruins.", []),
        "table": part(
            ids.pile, "The cards that the seat whose turn it is has played or got in this turn.", {}
        ),
        "laid": part(
            each(ids.pile, 2),
            "What can still be played of the cards on the table, copies of cards by amulets too: by the seat"
            " whose turn it is, and by the defender.", [{}, {}],
        ),
        "fresh": part(
            each(maybe(ids.card), 2),
            "Of the same two, the illuminated scroll that is to be used once more and may still convert"
            " itself, or null.", [None, None],
        ),
        "charmed": part(
            each(maybe(ids.card), 2),
            "Of the same two, the card on an illuminated amulet that is to be used once more, or null.",
            [None, None],
        ),
        "hammer": part(
            maybe(one_of(TYPES)), "The type of card that the Hammer of Strato was laid as and is played as"
            " next, or null.", None,
        ),
        "stolen": part(
            maybe(ids.card), "The card that the Hand of Luut has taken, until it is played or changed.", None
        ),
        "progress": part(ids.turn, "The turn in which there was progress last.", inferred="this turn"),
        "roamed": part(
            each(flag, HEROES), "Whether each hero of the seat whose turn it is has roamed since the last"
            " other action.", [False] * HEROES,
        ),
        "pending": part(_pending(ids), "What is half done.", when="in phases that finish something"),
        "battle": part(_battle(ids), "The battle.", when="in a battle"),
        "end": part(
            one_of([*ENDS], meanings=ENDS), "Why the game is over.", inferred="the rest", when="at the end"
        ),
        "hand": part(ids.pile, "The seat's own hand.", {}, when=BY_SEAT),
        "ambush": part(listing(ids.card, AMBUSH), "The own cards in ambush, in their places.", [],
                       when=BY_SEAT),
        "unseen": part(
            counts(one_of(KIND_IDS[:SECRET]), MOST_ALIKE),
            "The units of the own starting deck, in hand, nation or ambush, that nobody else has seen.", {},
            when=BY_SEAT,
        ),
    }  # fmt: skip
    if ids.volcano:
        fields["sanctuaries"] = part(
            table(ids.faction, listing(maybe(ids.great), 2)),
            "The great artefacts below the sanctuary of each faction; null for one that was not seen.",
            inferred=ARE_NONE,
        )
    return fields


def _oracle() -> Kind:
    artefact = one_of(TYPES[len(RANKS) :], "Artefact")
    fields = {
        "ray": part(artefact, "The illuminated type of artefact."),
        "match": part(artefact, "The type of artefact whose faction is chosen when one is created."),
    }
    return document("Oracle", "The Sun Oracle.", **fields)


def _square(ids: Ids) -> Kind:
    fields = {
        "card": part(ids.on_map, "The terrain card."),
        "exits": part(
            one_of(EXITS, "Exits", ROADS_TO), "The sides with a road: n is up, e right, s down, w left.",
            "nesw",
        ),
        "terrain": part(maybe(ids.terrain), "Its terrain; null of a card of the middle without one.", None),
        "owner": part(
            maybe(one_of([*range(ids.seats), *OWNERS], meanings=OWNER_MEANINGS)),
            "Of a city the seat that has it; neutral: it is guarded; free: anybody may take it. Of the peak"
            " the seat that rules it, or null.",
            None,
            when="of cities and the peak",
        ),
        "level": part(
            ids.level, "The level of a city, or of the peak if a seat rules it.",
            inferred="0 of the peak; of a city it must be given", when="of cities and the peak",
        ),
    }  # fmt: skip
    return document("Square", "A terrain card on the map.", **fields)


def _player(ids: Ids) -> Kind:
    tent = {
        "tent": part(ids.card, "The tent or the Pavilion of Eyla."),
        "cards": part(
            ordered(listing(ids.card, 2), KIND_IDS.index), "The cards in it; none while the first is chosen."
        ),
    }
    fields = {
        "faction": part(maybe(ids.faction), "The faction that it leads; null until it is chosen.", None),
        "points": part(number(0, MOST_COUNTED), "Its victory points.", inferred="the map and the seals"),
        "most_points": part(
            number(0, MOST_COUNTED), "The most victory points that it has had.", inferred="those of now"
        ),
        "hand_size": part(
            number(0, MOST_IN_HAND), "How many cards are in its hand.",
            inferred="the own hand; six of another seat, none in the set-up",
        ),
        "known": part(ids.pile, "The cards of its hand that all know to be there.", {}),
        "cards": part(
            ids.pile, "The cards in its hand, its nation and its hidden ambush, without `unseen`.", {}
        ),
        "unseen": part(
            counts(one_of(RANKS[:-1]), DEALT),
            "How many units of its starting deck, by rank, are there besides, which nobody else has seen.",
            {},
        ),
        "nation": part(ids.pile, "Its nation.", when="in the view of the seat that looks into it"),
        "shelter": part(ids.pile, "Its shelter, where played cards lie.", {}),
        "ambush": part(
            listing(maybe(ids.card), AMBUSH), "Its cards in ambush, in their places; null: face down.", []
        ),
        "tents": part(
            listing(document("Tent", "A tent.", **tent), TENTS), "Its tents, in the order of their numbers.",
            [],
        ),
        "heroes": part(
            ordered(listing(ids.square, HEROES), SQUARES.index), "The squares of its heroes.", []
        ),
    }  # fmt: skip
    if ids.volcano:
        fields["seals"] = part(some_of(FACTIONS), "The factions whose sanctuary it has overcome.", [])
    return document("Player", "What all know of a seat.", **fields)


def _pending(ids: Ids) -> Kind:
    """Each field is there in some phases, which its text names."""
    paying, building = "in the phase pay", "in the phases terrain and put"
    fields = {
        "action": part(
            one_of([*PURCHASES, *CHANGES], meanings=PURCHASES | CHANGES), "What is done.",
            when="in the phases pay, site and topmost",
        ),
        "deck": part(
            maybe(one_of(DECKS, "Deck")),
            "The deck from which the card comes: of a rank, a type of artefact or a shape of road.",
            inferred="null",
            when="in the phases pay and topmost",
        ),
        "level": part(
            number(0, TOP_LEVEL), "The level that a city gets; 0 if it is about no city.", 0,
            when="in the phases pay, exits, terrain, put and site",
        ),
        "faction": part(
            maybe(ids.faction), "The faction that is chosen for an artefact, or of the wild card; or null.",
            None, when="in the phases pay and wild",
        ),
        "need": part(counts(one_of(NEEDS), MOST_PRINTED), "What is still to be paid.", when=paying),
        "next_from": part(
            ids.card,
            "The first card, in the order of the ids of cards, that may be chosen next: cards are chosen in"
            " that order.", KIND_IDS[0], when="in the phases pay, station, horn and line",
        ),
        "terrain": part(ids.terrain, "The terrain of the card.", when="in the phase put"),
        "card": part(
            maybe(one_of([*SHAPE_IDS[:SHAPES], *ids.cards])),
            "The terrain card to be put on the map; or the card that is on the amulet, that comes into the"
            " ambush, or that is exchanged.", None, when=f"{building}, die, displace and topmost",
        ),
        "title": part(maybe(ids.card), "The title, or the Crown of Titus.", None, when="in the phase title"),
        "doubled": part(flag, "Whether it may raise a unit by two ranks.", False, when="in the phase title"),
        "stolen": part(
            flag, "Whether that card was taken by the Hand of Luut.", False, when="in the phase die"
        ),
        "scroll": part(
            maybe(ids.card), "The scroll; null: the Book of Crea.", None, when="in the phase scroll"
        ),
        "tent": part(number(0, TENTS - 1), "The number of the tent, from 0.", when="in the phase station"),
        "room": part(number(1, 2), "How many cards it still has room for.", when="in the phase station"),
        "left": part(number(1, 2), "How many cards can still be taken.", when="in the phase horn"),
        "seat": part(ids.seat, "The seat whose nation is looked into.", when="in the phase steal"),
        "sanctuary": part(
            ids.faction, "The faction whose sanctuary was overcome.",
            when="in the phase spoils of the Bleeding Horn",
        ),
    }  # fmt: skip
    return document("Pending", "What is half done.", **fields)


def _battle(ids: Ids) -> Kind:
    def both(kind: Kind, text: str, default: object) -> Part:
        return part(each(kind, 2), f"Of attacker and defender, {text}.", [default, default])

    fields = {
        "square": part(ids.square, "The square."),
        "against": part(
            one_of([*range(ids.seats), *AGAINST], meanings=AGAINST),
            "The seat whose hero is attacked there, or the place itself.",
        ),
        "side": part(one_of(SIDE_IDS, meanings=SIDE_MEANINGS), "The side that adds to its line.", "attacker"),
        "answered": part(
            flag,
            "Whether the defender has chosen to fight.",
            inferred="true if the defender's line is added to",
        ),
        "heroes": both(number(0, HEROES), "how many heroes fight", 0),
        "strength": both(number(0, MOST_STRENGTH), "the strength of the cards of the line", 0),
        "total": part(
            each(number(0, MOST_STRENGTH + MOST_COUNTED), 2),
            "Of attacker and defender, the strength with heroes, terrain and place.",
            inferred="the rest",
        ),
        "cards": both(number(0, MOST_IN_LINE), "how many cards the line has", 0),
        "mixed": both(flag, "whether the line has a card of another faction", False),
        "mercenaries": both(number(0, MOST_IN_LINE), "how many of the Unbound the line has", 0),
    }
    return document("Battle", "A battle.", **fields)
