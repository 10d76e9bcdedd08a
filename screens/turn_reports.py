"""What the messages of a game report, computed from what was just played or from the log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from carcassonne import Phase, State, apply_all
from host.model.clock import Clock
from host.model.controllers import is_nameless
from host.model.game import PlayResult, with_resignations
from host.model.game_log import GameHistory, Undo
from host.model.table import FinishedTable, RunningTable, Seat, StartedTable, WaitingTable, table_at, table_before_start


@dataclass(frozen=True, slots=True)
class TurnReport:
    """What one message of a game reports."""

    played: PlayResult
    is_edit: bool = False
    """Whether the report edits the message that is there, which pings nobody, instead of sending another."""


def fresh_reports(table: StartedTable, played: Sequence[PlayResult]) -> list[TurnReport]:
    """Return what was played just now, as reports of what is not announced yet; none if that isn't all there is.

    Who plays, where, and the clock are as they are stored now: where somebody else has a seat by now, only the log
    knows who may still be named. What a later report tells again is left out.
    """
    new = [one for one in played if one.after.ply > table.announced]
    reached = max(table.announced, 0)
    for number, one in enumerate(new):
        is_next = one.before.ply <= reached and (number == 0 or _follows(new[number - 1], one))
        is_given_away = table.has_changed_hands and one.before.ply < reached  # perhaps since its moves were shown
        if not (one.moves and is_next and has_same_players(table, one)) or is_given_away:
            return []
        reached = one.after.ply
    if not new or (reached, new[-1].after.played_at) != (table.ply, table.played_at):
        return []  # the server may have lost what was played here, and have another turn in its place
    reports = [TurnReport(with_current_table(table, one), is_edit=_is_pending(one.after)) for one in new]
    return [one for one in reports if not one.is_edit or one is reports[-1]]


def shown_reports(table: StartedTable, reports: Sequence[TurnReport]) -> list[TurnReport]:
    """Return what is posted of these reports: all; where only computers play, the last one, which edits the message of
    the game, because nobody waits for their turns.
    """
    return [replace(one, is_edit=True) for one in reports[-1:]] if table.is_of_computers else list(reports)


def missed_reports(table: StartedTable, history: GameHistory) -> list[TurnReport]:
    """Return what was played since the last announcement, one report for each turn.

    If nothing was announced yet, return the last turn. An answered question belongs to its turn. An open question has a
    report of its own, and so has a turn that was taken back at once, and what somebody else plays of a turn. If a game
    was ended by agreement, its last message is not reported again. The history may go beyond the table's ply.
    """
    if _is_only_ended(table):
        return [TurnReport(PlayResult(table, table, (), ()))]
    # Where turns can be taken back, a turn is reported as a whole: see PlayResult.
    known = (0, table.ply) if table.settings.takeback else (0, table.announced, table.ply)
    states = history.states[: table.ply + 1]  # later plies were played after this table was loaded
    ends = [ply for ply, state in enumerate(states) if state.phase in (Phase.PLACE, Phase.OVER)]
    boundaries = sorted({*known, *ends, *_given_away(history, states)})
    reports = _GameReports(table, history, list(pairwise(boundaries)))
    spans = [(start, end) for start, end in reports.spans if end > table.announced]
    found = [reports.report(start, end) for start, end in (spans if table.announced >= 0 else spans[-1:])]
    return [one for one in found if not one.is_edit or one.played.after.ply == table.ply]


def _given_away(history: GameHistory, states: Sequence[State]) -> list[int]:
    """Return the plies at which a seat changed hands while the game asked something: two have played such a turn."""
    changed = {one.ply for one in history.substitutions}
    return [ply for ply, state in enumerate(states) if state.phase is Phase.ASK and ply in changed]


def last_reported(table: StartedTable, history: GameHistory) -> PlayResult:
    """Return what the message at a table's ply reports, whether it was sent or not."""
    return missed_reports(replace(table, announced=-1), history)[-1].played


def turns_since_own(table: StartedTable, history: GameHistory, person_id: int) -> list[PlayResult]:
    """Return what a person has played last, and all turns after it; from the start if they have played nothing yet."""
    states = enumerate(history.states[: table.ply])
    own = [ply for ply, one in states if one.phase is Phase.PLACE and table.seats[one.seat].is_played_by(person_id)]
    return [one.played for one in missed_reports(replace(table, announced=max(own, default=0)), history)]


def recent_turns(table: StartedTable, history: GameHistory, most: int) -> list[PlayResult]:
    """Return what was played last, at most so many turns."""
    starts = [ply for ply, one in enumerate(history.states[: table.ply]) if one.phase is Phase.PLACE]
    since = starts[-most] if len(starts) >= most else 0
    # None of it counts as shown, so that the turns of a game that was ended are told, too.
    return [one.played for one in missed_reports(replace(table, announced=since, shown=None), history)]


