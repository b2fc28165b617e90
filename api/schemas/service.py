"""The service itself."""

from typing import Literal

from pydantic import Field

from battlewise.api.schemas.common import Model


class Health(Model):
    """The service answers."""

    status: Literal["ok"]


class Ready(Model):
    """The service accepts requests."""

    status: Literal["ready"]
    cluster: Literal["connected", "away"] | None = Field(
        None,
        exclude_if=lambda state: state is None,
        description="Whether the cluster searches. While it is away the service does; absent without one.",
    )


class LimitsOut(Model):
    """The limits of requests, of addresses, and of the service."""

    iterations: int
    milliseconds: int
    threads: int
    body_bytes: int
    record_bytes: int
    batch_bytes: int
    batch_views: int
    timeout_ms: int = Field(description="Most and default of `timeout_ms` in a request for a move.")
    analysis_timeout_ms: int = Field(description="The same in a request for an analysis.")
    matches: int
    matches_an_address: int
    streams: int = Field(description="Open streams and requests that wait.")
    streams_an_address: int
    searches_waiting: int = Field(
        description="Requests of `POST /v1/games/{game}/moves` that wait for a search."
    )
    bot_backlog: int = Field(description="Decisions of bots in matches that wait for a search.")
    analyses_waiting: int
    analyses_an_address: int
    tournaments_waiting: int
    tournaments_an_address: int
    tournament_games: int
    tournament_hours: int = Field(description="Hours after which a tournament ends.")
    analysis_milliseconds: int
    cost_a_minute: int = Field(
        description="Cost of an address's requests a minute: 1 each, and about 1 for a millisecond of search."
    )
    idle_hours: int = Field(description="Hours without an event after which a match expires.")
    leave_s: int = Field(description="Seconds after which a seat that is away and to move can be replaced.")
