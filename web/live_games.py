"""What pages show of games, made once for all who look: boards, whole games, and what was played last."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Final, Generic, TypeVar

from carcassonne import Colour, Deployment, Position, State
from host.host import Host
from host.model.game import PlayResult
from host.model.table import FinishedTable, RunningTable, StartedTable
from render.look.views import View
from render.share import live
from render.share.live_values import LiveBoard, LiveFeature, LiveHistory, LiveSpots
from screens.board import steps_of, told_turns
from screens.text.i18n import current_language
from screens.text.status import winners_at
from web.game_json import VIEWS, version_of
from web.picture_store import Drawing
from web.recent_turns import RecentTurns

T = TypeVar("T")

_MOST_BOARDS: Final = 200
_MOST_TEXTS: Final = 300
_MOST_VIEWS: Final = 100
_MOST_HISTORIES: Final = 20


class _Recent(Generic[T]):
    """What was made last, by a key. Whoever asks for what is being made waits for it."""

    def __init__(self, most: int) -> None:
        self._made: OrderedDict[Hashable, T] = OrderedDict()
        self._tasks: dict[Hashable, asyncio.Task[T]] = {}
        self._most = most

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]], is_good: Callable[[T], bool]) -> T:
        """Return what was made for a key if it ``is_good`` still, else make it. Raise what making it raises."""
        if key in self._made and is_good(self._made[key]):
            self._made.move_to_end(key)
            return self._made[key]
        if key not in self._tasks:
            task = self._tasks[key] = asyncio.ensure_future(make())
            task.add_done_callback(partial(self._keep, key))
        return await asyncio.shield(self._tasks[key])

    def forget(self) -> None:
        """Forget all. What is being made is for those only who wait for it already."""
        self._made.clear()
        self._tasks.clear()

    def _keep(self, key: Hashable, task: "asyncio.Task[T]") -> None:
        is_made = not task.cancelled() and task.exception() is None
        if self._tasks.get(key) is not task:
            return
        del self._tasks[key]
        if is_made:
            self._made[key] = task.result()
            self._made.move_to_end(key)
            if len(self._made) > self._most:
                self._made.popitem(last=False)


class LiveGames:
    """What pages show. All of it is of a table as it was read, so nobody sees what is not stored.

    ``named_since`` is the time since which nobody was deleted whom a page may name, as far as is known here.
    """

    def __init__(self, host: Host, drawing: Drawing) -> None:
        self._host = host
        self._drawing = drawing
        self._boards = _Recent[LiveBoard](_MOST_BOARDS)
        self._views = _Recent[LiveBoard](_MOST_VIEWS)
        self._texts = _Recent[bytes](_MOST_TEXTS)
        self._histories = _Recent[LiveHistory](_MOST_HISTORIES)
        self._recent = RecentTurns(host)
        self.named_since = host.now()
        host.person_deleted.add(self._forget_names)

    def end(self) -> None:
        """Hear of nothing any more."""
        self._host.person_deleted.remove(self._forget_names)

    def _forget_names(self) -> None:
        """Forget what names people: somebody was deleted, who may have played anywhere."""
        self.named_since = self._host.now()
        self._texts.forget()
        self._histories.forget()
        self._recent.forget()

    def note_played(self, played: PlayResult) -> None:
        """Hear of what was played in this process."""
        self._recent.note(played)

    async def said(self, table: StartedTable, person_id: int) -> list[str]:
        """Return what happened since a person's own last turn, or to whoever has no seat what happened last.

        It is in the current language. Raise HostError.
        """
        if table.seats_of(person_id):
            return told_turns(table, await self._recent.since_own(table, person_id))
        return told_turns(table, await self._recent.last(table))

    async def text(self, table: StartedTable, reader: Hashable, write: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return a game for a kind of reader, in the current language. It is written once for all of them."""
        await self.board(table)  # whoever gets the text finds its pictures
        key = (table.number, version_of(table), current_language(), reader)
        return await self._texts.get(key, write, lambda _: True)

    async def board(self, table: StartedTable) -> LiveBoard:
        """Return the board of a table. Raise what ``Drawing.draw`` raises."""
        recent = max(1, len(table.seats) - 1)
        job = partial(live.draw_board, table.state, _colours(table), recent=recent, winners=_winners(table))
        return await self._boards.get(
            (table.number, version_of(table)),
            partial(self._drawing.draw, job, table.number),
            lambda board: self._drawing.store.has(board.keys),
        )

    async def view(self, table: StartedTable, name: str, theme: str) -> LiveBoard:
        """Return the board in one of ``VIEWS`` and a theme."""
        view = View(VIEWS[name].value)
        job = partial(live.draw_view, table.state, _colours(table), view, theme, winners=_winners(table))
        return await self._views.get(
            (table.number, version_of(table), name, theme),
            partial(self._drawing.draw, job, table.number),
            lambda board: self._drawing.store.has(board.keys),
        )

    async def spots(self, table: RunningTable, after_placement: State, deployments: list[Deployment]) -> LiveSpots:
        """Return where deployments would put figures."""
        job = partial(live.draw_spots, after_placement, _colours(table), deployments)
        return await self._drawing.draw(job, table.number)

    async def feature(self, table: StartedTable, cell: Position, point: tuple[float, float]) -> LiveFeature:
        """Return the feature under a point of a tile."""
        return await self._drawing.draw(partial(live.draw_feature, table.state, cell, point), table.number)

    async def history(self, table: StartedTable) -> LiveHistory:
        """Return a whole game turn by turn, in the current language."""
        return await self._histories.get(
            (table.number, version_of(table), current_language()),
            partial(self._draw_history, table),
            lambda history: self._drawing.store.has(history.keys),
        )

    async def _draw_history(self, table: StartedTable) -> LiveHistory:
        history = await self._host.history.replay_log(table.number)
        steps = await asyncio.to_thread(steps_of, table, history, 0)
        return await self._drawing.draw(partial(live.draw_history, steps), table.number)


def _colours(table: StartedTable) -> tuple[Colour, ...]:
    return tuple(seat.colour for seat in table.seats)


def _winners(table: StartedTable) -> frozenset[int] | None:
    return frozenset(winners_at(table)) if isinstance(table, FinishedTable) else None
