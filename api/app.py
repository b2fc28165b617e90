"""The application: its settings, its JSON, its routes."""

import os
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from apiflask import APIFlask
from flask import current_app, request
from flask.json.provider import DefaultJSONProvider
from pydantic_core import from_json
from werkzeug.exceptions import RequestEntityTooLarge

from battlewise.api import games, moves, pages, positions, problems
from battlewise.api.openapi import finish
from battlewise.api.problems import ProblemError
from battlewise.api.searches import SearchQueue

DEEPEST = 32
SETTINGS = {
    "MAX_CONTENT_LENGTH": 64 * 1024,
    "MAX_ITERATIONS": 200_000,
    "MAX_MILLISECONDS": 10_000,
    "MAX_THREADS": 1,
    "SEARCH_WORKERS": os.cpu_count() or 1,
    # Well below gunicorn's threads, so that a full queue leaves some to say so.
    "SEARCHES_WAITING": 32,
}
"""The settings with their defaults; BATTLEWISE_API_MAX_ITERATIONS and so on in the environment override."""


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


def create_app(config: Mapping[str, object] | None = None) -> APIFlask:
    """The application.

    :param config: settings in place of those in `SETTINGS` and of Flask's own.
    :raises ValueError: naming a setting that is not a whole number of 1 or more.
    """
    # Flask cannot find an instance folder for a part of a namespace package; none is used.
    here = str(Path(__file__).parent)
    app = APIFlask("battlewise.api", title="Battlewise", version="1", docs_path=None, instance_path=here)
    app.json = StrictJson(app)
    app.config.from_mapping(SETTINGS)
    app.config.from_prefixed_env("BATTLEWISE_API")
    app.config.from_mapping(config or {})
    for name in SETTINGS:
        if type(app.config[name]) is not int or app.config[name] < 1:
            raise ValueError(f"{name}: {app.config[name]!r} is not a whole number of 1 or more")
    app.config.update(AUTO_SERVERS=False, AUTO_404_RESPONSE=False, AUTO_VALIDATION_ERROR_RESPONSE=False)
    app.extensions["searches"] = SearchQueue(app.config["SEARCH_WORKERS"], app.config["SEARCHES_WAITING"])
    problems.register(app)
    app.before_request(_require_json)
    app.spec_processor(finish)
    for part in (games, moves, positions):
        app.register_blueprint(part.blueprint, url_prefix="/v1")
    app.register_blueprint(pages.blueprint)
    return app


def _require_json() -> None:
    if request.method != "POST" or request.url_rule is None:
        return
    if request.mimetype != "application/json":
        raise ProblemError(415, "the body must be of type application/json")
    # A body of undeclared length is cut off at the limit without a word.
    if request.content_length is None and len(request.get_data()) >= current_app.config["MAX_CONTENT_LENGTH"]:
        raise RequestEntityTooLarge
    if not isinstance(request.get_json(), dict):
        raise ProblemError(422, "is not an object", "")
