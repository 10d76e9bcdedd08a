"""The errors of rematches and series."""

from dataclasses import dataclass

from host.errors import HostError, HostErrorCode
from host.model.table import FinishedTable, StartedTable, Table, WaitingTable


@dataclass(eq=False)
class NotAPlayerError(HostError):
    """The person has not played the game that is to be played again."""

    code = HostErrorCode.NOT_A_PLAYER
    table: StartedTable


@dataclass(eq=False)
class NotInvitedError(HostError):
    """The table is a rematch of a game that the person has not played."""

    code = HostErrorCode.NOT_INVITED
    table: WaitingTable


@dataclass(eq=False)
class NotOverError(HostError):
    """The game that is to be played again still runs."""

    code = HostErrorCode.NOT_OVER
    table: Table


@dataclass(eq=False)
class RematchExistsError(HostError):
    """The rematch of the game waits, runs or is over."""

    code = HostErrorCode.REMATCH_EXISTS
    table: Table
    """The table of the rematch."""


@dataclass(eq=False)
class NobodyLeftError(HostError):
    """There is nobody to play the game again with: the others have left, or are deleted."""

    code = HostErrorCode.NOBODY_LEFT
    table: FinishedTable


@dataclass(eq=False)
class NoSeriesError(HostError):
    """The game belongs to no series that goes on, or cannot begin one: too few people have played it."""

    code = HostErrorCode.NO_SERIES
    table: FinishedTable


@dataclass(eq=False)
class SeriesRunsError(HostError):
    """The game belongs to a series already, and that is not decided."""

    code = HostErrorCode.SERIES_RUNS
    table: FinishedTable
