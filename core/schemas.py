"""The parts from which games declare what their views hold; JSON Schema, reader and documents come from it.

A game declares its view once (`Game.form`): each field with its kind, what it says and, where a view written
by hand may leave it out, the default or what it follows from. The kinds are those of this module; with the
game's names they are made for the chosen options.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, NotRequired, Optional, cast

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    StrictBool,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
)
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType, TypedDict

from battlewise.core.errors import ViewError, short
from battlewise.core.fields import DIALECT
from battlewise.core.options import Option

Kind = Any  # what `TypeAdapter` takes: a type that is made at run time
MOST_NAMED = 40  # ids that an error names
flag: Kind = StrictBool


class _Required:
    """The default of a field that has none."""


REQUIRED = _Required()


@dataclass(frozen=True)
class Part:
    """A field of an object.

    :ivar kind: of its value.
    :ivar text: what it says, with its unit, in one sentence or two.
    :ivar default: its value if it is left out.
    :ivar inferred: what it follows from if it is left out and has no default.
    :ivar when: when views have it, if not always, such as "in a combat".
    """

    kind: Kind
    text: str
    default: object = REQUIRED
    inferred: str = ""
    when: str = ""

    @property
    def optional(self) -> bool:
        """Whether a view may lack it."""
        return self.default is not REQUIRED or bool(self.inferred or self.when)

    @property
    def description(self) -> str:
        """What the schema says of it."""
        given = f" Only {self.when}." if self.when else ""
        left_out = f" If left out: {self.inferred}." if self.inferred else ""
        return f"{self.text}{given}{left_out}"


def part(kind: Kind, text: str, default: object = REQUIRED, *, inferred: str = "", when: str = "") -> Part:
    """A field of an object (`Part`)."""
    return Part(kind, text, default, inferred, when)


def document(name: str, text: str, **parts: Part) -> Kind:
    """An object with these fields and no others.

    :param name: a name that no other object of the view has.
    """
    hints = {}
    for field, one in parts.items():
        extra = {} if one.default is REQUIRED else {"default": one.default}
        about = Field(description=one.description, json_schema_extra=cast(Any, extra))
        hint = cast(Any, Annotated)[one.kind, about]
        hints[field] = NotRequired[hint] if one.optional else hint
    made: Any = cast(Any, TypedDict)(name, hints)
    made.__doc__ = text
    made.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)
    return made


def number(low: int, high: int) -> Kind:
    """A whole number in low..high."""
    return Annotated[int, Field(strict=True, ge=low, le=high)]


def text(least: int, most: int) -> Kind:
    """A text of so many characters."""
    return Annotated[str, Field(strict=True, min_length=least, max_length=most)]


def constant(value: str) -> Kind:
    """One text and no other."""
    return cast(Any, Literal)[value]


def one_of(
    names: Sequence[bool | int | str], title: str = "", meanings: Mapping[str, str] | None = None
) -> Kind:
    """One of several ids.

    :param title: the name of this set of ids in the schema, if it stands in several places.
    :param meanings: what ids say that neither catalogue nor description explains. The schema has those of
        `names` as ``x-enumDescriptions``.
    """
    kind = cast(Any, Literal)[tuple(dict.fromkeys(names))]
    if meanings is not None:
        extra = {"x-enumDescriptions": {str(one): meanings[str(one)] for one in names if one in meanings}}
        kind = Annotated[kind, Field(json_schema_extra=cast(Any, extra))]
    return TypeAliasType(title, kind) if title else kind


def maybe(kind: Kind) -> Kind:
    """A value of a kind, or null."""
    return cast(Any, Optional)[kind]


def listing(kind: Kind, most: int, least: int = 0) -> Kind:
    """A list."""
    return Annotated[cast(Any, list)[kind], Field(min_length=least, max_length=most)]


def each(kind: Kind, n: int) -> Kind:
    """A list of n values, such as one for each seat."""
    return listing(kind, n, n)


def ordered(kind: Kind, key: Callable[[Any], Any]) -> Kind:
    """A list whose order says nothing, so that it may stand in any: it is read in that of `key`."""

    def sort(given: list[Any]) -> list[Any]:
        return sorted(given, key=key)

    return Annotated[kind, AfterValidator(sort)]


def some_of(names: Sequence[str], title: str = "") -> Kind:
    """A list of some of these ids, each once, in any order; it is read in that of `names`.

    :param title: the name of this set of ids in the schema, if it stands in several places.
    """
    place = {name: i for i, name in enumerate(names)}

    def once(given: list[str]) -> list[str]:
        twice = next((name for i, name in enumerate(given) if name in given[:i]), None)
        if twice is not None:
            raise PydanticCustomError("twice", "has {name} twice", {"name": repr(twice)})
        return given

    unique = Field(json_schema_extra={"uniqueItems": True})
    kind = cast(Any, Annotated)[listing(one_of(names, title), len(names)), AfterValidator(once), unique]
    return ordered(kind, place.__getitem__)


def table(keys: Sequence[str] | Kind, kind: Kind) -> Kind:
    """An object with some of these keys, and a value of one kind for each."""
    names = one_of(keys) if isinstance(keys, list | tuple) else keys
    return cast(Any, dict)[names, kind]


def counts(names: Sequence[str] | Kind, most: int) -> Kind:
    """How many there are of each of these names: those of which there are none may be left out."""
    return Annotated[table(names, number(0, most)), AfterValidator(_without_none)]


def _without_none(given: dict[str, int]) -> dict[str, int]:
    return {name: n for name, n in given.items() if n}


def option_values(given: Sequence[Option]) -> Kind:
    """The options of a game."""
    parts = {}
    for option in given:
        kind = one_of(option.choices) if option.choices else number(option.low, option.high)
        if option.takes_documents:
            schema: Any = {"anyOf": [{"enum": list(option.choices)}, {"type": "object"}, {"type": "string"}]}
            kind = Annotated[Any, WithJsonSchema(schema)]
        parts[option.name] = part(kind, option.doc, option.default)
    made = document("Options", "The options of the game.", **parts)
    # In place, not by reference: linters follow references in the examples of the service's own document.
    return Annotated[made, WithJsonSchema(TypeAdapter(made).json_schema(schema_generator=_Schema))]


class _Schema(GenerateJsonSchema):
    """JSON Schema without the titles that only repeat the fields' names."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class Form:
    """The form of a view.

    :param title: of the game.
    :param parts: all fields of the view.
    """

    def __init__(self, title: str, parts: Mapping[str, Part]) -> None:
        self.parts = dict(parts)
        self._kind = document("View", f"{title}: all that one seat, or a spectator, can know.", **parts)

    @cached_property
    def _adapter(self) -> TypeAdapter[dict[str, Any]]:
        return TypeAdapter(self._kind)

    def read(self, view: Mapping[str, object]) -> dict[str, Any]:
        """A view with every value checked for its form, counts of 0 left out.

        :raises ViewError: for the first field that is missing, unknown or malformed.
        """
        try:
            return self._adapter.validate_python(view)
        except ValidationError as error:
            raise _problem(error, view) from None

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) of a view."""
        return {"$schema": DIALECT, **self._adapter.json_schema(schema_generator=_Schema)}


def view_form(game_id: str, title: str, seats: int, given: Sequence[Option], own: Mapping[str, Part]) -> Form:
    """The form of a game's views.

    :param given: the options of the game.
    :param own: the game's own fields.
    """
    mover = one_of([*range(seats), "chance", "over"])
    envelope = {
        "game": part(constant(game_id), "The id of the game.", inferred="the game of the request"),
        "options": part(
            option_values(given), "The options of the game.", inferred="the options of the request"
        ),
        "seat": part(maybe(number(0, seats - 1)), "Whose view it is: a seat, or null for a spectator."),
        "to_move": part(
            mover,
            "Who moves: a seat; chance, whose outcome is awaited; over: the game is.",
            inferred="the other fields say it",
        ),
    }
    return Form(title, envelope | dict(own))


def schema(kind: Kind) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a kind."""
    made = TypeAdapter(kind).json_schema(schema_generator=_Schema)
    return {"$schema": DIALECT, **made}


