"""The ladder of a game: levels evenly apart in strength, found and measured by playing.

All levels stand on one line of growing strength. Its lower part is a search of few iterations that
plays its moves by visits at a temperature, which falls; its upper part drops the temperature and adds
iterations. Ratings along the line, from games between neighbours, give the places of ten levels, at most
100 Elo apart, or fewer levels where there is no room for steps of 50; games between these levels then
correct them. The figures in the file are measured afterwards, on other seeds.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import combinations, pairwise
from math import log2
from pathlib import Path
from statistics import fmean

import numpy as np

from battlewise.bots.ladders import MOST_LEVELS
from battlewise.bots.match import interval
from battlewise.bots.tournament.crew import Crew
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import Plan, PlanError, Terms, rules_of
from battlewise.bots.tournament.ratings import Floats, Rating, rate
from battlewise.bots.tournament.result import GameResult, block_scores
from battlewise.bots.tournament.run import run

FEW = 64  # iterations where the temperature ends and more iterations begin
HOTTEST, COLDEST = 10.24, 0.04  # temperatures: all but random, and all but the best
STEP, LEAST_STEP = 100.0, 50.0  # Elo from level to level
REACH = 0.5  # places: how far a bot's rating speaks for its neighbours on the line
FINAL_SEED = 500_000_000  # of the games that the figures in the file come from


@dataclass(frozen=True)
class Level:
    """One level as measured.

    :ivar bot: its specification.
    :ivar rating: among the levels, mean 0.
    :ivar step: its mean score against the level below, with the 95 % interval; None for the weakest.
    :ivar seconds: CPU seconds of its thought a game, in one seat.
    """

    bot: str
    rating: Rating
    step: tuple[float, float, float] | None
    seconds: float


@dataclass(frozen=True)
class Ladder:
    """The levels of a game, the weakest first, and each one's score against each other one."""

    levels: tuple[Level, ...]
    matrix: tuple[tuple[float | None, ...], ...]
    games: int


def spec_at(place: float) -> str:
    """The bot at a place: below 0 a unit halves the temperature, above it doubles the iterations."""
    if place >= 0:
        return f"mcts:iterations={round(FEW * 2**place)}"
    return f"mcts:iterations={FEW},temperature={COLDEST * 2**-place:.3g}"


def first_places(most: int) -> list[float]:
    """Places to measure at first: the temperatures a factor of two apart, iterations a factor of four."""
    top = log2(most / FEW)
    hot = round(log2(HOTTEST / COLDEST))
    return (
        [float(-i) for i in range(hot, 0, -1)] + [float(i) for i in range(0, 99, 2) if i < top - 0.5] + [top]
    )


def curve(places: Sequence[float], elo: Sequence[float], errors: Sequence[float]) -> tuple[Floats, Floats]:
    """A rising curve of strength through ratings with errors, on places 0.02 apart.

    At each place it is the line that fits the ratings best, those nearby weighing most.
    """
    x, y, weights = np.array(places), np.array(elo), np.array(errors) ** -2.0
    grid = np.linspace(x[0], x[-1], 1 + round((x[-1] - x[0]) / 0.02))
    fitted = []
    for place in grid:
        away = x - place
        near = weights * np.exp(-0.5 * (away / REACH) ** 2)
        lines = np.stack([np.ones_like(away), away])
        normal = (lines * near) @ lines.T + 1e-9 * near.sum() * np.eye(2)
        fitted.append(np.linalg.solve(normal, (lines * near) @ y)[0])
    return grid, np.maximum.accumulate(fitted)


def levels_on(places: Floats, elo: Floats) -> list[float]:
    """Where the levels stand, the weakest first, evenly apart from the top down.

    They are `STEP` apart, or less if that makes room for all, but no less than `LEAST_STEP`. A game in
    which luck leaves room for less than two steps has two levels, the line's ends.

    :param places: rising.
    :param elo: the rating at each place, rising too.
    """
    room = elo[-1] - elo[0]
    step = min(STEP, max(LEAST_STEP, room / (MOST_LEVELS - 1)))
    steps = min(MOST_LEVELS - 1, int(room / step + 1e-6))
    if steps < 2:
        return [float(places[0]), float(places[-1])]
    wanted = [elo[-1] - step * i for i in range(steps, 0, -1)]
    return [*(float(places[np.searchsorted(elo, one)]) for one in wanted), float(places[-1])]


