"""Masters and maps of tiles in files: a process needn't make what another one has made, nor again after a restart.

The folder is only a cache: it may be deleted at any time. Its name has a hash of everything on which a picture depends,
so a new version of the bot never sees old pictures. What is damaged is drawn again. Where nothing can be written, all
is drawn in memory.
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

try:
    import deflate
except ImportError:  # no wheel for this system: the standard library does the same, in three times the time
    deflate = None  # type: ignore[assignment, unused-ignore]

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
    """What is kept below the folder ``parent``, a file each."""

    def __init__(self, parent: Path) -> None:
        self.folder = parent / f"{_PREFIX}{sources_hash()}"
        self.is_writable = True
        """Whether what is drawn can be kept, as far as known."""
        self._open()

    def _open(self) -> None:
        """Make the folder, and delete those of other versions that nobody uses any more."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.utime(self.folder)
            for other in self.folder.parent.glob(f"{_PREFIX}*"):
                if other.stat().st_mtime < time.time() - _OLD:
                    shutil.rmtree(other, ignore_errors=True)
        except OSError as error:
            self._stop_writing(error)

    def has(self, name: str) -> bool:
        """Return whether there is a file."""
        return (self.folder / name).exists()

    def read(self, name: str, mode: str, size: tuple[int, int]) -> Image.Image | None:
        """Return a picture in a mode with one letter for each byte of a pixel; None if it isn't there, or damaged."""
        length = len(mode) * size[0] * size[1]
        pixels = self.read_bytes(name, length)
        return Image.frombytes(mode, size, pixels) if pixels and len(pixels) == length else None

    def read_bytes(self, name: str, most: int) -> bytes | None:
        """Return the content of a file; None if it isn't there, is damaged, or has too many bytes."""
        try:
            return _unpacked((self.folder / name).read_bytes(), most)
        except (OSError, ValueError):
            return None

    def write(self, name: str, picture: Image.Image) -> None:
        """Keep a picture."""
        self.write_bytes(name, picture.tobytes())

    def write_bytes(self, name: str, content: bytes) -> None:
        """Keep the content of a file. It appears whole or not at all; when the disk is full, it doesn't."""
        if not self.is_writable:
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
        self.is_writable = False
        log.warning("Pictures of tiles can't be kept in %s (%s). They are drawn in memory.", self.folder, error)


def _unpacked(content: bytes, most: int) -> bytes:
    """Return the bytes that were packed; raise ValueError if they are damaged, or more than ``most``."""
    found = _unpacked_fast(content, most) if deflate else None
    if found is None:
        unpacking = zlib.decompressobj()
        try:
            found = unpacking.decompress(content, most + 1)
        except zlib.error as error:
            raise ValueError(str(error)) from error
        if not unpacking.eof:  # at the end, the checksum was compared
            raise ValueError("the end is missing")
    if len(found) > most:
        raise ValueError(f"more than {most} bytes")
    return found


def _unpacked_fast(content: bytes, most: int) -> bytes | None:
    """Return the same; None if the fast library fails, for whatever reason."""
    try:
        return bytes(deflate.zlib_decompress(content, most))
    except Exception:
        return None


_kept: SheetFiles | None = None


def keep_files_in(folder: Path | None) -> None:
    """Keep what is drawn below a folder from now on, and read what is there; None: in memory only."""
    global _kept
    _kept = None if folder is None else SheetFiles(folder)


def kept_files() -> SheetFiles | None:
    """Return the files where this process keeps what it has drawn, if any."""
    return _kept
