"""Importing a game that was played elsewhere, from its record. Pure.

A tag of the record says which seats are computers': ``[Computers "2 club, 3 strong"]``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from carcassonne import Chance, Colour, Move, Record, Resign, State, replay
from carcassonne.replay import opening, recorded_moves
from host.errors import NoSuchPlayerError, NotFinishedError
from host.model.controllers import LEVEL_NAMES, Computer, Controller, Person
from host.model.game import Transition
from host.model.game_log import LogCursor, LogEntry, Mover
from host.model.table import FinishedTable, Seat, Venue
from host.model.table_options import TableSettings

_GUEST_IDS: Final = 100
"""People who are known only by their names in a record get ids below minus this, times the number of the game."""

COMPUTERS: Final = "Computers"
"""The name of the tag. For each computer it has the number of its seat, from 1, and the name of its level."""

_NUMBERS: Final = frozenset(str(number) for number in range(2, 100))
"""The numbers that names of computers end with."""


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
            entries.append(cursor.entry(seat, move, mover, at))
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


def _mover(move: Move, state: State, seats: Sequence[Seat]) -> Mover:
    if isinstance(move, Chance):
        return None
    controller = seats[move.seat if isinstance(move, Resign) else state.seat].controller
    return controller.id if isinstance(controller, Person) else controller


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
        ply=ply,
        announced=ply,
        state=state,
        opened_at=at,
        moved_at=at,
        final_scores=None if state.tiles_left else tuple(state.scores),
        seed="",
        commitment="",
    )


def computers_tag(players: Iterable[Controller]) -> str:
    """Return the value of the tag, for the players by seat; empty if only people play."""
    known = [(seat, one) for seat, one in enumerate(players, 1) if isinstance(one, Computer) and one.is_known]
    return ", ".join(f"{seat} {LEVEL_NAMES[one.level - 1]}" for seat, one in known)


def recorded_computers(record: Record) -> Mapping[int, Computer]:
    """Return the computers of a record by seat, from 0. What does not say a seat and a level is left out."""
    tag, found = record.tags.get(COMPUTERS), dict[int, Computer]()
    for item in ", ".join(tag.values if tag else ()).split(", "):
        seat, _space, level = item.partition(" ")
        if seat.isascii() and seat.isdecimal() and level in LEVEL_NAMES:
            found[int(seat) - 1] = Computer(LEVEL_NAMES.index(level) + 1)
    tagged = record.tags.get("Players")
    names = dict(enumerate(tagged.values if tagged else ()))
    return {seat: _named(computer, names.get(seat, "")) for seat, computer in found.items()}


def _named(computer: Computer, name: str) -> Computer:
    """Return a computer with the number that its name in a record has: ``Computer, club 2``."""
    number = name.removeprefix(f"{computer.name} ")
    is_number = number != name and number in _NUMBERS
    return replace(computer, number=int(number)) if is_number else computer
