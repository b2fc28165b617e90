"""The words of the game: the names of all that `state.pxd` numbers, and what each move says (RULES.md 12)."""

from collections.abc import Mapping
from dataclasses import dataclass

from battlewise.core.fields import Dice, Field, Json, Named, Number, Space
from battlewise.core.games.battlelore.rules.board import OFF_BOARD, hexes
from battlewise.core.games.battlelore.state import (
    NONE,
    Decision,
    Effect,
    Face,
    Group,
    Kind,
    Phase,
    ScenarioRule,
    Side,
    Stream,
    Terrain,
    Token,
    VpVerb,
    Window,
)
from battlewise.core.vocabulary import Verb, Vocabulary, by_member, names_of

SIDES = names_of(Side)
SEATS = tuple(side.capitalize() for side in SIDES)
FACES = names_of(Face)
TERRAIN = names_of(Terrain, end="TERRAINS")
TOKENS = names_of(Token)
DECISIONS = names_of(Decision, "_DECISION")
PHASES = names_of(Phase, "_PHASE", end="PHASES")
EFFECTS = names_of(Effect, "_EFFECT")
RULES = names_of(ScenarioRule, other={ScenarioRule.NO_RULE: "none"})
POINTS = names_of(VpVerb)
GROUPS = names_of(
    Group,
    other={
        Group.ANYWHERE: "any",
        Group.NOT_WEAK: "not weak",
        Group.ELITE_LEGEND: "elite or legend",
        Group.INFANTRY_CAVALRY: "infantry or cavalry",
        Group.INFANTRY_ELITE: "infantry or elite",
    },
)
WINDOWS = names_of(Window, "_WINDOW", end="WINDOWS", other={Window.NO_WINDOW: "none"})
# What a lore card's data may say about when it is played: two names for the time after the Order Step.
TIMINGS = {name: number for number, name in enumerate(WINDOWS) if number != Window.NO_WINDOW}
TIMINGS["before_moves"] = int(Window.AFTER_ORDERS_WINDOW)
STREAMS = by_member(
    Stream,
    {
        Stream.COMMAND_STREAM: "deck",
        Stream.DICE_STREAM_0: "dice 0",
        Stream.DICE_STREAM_1: "dice 1",
        Stream.LORE_STREAM_0: "lore 0",
        Stream.LORE_STREAM_1: "lore 1",
        Stream.SCENARIO_STREAM_0: "scenario 0",
        Stream.SCENARIO_STREAM_1: "scenario 1",
        Stream.LOT_STREAM: "lot",
    },
)


@dataclass(frozen=True)
class Names:
    """The ids of all cards, unit types and plans by their numbers; lists of two are by side.

    :param letters: of the unit types on the board in text.
    :param deployment: the ids of deployment cards; None where a number is no card.
    """

    cards: list[str]
    types: list[str]
    letters: list[str]
    lore: list[list[str]]
    scenarios: list[list[str]]
    armies: list[list[str]]
    plans: list[str]
    deployment: list[str | None]


class SideName(Named):
    """A seat by the name of its side."""

    def __init__(self, at: int | None = None) -> None:
        super().__init__("side", SIDES, at, element="seat")

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return SEATS[SIDES.index(value)]

    def touches(self, value: Json) -> list[str]:
        return [f"seat:{SIDES.index(value)}"]


class Aimed(Space):
    """A hex, or the unit that stands there."""

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return facts.get(f"unit:{self.text(value)}", self.text(value))


class Way(Space):
    """The next hex of a retreat."""

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return "off the board" if value is None else f"towards {self.text(value)}"


class Rolled(Dice):
    """What dice show, die by die."""

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        return self.text(value).replace(" ", ", ")


def _at_hex(kind: str, text: str, words: str | None = None) -> Verb:
    """A verb of one unit, named by its hex."""
    return Verb(kind, text, _hex("hex", "unit"), words=words)


def _from_to(kind: str, element: str, words: str) -> Verb:
    """A verb of a unit and a hex, or a unit on it."""
    return Verb(kind, kind + " {hex}-{to}", _hex("hex", "unit"), _hex("to", element), words=words)


def _hex(name: str, element: str = "hex", at: int | None = None) -> Space:
    return Space(name, hexes(), at, element=element)


def _secret(kind: str, text: str, unseen: str, *fields: Field, words: str, unseen_words: str) -> Verb:
    """A verb of which the others see that a side has done it."""
    side = (SideName(at=1),)
    return Verb(
        kind, text, *fields, unseen=unseen, unseen_fields=side, words=words, unseen_words=unseen_words
    )


