"""Hints: what a player wants to know of a decision."""

from typing import Any

from pydantic import Field

from battlewise.api.schemas.common import Model, MoveOut


class HintedMove(Model):
    """A move that the search considered, against the best one."""

    move: MoveOut = Field(description="The move.")
    words: str = Field(description="The move in words.")
    win_chance: float | None = Field(description="Expected result of the seat, 0..1.")
    loses: float | None = Field(description="How much less that is than after the best move, 0..1.")
    visits: int = Field(description="Iterations that tried the move.")


class LineStep(Model):
    """A step of how play may go on."""

    move: MoveOut = Field(description="The move or outcome, as the seat sees it.")
    chance: bool = Field(description="Whether it is luck: one usual outcome of several.")


class Hint(Model):
    """The best move of a decision, and why."""

    move: MoveOut = Field(description="The best move.")
    words: str = Field(description="The best move in words.")
    win_chance: float | None = Field(
        description="Expected result of the seat, 0..1, calibrated on finished games. Null for a bot that "
        "does not estimate it."
    )
    low: float | None = Field(
        description="Lower end of the 95 % interval: the error of the search, and how far win chances were "
        "from those of a search of thirty times the iterations."
    )
    high: float | None = Field(description="Upper end of the interval.")
    reasons: list[str] = Field(description="Reasons for and against the move, in words.")
    changes: list[dict[str, Any]] = Field(
        description="What the move does on the table, before chance: `what`, its data and a text."
    )
    candidates: list[HintedMove] = Field(description="Moves that were considered, the best first.")
    line: list[LineStep] = Field(description="How play may go on, the best move first.")
    assumes: list[str] = Field(description="What the search assumed, in words.")
    iterations: int = Field(description="Iterations of the search.")
    milliseconds: float = Field(description="Wall time of the search.")
