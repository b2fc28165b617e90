"""The events of a match, as a list or as a stream: each seat's own, in order, none lost."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

from apiflask import APIBlueprint
from flask import Response, current_app, request

from battlewise.api.access import Access, access_to, match_of
from battlewise.api.keeper import Keeper
from battlewise.api.match import OVER, Match
from battlewise.api.match_schemas import EventsOut, EventsQuery
from battlewise.api.matches import described
from battlewise.api.operations import Metrics, keeper, metrics, overloaded

blueprint = APIBlueprint("events", __name__, tag="Matches")
STREAM = "text/event-stream"
HEARTBEAT_S = 15.0
LOOK_S = 0.5  # how often whoever waits looks whether the service stops, or a delay has passed
MOST = 500  # events in one list


@blueprint.get("/matches/<match>/events")
@blueprint.input(EventsQuery, location="query")
@blueprint.output(EventsOut)
@blueprint.doc(operation_id="getEvents")
def events(match: str, query_data: EventsQuery) -> Response:
    """Follow a match

    As JSON: the events after one that is known, at most 500 of them; with `wait` the answer comes when
    there is one. As `text/event-stream`: first a `snapshot` with the match as `GET` shows it, then every
    event as it happens, the last one `end`, once. With `Last-Event-ID` no snapshot comes but all that
    was missed. The events of a seat are numbered without gaps.
    """
    own = keeper()
    found = match_of(own, match)
    with found.lock:
        access = access_to(own, found)
    if request.accept_mimetypes.best_match(["application/json", STREAM]) == STREAM:
        return _stream(own, found, access)
    if query_data.wait:
        with place(), found.lock:
            _wait_for(own, found, access, query_data.after, query_data.wait)
    with found.lock:
        return _list(own, found, access, query_data.after)


@contextmanager
def place() -> Iterator[None]:
    """One of the places for those who wait.

    :raises ProblemError: 503, if there is none.
    """
    figures = metrics()
    _take_place(figures)
    try:
        yield
    finally:
        _leave_place(figures)


def _take_place(figures: Metrics) -> None:
    if not current_app.extensions["streams"].acquire(blocking=False):
        raise overloaded("as many streams are open as may be; ask without waiting", 5)
    figures.streams.inc()


def _leave_place(figures: Metrics) -> None:
    current_app.extensions["streams"].release()
    figures.streams.dec()


def _wait_for(own: Keeper, match: Match, access: Access, after: int, seconds: float) -> None:
    """Wait until there is something after an event, at most so long; the match's lock is held."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0 and not own.stopping.is_set() and access.holds(match):
        visible = access.visible(match, own.now())
        if visible > after or (match.status == OVER and visible == match.version):
            return
        match.changed.wait(min(left, LOOK_S))


def _list(own: Keeper, match: Match, access: Access, after: int) -> Response:
    access_to(own, match)  # the token may have been revoked meanwhile
    version = access.visible(match, own.now())
    last = min(version, after + MOST)
    listed = [match.event(index, access.seat) for index in range(after, last)]
    over = match.status == OVER and last == match.version
    body = {"events": listed, "version": version, "over": over}
    return Response(json.dumps(body), mimetype="application/json")


def _stream(own: Keeper, match: Match, access: Access) -> Response:
    with match.lock:
        known = _last_event_id()
        if known is not None and known > access.visible(match, own.now()):
            known = None
    figures = metrics()
    _take_place(figures)
    application = current_app._get_current_object()  # type: ignore[attr-defined]
    response = Response(_told(own, match, access, known), mimetype=STREAM)

    def leave() -> None:
        with application.app_context():
            _leave_place(figures)

    response.call_on_close(leave)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _last_event_id() -> int | None:
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _told(own: Keeper, match: Match, access: Access, known: int | None) -> Iterator[str]:
    """What a stream tells. It ends after the last event, when the token is revoked, or the service stops."""
    yield "retry: 1000\n\n"
    if known is None:
        with match.lock:
            shown = described(own, match, access)
        known = shown.version
        yield f"event: snapshot\nid: {known}\ndata: {shown.model_dump_json()}\n\n"
        if shown.status == OVER:
            with match.lock:
                ending = match.event(match.version - 1, access.seat)
            yield _message(ending)
            return
    said = time.monotonic()
    while not own.stopping.is_set():
        with match.lock:
            if not access.holds(match):
                return
            _wait_for(own, match, access, known, LOOK_S)
            visible = access.visible(match, own.now())
            news = [match.event(index, access.seat) for index in range(known, min(visible, known + MOST))]
            over = match.status == OVER and known + len(news) == match.version
        if news:
            known += len(news)
            said = time.monotonic()
            yield "".join(map(_message, news))
        elif time.monotonic() - said > HEARTBEAT_S:
            said = time.monotonic()
            yield ": still here\n\n"
        if over:
            return


def _message(event: dict[str, object]) -> str:
    return f"event: {event['type']}\nid: {event['number']}\ndata: {json.dumps(event)}\n\n"
