"""Tables where one person plays on alone or against computers: nobody waits there for anybody. Pure."""

from dataclasses import replace

from host.model.table import RunningTable
from host.model.table_options import settings_of_one


def settled_for_one(before: RunningTable, after: RunningTable) -> RunningTable:
    """Return a table after a change: if it has left one person alone, with the settings for that."""
    if before.is_solo or not after.is_solo:
        return after
    return replace(after, settings=settings_of_one(after.settings))
