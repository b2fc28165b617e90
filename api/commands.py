"""The commands ``verify``, ``backup`` and ``restore``, which `battlewise.bots.cli` offers."""

import json
import os
from pathlib import Path

from battlewise.api.matches import fair
from battlewise.api.store import backup as copies
from battlewise.core import BattlewiseError

DATABASE = "sqlite:///battlewise.db"


def database_url() -> str:
    """The database of the service that is started from here."""
    return os.environ.get("BATTLEWISE_API_DATABASE_URL") or DATABASE


def files() -> str:
    """Where that service keeps its files; empty for the usual place."""
    return os.environ.get("BATTLEWISE_API_FILES", "")


def verify(path: Path, seal: str | None) -> str:
    """Check a record; what is right about it.

    :raises BattlewiseError: naming what is wrong.
    """
    try:
        record = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BattlewiseError(f"{path}: {error}") from None
    verdict = fair.verify(record, seal)
    return (
        f"sound: {verdict.decisions} decisions legal, {verdict.outcomes} outcomes as the seeds give them, "
        f"commitment kept, result right; seal {record['seal']}"
    )


def backup(target: Path, url: str | None) -> str:
    """Write a backup of a service's database."""
    copies.backup(url or database_url(), target, files())
    return f"wrote {target}"


def restore(source: Path, url: str | None) -> str:
    """Fill an empty database from a backup."""
    copies.restore(url or database_url(), source, files())
    return f"restored {source}"
