"""Running the service: limits, request ids, logs and metrics without secrets, headers, readiness."""

import logging
import re
import secrets
import sys
import traceback
from collections import Counter as Counting
from collections import OrderedDict
from collections.abc import Mapping
from ipaddress import IPv6Network
from math import ceil
from threading import Lock
from time import monotonic, perf_counter
from types import TracebackType
from typing import Any, cast

import structlog
from apiflask import APIBlueprint, APIFlask
from flask import Response, current_app, g, request
from flask_cors import CORS
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from werkzeug.middleware.proxy_fix import ProxyFix

from battlewise.api.matches.keeper import Keeper
from battlewise.api.operations.problems import ProblemError
from battlewise.api.schemas.matches import LimitsOut, Ready

blueprint = APIBlueprint("operations", __name__, tag="Service")
log = structlog.get_logger("battlewise")
FREE = ("/healthz", "/readyz", "/static/<path:filename>")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


class Metrics:
    """The figures of one application, in a registry of its own."""

    def __init__(self, keeper: Keeper) -> None:
        self.registry = own = CollectorRegistry()
        labels = ("method", "route", "status")
        self.requests = Counter("battlewise_requests", "Answers.", labels, registry=own)
        self.seconds = Histogram("battlewise_request_seconds", "Time to an answer.", ("route",), registry=own)
        self.refused = Counter("battlewise_refused", "Requests over a limit.", ("why",), registry=own)
        self.streams = Gauge("battlewise_streams", "Open event streams and long polls.", registry=own)
        waiting = Gauge("battlewise_searches_waiting", "Searches in the queue.", registry=own)
        waiting.set_function(keeper.searches.waiting)
        decided = Gauge("battlewise_bot_decisions", "Decisions of bots since the start.", registry=own)
        decided.set_function(lambda: keeper.decided)


class Spending:
    """What each address may ask for: a bucket that holds a minute's worth and fills evenly.

    The libraries for this keep an entry for each unit, and start a thread for each request.
    """

    def __init__(self, cost_a_minute: int) -> None:
        self._most = float(cost_a_minute)
        self._lock = Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # units and when, the latest last

    def charge(self, who: str, cost: int) -> int:
        """Note a cost; the seconds to wait if it is too much, else 0."""
        now, wanted = monotonic(), min(float(cost), self._most)
        with self._lock:
            units, then = self._left.pop(who, (self._most, now))
            units = min(self._most, units + (now - then) * self._most / 60)
            enough = units >= wanted
            self._left[who] = (units - wanted if enough else units, now)
            while now - next(iter(self._left.values()))[1] > 60:
                self._left.popitem(last=False)  # its bucket is full again
        return 0 if enough else ceil((wanted - units) * 60 / self._most)


class Places:
    """Places of which an address may have so many, and all addresses together so many more."""

    def __init__(self, most: int, an_address: int) -> None:
        self._most = most
        self._an_address = an_address
        self._lock = Lock()
        self._taken: Counting[str] = Counting()

    def take(self, who: str) -> bool:
        """Take one; False if there is none."""
        with self._lock:
            if self._taken.total() >= self._most or self._taken[who] >= self._an_address:
                return False
            self._taken[who] += 1
            return True

    def leave(self, who: str) -> None:
        """Leave one."""
        with self._lock:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


def caller() -> str:
    """The address of the request; of IPv6 the network, which is one customer's."""
    address = request.remote_addr or ""
    if ":" not in address:
        return address
    try:
        return str(IPv6Network((address, 64), strict=False))
    except ValueError:  # behind a proxy it is whatever the proxy says
        return address


def keeper() -> Keeper:
    """The keeper of the current application's matches."""
    return cast(Keeper, current_app.extensions["keeper"])


def metrics() -> Metrics:
    """The figures of the current application."""
    return cast(Metrics, current_app.extensions["metrics"])


def charge(cost: int) -> None:
    """Count a cost against the caller's address.

    :raises ProblemError: 429, if it is too much for now.
    """
    spending: Spending = current_app.extensions["spending"]
    seconds = spending.charge(caller(), cost)
    if seconds:
        metrics().refused.labels("rate").inc()
        raise ProblemError(
            429, "too much was asked for within a minute", headers={"Retry-After": str(seconds)}
        )


def overloaded(problem: str, seconds: int = 1) -> ProblemError:
    """The error of a service that has too much to do."""
    metrics().refused.labels("load").inc()
    return ProblemError(503, problem, headers={"Retry-After": str(seconds)})


