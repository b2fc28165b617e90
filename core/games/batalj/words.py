"""The words of Batalj: the ids of phases and pieces, and the verbs of its moves."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from battlewise.core.fields import Field, Flag, Json, Named, Number, Seat, same
from battlewise.core.games.batalj.cards import COUNTRIES, Data
from battlewise.core.games.batalj.state import (
    ABSENT,
    CANNON,
    CENTRE,
    COMMANDER,
    ENEMY,
    ENEMY_VICTORY,
    FAR_CENTRE,
    FAR_LEFT,
    FAR_RIGHT,
    FARMING,
    GUNS,
    HOME,
    LEFT,
    NONE,
    OPEN,
    RESERVE,
    RIDING,
    RIGHT,
    SEATS,
    SLAIN,
    SOLDIER,
    STRENGTH_1,
    STRENGTH_2,
    STRENGTH_3,
    STUDYING,
    SWEDEN,
    SWEDISH_VICTORY,
    TRADING,
    Kind,
    Mode,
    Phase,
    Stage,
    Window,
)
from battlewise.core.vocabulary import Verb, Vocabulary, by_number, names_of

MODE_IDS = names_of(Mode)
PHASE_IDS = names_of(Phase, "_PHASE", end="PHASES")
STAGE_IDS = names_of(Stage, other={Stage.NO_BATTLE: "none", Stage.SPOILING: "spoils"})
WINDOW_IDS = names_of(Window, "_WINDOW", other={Window.NO_WINDOW: "none"})
ACTIVITY_IDS = by_number({FARMING: "agriculture", TRADING: "trade", STUDYING: "culture"})
ARMY_IDS = by_number({SWEDEN: "sweden", ENEMY: "enemy"})
AREA_IDS = by_number(
    {
        LEFT: "left",
        CENTRE: "centre",
        RIGHT: "right",
        FAR_LEFT: "far left",
        FAR_CENTRE: "far centre",
        FAR_RIGHT: "far right",
        RESERVE: "reserve",
    }
)
PIECE_IDS = by_number({SOLDIER: "soldier", COMMANDER: "commander", CANNON: "cannon"})
GUN_IDS = by_number(
    {STRENGTH_1: "strength_1", STRENGTH_2: "strength_2", STRENGTH_3: "strength_3", GUNS: "enemy"}
)
RIDING_IDS = by_number({ABSENT: "absent", RIDING: "riding", HOME: "home", SLAIN: "slain"})
VICTORY_IDS = by_number({OPEN: "open", SWEDISH_VICTORY: "sweden", ENEMY_VICTORY: "enemy"})


class Names:
    """The ids of cards, markers, cities and spaces in the order of the rules, and the cards' titles."""

    def __init__(self, data: Data) -> None:
        self.fiefs = [fief.id for fief in data.fiefs]
        self.regents = [regent.id for regent in data.regents]
        self.history = [card.id for card in data.history]
        self.events = [event.id for event in data.events]
        self.spaces = list(data.pillage.spaces)
        self.cities = self.spaces[2 : 2 + data.pillage.cities]
        self.markers = [f"chest {value}" for value, _ in data.pillage.chests]
        self.markers += [f"chalice {value}" for value, _ in data.pillage.chalices] + ["imperial troops"]
        self.shown = {
            card.id: card.english
            for cards in (data.fiefs, data.regents, data.history, data.events)
            for card in cards
        }
        self.shown |= dict(zip(self.markers, data.pillage.titles, strict=True))
        self.shown |= dict(zip(self.spaces, data.pillage.towns, strict=False))


class Order(Field):
    """The seats that wait in the order in which they are to move, in three bits each, 7 where there is none.

    :param names: of the seats, in their order.
    """

    def __init__(self, name: str, names: Sequence[str]) -> None:
        super().__init__(name, 0, element="seat")
        self._names = names

    def value(self, code: int) -> Json:
        found = (code >> 8 + 3 * i & 7 for i in range(SEATS))
        return [seat for seat in found if seat < SEATS]

    def every(self) -> Iterator[Json]:
        for n in range(2, len(self._names) + 1):
            yield from map(list, permutations(range(len(self._names)), n))

    def codes(self, value: Json) -> Iterator[int]:
        if any(same(value, one) for one in self.every()):
            yield sum(seat << 8 + 3 * i for i, seat in enumerate(value + [7] * (SEATS - len(value))))

    def text(self, value: Json) -> str:
        return ", ".join(self._names[seat] for seat in value)

    def schema(self) -> dict[str, Json]:
        seat = {"type": "integer", "minimum": 0, "maximum": len(self._names) - 1}
        return {
            "type": "array",
            "items": seat,
            "minItems": 2,
            "maxItems": max(2, len(self._names)),
            "uniqueItems": True,
        }

    def touches(self, value: Json) -> list[str]:
        return [f"seat:{seat}" for seat in value]


