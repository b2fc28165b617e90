"""Problem documents."""

from pydantic import Field

from battlewise.api.schemas.common import Model, MoveOut

MEDIA_TYPE = "application/problem+json"


class FieldProblem(Model):
    """What is wrong with one field of a request."""

    field: str = Field(description="Its path, such as `view.board[2]`; empty for the body as a whole.")
    problem: str


class Problem(Model):
    """A problem document (RFC 9457)."""

    type: str = Field(description="`about:blank`: the status says what kind of problem it is.")
    title: str
    status: int = Field(ge=400, le=599)
    detail: str
    errors: list[FieldProblem] = Field(description="The fields at fault, if any.")
    version: int | None = Field(default=None, description="With 412: the match's version now.")
    moves: list[MoveOut] | None = Field(default=None, description="With an illegal move: the legal ones.")
