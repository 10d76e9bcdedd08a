"""What can stand in the way of a command: a code and typed data, no text for people.

A class for each error. Those that carry a table are in ``host.model.table_errors``.
"""

from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, TypeAlias

DatabaseName: TypeAlias = Path | str
"""The file of a database, or the address of a database on a server, without its password."""


class HostErrorCode(StrEnum):
    """The codes of all errors, as logs show them. The classes say what each means."""

    NO_TABLE = "no-table"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    TABLE_FULL = "table-full"
    ALREADY_STARTED = "already-started"
    NOT_STARTED = "not-started"
    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    PENDING = "pending"
    NOT_YOUR_TAKEBACK = "not-your-takeback"
    NO_TURN_YET = "no-turn-yet"
    RESIGNED_SINCE = "resigned-since"
    UNDO_ASKED = "undo-asked"
    NOT_ASKED = "not-asked"
    STALE = "stale"
    ALONE = "alone"
    NOT_ALONE = "not-alone"
    TOO_MANY = "too-many"
    NOT_ORGANISER = "not-organiser"
    COLOUR_TAKEN = "colour-taken"
    SUCCESSOR_LEFT = "successor-left"
    RESIGNED = "resigned"
    NOT_LATE = "not-late"
    VOTE_OVER = "vote-over"
    OWN_TURN_LATE = "own-turn-late"
    SEAT_TAKEN = "seat-taken"
    NOT_OFFERED = "not-offered"
    UNKNOWN_ZONE = "unknown-zone"
    BAD_HOURS = "bad-hours"
    TOO_MANY_FOLLOWED = "too-many-followed"
    BAD_TIME_OF_DAY = "bad-time-of-day"
    BAD_DATE = "bad-date"
    PAST_TIME = "past-time"
    VACATION_BACKWARDS = "vacation-backwards"
    VACATION_TOO_LONG = "vacation-too-long"
    AWAY_ALREADY = "away-already"
    NOT_AWAY = "not-away"
    HELD = "held"
    CHANNEL_CLOSED = "channel-closed"
    SERVER_FULL = "server-full"
    TOO_MANY_OWN = "too-many-own"
    NO_SEAT = "no-seat"
    SEAT_RESIGNED = "seat-resigned"
    COMPUTERS_SEAT = "computers-seat"
    NOBODY_ELSE = "nobody-else"
    NO_SEAT_FOR_COMPUTER = "no-seat-for-computer"
    NO_SUCH_COMPUTER = "no-such-computer"
    SITS_THERE = "sits-there"
    STILL_SEATED = "still-seated"
    NOT_FINISHED = "not-finished"
    KEPT_ALREADY = "kept-already"
    NOT_A_PLAYER = "not-a-player"
    NOT_INVITED = "not-invited"
    NOT_OVER = "not-over"
    REMATCH_EXISTS = "rematch-exists"
    NOBODY_LEFT = "nobody-left"
    NO_SERIES = "no-series"
    SERIES_RUNS = "series-runs"
    NO_SUCH_PLAYER = "no-such-player"
    FILE_IN_USE = "file-in-use"
    SHARDS_TAKEN = "shards-taken"
    TAKEN_OVER = "taken-over"
    NEEDS_SERVER = "needs-server"
    BAD_URL = "bad-url"
    NEWER_DATABASE = "newer-database"
    DAMAGED_DATABASE = "damaged-database"
    NOT_A_FILE = "not-a-file"
    LEFTOVER_FILE = "leftover-file"
    DATABASE_LOCKED = "database-locked"
    DISK_FULL = "disk-full"
    DAMAGED_PAGE = "damaged-page"
    READ_ONLY = "read-only"
    DATABASE_AWAY = "database-away"
    DATABASE_REFUSED = "database-refused"
    MISSING_DRIVER = "missing-driver"
    NOT_IN_A_FILE = "not-in-a-file"


@dataclass(eq=False)
class HostError(Exception):
    """The command was not carried out; nothing has changed. The fields of each class are its data."""

    code: ClassVar[HostErrorCode]

    def __str__(self) -> str:
        return f"{self.code} {', '.join(field.name for field in fields(self))}".rstrip()


class NoTableError(HostError):
    """There is no such table, or none that this person may see."""

    code = HostErrorCode.NO_TABLE


@dataclass(eq=False)
class NoSuchTableError(NoTableError):
    """No table has this number, or none that this person may see."""

    number: int


@dataclass(eq=False)
class UnreadableTableNumberError(NoTableError):
    """The text is not the number of a table."""

    text: str


@dataclass(eq=False)
class NotOfferedError(HostError):
    """The value is not one of those that can be chosen."""

    code = HostErrorCode.NOT_OFFERED
    value: str


@dataclass(eq=False)
class UnknownZoneError(HostError):
    """There is no time zone that is called so."""

    code = HostErrorCode.UNKNOWN_ZONE
    text: str


@dataclass(eq=False)
class BadHoursError(HostError):
    """The text is not two times of a day."""

    code = HostErrorCode.BAD_HOURS
    text: str


@dataclass(eq=False)
class TooManyFollowedError(HostError):
    """The person follows as many games as anybody may."""

    code = HostErrorCode.TOO_MANY_FOLLOWED
    most: int
    games: tuple[int, ...]


