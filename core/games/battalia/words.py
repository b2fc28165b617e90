"""The words of Battalia: the ids of phases, cards and places, and the verbs of its moves."""

from collections.abc import Iterable, Iterator, Sequence

from battlewise.core.fields import Field, Flag, Json, Named, Number, same
from battlewise.core.games.battalia.cards import FACTIONS, GREATS, RANKS, SHAPE_IDS, SQUARES, TERRAINS, TYPES
from battlewise.core.games.battalia.state import (
    A_PLACE,
    ATTACKER,
    DEFENDER,
    GREAT,
    NONE,
    SHAPES,
    SUPPLY,
    TENTS,
    UNBOUND,
    Kind,
    Phase,
)
from battlewise.core.vocabulary import Verb, Vocabulary, by_number, names_of

PHASE_IDS = names_of(Phase, "_PHASE", "PHASES")
KIND_IDS = by_number(
    {4 * kind + i: f"{one}_{faction}" for kind, one in enumerate(TYPES) for i, faction in enumerate(FACTIONS)}
    | {SUPPLY: "supply"}
    | {UNBOUND + i: f"{rank}_unbound" for i, rank in enumerate(RANKS)}
    | {GREAT + i: one for i, one in enumerate(GREATS)}
)
SIDE_IDS = by_number({ATTACKER: "attacker", DEFENDER: "defender"})


class Exits(Field):
    """The sides to which a card has roads, as letters of north, east, south and west."""

    def value(self, code: int) -> Json:
        return _letters(self.number(code))

    def every(self) -> Iterator[Json]:
        yield from map(_letters, range(16))

    def codes(self, value: Json) -> Iterator[int]:
        yield from (self.packed(bits) for bits in range(16) if _letters(bits) == value)


def _letters(bits: int) -> str:
    return "".join(letter for i, letter in enumerate("nesw") if bits >> i & 1)


class Against(Field):
    """What is attacked: the place itself, or the hero of a seat there.

    :param seats: how many there are.
    """

    def __init__(self, name: str, seats: int) -> None:
        super().__init__(name, element="seat")
        self._seats = seats

    def value(self, code: int) -> Json:
        number = self.number(code)
        return "place" if number == A_PLACE else number

    def every(self) -> Iterator[Json]:
        yield from (*range(self._seats), "place")

    def codes(self, value: Json) -> Iterator[int]:
        if any(same(value, one) for one in self.every()):
            yield self.packed(A_PLACE if value == "place" else value)

    def text(self, value: Json) -> str:
        return "the place" if value == "place" else f"seat {value}'s hero"

    def touches(self, value: Json) -> list[str]:
        return [] if value == "place" else [f"seat:{value}"]


def _card(name: str = "card") -> Named:
    return Named(name, KIND_IDS, element="card")


def _drawn() -> Named:
    return Named("card", KIND_IDS, element="card", base=1, unseen=0)


def _type() -> Named:
    return Named("card", TYPES, element="deck")


def _faction() -> Named:
    return Named("faction", FACTIONS, element="faction")


def _square() -> Named:
    return Named("square", SQUARES, element="square")


def _shape() -> Named:
    return Named("shape", SHAPE_IDS[:SHAPES], element="deck")


def _terrain() -> Named:
    return Named("terrain", TERRAINS)


def _choose() -> Flag:
    return Flag("choose", ", choosing the cards", 2)


def _hero() -> Number:
    return Number("hero", 1, 2, base=-1, element="hero")


