"""Who is on a server. Discord does not tell the bot who joins and leaves, so the bot asks."""

from collections.abc import Iterable

from cogs.delivery.context import DeliveryContext
from host.errors import HostError
from host.model.controllers import Person, is_nameless
from host.model.table import BaseTable, StartedTable


async def remove_if_left(context: DeliveryContext, table: BaseTable, person: Person) -> bool:
    """Remove a person from a waiting table if they have left its server. Return whether they were removed."""
    if not await context.channels.has_left(table.venue, person.id):
        return False
    try:
        await context.host.lobby.leave(table.venue, person, table.number)
    except HostError:  # somebody else was quicker
        return False
    return True


async def who_has_left(context: DeliveryContext, table: BaseTable, people: Iterable[Person]) -> frozenset[int]:
    """Return the ids of those among some people who have left the server of a table."""
    known = [one.id for one in people if not is_nameless(one.id)]
    return frozenset([one for one in known if await context.channels.has_left(table.venue, one)])


async def absent_players(context: DeliveryContext, table: StartedTable) -> frozenset[int]:
    """Return the ids of the players who have left the server of their table, without the player to move."""
    return await who_has_left(context, table, [one for one in table.humans if not table.is_to_move(one.id)])
