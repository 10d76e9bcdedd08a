"""Turns sent in private: to those who asked for it, beside the message for all; to everybody, where no channel is left.

A letter beside a message is sent at most once: what was sent before a restart is not sent again, and one that is lost
on the way costs nothing, for the message for all has pinged the player. One that stands for the message is looked for
before it is sent once more.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import discord
from discord.utils import MISSING

from cogs.interaction.requester import SILENT
from cogs.message.looks import look_of
from cogs.message.pictures import Pictures, picture_name
from cogs.text.channels import letter_text, lonely_letter_text
from cogs.text.i18n import speaking
from cogs.text.table import language_at
from host import DmPreference, FinishedTable, Host, Played, StartedTable, is_nameless

LetterText: TypeAlias = Callable[[Played], str]

log = logging.getLogger(__name__)

_LOOK_BACK: Final = 50
"""How many of a conversation's latest messages are searched for a letter that may have been sent."""


class DirectMessages:
    """Sends letters in the background: nobody waits for them.

    ``language_of`` tells a reader's language, as far as known; else a letter speaks its table's.
    """

    def __init__(
        self,
        host: Host,
        pictures: Pictures,
        conversation: Callable[[discord.Object], Awaitable[discord.DMChannel]],
        view_of: Callable[[StartedTable], discord.ui.View | None],
        language_of: Callable[[int], str | None],
    ) -> None:
        self._host = host
        self._pictures = pictures
        self._conversation = conversation
        self._view_of = view_of
        self._language_of = language_of
        self._under_way: set[asyncio.Task[None]] = set()

    def send_soon(self, played: Played) -> None:
        """Send what was played to the player to move, and the end of a game to everybody who wants letters."""
        for person_id in _readers(played.after):
            task = asyncio.create_task(self._send_if_wanted(person_id, played))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def send_instead(self, played: Played, *, is_new: bool) -> bool:
        """Send it where the table's channel is gone, and this is the only way to go on, to whoever can be reached.

        What is not new is looked for first. Return False where it makes sense to try again.
        """
        tries = (self._send_once(person_id, played, is_new=is_new) for person_id in _readers(played.after))
        return all(await asyncio.gather(*tries))

    async def close(self) -> None:
        """Send no more."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _send_if_wanted(self, person_id: int, played: Played) -> None:
        number = played.after.number
        try:
            if await self._host.people.dm_preference(person_id) is DmPreference.ON:
                await self._send(person_id, played, letter_text)
        except discord.Forbidden:
            log.warning("game %d: somebody takes no letters", number)
            await self._host.people.stop_dms(person_id)
        except Exception as error:
            _note(number, error)

    async def _send_once(self, person_id: int, played: Played, *, is_new: bool) -> bool:
        """Send a letter that is not there yet; return False where it may succeed another time."""
        try:
            if is_new or not await self._is_there(person_id, played.after):
                await self._send(person_id, played, lonely_letter_text)
        except (discord.Forbidden, discord.NotFound):
            log.warning("game %d: somebody takes no letters, and the channel is gone", played.after.number)
        except Exception as error:
            _note(played.after.number, error)
            return False
        return True

    async def _is_there(self, person_id: int, table: StartedTable) -> bool:
        """Say whether somebody has the letter that shows a table as it is: its picture is known by name."""
        channel = await self._conversation(discord.Object(person_id))
        async for message in channel.history(limit=_LOOK_BACK):
            if any(attachment.filename == f"{picture_name(table)}.png" for attachment in message.attachments):
                return True
        return False

    async def _send(self, person_id: int, played: Played, text: LetterText) -> None:
        table, pictures = played.after, self._pictures.with_look(look_of(self._host.people.preferences(person_id)))
        channel = await self._conversation(discord.Object(person_id))
        with speaking(self._language_of(person_id) or language_at(table)):
            await channel.send(
                text(played),
                file=await pictures.board(table, picture_name(table)),
                view=self._view_of(table) or MISSING,
                allowed_mentions=SILENT,
                silent=self._host.people.is_quiet(person_id),
            )


def _readers(table: StartedTable) -> list[int]:
    """Return who has to know how a table stands: who is to move, and at the end of a game everybody, if known."""
    if isinstance(table, FinishedTable):
        return [person.id for person in table.people if not is_nameless(person.id)]
    return [table.to_move.person.id] if table.to_move else []


def _note(number: int, error: Exception) -> None:
    is_strange = not isinstance(error, discord.HTTPException)
    log.warning("game %d: no letter: %s", number, error, exc_info=is_strange)
