"""Records of matches that are over."""

from typing import Annotated, Any

from pydantic import Field

from battlewise.api.schemas.common import Model, OptionValues


class RecordOut(Model):
    """Everything that happened in a match that is over, with the seeds that prove its luck."""

    format: str = Field(description="Name and version of the format.")
    match: str = Field(description="Id of the match.")
    game: str = Field(description="Id of the game.")
    version: int = Field(description="Version of the game's rules.")
    options: OptionValues = Field(description="All options of the game by name.")
    commitment: str = Field(description="Hash of the secret seed, with the match and its rules.")
    server_seed: str = Field(description="Seed of the service, to which `commitment` refers.")
    player_seeds: list[str | None] = Field(description="Seed of each player. Null for a seat that gave none.")
    seats: list[dict[str, Any]] = Field(description="The seats and who held them.")
    log: list[dict[str, Any]] = Field(description="Every event with all its data.")
    moves: list[str] = Field(
        description="Decisions and outcomes, as `POST /v1/games/{game}/positions` takes them."
    )
    reason: str = Field(
        description="Why the match ended: `finished`, `resigned`, `time`, `aborted` or `expired`.",
    )
    returns: list[float] | None = Field(description="Result of each seat, 0..1. Null if there is none.")
    seal: str = Field(description="Hash of the record.")


class VerifyIn(Model):
    """A record to verify."""

    record: dict[str, Any] = Field(description="The record as `GET /v1/matches/{match}/record` returns it.")
    seal: Annotated[str, Field(max_length=64)] | None = Field(
        default=None, description="The seal in the match's last event, if it was noted."
    )


class VerifyOut(Model):
    """The result of a verification."""

    sound: bool = Field(description="Whether the record is sound.")
    field: str | None = Field(description="The first wrong field. Null for a sound record.")
    problem: str | None = Field(description="What is wrong. Null for a sound record.")
    decisions: int = Field(description="Decisions that were checked.")
    outcomes: int = Field(description="Outcomes of chance that follow from the seeds.")
    given: int = Field(
        description="Decisions and outcomes that the match started with; the seeds do not prove these."
    )
