"""Pictures of a table as files for a message."""

import asyncio
import copy
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from prometheus_client import Counter, Gauge, Histogram

from carcassonne import Position, Role, Ruleset, State, column_row
from host.model.table import FinishedTable, StartedTable
from host.model.table_options import DEFAULT_EDITION
from render import (
    DEFAULT_LOOK,
    Area,
    BoardWindow,
    LeaderboardHeadings,
    LeaderboardRow,
    Look,
    Picture,
    View,
    ViewMeaning,
    Words,
    board_window,
    bounding_area,
    draw,
    draw_laid_tile,
    draw_leaderboard,
    draw_remaining_tiles,
    draw_rotations,
    missing_encoders,
    scripts_without_font,
)
from render.share.steps import TooLargeToShowError
from screens.drawing import MAX_WAITING, DrawingJobs, QueueFullError, thread_workers
from screens.examples import SAMPLE, Example, Lesson, caption, example_words, examples_of
from screens.looks import smaller_look
from screens.screen import (
    File,
)
from screens.text.alt_text import alt_text
from screens.text.choices import colour_name
from screens.text.editions import texts_of
from screens.text.figures import role_name
from screens.text.i18n import _, pgettext
from screens.text.labels import RulesPage
from screens.text.markup import capitalize
from screens.text.names import picture_labels
from screens.text.nouns import compass, kind_names
from screens.text.status import result_text, tiles_left_short, winners_at
from workers import Listener, NoWorkerError, Worker

log = logging.getLogger(__name__)

PICTURE_SECONDS: Final = Histogram(
    "carcassonne_picture_seconds",
    "From asking for a picture to having it, waiting included",
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20),
)
PICTURES_UNDER_WAY: Final = Gauge("carcassonne_pictures_under_way", "Pictures that are drawn or wait for a worker")
PICTURES_MISSING: Final = Counter("carcassonne_pictures_missing", "Messages sent without their picture")

DRAWING_TIMEOUT: Final = 20.0
"""Seconds that a drawing may take. After that the text is sent without its picture."""


