"""Routes of the kinds of problems: what the `type` of a problem document leads to."""

from html import escape

from apiflask import APIBlueprint
from flask import Response, request

from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.schemas.problems import ProblemKind, ProblemKinds

blueprint = APIBlueprint("problems", __name__, tag="Service")
KINDS = {kind.id: kind for kind in Kind}


@blueprint.get("/problems")
@blueprint.output(ProblemKinds)
@blueprint.doc(operation_id="getProblems")
def problems() -> ProblemKinds | Response:
    """The kinds of problems

    As JSON, or as a page for a browser.
    """
    if _wants_page():
        return _page("Problems", "".join(map(_section, Kind)))
    return ProblemKinds(problems=[_shown(kind) for kind in Kind])


@blueprint.get("/problems/<problem>")
@blueprint.output(ProblemKind)
@blueprint.doc(operation_id="getProblem")
def one_problem(problem: str) -> ProblemKind | Response:
    """A kind of problem

    What was wrong, and what would be right. As JSON, or as a page for a browser.
    """
    kind = KINDS.get(problem)
    if kind is None:
        raise ProblemError(Kind.NOT_FOUND, "there is no such kind of problem; GET /problems lists all")
    return _page(kind.title, _section(kind)) if _wants_page() else _shown(kind)


def _shown(kind: Kind) -> ProblemKind:
    return ProblemKind(id=kind.id, type=kind.uri, title=kind.title, status=kind.status, description=kind.text)


def _wants_page() -> bool:
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def _section(kind: Kind) -> str:
    head = f"<h2 id={kind.id!r}>{escape(kind.title)} ({kind.status})</h2>"
    return f"{head}<p><code>{kind.uri}</code></p><p>{escape(kind.text)}</p>"


def _page(title: str, body: str) -> Response:
    head = f"<meta charset=utf-8><title>{escape(title)}</title>"
    return Response(
        f"<!doctype html><html lang=en>{head}<h1>{escape(title)}</h1>{body}", mimetype="text/html"
    )