def begins_turn(news: Sequence[TurnReport]) -> bool:
    """Return whether the player to move is to be pinged with all that players haven't seen yet: not if only somebody
    else has resigned. Whose turn was undone has played since they were pinged.
    """
    previous = news[0].played.before
    if isinstance(previous, WaitingTable) or previous.to_move is None or previous.state.phase is not Phase.PLACE:
        return True
    before, now = previous.state, news[-1].played.after.state
    is_same = (before.turn, before.seat, before.phase) == (now.turn, now.seat, now.phase)
    return not is_same or any(one.played.undo for one in news)


def table_then(table: StartedTable, history: GameHistory, ply: int, clock: Clock | None = None) -> RunningTable:
    """Return a table as it was at an earlier ply of its history, with those who had the seats then."""
    state = history.states[ply]
    seats = with_resignations(history.seats_at(table.seats, ply), state)
    return table_at(table, ply, state, seats, history.played_at(ply), clock)


def has_same_players(table: StartedTable, played: PlayResult) -> bool:
    """Return whether everybody has the seat that they had when something was played."""
    return played.players == tuple(seat.controller for seat in table.seats)


def with_current_table(table: StartedTable, played: PlayResult) -> PlayResult:
    """Return what was played, with the people and the clock that the table has now.

    Who played it stays as it was, but for people who have had their data deleted since.
    """
    clock = table.clock if isinstance(table, RunningTable) else None

    def current(one: WaitingTable | StartedTable) -> WaitingTable | StartedTable:
        return table_before_start(table) if isinstance(one, WaitingTable) else started(one)

    def started(one: StartedTable) -> StartedTable:
        if one.ply == table.ply:
            return table
        seats = with_resignations(table.seats, one.state)
        return table_at(table, one.ply, one.state, seats, one.played_at, clock)

    seats = tuple(map(_without_deleted, played.seats, table.seats)) if played.seats else ()
    return replace(played, before=current(played.before), after=started(played.after), seats=seats)


def _without_deleted(then: Seat, now: Seat) -> Seat:
    """Return a seat as it was, but without the name of a person who had it and is deleted now."""
    return replace(then, controller=now.controller) if now.person and is_nameless(now.person.id) else then


def _follows(earlier: PlayResult, later: PlayResult) -> bool:
    """Return whether something was played right after something else, or tells again what was still pending."""
    before, after = later.before, earlier.after
    if _is_pending(after):
        return True
    return isinstance(before, StartedTable) and (before.ply, before.played_at) == (after.ply, after.played_at)


def _is_pending(table: StartedTable) -> bool:
    return isinstance(table, RunningTable) and table.pending is not None


@dataclass(frozen=True, slots=True)
class _GameReports:
    table: StartedTable
    history: GameHistory
    spans: Sequence[tuple[int, int]]
    """The plies from one boundary of turns to the next."""

    def report(self, start: int, end: int) -> TurnReport:
        undo = self.history.logged[end - 1]
        if not isinstance(undo, Undo):
            is_edit = end == self.table.ply and _is_pending(self.table)
            return TurnReport(self.played(start, end, end), is_edit)
        if self.history.states[end - 1].phase is Phase.DRAW:  # taken back at once: the turn before is shown again
            [start] = [start for start, boundary in self.spans if boundary == undo.ply]
            return TurnReport(self.played(start, undo.ply, end), is_edit=True)
        undone = self.played(start, start, end)
        return TurnReport(replace(undone, undo=undo, seats=self.history.seats_at(self.table.seats, end)))

    def played(self, start: int, end: int, shown: int) -> PlayResult:
        """Return what was played from one ply to another, with the table as it was at the ply ``shown``."""
        table, states = self.table, self.history.states
        before = self._at(start) if start else table_before_start(table)
        after = table if shown == table.ply else self._at(shown)
        moves = tuple(one for one in self.history.logged[start:end] if not isinstance(one, Undo))
        has_timeout_moves = any(start < ply <= end for ply in self.history.timeout_plies)
        events, seats = apply_all(states[start], moves).events, self.history.seats_at(table.seats, end)
        return PlayResult(before, after, moves, events, has_timeout_moves=has_timeout_moves, seats=seats)

    def _at(self, ply: int) -> RunningTable:
        clock = self.table.clock if isinstance(self.table, RunningTable) else None
        return table_then(self.table, self.history, ply, clock)


def _is_only_ended(table: StartedTable) -> bool:
    """Return whether a game was ended after everything that was played in it had been shown."""
    is_shown = table.shown is not None and table.shown.ply == table.ply
    is_ended = isinstance(table, FinishedTable) and table.final_scores is None
    return is_shown and is_ended and 0 <= table.announced < table.ply
