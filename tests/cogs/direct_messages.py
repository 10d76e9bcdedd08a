"""Private messages with a board: asking for them, reading them, refusing them."""

import discord
import simcord

from tests.cogs.room import Room

ON, OFF = "Turn on DMs", "Turn off DMs"


async def ask_for_direct_messages(room: Room, *people: simcord.MemberActor) -> None:
    """Press the button of `/settings`."""
    for one in people:
        shown = await one.slash(room.channel, "settings")
        assert shown.ephemeral
        assert shown.response is not None
        await one.click(shown.response, label=ON)


def private_boards(who: simcord.MemberActor) -> list[discord.Message]:
    """The private messages with a board that somebody got."""
    return [one for one in who.user.dm_channel.history() if one.author.bot and one.attachments]


def refuse_direct_messages(room: Room, who: simcord.MemberActor) -> None:
    """Let somebody close their private messages."""
    room.env.inject_error("POST", f"/channels/{who.user.dm_channel.id}/messages", status=403, code=50007, times=None)
