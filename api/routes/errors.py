"""How errors are answered: each with a problem document (RFC 9457)."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog
from apiflask import APIFlask
from apiflask.exceptions import HTTPError
from flask import Response
from sqlalchemy.exc import DataError, DBAPIError
from werkzeug.exceptions import HTTPException

from battlewise.api.matches.keeper import Clash, Gone
from battlewise.api.matches.match import Refused
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.parts import parts
from battlewise.api.schemas.problems import MEDIA_TYPE, FieldProblem, Problem
from battlewise.api.searches.queue import QueueFull, QuotaReached, ShuttingDown, TooLate
from battlewise.api.store.database import StoreError
from battlewise.api.store.keys import KeyReused
from battlewise.bots import BotError
from battlewise.core import BattlewiseError, UnknownGame, ViewError

log = structlog.get_logger("battlewise")
LONGEST = 500
MOST_ERRORS = 20


def _response(
    kind: Kind,
    detail: str,
    errors: Sequence[tuple[str, str]] = (),
    headers: Mapping[str, str] | None = None,
    status: int | None = None,
    **more: Any,
) -> Response:
    """The problem document. Pairs (field, problem) in `errors` are repeated in the detail.

    :param status: if it is not that of the kind.
    :param more: other fields of the document.
    """
    if errors:
        detail = "; ".join(f"{field or 'body'}: {problem}" for field, problem in errors)
    document = Problem(
        type=kind.uri,
        title=kind.title,
        status=status or kind.status,
        detail=detail[:LONGEST],
        errors=[
            FieldProblem(field=field[:LONGEST], problem=problem[:LONGEST])
            for field, problem in errors[:MOST_ERRORS]
        ],
        **more,
    )
    response = Response(document.json_text(), document.status, mimetype=MEDIA_TYPE)
    response.headers.update(headers or {})
    return response


def _on_problem(error: ProblemError) -> Response:
    errors = [] if error.field is None else [(error.field, error.problem)]
    more: dict[str, Any] = {"version": error.version, "moves": error.moves}
    if error.applied is not None:
        more |= {"yours": True, "event": error.applied[0], "match": error.applied[1]}
    return _response(error.kind, error.problem, errors, error.headers, **more)


def _on_core_error(error: BattlewiseError) -> Response:
    match error:
        case StoreError():
            return _on_database_error(error)
        case UnknownGame():
            return _response(Kind.UNKNOWN_GAME, str(error))
        case ViewError():
            return _response(Kind.INVALID_VIEW, "", [(f"view.{error.field}".rstrip("."), error.problem)])
        case BotError():
            return _response(Kind.INVALID_BOT, "", [("bot", str(error))])
    return _response(Kind.INVALID, str(error))


def _on_database_error(error: Exception) -> Response:
    log.error("database", error=type(error).__name__)
    return _response(Kind.DATABASE, "the database does not answer", headers={"Retry-After": "5"})


def _on_invalid_body(error: HTTPError) -> Response:
    """Errors of pydantic; `error.detail` is {location: {dotted path: [problem, ...]}}.

    Pydantic writes a prefix before what our own validators say.
    """
    errors = [
        (
            "" if path == "_schema" else re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", path),
            problem.removeprefix("Value error, "),
        )
        for fields in error.detail.values()
        for path, problems in fields.items()
        for problem in problems
    ]
    return _response(Kind.of_status(error.status_code), "", errors, status=error.status_code)


def _on_http_error(error: HTTPException) -> Response:
    dropped = ("Content-Type", "Content-Length")
    headers = {name: value for name, value in error.get_headers() if name not in dropped}
    status = error.code or 500
    return _response(Kind.of_status(status), error.description or error.name, headers=headers, status=status)


def _on_queue_full(error: QueueFull) -> Response:
    parts().metrics.refused.labels("quota" if isinstance(error, QuotaReached) else "load").inc()
    match error:
        case QuotaReached():
            kind = Kind.QUOTA
        case ShuttingDown():
            kind = Kind.STOPPING
        case TooLate():
            kind = Kind.TOO_LATE
        case _:
            kind = Kind.OVERLOADED
    return _response(kind, error.problem, headers={"Retry-After": str(error.seconds)})


_ANSWERS: dict[type[Exception], Callable[[Any], Response]] = {
    ProblemError: _on_problem,
    Gone: lambda error: _response(Kind.UNKNOWN_MATCH, str(error)),
    Refused: lambda error: _response(error.kind, str(error)),
    KeyReused: lambda error: _response(Kind.KEY_REUSED, str(error)),
    Clash: lambda error: _response(Kind.CHANGED, str(error)),
    QueueFull: _on_queue_full,
    BattlewiseError: _on_core_error,
    DBAPIError: _on_database_error,
    DataError: lambda _: _response(Kind.INVALID, "the request has a value that the database cannot store"),
    HTTPError: _on_invalid_body,
    HTTPException: _on_http_error,
}


def problem_of(error: BaseException) -> tuple[int, str]:
    """The status and the problem document of an error that is not the answer to a whole request."""
    answer = next((_ANSWERS[kind] for kind in type(error).__mro__ if kind in _ANSWERS), None)
    if answer is None:
        log.error("fault", error=type(error).__name__, exc_info=error)
    response = _response(Kind.FAULT, "internal error") if answer is None else answer(error)
    return response.status_code, response.get_data(as_text=True)


def register(app: APIFlask) -> None:
    """Make `app` answer every error with a problem document."""
    for kind, answer in _ANSWERS.items():
        app.register_error_handler(kind, answer)
