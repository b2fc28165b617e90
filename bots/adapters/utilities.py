"""Results as gains and losses, as frameworks of games expect them."""

from battlewise.core import Game, State


def is_shared(rules: Game) -> bool:
    """Whether no seat wins what another loses: all win together, or there is one."""
    return rules.allied or rules.seats == 1


def lowest(rules: Game) -> float:
    """The utility of a loss; that of a win is 1."""
    return -1.0 if is_shared(rules) else -1.0 / (rules.seats - 1)


def utilities(state: State) -> list[float]:
    """The utility of each seat, -1..1; 0 before the end.

    They add up to 0: with n seats, a return r is the utility (n r - 1) / (n - 1). Where the result is shared
    it is 2 r - 1.
    """
    seats = state.game.seats
    if not state.is_over:
        return [0.0] * seats
    returns = state.returns()
    if is_shared(state.game):
        return [2 * one - 1 for one in returns]
    if seats == 2:  # OpenSpiel expects a sum of exactly 0
        return [2 * returns[0] - 1, 1 - 2 * returns[0]]
    return [(seats * one - 1) / (seats - 1) for one in returns]
