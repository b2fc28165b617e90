"""Moves for a front end that keeps its own table."""

from typing import Self

from pydantic import Field

from battlewise.api.schemas.common import (
    SEAT_WORDS,
    BudgetIn,
    CandidateOut,
    Level,
    Model,
    MoveOut,
    OptionValues,
    Seed,
    TopK,
    View,
)
from battlewise.bots import Choice


class LegalMovesIn(Model):
    """A position as one seat sees it."""

    view: View
    options: OptionValues | None = None


class MoveIn(LegalMovesIn):
    """A position as the seat to move sees it, and who shall think about it."""

    level: Level | None = Field(default=None, description="`medium`, if neither level nor bot is given.")
    bot: str | None = Field(
        default=None,
        max_length=200,
        description="A bot's specification in place of a level, such as `mcts:iterations=1000`.",
    )
    budget: BudgetIn | None = Field(default=None, description="In place of the bot's own.")
    seed: Seed | None = Field(default=None, description="Of the bot's luck; drawn and told if left out.")
    top_k: TopK = Field(default=5, description="How many candidates to tell, the best first.")


class SearchOut(Model):
    """What the search did and how long it took; zero where a bot does not search."""

    iterations: int
    worlds: int = Field(description="Deals of the hidden cards looked at.")
    nodes: int
    milliseconds: float = Field(description="Wall time of the search.")
    queue_milliseconds: float = Field(description="How long the request waited for its turn before that.")


class ChosenMove(Model):
    """A bot's move and why."""

    move: MoveOut
    win_chance: float | None = Field(
        description="The mover's expected return, 0..1; null from a bot without an opinion."
    )
    candidates: list[CandidateOut]
    line: list[MoveOut] = Field(description="The principal line as the mover sees it, `move` first.")
    bot: str = Field(description="The specification of the bot that chose.")
    seed: int
    search: SearchOut

    @classmethod
    def of(cls, choice: Choice, waited: float, spec: str, seed: int, top_k: int) -> Self:
        """A bot's choice as the service writes it.

        :param waited: how many seconds it waited for its search.
        :param spec: the bot's specification.
        :param top_k: how many candidates to show.
        """
        return cls(
            move=MoveOut.of(choice.move),
            win_chance=choice.value,
            candidates=[CandidateOut.of(one) for one in choice.candidates[:top_k]],
            line=[MoveOut.of(move) for move in choice.line],
            bot=spec,
            seed=seed,
            search=SearchOut(
                iterations=choice.iterations,
                worlds=choice.worlds,
                nodes=choice.nodes,
                milliseconds=1000 * choice.seconds,
                queue_milliseconds=1000 * waited,
            ),
        )


class LegalMoves(Model):
    """Whose decision it is, and his moves if the view is his."""

    to_move: int | str = Field(description=SEAT_WORDS)
    moves: list[MoveOut] = Field(description="Empty if the decision is not this seat's.")
