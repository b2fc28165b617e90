"""Hints, analyses and reviews."""

from typing import Literal

from pydantic import Field

from battlewise.api.schemas.common import BudgetIn, CandidateOut, Level, Model, MoveOut, Seed, Spec, TopK


class AnalysisIn(Model):
    """What to look into."""

    kind: Literal["hint", "analysis", "review"] = Field(
        default="hint",
        description="`hint` and `analysis`: the decision that the seat is to make, soon or at length. "
        "`review`: a match that is over.",
    )
    level: Level | None = Field(default=None, description="Who thinks; `hard` unless told.")
    bot: Spec | None = Field(default=None, description="In place of a level.")
    budget: BudgetIn | None = Field(default=None, description="In place of the bot's own.")
    seed: Seed | None = None
    top_k: TopK = 5


class HintOut(Model):
    """Candidates for a decision, and why."""

    version: int = Field(description="Of the match that it is about.")
    move: MoveOut
    win_chance: float | None
    low: float | None = Field(description="The lower end of the 95 % interval of the search's own error.")
    high: float | None
    candidates: list[CandidateOut]
    line: list[MoveOut]
    reasons: list[str] = Field(description="What speaks for it and against it, in words.")
    iterations: int
    milliseconds: float


class StepOut(Model):
    """A decision of a match, looked at again."""

    number: int = Field(description="Of its event.")
    seat: int
    move: MoveOut
    best: MoveOut
    chances: list[float] = Field(description="Each seat's win chance before it.")
    skill: float = Field(description="What it gained against the best move for him who chose, at most 0.")
    luck: list[float] = Field(
        description="For each seat what then came, dice, draws and what others held, against the mean of "
        "what could have come."
    )
    error: list[float] = Field(description="For each seat the rest of the change: the search's own error.")


class SharesOut(Model):
    """Where a seat's result came from; all parts and the chance at the start add up to the result."""

    seat: int
    start: float = Field(description="The win chance at the start.")
    skill: float = Field(description="What its own decisions cost it.")
    others: float = Field(description="What the others' decisions cost them and gave it.")
    luck: float
    error: float = Field(description="What the search learned only by looking further.")
    end: float = Field(
        description="What a resignation, a clock or the host gave, where the match did not end on the board."
    )
    result: float


class TurningPoint(Model):
    """Where a match turned."""

    number: int
    words: str


class ReviewOut(Model):
    """A match that is over, looked at again."""

    steps: list[StepOut]
    shares: list[SharesOut]
    turning_points: list[TurningPoint]


class AnalysisOut(Model):
    """An analysis, under way or done."""

    id: str
    kind: str
    status: Literal["waiting", "running", "done", "cancelled", "failed"]
    progress: float = Field(description="0..1")
    hint: HintOut | None = None
    review: ReviewOut | None = None
