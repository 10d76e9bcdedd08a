"""Pictures as files for messages."""

import asyncio
import copy
import logging
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Self, TypeAlias, TypeVar

from prometheus_client import Counter, Gauge, Histogram

import render
import workers
from carcassonne import FIGURES, FOLLOWER, Colour, Position, Role, SegmentRef, State
from host.model.controllers import Computer
from host.model.preferences import Preferences
from host.model.table import FinishedTable, StartedTable
from render.share.steps import TooLargeToShowError
from screens.screen import File
from screens.text.alt_text import alt_text
from screens.text.choices import colour_name
from screens.text.editions import texts_of
from screens.text.i18n import _, pgettext
from screens.text.markup import capitalize
from screens.text.names import picture_labels
from screens.text.nouns import figure_name, in_hand_text, kind_names, noun, role_name
from screens.text.status import result_text, tiles_left_short, winners_at
from workers import Listener, NoWorkerError, Worker, WorkerPool

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

MAX_WAITING: Final = 200
"""How many pictures may wait before those that only one person sees are refused."""

THREADS: Final = 2
NICENESS: Final = 10
"""How much drawing steps back where the processors are busy: people are answered before pictures are drawn."""

T = TypeVar("T")

DrawIn: TypeAlias = Callable[..., render.Picture]
"""A function of ``render`` that draws, with all arguments but ``look``."""

RunDrawing: TypeAlias = Callable[[render.Job], render.Picture]
"""Runs a drawing job, in a thread."""


class QueueFullError(Exception):
    """Too many pictures wait already."""


def drawing_threads(run: RunDrawing = operator.call) -> list[Worker]:
    """Return workers that draw in threads of this process. More of them would only fill the memory."""
    return workers.thread_workers(THREADS, run)


def drawing_processes(number: int) -> list[Worker]:
    return workers.process_workers(number, "render.ahead", NICENESS)


@dataclass(frozen=True, slots=True)
class Frame:
    """Which part of a board is shown, and how. ``render.draw`` explains the fields."""

    view: render.View = render.View.NORMAL
    zoom: int | None = None
    area: render.Area | None = None
    recent: int = 1
    spot: SegmentRef | None = None


WHOLE_FRAME: Final = Frame()


