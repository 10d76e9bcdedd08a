"""What server managers can choose for the tables on their server."""

from host.model.clock import TimeoutAction
from host.model.table_options import SeatOrder, TableSettings
from tests.cogs.admin_commands import ADMIN, manager
from tests.cogs.room import ON_SIMCORD, Room, words

pytestmark = ON_SIMCORD


async def test_nothing_is_chosen_at_first(room: Room) -> None:
    assert (await words(manager(room).slash(room.channel, f"{ADMIN} settings"))).splitlines() == [
        "Tables can open in any channel.",
        "Any number of tables at a time.",
        "Each person can have up to 5 waiting tables and games on their own.",
        "New tables play Standard.",
        "Language of new tables: the server's.",
    ]


async def test_tables_in_chosen_channels_only(room: Room) -> None:
    max_, other = manager(room), room.guild.create_text_channel("other")
    said = await words(max_.slash(other, f"{ADMIN} channels", change="add"))
    assert said.startswith(f"Tables can open only in <#{other.id}>.")
    said = await words(room.ann.slash(room.channel, "join"))
    assert said == f"On this server you can open tables only in <#{other.id}>."
    await room.ann.slash(other, "join")
    assert room.waiting().venue.channel == other.id
    said = await words(max_.slash(other, f"{ADMIN} channels", change="remove", channel=room.channel))
    assert said == f"<#{room.channel.id}> isn't on the list, so there's nothing to remove."
    said = await words(max_.slash(other, f"{ADMIN} channels", change="remove"))
    assert said.startswith("Tables can open in any channel.")


async def test_no_more_tables_than_chosen(room: Room) -> None:
    max_, other = manager(room), room.guild.create_text_channel("other")
    said = await words(max_.slash(room.channel, f"{ADMIN} tables", most=1))
    assert "At most 1 table at a time." in said
    await room.ann.slash(room.channel, "join")
    said = await words(room.bob.slash(other, "join"))
    seat = f"There's a free seat at #1 (<#{room.channel.id}>)."
    assert said == f"This server allows 1 table at a time. {seat}"
    await room.bob.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start")
    said = await words(room.chloe.slash(other, "join"))
    assert said == "This server allows 1 table at a time. Wait until it's free."
    await words(max_.slash(room.channel, f"{ADMIN} tables", most=0))
    assert "You're at table #2." in await words(room.bob.slash(other, "join"))


async def test_new_tables_are_set_up_as_chosen(room: Room) -> None:
    max_ = manager(room)
    said = await words(
        max_.slash(
            room.channel, f"{ADMIN} defaults", edition="new-edition", options="river", pace="3d", aids=False,
            takeback=0, order="joined", language="de", timeout="skip", rated=False,
        )
    )  # fmt: skip
    assert said.splitlines()[-3:] == [
        "New tables play Carcassonne, new edition with The River.",
        "3 days a turn · the turn is skipped when time's up · no time to undo"
        " · hints off · in order of joining · not rated.",
        "Language of new tables: Deutsch.",
    ]
    await room.restart()
    await room.ann.slash(room.channel, "join")
    table = room.waiting()
    assert (table.edition, table.options) == ("new-edition", ("river",))
    assert table.settings == TableSettings("3d", False, 0, SeatOrder.JOINED, False, "de", False, TimeoutAction.SKIP)
    said = await words(max_.slash(room.channel, f"{ADMIN} defaults", edition="classic", options="river"))
    assert said == "“The River” is only in Carcassonne, new edition. Choose that edition, or leave it out."
    await max_.slash(room.channel, f"{ADMIN} defaults", edition="classic")
    assert room.bot.host.administration.server(room.guild.id).table_options.options is None
    said = await words(max_.slash(room.channel, f"{ADMIN} defaults", reset=True, takeback=1))
    assert said.splitlines()[-3:] == [
        "New tables play Standard.",
        "1 second to undo.",
        "Language of new tables: the server's.",
    ]
    said = await words(max_.slash(room.channel, f"{ADMIN} defaults", reset=True, pace="none"))
    assert "No time limit." in said.splitlines()


async def test_one_person_cannot_fill_the_server_with_tables(room: Room) -> None:
    for number in range(5):
        await room.ann.slash(room.guild.create_text_channel(f"c{number}"), "join")
    said = await words(room.ann.slash(room.channel, "join"))
    assert said == ("You already have 5 tables to yourself (#1, #2, #3, #4 and #5). Leave or end one first.")
