"""Reading views that people wrote: each helper names the field it finds wrong."""

from collections.abc import Mapping, Sequence

from battlewise.core.errors import ViewError, short

Json = object


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path and key else path or key


def first_difference(given: Json, actual: Json, path: str = "") -> tuple[str, str] | None:
    """Where a given view contradicts the actual one: the field's path and what is wrong, or None.

    Fields that were left out of an object contradict nothing.
    """
    if isinstance(given, dict) and isinstance(actual, dict):
        for key, value in given.items():
            if key not in actual:
                return _join(path, str(key)), "is not a field here"
            difference = first_difference(value, actual[key], _join(path, str(key)))
            if difference is not None:
                return difference
        return None
    if isinstance(given, list) and isinstance(actual, list) and len(given) == len(actual):
        for index, (one, other) in enumerate(zip(given, actual, strict=True)):
            difference = first_difference(one, other, f"{path}[{index}]")
            if difference is not None:
                return difference
        return None
    if type(given) is not type(actual) or given != actual:
        return path, f"{short(given)} contradicts the rest of the view, which makes it {short(actual)}"
    return None


class Fields:
    """The fields of one JSON object, read with checks and in any order.

    :param source: the object.
    :param path: where it stands in the view, for messages.
    """

    def __init__(self, source: Json, path: str = "") -> None:
        if not isinstance(source, Mapping):
            raise ViewError(path, "is not an object")
        self._source = source
        self._path = path
        self._read: set[str] = set()

    def has(self, name: str) -> bool:
        """Whether the field was given."""
        return name in self._source

    def null(self, name: str) -> bool:
        """Whether the field was left out or is null."""
        self._read.add(name)
        return self._source.get(name) is None

    def _get(self, name: str) -> Json:
        self._read.add(name)
        if name not in self._source:
            raise ViewError(_join(self._path, name), "is missing")
        return self._source[name]

    def value(self, name: str) -> Json:
        """Whatever a field holds."""
        return self._get(name)

    def integer(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number in low..high; `default` if left out and a default is given."""
        if default is not None and name not in self._source:
            return default
        value = self._get(name)
        if type(value) is not int or not low <= value <= high:
            raise ViewError(_join(self._path, name), f"{short(value)} is not a whole number in {low}..{high}")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false; `default` if left out."""
        if name not in self._source:
            return default
        value = self._get(name)
        if type(value) is not bool:
            raise ViewError(_join(self._path, name), f"{short(value)} is neither true nor false")
        return value

    def text(self, name: str, most: int = 80) -> str:
        """A text of 1 to `most` characters."""
        value = self._get(name)
        if not isinstance(value, str) or not 0 < len(value) <= most:
            raise ViewError(_join(self._path, name), f"{short(value)} is not a text of 1..{most} characters")
        return value

    def number(self, name: str) -> float:
        """A finite number."""
        value = self._get(name)
        if type(value) not in (int, float) or not abs(float(str(value))) < 1e6:
            raise ViewError(_join(self._path, name), f"{short(value)} is not a number")
        return float(str(value))

    def names(self) -> list[str]:
        """The names of the fields that are there, in their order."""
        return [str(name) for name in self._source]

    def choice(self, name: str, choices: Sequence[str], default: str | None = None) -> int:
        """The index in `choices` of a name; of `default` if left out and a default is given."""
        if default is not None and name not in self._source:
            return choices.index(default)
        value = self._get(name)
        if not isinstance(value, str) or value not in choices:
            raise ViewError(_join(self._path, name), f"{short(value)} is none of {', '.join(choices)}")
        return choices.index(value)

    def items(self, name: str, most: int, default: Sequence[Json] | None = None) -> list[Json]:
        """A list of at most `most` items; `default` if left out and a default is given."""
        if default is not None and name not in self._source:
            return list(default)
        value = self._get(name)
        if not isinstance(value, list):
            raise ViewError(_join(self._path, name), "is not a list")
        if len(value) > most:
            raise ViewError(_join(self._path, name), f"has {len(value)} items, more than {most}")
        return value

    def object(self, name: str) -> "Fields":
        """A nested object."""
        return Fields(self._get(name), _join(self._path, name))

    def objects(self, name: str, most: int) -> list["Fields"]:
        """A list of at most `most` nested objects."""
        return [
            Fields(item, f"{_join(self._path, name)}[{i}]") for i, item in enumerate(self.items(name, most))
        ]

    def counts(self, name: str, names: Sequence[str], most: int, default: bool = False) -> list[int]:
        """A multiset, an object of name to count: how many of each of `names`.

        :param default: whether the field may be left out, for none of anything.
        """
        if default and name not in self._source:
            return [0] * len(names)
        inner = self.object(name)
        counts = [inner.integer(one, 0, most) if inner.has(one) else 0 for one in names]
        inner.close()
        return counts

    def fail(self, name: str, problem: str) -> ViewError:
        """The error to raise for a field whose value is of the right form but cannot be."""
        return ViewError(_join(self._path, name), problem)

    def close(self) -> None:
        """Check that no field was left unread.

        :raises ViewError: for the first field that the object does not have.
        """
        for name in self._source:
            if name not in self._read:
                raise ViewError(_join(self._path, str(name)), "is not a field here")
