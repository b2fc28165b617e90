"""Starts the service."""

import json
import os
import resource
import sys

from battlewise.api.app import Application, create_app
from battlewise.api.commands import settings
from battlewise.api.matches.rules import rules_for
from battlewise.api.operations.server import Server, log_as_json
from battlewise.api.routes.pages import openapi
from battlewise.api.searches.players import DEFAULT
from battlewise.api.settings import PREFIX, SettingsError
from battlewise.bots import bot
from battlewise.core import game, games

EXAMPLE_GAME = "battlelore"
FILES = 256  # open files besides connections


def example_body() -> str:
    """A short request for a move: a hand-written view whose seat is to move, and a level."""
    rules = game(EXAMPLE_GAME)
    views = rules.minimal_views().values()
    ready = (view for view in views if rules.from_view(view, seed=1).to_move == view["seat"])
    shortest = min(ready, key=lambda view: len(json.dumps(view)))
    return json.dumps({"view": shortest, "level": "hard"}, separators=(",", ":"))


def serve(host: str, port: int) -> None:
    """Print a request that can be pasted into a shell, and serve on an address until a signal to stop.

    On SIGTERM and SIGINT the service finishes the requests under way and ends.

    :raises SettingsError: if the address cannot be used, or there are too few file descriptors.
    """
    os.umask(0o077)  # the database and the ledgers hold seeds, and hashes of tokens
    own = settings()
    if own.allowed_hosts:
        named = f"[{host}]" if ":" in host else host
        own = own.model_copy(update={"allowed_hosts": (*own.allowed_hosts, named.lower())})
    _allow_files(own.max_connections)
    log_as_json()
    app = create_app(own)
    try:
        server = Server(app, host, port, own)
    except OSError as error:
        raise SettingsError(f"{host}:{port}: {error.strerror}; choose another address") from None
    app.start()
    _warm_up(app)
    _greet(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
    try:
        server.run(app.parts.stop)
    finally:
        app.close()


def _warm_up(app: Application) -> None:
    """Make the games, search once and write the OpenAPI document, so that no request waits for that."""
    with app.app_context():
        openapi()
    for game_id in games():
        rules = rules_for(game_id, {})
    bot(DEFAULT).choose(rules.new(seed=1), seed=1)


def _greet(address: str) -> None:
    quoted = example_body().replace("'", "'\\''")
    print(f"Battlewise plays on {address}/ and is described on {address}/docs. Ask it for a move:\n")
    print(
        f"curl -s {address}/v1/games/{EXAMPLE_GAME}/moves -H 'Content-Type: application/json' -d '{quoted}'\n"
    )
    sys.stdout.flush()


def _allow_files(connections: int) -> None:
    """Raise the process's limit of open files so that all connections fit.

    :raises SettingsError: if the system does not allow it.
    """
    wanted = 2 * connections + FILES  # a connection's body can take a file
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY != hard < wanted:
        raise SettingsError(
            f"{PREFIX}MAX_CONNECTIONS: {connections} need {wanted} open files, and the system allows {hard}; "
            "choose fewer, or raise the limit (ulimit -n)"
        )
    if resource.RLIM_INFINITY != soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