class LadderMaker:
    """Finds and measures a game's ladder.

    :param terms: of all games.
    :param work: a folder that keeps a ledger for each pair of bots; the same call resumes from it.
    :param games: of each two levels in the end, and of each two neighbours at first; twice as many of
        two neighbours in each round of correction, four times as many in the end.
    :param most: iterations of the strongest level.
    :param tell: called with progress messages.
    """

    def __init__(
        self, terms: Terms, work: Path, crew: Crew, games: int, most: int, tell: Callable[[str], object]
    ) -> None:
        if games < 4:
            raise PlanError("games", f"{games} is not 4 or more")
        if not 4 * FEW <= most <= 10_000_000:
            raise PlanError("most", f"{most} is not in {4 * FEW}..10000000")
        self._terms, self._work, self._crew, self._tell = terms, work, crew, tell
        self._games, self._most = games, most
        self._met: dict[tuple[float, float], list[GameResult]] = {}

    def make(self, rounds: int = 3) -> Ladder:
        """Find the levels, correct them in so many rounds, and measure them."""
        places = first_places(self._most)
        for apart in (1, 2):
            self._meet(zip(places, places[apart:], strict=False), self._games)
        for _ in range(rounds):
            levels = self._levels()
            self._meet(pairwise(levels), 2 * self._games)
        levels = self._levels()
        self._tell("levels: " + "; ".join(spec_at(place) for place in levels))
        return self._measure([spec_at(place) for place in levels])

    def _levels(self) -> list[float]:
        ratings = {one.entrant: one for one in rate(_flat(self._met.values())).ratings()}
        places = sorted({place for pair in self._met for place in pair})
        there = [ratings[spec_at(place)] for place in places]
        errors = [max(1.0, (one.high - one.low) / 4) for one in there]
        found = levels_on(*curve(places, [one.elo for one in there], errors))
        kept: list[float] = []
        for place in found:  # two places of one specification are one level
            if spec_at(place) not in map(spec_at, kept):
                kept.append(round(place, 3))
        return kept

    def _meet(self, pairs: Iterable[tuple[float, float]], games: int) -> None:
        for low, high in pairs:
            if spec_at(low) != spec_at(high) and (low, high) not in self._met:
                self._met[low, high] = self._play(spec_at(high), spec_at(low), games, 0)

    def _measure(self, specs: list[str]) -> Ladder:
        pairs = {}
        for low, high in combinations(range(len(specs)), 2):
            games = self._games * (4 if high == low + 1 else 1)
            pairs[low, high] = self._play(specs[high], specs[low], games, FINAL_SEED)
        results = _flat(pairs.values())
        ratings = {one.entrant: one for one in rate(results).ratings()}
        scores = {pair: block_scores(games, specs[pair[1]]) for pair, games in pairs.items()}
        levels = []
        for number, spec in enumerate(specs):
            thought = [
                seconds
                for one in results
                for name, seconds in zip(one.seats, one.seconds, strict=True)
                if name == spec
            ]
            step = interval(scores[number - 1, number]) if number else None
            levels.append(Level(spec, ratings[spec], step, fmean(thought)))
        others = rules_of(self._terms).seats - 1  # who meets a bot in a duel sits in all other seats
        matrix = tuple(
            tuple(
                None
                if row == column
                else fmean(scores[column, row])
                if column < row
                else (1 - fmean(scores[row, column])) / others
                for column in range(len(specs))
            )
            for row in range(len(specs))
        )
        return Ladder(tuple(levels), matrix, len(results))

    def _play(self, one: str, other: str, games: int, seed: int) -> list[GameResult]:
        """The games of two bots, kept or played now; no block is named as another pair's."""
        plan = Plan(self._terms, {one: one, other: other}, "duel", seed=seed)
        plan = plan.with_blocks(-(-games // len(plan.seatings)))
        text = json.dumps([plan.with_blocks(1).doc], sort_keys=True)
        name = blake2b(text.encode(), digest_size=8).hexdigest()
        self._work.mkdir(parents=True, exist_ok=True)
        with Ledger.writing(self._work / f"{self._terms.game}-{name}.ledger", plan) as kept:
            run(kept, self._crew)
            results = kept.results()
        score, low, high = interval(block_scores(results, one))
        self._tell(f"{one} : {other}  {score:.1%} [{low:.1%}, {high:.1%}]  {len(results)} games")
        return [replace(game, block=f"{name}/{game.block}") for game in results]


def _flat(several: Iterable[list[GameResult]]) -> list[GameResult]:
    return [one for results in several for one in results]


def to_toml(ladder: Ladder, terms: Terms, command: str) -> str:
    """The ladder's file."""
    seats = rules_of(terms).seats
    lines = [
        f"# The levels of {terms.game} for {seats} seats, the weakest first, in {ladder.games} games:",
        "# Elo among the levels with its 95 % interval; step: the score against the level below, with its",
        "# own; seconds of thought a game; the matrix has each level's score against each other one.",
        f"# {command}",
        f"version = {rules_of(terms).version}",
    ]
    for level in ladder.levels:
        one = level.rating
        lines += [
            "",
            "[[levels]]",
            f'bot = "{level.bot}"',
            f"elo = [{one.elo:z.0f}, {one.low:z.0f}, {one.high:z.0f}]",
        ]
        if level.step is not None:
            lines.append("step = [" + ", ".join(f"{value:.3f}" for value in level.step) + "]")
        lines.append(f"seconds = {level.seconds:.4f}")
    lines += ["", "[measured]", "matrix = ["]
    for row in ladder.matrix:
        cells = ("nan" if cell is None else f"{cell:.3f}" for cell in row)
        lines.append("    [" + ", ".join(cells) + "],")
    return "\n".join([*lines, "]", ""])
