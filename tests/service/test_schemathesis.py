"""Cases generated from the OpenAPI document; every answer must be as the document says.

BATTLEWISE_SCHEMATHESIS_CASES sets how many, over all routes; BATTLEWISE_TEST_DATABASE another database
than SQLite.
"""

import os
import tempfile
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS
from schemathesis.specs.openapi.checks import (
    ensure_resource_availability,
    ignored_auth,
    negative_data_rejection,
    positive_data_acceptance,
    use_after_free,
)

from battlewise.api.app import create_app
from tests.marks import long
from tests.service.match_tables import PEOPLE, Table, settings_of

CASES = int(os.environ.get("BATTLEWISE_SCHEMATHESIS_CASES", "72"))
ROUTES = 37
CHANCES = 0.8  # that a case is about something that there is, and has a token

app = create_app(
    settings_of(
        BOT_TICK_MS=0,
        COST_A_MINUTE=100_000_000,
        MAX_ITERATIONS=500,
        MAX_MILLISECONDS=200,
        MAX_ANALYSIS_MILLISECONDS=500,
        MAX_TOURNAMENT_GAMES=4,
        TOURNAMENTS_WAITING=1_000_000,
        TOURNAMENTS_AN_ADDRESS=1_000_000,
        MAX_MATCHES=1_000_000,
        MATCHES_AN_ADDRESS=1_000_000,
        ANALYSES_AN_ADDRESS=32,
        DATABASE_URL=os.environ.get("BATTLEWISE_TEST_DATABASE", ""),
        FILES=tempfile.mkdtemp(prefix="battlewise-") if "BATTLEWISE_TEST_DATABASE" in os.environ else "",
    )
)
schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
# What a view may hold, and whose turn it is, is not in the document, so a case that fits the document may
# well be refused; and a match shows what is public without a token too.
EXCLUDED = [positive_data_acceptance, ignored_auth, ensure_resource_availability, use_after_free]


def excluded(case: schemathesis.Case) -> list[Any]:
    """The checks that do not fit a case: what is wrong with a view of a batch is said in its own line."""
    return [*EXCLUDED, negative_data_rejection] if case.operation.path == "/v1/analyses" else EXCLUDED


@pytest.fixture(autouse=True, scope="module")
def at_work() -> Iterator[None]:
    """The service is at work."""
    app.start()
    yield
    app.close()


class Pool:
    """Matches and tournaments that there are, for cases to be about."""

    def __init__(self) -> None:
        self._random = Random(1)
        self._tables: list[Table] = []
        self._tournament: dict[str, Any] | None = None
        self._analysis = ""

    def fill(self, case: schemathesis.Case) -> None:
        """Put ids and a token where the document has no way to know any."""
        path = case.operation.path
        if self._random.random() > CHANCES:
            return
        if "{match}" in path:
            table = self._table()
            holder = self._random.choice([*table.seats.values(), table.host, table.spectator])
            case.path_parameters["match"] = table.id
            if "{analysis}" in path and self._analysis:
                case.path_parameters["analysis"] = self._analysis
            headers = dict(holder.headers)
            if path.endswith("/actions") and self._random.random() < CHANCES:
                headers["If-Match"] = f'"{table.host.state()["version"]}"'
            case.headers = {**(case.headers or {}), **headers}
        if "{tournament}" in path:
            case.path_parameters["tournament"] = self._known_tournament()

    def _table(self) -> Table:
        if not self._tables or self._random.random() < 0.1:
            made = {"seats": PEOPLE, "spectators": "open", "hints": True}
            fresh = Table(app.test_client(), game=self._random.choice(["leduc", "pig", "battlelore"]), **made)
            if self._random.random() < CHANCES:
                fresh.join()
                asked = fresh.mover().post("/analyses", {"kind": "hint", "level": "easy"})
                self._analysis = asked.get_json()["id"]
            self._tables.append(fresh)
        return self._random.choice(self._tables[-5:])

    def _known_tournament(self) -> str:
        if self._tournament is None:
            body = {"game": "leduc", "entrants": {"a": "random", "b": "greedy"}, "blocks": 1}
            self._tournament = app.test_client().post("/v1/tournaments", json=body).get_json()
        assert self._tournament is not None
        found: str = self._tournament["tournament"]["id"]
        return found


pool = Pool()


@long
@schema.parametrize()
@settings(max_examples=max(1, CASES // ROUTES), deadline=None, suppress_health_check=list(HealthCheck))
def test_answers_are_as_documented(case: schemathesis.Case) -> None:
    pool.fill(case)
    if (case.query or {}).get("wait"):
        case.query["wait"] = 1 if str(case.query["wait"]).isdecimal() else case.query["wait"]
    if isinstance(case.body, dict) and case.body.get("timeout_ms") == 1:
        case.body["timeout_ms"] = 1000  # a search that cannot begin in a millisecond is refused with 503
    response = case.call()
    case.validate_response(response, excluded_checks=excluded(case))


def test_the_number_of_routes_is_right() -> None:
    assert len(list(schema.get_all_operations())) == ROUTES
    assert len(CHECKS.get_all()) > 5


def test_links_lead_from_route_to_route() -> None:
    """Stateful: what one route answers goes into the next, as the document links them."""
    machine = schema.as_state_machine()

    class Workflow(machine):  # type: ignore[misc, valid-type]
        def validate_response(self, response: Any, case: Any, **more: Any) -> None:
            case.validate_response(
                response,
                excluded_checks=excluded(case),
                transport_kwargs=more or None,
                recorder=self.recorder,
            )

    steps = max(2, CASES // 40)
    limits = settings(max_examples=steps, stateful_step_count=6, deadline=None)
    Workflow.run(settings=settings(limits, suppress_health_check=list(HealthCheck)))


def teardown_module() -> None:
    """Let go of the service."""
    app.close()
