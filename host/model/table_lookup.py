"""Which table a command means. Most commands may leave out ``game``."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

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
    """Other tables that could have been meant; empty if it was clear."""


def nearby_tables(tables: Iterable[TableT], venue: Venue) -> list[TableT]:
    """Return the tables of this thread; if it has none, those of its channel and the channel's threads."""
    home = venue.home
    here = [table for table in tables if table.venue.home == home]
    in_thread = [table for table in here if table.venue.channel == venue.channel] if venue.parent is not None else []
    return in_thread or here


def reachable_tables(tables: Sequence[TableT], venue: Venue, person_id: int) -> list[TableT]:
    """Return the tables that a command may mean: in direct messages all of the person's own, elsewhere those nearby.

    If there are none nearby, they are the person's private ones, wherever these were opened.
    """
    own = [table for table in tables if table.has_player(person_id)]
    if venue.is_private:
        return own
    return nearby_tables(tables, venue) or [table for table in own if table.is_private]


def choose_running(
    tables: Iterable[LiveSummary],
    venue: Venue,
    person_id: int,
    is_meant: Callable[[BaseRunningTable], bool] | None = None,
) -> FoundTable[RunningSummary] | None:
    """Choose the running game that a command means; None if there is none within reach.

    A person chooses among their own games; somebody without one chooses among all. A game that ``is_meant`` accepts
    comes first, then one where the person is to move. Of several, those of this channel come before those of its
    threads, and the one that has waited longest comes first.
    """
    running = [table for table in tables if isinstance(table, RunningSummary)]
    reachable = reachable_tables(running, venue, person_id)
    own = [table for table in reachable if table.has_player(person_id)] or reachable
    meant = [table for table in own if is_meant(table)] if is_meant else []
    waiting = meant or [table for table in own if table.is_to_move(person_id)] or own
    if not waiting:
        return None
    first, *others = sorted(
        waiting, key=lambda table: (table.venue.channel != venue.channel, table.moved_at, table.number)
    )
    return FoundTable(first, tuple(others))


def choose_live(tables: Sequence[LiveSummary], venue: Venue, person_id: int) -> LiveSummary | None:
    """Choose a table within reach that runs or waits: the person's own before others, then one that runs.

    Of several, the running game is the one of ``choose_running``, and the waiting table the newest.
    """
    reachable = reachable_tables(tables, venue, person_id)
    own = [table for table in reachable if table.has_player(person_id)] or reachable
    waiting = [table for table in own if isinstance(table, WaitingTable)]
    if found := choose_running(own, venue, person_id):
        return found.table
    return max(waiting, key=lambda table: table.number, default=None)


def no_table_error(tables: Sequence[LiveSummary], venue: Venue, person_id: int) -> HostError:
    """Return the error for a person who means a running game where there is none.

    It is NotStartedError if a table waits within reach: their own, or any if they play nowhere else on this server.
    Otherwise it is NoTableHereError: with the games within reach, and with the person's own on this server.
    """
    reachable = reachable_tables(tables, venue, person_id)
    waiting = [table for table in reachable if isinstance(table, WaitingTable)]
    own = [table for table in tables if table.has_player(person_id) and table.venue.guild == venue.guild]
    meant = [table for table in waiting if table.has_player(person_id)] or ([] if own else waiting)
    if meant:
        return NotStartedError(meant[-1])
    here = [table for table in reachable if not isinstance(table, WaitingTable)]
    return NoTableHereError(here=tuple(here), elsewhere=tuple(own))


def is_visible(table: BaseTable, venue: Venue, person_id: int) -> bool:
    """Return whether a person may name this table here: on its server, in its channel, or if they sit at it. A private
    table is for who sits there alone.

    Numbers are counted over all servers, so a number alone does not show that a table is of this server.
    """
    if table.is_private:
        return any(one.id == person_id for one in table.people)
    is_same_server = venue.guild is not None and venue.guild == table.venue.guild
    return is_same_server or venue.channel == table.venue.channel or any(one.id == person_id for one in table.people)


def nameable_tables(tables: Iterable[TableT], venue: Venue, person_id: int, most: int | None = None) -> list[TableT]:
    """Return the first ``most`` tables that a person may name here: their own, then this channel's, then others."""
    visible = [table for table in tables if is_visible(table, venue, person_id)]
    visible.sort(key=lambda one: (not one.has_player(person_id), one.venue.home != venue.home, one.number))
    return visible[:most]


def require_waiting(table: Table) -> WaitingTable:
    """Return a table if it waits for players; raise AlreadyStartedError or GameOverError."""
    if isinstance(table, WaitingTable):
        return table
    raise AlreadyStartedError(table) if isinstance(table, RunningTable) else GameOverError(table)


def require_running(table: Table) -> RunningTable:
    """Return a table if its game runs; raise NotStartedError or GameOverError."""
    if isinstance(table, RunningTable):
        return table
    raise not_running(table)


def not_running(table: WaitingTable | ClosedTable | FinishedTable) -> HostError:
    """Return the error for a table whose game does not run: NotStartedError or GameOverError."""
    return NotStartedError(table) if isinstance(table, WaitingTable) else GameOverError(table)


def require_started(table: Table) -> StartedTable:
    """Return a table if its game has begun, and may be over; raise NotStartedError."""
    if isinstance(table, RunningTable | FinishedTable):
        return table
    raise NotStartedError(table)


def check_seated(table: LiveTable, person_id: int) -> None:
    """Raise NotSeatedError or ResignedError unless the person plays at the table."""
    if not table.has_player(person_id):
        if isinstance(table, RunningTable) and table.seats_of(person_id):
            raise ResignedError(table)
        raise NotSeatedError(table)
