"""Turns sent in private, to those who asked for it, beside the message for all.

A letter is sent at most once: it follows a message that was sent just now, and what was sent before a restart is not
sent again. One that is lost on the way costs nothing: the message for all has pinged the player.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import discord
from discord.utils import MISSING

from cogs.shared.askers import SILENT
from cogs.shared.pictures import Pictures
from cogs.shared.words.doors import letter_text, lonely_letter_text
from cogs.shared.words.speech import speaking
from cogs.shared.words.tables import language_at
from host import Host, Letters, Played, Table

LetterText: TypeAlias = Callable[[Played, Callable[[str], str]], str]

log = logging.getLogger(__name__)


class Courier:
    """Sends letters in the background: nobody waits for them.

    ``languages`` are those of the readers, as far as known; else a letter speaks its table's.
    """

    def __init__(
        self,
        host: Host,
        pictures: Pictures,
        conversation: Callable[[discord.Object], Awaitable[discord.DMChannel]],
        mention: Callable[[str], str],
        view_of: Callable[[Table], discord.ui.View | None],
        languages: Mapping[int, str],
    ) -> None:
        self._host = host
        self._pictures = pictures
        self._conversation = conversation
        self._mention = mention
        self._view_of = view_of
        self._languages = languages
        self._under_way: set[asyncio.Task[None]] = set()

    def send_soon(self, played: Played) -> None:
        """Send what was played to the player to move, and the end of a game to everybody who wants letters."""
        self._send_all(played, letter_text)

    def send_instead(self, played: Played) -> None:
        """Send it where the table's channel is gone, and this is the only way to go on."""
        self._send_all(played, lonely_letter_text)

    def _send_all(self, played: Played, text: LetterText) -> None:
        table = played.after
        people = table.people if table.status.is_over else [table.to_move.person] if table.to_move else []
        for person in people:
            task = asyncio.create_task(self._send(person.id, played, text))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def close(self) -> None:
        """Send no more."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _send(self, person_id: int, played: Played, text: LetterText) -> None:
        table = played.after
        try:
            if await self._host.letters(person_id) is not Letters.ON:
                return
            channel = await self._conversation(discord.Object(person_id))
            with speaking(self._languages.get(person_id, language_at(table))):
                await channel.send(
                    text(played, self._mention),
                    file=await self._pictures.board(table, f"game{table.number}-{table.ply}"),
                    view=self._view_of(table) or MISSING,
                    allowed_mentions=SILENT,
                    silent=self._host.people.is_quiet(person_id),
                )
        except discord.Forbidden:
            log.warning("game %d: %d takes no letters", table.number, person_id)
            await self._host.refuse_letters(person_id)
        except Exception as error:
            is_strange = not isinstance(error, discord.HTTPException)
            log.warning("game %d: no letter to %d: %s", table.number, person_id, error, exc_info=is_strange)
