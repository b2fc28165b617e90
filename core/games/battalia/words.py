"""The words of Battalia: the ids of phases, cards and places, and the verbs of its moves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from battlewise.core.changes import listed, several
from battlewise.core.fields import Field, Flag, Json, Named, Number, Seat, same
from battlewise.core.games.battalia.cards import FACTIONS, GREATS, RANKS, SHAPE_IDS, SQUARES, TERRAINS, TYPES
from battlewise.core.games.battalia.state import (
    A_PLACE,
    AMBUSH,
    ATTACKER,
    DEFENDER,
    GREAT,
    NONE,
    SHAPES,
    SUPPLY,
    TENTS,
    TOP_LEVEL,
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
SIDES = {"n": "up", "e": "right", "s": "down", "w": "left"}
PLURALS = {"friman": "frimen", "supply": "supplies", "hero": "heroes"}
SIDE_IDS = by_number({ATTACKER: "attacker", DEFENDER: "defender"})


class StandsFor(Named):
    """The type of card that a wild card stands for, in words with its article."""

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return facts[f"wild:{value}"]


class Exits(Field):
    """The sides to which a card has roads, as letters of north, east, south and west."""

    def value(self, code: int) -> Json:
        return _letters(self.number(code))

    def every(self) -> Iterator[Json]:
        yield from map(_letters, range(16))

    def codes(self, value: Json) -> Iterator[int]:
        yield from (self.packed(bits) for bits in range(16) if _letters(bits) == value)

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return listed([word for letter, word in SIDES.items() if letter in value])


def _letters(bits: int) -> str:
    return "".join(letter for i, letter in enumerate(SIDES) if bits >> i & 1)


class Hero(Field):
    """A hero of a seat, such as ``[1, 2]``: the second one of seat 1, by their squares.

    :param seats: how many there are.
    """

    def __init__(self, name: str, seats: int) -> None:
        super().__init__(name, element="hero")
        self._seats = seats

    def value(self, code: int) -> Json:
        return [self.number(code) >> 1, (self.number(code) & 1) + 1]

    def every(self) -> Iterator[Json]:
        yield from ([seat, hero] for seat in range(self._seats) for hero in (1, 2))

    def codes(self, value: Json) -> Iterator[int]:
        yield from (self.packed(number) for number, one in enumerate(self.every()) if same(one, value))

    def touches(self, value: Json) -> list[str]:
        return [f"hero:{value[0]}:{value[1]}"]


class Against(Field):
    """What is attacked: the place itself, or the hero of a seat there.

    :param seats: their names.
    """

    def __init__(self, name: str, seats: Sequence[str]) -> None:
        super().__init__(name, element="seat")
        self._seats = seats

    def value(self, code: int) -> Json:
        number = self.number(code)
        return "place" if number == A_PLACE else number

    def every(self) -> Iterator[Json]:
        yield from (*range(len(self._seats)), "place")

    def codes(self, value: Json) -> Iterator[int]:
        if any(same(value, one) for one in self.every()):
            yield self.packed(A_PLACE if value == "place" else value)

    def text(self, value: Json) -> str:
        return "the place" if value == "place" else f"{self._seats[value]}'s hero"

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return "" if value == "place" else f"{self.text(value)} on "

    def touches(self, value: Json) -> list[str]:
        return [] if value == "place" else [f"seat:{value}"]


class Count(Number):
    """A number of things.

    :param noun: one of them.
    """

    def __init__(self, name: str, low: int, high: int, noun: str) -> None:
        super().__init__(name, low, high)
        self._noun = noun

    def text(self, value: Json) -> str:
        return counted(value, self._noun)


class Level(Number):
    """A level of a city, in words with its price.

    :param action: what is paid for.
    """

    def __init__(self, action: str, low: int) -> None:
        super().__init__("number", low, TOP_LEVEL, element="level")
        self._action = action

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return f"{value} ({facts[f'{self._action}:{value}']})"


def counted(number: int, noun: str) -> str:
    """Such as ``no hero``, ``1 hero`` or ``2 heroes``."""
    return several(number, noun, PLURALS.get(noun)) if number else f"no {noun}"


def one_of(title: str) -> str:
    """A title with its article."""
    return f"{'an' if title[0].lower() in 'aeiou' else 'a'} {title}"


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


def _from() -> Named:
    return Named("from", SQUARES)


def _shape() -> Named:
    return Named("shape", SHAPE_IDS[:SHAPES], element="deck")


def _terrain() -> Named:
    return Named("terrain", TERRAINS)


def _journey(seats: int) -> tuple[Field, ...]:
    return Hero("hero", seats), _square(), _from()


def _choose() -> Flag:
    return Flag("choose", ", choosing the cards", 2)


OUTCOMES = tuple(kind for kind in Kind if kind >= Kind.ABSENT)
MEANINGS = {
    "faction": "The faction; of a card created, null if the topmost card of the deck is taken.",
    "square": "The square that it happens on, or that a hero or a card goes to, such as d4.",
    "number": (
        "How many cards, heroes or ranks; the level of a city; the number of a tent or of a card in ambush,"
        " from 0; or what the die shows."
    ),
    "card": "The id of the card, or of its type if the faction does not matter; null if it is not seen.",
    "choose": "Whether the player chooses the cards of the payment one by one; else the cheapest are paid.",
    "shape": "The shape of the road or city: how many roads leave it, and where to.",
    "city": "The square of the city; null if several can be raised, and the next decision says which.",
    "hero": "The hero as [seat, 1 or 2], in the order in which the view lists the seat's heroes.",
    "exits": "The sides with a road, as letters of n, e, s and w: up, right, down and left.",
    "from": "The square that the hero leaves.",
    "artefact": "The type of the artefact, or the id of the great artefact, that is played.",
    "as": "The type of card that the Hammer is laid as; null if it is played as itself.",
    "stolen": "Whether it is the card that the Hand of Luut has taken.",
    "seat": "The seat that it concerns.",
    "terrain": "The terrain of the card.",
    "against": "What is attacked: the place itself, or the number of the seat whose hero stands there.",
    "raise_ambush": "Whether the defender takes the cards of the ambush into the hand first.",
    "by": "What the retreat costs.",
}


def vocabulary(seats: Sequence[str], unused: Iterable[Kind] = ()) -> Vocabulary:
    """The verbs of a game.

    :param seats: the names of its seats.
    :param unused: the kinds of moves that its options leave out.
    """
    heroes = len(seats)
    usable = [*TYPES, *(None,) * (len(KIND_IDS) - len(TYPES) - len(GREATS)), *GREATS]
    stands_for = [*TYPES, "supply"]
    laid_as = [None, *TYPES[1:]]
    articles = {one: one_of(one) for one in TYPES}
    return Vocabulary(
        Kind,
        {
            Kind.TAKE_HEROES: Verb(
                "take_heroes", "play the {faction}", _faction(), words="lead the {faction}"
            ),
            Kind.TAKE_CITY: Verb("take_city", "begin at {square}", _square(), words="take {square}"),
            Kind.COHORT: Verb(
                "cohort",
                "announce a cohort and draw {number}",
                Count("number", 0, 6, "card"),
            ),
            Kind.MULLIGAN: Verb(
                "mulligan", "mulligan", words="mulligan: discard the hand and draw {mulligan}"
            ),
            Kind.NEITHER: Verb("neither", "keep the hand"),
            Kind.HIRE: Verb("hire", "hire a {card}{choose}", _type(), _choose(), words="hire {card}{choose}"),
            Kind.CREATE: Verb(
                "create",
                "create a {card}{faction}{choose}",
                _type(),
                Named("faction", FACTIONS, element="faction", base=1, unseen=0, form=" of the {}"),
                _choose(),
                words="create {card}{faction}{choose}",
            ),
            Kind.BUILD_ROAD: Verb(
                "build_road", "build a {shape}{choose}", _shape(), _choose(), words="build {shape}{choose}"
            ),
            Kind.BUILD_CITY: Verb(
                "build_city", "build a city of level {number}{choose}", Level("build", 1), _choose()
            ),
            Kind.UPGRADE: Verb(
                "upgrade",
                "raise a city to level {number}{choose}",
                Level("upgrade", 2),
                Named("city", SQUARES, element="city", unseen=NONE, absent="a city"),
                _choose(),
                touches=("city", "number"),
                words="raise {city} to level {number}{choose}",
            ),
            Kind.HIRE_HERO: Verb(
                "hire_hero",
                "hire a hero{choose}",
                Hero("hero", heroes),
                _choose(),
                words="hire a hero ({hero_price}){choose}",
            ),
            Kind.PAY: Verb("pay", "pay {card}", _card(), words="pay {card} for {paid_for}"),
            Kind.EXITS: Verb("exits", "take a {shape}", _shape(), words="take {shape}"),
            Kind.PUT: Verb(
                "put",
                "put it on {square} with exits {exits}",
                _square(),
                Exits("exits"),
                words="put the {new_card} on {square} with exits {exits}",
            ),
            Kind.SITE: Verb("site", "choose {square}", _square(), words="{site} {square}"),
            Kind.TRAVEL: Verb(
                "travel",
                "supply the hero on {from} to {square}",
                *_journey(heroes),
                words="move {hero} to {square} for a Supply",
            ),
            Kind.ROAM: Verb(
                "roam",
                "the hero on {from} roams to {square}",
                *_journey(heroes),
                words="move {hero} to {square} through home terrain, for nothing",
            ),
            Kind.RIDE: Verb(
                "ride",
                "the hero on {from} rides to {square}",
                *_journey(heroes),
                words="move {hero} to {square} by a Horse",
            ),
            Kind.FLY: Verb(
                "fly",
                "the hero on {from} flies to {square}",
                *_journey(heroes),
                words="move {hero} to {square} by the Wings of Aviena",
            ),
            Kind.USE: Verb(
                "use",
                "use {artefact}{as}",
                Named("artefact", usable, element="card"),
                Named("as", laid_as, unseen=0, form=" as {}", shown=articles),
                words="play the {artefact}{as}",
            ),
            Kind.ENTITLE: Verb("entitle", "raise {card} by {number}", _card(), Count("number", 1, 2, "rank")),
            Kind.ENCHANT: Verb(
                "enchant", "lay {stolen}{card} on the amulet", _card(), Flag("stolen", "the stolen ")
            ),
            Kind.STANDS_FOR: Verb(
                "stands_for",
                "it stands for a {card}",
                StandsFor("card", stands_for, element="card"),
                words="let the wild card stand for {card}",
            ),
            Kind.CONVERT: Verb(
                "convert",
                "convert {card} to {faction}",
                _card(),
                _faction(),
                words="exchange {card} for one of the {faction}",
            ),
            Kind.CONVERT_ITSELF: Verb(
                "convert_itself",
                "convert the scroll itself to {faction}",
                _faction(),
                words="exchange the scroll itself for one of the {faction}",
            ),
            Kind.STATION: Verb("station", "station {card}", _card(), words="station {card} in the tent"),
            Kind.STATION_NO_MORE: Verb("station_no_more", "station no more", words="station no second card"),
            Kind.DECAMP: Verb(
                "decamp",
                "decamp tent {number}",
                Number("number", 0, TENTS - 1, element="tent"),
                words="open {number}",
            ),
            Kind.DEPLOY: Verb(
                "deploy",
                "lay {card} in ambush",
                Named("card", KIND_IDS, element="card", unseen=NONE),
                unseen="lay a card in ambush",
            ),
            Kind.SUSPEND: Verb(
                "suspend",
                "suspend {card}",
                _card(),
                words="suspend {card} to limbo, as the price of the ambush",
            ),
            Kind.DISPLACE: Verb(
                "displace",
                "give up place {number} of the ambush",
                Number("number", 0, AMBUSH - 1, element="ambush"),
                words="discard {number} from the ambush",
            ),
            Kind.SUMMON: Verb("summon", "summon {card}", _card(), words="summon {card} from the nation"),
            Kind.SUMMON_NO_MORE: Verb(
                "summon_no_more", "summon no more", words="summon no more cards from the nation"
            ),
            Kind.ROB: Verb("rob", "rob {seat}", Seat("seat", seats), words="look into the nation of {seat}"),
            Kind.STEAL: Verb(
                "steal", "take {card}", _card(), words="take {card} from the nation of {robbed}"
            ),
            Kind.TERRAFORM: Verb("terraform", "turn {square} to {terrain}", _square(), _terrain()),
            Kind.ATTACK: Verb(
                "attack",
                "attack {against} on {square} with {number}",
                _square(),
                Against("against", seats),
                Count("number", 0, 2, "hero"),
                words="attack {against}{square} with {number}",
            ),
            Kind.ANNEX: Verb("annex", "annex {square}", _square(), words="annex {square} without a fight"),
            Kind.FIGHT: Verb(
                "fight",
                "fight{raise_ambush} with {number}",
                Flag("raise_ambush", ", raising the ambush,"),
                Count("number", 0, 2, "hero"),
            ),
            Kind.SURRENDER: Verb("surrender", "surrender", words="surrender {target}"),
            Kind.RETREAT: Verb(
                "retreat",
                "retreat to {square} by {by}",
                _square(),
                Named("by", (None, "a horse", "two supplies", "three supplies")),
                words="retreat with the hero to {square} for {by}",
            ),
            Kind.LINE: Verb("line", "add {card}", _card(), words="add {card} to the battle line"),
            Kind.BRIBE: Verb("bribe", "bribe", words="add a Supply to the Unbound, for 1 strength"),
            Kind.STAND: Verb("stand", "stand", words="end the battle line at {totals}"),
            Kind.PASS: Verb("pass", "pass", words="{give_up}"),
            Kind.TAKE_GREAT: Verb("take_great", "take {card}", _card(), words="take the {card}"),
            Kind.LEAVE_GREAT: Verb("leave_great", "take nothing", words="take no great artefact"),
            Kind.END_TURN: Verb("end_turn", "end the turn"),
            Kind.ABSENT: Verb(
                "absent", "without the {faction}", _faction(), words="the {faction} are not in the game"
            ),
            Kind.START_CITY: Verb(
                "start_city",
                "starting city on {square} in {terrain}",
                _terrain(),
                _square(),
                touches=("square",),
                words="the starting city on {square} is in the {terrain}",
            ),
            Kind.NEUTRAL_CITY: Verb(
                "neutral_city",
                "neutral city on {square} in {terrain}",
                _terrain(),
                _square(),
                touches=("square",),
                words="the neutral city on {square} is in the {terrain}",
            ),
            Kind.OFFERED: Verb(
                "offered", "offer {card}", _card(), words="the {card} is on offer in the ruins"
            ),
            Kind.BURIED: Verb(
                "bury",
                "bury {card} below {square}",
                _drawn(),
                _square(),
                unseen="bury a great artefact below {square}",
                unseen_words="a great artefact lies face down below {square}",
            ),
            Kind.DEAL: Verb(
                "deal",
                "deal {card} to {seat}",
                _drawn(),
                Seat("seat", seats),
                unseen="deal a unit to {seat}",
                words="{seat} is dealt {card}",
                unseen_words="{seat} is dealt a unit",
            ),
            Kind.REVEAL: Verb(
                "reveal",
                "reveal {card} on its deck",
                _card(),
                words="{card} is now the topmost unit of its deck, the next to be hired",
            ),
            Kind.DRAW: Verb(
                "draw",
                "{seat} draws {card}",
                _drawn(),
                Seat("seat", seats),
                unseen="{seat} draws a card",
            ),
            Kind.FIRST: Verb("first", "{seat} begins", Seat("seat", seats)),
            Kind.TERRAIN: Verb(
                "terrain",
                "terrain {terrain}",
                _terrain(),
                words="{actor} draws {new_shape} in the {terrain}",
            ),
            Kind.TOPMOST: Verb(
                "topmost",
                "draw {card} from its deck",
                _card(),
                words="{actor} takes {card}, the topmost of its deck",
            ),
            Kind.DIE: Verb(
                "die", "roll {number}", Number("number", 1, 6, element="die"), words="{actor} rolls {number}"
            ),
        },
        unused=unused,
        outcomes=OUTCOMES,
        meanings=MEANINGS,
    )
