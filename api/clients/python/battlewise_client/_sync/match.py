"""A match, by a token of a seat or of the host."""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, Unpack
from urllib.parse import quote

import httpx

from battlewise_client.pauses import pause
from battlewise_client.problems import ProblemError, pause_s
from battlewise_client.streams import Parser
from battlewise_client.types import (
    ActionIn,
    AnalysisIn,
    AnalysisOut,
    EventOut,
    EventsOut,
    HintOut,
    JoinIn,
    MatchOut,
    RecordOut,
    RematchOut,
    TokenOut,
)

if TYPE_CHECKING:
    from battlewise_client._sync.service import Service

T = TypeVar("T")
WAIT_S = 20
ENDED = ("done", "cancelled", "failed")


class Match:
    """A match as a seat, as the host or, without a token, as a spectator.

    :ivar id: of the match.
    :ivar token: of the seat or of the host.
    """

    def __init__(self, service: "Service", match: str, token: str | None) -> None:
        self._service = service
        self._path = f"/v1/matches/{quote(match)}"
        self.id = match
        self.token = token

    def state(self) -> MatchOut:
        """The match as this seat sees it."""
        return self._ask(MatchOut, "GET")

    def join(self, **body: Unpack[JoinIn]) -> MatchOut:
        """Take the seat, and give a seed for the luck."""
        return self._ask(MatchOut, "POST", "/join", body, again=False)

    def move(self, move: str | Mapping[str, Any], version: int) -> MatchOut:
        """Play a move.

        :param move: its text or object.
        :param version: of the match when the move was chosen.
        """
        return self.act(version, action="move", move=move if isinstance(move, str) else dict(move))

    def act(self, version: int | None = None, /, **body: Unpack[ActionIn]) -> MatchOut:
        """Act: move, undo, resign, pause, resume, abort, replace.

        :param version: of the match on which the action is based; needed for a move and for undo.
        """
        headers = {} if version is None else {"If-Match": f'"{version}"'}
        return self._ask(MatchOut, "POST", "/actions", body, headers, again=False)

    def turns(self) -> Iterator[MatchOut]:
        """The match whenever this seat is to move, until the match is over."""
        state = self.state()
        while state["status"] != "over":
            if state["to_move"] == state["seat"] and state["moves"]:
                yield state
            else:
                self.event_list(state["version"], wait=WAIT_S)
            state = self.state()

    def event_list(self, after: int = 0, *, wait: int = 0) -> EventsOut:
        """The events after a known one, at most 500.

        :param wait: longest time to wait for one, in seconds.
        """
        return self._ask(EventsOut, "GET", f"/events?after={after}&wait={wait}")

    def events(self, after: int = 0) -> Iterator[EventOut]:
        """Every event after a known one as it happens, to the last, which is ``end``.

        A stream that is interrupted is resumed, however long the service is away.

        :raises ProblemError: if the service refuses it.
        """
        attempt, over = 0, False
        while not over:
            over, parser, refusal = True, Parser(), None
            try:
                for line in self._service.stream(f"{self._path}/events", self.token, after):
                    over = False
                    part = parser.feed(line)
                    if part is None or part.event == "snapshot":
                        continue
                    event: EventOut = json.loads(part.data)
                    attempt, after = 0, event["number"]
                    yield event
                    if event["type"] == "end":
                        return
            except httpx.TransportError:
                over = False
            except ProblemError as problem:
                if problem.retry_after is None:
                    raise
                over, refusal = False, problem.retry_after
            if not over:
                attempt += 1
                pause(refusal or pause_s(min(attempt, 8), None) or 0.0)

    def hint(self, **body: Unpack[AnalysisIn]) -> HintOut:
        """A hint for the seat's decision; waits for it.

        :raises RuntimeError: if it is cancelled, such as by a move, or fails.
        """
        found = self.analyse(**body)
        while found["status"] not in ENDED:
            found = self.analysis(found["id"], wait=WAIT_S)
        hint = found.get("hint")
        if hint is None:
            raise RuntimeError(f"the hint is {found['status']}")
        return hint

    def analyse(self, **body: Unpack[AnalysisIn]) -> AnalysisOut:
        """Start a hint, an analysis or a review."""
        return self._ask(AnalysisOut, "POST", "/analyses", body, again=False)

    def analysis(self, analysis: str, *, wait: int = 0) -> AnalysisOut:
        """Progress and result of an analysis.

        :param wait: longest time to wait for its end, in seconds.
        """
        return self._ask(AnalysisOut, "GET", f"/analyses/{quote(analysis)}?wait={wait}")

    def cancel_analysis(self, analysis: str) -> AnalysisOut:
        """Cancel an analysis. The answer has its best result so far."""
        return self._ask(AnalysisOut, "DELETE", f"/analyses/{quote(analysis)}")

    def record(self) -> RecordOut:
        """The record of the match, which is over."""
        return self._ask(RecordOut, "GET", "/record")

    def rematch(self) -> RematchOut:
        """Request a rematch."""
        return self._ask(RematchOut, "POST", "/rematch")

    def change_token(self, seat: int | None) -> None:
        """Get a new token and use it. The old one is valid until then.

        :param seat: this seat; None for the host.
        """
        whose = "/host/token" if seat is None else f"/seats/{seat}/token"
        self.token = (self._ask(TokenOut, "POST", whose))["token"]

    def _ask(
        self,
        kind: type[T],
        method: str,
        rest: str = "",
        body: object = None,
        headers: Mapping[str, str] | None = None,
        *,
        again: bool = True,
    ) -> T:
        path = self._path + rest
        return self._service.ask(kind, method, path, body, token=self.token, headers=headers, again=again)
