"""The options of a game: named, typed, with defaults, checked once when the game is made."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from battlewise.core.errors import OptionError

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """One option of a game.

    :ivar name: as given to :func:`battlewise.core.game`.
    :ivar default: its value when not given.
    :ivar doc: what it changes, in one sentence.
    :ivar choices: the values allowed; empty for a number in ``low..high``.
    """

    name: str
    default: Value
    doc: str
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    takes_documents: ClassVar[bool] = False  # besides its choices, a JSON object

    def check(self, value: object) -> Value:
        """The value, if it is allowed.

        :raises OptionError: otherwise.
        """
        if self.choices:
            for choice in self.choices:
                if type(value) is type(choice) and value == choice:
                    return choice
            raise OptionError(self.name, f"{value!r} is none of {', '.join(map(repr, self.choices))}")
        if type(value) is not int:
            raise OptionError(self.name, f"{value!r} is not a whole number")
        if not self.low <= value <= self.high:
            raise OptionError(self.name, f"{value} is not in {self.low}..{self.high}")
        return value


def value_of(text: str) -> Value:
    """An option's value that was written as text, in a command or a URL: true, false, a number or a text."""
    words: dict[str, Value] = {"true": True, "false": False}
    if text in words:
        return words[text]
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


def resolve(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option's value: the one given, checked, or the default.

    :raises OptionError: for an unknown name or a value that is not allowed.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise OptionError(name, f"unknown; there are {', '.join(known) or 'none'}")
    return {name: option.check(given.get(name, option.default)) for name, option in known.items()}
