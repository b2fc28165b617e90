"""Tournaments."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from battlewise.api.schemas.common import Model, Number, OptionValues, Spec, Wait, whole

Blocks = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(whole)]
PlanSeed = Annotated[int, Field(ge=0, lt=1 << 61), BeforeValidator(whole)]


class TournamentIn(Model):
    """A tournament to be played."""

    game: str = Field(max_length=64)
    options: OptionValues = Field(default={})
    entrants: dict[Annotated[str, Field(max_length=60)], Spec] = Field(
        min_length=2, max_length=16, description="Bots, by name: levels or specifications."
    )
    pairing: Literal["round-robin", "gauntlet", "duel"] = "round-robin"
    seating: Literal["rotation", "permutation"] = "rotation"
    blocks: Blocks = Field(
        default=10, description="How many for each line-up; each is played in every seating."
    )
    seed: PlanSeed = 0
    cap: Blocks | None = Field(default=None, description="Most decisions a game.")


class StandingOut(Model):
    """An entrant's result so far, from complete blocks."""

    entrant: str
    score: float | None
    low: float | None = Field(description="The lower end of the 95 % interval, clustered by block.")
    high: float | None
    blocks: int
    forfeits: int


class TournamentOut(Model):
    """A tournament, under way or over."""

    id: str
    status: Literal["waiting", "running", "done", "cancelled", "failed"]
    problem: str | None
    plan: dict[str, Any]
    games: int = Field(description="Played so far.")
    planned: int
    standings: list[StandingOut]


class TournamentMade(Model):
    """A new tournament. The token, which cancels it, is shown this once."""

    tournament: TournamentOut
    token: str


class TournamentQuery(Model):
    """How long to wait for news."""

    games: Number | None = Field(default=None, description="Wait for more games than so many.")
    wait: Wait = Field(default=0, description="Seconds to wait at most.")
