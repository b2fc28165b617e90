"""Server-sent events: what a stream consists of, and the stream of a search."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from flask import Response, g, request
from pydantic import BaseModel

from battlewise.api.routes.parts import take_place
from battlewise.api.searches.feed import Feed

STREAM = "text/event-stream"
HEARTBEAT_S = 15.0
FORWARDED_HEARTBEAT_S = 1.0  # another replica waits for it, which notices so that this one is lost
STILL_HERE = ": still here\n\n"
M = TypeVar("M", bound=BaseModel)


def wants_stream() -> bool:
    """Whether the request asks for a stream."""
    return request.accept_mimetypes.best_match(["application/json", STREAM]) == STREAM


def heartbeat_s() -> float:
    """After how many seconds without news a stream says that it is still here."""
    return FORWARDED_HEARTBEAT_S if g.forwarded else HEARTBEAT_S


def streamed(stream: Iterator[str], leave: Callable[[], None]) -> Response:
    """The answer that is a stream.

    :param leave: called at its end.
    """
    response = Response(stream, mimetype=STREAM)
    response.call_on_close(leave)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def search_stream(feed: Feed[M], begin: Callable[[], Callable[[], tuple[str, str]]]) -> Response:
    """The stream of a search: `partial` events, and exactly one last event.

    :param begin: begins the search; what it returns gives the last event's name and data when the feed has
        ended.
    :raises QueueFull: if there is no place for a stream.
    """
    leave = take_place()
    try:
        last = begin()
    except BaseException:
        leave()
        raise
    return streamed(_events(feed, last, heartbeat_s()), leave)


def _events(feed: Feed[M], last: Callable[[], tuple[str, str]], heartbeat: float) -> Iterator[str]:
    for partial in feed.follow(heartbeat):
        yield STILL_HERE if partial is None else message("partial", partial.model_dump_json())
    yield message(*last())


def message(kind: str, data: str, number: int | None = None) -> str:
    """One event.

    :param data: a JSON text.
    """
    return f"event: {kind}\n" + ("" if number is None else f"id: {number}\n") + f"data: {data}\n\n"
