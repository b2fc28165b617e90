"""gunicorn's worker with threads, whose loop waits for no client."""

import socket
from contextlib import suppress
from typing import Any

from gunicorn.util import close_graceful
from gunicorn.workers.gthread import ThreadWorker


class Worker(ThreadWorker):  # type: ignore[misc]
    """Takes leave of a connection in the thread that served it.

    gunicorn gives a client two seconds to close its side too, in the loop that hands on everybody's requests:
    a few clients that do not close held up all others for as long as they liked.
    """

    def handle(self, conn: Any) -> Any:
        """A connection's request; False when the connection is to be closed."""
        kept = super().handle(conn)
        if kept is False:
            with suppress(OSError):
                close_graceful(conn.sock.dup())
                conn.sock.shutdown(socket.SHUT_RDWR)  # nothing is left for the loop to wait for
        return kept
