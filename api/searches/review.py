"""Review of a match that is over: win chances over time, turning points, skill and luck.

Each decision is searched with the knowledge of its seat. Three things change a win chance until the next
decision. **Skill**: how much less the move was worth than the best one. **Luck**: what dice, draws and hidden
cards changed, against the mean of what was possible. Searches of the same size evaluate both, so that they
differ by luck alone; without chance and hidden parts there is no luck. **The search's own error**: the rest.
A match that did not end on the board has a fourth part: the difference that its end made.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from battlewise.api.searches.reasons import percent
from battlewise.api.searches.searcher import Searcher
from battlewise.bots.bot import MctsBot
from battlewise.bots.calibration import win_chance
from battlewise.core import Game, Move, State
from battlewise.search import Analysis, Budget, StopFlag

TURNING_POINTS = 3
DEALS = 6  # to evaluate a move
SEARCHES = 4  # at most for a decision, of a whole budget each
A_TURN = 0.08  # smallest change of a win chance at a turning point


@dataclass(frozen=True)
class _Reader:
    """Evaluates positions.

    :ivar budget: of the search of a decision.
    """

    searcher: Searcher
    player: MctsBot
    budget: Budget
    stop: StopFlag

    def analyse(self, state: State, seed: int, budget: Budget) -> Analysis:
        """A search of a decision."""
        return self.searcher.analyse(self.player, state, seed, budget, self.stop)

    def chances(self, state: State, seed: int, budget: Budget) -> list[float]:
        """Each seat's win chance in a position, with the knowledge of the seat to move."""
        if state.is_over:
            return state.returns()
        return _chances(state.game, self.analyse(state, seed, budget), state.to_move)

    def mean(self, states: Callable[[int], State]) -> list[float]:
        """The mean win chances of `DEALS` positions, with a small search of each."""
        limits = (self.budget.iterations, self.budget.milliseconds)
        each = Budget(*(limit and max(1, limit // DEALS) for limit in limits))
        found = [self.chances(states(deal), deal, each) for deal in range(DEALS)]
        return [sum(column) / DEALS for column in zip(*found, strict=True)]


@dataclass
class _Step:
    """A decision and its evaluation.

    :ivar words: the move and the best move in words.
    :ivar chances: each seat's win chance before it.
    :ivar skill: what it lost the seat against the best move, at most 0.
    :ivar luck: for each seat what came after it, against what could have come.
    :ivar error: for each seat the rest of the change until the next decision.
    :ivar before: the position it was made in.
    :ivar expected: each seat's mean chance after it, where that was looked at.
    """

    number: int
    seat: int
    move: Move
    best: Move
    words: list[str]
    chances: list[float]
    skill: float
    luck: list[float]
    error: list[float]
    before: State
    expected: list[float] | None


def review(
    searcher: Searcher,
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
    :param budget: of one search; a decision takes up to `SEARCHES`.
    :param note: called with the share that is done, 0..1.
    """
    reader = _Reader(searcher, player, budget, stop)
    state = rules.new(seed=0, chance="ask")
    steps: list[_Step] = []
    lucky = rules.hidden  # whether there was luck since the last decision
    for index, (number, text) in enumerate(line):
        if stop.is_set():
            break
        if not state.is_chance and len(state.legal()) > 1:
            if steps and lucky:
                _look_back(reader, steps[-1], state)
            steps.append(_step(reader, state, number, text))
            lucky = rules.hidden
        lucky = lucky or state.is_chance
        state.play(text)
        note((index + 1) / len(line))
    end = None if stop.is_set() or not steps else reader.chances(state, len(line), budget)
    if end is not None and lucky:
        _look_back(reader, steps[-1], state)
    _attribute_rest(steps, end)
    return {
        "steps": [_step_out(step) for step in steps],
        "shares": _shares(rules, steps, end, returns),
        "turning_points": _turning_points(rules, steps),
    }


def _step(reader: _Reader, state: State, number: int, text: str) -> _Step:
    mover = state.to_move
    found = reader.analyse(state, number, reader.budget)
    best = found.candidates[0]
    played = state.game.move(text, state)
    loss, expected = 0.0, None
    if played != best.move:
        expected = reader.mean(_followers(state, played))
        loss = reader.mean(_followers(state, best.move))[mover] - expected[mover]
    return _Step(
        number=number,
        seat=mover,
        move=played,
        best=best.move,
        words=state.words([played, best.move], mover),
        chances=_chances(state.game, found, mover),
        skill=-max(0.0, loss),
        luck=[0.0] * state.game.seats,
        error=[0.0] * state.game.seats,
        before=state.copy(),
        expected=expected,
    )


def _look_back(reader: _Reader, step: _Step, state: State) -> None:
    """Compute the luck of a decision, given the next position, `state`."""
    expected = step.expected or reader.mean(_followers(step.before, step.move))
    came = reader.mean(lambda deal: state)
    step.luck = [a - b for a, b in zip(came, expected, strict=True)]


def _followers(state: State, move: Move) -> Callable[[int], State]:
    """For the number of a deal, the position after a move. Deals and luck are the same for every move.

    A candidate's own value is not enough to evaluate a move: the search tries a move that it considers
    bad only a few times, and with poor replies.
    """

    def follower(deal: int) -> State:
        after = state.redealt(state.to_move, deal)
        after.play(move.text)
        while after.is_chance or (not after.is_over and len(after.legal()) == 1):
            if after.is_chance:
                after.roll()
            else:
                after.play(after.legal()[0])
        return after

    return follower


def _chances(rules: Game, found: Analysis, mover: int) -> list[float]:
    """Each seat's win chance: the mover's calibrated, the rest shared as the search values the others."""
    best = found.candidates[0].value
    own = win_chance(rules, found.values[mover] if best is None else best)
    others = sum(value for seat, value in enumerate(found.values) if seat != mover)
    scale = (1 - own) / others if others > 0 else 0.0
    return [own if seat == mover else value * scale for seat, value in enumerate(found.values)]


def _skills(step: _Step, seats: int) -> list[float]:
    """Change by skill for each seat; the others gain what the mover lost, in equal parts."""
    return [step.skill if seat == step.seat else -step.skill / (seats - 1) for seat in range(seats)]


def _attribute_rest(steps: Sequence[_Step], end: Sequence[float] | None) -> None:
    """Compute the changes that neither skill nor luck explains.

    :param end: the win chances in the last position; None if the review did not reach it.
    """
    after = [*(step.chances for step in steps[1:]), end] if steps else []
    for step, chances in zip(steps, after, strict=True):
        if chances is not None:
            parts = zip(chances, step.chances, _skills(step, len(chances)), step.luck, strict=True)
            step.error = [then - now - skill - luck for then, now, skill, luck in parts]


def _shares(
    rules: Game, steps: Sequence[_Step], end: Sequence[float] | None, returns: Sequence[float] | None
) -> list[dict[str, Any]]:
    """The parts of each seat's result."""
    if end is None or returns is None:
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
                "error": sum(step.error[seat] for step in steps),
                "end": returns[seat] - end[seat],
                "result": returns[seat],
            }
        )
    return shares


def _turning_points(rules: Game, steps: Sequence[_Step]) -> list[dict[str, Any]]:
    """The decisions that changed a win chance the most, in order."""

    def change(step: _Step) -> float:
        parts = zip(step.luck, step.error, _skills(step, rules.seats), strict=True)
        return max(abs(sum(one)) for one in parts)

    chosen = sorted(steps, key=change, reverse=True)[:TURNING_POINTS]
    chosen = sorted((step for step in chosen if change(step) >= A_TURN), key=lambda step: step.number)
    return [{"number": step.number, "words": _words(rules, step)} for step in chosen]


def _words(rules: Game, step: _Step) -> str:
    name = rules.seat_names[step.seat]
    luck, error = step.luck[step.seat], step.error[step.seat]
    before = step.chances[step.seat]
    after = before + step.skill + luck + error
    text = f"{name} played “{step.words[0]}”, and went from {percent(before)} to {percent(after)}: "
    most = max(abs(step.skill), abs(luck), abs(error))
    if abs(step.skill) == most:
        return text + f"“{step.words[1]}” was worth {percent(-step.skill)} more."
    if abs(luck) == most:
        kind = "good luck" if luck > 0 else "bad luck"
        hidden = f", what was hidden from {name} included" if rules.hidden else ""
        return text + f"{percent(abs(luck))} of {kind}{hidden}."
    return text + "what followed was not foreseen here."


def _step_out(step: _Step) -> dict[str, Any]:
    return {
        "number": step.number,
        "seat": step.seat,
        **{
            name: {"text": move.text, "doc": move.doc, "touches": move.touches, "words": words}
            for name, move, words in zip(("move", "best"), (step.move, step.best), step.words, strict=True)
        },
        "chances": step.chances,
        "skill": step.skill,
        "luck": step.luck,
        "error": step.error,
    }