@dataclass(eq=False)
class BadTimeOfDayError(HostError):
    """The text is not a time of a day."""

    code = HostErrorCode.BAD_TIME_OF_DAY
    text: str


@dataclass(eq=False)
class BadDateError(HostError):
    """The text is not a day."""

    code = HostErrorCode.BAD_DATE
    text: str


@dataclass(eq=False)
class PastTimeError(HostError):
    """The time is over."""

    code = HostErrorCode.PAST_TIME
    time: datetime


class VacationBackwardsError(HostError):
    """A vacation would end before it begins."""

    code = HostErrorCode.VACATION_BACKWARDS


@dataclass(eq=False)
class VacationTooLongError(HostError):
    """A vacation is longer than what is left of that year's days."""

    code = HostErrorCode.VACATION_TOO_LONG
    left: timedelta
    year: int
    most: int
    """The days of vacation in a year."""


@dataclass(eq=False)
class OnVacationError(HostError):
    """The person is on vacation already."""

    code = HostErrorCode.AWAY_ALREADY
    until: datetime


class NotOnVacationError(HostError):
    """The person is on no vacation and has planned none."""

    code = HostErrorCode.NOT_AWAY


@dataclass(eq=False)
class QuarantinedError(HostError):
    """The log of a game does not replay to what was stored."""

    code = HostErrorCode.HELD
    number: int
    ply: int
    """The first ply that does not replay."""
    scores: tuple[int, ...] | None
    """The scores stored at the end of the game, by seat."""


@dataclass(eq=False)
class ChannelClosedError(HostError):
    """Tables may be opened in certain channels of this server only."""

    code = HostErrorCode.CHANNEL_CLOSED
    channels: tuple[int, ...]
    """The ids of those channels."""


class NotFinishedError(HostError):
    """The game of a record is not over."""

    code = HostErrorCode.NOT_FINISHED


@dataclass(eq=False)
class NoSuchPlayerError(HostError):
    """More players were named than a record has."""

    code = HostErrorCode.NO_SUCH_PLAYER
    names: tuple[str, ...]
    """The players of the record, by seat."""


@dataclass(eq=False)
class FileInUseError(HostError):
    """Another process runs on the database."""

    code = HostErrorCode.FILE_IN_USE
    path: DatabaseName


@dataclass(eq=False)
class NeedsServerError(HostError):
    """The database is a file, which only one process can use, and this process would serve a part of the shards."""

    code = HostErrorCode.NEEDS_SERVER
    path: Path


@dataclass(eq=False)
class BadUrlError(HostError):
    """The host can open no database with this URL, which is given without its password."""

    code = HostErrorCode.BAD_URL
    url: str


@dataclass(eq=False)
class NotInAFileError(HostError):
    """What was to be done needs a database in a file, and this one is on a server."""

    code = HostErrorCode.NOT_IN_A_FILE
    url: str
    """The address without its password."""


@dataclass(eq=False)
class MissingDriverError(HostError):
    """The package that talks to this kind of database is not installed."""

    code = HostErrorCode.MISSING_DRIVER
    package: str


@dataclass(eq=False)
class DatabaseRefusedError(HostError):
    """The server refuses the user, the password or the database."""

    code = HostErrorCode.DATABASE_REFUSED
    path: DatabaseName
    problem: str
    """What the server says of it, in English."""


@dataclass(eq=False)
class NewerDatabaseError(HostError):
    """A later program wrote the database."""

    code = HostErrorCode.NEWER_DATABASE
    version: int
    known: int
    """The latest version that this program knows."""


@dataclass(eq=False)
class DamagedDatabaseError(HostError):
    """The database cannot be read, is damaged, or is another program's."""

    code = HostErrorCode.DAMAGED_DATABASE
    path: DatabaseName
    problem: str
    """What the database says of it, in English."""


@dataclass(eq=False)
class NotAFileError(HostError):
    """The database's name is that of a folder, or of something else that is no file."""

    code = HostErrorCode.NOT_A_FILE
    path: Path


@dataclass(eq=False)
class LeftoverFileError(HostError):
    """A database is to be made where another one was, and a file that belongs to that one is still there.

    SQLite would take it for a part of the new database, or delete it. It may hold the last turns.
    """

    code = HostErrorCode.LEFTOVER_FILE
    database: Path
    path: Path
    """The file that was left."""


@dataclass(eq=False)
class StorageError(HostError):
    """The database can be read or written no more, or not now. What it holds is whole, unless it is damaged."""

    path: DatabaseName


class DatabaseAwayError(StorageError):
    """The database's server does not answer."""

    code = HostErrorCode.DATABASE_AWAY


class TakenOverError(StorageError):
    """The connection to the server was lost, and another process serves the same shards since."""

    code = HostErrorCode.TAKEN_OVER


class DatabaseLockedError(StorageError):
    """Another program has locked the database."""

    code = HostErrorCode.DATABASE_LOCKED


class DiskFullError(StorageError):
    """There is no room left on the disk."""

    code = HostErrorCode.DISK_FULL


class ReadOnlyDatabaseError(StorageError):
    """The database may not be written: the file, its folder, or the database on its server."""

    code = HostErrorCode.READ_ONLY


@dataclass(eq=False)
class DamagedPageError(StorageError):
    """A part of the database is found damaged while the bot runs. The other parts may be whole."""

    code = HostErrorCode.DAMAGED_PAGE
    problem: str
    """What the database says of it, in English."""
