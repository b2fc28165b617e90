"""Kinds of problems, and the error that ends a request with one."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from battlewise.api.schemas.common import MoveOut


class Kind(Enum):
    """What can be wrong with a request.

    :ivar id: names it in its URI, `/problems/{id}`.
    :ivar status: the HTTP status.
    :ivar title: the same for all problems of the kind.
    :ivar text: what was wrong, and what would be right.
    """

    MALFORMED = (
        "malformed-request",
        400,
        "Malformed request",
        "The request cannot be read: it is not HTTP, its body is not JSON, is nested too deeply or has a "
        "number that is too large, or its If-Match is no entity tag. `detail` says what would be right.",
    )
    UNKNOWN_HOST = (
        "unknown-host",
        400,
        "Unknown host",
        "The request names a host that this service does not answer for. Use one of its names, or let its "
        "operator add the name to ALLOWED_HOSTS.",
    )
    TOKEN_NEEDED = (
        "token-needed",
        401,
        "Token needed",
        "The request needs a token. Send the one that the service gave when it made the match or tournament, "
        "as `Authorization: Bearer TOKEN`.",
    )
    TOKEN_NOT_VALID = (
        "token-not-valid",
        401,
        "Token not valid",
        "The token does not belong to this match, or was replaced. Use the newest token of the seat or of "
        "the host.",
    )
    OTHER_TOKEN = (
        "other-token-needed",
        403,
        "Another token needed",
        "The token is valid but does not allow this request. `detail` says whose token does: that of a seat, "
        "or that of the host.",
    )
    NOT_FOUND = (
        "not-found",
        404,
        "Not found",
        "There is nothing at this address, or it has gone. Check the ids in the path.",
    )
    UNKNOWN_GAME = (
        "unknown-game",
        404,
        "Unknown game",
        "The service does not have this game. `GET /v1/games` lists those that it has.",
    )
    UNKNOWN_MATCH = (
        "unknown-match",
        404,
        "Unknown match",
        "There is no match with this id, or it needs another version of the rules than the service has.",
    )
    METHOD = (
        "method-not-allowed",
        405,
        "Method not allowed",
        "The address exists but does not take this method. The header `Allow` lists those that it takes.",
    )
    TOO_SLOW = (
        "request-too-slow",
        408,
        "Request too slow",
        "The request did not arrive in time. Send it in one go.",
    )
    NOT_YOUR_TURN = (
        "not-your-turn",
        409,
        "Not your turn",
        "Another seat is to move, or chance. Get the match, and act when `to_move` is your seat.",
    )
    WRONG_STATUS = (
        "wrong-status",
        409,
        "Not possible in this status",
        "The match is waiting, running, paused or over, and the request needs another status; `detail` says "
        "which one it has.",
    )
    NOT_ALLOWED_HERE = (
        "not-allowed-in-match",
        409,
        "Not allowed in this match",
        "The match was made without hints or without undo. Make a match that has them.",
    )
    UNDO_REFUSED = (
        "undo-refused",
        409,
        "Undo refused",
        "The decision cannot be taken back: there is none, somebody else or chance has decided since, it "
        "revealed something, or the limit of undos and pauses is reached. Play on.",
    )
    SEAT_REFUSED = (
        "seat-not-free",
        409,
        "Seat not free",
        "The seat is taken, has a bot, or its player is not away. Get the match to see who has which seat.",
    )
    ALREADY_ASKED = (
        "already-asked",
        409,
        "Already asked",
        "The seat has asked for this before. It comes when all people have asked, or the host does.",
    )
    KEY_REUSED = (
        "key-reused",
        409,
        "Idempotency key reused",
        "The Idempotency-Key was used with another request. Use a new key for each new request.",
    )
    CHANGED = (
        "changed-meanwhile",
        409,
        "Changed in the meantime",
        "Something else has changed the match at the same time. Get it and decide again.",
    )
    UNDER_WAY = (
        "analysis-under-way",
        409,
        "Another analysis under way",
        "A seat has one analysis at a time. Wait for it or cancel it.",
    )
    CANCELLED = (
        "cancelled",
        409,
        "Cancelled",
        "The batch was cancelled before this search began.",
    )
    RULES_GONE = (
        "rules-gone",
        409,
        "Rules of another version",
        "It was played under rules of another version, which the service no longer has.",
    )
    ID_IN_USE = (
        "id-in-use",
        409,
        "Id in use",
        "Another request of this engine has the same id. Use an id of its own for each request.",
    )
    STALE = (
        "stale-version",
        412,
        "Stale version",
        "The match has changed since the version in If-Match; `version` is its current one. Get the match "
        "and decide again.",
    )
    APPLIED = (
        "already-applied",
        412,
        "Your action was applied before",
        "The same action of the same seat has been applied at the version in If-Match: its answer was lost. "
        "`event` is its number, `match` the match as it is now. Go on from there.",
    )
    TOO_LARGE = (
        "body-too-large",
        413,
        "Body too large",
        "The body has more bytes than this request may have; see `GET /v1/limits`.",
    )
    MEDIA_TYPE = (
        "unsupported-body",
        415,
        "Unsupported body",
        "The body must be of type application/json, without an encoding such as gzip.",
    )
    INVALID = (
        "invalid-fields",
        422,
        "Invalid fields",
        "Fields of the request are missing, unknown, of a wrong type, or contradict each other. `errors` "
        "names each with what would be right.",
    )
    OVER_LIMIT = (
        "over-limit",
        422,
        "Over a limit",
        "A field asks for more than one request may; `detail` has the limit. See `GET /v1/limits`.",
    )
    INVALID_VIEW = (
        "invalid-view",
        422,
        "Invalid view",
        "The view contradicts itself or the rules, or is not of the seat to move. `errors` names the field, "
        "card or square. `GET /v1/games/{game}` has examples.",
    )
    INVALID_RECORD = (
        "invalid-record",
        422,
        "Invalid record",
        "The record cannot be replayed. `errors` names the field or the move.",
    )
    INVALID_BOT = (
        "invalid-bot",
        422,
        "Invalid bot",
        "There is no bot with this specification, or it cannot do this. `GET /v1/games` lists the levels.",
    )
    ILLEGAL_MOVE = (
        "illegal-move",
        422,
        "Illegal move",
        "The move is not possible here. In a match `moves` lists the legal ones.",
    )
    VERSION_NEEDED = (
        "version-needed",
        428,
        "Version needed",
        "The action needs If-Match with the ETag of the match that it is based on.",
    )
    COST = (
        "cost-limit",
        429,
        "Limit of cost",
        "The address has used up what its requests may cost in a minute. Retry after `Retry-After` seconds.",
    )
    QUOTA = (
        "address-limit",
        429,
        "Limit of an address",
        "The address has as many matches, analyses, tournaments, streams or connections as one may have. End "
        "some, or retry after `Retry-After` seconds.",
    )
    HEADERS = (
        "headers-too-large",
        431,
        "Headers too large",
        "The headers have more bytes than the service reads. Send fewer or shorter ones.",
    )
    FAULT = (
        "internal-error",
        500,
        "Internal error",
        "The service failed; the request may be fine. Its operator finds the fault in the log, by the "
        "`X-Request-ID` of the answer.",
    )
    OVERLOADED = (
        "overloaded",
        503,
        "Overloaded",
        "The service has as many matches, searches or streams as it takes. Retry after `Retry-After` "
        "seconds.",
    )
    TOO_LATE = (
        "too-late",
        503,
        "Search would begin too late",
        "The search cannot begin, or did not begin, within `timeout_ms`. Retry later, or allow more time.",
    )
    STOPPING = (
        "shutting-down",
        503,
        "Shutting down",
        "The service is about to stop. Retry after `Retry-After` seconds.",
    )
    DATABASE = (
        "database-away",
        503,
        "Database away",
        "The database does not answer. Nothing of the request was kept. Retry after `Retry-After` seconds.",
    )
    REPLICA = (
        "replica-away",
        503,
        "Replica away",
        "The replica that keeps this does not answer. Another one takes it over within seconds: retry.",
    )
    OTHER = (
        "http-error",
        400,
        "HTTP error",
        "Another error of HTTP. The status is its kind; `detail` says more.",
    )

    def __init__(self, name: str, status: int, title: str, text: str) -> None:
        self.id = name
        self.status = status
        self.title = title
        self.text = text

    @property
    def uri(self) -> str:
        """Its `type` in problem documents."""
        return f"/problems/{self.id}"

    @classmethod
    def of_status(cls, status: int) -> "Kind":
        """The kind of an error of which nothing but the HTTP status is known."""
        return _BY_STATUS.get(status, cls.OTHER)


_BY_STATUS = {
    one.status: one
    for one in (
        Kind.MALFORMED, Kind.NOT_FOUND, Kind.METHOD, Kind.TOO_SLOW, Kind.TOO_LARGE, Kind.MEDIA_TYPE,
        Kind.INVALID, Kind.QUOTA, Kind.HEADERS, Kind.FAULT, Kind.OVERLOADED,
    )
}  # fmt: skip


class ProblemError(Exception):
    """Ends a request with a problem document.

    :param problem: what is wrong.
    :param field: the path of the field at fault, if there is one.
    :param version: the match's version, if the request names another one.
    :param moves: the legal moves, if the request's move is not one of them.
    :param applied: the number of the event and the match, if the action was applied before.
    """

    def __init__(
        self,
        kind: Kind,
        problem: str,
        field: str | None = None,
        headers: Mapping[str, str] | None = None,
        version: int | None = None,
        moves: list[MoveOut] | None = None,
        applied: tuple[int, Any] | None = None,
    ) -> None:
        super().__init__(problem)
        self.kind = kind
        self.problem = problem
        self.field = field
        self.headers = headers or {}
        self.version = version
        self.moves = moves
        self.applied = applied
