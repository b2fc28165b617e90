"""A search for a request: it waits in the queue, and its answer is one document or a stream."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

from flask import Response, current_app

from battlewise.api.routes.errors import problem_of
from battlewise.api.routes.parts import client_is_gone, parts
from battlewise.api.routes.streams import search_stream, wants_stream
from battlewise.api.schemas.common import Model
from battlewise.api.searches.feed import Feed
from battlewise.api.searches.queue import Done, Priority
from battlewise.search import StopFlag

T = TypeVar("T")
M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Terms:
    """What the queue knows of a search.

    :ivar kind: searches of one kind take about as long as one another.
    :ivar cost: about how many seconds it takes.
    :ivar most: seconds that it can take.
    :ivar timeout: seconds from now to its end.
    """

    kind: str
    cost: float
    most: float
    timeout: float


def answered(
    search: Callable[[StopFlag, Feed[M]], M], terms: Terms, waited: Callable[[M, float], M]
) -> M | Response:
    """The answer of a search, or its stream.

    :param search: reports partial results to a feed.
    :param waited: the last answer with the seconds that the search waited.
    """
    feed, context = Feed[M](), current_app.app_context

    def ask(queued: Callable[..., T]) -> T:
        return queued(
            lambda stop: search(stop, feed),
            Priority.PLAY,
            kind=terms.kind,
            cost=terms.cost,
            most=terms.most,
            timeout=terms.timeout,
            is_gone=client_is_gone(),
        )

    def begin() -> Callable[[], tuple[str, str]]:
        found: Future[Done[M]] = ask(parts().searches.begin)
        found.add_done_callback(lambda _: feed.end())

        def last() -> tuple[str, str]:
            error = found.exception()
            if error is None:
                done = found.result()
                return "final", waited(done.result, done.waited).model_dump_json()
            with context():
                return "problem", problem_of(error)[1]

        return last

    if wants_stream():
        return search_stream(feed, begin)
    done: Done[M] = ask(parts().searches.run)
    return waited(done.result, done.waited)
