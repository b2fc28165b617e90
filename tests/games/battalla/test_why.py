"""Battalla!: why something cannot be chosen now, one position for each reason."""

from typing import Any

import pytest

from battlewise.core import State
from tests.core.reasons import Case, of_moves, of_things, texts
from tests.games.battalla.positions import play, table

Json = dict[str, Any]
ENEMY = (1, "sphinx", "a4")


def targeting() -> State:
    """South plays an assist that damages an enemy unit of choice."""
    given = table([(0, "hoplite", "b2"), (1, "dryad", "b4"), ENEMY], {"thunderbolt": 1})
    return play(given, "play thunderbolt")


def alone(card: str = "hoplite", square: str = "b2", marks: Json | None = None, **more: Any) -> State:
    """A card of south's and one of north's."""
    return table([(0, card, square, marks or {}), ENEMY], **more)


def full(**more: Any) -> State:
    """South has a card in each lane."""
    units = ("hoplite", "jackal_guard", "minotaur", "frost_giant", "harpy")
    placed: list[Any] = [(0, unit, f"{lane}2") for unit, lane in zip(units, "abcde", strict=True)]
    return table([*placed, ENEMY], **more)


def placing(**more: Any) -> State:
    """South plays a unit."""
    return play(alone(hand={"hoplite": 1}, **more), "play hoplite")


