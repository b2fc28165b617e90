"""Lanterns, a dice game for two with a secret each: a game of one's own in Python.

Each player has a secret colour, 1 to 6. In a round one player throws three dice and takes one, then the other
takes one of the two that are left. In the end a die counts its face, and five more if it shows its owner's
colour. The higher sum wins.
"""

from collections import Counter
from enum import IntEnum
from itertools import combinations_with_replacement
from math import exp, factorial, prod

import numpy as np

from battlewise.core import CHANCE_NODE, GAME_OVER, Option
from battlewise.core.fields import Named, Number
from battlewise.core.python_game import PythonGame
from battlewise.core.slots import Slot
from battlewise.core.vocabulary import Verb, Vocabulary

FACES = range(1, 7)
DICE = 3
BONUS = 5  # of a die of the owner's colour


class Kind(IntEnum):
    """The moves and the outcomes."""

    TAKE = 0
    COLOUR = 1
    THROW = 2


class Lanterns(PythonGame):
    """Lanterns: take dice, and guess which ones the other player wants."""

    id = "lanterns"
    title = "Lanterns"
    seat_names = ("red", "blue")
    prompts = {None: "Which die do you take?"}
    streams = ("colours", "dice")
    evaluates = True
    OPTIONS = (Option("rounds", 8, "How many rounds are played.", low=2, high=20),)

    def words(self):
        faces = [Number(name, 1, 6) for name in ("first", "second", "third")]
        meanings = {"die": "Which die, from 1 on.", "colour": "The secret colour."}
        meanings |= dict.fromkeys(("first", "second", "third"), "What a die shows.")
        colour = Named("colour", FACES, base=1, unseen=0)
        verbs = {
            Kind.TAKE: Verb("take", "take {die}", Number("die", 1, DICE, base=-1, element="die")),
            Kind.COLOUR: Verb("colour", "colour {colour}", colour, unseen="colour"),
            Kind.THROW: Verb("throw", "throw {first} {second} {third}", *faces),
        }
        return Vocabulary(Kind, verbs, outcomes=(Kind.COLOUR, Kind.THROW), meanings=meanings)

    def slots(self):
        rounds = self.options["rounds"]
        return [
            Slot("turn", "How many rounds have ended.", rounds, default=0),
            Slot("dealt", "How many players have their colours.", 2, default=2),
            Slot("dice", "What the dice show; 0: it lies on no table.", 6, count=DICE, element="die"),
            Slot(
                "kept", "How many dice of each face, from 1 on, each seat has.", rounds, count=6, by_seat=True
            ),
            Slot("colour", "The seat's colour; 0: it has none yet.", 6, by_seat=True, seen_by="seat"),
        ]

    # The round

    def to_move(self, table):
        left = sum(table.dice > 0)
        if table.turn == self.options["rounds"]:
            return GAME_OVER
        if table.dealt < 2 or not left:
            return CHANCE_NODE
        return (table.turn + DICE - left) % 2

    def legal(self, table):
        """A die of each face that there is."""
        faces = [face for face in table.dice if face]
        return [(Kind.TAKE, list(table.dice).index(face)) for face in dict.fromkeys(faces)]

    def stream(self, table):
        return "colours" if table.dealt < 2 else "dice"

    def chances(self, table):
        if table.dealt < 2:
            return [((Kind.COLOUR, colour), 1 / 6) for colour in FACES]
        throws = combinations_with_replacement(FACES, DICE)
        return [((Kind.THROW, *throw), _orders(throw) / 6**DICE) for throw in throws]

    def play(self, table, move):
        if move.kind == Kind.COLOUR:
            table.colour[table.dealt] = move.a
            table.dealt += 1
        elif move.kind == Kind.THROW:
            table.dice[:] = move[1:]
        else:
            table.kept[self.to_move(table), table.dice[move.a] - 1] += 1
            table.dice[move.a] = 0
            if sum(table.dice > 0) == 1:
                table.dice[:] = 0
                table.turn += 1

    # The end

    def lead(self, table):
        """By how much the first seat's dice count more than the other's."""
        sums = [sum(face * kept[face - 1] for face in FACES) for kept in table.kept]
        more = [BONUS * table.kept[seat, table.colour[seat] - 1] for seat in range(table.dealt)]
        return sums[0] - sums[1] + (more[0] - more[1] if table.dealt == 2 else 0)

    def returns(self, table):
        first = (1 + np.sign(self.lead(table))) / 2
        return first, 1 - first

    def estimate(self, table):
        left = self.options["rounds"] - table.turn
        first = 1 / (1 + exp(-self.lead(table) / (4 * left**0.5))) if left else self.returns(table)[0]
        return first, 1 - first

    # Who knows what

    def seen(self, table, move, viewer):
        return (Kind.COLOUR, 0) if move.kind == Kind.COLOUR and viewer != table.dealt else move

    def deal(self, table, viewer, rng):
        for seat in range(table.dealt):
            if seat != viewer:
                table.colour[seat] = rng.choice(FACES)

    def problem(self, table):
        left = sum(table.dice > 0)
        taken = [table.turn + (left == 2 and table.turn % 2 == seat) for seat in range(2)]
        if any((table.colour[seat] > 0) != (seat < table.dealt) for seat in range(2)):
            return "colour: the first `dealt` seats have one"
        if left == 1 or (left and table.dealt < 2) or (left and table.turn == self.options["rounds"]):
            return "dice: three, two or none lie on the table, none before the colours and after the end"
        if table.dealt < 2 and table.turn:
            return "turn: must be 0 before the colours are dealt"
        if [sum(kept) for kept in table.kept] != taken:
            return f"kept: the seats have taken {taken[0]} and {taken[1]} dice"
        return None


def _orders(throw):
    """In how many orders dice can show the same."""
    return factorial(DICE) // prod(factorial(count) for count in Counter(throw).values())
