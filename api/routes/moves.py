"""Routes for a front end with its own table: a view in, a bot's move or the legal moves out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from secrets import randbits
from typing import Any, TypeVar

from apiflask import APIBlueprint
from flask import Response

from battlewise.api.matches.rules import rules_of, state_of, without_options
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.parts import charge, parts, timeout_s
from battlewise.api.routes.searches import Terms, answered
from battlewise.api.routes.streams import wants_stream
from battlewise.api.schemas.common import Model, MoveOut, who
from battlewise.api.schemas.hints import Hint
from battlewise.api.schemas.moves import (
    ChosenMove,
    Explained,
    ExplainIn,
    LegalMoves,
    LegalMovesIn,
    MoveIn,
    NextIn,
    NextOut,
    OutcomesOut,
)
from battlewise.api.searches.feed import Feed
from battlewise.api.searches.hints import hint_of
from battlewise.api.searches.players import cost_ms, kind_of, player_of, spec_of
from battlewise.bots import Bot, Choice
from battlewise.bots.bot import MctsBot
from battlewise.core import IllegalMove, State, UnknownThing, ViewError
from battlewise.core.explain import explain_move, explain_thing
from battlewise.core.table import step
from battlewise.search import Budget, Pace, Progress, StopFlag

blueprint = APIBlueprint("moves", __name__, tag="Moves")
M = TypeVar("M", bound=Model)
NEXT_COST = 50  # about the milliseconds that the next view can take
DRAWN_SEED_BITS = 53
"""Bits of a drawn seed: every JSON reader can hold such a number exactly."""


@blueprint.post("/games/<game>/legal-moves")
@blueprint.input(LegalMovesIn)
@blueprint.output(LegalMoves)
@blueprint.doc(operation_id="listLegalMoves")
def legal_moves(game: str, json_data: LegalMovesIn) -> LegalMoves:
    """Check a view and list the legal moves

    An invalid view is refused with the name of the wrong field.
    """
    state = state_of(game, json_data.view, json_data.options, seed=0)
    own = state.to_move == json_data.view["seat"]
    return LegalMoves(
        to_move=who(state.to_move), moves=[MoveOut.of(move) for move in state.legal()] if own else []
    )


@blueprint.post("/games/<game>/next")
@blueprint.input(NextIn)
@blueprint.output(NextOut)
@blueprint.doc(operation_id="next")
def next_view(game: str, json_data: NextIn) -> NextOut:
    """Go on with a view

    A view and what happened, as the seat of the view saw it: its own move, another seat's move or an outcome
    of chance, without what the seat did not see. The answer is the next view, with what happened in words.
    `shown` has what the move turned up besides, such as another player's cards, as a part of the next view;
    an error names a field that is missing there.
    """
    charge(NEXT_COST)
    rules = rules_of(game, json_data.view, json_data.options)
    try:
        made = step(rules, without_options(json_data.view), json_data.move, json_data.shown)
    except IllegalMove as error:
        raise ProblemError(Kind.ILLEGAL_MOVE, str(error), "move") from None
    except ViewError as error:
        path = error.field if error.field.startswith("shown") else f"view.{error.field}".rstrip(".")
        raise ProblemError(Kind.INVALID_VIEW, error.problem, path) from None
    return NextOut.of(rules, made)


@blueprint.post("/games/<game>/outcomes")
@blueprint.input(LegalMovesIn)
@blueprint.output(OutcomesOut)
@blueprint.doc(operation_id="outcomes")
def outcomes(game: str, json_data: LegalMovesIn) -> OutcomesOut:
    """List what chance can do

    The possible outcomes at a view's chance node as its seat would see them, with probabilities: exact where
    the seat knows what is drawn from, such as for dice, and else a mean over deals of what it does not see.
    """
    charge(NEXT_COST)
    rules = rules_of(game, json_data.view, json_data.options)
    return OutcomesOut.of(rules, without_options(json_data.view))


@blueprint.post("/games/<game>/explain")
@blueprint.input(ExplainIn)
@blueprint.output(Explained)
@blueprint.doc(operation_id="explain")
def explain(game: str, json_data: ExplainIn) -> Explained:
    """Say why something cannot be done

    For a card of the own hand or a thing on the table: the legal moves with it, or the rules that leave none.
    For a move: the rules that forbid it. Reasons come from the view alone.
    """
    view, thing, move = json_data.view, json_data.thing, json_data.move
    if (thing is None) == (move is None):
        raise ProblemError(Kind.INVALID, "give either a thing or a move", "thing")
    state = state_of(game, view, json_data.options, seed=0)
    if view["seat"] is None:
        raise ProblemError(Kind.INVALID, "is null: a spectator can do nothing", "view.seat")
    try:
        if thing is not None:
            return Explained.of(explain_thing(state, view["seat"], thing))
        assert move is not None
        return Explained.of(explain_move(state, view["seat"], move))
    except (IllegalMove, UnknownThing) as error:
        raise ProblemError(Kind.INVALID, str(error), "move" if thing is None else "thing") from None


def decision(game: str, view: Mapping[str, Any], options: Mapping[str, Any] | None, seed: int) -> State:
    """The position of a view whose seat is to move.

    :raises ViewError: if a field of the view is wrong.
    :raises ProblemError: 422, if it is not the seat's turn.
    """
    state = state_of(game, view, options, seed)
    if state.to_move < 0 or state.to_move != view["seat"]:
        raise ProblemError(
            Kind.INVALID_VIEW, f"it is not this seat's turn: to_move is {who(state.to_move)!r}", "view.seat"
        )
    return state


@blueprint.post("/games/<game>/moves")
@blueprint.input(MoveIn)
@blueprint.output(ChosenMove)
@blueprint.doc(operation_id="chooseMove")
def choose_move(game: str, json_data: MoveIn) -> ChosenMove | Response:
    """Choose a move

    A bot gets the view of the seat to move and answers with its move, the win chance and the candidates.
    Only what the seat knows has an influence. With the same seed and a budget of iterations alone the
    answer is the same except for times, unless the search reaches `timeout_ms` or the service's limit of
    milliseconds. A search that cannot begin before `timeout_ms` gets 503; one that has begun is stopped then,
    and the answer is what was found. A search whose client closes the connection is stopped too.

    As `text/event-stream`: `partial` events with what was found so far, for bots that search a tree, the
    first after 100 ms of search, and then one last event: `final` with the answer, or `problem`.
    """
    asked = _asked(game, json_data)

    def made(choice: Choice, _: bool) -> ChosenMove:
        return ChosenMove.of(choice, 0.0, asked.player.spec, asked.seed, json_data.top_k)

    def waited(answer: ChosenMove, seconds: float) -> ChosenMove:
        answer.search.queue_milliseconds = 1000 * seconds
        return answer

    return _answer(asked, json_data, made, waited)


@blueprint.post("/games/<game>/hints")
@blueprint.input(MoveIn)
@blueprint.output(Hint)
@blueprint.doc(operation_id="giveHint")
def give_hint(game: str, json_data: MoveIn) -> Hint | Response:
    """Give a hint

    What a player wants to know of a decision: the best move in words, with its win chance, reasons, what it
    does, what the next best moves lose, how play may go on, and what the search assumed of hidden cards.
    Budget, deadline and stream are those of `POST /v1/games/{game}/moves`.
    """
    asked = _asked(game, json_data)

    def made(choice: Choice, is_last: bool) -> Hint:
        return Hint.model_validate(hint_of(asked.state, choice, json_data.top_k, is_last))

    return _answer(asked, json_data, made, lambda answer, _: answer)


@dataclass(frozen=True)
class _Asked:
    """A request for a search: the position, the bot and what it may spend."""

    state: State
    player: Bot
    budget: Budget | None
    seed: int


def _asked(game: str, body: MoveIn) -> _Asked:
    seed = randbits(DRAWN_SEED_BITS) if body.seed is None else body.seed
    state = decision(game, body.view, body.options, seed)
    player = player_of(spec_of(body.level, body.bot), state.game)
    budget = parts().players.budget(player, body.budget)
    charge(cost_ms(player, state.game, budget))
    return _Asked(state, player, budget, seed)


def _answer(
    asked: _Asked, body: MoveIn, made: Callable[[Choice, bool], M], waited: Callable[[M, float], M]
) -> M | Response:
    """The answer of a bot's search, or its stream.

    :param made: the answer from a choice, and whether it is the last.
    :param waited: the last answer with the seconds that the search waited.
    """
    searcher, streams = parts().searcher, wants_stream()
    state, player = asked.state, asked.player

    def search(stop: StopFlag, feed: Feed[M]) -> M:
        progress = None
        if streams and isinstance(player, MctsBot):
            pace = Pace() if body.partial_ms is None else Pace(body.partial_ms, growth=1.0)
            progress = Progress(
                lambda found: feed.report(made(player.chosen(state, asked.seed, found), False)), pace
            )
        return made(searcher.choose(player, state, asked.seed, asked.budget, stop, progress), True)

    terms = Terms(
        kind=kind_of(player, state.game),
        cost=cost_ms(player, state.game, asked.budget) / 1000,
        most=parts().players.most_seconds(asked.budget),
        timeout=timeout_s(body.timeout_ms, parts().settings.max_timeout_ms),
    )
    return answered(search, terms, waited)