CASES: list[Case] = [
    # cards of the hand
    (
        lambda: alone(hand={"minotaur": 1}, stamina=(2, 0)),
        "card:minotaur",
        [
            "Minotaur costs 5 stamina; you have 2.",
        ],
    ),
    (
        lambda: full(hand={"hoplite": 1}),
        "card:hoplite",
        [
            "Hoplite: no lane free for a new unit.",
        ],
    ),
    (
        lambda: full(hand={"corra": 1}),
        "card:corra",
        [
            "Corra: no lane free for a new unit. No Fae card of yours to replace.",
        ],
    ),
    (
        lambda: table([ENEMY], hand={"khopesh": 1}),
        "card:khopesh",
        [
            "Khopesh: no card of yours in play to attach it to.",
        ],
    ),
    (
        lambda: alone(hand={"gungnir": 1}),
        "card:gungnir",
        [
            "Gungnir: no hero of yours in play to attach it to.",
        ],
    ),
    (
        lambda: alone(hand={"last_stand": 1}),
        "card:last_stand",
        [
            "Last Stand: played as a react, in the opponent's turn.",
        ],
    ),
    (
        lambda: placing(),
        "card:hoplite",
        [
            "Hoplite: cards are played in your turn while nothing else is under way.",
        ],
    ),
    (
        lambda: alone(discard=({"hoplite": 1}, {})),
        "card:hoplite",
        [
            "Hoplite: in your discard pile.",
        ],
    ),
    (
        lambda: alone(discard=({"mummy": 1}, {}), stamina=(0, 0)),
        "card:mummy",
        [
            "Mummy in the discard pile: the effect costs 2 stamina; you have 0.",
        ],
    ),
    (
        lambda: full(discard=({"mummy": 1}, {})),
        "card:mummy",
        [
            "Mummy in the discard pile: the effect would do nothing now: revive a Mummy.",
        ],
    ),
    (
        lambda: alone(),
        "card:sphinx",
        [
            "Sphinx: in play, the opponent's, on a4.",
        ],
    ),
    (
        lambda: alone(marks={"items": ["khopesh"]}),
        "card:khopesh",
        [
            "Khopesh: attached to yours on b2.",
        ],
    ),
    (
        lambda: alone(),
        "card:redcap",
        [
            "Redcap: not in your hand.",
        ],
    ),
    # heroes, the field
    (
        lambda: alone(heroes=(["athena", "thor"], [])),
        "hero:thor",
        [
            "Thor: under Athena on your hero deck; the top hero is summoned first.",
        ],
    ),
    (
        lambda: alone(heroes=(["athena"], [])),
        "hero:athena",
        [
            "Athena: summoned if you control 2 of: Greek unit.",
        ],
    ),
    (
        lambda: alone(heroes=(["heracles"], []), stamina=(0, 0)),
        "hero:ra",
        [
            "Ra: not a hero of yours.",
        ],
    ),
    (
        lambda: alone("sphinx", heroes=(["heracles"], [])),
        "hero:heracles",
        [
            "Heracles: the price cannot be paid now: sacrifice a friendly Greek unit with cost 3 or more.",
        ],
    ),
    (
        lambda: full(heroes=(["athena"], [])),
        "hero:athena",
        [
            "Athena: no lane free for a hero.",
        ],
    ),
    (
        lambda: table(
            [(0, "athena", "b2"), ENEMY], heroes=(["athena", "ra"], []), this_turn={"hero_summoned": True}
        ),
        "hero:ra",
        [
            "Ra: you have summoned a hero this turn; one a turn is allowed.",
        ],
    ),
    (
        lambda: table([(0, "athena", "b2"), ENEMY], heroes=(["athena"], [])),
        "hero:athena",
        [
            "Athena: no longer on your hero deck.",
        ],
    ),
    (
        lambda: alone(),
        "place:hero",
        [
            "No hero is left on your hero deck.",
        ],
    ),
    (
        lambda: alone(),
        "place:field",
        [
            "No field of yours is in play.",
        ],
    ),
    (
        lambda: alone(heroes=(["horus"], []), stamina=(1, 0)),
        "place:hero",
        [
            "Horus on the hero deck: the effect costs 2 stamina; you have 1.",
        ],
    ),
    (
        lambda: alone(heroes=(["isis"], [])),
        "place:hero",
        [
            "Isis on the hero deck: the effect would do nothing now: heal 1 damage of a friendly card.",
        ],
    ),
    (
        lambda: alone(heroes=(["athena"], [])),
        "place:hero",
        [
            "Athena on the hero deck: no effect to be used in your turn.",
        ],
    ),
    (
        lambda: alone(fields=("hollow_hill", None), this_turn={"used": [["hollow_hill"], []]}),
        "place:field",
        [
            "The field Hollow Hill: the effect was used already this turn.",
        ],
    ),
    # cards in play
    (
        lambda: alone(stamina=(0, 0)),
        "square:b2",
        [
            "Hoplite on b2: a move costs 1 stamina, and you have none left.",
            "Hoplite on b2: an attack costs 1 stamina, and you have none left.",
        ],
    ),
    (
        lambda: alone(marks={"moved": True}),
        "square:b2",
        [
            "Hoplite on b2: has moved this turn.",
            "Hoplite on b2: no enemy in front of it, and not in the enemy's rows.",
        ],
    ),
    (
        lambda: alone(marks={"moved": True, "fresh": True}),
        "square:b2",
        [
            "Hoplite on b2: has moved this turn.",
            "Hoplite on b2: summoned this turn; it attacks from your next turn on.",
        ],
    ),
    (
        lambda: alone(marks={"moved": True, "attacked": True}),
        "square:b2",
        [
            "Hoplite on b2: has moved this turn.",
            "Hoplite on b2: has attacked this turn.",
        ],
    ),
    (
        lambda: alone(marks={"frozen": 1}),
        "square:b2",
        [
            "Hoplite on b2: cannot move this turn, by an effect.",
            "Hoplite on b2: no enemy in front of it, and not in the enemy's rows.",
        ],
    ),
    (
        lambda: alone(marks={"stunned": 1}),
        "square:b2",
        [
            "Hoplite on b2: cannot move this turn, by an effect.",
            "Hoplite on b2: cannot attack this turn, by an effect.",
        ],
    ),
    (
        lambda: table([(0, "hoplite", "b2"), (0, "hoplite", "b3"), ENEMY]),
        "square:b2",
        [
            "Hoplite on b2: no free square to move to.",
            "Hoplite on b2: no enemy in front of it, and not in the enemy's rows.",
        ],
    ),
    (
        lambda: alone(),
        "square:a4",
        [
            "north's Sphinx on a4: no card of yours that may attack now stands in front of it.",
        ],
    ),
    (
        lambda: alone(),
        "square:d4",
        [
            "d4: no card of yours can move there now.",
        ],
    ),
    # where a card goes
    (
        lambda: placing(),
        "square:b1",
        [
            "b1: you have a card in lane b.",
        ],
    ),
    (
        lambda: placing(),
        "square:c2",
        [
            "c2: not in your summoning row.",
        ],
    ),
    (
        lambda: play(table([(0, "hoplite", "b2"), (1, "sphinx", "c1")], hand={"hoplite": 1}), "play hoplite"),
        "square:c1",
        [
            "c1: a card of the opponent stands there.",
        ],
    ),
    (
        lambda: play(alone(hand={"khopesh": 1}), "play khopesh"),
        "square:a4",
        [
            "north's Sphinx on a4: Khopesh is attached to a card of yours.",
        ],
    ),
    (
        lambda: play(alone(hand={"khopesh": 1}), "play khopesh"),
        "square:c1",
        [
            "c1: Khopesh is attached to a card of yours.",
        ],
    ),
    (
        lambda: play(alone(hand={"corra": 1}), "play corra"),
        "square:b2",
        [
            "b2: Corra can replace a Fae card only.",
        ],
    ),
    (
        targeting,
        "square:b2",
        [
            "Thunderbolt: deal 2 damage to an enemy card. Hoplite on b2: not one of those.",
        ],
    ),
    (
        targeting,
        "square:c2",
        [
            "Thunderbolt: deal 2 damage to an enemy card. c2: no card there.",
        ],
    ),
    (
        lambda: placing(heroes=(["athena"], [])),
        "hero:athena",
        [
            "Athena: heroes are summoned in your turn while nothing else is under way.",
        ],
    ),
    (
        lambda: placing(heroes=(["horus"], [])),
        "place:hero",
        [
            "Horus on the hero deck: effects are used in your turn while nothing else is under "
            "way, or to react.",
        ],
    ),
]


