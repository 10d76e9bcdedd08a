"""A game as the host knows it, its log played over again, and the steps from one ply to the next. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from carcassonne import (
    CarcassonneError,
    Chance,
    Event,
    Move,
    State,
    draws,
    find_ruleset,
    format_move,
    new_game,
    parse_move,
    step,
)
from host.draws import draw
from host.fingerprint import fingerprint
from host.tables import Played, Seat, Table


@dataclass(frozen=True, slots=True)
class Game:
    """A table, and what belongs to it that nobody is shown: the seed, and how many draws have been made with it."""

    table: Table
    seed: bytes = b""
    draws: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log: the ply that the move made, the seat that was to move, who made the move (None for a
    draw), and the fingerprint of the state after it."""

    ply: int
    seat: int
    person_id: int | None
    notation: str
    at: datetime
    hash: str


@dataclass(frozen=True, slots=True)
class Progress:
    """The state that moves led to, with the draws that followed."""

    state: State
    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    draws: int


@dataclass(frozen=True, slots=True)
class Step:
    """What a command makes of a game; ``before`` is None for a new table."""

    before: Game | None
    after: Game
    moves: tuple[Move, ...] = ()
    events: tuple[Event, ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def played(self) -> Played:
        """The step as it is shown to the outside."""
        before = self.before or self.after
        return Played(before.table, self.after.table, self.moves, self.events)


class UnfaithfulError(Exception):
    """A log does not replay to the states that it claims, from ``ply`` on."""

    def __init__(self, ply: int) -> None:
        super().__init__(ply)
        self.ply = ply


def advance(game: Game, moves: Sequence[Move], person_id: int | None, now: datetime) -> Progress:
    """Make moves, then draw until a tile can be laid or the game is over; raise IllegalMoveError, all or none."""
    assert game.table.state is not None
    state, drawn = game.table.state.copy(), game.draws
    made: list[Move] = []
    events: list[Event] = []
    entries: list[Entry] = []

    def make(move: Move, mover: int | None) -> None:
        seat = state.seat
        events.extend(step(state, move))
        made.append(move)
        ply = game.table.ply + len(made)
        entries.append(Entry(ply, seat, mover, format_move(move), now, fingerprint(state)))

    for move in moves:
        make(move, person_id)
    while chances := draws(state):
        drawn += 1
        make(draw(game.seed, drawn, chances), None)
    return Progress(state, tuple(made), tuple(events), tuple(entries), drawn)


def opening(table: Table) -> State:
    """Return the state before the first draw of a table that was started."""
    return new_game(find_ruleset(table.edition, table.options), len(table.seats))


def seated(seats: Iterable[Seat], state: State) -> tuple[Seat, ...]:
    """Return the seats as they stand in a state: who has resigned."""
    return tuple(replace(seat, resigned=seat.number in state.resigned) for seat in seats)


def with_state(game: Game, log: Sequence[Entry]) -> Game:
    """Return a stored game with the state that its log leads to; raise UnfaithfulError."""
    table = game.table
    if not table.seats:
        return game
    state, drawn = _opening(table), 0
    for move, after in replayed(state, log):
        state, drawn = after, drawn + isinstance(move, Chance)
    if len(log) != table.ply:
        raise UnfaithfulError(min(len(log), table.ply) + 1)
    return Game(replace(table, state=state, seats=seated(table.seats, state)), game.seed, drawn)


def retold(table: Table, log: Sequence[Entry]) -> list[tuple[Move, State]]:
    """Return each move of a started table's log and the state after it; raise UnfaithfulError."""
    return [(move, state.copy()) for move, state in replayed(_opening(table), log)]


def _opening(table: Table) -> State:
    try:
        return opening(table)
    except CarcassonneError:
        raise UnfaithfulError(0) from None


def replayed(start: State, log: Iterable[Entry]) -> Iterator[tuple[Move, State]]:
    """Yield each move of a log and the state after it, which is one state stepped in place.

    Raise UnfaithfulError at the first entry that cannot be made or does not lead to the state it once led to.
    """
    state = start.copy()
    for ply, entry in enumerate(log, 1):
        try:
            move = parse_move(entry.notation)
            step(state, move)
        except CarcassonneError:
            raise UnfaithfulError(ply) from None
        if entry.ply != ply or entry.hash != fingerprint(state):
            raise UnfaithfulError(ply)
        yield move, state
