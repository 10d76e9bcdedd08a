"""A private answer that tells how far something is, while it goes on."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import discord

from cogs.interaction.client import Interaction

log = logging.getLogger(__name__)

PAUSE: Final = 1.0
"""Seconds between two edits of a message, and before the first one."""


@asynccontextmanager
async def progress_told(
    interaction: Interaction, text: Callable[[int, int], str]
) -> AsyncIterator[Callable[[int, int], None]]:
    """Yield a listener, and edit the answer of an interaction to the text for what it heard last.

    That is done at most once in ``PAUSE`` seconds. At the end no edit is under way any more, so none can overtake what
    the caller shows then.
    """
    telling = _Telling(interaction, text)
    task = asyncio.create_task(telling.keep_on())
    try:
        yield telling.note
    finally:
        task.cancel()
        await asyncio.wait([task])
        if telling.edit is not None:
            await telling.edit


class _Telling:
    def __init__(self, interaction: Interaction, text: Callable[[int, int], str]) -> None:
        self._interaction, self._text = interaction, text
        self._latest = (0, 0)
        self._has_news = asyncio.Event()
        self.edit: asyncio.Task[None] | None = None

    def note(self, done: int, total: int) -> None:
        self._latest = done, total
        self._has_news.set()

    async def keep_on(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            await self._has_news.wait()
            self._has_news.clear()
            self.edit = asyncio.create_task(self._show())
            await asyncio.shield(self.edit)

    async def _show(self) -> None:
        """Edit the message. If that fails, the next edit tells more anyway."""
        try:
            await self._interaction.edit_original_response(content=self._text(*self._latest))
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("an answer could not tell how far it is: %s", error)
