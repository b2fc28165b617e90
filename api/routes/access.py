"""Access to a match by the token of a request: as a seat, as the host or as a spectator."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import request

from battlewise.api.matches.keeper import Keeper
from battlewise.api.matches.match import OVER, Match
from battlewise.api.matches.shown import described
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.schemas.matches import MatchOut
from battlewise.api.store.database import digest

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="battlewise"'}


@dataclass(frozen=True)
class Access:
    """What a request can see and do.

    :ivar seat: its seat; None for the host and for spectators.
    :ivar is_host: whether it has the host's token.
    :ivar token_hash: of its token, to notice when the token is revoked.
    """

    seat: int | None
    is_host: bool
    token_hash: str | None

    def own_seat(self) -> int:
        """The seat.

        :raises ProblemError: 403, if it has none.
        """
        if self.seat is None:
            raise ProblemError(Kind.OTHER_TOKEN, "this request needs the token of a seat")
        return self.seat

    def visible(self, match: Match, now: int) -> int:
        """How many entries of the match's log it can see."""
        return match.version if self.token_hash is not None else match.shown_late(now)

    def describe(self, match: Match, now: int) -> MatchOut:
        """The match as the request can see it. The caller holds the match's lock."""
        return described(match, self.seat, self.visible(match, now), self.token_hash is not None)

    def holds(self, match: Match) -> bool:
        """Whether its token is still valid."""
        if self.token_hash is None:
            return True
        if self.seat is None:
            return self.token_hash in (match.host_hash, match.next_host_hash)
        one = match.seats[self.seat]
        return self.token_hash in (one.token_hash, one.next_hash)

    def heard(self, match: Match, now: int) -> None:
        """Note that its seat is active."""
        if self.seat is not None:
            match.seen_at[self.seat] = now


@contextmanager
def held(keeper: Keeper, match_id: str) -> Iterator[Match]:
    """The match, its lock held.

    :raises Gone: if there is none.
    """
    while True:
        match = keeper.match(match_id)
        with match.lock:
            if not match.stale:
                yield match
                return


def bearer() -> str | None:
    """The token of the request; None if it has none."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def access_to(keeper: Keeper, match: Match) -> Access:
    """What the request can see and do. The caller holds the match's lock.

    :raises ProblemError: 401, if its token is not valid for this match, or a token is needed.
    """
    token = bearer()
    if token is None:
        if match.settings["spectators"] == "none":
            raise ProblemError(
                Kind.TOKEN_NEEDED,
                "this match is private; send the token of a seat or of the host",
                headers=CHALLENGE,
            )
        return Access(None, False, None)
    known = digest(token)
    for seat, one in enumerate(match.seats):
        if one.next_hash == known:
            keeper.use_new_token(match, seat)
        if one.token_hash == known:
            access = Access(seat, False, known)
            access.heard(match, keeper.now())
            return access
    if match.next_host_hash == known:
        keeper.use_new_token(match, None)
    if match.host_hash == known:
        return Access(None, True, known)
    raise ProblemError(
        Kind.TOKEN_NOT_VALID,
        "the token is not valid for this match; it may have been replaced",
        headers=CHALLENGE,
    )


def check_over(match: Match, access: Access, now: int) -> None:
    """Check that a match is over, and that this viewer can see its end.

    :raises ProblemError: 409, if it is not.
    """
    if match.status != OVER or access.visible(match, now) < match.version:
        raise ProblemError(Kind.WRONG_STATUS, "the match is not over")
