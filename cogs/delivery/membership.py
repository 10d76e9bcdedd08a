"""Who is on a server. Discord does not tell the bot who joins and leaves, so the bot asks."""

from collections.abc import Iterable

from cogs.delivery.context import DeliveryContext
from cogs.delivery.errors import is_discord_trouble
from host.errors import HostError
from host.model.controllers import Person, is_nameless
from host.model.table import BaseTable, StartedTable


async def has_left(context: DeliveryContext, table: BaseTable, person_id: int) -> bool:
    """Return whether a person has left the server of a table. If that is unknown, they have not."""
    try:
        return not await context.channels.has_member(table.venue, person_id)
    except Exception as error:
        if not is_discord_trouble(error):
            raise
    return False


async def remove_if_left(context: DeliveryContext, table: BaseTable, person: Person) -> bool:
    """Remove a person from a waiting table if they have left its server. Return whether they were removed."""
    if not await has_left(context, table, person.id):
        return False
    try:
        await context.host.lobby.leave(table.venue, person, table.number)
    except HostError:  # somebody else was quicker
        return False
    return True


async def who_has_left(context: DeliveryContext, table: BaseTable, people: Iterable[Person]) -> frozenset[int]:
    """Return the ids of those among some people who have left the server of a table."""
    return frozenset([one.id for one in people if not is_nameless(one.id) and await has_left(context, table, one.id)])


async def absent_players(context: DeliveryContext, table: StartedTable) -> frozenset[int]:
    """Return the ids of the players who have left the server of their table, without the player to move."""
    return await who_has_left(context, table, [one for one in table.humans if not table.is_to_move(one.id)])
