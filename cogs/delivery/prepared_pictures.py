"""Pictures of turns that were missed: they are drawn while the bot still connects, before anybody can see them."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

import discord

from cogs.delivery.context import DeliveryContext
from cogs.message.pictures import picture_name, picture_words
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from host.errors import HostError
from host.model.table import StartedTable

log = logging.getLogger(__name__)

MOST: Final = 40
"""How many pictures are drawn ahead. Others are drawn when their turn comes."""
AT_ONCE: Final = 4
"""How many of them wait for a process that draws: few, so that pictures that somebody asks for come in between."""
KEPT_SECONDS: Final = 600
"""After this time the pictures that nobody has taken are dropped: their turns were found in the channel."""


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture, with the ply and the words that it shows."""

    shown: tuple[int, object]
    file: discord.File


class PreparedPictures:
    """Draws the newest picture of some tables ahead. Each is handed out once."""

    def __init__(self, context: DeliveryContext) -> None:
        self._tables = context.host.tables
        self._pictures = context.pictures
        self._drawing: dict[int, asyncio.Task[_Picture | None]] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._jobs = context.jobs

    def begin(self, numbers: Iterable[int]) -> None:
        """Draw the pictures of these tables in the background, in this order."""
        for number in islice(numbers, MOST):
            self._drawing[number] = asyncio.create_task(self._draw(number))
        if self._drawing:
            self._jobs.ask(("drop pictures",), self.close, after=KEPT_SECONDS)

    async def take(self, table: StartedTable) -> discord.File | None:
        """Return the picture of a table, when it is drawn, for a message in the current language.

        Return None if none was begun, or if it shows another turn or other names than it would now.
        """
        drawing = self._drawing.pop(table.number, None)
        drawn = await drawing if drawing else None
        return drawn.file if drawn and drawn.shown == _shown(table) else None

    async def close(self) -> None:
        """Stop drawing ahead, and drop what nobody has taken."""
        tasks = list(self._drawing.values())
        self._drawing.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _draw(self, number: int) -> _Picture | None:
        try:
            async with self._slots:
                table = await self._tables.load_started(number)
                with use_language(table_language(table)):
                    file = await self._pictures.board(table, picture_name(table), must_be_drawn=True)
                    return _Picture(_shown(table), file)
        except HostError as error:
            log.debug("game %d: not drawn ahead: %r", number, error)
        except Exception:
            log.exception("game %d: not drawn ahead", number)
        return None


def _shown(table: StartedTable) -> tuple[int, object]:
    """Return what tells the picture of a table from others: its ply, and its words in the current language."""
    return table.ply, picture_words(table)
