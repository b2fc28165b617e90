"""The service, and how requests are sent."""

import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack
from urllib.parse import quote

import httpx

from battlewise_client._sync.match import Match
from battlewise_client.pauses import pause
from battlewise_client.problems import ProblemError, pause_s
from battlewise_client.types import (
    ChosenMove,
    GameDetails,
    GamesOut,
    LegalMoves,
    LegalMovesIn,
    LimitsOut,
    MatchIn,
    MatchMade,
    MoveIn,
    NextIn,
    NextOut,
    OutcomesOut,
    PositionIn,
    PositionOut,
    TournamentGame,
    TournamentIn,
    TournamentMade,
    TournamentOut,
    VerifyIn,
    VerifyOut,
)

T = TypeVar("T")
TIMEOUT_S = 60.0  # more than any request waits: `wait` is at most 30 seconds, a search 10 by default


class Service:
    """A service.

    :param base: its address, such as ``http://127.0.0.1:8000``.
    :param retries: how often a request is repeated at most, if it is safe to repeat.
    :param http: what sends requests; default: one of its own, which `aclose` closes.
    """

    def __init__(self, base: str, retries: int = 4, http: httpx.Client | None = None) -> None:
        self._base = base.rstrip("/")
        self._retries = retries
        self._http = http or httpx.Client(timeout=TIMEOUT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def games(self) -> GamesOut:
        """The games, the levels and the limits of one request."""
        return self.ask(GamesOut, "GET", "/v1/games")

    def game(self, game: str) -> GameDetails:
        """A game with schemas and examples of its views and moves."""
        return self.ask(GameDetails, "GET", f"/v1/games/{quote(game)}")

    def limits(self) -> LimitsOut:
        """The limits of requests, of addresses, and of the service."""
        return self.ask(LimitsOut, "GET", "/v1/limits")

    def legal_moves(self, game: str, /, **body: Unpack[LegalMovesIn]) -> LegalMoves:
        """Check a view and list the legal moves."""
        return self.ask(LegalMoves, "POST", f"/v1/games/{quote(game)}/legal-moves", body)

    def choose_move(self, game: str, /, **body: Unpack[MoveIn]) -> ChosenMove:
        """A bot's move for a view, with its win chance and the candidates."""
        return self.ask(ChosenMove, "POST", f"/v1/games/{quote(game)}/moves", body)

    def next_view(self, game: str, /, **body: Unpack[NextIn]) -> NextOut:
        """The next view, from a view and what happened as its seat saw it."""
        return self.ask(NextOut, "POST", f"/v1/games/{quote(game)}/next", body)

    def outcomes(self, game: str, /, **body: Unpack[LegalMovesIn]) -> OutcomesOut:
        """What chance can do at a view, with probabilities."""
        return self.ask(OutcomesOut, "POST", f"/v1/games/{quote(game)}/outcomes", body)

    def position(self, game: str, /, **body: Unpack[PositionIn]) -> PositionOut:
        """The position at the end of a record."""
        return self.ask(PositionOut, "POST", f"/v1/games/{quote(game)}/positions", body)

    def verify(self, **body: Unpack[VerifyIn]) -> VerifyOut:
        """Verify a record."""
        return self.ask(VerifyOut, "POST", "/v1/records/verify", body)

    def create_match(self, *, idempotency_key: str | None = None, **body: Unpack[MatchIn]) -> "NewMatch":
        """Create a match.

        :param idempotency_key: 16 to 200 characters that nobody can guess; the same request with the same key
            gets the same match. Default: a key of its own, so that a retry creates no second match.
        """
        headers = {"Idempotency-Key": idempotency_key or secrets.token_urlsafe(24)}
        made = self.ask(MatchMade, "POST", "/v1/matches", body, headers=headers)
        known = made["match"]["id"]
        seats = {one["seat"]: self.match(known, one["token"]) for one in made["invitations"]}
        return NewMatch(made, self.match(known, made["host_token"]), seats)

    def match(self, match: str, token: str | None = None) -> Match:
        """A match by its id.

        :param token: of a seat or of the host; None for a spectator.
        """
        return Match(self, match, token)

    def create_tournament(self, **body: Unpack[TournamentIn]) -> TournamentMade:
        """Start a tournament between bots."""
        return self.ask(TournamentMade, "POST", "/v1/tournaments", body, again=False)

    def tournament(self, tournament: str, *, wait: int = 0, games: int | None = None) -> TournamentOut:
        """The standings of a tournament.

        :param wait: longest time to wait for its end, in seconds.
        :param games: wait until there are more games than this.
        """
        more = "" if games is None else f"&games={games}"
        path = f"/v1/tournaments/{quote(tournament)}?wait={wait}{more}"
        return self.ask(TournamentOut, "GET", path)

    def tournament_games(self, tournament: str) -> Iterator[TournamentGame]:
        """The games of a tournament, each with seats, scores and record."""
        path = f"/v1/tournaments/{quote(tournament)}/games"
        with self._http.stream("GET", self._base + path) as answer:
            _check(answer)
            for line in answer.iter_lines():
                game: TournamentGame = json.loads(line)
                yield game

    def cancel_tournament(self, tournament: str, token: str) -> TournamentOut:
        """Cancel a tournament. Games that were played are kept.

        :param token: the tournament's token.
        """
        return self.ask(TournamentOut, "DELETE", f"/v1/tournaments/{quote(tournament)}", token=token)

    def ask(
        self,
        kind: type[T],
        method: str,
        path: str,
        body: object = None,
        *,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
        again: bool = True,
    ) -> T:
        """Send a request.

        :param kind: the type of the answer.
        :param again: whether it is safe to repeat after a lost connection. An answer of 429 or 503 is always
            followed by a retry.
        :raises ProblemError: if the service refuses it.
        :raises httpx.TransportError: if there is no answer.
        """
        content: dict[str, Any] = {} if body is None else {"json": body}
        sent = {**(headers or {}), **bearer(token)}
        attempt = 0
        while True:
            attempt += 1
            answer: httpx.Response | None = None
            try:
                answer = self._http.request(method, self._base + path, headers=sent, **content)
            except httpx.TransportError:
                if not again or attempt > self._retries:
                    raise
            if answer is not None and answer.is_success:
                found: T = answer.json()
                return found
            seconds = pause_s(attempt, answer)
            if answer is not None and (seconds is None or attempt > self._retries):
                raise ProblemError(answer)
            pause(seconds or 0.0)

    def stream(self, path: str, token: str | None, last: int) -> Iterator[str]:
        """The lines of a stream of events after a known one; none if there are no more events.

        :raises ProblemError: if the service refuses it.
        :raises httpx.TransportError: if the connection is lost.
        """
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(last), **bearer(token)}
        with self._http.stream("GET", self._base + path, headers=headers) as answer:
            _check(answer)
            for line in answer.iter_lines():
                yield line


def bearer(token: str | None) -> dict[str, str]:
    """The header with a token."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def _check(answer: httpx.Response) -> None:
    if not answer.is_success:
        answer.read()
        raise ProblemError(answer)


@dataclass(frozen=True)
class NewMatch:
    """A new match and its tokens.

    :ivar made: the service's answer.
    :ivar host: the match as the host.
    :ivar seats: the match as each seat that is not a bot's, by number.
    """

    made: MatchMade
    host: Match
    seats: dict[int, Match]
