"""Commands during a game: play, take back, finish a turn, resign."""

from collections.abc import Sequence
from dataclasses import replace

from carcassonne import Chance, Move, Phase, Resign, Skip
from host.model.controllers import Person
from host.model.game import PlayResult, undo_transition
from host.model.game_log import is_undone
from host.model.observers import Observers
from host.model.table import RunningSummary, RunningTable
from host.model.table_errors import NoHintsError, StaleError, UndoneError
from host.model.table_lookup import check_seated
from host.model.turn_rules import (
    check_computers_turn,
    check_pending,
    check_take_back,
    check_turn,
    last_turn_start,
    move_transition,
    seat_to_resign,
)
from host.services.service import Service, uncancellable


class Turns(Service):
    """Turns in running games."""

    @uncancellable
    async def play(
        self, number: int, person: Person, moves: Sequence[Move], expected_ply: int | None = None
    ) -> PlayResult:
        """Make moves for the seat to move: all of them or none. Then make the draws that follow.

        If the table's setting ``takeback`` leaves time, the next tile is not drawn yet: the turn is ``pending``. This
        does not apply to the last turn of a game, or to a turn that chance had a part in.

        Raise StaleError if ``expected_ply`` is given and the table is at another ply; TurnPendingError,
        NotYourTurnError, NotSeatedError, ResignedError, and what ``Tables.load_running`` raises; IllegalMoveError;
        ValueError for draws, skips and resignations.
        """
        _check_own_moves(moves)
        async with self._running_game(number) as before:
            check_turn(before.table, person.id, expected_ply)
            allows_takeback = before.table.settings.takeback > 0
            transition = move_transition(before, moves, person.id, self._now(), allows_takeback=allows_takeback)
            return await self._play(transition, person)

    @uncancellable
    async def play_as_computer(self, number: int, moves: Sequence[Move], expected_ply: int) -> PlayResult:
        """Make moves for the computer that is to move: all of them or none. Then make the draws that follow.

        A computer takes no turn back, so its turn passes at once. Raise StaleError, TurnPendingError, NotYourTurnError,
        and what ``Tables.load_running`` raises; IllegalMoveError; ValueError for draws, skips and resignations.
        """
        _check_own_moves(moves)
        async with self._running_game(number) as before:
            computer = check_computers_turn(before.table, expected_ply)
            return await self._play(move_transition(before, moves, computer, self._now()))

    @property
    def waiting_for_computers(self) -> list[int]:
        """The numbers of the tables where a computer is to move, and this process lets it."""
        running = (table for table in self._games.home_tables if isinstance(table, RunningSummary))
        return [table.number for table in running if table.computer_to_move]

    @property
    def computers_turns_changed(self) -> Observers[[int]]:
        """Told the number of each table that begins to wait for a computer, waits for another one, or for none."""
        return self._games.computers_turns_changed

    async def table_to_play(self, number: int, person: Person, expected_ply: int) -> RunningTable:
        """Return the table if the person may play there now; raise what ``play`` raises whatever the moves are.

        After an undo, what was shown before it shows the turn that goes on: its ply is as good as the latest one.
        """
        table = (await self._games.load_running(number)).table
        check_turn(table, person.id, table.ply if await self._is_as_at(table, expected_ply) else expected_ply)
        return table

    async def table_for_hint(self, number: int, person: Person, expected_ply: int) -> RunningTable:
        """Return the table if a person may have a hint for the turn there now.

        Raise NoHintsError, and what ``table_to_play`` raises.
        """
        table = await self.table_to_play(number, person, expected_ply)
        _check_hints(table)
        return table

    @uncancellable
    async def note_hint(self, number: int, person: Person, expected_ply: int) -> None:
        """Store that the game had a hint: its end says so. Raise as ``table_for_hint``, before anything is shown."""
        async with self._running_game(number) as before:
            check_turn(before.table, person.id, expected_ply)
            _check_hints(before.table)
            if not before.table.settings.hinted:
                settings = replace(before.table.settings, hinted=True)
                await self._store_table(before, replace(before.table, settings=settings), person)

    async def _is_as_at(self, table: RunningTable, ply: int) -> bool:
        """Return whether a game stands as it did at an earlier ply."""
        if ply not in range(1, table.ply):
            return False
        log = (await self._games.load_history(table.number)).entries
        return log[ply - 1].hash == log[table.ply - 1].hash

    async def explained(self, error: StaleError, ply: int) -> StaleError | UndoneError:
        """Return the error for whoever acted on a ply: UndoneError if an undo has taken that back, else the same."""
        log = await self._games.log_of(error.table) or ()
        return UndoneError(error.table) if is_undone([one.move for one in log], ply) else error

    @uncancellable
    async def take_back(self, number: int, person: Person, expected_ply: int) -> PlayResult:
        """Take back the turn just played while it is pending, or where nobody else plays, a person's last turn.

        The player has the tile in hand again. Raise StaleError, NotYourTakebackError, NotSeatedError, ResignedError,
        and what ``Tables.load_running`` raises; without a pending turn, what ``last_turn_start`` raises.
        """
        async with self._running_game(number) as before:
            check_take_back(before.table, person.id, expected_ply)
            start = before.turn_start
            if before.table.pending is None:
                start = last_turn_start(await self._games.load_history(number), person.id)
            return await self._play(undo_transition(before, start, person.id, self._now()), person)

    @uncancellable
    async def finish_turn(self, number: int, person: Person, expected_ply: int) -> PlayResult:
        """Finish the pending turn before its time is over. The next tile is drawn at once. Raise as ``take_back``."""
        async with self._running_game(number) as before:
            check_pending(before.table, person.id, expected_ply)
            return await self._play(move_transition(before, (), None, self._now()), person)

    @uncancellable
    async def resign(self, number: int, person: Person) -> PlayResult:
        """Give up a person's seat (in a practice game the seat to move). The game ends when one player is left.

        Raise NotSeatedError, ResignedError, and what ``Tables.load_running`` raises.
        """
        async with self._running_game(number) as before:
            check_seated(before.table, person.id)
            move = Resign(seat_to_resign(before.table, person.id))
            return await self._play(move_transition(before, [move], person.id, self._now()), person)


def _check_hints(table: RunningTable) -> None:
    """Raise NoHintsError unless a hint may be given for the tile in hand."""
    if not table.offers_hints or table.state.phase is not Phase.PLACE:
        raise NoHintsError(table)


def _check_own_moves(moves: Sequence[Move]) -> None:
    """Raise ValueError for moves that no player makes in a turn: draws, skips and resignations."""
    if any(isinstance(move, Chance | Skip | Resign) for move in moves):
        raise ValueError(moves)
