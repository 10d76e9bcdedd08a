"""Two people do something at a waiting table in the same moment.

Whatever arrives first: in the end the table's message shows what is stored, and nobody is refused without a reason.
"""

import discord
import simcord

from host.model.table import WaitingTable
from screens.text.markup import command_mention
from tests.cogs.deadlines import boards
from tests.cogs.options_panel import choose, open_form, options
from tests.cogs.rematches import now
from tests.cogs.room import ON_SIMCORD, Press, Room, labels
from tests.cogs.typed_words import old_button

pytestmark = ON_SIMCORD

MARKS = "▫🔴🔵🟡⚫⚪"


def table_message(room: Room) -> discord.Message:
    """The message of the only table."""
    [message] = [one for one in room.messages() if one.content.startswith(("**Table #1**", "Table #1"))]
    return message


def roster(message: discord.Message) -> list[str]:
    """The names in a table's message, without the mark of the host."""
    lines = [line for line in message.content.splitlines() if line[0] in MARKS]
    return [line.partition(" ")[2].replace("*", "").removesuffix(" (host)") for line in lines]


def told(pressed: simcord.InteractionResult) -> str:
    """What a person is told in private; empty if nothing, or if it was deleted because the public message says it."""
    assert pressed.acknowledged
    private = [one for one in (pressed.response, *pressed.followups) if one is not None and one.ephemeral]
    return "\n".join(dict.fromkeys(one.content for one in private))


def check_waiting(room: Room) -> list[str]:
    """Check that the message of the waiting table shows who sits there; return their names."""
    names = [person.name for person in room.waiting().people]
    message = table_message(room)
    assert roster(message) == names
    assert f"· {len(names)} of " in message.content
    assert labels(message) == ["Join", "Start", "Computers", "Options"]
    return names


def check_begun(room: Room) -> list[str]:
    """Check that one game has begun, and that the message of the table says so; return the names of the players."""
    names = [seat.name for seat in room.table().seats]
    status, *_ = room.messages()
    assert status.content.startswith("**Carcassonne #1**")
    assert labels(status) == []
    [first] = boards(room)
    assert first.content.startswith(f"**{names[0]}**'s turn · Carcassonne #1 · <@")
    assert labels(first)[0] == "Place"
    assert len([one for one in room.channel.history() if one.is_system()]) <= 1, "it is pinned once"
    return names


async def seat(room: Room, *people: simcord.MemberActor) -> discord.Message:
    """Let people join; return the message of the table."""
    for one in people:
        await one.slash(room.channel, "join")
    return table_message(room)


async def test_two_open_a_table(room: Room, press: Press) -> None:
    said = [
        told(one) for one in await press(room.ann.slash(room.channel, "join"), room.bob.slash(room.channel, "join"))
    ]
    assert all(text.startswith("You're at table #1.") for text in said)
    assert sorted(check_waiting(room)) == ["Ann", "Bob"]
    assert len(room.messages()) == 1


async def test_two_join(room: Room, press: Press) -> None:
    table = await seat(room, room.ann)
    pressed = await press(room.bob.click(table, label="Join"), room.chloe.click(table, label="Join"))
    assert [told(one) for one in pressed] == ["", ""]
    assert sorted(check_waiting(room)) == ["Ann", "Bob", "Chloé"]


async def test_two_want_the_last_seat(room: Room, press: Press) -> None:
    table = await seat(room, room.ann)
    await choose(room.ann, table, "edition", "castle")
    pressed = await press(room.bob.click(table, label="Join"), room.chloe.click(table, label="Join"))
    _, name = check_waiting(room)
    taken, refused = pressed if name == "Bob" else pressed[::-1]
    assert told(taken) == ""
    assert told(refused) == (f"Table #1 is full: it has 2 seats. Open another table with {command_mention('join')}.")
    assert table_message(room).content.splitlines()[0] == "**Table #1** · 2 of 2 seats taken"


async def test_two_want_one_colour(room: Room, press: Press) -> None:
    await seat(room, room.ann)
    pressed = await press(
        room.bob.slash(room.channel, "join", colour="black"), room.chloe.slash(room.channel, "join", colour="black")
    )
    _, name = check_waiting(room)
    taken, refused = pressed if name == "Bob" else pressed[::-1]
    assert told(taken) == "You're at table #1."
    assert told(refused) == "At table #1, black is taken. Still free: red, blue, yellow or white."
    assert f"⚫ {name}" in table_message(room).content


