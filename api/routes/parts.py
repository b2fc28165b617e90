"""The parts of the service that routes use, and what a request costs its address."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

from flask import current_app, request

from battlewise.api.matches import fair
from battlewise.api.matches.keeper import Keeper
from battlewise.api.operations.limits import Places, Spending, network_of
from battlewise.api.operations.metrics import Metrics
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.operations.server import MOST_CALLERS
from battlewise.api.searches.analyses import Analyses
from battlewise.api.searches.batches import Batches
from battlewise.api.searches.players import Players
from battlewise.api.searches.queue import QueueFull, QuotaReached, SearchQueue
from battlewise.api.searches.searcher import searcher_of
from battlewise.api.searches.tournaments import Tournaments
from battlewise.api.settings import Settings
from battlewise.api.store.database import Store
from battlewise.api.store.keys import Key

KEY_LENGTHS = range(16, 201)  # of an idempotency key
LOOK_S = 0.5  # how often a waiting request looks whether its client has gone, or the service stops


class Parts:
    """Everything that a service consists of."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.players = Players.within(settings)
        self.searches = SearchQueue(settings.search_workers, settings.searches_waiting, MOST_CALLERS)
        self.store = Store(settings.database_url, settings.files, settings.replica_url)
        self.metrics = Metrics(self.searches.waiting, lambda: self.keeper.decided)
        self.searcher = searcher_of(settings, self.searches, self.metrics)
        self.keeper = Keeper(self.store, self.searches, self.searcher, self.players, settings)
        self.analyses = Analyses(
            self.store, self.searches, self.keeper.webhooks, self.keeper.stopping, settings
        )
        self.batches = Batches()
        self.tournaments = Tournaments(self.store, self.searcher, self.keeper.stopping, settings)
        self.spending = Spending(settings.cost_a_minute)
        self.streams = Places(settings.max_streams, settings.streams_an_address)

    def start(self) -> None:
        """Open the database and go on with what was under way.

        :raises StoreError: if the database cannot be used.
        """
        self.store.open()
        self.searcher.start()
        try:
            self.keeper.start()
        except BaseException:
            self.searcher.close()
            self.store.close()  # nothing may write to a database that is not claimed
            raise
        try:
            self.analyses.start()
            self.tournaments.start(self.keeper.timer)
        except BaseException:
            self.close()
            raise

    def stop(self) -> None:
        """Begin no more work, and end streams and searches; they answer with what they have."""
        self.keeper.stop()
        self.searches.close()
        self.analyses.close()
        self.batches.close()

    def close(self) -> None:
        """Stop everything and release the database. What is written stays written."""
        self.stop()
        self.tournaments.close()
        self.keeper.close()
        self.searcher.close()
        self.store.close()


def parts() -> Parts:
    """The parts of the current application."""
    return cast(Parts, current_app.extensions["battlewise"])


def caller() -> str:
    """The address of the request, as limits count it."""
    return network_of(request.remote_addr or "")


def client_is_gone() -> Callable[[], bool]:
    """What says whether the client of the request has closed its connection; it needs no request."""
    return cast(Callable[[], bool], request.environ.get("waitress.client_disconnected", lambda: False))


def charge(cost: int) -> None:
    """Charge a cost to the caller's address.

    :raises ProblemError: 429, if the address has reached its limit.
    """
    seconds = parts().spending.charge(caller(), cost)
    if seconds:
        parts().metrics.refused.labels("rate").inc()
        raise ProblemError(
            Kind.COST,
            "this address has reached its limit of cost a minute",
            headers={"Retry-After": str(seconds)},
        )


def idempotency_key(about: str = "") -> Key | None:
    """The idempotency key of the request, with its body; None if it has none.

    :param about: what the request is about besides its body.
    :raises ProblemError: 422, if it is too short or too long.
    """
    secret = request.headers.get("Idempotency-Key")
    if secret is None:
        return None
    if len(secret) not in KEY_LENGTHS:
        raise ProblemError(Kind.INVALID, "must have 16 to 200 characters", "Idempotency-Key")
    return Key(secret, about.encode() + fair.canonical(request.get_json()))


def timeout_s(asked: int | None, most: int) -> float:
    """The seconds in which a request must be answered.

    :param asked: milliseconds that the request gives; default: the most.
    :raises ProblemError: 422, if they are more than the most.
    """
    if asked is not None and asked > most:
        raise ProblemError(Kind.OVER_LIMIT, f"is over this service's limit of {most}", "timeout_ms")
    return (asked or most) / 1000


def take_place() -> Callable[[], None]:
    """Take one of the places for streams and requests that wait.

    :returns: what leaves the place again; it needs no request.
    :raises QueueFull: if there is none.
    """
    own, address = parts(), caller()
    reached = own.streams.take(address)
    if reached is not None:
        refusal = QuotaReached if reached == "address" else QueueFull
        limit = "limit of open streams and waiting requests; request without waiting"
        raise refusal(f"the {reached} has reached its {limit}", 5)
    own.metrics.streams.inc()

    def leave() -> None:
        own.streams.leave(address)
        own.metrics.streams.dec()

    return leave


@contextmanager
def place() -> Iterator[None]:
    """Hold one of the places for requests that wait.

    :raises QueueFull: if there is none.
    """
    leave = take_place()
    try:
        yield
    finally:
        leave()
