"""Running a rollout: rounds of trials on a crew, until the verdict is there."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path

from battlewise.bots.program import entrant
from battlewise.bots.rollout import QUICK
from battlewise.bots.rollout.judge import Judge, Rollout
from battlewise.bots.rollout.ledger import Ledger
from battlewise.bots.rollout.trials import Batch, Game, Question, Trial, play_trials
from battlewise.bots.tournament.crew import Crew, CrewError, Inline
from battlewise.bots.tournament.plan import Terms
from battlewise.bots.tournament.run import CHECK_SECONDS, QUEUED, TASK_SECONDS
from battlewise.bots.version import version_of
from battlewise.core import BattlewiseError, Move, State

MOST_TRIALS = 1_000_000
_GROWTH = 4  # a round has the trials so far divided by this
_LOSSES = 3  # of the executor in succession, with no trial ended between

Work = Callable[[Question, Sequence[Trial]], Batch]


class RolloutError(BattlewiseError):
    """A rollout's question or limit is wrong.

    :ivar field: the parameter.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field


@dataclass(frozen=True)
class Limits:
    """When a rollout ends.

    :ivar least: trials before the first verdict.
    :ivar most: trials at which it ends without a clear verdict.
    :ivar margin: a loss up to which a candidate is as good as the best, 0..1. With 0 there is no verdict
        ``equal``.
    """

    least: int = 32
    most: int = 2000
    margin: float = 0.02

    def __post_init__(self) -> None:
        if not 1 <= self.most <= MOST_TRIALS:
            raise RolloutError("trials", f"{self.most} is not in 1..{MOST_TRIALS}")
        if not 1 <= self.least <= self.most:
            raise RolloutError("least", f"{self.least} is not in 1..{self.most}, the limit of trials")
        if not 0 <= self.margin <= 1:
            raise RolloutError("margin", f"{self.margin} is not in 0..1")

    def looks(self) -> Iterator[int]:
        """The numbers of trials after which there is a verdict."""
        trials = self.least
        while trials < self.most:
            yield trials
            trials += max(1, trials // _GROWTH)
        yield self.most


def rollout(
    state: State,
    player: str = QUICK,
    candidates: Sequence[Move] | None = None,
    limits: Limits | None = None,
    seed: int = 0,
    crew: Crew | None = None,
    ledger: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
    report: Callable[[Rollout], object] | None = None,
) -> Rollout | None:
    """The value of each candidate of a decision, by whole games that a bot plays on in all seats.

    A trial deals anew what the seat to move does not know, and plays each candidate on this deal, with the
    same luck and the same seeds. What the seat does not know has no influence. With a bot whose play its seed
    decides, the same question and seed give the same result, whatever the crew.

    :param state: at a decision; it is not changed.
    :param player: the specification of the bot.
    :param candidates: legal moves, each once; default: all.
    :param crew: plays the games; default: this process.
    :param ledger: a file that keeps the games, so that a run that was killed resumes; it can have more or
        fewer trials than before.
    :param stop: asked again and again, in this process after each decision; true ends it early.
    :param report: called after each round that is not the last with the result so far.
    :returns: None if it was stopped before every candidate had a trial.
    :raises RolloutError: if the state is not at a decision, or a candidate is not legal or given twice.
    :raises CrewError: if the workers are lost; with a ledger another run resumes.
    """
    limits = limits or Limits()
    question = _question(state, player, candidates, seed)
    moves = tuple(state.game.move(text, state) for text in question.moves)
    judge = Judge(moves, limits.most)
    stop = stop or (lambda: False)
    work: Work = partial(play_trials, stop=stop) if crew is None else play_trials
    with ExitStack() as stack:
        kept = None if ledger is None else stack.enter_context(Ledger(ledger, question))
        if kept is not None:
            judge.add(kept.games)

        def keep(games: list[Game]) -> None:
            if kept is not None:
                kept.keep(games)
            judge.add(games)

        team = _Team(question, work, crew or Inline(), keep, stop)
        stack.callback(team.leave)
        for trials in limits.looks():
            team.play(Trial(*one) for one in judge.missing(trials))
            if stop():
                break
            judge.drop()
            verdict = judge.verdict(limits.margin)
            if verdict != "open" or trials == limits.most:
                break
            if report is not None:
                report(judge.result(limits.margin, question.bot, seed))
    return judge.result(limits.margin, question.bot, seed) if judge.begun else None


def _question(state: State, player: str, candidates: Sequence[Move] | None, seed: int) -> Question:
    if state.to_move < 0:
        raise RolloutError("state", "there is nothing to decide here")
    legal = state.legal()
    moves = list(legal if candidates is None else candidates)
    if not moves or len(set(moves)) < len(moves) or not set(moves) <= set(legal):
        raise RolloutError("candidates", "must be legal moves, at least one, each once")
    rules, seat = state.game, state.to_move
    return Question(
        terms=Terms(rules.id, rules.options),
        version=version_of(rules),
        position=state.redealt(seat, seed).data_bytes(),
        seat=seat,
        moves=tuple(move.text for move in moves),
        bot=entrant(player).canonical(rules),
        seed=seed,
    )


class _Team:
    """Plays trials on a crew, whose executor it replaces when it is lost.

    :param work: plays some trials.
    :param keep: called with games as they end, in any order.
    """

    def __init__(
        self,
        question: Question,
        work: Work,
        crew: Crew,
        keep: Callable[[list[Game]], None],
        stop: Callable[[], bool],
    ) -> None:
        self._question = question
        self._work = work
        self._crew = crew
        self._keep = keep
        self._stop = stop
        self._lost: tuple[type[BaseException], ...] = (CancelledError, *crew.lost, *crew.killed)
        self._losses = 0
        self._size = 1  # trials in a task
        self._flight: dict[Future[Batch], list[Trial]] = {}
        self._executor: Executor | None = None

    def play(self, trials: Iterator[Trial]) -> None:
        """Play trials; fewer, if it is stopped.

        :raises CrewError: if the workers are lost.
        """
        waiting = deque(trials)
        while waiting or self._flight:
            loss = self._submit(waiting)
            if not self._flight and loss is None:
                return  # stopped
            ended, _ = wait(self._flight, timeout=CHECK_SECONDS, return_when=FIRST_COMPLETED)
            if not ended and not self._crew.check():
                loss = CancelledError()
            for future in ended:
                loss = self._collect(future, waiting) or loss
            if loss is not None:
                self._restart(loss, waiting)

    def _submit(self, waiting: deque[Trial]) -> BaseException | None:
        """Submit tasks until the crew has enough; the error if it is lost."""
        if self._executor is None:
            self._executor = self._crew.start()
        while waiting and not self._stop() and len(self._flight) < QUEUED * self._crew.workers:
            task = [waiting.popleft() for _ in range(min(self._size, len(waiting)))]
            try:
                self._flight[self._executor.submit(self._work, self._question, task)] = task
            except self._lost as error:
                waiting.extendleft(reversed(task))
                return error
        return None

    def _collect(self, future: Future[Batch], waiting: deque[Trial]) -> BaseException | None:
        """Keep the games of a task that ended; the error if its executor was lost."""
        task = self._flight.pop(future)
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            batch = future.result()
            self._losses = 0
            self._size = min(2 * self._size, ceil(TASK_SECONDS * len(task) / max(batch.seconds, 1e-6)))
            self._keep(batch.games)
            return None
        if isinstance(error, BattlewiseError) or not isinstance(error, self._lost):
            raise error
        waiting.extendleft(reversed(task))
        return error

    def _restart(self, loss: BaseException, waiting: deque[Trial]) -> None:
        """Take back all tasks and go on with a new executor."""
        self._losses += 1
        if self._losses > _LOSSES:
            raise CrewError(f"workers: lost {self._losses} times in succession, no trial ended: {loss!r}")
        for task in self._flight.values():
            waiting.extendleft(reversed(task))
        self._flight.clear()
        self.leave()

    def leave(self) -> None:
        """Stop the executor."""
        if self._executor is not None:
            self._crew.stop(self._executor)
            self._executor = None