def register(app: APIFlask, settings: Mapping[str, Any]) -> None:
    """Make `app` count, log and limit its requests."""
    app.extensions["metrics"] = Metrics(app.extensions["keeper"])
    app.extensions["spending"] = Spending(settings["COST_A_MINUTE"])
    app.config["TRUSTED_HOSTS"] = _listed(settings["ALLOWED_HOSTS"]) or None
    if settings["PROXIES"]:
        hops = settings["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops)  # type: ignore[method-assign]
    if settings["CORS_ORIGINS"]:
        shown = ["ETag", "Location", "Retry-After", "X-Request-ID"]
        CORS(app, origins=_listed(settings["CORS_ORIGINS"]), expose_headers=shown)
    app.before_request(_begin)
    app.after_request(_end)
    _configure_logs()


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _begin() -> None:
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
    g.begun = perf_counter()
    if _route() not in FREE:
        charge(1)


def _end(response: Response) -> Response:
    route = _route()
    seconds = perf_counter() - g.get("begun", perf_counter())
    own = metrics()
    method = request.method if request.method in METHODS else "other"  # the caller's text goes nowhere
    own.requests.labels(method, route, response.status_code).inc()
    own.seconds.labels(route).observe(seconds)
    response.headers["X-Request-ID"] = request_id = g.get("request_id", "")
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if route.startswith(("/v1/matches", "/v1/tournaments")):
        response.headers.setdefault("Cache-Control", "private, no-store")
        response.headers.add("Vary", "Authorization")
    if route not in FREE:
        log.info(
            "request",
            request_id=request_id,
            method=method,
            route=route,
            status=response.status_code,
            ms=round(1000 * seconds, 1),
        )
    return response


def _route() -> str:
    """The route, without what it was filled with."""
    return request.url_rule.rule if request.url_rule is not None else "none"


def _configure_logs() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _where_alone,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=_to_stderr,
    )


def _to_stderr(*_: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)


def _where_alone(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Of an error the place, never the message: it may name a card."""
    if event.pop("exc_info", None):
        event["where"] = where(sys.exc_info()[2])
    return event


def where(trace: TracebackType | None) -> list[str]:
    """The lines of code that an error came through."""
    return [f"{one.filename}:{one.lineno} {one.name}" for one in traceback.extract_tb(trace)]


def begin(app: APIFlask) -> APIFlask:
    """Set a service to work: its matches go on, its metrics listen. What a server does, and no test need."""
    assert app.extensions["keeper"].timer is not None
    app.extensions["analyses"].recover()
    app.extensions["tournaments"].recover()
    if app.config["METRICS_PORT"]:
        start_http_server(
            app.config["METRICS_PORT"], app.config["METRICS_HOST"], app.extensions["metrics"].registry
        )
    return app


def end(app: APIFlask) -> None:
    """Let go of everything; what is written stays written."""
    own: Keeper = app.extensions["keeper"]
    own.stop()
    app.extensions["analyses"].close()
    app.extensions["tournaments"].close()
    own.close()


@blueprint.get("/v1/limits")
@blueprint.output(LimitsOut)
def limits() -> LimitsOut:
    """Limits

    What one request, and one address, may ask for. Over them: 413, 422, 429, or 503 with Retry-After.
    """
    config = current_app.config
    return LimitsOut(
        iterations=config["MAX_ITERATIONS"],
        milliseconds=config["MAX_MILLISECONDS"],
        threads=config["MAX_THREADS"],
        body_bytes=config["MAX_CONTENT_LENGTH"],
        record_bytes=config["MAX_RECORD_BYTES"],
        matches=config["MAX_MATCHES"],
        matches_an_address=config["MATCHES_AN_ADDRESS"],
        streams=config["MAX_STREAMS"],
        streams_an_address=config["STREAMS_AN_ADDRESS"],
        searches_waiting=config["SEARCHES_WAITING"],
        bot_backlog=config["BOT_BACKLOG"],
        analyses_waiting=config["ANALYSES_WAITING"],
        analyses_an_address=config["ANALYSES_AN_ADDRESS"],
        tournaments_waiting=config["TOURNAMENTS_WAITING"],
        tournaments_an_address=config["TOURNAMENTS_AN_ADDRESS"],
        tournament_games=config["MAX_TOURNAMENT_GAMES"],
        tournament_hours=config["TOURNAMENT_HOURS"],
        analysis_milliseconds=config["MAX_ANALYSIS_MILLISECONDS"],
        cost_a_minute=config["COST_A_MINUTE"],
        idle_hours=config["IDLE_HOURS"],
        leave_s=config["LEAVE_S"],
    )


@blueprint.get("/readyz")
@blueprint.output(Ready)
def ready() -> Ready:
    """Readiness

    Whether the service takes requests: its database answers, and it is not about to stop.
    """
    own = keeper()
    if own.stopping.is_set():
        raise ProblemError(503, "the service is about to stop", headers={"Retry-After": "5"})
    own.store.keep_claim()
    own.store.ask()
    return Ready(status="ready")