OUTCOMES = (Kind.ROLL, Kind.DRAW, Kind.DRAW_LORE, Kind.DEAL_SCENARIO, Kind.FIRST_PLAYER)
MEANINGS = {
    "card": "The id of the card; null if the viewer does not see it.",
    "hex": "The hex of the unit that acts or is chosen, or the hex chosen, as [row, column].",
    "to": "The hex that it moves to, or that the unit attacked stands on; null: off the board.",
    "number": "How many results of the die face, or cards of the kind.",
    "face": "The die face.",
    "dice": "How many dice show each face.",
    "side": "The side that it concerns.",
    "token": "The token taken off, or the wound healed.",
    "plan": "The named deployment.",
    "other": "The id of the second card.",
}
# Kinds of the learning scenario alone, and those after its own that it can have as well.
_LEARNING = (Kind.EXCHANGE, Kind.KEEP_LORE)
_BOTH = (Kind.IGNORE_RETREAT, Kind.TAKE_RETREAT)


def vocabulary(names: Names, full: bool, exchange_lore: int, most_dice: int, most_rolled: int) -> Vocabulary:
    """What each kind of move says.

    :param full: whether it is the full game, not the learning scenario.
    :param exchange_lore: how much lore is exchanged for a VP.
    :param most_dice: how many dice a combat roll can have.
    :param most_rolled: how many of them one chance node rolls.
    """

    def card(name: str = "card", unseen: int | None = None) -> Named:
        return Named(name, names.cards, element="card", unseen=unseen)

    def own(ids: list[list[str]], base: int = 0, unseen: int | None = None) -> Named:
        """A card of the side in the second field."""
        return Named("card", ids, by=1, element="card", base=base, unseen=unseen)

    deployed = Named("card", names.deployment, element="card", unseen=NONE)
    plan = Named("plan", [names.plans] * 2, by=1, unseen=NONE)
    retreat_to = Way("to", {**hexes(), OFF_BOARD: None}, element="hex", absent="off")
    verbs = {
        Kind.PLAY_CARD: Verb("play", "play {card}", card()),
        Kind.PLAY_AS_ONE: Verb(
            "play_as_one", "{card} as one unit", card(), words="play {card} to order any one unit"
        ),
        Kind.ORDER: _at_hex("order", "order {hex}"),
        Kind.CURE: _at_hex("cure", "cure {hex}", "pay {cure} lore to remove the poison token of {hex}"),
        Kind.KEEP_POISON: _at_hex("keep_poison", "keep poison {hex}", "keep the poison token of {hex}"),
        Kind.MOVE: _from_to("move", "hex", "move {hex} to {to}"),
        Kind.STAY: _at_hex("stay", "stay {hex}", "leave {hex} where it is"),
        Kind.LATER: _at_hex("later", "later {hex}", "{act} {hex} later"),
        Kind.ATTACK: _from_to("attack", "unit", "attack {to} with {hex}"),
        Kind.HOLD: _at_hex("hold", "hold {hex}", "do not attack with {hex}"),
        Kind.COMMIT: Verb(
            "commit",
            "commit {number} {face}",
            Number("number", 0, most_dice),
            Named("face", FACES),
            words="commit {number} {face}: {ability}",
        ),
        Kind.RETREAT: Verb(
            "retreat",
            "retreat {hex}-{to}",
            _hex("hex", "unit"),
            retreat_to,
            words="{hex} is to retreat {to}",
        ),
        Kind.COUNTER: Verb("counter", "counter", words="counter with {target}"),
        Kind.NO_COUNTER: Verb("no_counter", "no counter", words="do not counter with {target}"),
        Kind.ADVANCE: _from_to("advance", "hex", "advance to {to} with {hex}"),
        Kind.PURSUE: _from_to("pursue", "hex", "pursue to {to} with {hex}, to attack once more"),
        Kind.REMAIN: Verb("remain", "remain", words="do not advance with {roller}"),
        Kind.EXCHANGE: Verb(
            "exchange", f"exchange {exchange_lore} lore", words=f"exchange {exchange_lore} lore for 1 VP"
        ),
        Kind.KEEP_LORE: Verb("keep_lore", "keep lore"),
        Kind.ROLL: Verb(
            "roll", "roll {dice}", Rolled("dice", FACES, most_rolled), words="the dice of {rolls} show {dice}"
        ),
        Kind.DRAW: _secret(
            "draw",
            "draw {card}",
            "draw",
            Named("card", names.cards, element="card", base=1, unseen=0),
            SideName(at=1),
            words="{side} draws {card}",
            unseen_words="{side} draws a command card",
        ),
        Kind.UNSTUN: _at_hex("unstun", "unstun {hex}", "pay {cure} lore to remove the stun token of {hex}"),
        Kind.UNSWARM: _at_hex(
            "unswarm", "drive swarm off {hex}", "pay {cure} lore to remove the swarm marker of {hex}"
        ),
        Kind.KEEP_TOKENS: _at_hex("keep_tokens", "keep tokens {hex}", "keep the tokens of {hex}"),
        Kind.NO_MORE_ORDERS: Verb("no_more_orders", "order no more units"),
        Kind.IGNORE_RETREAT: Verb("ignore_retreat", "ignore retreat", words="ignore one retreat of {target}"),
        Kind.TAKE_RETREAT: Verb("take_retreat", "take retreat", words="take every retreat of {target}"),
        Kind.PLAY_LORE: Verb("lore", "lore {card}", own(names.lore), words="play {card}"),
        Kind.NO_LORE: Verb("no_lore", "no lore card", words="play no lore card {moment}"),
        Kind.AIM: Verb(
            "aim",
            "choose {hex}",
            Aimed("hex", hexes(), element="hex"),
            words="choose {hex} for {spell}",
        ),
        Kind.MEND: Verb(
            "mend",
            "mend {hex} {token}",
            _hex("hex", "unit"),
            Named("token", TOKENS),
            words="take a {token} off {hex}",
        ),
        Kind.ENOUGH: Verb("enough", "choose no more", words="choose no more for {spell}"),
        Kind.TWO_TOKENS: Verb("two_tokens", "gain 2 lore"),
        Kind.TOKEN_AND_CARD: Verb(
            "token_and_card", "gain 1 lore and a card", words="gain 1 lore and draw a lore card"
        ),
        Kind.TWO_CARDS: Verb("two_cards", "draw 2 lore cards"),
        Kind.DISCARD_LORE: Verb("discard_lore", "discard {card}", own(names.lore)),
        Kind.DRAW_LORE: _secret(
            "draw_lore",
            "draw lore {card}",
            "draw lore",
            own(names.lore, 1, 0),
            SideName(at=1),
            words="{side} draws {card}",
            unseen_words="{side} draws a lore card",
        ),
        Kind.DEAL_SCENARIO: _secret(
            "deal_scenario",
            "deal scenario {card}",
            "deal scenario",
            own(names.scenarios, unseen=NONE),
            SideName(at=1),
            words="{side} is dealt the scenario card {card}",
            unseen_words="{side} is dealt a scenario card",
        ),
        Kind.CHOOSE_SCENARIO: _secret(
            "choose_scenario",
            "scenario {card}",
            "scenario chosen",
            own(names.scenarios, unseen=NONE),
            words="choose the scenario card {card}",
            unseen_words="choose a scenario card",
        ),
        Kind.FIRST_PLAYER: Verb("first_player", "{side} first", SideName(), words="{side} goes first"),
        Kind.PLACE_FORD: Verb("ford", "ford {hex}", _hex("hex", at=1), words="place a ford on {hex}"),
        Kind.TAKE_ARMY: _secret(
            "army",
            "army {card}",
            "army mustered",
            own(names.armies, unseen=NONE),
            words="muster the army {card}",
            unseen_words="muster an army",
        ),
        Kind.MUSTER: _secret(
            "muster",
            "muster {number} {card}",
            "muster",
            deployed,
            Number("number", 0, 9),
            words="muster {number} of {card}",
            unseen_words="muster a part of the army",
        ),
        Kind.DEPLOY_BY_PLAN: _secret(
            "plan",
            "deploy {plan}",
            "army deployed",
            plan,
            words="deploy the army by the plan {plan}",
            unseen_words="deploy the army",
        ),
        Kind.DEPLOY: _secret(
            "deploy",
            "{card} to {hex}",
            "deploy",
            deployed,
            _hex("hex"),
            words="deploy {card} on {hex}",
            unseen_words="deploy a card",
        ),
        Kind.BURY: _secret(
            "bury",
            "bury {card} and {other}",
            "bury cards",
            card(unseen=NONE),
            card("other"),
            words="put {card} and {other} at the bottom of the deck",
            unseen_words="put two command cards at the bottom of the deck",
        ),
        Kind.BURY_LORE: _secret(
            "bury_lore",
            "bury {card}",
            "bury lore",
            own(names.lore, unseen=NONE),
            words="put {card} at the bottom of the lore deck",
            unseen_words="put a lore card at the bottom of the deck",
        ),
    }
    unused = _LEARNING if full else [kind for kind in Kind if kind >= Kind.UNSTUN and kind not in _BOTH]
    return Vocabulary(Kind, verbs, unused=unused, outcomes=OUTCOMES, meanings=MEANINGS)
