"""What happens before and after every request: ids, costs, strict JSON, headers, logs."""

import re
import secrets
from math import isfinite
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import structlog
from apiflask import APIFlask
from flask import Response, current_app, g, request
from flask.json.provider import DefaultJSONProvider
from flask_cors import CORS
from pydantic_core import from_json
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.parts import charge, parts
from battlewise.api.settings import Settings

log = structlog.get_logger("battlewise")
DEEPEST = 32
FREE = ("/healthz", "/readyz", "/static/<path:filename>")
LARGE = {"records.verify": "max_record_bytes", "batches.analyse": "max_batch_bytes"}
"""The settings with the sizes of bodies that can be larger than others."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


def register(app: APIFlask, settings: Settings) -> None:
    """Make `app` check, count, limit and log its requests."""
    app.json = StrictJson(app)
    app.config.update(MAX_CONTENT_LENGTH=settings.max_content_length)
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops)  # type: ignore[method-assign]
    if settings.cors_origins:
        shown = ["ETag", "Location", "Retry-After", "X-Request-ID"]
        CORS(app, origins=list(settings.cors_origins), expose_headers=shown)
    app.before_request(_begin)
    app.before_request(_require_json)
    app.after_request(_end)


class StrictJson(DefaultJSONProvider):
    """JSON without NaN or infinity, and no deeper than `DEEPEST` levels."""

    sort_keys = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """The value of a JSON text."""
        try:
            value = from_json(s, allow_inf_nan=False)
        except ValueError as error:
            raise ProblemError(Kind.MALFORMED, f"the body is not JSON: {error}") from None
        _check(value, DEEPEST)
        return value


def _check(value: object, deeper: int) -> None:
    if isinstance(value, float) and not isfinite(value):
        raise ProblemError(Kind.MALFORMED, "the body has a number that is too large")
    if isinstance(value, dict | list):
        if deeper == 0:
            raise ProblemError(Kind.MALFORMED, f"the body is nested deeper than {DEEPEST} levels")
        for inner in value.values() if isinstance(value, dict) else value:
            _check(inner, deeper - 1)


def _require_json() -> None:
    if request.method != "POST" or request.url_rule is None:
        return
    view = current_app.view_functions[request.url_rule.endpoint]
    if "body" not in getattr(view, "_spec", {}):
        return
    if request.mimetype != "application/json":
        raise ProblemError(Kind.MEDIA_TYPE, "the body must be of type application/json")
    if request.headers.get("Content-Encoding", "identity").lower() not in ("identity", ""):
        raise ProblemError(
            Kind.MEDIA_TYPE, "the body must not be encoded", headers={"Accept-Encoding": "identity"}
        )
    most = parts().settings.max_content_length
    if request.url_rule.endpoint in LARGE:
        most = request.max_content_length = getattr(parts().settings, LARGE[request.url_rule.endpoint])
    # A body of undeclared length is cut off at the limit, and nothing says so.
    if request.content_length is None and len(request.get_data()) >= most:
        raise RequestEntityTooLarge
    if not isinstance(request.get_json(), dict):
        raise ProblemError(Kind.INVALID, "is not an object", "")


def _check_host() -> None:
    """Werkzeug's own check reads an address of IPv6 as a name with a port."""
    allowed = parts().settings.allowed_hosts
    host = urlsplit(f"//{request.host}").hostname if allowed else None
    named = f"[{host}]" if host and ":" in host else host or ""
    if allowed and not any(named == one or (one[0] == "." and named.endswith(one)) for one in allowed):
        raise ProblemError(Kind.UNKNOWN_HOST, f"the host {request.host[:80]!r} is not one of ALLOWED_HOSTS")


def _begin() -> None:
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
    g.begun = perf_counter()
    _check_host()
    if _route() not in FREE:
        charge(1)


def _end(response: Response) -> Response:
    route = _route()
    seconds = perf_counter() - g.get("begun", perf_counter())
    metrics = parts().metrics
    method = request.method if request.method in METHODS else "other"  # the caller's text goes nowhere
    metrics.requests.labels(method, route, response.status_code).inc()
    metrics.seconds.labels(route).observe(seconds)
    response.headers["X-Request-ID"] = request_id = g.get("request_id", "")
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if route.startswith(("/v1/matches", "/v1/tournaments")):
        response.headers.setdefault("Cache-Control", "private, no-store")
        response.headers.add("Vary", "Authorization")
    if route not in FREE:
        line = {"method": method, "route": route, "status": response.status_code}
        log.info("request", request_id=request_id, **line, ms=round(1000 * seconds, 1))
    return response


def _route() -> str:
    """The route's pattern, without the values of a request."""
    return request.url_rule.rule if request.url_rule is not None else "none"
