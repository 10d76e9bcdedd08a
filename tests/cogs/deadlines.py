"""Lets time pass at a table, and reads what the channel is told about deadlines."""

import discord
import simcord

from cogs.delivery.direct_messages import DirectMessages
from cogs.delivery.notifier import Notifier
from host.model.notifications import DeliveryOutcome, Notification, NotificationKind
from tests.cogs.room import Room

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def time_messages(room: Room) -> list[discord.Message]:
    """The messages without a board since the game started."""
    messages = room.messages()
    first = next(number for number, message in enumerate(messages) if message.attachments)
    return [message for message in messages[first:] if not message.attachments]


def boards(room: Room) -> list[discord.Message]:
    return [message for message in room.messages() if message.attachments]


def pinged(message: discord.Message) -> list[int]:
    return sorted(one.id for one in message.mentions)


async def outcomes(room: Room) -> list[tuple[NotificationKind, DeliveryOutcome | None]]:
    return [(notification.kind, outcome) for notification, outcome in await room.bot.host.notifications.of_game(1)]


async def send(room: Room, notification: Notification, *, is_new: bool) -> None:
    """Send a notification, even one that was sent before."""
    room.bot.poster._tried.clear()  # it remembers nothing of what was sent
    room.bot.poster._keys.clear()
    await Notifier(room.bot, DirectMessages(room.bot), room.bot.outbox.private).send(
        notification, may_be_sent=not is_new
    )


async def let_time_run_out(room: Room, players: int = 3, out: str = "vote") -> discord.Message:
    """Let Ann's time run out; return the message that follows."""
    await room.begin(players=players, pace="24h", timeout=out)
    await room.env.advance_time(DAY + 1)
    return time_messages(room)[-1]


async def resign(person: simcord.MemberActor, room: Room) -> None:
    """Resign from the one game in the channel."""
    asked = (await person.slash(room.channel, "resign")).response
    assert asked is not None
    await person.click(asked, label="Resign")
