"""The log of a game: moves, and undos that go back to an earlier ply. Pure.

Entries are only ever added. ``undo 14`` is a ply of its own. After it the state is the one after ply 14, and the number
of draws is the one at that time, so the same tile is drawn again.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Final, TypeAlias

from carcassonne import Chance, Event, Move, Phase, PlaceTile, State, format_move, parse_move, step
from host.model.controllers import Computer
from host.model.fingerprint import fingerprint
from host.model.substitution import Substitution, seats_before
from host.model.table import Seat

_UNDO: Final = re.compile(r"undo ([1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Undo:
    """An entry of the log that is no move: the game goes back to where it was after ``ply``."""

    ply: int


LogItem: TypeAlias = Move | Undo


Mover: TypeAlias = int | Computer | None
"""Who makes a move: the id of a person, or a computer; None for chance, and for moves made because the time was out."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log as it is stored."""

    ply: int
    seat: int
    """The number of the seat that was to move; of an undo, the one whose turn came back."""
    person_id: int | None
    """Who made the move, or asked for the undo; None for a computer, a draw, and a move made because the time was
    out."""
    notation: str
    at: datetime
    """When it was made, in UTC."""
    hash: str
    """The fingerprint of the state after the move."""
    computer: Computer | None = None
    """The computer that made the move, without its number; None for everybody else."""

    @property
    def move(self) -> LogItem:
        """What was logged. Raise NotationError."""
        return parse_logged(self.notation)


@dataclass(frozen=True, slots=True)
class GameHistory:
    """What has happened in a game, ply by ply."""

    states: tuple[State, ...]
    """The state at each ply, from 0."""
    logged: tuple[LogItem, ...]
    """What was logged at each ply, from 1."""
    timeout_plies: frozenset[int] = frozenset()
    """The plies of moves that were made in a player's place, because the time was out."""
    times: tuple[datetime, ...] = ()
    """When each ply was logged, from 1, in UTC."""
    substitutions: tuple[Substitution, ...] = ()
    """The seats that have changed hands, in order."""

    def played_at(self, ply: int) -> datetime | None:
        """Return when a ply was logged; None for ply 0, before the first entry."""
        return self.times[ply - 1] if ply else None

    def seats_at(self, seats: Iterable[Seat], ply: int) -> tuple[Seat, ...]:
        """Return the seats of a game with those who had them when the last move up to a ply was made.

        A draw is nobody's move: whoever takes a seat before it has not played the turn that it follows.
        """
        while ply and isinstance(self.logged[ply - 1], Chance):
            ply -= 1
        return seats_before(seats, [one for one in self.substitutions if one.ply >= ply])


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A game as it was after a ply. An undo goes back to it."""

    ply: int
    state: State
    draw_count: int


class LogCursor:
    """A game that is changed in place, at some ply of its log.

    ``turn_start`` is the game where the current turn began, its tile drawn and not laid yet. Before the first draw it
    is the start of the game. ``turn_moves`` are the moves made since.
    """

    def __init__(
        self,
        state: State,
        ply: int = 0,
        draw_count: int = 0,
        turn_start: Checkpoint | None = None,
        turn_moves: tuple[Move, ...] = (),
    ) -> None:
        self.state = state.copy()
        self.ply = ply
        self.draw_count = draw_count
        self.turn_start = turn_start or self.checkpoint()
        self.turn_moves = turn_moves

    def make(self, move: Move) -> list[Event]:
        """Make a move; raise IllegalMoveError."""
        events = step(self.state, move)
        self.ply += 1
        self.draw_count += isinstance(move, Chance)
        self.turn_moves = (*self.turn_moves, move)
        if self.state.phase is Phase.PLACE:
            self.turn_start, self.turn_moves = self.checkpoint(), ()
        return events

    def go_back(self, checkpoint: Checkpoint) -> None:
        """Go back to a checkpoint. That is a ply of its own."""
        self.ply += 1
        self.state, self.draw_count = checkpoint.state.copy(), checkpoint.draw_count
        self.turn_start, self.turn_moves = checkpoint, ()

    def checkpoint(self) -> Checkpoint:
        return Checkpoint(self.ply, self.state.copy(), self.draw_count)

    def entry(self, seat: int, move: LogItem, mover: Mover, at: datetime) -> LogEntry:
        """Return the entry of the move, or undo, that was made last. ``seat`` was to move."""
        person_id, computer = (None, Computer(mover.level)) if isinstance(mover, Computer) else (mover, None)
        return LogEntry(self.ply, seat, person_id, format_logged(move), at, fingerprint(self.state), computer)


def effective_plies(logged: Sequence[LogItem]) -> list[int]:
    """Return the plies of a log, from 1, that count: they are moves, and no undo has taken them back."""
    heads, before = [0], [0]
    for ply, one in enumerate(logged, 1):
        before.append(heads[-1])
        heads.append(heads[one.ply] if isinstance(one, Undo) else ply)
    line, head = [], heads[-1]
    while head:
        line.append(head)
        head = before[head]
    return line[::-1]


def is_undone(logged: Sequence[LogItem], ply: int) -> bool:
    """Return whether an undo has taken back the position after a ply."""
    return not set(effective_plies(logged[:ply])[-1:]) <= set(effective_plies(logged))


def format_logged(one: LogItem) -> str:
    """Write an entry of the log as ``parse_logged`` reads it: ``undo 14``, or as moves are written."""
    return f"undo {one.ply}" if isinstance(one, Undo) else format_move(one)


def parse_logged(text: str) -> LogItem:
    """Read an entry of the log; raise NotationError."""
    if undo := _UNDO.fullmatch(text):
        return Undo(int(undo[1]))
    return parse_move(text)


@dataclass(frozen=True, slots=True)
class RecentTiles:
    """The last moves by which tiles were laid, in their order."""

    moves: Sequence[LogEntry]
    is_since_own: bool
    """Whether they came after a tile of the person's own. If not, the person has laid no tile yet."""


def tiles_since_own(log: Sequence[LogEntry], person_id: int, limit: int) -> RecentTiles:
    """Return the tiles laid after a person's last one, without those that were undone.

    For a person who has laid none, return the last tiles, ``limit`` of them at most.
    """
    moves = [entry.move for entry in log]
    laid = [log[ply - 1] for ply in effective_plies(moves) if isinstance(moves[ply - 1], PlaceTile)]
    since = list(takewhile(lambda entry: entry.person_id != person_id, reversed(laid)))[::-1]
    is_since_own = len(since) < len(laid)
    return RecentTiles(since if is_since_own else since[-limit:], is_since_own)
