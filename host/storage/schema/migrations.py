"""Migrations: Alembic brings a database up to date by the revisions in ``host/storage/schema/revisions/versions``.

A new database gets the tables as ``tables.py`` describes them. A file from before Alembic is first brought to the last
version of that time: see ``older_files.py``. All is one transaction.
"""

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert

import host.storage.schema.tournament_tables  # noqa: F401 (its tables belong to the same metadata)
from host.errors import NewerDatabaseError
from host.storage.engine.database import Database
from host.storage.engine.database_copy import copy_database
from host.storage.engine.schema_version import REVISIONS, newest_version, read_version
from host.storage.schema.older_files import bring_to_last, leave_newer_version, older_version
from host.storage.schema.tables import METADATA, NAMELESS, people

_VERSIONS: Final = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic notes the newest revision of a database. A new one is noted without Alembic: to load that would take
longer than to create all tables."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Found:
    """What a database holds: its version (0: nothing yet), and whether Alembic has brought it there."""

    version: int
    is_alembics: bool


async def migrate(database: Database, folder: Path = REVISIONS) -> int:
    """Bring a database up to date and return its version. A file that holds something already is copied before that:
    ``games.db`` to ``games.before-0030.db``.

    Raise NewerDatabaseError, DamagedDatabaseError, StorageError, and OSError if there is no room for the copy.
    """
    newest = newest_version(folder)
    found = await database.run(_find)
    if found.version > newest:
        raise NewerDatabaseError(version=found.version, known=newest)
    if found.version < newest:
        if found.version:
            database.tell(
                f"Bringing the database {database.name} from version {found.version} to {newest}. That may take minutes"
            )
        if found.version and database.backend.file:
            await asyncio.to_thread(_copy, database.backend.file, newest)
        await database.migrate(partial(_upgrade, folder=folder, newest=newest))
        log.info("The database %s has version %d now", database.name, newest)
    await database.note_up_to_date()
    return newest


def _copy(path: Path, version: int) -> None:
    copy_database(path, path.with_name(f"{path.stem}.before-{version:04}{path.suffix}"))


def _find(connection: Connection) -> _Found:
    if version := read_version(connection):
        return _Found(version, is_alembics=True)
    return _Found(older_version(connection), is_alembics=False)


def _upgrade(connection: Connection, folder: Path, newest: int) -> None:
    found = _find(connection)
    if found.version == newest:
        return  # another process has just done it
    if not found.version:
        _create(connection, newest)
        return
    config = _alembic_config(connection, folder)
    from alembic import command  # a database that is new or up to date does not need it

    if not found.is_alembics:
        bring_to_last(connection, found.version)
    command.upgrade(config, "head")
    if not found.is_alembics:
        leave_newer_version(connection, newest)


def _create(connection: Connection, version: int) -> None:
    """Create all tables in an empty database, as they are in the newest version."""
    METADATA.create_all(connection, checkfirst=False)
    if connection.dialect.name == "postgresql":
        from host.storage.schema.change_triggers import add_triggers  # only a server has triggers

        add_triggers(connection)
    connection.execute(insert(people), [{"id": number, "name": "?"} for number in NAMELESS])
    _VERSIONS.create(connection, checkfirst=False)
    connection.execute(insert(_VERSIONS), {"version_num": f"{version:04}"})


def _alembic_config(connection: Connection, folder: Path) -> Any:
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells each step, even of being imported
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
