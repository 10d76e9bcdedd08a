"""One bot only for each database file, under whatever name it is opened."""

import errno
import os
import struct
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from host.errors import FileInUseError, NotAFileError, ReadOnlyDatabaseError

if sys.platform == "linux":
    import fcntl

_LOCKED_BYTE: Final = 1 << 62
"""The byte of the file that the bot locks. It is far behind the bytes that hold data, and those that SQLite locks."""
_LOCK: Final = struct.Struct("hhqqi")
"""A lock as the system reads it: its kind, what the start counts from, the start, the length, and a process id (0)."""
_LOCKED: Final = (errno.EAGAIN, errno.EACCES)
_NOT_WRITABLE: Final = (errno.EACCES, errno.EPERM, errno.EROFS)

_open_files: set[tuple[int, int]] = set()
"""The files that this process has locked, by device and inode. A process is not refused its own locks, and it loses all
locks of a file, SQLite's too, when it closes the file once: so such a file is not even opened."""


def lock_database(path: Path) -> ExitStack:
    """Lock a database file for this process, and create it if it is missing. The system frees it however the process
    ends.

    Close what is returned after SQLite has closed the file, and open it with nothing else meanwhile. Raise
    FileInUseError, NotAFileError, ReadOnlyDatabaseError and OSError.
    """
    if path.exists() and not path.is_file():
        raise NotAFileError(path)
    with ExitStack() as stack:
        try:
            stack.callback(lock_file(path).release)
            _lock_identity(path, stack)
        except OSError as error:
            if error.errno in _NOT_WRITABLE:
                raise ReadOnlyDatabaseError(path) from None
            raise
        return stack.pop_all()


def lock_file(path: Path) -> FileLock:
    """Lock ``<file>.lock`` for this process; the system frees it however the process ends. Raise FileInUseError and
    OSError.
    """
    if not path.parent.is_dir():  # the lock would make it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    lock = FileLock(path.with_name(path.name + ".lock"), thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise FileInUseError(path) from None
    return lock


def _lock_identity(path: Path, stack: ExitStack) -> None:
    """Lock the file itself, which may have another name too (a hard link).

    SQLite unlocks all bytes of a file for its process, so this lock belongs to the open file instead. Only Linux has
    such locks; elsewhere, and on file systems without them, the name alone is locked.
    """
    with suppress(FileNotFoundError):
        if _identity(path.stat()) in _open_files:
            raise FileInUseError(path)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    stack.callback(os.close, descriptor)
    if sys.platform == "linux":
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, _LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, _LOCKED_BYTE, 1, 0))
        except OSError as error:
            if error.errno in _LOCKED:
                raise FileInUseError(path) from None
    identity = _identity(os.fstat(descriptor))
    _open_files.add(identity)
    stack.callback(_open_files.discard, identity)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
