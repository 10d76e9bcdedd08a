"""Pictures of a table, drawn in worker threads. At most two are drawn at a time, to limit the memory."""

import asyncio
import copy
import io
import logging
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord
from discord.utils import MISSING

from carcassonne import Position, Role, State, column_row
from cogs.message.examples import EXAMPLES, Example, Lesson, caption, example_words
from cogs.text.alt_text import alt_text
from cogs.text.colours import colour_name
from cogs.text.editions import texts_of
from cogs.text.features import compass, role_name
from cogs.text.formatting import capitalize, seat_labels
from cogs.text.i18n import _
from cogs.text.results import winners_at
from cogs.text.table import tiles_left_short
from host import DEFAULT_EDITION, FinishedTable, StartedTable
from render import (
    DEFAULT_LOOK,
    Area,
    LeaderboardHeadings,
    LeaderboardRow,
    Look,
    Picture,
    View,
    Words,
    bounding_area,
    draw,
    draw_laid_tile,
    draw_leaderboard,
    draw_remaining_tiles,
    draw_rotations,
)

log = logging.getLogger(__name__)

WORKERS: Final = 2
DRAWING_TIMEOUT: Final = 20.0
"""Seconds after which a text is sent without its picture. They include the time until a worker is free."""
RunDrawing = Callable[[Callable[[], Picture]], Picture]
"""Calls a function that draws; runs in a worker thread."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Which part of a board is shown, and how. ``render.draw`` explains the fields."""

    view: View = View.NORMAL
    zoom: int | None = None
    area: Area | None = None
    recent: int = 1


WHOLE_FRAME: Final = Frame()
PREVIEW_MARGIN: Final = 3
"""The number of cells shown around a move, so that it is large enough on a phone."""


class Pictures:
    """Draws pictures without blocking the event loop.

    They have the default look, for public messages. ``with_look`` returns an object that draws with a person's own
    look. ``timeout`` is in seconds. ``run_drawing`` calls the function that draws; tests replace it.
    """

    def __init__(self, timeout: float = DRAWING_TIMEOUT, run_drawing: RunDrawing = operator.call) -> None:
        self._slots = asyncio.Semaphore(WORKERS)
        self._timeout = timeout
        self._run_drawing = run_drawing
        self.look = DEFAULT_LOOK

    def with_look(self, look: Look) -> "Pictures":
        """Return an object that draws with another look, by the same workers."""
        others = copy.copy(self)
        others.look = look
        return others

    async def board(self, table: StartedTable, name: str, frame: Frame = WHOLE_FRAME) -> discord.File:
        """Return the board of a table as a file with alt text. If drawing fails, log that and return MISSING."""
        state = table.state
        area = frame.area and _clamp_to_board(frame.area, state)
        won = frozenset(winners_at(table)) if isinstance(table, FinishedTable) else None
        words, look = picture_words(table), self.look
        shown = partial(draw, state, words, view=frame.view, zoom=frame.zoom, area=area, recent=frame.recent)
        work = partial(shown, winners=won, look=look)
        return await self._file(_log_name(table), work, name, alt_text(table))

    async def tiles(self, table: StartedTable, alt: str) -> discord.File:
        """Return the tiles that a table has left as a file. If drawing fails, log that and return MISSING."""
        return await self._file(
            _log_name(table), partial(draw_remaining_tiles, table.state, self.look), f"tiles{table.number}", alt
        )

    async def leaderboard(self, rows: Sequence[LeaderboardRow], title: str, alt: str) -> discord.File:
        """Return the leaderboard as a file. If drawing fails, log that and return MISSING."""
        headings = LeaderboardHeadings(title, _("Games"), _("Wins"), _("Rating"), _("(see the text)"))
        return await self._file(
            "who plays best", partial(draw_leaderboard, rows, headings, self.look), "leaderboard", alt
        )

    async def _file(self, subject: str, work: Callable[[], Picture], name: str, alt: str) -> discord.File:
        try:
            picture = await self._draw(work)
            return discord.File(io.BytesIO(picture.png), f"{name}.png", description=alt)
        except TimeoutError:
            log.error("no picture of %s: not drawn in %g s", subject, self._timeout)
        except Exception:
            log.exception("no picture of %s", subject)
        nothing: discord.File = MISSING
        return nothing

    async def _draw(self, work: Callable[[], Picture]) -> Picture:
        """Draw in a thread. Raise TimeoutError if that takes too long.

        A thread cannot be stopped. It keeps its slot until it ends, because it still needs memory and time. If the slot
        were released earlier, every request for a board that hangs would start another such thread, until the bot
        stands still. At worst both slots are lost. Then games go on without pictures, and the log names each missing
        picture.
        """
        async with asyncio.timeout(self._timeout):
            await self._slots.acquire()
            thread = asyncio.ensure_future(asyncio.to_thread(self._run_drawing, work))
            thread.add_done_callback(lambda _: self._slots.release())
            return await asyncio.shield(thread)

    async def cells(self, table: StartedTable, cells: Sequence[Position] | None) -> discord.File:
        """Return the part of the board around some legal cells, or with None the whole board."""
        return await self.board(table, "cells", Frame(area=_area_around(cells, 1)) if cells else WHOLE_FRAME)

    async def rotations(self, table: StartedTable, states: Sequence[State], alt: str) -> discord.File:
        """Return close-ups of a tile laid in several rotations, one for each state; MISSING if drawing fails."""
        work = partial(draw_rotations, states, picture_words(table), self.look)
        return await self._file(_log_name(table), work, "ways", alt)

    async def spots(self, table: StartedTable, after_placement: State, alt: str) -> discord.File:
        """Return a close-up of the tile just laid, with the legal deployments; MISSING if drawing fails."""
        work = partial(draw_laid_tile, after_placement, picture_words(table), self.look)
        return await self._file(_log_name(table), work, "spots", alt)

    async def preview(self, table: StartedTable, state: State, cell: Position) -> discord.File:
        """Return the part of the board around the tile just laid, after a turn that is not played yet."""
        return await self.board(
            replace(table, state=state), "preview", Frame(area=_area_around([cell], PREVIEW_MARGIN))
        )

    async def examples(self, edition: str) -> list[discord.File]:
        """Return pictures of the examples of an edition, each with its caption as alt text.

        Leave out those that fail.
        """
        files = [await self._example(edition, example) for example in EXAMPLES[edition]]
        return [file for file in files if file is not MISSING]

    async def sample(self) -> discord.File:
        """Return a sample picture in this look; MISSING if drawing fails."""
        return await self._example(DEFAULT_EDITION, EXAMPLES[DEFAULT_EDITION][-1])

    async def _example(self, edition: str, example: Example) -> discord.File:
        lesson, state = example.lesson, example.state(edition)
        work = partial(_draw_example, lesson, state, example_words(state), self.look)
        return await self._file(
            f"an example of {edition}", work, f"{edition}-{lesson.name.lower()}", caption(lesson, state)
        )


