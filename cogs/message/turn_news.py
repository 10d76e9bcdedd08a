"""What is to be announced of a game: as it was just played, or told from its log. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from carcassonne import Phase, apply_all
from host import (
    FinishedTable,
    GameHistory,
    Played,
    RunningTable,
    StartedTable,
    Undo,
    WaitingTable,
    table_at,
    table_before_start,
)


@dataclass(frozen=True, slots=True)
class News:
    """Something to announce: with a message of its own, or ``in_place``, in the one that is there and pings nobody."""

    played: Played
    in_place: bool = False


def missed_news(table: StartedTable, chronicle: GameHistory) -> list[News]:
    """Return what was played since the last announcement, turn by turn; the last turn if there was none.

    A question that has been answered meanwhile belongs to its turn; one that still waits is announced. So it is with a
    turn that was taken back at once. Of a game that was ended, what its last message shows is no news. The chronicle
    may know of later plies, too.
    """
    if _only_ends(table):
        return [News(Played(table, table, (), ()))]
    # Where turns can be taken back they are told as a whole: see Played.
    known = (0, table.ply) if table.settings.takeback else (0, table.announced, table.ply)
    so_far = chronicle.states[: table.ply + 1]  # what has been played since this table was looked at is not its news
    rests = [ply for ply, state in enumerate(so_far) if ply in known or _rests(state.phase)]
    story = _Story(table, chronicle, list(pairwise(rests)))
    spans = [(start, end) for start, end in story.spans if end > table.announced]
    news = [story.news(start, end) for start, end in (spans if table.announced >= 0 else spans[-1:])]
    return [one for one in news if not one.in_place or one.played.after.ply == table.ply]


def last_news(table: StartedTable, chronicle: GameHistory) -> Played:
    """Return what the message at the ply of a table tells, whether it was sent or not."""
    return missed_news(replace(table, announced=-1), chronicle)[-1].played


def joined(earlier: Played, later: Played) -> Played:
    """Return what a message tells of two steps of one turn; only the later one, if a turn began between them."""
    is_same_turn = isinstance(later.before, RunningTable) and not _rests(later.before.state.phase)
    if not is_same_turn or earlier.after.ply != later.before.ply or earlier.undo or later.undo:
        return later
    return replace(
        later,
        before=earlier.before,
        moves=(*earlier.moves, *later.moves),
        events=(*earlier.events, *later.events),
        is_passed_over=earlier.is_passed_over or later.is_passed_over,
    )


def as_of(table: StartedTable, played: Played) -> Played:
    """Return what was played, with the people and the clock as they are at its table now."""
    clock = table.clock if isinstance(table, RunningTable) else None

    def current(one: WaitingTable | StartedTable) -> WaitingTable | StartedTable:
        return table_before_start(table) if isinstance(one, WaitingTable) else started(one)

    def started(one: StartedTable) -> StartedTable:
        return table if one.ply == table.ply else table_at(table, one.ply, one.state, clock)

    return replace(played, before=current(played.before), after=started(played.after))


@dataclass(frozen=True, slots=True)
class _Story:
    table: StartedTable
    chronicle: GameHistory
    spans: Sequence[tuple[int, int]]
    """From one ply where the game rests to the next."""

    def news(self, start: int, end: int) -> News:
        undo = self.chronicle.logged[end - 1]
        if not isinstance(undo, Undo):
            is_pending = isinstance(self.table, RunningTable) and self.table.pending is not None
            return News(self.played(start, end, end), in_place=end == self.table.ply and is_pending)
        if self.chronicle.states[end - 1].phase is Phase.DRAW:  # taken back at once: what was before is shown again
            [start] = [start for start, rest in self.spans if rest == undo.ply]
            return News(self.played(start, undo.ply, end), in_place=True)
        return News(replace(self.played(start, start, end), undo=undo))

    def played(self, start: int, end: int, shown: int) -> Played:
        """Return what was played from one ply to another, with the table as it was at the ply ``shown``."""
        table, states = self.table, self.chronicle.states
        clock = table.clock if isinstance(table, RunningTable) else None
        before = table_at(table, start, states[start], clock) if start else table_before_start(table)
        after = table if shown == table.ply else table_at(table, shown, states[shown], clock)
        moves = tuple(one for one in self.chronicle.logged[start:end] if not isinstance(one, Undo))
        is_passed_over = any(start < ply <= end for ply in self.chronicle.passed_over)
        return Played(before, after, moves, apply_all(states[start], moves).events, is_passed_over=is_passed_over)


def _only_ends(table: StartedTable) -> bool:
    """Say whether a game that is over was ended after everything that was played in it had been shown."""
    is_shown = table.shown is not None and table.shown.ply == table.ply
    is_ended = isinstance(table, FinishedTable) and table.final_scores is None
    return is_shown and is_ended and 0 <= table.announced < table.ply


def _rests(phase: Phase) -> bool:
    return phase in (Phase.PLACE, Phase.OVER)
