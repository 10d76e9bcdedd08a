"""Unpacks bytes in the format of zlib, with a fast library if it is installed."""

import zlib

try:
    import deflate
except ImportError:  # no wheel for this system: the standard library does the same, in three times the time
    deflate = None  # type: ignore[assignment, unused-ignore]


def unpacked(content: bytes, most: int) -> bytes:
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
    """Return the same; None if the library fails, for whatever reason."""
    try:
        return bytes(deflate.zlib_decompress(content, most))
    except Exception:
        return None