DrawIn: TypeAlias = Callable[..., Picture]
"""A function of ``render`` that draws, with all arguments but ``look``."""


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
    """Draws pictures without blocking the event loop, with ``workers``; by default in threads of this process.

    They have the default look, for public messages. ``with_look`` returns an object that draws with a person's own
    look. ``timeout`` is in seconds.
    """

    def __init__(self, timeout: float = DRAWING_TIMEOUT, workers: Sequence[Worker] | None = None) -> None:
        self._jobs = DrawingJobs(workers or thread_workers(), timeout)
        self._timeout = timeout
        self._whole_games = asyncio.Lock()
        self.look = DEFAULT_LOOK

    async def start(self) -> None:
        """Start the workers, so that the first picture does not wait for that."""
        for package in missing_encoders():
            log.warning("the package %s is missing: pictures take longer, or more bytes, than they need", package)
        if missing := scripts_without_font():
            log.info("no fonts for names in %s: see docs/hosting.md", ", ".join(missing))
        try:
            await self._jobs.start()
        except OSError as error:  # each picture tries it again, and says so
            log.warning("the processes that draw could not be started yet: %s", error)

    async def close(self) -> None:
        """End the workers."""
        await self._jobs.close()

    def with_look(self, look: Look) -> "Pictures":
        """Return an object that draws with another look, by the same workers."""
        others = copy.copy(self)
        others.look = look
        return others

    async def board(
        self, table: StartedTable, name: str, frame: Frame = WHOLE_FRAME, *, must_be_drawn: bool = False
    ) -> File | None:
        """Return the board of a table as a file with alt text; None, and a line in the log, if drawing fails.

        What ``must_be_drawn`` is drawn however many pictures wait: the picture of a move.
        """
        state = table.state
        area = frame.area and _clamp_to_board(frame.area, state)
        won = frozenset(winners_at(table)) if isinstance(table, FinishedTable) else None
        words = picture_words(table)
        shown = partial(draw, state, words, view=frame.view, zoom=frame.zoom, area=area, recent=frame.recent)
        job = partial(shown, winners=won)
        alt = alt_text(table, part_shown(table, frame))
        return await self.file(_log_name(table), job, name, alt, table=table.number, must_be_drawn=must_be_drawn)

    async def tiles(self, table: StartedTable, alt: str) -> File | None:
        """Return the tiles that a table has left as a file. If drawing fails, log that and return None."""
        job = partial(draw_remaining_tiles, table.state)
        return await self.file(_log_name(table), job, f"tiles{table.number}", alt, table=table.number)

    async def leaderboard(self, rows: Sequence[LeaderboardRow], title: str, alt: str) -> File | None:
        """Return the leaderboard as a file. If drawing fails, log that and return None."""
        headings = LeaderboardHeadings(title, _("Games"), _("Wins"), _("Rating"), _("Rank {rank}"))
        return await self.file("who plays best", partial(draw_leaderboard, rows, headings), "leaderboard", alt)

    async def file(
        self, subject: str, job: DrawIn, name: str, alt: str, *, table: int = 0, must_be_drawn: bool = False
    ) -> File | None:
        """Return what a job draws as a file. If drawing fails, log that for the ``subject`` and return None."""
        try:
            with PICTURES_UNDER_WAY.track_inprogress(), PICTURE_SECONDS.time():
                picture = await self._drawn(subject, job, table, must_be_drawn=must_be_drawn)
            return File(picture.png, f"{name}.png", alt)
        except TimeoutError:
            log.error("no picture of %s: not drawn in %g s", subject, self._timeout)
        except QueueFullError:
            log.error("no picture of %s: %d others wait", subject, MAX_WAITING)
        except Exception:
            log.exception("no picture of %s", subject)
        PICTURES_MISSING.inc()
        return None

    async def _drawn(self, subject: str, job: DrawIn, table: int, *, must_be_drawn: bool) -> Picture:
        """Return what a job draws in this look. If it takes too long or fails, draw a smaller picture, and log that."""
        try:
            return await self._jobs.draw(partial(job, look=self.look), table, must_be_drawn=must_be_drawn)
        except (QueueFullError, NoWorkerError):
            raise  # it was not begun, and there is no room for a smaller one either
        except Exception as error:
            smaller = smaller_look(self.look)
            if smaller is None:
                raise
            why = f"not drawn in {self._timeout:g} s" if isinstance(error, TimeoutError) else repr(error)
            log.warning("a smaller picture of %s: %s", subject, why)
        return await self._jobs.draw(partial(job, look=smaller), table, must_be_drawn=must_be_drawn, is_retry=True)

    async def whole_game(
        self, table: StartedTable, job: Callable[[], bytes], name: str, alt: str, listener: Listener | None = None
    ) -> File | None:
        """Return what a job draws of a whole game as a file. If drawing fails, log that and return None.

        That takes seconds, so it is done for one game at a time: the pictures of turns need the other workers. Raise
        TooLargeToShowError.
        """
        try:
            async with self._whole_games:
                data = await self._jobs.draw(job, table.number, must_be_drawn=False, listener=listener)
            return File(bytes(data), name, alt)
        except TooLargeToShowError:
            raise
        except TimeoutError:
            log.error("no file of %s: not drawn in %g s", _log_name(table), self._timeout)
        except Exception:
            log.exception("no file of %s", _log_name(table))
        return None

    async def cells(self, table: StartedTable, cells: Sequence[Position] | None) -> File | None:
        """Return the part of the board around some legal cells, or with None the whole board."""
        return await self.board(table, "cells", Frame(area=_area_around(cells, 1)) if cells else WHOLE_FRAME)

    async def rotations(self, table: StartedTable, states: Sequence[State], alt: str) -> File | None:
        """Return close-ups of a tile laid in several rotations, one for each state; None if drawing fails."""
        job = partial(draw_rotations, states, picture_words(table))
        return await self.file(_log_name(table), job, "ways", alt, table=table.number)

    async def spots(self, table: StartedTable, after_placement: State, alt: str) -> File | None:
        """Return a close-up of the tile just laid, with the legal deployments; None if drawing fails."""
        job = partial(draw_laid_tile, after_placement, picture_words(table))
        return await self.file(_log_name(table), job, "spots", alt, table=table.number)

    async def preview(self, table: StartedTable, state: State, cell: Position) -> File | None:
        """Return the part of the board around the tile just laid, after a turn that is not played yet."""
        return await self.board(
            replace(table, state=state), "preview", Frame(area=_area_around([cell], PREVIEW_MARGIN))
        )

    async def examples(self, rules: Ruleset, page: RulesPage) -> tuple[File, ...]:
        """Return pictures of the examples on a page of the rules, each with its caption as alt text.

        Leave out those that fail.
        """
        files = [await self._example(rules.edition, example) for example in examples_of(rules, page)]
        return tuple(file for file in files if file)

    async def sample(self) -> File | None:
        """Return a sample picture in this look; None if drawing fails."""
        return await self._example(DEFAULT_EDITION, SAMPLE)

    async def _example(self, edition: str, example: Example) -> File | None:
        lesson, state = example.lesson, example.shown_state(edition)
        words, name = example_words(state), f"{edition}-{lesson.name.lower()}"
        area = _played_area(state) if lesson in (Lesson.SCORED, Lesson.AT_THE_END) else None
        board = partial(draw, state, words, area=area)
        spots = partial(draw_laid_tile, state, words)
        job = spots if lesson is Lesson.SPOTS else board
        return await self.file(f"an example of {edition}", job, name, caption(lesson, example.state(edition)))


