"""Routes of the games."""

from functools import cache

from apiflask import APIBlueprint

from battlewise.api.matches.rules import rules_for
from battlewise.api.routes.parts import parts
from battlewise.api.schemas.games import GameDetails, GameOut, GamesOut, LevelOut, Limits
from battlewise.bots import LEVELS
from battlewise.core import game_class, games

blueprint = APIBlueprint("games", __name__, tag="Games")


@blueprint.get("/games")
@blueprint.output(GamesOut)
def list_games() -> GamesOut:
    """The games

    All games with their options, the levels of play, and the limits of one request.
    """
    limits = parts().settings.limits()
    return GamesOut(
        games=[_brief(game_id) for game_id in games()],
        levels=[LevelOut(name=name, bot=spec) for name, spec in LEVELS.items()],
        limits=Limits(**{name: limits[name] for name in Limits.model_fields}),
    )


@blueprint.get("/games/<game>")
@blueprint.output(GameDetails)
def one_game(game: str) -> GameDetails:
    """One game

    A game with schemas and examples of its views and moves.
    """
    game_class(game)
    return _details(game)


@cache
def _brief(game_id: str) -> GameOut:
    return GameOut.of(rules_for(game_id, {}))


@cache
def _details(game_id: str) -> GameDetails:
    return GameDetails.of(rules_for(game_id, {}))
