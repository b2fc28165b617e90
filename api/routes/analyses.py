"""Routes of hints, long analyses, rollouts and reviews of matches."""

import time
from collections.abc import Callable
from hashlib import blake2b

from apiflask import APIBlueprint
from flask import Response

from battlewise.api.matches.keeper import Keeper
from battlewise.api.matches.match import RUNNING, Match
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.access import Access, access_to, check_over, held
from battlewise.api.routes.moves import DRAWN_SEED_BITS
from battlewise.api.routes.parts import (
    LOOK_S,
    caller,
    charge,
    client_is_gone,
    idempotency_key,
    parts,
    place,
    timeout_s,
)
from battlewise.api.routes.streams import search_stream, wants_stream
from battlewise.api.schemas.analyses import AnalysisIn, AnalysisOut
from battlewise.api.schemas.common import WaitQuery
from battlewise.api.searches.analyses import (
    ANALYSIS,
    HINT,
    REVIEW,
    ROLLOUT,
    Task,
    Work,
    hinting,
    reviewing,
    rolling_out,
)
from battlewise.api.searches.players import cost_ms, kind_of, player_of, spec_of
from battlewise.api.searches.review import SEARCHES
from battlewise.api.searches.rollouts import rollout_terms
from battlewise.bots import Bot
from battlewise.bots.bot import MctsBot
from battlewise.core import Game, State
from battlewise.search import Budget

blueprint = APIBlueprint("analyses", __name__, tag="Analyses")
THINKER = "hard"


@blueprint.post("/matches/<match>/analyses")
@blueprint.input(AnalysisIn)
@blueprint.output(AnalysisOut, status_code=202)
@blueprint.doc(operation_id="analyse")
def analyse(match: str, json_data: AnalysisIn) -> tuple[AnalysisOut, int, dict[str, str]] | Response:
    """Start a hint, an analysis, a rollout or a review

    A hint and an analysis are about the decision of the seat to move: candidates with win chances, the
    expected moves, and reasons in words. A rollout judges the same decision without an evaluation: a quick
    bot plays every candidate on to the end, on common deals of what the seat does not know. A review is about
    a match that is over. The answer comes at once; get the result from its Location.

    As `text/event-stream`, with status 200: `partial` events with what was found so far, the first after
    100 ms of search, and then one `final` event. Closing the connection cancels the analysis.

    With an Idempotency-Key a repeated request gets the same analysis, whatever has happened to it.
    """
    own, analyses, key = parts().keeper, parts().analyses, idempotency_key(match)
    hook = None if json_data.webhook is None else own.webhooks.checked(json_data.webhook)
    with held(own, match) as found:  # until it is begun: the same request can come at the same time
        access, work = access_to(own, found), None
        task = analyses.made_before(match, access.seat, key)
        if task is None:
            task, work = MAKERS.get(json_data.kind, _hint)(own, found, access, json_data)
            task.owner, task.key, task.hook = caller(), key, hook
            task.timeout = timeout_s(json_data.timeout_ms, parts().settings.max_analysis_timeout_ms)
            task.is_gone = client_is_gone() if wants_stream() else None
        return _begun(task, work)


def _begun(task: Task, work: Work | None) -> tuple[AnalysisOut, int, dict[str, str]] | Response:
    """The answer to a request for an analysis.

    :param work: of an analysis that has yet to begin.
    """

    def begin() -> Callable[[], tuple[str, str]]:
        if work is not None:
            parts().analyses.begin(task, work)
        return lambda: _last(task)

    location = {"Location": f"/v1/matches/{task.match}/analyses/{task.id}"}
    if not wants_stream():
        begin()
        return task.shown(), 202, location
    response = search_stream(task.feed, begin)
    response.headers.update(location)
    return response


def _last(task: Task) -> tuple[str, str]:
    """The last event of an analysis."""
    return "final", task.shown().model_dump_json()


def _player(asked: AnalysisIn, rules: Game) -> Bot:
    """The bot of a request. It gives the move that it considers best, even if it would vary its play."""
    spec = spec_of(asked.level, asked.bot) if asked.level or asked.bot else THINKER
    player = player_of(spec, rules)
    return player.steady() if isinstance(player, MctsBot) else player


def _decision(match: Match, access: Access) -> tuple[int, State]:
    """The seat of the caller and the decision that it has to make.

    :raises ProblemError: if there is none, or the match allows no hints.
    """
    seat = access.own_seat()
    if not match.settings["hints"]:
        raise ProblemError(Kind.NOT_ALLOWED_HERE, "this match was made without hints")
    if match.status != RUNNING or match.state is None or match.to_move != seat:
        raise ProblemError(Kind.NOT_YOUR_TURN, "it is not this seat's turn")
    return seat, match.state.copy()


