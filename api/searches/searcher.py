"""Where searches run: each search of the service goes through a searcher, in the thread that asks it."""

from typing import Literal, Protocol

from battlewise.api.operations.metrics import Metrics
from battlewise.api.searches.queue import SearchQueue
from battlewise.api.settings import PREFIX, Settings, SettingsError
from battlewise.bots import Bot, Choice
from battlewise.bots.bot import MctsBot
from battlewise.core import State
from battlewise.search import Analysis, Budget, Progress, StopFlag

HERE, CLUSTER = "here", "cluster"
"""Where a search ran, in the metrics."""


class Searcher(Protocol):
    """Runs searches, between `start` and `close`.

    When `stop` is set, a search returns soon, with what it has found.
    """

    def start(self) -> None:
        """Start what it needs. It does not wait."""
        ...

    def choose(
        self,
        player: Bot,
        state: State,
        seed: int,
        budget: Budget | None,
        stop: StopFlag,
        progress: Progress | None = None,
    ) -> Choice:
        """The choice of a bot.

        :param budget: None: the bot's own.
        :param progress: receives the progress, if the bot searches.
        """
        ...

    def analyse(
        self, player: MctsBot, state: State, seed: int, budget: Budget | None, stop: StopFlag
    ) -> Analysis:
        """The full result of a bot's search."""
        ...

    def cluster(self) -> Literal["connected", "away"] | None:
        """Whether a cluster searches; None if there is none to do so."""
        ...

    def close(self) -> None:
        """Stop. Searches that still run go on in this process."""
        ...


class Here:
    """Searches in the thread that asks."""

    def __init__(self, metrics: Metrics) -> None:
        self._ran = metrics.searches.labels(HERE)

    def start(self) -> None:
        """Nothing is needed."""

    def choose(
        self,
        player: Bot,
        state: State,
        seed: int,
        budget: Budget | None,
        stop: StopFlag,
        progress: Progress | None = None,
    ) -> Choice:
        """The choice of a bot."""
        self._ran.inc()
        if isinstance(player, MctsBot):
            return player.choose(state, seed, budget, stop, progress)
        return player.choose(state, seed, budget, stop)

    def analyse(
        self, player: MctsBot, state: State, seed: int, budget: Budget | None, stop: StopFlag
    ) -> Analysis:
        """The full result of a bot's search."""
        self._ran.inc()
        return player.analyse(state, seed, budget, stop)

    def cluster(self) -> None:
        """There is none."""

    def close(self) -> None:
        """Nothing is left behind."""


def searcher_of(settings: Settings, queue: SearchQueue, metrics: Metrics) -> Searcher:
    """The searcher that the settings ask for.

    :param queue: what limits how many searches run at a time.
    :raises SettingsError: if it needs an extra that is not installed.
    """
    here = Here(metrics)
    if not settings.cluster:
        return here
    try:
        from battlewise.api.searches.cluster import Cluster  # here: nothing else needs the extra
    except ModuleNotFoundError:
        raise SettingsError(
            f"{PREFIX}CLUSTER: the extra is not installed; run pip install 'battlewise[cluster]'"
        ) from None
    return Cluster(settings.cluster, here, queue, metrics)
