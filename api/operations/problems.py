"""The error that ends a request."""

from collections.abc import Mapping

from battlewise.api.schemas.common import MoveOut


class ProblemError(Exception):
    """Ends a request with a problem document.

    :param status: the HTTP status.
    :param problem: what is wrong.
    :param field: the path of the field at fault, if there is one.
    :param version: the match's version, if the request names another one.
    :param moves: the legal moves, if the request's move is not one of them.
    """

    def __init__(
        self,
        status: int,
        problem: str,
        field: str | None = None,
        headers: Mapping[str, str] | None = None,
        version: int | None = None,
        moves: list[MoveOut] | None = None,
    ) -> None:
        super().__init__(problem)
        self.status = status
        self.problem = problem
        self.field = field
        self.headers = headers or {}
        self.version = version
        self.moves = moves
