"""Pictures of a table, drawn in worker threads: two at a time, so that many games at once do not fill the memory."""

import asyncio
import io
from dataclasses import dataclass, replace

import discord

from carcassonne import Position, State
from cogs.shared.words.alt_text import alt_text
from host import Table


@dataclass(frozen=True, slots=True)
class Frame:
    """A part of the board: how close, from 1 to 5, and around which cells; None for the last move."""

    zoom: int
    area: tuple[Position, ...] | None = None


class Pictures:
    """Draws boards without holding up the event loop."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(2)

    async def board(self, table: Table, name: str, frame: Frame | None = None) -> discord.File:
        """Return the board of a table as a file with alt text."""
        async with self._slots:
            png = await asyncio.to_thread(_draw, table)
        return discord.File(io.BytesIO(png), f"{name}.png", description=alt_text(table))

    async def preview(self, table: Table, laid: State) -> discord.File:
        """Return the board as it would be, for the person who is about to play."""
        return await self.board(replace(table, state=laid), "preview")


def _draw(table: Table) -> bytes:
    from PIL import Image, ImageDraw

    from carcassonne import column_row

    assert table.state is not None
    cells = {column_row(position): laid for position, laid in table.state.cells.items()}
    columns, rows = [c for c, _ in cells], [r for _, r in cells]
    size = 40
    image = Image.new("RGB", ((max(columns) - min(columns) + 3) * size, (max(rows) - min(rows) + 3) * size), "white")
    pen = ImageDraw.Draw(image)
    for (column, row), laid in cells.items():
        x, y = (column - min(columns) + 1) * size, (row - min(rows) + 1) * size
        pen.rectangle((x, y, x + size, y + size), "lightgreen", "black")
        pen.text((x + 5, y + 5), f"{laid.turned.tile.name}{laid.turned.rotation}", "black")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()
