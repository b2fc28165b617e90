"""The service, and how requests are sent."""

import json
import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack
from urllib.parse import quote

import httpx

from battlewise_client._async.match import AsyncMatch
from battlewise_client.pauses import async_pause
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


class AsyncService:
    """A service.

    :param base: its address, such as ``http://127.0.0.1:8000``.
    :param retries: how often a request is repeated at most, if it is safe to repeat.
    :param http: what sends requests; default: one of its own, which `aclose` closes.
    """

    def __init__(self, base: str, retries: int = 4, http: httpx.AsyncClient | None = None) -> None:
        self._base = base.rstrip("/")
        self._retries = retries
        self._http = http or httpx.AsyncClient(timeout=TIMEOUT_S)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def games(self) -> GamesOut:
        """The games, the levels and the limits of one request."""
        return await self.ask(GamesOut, "GET", "/v1/games")

    async def game(self, game: str) -> GameDetails:
        """A game with schemas and examples of its views and moves."""
        return await self.ask(GameDetails, "GET", f"/v1/games/{quote(game)}")

    async def limits(self) -> LimitsOut:
        """The limits of requests, of addresses, and of the service."""
        return await self.ask(LimitsOut, "GET", "/v1/limits")

    async def legal_moves(self, game: str, /, **body: Unpack[LegalMovesIn]) -> LegalMoves:
        """Check a view and list the legal moves."""
        return await self.ask(LegalMoves, "POST", f"/v1/games/{quote(game)}/legal-moves", body)

    async def choose_move(self, game: str, /, **body: Unpack[MoveIn]) -> ChosenMove:
        """A bot's move for a view, with its win chance and the candidates."""
        return await self.ask(ChosenMove, "POST", f"/v1/games/{quote(game)}/moves", body)

    async def next_view(self, game: str, /, **body: Unpack[NextIn]) -> NextOut:
        """The next view, from a view and what happened as its seat saw it."""
        return await self.ask(NextOut, "POST", f"/v1/games/{quote(game)}/next", body)

    async def outcomes(self, game: str, /, **body: Unpack[LegalMovesIn]) -> OutcomesOut:
        """What chance can do at a view, with probabilities."""
        return await self.ask(OutcomesOut, "POST", f"/v1/games/{quote(game)}/outcomes", body)

    async def position(self, game: str, /, **body: Unpack[PositionIn]) -> PositionOut:
        """The position at the end of a record."""
        return await self.ask(PositionOut, "POST", f"/v1/games/{quote(game)}/positions", body)

    async def verify(self, **body: Unpack[VerifyIn]) -> VerifyOut:
        """Verify a record."""
        return await self.ask(VerifyOut, "POST", "/v1/records/verify", body)

    async def create_match(
        self, *, idempotency_key: str | None = None, **body: Unpack[MatchIn]
    ) -> "AsyncNewMatch":
        """Create a match.

        :param idempotency_key: 16 to 200 characters that nobody can guess; the same request with the same key
            gets the same match. Default: a key of its own, so that a retry creates no second match.
        """
        headers = {"Idempotency-Key": idempotency_key or secrets.token_urlsafe(24)}
        made = await self.ask(MatchMade, "POST", "/v1/matches", body, headers=headers)
        known = made["match"]["id"]
        seats = {one["seat"]: self.match(known, one["token"]) for one in made["invitations"]}
        return AsyncNewMatch(made, self.match(known, made["host_token"]), seats)

    def match(self, match: str, token: str | None = None) -> AsyncMatch:
        """A match by its id.

        :param token: of a seat or of the host; None for a spectator.
        """
        return AsyncMatch(self, match, token)

    async def create_tournament(self, **body: Unpack[TournamentIn]) -> TournamentMade:
        """Start a tournament between bots."""
        return await self.ask(TournamentMade, "POST", "/v1/tournaments", body, again=False)

    async def tournament(self, tournament: str, *, wait: int = 0, games: int | None = None) -> TournamentOut:
        """The standings of a tournament.

        :param wait: longest time to wait for its end, in seconds.
        :param games: wait until there are more games than this.
        """
        more = "" if games is None else f"&games={games}"
        path = f"/v1/tournaments/{quote(tournament)}?wait={wait}{more}"
        return await self.ask(TournamentOut, "GET", path)

    async def tournament_games(self, tournament: str) -> AsyncIterator[TournamentGame]:
        """The games of a tournament, each with seats, scores and record."""
        path = f"/v1/tournaments/{quote(tournament)}/games"
        async with self._http.stream("GET", self._base + path) as answer:
            await _check(answer)
            async for line in answer.aiter_lines():
                game: TournamentGame = json.loads(line)
                yield game

    async def cancel_tournament(self, tournament: str, token: str) -> TournamentOut:
        """Cancel a tournament. Games that were played are kept.

        :param token: the tournament's token.
        """
        return await self.ask(TournamentOut, "DELETE", f"/v1/tournaments/{quote(tournament)}", token=token)

    async def ask(
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
                answer = await self._http.request(method, self._base + path, headers=sent, **content)
            except httpx.TransportError:
                if not again or attempt > self._retries:
                    raise
            if answer is not None and answer.is_success:
                found: T = answer.json()
                return found
            seconds = pause_s(attempt, answer)
            if answer is not None and (seconds is None or attempt > self._retries):
                raise ProblemError(answer)
            await async_pause(seconds or 0.0)

    async def stream(self, path: str, token: str | None, last: int) -> AsyncIterator[str]:
        """The lines of a stream of events after a known one; none if there are no more events.

        :raises ProblemError: if the service refuses it.
        :raises httpx.TransportError: if the connection is lost.
        """
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(last), **bearer(token)}
        async with self._http.stream("GET", self._base + path, headers=headers) as answer:
            await _check(answer)
            async for line in answer.aiter_lines():
                yield line


def bearer(token: str | None) -> dict[str, str]:
    """The header with a token."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


async def _check(answer: httpx.Response) -> None:
    if not answer.is_success:
        await answer.aread()
        raise ProblemError(answer)


@dataclass(frozen=True)
class AsyncNewMatch:
    """A new match and its tokens.

    :ivar made: the service's answer.
    :ivar host: the match as the host.
    :ivar seats: the match as each seat that is not a bot's, by number.
    """

    made: MatchMade
    host: AsyncMatch
    seats: dict[int, AsyncMatch]