async def test_two_who_sit_choose_one_colour(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob)
    panels = [await options(one, table) for one in (room.ann, room.bob)]
    chosen = await press(
        *(
            one.select(panel, ["yellow"], custom_id="carc:colour:1")
            for one, panel in zip((room.ann, room.bob), panels, strict=True)
        )
    )
    assert sum(told(one).startswith("Your colour: 🟡 yellow.") for one in chosen) == 1
    assert sum("yellow is taken" in told(one) for one in chosen) == 1
    check_waiting(room)
    assert table_message(room).content.count("🟡") == 1


async def test_one_joins_while_another_leaves(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob)
    panel = await options(room.bob, table)
    pressed = await press(room.chloe.click(table, label="Join"), room.bob.click(panel, label="Leave"))
    assert [told(one) for one in pressed] == ["", "You've left table #1."]
    assert check_waiting(room) == ["Ann", "Chloé"]


async def test_one_joins_and_leaves(room: Room, press: Press) -> None:
    """The private answer with Leave is there from before."""
    table = await seat(room, room.ann, room.bob)
    panel = await options(room.bob, table)
    await room.bob.click(panel, label="Leave")
    again = old_button(room, "carc:leave:1")
    joined, left = await press(room.bob.click(table, label="Join"), room.bob.click(again, custom_id="carc:leave:1"))
    assert told(joined) == ""
    if told(left):
        assert told(left) == "You aren't at table #1. Press **Join** to take a seat."
        assert check_waiting(room) == ["Ann", "Bob"]
    else:
        assert check_waiting(room) == ["Ann"]


async def test_the_last_two_leave(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob)
    panels = [await options(one, table) for one in (room.ann, room.bob)]
    pressed = await press(room.ann.click(panels[0], label="Leave"), room.bob.click(panels[1], label="Leave"))
    assert [told(one) for one in pressed] == ["You've left table #1."] * 2
    assert (table_message(room).content, labels(table_message(room))) == ("Table #1 is closed.", [])


async def test_one_joins_while_the_only_other_one_leaves(room: Room, press: Press) -> None:
    table = await seat(room, room.ann)
    panel = await options(room.ann, table)
    left, joined = await press(room.ann.click(panel, label="Leave"), room.bob.click(table, label="Join"))
    assert told(left) == "You've left table #1."
    if told(joined):
        assert (table_message(room).content, labels(table_message(room))) == ("Table #1 is closed.", [])
    else:
        assert check_waiting(room) == ["Bob"]


async def test_two_start(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob)
    started, other = await press(room.ann.click(table, label="Start"), room.bob.click(table, label="Start"))
    assert told(started) == ""
    assert told(other) in (
        f"Game #1 has already begun. To leave it, use {command_mention('resign')}.",
        "Ann is still setting up table #1. Start anyway?",
    )
    assert check_begun(room) == ["Ann", "Bob"]


async def test_the_host_starts_while_a_guest_starts_anyway(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob)
    asked = (await room.bob.click(table, label="Start")).followups[-1]
    pressed = await press(room.ann.click(table, label="Start"), room.bob.click(asked, label="Start"))
    begun = f"Game #1 has already begun. To leave it, use {command_mention('resign')}."
    assert sum(begun in told(one) for one in pressed) == 1
    assert check_begun(room) == ["Ann", "Bob"]


async def test_two_guests_start_anyway(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob, room.chloe)
    first, second = [(await one.click(table, label="Start")).followups[-1] for one in (room.bob, room.chloe)]
    pressed = await press(room.bob.click(first, label="Start"), room.chloe.click(second, label="Start"))
    begun = f"Game #1 has already begun. To leave it, use {command_mention('resign')}."
    assert sum(begun in told(one) for one in pressed) == 1
    assert check_begun(room) == ["Ann", "Bob", "Chloé"]


