"""The words of A Battle Through History: the ids of phases and pieces, and the verbs of its moves."""

from collections.abc import Iterator, Mapping, Sequence

from battlewise.core.fields import Field, Json, Named, Number, Seat, byte_of, same
from battlewise.core.games.history.cards import ERAS, LINES, Data
from battlewise.core.games.history.facts import face
from battlewise.core.games.history.state import ATTACKER, DEFENDER, NOBODY, NONE, Kind, Phase
from battlewise.core.vocabulary import Verb, Vocabulary, by_number, names_of

PHASE_IDS = names_of(Phase, "_PHASE", "PHASES")
SIDE_IDS = by_number({ATTACKER: "attacker", DEFENDER: "defender", NOBODY: "nobody"})

CHANCES = {
    "setup": "tiles, tokens, open cards, hands and the first player",
    "insert": "the tile that goes into the gears",
    "warfare": "a warfare token for an empty space",
    "draw": "a card for a hand",
    "reinforce": "a reinforcement",
    "dice": "both dice",
    "reroll": "a die that is rolled again",
    "prowess": "two prowess tokens of the loser",
    "relic": "a relic",
    "open": "a card for the main board",
    "hand": "a card for a hand of fewer than four",
    "over": "the end of the game",
}
"""By phase: what chance brings where nobody is asked."""
OUTCOMES = [
    Kind.TILE, Kind.WARFARE, Kind.OPEN, Kind.DRAW_RELIC, Kind.DRAW, Kind.REINFORCE, Kind.ROLL,
    Kind.REROLLED, Kind.LOOK, Kind.FIRST,
]  # fmt: skip
MEANINGS = {
    "token": "The id of the warfare token.",
    "for": "The id of the warfare token taken in exchange.",
    "unit": "The id of the card; null if the viewer does not see it.",
    "era": "The era.",
    "seat": "The number of the seat.",
    "place": "Which unit of the line gets the token, from 1, the battlefront.",
    "value": "The value of the prowess token kept; null if the viewer does not see it.",
    "tile": "The id of the time-travelling tile.",
    "strong": "What the strong die adds to long, medium and close combat.",
    "risky": "What the risky die adds to long, medium and close combat.",
    "face": "What the die adds to long, medium and close combat.",
    "values": "The values of the two tokens, the lower first; null if the viewer does not see them.",
}


class Names:
    """The ids of units, warfare tokens and tiles in the order of the rules, and the units' titles.

    :param seats: the names of the seats that play.
    """

    def __init__(self, data: Data, seats: Sequence[str]) -> None:
        self.seats = seats
        self.units = [unit.id for unit in data.units]
        self.shown = [unit.english for unit in data.units]
        self.tokens = [token.id for token in data.tokens.warfare]
        self.tiles = [tile.id for tile in data.gears.tiles]


class Face(Named):
    """What a die shows, as it adds to long, medium and close combat."""

    def every(self) -> Iterator[Json]:
        yield from (face for faces in self._names for face in faces)

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return face(value) or "nothing"

    def text(self, value: Json) -> str:
        if len(set(value)) == 1 and value[0]:
            return f"{value[0]:+d} all"
        return " ".join(f"{n:+d} {line}" for n, line in zip(value, LINES, strict=True) if n) or "nothing"


class Pair(Field):
    """The values of two prowess tokens, the lower first; None to others than the player who looks at them."""

    def __init__(self, name: str, values: Sequence[int]) -> None:
        super().__init__(name)
        self._values = values

    def value(self, code: int) -> Json:
        first, second = byte_of(code, 0), byte_of(code, 1)
        return [self._values[first - 1], self._values[second]] if first else None

    def every(self) -> Iterator[Json]:
        yield None
        for i, low in enumerate(self._values):
            yield from ([low, high] for high in self._values[i:])

    def codes(self, value: Json) -> Iterator[int]:
        if value is None:
            yield 0
        elif any(same(value, one) for one in self.every()):
            yield self._values.index(value[0]) + 1 << 8 | self._values.index(value[1]) << 16

    def text(self, value: Json) -> str:
        return "" if value is None else f"{value[0]} and {value[1]}"


