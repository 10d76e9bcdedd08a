"""One process a file, by a lock of the operating system: it is gone when the process is, however that ended."""

import os
import sys
from pathlib import Path

from host.errors import HostError, Trouble

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """The claim on a file, by a lock on ``<file>.lock`` beside it, which stays there empty when it is released."""

    def __init__(self, path: Path) -> None:
        """Take the lock; raise HostError(FILE_IN_USE) if another process has it, OSError if the folder is missing."""
        self._descriptor = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _lock(self._descriptor)
        except OSError:
            os.close(self._descriptor)
            raise HostError(Trouble.FILE_IN_USE, path=path) from None

    def release(self) -> None:
        """Give the lock back; closing the descriptor does that on every system."""
        os.close(self._descriptor)
