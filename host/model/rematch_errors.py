"""The errors of rematches and series."""

from dataclasses import dataclass

from host.errors import HostError
from host.model.table import FinishedTable, StartedTable, Table, WaitingTable


@dataclass(eq=False)
class NotAPlayerError(HostError):
    """The person has not played the game that is to be played again."""

    table: StartedTable


@dataclass(eq=False)
class NotInvitedError(HostError):
    """The table is a rematch of a game that the person has not played."""

    table: WaitingTable


@dataclass(eq=False)
class NotOverError(HostError):
    """The game that is to be played again still runs."""

    table: Table


@dataclass(eq=False)
class RematchExistsError(HostError):
    """The rematch of the game waits, runs or is over."""

    table: Table
    """The table of the rematch."""


@dataclass(eq=False)
class NobodyLeftError(HostError):
    """There is nobody to play the game again with: the others have left, or are deleted."""

    table: FinishedTable


@dataclass(eq=False)
class NoSeriesError(HostError):
    """The game belongs to no series that goes on, or cannot begin one: too few people have played it."""

    table: FinishedTable


@dataclass(eq=False)
class SeriesRunsError(HostError):
    """The game belongs to a series already, and that is not decided."""

    table: FinishedTable
