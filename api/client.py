"""A typed Python client of the service. It needs nothing but Battlewise itself.

service = Service("http://127.0.0.1:8000")
table = service.create("battlelore", seats=[{"kind": "person"}, {"kind": "bot", "level": "hard"}])
me = table.seats[0]
match = me.join(seed="anything")
for match in me.turns():
    match = me.move(match.moves[0].text, match.version)
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import Any, Literal, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from battlewise.api.schemas.analyses import AnalysisOut
from battlewise.api.schemas.common import Model, MoveOut
from battlewise.api.schemas.games import GamesOut
from battlewise.api.schemas.matches import EventOut, MatchMade, MatchOut, RematchOut, TokenOut
from battlewise.api.schemas.moves import ChosenMove
from battlewise.api.schemas.records import RecordOut, VerifyOut
from battlewise.api.schemas.service import LimitsOut
from battlewise.api.schemas.tournaments import TournamentMade, TournamentOut

M = TypeVar("M", bound=Model)
NEW: Literal["ignore"] = "ignore"  # how to treat fields that a newer service adds
TIMEOUT_S = 40.0
WAIT_S = 20


class ServiceError(Exception):
    """The service answered with an error.

    :ivar status: the HTTP status.
    :ivar fields: the wrong fields.
    :ivar version: the current version of the match, with 412.
    :ivar moves: the legal moves, if the move was not legal.
    :ivar retry_after: seconds after which to retry, with 429 and 503.
    """

    def __init__(self, status: int, document: Mapping[str, Any], retry_after: str | None) -> None:
        super().__init__(f"{status}: {document.get('detail', '')}")
        self.status = status
        self.fields = [error["field"] for error in document.get("errors", [])]
        self.version: int | None = document.get("version")
        self.moves = [MoveOut.model_validate(move, extra=NEW) for move in document.get("moves", [])]
        self.retry_after = None if retry_after is None else int(retry_after)


class Service:
    """A service.

    :param base: its address, such as ``http://127.0.0.1:8000``.
    """

    def __init__(self, base: str) -> None:
        self._base = base.rstrip("/")

    def games(self) -> GamesOut:
        """The games, the levels and the limits."""
        return self.ask(GamesOut, "GET", "/v1/games")

    def limits(self) -> LimitsOut:
        """The limits of requests, of addresses, and of the service."""
        return self.ask(LimitsOut, "GET", "/v1/limits")

    def verify(self, record: Mapping[str, Any], seal: str | None = None) -> VerifyOut:
        """Verify a record.

        :param seal: the seal in the match's last event.
        """
        return self.ask(VerifyOut, "POST", "/v1/records/verify", {"record": record, "seal": seal})

    def choose(self, game: str, view: Mapping[str, Any], **more: Any) -> ChosenMove:
        """A bot's move for a view, without a match.

        :param more: level, bot, budget, seed, top_k, options.
        """
        return self.ask(ChosenMove, "POST", f"/v1/games/{game}/moves", {"view": view, **more})

    def create(self, game: str, key: str | None = None, **more: Any) -> "Table":
        """Create a match.

        :param key: an idempotency key, 16 to 200 characters that nobody can guess.
        :param more: options, seats, clock, spectators, delay_s, hints, undo, start.
        """
        headers = {} if key is None else {"Idempotency-Key": key}
        made = self.ask(MatchMade, "POST", "/v1/matches", {"game": game, **more}, headers=headers)
        seats = {one.seat: Seat(self, made.match.id, one.token) for one in made.invitations}
        return Table(made, Seat(self, made.match.id, made.host_token), seats)

    def tournament(self, game: str, entrants: Mapping[str, str], **more: Any) -> TournamentMade:
        """Start a tournament between bots."""
        return self.ask(
            TournamentMade, "POST", "/v1/tournaments", {"game": game, "entrants": entrants, **more}
        )

    def standings(self, tournament: str, wait: int = 0, games: int | None = None) -> TournamentOut:
        """The standings of a tournament.

        :param wait: longest time to wait for the end, in seconds.
        :param games: wait until there are more games than this.
        """
        more = "" if games is None else f"&games={games}"
        return self.ask(TournamentOut, "GET", f"/v1/tournaments/{tournament}?wait={wait}{more}")

    def tournament_games(self, tournament: str) -> Iterator[dict[str, Any]]:
        """A tournament's games, each with seats, scores and record."""
        with self.open("GET", f"/v1/tournaments/{tournament}/games") as answer:
            for line in answer:
                yield json.loads(line)

    def cancel_tournament(self, tournament: str, token: str) -> TournamentOut:
        """Cancel a tournament. Games that were played are kept.

        :param token: the tournament's token.
        """
        return self.ask(TournamentOut, "DELETE", f"/v1/tournaments/{tournament}", token=token)

    def ask(
        self,
        kind: type[M],
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> M:
        """Send a request and read the answer into a model.

        :raises ServiceError: if the answer is an error.
        """
        with self.open(method, path, body, token, headers) as answer:
            return kind.model_validate_json(answer.read(), extra=NEW)

    def open(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> HTTPResponse:
        """Send a request; the answer is still to be read.

        :raises ServiceError: if the answer is an error.
        """
        request = Request(self._base + path, method=method, headers=dict(headers or {}))
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            answer: HTTPResponse = urlopen(request, timeout=TIMEOUT_S)
        except HTTPError as error:
            with error:
                text = error.read()
            document = json.loads(text) if text.startswith(b"{") else {}
            raise ServiceError(error.code, document, error.headers.get("Retry-After")) from None
        return answer


@dataclass(frozen=True)
class Table:
    """A new match and its tokens.

    :ivar host: the host.
    :ivar seats: by number, the seats that are not bots'.
    """

    made: MatchMade
    host: "Seat"
    seats: dict[int, "Seat"]


class Seat:
    """The holder of a token of a match: a seat or the host. Without a token, a spectator."""

    def __init__(self, service: Service, match: str, token: str | None) -> None:
        self._service = service
        self._path = f"/v1/matches/{match}"
        self.match = match
        self.token = token

    def state(self) -> MatchOut:
        """The match as this seat sees it."""
        return self._ask(MatchOut, "GET")

    def join(self, name: str | None = None, seed: str | None = None) -> MatchOut:
        """Take the seat, and give a seed for the luck."""
        return self._ask(MatchOut, "POST", "/join", {"name": name, "seed": seed})

    def move(self, move: str | Mapping[str, Any], version: int) -> MatchOut:
        """Play a move.

        :param version: of the match when the move was chosen.
        """
        return self.act("move", version, move=move)

    def act(self, action: str, version: int | None = None, **more: Any) -> MatchOut:
        """Act: undo, resign, pause, resume, abort, replace."""
        headers = {} if version is None else {"If-Match": f'"{version}"'}
        return self._ask(MatchOut, "POST", "/actions", {"action": action, **more}, headers)

    def turns(self) -> Iterator[MatchOut]:
        """The match whenever this seat is to move, until the match is over."""
        state = self.state()
        while state.status != "over":
            if state.to_move == state.seat and state.moves:
                yield state
                state = self.state()
            else:
                self.wait(state.version)
                state = self.state()

    def wait(self, version: int, seconds: int = WAIT_S) -> None:
        """Wait until there is an event after a version, or the time is over."""
        self._service.open(
            "GET", f"{self._path}/events?after={version}&wait={seconds}", token=self.token
        ).close()

    def events(self, last: int | None = None) -> Iterator[MatchOut | EventOut]:
        """The stream: first the match, then all events. The last event is `end`.

        If the service stops, the stream ends without `end`; continue with the number of the last event.

        :param last: number of the last event that is known; then the match does not come first.
        """
        headers = {"Accept": "text/event-stream"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        with self._service.open("GET", f"{self._path}/events", None, self.token, headers) as answer:
            kind = ""
            for line in answer:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "event":
                    kind = value
                elif name == "data" and kind == "snapshot":
                    yield MatchOut.model_validate_json(value, extra=NEW)
                elif name == "data":
                    yield EventOut.model_validate_json(value, extra=NEW)

    def hint(self, **more: Any) -> AnalysisOut:
        """A hint for the seat's decision; waits for it."""
        return self.analysis(self.analyse("hint", **more).id, wait=WAIT_S)

    def analyse(self, kind: str, **more: Any) -> AnalysisOut:
        """Start a hint, an analysis or a review."""
        return self._ask(AnalysisOut, "POST", "/analyses", {"kind": kind, **more})

    def analysis(self, analysis: str, wait: int = 0) -> AnalysisOut:
        """Progress and result of an analysis."""
        return self._ask(AnalysisOut, "GET", f"/analyses/{analysis}?wait={wait}")

    def cancel(self, analysis: str) -> AnalysisOut:
        """Cancel an analysis. The answer has its best result so far."""
        return self._ask(AnalysisOut, "DELETE", f"/analyses/{analysis}")

    def record(self) -> RecordOut:
        """The record of the match, which is over."""
        return self._ask(RecordOut, "GET", "/record")

    def rematch(self) -> RematchOut:
        """Request a rematch."""
        return self._ask(RematchOut, "POST", "/rematch")

    def change_token(self, seat: int | None) -> None:
        """Get a new token for this seat or the host (None). The old one is valid until this one is used."""
        whose = "/host/token" if seat is None else f"/seats/{seat}/token"
        self.token = self._ask(TokenOut, "POST", whose).token

    def _ask(
        self,
        kind: type[M],
        method: str,
        rest: str = "",
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> M:
        return self._service.ask(kind, method, self._path + rest, body, self.token, headers)