def _problem(error: ValidationError, view: object) -> ViewError:
    found = error.errors(include_url=False)[0]
    path = ""
    for step in found["loc"]:
        if step != "[key]":
            path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else str(step)
    value = short(found["input"])
    limits = found.get("ctx", {})
    says = {
        "missing": "is missing",
        "extra_forbidden": "is not a field here",
        "literal_error": f"{value} is none of {_shortened(str(limits.get('expected')))}",
        "int_type": f"{value} is not a whole number",
        "greater_than_equal": f"{value} is less than {limits.get('ge')}",
        "less_than_equal": f"{value} is more than {limits.get('le')}",
        "bool_type": f"{value} is neither true nor false",
        "string_type": f"{value} is not a text",
        "list_type": "is not a list",
        "dict_type": "is not an object",
        "too_long": f"has {limits.get('actual_length')} items, more than {limits.get('max_length')}",
        "too_short": f"has {limits.get('actual_length')} items, fewer than {limits.get('min_length')}",
    }
    return ViewError(path, says.get(found["type"], found["msg"]))


def _shortened(names: str) -> str:
    """The first of many names that there are."""
    listed = re.split(r", | or ", names)
    if len(listed) <= MOST_NAMED:
        return names
    return f"{', '.join(listed[:MOST_NAMED])} and {len(listed) - MOST_NAMED} more that the schema names"
