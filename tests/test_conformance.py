"""The checks of `battlewise check` on every game and option set of `tests.cases`."""

import pytest

from battlewise.bots.check.conformance import *
from battlewise.core import Game, game
from tests.cases import CASES, MORE_CASES

MANY = 100


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rules" in metafunc.fixturenames:
        more = MORE_CASES if metafunc.config.getoption("--games") >= MANY else {}
        metafunc.parametrize("rules", [*CASES, *more], indirect=True)


@pytest.fixture
def rules(request: pytest.FixtureRequest) -> Game:
    game_id, options = (CASES | MORE_CASES)[request.param]
    return game(game_id, **options)
