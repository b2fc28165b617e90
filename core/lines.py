"""Tables in text: lines that fit into a terminal."""

from textwrap import wrap

WIDTH = 80


def fit(line: str, first: str = "", rest: str = "     ") -> list[str]:
    """A line as lines of at most `WIDTH` columns.

    :param first: the indent of the first of them.
    :param rest: that of the others.
    """
    return wrap(line, WIDTH, initial_indent=first, subsequent_indent=rest)
