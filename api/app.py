"""The application: its settings, its JSON, its routes."""

import os
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import structlog
from apiflask import APIFlask
from flask import current_app, g, request
from flask.json.provider import DefaultJSONProvider
from pydantic_core import from_json
from werkzeug.exceptions import RequestEntityTooLarge

from battlewise.api.matches.keeper import Keeper
from battlewise.api.operations import problems
from battlewise.api.operations.problems import ProblemError
from battlewise.api.routes import (
    analyses,
    events,
    games,
    matches,
    moves,
    pages,
    positions,
    requests,
    tournaments,
)
from battlewise.api.schemas.openapi import finish
from battlewise.api.searches.players import budget_of, pace_of, player_of
from battlewise.api.searches.queue import SearchQueue
from battlewise.api.store.database import Store
from battlewise.bots import Bot, Choice
from battlewise.core import State
from battlewise.search import StopFlag

log = structlog.get_logger("battlewise")
DEEPEST = 32
NUMBERS = {
    "MAX_CONTENT_LENGTH": 64 * 1024,
    "MAX_RECORD_BYTES": 1024 * 1024,
    "MAX_ITERATIONS": 200_000,
    "MAX_MILLISECONDS": 10_000,
    "MAX_ANALYSIS_MILLISECONDS": 60_000,
    "MAX_THREADS": 1,
    "MAX_MATCHES": 10_000,
    "MATCHES_AN_ADDRESS": 1_000,
    "MAX_TOURNAMENT_GAMES": 10_000,
    "TOURNAMENTS_WAITING": 8,
    "TOURNAMENTS_AN_ADDRESS": 4,
    "TOURNAMENT_HOURS": 24,
    "ANALYSES_WAITING": 32,
    "ANALYSES_AN_ADDRESS": 8,
    # Streams and long polls each hold one of gunicorn's threads; the rest is left for requests.
    "MAX_STREAMS": 128,
    "STREAMS_AN_ADDRESS": 64,
    "SEARCH_WORKERS": os.cpu_count() or 1,
    # Well below gunicorn's threads, so that a full queue leaves some to say so.
    "SEARCHES_WAITING": 32,
    "BOT_BACKLOG": 256,
    "COST_A_MINUTE": 120_000,
    "IDLE_HOURS": 72,
    "LEAVE_S": 60,
}
"""The settings that are whole numbers of 1 or more, with their defaults."""
OTHERS: dict[str, int | str] = {
    "DATABASE_URL": "",
    "FILES": "",
    "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
    "CORS_ORIGINS": "",
    "PROXIES": 0,
    "METRICS_HOST": "127.0.0.1",
    "METRICS_PORT": 0,
    "BOT_TICK_MS": 200,
}
"""Texts, and numbers that may be 0; BATTLEWISE_API_MAX_ITERATIONS and so on in the environment override."""


def _check(value: object, deeper: int) -> None:
    if isinstance(value, float) and not isfinite(value):
        raise ProblemError(400, "the body has a number that is too large")
    if isinstance(value, dict | list):
        if deeper == 0:
            raise ProblemError(400, f"the body is nested deeper than {DEEPEST} levels")
        for inner in value.values() if isinstance(value, dict) else value:
            _check(inner, deeper - 1)


class StrictJson(DefaultJSONProvider):
    """JSON without NaN or infinity, and no deeper than `DEEPEST` levels."""

    sort_keys = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """The value a JSON text stands for."""
        try:
            value = from_json(s, allow_inf_nan=False)
        except ValueError as error:
            raise ProblemError(400, f"the body is not JSON: {error}") from None
        _check(value, DEEPEST)
        return value


class Service(APIFlask):
    """The application; what goes wrong in it is logged by its place, without the values at hand."""

    def log_exception(self, exc_info: Any) -> None:
        """Log a fault of the service."""
        kind, _, trace = exc_info
        log.error("fault", error=kind.__name__, where=requests.where(trace), request_id=g.get("request_id"))


def create_app(config: Mapping[str, object] | None = None) -> APIFlask:
    """The application.

    :param config: settings in place of those in `NUMBERS`, `OTHERS` and of Flask's own.
    :raises ValueError: naming a setting that is wrong.
    """
    # Flask cannot find an instance folder for a part of a namespace package; none is used.
    here = str(Path(__file__).parent)
    app = Service(
        "battlewise.api",
        title="Battlewise",
        version="1",
        docs_path=None,
        instance_path=here,
        static_folder="pages",
        static_url_path="/static",
    )
    app.json = StrictJson(app)
    app.config.from_mapping({**NUMBERS, **OTHERS})
    app.config.from_prefixed_env("BATTLEWISE_API")
    app.config.from_mapping(config or {})
    _check_settings(app.config)
    app.config.update(AUTO_SERVERS=False, AUTO_404_RESPONSE=False, AUTO_VALIDATION_ERROR_RESPONSE=False)
    app.security_schemes = {"token": {"type": "http", "scheme": "bearer"}}
    searches = SearchQueue(app.config["SEARCH_WORKERS"], app.config["SEARCHES_WAITING"])
    app.extensions["searches"] = searches
    places = requests.Places(app.config["MAX_STREAMS"], app.config["STREAMS_AN_ADDRESS"])
    app.extensions["streams"] = places
    store = Store(app.config["DATABASE_URL"], app.config["FILES"])
    app.extensions["keeper"] = keeper = Keeper(
        store, searches, player_of, _searcher(app.config), pace_of(app.config), app.config
    )
    app.extensions["analyses"] = analyses.Analyses(keeper, app.config)
    app.extensions["tournaments"] = tournaments.Tournaments(keeper, app.config)
    problems.register(app)
    requests.register(app, app.config)
    app.before_request(_require_json)
    app.spec_processor(finish)
    for part in (games, moves, positions, matches, events, analyses, tournaments):
        app.register_blueprint(part.blueprint, url_prefix="/v1")
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(requests.blueprint)
    return app


def _check_settings(config: Mapping[str, Any]) -> None:
    for name in NUMBERS:
        if type(config[name]) is not int or config[name] < 1:
            raise ValueError(f"{name}: {config[name]!r} is not a whole number of 1 or more")
    for name, default in OTHERS.items():
        wrong = type(config[name]) is not type(default) or (isinstance(default, int) and config[name] < 0)
        if wrong:
            kind = "a text" if isinstance(default, str) else "a whole number of 0 or more"
            raise ValueError(f"{name}: {config[name]!r} is not {kind}")


def _searcher(limits: Mapping[str, Any]) -> Callable[[Bot, State, int, StopFlag], Choice]:
    def search(player: Bot, state: State, seed: int, stop: StopFlag) -> Choice:
        return player.choose(state, seed, budget_of(player, None, limits), stop)

    return search


def _require_json() -> None:
    if request.method != "POST" or request.url_rule is None:
        return
    view = current_app.view_functions[request.url_rule.endpoint]
    if "body" not in getattr(view, "_spec", {}):
        return
    if request.mimetype != "application/json":
        raise ProblemError(415, "the body must be of type application/json")
    most = current_app.config["MAX_CONTENT_LENGTH"]
    if request.url_rule.endpoint == "matches.verify":
        most = request.max_content_length = current_app.config["MAX_RECORD_BYTES"]
    # A body of undeclared length is cut off at the limit without a word.
    if request.content_length is None and len(request.get_data()) >= most:
        raise RequestEntityTooLarge
    if not isinstance(request.get_json(), dict):
        raise ProblemError(422, "is not an object", "")
