"""The messages of questions say how these stand, and lose their buttons when there is nothing to answer any more:
because it is decided, or the game has moved on. Each goes on in the language in which it was written.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord

from cogs.interaction.client import Client, Interaction
from cogs.text.clock import closed_text
from cogs.text.i18n import speaking
from cogs.text.table import language_at
from host import MessageRef, NotificationKind

log = logging.getLogger(__name__)

Saying: TypeAlias = Callable[[], Awaitable[tuple[str, discord.ui.View | None]]]
"""What a question says by now, in the language spoken, and its buttons; without any it is over."""


async def show_question(
    client: Client, number: int, round_: int, *kinds: NotificationKind, say: Saying, pressed: Interaction | None = None
) -> None:
    """Let every message of a question say how it stands, first the one with the button that was ``pressed``.

    Raise discord.HTTPException and OSError where that one cannot be edited; others are closed later then.
    """
    notifications, tables = client.host.notifications, language_at(await client.host.tables.load(number))
    asked = await notifications.open_messages(number, round_, *kinds)
    shown = pressed.message.id if pressed and pressed.message else 0
    if pressed:
        own = {posting.message: language for posting, language in asked.items()}.get(shown)
        text, view = await _said(say, own or tables)
        await pressed.edit_original_response(content=text, view=view)
    for posting, language in asked.items():
        text, view = await _said(say, language or tables)
        is_shown = posting.message == shown or await _is_edited(client, posting, text, view)
        if is_shown and view is None:
            await notifications.mark_closed(posting)


async def close_questions(client: Client, number: int) -> None:
    """Close the questions of a game that are over; where a message is gone or out of reach, it stays as it is.

    Raise discord.HTTPException and OSError where it makes sense to try again, HostError for a game that is held.
    """
    for ping, posting, language in await client.host.notifications.closed_questions(number):
        table = await client.host.tables.load(number)
        with speaking(language or language_at(table)):
            text = closed_text(ping.kind, table)
        try:
            await _message(client, posting).edit(content=text, view=None)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("game %d: its question %d stays: %s", number, posting.message, error)
        await client.host.notifications.mark_closed(posting)


async def _said(say: Saying, language: str) -> tuple[str, discord.ui.View | None]:
    with speaking(language):
        return await say()


async def _is_edited(client: Client, posting: MessageRef, text: str, view: discord.ui.View | None) -> bool:
    """Edit a message of a question; say whether it could be."""
    try:
        await _message(client, posting).edit(content=text, view=view)
    except (discord.HTTPException, OSError) as error:
        log.info("question %d stays as it is so far: %s", posting.message, error)
        return False
    return True


def _message(client: Client, posting: MessageRef) -> discord.PartialMessage:
    return client.get_partial_messageable(posting.channel).get_partial_message(posting.message)
