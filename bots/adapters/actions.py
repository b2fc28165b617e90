"""Moves as numbers, for frameworks that name an action by a number."""

import json
from functools import lru_cache

from battlewise.core import Game, IllegalMove, Move, State, Value, game


class Actions:
    """The numbers of a game's moves: a decision's place among all decisions, an outcome's among all outcomes.

    A number means the same move in every position of a game with these options (`Vocabulary.every`).

    :ivar rules: the game.
    :ivar decisions: the packed move of each number of a decision.
    :ivar outcomes: the packed move of each number of an outcome.
    """

    def __init__(self, rules: Game) -> None:
        self.rules = rules
        self.decisions = rules.vocabulary.every(outcomes=False)
        self.outcomes = rules.vocabulary.every(outcomes=True)
        self._numbers = {
            code: number for codes in (self.decisions, self.outcomes) for number, code in enumerate(codes)
        }

    def number(self, move: Move) -> int:
        """The number of a move."""
        return self._numbers[move.code]

    def legal(self, state: State) -> list[int]:
        """The numbers of the legal moves, in ascending order."""
        return sorted(map(self.number, state.legal()))

    def text(self, number: int, outcome: bool = False) -> str:
        """The move of a number as text.

        :raises IllegalMove: there is no such number.
        """
        codes = self.outcomes if outcome else self.decisions
        if not 0 <= number < len(codes):
            raise IllegalMove(f"action: {number} is not in 0..{len(codes) - 1}")
        return self.rules.move_text(codes[number])

    def move(self, state: State, number: int) -> Move:
        """The legal move, or at a chance node the possible outcome, of a number.

        :raises IllegalMove: it is that of no legal move.
        """
        there = state.outcomes() if state.is_chance else state.legal()
        for move in there:
            if self._numbers[move.code] == number:
                return move
        numbers = ", ".join(str(self._numbers[move.code]) for move in there)
        raise IllegalMove(f"action: {number} is not legal here; there is {numbers or 'nothing'}")


@lru_cache(maxsize=64)
def _actions(game_id: str, options: str) -> Actions:
    return Actions(game(game_id, **json.loads(options)))


def actions(game_id: str, options: dict[str, Value]) -> Actions:
    """The numbers of a game, made once for the same options.

    :raises BattlewiseError: there is no such game, or the options are wrong.
    """
    return _actions(game_id, json.dumps(options, sort_keys=True))
