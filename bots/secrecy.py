"""Secret choices are drawn among what is nearly best, so that the others cannot foresee them."""

from battlewise.core import State
from battlewise.search import Candidate

MARGIN = 0.015
"""By how much less a move may return than the best, 0..1, to be nearly best."""

LEAST = 0.1
"""How often it must have been visited, against the visits of the best."""


def nearly_best(state: State, candidates: tuple[Candidate, ...]) -> list[Candidate]:
    """The candidates that are as good as the first, as far as can be said, and look the same to all others.

    :param state: the state that was searched.
    :param candidates: of a search, the best first.
    :returns: the first candidate, and those of a secret choice that nearly equal it.
    """
    best = candidates[0]
    others = [seat for seat in range(state.game.seats) if seat != state.to_move]
    if best.value is None or not others or not state.game.hidden:
        return [best]
    good = [
        one
        for one in candidates[1:]
        if one.value is not None and one.value >= best.value - MARGIN and one.visits >= LEAST * best.visits
    ]
    if not good:
        return [best]
    shown = [state.seen(best.move, seat) for seat in others]
    return [best] + [one for one in good if [state.seen(one.move, seat) for seat in others] == shown]
