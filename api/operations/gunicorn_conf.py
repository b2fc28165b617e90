"""gunicorn: one worker process whose threads wait for searches; a search itself holds no GIL."""

import signal
from pathlib import Path
from types import FrameType
from typing import Any

worker_class = "battlewise.api.operations.worker.Worker"
workers = 1
# Each open stream holds a thread. The default of MAX_STREAMS leaves 64 for requests.
threads = 192
keepalive = 5
# Longer than the longest search that a request can ask for, with its wait in the queue.
timeout = 120
graceful_timeout = 15
# The worker's loop touches a file there at every turn, and must not wait for a busy disk.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
# The database and the ledgers hold seeds, and hashes of tokens.
umask = 0o077
accesslog = None
errorlog = "-"
loglevel = "warning"


def post_worker_init(worker: Any) -> None:
    """End streams as soon as the worker gets a signal to stop; otherwise it would wait for them."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        before = signal.getsignal(number)

        def stop(signum: int, frame: FrameType | None, before: Any = before) -> None:
            worker.wsgi.parts.keeper.stop()
            before(signum, frame)

        signal.signal(number, stop)


def worker_exit(_: object, worker: Any) -> None:
    """Release the database."""
    if getattr(worker, "wsgi", None) is not None:
        worker.wsgi.close()
