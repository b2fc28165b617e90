"""Moves for a front end that keeps its own table."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field
from typing_extensions import TypeAliasType

from battlewise.api.schemas.common import (
    BudgetIn,
    CandidateOut,
    Count,
    Level,
    Model,
    MoveDocument,
    MoveOut,
    OptionValues,
    Seed,
    ToMove,
    TopK,
    View,
    who,
    whole,
)
from battlewise.api.schemas.hints import Hint
from battlewise.api.schemas.problems import Problem
from battlewise.bots import Choice
from battlewise.core import Game
from battlewise.core.explain import Explanation
from battlewise.core.table import Step, chances


class LegalMovesIn(Model):
    """A position as one seat sees it."""

    view: View
    options: OptionValues | None = Field(
        default=None,
        description="Options of the game, if they are not in the view.",
    )


class MoveIn(LegalMovesIn):
    """A position as the seat to move sees it, and the bot that chooses its move."""

    level: Level | None = Field(default=None, description="Level of the bot. Default: `medium`.")
    bot: str | None = Field(
        default=None,
        max_length=200,
        description="Specification of the bot in place of a level, such as `mcts:iterations=1000`.",
    )
    budget: BudgetIn | None = Field(default=None, description="Budget of the search. Default: the bot's own.")
    timeout_ms: Count | None = Field(
        default=None,
        description="Milliseconds from the request to the answer. Default, and most: see `timeout_ms` of "
        "`GET /v1/limits`.",
    )
    partial_ms: Annotated[int, Field(ge=10, le=60_000), BeforeValidator(whole)] | None = Field(
        default=None,
        description="For a stream: milliseconds from one partial result to the next. Default: 100, and more "
        "from one to the next.",
    )
    seed: Seed | None = Field(
        default=None, description="Seed of the bot's random numbers. Default: random; the answer has it."
    )
    top_k: TopK = Field(default=5, description="Number of candidates in the answer, the best first.")


class SearchOut(Model):
    """What the search did and how long it took. All zero for a bot that does not search."""

    iterations: int = Field(description="Iterations of the search.")
    worlds: int = Field(description="Deals of the hidden cards that were tried.")
    nodes: int = Field(description="Nodes of the search tree.")
    milliseconds: float = Field(description="Wall time of the search.")
    queue_milliseconds: float = Field(description="Time that the request waited for the search.")


class ChosenMove(Model):
    """A bot's move and its reasons."""

    move: MoveOut = Field(description="The bot's move.")
    win_chance: float | None = Field(
        description="Expected result of the seat to move, 0..1. Null for a bot that does not estimate it."
    )
    candidates: list[CandidateOut] = Field(description="Moves that were considered, the best first.")
    line: list[MoveOut] = Field(description="Expected moves as the seat to move sees them, `move` first.")
    bot: str = Field(description="Specification of the bot.")
    seed: int = Field(description="Seed of the bot's random numbers.")
    search: SearchOut = Field(description="What the search did.")

    @classmethod
    def of(cls, choice: Choice, waited: float, spec: str, seed: int, top_k: int) -> Self:
        """A bot's choice as the service writes it.

        :param waited: how many seconds it waited for its search.
        :param spec: the bot's specification.
        :param top_k: how many candidates to show.
        """
        return cls(
            move=MoveOut.of(choice.move),
            win_chance=choice.value,
            candidates=[CandidateOut.of(one) for one in choice.candidates[:top_k]],
            line=[MoveOut.of(move) for move in choice.line],
            bot=spec,
            seed=seed,
            search=SearchOut(
                iterations=choice.iterations,
                worlds=choice.worlds,
                nodes=choice.nodes,
                milliseconds=1000 * choice.seconds,
                queue_milliseconds=1000 * waited,
            ),
        )


SearchItem = TypeAliasType(
    "SearchItem",
    Annotated[
        ChosenMove | Problem,
        Field(
            description="The `data` of one event of a search: `partial` or `final` with what was found, or "
            "`problem`, which is the last one too."
        ),
    ],
)


