"""What lies in a game's box, in words for a terminal: cards, units, pieces and dice by their names."""

import unicodedata
from collections.abc import Iterator

from battlewise.core.catalogue import Catalogue, Die, Thing
from battlewise.core.fields import plain

MOST = 8  # things that a part of a name explains; more are listed


def explain(box: Catalogue, words: str) -> str:
    """What the things of a name are.

    :param words: a name, a title of the rulebook, an id, or a part of one; case and accents do not matter.
    :returns: the names that come near, or a sentence, if it is the name of none or of too many.
    """
    wanted = _folded(words)
    entries: list[Thing | Die] = [*box.cards, *box.pieces, *box.dice]
    found = [one for one in entries if wanted in _names(one)]
    found = found or [one for one in entries if any(wanted in name for name in _names(one))]
    if not found:
        return f"nothing in this game is called {words!r}"
    if len(found) > MOST:
        listed = dict.fromkeys(one.name for one in found)
        return f"{len(listed)} names have {words!r} in them: {', '.join(listed)}"
    return "\n".join(dict.fromkeys(_described(one) for one in found))


def _names(one: Thing | Die) -> set[str]:
    """All that an entry is called, as `_folded` writes it."""
    names = [one.name, one.id, one.id.partition(":")[2]]
    if isinstance(one, Thing) and one.original:
        names.append(one.original)
    return {_folded(name) for name in names}


def _folded(name: str) -> str:
    """A name without case, accents and underscores."""
    letters = unicodedata.normalize("NFKD", plain(name).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).strip()


def _described(one: Thing | Die) -> str:
    if isinstance(one, Die):
        faces = "; ".join(f"{plain(face.id)} x{face.sides}, {face.text}" for face in one.faces)
        return f"{one.name} (die): {faces}"
    kind = one.kind if one.original is None else f"{one.kind}, {one.original} in the rulebook"
    number = f", {one.count} in the game" if one.count else ""
    parts = [part for part in (one.text.rstrip("."), *_printed(one)) if part]
    return f"{one.name} ({kind}{number})" + (f": {'; '.join(parts)}" if parts else "")


def _printed(one: Thing) -> Iterator[str]:
    """The printed numbers and traits that the text does not have."""
    for name, value in one.facts.items():
        if isinstance(value, str | list):
            words = [value] if isinstance(value, str) else [word for word in value if isinstance(word, str)]
            shown = ", ".join(plain(word) for word in words if word not in one.text)
            if shown:
                yield f"{plain(name)} {shown}"
        elif isinstance(value, int) and not isinstance(value, bool):
            yield f"{plain(name)} {value}"
