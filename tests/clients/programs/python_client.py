"""A match against a bot by the package of openapi-python-client, with a hint at every decision."""

import json
import sys
from typing import TypeVar

import httpx
from generated.api.analyses import analyse, get_analysis
from generated.api.matches import act, create_match, get_events, get_match, join_match
from generated.client import AuthenticatedClient, Client
from generated.models.action_in import ActionIn
from generated.models.action_in_action import ActionInAction
from generated.models.analysis_in import AnalysisIn
from generated.models.analysis_out import AnalysisOut
from generated.models.hint_out import HintOut
from generated.models.join_in import JoinIn
from generated.models.match_in import MatchIn
from generated.models.match_made import MatchMade
from generated.models.match_out import MatchOut
from generated.models.seat_in import SeatIn
from generated.models.seat_in_kind import SeatInKind

T = TypeVar("T")


def given(kind: type[T], answer: object) -> T:
    """The answer, which must be of the kind that was asked for, and not a problem."""
    assert isinstance(answer, kind), answer
    return answer


def play(address: str) -> dict[str, object]:
    """Play a match to its end."""
    seats = [SeatIn(kind=SeatInKind.PERSON), SeatIn(kind=SeatInKind.BOT)]
    body = MatchIn(game="leduc", seats=seats)
    made = given(MatchMade, create_match.sync(client=Client(base_url=address), body=body))
    match_id = made.match.id
    token = made.invitations[0].token
    mine = AuthenticatedClient(base_url=address, token=token, timeout=httpx.Timeout(40.0))
    match = given(MatchOut, join_match.sync(match_id, client=mine, body=JoinIn(seed="any text")))
    chances: list[float | None] = []
    while match.status.value != "over":
        if match.to_move != match.seat:
            get_events.sync(match_id, client=mine, after=match.version, wait=20)
        else:
            begun = given(AnalysisOut, analyse.sync(match_id, client=mine, body=AnalysisIn()))
            done = given(AnalysisOut, get_analysis.sync(match_id, begun.id, client=mine, wait=20))
            hint = given(HintOut, done.hint)
            chances.append(hint.win_chance)
            action = ActionIn(action=ActionInAction.MOVE, move=hint.move.text)
            given(MatchOut, act.sync(match_id, client=mine, body=action, if_match=f'"{match.version}"'))
        match = given(MatchOut, get_match.sync(match_id, client=mine))
    assert match.result is not None
    return {"reason": match.result.reason, "chances": chances}


if __name__ == "__main__":
    print(json.dumps(play(sys.argv[1])))
