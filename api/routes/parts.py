"""The parts of the service that routes use, and what a request costs its address."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Network
from typing import cast

from flask import current_app, request

from battlewise.api.matches.keeper import Keeper
from battlewise.api.operations.limits import Places, Spending
from battlewise.api.operations.metrics import Metrics
from battlewise.api.operations.problems import ProblemError
from battlewise.api.searches.analyses import Analyses
from battlewise.api.searches.players import Players
from battlewise.api.searches.queue import QueueFull, SearchQueue
from battlewise.api.searches.tournaments import Tournaments
from battlewise.api.settings import Settings
from battlewise.api.store.database import Store


class Parts:
    """Everything that a service consists of."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.players = Players.within(settings)
        self.searches = SearchQueue(settings.search_workers, settings.searches_waiting)
        self.store = Store(settings.database_url, settings.files)
        self.keeper = Keeper(self.store, self.searches, self.players, settings)
        self.analyses = Analyses(self.store, self.searches, self.keeper.stopping, settings)
        self.tournaments = Tournaments(self.store, self.keeper.stopping, settings)
        self.metrics = Metrics(self.searches.waiting, lambda: self.keeper.decided)
        self.spending = Spending(settings.cost_a_minute)
        self.streams = Places(settings.max_streams, settings.streams_an_address)

    def start(self) -> None:
        """Open the database and go on with what was under way.

        :raises StoreError: if the database cannot be used.
        """
        self.store.open()
        try:
            self.keeper.start()
        except BaseException:
            self.store.close()  # nothing may write to a database that is not claimed
            raise
        try:
            self.analyses.start()
            self.tournaments.start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop everything and release the database. What is written stays written."""
        self.keeper.stop()
        self.analyses.close()
        self.tournaments.close()
        self.keeper.close()
        self.store.close()


def parts() -> Parts:
    """The parts of the current application."""
    return cast(Parts, current_app.extensions["battlewise"])


def caller() -> str:
    """The address of the request; for IPv6 its /64 network, which belongs to one customer."""
    address = request.remote_addr or ""
    if ":" not in address:
        return address
    try:
        return str(IPv6Network((address, 64), strict=False))
    except ValueError:  # a proxy may send anything
        return address


def charge(cost: int) -> None:
    """Charge a cost to the caller's address.

    :raises ProblemError: 429, if the address has reached its limit.
    """
    seconds = parts().spending.charge(caller(), cost)
    if seconds:
        parts().metrics.refused.labels("rate").inc()
        raise ProblemError(
            429, "this address has reached its limit of cost a minute", headers={"Retry-After": str(seconds)}
        )


def take_place() -> Callable[[], None]:
    """Take one of the places for streams and requests that wait.

    :returns: what leaves the place again; it needs no request.
    :raises QueueFull: if there is none.
    """
    own, address = parts(), caller()
    if not own.streams.take(address):
        raise QueueFull(
            "the limit of open streams and waiting requests is reached; request without waiting", 5
        )
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
