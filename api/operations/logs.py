"""Logs: JSON lines on standard error, without tokens, cards or seeds."""

import logging
import sys
import traceback
from types import TracebackType

import structlog


def configure() -> None:
    """Log JSON lines."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_message,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=_to_stderr,
    )


def where(trace: TracebackType | None) -> list[str]:
    """The lines of code that an error came through."""
    return [f"{one.filename}:{one.lineno} {one.name}" for one in traceback.extract_tb(trace)]


def _to_stderr(*_: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)


def _without_message(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """An error's place, without its message, which could name a card."""
    if event.pop("exc_info", None):
        event["where"] = where(sys.exc_info()[2])
    return event