def _hint(own: Keeper, match: Match, access: Access, asked: AnalysisIn) -> tuple[Task, Work]:
    seat, state = _decision(match, access)
    player = _player(asked, match.rules)
    players = parts().players
    budget = (players.for_analyses() if asked.kind == ANALYSIS else players).budget(player, asked.budget)
    cost = cost_ms(player, match.rules, budget)
    charge(cost)
    task = Task(own.secret(12), match.id, seat, asked.kind, budget=budget, cost=cost / 1000)
    task.searching, task.most = kind_of(player, match.rules), players.most_seconds(budget)
    if asked.kind == HINT:
        match.thinking.hints.append(task.stop)
    seed = match.bot_seed + match.version if asked.seed is None else asked.seed
    return task, hinting(parts().searcher, player, state, match.version, seed, asked.top_k)


def _rollout(own: Keeper, match: Match, access: Access, asked: AnalysisIn) -> tuple[Task, Work]:
    seat, state = _decision(match, access)
    players = parts().players.for_analyses()
    names = (asked.level, asked.bot)
    seed = _shown_seed(match) if asked.seed is None else asked.seed
    terms = rollout_terms(players, match.rules, names, asked.trials, asked.budget, seed, asked.top_k)
    cost = players.most_seconds(terms.budget)
    charge(round(1000 * cost))
    task = Task(own.secret(12), match.id, seat, ROLLOUT, budget=terms.budget, cost=cost, most=cost)
    task.searching = terms.kind
    return task, rolling_out(terms, state, match.version)


def _shown_seed(match: Match) -> int:
    """A seed for this decision that an answer can name without revealing the seed of the match's bots."""
    secret = f"rollout {match.bot_seed} {match.version}".encode()
    return int.from_bytes(blake2b(secret, digest_size=8).digest()) >> (64 - DRAWN_SEED_BITS)


def _review(own: Keeper, match: Match, access: Access, asked: AnalysisIn) -> tuple[Task, Work]:
    check_over(match, access, own.now())
    assert match.end is not None
    player = _player(asked, match.rules)
    if not isinstance(player, MctsBot):
        raise ProblemError(
            Kind.INVALID_BOT, "does not search; a review needs a bot that searches, such as medium", "bot"
        )
    line = [(e.number, e.data["text"]) for e in match.line()]
    decisions = max(1, sum(e.kind == "move" for e in match.line()))
    players = parts().players
    whole = players.budget(player, asked.budget)
    assert whole is not None
    share = max(1, players.analysis_milliseconds // (SEARCHES * decisions))
    budget = Budget(whole.iterations, min(share, whole.milliseconds or share))
    cost = cost_ms(player, match.rules, budget) * decisions * SEARCHES
    charge(cost)
    task = Task(own.secret(12), match.id, access.seat, REVIEW, budget=budget, cost=cost / 1000)
    task.searching, task.most = f"review {match.rules.id}", players.analysis_milliseconds / 1000
    return task, reviewing(parts().searcher, match.rules, line, match.end["returns"], player, budget)


MAKERS = {ROLLOUT: _rollout, REVIEW: _review}


@blueprint.get("/matches/<match>/analyses/<analysis>")
@blueprint.input(WaitQuery, location="query")
@blueprint.output(AnalysisOut)
@blueprint.doc(operation_id="getAnalysis")
def show(match: str, analysis: str, query_data: WaitQuery) -> AnalysisOut | Response:
    """Get an analysis

    Its progress and its result. Only the seat that started it can get it. With `wait` the answer comes when
    it has ended. As `text/event-stream`: `partial` events as they come, and one `final` event.
    """
    task = _own(match, analysis)
    if wants_stream():
        return search_stream(task.feed, lambda: lambda: _last(task))
    if query_data.wait and not task.ended.is_set():
        is_gone, until = client_is_gone(), time.monotonic() + query_data.wait
        with place():
            while not (task.ended.wait(LOOK_S) or is_gone() or time.monotonic() > until):
                pass
    return task.shown()


@blueprint.delete("/matches/<match>/analyses/<analysis>")
@blueprint.output(AnalysisOut)
@blueprint.doc(operation_id="cancelAnalysis")
def cancel(match: str, analysis: str) -> AnalysisOut:
    """Cancel an analysis

    The answer has the best result so far.
    """
    task = _own(match, analysis)
    parts().analyses.cancel(task)
    return task.shown()


def _own(match: str, analysis: str) -> Task:
    """An analysis of the caller.

    :raises ProblemError: 404, if there is none.
    """
    own = parts().keeper
    with held(own, match) as found:
        access = access_to(own, found)
    task = parts().analyses.find(analysis, match)
    if task is None or task.seat != access.seat:
        raise ProblemError(Kind.NOT_FOUND, "there is no such analysis of this seat")
    return task
