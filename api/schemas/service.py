"""The service itself."""

from typing import Literal

from pydantic import Field

from battlewise.api.schemas.common import Model


class Health(Model):
    """The service answers."""

    status: Literal["ok"] = Field(description="Always `ok`.")


class Ready(Model):
    """The service accepts requests."""

    status: Literal["ready"] = Field(
        description="Always `ready`; a service that is not answers with a problem.",
    )
    cluster: Literal["connected", "away"] | None = Field(
        None,
        exclude_if=lambda state: state is None,
        description="Whether the cluster searches. While it is away the service does; absent without one.",
    )


class LimitsOut(Model):
    """The limits of requests, of addresses, and of the service."""

    iterations: int = Field(description="Most iterations of one search.")
    milliseconds: int = Field(description="Most milliseconds of one search.")
    threads: int = Field(description="Most threads of one search.")
    body_bytes: int = Field(description="Most bytes in the body of a request.")
    record_bytes: int = Field(description="Most bytes in a request to verify a record.")
    batch_bytes: int = Field(description="Most bytes in a batch of views.")
    batch_views: int = Field(description="Most views of a batch.")
    timeout_ms: int = Field(description="Most and default of `timeout_ms` in a request for a move.")
    analysis_timeout_ms: int = Field(description="The same in a request for an analysis.")
    matches: int = Field(description="Matches that are not over.")
    matches_an_address: int = Field(description="Matches of one address that are not over.")
    streams: int = Field(description="Open streams and requests that wait.")
    streams_an_address: int = Field(description="Open streams and requests that wait, of one address.")
    searches_waiting: int = Field(
        description="Requests of `POST /v1/games/{game}/moves` that wait for a search."
    )
    bot_backlog: int = Field(description="Decisions of bots in matches that wait for a search.")
    analyses_waiting: int = Field(description="Analyses that wait or run.")
    analyses_an_address: int = Field(description="Analyses of one address that wait or run.")
    tournaments_waiting: int = Field(description="Tournaments that wait or run.")
    tournaments_an_address: int = Field(description="Tournaments of one address that wait or run.")
    tournament_games: int = Field(description="Most games of one tournament.")
    tournament_hours: int = Field(description="Hours after which a tournament ends.")
    analysis_milliseconds: int = Field(description="Most milliseconds of one analysis, or of one review.")
    cost_a_minute: int = Field(
        description="Cost of an address's requests a minute: 1 each, and about 1 for a millisecond of search."
    )
    idle_hours: int = Field(description="Hours without an event after which a match expires.")
    leave_s: int = Field(description="Seconds after which a seat that is away and to move can be replaced.")