def window_of(table: StartedTable, frame: Frame) -> BoardWindow:
    """Return the cells that the picture of a table shows, and those of its whole board."""
    area = frame.area and _clamp_to_board(frame.area, table.state)
    return board_window(table.state, frame.view, frame.zoom, area)


def part_shown(table: StartedTable, frame: Frame) -> tuple[Position, Position] | None:
    """Return the first and the last cell that the picture of a table shows; None if it shows the whole board."""
    if frame.zoom is None and frame.area is None:
        return None
    window = window_of(table, frame)
    return None if window.is_whole else window.shown.corners


def _log_name(table: StartedTable) -> str:
    return f"game {table.number}, ply {table.ply}"


def picture_name(table: StartedTable) -> str:
    """Return the file name of a table's picture, without extension.

    It holds the game and the ply. The end of a game has another name, because a game can end without a new ply.
    """
    return f"game{table.number}-{table.ply}" + ("-end" if table.status.is_over else "")


def picture_words(table: StartedTable) -> Words:
    """Return the words on the picture of a table."""
    state = table.state
    terms = state.ruleset.terms
    roles = {role: role_name(role, terms) for role in Role}
    return Words(
        picture_labels(table),
        tuple(seat.colour for seat in table.seats),
        tuple(colour_name(seat.colour) for seat in table.seats),
        roles,
        capitalize(tiles_left_short(state)),
        _("The game is over"),
        terms=texts_of(state).picture_terms(),
        compass=compass(),
        resigned=_("resigned"),
        computers=frozenset(seat.number for seat in table.seats if seat.person is None),
        result=result_text(table, [f"{{{seat.number}}}" for seat in table.seats]),
        kinds=kind_names(terms),
        key=_view_key(),
    )


def _view_key() -> dict[ViewMeaning, str]:
    """Return the words that say in a view what its colours and signs mean."""
    return {
        ViewMeaning.SHARED: pgettext("key of a picture", "shared"),
        ViewMeaning.TIED: pgettext("key of a picture", "tied"),
        ViewMeaning.NOBODYS: pgettext("key of a picture", "nobody's"),
        ViewMeaning.REST: pgettext("key of a picture", "the rest"),
        ViewMeaning.EARNED: pgettext("key of a picture, after a plus sign", "if it ended now"),
    }


def _played_area(state: State) -> Area | None:
    """Return the part of a board within bounds around the tiles that were placed; None for a board without bounds."""
    played = tuple(state.cells)[len(state.ruleset.start) :]
    return _area_around(played, 1) if state.ruleset.bounds is not None else None


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
