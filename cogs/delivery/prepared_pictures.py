"""Pictures of turns that were missed: they are drawn while the bot still connects, before anybody can see them."""

import asyncio
import logging
from collections.abc import Iterable
from itertools import islice
from typing import Final

import discord

from cogs.delivery.context import DeliveryContext
from cogs.message.pictures import picture_name
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from host import HostError, StartedTable

log = logging.getLogger(__name__)

MOST: Final = 40
"""How many pictures are drawn ahead. Others are drawn when their turn comes."""
AT_ONCE: Final = 4
"""How many of them wait for a process that draws: few, so that pictures that somebody asks for come in between."""


class PreparedPictures:
    """Draws the newest picture of some tables ahead. Each is handed out once."""

    def __init__(self, context: DeliveryContext) -> None:
        self._tables = context.host.tables
        self._pictures = context.pictures
        self._drawing: dict[int, asyncio.Task[tuple[int, discord.File] | None]] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)

    def begin(self, numbers: Iterable[int]) -> None:
        """Draw the pictures of these tables in the background, in this order."""
        for number in islice(numbers, MOST):
            self._drawing[number] = asyncio.create_task(self._draw(number))

    async def take(self, table: StartedTable) -> discord.File | None:
        """Return the picture of a table, when it is drawn; None if none was begun, or if it shows another turn."""
        drawing = self._drawing.pop(table.number, None)
        drawn = await drawing if drawing else None
        return drawn[1] if drawn and drawn[0] == table.ply else None

    async def close(self) -> None:
        """Stop drawing ahead."""
        tasks = list(self._drawing.values())
        self._drawing.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _draw(self, number: int) -> tuple[int, discord.File] | None:
        try:
            async with self._slots:
                table = await self._tables.load_started(number)
                with use_language(table_language(table)):
                    return table.ply, await self._pictures.board(table, picture_name(table), must_be_drawn=True)
        except HostError as error:
            log.debug("game %d: not drawn ahead: %r", number, error)
        except Exception:
            log.exception("game %d: not drawn ahead", number)
        return None
