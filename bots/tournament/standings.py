"""The standings of a tournament while it goes on."""

from collections import defaultdict
from collections.abc import Iterable

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


class Standings:
    """Scores of complete blocks, each entrant's own and against each other one.

    :param results: of games already played.
    :ivar games: how many games are in, those of blocks not yet complete too.
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
        """Count games; a block counts when its last game comes."""
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

    def table(self) -> Table:
        """A crosstable, the best first."""
        ranked = sorted(self._names, key=lambda name: -self._own[name].total / (self._own[name].count or 1))
        table = Table(
            "", "entrant", "score", "95 % interval", "forfeits", *map(str, range(1, len(ranked) + 1))
        )
        for place, name in enumerate(ranked, 1):
            own = self._own[name]
            score, low, high = own.interval() if own.count else (0.0, 0.0, 1.0)
            cells = [
                ""
                if other == name or not self._against[name, other].count
                else f"{self._against[name, other].interval()[0]:.1%}"
                for other in ranked
            ]
            shown = (f"{score:.1%}", f"{low:.1%} .. {high:.1%}") if own.count else ("", "")
            table.add_row(str(place), name, *shown, str(self._forfeits[name] or ""), *cells)
        return table
