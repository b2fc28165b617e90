"""The words of a game: every verb declared once, with its text, document, schema and what it touches."""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from itertools import product
from typing import Any, TypeVar

from battlewise.core.fields import DIALECT, Field, Json, plain, same

T = TypeVar("T")


def members(kinds: type[IntEnum], end: str = "") -> list[IntEnum]:
    """The members of an enumeration in the order of their numbers.

    :param end: the name of the member that only counts the others, and is left out.
    """
    return sorted(one for name, one in kinds.__members__.items() if name != end)


def names_of(
    kinds: type[IntEnum],
    suffix: str = "",
    end: str = "",
    other: Mapping[Any, str] | None = None,
    first: int = 0,
) -> tuple[str, ...]:
    """The ids of an enumeration's members by their numbers, made from the members' names.

    :param suffix: what is left out at the end of the names.
    :param end: the member that counts the others.
    :param other: ids of members that are called otherwise in documents.
    :param first: the number of the first member.
    :raises TypeError: the members are not numbered from `first` on without a gap.
    """
    given = {} if other is None else {int(one): name for one, name in other.items()}
    table = {one: given.get(one, one.name.removesuffix(suffix).lower()) for one in members(kinds, end)}
    return by_member(kinds, table, end, first)


def by_member(kinds: type[IntEnum], table: Mapping[Any, T], end: str = "", first: int = 0) -> tuple[T, ...]:
    """The values of a table that is keyed by an enumeration's members, by their numbers less `first`.

    :raises TypeError: the table lacks a member or has another key, or the numbers have a gap.
    """
    wanted = members(kinds, end)
    missing = [one.name for one in wanted if one not in table]
    if missing:
        raise TypeError(f"{kinds.__name__}: the table lacks {', '.join(missing)}")
    if len(table) != len(wanted):
        raise TypeError(f"{kinds.__name__}: the table has keys that are no members")
    return by_number({int(one) - first: table[one] for one in wanted})


def by_number(table: Mapping[int, T]) -> tuple[T, ...]:
    """The values of a table that is keyed by the members of an enumeration without a name.

    :raises TypeError: the members are not numbered from 0 without a gap.
    """
    if sorted(table) != list(range(len(table))):
        raise TypeError(f"the keys {sorted(table)} are not numbered from 0 without a gap")
    return tuple(table[number] for number in range(len(table)))


class Verb:
    """What a move of one kind says.

    :param kind: the ``kind`` of its documents.
    :param text: its text; ``{name}`` stands for a field.
    :param fields: the fields in the order of its documents, each in the next byte if it names none itself.
    :param unseen: the text for a viewer who does not see the first field; None: the usual one.
    :param unseen_fields: the fields of the document for that viewer; None: the usual ones.
    :param touches: the names of the fields in the order in which a person would click what they name;
        None: the order of the fields.
    :param words: the text for a player who sees the table (`State.words`), in which ``{name}`` stands for a
        field or for one of the game's facts; None: `text`.
    :param unseen_words: the same for a viewer who does not see the first field; None: `unseen`.
    """

    def __init__(
        self,
        kind: str,
        text: str,
        *fields: Field,
        unseen: str | None = None,
        unseen_fields: tuple[Field, ...] | None = None,
        touches: tuple[str, ...] | None = None,
        words: str | None = None,
        unseen_words: str | None = None,
    ) -> None:
        self.kind = kind
        for at, field in enumerate(fields):
            if not field.given:
                field.at = at
        self.seen_form = Form(text, fields, words)
        self.unseen_form = None
        if unseen is not None:
            self.unseen_form = Form(unseen, fields if unseen_fields is None else unseen_fields, unseen_words)
        self.touches = touches

    def form(self, code: int) -> "Form":
        """What a packed move says to the viewer for whom it was packed."""
        if self.unseen_form is not None and self.seen_form.fields[0].value(code) is None:
            return self.unseen_form
        return self.seen_form

    def forms(self) -> Iterator["Form"]:
        """The form for those who see the fields, and the one for others."""
        yield self.seen_form
        if self.unseen_form is not None:
            yield self.unseen_form


