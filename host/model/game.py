"""Games in memory, and the transitions that commands make of them. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, TypeAlias, TypeVar

from carcassonne import Chance, Event, Move, Phase, Resign, Skip, State, draws, find_ruleset, new_game
from host.model.controllers import Controller
from host.model.draws import commitment, draw
from host.model.game_log import Checkpoint, LogCursor, LogEntry, Mover, Undo
from host.model.table import (
    ClosedTable,
    FinishedTable,
    RunningTable,
    Seat,
    SeatedTable,
    StartedTable,
    Table,
    WaitingTable,
    shared_fields,
)


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A table whose game runs, with what players must not see."""

    table: RunningTable
    seed: bytes
    """All draws follow from it; empty if it is not known."""
    draw_count: int
    """How many draws have been made with the seed."""
    turn_start: Checkpoint
    """The game where the current turn began: its tile was drawn and not laid yet."""
    turn_moves: tuple[Move, ...]


Game: TypeAlias = WaitingTable | ClosedTable | RunningGame | FinishedTable
"""A table; if its game runs, with what players must not see."""
LobbyTable: TypeAlias = WaitingTable | ClosedTable
StartedGame: TypeAlias = RunningGame | FinishedTable
LiveGame: TypeAlias = WaitingTable | RunningGame
GameT = TypeVar("GameT", WaitingTable, ClosedTable, RunningGame, FinishedTable, LobbyTable, StartedGame, LiveGame, Game)


def table_of(game: Game) -> Table:
    return game.table if isinstance(game, RunningGame) else game


def started_table(game: StartedGame) -> StartedTable:
    return game.table if isinstance(game, RunningGame) else game


@dataclass(frozen=True, slots=True)
class AdvanceResult:
    """The result of moves and of the draws that followed."""

    cursor: LogCursor
    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class Transition(Generic[GameT]):
    """What a command makes of a game."""

    before: Game | None
    """The game before it; None for a new table."""
    after: GameT
    moves: tuple[Move, ...] = ()
    """Every move made, draws included."""
    events: tuple[Event, ...] = ()
    entries: tuple[LogEntry, ...] = ()
    shown_before: RunningTable | None = None
    """The table to be shown as the one before, if it is not that of ``before``: as the turn began."""
    undo: Undo | None = None


def named_transition(transition: Transition[GameT], token: str) -> Transition[GameT]:
    """Return a transition after which the game has a new token, and knows its last entry."""
    after = transition.after
    changes: dict[str, Any] = {"token": token}
    if transition.entries:
        changes["played_at"] = transition.entries[-1].at
    named = (
        replace(after, table=replace(after.table, **changes))
        if isinstance(after, RunningGame)
        else replace(after, **changes)
    )
    return replace(transition, after=named)


@dataclass(frozen=True, slots=True)
class PlayResult:
    """What a command has changed in a game."""

    before: WaitingTable | StartedTable
    """The table before the command. If turns can be taken back, it is the table at the start of the turn."""
    after: StartedTable
    moves: tuple[Move, ...]
    """Every move in order, draws included; none where a turn was undone."""
    events: tuple[Event, ...]
    undo: Undo | None = None
    has_timeout_moves: bool = False
    """Whether some of the moves were made in a player's place because the time was out."""
    seats: tuple[Seat, ...] = ()
    """The seats with those who had them when it was played; they may have changed hands since. None where nothing was
    played."""

    @property
    def players(self) -> tuple[Controller, ...]:
        """Who had the seats when it was played."""
        return tuple(seat.controller for seat in self.seats or self.after.seats)


def play_result(transition: Transition[StartedGame]) -> PlayResult:
    """Return what a transition has changed, without what players must not see."""
    after = started_table(transition.after)
    match transition.before:
        case WaitingTable() | FinishedTable() as before:
            pass
        case RunningGame(table=before):
            pass
        case _:
            before = after
    has_timeout_moves = bool(timeout_plies(transition.entries))
    return PlayResult(
        transition.shown_before or before,
        after,
        transition.moves,
        transition.events,
        transition.undo,
        has_timeout_moves,
        before.seats if isinstance(before, SeatedTable) else after.seats,
    )


