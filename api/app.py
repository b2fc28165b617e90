"""The application: its settings, its parts, its routes."""

from pathlib import Path
from typing import Any, Self
from wsgiref.simple_server import WSGIServer

import structlog
from apiflask import APIFlask
from flask import g
from prometheus_client import start_http_server

from battlewise.api.operations import logs
from battlewise.api.routes import (
    analyses,
    batches,
    errors,
    events,
    forward,
    games,
    matches,
    moves,
    pages,
    pictures,
    positions,
    problems,
    records,
    requests,
    rollouts,
    service,
    tournaments,
)
from battlewise.api.routes.parts import Parts
from battlewise.api.schemas.openapi import finish
from battlewise.api.settings import PREFIX, Settings, SettingsError

log = structlog.get_logger("battlewise")


class Application(APIFlask):
    """The application. It answers matches, analyses and tournaments from `start` to `close`.

    :ivar parts: what it consists of.
    """

    parts: Parts
    _metrics: WSGIServer | None = None

    def start(self) -> Self:
        """Open the database, go on with what was under way, serve metrics.

        :raises StoreError: if the database cannot be used.
        :raises SettingsError: if the port for metrics cannot be used.
        """
        self.parts.start()
        settings = self.parts.settings
        if settings.metrics_port:
            try:
                self._metrics, _ = start_http_server(
                    settings.metrics_port, settings.metrics_host, self.parts.metrics.registry
                )
            except OSError as error:
                self.close()
                raise SettingsError(f"{PREFIX}METRICS_PORT: {error.strerror}; choose another port") from None
        return self

    def close(self) -> None:
        """Stop everything and release the database. What is written stays written."""
        if self._metrics is not None:
            self._metrics.shutdown()
            self._metrics.server_close()
            self._metrics = None
        self.parts.close()

    def wsgi_app(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Answer a request. Host names are compared without case."""
        if "HTTP_HOST" in environ:
            environ["HTTP_HOST"] = environ["HTTP_HOST"].lower()
        return super().wsgi_app(environ, start_response)

    def log_exception(self, exc_info: Any) -> None:
        """Log a fault of the service by its place, without the values at hand."""
        kind, _, trace = exc_info
        log.error("fault", error=kind.__name__, where=logs.where(trace), request_id=g.get("request_id"))


def create_app(settings: Settings | None = None) -> Application:
    """The application, not yet started.

    :param settings: default: those of the environment.
    :raises SettingsError: if a setting of the environment is wrong.
    """
    settings = settings or Settings()
    app = Application(
        "battlewise.api",
        title="Battlewise",
        version="1",
        docs_path=None,
        spec_path=None,  # routes/pages has it
        static_folder="pages",
        static_url_path="/static",
        # Flask cannot find an instance folder for a part of a namespace package. None is used.
        instance_path=str(Path(__file__).parent),
    )
    app.config.update(AUTO_SERVERS=False, AUTO_404_RESPONSE=False, AUTO_VALIDATION_ERROR_RESPONSE=False)
    app.security_schemes = {"token": {"type": "http", "scheme": "bearer"}}
    app.parts = app.extensions["battlewise"] = Parts(settings)
    logs.configure()
    errors.register(app)
    forward.register(app)
    requests.register(app, settings)
    app.spec_processor(finish)
    tables = (games, moves, rollouts, pictures, positions)
    for part in (*tables, matches, records, events, analyses, batches, tournaments):
        app.register_blueprint(part.blueprint, url_prefix="/v1")
    for part in (pages, service, problems):
        app.register_blueprint(part.blueprint)
    return app
