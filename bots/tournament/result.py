"""The result of a game of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

Status = Literal["finished", "time", "crash", "illegal", "cap"]


@dataclass(frozen=True)
class GameResult:
    """One game of a tournament.

    :ivar key: a hash of everything that decides the game; equal keys are equal games.
    :ivar block: the block it belongs to: the games of one seed and one line-up, every seating once.
    :ivar seed: of the block's luck.
    :ivar seats: the entrant's name, seat by seat.
    :ivar status: how it ended: ``finished``; forfeited by ``time``, ``crash`` or an ``illegal`` move;
        or stopped at the ``cap`` on plies.
    :ivar scores: the score of each seat, 0..1; the sum is 1.
    :ivar plies: decisions with a choice.
    :ivar seconds: CPU seconds of each seat's decisions; the only part that differs between runs.
    """

    key: str
    block: str
    seed: int
    seats: tuple[str, ...]
    status: Status
    scores: tuple[float, ...]
    plies: int
    seconds: tuple[float, ...]


def block_scores(results: Sequence[GameResult], tested: str) -> list[float]:
    """The mean score of the tested entrant in each block."""
    blocks: dict[str, list[float]] = {}
    for one in results:
        blocks.setdefault(one.block, []).append(one.scores[one.seats.index(tested)])
    return [fmean(scores) for scores in blocks.values()]
