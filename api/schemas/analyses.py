"""Hints, analyses and reviews."""

from typing import Literal

from pydantic import Field

from battlewise.api.schemas.common import (
    BudgetIn,
    CandidateOut,
    Count,
    Level,
    Model,
    MoveOut,
    Seed,
    Spec,
    TopK,
)


class AnalysisIn(Model):
    """What to analyse."""

    kind: Literal["hint", "analysis", "review"] = Field(
        default="hint",
        description="`hint`: the seat's decision, within the limits of one search. `analysis`: the same with "
        "more time. `review`: a match that is over.",
    )
    level: Level | None = Field(default=None, description="Level of the bot. Default: `hard`.")
    bot: Spec | None = Field(default=None, description="Specification of the bot in place of a level.")
    budget: BudgetIn | None = Field(default=None, description="Budget of the search. Default: the bot's own.")
    timeout_ms: Count | None = Field(
        default=None,
        description="Milliseconds from the request to the end of the analysis, which is `cancelled` then, "
        "with the best result so far. Default, and most: see `analysis_timeout_ms` of `GET /v1/limits`.",
    )
    seed: Seed | None = None
    top_k: TopK = 5


class HintOut(Model):
    """Candidates for a decision, and reasons."""

    version: int = Field(description="Version of the match.")
    move: MoveOut
    win_chance: float | None
    low: float | None = Field(description="Lower end of the 95 % interval, by the search's own error.")
    high: float | None
    candidates: list[CandidateOut]
    line: list[MoveOut]
    reasons: list[str] = Field(description="Reasons for and against the move, in words.")
    iterations: int
    milliseconds: float


class StepOut(Model):
    """A decision of a match, reviewed."""

    number: int = Field(description="Number of the event.")
    seat: int
    move: MoveOut
    best: MoveOut
    chances: list[float] = Field(description="Win chance of each seat before the decision.")
    skill: float = Field(
        description="Win chance gained against the best move, for the seat that decided. At most 0."
    )
    luck: list[float] = Field(
        description="For each seat: what dice, draws and hidden cards changed, against the mean of what was "
        "possible."
    )
    error: list[float] = Field(
        description="For each seat: the rest of the change, which is the search's own error."
    )


class SharesOut(Model):
    """Parts of a seat's result. `result` is the sum of all others."""

    seat: int
    start: float = Field(description="Win chance at the start.")
    skill: float = Field(description="Change by the seat's own decisions.")
    others: float = Field(description="Change by the decisions of other seats.")
    luck: float
    error: float = Field(description="Change by the search's own error.")
    end: float = Field(
        description="Change by a resignation, a clock or the host, if the match did not end on the board."
    )
    result: float


class TurningPoint(Model):
    """A decision that changed win chances the most."""

    number: int
    words: str


class ReviewOut(Model):
    """A match that is over, reviewed."""

    steps: list[StepOut]
    shares: list[SharesOut]
    turning_points: list[TurningPoint]


class AnalysisOut(Model):
    """An analysis and its state."""

    id: str
    kind: str
    status: Literal["waiting", "running", "done", "cancelled", "failed"]
    progress: float = Field(description="Share that is done, 0..1.")
    hint: HintOut | None = None
    review: ReviewOut | None = None
