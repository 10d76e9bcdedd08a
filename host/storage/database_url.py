"""The addresses of databases, as SQLAlchemy writes them, and their short forms."""

import re
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from host.errors import BadUrlError, NeedsServerError, NotInAFileError
from host.model.shards import ALL_SHARDS, ShardGroup

_FILE: Final = re.compile(r"sqlite(\+aiosqlite)?:///(?P<name>.+)", re.DOTALL)
_SERVER: Final = ("postgresql", "postgresql+asyncpg")
_PASSWORD: Final = re.compile(r"(?<=://)([^:@/]*):.*@", re.DOTALL)
_PASSWORD_OPTION: Final = re.compile(r"(?<=[?&]password=)[^&]*")


def parse_url(url: str) -> Path | URL:
    """Return the file that ``sqlite:///relative.db`` or ``sqlite:////absolute.db`` names, with links followed; or the
    address in ``postgresql://user:password@server/database``.

    Raise BadUrlError.
    """
    if match := _FILE.fullmatch(url):
        return _file(url, match["name"])
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        parsed = None
    if parsed is None or parsed.drivername not in _SERVER or not parsed.database:
        raise BadUrlError(without_password(url))
    return _server(parsed)


def check_address(url: str, shards: ShardGroup = ALL_SHARDS) -> Path | URL:
    """Return what ``parse_url`` does; connect to nothing.

    Raise BadUrlError, and NeedsServerError for a part of the shards in a file.
    """
    parsed = parse_url(url)
    if isinstance(parsed, Path) and not shards.is_whole:
        raise NeedsServerError(parsed)
    return parsed


def database_path(url: str) -> Path:
    """Return the file that a URL names; raise BadUrlError, or NotInAFileError if it names a server."""
    parsed = parse_url(url)
    if isinstance(parsed, URL):
        raise NotInAFileError(address(parsed))
    return parsed


def address(url: URL) -> str:
    """Return the address of a database on a server, as people may read it: without its password and its options."""
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string(hide_password=True)


def without_password(url: str) -> str:
    """Return a URL that may be written wrongly, without the password in it."""
    return _PASSWORD_OPTION.sub("***", _PASSWORD.sub(r"\1:***@", url))


def _file(url: str, name: str) -> Path:
    if name == ":memory:":
        raise BadUrlError(url)
    return Path(name).resolve()


def _server(url: URL) -> URL:
    """Return the address for the driver. It calls ``ssl`` what PostgreSQL's own programs call ``sslmode``."""
    query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    return url.set(drivername="postgresql+asyncpg", query=query)
