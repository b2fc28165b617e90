"""Problem documents (RFC 9457): everything that goes wrong is answered with one."""

import re
from collections.abc import Mapping

from apiflask import APIFlask
from apiflask.exceptions import HTTPError
from battlewise.api.schemas import FieldProblem, Problem
from battlewise.bots import BotError
from battlewise.core import BattlewiseError, OptionError, UnknownGame, ViewError
from flask import Response
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES

MEDIA_TYPE = "application/problem+json"
LONGEST = 500


class ProblemError(Exception):
    """Ends a request with a problem document.

    :param status: the HTTP status.
    :param problem: what is wrong.
    :param field: the path of the field at fault, if one is.
    """

    def __init__(
        self, status: int, problem: str, field: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(problem)
        self.status = status
        self.problem = problem
        self.field = field
        self.headers = headers or {}


def problem_response(
    status: int, detail: str, errors: list[FieldProblem], headers: Mapping[str, str] | None = None
) -> Response:
    """The problem document as a response."""
    title = HTTP_STATUS_CODES.get(status, "Error")
    document = Problem(type="about:blank", title=title, status=status, detail=detail[:LONGEST], errors=errors)
    response = Response(document.model_dump_json(), status, mimetype=MEDIA_TYPE)
    response.headers.update(headers or {})
    return response


def _one(status: int, problem: str, field: str | None, headers: Mapping[str, str] | None = None) -> Response:
    problem = problem[:LONGEST]
    if field is None:
        return problem_response(status, problem, [], headers)
    return problem_response(
        status, f"{field or 'body'}: {problem}", [FieldProblem(field=field, problem=problem)], headers
    )


def _on_problem(error: ProblemError) -> Response:
    return _one(error.status, error.problem, error.field, error.headers)


def _on_core_error(error: BattlewiseError) -> Response:
    match error:
        case UnknownGame():
            return _one(404, str(error), None)
        case ViewError():
            at_index = error.field.startswith("[")
            path = f"view{'' if at_index or not error.field else '.'}{error.field}"
            return _one(422, error.problem, path)
        case OptionError():
            return _one(422, str(error).partition(": ")[2], f"options.{error.option}")
        case BotError():
            return _one(422, str(error), "bot")
    return _one(422, str(error), None)


def _on_invalid_body(error: HTTPError) -> Response:
    """What pydantic found; `error.detail` is {location: {dotted path: [problem, ...]}}."""
    errors = [
        FieldProblem(
            field="" if path == "_schema" else re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", path), problem=text
        )
        for fields in error.detail.values()
        for path, problems in fields.items()
        for text in problems
    ]
    detail = "; ".join(f"{one.field or 'body'}: {one.problem}" for one in errors)
    return problem_response(error.status_code, detail, errors)


def _on_http_error(error: HTTPException) -> Response:
    headers = {
        name: value for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")
    }
    return _one(error.code or 500, error.description or error.name, None, headers)


def register(app: APIFlask) -> None:
    """Make `app` answer every error with a problem document."""
    app.register_error_handler(ProblemError, _on_problem)
    app.register_error_handler(BattlewiseError, _on_core_error)
    app.register_error_handler(HTTPError, _on_invalid_body)
    app.register_error_handler(HTTPException, _on_http_error)
