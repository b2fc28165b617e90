"""Routes of the games."""

from functools import cache, lru_cache

from apiflask import APIBlueprint
from flask import request

from battlewise.api.matches.rules import rules_for
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.parts import parts
from battlewise.api.schemas.games import GameDetails, GameOut, GamesOut, LevelOut, Limits, TutorialOut
from battlewise.bots import LEVELS
from battlewise.core import Game, game_class, games
from battlewise.core.options import value_of
from battlewise.core.tutorial import tutorial

blueprint = APIBlueprint("games", __name__, tag="Games")


@blueprint.get("/games")
@blueprint.output(GamesOut)
@blueprint.doc(operation_id="listGames")
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
@blueprint.doc(operation_id="getGame")
def one_game(game: str) -> GameDetails:
    """One game

    All that a front end needs of a game, for the chosen options, each a parameter by its own name, such as
    `?players=4`: schemas of its views, moves and outcomes, example views, and the catalogue of what lies in
    the box.
    """
    game_class(game)
    given = request.args.to_dict(flat=False)
    for name, values in given.items():
        if len(values) > 1:
            raise ProblemError(Kind.INVALID, "is given more than once", name)
    return _details(rules_for(game, {name: value_of(values[0]) for name, values in given.items()}, ""))


@blueprint.get("/games/<game>/tutorial")
@blueprint.output(TutorialOut)
@blueprint.doc(operation_id="getTutorial")
def one_tutorial(game: str) -> TutorialOut:
    """The tutorial of a game

    The first turns of a match, with sentences that explain them step by step. A match that starts from these
    moves (`POST /v1/matches`) shows the positions, and goes on after them. 404 if the game has no tutorial.
    """
    found = tutorial(game)
    if found is None:
        raise ProblemError(Kind.NOT_FOUND, "this game has no tutorial")
    return TutorialOut.of(found, rules_for(game, found.options).seats)


@cache
def _brief(game_id: str) -> GameOut:
    return GameOut.of(rules_for(game_id, {}))


@lru_cache(maxsize=64)
def _details(rules: Game) -> GameDetails:
    return GameDetails.of(rules)
