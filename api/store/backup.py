"""Backup: copies all that a service keeps while it runs. Restore: fills an empty database from a copy.

A backup is a SQLite file with the same tables for every kind of database, and one more table with the
ledgers of tournaments. So it can also move a service from SQLite to PostgreSQL.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Column, Connection, LargeBinary, MetaData, String, Table, func, insert, select

from battlewise.api.store.database import Store, StoreError, engine_of, folder_of, migrate
from battlewise.api.store.tables import matches, metadata, replicas, tournaments

_BATCH = 1000
_files = MetaData()
_ledgers = Table(
    "ledgers", _files, Column("name", String(80), primary_key=True), Column("content", LargeBinary)
)


def backup(url: str, target: Path, files: str = "") -> None:
    """Write a backup. The service can be at work; the copy is of one moment.

    :param files: the folder of the files beside the database, default: the usual one.
    :raises StoreError: if the target exists, or the database or a ledger cannot be read.
    """
    if target.exists():
        raise StoreError(f"backup: {target} exists already")
    if not target.parent.is_dir():
        raise StoreError(f"backup: there is no folder {target.parent}")
    folder = folder_of(url, files)
    with tempfile.TemporaryDirectory(prefix=f"{target.name}-", dir=target.parent) as place:
        unfinished = Path(place, target.name)  # private, for it holds seeds, and hashes of tokens
        with _opened(url, writing=False) as source, _opened(f"sqlite:///{unfinished}", fresh=True) as copy:
            _copy(source, copy)
            _files.create_all(copy)
            for name in _ledgers_of(source, folder):
                copy.execute(insert(_ledgers), {"name": name, "content": _content(folder / name)})
        unfinished.rename(target)


def _ledgers_of(source: Connection, folder: Path) -> list[str]:
    """The names of the ledgers of the tournaments that have begun.

    :raises StoreError: if one is missing.
    """
    names = {path.name for path in folder.glob("*.db")}
    begun = select(tournaments.c.id).where(tournaments.c.status.in_(("running", "done")))
    for tournament in source.scalars(begun):
        if f"{tournament}.db" not in names:
            raise StoreError(
                f"backup: {tournament}.db is not in {folder}; set BATTLEWISE_API_FILES to its folder"
            )
    return sorted(names)


def restore(url: str, source: Path, files: str = "") -> None:
    """Fill an empty database, which no service uses, from a backup.

    :param files: the folder of the files beside the database, default: the usual one.
    :raises StoreError: if the database is not empty, or the file is no backup.
    """
    if not source.is_file():
        raise StoreError(f"restore: there is no file {source}")
    store = Store(url, files)
    store.open()
    try:
        store.claim()
        with _readable(source) as copy, store.engine.begin() as target:
            if target.scalar(select(func.count()).select_from(matches)):
                raise StoreError("restore: the database is not empty")
            _copy(copy, target)
            ledgers = list(copy.execute(select(_ledgers)))
        for name, content in ledgers:
            path = store.folder / Path(name).name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            path.write_bytes(content)
    finally:
        store.close()


@contextmanager
def _opened(url: str, writing: bool = True, fresh: bool = False) -> Iterator[Connection]:
    """A transaction on a database; `fresh`: its tables made or brought up to this version first."""
    engine = engine_of(url, writing)
    try:
        if fresh:
            migrate(engine)
        with engine.begin() as connection:
            yield connection
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"database: {type(error).__name__}: {error}") from None
    finally:
        engine.dispose()


@contextmanager
def _readable(source: Path) -> Iterator[Connection]:
    """A backup, its tables brought up to this version in a copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(source, folder)
        with _opened(f"sqlite:///{copy}", fresh=True) as connection:
            yield connection


def _copy(source: Connection, target: Connection) -> None:
    """Copy all but the replicas: a copy has no keepers."""
    for table in metadata.sorted_tables:
        if table is replicas:
            continue
        rows = source.execute(select(table)).mappings()
        free = {"keeper": None} if "keeper" in table.c else {}
        while batch := [{**row, **free} for row in rows.fetchmany(_BATCH)]:
            target.execute(insert(table), batch)


def _content(path: Path) -> bytes:
    """A ledger as one file, even while its tournament is played."""
    with closing(sqlite3.connect(path)) as ledger, closing(sqlite3.connect(":memory:")) as copy:
        ledger.backup(copy)
        return copy.serialize()
