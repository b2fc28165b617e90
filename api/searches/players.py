"""Bots within the limits of the service: their budgets, what they cost, how long they seem to think."""

from dataclasses import dataclass, replace
from typing import Self

from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.schemas.common import BudgetIn
from battlewise.api.settings import Settings
from battlewise.bots import Bot, BotError, bot
from battlewise.bots.bot import GreedyBot, LevelBot, MctsBot
from battlewise.core import Game
from battlewise.search import Budget

DEFAULT = "medium"
MOST_ITERATIONS = 1_000_000_000  # of an analysis, which milliseconds limit
ITERATIONS_A_MS = 100  # about
PACE_ITERATIONS_A_MS = 10  # seldom fewer, in any game
WORLDS_A_MS = 2  # about


def spec_of(level: str | None, spec: str | None, field: str = "level") -> str:
    """The specification of the bot that a request names by a level or by a specification.

    :param field: the level's path in the request, for the error.
    :raises ProblemError: if it names both.
    """
    if spec is not None and level is not None:
        raise ProblemError(Kind.INVALID, "give a level or a bot, not both", field)
    return spec or level or DEFAULT


def player_of(spec: str, rules: Game) -> Bot:
    """The bot of a specification; for a level, the bot that plays it in this game.

    :raises BotError: if the specification is wrong.
    """
    player = bot(spec)
    return player.player(rules) if isinstance(player, LevelBot) else player


@dataclass(frozen=True)
class Players:
    """Bots within limits.

    :ivar iterations: of one search.
    :ivar milliseconds: of one search.
    :ivar threads: of one search.
    :ivar analysis_milliseconds: of one analysis.
    """

    iterations: int
    milliseconds: int
    threads: int
    analysis_milliseconds: int

    @classmethod
    def within(cls, settings: Settings) -> Self:
        """Bots within the limits of the settings."""
        return cls(
            settings.max_iterations,
            settings.max_milliseconds,
            settings.max_threads,
            settings.max_analysis_milliseconds,
        )

    def for_analyses(self) -> Self:
        """The same bots within the limits of an analysis."""
        return replace(self, iterations=MOST_ITERATIONS, milliseconds=self.analysis_milliseconds)

    def check(self, spec: str, rules: Game, field: str) -> None:
        """Check that a bot can play a game within the limits.

        :param field: the specification's path in the request, for the error.
        :raises ProblemError: if it cannot.
        """
        try:
            self.budget(player_of(spec, rules), field=field)
        except BotError as error:
            raise ProblemError(Kind.INVALID_BOT, str(error), field) from None

    def budget(self, player: Bot, asked: BudgetIn | None = None, field: str = "bot") -> Budget | None:
        """The budget of a bot's search; None for a bot that does not search.

        :param asked: the budget that the request asks for; default: the bot's own.
        :param field: the bot's path in the request, for the error.
        :raises ProblemError: if it is over a limit.
        """
        most = {"iterations": self.iterations, "milliseconds": self.milliseconds}
        if asked is not None:
            if asked.iterations is None and asked.milliseconds is None:
                raise ProblemError(Kind.INVALID, "needs iterations or milliseconds", "budget")
            for name, limit in most.items():
                if (getattr(asked, name) or 0) > limit:
                    raise ProblemError(
                        Kind.OVER_LIMIT, f"is over this service's limit of {limit}", f"budget.{name}"
                    )
        if not isinstance(player, MctsBot):
            return None
        if player.settings.threads > self.threads:
            raise ProblemError(
                Kind.OVER_LIMIT, f"threads: is over this service's limit of {self.threads}", field
            )
        for name, limit in most.items():
            if (getattr(player.budget, name) or 0) > limit:
                raise ProblemError(Kind.OVER_LIMIT, f"{name}: is over this service's limit of {limit}", field)
        chosen = asked or player.budget
        return Budget(
            iterations=chosen.iterations or self.iterations,
            milliseconds=chosen.milliseconds or self.milliseconds,
        )

    def cost(self, spec: str, rules: Game) -> int:
        """About how many milliseconds of search a decision of a bot takes."""
        player = player_of(spec, rules)
        return cost_ms(player, rules, self.budget(player))

    def most_seconds(self, budget: Budget | None) -> float:
        """The most seconds that a search with a budget takes."""
        return (self.milliseconds if budget is None else budget.milliseconds or self.milliseconds) / 1000


def kind_of(player: Bot, rules: Game) -> str:
    """What searches take about as long as one another: those of a bot in a game with so many seats."""
    return f"{rules.id} {rules.seats} {player.spec}"


def cost_ms(player: Bot, rules: Game, budget: Budget | None) -> int:
    """About how many milliseconds of search a budget allows a bot; at least 1."""
    if isinstance(player, GreedyBot):
        return max(1, player.worlds_in(rules) // WORLDS_A_MS)
    return 1 if budget is None else max(1, _milliseconds(budget, ITERATIONS_A_MS))


def pace_ms(budget: Budget | None) -> int:
    """How long a bot seems to think, in milliseconds: seldom less than its budget takes."""
    return 0 if budget is None else _milliseconds(budget, PACE_ITERATIONS_A_MS)


def _milliseconds(budget: Budget, iterations_a_ms: int) -> int:
    """About how many milliseconds a budget allows, by the limit that it reaches first."""
    by_count = None if budget.iterations is None else budget.iterations // iterations_a_ms
    return min(x for x in (by_count, budget.milliseconds) if x is not None)
