"""Views with a few values taken out or replaced, for tests of what is refused."""

import copy

from hypothesis import strategies as st


def paths(node, path=()):
    """Every place in a view."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def spoilt(data, samples: list[dict], junk: st.SearchStrategy) -> dict:
    """One of some views with one to three places spoilt, as hypothesis draws them."""
    shown = copy.deepcopy(data.draw(st.sampled_from(samples)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(paths(shown))))
        node = shown
        for key in path[:-1]:
            node = node[key]
        if data.draw(st.booleans()) and isinstance(node, dict):
            del node[path[-1]]
        else:
            node[path[-1]] = copy.deepcopy(data.draw(junk))  # which the next one may spoil in turn
    return shown
