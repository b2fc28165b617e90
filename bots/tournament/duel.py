"""A duel: one bot against another, block after block, until the sequential test has a verdict."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from statistics import fmean

from battlewise.bots.tournament.crew import Crew
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import Plan
from battlewise.bots.tournament.play import Played
from battlewise.bots.tournament.result import GameResult
from battlewise.bots.tournament.run import run
from battlewise.bots.tournament.sprt import Sprt


class Duel:
    """Adds the blocks of a duel to a test in the canonical order, whatever the order in which games end.

    The verdict and its block are therefore those of a serial run, for any number of workers.

    :param plan: of the pairing ``duel``; its first entrant is the one tested.
    :param test: a new test; nothing is added after its verdict.
    :ivar games: number of games so far, including those that the test has not used yet.
    """

    def __init__(self, plan: Plan, test: Sprt) -> None:
        self.plan = plan
        self.test = test
        self.games = 0
        self._tested = next(iter(plan.entrants))
        self._open: dict[int, list[float]] = {}
        self._void: set[int] = set()
        self._next = plan.seed

    def add(self, results: Iterable[GameResult], void: Iterable[int] = ()) -> None:
        """Add games, and pass complete blocks up to the first gap to the test.

        :param void: seeds of games that were set aside; their blocks do not count.
        """
        self._void.update(void)
        for one in results:
            self.games += 1
            self._open.setdefault(one.seed, []).append(one.scores[one.seats.index(self._tested)])
        while self.test.verdict == "continue":
            scores = self._open.get(self._next, [])
            if self._next not in self._void and len(scores) < len(self.plan.seatings):
                return
            if self._next not in self._void:
                self.test.add(fmean(scores))
            self._next += 1


class _Decided(Exception):
    """The test has a verdict."""


def play_duel(
    ledger: Ledger, crew: Crew, test: Sprt, progress: Callable[[Duel], object] | None = None
) -> Duel:
    """Play a ledger's plan until the test has a verdict or the plan is complete.

    :param ledger: open for writing, of a plan with the pairing ``duel``.
    :param test: a new test.
    :param progress: called as games come in.
    """
    duel = Duel(ledger.plan, test)
    duel.add(ledger.results(complete=False), (one["seed"] for one in ledger.set_aside()))

    def note(played: list[Played]) -> None:
        duel.add(
            (one.result for one in played if one.result),
            (one.fixture.seed for one in played if one.result is None),
        )
        if progress:
            progress(duel)
        if test.verdict != "continue":
            raise _Decided

    if test.verdict == "continue":
        with suppress(_Decided):
            run(ledger, crew, note)
    return duel
