"""What was played last at each game, kept in memory so that no log has to be replayed for it."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from carcassonne import Resign, Skip
from host.host import Host
from host.model.game import PlayResult
from host.model.table import RunningTable, StartedTable, WaitingTable
from screens.turn_reports import recent_turns, with_current_table

_MOST_GAMES: Final = 100


@dataclass(frozen=True, slots=True)
class _Row:
    turns: tuple[PlayResult, ...]
    """What was played last, in order."""
    is_enough: bool
    """Whether whoever has a seat is told no more than that, also where more was played before."""


class RecentTurns:
    """What was played last at each game, as far as it is one row of turns that ends with what is stored."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._games: OrderedDict[int, _Row] = OrderedDict()
        self._reading = asyncio.Lock()

    def note(self, played: PlayResult) -> None:
        """Hear of what was played in this process."""
        kept = self._games.get(played.after.number)
        earlier = _before(played, kept.turns) if kept else ()
        is_enough = isinstance(played.before, WaitingTable) or bool(kept and kept.is_enough and earlier)
        self._keep(_Row((*earlier, played), is_enough), played.after)

    def forget(self) -> None:
        """Forget all, also what is being read."""
        self._games = OrderedDict()

    async def last(self, table: StartedTable) -> list[PlayResult]:
        """Return what was played last; nothing if the database went back in time. Raise HostError."""
        kept = self._known(table) or await self._whole(table)
        return [with_current_table(table, kept.turns[-1])] if kept else []

    async def since_own(self, table: StartedTable, person_id: int) -> list[PlayResult]:
        """Return what was played since a person played last: what they have played themselves if that is all.

        Only the last ones of many. Nothing if the database went back in time. Raise HostError.
        """
        kept = await self._whole(table)
        turns = kept.turns if kept else ()
        known = [number for number, one in enumerate(turns) if _is_known_to(person_id, one)]
        since = turns[known[-1] + 1 :] if known else turns
        return [with_current_table(table, one) for one in since or turns[-1:]]

    def _known(self, table: StartedTable) -> _Row | None:
        kept = self._games.get(table.number)
        return kept if kept and _is_at(kept.turns[-1].after, table) else None

    async def _whole(self, table: StartedTable) -> _Row | None:
        """Return the turns of a table, from its log if too few are known. One log is replayed for all who wait."""
        async with self._reading:
            kept = self._known(table)
            if kept and kept.is_enough:
                return kept
            games, history = self._games, await self._host.history.replay_log(table.number)
            if len(history.states) <= table.ply:
                return None  # the database went back in time
            read = _Row(tuple(recent_turns(table, history, _most(table))), is_enough=True)
            if games is self._games:
                self._keep(read, table)
            return read

    def _keep(self, row: _Row, table: StartedTable) -> None:
        self._games[table.number] = _Row(row.turns[-_most(table) :], row.is_enough)
        self._games.move_to_end(table.number)
        if len(self._games) > _MOST_GAMES:
            self._games.popitem(last=False)


def _most(table: StartedTable) -> int:
    """Return how many turns are kept: a round, and as many again for turns that somebody has twice."""
    return 2 * len(table.seats)


def _before(played: PlayResult, turns: tuple[PlayResult, ...]) -> tuple[PlayResult, ...]:
    """Return those turns that what was played follows on; none if it doesn't, or if it has undone any.

    A turn that could be taken back is told again as a whole once it can't be.
    """
    before = played.before
    if not turns or played.undo or isinstance(before, WaitingTable):
        return ()
    *earlier, last = turns
    if isinstance(last.after, RunningTable) and last.after.pending:
        is_same = (last.before.ply, last.after.played_at) == (before.ply, before.played_at)
        return tuple(earlier) if is_same else ()
    return turns if _is_at(last.after, before) else ()


def _is_known_to(person_id: int, played: PlayResult) -> bool:
    """Return whether a person has played a turn themselves. How the game began is known to everybody."""
    before = played.before
    if isinstance(before, WaitingTable):
        return True
    if not played.moves or isinstance(played.moves[0], Resign | Skip) or played.has_timeout_moves:
        return False  # others did this
    return (played.seats or before.seats)[before.state.seat].is_played_by(person_id)


def _is_at(one: StartedTable, other: StartedTable) -> bool:
    return (one.ply, one.played_at, one.status) == (other.ply, other.played_at, other.status)
