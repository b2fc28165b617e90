"""Bots that fail, for tests of tournaments; workers are given them with `add`."""

import os
import signal
import time
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from battlewise.bots.bot import KINDS, Choice, RandomBot
from battlewise.core import Game, State, game


class FailingBot(RandomBot):
    """Plays at random, but in the games of one seed it fails in its own way.

    Parameters: ``seed``, and for ``once`` a ``file`` that it leaves behind when it fails.
    """

    kind = ""

    def __init__(self, spec: str, parameters: dict[str, str]) -> None:
        super().__init__(spec, {})
        self._seed = int(parameters["seed"])
        self._file = Path(parameters.get("file", ""))

    def choose(self, state: State, seed: int, *_: Any) -> Choice:
        choice = super().choose(state, seed)
        return self.fail(state, choice) if seed >> 32 == self._seed else choice

    def fail(self, state: State, choice: Choice) -> Choice:
        raise NotImplementedError

    def canonical(self, rules: Game) -> str:
        return self.spec


class Crashing(FailingBot):
    def fail(self, state: State, choice: Choice) -> Choice:
        raise ZeroDivisionError("as it does")


class Cheating(FailingBot):
    def fail(self, state: State, choice: Choice) -> Choice:
        return Choice(game("pig").new(seed=1).legal()[0])


class Slow(FailingBot):
    def fail(self, state: State, choice: Choice) -> Choice:
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        return choice


class Deadly(FailingBot):
    def fail(self, state: State, choice: Choice) -> Choice:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Once(FailingBot):
    def fail(self, state: State, choice: Choice) -> Choice:
        if not self._file.exists():
            self._file.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return choice


ALL = {"crashing": Crashing, "cheating": Cheating, "slow": Slow, "deadly": Deadly, "once": Once}


def add(kinds: MutableMapping[str, Any] = KINDS) -> None:
    """Let specifications name these bots."""
    kinds.update(ALL)


def dask_setup(worker: object) -> None:
    """Called in a dask worker that preloads this file."""
    add()
