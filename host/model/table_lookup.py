"""Which table a command means that names none: the rules for a ``game`` left out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, assert_never

from host.errors import HostError
from host.model.table import (
    BaseRunningTable,
    BaseTable,
    ClosedTable,
    FinishedTable,
    LiveSummary,
    LiveTable,
    RunningSummary,
    RunningTable,
    SeatedTable,
    StartedTable,
    Table,
    TableT,
    Venue,
    WaitingTable,
)
from host.model.table_errors import (
    AlreadyStartedError,
    GameOverError,
    NoTableHereError,
    NotSeatedError,
    NotStartedError,
    ResignedError,
)

FoundT_co = TypeVar("FoundT_co", bound=SeatedTable, covariant=True)


@dataclass(frozen=True, slots=True)
class FoundTable(Generic[FoundT_co]):
    """The table meant by a command that named none."""

    table: FoundT_co
    others: tuple[BaseRunningTable, ...] = ()
    """Those that could have been meant as well; none if it is clear."""


def nearby_tables(tables: Iterable[TableT], venue: Venue) -> list[TableT]:
    """Return the tables of this very thread; where it has none, those of the channel and its threads."""
    home = venue.home
    here = [table for table in tables if table.venue.home == home]
    in_thread = [table for table in here if table.venue.channel == venue.channel] if venue.parent is not None else []
    return in_thread or here


def reachable_tables(tables: Iterable[TableT], venue: Venue, person_id: int) -> list[TableT]:
    """Return the tables that a command may mean: in private all of the person's own, elsewhere those near."""
    if venue.is_private:
        return [table for table in tables if table.is_at(person_id)]
    return nearby_tables(tables, venue)


def choose_running(
    tables: Iterable[LiveSummary],
    venue: Venue,
    person_id: int,
    is_meant: Callable[[BaseRunningTable], bool] | None = None,
) -> FoundTable[RunningSummary] | None:
    """Choose among running games: what a command is meant for; else where the person is to move; else the only one;
    else the one waiting longest.

    Of several, those of this very channel come before those of its threads, which cannot be seen from here. Whoever
    plays none of them, and only looks on, chooses among all.
    """
    running = [table for table in tables if isinstance(table, RunningSummary)]
    reachable = reachable_tables(running, venue, person_id)
    own = [table for table in reachable if table.is_at(person_id)] or reachable
    meant = [table for table in own if is_meant(table)] if is_meant else []
    waiting = meant or [table for table in own if table.is_to_move(person_id)] or own
    if not waiting:
        return None
    first, *others = sorted(
        waiting, key=lambda table: (table.venue.channel != venue.channel, table.moved_at, table.number)
    )
    return FoundTable(first, tuple(others))


def no_table_error(tables: Sequence[LiveSummary], venue: Venue, person_id: int) -> HostError:
    """Return what to tell a person who means a table that is not there: which one waits or runs here, else where the
    person plays on this server.

    Of a table that waits it is NotStartedError, else NoTableError with the tables ``here`` and ``elsewhere``.
    """
    reachable = reachable_tables(tables, venue, person_id)
    waiting = [table for table in reachable if isinstance(table, WaitingTable)]
    if waiting:
        return NotStartedError(waiting[-1])
    own = [table for table in tables if table.is_at(person_id) and table.venue.guild == venue.guild]
    return NoTableHereError(here=tuple(reachable), elsewhere=tuple(own))


def is_visible(table: BaseTable, venue: Venue, person_id: int) -> bool:
    """Say whether a person may name this table here: numbers count on everywhere, but a server's games are its own."""
    is_same_server = venue.guild is not None and venue.guild == table.venue.guild
    return is_same_server or venue.channel == table.venue.channel or any(one.id == person_id for one in table.people)


def nameable_tables(tables: Iterable[TableT], venue: Venue, person_id: int) -> list[TableT]:
    """Return the tables that a person may name here: first the own, then those of this channel and its threads."""
    visible = [table for table in tables if is_visible(table, venue, person_id)]
    return sorted(visible, key=lambda one: (not one.is_at(person_id), one.venue.home != venue.home, one.number))


def require_waiting(table: Table) -> WaitingTable:
    """Return a table if it waits for players; raise AlreadyStartedError or GameOverError."""
    match table:
        case WaitingTable():
            return table
        case RunningTable():
            raise AlreadyStartedError(table)
        case ClosedTable() | FinishedTable():
            raise GameOverError(table)
        case _:
            assert_never(table)


def require_running(table: Table) -> RunningTable:
    """Return a table if its game runs; raise NotStartedError or GameOverError."""
    if isinstance(table, RunningTable):
        return table
    raise not_running(table)


def not_running(table: WaitingTable | ClosedTable | FinishedTable) -> HostError:
    """Return what to tell somebody who means a table as if its game ran: NotStartedError or GameOverError."""
    return NotStartedError(table) if isinstance(table, WaitingTable) else GameOverError(table)


def require_started(table: Table) -> StartedTable:
    """Return a table if its game has begun, and may be over; raise NotStartedError."""
    match table:
        case RunningTable() | FinishedTable():
            return table
        case WaitingTable() | ClosedTable():
            raise NotStartedError(table)
        case _:
            assert_never(table)


def check_seated(table: LiveTable, person_id: int) -> None:
    """Raise NotSeatedError or ResignedError unless the person plays at the table."""
    if not table.is_at(person_id):
        if isinstance(table, RunningTable) and table.seats_of(person_id):
            raise ResignedError(table)
        raise NotSeatedError(table)
