"""Views that only a schema has made: the service refuses them with a field or takes them; it never fails."""

from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from battlewise.core import game
from tests.cases import CASES
from tests.service.match_tables import service

VIEWS = 40
SHORT = 3  # lists are seldom longer, or a view would never agree with itself
CLIENT = service().test_client()


def made(schema: dict[str, Any], node: dict[str, Any], random: Random) -> Any:
    """A value that a node of a schema allows."""
    if "$ref" in node:
        return made(schema, schema["$defs"][node["$ref"].rpartition("/")[2]], random)
    if "anyOf" in node:
        return made(schema, random.choice(node["anyOf"]), random)
    if "const" in node:
        return node["const"]
    if "enum" in node:
        return random.choice(node["enum"])
    if node.get("type") == "array":
        least = node.get("minItems", 0)
        size = random.randint(least, min(node.get("maxItems", SHORT), max(least, SHORT)))
        values = [made(schema, node["items"], random) for _ in range(size)]
        return list(dict.fromkeys(values)) if node.get("uniqueItems") else values
    if node.get("type") == "object":
        return _object(schema, node, random)
    simple = {"null": None, "boolean": random.random() < 0.5, "string": _text(node, random)}
    if node.get("type") in simple:
        return simple[node["type"]]
    assert node.get("type") == "integer", node
    return random.randint(node["minimum"], min(node["maximum"], node["minimum"] + random.choice((1, 4, 999))))


def _object(schema: dict[str, Any], node: dict[str, Any], random: Random) -> dict[str, Any]:
    if "propertyNames" in node:
        names = {made(schema, node["propertyNames"], random) for _ in range(random.randrange(SHORT))}
        return {name: made(schema, node["additionalProperties"], random) for name in sorted(names)}
    required = node.get("required", ())
    fields = node.get("properties", {})
    return {
        name: made(schema, one, random)
        for name, one in fields.items()
        if name in required or random.random() < 0.5
    }


def _text(node: dict[str, Any], random: Random) -> str:
    return "".join(random.choice(".xo") for _ in range(node.get("minLength", 1)))


@pytest.mark.parametrize("name", CASES)
def test_views_made_from_the_schema_are_taken_or_refused_with_a_field(name: str) -> None:
    game_id, options = CASES[name]
    schema = game(game_id, **options).view_form.schema
    random, validator, named = Random(1), Draft202012Validator(schema), 0
    for _ in range(VIEWS):
        view = made(schema, schema, random)
        for envelope in ("game", "options", "to_move"):
            view.pop(envelope, None)
        validator.validate(view)
        body = {"view": view, "options": options}
        answer = CLIENT.post(f"/v1/games/{game_id}/legal-moves", json=body)
        assert answer.status_code in (200, 422), (view, answer.text)
        document = answer.get_json()
        named += answer.status_code == 200 or all(one["field"] != "view" for one in document["errors"])
    assert named >= 0.5 * VIEWS
