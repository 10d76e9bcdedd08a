"""A game as the host knows it, its log played over again, and the steps from one ply to the next. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, TypeAlias, TypeVar

from carcassonne import (
    Chance,
    Event,
    Move,
    Phase,
    Resign,
    Skip,
    State,
    draws,
    find_ruleset,
    new_game,
)
from host.model.draws import commitment, draw
from host.model.fingerprint import fingerprint
from host.model.game_history import PlayResult, Undo
from host.model.game_log import Checkpoint, LogCursor, format_logged, parse_logged
from host.model.table import (
    ClosedTable,
    Computer,
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
    """A table whose game runs, with what nobody is shown."""

    table: RunningTable
    seed: bytes
    """What all draws follow from; empty where it is not known."""
    draw_count: int
    """How many draws have been made with the seed."""
    turn_start: Checkpoint
    """Where the turn under way began, its tile drawn and not laid yet."""
    turn_moves: tuple[Move, ...]
    """The moves made since."""


Game: TypeAlias = WaitingTable | ClosedTable | RunningGame | FinishedTable
"""A table, with what belongs to it that nobody is shown: nothing, unless its game runs."""
LobbyTable: TypeAlias = WaitingTable | ClosedTable
StartedGame: TypeAlias = RunningGame | FinishedTable
LiveGame: TypeAlias = WaitingTable | RunningGame
GameT = TypeVar("GameT", WaitingTable, ClosedTable, RunningGame, FinishedTable, LobbyTable, StartedGame, LiveGame, Game)


def table_of(game: Game) -> Table:
    """Return the table of a game."""
    return game.table if isinstance(game, RunningGame) else game


Mover: TypeAlias = int | Computer | None
"""Who makes a move: a person by id, a computer; None for chance, and for the rules in a player's place."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log."""

    ply: int
    """The ply that the move made."""
    seat: int
    """The number of the seat that was to move."""
    person_id: int | None
    """The person who made the move; None for a computer, a draw, and a move made because the time was out."""
    notation: str
    at: datetime
    hash: str
    """The fingerprint of the state after the move."""
    computer: Computer | None = None
    """The computer that made the move; None for everybody else."""


@dataclass(frozen=True, slots=True)
class AdvanceResult:
    """What moves led to, with the draws that followed."""

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
    """The game after it."""
    moves: tuple[Move, ...] = ()
    """Every move made, draws included."""
    events: tuple[Event, ...] = ()
    """What came of the moves."""
    entries: tuple[LogEntry, ...] = ()
    """What is added to the log."""
    shown_before: RunningTable | None = None
    """The table from which on it is told, where that is not the table before."""
    undo: Undo | None = None
    """Where the game goes back to."""


def started_table(game: StartedGame) -> StartedTable:
    """Return the table of a game that has begun."""
    return game.table if isinstance(game, RunningGame) else game


def play_result(transition: Transition[StartedGame]) -> PlayResult:
    """Return a step as it is shown to the outside."""
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
    """Make moves, then draw until a tile can be laid or the game is over; raise IllegalMoveError, all or none.

    The cursor is moved on. Where ``allows_takeback``, no tile is drawn after a turn that can be taken back.
    """
    made: list[Move] = []
    events: list[Event] = []
    entries: list[LogEntry] = []

    def make(move: Move, by: Mover) -> None:
        seat = cursor.state.seat
        events.extend(cursor.make(move))
        made.append(move)
        person_id, computer = (None, by) if isinstance(by, Computer) else (by, None)
        notation, hash_ = format_logged(move), fingerprint(cursor.state)
        entries.append(LogEntry(cursor.ply, seat, person_id, notation, now, hash_, computer))

    for move in moves:
        make(move, mover)
    while (chances := draws(cursor.state)) and not (allows_takeback and _can_be_taken_back(cursor)):
        make(draw(seed, cursor.draw_count + 1, chances), None)
    return AdvanceResult(cursor, tuple(made), tuple(events), tuple(entries))


def _can_be_taken_back(cursor: LogCursor) -> bool:
    """Say whether a turn is played that nothing but its player has had a part in: above all, not chance."""
    is_own = not any(isinstance(move, Chance | Resign | Skip) for move in cursor.turn_moves)
    return cursor.state.phase is Phase.DRAW and is_own


def cursor_of(game: RunningGame) -> LogCursor:
    """Return the end of a game's log, where it can be gone on with."""
    return LogCursor(game.table.state, game.table.ply, game.draw_count, game.turn_start, game.turn_moves)


def finished_table(
    table: RunningTable, seed: bytes, now: datetime, final_scores: tuple[int, ...] | None = None
) -> FinishedTable:
    """Return a table whose game is over: scored, if there are scores, or given up."""
    kept = {**shared_fields(table, SeatedTable), "moved_at": now}
    return FinishedTable(
        **kept, state=table.state, final_scores=final_scores, seed=seed.hex(), commitment=table.commitment
    )


def undo_transition(
    before: RunningGame, checkpoint: Checkpoint, person_id: int | None, now: datetime
) -> Transition[StartedGame]:
    """Return the step that goes back to a point, which is a ply of its own."""
    cursor = LogCursor(checkpoint.state, before.table.ply)
    cursor.go_back(checkpoint)
    undo, seat = Undo(checkpoint.ply), checkpoint.state.seat
    table = replace(before.table, ply=cursor.ply, state=cursor.state, moved_at=now, pending=None, undo_request=None)
    entry = LogEntry(cursor.ply, seat, person_id, format_logged(undo), now, fingerprint(cursor.state))
    return Transition(
        before, RunningGame(table, before.seed, checkpoint.draw_count, checkpoint, ()), entries=(entry,), undo=undo
    )


def timeout_plies(entries: Iterable[LogEntry]) -> frozenset[int]:
    """Return the plies at which somebody's move was made in their place; skipping them altogether is a move itself."""
    return frozenset(
        entry.ply
        for entry in entries
        if entry.person_id is None
        and entry.computer is None
        and not isinstance(parse_logged(entry.notation), Chance | Skip | Undo)
    )


def public_commitment(seed: bytes) -> str:
    """Return what everybody is told of a seed while the game runs; nothing where there is none."""
    return commitment(seed) if seed else ""


def opening_state(table: SeatedTable) -> State:
    """Return the state before the first draw of a table."""
    return new_game(find_ruleset(table.edition, table.options), len(table.seats))


def with_resignations(seats: Iterable[Seat], state: State) -> tuple[Seat, ...]:
    """Return the seats as they stand in a state: who has resigned."""
    return tuple(replace(seat, resigned=seat.number in state.resigned) for seat in seats)
