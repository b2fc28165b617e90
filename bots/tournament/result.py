"""What a game of a tournament leaves behind."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["finished", "time", "crash", "illegal", "cap"]


@dataclass(frozen=True)
class GameResult:
    """One game of a tournament.

    :ivar key: names the game by all that decides it; equal keys are equal games.
    :ivar block: the block it belongs to: the games of one seed and one line-up, every seating once.
    :ivar seed: of the block's luck.
    :ivar seats: the entrant's name, seat by seat.
    :ivar status: how it ended: ``finished``; forfeited by ``time``, ``crash`` or an ``illegal`` move;
        or stopped at the ``cap`` on plies.
    :ivar scores: what each seat got, 0..1, together 1.
    :ivar plies: decisions with a choice.
    :ivar seconds: CPU seconds of thought, seat by seat; the one part that differs from run to run.
    """

    key: str
    block: str
    seed: int
    seats: tuple[str, ...]
    status: Status
    scores: tuple[float, ...]
    plies: int
    seconds: tuple[float, ...]