HintItem = TypeAliasType(
    "HintItem",
    Annotated[
        Hint | Problem,
        Field(
            description="The `data` of one event of a search for a hint: `partial` or `final` with what was "
            "found, or `problem`, which is the last one too."
        ),
    ],
)


class LegalMoves(Model):
    """The seat to move, and the legal moves if the view is of that seat."""

    to_move: ToMove
    moves: list[MoveOut] = Field(description="Empty if another seat is to move.")


class ExplainIn(LegalMovesIn):
    """A position as one seat sees it, and what it points at."""

    thing: Annotated[str, Field(max_length=200)] | None = Field(
        default=None,
        description="The id of a card of the own hand or of a thing on the table: of the catalogue, or one "
        "that moves touch.",
    )
    move: Annotated[str, Field(max_length=200)] | MoveDocument | None = Field(
        default=None, description="In place of a thing: a move, in the game's notation or as an object."
    )


class ReasonOut(Model):
    """Why something cannot be done."""

    text: str = Field(description="The rule that forbids it, in words.")
    ids: list[str] = Field(description="The ids of the things that it is about.")


class Explained(Model):
    """What can be done with a thing, or why nothing can."""

    moves: list[MoveOut] = Field(description="The legal moves with it.")
    reasons: list[ReasonOut] = Field(description="Why there are none. Empty if there are any.")

    @classmethod
    def of(cls, found: Explanation) -> Self:
        """An explanation as the service writes it."""
        return cls(
            moves=[MoveOut.of(move) for move in found.moves],
            reasons=[ReasonOut(text=one.text, ids=list(one.ids)) for one in found.reasons],
        )


class NextIn(LegalMovesIn):
    """A position as one seat sees it, and what happened."""

    move: Annotated[str, Field(max_length=200)] | MoveDocument = Field(
        description="The move or outcome as the seat saw it, in the game's notation or as an object."
    )
    shown: dict[str, Any] | None = Field(
        default=None,
        description='What the move turned up besides, as a part of the next view: `{"cards": [...]}`.',
    )


class NextOut(Model):
    """The next position as the seat sees it."""

    view: View = Field(description="The next view.")
    to_move: ToMove
    prompt: str = Field(description="The question that the seat to move has to answer, in words.")
    text: str = Field(description="What happened, in words.")
    changes: list[dict[str, Any]] = Field(description="What the move did: `what`, its data and a text.")
    moves: list[MoveOut] = Field(description="The legal moves, if the seat is to move.")

    @classmethod
    def of(cls, rules: Game, made: Step) -> Self:
        """The step from one view to the next as the service writes it."""
        state, actor = made.state, who(made.start.to_move)
        own = state.to_move == made.after["seat"]
        changes = rules.changes(made.before, made.after, actor, made.move.doc)
        return cls(
            view=made.after,
            to_move=who(state.to_move),
            prompt=rules.prompt(made.after),
            text=rules.vocabulary.words(made.move.code, rules.facts(made.before)),
            changes=changes,
            moves=[MoveOut.of(one) for one in state.legal()] if own else [],
        )


class OutcomeOut(Model):
    """An outcome that a seat can see."""

    move: MoveOut = Field(description="The outcome.")
    words: str = Field(description="The outcome in words.")
    probability: float = Field(description="0..1.")


class OutcomesOut(Model):
    """What chance can do, the most probable first. Empty if it is not chance's turn."""

    to_move: ToMove
    outcomes: list[OutcomeOut] = Field(description="The outcomes, the most probable first.")

    @classmethod
    def of(cls, rules: Game, view: Mapping[str, Any]) -> Self:
        """The outcomes of a view as the service writes them."""
        start = rules.from_view(view, seed=0, chance="ask")
        facts = rules.facts(start.view(view["seat"]))
        return cls(
            to_move=who(start.to_move),
            outcomes=[
                OutcomeOut(
                    move=MoveOut.of(outcome),
                    words=rules.vocabulary.words(outcome.code, facts),
                    probability=min(1.0, probability),
                )
                for outcome, probability in chances(start, view["seat"])
            ],
        )
