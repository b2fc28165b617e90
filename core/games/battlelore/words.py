"""The words of the game: the names of all that `state.pxd` numbers, and what each move says (RULES.md 12)."""

from dataclasses import dataclass

from battlewise.core.fields import Dice, Field, Json, Named, Number, Space
from battlewise.core.games.battlelore.rules.board import hexes
from battlewise.core.games.battlelore.state import (
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

NONE = 255  # as in state.pxd
OFF_BOARD = 255  # as in board.pxd
SIDES = names_of(Side)
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

    def touches(self, value: Json) -> list[str]:
        return [f"seat:{SIDES.index(value)}"]


def _at_hex(kind: str, text: str) -> Verb:
    """A verb of one unit, named by its hex."""
    return Verb(kind, text, _hex("hex", "unit"))


def _from_to(kind: str, element: str) -> Verb:
    """A verb of a unit and a hex, or a unit on it."""
    return Verb(kind, kind + " {hex}-{to}", _hex("hex", "unit"), _hex("to", element))


def _hex(name: str, element: str = "hex", at: int | None = None) -> Space:
    return Space(name, hexes(), at, element=element)


def _secret(kind: str, text: str, unseen: str, *fields: Field) -> Verb:
    """A verb of which the others see that a side has done it."""
    return Verb(kind, text, *fields, unseen=unseen, unseen_fields=(SideName(at=1),))


def vocabulary(names: Names, exchange_lore: int, most_dice: int, most_rolled: int) -> Vocabulary:
    """What each kind of move says.

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
    retreat_to = Space("to", {**hexes(), OFF_BOARD: None}, element="hex", absent="off")
    verbs = {
        Kind.PLAY_CARD: Verb("play", "play {card}", card()),
        Kind.PLAY_AS_ONE: Verb("play_as_one", "{card} as one unit", card()),
        Kind.ORDER: _at_hex("order", "order {hex}"),
        Kind.CURE: _at_hex("cure", "cure {hex}"),
        Kind.KEEP_POISON: _at_hex("keep_poison", "keep poison {hex}"),
        Kind.MOVE: _from_to("move", "hex"),
        Kind.STAY: _at_hex("stay", "stay {hex}"),
        Kind.LATER: _at_hex("later", "later {hex}"),
        Kind.ATTACK: _from_to("attack", "unit"),
        Kind.HOLD: _at_hex("hold", "hold {hex}"),
        Kind.COMMIT: Verb(
            "commit", "commit {number} {face}", Number("number", 0, most_dice), Named("face", FACES)
        ),
        Kind.RETREAT: Verb("retreat", "retreat {hex}-{to}", _hex("hex", "unit"), retreat_to),
        Kind.COUNTER: Verb("counter", "counter"),
        Kind.NO_COUNTER: Verb("no_counter", "no counter"),
        Kind.ADVANCE: _from_to("advance", "hex"),
        Kind.PURSUE: _from_to("pursue", "hex"),
        Kind.REMAIN: Verb("remain", "remain"),
        Kind.EXCHANGE: Verb("exchange", f"exchange {exchange_lore} lore"),
        Kind.KEEP_LORE: Verb("keep_lore", "keep lore"),
        Kind.ROLL: Verb("roll", "roll {dice}", Dice("dice", FACES, most_rolled)),
        Kind.DRAW: Verb(
            "draw", "draw {card}", Named("card", names.cards, element="card", base=1, unseen=0), unseen="draw"
        ),
        Kind.UNSTUN: _at_hex("unstun", "unstun {hex}"),
        Kind.UNSWARM: _at_hex("unswarm", "drive swarm off {hex}"),
        Kind.KEEP_TOKENS: _at_hex("keep_tokens", "keep tokens {hex}"),
        Kind.NO_MORE_ORDERS: Verb("no_more_orders", "order no more"),
        Kind.IGNORE_RETREAT: Verb("ignore_retreat", "ignore retreat"),
        Kind.TAKE_RETREAT: Verb("take_retreat", "take retreat"),
        Kind.PLAY_LORE: Verb("lore", "lore {card}", own(names.lore)),
        Kind.NO_LORE: Verb("no_lore", "no lore card"),
        Kind.AIM: Verb("aim", "choose {hex}", _hex("hex")),
        Kind.MEND: Verb("mend", "mend {hex} {token}", _hex("hex", "unit"), Named("token", TOKENS)),
        Kind.ENOUGH: Verb("enough", "choose no more"),
        Kind.TWO_TOKENS: Verb("two_tokens", "gain 2 lore"),
        Kind.TOKEN_AND_CARD: Verb("token_and_card", "gain 1 lore and a card"),
        Kind.TWO_CARDS: Verb("two_cards", "draw 2 lore cards"),
        Kind.DISCARD_LORE: Verb("discard_lore", "discard {card}", own(names.lore)),
        Kind.DRAW_LORE: _secret("draw_lore", "draw lore {card}", "draw lore", own(names.lore, 1, 0)),
        Kind.DEAL_SCENARIO: _secret(
            "deal_scenario", "deal scenario {card}", "deal scenario", own(names.scenarios, unseen=NONE)
        ),
        Kind.CHOOSE_SCENARIO: _secret(
            "choose_scenario", "scenario {card}", "scenario chosen", own(names.scenarios, unseen=NONE)
        ),
        Kind.FIRST_PLAYER: Verb("first_player", "{side} first", SideName()),
        Kind.PLACE_FORD: Verb("ford", "ford {hex}", _hex("hex", at=1)),
        Kind.TAKE_ARMY: _secret("army", "army {card}", "army mustered", own(names.armies, unseen=NONE)),
        Kind.MUSTER: _secret("muster", "muster {number} {card}", "muster", deployed, Number("number", 0, 9)),
        Kind.DEPLOY_BY_PLAN: _secret("plan", "deploy {plan}", "army deployed", plan),
        Kind.DEPLOY: _secret("deploy", "{card} to {hex}", "deploy", deployed, _hex("hex")),
        Kind.BURY: _secret("bury", "bury {card} and {other}", "bury cards", card(unseen=NONE), card("other")),
        Kind.BURY_LORE: _secret("bury_lore", "bury {card}", "bury lore", own(names.lore, unseen=NONE)),
    }
    return Vocabulary(Kind, verbs)
