"""Commands during a game: play, take back, pass on, resign."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from carcassonne import Chance, GameEnded, Move, Phase, Resign, Skip, apply_all
from host.errors import HostError, HostErrorCode
from host.model.game import AdvanceResult, Game, Transition, advance, seated, undone
from host.model.played import Played
from host.model.table import Pending, Person, Seat, Status, Table
from host.model.table_lookup import check_running, check_seated
from host.services.command_runner import CommandRunner, uncancellable
from host.services.consent import has_consent
from host.storage.game_repository import GameRepository


class Turns:
    """Turns in running games. Each table carries out one command at a time."""

    def __init__(self, games: GameRepository, runner: CommandRunner, now: Callable[[], datetime]) -> None:
        self._games = games
        self._now = now
        self.runner = runner

    @uncancellable
    async def play(self, number: int, person: Person, moves: Sequence[Move], expected_ply: int | None = None) -> Played:
        """Make moves for the seat to move: all of them or none. Then make the draws that follow.

        If the table's setting ``takeback`` leaves time, the next tile is not drawn yet: the turn is ``pending``. This
        does not apply to the last turn of a game, or to a turn that chance had a part in.

        Raise STALE if ``expected_ply`` is given and the table is at another ply; PENDING, NOT_YOUR_TURN, NOT_SEATED,
        RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD; IllegalMoveError; ValueError for draws, skips and
        resignations.
        """
        if any(isinstance(move, Chance | Skip | Resign) for move in moves):
            raise ValueError(moves)  # nobody draws for himself; the others have commands of their own
        async with self._games.lock(number):
            before = await self._games.load(number)
            check_turn(before.table, person.id, expected_ply)
            is_waiting = before.table.settings.takeback > 0
            transition = moved(before, moves, person.id, self._now(), is_waiting=is_waiting)
            return (await self._games.save(transition, person)).played

    async def table_to_play(self, number: int, person: Person, expected_ply: int) -> Table:
        """Return the table if the person may play there now; raise what ``play`` raises whatever the moves are."""
        table = (await self._games.load(number)).table
        check_turn(table, person.id, expected_ply)
        return table

    @uncancellable
    async def take_back(self, number: int, person: Person, expected_ply: int) -> Played:
        """Take back the turn just played, while it is pending: the player has the tile in hand again.

        Raise STALE, NOT_YOUR_TAKEBACK, NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            before = await self._games.load(number)
            _check_pending(before.table, person.id, expected_ply)
            assert before.begun is not None
            return (await self._games.save(undone(before, before.begun, person.id, self._now()), person)).played

    @uncancellable
    async def pass_on(self, number: int, person: Person, expected_ply: int) -> Played:
        """Finish the pending turn before its time is over: the next tile is drawn at once. Raise as ``take_back``."""
        async with self._games.lock(number):
            before = await self._games.load(number)
            _check_pending(before.table, person.id, expected_ply)
            return (await self._games.save(moved(before, (), None, self._now()), person)).played

    @uncancellable
    async def resign(self, number: int, person: Person) -> Played:
        """Give up a person's seat (in a practice game the seat to move). The game ends when one player is left.

        Raise NOT_SEATED, RESIGNED, NOT_STARTED, GAME_OVER, NO_TABLE, HELD.
        """
        async with self._games.lock(number):
            before = await self._games.load(number)
            check_running(before.table)
            check_seated(before.table, person.id)
            move = Resign(_seat_to_resign(before.table, person.id))
            return (await self._games.save(moved(before, [move], person.id, self._now()), person)).played


def check_turn(table: Table, person_id: int, expected_ply: int | None) -> None:
    """Raise HostError unless a person may make a move now, and nothing happened since the ply (None: any)."""
    check_running(table)
    check_seated(table, person_id)
    if expected_ply not in (None, table.ply):
        raise HostError(HostErrorCode.STALE, table=table)
    if table.pending:
        raise HostError(HostErrorCode.PENDING, table=table)
    if not table.is_to_move(person_id):
        raise HostError(HostErrorCode.NOT_YOUR_TURN, table=table, to_move=table.to_move)


