"""Importing a game that was played elsewhere, from its record. Pure."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from carcassonne import Chance, Colour, Move, Record, Resign, State, replay
from carcassonne.replay import opening, recorded_moves
from host.errors import NoSuchPlayerError, NotFinishedError
from host.model.controllers import Computer, Controller, Person
from host.model.fingerprint import fingerprint
from host.model.game import LogEntry, Transition
from host.model.game_log import LogCursor, format_logged
from host.model.record_computers import recorded_computers
from host.model.table import FinishedTable, Seat, Venue
from host.model.table_options import TableSettings

_GUEST_IDS: Final = 100
"""People who are known only by their names in a record get ids below minus this, times the number of the game."""


def import_transition(
    record: Record, number: int, venue: Venue, organiser: Person, people: Sequence[Person | None], now: datetime
) -> Transition[FinishedTable]:
    """Return the transition that stores a record as a game that is over. The game is not rated.

    ``number`` is the number of the new table. ``people`` are the players by seat; None for computers, and for those
    known by name only.

    Raise CarcassonneError with the ``line`` for a record that is wrong; NotFinishedError, NoSuchPlayerError.
    """
    done = replay(record)
    if done.error is not None:
        raise done.error
    if done.state is None or not done.state.is_over:
        raise NotFinishedError()
    seats = _seats(record, number, people)
    at = _played_at(record, now)
    cursor, entries = LogCursor(opening(record)), list[LogEntry]()
    for entry in record.entries:
        for move in recorded_moves(entry):
            seat, mover = cursor.state.seat, _mover(move, cursor.state, seats)
            cursor.make(move)
            by = mover.id if isinstance(mover, Person) else None
            computer = Computer(mover.level) if isinstance(mover, Computer) else None
            hash_ = fingerprint(cursor.state)
            entries.append(LogEntry(cursor.ply, seat, by, format_logged(move), at, hash_, computer))
    table = _table(cursor, number, venue, organiser, seats, at)
    return Transition(None, table, entries=tuple(entries))


def _seats(record: Record, number: int, people: Sequence[Person | None]) -> tuple[Seat, ...]:
    names = record.tags["Players"].values
    if any(people[len(names) :]):
        raise NoSuchPlayerError(names)
    named, computers = [*people, *[None] * len(names)], recorded_computers(record)
    guests = [Person(-_GUEST_IDS * number - seat, name.strip() or "?") for seat, name in enumerate(names)]
    return tuple(
        Seat(seat, person or computers.get(seat) or guest, colour, resigned=False)
        for seat, (person, guest, colour) in enumerate(zip(named, guests, Colour, strict=False))
    )


def _played_at(record: Record, now: datetime) -> datetime:
    """Return when a game was played, as far as its record tells."""
    try:
        played = datetime.fromisoformat(record.tag("Date", "")).replace(tzinfo=UTC)
    except ValueError:
        return now
    return min(played, now)


def _mover(move: Move, state: State, seats: Sequence[Seat]) -> Controller | None:
    """Return who made a move; None for chance."""
    match move:
        case Resign(seat):
            return seats[seat].controller
        case _ if isinstance(move, Chance):
            return None
        case _:
            return seats[state.seat].controller


def _table(
    cursor: LogCursor, number: int, venue: Venue, organiser: Person, seats: tuple[Seat, ...], at: datetime
) -> FinishedTable:
    state, ply = cursor.state, cursor.ply
    return FinishedTable(
        number=number,
        venue=venue,
        organiser=organiser,
        people=tuple(seat.person for seat in seats if seat.person),
        colours={},
        seats=seats,
        edition=state.ruleset.edition,
        options=state.ruleset.options,
        settings=TableSettings(rated=False),
        is_practice=False,
        status_message=None,
        ply=ply,
        announced=ply,
        message=None,
        shown=None,
        end_request=None,
        state=state,
        opened_at=at,
        moved_at=at,
        final_scores=None if state.tiles_left else tuple(state.scores),
        seed="",
        commitment="",
    )
