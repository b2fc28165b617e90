"""Routes that tell what there is: the games, and one game with examples."""

from functools import cache
from typing import Any

from apiflask import APIBlueprint
from flask import current_app

from battlewise.api.matches.rules import rules_for
from battlewise.api.schemas.common import GameDetails, GameOut, GamesOut, LevelOut, Limits, MoveOut, OptionOut
from battlewise.bots import LEVELS
from battlewise.core import Game, Move, Option, game_class, games

blueprint = APIBlueprint("games", __name__, tag="Games")


def move_out(move: Move) -> MoveOut:
    """A move as the service writes it."""
    return MoveOut(text=move.text, doc=move.doc)


@blueprint.get("/games")
@blueprint.output(GamesOut)
def list_games() -> GamesOut:
    """The games

    With their options, the levels of play and the limits of this service.
    """
    config = current_app.config
    return GamesOut(
        games=[_brief(game_id) for game_id in games()],
        levels=[LevelOut(name=name, bot=spec) for name, spec in LEVELS.items()],
        limits=Limits(
            iterations=config["MAX_ITERATIONS"],
            milliseconds=config["MAX_MILLISECONDS"],
            threads=config["MAX_THREADS"],
            body_bytes=config["MAX_CONTENT_LENGTH"],
        ),
    )


@blueprint.get("/games/<game>")
@blueprint.output(GameDetails)
def one_game(game: str) -> GameDetails:
    """One game

    What its views and moves look like, by schema and by example.
    """
    game_class(game)
    return _details(game)


@cache
def _brief(game_id: str) -> GameOut:
    rules = rules_for(game_id, {})
    return GameOut(
        id=rules.id,
        title=rules.title,
        version=rules.version,
        seats=rules.seats,
        seat_names=list(rules.seat_names),
        hidden=rules.hidden,
        options=[_option(option) for option in rules.OPTIONS],
    )


def _option(option: Option) -> OptionOut:
    return OptionOut(
        name=option.name,
        doc=option.doc,
        default=option.default,
        choices=list(option.choices),
        low=None if option.choices else option.low,
        high=None if option.choices else option.high,
    )


@cache
def _details(game_id: str) -> GameDetails:
    rules = rules_for(game_id, {})
    state = rules.new(seed=0)
    return GameDetails(
        **_brief(game_id).model_dump(),
        view_schema=_view_schema(rules),
        options_schema=_options_schema(rules),
        minimal_views=rules.minimal_views(),
        full_view=state.view(state.to_move),
        example_move=move_out(state.legal()[0]),
    )


def _options_schema(rules: Game) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    for option in rules.OPTIONS:
        values: dict[str, Any] = {"enum": list(option.choices)}
        if not option.choices:
            values = {"type": "integer", "minimum": option.low, "maximum": option.high}
        if option.takes_documents:
            values = {"anyOf": [values, {"type": "object"}, {"type": "string"}]}
        properties[option.name] = {"description": option.doc, "default": option.default, **values}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _view_schema(rules: Game) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["seat"],
        "properties": {
            "game": {"const": rules.id},
            "options": _options_schema(rules),
            "seat": {"type": "integer", "minimum": 0, "maximum": rules.seats - 1},
            "to_move": {"enum": [*range(rules.seats), "chance", "over"]},
        },
    }
