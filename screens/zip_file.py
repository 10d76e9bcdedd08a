"""Packing files into a zip, which a phone opens as well as a computer does."""

import io
from collections.abc import Iterable
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


def zip_file(files: Iterable[tuple[str, bytes]], at: datetime) -> bytes:
    """Return a zip with files, each a name and its content. ``at`` is their date."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, content in files:
            archive.writestr(ZipInfo(name, at.timetuple()[:6]), content, ZIP_DEFLATED)
    return buffer.getvalue()
