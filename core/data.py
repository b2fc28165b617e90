"""Card data: TOML files beside a game, checked as they are read."""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from battlewise.core.errors import DataError, ViewError
from battlewise.core.views import Fields

T = TypeVar("T")
STATUSES = ("official", "likely", "reconstructed")


def read(folders: list[Path], name: str, build: Callable[[Fields], T]) -> T:
    """What `build` makes of the first file of a name that one of the folders has.

    :raises DataError: naming file, record and key.
    """
    path = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if path is None:
        raise DataError(f"{name}: is in none of {', '.join(map(str, folders))}")
    try:
        fields = Fields(tomllib.loads(path.read_text(encoding="utf-8")))
        built = build(fields)
        fields.close()
    except ViewError as error:
        raise DataError(f"{path}: {error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: is not TOML: {error}") from None
    return built


def printed(folders: list[Path], name: str) -> dict[str, dict[str, Any]]:
    """The records of a file by id as they are written: with titles and ``status``.

    The file has been read before (`read`), so that it is known to be sound.
    """
    path = next(folder / name for folder in folders if (folder / name).is_file())
    return tomllib.loads(path.read_text(encoding="utf-8"))


def weights(
    where: list[Path],
    suffixes: tuple[str, str],
    features: tuple[str, ...],
    traits: Mapping[str, tuple[str, ...]],
) -> tuple[tuple[float, ...], tuple[tuple[float, ...], ...]]:
    """The weights of the evaluation's features, and those of moves' traits by kind of decision.

    :param suffixes: of the files' names: of ``estimate.toml``, which is read if there are features, and of
        ``weigh.toml``.
    :raises DataError: naming file, record and key.
    """
    of_estimate, of_weigh = suffixes
    return (
        read(where, f"estimate{of_estimate}.toml", lambda fields: _feature_weights(fields, features))
        if features
        else (),
        read(where, f"weigh{of_weigh}.toml", lambda fields: _trait_weights(fields, traits)),
    )


def _feature_weights(fields: Fields, names: tuple[str, ...]) -> tuple[float, ...]:
    """Weights by name; those of cards, as ``units.citadel_guard``, may be left out."""
    tables = {table: fields.object(table) for table in {name.split(".")[0] for name in names if "." in name}}
    given = {f"{table}.{card}" for table, record in tables.items() for card in record.names()}
    found = []
    for name in names:
        table, dot, card = name.partition(".")
        if not dot:
            found.append(fields.number(name))
        else:
            found.append(tables[table].number(card) if name in given else 0.0)
    return tuple(found)


def _trait_weights(fields: Fields, names: Mapping[str, tuple[str, ...]]) -> tuple[tuple[float, ...], ...]:
    weights = []
    for decision, traits in names.items():
        record = fields.object(decision)
        weights.append(tuple(record.number(name) for name in traits))
        record.close()
    return tuple(weights)


def folders(shipped: Path, names: tuple[str, ...], given: object) -> list[Path]:
    """Where to look for data: a folder that replaces some of the shipped files, then the shipped ones.

    :param names: of the files that there may be.
    :param given: a path, or None.
    :raises DataError: if the folder does not exist or holds a TOML file of another name.
    """
    if given is None:
        return [shipped]
    if not isinstance(given, str | Path) or not Path(given).is_dir():
        raise DataError(f"data: {given!r} is not a folder")
    for path in sorted(Path(given).glob("*.toml")):
        if path.name not in names:
            raise DataError(f"{path}: is none of {', '.join(names)}")
    return [Path(given), shipped]


def titles(record: Fields, card: str) -> tuple[str, str | None]:
    """A card's or piece's title: ``english`` and, where the book has another, the book's ``original``.

    :param card: the record's id: the English title as `slug` makes it, or the first words of that, such as
        ``book`` for "Book of Crea".
    :raises ViewError: the title is missing, or the id is another one.
    """
    english = record.text("english")
    if not f"{slug(english)}_".startswith(f"{card}_"):
        raise record.fail("english", f"{english!r} makes the id {slug(english)}, not {card}")
    return english, record.text("original") if record.has("original") else None


def slug(title: str) -> str:
    """An id made from a title: lower case, words joined by underscores, "+" as "plus", no accents."""
    plain = (
        unicodedata.normalize("NFKD", title.replace("+", "plus")).encode("ascii", "ignore").decode().lower()
    )
    return re.sub(r"[^a-z0-9]+", "_", plain.replace("'", "")).strip("_")


def status(record: Fields) -> None:
    """Check a record's ``status``: how well its values are known."""
    record.choice("status", STATUSES)
