"""gunicorn's worker with threads, changed so that its loop waits for no client."""

import socket
from contextlib import suppress
from typing import Any

from gunicorn.util import close_graceful
from gunicorn.workers.gthread import ThreadWorker


class Worker(ThreadWorker):  # type: ignore[misc]
    """Closes a connection in the thread that served it.

    gunicorn waits up to two seconds for a client to close its side, in the loop that serves all connections:
    a few clients that do not close would delay all others.
    """

    def handle(self, conn: Any) -> Any:
        """Serve a connection's request; False if the connection is to be closed."""
        kept = super().handle(conn)
        if kept is False:
            with suppress(OSError):
                close_graceful(conn.sock.dup())
                conn.sock.shutdown(socket.SHUT_RDWR)  # nothing is left for the loop to wait for
        return kept