def vocabulary(names: Names, seats: Sequence[str]) -> Vocabulary:
    """The verbs of a game of so many seats."""

    def fief(name: str = "fief", unseen: int | None = None) -> Named:
        return Named(name, names.fiefs, element="fief", shown=names.shown, unseen=unseen)

    def card(name: str = "card") -> Named:
        return Named(name, names.history, element="card", shown=names.shown)

    def event(unseen: int | None = None) -> Named:
        return Named("event", names.events, element="event", shown=names.shown, unseen=unseen)

    def drawn() -> Named:
        return Named(
            "event", names.events, element="event", shown=names.shown, base=1, unseen=0, absent="unseen"
        )

    def regent() -> Named:
        return Named("regent", names.regents, element="regent")

    def marker() -> Named:
        return Named("marker", names.markers, element="marker")

    def country(name: str = "country") -> Named:
        return Named(name, COUNTRIES, element="country")

    def area(name: str = "area") -> Named:
        return Named(name, AREA_IDS, element="area")

    def space() -> Named:
        return Named("space", names.spaces, element="space")

    def seat(name: str = "seat") -> Seat:
        return Seat(name, seats)

    def scientist() -> Flag:
        return Flag("scientist", " as a scientist")

    return Vocabulary(
        Kind,
        {
            Kind.PASS: Verb("pass", "pass"),
            Kind.PLACE_TRADER: Verb("place_trader", "trader to {country}", country()),
            Kind.MOVE_TRADER: Verb("move_trader", "trader from {country} to {to}", country(), country("to")),
            Kind.KEEP_TRADERS: Verb("keep_traders", "leave the traders"),
            Kind.CHOOSE_REGENT: Verb("choose_regent", "regent {regent}", regent()),
            Kind.CHOOSE_ENEMY: Verb("choose_enemy", "war with {country}", country()),
            Kind.JOIN_FORAY: Verb("join_foray", "foray"),
            Kind.STAY_HOME: Verb("stay_home", "stay at home"),
            Kind.AGRICULTURE: Verb("agriculture", "agriculture"),
            Kind.TRADE: Verb("trade", "trade"),
            Kind.CULTURE_FIEFS: Verb("culture_fiefs", "culture and science, income of fiefs"),
            Kind.CULTURE_TRADE: Verb("culture_trade", "culture and science, income of trade"),
            Kind.BUY_FIEF: Verb("buy_fief", "buy {fief}", fief()),
            Kind.BUY_CARD: Verb("buy_card", "buy {card}{scientist}", card(), scientist()),
            Kind.BUY_NOTHING: Verb("buy_nothing", "buy nothing"),
            Kind.USE_CARD: Verb("use_card", "use {card}", card()),
            Kind.END_TURN: Verb("end_turn", "end the turn"),
            Kind.PLAY_EVENT: Verb("play_event", "play {event}", event()),
            Kind.TARGET_FIEF: Verb("target_fief", "{fief}", fief()),
            Kind.TARGET_FEUD: Verb("target_feud", "{fief} against {to}", fief(), fief("to")),
            Kind.TARGET_SEAT: Verb("target_seat", "{seat}", seat()),
            Kind.TARGET_COUNTRY: Verb("target_country", "{country}", country()),
            Kind.TARGET_TRADER: Verb("target_trader", "the trader of {seat} in {country}", seat(), country()),
            Kind.TARGET_MOVE: Verb(
                "target_move",
                "the trader of {seat} from {country} to {to}",
                seat(),
                country(),
                country("to"),
            ),
            Kind.TARGET_CARD: Verb("target_card", "{card}", card()),
            Kind.TARGET_CARDS: Verb("target_cards", "{card} and {to}", card(), card("to")),
            Kind.TARGET_ACTIVITY: Verb(
                "target_activity", "to {activity}", Named("activity", ACTIVITY_IDS, element="activity")
            ),
            Kind.TARGET_GOLD: Verb("target_gold", "{number} gold", Number("number", 5, 20)),
            Kind.TARGET_ORDER: Verb("target_order", "then {order}", Order("order", seats)),
            Kind.TARGET_SECTOR: Verb("target_sector", "the {area}", area()),
            Kind.TARGET_PIECE: Verb(
                "target_piece", "a {piece} of the reserve", Named("piece", PIECE_IDS, element="piece")
            ),
            Kind.TARGET_GUN: Verb("target_gun", "the {gun} cannon", Named("gun", GUN_IDS, element="gun")),
            Kind.TARGET_MARKER: Verb("target_marker", "{marker} of {seat}", seat(), marker()),
            Kind.GIVE_BACK: Verb("give_back", "give up {fief}", fief()),
            Kind.DISCARD_CARD: Verb("discard_card", "discard {card}", card()),
            Kind.GIVE_EVENT: Verb("give_event", "give {event}", event(NONE), unseen="give a card"),
            Kind.COMMIT_FIEF: Verb(
                "commit_fief", "send {fief}", fief(unseen=NONE), unseen="decide in secret"
            ),
            Kind.COMMIT_NONE: Verb("commit_none", "send no fief"),
            Kind.COMMIT_CARD: Verb("commit_card", "send {card}", card()),
            Kind.HOLD_CARD: Verb("hold_card", "keep {card} back", card()),
            Kind.PUT_FIEF: Verb("put_fief", "{fief} to the {area}", fief(), area()),
            Kind.PUT_SOLDIER: Verb("put_soldier", "soldier to the {area}", area()),
            Kind.PUT_COMMANDER: Verb("put_commander", "commander to the {area}", area()),
            Kind.AIM: Verb("aim", "hit the {area}", area()),
            Kind.ATTACK: Verb("attack", "attack from the {area}", area()),
            Kind.ATTACK_NO_MORE: Verb("attack_no_more", "attack no more"),
            Kind.ROLL_AGAIN: Verb("roll_again", "roll again"),
            Kind.LET_STAND: Verb("let_stand", "let the roll stand"),
            Kind.LOSE: Verb("lose", "retreat {number} commanders", Number("number", 0, 6)),
            Kind.CARD_BACK: Verb("card_back", "card back from the {area}", area()),
            Kind.SOLDIER_BACK: Verb("soldier_back", "soldier back from the {area}", area()),
            Kind.CARD_FORWARD: Verb("card_forward", "card from the {area} to the {to}", area(), area("to")),
            Kind.SOLDIER_FORWARD: Verb("soldier_forward", "soldier forward to the {area}", area()),
            Kind.COMMANDER_TO: Verb(
                "commander_to", "commander from the {area} to the {to}", area(), area("to")
            ),
            Kind.NEXT_STEP: Verb("next_step", "no more"),
            Kind.SPOIL_FIEF: Verb("spoil_fief", "spoils: a fief"),
            Kind.SPOIL_CARD: Verb("spoil_card", "spoils: {card}{scientist}", card(), scientist()),
            Kind.SPOIL_GOLD: Verb("spoil_gold", "spoils: gold"),
            Kind.PUT_MARKER: Verb(
                "put_marker", "marker on {city}", Named("city", names.cities, element="space")
            ),
            Kind.START_AT: Verb("start_at", "start at {space}", space()),
            Kind.MARCH: Verb("march", "go to {space}", space()),
            Kind.RAID: Verb("raid", "raid {space}", space()),
            Kind.DIE: Verb("die", "die {number}", Number("number", 1, 6)),
            Kind.SEAT_LOT: Verb("seat_lot", "{seat} next", seat()),
            Kind.EVENT_DRAWN: Verb("event_drawn", "event {event} for {seat}", drawn(), seat()),
            Kind.EVENT_LOST: Verb("event_lost", "{event} is lost", event()),
            Kind.EVENT_TAKEN: Verb(
                "event_taken", "event {event} for {seat} from {from}", drawn(), seat(), seat("from")
            ),
            Kind.OPENED: Verb("opened", "display {card}", card()),
            Kind.REGENT_CARD: Verb("regent_card", "regent {regent}", regent()),
            Kind.ENEMY_CARD: Verb("enemy_card", "enemy {regent}", regent()),
            Kind.FIEF_LOT: Verb("fief_lot", "fief {fief}", fief()),
            Kind.MARKER: Verb("marker", "marker {marker}", marker()),
            Kind.MARKER_LOST: Verb("marker_lost", "marker {marker} is stolen", marker()),
            Kind.GOLD_SUM: Verb("gold_sum", "{number} gold", Number("number", 3, 18)),
            Kind.AREA_LOT: Verb("area_lot", "the enemy chooses the {area}", area()),
            Kind.DEALT: Verb("dealt", "{card} for {seat}", card(), seat()),
        },
    )