class Pictures:
    """Draws pictures without blocking the event loop, with ``workers``; by default in threads of this process.

    They have the default look, for public messages. ``with_look`` returns an object that draws with a person's own
    look. ``timeout`` is in seconds: how long a drawing may take, and how long a picture for one person may wait.
    Where drawing fails, there is a line in the log, and None instead of the file.
    """

    def __init__(self, timeout: float = DRAWING_TIMEOUT, workers: Sequence[Worker] | None = None) -> None:
        self._pool = WorkerPool(workers or drawing_threads())
        self._timeout = timeout
        self._whole_games = asyncio.Lock()
        self.look = render.DEFAULT_LOOK

    async def start(self) -> None:
        """Start the workers, so that the first picture does not wait for that."""
        for package in render.missing_encoders():
            log.warning("the package %s is missing: pictures take longer, or more bytes, than they need", package)
        if missing := render.scripts_without_font():
            log.info("no fonts for names in %s: see docs/hosting.md", ", ".join(missing))
        try:
            await self._pool.start()
        except OSError as error:  # each picture tries it again, and says so
            log.warning("the processes that draw could not be started yet: %s", error)

    async def close(self) -> None:
        await self._pool.close()

    def with_look(self, look: render.Look) -> Self:
        others = copy.copy(self)
        others.look = look
        return others

    async def draw(
        self,
        job: workers.Job[T],
        table: int,
        *,
        must_be_drawn: bool,
        is_retry: bool = False,
        listener: Listener | None = None,
    ) -> T:
        """Draw with the next free worker; raise QueueFullError, NoWorkerError, TimeoutError, and what drawing raises.

        A picture that ``must_be_drawn`` waits for a worker as long as it has to. A retry doesn't, and has half of the
        time. The listener hears how far a job is that tells it.
        """
        if not must_be_drawn and self._pool.waiting >= MAX_WAITING:
            raise QueueFullError
        if is_retry:
            return await self._pool.run(job, table, self._timeout / 2, patience=self._timeout / 2)
        patience = None if must_be_drawn else self._timeout
        return await self._pool.run(job, table, self._timeout, patience=patience, listener=listener)

    async def board(
        self, table: StartedTable, name: str, frame: Frame = WHOLE_FRAME, *, must_be_drawn: bool = False
    ) -> File | None:
        """Return the board of a table with alt text.

        What ``must_be_drawn`` is drawn however many pictures wait: the picture of a move.
        """
        state = table.state
        area = frame.area and _clamp_to_board(frame.area, state)
        won = frozenset(winners_at(table)) if isinstance(table, FinishedTable) else None
        words = picture_words(table)
        shown = partial(render.draw, state, words, view=frame.view, zoom=frame.zoom, area=area, recent=frame.recent)
        job = partial(shown, winners=won, spot=frame.spot)
        alt = alt_text(table, part_shown(table, frame))
        return await self.file(_log_name(table), job, name, alt, table=table.number, must_be_drawn=must_be_drawn)

    async def tiles(self, table: StartedTable, alt: str) -> File | None:
        job = partial(render.draw_remaining_tiles, table.state)
        return await self.file(_log_name(table), job, f"tiles{table.number}", alt, table=table.number)

    async def leaderboard(self, rows: Sequence[render.LeaderboardRow], title: str, alt: str) -> File | None:
        headings = render.LeaderboardHeadings(title, _("Games"), _("Wins"), _("Rating"), _("Rank {rank}"))
        return await self.file("who plays best", partial(render.draw_leaderboard, rows, headings), "leaderboard", alt)

    async def file(
        self, subject: str, job: DrawIn, name: str, alt: str, *, table: int = 0, must_be_drawn: bool = False
    ) -> File | None:
        """Return what a job draws. The log calls it the ``subject``."""
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

    async def _drawn(self, subject: str, job: DrawIn, table: int, *, must_be_drawn: bool) -> render.Picture:
        """Return what a job draws in this look. If it takes too long or fails, draw a smaller picture, and log that."""
        try:
            return await self.draw(partial(job, look=self.look), table, must_be_drawn=must_be_drawn)
        except (QueueFullError, NoWorkerError):
            raise  # it was not begun, and there is no room for a smaller one either
        except Exception as error:
            smaller = _smaller_look(self.look)
            if smaller is None:
                raise
            why = f"not drawn in {self._timeout:g} s" if isinstance(error, TimeoutError) else repr(error)
            log.warning("a smaller picture of %s: %s", subject, why)
        return await self.draw(partial(job, look=smaller), table, must_be_drawn=must_be_drawn, is_retry=True)

    async def whole_game(
        self, table: StartedTable, job: Callable[[], bytes], name: str, alt: str, listener: Listener | None = None
    ) -> File | None:
        """Return what a job draws of a whole game.

        That takes seconds, so it is done for one game at a time: the pictures of turns need the other workers. Raise
        TooLargeToShowError.
        """
        try:
            async with self._whole_games:
                data = await self.draw(job, table.number, must_be_drawn=False, listener=listener)
            return File(bytes(data), name, alt)
        except TooLargeToShowError:
            raise
        except TimeoutError:
            log.error("no file of %s: not drawn in %g s", _log_name(table), self._timeout)
        except Exception:
            log.exception("no file of %s", _log_name(table))
        return None

    async def rotations(self, table: StartedTable, states: Sequence[State], alt: str) -> File | None:
        """Return close-ups of a tile laid in several rotations, one for each state."""
        job = partial(render.draw_rotations, states, picture_words(table))
        return await self.file(_log_name(table), job, "ways", alt, table=table.number)

    async def spots(self, table: StartedTable, after_placement: State, alt: str) -> File | None:
        """Return a close-up of the tile just laid, with the legal deployments."""
        job = partial(render.draw_laid_tile, after_placement, picture_words(table))
        return await self.file(_log_name(table), job, "spots", alt, table=table.number)


def _log_name(table: StartedTable) -> str:
    return f"game {table.number}, ply {table.ply}"


def chosen_look(chosen: Preferences) -> render.Look:
    return render.Look(render.THEMES[chosen.theme], render.SIZES[chosen.size])


def _smaller_look(look: render.Look) -> render.Look | None:
    """Return the look of a picture that is drawn because a larger one fails; None if there is no smaller one."""
    if look.size is render.COMPACT:
        return None
    return render.Look(look.theme, render.COMPACT if look.size is render.SMALL else render.SMALL)


