"""Masters of tiles in files, so that a process needn't draw what another one has drawn before, or after a restart.

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

_ROOMS: Final = ("carcassonne", "render/art")
"""The folders whose sources decide what a tile looks like."""
_PREFIX: Final = "tiles-"
_OLD: Final = 30 * 24 * 3600
"""After so many seconds without use, the folder of another version is deleted."""
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
    """Square pictures in a folder, a file each, below the folder ``parent``. They have the mode RGB."""

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
        """Say whether what is drawn can be kept, as far as known."""
        return self._is_writable

    def has(self, key: str, side: int) -> bool:
        """Say whether there is a picture of so many pixels a side."""
        return self._path(key, side).exists()

    def read(self, key: str, side: int) -> Image.Image | None:
        """Return a picture of so many pixels a side; None if it isn't there, or damaged."""
        try:
            pixels = unpacked(self._path(key, side).read_bytes(), 3 * side * side)
        except (OSError, ValueError):
            return None
        return Image.frombytes("RGB", (side, side), pixels)

    def write(self, key: str, picture: Image.Image) -> None:
        """Keep a picture. It appears whole or not at all; when the disk is full, it doesn't."""
        if not self._is_writable:
            return
        temporary = None
        try:
            with NamedTemporaryFile(dir=self.folder, prefix=".", delete=False) as file:
                temporary = Path(file.name)
                file.write(zlib.compress(picture.tobytes(), _FASTEST))
            temporary.replace(self._path(key, picture.width))
        except OSError as error:
            self._stop_writing(error)
            if temporary is not None:
                with suppress(OSError):
                    temporary.unlink()

    def _stop_writing(self, error: OSError) -> None:
        self._is_writable = False
        log.warning("Pictures of tiles can't be kept in %s (%s). They are drawn in memory.", self.folder, error)

    def _path(self, key: str, side: int) -> Path:
        return self.folder / f"{key}-{side}"
