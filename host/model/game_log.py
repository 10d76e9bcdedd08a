"""The log of a game: moves, and undos that go back to an earlier ply. Pure.

Entries are only ever added. ``undo 14`` is a ply of its own. After it the state is the one after ply 14, and the number
of draws is the one at that time, so the same tile is drawn again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from carcassonne import Chance, Event, Move, Phase, State, format_move, parse_move, step
from host.model.game_history import LogItem, Undo

_UNDO: Final = re.compile(r"undo ([1-9][0-9]{0,8})")


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
        """Return the game as it is now."""
        return Checkpoint(self.ply, self.state.copy(), self.draw_count)


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


def format_logged(one: LogItem) -> str:
    """Write an entry of the log as ``parse_logged`` reads it: ``undo 14``, or as moves are written."""
    return f"undo {one.ply}" if isinstance(one, Undo) else format_move(one)


def parse_logged(text: str) -> LogItem:
    """Read an entry of the log; raise NotationError."""
    if undo := _UNDO.fullmatch(text):
        return Undo(int(undo[1]))
    return parse_move(text)
