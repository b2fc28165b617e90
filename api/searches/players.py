"""Bots within the limits of this service."""

from collections.abc import Callable, Mapping
from typing import Any

from battlewise.api.operations.problems import ProblemError
from battlewise.api.schemas.common import BudgetIn
from battlewise.bots import Bot, bot
from battlewise.bots.bot import GreedyBot, LevelBot, MctsBot
from battlewise.core import Game
from battlewise.search import Budget

DEFAULT = "medium"
ITERATIONS_A_MS = 100  # about
PACE_ITERATIONS_A_MS = 10  # seldom fewer, in any game
WORLDS_A_MS = 2  # about


def spec_of(level: str | None, spec: str | None, field: str = "level") -> str:
    """The one of a level and a specification that was given.

    :param field: the level's path in the request, for the error.
    :raises ProblemError: if both were.
    """
    if spec is not None and level is not None:
        raise ProblemError(422, "give a level or a bot, not both", field)
    return spec or level or DEFAULT


def player_of(spec: str, rules: Game) -> Bot:
    """The bot of a specification; a rung of a game's ladder is the bot that it names there.

    :raises BotError: naming what is wrong.
    """
    player = bot(spec)
    return player.player(rules) if isinstance(player, LevelBot) else player


def budget_of(
    player: Bot, asked: BudgetIn | None, limits: Mapping[str, Any], field: str = "bot"
) -> Budget | None:
    """The budget of a search, within the service's limits; None for a bot that has none.

    :param limits: MAX_ITERATIONS, MAX_MILLISECONDS, MAX_THREADS.
    :param field: the bot's path in the request, for the error.
    """
    most = {"iterations": limits["MAX_ITERATIONS"], "milliseconds": limits["MAX_MILLISECONDS"]}
    if asked is not None:
        if asked.iterations is None and asked.milliseconds is None:
            raise ProblemError(422, "needs iterations or milliseconds", "budget")
        for name, limit in most.items():
            if (getattr(asked, name) or 0) > limit:
                raise ProblemError(422, f"is over this service's limit of {limit}", f"budget.{name}")
    if not isinstance(player, MctsBot):
        return None
    if player.settings.threads > limits["MAX_THREADS"]:
        raise ProblemError(422, f"threads: is over this service's limit of {limits['MAX_THREADS']}", field)
    for name, limit in most.items():
        if (getattr(player.budget, name) or 0) > limit:
            raise ProblemError(422, f"{name}: is over this service's limit of {limit}", field)
    chosen = asked or player.budget
    return Budget(
        iterations=chosen.iterations or most["iterations"],
        milliseconds=chosen.milliseconds or most["milliseconds"],
    )


def pace_of(limits: Mapping[str, Any]) -> Callable[[Bot], int]:
    """How many milliseconds bots should seem to think, by their budgets alone: seldom less than it takes."""

    def pace(player: Bot) -> int:
        budget = budget_of(player, None, limits)
        return 0 if budget is None else _milliseconds(budget, PACE_ITERATIONS_A_MS)

    return pace


def cost_of(spec: str, rules: Game, limits: Mapping[str, Any]) -> int:
    """About how many milliseconds of search a decision of a bot takes."""
    player = player_of(spec, rules)
    return cost_ms(player, rules, budget_of(player, None, limits))


def cost_ms(player: Bot, rules: Game, budget: Budget | None) -> int:
    """About how many milliseconds of search a budget allows a bot; at least 1."""
    if isinstance(player, GreedyBot):
        return max(1, player.worlds_in(rules) // WORLDS_A_MS)
    return 1 if budget is None else max(1, _milliseconds(budget, ITERATIONS_A_MS))


def _milliseconds(budget: Budget, iterations_a_ms: int) -> int:
    """About how many milliseconds a budget allows, by whichever of its limits is the nearer."""
    by_count = None if budget.iterations is None else budget.iterations // iterations_a_ms
    return min(x for x in (by_count, budget.milliseconds) if x is not None)
