"""Routes for a front end with its own table: a view in, a bot's move or the legal moves out."""

from secrets import randbits

from apiflask import APIBlueprint
from flask import current_app

from battlewise.api.matches.rules import state_of
from battlewise.api.operations.problems import ProblemError
from battlewise.api.routes.games import move_out
from battlewise.api.routes.requests import charge, overloaded
from battlewise.api.schemas.common import (
    CandidateOut,
    ChosenMove,
    LegalMoves,
    LegalMovesIn,
    MoveIn,
    SearchOut,
)
from battlewise.api.searches.players import budget_of, cost_ms, player_of, spec_of
from battlewise.api.searches.queue import Done, QueueFull, SearchQueue
from battlewise.bots import Bot, Choice
from battlewise.core import CHANCE_NODE, GAME_OVER, State
from battlewise.search import Candidate

blueprint = APIBlueprint("moves", __name__, tag="Moves")
DRAWN_SEED_BITS = 53
"""Every JSON reader holds a number of so many bits exactly."""


def who(to_move: int) -> int | str:
    """Who is to move, as views and answers write it."""
    return {CHANCE_NODE: "chance", GAME_OVER: "over"}.get(to_move, to_move)


@blueprint.post("/games/<game>/legal-moves")
@blueprint.input(LegalMovesIn)
@blueprint.output(LegalMoves)
def legal_moves(game: str, json_data: LegalMovesIn) -> LegalMoves:
    """Check a view and list the legal moves

    A view that is not sound is refused with the field at fault.
    """
    state = state_of(game, json_data.view, json_data.options, seed=0)
    own = state.to_move == json_data.view["seat"]
    return LegalMoves(
        to_move=who(state.to_move), moves=[move_out(move) for move in state.legal()] if own else []
    )


@blueprint.post("/games/<game>/moves")
@blueprint.input(MoveIn)
@blueprint.output(ChosenMove)
def choose_move(game: str, json_data: MoveIn) -> ChosenMove:
    """Choose a move

    A bot looks at the view of the seat to move and answers with its move, its win chance and the
    candidates. Nothing the seat does not know has any influence. With the same seed, and a budget
    of iterations alone, the answer is the same but for the times, unless the search ran into the
    service's own limit of milliseconds.
    """
    seed = randbits(DRAWN_SEED_BITS) if json_data.seed is None else json_data.seed
    state = state_of(game, json_data.view, json_data.options, seed)
    player = player_of(spec_of(json_data.level, json_data.bot), state.game)
    budget = budget_of(player, json_data.budget, current_app.config)
    charge(cost_ms(player, state.game, budget))
    if state.to_move < 0 or state.to_move != json_data.view["seat"]:
        raise ProblemError(422, f"this seat is not to move: to_move is {who(state.to_move)!r}", "view.seat")
    searches: SearchQueue = current_app.extensions["searches"]
    try:
        done = searches.run(lambda: player.choose(state, seed, budget))
    except QueueFull as full:
        raise overloaded(full.problem, full.seconds) from None
    return _chosen(done, player, state, seed, json_data.top_k)


def candidate_out(one: Candidate) -> CandidateOut:
    """A candidate as the service writes it."""
    return CandidateOut(
        move=move_out(one.move), visits=one.visits, value=one.value, error=one.error, prior=one.prior
    )


def _chosen(done: Done[Choice], player: Bot, state: State, seed: int, top_k: int) -> ChosenMove:
    choice = done.result
    return ChosenMove(
        move=move_out(choice.move),
        win_chance=choice.value,
        candidates=[candidate_out(one) for one in choice.candidates[:top_k]],
        line=[move_out(move) for move in choice.line],
        bot=player.spec,
        seed=seed,
        search=SearchOut(
            iterations=choice.iterations,
            worlds=choice.worlds,
            nodes=choice.nodes,
            milliseconds=1000 * choice.seconds,
            queue_milliseconds=1000 * done.waited,
        ),
    )