class Form:
    """A text with the fields of a document.

    :raises TypeError: the text names a field that there is not.
    """

    def __init__(self, text: str, fields: tuple[Field, ...], words: str | None = None) -> None:
        self.text = text
        self.fields = fields
        self._words = text if words is None else words
        self._parts = list(re.split(r"\{(\w+)\}", text))
        known = {field.name: field for field in fields}
        for name in self._parts[1::2]:
            if name not in known:
                raise TypeError(f"{text!r} names a field {name!r} that the verb does not have")
        self._read_fields = [known[name] for name in self._parts[1::2]]

    def values(self, code: int) -> dict[str, Json]:
        """The fields of a packed move by name."""
        return {field.name: field.value(code) for field in self.fields}

    def texts(self, code: int) -> str:
        """The text of a packed move."""
        return self.text.format(**{field.name: field.text(field.value(code)) for field in self._read_fields})

    def words(self, code: int, facts: Mapping[str, str]) -> str:
        """The text of a packed move for a player who sees the table."""
        said = {field.name: field.words(field.value(code), facts) for field in self.fields}
        return self._words.format_map({**facts, **said})

    def read(self, text: str) -> Iterator[dict[str, Json]]:
        """Every way to read the fields' values out of a text in lower case."""
        yield from self._read(text, 0)

    def _read(self, text: str, at: int) -> Iterator[dict[str, Json]]:
        before = self._parts[2 * at].lower()
        if not text.startswith(before):
            return
        rest = text[len(before) :]
        if at == len(self._read_fields):
            if not rest:
                yield {}
            return
        field = self._read_fields[at]
        for value in field.every():
            words = field.text(value).lower()
            if rest.startswith(words):
                for others in self._read(rest[len(words) :], at + 1):
                    yield {field.name: value, **others}


