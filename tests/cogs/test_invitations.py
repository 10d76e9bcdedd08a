"""Tables that nobody has opened: who is invited is pinged, and the game begins when everybody is there."""

from host.model.controllers import Person
from host.model.invitation import Occasion
from host.model.table import WaitingTable
from host.model.table_options import TableOptions
from tests.cogs.rematches import private_words
from tests.cogs.room import ON_SIMCORD, Room

pytestmark = ON_SIMCORD


async def test_a_planned_game_begins_when_everybody_is_there(room: Room) -> None:
    await room.begin()  # so people are known
    host, here = room.bot.host, room.table().venue
    invited = [Person(one.user.id, one.name) for one in (room.bob, room.ann)]
    table = await host.invitations.open(here, Occasion("final", 1), invited, TableOptions(edition="classic"))
    assert isinstance(table, WaitingTable)
    await room.bot.outbox.show_status(table.number)
    message = room.messages()[-1]
    assert {one.id for one in message.mentions} == {one.id for one in invited}
    assert message.content.startswith(f"**Table #{table.number}** · 0 of 2 seats taken\nRules: ")
    assert message.content.endswith(": press **Join**. The game starts when everyone is here, or with **Start**.")
    refused = await private_words(room.chloe, message, "Join")
    assert refused.startswith(f"Table #{table.number} is kept for Bob and Ann. ")
    for one in (room.ann, room.bob):
        await one.click(message, label="Join")
    assert [seat.name for seat in room.table(table.number).seats] == ["Bob", "Ann"]
