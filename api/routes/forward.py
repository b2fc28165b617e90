"""Forwards a request to the replica that keeps what it is about, and recognises forwarded requests."""

from collections.abc import Callable, Iterator
from hmac import compare_digest
from threading import Event
from urllib.parse import quote

import structlog
from apiflask import APIFlask
from flask import Response, current_app, g, request
from urllib3 import BaseHTTPResponse, HTTPHeaderDict, PoolManager, Timeout
from urllib3.exceptions import HTTPError

from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.parts import client_is_gone, parts, take_place
from battlewise.api.routes.streams import STREAM, wants_stream
from battlewise.api.searches.queue import QueueFull
from battlewise.api.store.leases import KeptElsewhere

log = structlog.get_logger("battlewise")
SECRET = "X-Battlewise-Replica"  # proves that a replica sends the request; it is not forwarded again
CALLER = "X-Battlewise-Caller"  # the address that limits are about
CONNECT_S = 2.0
ANSWER_S = 6.0  # besides what the request waits for; a stream says something every second
LONGEST_WAIT_S = 60.0
_PIECE = 65_536
_OWN = {"connection", "content-length", "expect", "keep-alive", "te", "transfer-encoding", "upgrade"}
_OWN_OF_REQUEST = _OWN | {SECRET.lower(), CALLER.lower(), "origin", "x-request-id"}
# What this replica adds to its answers itself.
_OWN_OF_ANSWER = _OWN | {"date", "server", "vary", "x-request-id"}
_FREE_S = 0.5  # a request waits that long for one of the connections to a replica
# A replica that answers slowly must not take all threads of this one. Streams and long polls have places.
_quick = PoolManager(num_pools=64, maxsize=32, block=True, retries=False)
_waiting = PoolManager(num_pools=64, maxsize=1, retries=False)


def register(app: APIFlask) -> None:
    """Make `app` forward what another replica keeps, and answer what others forward."""
    app.before_request(_recognise)
    app.register_error_handler(KeptElsewhere, _on_kept_elsewhere)


def _recognise() -> None:
    lease = parts().store.lease
    given = request.headers.get(SECRET, "").encode()
    g.forwarded = lease is not None and compare_digest(given, lease.secret.encode())
    if g.forwarded:
        request.remote_addr = request.headers.get(CALLER)


def _on_kept_elsewhere(error: KeptElsewhere) -> Response:
    try:
        if error.url is None or g.forwarded:
            raise ProblemError(Kind.REPLICA, str(error), headers={"Retry-After": "1"})
        return _forwarded(error)
    except (ProblemError, QueueFull) as refused:
        return current_app.make_response(current_app.handle_user_exception(refused))


def _forwarded(error: KeptElsewhere) -> Response:
    """The answer of another replica, as it comes."""
    seconds = min(request.args.get("wait", 0.0, type=float), LONGEST_WAIT_S)
    waits = seconds > 0 or wants_stream()
    leave = take_place() if waits else lambda: None
    try:
        answer = _ask(error, _waiting if waits else _quick, ANSWER_S + max(0.0, seconds))
    except HTTPError as failed:
        leave()
        log.warning("replica does not answer", url=error.url, error=type(failed).__name__)
        raise ProblemError(
            Kind.REPLICA, "the replica that keeps it does not answer; retry", headers={"Retry-After": "1"}
        ) from None
    except BaseException:
        leave()
        raise
    return _response(answer, leave)


def _ask(error: KeptElsewhere, pool: PoolManager, seconds: float) -> BaseHTTPResponse:
    headers = HTTPHeaderDict(
        (name, value) for name, value in request.headers if name.lower() not in _OWN_OF_REQUEST
    )
    headers[SECRET], headers[CALLER] = error.secret, request.remote_addr or ""
    headers["X-Request-ID"] = g.request_id
    query = request.query_string.decode("latin-1")
    answer = pool.request(
        request.method,
        f"{error.url}{quote(request.path)}" + (f"?{query}" if query else ""),
        body=request.get_data() or None,
        headers=headers,
        timeout=Timeout(connect=CONNECT_S, read=seconds),
        pool_timeout=_FREE_S,
        redirect=False,
        preload_content=False,
        decode_content=False,
    )
    if "Content-Length" in answer.headers:
        _ = answer.data  # whole or not at all
    return answer


def _response(answer: BaseHTTPResponse, leave: Callable[[], None]) -> Response:
    headers = [
        (name, value)
        for name, value in answer.headers.items()
        if name.lower() not in _OWN_OF_ANSWER and not name.lower().startswith("access-control-")
    ]
    whole = "Content-Length" in answer.headers
    content = answer.data if whole else _pieces(answer, parts().keeper.stopping, client_is_gone())
    response = Response(content, answer.status, headers)
    response.call_on_close(leave)
    response.call_on_close(answer.close)
    response.call_on_close(answer.release_conn)
    return response


def _pieces(answer: BaseHTTPResponse, stopping: Event, is_gone: Callable[[], bool]) -> Iterator[bytes]:
    """What comes, until either side ends. A broken stream ends: its client goes on with `Last-Event-ID`."""
    try:
        while not (stopping.is_set() or is_gone()) and (piece := answer.read1(_PIECE)):
            yield piece
    except HTTPError:
        if not answer.headers.get("Content-Type", "").startswith(STREAM):
            raise
