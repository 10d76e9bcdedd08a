"""The errors that carry a table, a seat or a person."""

from dataclasses import dataclass
from datetime import datetime

from carcassonne import Colour
from host.errors import HostError, NoTableError
from host.model.controllers import Person
from host.model.table import (
    BaseRunningTable,
    BaseTable,
    ClosedTable,
    FinishedTable,
    LiveTable,
    Pending,
    RunningTable,
    Seat,
    SeatedTable,
    StartedTable,
    Table,
    UndoRequest,
    WaitingTable,
)


@dataclass(eq=False)
class NoTableHereError(NoTableError):
    """No table was named, and none is here that the command could mean."""

    here: tuple[BaseTable, ...]
    """The tables within reach: their games run."""
    elsewhere: tuple[BaseTable, ...]
    """The person's tables on this server."""


@dataclass(eq=False)
class NotSeatedError(HostError):
    """The person has no seat at the table."""

    table: LiveTable


@dataclass(eq=False)
class AlreadySeatedError(HostError):
    """The person already has a seat at the table."""

    table: WaitingTable


@dataclass(eq=False)
class TableFullError(HostError):
    """No seat is left at the table."""

    table: WaitingTable
    most: int
    """How many people fit."""


@dataclass(eq=False)
class NoSeatForComputerError(HostError):
    """A computer was to be added, but every seat at the table is taken."""

    table: WaitingTable


@dataclass(eq=False)
class NoSuchComputerError(HostError):
    """The computer that was to be taken away does not sit at the table."""

    table: WaitingTable


@dataclass(eq=False)
class AlreadyStartedError(HostError):
    """The game at the table runs."""

    table: BaseRunningTable


@dataclass(eq=False)
class NotStartedError(HostError):
    """The game at the table has not begun."""

    table: WaitingTable | ClosedTable


@dataclass(eq=False)
class GameOverError(HostError):
    """The game at the table is over, or the table was closed before it began."""

    table: ClosedTable | SeatedTable


@dataclass(eq=False)
class NotYourTurnError(HostError):
    """Another seat is to move."""

    table: RunningTable
    to_move: Seat


@dataclass(eq=False)
class TurnPendingError(HostError):
    """The turn just played at the table can still be taken back."""

    table: RunningTable
    pending: Pending


@dataclass(eq=False)
class NotYourTakebackError(HostError):
    """Only the player of the pending turn can take it back or finish it."""

    table: RunningTable
    pending: Pending


@dataclass(eq=False)
class NoTurnYetError(HostError):
    """The person has not played a turn at the table that could be undone."""

    table: StartedTable


@dataclass(eq=False)
class ResignedSinceError(HostError):
    """Somebody at the table has resigned since the turn that was to be undone."""

    table: StartedTable
    seat: Seat
    """The seat that was resigned."""


@dataclass(eq=False)
class UndoAskedError(HostError):
    """Somebody else asks to undo a turn at the table."""

    table: RunningTable
    request: UndoRequest


@dataclass(eq=False)
class NotAskedError(HostError):
    """The request at the table is over."""

    table: RunningTable


@dataclass(eq=False)
class StaleError(HostError):
    """The table has moved on since the ply that the person acted on."""

    table: Table


@dataclass(eq=False)
class AloneError(HostError):
    """Only one person sits at the table, and no practice game was asked for."""

    table: WaitingTable


@dataclass(eq=False)
class NotAloneError(HostError):
    """A practice game was asked for, but others have sat down at the table."""

    table: WaitingTable


@dataclass(eq=False)
class TooManyPlayersError(HostError):
    """The edition seats fewer players than the table has."""

    table: WaitingTable
    players: int
    """How many the table has."""
    most: int
    """How many the edition seats."""


@dataclass(eq=False)
class NotOrganiserError(HostError):
    """Only the organiser of the table may do that."""

    table: WaitingTable


@dataclass(eq=False)
class ColourTakenError(HostError):
    """Somebody else at the table has chosen that colour."""

    table: WaitingTable
    colour: Colour


@dataclass(eq=False)
class SuccessorLeftError(HostError):
    """The person who was to become organiser does not sit at the table."""

    table: WaitingTable


@dataclass(eq=False)
class ResignedError(HostError):
    """The person has resigned from this game."""

    table: RunningTable


@dataclass(eq=False)
class NotLateError(HostError):
    """The turn at the table is not late, so there is nothing to vote on."""

    table: RunningTable
    at: datetime | None
    """When the turn can be voted on; None if nobody knows yet."""


@dataclass(eq=False)
class VoteOverError(HostError):
    """The vote at the table is decided, or the turn was played."""

    table: RunningTable


@dataclass(eq=False)
class OwnTurnLateError(HostError):
    """It is the person's own turn that the others vote on."""

    table: RunningTable


@dataclass(eq=False)
class SeatTakenError(HostError):
    """The seat at the table is not free: it is neither open nor a computer's, or not any more."""

    table: RunningTable
    seat: Seat


@dataclass(eq=False)
class ServerFullError(HostError):
    """As many tables wait or run on this server as its managers allow."""

    most: int
    """How many they allow."""
    tables: tuple[BaseTable, ...]
    """Those with a free seat."""


@dataclass(eq=False)
class TooManyOwnTablesError(HostError):
    """The person has as many tables without other players on this server as are allowed."""

    tables: tuple[BaseTable, ...]
    most: int
    """How many are allowed."""


@dataclass(eq=False)
class NoSuchSeatError(HostError):
    """The table has no such seat."""

    table: RunningTable
    seat: int
    """The number that was given, from 0."""


@dataclass(eq=False)
class SeatResignedError(HostError):
    """The player of that seat has resigned."""

    table: RunningTable
    seat: Seat


@dataclass(eq=False)
class ComputersSeatError(HostError):
    """A computer plays that seat already."""

    table: RunningTable


@dataclass(eq=False)
class NobodyElseError(HostError):
    """Nobody else plays at the table, so no computer can play on for the last person."""

    table: RunningTable


@dataclass(eq=False)
class SitsThereError(HostError):
    """That person has a seat at the table already, or had one."""

    table: RunningTable
    person: Person
    is_own: bool
    """Whether that person asks for the seat."""


@dataclass(eq=False)
class StillSeatedError(HostError):
    """The person has just sat down again, and is not deleted."""

    tables: tuple[BaseTable, ...]


@dataclass(eq=False)
class AlreadyImportedError(HostError):
    """The game of a record is stored already, with the person who was named for it."""

    person: Person


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
