"""Problem documents."""

from pydantic import Field

from battlewise.api.schemas.common import Model, MoveOut
from battlewise.api.schemas.matches import MatchOut

MEDIA_TYPE = "application/problem+json"
OPTIONAL = ("version", "moves", "yours", "event", "match")


class FieldProblem(Model):
    """What is wrong with one field of a request."""

    field: str = Field(
        description="Path of the field, such as `view.board[2]`. Empty for the body as a whole."
    )
    problem: str = Field(description="What is wrong with it.")


class Problem(Model):
    """A problem document (RFC 9457)."""

    type: str = Field(
        description="The kind of the problem, such as `/problems/illegal-move`; `GET /problems` lists them."
    )
    title: str = Field(description="The kind of the problem, in short.")
    status: int = Field(ge=400, le=599, description="The HTTP status.")
    detail: str = Field(description="What is wrong.")
    errors: list[FieldProblem] = Field(description="The wrong fields, if there are any.")
    version: int | None = Field(default=None, description="With 412: the current version of the match.")
    moves: list[MoveOut] | None = Field(default=None, description="With an illegal move: the legal moves.")
    yours: bool | None = Field(
        default=None, description="With 412: true if the same action of the same seat was applied before."
    )
    event: int | None = Field(default=None, description="Number of the event of that action.")
    match: MatchOut | None = Field(default=None, description="The match after it, as it is now.")

    def json_text(self) -> str:
        """The document without the fields that it does not need."""
        unneeded = {name for name in OPTIONAL if getattr(self, name) is None}
        return self.model_dump_json(exclude=unneeded)


class ProblemKind(Model):
    """A kind of problem."""

    id: str = Field(description="The last part of its `type`.")
    type: str = Field(description="What problem documents of this kind have as `type`.")
    title: str = Field(description="What it is, in short.")
    status: int = Field(description="The HTTP status.")
    description: str = Field(description="What was wrong, and what would be right.")


class ProblemKinds(Model):
    """All kinds of problems."""

    problems: list[ProblemKind] = Field(description="All kinds.")
