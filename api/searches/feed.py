"""What a search has found so far, for threads that follow it."""

from collections.abc import Iterator
from threading import Condition
from typing import Generic, TypeVar

T = TypeVar("T")


class Feed(Generic[T]):
    """The partial results of a search until its end. A reader gets the latest one, not those it missed."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._latest: T | None = None
        self._number = 0
        self._ended = False

    def report(self, partial: T) -> None:
        """Show a partial result."""
        with self._changed:
            self._latest = partial
            self._number += 1
            self._changed.notify_all()

    def end(self) -> None:
        """Show that there is nothing more to come."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def follow(self, heartbeat: float) -> Iterator[T | None]:
        """The partial results as they come, until the end; None after `heartbeat` seconds without one."""
        known = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._ended or self._number > known, heartbeat)  # noqa: B023
                if self._ended:
                    return
                latest = self._latest if self._number > known else None
                known = self._number
            yield latest
