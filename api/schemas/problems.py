"""Problem documents."""

from pydantic import Field

from battlewise.api.schemas.common import Model, MoveOut

MEDIA_TYPE = "application/problem+json"


class FieldProblem(Model):
    """What is wrong with one field of a request."""

    field: str = Field(
        description="Path of the field, such as `view.board[2]`. Empty for the body as a whole."
    )
    problem: str = Field(description="What is wrong with it.")


class Problem(Model):
    """A problem document (RFC 9457)."""

    type: str = Field(description="`about:blank`: the status is the kind of the problem.")
    title: str = Field(description="The status in words.")
    status: int = Field(ge=400, le=599, description="The HTTP status.")
    detail: str = Field(description="What is wrong.")
    errors: list[FieldProblem] = Field(description="The wrong fields, if there are any.")
    version: int | None = Field(default=None, description="With 412: the current version of the match.")
    moves: list[MoveOut] | None = Field(default=None, description="With an illegal move: the legal moves.")
