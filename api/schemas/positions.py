"""Records of games and the positions at their ends."""

from typing import Literal, Self

from pydantic import Field

from battlewise.api.schemas.common import (
    Model,
    MoveOut,
    MovesPlayed,
    OptionValues,
    Seat,
    Seed,
    ToMove,
    Version,
    View,
    who,
)
from battlewise.core import CHANCE_NODE, State


class Record(Model):
    """A game from its start: options, seed, and every decision and outcome in the game's notation."""

    game: str | None = Field(
        default=None,
        max_length=64,
        description="Id of the game. Default: the game of the path.",
    )
    version: Version | None = Field(
        default=None, description="Version of the game's rules. Default: the current one."
    )
    options: OptionValues = Field(default={})
    seed: Seed | None = Field(
        default=None, description="Seed of the game's random numbers. Default: random; the answer has it."
    )
    moves: MovesPlayed = Field(
        default=[],
        description="Decisions and outcomes in order, in the game's notation.",
    )


class RecordOfGame(Model):
    """A game from its start as a record, with all that a `Record` may leave out."""

    game: str = Field(description="Id of the game.")
    version: int = Field(description="Version of the game's rules.")
    options: OptionValues = Field(description="All options of the game by name.")
    seed: int = Field(description="Seed of the game's random numbers.")
    moves: list[str] = Field(description="Decisions and outcomes in order, in the game's notation.")


class PositionIn(Model):
    """A record, and the seat whose view of the end to answer."""

    record: Record = Field(description="The record to play.")
    seat: Seat | None = Field(default=None, description="Null for a spectator.")


class LogEntry(Model):
    """A decision or an outcome as a seat saw it."""

    actor: int | Literal["chance"] = Field(description="The number of a seat, or `chance`.")
    move: MoveOut = Field(description="The decision or outcome as the seat saw it.")


class PositionOut(Model):
    """The end of a record as one seat sees it. The record itself has the hidden parts."""

    record: RecordOfGame = Field(description="With all outcomes of chance up to the next decision.")
    seat: int | None = Field(description="Seat of the view. Null for a spectator.")
    to_move: ToMove
    view: View = Field(description="All that the seat knows.")
    text: str = Field(description="The position as text.")
    moves: list[MoveOut] = Field(description="The legal moves, if the seat is to move.")
    log: list[LogEntry] = Field(description="One entry for each of the record's moves.")
    returns: list[float] | None = Field(description="Result of each seat, 0..1. Null until the game is over.")

    @classmethod
    def of(cls, state: State, seat: int | None) -> Self:
        """A position as a seat, or a spectator, sees it."""
        own = not state.is_over and state.to_move == seat
        return cls(
            record=RecordOfGame(**state.record()),
            seat=seat,
            to_move=who(state.to_move),
            view=state.view(seat),
            text=state.render(seat),
            moves=[MoveOut.of(move) for move in state.legal()] if own else [],
            log=[
                LogEntry(actor="chance" if actor == CHANCE_NODE else actor, move=MoveOut.of(move))
                for actor, move in state.log(seat)
            ],
            returns=state.returns() if state.is_over else None,
        )
