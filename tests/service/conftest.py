"""What all tests of the service share."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from battlewise.api.operations.problems import Kind
from tests.service.match_tables import opened

URIS = {kind.uri: kind for kind in Kind}


@pytest.fixture(autouse=True, scope="module")
def _closed() -> Iterator[None]:
    """The services of a module are closed after its last test."""
    yield
    while opened:
        opened.pop().close()


@pytest.fixture(autouse=True)
def _every_problem_has_a_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test asks for: an error says by its type what kind of problem it is."""
    real = FlaskClient.open

    def checked(self: FlaskClient, *args: Any, **more: Any) -> TestResponse:
        answer = real(self, *args, **more)
        if answer.mimetype == "application/problem+json":
            document = json.loads(answer.get_data())
            kind = URIS[document["type"]]
            assert document["title"] == kind.title
            assert document["status"] == answer.status_code
            assert kind in (Kind.OTHER, Kind.of_status(answer.status_code)) or (
                kind.status == answer.status_code
            )
        return answer

    monkeypatch.setattr(FlaskClient, "open", checked)
