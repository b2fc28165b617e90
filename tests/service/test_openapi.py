"""The OpenAPI document: valid, one schema a thing, and examples that are what the service answers."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from battlewise.api.app import create_app
from battlewise.core import games
from tests.service.examples import FILE, GAMES, VARYING, record

Doc = dict[str, Any]
FIVE = GAMES[1:]


@pytest.fixture(scope="module")
def document() -> Doc:
    found: Doc = create_app().test_client().get("/openapi.json").get_json()
    return found


def operations(document: Doc) -> Iterator[tuple[str, Doc]]:
    """Every operation with its path."""
    for path, found in document["paths"].items():
        for operation in found.values():
            if isinstance(operation, dict):
                yield path, operation


def validator(document: Doc, schema: Doc) -> Draft202012Validator:
    """What validates an instance against a schema of the document."""
    return Draft202012Validator({**schema, "components": document["components"]})


def test_the_document_is_valid(document: Doc) -> None:
    validate(document)


def test_every_operation_has_an_id_of_its_own(document: Doc) -> None:
    ids = [operation["operationId"] for _, operation in operations(document)]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z][A-Za-z]+", one) for one in ids)


def test_every_tag_is_described_once(document: Doc) -> None:
    names = [tag["name"] for tag in document["tags"]]
    assert len(names) == len(set(names))
    assert all(tag["description"] for tag in document["tags"])


def test_every_field_and_parameter_is_described(document: Doc) -> None:
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name
        for field, one in schema.get("properties", {}).items():
            assert "description" in one or "$ref" in one, f"{name}.{field}"
    for path, operation in operations(document):
        for parameter in operation.get("parameters", []):
            assert parameter["description"], (path, parameter["name"])


def test_no_default_is_null(document: Doc) -> None:
    for name, schema in document["components"]["schemas"].items():
        for field, one in schema.get("properties", {}).items():
            assert one.get("default", 0) is not None, f"{name}.{field}"


def test_answers_can_have_more_fields(document: Doc) -> None:
    """Generated clients of today read what a service of tomorrow answers."""
    for one in json.loads(FILE.read_text("utf-8")):
        schema = _answer(document, one)["schema"]
        if not isinstance(one["answer"], dict):
            continue
        validator(document, schema).validate({**one["answer"], "a_new_field": 1})


def test_no_schema_of_an_answer_forbids_fields(document: Doc) -> None:
    schemas = document["components"]["schemas"]
    reached: set[str] = set()
    left = [json.dumps(operation["responses"]) for _, operation in operations(document)]
    while left:
        fresh = set(re.findall(r"#/components/schemas/(\w+)", left.pop())) - reached
        reached |= fresh
        left += [json.dumps(schemas[name]) for name in fresh]
    assert len(reached) > 30
    assert [name for name in reached if schemas[name].get("additionalProperties") is False] == []


def test_a_view_and_a_move_are_one_schema_each(document: Doc) -> None:
    """Wherever a field has the name, it has the same type."""
    for name, schema in document["components"]["schemas"].items():
        for field, one in schema.get("properties", {}).items():
            if field in ("view", "doc", "to_move"):
                kind = {"view": "View", "doc": "MoveDocument", "to_move": "ToMove"}[field]
                text = json.dumps(one)
                assert f"/{kind}" in text or name == "OptionOut", f"{name}.{field}"


def test_streams_are_typed(document: Doc) -> None:
    found = document["paths"]["/v1/matches/{match}/events"]["get"]["responses"]["200"]["content"]
    assert found["text/event-stream"]["schema"] == {"$ref": "#/components/schemas/StreamItem"}
    found = document["paths"]["/v1/tournaments/{tournament}/games"]["get"]["responses"]["200"]["content"]
    assert found["application/x-ndjson"]["schema"] == {"$ref": "#/components/schemas/TournamentGame"}


def test_the_five_games_have_examples_of_requests_and_answers(document: Doc) -> None:
    for path, operation in operations(document):
        if ("{game}" in path and "requestBody" in operation) or operation["operationId"] == "createMatch":
            body = operation["requestBody"]["content"]["application/json"]
            done = next(
                operation["responses"][status]
                for status in ("200", "201")
                if status in operation["responses"]
            )
            for game_id in FIVE:
                assert game_id in body["examples"], path
                answers = done["content"].values()
                assert any(game_id in content.get("examples", {}) for content in answers), path
    assert set(FIVE) < set(games())


def test_every_body_has_an_example(document: Doc) -> None:
    for path, operation in operations(document):
        if "requestBody" in operation:
            body = operation["requestBody"]["content"]["application/json"]
            for example in body["examples"].values():
                validator(document, body["schema"]).validate(example["value"])
        answers = [
            content
            for status, answer in operation["responses"].items()
            if status in ("200", "201", "202")
            for content in answer.get("content", {}).values()
        ]
        assert any("examples" in content for content in answers), path


def test_the_examples_are_what_the_service_answers(document: Doc, client: FlaskClient) -> None:
    """Recorded anew they are the same; what a search found is of the documented form."""
    kept, made = json.loads(FILE.read_text("utf-8")), record()
    assert [_id(one) for one in made] == [_id(one) for one in kept]
    for old, new in zip(kept, made, strict=True):
        validator(document, _answer(document, new)["schema"]).validate(new["answer"])
        validator(document, _answer(document, old)["schema"]).validate(old["answer"])
        assert old.get("request") == new.get("request"), _id(old)
        if old["operation"] not in VARYING:
            assert old["answer"] == new["answer"], f"{_id(old)}: run python -m tests.service.examples"


def _id(one: Doc) -> tuple[str, str, str, str]:
    return one["operation"], one["name"], one["status"], one["type"]


def _answer(document: Doc, one: Doc) -> Doc:
    """The documented answer of an example."""
    for _, operation in operations(document):
        if operation["operationId"] == one["operation"]:
            found: Doc = operation["responses"][one["status"]]["content"][one["type"]]
            return found
    raise AssertionError(f"no operation {one['operation']}")