def vocabulary(seats: Sequence[str], unused: Iterable[Kind] = ()) -> Vocabulary:
    """The verbs of a game.

    :param seats: the names of its seats.
    :param unused: the kinds of moves that its options leave out.
    """
    most = len(seats) - 1
    usable = [*TYPES, *(None,) * (len(KIND_IDS) - len(TYPES) - len(GREATS)), *GREATS]
    stands_for = [*TYPES, "supply"]
    laid_as = [None, *TYPES[1:]]
    return Vocabulary(
        Kind,
        {
            Kind.TAKE_HEROES: Verb("take_heroes", "play the {faction}", _faction()),
            Kind.TAKE_CITY: Verb("take_city", "begin at {square}", _square()),
            Kind.COHORT: Verb("cohort", "announce a cohort and draw {number}", Number("number", 0, 6)),
            Kind.MULLIGAN: Verb("mulligan", "mulligan"),
            Kind.NEITHER: Verb("neither", "keep the hand"),
            Kind.HIRE: Verb("hire", "hire a {card}{choose}", _type(), _choose()),
            Kind.CREATE: Verb(
                "create",
                "create a {card}{faction}{choose}",
                _type(),
                Named("faction", FACTIONS, base=1, unseen=0, form=" of the {}"),
                _choose(),
            ),
            Kind.BUILD_ROAD: Verb("build_road", "build a {shape}{choose}", _shape(), _choose()),
            Kind.BUILD_CITY: Verb(
                "build_city", "build a city of level {number}{choose}", Number("number", 1, 4), _choose()
            ),
            Kind.UPGRADE: Verb(
                "upgrade", "raise a city to level {number}{choose}", Number("number", 2, 4), _choose()
            ),
            Kind.HIRE_HERO: Verb("hire_hero", "hire a hero{choose}", _choose()),
            Kind.PAY: Verb("pay", "pay {card}", _card()),
            Kind.EXITS: Verb("exits", "take a {shape}", _shape()),
            Kind.PUT: Verb("put", "put it on {square} with exits {exits}", _square(), Exits("exits")),
            Kind.SITE: Verb("site", "choose {square}", _square()),
            Kind.TRAVEL: Verb("travel", "supply hero {hero} to {square}", _hero(), _square()),
            Kind.ROAM: Verb("roam", "hero {hero} roams to {square}", _hero(), _square()),
            Kind.RIDE: Verb("ride", "hero {hero} rides to {square}", _hero(), _square()),
            Kind.FLY: Verb("fly", "hero {hero} flies to {square}", _hero(), _square()),
            Kind.USE: Verb(
                "use",
                "use {artefact}{as}",
                Named("artefact", usable, element="card"),
                Named("as", laid_as, unseen=0, form=" as a {}"),
            ),
            Kind.ENTITLE: Verb("entitle", "raise {card} by {number}", _card(), Number("number", 1, 2)),
            Kind.ENCHANT: Verb("enchant", "lay {card} on the amulet", _card()),
            Kind.STANDS_FOR: Verb("stands_for", "it stands for a {card}", Named("card", stands_for)),
            Kind.CONVERT: Verb("convert", "convert {card} to {faction}", _card(), _faction()),
            Kind.CONVERT_ITSELF: Verb("convert_itself", "convert the scroll itself to {faction}", _faction()),
            Kind.STATION: Verb("station", "station {card}", _card()),
            Kind.STATION_NO_MORE: Verb("station_no_more", "station no more"),
            Kind.DECAMP: Verb("decamp", "decamp tent {number}", Number("number", 0, TENTS, element="tent")),
            Kind.DEPLOY: Verb(
                "deploy",
                "lay {card} in ambush",
                Named("card", KIND_IDS, element="card", unseen=NONE),
                unseen="lay a card in ambush",
            ),
            Kind.SUSPEND: Verb("suspend", "suspend {card}", _card()),
            Kind.DISPLACE: Verb(
                "displace", "give up place {number} of the ambush", Number("number", 0, 3, element="ambush")
            ),
            Kind.SUMMON: Verb("summon", "summon {card}", _card()),
            Kind.SUMMON_NO_MORE: Verb("summon_no_more", "summon no more"),
            Kind.ROB: Verb("rob", "rob seat {seat}", Number("seat", 0, most, element="seat")),
            Kind.STEAL: Verb("steal", "take {card}", _card()),
            Kind.TERRAFORM: Verb("terraform", "turn {square} to {terrain}", _square(), _terrain()),
            Kind.ATTACK: Verb(
                "attack",
                "attack {against} on {square} with {number}",
                _square(),
                Against("against", len(seats)),
                Number("number", 0, 2),
            ),
            Kind.ANNEX: Verb("annex", "annex {square}", _square()),
            Kind.FIGHT: Verb(
                "fight",
                "fight{raise_ambush} with {number}",
                Flag("raise_ambush", ", raising the ambush,"),
                Number("number", 0, 2),
            ),
            Kind.SURRENDER: Verb("surrender", "surrender"),
            Kind.RETREAT: Verb(
                "retreat",
                "retreat to {square} by {by}",
                _square(),
                Named("by", (None, "a horse", "two supplies", "three supplies")),
            ),
            Kind.LINE: Verb("line", "add {card}", _card()),
            Kind.BRIBE: Verb("bribe", "bribe"),
            Kind.STAND: Verb("stand", "stand"),
            Kind.PASS: Verb("pass", "pass"),
            Kind.TAKE_GREAT: Verb("take_great", "take {card}", _card()),
            Kind.LEAVE_GREAT: Verb("leave_great", "take nothing"),
            Kind.END_TURN: Verb("end_turn", "end the turn"),
            Kind.ABSENT: Verb("absent", "without the {faction}", _faction()),
            Kind.START_CITY: Verb("start_city", "starting city in {terrain}", _terrain()),
            Kind.NEUTRAL_CITY: Verb("neutral_city", "neutral city in {terrain}", _terrain()),
            Kind.OFFERED: Verb("offered", "offer {card}", _card()),
            Kind.BURIED: Verb("bury", "bury {card}", _drawn(), unseen="bury"),
            Kind.DEAL: Verb("deal", "deal {card}", _drawn(), Number("seat", 0, most), unseen="deal"),
            Kind.REVEAL: Verb("reveal", "reveal {card}", _card()),
            Kind.DRAW: Verb("draw", "draw {card}", _drawn(), Number("seat", 0, most), unseen="draw"),
            Kind.FIRST: Verb("first", "seat {seat} begins", Number("seat", 0, most, element="seat")),
            Kind.TERRAIN: Verb("terrain", "terrain {terrain}", _terrain()),
            Kind.TOPMOST: Verb("topmost", "topmost {card}", _card()),
            Kind.DIE: Verb("die", "roll {number}", Number("number", 1, 6, element="die")),
        },
        unused=unused,
    )
