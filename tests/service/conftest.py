"""What all tests of the service share."""

from collections.abc import Iterator

import pytest

from tests.service.match_tables import opened


@pytest.fixture(autouse=True, scope="module")
def _closed() -> Iterator[None]:
    """The services of a module are closed after its last test."""
    yield
    while opened:
        opened.pop().close()
