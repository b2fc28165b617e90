"""Pictures of positions, drawn from what a seat can see."""

from apiflask import APIBlueprint
from flask import Response

from battlewise.api.matches.rules import state_of
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.access import access_to, held
from battlewise.api.routes.parts import charge, parts
from battlewise.api.schemas.pictures import PictureIn, PictureQuery

blueprint = APIBlueprint("pictures", __name__, tag="Pictures")
PICTURE_COST = 10  # about the milliseconds that a picture takes
SVG = "image/svg+xml"


@blueprint.post("/games/<game>/picture")
@blueprint.input(PictureIn)
@blueprint.doc(operation_id="drawView", responses={200: "The picture as SVG."})
def draw_view(game: str, json_data: PictureIn) -> Response:
    """Draw a view

    The table as the seat of the view sees it. Each thing that a move can touch is an element with its id in
    `data-id`, a title and a description.
    """
    charge(PICTURE_COST)
    state = state_of(game, json_data.view, json_data.options, seed=0)
    whole = state.view(json_data.view["seat"])
    return _answer(state.game.svg(whole, json_data.layout, dict(json_data.marks), json_data.style))


@blueprint.get("/matches/<match>/picture")
@blueprint.input(PictureQuery, location="query")
@blueprint.doc(operation_id="drawMatch", responses={200: "The picture as SVG."})
def draw_match(match: str, query_data: PictureQuery) -> Response:
    """Draw a match

    The table as the seat of the token, or a spectator, sees it now or saw it after an event. 409 before the
    match has started.
    """
    charge(PICTURE_COST)
    own = parts().keeper
    with held(own, match) as found:
        access = access_to(own, found)
        visible = access.visible(found, own.now())
        version = visible if query_data.version is None else query_data.version
        if version > visible:
            raise ProblemError(Kind.INVALID, f"must be 0..{visible}, the number of events so far", "version")
        state = found.at(version).state
        if state is None:
            raise ProblemError(Kind.WRONG_STATUS, "the match has not started")
        view = state.view(access.seat)
    return _answer(found.rules.svg(view, query_data.layout, None, query_data.style))


def _answer(picture: str) -> Response:
    return Response(picture, mimetype=SVG)