test_why_nothing_can_be_done_with_a_thing = of_things(CASES)

MOVES: list[Case] = [
    (
        lambda: alone(),
        "move b2-d4",
        [
            "Hoplite on b2: d4 is not one square ahead, nor beside it.",
        ],
    ),
    (
        lambda: alone(),
        "move b2-c2",
        [
            "Hoplite on b2: cards move sideways in your summoning row only.",
        ],
    ),
    (
        lambda: alone(),
        "move a4-a3",
        [
            "a4: no card of yours there.",
        ],
    ),
    (
        lambda: table([(0, "hoplite", "b2"), (0, "hoplite", "b3"), ENEMY]),
        "move b2-b3",
        [
            "Hoplite on b2: b3 is not free.",
        ],
    ),
    (
        lambda: table([(0, "hoplite", "b2", {"moved": True}), (0, "hoplite", "d1"), ENEMY]),
        "move b2-b3",
        [
            "Hoplite on b2: has moved this turn.",
        ],
    ),
    (
        lambda: table([(0, "hoplite", "a3"), (0, "hoplite", "d1"), ENEMY]),
        "attack d1-a4",
        [
            "Hoplite on d1: a4 is not in front of it.",
        ],
    ),
    (
        lambda: table([(0, "hoplite", "a3"), (0, "hoplite", "d1"), ENEMY]),
        "attack d1-d2",
        [
            "Hoplite on d1: no enemy on d2.",
        ],
    ),
    (
        lambda: table([(0, "hoplite", "d4"), (0, "hoplite", "d1"), ENEMY]),
        "attack directly from d1",
        [
            "Hoplite on d1: direct attacks are made from the enemy's front or summoning row.",
        ],
    ),
    (
        lambda: table([(0, "hoplite", "d4"), (0, "hoplite", "e4", {"fresh": True}), ENEMY]),
        "attack directly from e4",
        [
            "Hoplite on e4: summoned this turn; it attacks from your next turn on.",
        ],
    ),
]

test_why_a_move_is_not_allowed = of_moves(MOVES)


def reacting(stamina: int) -> State:
    """South plays an assist; north, who may react, holds one for it, another assist and a unit."""
    other = {"seal_of_osiris": 1, "war_cry": 1, "redcap": 1}
    given = table([(1, "dryad", "b4")], {"thunderbolt": 1}, other=other, stamina=(5, stamina))
    return play(given, "play thunderbolt")


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        ("card:war_cry", "War Cry: no react to the play of Thunderbolt."),
        ("card:redcap", "Redcap: only assists are played from the hand to react."),
        ("square:b4", "Dryad on b4: no react to the play of Thunderbolt."),
        ("square:c1", "c1: no card of yours there to react with."),
        ("place:field", "No field of yours is in play."),
    ],
)
def test_why_there_is_no_react(thing: str, text: str) -> None:
    assert texts(reacting(1), thing) == [text]
