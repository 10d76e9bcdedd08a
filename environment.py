"""The settings that the environment and the command line hold."""

import argparse
import ipaddress
import os
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from discord.ext.commands import ExtensionFailed
from dotenv import load_dotenv

from cogs.interaction.client import PageServer
from host.errors import NotInAFileError
from host.model.shards import ShardGroup
from host.services.backups import BackupPlan, parse_interval
from host.storage.engine.database_url import database_path
from web import LOOPBACK

MAX_WORKERS: Final = 4
"""The most processes that draw, and the most that think, unless the environment says otherwise."""
DEFAULT_KEPT_BACKUPS: Final = 7
DEFAULT_PATIENCE: Final = 120.0
"""Seconds that ``check`` waits for the host to press or type something."""
DEFAULT_PAGE_PORT: Final = 8410
DEFAULT_SANDBOX_PORT: Final = 8400
MAX_PORT: Final = 65_535
_USUAL_PORTS: Final = {"http": 80, "https": 443}
_HOST: Final = re.compile(r"[a-z0-9:._-]+")
DEFAULT_SANDBOX_DATABASE: Final = "sqlite:///sandbox.db"


class SettingError(Exception):
    """A variable of the environment that cannot be read."""

    def __init__(self, name: str, wanted: str, value: str) -> None:
        super().__init__(f"{name} must be {wanted}, not {value}.")


def read_settings_file() -> None:
    """Add what the file ``.env`` says to the environment, which wins; raise SettingError."""
    try:
        load_dotenv(".env")
    except UnicodeDecodeError:
        raise SettingError("The file .env", "UTF-8 text", "another encoding") from None


def metrics_port_problem(environment: Mapping[str, str], error: ExtensionFailed) -> str:
    """Say why the port of metrics can't be opened; raise an error that is about something else."""
    if error.name != "cogs.metrics" or not isinstance(error.original, OSError):
        raise error
    port, reason = environment.get("METRICS_PORT"), os.strerror(error.original.errno or 0)
    return f"The port {port} can't be opened: {reason}. Set METRICS_PORT to a free one."


def read_number(environment: Mapping[str, str], name: str) -> int | None:
    """Return the number that a variable holds, None if it is empty; raise SettingError."""
    text = environment.get(name)
    if text and not (text.isascii() and text.isdecimal()):
        raise SettingError(name, "a number", text)
    return int(text) if text else None


def read_port(environment: Mapping[str, str], name: str) -> int | None:
    """Return the port that a variable holds, 0 for any free one, None if it is empty; raise SettingError."""
    port = read_number(environment, name)
    if port is not None and port > MAX_PORT:
        raise SettingError(name, f"a port, at most {MAX_PORT}", str(port))
    return port


def read_page_server(environment: Mapping[str, str]) -> PageServer | None:
    """Return where pages are served, None unless WEB_URL says their public address; raise SettingError."""
    given = (environment.get("WEB_URL") or "").rstrip("/")
    if not given:
        return None
    url = _origin(given)
    if url is None:
        raise SettingError("WEB_URL", "the address of a server, without a path, like https://board.example.org", given)
    return PageServer(url, _read_page_port(environment, DEFAULT_PAGE_PORT), _read_page_address(environment))


def _origin(url: str) -> str | None:
    """Return an address as browsers write the origin of its pages; None if it is more than a server's address."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    has_more = parts.path or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in _USUAL_PORTS or not parts.hostname or has_more or not _HOST.fullmatch(parts.hostname):
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + ("" if port in (None, _USUAL_PORTS[parts.scheme]) else f":{port}")


def read_sandbox_port(environment: Mapping[str, str]) -> int:
    """Return the port of the sandbox's page; raise SettingError."""
    port = read_port(environment, "SANDBOX_PORT")
    return DEFAULT_SANDBOX_PORT if port is None else port


