"""Routes of tournaments between bots."""

import json
from collections.abc import Iterator
from hmac import compare_digest
from pathlib import Path

from apiflask import APIBlueprint
from flask import Response

from battlewise.api.matches.rules import rules_named
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.access import CHALLENGE, bearer
from battlewise.api.routes.parts import caller, charge, client_is_gone, idempotency_key, parts, place
from battlewise.api.schemas.tournaments import TournamentIn, TournamentMade, TournamentOut, TournamentQuery
from battlewise.api.store.database import digest
from battlewise.bots.tournament.ledger import Ledger, LedgerError
from battlewise.bots.tournament.plan import Plan, PlanError, Terms

blueprint = APIBlueprint("tournaments", __name__, tag="Tournaments")
COST = 1000


@blueprint.post("/tournaments")
@blueprint.input(TournamentIn)
@blueprint.output(TournamentMade, status_code=201)
@blueprint.doc(operation_id="createTournament")
def create(json_data: TournamentIn) -> tuple[TournamentMade, int, dict[str, str]]:
    """Start a tournament

    A tournament between bots, in blocks: one seed with every seating of a line-up. It has the lowest
    priority and goes on after a restart. With an Idempotency-Key a repeated request gets the same tournament
    and the same token.
    """
    key, own = idempotency_key(), parts().tournaments
    before = own.made_before(key)
    if before is None:
        charge(COST)
        before = own.add(_plan(json_data), digest(caller()), key)
    tournament, token = before
    made = TournamentMade(tournament=parts().tournaments.shown(tournament), token=token)
    return made, 201, {"Location": f"/v1/tournaments/{tournament}"}


def _plan(asked: TournamentIn) -> Plan:
    rules = rules_named(asked.game, asked.options)
    for name, spec in asked.entrants.items():
        parts().players.check(spec, rules, f"entrants.{name}")
    try:
        plan = Plan(
            terms=Terms(asked.game, rules.options, cap=asked.cap),
            entrants=asked.entrants,
            pairing=asked.pairing,
            seating=asked.seating,
            blocks=asked.blocks,
            seed=asked.seed,
        )
    except PlanError as error:
        raise ProblemError(Kind.INVALID, str(error).removeprefix(f"{error.field}: "), error.field) from None
    most = parts().settings.max_tournament_games
    if plan.games > most:
        raise ProblemError(Kind.OVER_LIMIT, f"make {plan.games} games; the limit is {most}", "blocks")
    return plan


@blueprint.get("/tournaments/<tournament>")
@blueprint.input(TournamentQuery, location="query")
@blueprint.output(TournamentOut)
@blueprint.doc(operation_id="getTournament")
def show(tournament: str, query_data: TournamentQuery) -> TournamentOut:
    """Watch a tournament

    The standings from complete blocks, with intervals clustered by block. With `wait` the answer comes
    when there are more than `games` games, or when the tournament ends.
    """
    parts().tournaments.row(tournament)
    if query_data.wait:
        with place():
            parts().tournaments.wait(tournament, query_data.games, query_data.wait, client_is_gone())
    return parts().tournaments.shown(tournament)


@blueprint.get("/tournaments/<tournament>/games")
@blueprint.doc(
    operation_id="getTournamentGames", responses={200: "One JSON object a line: result and record of a game."}
)
def games(tournament: str) -> Response:
    """Download a tournament's games

    One JSON object a line: seats, scores and record of a game, in the order of the plan.
    """
    parts().tournaments.row(tournament)
    path = parts().tournaments.ledger(tournament)
    return Response(_lines(path), mimetype="application/x-ndjson")


def _lines(path: Path) -> Iterator[str]:
    try:
        ledger = Ledger(path)
    except LedgerError:  # it has not begun
        return
    with ledger as kept:
        for one in kept.results(complete=False):
            record = kept.record(one.key)
            game = {"seats": one.seats, "scores": one.scores, "status": one.status, "plies": one.plies}
            yield json.dumps({"key": one.key, **game, "record": record}) + "\n"


@blueprint.delete("/tournaments/<tournament>")
@blueprint.output(TournamentOut)
@blueprint.doc(operation_id="cancelTournament")
def cancel(tournament: str) -> TournamentOut:
    """Cancel a tournament

    Needs the token of the tournament. Games that were played are kept.
    """
    row = parts().tournaments.row(tournament)
    token = bearer()
    if token is None or not compare_digest(digest(token), row["token_hash"]):
        raise ProblemError(
            Kind.TOKEN_NEEDED, "this request needs the token of the tournament", headers=CHALLENGE
        )
    parts().tournaments.cancel(tournament)
    return parts().tournaments.shown(tournament)
