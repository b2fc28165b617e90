"""Battalia: why something cannot be chosen now, one position for each reason."""

from battlewise.core import State
from tests.core.reasons import Case, of_moves, of_things, texts
from tests.games.battalia.positions import play, position, road, siege

ROADS = {"b1": road("ew"), "c1": road("ew")}


def paying(hand: str) -> State:
    """A weapon is created with cards of choice."""
    pending = {"action": "create", "deck": "weapon", "need": {"friman": 2, "chief": 1}}
    return position("pay", hand=hand, pending=pending)


CASES: list[Case] = [
    # cards of the hand
    (
        lambda: position("cohort", hand="6 supply"),
        "card:supply",
        [
            "Supply: cards are played in the actions, after the choice of cohort or mulligan.",
        ],
    ),
    (
        lambda: position("cohort", hand="6 supply"),
        "deck:friman",
        [
            "Not yet: actions come after the choice of cohort or mulligan.",
        ],
    ),
    (
        lambda: position(hand="supply"),
        "card:supply",
        [
            "Supply: played to pay for an action; choose the action.",
            "Supply: an ambush costs another card of the hand, and you have no other.",
        ],
    ),
    (
        lambda: position(hand="6 supply"),
        "card:friman_baerfolk",
        [
            "Baerfolk Friman: not in your hand.",
        ],
    ),
    (
        lambda: position(
            hand="2 supply",
            own={"ambush": ["supply", "supply", "supply"]},
            ambush=["supply", "supply", "supply"],
        ),
        "card:supply",
        [
            "Supply: played to pay for an action; choose the action.",
            "Supply: the ambush has 3 places, all taken.",
        ],
    ),
    (
        lambda: position(hand="horse_baerfolk"),
        "card:horse_baerfolk",
        [
            "Baerfolk Horse: played to move a hero; choose the hero or the square.",
            "Baerfolk Horse: an ambush costs another card of the hand, and you have no other.",
        ],
    ),
    (
        lambda: position(hand="title_baerfolk"),
        "card:title_baerfolk",
        [
            "Baerfolk Title: played by the move “play the Title”, if it can change something.",
            "Baerfolk Title: an ambush costs another card of the hand, and you have no other.",
        ],
    ),
    (
        lambda: position(hand="title_baerfolk"),
        "card:title",
        [
            "Title: no unit of your hand can be raised.",
        ],
    ),
    (
        lambda: position(hand="amulet_baerfolk"),
        "card:amulet",
        [
            "Amulet: no card is left to lay on it.",
        ],
    ),
    (
        lambda: position(hand="tent_baerfolk"),
        "card:tent",
        [
            "Tent: costs 1 supply; you have none.",
        ],
    ),
    (
        lambda: position(hand="tent_baerfolk, supply"),
        "card:tent",
        [
            "Tent: no card is left in your hand to station.",
        ],
    ),
    (
        lambda: position(hand="supply"),
        "card:scroll",
        [
            "Scroll: you have none to play.",
        ],
    ),
    (
        lambda: position(hand="wings"),
        "card:wings",
        [
            "Wings of Aviena: no hero of yours on the map.",
            "Wings of Aviena: an ambush costs another card of the hand, and you have no other.",
        ],
    ),
    (
        lambda: position(hand="crown"),
        "card:crown",
        [
            "Crown of Titus: no unit of your hand can be raised.",
            "Crown of Titus: an ambush costs another card of the hand, and you have no other.",
        ],
    ),
    # decks and levels
    (
        lambda: position(hand="supply"),
        "deck:friman",
        [
            "Friman: costs 2 supplies; your cards do not pay that.",
        ],
    ),
    (
        lambda: position(hand="supply"),
        "deck:tool",
        [
            "Tool: costs 3 frimen; your cards do not pay that.",
        ],
    ),
    (
        lambda: position(hand="supply"),
        "deck:road_turn",
        [
            "Turn road: costs 1 friman, 1 supply; your cards do not pay that.",
        ],
    ),
    (
        lambda: position(hand="supply"),
        "deck:city_end",
        [
            "End city: choose the level of the new city; its shape is chosen once it is paid for.",
        ],
    ),
    (
        lambda: position(hand="2 friman_baerfolk"),
        "level:1",
        [
            "Level 1: a city of level 1 costs 3 frimen; your cards do not pay that.",
        ],
    ),
    (
        lambda: position(hand="chief_baerfolk"),
        "level:2",
        [
            "Level 2: a city of level 2 costs 3 chiefs, raising one costs 2 chiefs; your cards do "
            "not pay that.",
        ],
    ),
    (
        lambda: position(hand="2 lord_baerfolk"),
        "level:4",
        [
            "Level 4: no city of yours of level 3 to raise; a city of level 4 costs 3 lords.",
        ],
    ),
    (
        lambda: position(hand="3 friman_baerfolk", own={"heroes": []}),
        "level:2",
        [
            "Level 2: a city of level 2 costs 3 chiefs, raising one costs 2 chiefs; your cards do "
            "not pay that.",
        ],
    ),
    # heroes and the map
    (
        lambda: position(hand="supply"),
        "hero:0:1",
        [
            "A hero costs 2 supplies, 1 weapon; your cards do not pay that.",
        ],
    ),
    (
        lambda: position(hand="supply"),
        "hero:0:2",
        [
            "Your second hero: the first is hired before it.",
        ],
    ),
    (
        lambda: position(hand="supply"),
        "hero:1:1",
        [
            "No such hero is on the map.",
        ],
    ),
    (
        lambda: position(hand="supply", others={1: {"heroes": ["g1"]}}),
        "hero:1:1",
        [
            "East's hero on g1: no hero of yours stands there.",
        ],
    ),
    (
        lambda: position(hand="friman_baerfolk", own={"heroes": ["a1"]}, squares=ROADS),
        "hero:0:1",
        [
            "The hero on a1: a hero moves for a supply or by a horse; you have none.",
        ],
    ),
    (
        lambda: position(hand="supply", own={"heroes": ["a1"]}),
        "hero:0:1",
        [
            "The hero on a1: no road leads to a square it can enter.",
        ],
    ),
    (
        lambda: position(hand="supply", own={"heroes": ["a1", "a1"]}, squares=ROADS),
        "hero:0:2",
        [
            "The hero on a1: two of yours stand there; the first of them is moved.",
        ],
    ),
    (
        lambda: position(hand="supply"),
        "square:g1",
        [
            "g1 (East's city of level 1, lakes): no hero of yours is on the map to go there.",
        ],
    ),
    (
        lambda: position(hand="supply"),
        "square:c3",
        [
            "c3: empty; choose what to build first, then its square.",
        ],
    ),
    (
        lambda: position(hand="supply", own={"heroes": ["a1"]}, squares=ROADS),
        "square:c1",
        [
            "c1: no hero of yours gets there in one move.",
        ],
    ),
    (
        lambda: position(hand="friman_baerfolk", own={"heroes": ["a1"]}, squares=ROADS),
        "square:b1",
        [
            "b1: a hero moves for a supply or by a horse; you have none.",
        ],
    ),
    (
        lambda: position(hand="supply", own={"heroes": ["a1"]}),
        "square:a1",
        [
            "a1 (North's city of level 1, woods): your own, with a hero of yours on it.",
        ],
    ),
    (
        lambda: siege("friman_baerfolk"),
        "square:c1",
        [
            "c1 (East's city of level 3, lakes): an attack opens with a weapon; you have none.",
        ],
    ),
    (
        lambda: siege("weapon_baerfolk", level=4),
        "square:c1",
        [
            "c1 (East's city of level 4, lakes): all that you can play does not surpass its strength.",
        ],
    ),
    # what is half done
    (
        lambda: paying("2 friman_baerfolk, chief_baerfolk, supply, weapon_baerfolk"),
        "card:supply",
        [
            "Supply: does not pay for what is due: 2 frimen, 1 chief.",
        ],
    ),
    (
        lambda: paying("2 friman_baerfolk, chief_baerfolk, supply, weapon_baerfolk"),
        "card:chief_baerfolk",
        [
            "Baerfolk Chief: can be paid later; first 2 frimen must be paid.",
        ],
    ),
    (
        lambda: play(paying("2 friman_islanders, friman_baerfolk, chief_baerfolk"), "pay friman islanders"),
        "card:friman_baerfolk",
        [
            "Baerfolk Friman: cards are chosen in a fixed order, and its turn has passed.",
        ],
    ),
    (
        lambda: paying("2 friman_islanders, chief_baerfolk"),
        "deck:lord",
        [
            "Not yet: actions are chosen once what is half done is finished.",
        ],
    ),
    (
        lambda: play(
            siege("weapon_baerfolk, 3 friman_baerfolk, supply"), "attack the place on c1 with 1 hero"
        ),
        "card:friman_baerfolk",
        [
            "Baerfolk Friman: the attacker opens the battle with a weapon.",
        ],
    ),
    (
        lambda: play(
            siege("weapon_baerfolk, 3 friman_baerfolk, supply"),
            "attack the place on c1 with 1 hero",
            "add weapon baerfolk",
        ),
        "card:supply",
        [
            "Supply: no strength in battle of its own.",
        ],
    ),
    (
        lambda: play(position(hand="title_baerfolk, friman_baerfolk, lord_baerfolk, supply"), "use title"),
        "card:lord_baerfolk",
        [
            "Baerfolk Lord: has the highest rank.",
        ],
    ),
    (
        lambda: play(position(hand="title_baerfolk, friman_baerfolk, lord_baerfolk, supply"), "use title"),
        "card:supply",
        [
            "Supply: only units of the factions are raised.",
        ],
    ),
    (
        lambda: play(position(hand="scroll_baerfolk, friman_baerfolk, supply"), "use scroll"),
        "card:supply",
        [
            "Supply: only units and artefacts of the factions are exchanged.",
        ],
    ),
    (
        lambda: play(position(hand="tent_baerfolk, 2 supply, wings"), "use tent"),
        "card:wings",
        [
            "Wings of Aviena: great artefacts are not stationed in a tent.",
        ],
    ),
    (
        lambda: play(position(hand="amulet_baerfolk, supply, wings"), "use amulet"),
        "card:wings",
        [
            "Wings of Aviena: only units and artefacts of the factions and supplies are laid on an amulet.",
        ],
    ),
]


test_why_nothing_can_be_done_with_a_thing = of_things(CASES)

MOVES: list[Case] = [
    (
        lambda: position(hand="supply", own={"heroes": ["a1"]}, squares=ROADS),
        "supply the hero on a1 to c1",
        [
            "c1: not one square along a road from a1.",
        ],
    ),
    (
        lambda: siege("weapon_baerfolk, lord_baerfolk, priest_baerfolk"),
        "attack the place on g7 with 1 hero",
        [
            "g7 (West's city of level 1, mountains): no hero of yours stands there.",
        ],
    ),
]

test_why_a_move_is_not_allowed = of_moves(MOVES)


def test_a_hero_that_has_roamed() -> None:
    squares = {"b1": road("ew", "woods"), "c1": road("ew", "woods")}
    own = {"heroes": ["b1"]}
    advanced = {"advanced": True}
    state = position(hand="friman_baerfolk", own=own, squares=squares, options=advanced, roamed=[True, False])
    assert texts(state, "hero:0:1") == ["The hero on b1: has roamed since your last other action."]
