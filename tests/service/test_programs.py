"""A specification that starts a program is for the command line: no request can start one."""

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from battlewise.api.app import create_app
from battlewise.api.engine import UNLIMITED, Engine
from battlewise.api.settings import Settings
from battlewise.bots import BotError, bot
from tests.service.match_tables import PEOPLE, Doc, Table, service

VIEW = {"seat": 0, "board": ["......."] * 6}
PROGRAM = "engine:true"


def named(schema: Any, schemas: Doc, seen: frozenset[str] = frozenset()) -> set[str]:
    """The names of all properties in a schema and below."""
    if isinstance(schema, list):
        return set().union(*(named(one, schemas, seen) for one in schema))
    if not isinstance(schema, dict):
        return set()
    reference = schema.get("$ref", "").rpartition("/")[2]
    if reference and reference not in seen:
        return named(schemas[reference], schemas, seen | {reference})
    found = set(schema.get("properties", {}))
    return found.union(*(named(one, schemas, seen) for one in schema.values()))


def routes_that_take_a_bot(document: Doc) -> set[str]:
    """The paths to which a specification of a bot can be sent."""
    return {
        path
        for path, methods in document["paths"].items()
        for one in methods.values()
        if isinstance(one, dict)
        and {"bot", "entrants"} & named(one.get("requestBody"), document["components"]["schemas"])
    }


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return service().test_client()


def field_of(answer: Any) -> str:
    """The field that an answer refuses."""
    assert answer.status_code == 422, answer.text
    problem = answer.get_json()
    assert "'engine' is unknown" in problem["detail"]
    (error,) = problem["errors"]
    name: str = error["field"]
    return name


@pytest.mark.parametrize("spec", [PROGRAM, "engine:bot=easy;true", "engine:touch {file}"])
def test_no_route_starts_a_program(client: FlaskClient, spec: str, tmp_path: Path) -> None:
    file = tmp_path / "started"
    spec = spec.replace("{file}", str(file))
    table = Table(client, game="connect_four", seats=PEOPLE, hints=True).join()
    one, chair = {"view": VIEW, "bot": spec}, {"kind": "bot", "bot": spec}
    refused = {
        "/v1/games/{game}/moves": ("bot", client.post("/v1/games/connect_four/moves", json=one)),
        "/v1/games/{game}/hints": ("bot", client.post("/v1/games/connect_four/hints", json=one)),
        "/v1/games/{game}/rollouts": ("bot", client.post("/v1/games/connect_four/rollouts", json=one)),
        "/v1/matches": (
            "seats[1].bot",
            client.post("/v1/matches", json={"game": "connect_four", "seats": [{"kind": "person"}, chair]}),
        ),
        "/v1/matches/{match}/actions": ("bot", table.host.act("replace", seat=0, bot=spec)),
        "/v1/matches/{match}/analyses": ("bot", table.seats[0].post("/analyses", {"bot": spec})),
        "/v1/tournaments": (
            "entrants.a",
            client.post("/v1/tournaments", json={"game": "leduc", "entrants": {"a": spec, "b": "random"}}),
        ),
    }
    for route, (field, answer) in refused.items():
        assert field_of(answer) == field, route
    views = [{"id": "own", "view": VIEW, "bot": spec}, {"id": "shared", "view": VIEW}]
    body = {"game": "connect_four", "views": views, "bot": spec}
    lines = client.post("/v1/analyses", json=body).text.splitlines()
    assert len(lines) == 2
    assert all("'engine' is unknown" in line and '"status":422' in line.replace(" ", "") for line in lines)
    assert {*refused, "/v1/analyses"} == routes_that_take_a_bot(client.get("/openapi.json").get_json())
    assert not file.exists()


def test_an_engine_starts_no_other_program(tmp_path: Path) -> None:
    got: list[Doc] = []
    engine = Engine(create_app(Settings(**UNLIMITED)), got.append)
    body = f'"game": "connect_four", "view": {{"seat": 0, "board": {["." * 7] * 6}}}'.replace("'", '"')
    engine.take(f'{{"id": "a", "request": "moves", {body}, "bot": "engine:touch {tmp_path}/started"}}')
    engine.close()
    assert [(one["status"], one["answer"]["errors"][0]["field"]) for one in got] == [(422, "bot")]
    assert not list(tmp_path.iterdir())


def test_a_specification_starts_a_program_only_where_that_is_meant() -> None:
    with pytest.raises(BotError, match="'engine' is unknown"):
        bot(PROGRAM)
