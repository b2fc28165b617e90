"""What is added to APIFlask's OpenAPI document: problem documents, streams, headers, links and examples."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from pydantic import TypeAdapter

from battlewise.api.schemas.batches import BatchLine
from battlewise.api.schemas.matches import StreamItem
from battlewise.api.schemas.moves import HintItem, SearchItem
from battlewise.api.schemas.problems import MEDIA_TYPE, Problem
from battlewise.api.schemas.rollouts import RolloutItem
from battlewise.api.schemas.tournaments import TournamentGame

JSON = "application/json"
REF = "#/components/schemas/"

DESCRIPTION = """\
Computer opponents for battle games with hidden hands, decks and dice. Send the view of the seat to move,
get a move with its win chance. Every error is a problem document (RFC 9457) that names the wrong field.
Requests can have documented fields only; answers of later versions can have more fields."""
LICENSE = {"name": "MIT", "identifier": "MIT"}
TAGS = {
    "Games": "The games, their options, and examples of their views.",
    "Moves": "Moves for a front end that keeps its own table.",
    "Positions": "Games that the client keeps as records.",
    "Pictures": "Pictures of positions.",
    "Matches": "Matches that the service keeps.",
    "Analyses": "Hints, analyses and reviews of matches.",
    "Tournaments": "Tournaments between bots.",
    "Service": "The service itself.",
}
PATH_PARAMETERS = {
    "game": ("Id of a game in `GET /v1/games`.", "connect_four"),
    "match": ("Id of a match.", "mFBxI5PZbzxLO2yt"),
    "batch": ("Id of a batch of views.", "bFBxI5PZbzxLO2yt"),
    "problem": ("The last part of a problem's `type`.", "illegal-move"),
    "analysis": ("Id of an analysis of the match.", "aFBxI5PZbzxLO2yt"),
    "seat": ("The number of a seat.", 0),
    "tournament": ("Id of a tournament.", "tFBxI5PZbzxLO2yt"),
}
UNROUTED: dict[str, Any] = {  # schemas that no route declares
    "Problem": Problem,
    "StreamItem": StreamItem,
    "TournamentGame": TournamentGame,
    "BatchLine": BatchLine,
    "SearchItem": SearchItem,
    "HintItem": HintItem,
    "RolloutItem": RolloutItem,
}
STREAMS = {
    "getEvents": "StreamItem",
    "chooseMove": "SearchItem",
    "giveHint": "HintItem",
    "rollOut": "RolloutItem",
    "analyse": "AnalysisOut",
    "getAnalysis": "AnalysisOut",
}  # the data of server-sent events
PICTURES = ("drawView", "drawMatch")  # answers as SVG
LINES = {"getTournamentGames": "TournamentGame", "analyseBatch": "BatchLine"}  # answers in lines of JSON

ALWAYS = {
    "400": "The request is malformed, or its host is not one of the service's names.",
    "429": "The address has reached one of its limits.",
    "500": "Internal error.",
}
NOT_FOUND = {"404": "Not found."}
WITH_BODY = {
    "400": "The body is not JSON, or is nested too deeply.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "A field is missing, malformed, contradictory or over a limit.",
}
WITH_QUERY = {"422": "A parameter is malformed."}
OVERLOADED = {"503": "A limit is reached, the service is shutting down, or the database does not answer."}
STORED = ("/v1/matches", "/v1/analyses", "/v1/tournaments", "/readyz")  # these need the database, or places
WITH_TOKEN = {
    "401": "The token is missing or not valid.",
    "403": "The token does not allow the request.",
    "409": "The request is not possible now; `detail` says why.",
}
WITH_VERSION = {
    "412": "The match has changed; `version` is its current version.",
    "428": "If-Match is missing.",
}

WITH_ETAG = ("getMatch", "joinMatch", "act")
RESPONSE_HEADERS = {
    "ETag": "Version of the match, in quotation marks; if it is over, with the requests for a rematch.",
    "Location": "URL of the new resource.",
    "Retry-After": "Seconds after which to retry.",
}

_LINKS = {
    "/v1/matches": {"match": "$response.body#/match/id"},
    "/v1/matches/{match}/analyses": {"match": "$request.path.match", "analysis": "$response.body#/id"},
    "/v1/tournaments": {"tournament": "$response.body#/tournament/id"},
}
KEY = ("Idempotency-Key", "16 to 200 characters that nobody can guess.")
_HEADERS = {
    "createMatch": KEY,
    "analyse": KEY,
    "createTournament": KEY,
    "getMatch": ("If-None-Match", "ETag of the known state."),
    "act": ("If-Match", 'ETag of the known state, such as `"7"`.'),
    "getEvents": ("Last-Event-ID", "For a stream: number of the last event that is known."),
}


def finish(spec: dict[str, Any] | str) -> dict[str, Any] | str:
    """Complete a generated document."""
    assert isinstance(spec, dict)
    spec = _with_plain_names(spec)
    spec["info"] |= {"description": DESCRIPTION, "license": LICENSE}
    spec["servers"] = [{"url": "/", "description": "This service."}]
    spec["security"] = []
    spec["tags"] = [
        {"name": name, "description": TAGS[name]}
        for name in dict.fromkeys(tag["name"] for tag in spec["tags"])
    ]
    _finish_schemas(spec)
    examples = json.loads(files(__package__).joinpath("examples.json").read_text("utf-8"))
    for path, operations in spec["paths"].items():
        for operation in operations.values():
            if isinstance(operation, dict) and "responses" in operation:
                _finish_operation(path, operation)
                _add_examples(operation, examples)
    _link(spec)
    return spec


def _with_plain_names(spec: dict[str, Any]) -> dict[str, Any]:
    """One schema for each model: the generator names a nested model once for each model that has it."""
    schemas = spec["components"]["schemas"]
    spec["components"]["schemas"] = {name.rpartition(".")[2]: schema for name, schema in schemas.items()}
    plain: dict[str, Any] = json.loads(re.sub(rf"({REF})\w+\.", r"\1", json.dumps(spec)))
    return plain


def _finish_schemas(spec: dict[str, Any]) -> None:
    """Add the schemas of problems and streams, and let answers have fields that are not documented."""
    schemas = spec["components"]["schemas"]
    for name, kind in UNROUTED.items():
        schema = TypeAdapter(kind).json_schema(ref_template=REF + "{model}")
        nested = schema.pop("$defs", {})
        schemas |= nested if name in nested else {**nested, name: schema}
    _strip([schemas, spec["paths"]])
    bodies = [
        operation["requestBody"]
        for operations in spec["paths"].values()
        for operation in operations.values()
        if isinstance(operation, dict) and "requestBody" in operation
    ]
    asked = set(_reached(bodies, schemas, set()))
    for name in schemas.keys() - asked:
        schemas[name].pop("additionalProperties", None)


def _strip(node: object) -> None:
    """Drop titles, which repeat names, and defaults of null, which make generators require the field."""
    if isinstance(node, dict):
        if isinstance(node.get("title"), str):
            del node["title"]
        if node.get("default", ...) is None:
            del node["default"]
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        _strip(inner)


def _reached(node: object, schemas: dict[str, Any], seen: set[str]) -> Iterator[str]:
    """The names of the schemas that a part of the document refers to, and of those that these refer to."""
    if isinstance(node, dict):
        name = str(node.get("$ref", "")).removeprefix(REF)
        if name and name not in seen:
            seen.add(name)
            yield name
            yield from _reached(schemas[name], schemas, seen)
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _reached(inner, schemas, seen)


def _finish_operation(path: str, operation: dict[str, Any]) -> None:
    for status, description in sorted(_problems(path, operation).items()):
        content = {MEDIA_TYPE: {"schema": {"$ref": REF + "Problem"}}}
        operation["responses"][status] = {"description": description, "content": content}
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
    for parameter in operation.get("parameters", []):
        _describe(parameter)
    name = operation["operationId"]
    if name in _HEADERS:
        header, description = _HEADERS[name]
        given = {"name": header, "in": "header", "required": False, "schema": {"type": "string"}}
        operation.setdefault("parameters", []).append({**given, "description": description})
    if name == "getMatch":
        operation["responses"]["304"] = {"description": "The match has not changed."}
    if name == "getEvents":
        operation["responses"]["204"] = {"description": "For a stream: there are no more events."}
    if name in STREAMS:
        done = operation["responses"].setdefault("200", {"description": "As a stream."})
        done.setdefault("content", {})["text/event-stream"] = {"schema": {"$ref": REF + STREAMS[name]}}
    if name in LINES:
        lines = {"application/x-ndjson": {"schema": {"$ref": REF + LINES[name]}}}
        operation["responses"]["200"]["content"] = lines
    if name in PICTURES:
        operation["responses"]["200"]["content"] = {"image/svg+xml": {"schema": {"type": "string"}}}
    _add_headers(operation)
    if _wants_token(path):
        operation["security"] = [{"token": []}, {}]


def _describe(parameter: dict[str, Any]) -> None:
    if parameter["in"] == "path":
        parameter["description"], parameter["example"] = PATH_PARAMETERS[parameter["name"]]
    else:
        parameter["description"] = parameter["schema"].pop("description")


def _add_examples(operation: dict[str, Any], examples: list[dict[str, Any]]) -> None:
    """Add the requests and answers of `examples.json`, each by its name."""
    for one in examples:
        if one["operation"] != operation["operationId"]:
            continue
        shown = {"summary": one["summary"]}
        if "request" in one:
            body = operation["requestBody"]["content"][JSON]
            body.setdefault("examples", {})[one["name"]] = {**shown, "value": one["request"]}
        answer = operation["responses"][one["status"]]["content"][one["type"]]
        answer.setdefault("examples", {})[one["name"]] = {**shown, "value": one["answer"]}


def _add_headers(operation: dict[str, Any]) -> None:
    """Add the headers of answers."""
    headers = {
        "200": ("ETag",) if operation.get("operationId") in WITH_ETAG else (),
        "201": ("Location",),
        "202": ("Location",),
        "304": ("ETag",),
        "429": ("Retry-After",),
        "503": ("Retry-After",),
    }
    for status, answer in operation["responses"].items():
        if names := headers.get(status):
            answer["headers"] = {
                name: {"description": RESPONSE_HEADERS[name], "schema": {"type": "string"}} for name in names
            }


def _wants_token(path: str) -> bool:
    return "{match}" in path or "{tournament}" in path


def _problems(path: str, operation: dict[str, Any]) -> dict[str, str]:
    """The errors of an operation, by status."""
    found = dict(ALWAYS)
    if "{" in path:
        found |= NOT_FOUND
    if "requestBody" in operation:
        found |= WITH_BODY
    elif any(parameter["in"] == "query" for parameter in operation.get("parameters", [])):
        found |= WITH_QUERY
    if _wants_token(path):
        found |= WITH_TOKEN
    if path in ("/v1/matches", "/v1/tournaments"):
        found["409"] = "This Idempotency-Key was used with another request."
    if path.endswith("/actions"):
        found |= WITH_VERSION
    if path.endswith("/moves") or path.startswith(STORED):
        found |= OVERLOADED
    return found


def _link(spec: dict[str, Any]) -> None:
    """Link an answer's ids to the requests that take them."""
    for path, parameters in _LINKS.items():
        operation = spec["paths"].get(path, {}).get("post")
        if operation is None:
            continue
        links = {}
        for later, operations in spec["paths"].items():
            if all(f"{{{name}}}" in later for name in parameters) and later != path:
                for one in operations.values():
                    if isinstance(one, dict) and "operationId" in one:
                        links[one["operationId"]] = {
                            "operationId": one["operationId"],
                            "parameters": parameters,
                        }
        status = "201" if "201" in operation["responses"] else "202"
        operation["responses"][status]["links"] = links
