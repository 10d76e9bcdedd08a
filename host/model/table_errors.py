"""The errors that carry a table, a seat or a person."""

from datetime import datetime

from carcassonne import Colour
from host.errors import HostError, NoTableError
from host.model.controllers import Person
from host.model.requests import UndoRequest
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
    WaitingTable,
)


class WaitingTableError(HostError):
    """The base of errors about a table that waits."""

    table: WaitingTable


class RunningTableError(HostError):
    """The base of errors about a table whose game runs."""

    table: RunningTable


class NoTableHereError(NoTableError):
    """No table was named, and none is here that the command could mean."""

    here: tuple[BaseTable, ...]
    """The tables within reach: their games run."""
    elsewhere: tuple[BaseTable, ...]
    """The person's tables on this server."""


class NotSeatedError(HostError):
    """The person has no seat at the table."""

    table: LiveTable


class AlreadySeatedError(WaitingTableError):
    """The person already has a seat at the table."""


class TableFullError(WaitingTableError):
    """No seat is left at the table."""

    most: int


class NoSeatForComputerError(WaitingTableError):
    """A computer was to be added, but every seat at the table is taken."""


class NoSuchComputerError(WaitingTableError):
    """The computer that was to be taken away does not sit at the table."""


class AlreadyStartedError(HostError):
    """The game at the table runs."""

    table: BaseRunningTable


class NotStartedError(HostError):
    """The game at the table has not begun."""

    table: WaitingTable | ClosedTable


class GameOverError(HostError):
    """The game at the table is over, or the table was closed before it began."""

    table: ClosedTable | SeatedTable


class NotYourTurnError(RunningTableError):
    """Another seat is to move."""

    to_move: Seat


class TurnPendingError(RunningTableError):
    """The turn just played at the table can still be taken back."""

    pending: Pending


class NotYourTakebackError(RunningTableError):
    """Only the player of the pending turn can take it back or finish it."""

    pending: Pending


class NoTurnYetError(HostError):
    """The person has not played a turn at the table that could be undone."""

    table: StartedTable


class ResignedSinceError(HostError):
    """Somebody at the table has resigned since the turn that was to be undone."""

    table: StartedTable
    seat: Seat
    """The seat that was resigned."""


class UndoAskedError(RunningTableError):
    """Somebody else asks to undo a turn at the table."""

    request: UndoRequest


class NotAskedError(RunningTableError):
    """The request at the table is over."""


class NoHintsError(RunningTableError):
    """The table forbids hints, or others play there."""


class StaleError(HostError):
    """The table has moved on since the ply that the person acted on."""

    table: Table


class UndoneError(HostError):
    """What the person acted on was taken back by an undo."""

    table: Table


class AloneError(WaitingTableError):
    """Only one person sits at the table, and no practice game was asked for."""


class StillSettingUpError(WaitingTableError):
    """The organiser has just changed the table, so somebody else is asked before they start its game."""


class NotAloneError(WaitingTableError):
    """A practice game was asked for, but others have sat down at the table."""


class TooManyPlayersError(WaitingTableError):
    """The edition seats fewer players than the table has."""

    players: int
    most: int
    """How many the edition seats."""


class NotOrganiserError(WaitingTableError):
    """Only the organiser of the table may do that."""


class ColourTakenError(WaitingTableError):
    """Somebody else at the table has chosen that colour."""

    colour: Colour


class SuccessorLeftError(WaitingTableError):
    """The person who was to become organiser does not sit at the table."""


class ResignedError(RunningTableError):
    """The person has resigned from this game."""


class NotLateError(RunningTableError):
    """The turn at the table is not late, so there is nothing to vote on."""

    at: datetime | None
    """When the turn can be voted on; None if nobody knows yet."""


class VoteOverError(RunningTableError):
    """The vote at the table is decided, or the turn was played."""


class OwnTurnLateError(RunningTableError):
    """It is the person's own turn that the others vote on."""


class SeatTakenError(RunningTableError):
    """The seat at the table is not free: it is neither open nor a computer's, or not any more."""

    seat: Seat


class PlaysAloneError(RunningTableError):
    """Somebody began the game alone, and has not invited anybody to it."""

    person: Person


class SeatAskedError(RunningTableError):
    """Somebody else has asked for a seat at the table, and waits for the answer."""

    person: Person


class OwnSeatRequestError(RunningTableError):
    """The person has asked for the seat, so others let them in."""


class ServerFullError(HostError):
    """As many tables wait or run on this server as its managers allow."""

    most: int
    tables: tuple[BaseTable, ...]
    """Those with a free seat."""


class TooManyOwnTablesError(HostError):
    """The person has as many tables without other players on this server as are allowed."""

    tables: tuple[BaseTable, ...]
    most: int


class NoSuchSeatError(RunningTableError):
    """The table has no such seat."""

    seat: int
    """The number that was given, from 0."""


class SeatResignedError(RunningTableError):
    """The player of that seat has resigned."""

    seat: Seat


class ComputersSeatError(RunningTableError):
    """A computer plays that seat already."""


class NobodyElseError(RunningTableError):
    """Nobody else plays at the table, so no computer can play on for the last person."""


class SitsThereError(RunningTableError):
    """That person has a seat at the table already, or had one."""

    person: Person
    is_own: bool
    """Whether that person asks for the seat."""


class StillSeatedError(HostError):
    """The person has just sat down again, and is not deleted."""

    tables: tuple[BaseTable, ...]


class AlreadyImportedError(HostError):
    """The game of a record is stored already, with the person who was named for it."""

    person: Person


class NotAPlayerError(HostError):
    """The person has not played the game that is to be played again."""

    table: StartedTable


class NotInvitedError(WaitingTableError):
    """The table is a rematch of a game that the person has not played."""


class NotOverError(HostError):
    """The game that is to be played again still runs."""

    table: Table


class StillRunsError(HostError):
    """The game that is to be reviewed still runs."""

    table: StartedTable


class NoReviewError(HostError):
    """The game has no review: it was not played to its end, or was for practice."""

    table: StartedTable


class RematchExistsError(HostError):
    """The rematch of the game waits, runs or is over."""

    table: Table


class NobodyLeftError(HostError):
    """There is nobody to play the game again with: the others have left, or are deleted."""

    table: FinishedTable


class PlannedGameError(HostError):
    """It was planned, as for a tournament, so nobody ends it alone."""

    table: RunningTable


class NoSeriesError(HostError):
    """The game belongs to no series that goes on, or cannot begin one: too few people have played it."""

    table: FinishedTable


class SeriesRunsError(HostError):
    """The game belongs to a series already, and that is not decided."""

    table: FinishedTable
