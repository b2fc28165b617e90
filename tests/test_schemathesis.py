"""Cases generated from the OpenAPI document; every answer must be as the document says.

BATTLEWISE_SCHEMATHESIS_CASES sets how many, over all routes.
"""

import os

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS
from schemathesis.specs.openapi.checks import positive_data_acceptance

from battlewise.api.app import create_app

CASES = int(os.environ.get("BATTLEWISE_SCHEMATHESIS_CASES", "200"))
ROUTES = 24

app = create_app({"MAX_ITERATIONS": 500, "MAX_MILLISECONDS": 200})
schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
# What a view may hold is the game's affair and not in the document, so a case that fits the
# document may well be refused.
EXCLUDED = [positive_data_acceptance]


@schema.parametrize()
@settings(max_examples=max(1, CASES // ROUTES), deadline=None, suppress_health_check=list(HealthCheck))
def test_answers_are_as_documented(case: schemathesis.Case) -> None:
    response = case.call()
    case.validate_response(response, excluded_checks=EXCLUDED)


def test_the_number_of_routes_is_right() -> None:
    assert len(list(schema.get_all_operations())) == ROUTES
    assert len(CHECKS.get_all()) > 5
