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
from werkzeug.http import HTTP_STATUS_CODES

from battlewise.api.matches.keeper import Clash, Gone
from battlewise.api.matches.match import Refused
from battlewise.api.operations.problems import ProblemError
from battlewise.api.routes.parts import parts
from battlewise.api.schemas.common import MoveOut
from battlewise.api.schemas.problems import MEDIA_TYPE, FieldProblem, Problem
from battlewise.api.searches.queue import QueueFull, QuotaReached
from battlewise.api.store.database import StoreError
from battlewise.api.store.keys import KeyReused
from battlewise.bots import BotError
from battlewise.core import BattlewiseError, UnknownGame, ViewError

log = structlog.get_logger("battlewise")
LONGEST = 500
MOST_ERRORS = 20


def _response(
    status: int,
    detail: str,
    errors: Sequence[tuple[str, str]] = (),
    headers: Mapping[str, str] | None = None,
    version: int | None = None,
    moves: list[MoveOut] | None = None,
) -> Response:
    """The problem document. Pairs (field, problem) in `errors` are repeated in the detail."""
    if errors:
        detail = "; ".join(f"{field or 'body'}: {problem}" for field, problem in errors)
    document = Problem(
        type="about:blank",
        title=HTTP_STATUS_CODES.get(status, "Error"),
        status=status,
        detail=detail[:LONGEST],
        errors=[
            FieldProblem(field=field[:LONGEST], problem=problem[:LONGEST])
            for field, problem in errors[:MOST_ERRORS]
        ],
        version=version,
        moves=moves,
    )
    left_out = {name for name in ("version", "moves") if getattr(document, name) is None}
    response = Response(document.model_dump_json(exclude=left_out), status, mimetype=MEDIA_TYPE)
    response.headers.update(headers or {})
    return response


def _on_problem(error: ProblemError) -> Response:
    errors = [] if error.field is None else [(error.field, error.problem)]
    return _response(error.status, error.problem, errors, error.headers, error.version, error.moves)


def _on_core_error(error: BattlewiseError) -> Response:
    match error:
        case StoreError():
            return _on_database_error(error)
        case UnknownGame():
            return _response(404, str(error))
        case ViewError():
            return _response(422, "", [(f"view.{error.field}".rstrip("."), error.problem)])
        case BotError():
            return _response(422, "", [("bot", str(error))])
    return _response(422, str(error))


def _on_database_error(error: Exception) -> Response:
    log.error("database", error=type(error).__name__)
    return _response(503, "the database does not answer", headers={"Retry-After": "5"})


def _on_data_error(_: Exception) -> Response:
    return _response(422, "the request has a value that the database cannot store")


def _on_invalid_body(error: HTTPError) -> Response:
    """Errors of pydantic; `error.detail` is {location: {dotted path: [problem, ...]}}."""
    errors = [
        ("" if path == "_schema" else re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", path), problem)
        for fields in error.detail.values()
        for path, problems in fields.items()
        for problem in problems
    ]
    return _response(error.status_code, "", errors)


def _on_http_error(error: HTTPException) -> Response:
    dropped = ("Content-Type", "Content-Length")
    headers = {name: value for name, value in error.get_headers() if name not in dropped}
    return _response(error.code or 500, error.description or error.name, headers=headers)


def _on_queue_full(error: QueueFull) -> Response:
    quota = isinstance(error, QuotaReached)
    parts().metrics.refused.labels("quota" if quota else "load").inc()
    return _response(429 if quota else 503, error.problem, headers={"Retry-After": str(error.seconds)})


_ANSWERS: dict[type[Exception], Callable[[Any], Response]] = {
    ProblemError: _on_problem,
    Gone: lambda error: _response(404, str(error)),
    Refused: lambda error: _response(409, str(error)),
    KeyReused: lambda error: _response(409, str(error)),
    Clash: lambda error: _response(409, str(error)),
    QueueFull: _on_queue_full,
    BattlewiseError: _on_core_error,
    DBAPIError: _on_database_error,
    DataError: _on_data_error,
    HTTPError: _on_invalid_body,
    HTTPException: _on_http_error,
}


def problem_of(error: BaseException) -> tuple[int, str]:
    """The status and the problem document of an error that is not the answer to a whole request."""
    answer = next((_ANSWERS[kind] for kind in type(error).__mro__ if kind in _ANSWERS), None)
    if answer is None:
        log.error("fault", error=type(error).__name__, exc_info=error)
    response = _response(500, "internal error") if answer is None else answer(error)
    return response.status_code, response.get_data(as_text=True)


def register(app: APIFlask) -> None:
    """Make `app` answer every error with a problem document."""
    for kind, answer in _ANSWERS.items():
        app.register_error_handler(kind, answer)
