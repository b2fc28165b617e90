"""One call from a position to the result of a search."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from itertools import repeat
from math import inf, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Union

from battlewise.core import BattlewiseError, Game, Move, State
from battlewise.search.mcts import Search, StopFlag, as_move
from battlewise.search.network import Network
from battlewise.search.second_look import SecondLook
from battlewise.search.settings import Budget, Settings

if TYPE_CHECKING:
    from battlewise.search.mixed import MixedSearch

Tree = Union[Search, "MixedSearch"]
"""What a search grows."""

LONGEST_MS = 5000  # from one report of a search to the next
ERRORS = 2.0  # standard errors by which a move has to be better than the most visited one, to come before it
LEAST, SHARE = 20, 0.05  # visits that it needs, and what share of those of the most visited move
PLAYOUT_MS, SECOND_SHARE = 0.2, 0.3  # kept for a second look: for each playout, and at most, of a time limit
MOST_KEPT = 4096  # results of mixed strategies


@dataclass(frozen=True)
class Candidate:
    """One move that was searched.

    :ivar move: the move.
    :ivar visits: iterations that went through it.
    :ivar value: mean return to the seat to move, 0..1; None if it was not visited.
    :ivar error: the standard error of that mean; None below two visits.
    :ivar prior: the share of prior weight it had, 0..1.
    :ivar share: the probability with which a mixed strategy plays it, 0..1; None where the search looks for
        one best move.
    """

    move: Move
    visits: int
    value: float | None
    error: float | None
    prior: float
    share: float | None = None


@dataclass(frozen=True)
class Analysis:
    """The result of a search.

    :ivar candidates: the legal moves, the best first: by share, then by visits, then by value. A move whose
        value is clearly above that of the most visited one comes before it, and before both one that a second
        look found to be better.
    :ivar line: the principal line from the best move on, as the searching seat sees it; forced
        moves are left out.
    :ivar values: the mean return of each seat over all iterations.
    :ivar iterations: iterations done, over all threads.
    :ivar worlds: number of deals of the hidden cards that were searched; 1 if nothing is hidden.
    :ivar nodes: nodes in the trees.
    :ivar seconds: wall time.
    """

    candidates: tuple[Candidate, ...]
    line: tuple[Move, ...]
    values: tuple[float, ...]
    iterations: int
    worlds: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Pace:
    """When a search reports what it has found so far.

    :ivar first_ms: milliseconds to the first report.
    :ivar growth: by which the time between two reports grows from one to the next, up to `LONGEST_MS`.
    """

    first_ms: float = 100
    growth: float = 1.5

    def pauses(self) -> Iterator[float]:
        """The milliseconds from report to report."""
        pause = self.first_ms
        while True:
            yield pause
            pause = max(self.first_ms, min(pause * self.growth, LONGEST_MS))


class Progress:
    """The progress of a search, for another thread.

    :param report: called by the search, between its iterations, with the result so far, at a `pace`.
    :ivar trees: the trees of a search in this process.
    :ivar elsewhere: iterations done in another process, as far as it has reported them.
    """

    def __init__(self, report: Callable[[Analysis], None] | None = None, pace: Pace | None = None) -> None:
        self.report = report
        self.pace = pace or Pace()
        self.trees: list[Tree] = []
        self.elsewhere = 0

    @property
    def iterations(self) -> int:
        """Iterations done, over all threads."""
        return self.elsewhere + sum(tree.iterations for tree in self.trees)


class Memory:
    """What a seat has searched last in a game, for its next search there.

    :ivar trees: of that search.
    """

    def __init__(self) -> None:
        self.trees: list[Tree] = []


def analyse(
    state: State,
    budget: Budget,
    settings: Settings | None = None,
    seed: int = 0,
    stop: StopFlag | None = None,
    progress: Progress | None = None,
    network: Network | None = None,
    memory: Memory | None = None,
) -> Analysis:
    """Search a decision. Information that its seat does not have has no influence.

    :param state: at a decision.
    :param seed: the same seed, settings and number of iterations give the same result.
    :param stop: ends the search early when another thread sets it.
    :param progress: receives the progress of this search.
    :param network: corrects the estimate where playouts stop.
    :param memory: of the earlier decisions of this seat in this game; visits of those searches that went on
        to this position count as this search's own. It is changed.
    :raises BattlewiseError: if the state is not at a decision.
    """
    if state.to_move < 0:
        raise BattlewiseError("state: there is nothing to decide here")
    settings = settings or Settings()
    stop = stop or StopFlag()
    progress = progress or Progress()
    start = perf_counter()
    key = _key(state, budget)
    if key in _kept:
        return replace(_kept[key], seconds=perf_counter() - start)
    trees = _trees(state, settings, seed, network)
    if memory is not None:
        _begin_with(trees, memory)
    progress.trees = trees
    shares = _shares(budget.iterations, len(trees))
    most_ms = _milliseconds(budget, settings)
    for pause in repeat(inf) if progress.report is None else progress.pace.pauses():
        left = inf
        if most_ms is not None:
            left = max(0.0, most_ms - 1000 * (perf_counter() - start))
        _run(trees, shares, min(pause, left), stop)
        is_done = all(tree.iterations == share for tree, share in zip(trees, shares, strict=True))
        if is_done or left <= pause or stop.is_set():
            break
        if progress.report is not None:
            progress.report(_summary(state, settings, trees, perf_counter() - start))
    found = _summary(state, settings, trees, perf_counter() - start)
    better = _better(state, settings, budget, found, seed, stop, start) if settings.second_look else None
    if better is not None:
        found = _summary(state, settings, trees, perf_counter() - start, better)
    if key is not None and found.iterations == budget.iterations and len(_kept) < MOST_KEPT:
        _kept[key] = found
    return found


def _milliseconds(budget: Budget, settings: Settings) -> float | None:
    """How long the trees may grow."""
    if budget.milliseconds is None:
        return None
    return budget.milliseconds - min(SECOND_SHARE * budget.milliseconds, PLAYOUT_MS * settings.second_look)


def _better(
    state: State, settings: Settings, budget: Budget, found: Analysis, seed: int, stop: StopFlag, start: float
) -> int | None:
    """The move that a second look prefers to the best one of a search, packed; None: that one stays."""
    best, *others = found.candidates
    if best.share is not None or best.value == 1:  # a mixed strategy, or a win
        return None
    rivals = [one.move.code for one in others if one.prior > 0]
    power = state.game.playout_power if settings.playout == "weighted" else 0
    second = SecondLook(state, best.move.code, rivals, settings.second_look, power, seed)
    limit = inf if budget.milliseconds is None else start + budget.milliseconds / 1000
    while perf_counter() < limit and not stop.is_set() and second.look():
        pass
    return second.better()


def _is_mixed(game: Game) -> bool:
    """Whether a game is solved as a whole, for a mixed strategy."""
    return game.tabular and game.hidden


def _key(state: State, budget: Budget) -> Hashable:
    """What a mixed strategy and its values depend on, so that they are found once; None if on time, too."""
    game = state.game
    if not _is_mixed(game) or budget.milliseconds is not None:
        return None
    options = tuple(game.options.items())
    return game.id, options, state.to_move, state.view_key(state.to_move), budget.iterations


_kept: dict[Hashable, Analysis] = {}


def _trees(state: State, settings: Settings, seed: int, network: Network | None) -> list[Tree]:
    """What grows: a tree in each thread, or the listing of a small game that hides things."""
    if _is_mixed(state.game):
        from battlewise.search.mixed import MixedSearch  # here: few games need it

        return [MixedSearch(state)]
    return [Search(state, settings, seed + (thread << 64), network) for thread in range(settings.threads)]


def _begin_with(trees: list[Tree], memory: Memory) -> None:
    """Let trees begin with those of the search before, and remember them in their place."""
    for tree, before in zip(trees, memory.trees, strict=False):
        if isinstance(tree, Search) and isinstance(before, Search):
            tree.begin_with(before)
    memory.trees = trees


def _run(trees: list[Tree], shares: list[int | None], milliseconds: float, stop: StopFlag) -> None:
    """Grow all trees for a time, side by side."""
    limit = None if milliseconds == inf else milliseconds
    if len(trees) == 1:
        trees[0].run(shares[0], limit, stop)
        return
    from concurrent.futures import ThreadPoolExecutor  # here: one thread needs none

    with ThreadPoolExecutor(len(trees)) as pool:
        runs = [pool.submit(tree.run, share, limit, stop) for tree, share in zip(trees, shares, strict=True)]
    for run in runs:
        run.result()


def _shares(iterations: int | None, threads: int) -> list[int | None]:
    if iterations is None:
        return [None] * threads
    return [(iterations + thread) // threads for thread in range(threads)]


def _summary(
    state: State, settings: Settings, trees: list[Tree], seconds: float, better: int | None = None
) -> Analysis:
    """The result of trees.

    :param better: the move that comes first, packed; None: the one that they say.
    """
    iterations = sum(tree.iterations for tree in trees)
    candidates = tuple(sorted(_candidates(state, trees), key=lambda one: one.move.code != better))
    best = candidates[0].move.code
    deepest = max(trees, key=lambda tree: len(tree.line(best)))
    sums = [sum(parts) for parts in zip(*(tree.sums for tree in trees), strict=True)]
    fixed = 0 if candidates[0].share is not None else settings.worlds * settings.threads
    return Analysis(
        candidates=candidates,
        line=tuple(as_move(state.game, code) for code in deepest.line(best)) or (candidates[0].move,),
        values=tuple(total / max(1, iterations) for total in sums),
        iterations=iterations,
        worlds=min(iterations, fixed or iterations) if state.game.hidden else 1,
        nodes=sum(tree.nodes for tree in trees),
        seconds=seconds,
    )


def _candidates(state: State, trees: list[Tree]) -> tuple[Candidate, ...]:
    found: dict[int, tuple[int, float, float]] = {}
    for tree in trees:
        for code, visits, total, squares, _ in tree.root_moves():
            before = found.get(code, (0, 0.0, 0.0))
            found[code] = (before[0] + visits, before[1] + total, before[2] + squares)
    weights = state.weigh()
    sum_of_weights = sum(weights)
    strategy = None if isinstance(trees[0], Search) else trees[0].strategy()
    candidates = []
    for move, weight in zip(state.legal(), weights, strict=True):
        visits, total, squares = found.get(move.code, (0, 0.0, 0.0))
        value = total / visits if visits else None
        error = None
        if value is not None and visits > 1:
            error = sqrt(max(0.0, squares / visits - value * value) / (visits - 1))
        share = None if strategy is None else strategy[move.code]
        candidates.append(Candidate(move, visits, value, error, weight / sum_of_weights, share))
    candidates.sort(key=lambda c: (-(c.share or 0.0), -c.visits, -(c.value or 0.0), c.move.code))
    if strategy is None:
        best = _best(candidates)
        candidates.sort(key=lambda c: c is not best)
    return tuple(candidates)


def _best(candidates: list[Candidate]) -> Candidate:
    """The most visited move, which comes first, unless the value of another one is clearly higher.

    Visits stay near the prior where all values are close to 1 or to 0, however clear their difference is.
    """
    most, visits = candidates[0], sum(one.visits for one in candidates)
    spread = sqrt(sum((one.error or 0.0) ** 2 * one.visits**2 for one in candidates) / max(1, visits))

    def lead(other: Candidate) -> float:
        if other is most or other.visits < max(LEAST, SHARE * most.visits):
            return 0.0
        margin = ERRORS * spread * sqrt(1 / most.visits + 1 / other.visits)
        return (other.value or 0.0) - (most.value or 0.0) - margin

    return max(candidates, key=lead)
