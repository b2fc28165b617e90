"""The words of Batalj: the ids of phases and pieces, and the verbs of its moves."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from battlewise.core.changes import several
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
        FAR_LEFT: "far_left",
        FAR_CENTRE: "far_centre",
        FAR_RIGHT: "far_right",
        RESERVE: "reserve",
    }
)
PIECE_IDS = by_number({SOLDIER: "soldier", COMMANDER: "commander", CANNON: "cannon"})
GUN_IDS = by_number(
    {STRENGTH_1: "strength_1", STRENGTH_2: "strength_2", STRENGTH_3: "strength_3", GUNS: "enemy"}
)
RIDING_IDS = by_number({ABSENT: "absent", RIDING: "riding", HOME: "home", SLAIN: "slain"})
VICTORY_IDS = by_number({OPEN: "open", SWEDISH_VICTORY: "sweden", ENEMY_VICTORY: "enemy"})

TROOPS = "imperial_troops"  # the marker that slays a rider


class Names:
    """The ids of cards, markers, cities and spaces in the order of the rules, what they are called, and the
    names of the seats.
    """

    def __init__(self, data: Data, seats: Sequence[str]) -> None:
        self.seats = seats
        self.fiefs = [fief.id for fief in data.fiefs]
        self.regents = [regent.id for regent in data.regents]
        self.history = [card.id for card in data.history]
        self.events = [event.id for event in data.events]
        self.spaces = list(data.pillage.spaces)
        self.cities = self.spaces[2 : 2 + data.pillage.cities]
        self.markers = [f"chest_{value}" for value, _ in data.pillage.chests]
        self.markers += [f"chalice_{value}" for value, _ in data.pillage.chalices] + [TROOPS]
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


class WithFacts(Named):
    """A card, fief or area with what the facts say of it for this move, such as its price.

    :param says: the first part of the names of these facts, such as ``price``.
    """

    def __init__(self, *args: Any, says: str, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self._says = says

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return super().words(value, facts) + facts.get(f"{self._says}:{value}", "")


class Retreat(Number):
    """How many commanders retreat in place of soldiers that fall."""

    def text(self, value: Json) -> str:
        return several(value, "commander") if value else "no commander"

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return facts.get(f"lose:{value}", self.text(value))


OUTCOMES = tuple(kind for kind in Kind if kind >= Kind.DIE)
MEANINGS = {
    "country": "The country: where a trader goes or is, or with which there is war.",
    "to": "Where the trader, the card or the piece goes; or the second fief or card that is chosen.",
    "regent": "The id of the Regent card.",
    "fief": "The id of the fief; null if the viewer does not see it.",
    "card": "The id of the History card.",
    "scientist": "Whether a philosopher is named a scientist; else it is a culture card.",
    "event": "The id of the Event card; null if the viewer does not see it.",
    "seat": "The seat that it concerns.",
    "activity": "The activity that is done instead.",
    "number": "What the die or the dice show, how much gold, or how many commanders retreat.",
    "order": "The seats that have not moved yet, in the order in which they will.",
    "area": "The sector of the battlefield, or the Swedish reserve.",
    "piece": "The kind of piece.",
    "gun": "The cannon that bursts: a Swedish one by its strength, or one of the enemy's.",
    "marker": "The Pillage marker.",
    "city": "The small city.",
    "space": "The space of the Pillage map.",
    "from": "The seat that loses the card.",
}


def unused(mode: str, seats: int, all_markers: bool) -> set[Kind]:
    """The kinds of moves that a mode leaves out.

    :param all_markers: whether every small city gets a marker, so that a treasurer places none.
    """
    foray = {Kind.START_AT, Kind.MARCH, Kind.RAID, Kind.MARKER, Kind.DIE}
    foray |= {Kind.SEAT_LOT} if seats > 1 else set()
    battle = {kind for kind in Kind if Kind.COMMIT_FIEF <= kind <= Kind.NEXT_STEP}
    battle -= {Kind.ROLL_AGAIN, Kind.LET_STAND}  # which take an Event card
    battle |= {Kind.DIE, Kind.ENEMY_CARD, Kind.AREA_LOT, Kind.DEALT}
    if mode == "foray":
        return set(Kind) - foray - (set() if all_markers else {Kind.PUT_MARKER})
    return set(Kind) - battle if mode == "battle" else {Kind.DEALT}


def vocabulary(names: Names, seats: Sequence[str], left_out: set[Kind]) -> Vocabulary:
    """The verbs of a game of so many seats.

    :param left_out: the kinds of moves that its options leave out.
    """

    def fief(name: str = "fief", unseen: int | None = None, says: str = "") -> Named:
        return WithFacts(name, names.fiefs, element="fief", shown=names.shown, unseen=unseen, says=says)

    def card(name: str = "card", says: str = "") -> Named:
        return WithFacts(name, names.history, element="card", shown=names.shown, says=says)

    def event(unseen: int | None = None, says: str = "") -> Named:
        return WithFacts("event", names.events, element="event", shown=names.shown, unseen=unseen, says=says)

    def drawn() -> Named:
        return Named("event", names.events, element="event", shown=names.shown, base=1, unseen=0)

    def regent(says: str = "") -> Named:
        return WithFacts("regent", names.regents, element="regent", says=says)

    def marker() -> Named:
        return Named("marker", names.markers, element="marker")

    def country(name: str = "country", says: str = "") -> Named:
        return WithFacts(name, COUNTRIES, element="country", says=says)

    def area(name: str = "area", says: str = "") -> Named:
        return WithFacts(name, AREA_IDS, element="area", says=says)

    def space(says: str = "") -> Named:
        return WithFacts("space", names.spaces, element="space", says=says)

    def seat(name: str = "seat") -> Seat:
        return Seat(name, seats)

    def scientist() -> Flag:
        return Flag("scientist", " as a scientist")

    def aimed(kind: str, text: str, *fields: Field, words: str = "") -> Verb:
        """A target of an Event card."""
        return Verb(kind, text, *fields, words="{event}: {before}" + (words or text) + "{behind}")

    return Vocabulary(
        Kind,
        {
            Kind.PASS: Verb("pass", "pass", words="play no Event card {pass}"),
            Kind.PLACE_TRADER: Verb(
                "place_trader",
                "trader to {country}",
                country(says="trade"),
                words="place a trader in {country}",
            ),
            Kind.MOVE_TRADER: Verb(
                "move_trader",
                "trader from {country} to {to}",
                country(),
                country("to", says="trade"),
                words="move a trader from {country} to {to}",
            ),
            Kind.KEEP_TRADERS: Verb("keep_traders", "leave the traders", words="place and move no trader"),
            Kind.CHOOSE_REGENT: Verb(
                "choose_regent", "regent {regent}", regent("reign"), words="choose for this reign {regent}"
            ),
            Kind.CHOOSE_ENEMY: Verb(
                "choose_enemy", "war with {country}", country(), words="declare war on {country}"
            ),
            Kind.JOIN_FORAY: Verb(
                "join_foray", "foray", words="go on the foray, in place of another activity"
            ),
            Kind.STAY_HOME: Verb("stay_home", "stay at home", words="stay at home, for another activity"),
            Kind.AGRICULTURE: Verb(
                "agriculture", "agriculture", words="agriculture: collect {farms}; one fief can be bought"
            ),
            Kind.TRADE: Verb(
                "trade",
                "trade",
                words="trade: place or move a trader, collect {trade_now}, pay {upkeep}",
            ),
            Kind.CULTURE_FIEFS: Verb(
                "culture_fiefs",
                "culture and science, income of fiefs",
                words="culture and science: collect {fiefs}, pay {upkeep}; a History card can be bought",
            ),
            Kind.CULTURE_TRADE: Verb(
                "culture_trade",
                "culture and science, income of trade",
                words="culture and science: collect {trade}, pay {upkeep}; a History card can be bought",
            ),
            Kind.BUY_FIEF: Verb("buy_fief", "buy {fief}", fief(says="price")),
            Kind.BUY_CARD: Verb("buy_card", "buy {card}{scientist}", card(says="price"), scientist()),
            Kind.BUY_NOTHING: Verb("buy_nothing", "buy nothing"),
            Kind.USE_CARD: Verb(
                "use_card",
                "use {card}",
                card(),
                words="give up {card} to buy a fief or a History card or to place a trader at once",
            ),
            Kind.END_TURN: Verb("end_turn", "end the turn", words="end the turn{loan}"),
            Kind.PLAY_EVENT: Verb("play_event", "play {event}", event(says="deed")),
            Kind.TARGET_FIEF: aimed("target_fief", "{fief}", fief(says="owner")),
            Kind.TARGET_FEUD: aimed("target_feud", "{fief} against {to}", fief(), fief("to", says="owner")),
            Kind.TARGET_SEAT: aimed("target_seat", "{seat}", seat()),
            Kind.TARGET_COUNTRY: aimed("target_country", "{country}", country()),
            Kind.TARGET_TRADER: aimed(
                "target_trader", "the trader of {seat} in {country}", seat(), country()
            ),
            Kind.TARGET_MOVE: aimed(
                "target_move",
                "the trader of {seat} from {country} to {to}",
                seat(),
                country(),
                country("to"),
            ),
            Kind.TARGET_CARD: aimed("target_card", "{card}", card(says="owner")),
            Kind.TARGET_CARDS: aimed("target_cards", "{card} and {to}", card(), card("to")),
            Kind.TARGET_ACTIVITY: aimed(
                "target_activity", "to {activity}", Named("activity", ACTIVITY_IDS, element="activity")
            ),
            Kind.TARGET_GOLD: aimed("target_gold", "{number} gold", Number("number", 5, 20)),
            Kind.TARGET_ORDER: aimed("target_order", "then {order}", Order("order", seats)),
            Kind.TARGET_SECTOR: aimed("target_sector", "the {area}", area(says="stand"), words="{area}"),
            Kind.TARGET_PIECE: aimed(
                "target_piece",
                "a {piece} of the reserve",
                Named("piece", PIECE_IDS),
                words="a {piece} of the enemy reserve",
            ),
            Kind.TARGET_GUN: aimed(
                "target_gun", "the {gun} cannon", Named("gun", GUN_IDS, element="gun"), words="{gun}"
            ),
            Kind.TARGET_MARKER: aimed("target_marker", "{marker} of {seat}", seat(), marker()),
            Kind.GIVE_BACK: Verb(
                "give_back", "give up {fief}", fief(says="worth"), words="give up {fief} {why}"
            ),
            Kind.DISCARD_CARD: Verb(
                "discard_card", "discard {card}", card(), words="discard {card} because of {event}"
            ),
            Kind.GIVE_EVENT: Verb(
                "give_event",
                "give {event}",
                event(NONE),
                unseen="give a card",
                words="give {event} to {victim}",
                unseen_words="give an Event card to {victim}",
            ),
            Kind.COMMIT_FIEF: Verb(
                "commit_fief",
                "send {fief}",
                fief(unseen=NONE, says="send"),
                unseen="decide in secret what to send",
                words="send {fief} to the war",
                unseen_words="decide in secret what to send to the war",
            ),
            Kind.COMMIT_NONE: Verb("commit_none", "send no further fief"),
            Kind.COMMIT_CARD: Verb(
                "commit_card", "send {card}", card(), words="send {card} to the war, free of charge"
            ),
            Kind.HOLD_CARD: Verb("hold_card", "keep {card} back", card()),
            Kind.PUT_FIEF: Verb(
                "put_fief",
                "{fief} to the {area}",
                fief(says="put"),
                area(),
                words="place {fief} in {area}",
            ),
            Kind.PUT_SOLDIER: Verb(
                "put_soldier", "soldier to the {area}", area(says="own"), words="place a soldier in {area}"
            ),
            Kind.PUT_COMMANDER: Verb(
                "put_commander",
                "commander to the {area}",
                area(says="own"),
                words="place a commander in {area}",
            ),
            Kind.AIM: Verb("aim", "hit the {area}", area(says="stand"), words="remove {losses} from {area}"),
            Kind.ATTACK: Verb(
                "attack", "attack from the {area}", area(says="attack"), words="attack from {area}"
            ),
            Kind.ATTACK_NO_MORE: Verb(
                "attack_no_more", "attack no more", words="end the attacks of this round"
            ),
            Kind.ROLL_AGAIN: Verb("roll_again", "roll again", words="roll the {failed} again"),
            Kind.LET_STAND: Verb(
                "let_stand", "let the roll stand", words="let the {failed} stand, so that soldiers fall back"
            ),
            Kind.LOSE: Verb(
                "lose",
                "retreat {number}",
                Retreat("number", 0, 6),
                words="retreat {number} in {hit}",
            ),
            Kind.CARD_BACK: Verb(
                "card_back",
                "card back from the {area}",
                area(says="own"),
                words="move the Province card of {area} with its pieces one step back",
            ),
            Kind.SOLDIER_BACK: Verb(
                "soldier_back",
                "soldier back from the {area}",
                area(says="own"),
                words="move a soldier from {area} to the Swedish reserve",
            ),
            Kind.CARD_FORWARD: Verb(
                "card_forward",
                "card from the {area} to the {to}",
                area(),
                area("to"),
                words="move a Province card from {area} to {to}",
            ),
            Kind.SOLDIER_FORWARD: Verb(
                "soldier_forward",
                "soldier forward to the {area}",
                area(says="own"),
                words="move a soldier from the Swedish reserve to {area}",
            ),
            Kind.COMMANDER_TO: Verb(
                "commander_to",
                "commander from the {area} to the {to}",
                area(),
                area("to", says="own"),
                words="move a commander from {area} to {to}",
            ),
            Kind.NEXT_STEP: Verb("next_step", "next step", words="end the step: {step}"),
            Kind.SPOIL_FIEF: Verb(
                "spoil_fief", "spoils: a fief", words="take a random fief {spoil_owner} as spoils"
            ),
            Kind.SPOIL_CARD: Verb(
                "spoil_card",
                "spoils: {card}{scientist}",
                card(says="spoil"),
                scientist(),
                words="take {card}{scientist} as spoils",
            ),
            Kind.SPOIL_GOLD: Verb("spoil_gold", "spoils: gold", words="take three dice of gold as spoils"),
            Kind.PUT_MARKER: Verb(
                "put_marker",
                "marker on {city}",
                Named("city", names.cities, element="space"),
                words="place a face-down Pillage marker on {city}",
            ),
            Kind.START_AT: Verb("start_at", "start at {space}", space(), words="start in {space}"),
            Kind.MARCH: Verb("march", "go to {space}", space(says="march")),
            Kind.RAID: Verb("raid", "raid {space}", space(), words="raid {space}: turn over its marker"),
            Kind.DIE: Verb(
                "die", "die {number}", Number("number", 1, 6), words="{roller} rolls {number} {die_for}"
            ),
            Kind.SEAT_LOT: Verb("seat_lot", "lot for {seat}", seat(), words="{seat} {lot}"),
            Kind.EVENT_DRAWN: Verb(
                "event_drawn",
                "event {event} for {seat}",
                drawn(),
                seat(),
                unseen="event for {seat}",
                words="{seat} draws {event}",
                unseen_words="{seat} draws an Event card",
            ),
            Kind.EVENT_LOST: Verb("event_lost", "{event} is lost", event(), words="{victim} loses {event}"),
            Kind.EVENT_TAKEN: Verb(
                "event_taken",
                "event {event} for {seat} from {from}",
                drawn(),
                seat(),
                seat("from"),
                unseen="event for {seat} from {from}",
                words="{seat} takes {event} from {from}",
                unseen_words="{seat} takes an Event card from {from}",
            ),
            Kind.OPENED: Verb(
                "opened", "display {card}", card(), words="a History card is laid out for sale: {card}"
            ),
            Kind.REGENT_CARD: Verb(
                "regent_card",
                "regent {regent}",
                regent("reign"),
                words="the Regent card of the reign is {regent}",
            ),
            Kind.ENEMY_CARD: Verb(
                "enemy_card",
                "enemy {regent}",
                regent(says="enemy"),
                words="the enemy draws {regent} for {enemy_place}",
            ),
            Kind.FIEF_LOT: Verb("fief_lot", "fief {fief}", fief(), words="{roller} draws {fief} as spoils"),
            Kind.MARKER: Verb("marker", "marker {marker}", marker(), words="{roller} turns over {marker}"),
            Kind.MARKER_LOST: Verb(
                "marker_lost", "marker {marker} is stolen", marker(), words="{marker} of {victim} is stolen"
            ),
            Kind.GOLD_SUM: Verb(
                "gold_sum",
                "{number} gold",
                Number("number", 3, 18),
                words="{roller} rolls {number} gold as spoils",
            ),
            Kind.AREA_LOT: Verb(
                "area_lot",
                "the enemy chooses the {area}",
                area(),
                words="by lot among equals the enemy {area_lot} {area}",
            ),
            Kind.DEALT: Verb("dealt", "{card} for {seat}", card(), seat(), words="{seat} is dealt {card}"),
        },
        unused=left_out,
        outcomes=OUTCOMES,
        meanings=MEANINGS,
    )


# What views name that is neither asked nor in the catalogue.
CHANCES = {
    "lot": "the lot for the first Archbishop",
    "deal": "a card dealt in the set-up",
    "open": "a History card for the display",
    "regent": "the Regent card",
    "tie": "the lot between equal seats",
    "election": "the lot for a new Archbishop",
    "order": "the next turn marker",
    "draw": "an Event card",
    "tax": "the die of an extra tax on peasants",
    "event_die": "the die of an Event card",
    "discard": "an Event card that is lost",
    "steal": "an Event card or marker that changes hands",
    "enemy_card": "a Regent card as the enemy",
    "gun": "the die of a cannon",
    "attack_die": "the die of an attack",
    "area": "the enemy's lot between equal sectors",
    "spoils_draw": "a fief or gold as spoils",
    "defeat_die": "the die of a seat that stayed at home",
    "march_die": "the die for a march",
    "marker": "the marker that is turned over",
    "fortune": "a die for a History card at the end",
    "over": "the end of the game",
}
WINDOWS = {
    "none": "nobody is asked",
    "reveal": "after the Regent card",
    "before": "before the turn of another",
    "purchase": "after a purchase",
    "war": "at the start of a round of battle",
    "spoils": "before the spoils of a war",
    "end": "at the end of a reign",
}
STAGES = {
    "none": "no battle",
    "forming": "the Swedes are placed",
    "enemy_forming": "the enemy is placed",
    "war_events": "Event cards are played",
    "swedish_guns": "Swedish cannons fire",
    "enemy_guns": "enemy cannons fire",
    "swedish_attacks": "the Swedes attack",
    "enemy_attacks": "the enemy attacks",
    "redeployment": "the Swedes redeploy",
    "enemy_advance": "the enemy advances and reinforces",
    "enemy_command": "the enemy's commanders are placed",
    "spoils": "spoils are chosen",
    "mourning": "fiefs are lost",
}

PROMPTS = {
    "first_trader": "In which country do you place your first trader?",
    "regency": "You have the most crowns: which Regent card rules this reign?",
    "enemy": "You have the most troops: on which country does Sweden declare war?",
    "window": "{ask}",
    "declare": "Do you go on the foray, or stay at home for another activity?",
    "act": "Choose the activity of your turn, or play an Event card first.",
    "trader": "Place a trader, move one, or neither; then you collect and pay {upkeep}.",
    "fief": "Which fief of the bank do you buy?",
    "history": "Which History card do you buy? A philosopher is a culture card unless named a scientist.",
    "chancellor": "What do you buy with the card you give up: a fief, a History card or a trader?",
    "debt": "You owe {owed} gold that you do not have: which fief do you give up?",
    "after": "Your activity is over: play an Event card or end the turn.",
    "target": "What is {event} played on?",
    "reaction": "{player} plays {event}: do you answer it?",
    "give": "Which Event card do you give to {victim}?",
    "plague": "Which of your people dies of {event}?",
    "wrath": "Which fief do you give up for {event}?",
    "commit": "What do you send to the war? A troop symbol costs 2 gold; it is shown when all have decided.",
    "form": "You lead the Swedes: where does the next card or piece stand?",
    "aim": "You have hit: from which enemy sector do you remove {losses}?",
    "attack": "From where do the Swedes attack next?",
    "reroll": "The roll of {failed} has failed: do you roll again?",
    "loss": "Sweden loses {losses} in {hit}: do commanders retreat in place of soldiers?",
    "redeploy": "Redeployment, {step}: what do you move?",
    "spoils": "Choose your spoils of the war.",
    "defeat": "The war is lost: which fief do you lose?",
    "markers": "You are the treasurer: where does the next Pillage marker lie?",
    "start": "In which city do you start?",
    "march": "You have rolled {die}: where do you go?",
}
"""By phase: what the seat to move is asked."""
