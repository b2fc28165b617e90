"""The types of fields that moves have: each reads and writes its part of a packed move.

A field is a number in the packed move, a value in a document, words in a text, and the id of the thing on the
table that a person would click. Games choose from these types and add few of their own.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

Json = Any
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def plain(name: object) -> str:
    """An id as it stands in texts."""
    return str(name).replace("_", " ")


def same(one: Json, other: Json) -> bool:
    """Whether two values are the same JSON; true is not 1, and 1.0 is not 1."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def byte_of(code: int, at: int) -> int:
    """One of the three bytes of a packed move that hold its fields.

    :param at: which, 0..2.
    """
    return code >> 8 * (at + 1) & 255


class Field:
    """One part of a move: by default a byte of it.

    :param name: the field's name in documents and in the verb's text.
    :param at: which of the move's three bytes it is, 0..2; None: its place among the verb's fields.
    :param element: the type of thing on the table that it names, such as ``card``; empty: none.
    """

    def __init__(self, name: str, at: int | None = None, element: str = "") -> None:
        self.name = name
        self.at = 0 if at is None else at
        self.given = at is not None
        self.element = element

    def number(self, code: int) -> int:
        """The field's number in a packed move."""
        return byte_of(code, self.at)

    def packed(self, number: int) -> int:
        """The bits of a packed move in which the field has this number."""
        return number << 8 * (self.at + 1)

    def value(self, code: int) -> Json:
        """The value in the move's document; None if the viewer does not see it."""
        raise NotImplementedError

    def every(self) -> Iterator[Json]:
        """Every value that the field can have."""
        raise NotImplementedError

    def codes(self, value: Json) -> Iterator[int]:
        """Every way in which the bits of a packed move say this value; none if it is not a value."""
        raise NotImplementedError

    def text(self, value: Json) -> str:
        """The value in words."""
        return plain(value)

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        """The value in words for a player who sees the table: by the name that `facts` give the element."""
        ids = self.touches(value)
        named = facts.get(ids[0]) if len(ids) == 1 else None
        return self.text(value) if named is None else named

    def schema(self) -> dict[str, Json]:
        """The JSON Schema of the value."""
        return {"enum": list(self.every())}

    def touches(self, value: Json) -> list[str]:
        """The ids of the things on the table that the value names."""
        return [f"{self.element}:{self.text(value)}"] if self.element and value is not None else []


class Number(Field):
    """A number.

    :param low: the smallest value.
    :param high: the largest.
    :param base: what is added to a value to make the number in the move.
    """

    def __init__(
        self, name: str, low: int, high: int, at: int | None = None, *, base: int = 0, element: str = ""
    ) -> None:
        super().__init__(name, at, element)
        self._low, self._high, self._base = low, high, base

    def value(self, code: int) -> Json:
        return self.number(code) - self._base

    def every(self) -> Iterator[Json]:
        yield from range(self._low, self._high + 1)

    def codes(self, value: Json) -> Iterator[int]:
        if type(value) is int and self._low <= value <= self._high:
            yield self.packed(value + self._base)

    def schema(self) -> dict[str, Json]:
        return {"type": "integer", "minimum": self._low, "maximum": self._high}


class Seat(Number):
    """A seat: its number in documents, its name in texts.

    :param names: of the seats, in their order.
    """

    def __init__(self, name: str, names: Sequence[str], at: int | None = None) -> None:
        super().__init__(name, 0, len(names) - 1, at, element="seat")
        self._names = names

    def text(self, value: Json) -> str:
        return self._names[value]

    def touches(self, value: Json) -> list[str]:
        return [f"seat:{value}"]


class Flag(Field):
    """Yes or no.

    :param text: the words for yes; no has none.
    """

    def __init__(self, name: str, text: str, at: int | None = None) -> None:
        super().__init__(name, at)
        self._text = text

    def value(self, code: int) -> Json:
        return bool(self.number(code))

    def every(self) -> Iterator[Json]:
        yield from (False, True)

    def codes(self, value: Json) -> Iterator[int]:
        if isinstance(value, bool):
            yield self.packed(int(value))

    def text(self, value: Json) -> str:
        return self._text if value else ""

    def schema(self) -> dict[str, Json]:
        return {"type": "boolean"}


