"""The service itself."""

from typing import Literal

from pydantic import Field

from battlewise.api.schemas.common import Model


class Health(Model):
    """The service answers."""

    status: Literal["ok"]


class Ready(Model):
    """The service takes requests."""

    status: Literal["ready"]


class LimitsOut(Model):
    """What one request, and one address, may ask for."""

    iterations: int
    milliseconds: int
    threads: int
    body_bytes: int
    record_bytes: int
    matches: int
    matches_an_address: int
    streams: int = Field(description="And requests that wait, which hold a place like them.")
    streams_an_address: int
    searches_waiting: int = Field(description="Of `POST /v1/games/{game}/moves`.")
    bot_backlog: int = Field(description="Bots' decisions in matches that wait.")
    analyses_waiting: int
    analyses_an_address: int
    tournaments_waiting: int
    tournaments_an_address: int
    tournament_games: int
    tournament_hours: int = Field(description="After so long a tournament ends with what was played.")
    analysis_milliseconds: int
    cost_a_minute: int = Field(description="About milliseconds of search, and one for each request.")
    idle_hours: int = Field(description="After so long without anything happening a match expires.")
    leave_s: int = Field(description="After so long a seat that is to move and away can be replaced.")
