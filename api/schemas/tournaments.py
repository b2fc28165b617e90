"""Tournaments."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from battlewise.api.schemas.common import Model, Number, OptionValues, Spec, Wait, whole
from battlewise.api.schemas.positions import RecordOfGame

Blocks = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(whole)]
PlanSeed = Annotated[int, Field(ge=0, lt=1 << 61), BeforeValidator(whole)]


class TournamentIn(Model):
    """A new tournament."""

    game: str = Field(max_length=64, description="Id of the game.")
    options: OptionValues = Field(default={})
    entrants: dict[Annotated[str, Field(max_length=60)], Spec] = Field(
        min_length=2, max_length=16, description="Bots by name: levels or specifications."
    )
    pairing: Literal["round-robin", "gauntlet", "duel"] = Field(
        default="round-robin",
        description="`round-robin`: every set of entrants that fills the seats. `gauntlet`: only those with "
        "the first entrant. `duel`: the first entrant against the second in all other seats.",
    )
    seating: Literal["rotation", "permutation"] = Field(
        default="rotation",
        description="The seatings of a block. `rotation`: each entrant once in each seat. `permutation`: "
        "every order.",
    )
    blocks: Blocks = Field(
        default=10, description="Blocks of each line-up. A block has one game for each seating."
    )
    seed: PlanSeed = Field(default=0, description="Seed of the tournament's games.")
    cap: Blocks | None = Field(default=None, description="Limit of decisions in a game. Default: none.")


class StandingOut(Model):
    """Result of an entrant so far, from complete blocks."""

    entrant: str = Field(description="Name of the entrant.")
    score: float | None = Field(description="Mean result of a game, 0..1. Null before the first block.")
    low: float | None = Field(description="Lower end of the 95 % interval, clustered by block.")
    high: float | None = Field(description="Upper end of the 95 % interval.")
    blocks: int = Field(description="Complete blocks with the entrant.")
    forfeits: int = Field(description="Games that the entrant lost by an error of its bot.")


class TournamentOut(Model):
    """A tournament and its state."""

    id: str = Field(description="Id of the tournament in paths.")
    status: Literal["waiting", "running", "done", "cancelled", "failed"] = Field(
        description="Where the tournament is between `waiting` and its end.",
    )
    problem: str | None = Field(description="Why it failed. Null if it did not.")
    plan: dict[str, Any] = Field(description="What is played: the request with all defaults.")
    games: int = Field(description="Games played so far.")
    planned: int = Field(description="Games of the whole tournament.")
    standings: list[StandingOut] = Field(description="The entrants, the best first.")


class TournamentMade(Model):
    """A new tournament and its token, which can cancel it. The token is shown only here."""

    tournament: TournamentOut = Field(description="The tournament.")
    token: str = Field(description="Token that can cancel the tournament.")


class TournamentQuery(Model):
    """How long to wait for games."""

    games: Number | None = Field(default=None, description="Wait until there are more games than this.")
    wait: Wait = Field(default=0, description="Longest time to wait, in seconds.")


class TournamentGame(Model):
    """A game of a tournament: one line of the download."""

    key: str = Field(description="Hash of everything that decides the game.")
    seats: list[str] = Field(description="The entrant on each seat.")
    scores: list[float] = Field(description="Result of each seat, 0..1.")
    status: str = Field(
        description="`finished`; lost by `time`, `crash` or an `illegal` move; or stopped at the `cap`."
    )
    plies: int = Field(description="Decisions with a choice.")
    record: RecordOfGame = Field(description="The game, for `POST /v1/games/{game}/positions`.")
