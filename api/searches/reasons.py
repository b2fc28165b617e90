"""Reasons for and against a move, in words for players.

They come from the candidates, and from the results of the move in deals that the seat cannot distinguish from
the real one.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from battlewise.bots import Choice
from battlewise.bots.match import Z95
from battlewise.core import Move, State
from battlewise.search import Candidate

DEALS = 48
FEW = 30  # visits that are too few for a statement
WIDE = 0.05  # a spread of luck that is worth a statement
MOST_CHANGES = 4


@dataclass(frozen=True)
class _Outlook:
    """Results of a move over deals and luck: estimates at the next decision, sorted, and changes.

    :ivar sure: whether there is only one result.
    """

    sure: bool
    values: list[float]
    wins: int
    changes: Counter[str]

    def at(self, share: float) -> float:
        """The value that a share of the cases does not exceed."""
        return self.values[int(share * (len(self.values) - 1))]


def reasons(state: State, seat: int, choice: Choice) -> list[str]:
    """Sentences about the move of a choice, the most important first.

    :param state: the decision; `seat` is to move.
    """
    legal = state.legal()
    if len(legal) == 1:
        return ["It is the only move."]
    best = next((one for one in choice.candidates if one.move == choice.move), None)
    best = best or Candidate(choice.move, 0, None, None, 0.0)
    others = [one for one in choice.candidates if one.move != choice.move]
    own = _outlook(state, seat, best.move)
    if own.wins == DEALS:
        return ["It wins at once." if own.sure else f"It won at once in all {DEALS} cases tried."]
    said = dict(zip(legal, state.words(legal, seat), strict=True))
    found = [_gain(best, others, said)] if others else []
    if own.wins:
        found.append(f"It wins at once in about {percent(own.wins / DEALS)} of cases.")
    found += _brings(own)
    if state.game.evaluates:
        found += _risk(own)
        if others:
            found += _less_risk(own, _outlook(state, seat, others[0].move), said[others[0].move])
    if len(choice.line) > 1:
        found.append("After it the search expects " + ", ".join(map(_expected, choice.line[1:5])) + ".")
    return [text for text in found if text]


def _expected(move: Move) -> str:
    """A step of the line; luck is one usual outcome, not what will happen."""
    is_luck = move.game.vocabulary.is_outcome(move.code)
    return f"with usual luck {move.text}" if is_luck else move.text


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.0f} %"


def _gain(best: Candidate, others: Sequence[Candidate], said: Mapping[Move, str]) -> str:
    """The gain over the second-best move.

    :param said: the moves in words.
    """
    second = next((one for one in others if one.value is not None), None)
    if best.value is None or second is None or second.value is None:
        return ""
    gain = best.value - second.value
    error = hypot(best.error or 0.0, second.error or 0.0)
    games, other = round(100 * gain), said[second.move]
    if second.visits < FEW:
        if gain < 0:
            return f"The search tried it most; “{other}” did better in its {second.visits} tries."
        if best.visits > FEW:
            return "The search found nothing else worth a closer look."
    if abs(gain) < Z95 * error or not games:
        return f"About as good: “{other}”. The search sees no difference it can be sure of."
    if gain < 0:
        return f"The search tried it most, though “{other}” did better by {-games} in a hundred games."
    more = "1 more game" if games == 1 else f"{games} more games"
    return f"It wins {more} of a hundred than the runner-up, “{other}”."


def _brings(own: _Outlook) -> list[str]:
    """The changes on the table."""
    sure = [line for line, times in own.changes.items() if times == DEALS]
    likely = [(times, line) for line, times in own.changes.items() if DEALS / 4 <= times < DEALS]
    likely.sort(key=lambda pair: (-pair[0], pair[1]))
    found = []
    if sure:
        lead = "It brings: " if own.sure else f"In all {DEALS} cases tried it brought: "
        found.append(lead + "; ".join(sure[:MOST_CHANGES]) + ".")
    if likely:
        shares = [f"{line} ({percent(times / DEALS)})" for times, line in likely[:MOST_CHANGES]]
        found.append("It may bring: " + "; ".join(shares) + ".")
    return found


def _risk(own: _Outlook) -> list[str]:
    """How much depends on luck and hidden parts.

    It gives differences, because the estimates are not calibrated win chances.
    """
    low, middle, high = own.at(0.1), sum(own.values) / len(own.values), own.at(0.9)
    if high - low < WIDE:
        return []
    return [
        f"Much hangs on luck and on what is hidden: one case of ten leaves you {_points(middle - low)} "
        f"or more below the mean, one of ten {_points(high - middle)} or more above it."
    ]


def _less_risk(own: _Outlook, other: _Outlook, said: str) -> list[str]:
    """Whether the second-best move, in words, risks less."""
    more = other.at(0.1) - own.at(0.1)
    if more <= WIDE:
        return []
    return [f"“{said}” risks less: its bad cases leave you {_points(more)} better off."]


def _points(difference: float) -> str:
    """A difference of win chances in points."""
    points = round(100 * max(0.0, difference))
    return "1 point" if points == 1 else f"{points} points"


def _outlook(state: State, seat: int, move: Move) -> _Outlook:
    """The results of a move. Deals and luck are the same for every move, so that moves can be compared."""
    values = []
    wins = 0
    sure = not state.game.hidden
    changes: Counter[str] = Counter()
    known: dict[Hashable, set[str]] = {}
    for deal in range(DEALS):
        after = state.redealt(seat, deal)
        after.play(move)
        happened = _happened(after, state.ply, known)
        while after.is_chance:
            sure = False
            after.roll()
            happened = happened | _happened(after, state.ply, known)
        changes.update(happened)
        if after.is_over:
            returned = after.returns()[seat]
            wins += returned == 1
            values.append(returned)
        else:
            values.append(after.estimate()[seat])
    return _Outlook(sure, sorted(values), wins, changes)


def _happened(state: State, since: int, known: dict[Hashable, set[str]]) -> set[str]:
    """What the last call did, in words.

    :param since: the ply at which the deals differ.
    :param known: what it did in other deals. Views cost far more than a deal, and the words are those of a
        spectator: where one has seen the same moves and sees the same table, they are the same.
    """
    seen = (state.view_key(None), tuple(move for _, move in state.log(since=since)))
    if seen not in known:
        steps = state.changes(words=False)
        known[seen] = {one["text"] for step in steps for one in step["changes"] if one["text"]}
    return known[seen]
