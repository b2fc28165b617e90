"""Rounds of training: games of the best network so far, a fit to the last games, a match that decides.

All games and networks are kept in a folder; a run that is started again goes on where it ended.
"""

import json
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import monotonic

from battlewise.bots.bot import searcher
from battlewise.bots.networks import read, write
from battlewise.bots.tournament.crew import Crew
from battlewise.bots.tournament.plan import Terms, rules_of
from battlewise.bots.train.fit import fit
from battlewise.bots.train.games import Samples, join, load, play, save, taught, write_whole
from battlewise.bots.train.gate import Corrected, Score, Weights, gate
from battlewise.core import BattlewiseError
from battlewise.search.network import Network, shapes

GAMES_A_TASK = 10
SHARE = 0.75  # of a round's time that its games take
REMEMBERED = 2  # rounds whose games a fit learns from
MATCH_SEED = 1 << 40  # games of matches are not those of training


@dataclass(frozen=True)
class Plan:
    """What is trained, and how long.

    :ivar variants: games of one id that differ in options; games and matches take them in turn.
    :ivar minutes: wall time of all games and fits, of which each round has its share; its matches may take as
        long again.
    :ivar iterations: of the searches, in games and in matches.
    :ivar match: games of a match, at most.
    :ivar teacher: the bot that says what positions are worth; None: the next search and the result do.
    """

    variants: tuple[Terms, ...]
    minutes: float
    rounds: int
    iterations: int
    match: int
    seed: int
    teacher: str | None = None


@dataclass(frozen=True)
class Round:
    """What a round found.

    :ivar positions: what was learned from.
    :ivar observes: whether the network reads the observation, or the features alone.
    :ivar estimate: mean squared errors on games held out; see `battlewise.bots.train.fit.Fit`.
    :ivar search: None with a teacher, whose own values the errors are against.
    :ivar score: of the match against the best network before, or against none.
    :ivar kept: whether it is the best network from here on.
    """

    number: int
    positions: int
    observes: bool
    estimate: float
    corrected: float
    search: float | None
    score: Score
    kept: bool


class Training:
    """A run, in a folder of its own."""

    def __init__(self, plan: Plan, folder: Path, crew: Crew, tell: Callable[[Round], None]) -> None:
        """:param tell: called with what each round found.
        :raises BattlewiseError: if the folder has games of other rules, iterations or another teacher.
        """
        self.plan, self._folder, self._crew, self._tell = plan, folder, crew, tell
        self._rules = rules_of(plan.variants[0])
        folder.mkdir(parents=True, exist_ok=True)
        self._check(folder / "asked.json")

    def _check(self, path: Path) -> None:
        """Keep what the games of the folder are; those of another kind are not learned from with them."""
        plan = self.plan
        asked = {
            "game": plan.variants[0].game,
            "option": [dict(one.options) for one in plan.variants],
            "iterations": plan.iterations,
            "teacher": plan.teacher,
        }
        if not path.exists():
            write_whole(path, lambda file: file.write(json.dumps(asked).encode()))
        kept = json.loads(path.read_text("utf-8"))
        for name, value in asked.items():
            if kept[name] != value:
                had, has = (f"no {name}" if one is None else one for one in (kept[name], value))
                raise BattlewiseError(
                    f"{name}: the games in {self._folder} had {had}, this run has {has}; give the same, "
                    "or another --work folder"
                )

    @property
    def best(self) -> Path:
        """The file of the best network; there is none if no match was won."""
        return self._folder / "best.npz"

    def run(self) -> None:
        """Run all rounds that are not done yet."""
        done = self._folder / "rounds.jsonl"
        first = len(done.read_text("utf-8").splitlines()) if done.exists() else 0
        executor = self._crew.start()
        try:
            for number in range(first, self.plan.rounds):
                self._play(executor, number)
                found = self._judged(executor, number)
                with done.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([asdict(one) for one in found]) + "\n")
        finally:
            self._crew.stop(executor)

    def _best_weights(self) -> Weights | None:
        return read(self.best, self._rules).arrays if self.best.exists() else None

    def _files(self, number: int) -> list[Path]:
        """The games of a round."""
        return sorted(self._folder.glob(f"games-{number}-*.npz"))

    def _play(self, executor: Executor, number: int) -> None:
        """Play games with the best network until the round's time is over."""
        plan = self.plan
        end = monotonic() + 60 * plan.minutes / plan.rounds * SHARE
        seed = plan.seed + (number << 32) + GAMES_A_TASK * len(self._files(number))
        task = partial(_games, plan, self._best_weights())
        running: dict[Future[Samples], int] = {}
        while running or monotonic() < end:
            while len(running) <= self._crew.workers and monotonic() < end:
                running[executor.submit(task, seed)] = seed
                seed += GAMES_A_TASK
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                save(future.result(), self._folder / f"games-{number}-{running.pop(future)}.npz")

    def _judged(self, executor: Executor, number: int) -> list[Round]:
        """Fit networks to the last games, and keep the one that wins its match by most."""
        files = [
            path for one in range(max(0, number + 1 - REMEMBERED), number + 1) for path in self._files(one)
        ]
        samples = join([load(path) for path in files])
        has_features = shapes(self._rules, False)[0][0] > 0
        kinds = (False, True) if has_features else (True,)
        fits = {observes: fit(self._rules, samples, observes) for observes in kinds}
        matches = {
            observes: executor.submit(
                _match, self.plan, one.weights, self._best_weights(), MATCH_SEED + self.plan.match * number
            )
            for observes, one in fits.items()
        }
        scores = {observes: match.result() for observes, match in matches.items()}
        winner = max(scores, key=lambda observes: scores[observes].mean)
        is_better = scores[winner].low > scores[winner].even
        if is_better:
            write(self.best, fits[winner].weights)
        found = []
        for observes, one in fits.items():
            kept = is_better and observes == winner
            errors = (one.estimate, one.corrected, None if self.plan.teacher else one.search)
            positions = len(samples.games)
            found.append(Round(number, positions, observes, *errors, scores[observes], kept))
            self._tell(found[-1])
        return found


def _games(plan: Plan, weights: Weights | None, seed: int) -> Samples:
    """A worker's task: some games of a network with itself."""
    teacher = None if plan.teacher is None else searcher(plan.teacher)
    played = []
    for one in range(seed, seed + GAMES_A_TASK):
        rules = rules_of(plan.variants[one % len(plan.variants)])
        player = Corrected(plan.iterations, Network(rules, weights) if weights else None)
        played.append(taught(rules, player, teacher, one) if teacher else play(rules, player, one))
    return join(played)


def _match(plan: Plan, new: Weights, old: Weights | None, seed: int) -> Score:
    """A worker's task: a match between two networks."""
    seconds = 60 * plan.minutes / plan.rounds
    games = [rules_of(terms) for terms in plan.variants]
    return gate(games, new, old, plan.iterations, plan.match, seed, seconds)
