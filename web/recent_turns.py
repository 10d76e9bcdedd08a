"""What was played last at each game, kept in memory so that no log has to be replayed for it."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from carcassonne import Phase, Resign, Skip
from host.host import Host
from host.model.game import PlayResult
from host.model.table import RunningTable, StartedTable
from screens.turn_reports import recent_turns, with_current_table

_MOST_GAMES: Final = 100


@dataclass(frozen=True, slots=True)
class _Recent:
    turns: tuple[PlayResult, ...]
    """What was played last, in order."""
    is_enough: bool
    """Whether whoever has a seat is told no more than that, also where more was played before."""


class RecentTurns:
    """What was played last at each game, as far as it is one row of turns that ends with what is stored."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._games: OrderedDict[int, _Recent] = OrderedDict()

    def note(self, played: PlayResult) -> None:
        """Hear of what was played in this process."""
        kept = self._games.get(played.after.number)
        earlier = _before(played, kept.turns) if kept else ()
        is_enough = bool(kept and kept.is_enough and earlier)
        self._keep(_Recent((*earlier, played), is_enough or not isinstance(played.before, StartedTable)), played.after)

    async def last(self, table: StartedTable) -> PlayResult | None:
        """Return what was played last; None if the database went back in time. Raise HostError."""
        kept = self._known(table) or await self._read(table)
        return with_current_table(table, kept.turns[-1]) if kept else None

    async def since_own(self, table: StartedTable, person_id: int) -> list[PlayResult]:
        """Return what was played since a person played last: what they have played themselves if that is all.

        Some turns are left out if there are many. Raise HostError.
        """
        kept = self._known(table)
        if kept is None or not kept.is_enough:
            kept = await self._read(table)
        turns = [with_current_table(table, one) for one in kept.turns] if kept else []
        own = [number for number, one in enumerate(turns) if _was_played_by(one, table, person_id)]
        since = turns[own[-1] + 1 :] if own else turns
        return since or turns[-1:]

    def _known(self, table: StartedTable) -> _Recent | None:
        kept = self._games.get(table.number)
        return kept if kept and _is_at(kept.turns[-1].after, table) else None

    async def _read(self, table: StartedTable) -> _Recent | None:
        history = await self._host.history.replay_log(table.number)
        if len(history.states) <= table.ply:
            return None  # the database went back in time
        kept = _Recent(tuple(recent_turns(table, history, _most(table))), is_enough=True)
        self._keep(kept, table)
        return kept

    def _keep(self, recent: _Recent, table: StartedTable) -> None:
        self._games[table.number] = _Recent(recent.turns[-_most(table) :], recent.is_enough)
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
    earlier = tuple(one for one in turns if one.after.ply <= played.before.ply) if not played.undo else ()
    return earlier if earlier and _is_at(earlier[-1].after, played.before) else ()


def _is_at(one: StartedTable, other: StartedTable) -> bool:
    return (one.ply, one.played_at, one.status) == (other.ply, other.played_at, other.status)
