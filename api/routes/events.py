"""Routes of the events of a match, as a list or as a stream, as each seat sees them."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from apiflask import APIBlueprint
from flask import Response, request

from battlewise.api.matches.keeper import Keeper
from battlewise.api.matches.match import OVER, Match
from battlewise.api.matches.shown import add_words
from battlewise.api.routes.access import Access, access_to, held
from battlewise.api.routes.parts import LOOK_S, client_is_gone, parts, place, take_place
from battlewise.api.routes.streams import STILL_HERE, heartbeat_s, message, streamed, wants_stream
from battlewise.api.schemas.matches import EventsOut, EventsQuery
from battlewise.api.store.leases import KeptElsewhere

blueprint = APIBlueprint("events", __name__, tag="Matches")
MOST = 500  # events in one list
MOST_IN_WORDS = 60  # which take some milliseconds each


@blueprint.get("/matches/<match>/events")
@blueprint.input(EventsQuery, location="query")
@blueprint.output(EventsOut)
@blueprint.doc(operation_id="getEvents")
def events(match: str, query_data: EventsQuery) -> Response:
    """Follow a match

    As JSON: the events after a known one, at most 500 of them. With `wait` the answer comes when there is
    one. As `text/event-stream`: first a `snapshot` with the match as `GET` shows it, then every event as it
    happens; the last one is `end`. With `Last-Event-ID` the stream starts with the events after it, without
    a snapshot. The events of a seat have numbers without gaps.
    """
    own = parts().keeper
    with held(own, match) as found:
        access = access_to(own, found)
        ended = found.status == OVER and _last_event_id() == access.visible(found, own.now()) == found.version
    if wants_stream():
        return Response(status=204) if ended else _stream(own, found, access)
    if query_data.wait:
        with place(), found.lock:
            _wait_for(own, found, access, query_data.after, query_data.wait, client_is_gone())
    with held(own, match) as found:
        return _list(own, found, access, query_data.after, query_data.words)


def _wait_for(
    own: Keeper, match: Match, access: Access, after: int, seconds: float, is_gone: Callable[[], bool]
) -> None:
    """Wait for something after an event, at most `seconds`. The caller holds the match's lock."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0 and not own.stopping.is_set() and access.holds(match):
        if is_gone():
            return
        access.heard(match, own.now())
        visible = access.visible(match, own.now())
        if visible > after or match.stale or (match.status == OVER and visible == match.version):
            return
        match.changed.wait(min(left, LOOK_S))


def _list(own: Keeper, match: Match, access: Access, after: int, words: bool) -> Response:
    access_to(own, match)  # the token may have been revoked in the meantime
    version = access.visible(match, own.now())
    last = min(version, after + (MOST_IN_WORDS if words else MOST))
    listed = [match.event(index, access.seat) for index in range(after, last)]
    if words:
        add_words(match, listed, access.seat)
    over = match.status == OVER and last == match.version
    body = {"events": listed, "version": version, "over": over}
    return Response(json.dumps(body), mimetype="application/json")


def _stream(own: Keeper, match: Match, access: Access) -> Response:
    with match.lock:
        known = _last_event_id()
        if known is not None and known > access.visible(match, own.now()):
            known = None
    leave = take_place()
    stream = _parts_of(own, match, access, known, heartbeat_s(), client_is_gone())
    return streamed(_while_kept(stream), leave)


def _last_event_id() -> int | None:
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _while_kept(stream: Iterator[str]) -> Iterator[str]:
    """The parts of a stream, as long as this replica keeps the match. Then the client connects again."""
    with suppress(KeptElsewhere):
        yield from stream


def _parts_of(
    own: Keeper,
    match: Match,
    access: Access,
    known: int | None,
    heartbeat: float,
    is_gone: Callable[[], bool],
) -> Iterator[str]:
    """The parts of a stream.

    It ends after the last event, when the token is revoked, when the client has gone, or at shut-down.
    """
    yield "retry: 1000\n\n"
    if known is None:
        with held(own, match.id) as match:
            if not access.holds(match):
                return
            shown = access.describe(match, own.now())
        known = shown.version
        yield message("snapshot", shown.model_dump_json(), known)
        if shown.status == OVER:
            with match.lock:
                ending = match.event(known - 1, access.seat)
            yield _message(ending)
            return
    said = time.monotonic()
    while not own.stopping.is_set() and not is_gone():
        with held(own, match.id) as match:
            if not access.holds(match):
                return
            _wait_for(own, match, access, known, LOOK_S, is_gone)
            visible = access.visible(match, own.now())
            news = [match.event(index, access.seat) for index in range(known, min(visible, known + MOST))]
            over = match.status == OVER and known + len(news) == match.version
        if news:
            known += len(news)
            said = time.monotonic()
            yield "".join(map(_message, news))
        elif time.monotonic() - said > heartbeat:
            said = time.monotonic()
            yield STILL_HERE
        if over:
            return


def _message(event: dict[str, Any]) -> str:
    return message(event["type"], json.dumps(event), event["number"])
