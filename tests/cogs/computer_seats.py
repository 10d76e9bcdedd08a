"""Computers at a waiting table, added with its menus."""

from collections.abc import Awaitable
from typing import Any

import discord
import simcord

from tests.cogs.room import Room


def lobby(room: Room, number: int = 1) -> discord.Message:
    """The message of a table that waits."""
    ref = room.waiting(number).status_message
    return next(one for one in room.messages() if ref and one.id == ref.message)


async def private_answer(result: Awaitable[simcord.InteractionResult]) -> Any:
    """The last private answer to a button or a menu on a public message."""
    answered = await result
    shown = answered.followups[-1] if answered.followups else answered.response
    assert shown is not None
    assert shown.ephemeral
    return shown


async def add(room: Room, *levels: int) -> Any:
    """Let Ann add computers of these levels with the menu of her table; return the menu's message."""
    panel = await private_answer(room.ann.click(lobby(room), label="Computers"))
    for level in levels:
        panel = await private_answer(room.ann.select(panel, [str(level)], custom_id="carc:computer-add:1"))
    return panel
