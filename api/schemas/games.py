"""The games and what they offer."""

from typing import Any, Self

from pydantic import Field

from battlewise.api.schemas.common import Model, MoveOut, OptionValues, Seat
from battlewise.core import Game, Option
from battlewise.core.catalogue import Catalogue
from battlewise.core.guides import how_to_play
from battlewise.core.schemas import option_values, schema
from battlewise.core.tutorial import Tutorial


class OptionOut(Model):
    """An option of a game."""

    name: str = Field(description="Name of the option.")
    doc: str = Field(description="What the option does.")
    default: bool | int | str = Field(description="Value if the option is not given.")
    choices: list[bool | int | str] = Field(
        description="Allowed values. Empty for a number from `low` to `high`."
    )
    low: int | None = Field(description="Smallest number. Null if there are `choices`.")
    high: int | None = Field(description="Largest number. Null if there are `choices`.")

    @classmethod
    def of(cls, option: Option) -> Self:
        """An option as the service writes it."""
        return cls(
            name=option.name,
            doc=option.doc,
            default=option.default,
            choices=list(option.choices),
            low=None if option.choices else option.low,
            high=None if option.choices else option.high,
        )


class GameOut(Model):
    """A game in short."""

    id: str = Field(description="Id of the game in paths.")
    title: str = Field(description="Title of the game.")
    version: int = Field(description="Version of the rules.")
    seats: int = Field(description="With the chosen options.")
    seat_names: list[str] = Field(description="The game's name of each seat.")
    hidden: bool = Field(description="Whether a seat can know what another does not.")
    options: list[OptionOut] = Field(description="The options and their values.")

    @classmethod
    def of(cls, rules: Game) -> Self:
        """A game as the service writes it."""
        return cls(**_brief(rules))


class LevelOut(Model):
    """A level of play and its bot."""

    name: str = Field(description="Name of the level.")
    bot: str = Field(description="Specification of its bot.")


class Limits(Model):
    """The limits of one request."""

    iterations: int = Field(description="Most iterations of one search.")
    milliseconds: int = Field(description="Most milliseconds of one search.")
    threads: int = Field(description="Most threads of one search.")
    body_bytes: int = Field(description="Most bytes in the body of a request.")


class GamesOut(Model):
    """The games, the levels from the weakest to the strongest, and the limits."""

    games: list[GameOut] = Field(description="The games by id.")
    levels: list[LevelOut] = Field(description="The levels, the weakest first.")
    limits: Limits = Field(description="The limits of one request.")


class GameDetails(GameOut):
    """A game for the chosen options."""

    chosen: dict[str, Any] = Field(description="The value of every option.")
    options_schema: dict[str, Any] = Field(description="JSON Schema (2020-12) of the options.")
    view_schema: dict[str, Any] = Field(
        description="JSON Schema (2020-12) of a view. What is not required can be left out."
    )
    move_schema: dict[str, Any] = Field(description="JSON Schema (2020-12) of a decision's document.")
    outcome_schema: dict[str, Any] = Field(description="JSON Schema (2020-12) of an outcome's document.")
    how_to_play: str = Field(
        description="How to play in five minutes: Markdown of headings (`##`) and paragraphs. "
        "Empty if the game has no such text."
    )
    catalogue: Catalogue = Field(description="What lies in the box.")
    minimal_views: dict[str, dict[str, Any]] = Field(
        description="For each kind of phase the shortest view that can be written by hand."
    )
    full_view: dict[str, Any] = Field(description="A complete view: the first decision of a game.")
    example_move: MoveOut = Field(description="A move in that view.")

    @classmethod
    def of(cls, rules: Game) -> Self:
        """A game, with its options, as the service writes it."""
        state = rules.new(seed=0)
        return cls(
            **_brief(rules),
            chosen=rules.options,
            options_schema=schema(option_values(rules.OPTIONS)),
            view_schema=rules.view_form.schema,
            move_schema=rules.vocabulary.schema(outcomes=False),
            outcome_schema=rules.vocabulary.schema(outcomes=True),
            how_to_play=how_to_play(rules.id),
            catalogue=rules.catalogue(),
            minimal_views=_minimal_views(rules),
            full_view=state.view(state.to_move),
            example_move=MoveOut.of(state.legal()[0]),
        )


class TutorialStep(Model):
    """What a tutorial explains at a position."""

    at: int = Field(description="How many of the moves are played there.")
    say: str = Field(description="A few short sentences.")
    light: list[str] = Field(description="Ids of things in the picture that the sentences are about.")


class TutorialOut(Model):
    """The first turns of a match, explained step by step."""

    options: OptionValues = Field(description="All options of the game by name.")
    seats: int = Field(description="How many seats the match has.")
    seat: Seat = Field(description="The learner's seat.")
    moves: list[str] = Field(description="Decisions and outcomes, as `POST /v1/matches` takes them.")
    steps: list[TutorialStep] = Field(description="In their order. The last one is after the last move.")

    @classmethod
    def of(cls, lesson: Tutorial, seats: int) -> Self:
        """A tutorial as the service writes it."""
        return cls(
            options=dict(lesson.options),
            seats=seats,
            seat=lesson.seat,
            moves=list(lesson.moves),
            steps=[TutorialStep(at=one.at, say=one.say, light=list(one.light)) for one in lesson.steps],
        )


def _minimal_views(rules: Game) -> dict[str, dict[str, Any]]:
    """The views as they can be sent: with the options where these are not the default ones."""
    default = {option.name: option.default for option in rules.OPTIONS}
    changed = {name: value for name, value in rules.options.items() if value != default[name]}
    views = rules.minimal_views()
    return {phase: {"options": changed, **view} for phase, view in views.items()} if changed else views


def _brief(rules: Game) -> dict[str, Any]:
    return {
        "id": rules.id,
        "title": rules.title,
        "version": rules.version,
        "seats": rules.seats,
        "seat_names": list(rules.seat_names),
        "hidden": rules.hidden,
        "options": [OptionOut.of(option) for option in rules.OPTIONS],
    }
