"""Before a game: seats, tables, settings."""

from host import Settings, Status
from tests.cogs.room import ON_SIMCORD, Room, words

pytestmark = ON_SIMCORD


def texts(room: Room) -> list[str]:
    return [message.content for message in room.messages()]


async def test_joining_is_seen_by_all_and_pings_nobody(room: Room) -> None:
    join, start = room.bot.mention("join"), room.bot.mention("start")
    assert await words(room.ann.slash(room.channel, "join")) == "You have a seat at table #1."
    assert await words(room.bob.slash(room.channel, "join")) == "You have a seat at table #1."
    assert texts(room) == [
        f"Ann opens table #1. {join} takes a seat, {start} begins the game (2 to 5 players).",
        f"Bob takes a seat at table #1: Ann and Bob. {start} begins the game.",
    ]
    assert all(message.mentions == [] for message in room.messages())


async def test_leaving(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    assert await words(room.ann.slash(room.channel, "leave")) == "You have left table #1."
    await room.bob.slash(room.channel, "leave")
    assert texts(room)[-2:] == ["Ann leaves table #1; still there: Bob.", "Bob leaves table #1, which is closed."]


async def test_settings_are_kept(room: Room) -> None:
    await room.begin(edition="new-edition", options="Abbot, River", pace="3d", takeback=60)
    table = room.table()
    assert table.settings == Settings("3d", aids=True, takeback=60)
    assert (table.edition, table.options) == ("new-edition", ("river", "abbot"))


async def test_practice_keeps_the_settings_of_the_command(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    offer = await room.ann.slash(
        room.channel, "start", edition="new-edition", options="river", pace="24h", aids=False, takeback=0
    )
    await room.restart()
    assert offer.response is not None
    await room.ann.click(offer.response, label="Practice game")
    table = room.table()
    assert (table.edition, table.options, table.is_practice) == ("new-edition", ("river",), True)
    assert table.settings == Settings("24h", aids=False, takeback=0)
    assert texts(room)[-1].splitlines()[1] == (
        "A practice game begins: Carcassonne, new edition with The River. The order is Ann (1) and Ann (2)."
    )


async def test_a_second_table_beside_a_running_game(room: Room) -> None:
    await room.begin()
    await room.ann.slash(room.channel, "join")
    await room.chloe.slash(room.channel, "join")
    await room.chloe.slash(room.channel, "start")
    assert room.table(2).status is Status.RUNNING
    said = await words(room.ann.slash(room.channel, "pass", at="M12", rotation=180))
    assert said == (
        "You put D on M12, turned 180°. Bob is next. (This is game #1, waiting longest; for #2 use the option `game`.)"
    )


async def test_two_people_of_one_name_are_told_apart(room: Room) -> None:
    twin = room.guild.add_member(room.env.create_user("other", global_name="ann"))
    for one in (room.ann, twin):
        await one.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start")
    assert texts(room)[-1].startswith("**Ann (1)** to move")
    assert "· 🔵 ann (2) 0 points" in texts(room)[-1]
