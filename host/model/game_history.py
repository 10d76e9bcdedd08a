"""What has happened in a game, as values: the result of a command, the log, games that are over."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from carcassonne import Event, Move, State
from host.model.controllers import Computer
from host.model.table import StartedTable, WaitingTable


@dataclass(frozen=True, slots=True)
class Undo:
    """An entry of the log that is no move: the game goes back to where it was after ``ply``."""

    ply: int


LogItem: TypeAlias = Move | Undo
"""What an entry of the log may be."""


@dataclass(frozen=True, slots=True)
class PlayResult:
    """What a command has changed in a game."""

    before: WaitingTable | StartedTable
    """The table before the command. If turns can be taken back, it is the table at the start of the turn."""
    after: StartedTable
    """The table after the command."""
    moves: tuple[Move, ...]
    """Every move in order, draws included; none where a turn was undone."""
    events: tuple[Event, ...]
    """The events of the moves, in order."""
    undo: Undo | None = None
    """The undo, if the game went back."""
    has_timeout_moves: bool = False
    """Whether some of the moves were made in a player's place because the time was out."""


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

    def played_at(self, ply: int) -> datetime | None:
        """Return when a ply was logged; None for ply 0, before the first entry."""
        return self.times[ply - 1] if ply else None


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is over, with what a list of games shows."""

    number: int
    people: tuple[str, ...]
    """The names of who played, in the order of joining."""
    at: datetime
    """When it ended, in UTC."""
    computers: tuple[Computer, ...] = ()
    """The computers that played, by seat."""


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """An entry of the log, with its move as a value."""

    ply: int
    """The ply that the move made."""
    move: LogItem
    seat: int
    """The number of the seat that was to move; of an undo, the one whose turn came back."""
    person_id: int | None
    """Who made the move, or asked for the undo; None for a computer, a draw, and a move made because the time was
    out."""
    at: datetime
    """When it was made, in UTC."""
    computer: Computer | None = None
    """The computer that made the move, without its number; None for everybody else."""
