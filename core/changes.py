"""What a move did, as data and in words (`Game.changes`)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Any


def change(what: str, text: str, **data: Json) -> dict[str, Json]:
    """One thing that happened.

    :param what: its kind, an id such as ``figures_lost``.
    :param text: the same in words, for a player who knows the rulebook; empty where the move's own words say
        it.
    :param data: whose it is, from where, to where, how much, which dice.
    """
    return {"what": what, **data, "text": text}


def differences(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """By how much each count of an object has changed, those that have; what is left out counts 0."""
    for name in dict.fromkeys((*before, *after)):
        more = after.get(name, 0) - before.get(name, 0)
        if more:
            yield name, more


def several(number: int, thing: str, things: str | None = None) -> str:
    """A number of things, such as "1 hex" or "2 hexes".

    :param things: the plural; None: with an s.
    """
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def listed(words: Sequence[str]) -> str:
    """Things in a row, such as "a, b and c"; empty if there are none."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
