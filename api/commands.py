"""The commands ``verify``, ``backup`` and ``restore``, which `battlewise.bots.cli` offers."""

import json
from pathlib import Path

from battlewise.api.matches import fair
from battlewise.api.settings import Settings
from battlewise.api.store import backup as copies
from battlewise.core import BattlewiseError

DATABASE = "sqlite:///battlewise.db"


def settings() -> Settings:
    """The settings of the service that starts here: those of the environment, with a database that lasts."""
    own = Settings()
    return own.model_copy(update={"database_url": own.database_url or DATABASE})


def verify(path: Path, seal: str | None) -> str:
    """Check a record; what is right about it.

    :raises BattlewiseError: naming what is wrong.
    """
    try:
        record = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BattlewiseError(f"{path}: {error}") from None
    verdict = fair.verify(record, seal)
    given = f" (it started with {verdict.given} moves)" if verdict.given else ""
    return (
        f"sound: {verdict.decisions} decisions legal, {verdict.outcomes} outcomes as the seeds give them"
        f"{given}, commitment kept, result right; seal {record['seal']}"
    )


def backup(target: Path, url: str | None) -> str:
    """Write a backup of a service's database."""
    own = settings()
    copies.backup(url or own.database_url, target, own.files)
    return f"wrote {target}"


def restore(source: Path, url: str | None) -> str:
    """Fill an empty database from a backup."""
    own = settings()
    copies.restore(url or own.database_url, source, own.files)
    return f"restored {source}"
