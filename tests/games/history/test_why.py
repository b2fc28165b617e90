"""A Battle Through History: why something cannot be chosen now, one position for each reason."""

from typing import Any

from battlewise.core import State
from tests.core.reasons import Case, of_moves, of_things
from tests.games.history.positions import BASE, OPEN, cards, line_up, position

CHAIN = ("genoese_crossbowmen", "trung_sisters")
LEFT = tuple(one for one in OPEN if one not in CHAIN)
TOKENS = {"open": ["plus1_long", "accuracy", "chase"]}


def fought(phase: str, *attackers: Any, **more: Any) -> State:
    """Seat 0 fights two linked cards of the main board."""
    left = [one for one in BASE if one not in [a if isinstance(a, str) else a[0] for a in attackers]]
    more.setdefault("hand", tuple(left[:2]))
    battle = {"attackers": line_up(attackers), "defenders": line_up(CHAIN)}
    return position(phase, battle=battle, opened=LEFT, **more)


def chain() -> State:
    opened = tuple(one for one in OPEN if one != CHAIN[0])
    return position("chain", opened=opened, battle={"defenders": line_up(CHAIN[:1])})


def kept() -> State:
    battle = {"defender": 1, "winner": "attacker", "deployed": 2}
    return position("keep", hand=BASE[:3], other={"hand_size": 3}, looked=[1, 3], battle=battle)


def travel(*tokens: str, **more: Any) -> State:
    held = {"tokens": {one: tokens.count(one) for one in tokens}}
    return position("travel", warfare=TOKENS, own=held, **more)