def advance(
    cursor: LogCursor,
    seed: bytes,
    moves: Sequence[Move],
    mover: Mover,
    now: datetime,
    *,
    allows_takeback: bool = False,
) -> AdvanceResult:
    """Make moves, then draw until a tile can be laid or the game is over; raise IllegalMoveError.

    ``cursor`` is changed in place. If ``allows_takeback``, nothing is drawn after a turn that can be taken back.
    """
    made: list[Move] = []
    events: list[Event] = []
    entries: list[LogEntry] = []

    def make(move: Move, by: Mover) -> None:
        seat = cursor.state.seat
        events.extend(cursor.make(move))
        made.append(move)
        entries.append(cursor.entry(seat, move, by, now))

    for move in moves:
        make(move, mover)
    while (chances := draws(cursor.state)) and not (allows_takeback and _can_be_taken_back(cursor)):
        make(draw(seed, cursor.draw_count + 1, chances), None)
    return AdvanceResult(cursor, tuple(made), tuple(events), tuple(entries))


def _can_be_taken_back(cursor: LogCursor) -> bool:
    """Return whether a whole turn was played, by nobody but its player: chance had no part in it."""
    is_own = not any(isinstance(move, Chance | Resign | Skip) for move in cursor.turn_moves)
    return cursor.state.phase is Phase.DRAW and is_own


def cursor_of(game: RunningGame) -> LogCursor:
    """Return a cursor at the end of a game's log."""
    return LogCursor(game.table.state, game.table.ply, game.draw_count, game.turn_start, game.turn_moves)


def finished_table(
    table: RunningTable, seed: bytes, now: datetime, final_scores: tuple[int, ...] | None = None
) -> FinishedTable:
    """Return a table whose game is over: scored if there are ``final_scores``, else given up."""
    kept = {**shared_fields(table, SeatedTable), "moved_at": now}
    return FinishedTable(
        **kept, state=table.state, final_scores=final_scores, seed=seed.hex(), commitment=table.commitment
    )


def undo_transition(
    before: RunningGame, checkpoint: Checkpoint, person_id: int | None, now: datetime
) -> Transition[StartedGame]:
    """Return the transition that goes back to a checkpoint. The undo is a ply of its own."""
    cursor = LogCursor(checkpoint.state, before.table.ply)
    cursor.go_back(checkpoint)
    undo, seat = Undo(checkpoint.ply), checkpoint.state.seat
    table = replace(before.table, ply=cursor.ply, state=cursor.state, moved_at=now, pending=None, undo_request=None)
    entry = cursor.entry(seat, undo, person_id, now)
    return Transition(
        before, RunningGame(table, before.seed, checkpoint.draw_count, checkpoint, ()), entries=(entry,), undo=undo
    )


def timeout_plies(entries: Iterable[LogEntry]) -> frozenset[int]:
    """Return the plies of moves that were made in somebody's place because the time was out.

    A turn that was skipped altogether is not among them: the skip is a move of its own.
    """
    return frozenset(
        entry.ply
        for entry in entries
        if entry.person_id is None and entry.computer is None and not isinstance(entry.move, Chance | Skip | Undo)
    )


def public_commitment(seed: bytes) -> str:
    """Return the commitment that everybody can see while the game runs; empty if there is no seed."""
    return commitment(seed) if seed else ""


def opening_state(table: SeatedTable) -> State:
    """Return the state before the first draw of a table."""
    return new_game(find_ruleset(table.edition, table.options), len(table.seats))


def with_resignations(seats: Iterable[Seat], state: State) -> tuple[Seat, ...]:
    """Return the seats, each with whether it has resigned in a state."""
    return tuple(replace(seat, resigned=seat.number in state.resigned) for seat in seats)
