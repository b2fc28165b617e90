"""Batches of views to analyse."""

from typing import Annotated

from pydantic import Field

from battlewise.api.schemas.common import (
    BudgetIn,
    Count,
    Level,
    Model,
    OptionValues,
    Seed,
    Spec,
    TopK,
    View,
)
from battlewise.api.schemas.moves import ChosenMove
from battlewise.api.schemas.problems import Problem

Name = Annotated[str, Field(min_length=1, max_length=200)]


class Wishes(Model):
    """How to analyse a view. What a view of a batch does not say, the batch says for all."""

    game: Name | None = Field(default=None, description="Id of the game.")
    options: OptionValues | None = Field(default=None, description="Options of the game, if they differ.")
    level: Level | None = Field(default=None, description="Level of the bot. Default: `medium`.")
    bot: Spec | None = Field(default=None, description="Specification of the bot in place of a level.")
    budget: BudgetIn | None = Field(default=None, description="Budget of the search. Default: the bot's own.")
    seed: Seed | None = Field(default=None, description="Default: random; the answer has it.")
    top_k: TopK | None = Field(default=None, description="Number of candidates in an answer. Default: 5.")


class ViewIn(Wishes):
    """A view of a batch."""

    id: Name | None = Field(default=None, description="Names the view. Default: its index, from 0 on.")
    view: View


class BatchIn(Wishes):
    """Views to analyse."""

    views: list[ViewIn] = Field(
        min_length=1, description="Each of the seat to move. How many: see `batch_views` of `GET /v1/limits`."
    )
    timeout_ms: Count | None = Field(
        default=None,
        description="Milliseconds from the request to the end of the batch. Default, and most: see "
        "`analysis_timeout_ms` of `GET /v1/limits`.",
    )


class BatchLine(Model):
    """A line of the answer to a batch: a view's move, or the problem in place of it."""

    id: str = Field(description="The id of the view.")
    status: int = Field(description="The status that a request for this view alone would have had.")
    answer: ChosenMove | Problem = Field(description="The move if the status is 200, else the problem.")


class BatchOut(Model):
    """A batch that is cancelled."""

    id: str = Field(description="Id of the batch.")
    views: int = Field(description="How many there are.")
    answered: int = Field(description="How many were answered.")