def _check_pending(table: Table, person_id: int, expected_ply: int) -> None:
    check_running(table)
    check_seated(table, person_id)
    if expected_ply != table.ply or table.pending is None:
        raise HostError(HostErrorCode.STALE, table=table)
    if not table.can_take_back(person_id):
        raise HostError(HostErrorCode.NOT_YOUR_TAKEBACK, table=table)


def _seat_to_resign(table: Table, person_id: int) -> int:
    seats = [seat for seat in table.seats_of(person_id) if not seat.resigned]
    return table.to_move.number if table.to_move in seats else seats[0].number


def moved(
    before: Game, moves: Sequence[Move], person_id: int | None, now: datetime, *, is_waiting: bool = False
) -> Transition:
    """Return the transition that moves bring about. Whoever moves withdraws their consent to end the game."""
    table, made = before.table, advance(before, moves, person_id, now, is_waiting=is_waiting)
    course, state = made.course, made.course.state
    is_scored = any(isinstance(event, GameEnded) and event.is_scored for event in made.events)
    after = replace(
        table,
        status=_status(state.is_over, is_scored),
        seats=_returned(seated(table.seats, state), person_id),
        ply=course.ply,
        state=state,
        moved_at=now if _has_turned(made) else table.moved_at,
        final_scores=tuple(state.scores) if is_scored else None,
        pending=_pending(made, table, now),
        undo_request=None,
        end_request=None if person_id in table.ending else table.end_request,
    )
    if after.status is Status.RUNNING and has_consent(after, after.ending):  # the one who did not agree has resigned
        after = replace(after, status=Status.ENDED, moved_at=now, pending=None)
    game = Game(after, before.seed, course.draws, course.begun, course.made)
    return _told_whole(Transition(before, game, made.moves, made.events, made.entries))


def _returned(seats: tuple[Seat, ...], person_id: int | None) -> tuple[Seat, ...]:
    """Return the seats when somebody has moved: an open seat is not open any more once its person plays."""
    return tuple(replace(seat, is_open=seat.is_open and seat.person.id != person_id) for seat in seats)


def _pending(made: AdvanceResult, table: Table, now: datetime) -> Pending | None:
    """Return the turn that can be taken back now, where no tile was drawn after it."""
    begun = made.course.begun
    if made.course.state.phase is not Phase.DRAW or begun is None:
        return None
    return Pending(begun.state.seat, begun.ply, now + timedelta(seconds=table.settings.takeback))


def _told_whole(transition: Transition) -> Transition:
    """Return a transition that shows the whole turn, which may take several commands where it can be taken back.

    What is shown meanwhile is shown in the message of the turn before, which pings nobody.
    """
    before = transition.before
    if before is None or before.begun is None or not before.table.settings.takeback:
        return transition
    begun = before.begun
    moves = (*before.made, *transition.moves)
    told_from = replace(before.table, ply=begun.ply, state=begun.state, pending=None)
    return replace(transition, moves=moves, events=apply_all(begun.state, moves).events, told_from=told_from)


def _has_turned(made: AdvanceResult) -> bool:
    """Say whether the game waits for another turn than before, or for nothing more."""
    is_drawn, state = any(isinstance(move, Chance) for move in made.moves), made.course.state
    return is_drawn or state.is_over or state.seat != made.entries[0].seat


def _status(is_over: bool, is_scored: bool) -> Status:
    if is_scored:
        return Status.FINISHED
    return Status.ENDED if is_over else Status.RUNNING


def ended(before: Game, now: datetime) -> Transition:
    """Return the transition that ends a table without a move; raise HostError(GAME_OVER).

    It has no new ply, so the last one is announced once more.
    """
    table = before.table
    if table.status.is_over:
        raise HostError(HostErrorCode.GAME_OVER, table=table)
    announced = min(table.announced, table.ply - 1)
    after = replace(table, status=Status.ENDED, announced=announced, moved_at=now, pending=None, undo_request=None)
    return Transition(before, replace(before, table=after))
