"""A service that clients reach by HTTP."""

from collections.abc import Iterator
from threading import Thread

import pytest
from werkzeug.serving import make_server

from tests.service.match_tables import opened, service


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a service in this process."""
    app = service()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    opened.remove(app)
    app.close()
