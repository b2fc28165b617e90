"""The standings of a running tournament."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from rich.table import Table

from battlewise.bots.match import interval_of
from battlewise.bots.tournament.plan import Plan
from battlewise.bots.tournament.result import GameResult


class _Tally:
    """Count, sum and sum of squares of mean scores a block."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, score: float) -> None:
        self.count += 1
        self.total += score
        self.squares += score * score

    def interval(self) -> tuple[float, float, float]:
        """Mean and 95 % interval, clustered by block."""
        mean = self.total / self.count
        spread = (self.squares - self.total * mean) / (self.count - 1) if self.count > 1 else 0.0
        return interval_of(mean, spread if spread > 1e-12 else 0.0, self.count)


class Row(NamedTuple):
    """An entrant's result: its mean score over complete blocks with its 95 % interval, None without any."""

    entrant: str
    score: float | None
    low: float | None
    high: float | None
    blocks: int
    forfeits: int


class Standings:
    """Scores of complete blocks, each entrant's own and against each other one.

    :param results: of games already played.
    :ivar games: number of games so far, including those of incomplete blocks.
    """

    def __init__(self, plan: Plan, results: Iterable[GameResult] = ()) -> None:
        self._names = tuple(plan.entrants)
        self._size = len(plan.seatings)
        self._open: dict[str, list[GameResult]] = defaultdict(list)
        self._own = {name: _Tally() for name in self._names}
        self._against = {(a, b): _Tally() for a in self._names for b in self._names if a != b}
        self._forfeits = dict.fromkeys(self._names, 0)
        self.games = 0
        self.add(results)

    def add(self, results: Iterable[GameResult]) -> None:
        """Add games; a block counts when it is complete."""
        for result in results:
            self.games += 1
            if result.status in ("time", "crash", "illegal"):
                self._forfeits[result.seats[result.scores.index(0.0)]] += 1
            block = self._open[result.block]
            block.append(result)
            if len(block) == self._size:
                self._close(self._open.pop(result.block))

    def _close(self, block: list[GameResult]) -> None:
        """Two entrants' share between them: how far apart their scores are, half for none."""
        total = dict.fromkeys(block[0].seats, 0.0)
        for result in block:
            for name, score in zip(result.seats, result.scores, strict=True):
                total[name] += score / len(block) / result.seats.count(name)
        for name, score in total.items():
            self._own[name].add(score)
            for other, theirs in total.items():
                if other != name:
                    self._against[name, other].add((1 + score - theirs) / 2)

    def rows(self) -> list[Row]:
        """The result of each entrant, the best first."""
        rows = []
        for name, own in self._own.items():
            score, low, high = own.interval() if own.count else (None, None, None)
            rows.append(Row(name, score, low, high, own.count, self._forfeits[name]))
        return sorted(rows, key=lambda row: -(row.score or 0.0))

    def table(self) -> Table:
        """A crosstable, the best first."""
        rows = self.rows()
        ranked = [row.entrant for row in rows]
        table = Table(
            "", "entrant", "score", "95 % interval", "forfeits", *map(str, range(1, len(ranked) + 1))
        )
        for place, row in enumerate(rows, 1):
            name = row.entrant
            cells = [
                ""
                if other == name or not self._against[name, other].count
                else f"{self._against[name, other].interval()[0]:.1%}"
                for other in ranked
            ]
            shown = (f"{row.score:.1%}", f"{row.low:.1%} .. {row.high:.1%}") if row.blocks else ("", "")
            table.add_row(str(place), name, *shown, str(row.forfeits or ""), *cells)
        return table
