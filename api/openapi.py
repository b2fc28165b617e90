"""What APIFlask's OpenAPI document lacks: problem documents, required bodies and examples."""

import json
import re
from typing import Any

from battlewise.api.problems import MEDIA_TYPE
from battlewise.api.schemas import Problem

DESCRIPTION = """\
Computer opponents for battle games with hidden hands, decks and dice. Send the view of the seat to move,
get a move with its win chance. Every error is a problem document (RFC 9457) that names the field at fault."""

ALWAYS = {"500": "The service is at fault."}
WITH_GAME = {"404": "There is no such game."}
WITH_BODY = {
    "400": "The body is not JSON, or is nested too deeply.",
    "413": "The body is too large.",
    "415": "The body is not application/json.",
    "422": "A field is missing, malformed, contradictory or over a limit.",
}
WITH_SEARCH = {"503": "Too many searches wait."}

_VIEW = {"seat": 0, "board": ["......."] * 4 + ["...o...", "...x..."]}
_MOVE = {"text": "d", "doc": {"kind": "drop", "column": 3}}
_RECORD = {"game": "connect_four", "version": 1, "options": {}, "seed": 7, "moves": ["d", "d"]}
EXAMPLES: dict[str, dict[str, Any]] = {
    "/v1/games/{game}/moves": {"view": _VIEW, "level": "easy", "seed": 7, "top_k": 3},
    "/v1/games/{game}/legal-moves": {"view": _VIEW},
    "/v1/games/{game}/positions": {"record": _RECORD, "seat": 0},
}


def finish(spec: dict[str, Any] | str) -> dict[str, Any] | str:
    """Add to a generated document what the generator leaves out."""
    assert isinstance(spec, dict)
    spec = _with_plain_names(spec)
    spec["info"]["description"] = DESCRIPTION
    schemas = spec["components"]["schemas"]
    problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(problem.pop("$defs"))
    schemas["Problem"] = problem
    for path, operations in spec["paths"].items():
        for operation in operations.values():
            if isinstance(operation, dict) and "responses" in operation:
                _finish_operation(path, operation)
    return spec


def _with_plain_names(spec: dict[str, Any]) -> dict[str, Any]:
    """The generator names a nested model once for each model it is in; ours are the same everywhere."""
    schemas = spec["components"]["schemas"]
    spec["components"]["schemas"] = {name.rpartition(".")[2]: schema for name, schema in schemas.items()}
    plain: dict[str, Any] = json.loads(re.sub(r"(#/components/schemas/)\w+\.", r"\1", json.dumps(spec)))
    return plain


def _finish_operation(path: str, operation: dict[str, Any]) -> None:
    problems = dict(ALWAYS)
    if "{game}" in path:
        problems |= WITH_GAME
    if "requestBody" in operation:
        problems |= WITH_BODY
        operation["requestBody"]["required"] = True
        operation["requestBody"]["content"]["application/json"]["example"] = EXAMPLES[path]
    if path.endswith("/moves"):
        problems |= WITH_SEARCH
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    for status, description in sorted(problems.items()):
        operation["responses"][status] = {"description": description, "content": {MEDIA_TYPE: schema}}
    for parameter in operation.get("parameters", []):
        if parameter["name"] == "game":
            parameter["schema"]["example"] = "connect_four"
            parameter["example"] = "connect_four"
            parameter["description"] = "A game's id, as `GET /v1/games` lists them."
