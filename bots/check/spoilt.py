"""Views with a place changed, for tests of what is refused."""

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Path = tuple[Any, ...]
View = dict[str, Any]


def paths(node: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a view."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in pairs:
        yield (*path, key)
        yield from paths(value, (*path, key))


def spoil(view: View, rng: Random, other: Callable[[Path], Any]) -> None:
    """Change one place of a view: by one, leave it out, exchange or repeat it, or put another value there.

    :param other: what to put in a place.
    """
    path = rng.choice(list(paths(view)))
    node: Any = view
    for key in path[:-1]:
        node = node[key]
    last, value = path[-1], node[path[-1]]
    choice = rng.random()
    if choice < 0.3 and type(value) is int:
        node[last] = value + rng.choice((-1, 1))
    elif choice < 0.3 and isinstance(value, bool):
        node[last] = not value
    elif choice < 0.4:
        del node[last]
    elif choice < 0.5 and isinstance(node, list):
        there = rng.randrange(len(node))
        node[last], node[there] = node[there], node[last]
    elif choice < 0.55 and isinstance(node, list):
        node.append(copy.deepcopy(value))
    else:
        node[last] = copy.deepcopy(other(path))  # which the next change may spoil in turn
