"""The buttons of a turn's message, with what has to be read for them."""

import discord

from cogs.message.turn import may_undo_alone, turn_view
from host.host import Host
from host.model.table import RunningTable, StartedTable


async def load_turn_view(host: Host, table: StartedTable) -> discord.ui.View | None:
    """Return the buttons of a table's latest message; None if there is nothing to press.

    Against computers, a person's first message has no Undo: nothing of theirs could be undone.
    """
    person = table.next_seat.person if isinstance(table, RunningTable) and not table.is_practice else None
    if person and isinstance(table, RunningTable) and may_undo_alone(table):
        return turn_view(table, has_turn=await host.undo_requests.has_turn(table, person.id))
    return turn_view(table)
