"""What can stand in the way of a command: typed data, no text for people.

A class for each error, whose name is its code. Those that carry a table are in ``host.model.table_errors``.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeAlias, dataclass_transform

DatabaseName: TypeAlias = Path | str
"""The file of a database, or the address of a database on a server, without its password."""


@dataclass_transform(eq_default=False)
class HostError(Exception):
    """The command was not carried out; nothing has changed. A subclass is made a dataclass: its fields are its data."""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)

    def __str__(self) -> str:
        return f"{type(self).__name__} {', '.join(vars(self))}".rstrip()


class NoTableError(HostError):
    """There is no such table, or none that this person may see."""


class NoSuchTableError(NoTableError):
    """No table has this number, or none that this person may see."""

    number: int


class UnreadableTableNumberError(NoTableError):
    """The text is not the number of a table."""

    text: str


class NotOfferedError(HostError):
    """The value is not one of those that can be chosen."""

    value: str


class UnknownZoneError(HostError):
    """There is no time zone that is called so."""

    text: str


class BadHoursError(HostError):
    """The text is not two times of a day."""

    text: str


class BadCodeError(HostError):
    """The code of a link signs no browser in: it was used, is too old, or was never made."""


class NoPuzzleYetError(HostError):
    """The puzzle of today is not there yet."""


class TooManyFollowedError(HostError):
    """The person follows as many games as anybody may."""

    most: int
    games: tuple[int, ...]


class BadTimeOfDayError(HostError):
    """The text is not a time of a day."""

    text: str


class BadDateError(HostError):
    """The text is not a day."""

    text: str


class BadMomentError(HostError):
    """The text is not a day with a time of it."""

    text: str


class BadDurationError(HostError):
    """The text is no length of time."""

    text: str
    most: timedelta


class TooMuchTimeError(HostError):
    """More time was to be given than can be given at once."""

    more: timedelta
    longest: timedelta


class PastTimeError(HostError):
    """The time is over."""

    time: datetime


class VacationBackwardsError(HostError):
    """A vacation would end before it begins."""


class VacationTooLongError(HostError):
    """A vacation is longer than what is left of that year's days."""

    left: timedelta
    year: int
    most: int
    """The days of vacation in a year."""


class OnVacationError(HostError):
    """The person is on vacation already."""

    until: datetime


class NotOnVacationError(HostError):
    """The person is on no vacation and has planned none."""


class QuarantinedError(HostError):
    """The log of a game does not replay to what was stored."""

    number: int
    ply: int
    """The first ply that does not replay."""
    scores: tuple[int, ...] | None
    """The scores stored at the end of the game, by seat."""


class ChannelClosedError(HostError):
    """Tables may be opened in certain channels of this server only."""

    channels: tuple[int, ...]


class NotFinishedError(HostError):
    """The game of a record is not over."""


class NoSuchPlayerError(HostError):
    """More players were named than a record has."""

    names: tuple[str, ...]
    """The players of the record, by seat."""


class FileInUseError(HostError):
    """Another process runs on the database."""

    path: DatabaseName


class NeedsServerError(HostError):
    """The database is a file, which only one process can use, and this process would serve a part of the shards."""

    path: Path


class BadUrlError(HostError):
    """The host can open no database with this URL, which is given without its password."""

    url: str


class NotInAFileError(HostError):
    """What was to be done needs a database in a file, and this one is on a server."""

    url: str
    """The address without its password."""


class MissingDriverError(HostError):
    """The package that talks to this kind of database is not installed."""

    package: str


class DatabaseRefusedError(HostError):
    """The server refuses the user, the password or the database."""

    path: DatabaseName
    problem: str
    """What the server says of it, in English."""


class NewerDatabaseError(HostError):
    """A later program wrote the database."""

    version: int
    known: int


class DamagedDatabaseError(HostError):
    """The database cannot be read, is damaged, or is another program's."""

    path: DatabaseName
    problem: str
    """What the database says of it, in English."""


class NotAFileError(HostError):
    """The database's name is that of a folder, or of something else that is no file."""

    path: Path


class UnopenedDatabaseError(HostError):
    """The system lets nobody open the database's file: its folder is missing, or the disk is full."""

    path: Path
    problem: str
    """What the system says of it, in English."""


class LeftoverFileError(HostError):
    """A database is to be made where another one was, and a file that belongs to that one is still there.

    SQLite would take it for a part of the new database, or delete it. It may hold the last turns.
    """

    database: Path
    path: Path


class StorageError(HostError):
    """The database can be read or written no more, or not now. What it holds is whole, unless it is damaged."""

    path: DatabaseName


class DatabaseAwayError(StorageError):
    """The database's server does not answer."""


class TakenOverError(StorageError):
    """The connection to the server was lost, and another process serves the same shards since."""


class DatabaseLockedError(StorageError):
    """Another program has locked the database."""


class DiskFullError(StorageError):
    """There is no room left on the disk."""


class ReadOnlyDatabaseError(StorageError):
    """The database may not be written: the file, its folder, or the database on its server."""


class DamagedPageError(StorageError):
    """A part of the database is found damaged while the bot runs. The other parts may be whole."""

    problem: str
    """What the database says of it, in English."""