def vocabulary(data: Data, names: Names) -> Vocabulary:
    """The verbs of a game of so many seats."""
    seats = names.seats
    titles = dict(zip(names.units, names.shown, strict=True))
    prowess = sorted(set(data.tokens.prowess))
    dice = [[list(face) for face in dict.fromkeys(faces)] for faces in data.dice]

    def unit(name: str = "unit") -> Named:
        return Named(name, names.units, element="card", shown=titles)

    def drawn() -> Named:
        return Named("unit", names.units, element="card", shown=titles, base=1, unseen=0)

    def token(name: str = "token") -> Named:
        return Named(name, names.tokens, element="token")

    def era(element: str) -> Named:
        return Named("era", ERAS, element=element)

    return Vocabulary(
        Kind,
        {
            Kind.INSERT: Verb("insert", "insert another tile", words="insert another tile into the gears"),
            Kind.TAKE: Verb("take", "take {token}", token(), words="take the warfare token {token}"),
            Kind.EXCHANGE: Verb(
                "exchange",
                "exchange {token} for {for}",
                token(),
                token("for"),
                words="exchange the warfare token {token} for {for}",
            ),
            Kind.LEAVE: Verb("leave", "take no token", words="leave the warfare token {pointed}"),
            Kind.DRAW_TWO: Verb("draw_two", "draw two", words="draw two cards"),
            Kind.RECALL: Verb(
                "recall", "recall {unit}", unit(), words="take {unit} back from the discard pile to the hand"
            ),
            Kind.DISMISS: Verb(
                "dismiss", "dismiss {unit}", unit(), words="dismiss {unit} from the game; {drawing}"
            ),
            Kind.RESHUFFLE: Verb(
                "reshuffle", "reshuffle", words="shuffle the discard pile into the deck; draw a card"
            ),
            Kind.TIGHTEN: Verb("tighten_up", "tighten up", words="spend Tighten up to draw two cards"),
            Kind.JUMP: Verb("jump", "jump to {era}", era("era"), words="jump to era {era}"),
            Kind.FIGHT: Verb("fight", "fight {unit}", unit()),
            Kind.CHASE: Verb(
                "chase", "chase {unit}", unit(), words="spend Chase to fight {unit} of the discard pile"
            ),
            Kind.CHALLENGE: Verb("challenge", "challenge {seat}", Seat("seat", seats)),
            Kind.JOIN_FRONT: Verb(
                "join_front",
                "fight {unit} too, in front",
                unit(),
                words="fight {unit} too, linked in front of {front}",
            ),
            Kind.JOIN_BACK: Verb(
                "join_back",
                "fight {unit} too, behind",
                unit(),
                words="fight {unit} too, linked behind {back}",
            ),
            Kind.ENOUGH: Verb("enough", "fight no further card", words="fight no further linked card"),
            Kind.DEPLOY: Verb("deploy", "deploy {unit}", unit()),
            Kind.READY: Verb("ready", "deploy no more units"),
            Kind.ARM: Verb(
                "arm",
                "assign {token} to unit {place}",
                token(),
                Number("place", 1, 5, base=-1, element="place"),
                words="give the warfare token {token} to {place}",
            ),
            Kind.NO_ARMS: Verb(
                "no_arms", "assign no more tokens", words="give none of the warfare tokens you have left"
            ),
            Kind.REROLL: Verb("reroll", "roll again", words="roll the die again"),
            Kind.KEEP_DICE: Verb("keep_dice", "keep the die"),
            Kind.TAKE_RELIC: Verb(
                "take_relic", "take relic {era}", era("relic"), words="take the relic of era {era}"
            ),
            Kind.KEEP_PROWESS: Verb(
                "keep_prowess",
                "keep prowess {value}",
                Named("value", prowess, element="prowess", unseen=NONE),
                unseen="keep prowess",
                words="keep the prowess token worth {value}",
                unseen_words="keep one of the two prowess tokens",
            ),
            Kind.END_TURN: Verb("end_turn", "end the turn"),
            Kind.TILE: Verb(
                "tile",
                "tile {tile}",
                Named("tile", names.tiles, element="tile"),
                words="the gears take the tile {tile}",
            ),
            Kind.WARFARE: Verb(
                "warfare", "token {token}", token(), words="the warfare token {token} is laid at the gears"
            ),
            Kind.OPEN: Verb("open", "open {unit}", unit(), words="opened on the main board: {unit}"),
            Kind.DRAW_RELIC: Verb(
                "draw_relic", "relic {era}", era("relic"), words="{whose} {draws} a relic of era {era}"
            ),
            Kind.DRAW: Verb(
                "draw",
                "{seat} draws {unit}",
                drawn(),
                Seat("seat", seats),
                unseen="{seat} draws",
                unseen_words="{seat} draws a card",
            ),
            Kind.REINFORCE: Verb(
                "reinforce",
                "reinforcement {unit}",
                unit(),
                words="{reinforced} gets the reinforcement {unit}",
            ),
            Kind.ROLL: Verb(
                "roll",
                "roll {strong} strong, {risky} risky",
                Face("strong", dice[0]),
                Face("risky", dice[1]),
                words="the strong die of {strong_of} shows {strong}, the risky die of {risky_of} {risky}",
            ),
            Kind.REROLLED: Verb(
                "rerolled",
                "roll {face}",
                Face("face", dice, by=1),
                words="{roller} rolls again: {face}",
            ),
            Kind.LOOK: Verb(
                "look",
                "look at {values}",
                Pair("values", prowess),
                Seat("seat", seats, 2),
                unseen="look at two tokens",
                words="{seat} looks at two prowess tokens of {loser}: {values}",
                unseen_words="{seat} looks at two prowess tokens of {loser}",
            ),
            Kind.FIRST: Verb("first", "{seat} first", Seat("seat", seats), words="{seat} goes first"),
        },
        outcomes=OUTCOMES,
        meanings=MEANINGS,
    )
