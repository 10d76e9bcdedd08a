"""What people type to the bot, and buttons that a test presses without the message on which they stand."""

from typing import Any

import discord
import simcord

from tests.cogs.room import Room
from tests.fixtures import forgery


async def typed(room: Room, who: simcord.MemberActor, text: str, channel: simcord.ChannelHandle | None = None) -> str:
    """Write to the bot; return its reply, empty if there is none."""
    place = channel or room.channel
    sent = await who.send(place, f"<@{room.env.backend.bot_user.id}> {text}")
    replies = [one for one in place.history() if one.reference and one.reference.message_id == sent.id]
    return replies[-1].content if replies else ""


async def pressed(
    room: Room, who: simcord.MemberActor, custom_id: str, channel: simcord.ChannelHandle | None = None
) -> list[Any]:
    """Let somebody press a button of the bot with this id; return the private answers to it."""
    backend, place = room.env.backend, (channel or room.channel).id
    message = forgery.posted(backend, place, custom_id)
    record, event = forgery.component(backend, who.user.id, custom_id, message, place)
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    told = [one for one in (record.message_id, *record.followup_ids) if one and one != message.id]
    answers = [backend.get_message(place, one) for one in told]
    backend.messages[place].pop(message.id, None)
    return answers


def old_button(room: Room, custom_id: str) -> discord.Message:
    """A message with a button that messages of earlier versions have."""
    forgery.posted(room.env.backend, room.channel.id, custom_id)
    return room.messages()[-1]


async def leave(room: Room, who: simcord.MemberActor, number: int = 1) -> str:
    """Leave a waiting table with its button; return the refusal, if there is one."""
    return "".join(one.content for one in await pressed(room, who, f"carc:leave:{number}"))


async def vote(
    room: Room, who: simcord.MemberActor, channel: simcord.ChannelHandle | None = None, number: int = 1
) -> str:
    """Press **Vote** about a late turn; return the private answer."""
    [answer] = await pressed(room, who, f"carc:vote-open:{number}", channel)
    return str(answer.content)
