"""Games played to their end without messages."""

import simcord

from host.model.controllers import Person
from host.model.table import Table, Venue
from host.model.table_options import TableOptions
from tests.cogs.room import Room
from tests.host.tables import take_turns


async def play_to_the_end(room: Room, *actors: simcord.MemberActor, edition: str = "chat-room", seed: int = 1) -> Table:
    """Play a game to its end at the host, without messages."""
    host, venue = room.bot.host, Venue(room.guild.id, room.channel.id)
    people = [Person(one.user.id, one.name.title()) for one in actors]
    table, _ = await host.lobby.join(venue, people[0])
    for person in people[1:]:
        await host.lobby.join(venue, person, table.number)
    played = await host.lobby.start(venue, people[0], table.number, TableOptions(edition, takeback=0))
    return await take_turns(host, played.after, 100, seed)