class Vocabulary:
    """The verbs of a game, for one choice of its options.

    :param kinds: the enumeration of its kinds of moves, decisions and outcomes.
    :param verbs: the verb of each.
    :param end: the member that only counts the others.
    :param unused: the kinds that these options leave out.
    :param outcomes: the kinds of outcomes; all others are decisions.
    :param meanings: what each field says, by its name, in one sentence.
    :raises TypeError: a kind has no verb, there is a verb of no kind, or a field lacks its meaning.
    """

    def __init__(
        self,
        kinds: type[IntEnum],
        verbs: Mapping[Any, Verb],
        end: str = "",
        unused: Iterable[Any] = (),
        *,
        outcomes: Iterable[Any] = (),
        meanings: Mapping[str, str],
    ) -> None:
        self._verbs = by_member(kinds, verbs, end)
        left_out = set(map(int, unused))
        self._used = [(kind, verb) for kind, verb in enumerate(self._verbs) if kind not in left_out]
        self._outcomes = set(map(int, outcomes))
        self._meanings = meanings
        fields = {field.name for verb in self._verbs for form in verb.forms() for field in form.fields}
        self.elements = {
            field.element for verb in self._verbs for form in verb.forms() for field in form.fields
        } - {""}
        if fields != set(meanings):
            raise TypeError(f"{kinds.__name__}: the meanings differ in {', '.join(fields ^ set(meanings))}")

    def text(self, code: int) -> str:
        """The text of a packed move."""
        return self._verbs[code & 255].form(code).texts(code)

    def words(self, code: int, facts: Mapping[str, str]) -> str:
        """The text of a packed move for a player who sees the table.

        :param facts: what `Game.facts` says of the view.
        """
        return self._verbs[code & 255].form(code).words(code, facts)

    def doc(self, code: int) -> dict[str, Json]:
        """The document of a packed move."""
        verb = self._verbs[code & 255]
        return {"kind": verb.kind, **verb.form(code).values(code)}

    def is_outcome(self, code: int) -> bool:
        """Whether a packed move is an outcome of chance."""
        return code & 255 in self._outcomes

    def touches(self, code: int) -> list[str]:
        """The ids of the things on the table that a packed move is about, in the order of clicks."""
        verb = self._verbs[code & 255]
        fields = {field.name: field for field in verb.form(code).fields}
        names = fields if verb.touches is None else [name for name in verb.touches if name in fields]
        found = (one for name in names for one in fields[name].touches(fields[name].value(code)))
        return list(dict.fromkeys(found))

    def codes(self, notation: object) -> Iterator[int]:
        """Every packed move that a text or a document can stand for; none if it is neither."""
        if isinstance(notation, str):
            yield from self._codes_of_text(notation.strip().lower())
        elif isinstance(notation, Mapping):
            yield from self._codes_of_doc(notation)

    def _codes_of_text(self, text: str) -> Iterator[int]:
        for kind, verb in self._used:
            for form in verb.forms():
                for values in form.read(text):
                    yield from _packed(kind, verb, form, values)

    def _codes_of_doc(self, doc: Mapping[str, Json]) -> Iterator[int]:
        values = {name: value for name, value in doc.items() if name != "kind"}
        for kind, verb in self._used:
            if same(verb.kind, doc.get("kind")):
                for form in verb.forms():
                    if set(values) == {field.name for field in form.fields}:
                        yield from _packed(kind, verb, form, values)

    def every(self, outcomes: bool) -> list[int]:
        """Every packed move that can be legal with these options, in a fixed order: its place is its number
        where a learner needs one.

        :param outcomes: whether chance's outcomes, or the players' decisions.
        """
        used = [(kind, verb) for kind, verb in self._used if (kind in self._outcomes) == outcomes]
        return list(
            dict.fromkeys(code for kind, verb in used for code in _packed(kind, verb, verb.seen_form, {}))
        )

    def schema(self, outcomes: bool | None = None) -> dict[str, Json]:
        """The JSON Schema (2020-12) of the documents, for these options: one of the kinds, with its fields.

        :param outcomes: whether of chance's outcomes, or of the players' decisions; None: of both.
        """
        forms = []
        for kind, verb in self._used:
            if outcomes is not None and (kind in self._outcomes) != outcomes:
                continue
            forms.append(_schema(verb.kind, verb.seen_form, self._meanings))
            if verb.unseen_form is not None and verb.unseen_form.fields is not verb.seen_form.fields:
                forms.append(_schema(verb.kind, verb.unseen_form, self._meanings))
        return {"$schema": DIALECT, "oneOf": forms} if forms else {"$schema": DIALECT, "not": {}}


def _packed(kind: int, verb: Verb, form: Form, values: Mapping[str, Json]) -> Iterator[int]:
    """The moves of a verb whose fields have these values, those that are not given any."""
    parts = [
        [code for value in _values_of(field, values) for code in field.codes(value)] for field in form.fields
    ]
    if form is verb.unseen_form and form.fields is not verb.seen_form.fields:
        parts.append(list(verb.seen_form.fields[0].codes(None)))
    for bits in product(*parts):
        code = kind
        for one in bits:
            code |= one
        found = form.values(code) if verb.form(code) is form else None
        if found is not None and all(same(found[name], value) for name, value in values.items()):
            yield code


def _values_of(field: Field, values: Mapping[str, Json]) -> Iterable[Json]:
    return [values[field.name]] if field.name in values else field.every()


def _schema(kind: str, form: Form, meanings: Mapping[str, str]) -> dict[str, Json]:
    properties = {"kind": {"const": kind, "description": "What is done."}}
    for field in form.fields:
        properties[field.name] = {"description": meanings[field.name], **field.schema()}
    return {
        "type": "object",
        "title": plain(kind),
        "description": form.text,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
