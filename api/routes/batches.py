"""Routes of batches: many views in, an answer for each of them out, as they end."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from secrets import randbits, token_urlsafe

from apiflask import APIBlueprint
from flask import Response, current_app
from flask.ctx import AppContext

from battlewise.api.matches.rules import rules_of
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.errors import problem_of
from battlewise.api.routes.moves import DRAWN_SEED_BITS, decision
from battlewise.api.routes.parts import charge, client_is_gone, parts, take_place, timeout_s
from battlewise.api.schemas.batches import BatchIn, BatchOut, ViewIn, Wishes
from battlewise.api.schemas.moves import ChosenMove
from battlewise.api.searches.batches import Batch, Wanted
from battlewise.api.searches.players import cost_ms, kind_of, player_of, spec_of
from battlewise.core import BattlewiseError
from battlewise.search import StopFlag

blueprint = APIBlueprint("batches", __name__, tag="Analyses")
LINES = "application/x-ndjson"
TOP_K = 5


@blueprint.post("/analyses")
@blueprint.input(BatchIn)
@blueprint.doc(
    operation_id="analyseBatch", responses={200: "One JSON object a line: `id`, `status`, `answer`."}
)
def analyse(json_data: BatchIn) -> Response:
    """Analyse many views

    One answer for each view, a JSON object a line, in the order in which the searches end: `id` of the view,
    `status`, and as `answer` what a request for a move answers, or the problem document. `DELETE` of the
    Location cancels what is left, and so does closing the connection. Each view still gets its line.

    The batch costs 1 for the request and, for each view, 1 a millisecond that its search can take, at least
    1: `budget.milliseconds`, or a hundredth of `budget.iterations` if that is less. A view whose
    game, options, bot or budget is refused costs nothing. The searches must fit into `cost_a_minute` of
    `GET /v1/limits` together (else 422), and into what the address has left of it (else 429).
    """
    wanted = _searches(json_data)
    seconds = timeout_s(json_data.timeout_ms, parts().settings.max_analysis_timeout_ms)
    name = f"{parts().store.keeper or 'own'}.{token_urlsafe(12)}"
    batches, leave = parts().batches, take_place()
    batch = Batch(parts().searches, wanted, seconds, client_is_gone())
    batches.add(name, batch)
    response = Response(_lines(batch, current_app.app_context), mimetype=LINES)
    response.headers["Location"] = f"/v1/analyses/{name}"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(leave)
    response.call_on_close(lambda: batches.remove(name))
    return response


def _searches(asked: BatchIn) -> list[Wanted[ChosenMove]]:
    """The searches of a batch, charged to the caller.

    :raises ProblemError: if the batch is over a limit, or two views have the same id.
    """
    most = parts().settings.max_batch_views
    if len(asked.views) > most:
        raise ProblemError(Kind.OVER_LIMIT, f"there are {len(asked.views)}; the limit is {most}", "views")
    names = Counter(str(index) if one.id is None else one.id for index, one in enumerate(asked.views))
    (name, number), *_ = names.most_common(1)
    if number > 1:
        raise ProblemError(
            Kind.INVALID, f"{number} views have the id {name[:80]!r}; ids must differ", "views"
        )
    wanted = [_search(name, _whole(one, asked)) for name, one in zip(names, asked.views, strict=True)]
    cost, limit = round(1000 * sum(one.cost for one in wanted)), parts().settings.cost_a_minute
    if cost > limit:
        raise ProblemError(
            Kind.OVER_LIMIT, f"cost {cost}; the limit is {limit}: send fewer, or smaller budgets", "views"
        )
    charge(cost)
    return wanted


def _whole(one: ViewIn, shared: BatchIn) -> ViewIn:
    """A view with the batch's wishes in place of those that it lacks."""
    kept = {"level", "bot"} if one.level or one.bot else set()
    lacking = {name for name in Wishes.model_fields if getattr(one, name) is None} - kept
    return one.model_copy(update={name: getattr(shared, name) for name in lacking})


def _search(name: str, asked: ViewIn) -> Wanted[ChosenMove]:
    """The search of a view. It ends with the error if there is one, so that the other views are answered."""
    players, searcher = parts().players, parts().searcher
    try:
        if asked.game is None:
            raise ProblemError(Kind.INVALID, "is missing, for the view and for the batch", "game")
        rules = rules_of(asked.game, asked.view, asked.options)
        player = player_of(spec_of(asked.level, asked.bot), rules)
        budget = players.budget(player, asked.budget)
    except (ProblemError, BattlewiseError) as error:
        return Wanted(name, _failing(error), "", 0.0, 0.0)
    seed = randbits(DRAWN_SEED_BITS) if asked.seed is None else asked.seed
    top_k = TOP_K if asked.top_k is None else asked.top_k

    def search(stop: StopFlag) -> ChosenMove:
        state = decision(rules.id, asked.view, asked.options, seed)
        choice = searcher.choose(player, state, seed, budget, stop)
        return ChosenMove.of(choice, 0.0, player.spec, seed, top_k)

    cost = cost_ms(player, rules, budget) / 1000
    return Wanted(name, search, kind_of(player, rules), cost, players.most_seconds(budget))


def _failing(error: Exception) -> Callable[[StopFlag], ChosenMove]:
    def search(_: StopFlag) -> ChosenMove:
        raise error

    return search


def _lines(batch: Batch[ChosenMove], context: Callable[[], AppContext]) -> Iterator[str]:
    for name, found in batch.results():
        if isinstance(found, Exception):
            with context():
                status, answer = problem_of(found)
        else:
            status = 200
            found.result.search.queue_milliseconds = 1000 * found.waited
            answer = found.result.model_dump_json()
        yield f'{{"id":{json.dumps(name)},"status":{status},"answer":{answer}}}\n'


@blueprint.delete("/analyses/<batch>")
@blueprint.output(BatchOut)
@blueprint.doc(operation_id="cancelBatch")
def cancel(batch: str) -> BatchOut:
    """Cancel a batch

    Searches under way answer with what they have found, the others with 409.
    """
    lease = parts().store.lease
    if lease is not None:
        lease.refer(batch.partition(".")[0])
    found = parts().batches.find(batch)
    found.cancelled.set()
    return BatchOut(id=batch, views=found.size, answered=found.answered)
