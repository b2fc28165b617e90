"""A lock that one process holds and that the system frees when the process dies."""

from errno import ENOENT
from os import strerror
from pathlib import Path


class Lock:
    """Held from its making until `release`.

    :param path: a file of its own, removed at release.
    :raises BlockingIOError: if it is held already.
    :raises OSError: if the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        from filelock import FileLock, Timeout  # here, because it imports asyncio

        if not path.parent.is_dir():  # FileLock would make it
            raise FileNotFoundError(ENOENT, strerror(ENOENT), str(path))
        self._path = path
        self._lock = FileLock(path, blocking=False, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise BlockingIOError(f"{path} is held already") from None

    def release(self) -> None:
        """Free it."""
        self._path.unlink(missing_ok=True)  # while it is held: FileLock takes no lock on a removed file
        self._lock.release()
