"""Matches between bots: blocks of games on one deal, with every seating once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

from battlewise.bots.bot import Bot
from battlewise.bots.program import entrant
from battlewise.bots.tournament.crew import Inline, Processes
from battlewise.bots.tournament.plan import Terms, block, rules_of, seatings
from battlewise.bots.tournament.play import Played, play_game, unpack
from battlewise.bots.tournament.run import play_all
from battlewise.core import BattlewiseError, Game, Value

Z95 = 1.959964  # the normal quantile of a two-sided 95 % interval


@dataclass(frozen=True)
class Block:
    """The games of one seed, one for each rotation of the bots through the seats.

    :ivar scores: for each bot its mean return over the block's games, 0..1.
    :ivar plies: decisions with a choice, over all games.
    :ivar moves: the games' decisions and outcomes, in notation.
    """

    scores: tuple[float, ...]
    plies: int
    moves: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Standing:
    """One bot's result in a match.

    :ivar spec: the bot.
    :ivar score: its mean return a game, 0..1.
    :ivar low: the lower end of the 95 % interval, clustered by block.
    :ivar high: its upper end.
    """

    spec: str
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class Match:
    """The result of a match.

    :ivar standings: in the order the bots were given.
    :ivar blocks: the blocks played, by seed.
    """

    standings: tuple[Standing, ...]
    blocks: tuple[Block, ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(len(block.moves) for block in self.blocks)


def interval(scores: Sequence[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval of results in 0..1 that are independent of each other.

    Wilson's interval with the effective number of games that the observed variance implies;
    where the variance is zero, each score counts as one game.
    """
    return interval_of(fmean(scores), variance(scores) if len(scores) > 1 else 0.0, len(scores))


def interval_of(mean: float, spread: float, count: int) -> tuple[float, float, float]:
    """The same for `count` results with a mean and a variance."""
    n = mean * (1 - mean) / (spread / count) if spread > 0 else float(count)
    centre = (mean + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 / (1 + Z95**2 / n) * sqrt(mean * (1 - mean) / n + Z95**2 / (4 * n * n))
    return mean, max(0.0, centre - half), min(1.0, centre + half)


def score_in_each_seat(rules: Game, tested: Bot, others: Bot, seed: int) -> float:
    """The mean return, 0..1, of a bot in each seat in turn, with another in all other seats, on one deal."""
    seats = range(rules.seats)
    line_ups = [[tested if one == seat else others for one in seats] for seat in seats]
    return fmean(play_game(rules, bots, seed).returns()[seat] for seat, bots in enumerate(line_ups))


def play_match(
    game_id: str,
    specs: Sequence[str],
    games: int,
    seed: int = 0,
    options: dict[str, Value] | None = None,
    jobs: int = 1,
    progress: Callable[[Block], None] | None = None,
) -> Match:
    """Play a match in whole blocks.

    :param specs: a bot for each seat.
    :param games: number of games; rounded up to whole blocks.
    :param seed: of the first block; the next ones count up from it.
    :param jobs: number of processes.
    :param progress: called with each block when it ends, in any order.
    :raises BattlewiseError: if the number of bots is not that of the seats, or a count is below one.
    """
    terms = Terms(game_id, options or {})
    rules = rules_of(terms)
    if len(specs) != rules.seats:
        raise BattlewiseError(f"bots: {game_id} needs {rules.seats}, not {len(specs)}")
    if games < 1 or jobs < 1:
        raise BattlewiseError("games and jobs: both must be 1 or more")
    played: dict[int, list[Played]] = {seed + block: [] for block in range(-(-games // rules.seats))}
    blocks: dict[int, Block] = {}

    def keep(some: list[Played]) -> None:
        for one in some:
            parts = played[one.fixture.seed]
            parts.append(one)
            if len(parts) == rules.seats:
                blocks[one.fixture.seed] = _block(parts)
                if progress:
                    progress(blocks[one.fixture.seed])

    bots = [entrant(spec).canonical(rules) for spec in specs]
    orders = seatings(rules.seats, "rotation")
    fixtures = (one for each in played for one in block(terms, 0, specs, bots, orders, each))
    play_all(terms, fixtures, Inline() if jobs == 1 else Processes(jobs), keep)
    ordered = tuple(blocks[each] for each in played)
    standings = [
        Standing(spec, *interval([block.scores[index] for block in ordered]))
        for index, spec in enumerate(specs)
    ]
    return Match(tuple(standings), ordered)


def _block(parts: list[Played]) -> Block:
    """A block of its games; a bot's failure is the match's."""
    parts.sort(key=lambda one: one.fixture.seating)
    totals = [0.0] * len(parts)
    for turn, one in enumerate(parts):
        if one.result is None or one.result.status != "finished":
            raise BattlewiseError(
                f"bots: {' : '.join(one.fixture.names)}, seed {one.fixture.seed}: {one.error}"
            )
        for index in range(len(parts)):
            totals[index] += one.result.scores[(index + turn) % len(parts)]
    return Block(
        scores=tuple(total / len(parts) for total in totals),
        plies=sum(one.result.plies for one in parts if one.result),
        moves=tuple(tuple(unpack(one.moves)) for one in parts),
    )
