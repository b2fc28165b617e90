"""Crews for the tournaments of a service: they can be recalled at any time."""

from concurrent.futures import Executor
from threading import Event

from battlewise.bots.tournament.crew import Crew, Processes

NICE = 19


class Recalled(Exception):
    """The crew was recalled. The games under way are played another time, or never."""


class Recallable(Crew):
    """A crew that another thread can recall."""

    def __init__(self) -> None:
        self._recalled = Event()

    def start(self) -> Executor:
        if self._recalled.is_set():
            raise Recalled
        executor = super().start()
        if self._recalled.is_set():
            self.stop(executor)
            raise Recalled
        return executor

    def recall(self) -> None:
        """End at once: `start`, which comes next, raises `Recalled`."""
        self._recalled.set()
        self.let_go()


class OwnProcess(Recallable, Processes):
    """One process of low priority on this machine."""

    def __init__(self) -> None:
        Recallable.__init__(self)
        Processes.__init__(self, 1, nice=NICE)


def crew_on(url: str) -> Recallable:
    """The workers of a dask scheduler, which needs the extra ``cluster``."""
    from battlewise.bots.tournament.cluster import Cluster

    class Workers(Recallable, Cluster):
        def __init__(self) -> None:
            Recallable.__init__(self)
            Cluster.__init__(self, url)

    return Workers()