async def test_a_guest_starts_anyway_while_the_host_changes_the_edition(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob)
    asked = (await room.bob.click(table, label="Start")).followups[-1]
    panel = await options(room.ann, table)
    chosen, started = await press(
        room.ann.select(panel, ["classic"], custom_id="carc:edition:1"), room.bob.click(asked, label="Start")
    )
    assert told(started) == ""
    if "has already begun" in told(chosen):
        assert room.table().edition == "chat-room"
    else:
        assert room.table().edition == "classic"
    assert check_begun(room) == ["Ann", "Bob"]


async def test_two_start_by_command(room: Room, press: Press) -> None:
    await seat(room, room.ann, room.bob)
    started = await press(room.ann.slash(room.channel, "start"), room.bob.slash(room.channel, "start"))
    assert told(started[0]) == ""
    assert told(started[1]) != ""
    assert check_begun(room) == ["Ann", "Bob"]


async def test_the_game_starts_while_somebody_leaves(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob, room.chloe)
    panel = await options(room.chloe, table)
    started, left = await press(room.ann.click(table, label="Start"), room.chloe.click(panel, label="Leave"))
    assert told(started) == ""
    names = check_begun(room)
    if told(left) != "You've left table #1.":
        assert told(left) == f"Game #1 has already begun. To leave it, use {command_mention('resign')}."
        assert names == ["Ann", "Bob", "Chloé"]
    else:
        assert names == ["Ann", "Bob"]


async def test_the_game_starts_while_the_only_other_one_leaves(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob)
    panel = await options(room.bob, table)
    started, left = await press(room.ann.click(table, label="Start"), room.bob.click(panel, label="Leave"))
    if isinstance(room.bot.host.tables.cached(1), WaitingTable):
        assert told(left) == "You've left table #1."
        assert told(started).startswith("You're the only one here so far.")
        assert check_waiting(room) == ["Ann"]
    else:
        assert told(left) == f"Game #1 has already begun. To leave it, use {command_mention('resign')}."
        assert told(started) == ""
        assert check_begun(room) == ["Ann", "Bob"]


async def test_the_game_starts_while_somebody_joins(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob)
    started, joined = await press(room.ann.click(table, label="Start"), room.chloe.click(table, label="Join"))
    assert told(started) == ""
    names = check_begun(room)
    if told(joined):
        assert told(joined) == f"Game #1 has already begun. To leave it, use {command_mention('resign')}."
        assert names == ["Ann", "Bob"]
    else:
        assert names == ["Ann", "Bob", "Chloé"]


async def test_a_computer_is_added_while_somebody_joins(room: Room, press: Press) -> None:
    table = await seat(room, room.ann)
    menus = (await room.ann.click(table, label="Computers")).followups[-1]
    added, joined = await press(
        room.ann.select(menus, ["1"], custom_id="carc:computer-add:1"), room.bob.click(table, label="Join")
    )
    assert (added.acknowledged, told(joined)) == (True, "")
    message = table_message(room)
    assert "· 3 of 5 seats taken" in message.content
    assert roster(message) == ["Ann", "Bob"]
    assert "🤖 Beginner" in message.content


async def test_the_options_change_while_somebody_joins(room: Room, press: Press) -> None:
    table = await seat(room, room.ann)
    form = await open_form(room.ann, table)
    stored, joined = await press(
        room.ann.submit_modal(form, {"pace": ["2d"], "timeout": ["skip"], "takeback": ["60"], "besides": []}),
        room.bob.click(table, label="Join"),
    )
    assert (stored.acknowledged, told(joined)) == (True, "")
    assert check_waiting(room) == ["Ann", "Bob"]
    assert "2 days a turn" in table_message(room).content


async def test_the_host_hands_over_while_the_next_one_leaves(room: Room, press: Press) -> None:
    table = await seat(room, room.ann, room.bob, room.chloe)
    panel, own = await options(room.ann, table), await options(room.bob, table)
    chosen, left = await press(
        room.ann.select(panel, [str(room.bob.user.id)], custom_id="carc:successor:1"),
        room.bob.click(own, label="Leave"),
    )
    assert (chosen.acknowledged, told(left)) == (True, "You've left table #1.")
    assert check_waiting(room) == ["Ann", "Chloé"]
    host = room.waiting().organiser.name
    assert f"**{host}** (host)" in now(room, table).content