class Named(Field):
    """One of several things by its id.

    :param names: the ids in the order of their numbers; None where a number names nothing. Where another byte
        says whose the thing is, a list of ids for each owner.
    :param by: that byte.
    :param base: what is added to an index to make the number in the move.
    :param unseen: the number that stands for what a viewer does not see, or for none.
    :param shown: what stands in texts in place of an id.
    :param form: the words around an id in texts, which are left out with it.
    :param absent: the words for none.
    """

    def __init__(
        self,
        name: str,
        names: Sequence[Any],
        at: int | None = None,
        *,
        by: int | None = None,
        element: str = "",
        base: int = 0,
        unseen: int | None = None,
        shown: Mapping[str, str] | None = None,
        form: str = "{}",
        absent: str = "",
    ) -> None:
        super().__init__(name, at, element)
        self._names: Any = [names] if by is None else names
        self._by = by
        self._base = base
        self._unseen = unseen
        self._shown = shown or {}
        self._form, self._absent = form, absent

    def value(self, code: int) -> Json:
        number = self.number(code)
        owner = 0 if self._by is None else byte_of(code, self._by)
        return None if number == self._unseen else self._names[owner][number - self._base]

    def every(self) -> Iterator[Json]:
        yield from dict.fromkeys(name for names in self._names for name in names if name is not None)
        if self._unseen is not None:
            yield None

    def codes(self, value: Json) -> Iterator[int]:
        for owner, names in enumerate(self._names):
            bits = 0 if self._by is None else owner << 8 * (self._by + 1)
            if value is None and self._unseen is not None:
                yield bits | self.packed(self._unseen)
            elif value is not None:
                yield from (
                    bits | self.packed(i + self._base) for i, one in enumerate(names) if same(one, value)
                )

    def text(self, value: Json) -> str:
        if value is None:
            return self._absent
        return self._form.format(self._shown.get(value) or plain(value))

    def words(self, value: Json, facts: Mapping[str, str]) -> str:
        named = next((facts[one] for one in self.touches(value) if one in facts), None)
        return self.text(value) if named is None else self._form.format(named)

    def touches(self, value: Json) -> list[str]:
        return [f"{self.element}:{value}".replace(" ", "_")] if self.element and value is not None else []


class Space(Field):
    """A place on a board, such as a hex ``[5, 3]`` that texts write as 5.3, or a square ``"b3"``.

    :param values: the value of each number that is a place; None in place of no place.
    :param absent: the words for no place.
    """

    def __init__(
        self, name: str, values: Mapping[int, Json], at: int | None = None, *, element: str, absent: str = ""
    ) -> None:
        super().__init__(name, at, element)
        self._values = values
        self._absent = absent

    def value(self, code: int) -> Json:
        return self._values[self.number(code)]

    def every(self) -> Iterator[Json]:
        yield from self._values.values()

    def codes(self, value: Json) -> Iterator[int]:
        yield from (self.packed(number) for number, one in self._values.items() if same(one, value))

    def text(self, value: Json) -> str:
        if value is None:
            return self._absent
        return ".".join(map(str, value)) if isinstance(value, list) else str(value)


class Dice(Field):
    """What a pool of dice shows: an object of faces and how many dice show them, in 4 bits a face.

    :param faces: the ids of the faces, in their order.
    :param most: the most dice of a pool.
    """

    def __init__(self, name: str, faces: Sequence[str], most: int) -> None:
        super().__init__(name, 0)
        self._faces = faces
        self._most = most

    def value(self, code: int) -> Json:
        shown = {face: code >> 8 + 4 * i & 15 for i, face in enumerate(self._faces)}
        return {face: n for face, n in shown.items() if n}

    def every(self) -> Iterator[Json]:
        for n in range(self._most + 1):
            for shown in combinations_with_replacement(self._faces, n):
                yield {face: shown.count(face) for face in self._faces if face in shown}

    def codes(self, value: Json) -> Iterator[int]:
        if not isinstance(value, dict) or not set(value) <= set(self._faces):
            return
        if all(type(n) is int and 0 < n <= self._most for n in value.values()):
            yield sum(n << 8 + 4 * self._faces.index(face) for face, n in value.items())

    def text(self, value: Json) -> str:
        return " ".join(face for face in self._faces for _ in range(value.get(face, 0)))

    def schema(self) -> dict[str, Json]:
        count = {"type": "integer", "minimum": 1, "maximum": self._most}
        return {
            "type": "object",
            "properties": dict.fromkeys(self._faces, count),
            "additionalProperties": False,
        }
