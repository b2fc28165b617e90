"""Routes of the HTML pages."""

import json
from typing import cast

from apiflask import APIBlueprint, APIFlask
from flask import Response, current_app

from battlewise.core.scene import stylesheet

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
blueprint = APIBlueprint("pages", __name__, tag="Service")


@blueprint.get("/")
@blueprint.doc(hide=True)
def index() -> Response:
    """The page to play on."""
    return _page("index.html")


@blueprint.get("/picture.css")
@blueprint.doc(hide=True)
def picture_css() -> Response:
    """The colours of pages and the style sheet of pictures."""
    return Response(stylesheet(), mimetype="text/css", headers={"Cache-Control": "max-age=300"})


@blueprint.get("/docs")
@blueprint.doc(hide=True)
def docs() -> Response:
    """The OpenAPI document as a page that loads nothing from elsewhere."""
    return _page("docs.html")


@blueprint.get("/openapi.json")
@blueprint.doc(hide=True)
def openapi() -> Response:
    """The OpenAPI document."""
    app = cast(APIFlask, current_app)
    if "openapi" not in app.extensions:  # written once: it is large
        app.extensions["openapi"] = json.dumps(app.spec)
    return Response(app.extensions["openapi"], mimetype="application/json")


@blueprint.get("/match")
@blueprint.doc(hide=True)
def match() -> Response:
    """The example front end of matches, to which invitations link."""
    return _page("match.html")


@blueprint.get("/board")
@blueprint.doc(hide=True)
def board() -> Response:
    """The page on which a view is set up by hand and asked about."""
    return _page("board.html")


@blueprint.get("/verify")
@blueprint.doc(hide=True)
def verify() -> Response:
    """The page that verifies a record."""
    return _page("verify.html")


def _page(name: str) -> Response:
    response = current_app.send_static_file(name)
    response.headers["Content-Security-Policy"] = POLICY
    return response