def picture_name(table: StartedTable) -> str:
    """Return the file name of a table's picture, without extension.

    It holds the game and the ply. The end of a game has another name, because a game can end without a new ply.
    """
    return f"game{table.number}-{table.ply}" + ("-end" if table.status.is_over else "")


# The part of a board


def window_of(table: StartedTable, frame: Frame) -> render.BoardWindow:
    """Return the cells that the picture of a table shows, and those of its whole board."""
    area = frame.area and _clamp_to_board(frame.area, table.state)
    return render.board_window(table.state, frame.view, frame.zoom, area)


def part_shown(table: StartedTable, frame: Frame) -> tuple[Position, Position] | None:
    """Return the first and the last cell that the picture of a table shows; None if it shows the whole board."""
    if frame.zoom is None and frame.area is None:
        return None
    window = window_of(table, frame)
    return None if window.is_whole else window.shown.corners


def area_around(cells: Sequence[Position], more: int) -> render.Area:
    """Return the part of the board with these cells, and ``more`` cells on each side."""
    area = render.bounding_area(tuple(cells))
    return render.Area(area.left - more, area.top - more, area.right + more, area.bottom + more)


def _clamp_to_board(area: render.Area, state: State) -> render.Area:
    """Return the part of an area that has tiles or touches one. The rest is empty."""
    board = render.bounding_area((*state.cells, *state.frontier))

    def clamp(number: int, first: int, last: int) -> int:
        return min(max(number, first), last)

    return render.Area(
        clamp(area.left, board.left, board.right),
        clamp(area.top, board.top, board.bottom),
        clamp(area.right, board.left, board.right),
        clamp(area.bottom, board.top, board.bottom),
    )


# Words


def picture_words(table: StartedTable) -> render.Words:
    """Return the words on the picture of a table."""
    return replace(
        _words(table.state, picture_labels(table), tuple(seat.colour for seat in table.seats)),
        resigned=_("resigned"),
        computers=frozenset(seat.number for seat in table.seats if seat.person is None),
        result=result_text(table, list(_names_in_result(table))),
        key=_view_key(),
        nobody_moves=table.to_move is None,
    )


def _names_in_result(table: StartedTable) -> Iterator[str]:
    """Yield what stands for each name in the result: its number, which drawing fills in, or that of a computer."""
    for seat, label in zip(table.seats, picture_labels(table), strict=True):
        yield capitalize(label) if isinstance(seat.controller, Computer) else f"{{{seat.number}}}"


def example_words(state: State, names: tuple[str, ...]) -> render.Words:
    """Return the words on the picture of a position that belongs to no table. The seats have the first colours."""
    return _words(state, names, tuple(Colour)[: len(names)])


def _words(state: State, names: tuple[str, ...], colours: tuple[Colour, ...]) -> render.Words:
    terms = state.ruleset.terms
    return render.Words(
        names,
        colours,
        tuple(map(colour_name, colours)),
        {role: role_name(role, terms) for role in Role},
        capitalize(tiles_left_short(state)),
        _("The game is over"),
        terms=texts_of(state).picture_terms(),
        figures=_figures_with_prefix(terms),
        in_hand={figure.name: in_hand_text(figure, 1) for figure in state.supply if figure != FOLLOWER},
        kinds=kind_names(terms),
        modifiers={modifier.name: noun(modifier.name, 2) for modifier in state.ruleset.told},
    )


def _figures_with_prefix(terms: Mapping[str, str]) -> dict[tuple[str, Role], str]:
    """Return what figures are called that have a follower's roles: ``big knight``."""
    figures = (figure for figure in FIGURES.values() if figure.prefix)
    return {(one.prefix, role): figure_name(role, one, terms) for one in figures for role in one.roles.values()}


def _view_key() -> dict[render.ViewMeaning, str]:
    return {
        render.ViewMeaning.SHARED: pgettext("key of a picture", "shared"),
        render.ViewMeaning.TIED: pgettext("key of a picture", "tied"),
        render.ViewMeaning.NOBODYS: pgettext("key of a picture", "nobody's"),
        render.ViewMeaning.REST: pgettext("key of a picture", "the rest"),
        render.ViewMeaning.EARNED: pgettext("key of a picture, after a plus sign", "if it ended now"),
    }
