"""The settings of the service, each with its range and its default."""

import os
from typing import Annotated, Any

from annotated_types import Ge, Le
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from battlewise.core import BattlewiseError

PREFIX = "BATTLEWISE_API_"


class SettingsError(BattlewiseError):
    """A setting is wrong. The message names it and says which values are right."""


def _split(value: object) -> object:
    """The names in a comma-separated text."""
    if not isinstance(value, str):
        return value
    return tuple(name for name in map(str.strip, value.split(",")) if name)


def _lower(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(str.lower, names))


Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]


def _count(default: int, description: str, limit: str | None = None, most: int = 1_000_000_000) -> Any:
    """A whole number from 1 on.

    :param limit: its name in the answer of ``GET /v1/limits``.
    :param most: the largest value allowed.
    """
    extra: JsonDict | None = None if limit is None else {"limit": limit}
    return Field(default, ge=1, le=most, description=description, json_schema_extra=extra)


class Settings(BaseSettings):
    """What an operator can set: ``BATTLEWISE_API_MAX_ITERATIONS`` in the environment, and so on.

    :raises SettingsError: if a value is not allowed.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    # -- one request
    max_content_length: int = _count(64 * 1024, "Bytes in the body of a request.", "body_bytes", 1 << 30)
    max_record_bytes: int = _count(1 << 20, "Bytes in a request to verify a record.", "record_bytes", 1 << 30)
    max_batch_bytes: int = _count(8 << 20, "Bytes in a request for a batch.", "batch_bytes", 1 << 30)
    max_batch_views: int = _count(500, "Views of a batch.", "batch_views", 100_000)
    max_iterations: int = _count(200_000, "Iterations of one search.", "iterations")
    max_milliseconds: int = _count(10_000, "Milliseconds of one search.", "milliseconds", 100_000)
    max_threads: int = _count(1, "Threads of one search.", "threads", 256)
    max_analysis_milliseconds: int = _count(
        60_000, "Milliseconds of one analysis, or of one review.", "analysis_milliseconds", 3_600_000
    )
    max_timeout_ms: int = _count(
        30_000, "Milliseconds from a request for a move to the answer.", "timeout_ms", 600_000
    )
    max_analysis_timeout_ms: int = _count(
        600_000, "Milliseconds from a request for an analysis to its end.", "analysis_timeout_ms", 86_400_000
    )

    # -- one address, and all of them
    cost_a_minute: int = _count(
        120_000, "Cost of an address a minute: 1 a request, 1 a millisecond of search.",
        "cost_a_minute",
    )  # fmt: skip
    max_matches: int = _count(10_000, "Matches that are not over.", "matches")
    matches_an_address: int = _count(1_000, "Matches of one address that are not over.", "matches_an_address")
    max_connections: int = _count(
        2000, "Open connections; the one that has been silent longest makes room.", most=100_000
    )
    connections_an_address: int = _count(
        256, "Open connections of one address, without proxies.", most=100_000
    )
    request_s: int = _count(30, "Seconds in which a request must arrive.", most=3600)
    keepalive_s: int = _count(30, "Seconds after which a silent connection is closed.", most=3600)
    max_streams: int = _count(128, "Open streams and long polls; each holds a thread.", "streams", 4096)
    streams_an_address: int = _count(64, "Open streams and long polls of one address.", "streams_an_address")
    search_workers: int = _count(os.cpu_count() or 1, "Searches for play at a time.", most=192)
    searches_waiting: int = _count(
        32, "Requests for a move that wait for a search; each holds a thread.", "searches_waiting", 128
    )
    bot_backlog: int = _count(256, "Decisions of bots in matches that wait for a search.", "bot_backlog")
    analyses_waiting: int = _count(32, "Analyses that wait or run.", "analyses_waiting")
    analyses_an_address: int = _count(8, "Analyses of one address that wait or run.", "analyses_an_address")
    tournaments_waiting: int = _count(8, "Tournaments that wait or run.", "tournaments_waiting")
    tournaments_an_address: int = _count(
        4, "Tournaments of one address that wait or run.", "tournaments_an_address"
    )
    max_tournament_games: int = _count(10_000, "Games of one tournament.", "tournament_games")
    tournament_hours: int = _count(24, "Hours that one tournament is played.", "tournament_hours", 8760)

    # -- matches
    idle_hours: int = _count(72, "Hours without an event after which a match expires.", "idle_hours", 87_600)
    leave_s: int = _count(60, "Seconds after which a seat that is away can be replaced.", "leave_s", 86_400)
    bot_tick_ms: int = Field(
        200,
        ge=0,
        le=60_000,
        description="Bots in games with hidden parts answer at multiples of this; 0: at once.",
    )

    # -- where it runs
    database_url: str = Field(
        "", description="As SQLAlchemy writes it; empty: `sqlite:///battlewise.db` with `battlewise serve`."
    )
    replica_url: str = Field(
        "",
        pattern=r"^(https?://[^/?#\s]+)?$",
        examples=["http://10.0.0.5:8000"],
        description="Address where other services over this PostgreSQL reach this one; empty: it is alone.",
    )
    files: str = Field("", description="Folder of the tournaments' ledgers; empty: beside the database.")
    cluster: str = Field(
        "",
        pattern=r"^((tcp|tls)://[^\s/]+:[0-9]+)?$",
        examples=["tcp://10.0.0.1:8786"],
        description="Scheduler of a dask cluster that searches and plays tournaments; empty: none.",
    )
    allowed_hosts: Annotated[Names, AfterValidator(_lower)] = Field(
        ("localhost", "127.0.0.1", "[::1]"), description="Host names that are answered; empty: all."
    )
    cors_origins: Names = Field((), description="Origins of other pages that may use the service.")
    webhook_hosts: Annotated[Names, AfterValidator(_lower)] = Field(
        (),
        description="Hosts that webhooks may call, with ports that are not the scheme's; empty: none.",
    )
    proxies: int = Field(0, ge=0, le=16, description="Reverse proxies in front of the service.")
    metrics_host: str = Field("127.0.0.1", description="Address on which metrics are served.")
    metrics_port: int = Field(0, ge=0, le=65_535, description="Port on which metrics are served; 0: none.")

    def __init__(self, **values: Any) -> None:
        for name in os.environ:
            if name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() not in type(self).model_fields:
                raise SettingsError(f"{name}: there is no such setting")
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise SettingsError("; ".join(map(_explained, error.errors()))) from None

    def limits(self) -> dict[str, int]:
        """The limits that ``GET /v1/limits`` shows, by their names there."""
        found = {}
        for name, field in type(self).model_fields.items():
            if isinstance(field.json_schema_extra, dict):
                found[str(field.json_schema_extra["limit"])] = int(getattr(self, name))
        return found


def span(field: FieldInfo) -> str:
    """The range of a setting that is a number, such as ``1 to 192``; empty for another one."""
    low = next((one.ge for one in field.metadata if isinstance(one, Ge)), None)
    high = next((one.le for one in field.metadata if isinstance(one, Le)), None)
    return "" if low is None else f"{low} to {high}"


def _explained(error: ErrorDetails) -> str:
    """What is wrong with a setting, and what would be right."""
    name = str(error["loc"][0])
    setting = PREFIX + name.upper()
    field = Settings.model_fields.get(name)
    if field is None:
        return f"{setting}: there is no such setting"
    right = "a text" if field.annotation is str else "a comma-separated list of names"
    if field.examples:
        right = f"such as {field.examples[0]}"
    if field.annotation is int:
        right = f"a whole number from {span(field)}"
    return f"{setting}: {error['input']!r} is not {right}"
