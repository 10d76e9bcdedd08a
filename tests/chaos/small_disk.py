"""Disks that are full or read-only, made in the ways that this machine permits."""

import contextlib
import errno
import resource
import shutil
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path

SIZE = "6m"
BLOCK = 4096


class Disk(ABC):
    """A folder whose disk can be filled and emptied again, while the process with the given id writes there."""

    @abstractmethod
    def fill(self, process: int) -> None: ...

    @abstractmethod
    def free(self, process: int) -> None: ...


class MountedDisk(Disk):
    """A small file system in memory, mounted on a folder. It can also be made read-only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._filler = folder / "filler"

    def fill(self, process: int) -> None:
        with self._filler.open("wb", buffering=0) as filler:
            while True:
                try:
                    filler.write(bytes(BLOCK))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    return

    def free(self, process: int) -> None:
        self._filler.unlink()

    @contextlib.contextmanager
    def read_only(self) -> Iterator[None]:
        """Make the disk read-only. No process may write there meanwhile."""
        _run("mount", "-o", "remount,ro", str(self._folder))
        try:
            yield
        finally:
            _run("mount", "-o", "remount,rw", str(self._folder))


class LimitedDisk(Disk):
    """An ordinary folder. Instead of the disk being full, the system lets the process write to no file."""

    def fill(self, process: int) -> None:
        self._limit(process, 1)

    def free(self, process: int) -> None:
        self._limit(process, resource.RLIM_INFINITY)

    def _limit(self, process: int, size: int) -> None:
        hard = resource.prlimit(process, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Disk | None]:
    """A disk at a folder; None where neither a mount nor a limit is possible."""
    try:
        _run("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder))
    except (OSError, subprocess.CalledProcessError):
        yield LimitedDisk() if hasattr(resource, "prlimit") else None
        return
    try:
        yield MountedDisk(folder)
    finally:
        _run("umount", "-l", str(folder))


def _run(*command: str) -> None:
    found = shutil.which(command[0])
    if found is None:
        raise FileNotFoundError(command[0])
    subprocess.run([found, *command[1:]], check=True, capture_output=True)
