"""Searches on the workers of a dask cluster, and in this process while there are none.

One thread has the event loop with all connections: to the scheduler, which knows the workers, and to the
workers, which get their searches from here directly: that costs a tenth of a task of the scheduler's.
The threads of the queue of searches wait for it. No request waits for a connection to the scheduler: as long
as there is none, searches run here, and the loop tries again every `AGAIN_S`.
"""

import asyncio
import logging
import pickle
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Event, Thread
from time import monotonic
from typing import Any, Literal, TypeVar

import structlog
from distributed import Client

from battlewise.api.operations.metrics import Metrics
from battlewise.api.searches.queue import SearchQueue
from battlewise.api.searches.searcher import CLUSTER, Here
from battlewise.api.searches.worker import (
    DONE,
    FAILED,
    FOUND,
    PARTIAL,
    READY,
    REFUSED,
    SEARCH,
    STOP,
    Search,
    SearchPlugin,
    unpacked,
)
from battlewise.bots import Bot, Choice
from battlewise.bots.bot import MctsBot, RandomBot
from battlewise.bots.version import version_of
from battlewise.core import State
from battlewise.search import Analysis, Budget, Progress, StopFlag

log = structlog.get_logger("battlewise")
T = TypeVar("T")

AGAIN_S = 1.0  # between two attempts to connect, and two looks at the workers
ANSWER_S = 2.0  # for the scheduler to answer
CONNECT_S = 1.0  # for a worker to accept a connection
SILENT_S = 1.5  # without a word from a worker that searches; it sends one every `BEAT_S`
STOPPED_S = 0.2  # for a worker to answer a stop
TICK_S = 0.05  # between two looks at the searches under way
TRIES = 2  # of a search on the cluster
LEAST = 4  # a second attempt has what the first left of the milliseconds, or this part of them
CLOSE_S = 5.0
LOOK_S = 1.0  # between two looks at whether the loop still runs


class _Lost(Exception):
    """The worker did not answer. Another one may."""


class _Refused(Exception):
    """The worker gave no result. Its text says why, in one word."""


@dataclass
class _Worker:
    """A worker that the scheduler knows.

    :ivar state: ``new``: not known to answer; ``ready``; ``refused``: never asked again.
    :ivar running: searches of this service.
    """

    address: str
    threads: int
    state: Literal["new", "ready", "refused"] = "new"
    running: int = 0


@dataclass(eq=False)
class _Exchange:
    """A search under way on a worker.

    :ivar heard: when the worker last said something.
    :ivar stopped: when the worker was sent the stop.
    """

    comm: Any
    stop: StopFlag
    heard: float = field(default_factory=monotonic)
    stopped: float | None = None


