"""Routes of records of matches that are over."""

from typing import Any

from apiflask import APIBlueprint

from battlewise.api.matches import fair
from battlewise.api.matches.keeper import Gone
from battlewise.api.routes.access import access_to, bearer, check_over, held
from battlewise.api.routes.parts import charge, parts
from battlewise.api.schemas.records import RecordOut, VerifyIn, VerifyOut

blueprint = APIBlueprint("records", __name__, tag="Matches")
COST = 20


@blueprint.get("/matches/<match>/record")
@blueprint.output(RecordOut)
@blueprint.doc(operation_id="getRecord")
def record(match: str) -> dict[str, Any]:
    """Download the record

    Every decision and outcome of a match that is over, with all hidden parts, and the seeds that prove
    the luck. `battlewise verify FILE` verifies it. With the token of a seat or of the host it is available
    even if the service no longer has the rules of the match.
    """
    own = parts().keeper
    try:
        own.match(match)
    except Gone:
        return own.old_record(match, bearer())
    with held(own, match) as found:
        check_over(found, access_to(own, found), own.now())
        return found.record()


@blueprint.post("/records/verify")
@blueprint.input(VerifyIn)
@blueprint.output(VerifyOut)
@blueprint.doc(operation_id="verifyRecord")
def verify(json_data: VerifyIn) -> VerifyOut:
    """Verify a record

    Check its form, seal and commitment, that every decision was legal, that every outcome follows from the
    seeds, and the result.
    """
    charge(COST)
    try:
        verdict = fair.verify(json_data.record, json_data.seal)
    except fair.VerifyError as error:
        return VerifyOut(
            sound=False, field=error.field, problem=error.problem[:300], decisions=0, outcomes=0, given=0
        )
    return VerifyOut(
        sound=True,
        field=None,
        problem=None,
        decisions=verdict.decisions,
        outcomes=verdict.outcomes,
        given=verdict.given,
    )
