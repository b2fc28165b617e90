"""Records of matches that are over."""

from typing import Annotated, Any

from pydantic import Field

from battlewise.api.schemas.common import Model


class RecordOut(Model):
    """Everything that happened in a match that is over, with the seeds that prove its luck."""

    format: str
    match: str
    game: str
    version: int
    options: dict[str, Any]
    commitment: str
    server_seed: str
    player_seeds: list[str | None]
    seats: list[dict[str, Any]]
    log: list[dict[str, Any]]
    moves: list[str] = Field(
        description="Decisions and outcomes, as `POST /v1/games/{game}/positions` takes them."
    )
    reason: str
    returns: list[float] | None
    seal: str


class VerifyIn(Model):
    """A record to verify."""

    record: dict[str, Any]
    seal: Annotated[str, Field(max_length=64)] | None = Field(
        default=None, description="The seal in the match's last event, if it was noted."
    )


class VerifyOut(Model):
    """The result of a verification."""

    sound: bool
    field: str | None = Field(description="The first wrong field. Null for a sound record.")
    problem: str | None
    decisions: int
    outcomes: int
