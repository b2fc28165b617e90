"""A match that is over, looked at again: the win chance over time, turning points, luck and skill apart.

Each decision is searched from what its seat knew then. What the move played was worth less than the best
one is skill; all else that changed until the next decision is luck: dice, draws, and what the others held.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from battlewise.api.reasons import percent
from battlewise.bots.bot import MctsBot
from battlewise.bots.calibration import win_chance
from battlewise.core import Game, Move, State
from battlewise.search import Budget, StopFlag

TURNING_POINTS = 3
DEALS = 6  # looked at for what a move was worth
A_TURN = 0.08  # the least change of a win chance that is called one


@dataclass
class _Step:
    """A decision: its event, who made it, and what was thought of it."""

    number: int
    seat: int
    move: Move
    best: Move
    chances: list[float]
    skill: float
    luck: list[float]


def review(
    rules: Game,
    line: Sequence[tuple[int, str]],
    returns: Sequence[float] | None,
    player: MctsBot,
    budget: Budget,
    stop: StopFlag,
    note: Callable[[float], None],
) -> dict[str, Any]:
    """The review as a JSON object. Stopped early, it covers the beginning of the match.

    :param line: decisions and outcomes in order, each with the number of its event.
    :param returns: the result; None for a match without one.
    :param note: told of the share that is done.
    """
    state = rules.new(seed=0, chance="ask")
    steps: list[_Step] = []
    for index, (number, text) in enumerate(line):
        if stop.is_set():
            returns = None
            break
        if not state.is_chance and len(state.legal()) > 1:
            steps.append(_step(state, number, text, player, budget, stop))
        state.play(text)
        note((index + 1) / len(line))
    _attribute_luck(steps, returns)
    return {
        "steps": [_told(step) for step in steps],
        "shares": _shares(rules, steps, returns),
        "turning_points": _turning_points(rules, steps),
    }


def _step(state: State, number: int, text: str, player: MctsBot, budget: Budget, stop: StopFlag) -> _Step:
    mover = state.to_move
    found = player.analyse(state, number, budget, stop)
    best = found.candidates[0]
    played = state.game.move(text, state)
    own = win_chance(state.game, found.values[mover] if best.value is None else best.value)
    loss = 0.0
    if played != best.move:
        loss = _worth(state, best.move, player, budget, stop) - _worth(state, played, player, budget, stop)
    return _Step(
        number=number,
        seat=mover,
        move=played,
        best=best.move,
        chances=_chances(found.values, mover, own),
        skill=-max(0.0, loss),
        luck=[],
    )


def _worth(state: State, move: Move, player: MctsBot, budget: Budget, stop: StopFlag) -> float:
    """The mover's win chance after a move, from searches of what it leads to.

    Deals and luck are the same for every move. A candidate's own value would not do: the search tries
    a move that it thinks little of only a few times, and with poor replies.
    """
    mover = state.to_move
    limits = (budget.iterations, budget.milliseconds)
    each = Budget(*(limit and max(1, limit // DEALS) for limit in limits))
    total = 0.0
    for deal in range(DEALS):
        after = state.redealt(mover, deal)
        after.play(move.text)
        while after.is_chance:
            after.roll()
        if after.is_over:
            total += after.returns()[mover]
        else:
            total += win_chance(state.game, player.analyse(after, deal, each, stop).values[mover])
    return total / DEALS


def _chances(values: Sequence[float], mover: int, own: float) -> list[float]:
    """Every seat's win chance: the mover's calibrated, the others' share of the rest as the search saw it."""
    others = sum(value for seat, value in enumerate(values) if seat != mover)
    scale = (1 - own) / others if others > 0 else 0.0
    return [own if seat == mover else value * scale for seat, value in enumerate(values)]


def _skills(step: _Step, seats: int) -> list[float]:
    """What a decision's skill changed for each seat; what the mover lost is the others', in equal parts."""
    return [step.skill if seat == step.seat else -step.skill / (seats - 1) for seat in range(seats)]


def _attribute_luck(steps: Sequence[_Step], returns: Sequence[float] | None) -> None:
    for index, step in enumerate(steps):
        after = steps[index + 1].chances if index + 1 < len(steps) else returns or step.chances
        skills = _skills(step, len(step.chances))
        step.luck = [a - b - s for a, b, s in zip(after, step.chances, skills, strict=True)]


def _shares(rules: Game, steps: Sequence[_Step], returns: Sequence[float] | None) -> list[dict[str, Any]]:
    """Where each seat's result came from; the parts add up to it."""
    if not steps or returns is None:
        return []
    shares = []
    for seat in range(rules.seats):
        skills = [_skills(step, rules.seats)[seat] for step in steps]
        own = sum(skill for skill, step in zip(skills, steps, strict=True) if step.seat == seat)
        shares.append(
            {
                "seat": seat,
                "start": steps[0].chances[seat],
                "skill": own,
                "others": sum(skills) - own,
                "luck": sum(step.luck[seat] for step in steps),
                "result": returns[seat],
            }
        )
    return shares


def _turning_points(rules: Game, steps: Sequence[_Step]) -> list[dict[str, Any]]:
    """The decisions at which a win chance changed most, in order."""

    def change(step: _Step) -> float:
        skills = _skills(step, rules.seats)
        return max(abs(luck + skill) for luck, skill in zip(step.luck, skills, strict=True))

    chosen = sorted(steps, key=change, reverse=True)[:TURNING_POINTS]
    chosen = sorted((step for step in chosen if change(step) >= A_TURN), key=lambda step: step.number)
    return [{"number": step.number, "words": _words(rules, step)} for step in chosen]


def _words(rules: Game, step: _Step) -> str:
    name = rules.seat_names[step.seat]
    before = step.chances[step.seat]
    after = before + step.skill + step.luck[step.seat]
    text = f"{name} played {step.move.text}, and went from {percent(before)} to {percent(after)}: "
    if -step.skill >= abs(after - before) / 2 and step.move != step.best:
        return text + f"{step.best.text} was worth {percent(-step.skill)} more."
    luck = step.luck[step.seat]
    kind = "good luck" if luck > 0 else "bad luck"
    return text + f"{percent(abs(luck))} of {kind}, what was hidden from {name} included."


def _told(step: _Step) -> dict[str, Any]:
    return {
        "number": step.number,
        "seat": step.seat,
        "move": {"text": step.move.text, "doc": step.move.doc},
        "best": {"text": step.best.text, "doc": step.best.doc},
        "chances": step.chances,
        "skill": step.skill,
        "luck": step.luck,
    }