def read_sandbox_pages(environment: Mapping[str, str], sandbox_port: int) -> PageServer:
    """Return where the sandbox serves pages: beside its own port, unless the environment says more."""
    beside = sandbox_port + 1 if 0 < sandbox_port < MAX_PORT else 0
    given = read_page_server(environment)
    return given or PageServer(None, _read_page_port(environment, beside), LOOPBACK)


def _read_page_port(environment: Mapping[str, str], usual: int) -> int:
    port = read_port(environment, "WEB_PORT")
    return usual if port is None else port


def _read_page_address(environment: Mapping[str, str]) -> str:
    text = environment.get("WEB_ADDRESS") or LOOPBACK
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise SettingError("WEB_ADDRESS", "an address of this machine, like 127.0.0.1 or 0.0.0.0", text) from None


def read_workers(environment: Mapping[str, str], name: str) -> int:
    """Return how many processes a variable asks for, by default one a processor; raise SettingError."""
    number = read_number(environment, name)
    return min(os.cpu_count() or 1, MAX_WORKERS) if number is None else number


def read_sandbox_database(environment: Mapping[str, str]) -> str:
    """Return the URL of the sandbox's database, which is a file; raise SettingError and BadUrlError."""
    url = environment.get("DATABASE_URL") or DEFAULT_SANDBOX_DATABASE
    try:
        database_path(url)
    except NotInAFileError as error:
        wanted = f"a file for the sandbox, like {DEFAULT_SANDBOX_DATABASE}"
        raise SettingError("DATABASE_URL", wanted, str(error.url)) from None
    return url


def read_backup_plan(environment: Mapping[str, str]) -> BackupPlan | None:
    """Return how often to back up the database, None for never; raise SettingError."""
    keep = read_number(environment, "BACKUP_KEEP")
    if keep == 0:
        raise SettingError("BACKUP_KEEP", "at least 1", "0")
    every = environment.get("BACKUP_EVERY")
    if not every:
        return None
    try:
        return BackupPlan(parse_interval(every), DEFAULT_KEPT_BACKUPS if keep is None else keep)
    except ValueError:
        raise SettingError("BACKUP_EVERY", "a number of minutes, hours or days, like 30m, 6h or 1d", every) from None


def read_shards(environment: Mapping[str, str], given: str | None = None) -> ShardGroup | None:
    """Return the shards that the command line or the variable SHARDS names, None for all; raise SettingError."""
    name, text = ("SHARDS", environment.get("SHARDS")) if given is None else ("--shards", given)
    if not text and given is None:
        return None
    try:
        return ShardGroup.parse(text or "")
    except ValueError:
        wanted = "a part of all shards, counted from 0, like 0-3/16 or 5/16"
        raise SettingError(name, wanted, text or "empty") from None


def command_line() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    parser = argparse.ArgumentParser(
        prog="bot.py",
        description="Runs the bot until Ctrl-C or SIGTERM. Its settings stand in the environment, or in the file .env.",
    )
    parser.add_argument(
        "--shards",
        metavar="0-3/16",
        help="the shards that this process serves, counted from 0, of how many there are in all (5/16 is one of them);"
        " other processes serve the others, and share a PostgreSQL database. By default, the bot serves all servers."
        " A second process with the same shards waits, and takes over when the first one ends. The variable SHARDS"
        " does the same",
    )
    commands = parser.add_subparsers(dest="command", metavar="check")
    check = commands.add_parser(
        "check",
        help="tries every kind of request to Discord once, in a channel, and removes it all again",
        description="Tries every kind of request to Discord once, in a channel, and removes it all again."
        " It writes a report. Stop the bot meanwhile.",
    )
    check.add_argument("--channel", type=int, required=True, metavar="ID", help="the ID of a text channel to try it in")
    check.add_argument(
        "--patience",
        type=float,
        default=DEFAULT_PATIENCE,
        metavar="SECONDS",
        help="how long it waits for you to press a button and to type an option, %(default).0f s unless you say so",
    )
    return parser
