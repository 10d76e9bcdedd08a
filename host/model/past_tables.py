"""Tables as they were earlier in their games. Pure."""

from datetime import datetime

from carcassonne import State
from host.model.clock import Clock
from host.model.table import BaseTable, RunningTable, SeatedTable, StartedTable, WaitingTable, shared_fields


def table_at(
    table: StartedTable, ply: int, state: State, played_at: datetime | None, clock: Clock | None = None
) -> RunningTable:
    """Return a table as it was at an earlier ply, with the state of that ply, and when its entry was made."""
    kept = {**shared_fields(table, SeatedTable), "ply": ply, "played_at": played_at}
    return RunningTable(**kept, state=state, pending=None, undo_request=None, clock=clock, commitment=table.commitment)


def table_before_start(table: StartedTable) -> WaitingTable:
    """Return a table as it was while it waited for players."""
    return WaitingTable(**shared_fields(table, BaseTable))
