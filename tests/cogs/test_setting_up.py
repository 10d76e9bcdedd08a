"""A guest wants to start the game while the host still sets the table up: the guest is asked first."""

import discord
import pytest
import simcord

from tests.cogs.deadlines import MINUTE, boards
from tests.cogs.options_panel import choose, fill, leave, options, private
from tests.cogs.room import ON_SIMCORD, Room, labels

pytestmark = ON_SIMCORD

QUESTION = "Ann is still setting up table #1. Start anyway?"


def table_message(room: Room) -> discord.Message:
    return room.messages()[0]


async def gather(room: Room, *people: simcord.MemberActor) -> discord.Message:
    """Let people join; the first is the host. Return the message of the table."""
    for one in people:
        await one.slash(room.channel, "join")
    return table_message(room)


async def is_asked(room: Room, who: simcord.MemberActor) -> bool:
    """Whether somebody who presses Start is asked first. If not, the game has begun."""
    pressed = await who.click(table_message(room), label="Start")
    if boards(room):
        return False
    assert (pressed.followups[-1].content, pressed.followups[-1].ephemeral) == (QUESTION, True)
    return True


async def test_a_guest_is_asked_and_waits(room: Room) -> None:
    table = await gather(room, room.ann, room.bob)
    asked = await private(room.bob.click(table, label="Start"))
    assert (asked.content, labels(asked)) == (QUESTION, ["Start", "Wait"])
    waits = await private(room.bob.click(asked, label="Wait"))
    assert (waits.content, labels(waits)) == ("Table #1 waits for Ann.", [])
    assert [one.name for one in room.waiting().people] == ["Ann", "Bob"]


async def test_a_guest_is_asked_and_starts_anyway(room: Room) -> None:
    table = await gather(room, room.ann, room.bob)
    asked = await private(room.bob.click(table, label="Start"))
    await room.restart()
    begun = await room.bob.click(asked, label="Start")
    assert (begun.response, begun.followups) == (None, []), "the question goes; the first turn says what began"
    assert [seat.name for seat in room.table().seats] == ["Ann", "Bob"]
    assert len(boards(room)) == 1


async def test_what_a_guest_has_typed_counts_when_they_start_anyway(room: Room) -> None:
    await gather(room, room.ann, room.bob)
    typed = await room.bob.slash(room.channel, "start", edition="new-edition", options="river " * 60, pace="3d")
    assert typed.response is not None
    assert typed.response.content == QUESTION
    await room.bob.click(typed.response, label="Start")
    table = room.table()
    assert (table.edition, table.options, table.settings.pace) == ("new-edition", ("river",), "3d")


async def test_the_host_is_never_asked(room: Room) -> None:
    await gather(room, room.ann, room.bob)
    await room.ann.click(table_message(room), label="Start")
    assert len(boards(room)) == 1


@pytest.mark.parametrize("minutes", [4, 6])
async def test_five_minutes_after_the_table_was_opened_nobody_is_asked(room: Room, minutes: int) -> None:
    await gather(room, room.ann, room.bob)
    await room.env.advance_time(minutes * MINUTE)
    assert await is_asked(room, room.bob) == (minutes == 4)


@pytest.mark.parametrize("what", ["a colour", "the edition", "the form", "Options", "Computers", "a computer"])
async def test_whatever_the_host_does_at_the_table_is_setting_it_up(room: Room, what: str) -> None:
    table = await gather(room, room.ann, room.bob)
    await room.env.advance_time(60 * MINUTE)
    match what:
        case "a colour":
            await room.ann.slash(room.channel, "join", colour="red")
        case "the edition":
            await choose(room.ann, table, "edition", "classic")
        case "the form":
            await fill(room.ann, table, pace=["24h"])
        case "a computer":
            panel = await private(room.ann.click(table, label="Computers"))
            await room.ann.select(panel, ["1"], custom_id="carc:computer-add:1")
        case label:
            await room.ann.click(table, label=label)
    await room.restart()
    assert await is_asked(room, room.bob), "it is stored"
    await room.env.advance_time(6 * MINUTE)
    assert not await is_asked(room, room.bob)


