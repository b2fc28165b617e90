"""Moves for a front end that keeps its own table."""

from typing import Self

from pydantic import Field

from battlewise.api.schemas.common import (
    SEAT_WORDS,
    BudgetIn,
    CandidateOut,
    Count,
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
    """A position as the seat to move sees it, and the bot that chooses its move."""

    level: Level | None = Field(default=None, description="Level of the bot. Default: `medium`.")
    bot: str | None = Field(
        default=None,
        max_length=200,
        description="Specification of the bot in place of a level, such as `mcts:iterations=1000`.",
    )
    budget: BudgetIn | None = Field(default=None, description="Budget of the search. Default: the bot's own.")
    timeout_ms: Count | None = Field(
        default=None,
        description="Milliseconds from the request to the answer. Default, and most: see `timeout_ms` of "
        "`GET /v1/limits`.",
    )
    seed: Seed | None = Field(
        default=None, description="Seed of the bot's random numbers. Default: random; the answer has it."
    )
    top_k: TopK = Field(default=5, description="Number of candidates in the answer, the best first.")


class SearchOut(Model):
    """What the search did and how long it took. All zero for a bot that does not search."""

    iterations: int
    worlds: int = Field(description="Deals of the hidden cards that were tried.")
    nodes: int
    milliseconds: float = Field(description="Wall time of the search.")
    queue_milliseconds: float = Field(description="Time that the request waited for the search.")


class ChosenMove(Model):
    """A bot's move and its reasons."""

    move: MoveOut
    win_chance: float | None = Field(
        description="Expected result of the seat to move, 0..1. Null for a bot that does not estimate it."
    )
    candidates: list[CandidateOut]
    line: list[MoveOut] = Field(description="Expected moves as the seat to move sees them, `move` first.")
    bot: str = Field(description="Specification of the bot.")
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
    """The seat to move, and the legal moves if the view is of that seat."""

    to_move: int | str = Field(description=SEAT_WORDS)
    moves: list[MoveOut] = Field(description="Empty if another seat is to move.")
