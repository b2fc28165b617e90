"""Refusals, and which of them to retry."""

import json
from random import random
from typing import Any, cast

import httpx

from battlewise_client.types import MoveOut, Problem

LONGEST_PAUSE_S = 30.0
FIRST_PAUSE_S = 0.2


class ProblemError(Exception):
    """The service refused a request.

    :ivar status: the HTTP status.
    :ivar problem: the problem document (RFC 9457).
    :ivar fields: paths of the wrong fields.
    :ivar version: current version of the match, with 412.
    :ivar moves: the legal moves, if the move was not legal.
    :ivar retry_after: seconds after which to retry, with 429 and 503.
    """

    def __init__(self, answer: httpx.Response) -> None:
        self.problem = _problem(answer)
        super().__init__(f"{answer.status_code}: {self.problem['detail']}")
        self.status = answer.status_code
        self.fields = [error["field"] for error in self.problem["errors"]]
        self.version = self.problem.get("version")
        self.moves: list[MoveOut] = self.problem.get("moves") or []
        self.retry_after = retry_after(answer)


def _problem(answer: httpx.Response) -> Problem:
    """The problem document; one of its kind for an answer that something before the service has given."""
    try:
        document = json.loads(answer.content)
    except ValueError:
        document = None
    given = document if isinstance(document, dict) else {}
    problem: Problem = {
        "type": given.get("type", "about:blank"),
        "title": given.get("title", answer.reason_phrase),
        "status": answer.status_code,
        "detail": given.get("detail", answer.reason_phrase),
        "errors": given.get("errors", []),
    }
    return cast(Problem, given | cast(dict[str, Any], problem))


def retry_after(answer: httpx.Response) -> float | None:
    """Seconds after which the service asks for a retry; None if it does not ask."""
    seconds = answer.headers.get("Retry-After", "")
    return float(seconds) if seconds.isdecimal() else None


def pause_s(attempt: int, answer: httpx.Response | None) -> float | None:
    """Seconds to pause before a request is repeated; None if it must not be.

    :param attempt: how many attempts have failed.
    :param answer: None for a lost connection.
    """
    backoff: float = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** (attempt - 1) * (1 + random()))
    if answer is None:
        return backoff
    if answer.status_code not in (429, 503):
        return None
    asked = retry_after(answer)
    if asked is None:
        return backoff
    return None if asked > LONGEST_PAUSE_S else max(asked, backoff)
