"""Rollouts: decisions judged by whole games."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from battlewise.api.schemas.common import BudgetIn, Count, Level, Model, MoveOut, Seed, Spec, TopK
from battlewise.api.schemas.moves import LegalMovesIn
from battlewise.api.schemas.problems import Problem
from battlewise.bots.rollout import QUICK

MOST_TRIALS = 100_000


class RolloutIn(LegalMovesIn):
    """A position as the seat to move sees it, and the bot that plays its moves on to the end."""

    level: Level | None = Field(default=None, description=f"Level of the bot. Default: the bot `{QUICK}`.")
    bot: Spec | None = Field(default=None, description="Specification of the bot in place of a level.")
    trials: int = Field(default=2000, ge=1, le=MOST_TRIALS, description="Limit of trials.")
    budget: BudgetIn | None = Field(
        default=None,
        description="`milliseconds` for all games; default: the limit of this service.",
    )
    timeout_ms: Count | None = Field(
        default=None,
        description="Milliseconds from the request to the answer. Default, and most: see `timeout_ms` of "
        "`GET /v1/limits`.",
    )
    seed: Seed | None = Field(
        default=None, description="Seed of the trials. Default: random; the answer has it."
    )
    top_k: TopK = Field(default=5, description="Number of candidates in the answer, the best first.")


class RolledMove(Model):
    """A move and what its games show. Values are results of the seat, 0..1."""

    move: MoveOut = Field(description="The move.")
    words: str = Field(description="The move in words.")
    trials: int = Field(description="Number of its games.")
    value: float = Field(description="Mean result.")
    error: float | None = Field(description="Standard error of the mean. Null for a single game.")
    low: float = Field(description="Lower end of the 95 % interval of the value.")
    high: float = Field(description="Upper end of the interval.")
    loss: float = Field(description="How far its mean is below the best move's, on the same deals.")
    loss_low: float = Field(description="Lower end of the 95 % interval of the loss.")
    loss_high: float = Field(description="Upper end of the interval.")
    dropped: bool = Field(
        description="Whether it got no more trials because it was clearly worse than another."
    )


class Rolled(Model):
    """A decision, judged by whole games on common deals."""

    verdict: Literal["clear", "equal", "open"] = Field(
        description="`clear`: the first move is better than every other. `equal`: no move that was not "
        "dropped loses more than 0.02 against the first. `open`: neither."
    )
    trials: int = Field(description="Number of games of the best move.")
    games: int = Field(description="Number of games of all moves.")
    bot: str = Field(description="The bot that played all seats.")
    seed: int = Field(description="Seed of the trials.")
    candidates: list[RolledMove] = Field(description="The moves, the best first.")


RolloutItem = TypeAliasType(
    "RolloutItem",
    Annotated[
        Rolled | Problem,
        Field(
            description="The `data` of one event of a rollout: `partial` or `final` with what was found, or "
            "`problem`, which is the last one too."
        ),
    ],
)
