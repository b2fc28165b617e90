"""Hints, analyses and reviews."""

from typing import Literal

from pydantic import Field

from battlewise.api.schemas.common import (
    BudgetIn,
    Count,
    Level,
    Model,
    MoveInWords,
    Seed,
    Spec,
    TopK,
    WebhookIn,
)
from battlewise.api.schemas.hints import Hint
from battlewise.api.schemas.rollouts import MOST_TRIALS, Rolled
from battlewise.bots.rollout import QUICK


class AnalysisIn(Model):
    """What to analyse."""

    kind: Literal["hint", "analysis", "rollout", "review"] = Field(
        default="hint",
        description="`hint`: the seat's decision, within the limits of one search. `analysis`: the same with "
        "more time. `rollout`: the same decision by whole games that a quick bot plays on to the end. "
        "`review`: a match that is over.",
    )
    level: Level | None = Field(
        default=None, description=f"Level of the bot. Default: `hard`; of a rollout the bot `{QUICK}`."
    )
    bot: Spec | None = Field(default=None, description="Specification of the bot in place of a level.")
    budget: BudgetIn | None = Field(
        default=None,
        description="Budget of the search. Default: the bot's own. A rollout takes `milliseconds` for all "
        "its games; default: 10000, or the limit of this service if that is less.",
    )
    trials: int = Field(
        default=2000, ge=1, le=MOST_TRIALS, description="Limit of trials of a rollout; others have none."
    )
    timeout_ms: Count | None = Field(
        default=None,
        description="Milliseconds from the request to the end of the analysis, which is `cancelled` then, "
        "with the best result so far. Default, and most: see `analysis_timeout_ms` of `GET /v1/limits`.",
    )
    seed: Seed | None = Field(
        default=None,
        description="Seed of the bot's random numbers. Default: the match's own for this decision.",
    )
    top_k: TopK = Field(default=5, description="Number of candidates in the answer, the best first.")
    webhook: WebhookIn | None = Field(
        default=None, description="Called when the analysis has ended. Default: none."
    )


class HintOut(Hint):
    """A hint about a decision of a match."""

    version: int = Field(description="Version of the match.")


class RolloutOut(Rolled):
    """A rollout of a decision of a match."""

    version: int = Field(description="Version of the match.")


class StepOut(Model):
    """A decision of a match, reviewed."""

    number: int = Field(description="Number of the event.")
    seat: int = Field(description="Seat that decided.")
    move: MoveInWords = Field(description="The move that was played.")
    best: MoveInWords = Field(description="The best move.")
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

    seat: int = Field(description="The number of the seat.")
    start: float = Field(description="Win chance at the start.")
    skill: float = Field(description="Change by the seat's own decisions.")
    others: float = Field(description="Change by the decisions of other seats.")
    luck: float = Field(description="Change by dice, draws and hidden cards.")
    error: float = Field(description="Change by the search's own error.")
    end: float = Field(
        description="Change by a resignation, a clock or the host, if the match did not end on the board."
    )
    result: float = Field(description="Result of the seat, 0..1.")


class TurningPoint(Model):
    """A decision that changed win chances the most."""

    number: int = Field(description="Number of the event.")
    words: str = Field(description="What it changed, in words.")


class ReviewOut(Model):
    """A match that is over, reviewed."""

    steps: list[StepOut] = Field(description="Every decision in order.")
    shares: list[SharesOut] = Field(description="What each seat's result consists of.")
    turning_points: list[TurningPoint] = Field(description="The decisions that changed win chances the most.")


class AnalysisOut(Model):
    """An analysis and its state."""

    id: str = Field(description="Id of the analysis in paths.")
    kind: str = Field(description="`hint`, `analysis`, `rollout` or `review`.")
    status: Literal["waiting", "running", "done", "cancelled", "failed"] = Field(
        description="Where the analysis is between `waiting` and its end.",
    )
    progress: float = Field(description="Share that is done, 0..1.")
    hint: HintOut | None = Field(
        default=None,
        description="Result of a hint or an analysis. Null until there is one.",
    )
    rollout: RolloutOut | None = Field(
        default=None,
        description="Result of a rollout. Null until every move has a trial, and if the time was too short "
        "for it.",
    )
    review: ReviewOut | None = Field(default=None, description="Result of a review. Null until there is one.")