CASES: list[Case] = [
    # travel
    (
        lambda: travel(),
        "card:catapult",
        ["Catapult: in your hand; units are deployed in Phase 2, after the time jump."],
    ),
    (lambda: travel(), "card:shieldbearer", ["Shieldbearer: in your deck, not in your hand."]),
    (
        lambda: travel(),
        "tile:t02",
        [
            "T02: the active tile; it leads to eras I and II.",
        ],
    ),
    (
        lambda: travel(),
        "tile:t10",
        [
            "T10: the pending tile; it is active once another is inserted.",
        ],
    ),
    (
        lambda: travel(),
        "tile:t05",
        [
            "T05: which tile comes next is luck; you choose only whether to insert another.",
        ],
    ),
    (
        lambda: travel(gears={"inserted": 3}),
        "tile:t05",
        [
            "T05: 3 tiles a turn are allowed, and they are inserted.",
        ],
    ),
    (
        lambda: travel(),
        "token:plus1_long",
        [
            "+1 long: the active tile points at Accuracy.",
        ],
    ),
    (
        lambda: travel("plus1_long"),
        "token:plus1_long",
        [
            "+1 long: the active tile points at Accuracy.",
            "+1 long: you have 1 warfare token; only a player with 3 exchanges one.",
            "+1 long: given to a unit in a battle, once the units are deployed.",
        ],
    ),
    (
        lambda: travel("accuracy"),
        "token:plus2_long",
        [
            "+2 long: you have none.",
        ],
    ),
    (
        lambda: travel("tighten_up"),
        "token:tighten_up",
        [
            "Tighten up: you have 1 warfare token; only a player with 3 exchanges one.",
            "Tighten up: can be spent now, by the move “spend Tighten up to draw two cards”.",
        ],
    ),
    (
        lambda: travel(),
        "era:I",
        [
            "Era I: the time jump comes after the actions of the gears.",
        ],
    ),
    (
        lambda: travel(),
        "sector:0",
        [
            "The actions of the gears come after the tiles and the warfare token.",
        ],
    ),
    (
        lambda: travel(),
        "seat:1",
        [
            "Pär: players are challenged in Phase 2, after the time jump.",
        ],
    ),
    # action
    (
        lambda: position("action", gears={"wheel": 0}),
        "card:catapult",
        [
            "Catapult: units are deployed in Phase 2, after the time jump. The active actions of "
            "the gears are draw and recall.",
        ],
    ),
    (
        lambda: position("action", gears={"wheel": 2, "done": [True, False]}),
        "card:catapult",
        [
            "Catapult: units are deployed in Phase 2, after the time jump. The action dismiss was "
            "carried out already this turn.",
        ],
    ),
    (
        lambda: position("action", gears={"wheel": 2}, own={"discard": cards("scout"), "era": "II"}),
        "card:scout",
        [
            "Scout: in your discard pile. The active actions of the gears are dismiss and reshuffle.",
        ],
    ),
    (
        lambda: position("action"),
        "era:II",
        [
            "Era II: you are there; a time jump leads to another era.",
        ],
    ),
    (
        lambda: position("action"),
        "era:IV",
        [
            "Era IV: not on the active tile T02, which leads to eras I and II.",
        ],
    ),
    (
        lambda: position("action"),
        "sector:2",
        [
            "This sector is not active. The active actions of the gears are draw and recall.",
        ],
    ),
    (
        lambda: position("action"),
        "sector:1",
        [
            "The action recall: your discard pile is empty.",
        ],
    ),
    (
        lambda: position("action", gears={"done": [True, False]}),
        "sector:0",
        [
            "The action draw was carried out already this turn.",
        ],
    ),
    (
        lambda: position("action"),
        "sector:0",
        [
            "The action draw can be carried out now.",
        ],
    ),
    (
        lambda: position("action"),
        "card:genoese_crossbowmen",
        [
            "Genoese Crossbowmen: on the main board; you leave its era, II, by the time jump.",
        ],
    ),
    (
        lambda: position("action"),
        "card:persian_immortals",
        [
            "Persian Immortals: on the main board; it can be fought in Phase 2, after a time jump to era I.",
        ],
    ),
    (
        lambda: position("action"),
        "card:battleship",
        [
            "Battleship: on the main board; the active tile does not lead to its era, IV.",
        ],
    ),
    (
        lambda: position("travel"),
        "card:battleship",
        [
            "Battleship: on the main board; it can be fought in Phase 2, after a time jump to era IV.",
        ],
    ),
    (
        lambda: position("action", own={"tokens": {"plus1_long": 1}}),
        "token:plus1_long",
        [
            "+1 long: given to a unit in a battle, once the units are deployed.",
        ],
    ),
    (
        lambda: position("action", own={"tokens": {"chase": 1}}),
        "token:chase",
        [
            "Chase: spent when you choose whom to fight.",
        ],
    ),
    # face
    (
        lambda: position("face"),
        "card:battleship",
        [
            "Battleship: in era IV; you are in era II.",
        ],
    ),
    (
        lambda: position("face"),
        "card:catapult",
        [
            "Catapult: can be deployed later; whom to fight is chosen first.",
        ],
    ),
    (
        lambda: position("face", own={"tokens": {"chase": 1}}),
        "token:chase",
        [
            "Chase: no card lies in the discard pile of era II.",
        ],
    ),
    (
        lambda: position("face", board={"discard": cards("almogavars")}, own={"tokens": {"chase": 1}}),
        "token:chase",
        [
            "Chase: can be spent now; choose a card of the discard pile of era II.",
        ],
    ),
    (
        lambda: position("face", board={"discard": cards("almogavars")}),
        "card:almogavars",
        [
            "Almogavars: in the discard pile of era II; only a player with Chase can fight it, "
            "and you have none.",
        ],
    ),
    (
        lambda: position("face", board={"discard": cards("panzer_company")}),
        "card:panzer_company",
        [
            "Panzer Company: in the discard pile of era IV; you are in era II.",
        ],
    ),
    (
        lambda: position("face", board={"removed": cards("almogavars")}),
        "card:almogavars",
        [
            "Almogavars: dismissed from the game.",
        ],
    ),
    (
        lambda: position("face", own={"spent": cards("joan_of_arc")}),
        "card:joan_of_arc",
        [
            "Joan of Arc: has fought; a hero fights once a game.",
        ],
    ),
    (
        lambda: position("face", other={"spent": cards("joan_of_arc")}),
        "card:joan_of_arc",
        [
            "Joan of Arc: in the army of Pär.",
        ],
    ),
    (
        lambda: position("face"),
        "card:joan_of_arc",
        [
            "Joan of Arc: in the deck of era II.",
        ],
    ),
    (
        lambda: position("face", other={"era": "IV"}),
        "seat:1",
        [
            "Pär: in era IV; you are in era II.",
        ],
    ),
    (
        lambda: position("face", players=3),
        "seat:2",
        [
            "Chris: in no era yet; you challenge players in your own era, II.",
        ],
    ),
    (
        lambda: position("face", other={"hand_size": 0, "cards": {}, "discard": cards(*BASE)}),
        "seat:1",
        [
            "Pär: no card in hand, so no challenge.",
        ],
    ),
    (
        lambda: position("face"),
        "seat:0",
        [
            "Joakim: that is you; you challenge other players.",
        ],
    ),
    # chain, deploy
    (
        chain,
        "card:battleship",
        [
            "Battleship: no link with Genoese Crossbowmen.",
        ],
    ),
    (
        chain,
        "card:genoese_crossbowmen",
        [
            "Genoese Crossbowmen: in the battle already, as one of the defender's units.",
        ],
    ),
    (
        chain,
        "card:catapult",
        [
            "Catapult: can be deployed later; the linked cards that you fight are chosen first.",
        ],
    ),
    (
        chain,
        "seat:1",
        [
            "Pär: whom to fight is chosen already.",
        ],
    ),
    (
        lambda: fought("deploy", "spy"),
        "card:spy",
        [
            "Spy: in the battle already, as one of the attacker's units.",
        ],
    ),
    (
        lambda: fought("deploy", "spy"),
        "card:battleship",
        [
            "Battleship: on the main board, not in this battle.",
        ],
    ),
    (
        lambda: fought("deploy", "spy"),
        "era:II",
        [
            "Era II: the time jump of this turn is done.",
        ],
    ),
    (
        lambda: fought("deploy", "spy"),
        "place:1",
        [
            "Warfare tokens are given to units once all are deployed.",
        ],
    ),
    # arm, relaunch
    (
        lambda: fought("arm", "spy", ("scout", "accuracy"), "archer", own={"tokens": {"plus1_long": 1}}),
        "place:1",
        [
            "Spy: tokens are given from the front to the back, and a unit behind it has one.",
        ],
    ),
    (
        lambda: fought("arm", ("spy", "accuracy"), "scout", own={"tokens": {"plus1_long": 1}}),
        "place:1",
        [
            "Spy: has Accuracy already; a unit gets one token.",
        ],
    ),
    (
        lambda: fought("arm", "spy", "scout", own={"tokens": {"plus1_long": 1}}),
        "place:3",
        [
            "Place 3: no unit stands there.",
        ],
    ),
    (
        lambda: fought("arm", "spy", "scout", own={"tokens": {"plus1_long": 1}}),
        "token:accuracy",
        [
            "Accuracy: you have none.",
        ],
    ),
    (
        lambda: fought("arm", "spy", own={"tokens": {"plus1_long": 1, "tighten_up": 1}}),
        "token:tighten_up",
        [
            "Tighten up: spent until the last unit is deployed, or at the end of the turn.",
        ],
    ),
    (
        lambda: fought("arm", "spy", own={"tokens": {"plus1_long": 1}}),
        "card:catapult",
        [
            "Catapult: in your hand; the units of this battle are deployed already.",
        ],
    ),
    # the end of the battle
    (
        kept,
        "prowess:2",
        [
            "Prowess token 2: not one of the two that you look at.",
        ],
    ),
    (
        kept,
        "card:catapult",
        [
            "Catapult: in your hand; units are deployed in Phase 2, before a battle.",
        ],
    ),
    (
        kept,
        "relic:I",
        [
            "Relic of era I: relics are won in battles, by the attacker.",
        ],
    ),
    (
        lambda: position("relic_choice", offered={"I": 2, "III": 1}),
        "relic:II",
        [
            "Relic of era II: not one of those drawn.",
        ],
    ),
    (
        lambda: position("relic_choice", offered={"I": 2, "III": 1}),
        "prowess:1",
        [
            "Prowess token 1: prowess tokens are won in challenges.",
        ],
    ),
]


