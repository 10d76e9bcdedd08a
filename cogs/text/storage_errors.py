"""A sentence for every error of the database."""

from pathlib import Path

from cogs.text.i18n import _
from host.errors import (
    BadUrlError,
    DamagedDatabaseError,
    DamagedPageError,
    DatabaseAwayError,
    DatabaseLockedError,
    DatabaseRefusedError,
    DiskFullError,
    FileInUseError,
    LeftoverFileError,
    MissingDriverError,
    NeedsServerError,
    NewerDatabaseError,
    NotAFileError,
    NotInAFileError,
    ReadOnlyDatabaseError,
    TakenOverError,
)
from host.model.shards import ALL_SHARDS, ShardsTakenError


def file_in_use_text(error: FileInUseError) -> str:
    """Say that another program uses the database."""
    return _("Another bot is already using the database {path}.").format(path=error.path)


def needs_server_text(error: NeedsServerError) -> str:
    """Say that several processes cannot share a file."""
    text = _("Several processes need PostgreSQL: only one can use the file {path}. Start me without --shards.")
    return text.format(path=error.path)


def shards_taken_text(error: ShardsTakenError) -> str:
    """Say that another process serves shards that are in the way."""
    if error.other == ALL_SHARDS:
        text = _("Another process serves all shards of the database {path}, and I'm started for {own}. Stop it first.")
    elif error.own == ALL_SHARDS:
        text = _("Another process serves shards {others} of the database {path}, and I need all. Stop it first.")
    elif error.own.total != error.other.total:
        text = _("Another process serves shards {others}, but I'm started for {own}. Give all the same total.")
    else:
        text = _("Another process serves shards {others}, and mine are {own}. Give each shard to one process.")
    return text.format(path=error.path, others=error.other, own=error.own)


def taken_over_text(error: TakenOverError) -> str:
    """Say that another process does what this one did."""
    return _("Another copy of me has taken over. Nothing is lost: try again in a moment.")


def bad_url_text(error: BadUrlError) -> str:
    """Say that a URL names no database, and how to write one."""
    text = _(
        "I can't open the database {url}. Write sqlite:///relative.db, sqlite:////absolute.db or "
        "postgresql://user:password@server/database; in the password, %40 stands for @."
    )
    return text.format(url=repr(error.url))


def not_in_a_file_text(error: NotInAFileError) -> str:
    """Say that a database is on a server, where a file is needed."""
    text = _("The database {url} isn't in a file. Leave BACKUP_EVERY empty, and back it up with pg_dump.")
    return text.format(url=error.url)


def missing_driver_text(error: MissingDriverError) -> str:
    """Say that the package is missing that talks to the database."""
    text = _("I need the package {package} for this database. Install it with {command}.")
    return text.format(package=error.package, command=".venv/bin/pip install -r requirements-postgresql.txt")


def database_refused_text(error: DatabaseRefusedError) -> str:
    """Say that a server does not let the bot in."""
    return _("The database {path} doesn't let me in: {problem}.").format(path=error.path, problem=error.problem)


def database_away_text(error: DatabaseAwayError) -> str:
    """Say that the database's server does not answer."""
    return _("My database doesn't answer. Nothing is lost: try again in a minute.")


def damaged_database_text(error: DamagedDatabaseError) -> str:
    """Say that a database is damaged, and what to do."""
    text = _(
        "The database {path} is damaged, or it isn't a database: {problem}. The README says how to restore a backup."
    )
    return text.format(path=error.path, problem=error.problem)


def not_a_file_text(error: NotAFileError) -> str:
    """Say that a database is not a file."""
    return _("The database {path} isn't a file, but a folder or something else.").format(path=error.path)


def leftover_file_text(error: LeftoverFileError) -> str:
    """Say that a database is missing, but for a file that belongs to it."""
    text = _(
        "The database {database} is missing, but {path} is there, and might hold its last moves. "
        "Put the database back, or take {path} away if you want a new one."
    )
    return text.format(database=error.database, path=error.path)


def database_locked_text(error: DatabaseLockedError) -> str:
    """Say that another program has locked the database."""
    return _("Another program has locked my database. Nothing is lost: try again in a minute.")


def damaged_page_text(error: DamagedPageError) -> str:
    """Say that a part of the database is damaged."""
    return _("My database is damaged, so I can't do that. Ask the bot's owner to restore a backup.")


def disk_full_text(error: DiskFullError) -> str:
    """Say that the disk is full."""
    return _("My disk is full, so I can't save that. Nothing is lost: ask the bot's owner to make room.")


def read_only_text(error: ReadOnlyDatabaseError) -> str:
    """Say that the database is read-only."""
    if not isinstance(error.path, Path):
        return _(
            "My database is read-only, so I can't save anything. Nothing is lost: "
            "ask the bot's owner to allow writing on its server."
        )
    return _(
        "My database is read-only, so I can't save anything. Nothing is lost: "
        "ask the bot's owner to allow writing to the file and its folder."
    )


def newer_database_text(error: NewerDatabaseError) -> str:
    """Say that the database is of a newer version than the program."""
    text = _("The database has version {version}, but this program only knows {known}. Update the program.")
    return text.format(version=error.version, known=error.known)
