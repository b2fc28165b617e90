"""The route of positions: a record in, the position at its end out."""

from secrets import randbits

from apiflask import APIBlueprint

from battlewise.api.matches.rules import rules_for
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.moves import DRAWN_SEED_BITS
from battlewise.api.schemas.positions import PositionIn, PositionOut, Record
from battlewise.core import Game, RecordError, State

blueprint = APIBlueprint("positions", __name__, tag="Positions")


@blueprint.post("/games/<game>/positions")
@blueprint.input(PositionIn)
@blueprint.output(PositionOut)
@blueprint.doc(operation_id="playRecord")
def position(game: str, json_data: PositionIn) -> PositionOut:
    """Play a record

    Replay a record's moves, draw outcomes of chance up to the next decision, and answer the position as
    one seat sees it, with the record so far. An empty record starts a game. To play a move, add its text
    to the record's moves; to undo it, remove it.

    A record has the seed and all hidden cards. Use this route where the client can be trusted, such as a
    page on your own machine or players who share one screen.
    """
    rules = rules_for(game, json_data.record.options, "record.options")
    seat = json_data.seat
    if seat is not None and seat >= rules.seats:
        raise ProblemError(Kind.INVALID, f"must be 0..{rules.seats - 1}, or null for a spectator", "seat")
    state = _replayed(rules, json_data.record)
    return PositionOut.of(state, seat)


def _replayed(rules: Game, given: Record) -> State:
    record = {
        "game": rules.id if given.game is None else given.game,
        "version": rules.version if given.version is None else given.version,
        "options": rules.options,
        "seed": randbits(DRAWN_SEED_BITS) if given.seed is None else given.seed,
        "moves": given.moves,
    }
    try:
        state = rules.replay(record)
    except RecordError as error:
        field, _, problem = str(error).partition(": ")
        raise ProblemError(Kind.INVALID_RECORD, problem, f"record.{field}") from None
    while state.is_chance:
        state.roll()
    return state
