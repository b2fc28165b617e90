"""The ledger of a rollout: a file of JSON lines, first the question, then a line for each game.

A line is written when its game has ended, so a run that is killed at any moment goes on where it was.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from battlewise.bots.rollout.trials import Game, Question
from battlewise.bots.tournament.ledger import LedgerError, locked


class Ledger:
    """A ledger, open for a run; it is created if needed.

    :param question: what it was created with.
    :raises LedgerBusy: if another run is writing it.
    :raises LedgerError: if it is not the ledger of a rollout, or has another question; names the differences.
    """

    def __init__(self, path: str | Path, question: Question) -> None:
        self.path = Path(path)
        self._lock = locked(self.path)
        try:
            try:
                self._file = self.path.open("a+b")
                self.games = self._begin(question.doc)
            except OSError as error:
                raise LedgerError(f"ledger: {self.path}: {error.strerror}") from None
        except BaseException:
            self._lock.release()
            raise

    def _begin(self, asked: dict[str, Any]) -> list[Game]:
        """Write or check the first line; the games of the others."""
        self._file.seek(0)
        kept = self._file.read()
        if not kept:
            self._write([asked])
            return []
        whole = kept[: kept.rfind(b"\n") + 1]
        try:
            first, *lines = (json.loads(line) for line in whole.splitlines())
            differ = [name for name in asked if first[name] != asked[name]]
            games = [Game(*line) for line in lines]
        except (ValueError, TypeError, KeyError):
            raise LedgerError(f"ledger: {self.path} is not the ledger of a rollout") from None
        if differ:
            found = "; ".join(f"{name} is {first[name]!r}, not {asked[name]!r}" for name in differ)
            raise LedgerError(f"{differ[0]}: the ledger has another question: {found}")
        self._file.truncate(len(whole))  # a run was killed while it wrote the last line
        return games

    def _write(self, lines: Sequence[object]) -> None:
        self._file.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        self._file.flush()

    def keep(self, games: Sequence[Game]) -> None:
        """Write games."""
        try:
            self._write(games)
        except OSError as error:
            raise LedgerError(f"ledger: {self.path}: {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
