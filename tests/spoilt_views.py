"""Views with a few places changed, as hypothesis draws them."""

import copy
from typing import Any

from hypothesis import strategies as st

from battlewise.bots.check.spoilt import View, spoil


def spoilt(data: st.DataObject, samples: list[View], junk: st.SearchStrategy[Any]) -> View:
    """One of some views with one to three places spoilt, as hypothesis draws them."""
    view = copy.deepcopy(data.draw(st.sampled_from(samples)))
    rng = data.draw(st.randoms(use_true_random=False))
    for _ in range(data.draw(st.integers(1, 3))):
        if view:
            spoil(view, rng, lambda _: data.draw(junk))
    return view
