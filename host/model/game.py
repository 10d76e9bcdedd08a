"""A game as the host knows it, its log played over again, and the steps from one ply to the next. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from carcassonne import (
    CarcassonneError,
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
from host.model.game_log import Checkpoint, LogCursor, format_logged, parse_logged, standing
from host.model.table import LogItem, Pending, Played, Seat, Table, Undo


@dataclass(frozen=True, slots=True)
class Game:
    """A table, and what belongs to it that nobody is shown: the seed, how many draws have been made with it, where the
    turn under way began, and the moves made since."""

    table: Table
    seed: bytes = b""
    draws: int = 0
    begun: Checkpoint | None = None
    made: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log: the ply that the move made, the seat that was to move, who made the move (None for a
    draw), and the fingerprint of the state after it."""

    ply: int
    seat: int
    person_id: int | None
    notation: str
    at: datetime
    hash: str


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it is stored: its state still to be told from its log. Until ``due_at`` no tile is drawn."""

    game: Game
    log: Sequence[LogEntry]
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class AdvanceResult:
    """What moves led to, with the draws that followed."""

    course: LogCursor
    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class Transition:
    """What a command makes of a game; ``before`` is None for a new table. It is told from ``told_from`` on where that
    is not the table before."""

    before: Game | None
    after: Game
    moves: tuple[Move, ...] = ()
    events: tuple[Event, ...] = ()
    entries: tuple[LogEntry, ...] = ()
    told_from: Table | None = None
    undo: Undo | None = None

    @property
    def played(self) -> Played:
        """The step as it is shown to the outside."""
        before = self.told_from or (self.before or self.after).table
        is_passed_over = bool(passed_over_plies(self.entries))
        return Played(before, self.after.table, self.moves, self.events, self.undo, is_passed_over)


@dataclass(frozen=True, slots=True)
class ReplayedLog:
    """A log played over again: what was logged, the game after each ply (from ply 0), and how it stands."""

    logged: tuple[LogItem, ...]
    points: tuple[Checkpoint, ...]
    course: LogCursor
    events: tuple[Sequence[Event], ...]
    """What came of each entry, from ply 1; nothing of an undo."""

    @property
    def moves(self) -> list[Move]:
        """The moves that stand: what was taken back is not among them."""
        line = [self.logged[ply - 1] for ply in standing(self.logged)]
        return [move for move in line if not isinstance(move, Undo)]

    @property
    def standing_events(self) -> list[Event]:
        """What came of the moves that stand."""
        return [event for ply in standing(self.logged) for event in self.events[ply - 1]]


class LogMismatchError(Exception):
    """A log does not replay to the states that it claims, from ``ply`` on."""

    def __init__(self, ply: int) -> None:
        super().__init__(ply)
        self.ply = ply


def advance(
    game: Game, moves: Sequence[Move], person_id: int | None, now: datetime, *, is_waiting: bool = False
) -> AdvanceResult:
    """Make moves, then draw until a tile can be laid or the game is over; raise IllegalMoveError, all or none.

    Where ``is_waiting``, no tile is drawn after a turn that can be taken back.
    """
    assert game.table.state is not None
    course = LogCursor(game.table.state, game.table.ply, game.draws, game.begun, game.made)
    made: list[Move] = []
    events: list[Event] = []
    entries: list[LogEntry] = []

    def make(move: Move, mover: int | None) -> None:
        seat = course.state.seat
        events.extend(course.make(move))
        made.append(move)
        entries.append(LogEntry(course.ply, seat, mover, format_logged(move), now, fingerprint(course.state)))

    for move in moves:
        make(move, person_id)
    while (chances := draws(course.state)) and not (is_waiting and _can_be_taken_back(course)):
        make(draw(game.seed, course.draws + 1, chances), None)
    return AdvanceResult(course, tuple(made), tuple(events), tuple(entries))


def _can_be_taken_back(course: LogCursor) -> bool:
    """Say whether a turn is played that nothing but its player has had a part in: above all, not chance."""
    is_own = not any(isinstance(move, Chance | Resign | Skip) for move in course.made)
    return course.state.phase is Phase.DRAW and course.begun is not None and is_own


def undone(before: Game, point: Checkpoint, person_id: int, now: datetime) -> Transition:
    """Return the step that goes back to a point, which is a ply of its own."""
    course = LogCursor(point.state, before.table.ply)
    course.go_back(point)
    undo, seat = Undo(point.ply), point.state.seat
    table = replace(before.table, ply=course.ply, state=course.state, moved_at=now, pending=None, undo_request=None)
    entry = LogEntry(course.ply, seat, person_id, format_logged(undo), now, fingerprint(course.state))
    return Transition(before, Game(table, before.seed, point.draws, point), entries=(entry,), undo=undo)


def passed_over_plies(entries: Iterable[LogEntry]) -> frozenset[int]:
    """Return the plies at which somebody's move was made in their place; skipping them altogether is a move itself."""
    return frozenset(
        entry.ply
        for entry in entries
        if entry.person_id is None and not isinstance(parse_logged(entry.notation), Chance | Skip | Undo)
    )


def with_public_seed(game: Game) -> Game:
    """Return a game whose table tells what may be known of the seed."""
    if not game.seed:
        return game
    seed = game.seed.hex() if game.table.status.is_over else ""
    return replace(game, table=replace(game.table, commitment=commitment(game.seed), seed=seed))


def opening(table: Table) -> State:
    """Return the state before the first draw of a table that was started."""
    return new_game(find_ruleset(table.edition, table.options), len(table.seats))


def seated(seats: Iterable[Seat], state: State) -> tuple[Seat, ...]:
    """Return the seats as they stand in a state: who has resigned."""
    return tuple(replace(seat, resigned=seat.number in state.resigned) for seat in seats)


def with_state(stored: Stored) -> Game:
    """Return a stored game with the state that its log leads to; raise UnfaithfulError."""
    game, table, log = stored.game, stored.game.table, stored.log
    if not table.seats:
        return game
    course = replay_log(table, log).course
    if len(log) != table.ply:
        raise LogMismatchError(min(len(log), table.ply) + 1)
    state, begun = course.state, course.begun
    pending = Pending(begun.state.seat, begun.ply, stored.due_at) if stored.due_at and begun else None
    after = replace(table, state=state, seats=seated(table.seats, state), pending=pending)
    return Game(after, game.seed, course.draws, begun, course.made)


def replay_log(table: Table, log: Sequence[LogEntry]) -> ReplayedLog:
    """Play the log of a started table over again.

    Raise UnfaithfulError at the first entry that cannot be made or does not lead to the state it once led to.
    """
    course = LogCursor(_opening(table))
    logged: list[LogItem] = []
    points = [course.point()]
    events: list[Sequence[Event]] = []
    for ply, entry in enumerate(log, 1):
        try:
            one = parse_logged(entry.notation)
            if isinstance(one, Undo):
                course.go_back(points[one.ply])
                events.append(())
            else:
                events.append(course.make(one))
        except (CarcassonneError, IndexError):
            raise LogMismatchError(ply) from None
        if entry.ply != ply or entry.hash != fingerprint(course.state):
            raise LogMismatchError(ply)
        logged.append(one)
        points.append(course.point())
    return ReplayedLog(tuple(logged), tuple(points), course, tuple(events))


def _opening(table: Table) -> State:
    try:
        return opening(table)
    except CarcassonneError:
        raise LogMismatchError(0) from None
