"""Tournaments."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from battlewise.api.schemas.common import Model, Number, OptionValues, Spec, Wait, whole

Blocks = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(whole)]
PlanSeed = Annotated[int, Field(ge=0, lt=1 << 61), BeforeValidator(whole)]


class TournamentIn(Model):
    """A new tournament."""

    game: str = Field(max_length=64)
    options: OptionValues = Field(default={})
    entrants: dict[Annotated[str, Field(max_length=60)], Spec] = Field(
        min_length=2, max_length=16, description="Bots by name: levels or specifications."
    )
    pairing: Literal["round-robin", "gauntlet", "duel"] = "round-robin"
    seating: Literal["rotation", "permutation"] = "rotation"
    blocks: Blocks = Field(
        default=10, description="Blocks of each line-up. A block has one game for each seating."
    )
    seed: PlanSeed = 0
    cap: Blocks | None = Field(default=None, description="Limit of decisions in a game. Default: none.")


class StandingOut(Model):
    """Result of an entrant so far, from complete blocks."""

    entrant: str
    score: float | None
    low: float | None = Field(description="Lower end of the 95 % interval, clustered by block.")
    high: float | None
    blocks: int
    forfeits: int


class TournamentOut(Model):
    """A tournament and its state."""

    id: str
    status: Literal["waiting", "running", "done", "cancelled", "failed"]
    problem: str | None
    plan: dict[str, Any]
    games: int = Field(description="Games played so far.")
    planned: int
    standings: list[StandingOut]


class TournamentMade(Model):
    """A new tournament and its token, which can cancel it. The token is shown only here."""

    tournament: TournamentOut
    token: str


class TournamentQuery(Model):
    """How long to wait for games."""

    games: Number | None = Field(default=None, description="Wait until there are more games than this.")
    wait: Wait = Field(default=0, description="Longest time to wait, in seconds.")
