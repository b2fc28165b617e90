"""The words of the game: the names of all that `state.pxd` numbers, and what each move says (RULES.md 9)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from battlewise.core.fields import Field, Json, Named, Seat, Space, byte_of
from battlewise.core.games.battalla.state import (
    LANES,
    NONE,
    PILE,
    ROWS,
    TOP,
    ZONE,
    Decision,
    Flag,
    Keyword,
    Kind,
    Phase,
    Stage,
    Stream,
    Trigger,
    Type,
    Verb,
    What,
    Where,
    Who,
    Whose,
    Zone,
)
from battlewise.core.vocabulary import Verb as Words
from battlewise.core.vocabulary import Vocabulary, by_member, members, names_of

SEATS = ("south", "north")
LANE_NAMES = "abcdef"
TYPES = names_of(Type)
TRIGGERS = names_of(Trigger, "_TRIGGER", other={Trigger.ENEMY_STRIKES: "enemy_attacks_directly"})
VERBS = names_of(Verb, "_VERB")
WHOSE = names_of(Whose)
WHO = names_of(Who)
WHERE = names_of(Where)
CONDITIONS = names_of(What, other={What.NO_CONDITION: "always"})
DECISIONS = names_of(Decision, "_DECISION")
PHASES = names_of(Phase, "_PHASE", end="PHASES")
STAGES = names_of(Stage, end="STAGES")
ZONES = by_member(Zone, {Zone.FROM_HAND: "hand", Zone.FROM_HEROES: "heroes", Zone.FROM_DISCARD: "discard"})
# By name, the bit.
KEYWORDS = {keyword.name.lower(): int(keyword) for keyword in members(Keyword)}
FLAGS = {flag.name.lower().removeprefix("has_"): int(flag) for flag in members(Flag, "FLAGS")}
STREAMS = by_member(
    Stream,
    {
        Stream.DIE_ROLL_STREAM: "die roll",
        Stream.DECK_STREAM_0: "deck 0",
        Stream.DECK_STREAM_1: "deck 1",
        Stream.PENALTY_STREAM_0: "penalty 0",
        Stream.PENALTY_STREAM_1: "penalty 1",
    },
)


class Priced(Named):
    """A card that words name with what facts tell about it, such as its price.

    :param about: the first part of the facts' names, such as ``play`` in ``play:hoplite``.
    """

    def __init__(self, about: str, cards: Sequence[str], element: str = "card") -> None:
        super().__init__("card", cards, element=element)
        self._about = about

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return facts.get(f"{self._about}:{value}") or super().words(value, facts)


class Spot(Space):
    """A square that words name with what happens there.

    :param about: the first part of the facts' names.
    """

    def __init__(self, about: str, squares: Mapping[int, str]) -> None:
        super().__init__("square", squares, 1, element="square")
        self._about = about

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return facts.get(f"{self._about}:{value}") or super().words(value, facts)


class Place(Field):
    """Where an effect is used: a square, ``hero``, ``field``, or a card of the discard pile by its id.

    :param about: the first part of the names of the facts that tell what it does there.
    :param squares: the name of each square by its number.
    :param cards: the ids of cards; the kind stands in the move's second byte.
    """

    def __init__(self, about: str, squares: dict[int, str], cards: Sequence[str]) -> None:
        super().__init__("place", 0)
        self._about = about
        self._places = {**squares, TOP: "hero", ZONE: "field"}
        self._cards = cards

    def value(self, code: int) -> Json:
        number = self.number(code)
        return self._cards[byte_of(code, 1)] if number == PILE else self._places[number]

    def every(self) -> Iterator[Json]:
        yield from self._places.values()
        yield from self._cards

    def codes(self, value: Json) -> Iterator[int]:
        yield from (self.packed(number) for number, name in self._places.items() if name == value)
        yield from (self.packed(PILE) | kind << 16 for kind, card in enumerate(self._cards) if card == value)

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return facts.get(f"{self._about}:{self.touches(value)[0]}") or self.text(value)

    def touches(self, value: Json) -> list[str]:
        if value in self._cards:
            return [f"card:{value}"]
        return [f"place:{value}" if value in ("hero", "field") else f"square:{value}"]


OUTCOMES = tuple(kind for kind in Kind if kind >= Kind.WIN_ROLL)
# The kinds of moves without which a phase does not come.
ASKED_FOR = {
    "react": Kind.NO_REACT,
    "to": Kind.TO,
    "lane": Kind.IN_LANE,
    "pay": Kind.ACCEPT,
    "discard": Kind.DISCARD_CARD,
    "search": Kind.FIND,
    "revive": Kind.REVIVE_CARD,
    "order": Kind.KEEP_ORDER,
    "look": Kind.LOOK,
}
MEANINGS = {
    "card": "The id of the card or hero; null if the viewer does not see it.",
    "square": "The square of the card that acts, or the square chosen, as lane and row such as b3.",
    "to": "The square that the card moves to, or that of the card attacked.",
    "place": (
        "What is used: the square of a card, hero for the top of the hero deck, field for the field zone, or"
        " the id of a card of the discard pile."
    ),
    "lane": "The letter of the lane.",
    "seat": "The seat that it concerns: 0 is south, 1 is north.",
}


def squares(lanes: int) -> dict[int, str]:
    """The names of the squares of a board of so many lanes, by number: lane and row, such as ``b3``."""
    return {
        LANES * row + lane: f"{LANE_NAMES[lane]}{row + 1}" for row in range(ROWS) for lane in range(lanes)
    }


def _of_chance(kind: str, text: str, words: str, cards: Sequence[str]) -> Words:
    """What chance does with a card of a seat, which not every viewer sees."""
    card = Named("card", cards, 0, element="card", base=1, unseen=0)
    seat = Seat("seat", SEATS, 1)
    shown, hidden = words.format("{card}"), words.format("a card")
    return Words(
        kind,
        f"{{seat}}: {text}, {{card}}",
        card,
        seat,
        unseen=f"{{seat}}: {text}",
        words=f"{{seat}} {shown}",
        unseen_words=f"{{seat}} {hidden}",
    )


def vocabulary(cards: Sequence[str], lanes: int, unused: Iterable[Kind] = ()) -> Vocabulary:
    """What each kind of move says.

    :param cards: the ids of all cards and heroes.
    :param lanes: how many there are.
    :param unused: the kinds of moves that the game's cards leave out.
    """
    places = squares(lanes)

    def card(kind: str, words: str) -> Words:
        return Words(kind, kind + " {card}", Named("card", cards, element="card"), words=words)

    def priced(kind: str, about: str, words: str, element: str = "card") -> Words:
        return Words(kind, kind + " {card}", Priced(about, cards, element), words=words)

    def square(name: str = "square") -> Space:
        return Space(name, places, element="square")

    verbs = {
        Kind.GO_FIRST: Words("go_first", "go first"),
        Kind.GO_SECOND: Words("go_second", "go second"),
        Kind.EXCHANGE: Words(
            "exchange",
            "exchange {card}",
            Named("card", cards, element="card", unseen=NONE),
            unseen="exchange a card",
            words="put {card} back into the deck",
            unseen_words="put a card back into the deck",
        ),
        Kind.KEEP: Words("keep", "keep the hand", words="{keeps}"),
        Kind.PASS: Words("pass", "pass", words="end the turn"),
        Kind.PLAY_CARD: priced("play", "play", "play {card}"),
        Kind.SUMMON_HERO: priced("summon", "summon", "summon {card}", "hero"),
        Kind.PLACE: Words("place", "at {square}", Spot("put", places), words="{square}"),
        Kind.MOVE: Words("move", "move {square}-{to}", square(), square("to"), words="move {square} to {to}"),
        Kind.ATTACK: Words(
            "attack", "attack {square}-{to}", square(), square("to"), words="attack {to} with {square}"
        ),
        Kind.ATTACK_DIRECTLY: Words(
            "attack_directly",
            "attack directly from {square}",
            square(),
            words="attack {opponent} directly with {square}",
        ),
        Kind.ATTACH_CARD: priced("attach", "attach", "attach {card}"),
        Kind.USE: Words("use", "use {place}", Place("use", places, cards), words="use {place}"),
        Kind.TARGET: Words("choose", "choose {square}", Spot("choose", places), words="{square}"),
        Kind.TO: Words("to", "to {square}", Spot("go", places), words="{square}"),
        Kind.IN_LANE: Words(
            "lane",
            "lane {lane}",
            Named("lane", LANE_NAMES[:lanes], element="lane"),
            words="{effect}: stop {opponent}'s cards in lane {lane} from moving in their next turn",
        ),
        Kind.DECLINE: Words("decline", "decline", words="do not use the effect of {effect}: {does}"),
        Kind.ACCEPT: Words("pay", "pay", words="pay {return_price}: {effect} returns to the hand"),
        Kind.DISCARD_CARD: card("discard", "discard {card}"),
        Kind.FIND: card("find", "take {card} from the deck and show it"),
        Kind.FIND_NOTHING: Words("find_nothing", "find nothing", words="take no card from the deck"),
        Kind.REVIVE_CARD: card("revive", "revive {card} from the discard pile"),
        Kind.KEEP_ORDER: Words("keep_order", "keep the order", words="{kept}"),
        Kind.SWAP_ORDER: Words("swap_order", "change the order", words="{swapped}"),
        Kind.REACT: priced("react", "react", "react with {card}"),
        Kind.REACT_WITH: Words(
            "react_with", "react with {place}", Place("guard", places, ()), words="react with {place}"
        ),
        Kind.NO_REACT: Words("no_react", "no react", words="do not react to {event}"),
        Kind.WIN_ROLL: Words("win_roll", "{seat} wins the die roll", Seat("seat", SEATS)),
        Kind.DRAW: _of_chance("draw", "draw", "draws {}", cards),
        Kind.LOOK: _of_chance(
            "look", "look at the deck", "looks at {} on top of the deck ({{effect}})", cards
        ),
        Kind.SET_PENALTY: _of_chance("set_penalty", "set a penalty card", "sets {} as penalty card", cards),
        Kind.TAKE_PENALTY: _of_chance(
            "take_penalty", "take a penalty card", "draws {} from the penalty pile", cards
        ),
    }
    return Vocabulary(Kind, verbs, unused=unused, outcomes=OUTCOMES, meanings=MEANINGS)
