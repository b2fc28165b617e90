"""A lock that one process holds and that the system frees when it dies."""

import fcntl
import os
from pathlib import Path


class Lock:
    """Held from its making until `release`.

    :param path: a file of its own, removed at release.
    :raises BlockingIOError: if somebody else holds it.
    :raises OSError: if the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        while True:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(self._descriptor)
                raise
            if self._is_current():
                return
            os.close(self._descriptor)

    def _is_current(self) -> bool:
        """Whether the file was not removed by its last holder between our opening and our locking."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), os.stat(self._path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Free it."""
        self._path.unlink(missing_ok=True)
        os.close(self._descriptor)
