"""Who is on a server: asked of Discord, for the bot is not told who comes and goes."""

import discord

from cogs.interaction.client import Client
from host import BaseTable, HostError, Person, StartedTable


async def has_left(client: Client, table: BaseTable, person_id: int) -> bool:
    """Say whether a person has left the server of a table; no where that is not known."""
    guild = client.get_guild(table.venue.guild) if table.venue.guild else None
    if guild is None:
        return False
    try:
        await guild.fetch_member(person_id)
    except discord.NotFound:
        return True
    except discord.HTTPException:
        return False
    return False


async def is_dismissed(client: Client, table: BaseTable, person: Person) -> bool:
    """Take a person from a table that waits, if they have left its server since they sat down; say whether."""
    if not await has_left(client, table, person.id):
        return False
    try:
        await client.host.lobby.leave(table.venue, person, table.number)
    except HostError:  # somebody else was quicker
        return False
    return True


async def absent(client: Client, table: StartedTable) -> frozenset[int]:
    """Return the ids of those who play at a table, are not to move there, and have left its server."""
    others = [person.id for person in table.players if not table.is_to_move(person.id)]
    return frozenset([one for one in others if await has_left(client, table, one)])
