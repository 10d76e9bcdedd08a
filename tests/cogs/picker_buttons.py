"""The buttons of the private messages in which a turn is chosen."""

from typing import Any

import discord
import simcord

from tests.cogs.room import Room


def board(room: Room) -> discord.Message:
    """The newest public message with a board."""
    return [message for message in room.messages() if message.attachments][-1]


async def place(room: Room, mover: simcord.MemberActor | None = None) -> Any:
    """Press Place, and return the private message with the picker."""
    pressed = await (mover or room.to_move()).click(board(room), label="Place")
    [private] = pressed.followups
    assert private.ephemeral
    return private


async def tap(mover: simcord.MemberActor, private: Any, label: str) -> Any:
    """Press a button of the private message, and return the changed message."""
    pressed = await mover.click(private, label=label)
    assert pressed.followups == []
    assert pressed.response is not None
    return pressed.response
