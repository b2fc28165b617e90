"""What lies in a game's box, for the chosen options: what a front end draws, names and explains.

The ids are those that moves touch (`Move.touches`) and, after the colon, those that views write.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any

from pydantic import BaseModel, Field

from battlewise.core.fields import plain


class Entry(BaseModel):
    """Something that has an id and a name."""

    id: str = Field(
        description="Its id, as in `touches`: the kind of thing, a colon, its name. A die has its name alone."
    )
    name: str = Field(description="Its name for a player.")


class Seat(Entry):
    """A seat at the table."""

    seat: int = Field(description="Its number, as in views.")


class Phase(BaseModel):
    """A kind of decision."""

    id: str | None = Field(description="The `phase` of views that ask for it; null if the game has but one.")
    asks: str = Field(
        description="The sentence that asks the player. Names in braces stand for what the view says."
    )


class Space(Entry):
    """A place on the board."""

    kind: str = Field(description="What it is, such as hex, field, city or track.")
    place: Annotated[Sequence[float], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="Its centre, rightwards and downwards, in widths of a space. Null: it has none.",
    )
    neighbours: list[str] = Field(default_factory=list, description="The ids of the adjacent places.")
    facts: dict[str, Any] = Field(default_factory=dict, description="What the board prints there.")


class Thing(Entry):
    """A card, or a kind of piece, marker or tile."""

    kind: str = Field(description="What it is, such as command card, unit or token.")
    original: str | None = Field(default=None, description="Its title in the rulebook, if it differs.")
    text: str = Field(description="What it does, in words. Empty if its name and numbers say all.")
    count: int | None = Field(default=None, description="How many there are. Null if there is no limit.")
    facts: dict[str, Any] = Field(default_factory=dict, description="Its printed numbers and traits by name.")
    status: str | None = Field(
        default=None, description="How well the values are known: official, likely or reconstructed."
    )


class Face(BaseModel):
    """A face of a die."""

    id: str = Field(description="Its name, as views and moves write it.")
    sides: int = Field(description="How many sides of the die show it.")
    text: str = Field(description="What it does, in words.")


class Die(Entry):
    """A kind of die."""

    faces: list[Face] = Field(description="Its faces that differ.")


class Catalogue(BaseModel):
    """The seats, decisions, places, cards, pieces and dice of a game."""

    seats: list[Seat] = Field(description="The seats in the order of their numbers.")
    phases: list[Phase] = Field(description="The decisions of the game. Phases of chance have none.")
    spaces: list[Space] = Field(default_factory=list, description="The places on the board.")
    cards: list[Thing] = Field(default_factory=list, description="The cards.")
    pieces: list[Thing] = Field(default_factory=list, description="Pieces, markers and tiles.")
    dice: list[Die] = Field(default_factory=list, description="The kinds of dice.")

    @cached_property
    def things(self) -> dict[str, Thing]:
        """The cards and pieces by their ids."""
        return {one.id: one for one in [*self.cards, *self.pieces]}

    @cached_property
    def glossary(self) -> dict[str, str]:
        """What cards and pieces do, by their names as texts write them."""
        things = [*self.cards, *self.pieces]
        return {plain(one.id.partition(":")[2]): one.text for one in things if one.text}


def seats_and_phases(names: Sequence[str], prompts: Mapping[Any, str]) -> dict[str, Any]:
    """The first two fields of a catalogue.

    :param names: of the seats.
    :param prompts: the question of each phase.
    """
    return {
        "seats": [Seat(id=f"seat:{i}", name=name, seat=i) for i, name in enumerate(names)],
        "phases": [Phase(id=phase, asks=asks) for phase, asks in prompts.items()],
    }


def from_record(
    element: str,
    name: str,
    kind: str,
    text: str,
    printed: Mapping[str, Mapping[str, Any]],
    facts: dict[str, Any],
    count: int | None = None,
) -> Thing:
    """A card or piece with its title and its status as a data file has them (`core.data.printed`).

    :param element: what stands before the colon of its id.
    :param name: its id in the data file.
    :param text: what it does.
    :param printed: the records of the file.
    """
    record = printed[name]
    return Thing(
        id=f"{element}:{name}",
        name=record["english"],
        kind=kind,
        original=record.get("original"),
        text=text,
        count=count,
        facts=facts,
        status=record.get("status"),
    )
