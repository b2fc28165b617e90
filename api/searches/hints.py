"""Hints: a bot's choice as a player wants to know it."""

from math import hypot
from typing import Any

from battlewise.api.schemas.common import MoveOut
from battlewise.api.searches.reasons import reasons
from battlewise.bots import Choice
from battlewise.bots.calibration import spread
from battlewise.bots.match import Z95
from battlewise.core import Game, State
from battlewise.search import Candidate


def hint_of(state: State, choice: Choice, top_k: int, is_last: bool) -> dict[str, Any]:
    """The fields of a hint (`api.schemas.hints.Hint`).

    :param state: the decision of the seat to move.
    :param top_k: how many candidates to show.
    :param is_last: whether the search has ended; only then reasons and changes are worked out.
    """
    seat, rules = int(state.to_move), state.game
    best = next((one for one in choice.candidates if one.move == choice.move), None)
    low, high = (None, None) if best is None else interval(rules, best)
    shown = choice.candidates[:top_k]
    words = state.words([choice.move, *(one.move for one in shown)], seat)
    return {
        "move": MoveOut.of(choice.move),
        "words": words[0],
        "win_chance": choice.value,
        "low": low,
        "high": high,
        "reasons": reasons(state, seat, choice) if is_last else [],
        "changes": _changes(state, seat, choice) if is_last else [],
        "candidates": [
            {
                "move": MoveOut.of(one.move),
                "words": said,
                "win_chance": one.value,
                "loses": loss(choice.value, one.value),
                "visits": one.visits,
            }
            for one, said in zip(shown, words[1:], strict=True)
        ],
        "line": [
            {"move": MoveOut.of(move), "chance": rules.vocabulary.is_outcome(move.code)}
            for move in choice.line
        ],
        "assumes": assumptions(rules, choice),
        "iterations": choice.iterations,
        "milliseconds": 1000 * choice.seconds,
    }


def interval(rules: Game, best: Candidate) -> tuple[float, float] | tuple[None, None]:
    """The 95 % interval of a candidate's win chance: the search's error, and that of the method."""
    if best.value is None or best.error is None:
        return None, None
    half = Z95 * hypot(best.error, spread(rules))
    return max(0.0, best.value - half), min(1.0, best.value + half)


def loss(best: float | None, value: float | None) -> float | None:
    """How much less a candidate's win chance is than the best move's; at least 0."""
    return None if best is None or value is None else max(0.0, best - value)


def assumptions(rules: Game, choice: Choice) -> list[str]:
    """What the search assumed, in words."""
    found = []
    if rules.hidden and choice.worlds:
        found.append(
            f"What you do not see was dealt anew {choice.worlds} times, every deal as likely as any other: "
            "nothing was concluded from what others have played."
        )
    if choice.iterations:
        found.append("All others play well by the same judgement.")
    elif choice.candidates:
        found.append("Only this move was looked at, not the answers to it.")
    return found


def _changes(state: State, seat: int, choice: Choice) -> list[dict[str, Any]]:
    """What the best move does, as the seat sees it; luck and hidden cards do not come into it."""
    after = state.copy()
    after.play(choice.move)
    steps = after.changes(seat)
    return steps[0]["changes"] if steps else []