test_why_nothing_can_be_done_with_a_thing = of_things(CASES)

MOVES: list[Case] = [
    (
        lambda: travel("chase", "diversion", "assault"),
        "exchange plus1 long for accuracy",
        [
            "+1 long: you have none.",
        ],
    ),
    (
        lambda: travel("chase", "diversion", "assault"),
        "exchange chase for plus1 long",
        [
            "+1 long: the active tile points at Accuracy.",
        ],
    ),
    (
        lambda: travel("chase", "accuracy", "assault"),
        "exchange accuracy for accuracy",
        [
            "Accuracy: an exchange for one like it changes nothing.",
        ],
    ),
    (
        lambda: fought("arm", ("spy", "accuracy"), "scout", own={"tokens": {"plus1_long": 1}}),
        "assign plus1 long to unit 1",
        [
            "Spy: has Accuracy already; a unit gets one token.",
        ],
    ),
    (
        lambda: fought("arm", "spy", "scout", own={"tokens": {"plus1_long": 1}}),
        "assign plus1 long to unit 4",
        [
            "Place 4: no unit stands there.",
        ],
    ),
    (
        lambda: position("face"),
        "fight battleship",
        [
            "Battleship: in era IV; you are in era II.",
        ],
    ),
]

test_why_a_move_is_not_allowed = of_moves(MOVES)
