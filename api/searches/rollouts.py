"""Rollouts within the limits of the service, in the thread that asks."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.schemas.common import BudgetIn
from battlewise.api.searches.players import Players, kind_of, player_of, spec_of
from battlewise.bots.bot import MctsBot
from battlewise.bots.rollout import QUICK
from battlewise.bots.rollout.judge import Rollout
from battlewise.bots.rollout.run import Limits, rollout
from battlewise.core import Game, State
from battlewise.search import Budget, StopFlag

MOST_ITERATIONS = 1000  # of a decision, so that a game ends soon
DEFAULT_MS = 10_000
LEAST_TRIALS = 10  # before the first partial result


@dataclass(frozen=True)
class RolloutTerms:
    """What a rollout is asked for.

    :ivar bot: the specification of the bot that plays the games.
    :ivar kind: rollouts of one kind take about as long as one another.
    :ivar budget: trials, as iterations, and the time of all games.
    :ivar seed: of the trials.
    :ivar top_k: how many candidates to show.
    """

    bot: str
    kind: str
    budget: Budget
    seed: int
    top_k: int


def rollout_terms(
    players: Players,
    rules: Game,
    names: tuple[str | None, str | None],
    trials: int,
    asked: BudgetIn | None,
    seed: int,
    top_k: int,
) -> RolloutTerms:
    """The terms of a rollout within limits.

    :param players: the limits.
    :param names: the level and the specification of the bot that a request names.
    :raises ProblemError: if something is over a limit, or the same seed would not give the same games.
    """
    player = player_of(spec_of(*names) if any(names) else QUICK, rules)
    players.budget(player, asked)
    if isinstance(player, MctsBot):
        player = player.steady()
        if player.budget.milliseconds is not None or player.budget.iterations is None:
            raise ProblemError(
                Kind.INVALID_BOT, "the bot of a rollout takes iterations, not milliseconds", "bot"
            )
        if player.budget.iterations > MOST_ITERATIONS:
            raise ProblemError(
                Kind.OVER_LIMIT,
                f"iterations: is over the limit of {MOST_ITERATIONS} for the bot of a rollout",
                "bot",
            )
    if asked is not None and asked.iterations is not None:
        raise ProblemError(Kind.INVALID, "a rollout takes milliseconds, and trials", "budget.iterations")
    given = None if asked is None else asked.milliseconds
    budget = Budget(trials, given or min(DEFAULT_MS, players.milliseconds))
    return RolloutTerms(player.spec, f"rollout {kind_of(player, rules)}", budget, seed, top_k)


def rolled_out(
    asked: RolloutTerms, state: State, stop: StopFlag, report: Callable[[dict[str, Any]], None]
) -> dict[str, Any] | None:
    """The result of a rollout, with the fields of `api.schemas.rollouts.Rolled`.

    :param stop: ends it early when another thread sets it.
    :param report: called with the result so far.
    :returns: None if it ended before every move had a trial.
    """
    trials, milliseconds = asked.budget.iterations, asked.budget.milliseconds
    assert trials is not None
    assert milliseconds is not None
    until = time.monotonic() + milliseconds / 1000

    def shown(found: Rollout) -> dict[str, Any]:
        doc = found.doc(state)
        return {**doc, "candidates": doc["candidates"][: asked.top_k]}

    found = rollout(
        state,
        asked.bot,
        limits=Limits(min(LEAST_TRIALS, trials), trials),
        seed=asked.seed,
        stop=lambda: stop.is_set() or time.monotonic() > until,
        report=lambda found: report(shown(found)),
    )
    return None if found is None else shown(found)
