"""What speaks for a move and against it, in words that a player understands.

All of it comes from the candidates and from what the move leads to in deals that the seat cannot tell
from the real one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from battlewise.bots import Choice
from battlewise.bots.match import Z95
from battlewise.core import Move, State
from battlewise.search import Candidate

DEALS = 48
LITTLE = 0.005  # a difference of win chance not worth a word
FEW = 30  # visits that tell nothing sure
WIDE = 0.05  # a spread of luck that is worth one
MOST_CHANGES = 4


@dataclass(frozen=True)
class _Outlook:
    """What a move leads to, over deals and luck: the next decision's estimates, sorted, and what happened."""

    values: list[float]
    wins: int
    changes: Counter[str]

    def at(self, share: float) -> float:
        """The value that so large a share of cases does not exceed."""
        return self.values[int(share * (len(self.values) - 1))]


def reasons(state: State, seat: int, choice: Choice) -> list[str]:
    """Sentences about the best move of a decision, the weightiest first.

    :param state: the decision; `seat` is to move.
    """
    legal = state.legal()
    if len(legal) == 1:
        return ["It is the only move."]
    best, *others = choice.candidates or (Candidate(choice.move, 0, None, None, 0.0),)
    own = _outlook(state, seat, best.move)
    if own.wins == DEALS:
        return ["It wins at once."]
    found = [_gain(best, others)] if others else []
    if own.wins:
        found.append(f"It wins at once in about {percent(own.wins / DEALS)} of cases.")
    found += _brings(own)
    if state.game.evaluates:
        found += _risk(own, _outlook(state, seat, others[0].move) if others else None, others)
    if len(choice.line) > 1:
        found.append("After it the search expects " + ", ".join(move.text for move in choice.line[1:5]) + ".")
    return [text for text in found if text]


def interval(best: Candidate) -> tuple[float, float] | None:
    """The 95 % interval of the search's own error about a candidate's win chance."""
    if best.value is None or best.error is None:
        return None
    return max(0.0, best.value - Z95 * best.error), min(1.0, best.value + Z95 * best.error)


def percent(share: float) -> str:
    """A share, as people write it."""
    return f"{100 * share:.0f} %"


def _gain(best: Candidate, others: Sequence[Candidate]) -> str:
    """What it gains over the runner-up."""
    second = next((one for one in others if one.value is not None), None)
    if best.value is None or second is None or second.value is None:
        return ""
    gain = best.value - second.value
    error = hypot(best.error or 0.0, second.error or 0.0)
    if best.visits > FEW > second.visits:
        return "The search found nothing else worth a closer look."
    if abs(gain) < max(LITTLE, Z95 * error):
        return f"{second.move.text} is about as good: the search sees no difference it can be sure of."
    if gain < 0:
        return f"The search tried it most; {second.move.text} did better in the few tries it had."
    return f"It wins {100 * gain:.0f} more games of a hundred than the runner-up, {second.move.text}."


def _brings(own: _Outlook) -> list[str]:
    """What happens by it on the table."""
    sure = [line for line, times in own.changes.items() if times == DEALS]
    likely = [(times, line) for line, times in own.changes.items() if DEALS / 4 <= times < DEALS]
    likely.sort(key=lambda pair: (-pair[0], pair[1]))
    found = []
    if sure:
        found.append("It brings: " + "; ".join(sure[:MOST_CHANGES]) + ".")
    if likely:
        told = [f"{line} ({percent(times / DEALS)})" for times, line in likely[:MOST_CHANGES]]
        found.append("It may bring: " + "; ".join(told) + ".")
    return found


def _risk(own: _Outlook, other: _Outlook | None, others: Sequence[Candidate]) -> list[str]:
    """How much is left to luck and to what is hidden, and whether the runner-up leaves less."""
    low, high = own.at(0.1), own.at(0.9)
    found = []
    if high - low >= WIDE:
        found.append(
            f"Much hangs on luck and on what is hidden: in one case of ten you stand at {percent(low)} or "
            f"less after it, in one of ten at {percent(high)} or more."
        )
    if other is not None and other.at(0.1) > low + WIDE:
        found.append(f"{others[0].move.text} risks less: its bad cases leave {percent(other.at(0.1))}.")
    return found


def _outlook(state: State, seat: int, move: Move) -> _Outlook:
    """Deals and luck are the same for every move, so that moves can be compared."""
    values = []
    wins = 0
    changes: Counter[str] = Counter()
    before = state.view(None)
    for deal in range(DEALS):
        after = state.redealt(seat, deal)
        after.play(move.text)
        while after.is_chance:
            after.roll()
        changes.update(set(state.game.changes(before, after.view(None))))
        if after.is_over:
            returned = after.returns()[seat]
            wins += returned == 1
            values.append(returned)
        else:
            values.append(after.estimate()[seat])
    return _Outlook(sorted(values), wins, changes)
