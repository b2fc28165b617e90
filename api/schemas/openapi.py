"""What is added to APIFlask's OpenAPI document: problem documents, required bodies and examples."""

import json
import re
from typing import Any

from battlewise.api.schemas.problems import MEDIA_TYPE, Problem

DESCRIPTION = """\
Computer opponents for battle games with hidden hands, decks and dice. Send the view of the seat to move,
get a move with its win chance. Every error is a problem document (RFC 9457) that names the wrong field."""

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
STORED = ("/v1/matches", "/v1/tournaments", "/readyz")  # these need the database
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

_VIEW = {"seat": 0, "board": ["......."] * 4 + ["...o...", "...x..."]}
_MOVE = {"text": "d", "doc": {"kind": "drop", "column": 3}}
_RECORD = {"game": "connect_four", "version": 1, "options": {}, "seed": 7, "moves": ["d", "d"]}
EXAMPLES: dict[str, dict[str, Any]] = {
    "/v1/games/{game}/moves": {"view": _VIEW, "level": "easy", "seed": 7, "top_k": 3},
    "/v1/games/{game}/legal-moves": {"view": _VIEW},
    "/v1/games/{game}/next": {"view": _VIEW, "move": "d"},
    "/v1/games/{game}/outcomes": {"view": _VIEW},
    "/v1/games/{game}/positions": {"record": _RECORD, "seat": 0},
    "/v1/matches": {
        "game": "connect_four",
        "seats": [{"kind": "person"}, {"kind": "bot", "level": "easy"}],
        "start": "now",
    },
    "/v1/matches/{match}/join": {"name": "Ada", "seed": "four dice on a table"},
    "/v1/matches/{match}/actions": {"action": "move", "move": "d"},
    "/v1/matches/{match}/analyses": {"kind": "hint", "level": "easy"},
    "/v1/analyses": {"game": "connect_four", "level": "easy", "views": [{"id": "a", "view": _VIEW}]},
    "/v1/records/verify": {"record": {"format": "battlewise record 1"}},
    "/v1/tournaments": {"game": "leduc", "entrants": {"chance": "random", "care": "greedy"}, "blocks": 2},
}
_LINKS = {
    "/v1/matches": {"match": "$response.body#/match/id"},
    "/v1/matches/{match}/analyses": {"match": "$request.path.match", "analysis": "$response.body#/id"},
    "/v1/tournaments": {"tournament": "$response.body#/tournament/id"},
}
_HEADERS = {
    "createMatch": ("Idempotency-Key", "16 to 200 characters that nobody can guess."),
    "getMatch": ("If-None-Match", "ETag of the known state."),
    "act": ("If-Match", 'ETag of the known state, such as `"7"`.'),
    "getEvents": ("Last-Event-ID", "For a stream: number of the last event that is known."),
}


def finish(spec: dict[str, Any] | str) -> dict[str, Any] | str:
    """Complete a generated document."""
    assert isinstance(spec, dict)
    spec = _with_plain_names(spec)
    spec["info"]["description"] = DESCRIPTION
    spec["tags"] = list({tag["name"]: tag for tag in spec["tags"]}.values())
    schemas = spec["components"]["schemas"]
    problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(problem.pop("$defs"))
    schemas["Problem"] = problem
    for path, operations in spec["paths"].items():
        for operation in operations.values():
            if isinstance(operation, dict) and "responses" in operation:
                _finish_operation(path, operation)
    _link(spec)
    return spec


def _with_plain_names(spec: dict[str, Any]) -> dict[str, Any]:
    """One schema for each model: the generator names a nested model once for each model that has it."""
    schemas = spec["components"]["schemas"]
    spec["components"]["schemas"] = {name.rpartition(".")[2]: schema for name, schema in schemas.items()}
    plain: dict[str, Any] = json.loads(re.sub(r"(#/components/schemas/)\w+\.", r"\1", json.dumps(spec)))
    return plain


def _finish_operation(path: str, operation: dict[str, Any]) -> None:
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    for status, description in sorted(_problems(path, operation).items()):
        operation["responses"][status] = {"description": description, "content": {MEDIA_TYPE: schema}}
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
        operation["requestBody"]["content"]["application/json"]["example"] = EXAMPLES[path]
    for parameter in operation.get("parameters", []):
        if parameter["name"] == "game":
            parameter["schema"]["example"] = "connect_four"
            parameter["example"] = "connect_four"
            parameter["description"] = "Id of a game in `GET /v1/games`."
    name = operation.get("operationId")
    if name in _HEADERS:
        header, description = _HEADERS[name]
        given = {"name": header, "in": "header", "required": False, "schema": {"type": "string"}}
        operation.setdefault("parameters", []).append({**given, "description": description})
    if name == "getMatch":
        operation["responses"]["304"] = {"description": "The match has not changed."}
    if name == "getEvents":
        operation["responses"]["204"] = {"description": "For a stream: there are no more events."}
        stream = {"schema": {"type": "string"}}
        operation["responses"]["200"]["content"]["text/event-stream"] = stream
    if name in ("getGames", "analyseBatch"):
        lines = {"application/x-ndjson": {"schema": {"type": "string"}}}
        operation["responses"]["200"]["content"] = lines
    _add_headers(operation)
    if _wants_token(path):
        operation["security"] = [{"token": []}, {}]


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
    if path == "/v1/matches":
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
