"""The files of the page: its frame, modules and style. What the page of a whole game has, too, lies in ``render``."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from aiohttp import web

_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
_FOLDERS: Final = {"page": ("render.share", "page"), "static": ("web", "static")}
"""By the first part of an address: a package, and its folder."""
_FRAME: Final = "index.html"


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    compressed: bytes
    content_type: str
    etag: str


@cache
def _files() -> dict[str, _File]:
    """Return all files by their addresses. They are read once."""
    found = {}
    for part, (package, folder) in _FOLDERS.items():
        for one in (files(package) / folder).iterdir():
            if kind := _TYPES.get(one.name[one.name.rfind(".") :]):
                found[f"/{part}/{one.name}"] = _read(one, kind)
    found["/"] = found.pop(f"/static/{_FRAME}")
    return found


def _read(file: Traversable, kind: str) -> _File:
    body = file.read_bytes()
    if file.name.endswith(".js"):
        body = served_script(body.decode()).encode()
    return _File(body, gzip.compress(body), kind, f'W/"{hashlib.sha256(body).hexdigest()[:32]}"')


def served_script(text: str) -> str:
    """Return a module as it is sent: without comments that have their own line, and without indentation.

    Its lines have the same numbers.
    """
    lines = (line.strip() for line in text.splitlines())
    return "\n".join("" if line.startswith("//") else line for line in lines)


async def serve(request: web.Request) -> web.Response:
    """Return a file. A browser keeps it, and asks each time whether it is still so."""
    file = _files().get(request.path)
    if file is None:
        raise web.HTTPNotFound
    headers = {"ETag": file.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("If-None-Match") == file.etag:
        return web.Response(status=304, headers=headers)
    body = file.body
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        body, headers["Content-Encoding"] = file.compressed, "gzip"
    return web.Response(body=body, content_type=file.content_type, charset=_charset(file), headers=headers)


def _charset(file: _File) -> str | None:
    return "utf-8" if file.content_type.startswith("text/") else None


def routes() -> list[web.RouteDef]:
    """Return the routes of all files."""
    return [web.get(path, serve) for path in _files()]
