"""A worker's side of searches on a cluster, and the form in which searches and their results are sent.

The service sends this plugin to the workers of a dask cluster; it is pickled by its name, so what runs on a
worker is the worker's own version of it. A connection serves one search after the other: the service sends a
search, the worker sends its progress every `BEAT_S` and at last an answer; meanwhile the service can send
`STOP`, which counts only as long as the search runs. A connection that is lost stops its search.
"""

import asyncio
import io
import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from distributed import WorkerPlugin
from distributed.comm import CommClosedError
from distributed.core import Status

from battlewise.bots import Bot, Choice, bot
from battlewise.bots.bot import MctsBot
from battlewise.bots.version import version_of, weights
from battlewise.core import Game, Move, State, Value, game
from battlewise.search import Analysis, Budget, Pace, Progress, StopFlag
from battlewise.search.mcts import as_move

SEARCH, READY = "battlewise_search", "battlewise_ready"
"""The operations that the plugin adds to a worker."""

FOUND, REFUSED, FAILED, DONE, PARTIAL = "found", "refused", "failed", "done", "partial"
"""The keys of what a worker sends: the result; how it differs from the service; the error of the search; the
iterations so far; the result so far, if the search has a pace."""

STOP = {"stop": True}
"""What the service sends to stop a search."""

BEAT_S = 0.25
AT_ONCE = 256  # searches on a worker; the services that ask limit them, this only bounds a fault of theirs


@dataclass(frozen=True)
class Search:
    """A search as data.

    :ivar call: the bot's method.
    :ivar version: what decides the bot's play, as the service has it.
    :ivar position: as `State.data_bytes` gives it.
    :ivar pace: when it reports what it has found so far; None: never.
    """

    call: Literal["choose", "analyse"]
    version: str
    game: str
    options: tuple[tuple[str, Value], ...]
    position: bytes
    bot: str
    seed: int
    budget: Budget | None
    pace: Pace | None = None


class SearchPlugin(WorkerPlugin):  # type: ignore[misc]
    """Lets a worker search, beside what the scheduler gives it."""

    name = "battlewise"
    idempotent = True

    def setup(self, worker: Any) -> None:
        """On the worker: take searches."""
        weights()
        self._pool = ThreadPoolExecutor(AT_ONCE, "search")
        worker.handlers[SEARCH] = self.search
        worker.handlers[READY] = self.ready

    def teardown(self, worker: Any) -> None:
        """On the worker: take no more."""
        for name in (SEARCH, READY):
            worker.handlers.pop(name, None)
        self._pool.shutdown(wait=False)

    def ready(self) -> bool:
        """The answer to whether the worker is there."""
        return True

    async def search(self, comm: Any, search: bytes) -> Status:
        """The searches that come over one connection."""
        with suppress(CommClosedError):  # the service needs it no more, or is gone
            while True:
                search = await self._exchange(comm, search)
        return Status.dont_reply

    async def _exchange(self, comm: Any, search: bytes) -> bytes:
        """Answer one search; the next one.

        :raises CommClosedError: if there is none.
        """
        loop, partials = asyncio.get_running_loop(), asyncio.Queue[bytes]()
        stop = StopFlag()

        def report(found: Analysis) -> None:
            loop.call_soon_threadsafe(partials.put_nowait, packed(found))

        progress = Progress(report)

        def heard(word: "asyncio.Task[object]") -> None:
            stop.set()
            if not word.cancelled():
                word.exception()  # a lost connection, which writing reports too

        word = asyncio.ensure_future(comm.read())
        word.add_done_callback(heard)
        running = loop.run_in_executor(self._pool, answer, search, stop, progress)
        while not running.done():
            partial = asyncio.ensure_future(partials.get())
            either: set[asyncio.Future[Any]] = {running, partial}
            await asyncio.wait(either, timeout=BEAT_S, return_when=asyncio.FIRST_COMPLETED)
            if partial.done():
                await comm.write({DONE: progress.iterations, PARTIAL: partial.result()})
            elif not running.done():
                await comm.write({DONE: progress.iterations})
            partial.cancel()
        await comm.write(running.result())
        said = await word
        while "search" not in said:  # to stop, too late
            said = await comm.read()
        found: bytes = said["search"]
        return found


def answer(search: bytes, stop: StopFlag, progress: Progress) -> dict[str, Any]:
    """The answer to a search, which always is one."""
    try:
        asked: Search = pickle.loads(search)
        rules = _rules(asked.game, asked.options)
        here = version_of(rules)
        if here != asked.version:
            return {REFUSED: f"the worker has {here}, the service has {asked.version}"}
        player, state = _bot(asked.bot), rules.at(asked.position)
        if asked.pace is None:
            progress.report = None
        else:
            progress.pace = asked.pace
    except Exception as error:  # of another version, most likely
        return {REFUSED: f"{type(error).__name__}: {error}"}
    try:
        return {FOUND: packed(_found(asked, player, state, stop, progress))}
    except Exception as error:
        return {FAILED: f"{type(error).__name__}: {error}"}


def _found(asked: Search, player: Bot, state: State, stop: StopFlag, progress: Progress) -> Choice | Analysis:
    """The result of a search."""
    if not isinstance(player, MctsBot):
        return player.choose(state, asked.seed, asked.budget, stop)
    search = player.analyse if asked.call == "analyse" else player.choose
    return search(state, asked.seed, asked.budget, stop, progress)


@lru_cache(maxsize=64)
def _rules(game_id: str, options: tuple[tuple[str, Value], ...]) -> Game:
    return game(game_id, **dict(options))


@lru_cache(maxsize=256)
def _bot(spec: str) -> Bot:
    return bot(spec)


class _Packer(pickle.Pickler):
    """Writes a result in which moves are numbers and the game is only named."""

    def persistent_id(self, obj: object) -> str | None:
        return "rules" if isinstance(obj, Game) else None

    def reducer_override(self, obj: object) -> Any:
        return (as_move, (obj.game, obj.code)) if isinstance(obj, Move) else NotImplemented


class _Unpacker(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, rules: Game) -> None:
        super().__init__(file)
        self._rules = rules

    def persistent_load(self, pid: object) -> Game:
        return self._rules


def packed(found: object) -> bytes:
    """A result of a bot as bytes."""
    file = io.BytesIO()
    _Packer(file, pickle.HIGHEST_PROTOCOL).dump(found)
    return file.getvalue()


def unpacked(found: bytes, rules: Game) -> Any:
    """A result of a bot, its moves those of `rules`."""
    return _Unpacker(io.BytesIO(found), rules).load()
