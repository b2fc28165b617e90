"""The silhouettes of units, terrain, cards, faces of dice and resources (`pictograms.toml`)."""

import tomllib
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

GRID = 24


class Path24(BaseModel):
    """A path on the grid."""

    model_config = ConfigDict(extra="forbid")

    d: str
    evenodd: bool = False
    stroke: float | None = None
    turn: str | None = None


@cache
def pictograms() -> dict[str, list[Path24]]:
    """The paths of each pictogram by its name.

    :raises pydantic.ValidationError: a path in the file is not one.
    """
    found = tomllib.loads(Path(__file__).with_name("pictograms.toml").read_text(encoding="utf-8"))
    return TypeAdapter(dict[str, list[Path24]]).validate_python(found)


def pictogram(*names: str) -> str:
    """The first of some names that has a pictogram.

    :raises KeyError: none of them has one.
    """
    for name in names:
        if name in pictograms():
            return name
    raise KeyError(f"no pictogram: {', '.join(names)}")