async def test_what_guests_do_is_not_setting_up(room: Room) -> None:
    table = await gather(room, room.ann, room.bob)
    await room.env.advance_time(6 * MINUTE)
    await room.chloe.click(table, label="Join")
    await choose(room.bob, table, "colour", "red")
    await options(room.chloe, table)
    assert not await is_asked(room, room.chloe)


async def test_when_the_host_has_left_the_server_the_one_who_starts_is_not_asked(room: Room) -> None:
    table = await gather(room, room.ann, room.bob, room.chloe)
    asked = await private(room.bob.click(table, label="Start"))
    room.guild.remove_member(room.ann)
    await room.bob.click(asked, label="Start")
    assert [seat.name for seat in room.table().seats] == ["Bob", "Chloé"]


async def test_who_is_left_alone_with_the_question_is_offered_a_computer(room: Room) -> None:
    table = await gather(room, room.ann, room.bob)
    asked = await private(room.bob.click(table, label="Start"))
    await leave(room.ann, table)
    alone = await private(room.bob.click(asked, label="Start"))
    assert alone.content.startswith("You're the only one here so far.")
    assert labels(alone) == ["Play the computer", "Practice"]


async def test_a_question_that_is_too_late(room: Room) -> None:
    table = await gather(room, room.ann, room.bob)
    asked = await private(room.bob.click(table, label="Start"))
    await room.ann.click(table, label="Start")
    late = await private(room.bob.click(asked, label="Start"))
    assert "has already begun" in late.content
    assert len(boards(room)) == 1


async def test_a_rematch_needs_no_setting_up(room: Room) -> None:
    await room.begin(3)
    for one in (room.bob, room.chloe):
        asked = (
            await room.ann.slash(room.channel, "resign")
            if one is room.chloe
            else await one.slash(room.channel, "resign")
        )
        assert asked.response is not None
        await (room.ann if one is room.chloe else one).click(asked.response, label="Resign")
    end = room.messages()[-1]
    for one in (room.ann, room.bob):
        await one.click(end, label="Rematch")
    before = len(boards(room))
    await room.bob.click(room.messages()[-1], label="Start")
    assert [seat.name for seat in room.table(2).seats] == ["Bob", "Ann"]
    assert len(boards(room)) == before + 1


async def test_private_menus_of_a_table_go_when_its_game_begins(room: Room) -> None:
    table = await gather(room, room.ann, room.bob)
    open_ = [
        await options(room.ann, table),
        await private(room.ann.click(table, label="Computers")),
        await options(room.bob, table),
    ]
    assert private_messages(room, room.ann, room.bob) == {one.id for one in open_}
    await room.ann.click(table, label="Start")
    assert private_messages(room, room.ann, room.bob) == set()


@pytest.mark.parametrize("label", ["Play the computer", "Practice"])
async def test_a_private_game_that_began_in_such_a_menu_stays(room: Room, label: str) -> None:
    table = await gather(room, room.ann)
    panel = await private(room.ann.click(table, label="Computers"))
    await room.ann.click(panel, label=label)
    await room.bob.click(table, label="Join")
    await room.ann.click(table, label="Start")
    assert panel.id in private_messages(room, room.ann)


async def test_who_has_left_can_still_read_that(room: Room) -> None:
    table = await gather(room, room.ann, room.bob, room.chloe)
    left = await private(leave(room.chloe, table))
    await room.ann.click(table, label="Start")
    assert private_messages(room, room.chloe) == {left.id}


def private_messages(room: Room, *people: simcord.MemberActor) -> set[int]:
    """The private messages with buttons or words about a table that these people see."""
    shown = [one for person in people for one in room.channel.history(viewer=person)]
    return {one.id for one in shown if one.flags.ephemeral and not one.content.startswith("You're at table")}
