"""Masters and maps of tiles in files: a process needn't make what another one has made, nor again after a restart.

The folder is only a cache: it may be deleted at any time. Its name has a hash of everything that a picture hangs on, so
a new version of the bot never sees old pictures. What is damaged is drawn again. Where nothing can be written, all is
drawn in memory.
"""

import hashlib
import logging
import os
import shutil
import sys
import time
import zlib
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from PIL import Image

from render.art.unpacking import unpacked

log = logging.getLogger(__name__)

_ROOMS: Final = ("carcassonne", "render/art", "render/castle")
"""The folders whose sources decide what the kept pictures look like."""
_PREFIX: Final = "tiles-"
_OLD: Final = 30 * 24 * 3600
"""After this many seconds without use, the folder of another version is deleted."""
_FASTEST: Final = 1


def default_folder() -> Path:
    """Return the folder for caches of this system's user; raise RuntimeError if there is no home."""
    if named := os.environ.get("XDG_CACHE_HOME"):
        return Path(named) / "carcassonne-bot"
    if sys.platform == "win32" and (named := os.environ.get("LOCALAPPDATA")):
        return Path(named) / "carcassonne-bot"
    return Path.home() / ".cache" / "carcassonne-bot"


@cache
def sources_hash() -> str:
    """Return a text that changes with the code that draws tiles, and with the version of Pillow."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256(version("Pillow").encode())
    for path in sorted(path for room in _ROOMS for path in (root / room).rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


class SheetFiles:
    """What is kept below the folder ``parent``, a file each. Pictures are square, and have the mode RGB."""

    def __init__(self, parent: Path) -> None:
        self.folder = parent / f"{_PREFIX}{sources_hash()}"
        self._is_writable = True

    def open(self) -> None:
        """Make the folder, and delete those of other versions that nobody uses any more."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.utime(self.folder)
            for other in self.folder.parent.glob(f"{_PREFIX}*"):
                if other.stat().st_mtime < time.time() - _OLD:
                    shutil.rmtree(other, ignore_errors=True)
        except OSError as error:
            self._stop_writing(error)

    @property
    def is_writable(self) -> bool:
        """Return whether what is drawn can be kept, as far as known."""
        return self._is_writable

    def has(self, key: str, side: int) -> bool:
        """Return whether there is a picture of this many pixels a side."""
        return (self.folder / _picture_name(key, side)).exists()

    def read(self, key: str, side: int) -> Image.Image | None:
        """Return a picture of this many pixels a side; None if it isn't there, or damaged."""
        pixels = self.read_bytes(_picture_name(key, side), 3 * side * side)
        return (
            None if pixels is None or len(pixels) != 3 * side * side else Image.frombytes("RGB", (side, side), pixels)
        )

    def read_bytes(self, name: str, most: int) -> bytes | None:
        """Return the content of a file; None if it isn't there, is damaged, or has too many bytes."""
        try:
            return unpacked((self.folder / name).read_bytes(), most)
        except (OSError, ValueError):
            return None

    def write(self, key: str, picture: Image.Image) -> None:
        """Keep a picture."""
        self.write_bytes(_picture_name(key, picture.width), picture.tobytes())

    def write_bytes(self, name: str, content: bytes) -> None:
        """Keep the content of a file. It appears whole or not at all; when the disk is full, it doesn't."""
        if not self._is_writable:
            return
        temporary = None
        try:
            with NamedTemporaryFile(dir=self.folder, prefix=".", delete=False) as file:
                temporary = Path(file.name)
                file.write(zlib.compress(content, _FASTEST))
            temporary.replace(self.folder / name)
        except OSError as error:
            self._stop_writing(error)
            if temporary is not None:
                with suppress(OSError):
                    temporary.unlink()

    def _stop_writing(self, error: OSError) -> None:
        self._is_writable = False
        log.warning("Pictures of tiles can't be kept in %s (%s). They are drawn in memory.", self.folder, error)


_kept: list[SheetFiles] = []
"""At most one."""


def keep_files_in(folder: Path | None) -> None:
    """Keep what is drawn below a folder from now on; None: in memory only."""
    _kept.clear()
    if folder is not None:
        _kept.append(SheetFiles(folder))
        _kept[0].open()


def kept_files() -> SheetFiles | None:
    """Return the files where this process keeps what it has drawn, if any."""
    return _kept[0] if _kept else None


def _picture_name(key: str, side: int) -> str:
    return f"{key}-{side}"
