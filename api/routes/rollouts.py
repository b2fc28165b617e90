"""The route of rollouts for a front end with its own table."""

from secrets import randbits
from typing import Any

from apiflask import APIBlueprint
from flask import Response

from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.moves import DRAWN_SEED_BITS, decision
from battlewise.api.routes.parts import charge, parts, timeout_s
from battlewise.api.routes.searches import Terms, answered
from battlewise.api.schemas.rollouts import Rolled, RolloutIn
from battlewise.api.searches.feed import Feed
from battlewise.api.searches.rollouts import rolled_out, rollout_terms
from battlewise.search import StopFlag

blueprint = APIBlueprint("rollouts", __name__, tag="Moves")


@blueprint.post("/games/<game>/rollouts")
@blueprint.input(RolloutIn)
@blueprint.output(Rolled)
@blueprint.doc(operation_id="rollOut")
def roll_out(game: str, json_data: RolloutIn) -> Rolled | Response:
    """Judge moves by whole games

    A quick bot plays each legal move on to the end of the game, again and again, on common deals of what the
    seat does not know. With the same seed the answer is the same, unless its time ends it. It ends when the
    best move is clear, when all that are left are equal, or at a limit.

    As `text/event-stream`: `partial` events with what was found so far, and then one last event: `final` with
    the answer, or `problem`.
    """
    seed = randbits(DRAWN_SEED_BITS) if json_data.seed is None else json_data.seed
    state = decision(game, json_data.view, json_data.options, seed)
    players = parts().players
    names, trials, budget = (json_data.level, json_data.bot), json_data.trials, json_data.budget
    asked = rollout_terms(players, state.game, names, trials, budget, seed, json_data.top_k)
    most = players.most_seconds(asked.budget)
    charge(round(1000 * most))

    def search(stop: StopFlag, feed: Feed[Rolled]) -> Rolled:
        def report(found: dict[str, Any]) -> None:
            feed.report(Rolled.model_validate(found))

        found = rolled_out(asked, state, stop, report)
        if found is None:
            raise ProblemError(
                Kind.INVALID, "is too short for a game of every move; give more", "budget.milliseconds"
            )
        return Rolled.model_validate(found)

    timeout = timeout_s(json_data.timeout_ms, parts().settings.max_timeout_ms)
    return answered(search, Terms(asked.kind, most, most, timeout), lambda answer, _: answer)