def _draw_example(lesson: Lesson, state: State, words: Words, look: Look) -> Picture:
    return draw_laid_tile(state, words, look) if lesson is Lesson.SPOTS else draw(state, words, look=look)


def _log_name(table: StartedTable) -> str:
    return f"game {table.number}, ply {table.ply}"


def picture_name(table: StartedTable) -> str:
    """Return the file name of a table's picture, without extension. It is also the nonce of the message.

    It holds the game and the ply. The end of a game has another name, because a game can end without a new ply.
    """
    return f"game{table.number}-{table.ply}" + ("-end" if table.status.is_over else "")


def picture_words(table: StartedTable) -> Words:
    """Return the words on the picture of a table."""
    state = table.state
    terms = state.ruleset.terms
    roles = {role: role_name(role, terms) for role in Role}
    return Words(
        seat_labels(table),
        tuple(seat.colour for seat in table.seats),
        tuple(colour_name(seat.colour) for seat in table.seats),
        roles,
        capitalize(tiles_left_short(state)),
        _("The game is over"),
        terms=texts_of(state).picture_terms(),
        compass=compass(),
        resigned=_("resigned"),
    )


def _area_around(cells: Sequence[Position], more: int) -> Area:
    """Return the part of the board with these cells, and ``more`` cells on each side."""
    area = bounding_area(tuple(cells))
    return Area(area.left - more, area.top - more, area.right + more, area.bottom + more)


def _clamp_to_board(area: Area, state: State) -> Area:
    """Return the part of an area that has tiles or touches one. The rest is empty."""
    columns, rows = map(sorted, zip(*map(column_row, (*state.cells, *state.frontier)), strict=True))

    def clamp(number: int, numbers: list[int]) -> int:
        return min(max(number, numbers[0]), numbers[-1])

    return Area(clamp(area.left, columns), clamp(area.top, rows), clamp(area.right, columns), clamp(area.bottom, rows))
