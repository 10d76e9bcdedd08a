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
_OPTIONS: Final = {"host", "port", "user", "password", "passfile", "ssl", "sslmode", "target_session_attrs"}
"""What may stand behind the question mark: what the driver knows, and takes as text."""
_SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_PORTS: Final = 1 << 16
_PASSWORD: Final = re.compile(r"(?<=://)([^:@/]*):.*@", re.DOTALL)
_PASSWORD_OPTION: Final = re.compile(r"(?<=[?&]password=)[^&]*")


def parse_url(url: str) -> Path | URL:
    """Return the file that ``sqlite:///relative.db`` or ``sqlite:////absolute.db`` names, with links followed; or the
    address in ``postgresql://user:password@server/database``.

    Raise BadUrlError, also for options that the driver does not know, or where an @ in the password is not written as
    %40.
    """
    if match := _FILE.fullmatch(url):
        if match["name"] == ":memory:":
            raise BadUrlError(url)
        return Path(match["name"]).resolve()
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        parsed = None
    if parsed is None or not _is_server(parsed):
        raise BadUrlError(without_password(url))
    # The driver calls ``ssl`` what PostgreSQL's own programs call ``sslmode``.
    query = {"ssl" if name == "sslmode" else name: value for name, value in parsed.query.items()}
    return parsed.set(drivername="postgresql+asyncpg", query=query)


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


def _is_server(url: URL) -> bool:
    """Return whether a URL names a database on a server, and nothing that the driver would not understand."""
    is_named = url.drivername in _SERVER and bool(url.database)
    is_ambiguous = "@" in f"{url.host}{url.database}"  # of the password, or is it the server's name?
    is_known = url.query.keys() <= _OPTIONS and url.query.get("sslmode", "allow") in _SSL_MODES
    return is_named and not is_ambiguous and is_known and 0 < (url.port or 1) < _PORTS
