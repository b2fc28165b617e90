"""Options of the test run and what several files share."""

from collections.abc import Iterator

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from hypothesis import settings

from tests.service.match_tables import keeper_of, service

# The same generated cases in every run; --hypothesis-profile=default draws others.
settings.register_profile("fixed", derandomize=True)
settings.load_profile("fixed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=2, help="seeded games a game in the conformance suite")
    parser.addoption("--density", type=float, default=0.05, help="share of positions put to costly checks")
    parser.addoption("--update-golden", action="store_true", help="write the golden playthroughs anew")


@pytest.fixture(scope="module")
def app() -> Iterator[APIFlask]:
    """A service of a file's own, with matches kept as long as it lives."""
    made = service()
    yield made
    keeper_of(made).close()


@pytest.fixture
def client(app: APIFlask) -> FlaskClient:
    """Who asks that service."""
    return app.test_client()
