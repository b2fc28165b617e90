"""Starts the service with gunicorn."""

import json
import os
import sys
from pathlib import Path

from battlewise.api.settings import PREFIX, Settings
from battlewise.core import game

EXAMPLE_GAME = "battlelore"


def example_body() -> str:
    """A short request for a move: a hand-written view whose seat is to move, and a level."""
    rules = game(EXAMPLE_GAME)
    views = rules.minimal_views().values()
    ready = (view for view in views if rules.from_view(view, seed=1).to_move == view["seat"])
    shortest = min(ready, key=lambda view: len(json.dumps(view)))
    return json.dumps({"view": shortest, "level": "hard"}, separators=(",", ":"))


def serve(host: str, port: int) -> None:
    """Print a request that can be pasted into a shell, and become gunicorn on an address.

    Does not return. On SIGTERM and SIGINT gunicorn finishes the requests under way and ends.
    """
    host = f"[{host}]" if ":" in host else host
    address = f"http://{host}:{port}"
    quoted = example_body().replace("'", "'\\''")
    hosts = Settings().allowed_hosts
    if hosts:
        os.environ[f"{PREFIX}ALLOWED_HOSTS"] = ",".join((*hosts, host))
    print(f"Battlewise plays on {address}/ and is described on {address}/docs. Ask it for a move:\n")
    print(
        f"curl -s {address}/v1/games/{EXAMPLE_GAME}/moves -H 'Content-Type: application/json' -d '{quoted}'\n"
    )
    sys.stdout.flush()
    configuration = str(Path(__file__).with_name("operations") / "gunicorn_conf.py")
    command = [sys.executable, "-m", "gunicorn", "--config", configuration, "--bind", f"{host}:{port}"]
    os.execv(sys.executable, [*command, "battlewise.api.wsgi:app"])
