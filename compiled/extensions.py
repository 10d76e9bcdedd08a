"""The extension modules in the project's folder: which there are, whether they fit their sources, and their removal."""

import hashlib
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = ("carcassonne", "players")
"""The rooms that are compiled."""
LIBRARY: Final = "compiled.rules"
"""The library that all extension modules share: mypyc adds ``__mypyc`` to the name."""

_ENDINGS: Final = {".so", ".pyd"}
_FINGERPRINT: Final = Path("compiled", "sources.sha256")


def sources(root: Path = ROOT) -> list[Path]:
    """Return the Python files of the rooms that are compiled, sorted."""
    return sorted(path for room in ROOMS for path in (root / room).rglob("*.py"))


def fingerprint(root: Path = ROOT) -> str:
    """Return a text that changes when any of the sources changes, or the way in which they are compiled."""
    digest = hashlib.sha256()
    for path in [*sources(root), *sorted((root / "compiled").glob("*.py"))]:
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def extensions(root: Path = ROOT) -> Iterator[Path]:
    """Yield the extension modules in a folder, of whatever version of Python."""
    for room in (*ROOMS, "compiled"):
        yield from (path for path in (root / room).rglob("*") if path.suffix in _ENDINGS)


def is_built(root: Path = ROOT) -> bool:
    """Return whether there are extension modules for this version of Python."""
    return any(path.name.endswith(EXTENSION_SUFFIXES[0]) for path in extensions(root))


def is_compiled(source: Path) -> bool:
    """Return whether an extension module for this version of Python lies beside a source."""
    return source.with_suffix(EXTENSION_SUFFIXES[0]).is_file()


def is_stale(root: Path = ROOT) -> bool:
    """Return whether there are extension modules that were not made from the sources as they are now."""
    if not is_built(root):
        return False
    written = root / _FINGERPRINT
    return not written.is_file() or written.read_text("ascii") != fingerprint(root)


def remove(root: Path = ROOT) -> int:
    """Remove all extension modules; return how many there were. Raise OSError where that is not allowed."""
    found = [*extensions(root)]
    for path in found:
        path.unlink(missing_ok=True)
    (root / _FINGERPRINT).unlink(missing_ok=True)
    return len(found)


def put_in_place(built: Path, root: Path = ROOT) -> int:
    """Move the extension modules of another folder with the same sources into this one; return how many there are."""
    remove(root)
    found = [*extensions(built)]
    for path in found:
        target = root / path.relative_to(built)
        target.write_bytes(path.read_bytes())
    (root / _FINGERPRINT).write_text(fingerprint(built), "ascii")
    return len(found)
