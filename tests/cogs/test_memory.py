"""What stays in memory."""

import gc

from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.table_options import TableOptions
from tests.cogs.room import ON_SIMCORD, Room
from tests.fixtures.held_requests import run_as_bot
from tests.fixtures.positions import first_legal_turn
from tests.host.tables import player

pytestmark = ON_SIMCORD

GAMES = 12


async def test_what_was_played_is_forgotten_once_it_is_announced(room: Room) -> None:
    """A result holds the states before and after its moves: 20 kB for each game, if it were kept."""
    ann, bob = (Person(one.user.id, name) for one, name in ((room.ann, "Ann"), (room.bob, "Bob")))
    await room.begin()
    host, venue = room.bot.host, room.table().venue

    async def play(number: int) -> None:
        table = await host.tables.load_running(number)
        played = await host.turns.play(number, player(table.next_seat), first_legal_turn(table.state), table.ply)
        await room.bot.outbox.publish(played)

    for _ in range(GAMES - 1):
        table, _ = await host.lobby.join(venue, ann)
        await host.lobby.join(venue, bob, table.number)
        await host.lobby.start(venue, ann, table.number, TableOptions(takeback=0))
    for number in range(1, GAMES + 1):
        await run_as_bot(room.env, play(number))
    await room.env.settle()
    gc.collect()
    alive = {one.after.number for one in gc.get_objects() if isinstance(one, PlayResult)}
    assert len(alive) <= 2, alive
