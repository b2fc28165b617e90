"""Matches between bots: blocks of games on one deal, every seating once."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, variance

from battlewise.bots.bot import Bot, Choice, bot
from battlewise.core import BattlewiseError, Game, Move, State, Value, game

Decide = Callable[[State, Choice], Move]

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
        """How many games were played."""
        return sum(len(block.moves) for block in self.blocks)


def interval(scores: Sequence[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval of results in 0..1 that are independent of each other.

    Wilson's interval with the effective number of games that the observed variance implies;
    where the variance is zero, each score counts as one game.
    """
    mean = fmean(scores)
    spread = variance(scores) if len(scores) > 1 else 0.0
    n = mean * (1 - mean) / (spread / len(scores)) if spread > 0 else float(len(scores))
    centre = (mean + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 / (1 + Z95**2 / n) * sqrt(mean * (1 - mean) / n + Z95**2 / (4 * n * n))
    return mean, max(0.0, centre - half), min(1.0, centre + half)


def play_game(rules: Game, bots: Sequence[Bot], seed: int, decide: Decide | None = None) -> State:
    """One game, each seat played by its bot; forced moves are played without asking.

    :param decide: shown each position with its bot's choice before it is played; the move it
        answers is played instead.
    """
    state = rules.new(seed=seed)
    while not state.is_over:
        legal = state.legal()
        if len(legal) == 1:
            state.play(legal[0])
            continue
        choice = bots[state.to_move].choose(state, seed=(seed << 32) + state.ply)
        state.play(choice.move if decide is None else decide(state, choice))
    return state


def play_block(game_id: str, options: dict[str, Value], specs: tuple[str, ...], seed: int) -> Block:
    """All seatings of the bots on one seed: bot i sits at (i + rotation) modulo the seats."""
    rules = game(game_id, **options)
    players = [_bot(spec) for spec in specs]
    totals = [0.0] * len(specs)
    plies = 0
    moves = []
    for rotation in range(len(specs)):
        seating = [players[(seat - rotation) % len(specs)] for seat in range(rules.seats)]
        state = play_game(rules, seating, seed)
        for index in range(len(specs)):
            totals[index] += state.returns()[(index + rotation) % len(specs)]
        plies += sum(actor >= 0 for actor, _ in state.log())
        moves.append(tuple(state.record()["moves"]))
    return Block(tuple(total / len(specs) for total in totals), plies, tuple(moves))


@lru_cache(maxsize=64)
def _bot(spec: str) -> Bot:
    return bot(spec)


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
    :param games: how many games; rounded up to whole blocks.
    :param seed: of the first block; the next ones count up from it.
    :param jobs: processes to use.
    :param progress: called with each block as it ends, in any order.
    :raises BattlewiseError: if the number of bots is not that of the seats, or a count is below one.
    """
    rules = game(game_id, **(options or {}))
    if len(specs) != rules.seats:
        raise BattlewiseError(f"bots: {game_id} needs {rules.seats}, not {len(specs)}")
    if games < 1 or jobs < 1:
        raise BattlewiseError("games and jobs: must be 1 or more")
    for spec in specs:
        bot(spec)
    seeds = [seed + block for block in range(-(-games // rules.seats))]
    arguments = [(game_id, dict(rules.options), tuple(specs), one) for one in seeds]
    blocks = _serially(arguments, progress) if jobs == 1 else _in_processes(arguments, jobs, progress)
    standings = [
        Standing(spec, *interval([block.scores[index] for block in blocks]))
        for index, spec in enumerate(specs)
    ]
    return Match(tuple(standings), tuple(blocks))


Arguments = tuple[str, dict[str, Value], tuple[str, ...], int]


def _serially(arguments: list[Arguments], progress: Callable[[Block], None] | None) -> list[Block]:
    blocks = []
    for one in arguments:
        blocks.append(play_block(*one))
        if progress:
            progress(blocks[-1])
    return blocks


def _in_processes(
    arguments: list[Arguments], jobs: int, progress: Callable[[Block], None] | None
) -> list[Block]:
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(play_block, *one) for one in arguments]
        for future in as_completed(futures):
            if progress:
                progress(future.result())
    return [future.result() for future in futures]