class Cluster:
    """Searches on a cluster.

    :param url: the scheduler's address.
    :param here: searches in this process.
    :param queue: gets room for as many searches at a time as the workers have threads.
    """

    def __init__(self, url: str, here: Here, queue: SearchQueue, metrics: Metrics) -> None:
        for name in ("distributed", "distributed.client"):  # what matters is logged here, as JSON
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._url = url
        self._here = here
        self._queue = queue
        self._metrics = metrics
        self._ran = metrics.searches.labels(CLUSTER)
        self._client: Any = None
        self._workers: dict[str, _Worker] = {}
        self._exchanges: set[_Exchange] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._closing = Event()
        self._away = False  # and logged
        self._threads = 0  # of all workers that are ready
        self._thread = Thread(target=self._run, name="cluster", daemon=True)

    # -- for other threads

    def start(self) -> None:
        """Start to connect."""
        self._thread.start()

    def cluster(self) -> Literal["connected", "away"]:
        """Whether there are workers to search."""
        return "connected" if self._ready() else "away"

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
        if isinstance(player, RandomBot):  # it is drawn faster than it is sent
            return self._here.choose(player, state, seed, budget, stop, progress)
        pace = None if progress is None or progress.report is None else progress.pace
        search = Search("choose", *_position(state), player.spec, seed, budget, pace)
        return self._searched(
            search, state, stop, progress,
            lambda left: self._here.choose(player, state, seed, left, stop, progress),
        )  # fmt: skip

    def analyse(
        self, player: MctsBot, state: State, seed: int, budget: Budget | None, stop: StopFlag
    ) -> Analysis:
        """The full result of a bot's search."""
        search = Search("analyse", *_position(state), player.spec, seed, budget)
        return self._searched(
            search, state, stop, None, lambda left: self._here.analyse(player, state, seed, left, stop)
        )

    def close(self) -> None:
        """Stop. Searches that still run go on in this process."""
        self._closing.set()
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._cancel)
            self._thread.join(CLOSE_S)

    def _searched(
        self,
        search: Search,
        state: State,
        stop: StopFlag,
        progress: Progress | None,
        here: Callable[[Budget | None], T],
    ) -> T:
        """The result of a search on a worker; of another one if that is lost; then of `here`."""
        begun = monotonic()
        progress = progress or Progress()
        report = progress.report

        def partial(found: bytes) -> None:
            if report is not None:
                report(unpacked(found, state.game))

        why = "away"
        for _ in range(TRIES):
            if stop.is_set():
                why = "stopped"
                break
            if not self._ready():
                break
            left = _left(search.budget, monotonic() - begun)
            try:
                found = self._await(self._exchanged(replace(search, budget=left), stop, progress, partial))
            except _Refused as refused:
                why = str(refused)
                break
            except _Lost:
                why = "lost"
                self._metrics.lost.inc()
            else:
                self._ran.inc()
                result: T = unpacked(found, state.game)
                return result
        self._metrics.fallbacks.labels(why).inc()
        progress.elsewhere = 0
        return here(_left(search.budget, monotonic() - begun))

    def _await(self, asked: Coroutine[Any, Any, bytes]) -> bytes:
        """The result of a coroutine that the loop runs.

        :raises _Lost: if the loop ends; and what the coroutine raises.
        """
        assert self._loop is not None  # it knows workers
        try:
            future = asyncio.run_coroutine_threadsafe(asked, self._loop)
        except RuntimeError:  # the loop is closed
            asked.close()
            raise _Lost from None
        while self._thread.is_alive():
            with suppress(TimeoutError):
                try:
                    return future.result(LOOK_S)
                except CancelledError:
                    raise _Lost from None
        raise _Lost

    def _ready(self) -> list[_Worker]:
        """The workers that can search."""
        return [worker for worker in list(self._workers.values()) if worker.state == "ready"]

    # -- in the thread of the loop: the workers

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(self._live())

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _live(self) -> None:
        """Be connected as long as possible, until the service stops."""
        self._task, self._loop = asyncio.current_task(), asyncio.get_running_loop()
        tending = asyncio.create_task(self._tend())
        while not self._closing.is_set():
            try:
                await self._be_connected()
            except Exception as error:
                if not self._away:
                    problem = f"{type(error).__name__}: {error}"
                    log.warning("cluster away", cluster=self._url, problem=problem)
                self._away = True
            finally:
                await self._leave()
            await asyncio.sleep(AGAIN_S)
        tending.cancel()

    async def _be_connected(self) -> None:
        """Connect, and keep the list of workers until the connection is lost, which raises an error."""
        self._client = Client(
            self._url, asynchronous=True, timeout=ANSWER_S, set_as_default=False, name="battlewise"
        )
        await self._client
        await self._equip()
        log.info("cluster connected", cluster=self._url)
        self._away = False
        while self._client.status == "running":
            async with asyncio.timeout(ANSWER_S):
                threads = await self._client.nthreads()
            for address in self._workers.keys() - threads.keys():
                self._drop(self._workers.pop(address))
            for address, count in threads.items():
                self._workers.setdefault(address, _Worker(address, count))
            await asyncio.gather(*(self._probe(one) for one in self._workers.values() if one.state == "new"))
            self._count()
            await asyncio.sleep(AGAIN_S)
        raise ConnectionError("the scheduler has closed the connection")

    async def _equip(self) -> None:
        """Send the plugin to the workers of now and later."""
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._client.register_plugin(SearchPlugin())
        except (OSError, TimeoutError):
            raise
        except Exception as error:  # of one worker; the others have the plugin
            log.warning("cluster worker refuses", problem=f"{type(error).__name__}: {error}")

    async def _leave(self) -> None:
        """Forget all workers and the scheduler."""
        for address in list(self._workers):
            self._drop(self._workers.pop(address))
        self._count()
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                async with asyncio.timeout(CLOSE_S):
                    await client.close(timeout=AGAIN_S)

    async def _probe(self, worker: _Worker) -> None:
        """Find out whether a worker can search."""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(CONNECT_S):
                pool = self._client.rpc
                comm = await pool.connect(worker.address)
                try:
                    await comm.write({"op": READY})
                    if await comm.read() is True:
                        worker.state = "ready"
                finally:
                    comm.abort()  # searches need connections of their own
                    pool.reuse(worker.address, comm)

    def _drop(self, worker: _Worker) -> None:
        """A worker does not answer: lose the searches that it has."""
        worker.state = "new"
        self._client.rpc.remove(worker.address)
        self._count()

    def _count(self) -> None:
        """Note how many workers there are now."""
        ready = self._ready()
        threads = sum(worker.threads for worker in ready)
        self._metrics.workers.set(len(ready))
        if threads != self._threads:
            self._threads = threads
            self._queue.resize(threads or None)

    # -- in the thread of the loop: the searches

    async def _exchanged(
        self, search: Search, stop: StopFlag, progress: Progress, partial: Callable[[bytes], None]
    ) -> bytes:
        """The packed result of a search on a worker.

        :raises _Lost: if the worker does not answer.
        :raises _Refused: if it does not run this search.
        """
        ready = self._ready()
        if not ready:
            raise _Lost
        worker = min(ready, key=lambda one: (one.running / one.threads, one.running))
        worker.running += 1
        try:
            answer = await self._asked(worker.address, pickle.dumps(search), stop, progress, partial)
        except Exception:  # whatever is wrong with a connection, the search can run elsewhere
            if worker.state == "ready" and not stop.is_set():  # a stop has little time, for a busy worker too
                self._drop(worker)
            raise _Lost from None
        finally:
            worker.running -= 1
        said = answer if isinstance(answer, dict) else {}
        if FOUND in said:
            found: bytes = said[FOUND]
            return found
        if FAILED in said:
            log.error("cluster search failed", worker=worker.address, problem=said[FAILED])
            raise _Refused("failed")
        if worker.state == "ready":
            log.warning(
                "cluster worker refuses", worker=worker.address, problem=said.get(REFUSED, "no answer")
            )
            worker.state = "refused"
            self._count()
        raise _Refused("version")

    async def _asked(
        self,
        address: str,
        search: bytes,
        stop: StopFlag,
        progress: Progress,
        partial: Callable[[bytes], None],
    ) -> Any:
        """What a worker says at last.

        :param partial: called with what it has found so far, when it says so.
        """
        pool = self._client.rpc
        async with asyncio.timeout(CONNECT_S):
            comm = await pool.connect(address, timeout=CONNECT_S)
        exchange = _Exchange(comm, stop)
        self._exchanges.add(exchange)
        try:
            await comm.write({"op": SEARCH, "search": search})
            while isinstance(answer := await comm.read(), dict) and DONE in answer:
                exchange.heard = monotonic()
                progress.elsewhere = answer[DONE]
                if PARTIAL in answer:
                    partial(answer[PARTIAL])
        except BaseException:
            comm.abort()
            raise
        finally:
            self._exchanges.discard(exchange)
            pool.reuse(address, comm)
        return answer

    async def _tend(self) -> None:
        """Pass on stops, and give up workers that are silent."""
        while True:
            await asyncio.sleep(TICK_S)
            now = monotonic()
            for one in list(self._exchanges):
                silent = now > one.heard + SILENT_S
                if silent or (one.stopped is not None and now > one.stopped + STOPPED_S):
                    one.comm.abort()
                elif one.stopped is None and one.stop.is_set():
                    one.stopped = now
                    with suppress(Exception):  # the reader finds it out
                        await one.comm.write(STOP)


def _position(state: State) -> tuple[str, str, tuple[tuple[str, Any], ...], bytes]:
    """What a search has to know of a state: the version, the game, its options, the position."""
    rules = state.game
    return version_of(rules), rules.id, tuple(rules.options.items()), state.data_bytes()


def _left(budget: Budget | None, seconds: float) -> Budget | None:
    """What a budget has left after so many seconds, so that a second attempt does not take twice the time."""
    if budget is None or budget.milliseconds is None:
        return budget
    left = budget.milliseconds - round(1000 * seconds)
    return replace(budget, milliseconds=max(left, budget.milliseconds // LEAST, 1))
