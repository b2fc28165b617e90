"""What a game written in Python keeps in its positions: whole numbers with names, declared once.

The state in memory, the views with their form, the text and the numbers for learners come from them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from battlewise.core.errors import ViewError
from battlewise.core.fields import plain
from battlewise.core.observation import numbers, one_hot, seat_numbers
from battlewise.core.schemas import REQUIRED, Part, each, number, one_of, part

NUMBER = np.dtype("<i4")
Table = Any
"""A position as Python code reads and writes it: ``table.score[seat]``, ``table.total``."""


@dataclass(frozen=True)
class Slot:
    """A number that positions keep, a list of numbers, or one of these for each seat.

    :ivar name: as Python code and views call it.
    :ivar text: what it says, with its unit, in a sentence.
    :ivar high: the most that a number can be.
    :ivar low: the least.
    :ivar count: how many numbers the list has; 0: it is no list.
    :ivar by_seat: whether each seat has its own.
    :ivar seen_by: who knows it: ``everybody``, the ``seat`` whose it is, or ``nobody``.
    :ivar names: ids that views write for 0, 1, ...; they set `low` and `high`.
    :ivar is_seat: whether the numbers are those of seats; it sets `low` and `high`.
    :ivar default: the number in views that leave it out; None: views must have it.
    :ivar element: the kind of things that moves touch and pictures show: number i of a list, counted from 1,
        is the thing ``element:i``.
    """

    name: str
    text: str
    high: int = 1
    low: int = 0
    count: int = 0
    by_seat: bool = False
    seen_by: Literal["everybody", "seat", "nobody"] = "everybody"
    names: tuple[str, ...] = ()
    is_seat: bool = False
    default: int | None = None
    element: str = ""


class Slots:
    """The slots of a game, for its options.

    :ivar dtype: of a position in memory: a record of 32-bit numbers.
    :raises TypeError: a slot contradicts itself or another one.
    """

    def __init__(self, slots: Sequence[Slot], seats: int) -> None:
        self.slots = tuple(slots)
        self.seats = seats
        for slot in self.slots:
            _check(slot, self.limits(slot))
        names = [slot.name for slot in self.slots]
        if not names or len(set(names)) < len(names):
            raise TypeError("slots: there are none, or two have the same name")
        fields = [(slot.name, NUMBER, self._shape(slot)) for slot in self.slots]
        self.dtype = np.dtype((np.record, fields))
        self.hidden = any(slot.seen_by != "everybody" for slot in self.slots)

    def limits(self, slot: Slot) -> tuple[int, int]:
        """The least and the most that a number of a slot can be."""
        if slot.names:
            return 0, len(slot.names) - 1
        return (0, self.seats - 1) if slot.is_seat else (slot.low, slot.high)

    def _shape(self, slot: Slot) -> tuple[int, ...]:
        return (self.seats,) * slot.by_seat + ((slot.count,) if slot.count else ())

    def known(self, viewer: int) -> bytes:
        """A mask of a position's bytes: 255 for those that a viewer knows.

        :param viewer: a seat, or -1 for what everybody knows.
        """
        mask = np.zeros(1, self.dtype)
        for slot in self.slots:
            if slot.seen_by == "everybody":
                mask[slot.name] = -1
            elif slot.seen_by == "seat" and viewer >= 0:
                mask[slot.name][0, viewer] = -1
        return mask.tobytes()

    def problem(self, table: Table) -> str | None:
        """The first number that is out of its range: ``field: text``; None if there is none."""
        for slot in self.slots:
            low, high = self.limits(slot)
            found = np.asarray(table[slot.name])
            if (found < low).any() or (found > high).any():
                return f"{slot.name}: must be from {low} to {high}"
        return None

    def form(self) -> dict[str, Part]:
        """The fields of a view."""
        found = {}
        for slot in self.slots:
            kind = one_of(slot.names) if slot.names else number(*self.limits(slot))
            if slot.count:
                kind = each(kind, slot.count)
            if slot.by_seat and slot.seen_by == "everybody":
                kind = each(kind, self.seats)
            default = REQUIRED if slot.default is None else self._document(slot, self._defaults(slot))
            when = "if a seat sees the view" if slot.seen_by == "seat" else ""
            if slot.seen_by != "nobody":
                found[slot.name] = part(kind, slot.text, default, when=when)
        return found

    def _defaults(self, slot: Slot) -> NDArray[np.int32]:
        shape = self._shape(slot)
        return np.full(shape[1:] if slot.seen_by == "seat" else shape, slot.default, NUMBER)

    def _document(self, slot: Slot, found: Any) -> Any:
        """Numbers as a view writes them."""
        return _named(slot, np.asarray(found).tolist())

    def describe(self, table: Table, viewer: int) -> dict[str, Any]:
        """The fields of a viewer's view."""
        found = {}
        for slot in self.slots:
            if slot.seen_by == "everybody":
                found[slot.name] = self._document(slot, table[slot.name])
            elif slot.seen_by == "seat" and viewer >= 0:
                found[slot.name] = self._document(slot, table[slot.name][viewer])
        return found

    def restore(self, table: Table, view: Mapping[str, Any], viewer: int) -> None:
        """Write what a view of the right form says into a blank position.

        :raises ViewError: for a field that is missing.
        """
        for slot in self.slots:
            if slot.seen_by == "nobody" or (slot.seen_by == "seat" and viewer < 0):
                continue
            if slot.name in view:
                value = _numbers(slot, view[slot.name])
            elif slot.default is not None:
                value = self._defaults(slot)
            else:
                raise ViewError(slot.name, "is missing")
            if slot.seen_by == "seat":
                table[slot.name][viewer] = value
            else:
                table[slot.name] = value

    def rows(self) -> list[dict[str, Any]]:
        """What `State.observe` writes, as `core.observation` takes it."""
        assert self.dtype.fields is not None
        found = []
        for slot in self.slots:
            kind, at = self.dtype.fields[slot.name][:2]
            low, high = self.limits(slot)
            more = {
                "count": slot.count or 1,
                "seats": kind.itemsize // self.seats if slot.by_seat else 0,
                "seen_by": slot.seen_by,
            }
            if slot.is_seat:
                found.append(seat_numbers(slot.name, at, NUMBER.itemsize, **more))
            elif slot.names:
                found.append(one_hot(slot.name, at, NUMBER.itemsize, len(slot.names), **more))
            else:
                found.append(numbers(slot.name, at, NUMBER.itemsize, high, low=low, **more))
        return found

    def lines(self, view: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """A view in lines of text.

        :param names: of the seats.
        """
        found = []
        for slot in self.slots:
            if slot.name not in view:
                continue
            value, title = view[slot.name], plain(slot.name)
            if slot.by_seat and slot.seen_by == "everybody":
                found += [f"{title} of {names[seat]}: {words(one)}" for seat, one in enumerate(value)]
            else:
                found.append(f"{title}: {names[value] if slot.is_seat and not slot.count else words(value)}")
        return found


def words(value: Any) -> str:
    """A value of a view in words."""
    return ", ".join(map(words, value)) if isinstance(value, list) else plain(value)


def _named(slot: Slot, value: Any) -> Any:
    if isinstance(value, list):
        return [_named(slot, one) for one in value]
    return slot.names[value] if slot.names else value


def _numbers(slot: Slot, value: Any) -> Any:
    if isinstance(value, list):
        return [_numbers(slot, one) for one in value]
    return slot.names.index(value) if slot.names else value


def _check(slot: Slot, limits: tuple[int, int]) -> None:
    low, high = limits
    name = slot.name
    if not name.isidentifier() or name.startswith("_") or hasattr(np.record, name):
        raise TypeError(f"slots: {name!r} is no name that a number can have")
    if name in ("game", "options", "seat", "to_move"):
        raise TypeError(f"slots: {name!r} is a field that every view has")
    if not -(2**31) <= low < high < 2**31:
        raise TypeError(f"slot {name!r}: low {low} is not less than high {high}, or they are too large")
    if slot.seen_by == "seat" and not slot.by_seat:
        raise TypeError(f"slot {name!r}: what a seat alone sees must be kept by_seat")
    if slot.default is not None and not low <= slot.default <= high:
        raise TypeError(f"slot {name!r}: default {slot.default} is not in {low}..{high}")
    if slot.element and (not slot.count or (slot.by_seat and slot.seen_by == "everybody")):
        raise TypeError(f"slot {name!r}: things that moves touch are a list, and not kept for all seats")
