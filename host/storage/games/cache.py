"""The games in memory: a summary of each that waits or runs, and the games used lately, whole."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from host.model.controllers import Person
from host.model.game import GameT, LiveGame, RunningGame, table_of
from host.model.invitation import InvitedSeat
from host.model.observers import Observers
from host.model.table import (
    BaseRunningTable,
    FinishedTable,
    LiveSummary,
    RunningSummary,
    Seat,
    SeatedTable,
    TableT,
    Venue,
    WaitingTable,
    summary_of,
)
from host.model.table_index import TableIndex

MOST_RUNNING: Final = 500
"""How many running games are kept whole. One takes some 40 kB."""
MOST_FINISHED: Final = 32
"""How many games that are over are kept."""


T = TypeVar("T")
SeatT = TypeVar("SeatT", Seat, InvitedSeat)


class RecentGames(Generic[T]):
    """Games by their numbers, the last ones used, up to a number."""

    def __init__(self, most: int) -> None:
        self._games: OrderedDict[int, T] = OrderedDict()
        self._most = most

    def find(self, number: int) -> T | None:
        if number in self._games:
            self._games.move_to_end(number)
        return self._games.get(number)

    def put(self, number: int, game: T) -> None:
        """Keep a game as it is now, and forget the one that was not used for longest, if there are too many."""
        self._games[number] = game
        self._games.move_to_end(number)
        if len(self._games) > self._most:
            self._games.popitem(last=False)

    @property
    def numbers(self) -> list[int]:
        return list(self._games)

    def remove(self, number: int) -> None:
        """Forget a game, which is not as it was any more."""
        self._games.pop(number, None)

    def clear(self) -> None:
        self._games.clear()


@dataclass(slots=True, eq=False)
class Reading:
    """A game that is being read from the database; without a number, people's names."""

    number: int | None
    is_outdated: bool = False
    """Whether that has changed since the reading began."""


class GameCache:
    """Games in memory. ``deadlines_changed`` is told the number of a table whose next deadline may be another one,
    ``computers_turns_changed`` that of a table that begins to wait for a computer, or waits for it no more.
    ``game_over`` is told the number and the venue of a game that has ended. ``changed`` is told the number of each game
    that is not as it was, whoever has changed it; now and then also that of one that is. ``person_deleted`` is told
    when a person was deleted, or may have been.

    A game that is dropped is only read again: everything is stored before it comes here.
    """

    def __init__(self, tables: TableIndex) -> None:
        """``tables`` is filled."""
        self.tables = tables
        self.deadlines_changed = Observers[[int]]()
        self.computers_turns_changed = Observers[[int]]()
        self.game_over = Observers[[int, Venue]]()
        self.changed = Observers[[int]]()
        self.person_deleted = Observers[[]]()
        self._running = RecentGames[RunningGame](MOST_RUNNING)
        self._finished = RecentGames[FinishedTable](MOST_FINISHED)
        self._people: dict[int, Person] = {}
        """People by their ids, each with the last known name. All tables share these values."""
        self._readings = set[Reading]()

    @contextmanager
    def reading(self, number: int | None) -> Iterator[Reading]:
        """Watch a game (None: people's names) while it is read. What was read must not be kept if it has changed."""
        reading = Reading(number)
        self._readings.add(reading)
        try:
            yield reading
        finally:
            self._readings.discard(reading)

    def find(self, number: int) -> LiveGame | FinishedTable | None:
        """Return a game; None if it is not kept whole."""
        summary = self.tables.find(number)
        if isinstance(summary, WaitingTable):
            return summary
        return self._running.find(number) if summary else self._finished.find(number)

    def put(self, game: GameT) -> GameT:
        """Keep a game, and return it with the names as they were last seen."""
        named = self._with_names(game)
        number = table_of(named).number
        match named:
            case WaitingTable():
                self._put_summary(named)
            case RunningGame():
                self._running.put(number, named)
                self._put_summary(summary_of(named.table))
            case _:
                before = self.tables.find(number)
                self.remove(number)
                if isinstance(named, FinishedTable):
                    self._finished.put(number, named)
                self._notify_if_over(before)
                self.changed.notify(number)
        return named

    def put_summary(self, table: LiveSummary) -> None:
        """Keep what is known at once of a table."""
        self._put_summary(self._with_table_names(table))

    def put_stored_summary(self, table: LiveSummary) -> None:
        """Keep what is known at once of a table that was just read, and forget the whole game if it is older.

        If it is not, only what it tells of messages may have changed: that is not counted.
        """
        game = self._running.find(table.number)
        self._running.remove(table.number)
        is_running = isinstance(table, RunningSummary)
        if game and is_running and game.table.token == table.token:
            facts = {name: getattr(table, name) for name in ("announced", "message", "shown", "status_message")}
            self._running.put(table.number, replace(game, table=replace(game.table, **facts)))
        self.put_summary(table)

    def change(self, number: int, **changes: Any) -> None:
        """Change fields of a table wherever it is kept."""
        match self.find(number), self.tables.find(number):
            case RunningGame() as game, _:
                self.put(replace(game, table=replace(game.table, **changes)))
            case (WaitingTable() | FinishedTable()) as table, _:
                self.put(replace(table, **changes))
            case _, RunningSummary() as summary:
                self.put_summary(replace(summary, **changes))

    def remove(self, number: int) -> None:
        """Forget a game, which is not as it was any more."""
        self._outdate_readings(number)
        before = self.tables.find(number)
        self.tables.remove(number)
        self._running.remove(number)
        self._finished.remove(number)
        self._notify(before, None)

    def remove_ended(self, number: int) -> None:
        """Forget a table that neither waits nor runs any more."""
        before = self.tables.find(number)
        self.remove(number)
        self._notify_if_over(before)
        self.changed.notify(number)

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all tables of which something is kept."""
        return frozenset((*(table.number for table in self.tables.all), *self._finished.numbers))

    @property
    def known_people(self) -> frozenset[int]:
        """The ids of the people whose names are kept."""
        return frozenset(self._people)

    def has_name(self, person: Person) -> bool:
        """Return whether a person is known by this very name."""
        return self._people.get(person.id) == person

    def rename(self, person: Person) -> None:
        """Give a person a new name, at all tables that name the person."""
        self._outdate_readings()
        self._people[person.id] = person
        self._finished.clear()
        for table in self.tables.of_person(person.id):
            self.change(table.number)

    def forget_person(self, person_id: int) -> None:
        """Forget a person's name, and all games that are over, which may tell it."""
        self._outdate_readings()
        self._finished.clear()
        self._people.pop(person_id, None)
        self.person_deleted.notify()

    def _with_names(self, game: GameT) -> GameT:
        """Return a game in which everybody has their last known name; people unknown so far keep their names."""
        if isinstance(game, RunningGame):
            return replace(game, table=self._with_table_names(game.table))
        return self._with_table_names(game)

    def _with_table_names(self, table: TableT) -> TableT:
        organiser, people = self._with_name(table.organiser), tuple(map(self._with_name, table.people))
        invitation = table.invitation
        if invitation:
            invitation = replace(invitation, seats=tuple(map(self._with_seat_name, invitation.seats)))
        if isinstance(table, BaseRunningTable) and table.seat_request:
            request = table.seat_request
            table = replace(table, seat_request=replace(request, person=self._with_name(request.person)))
        if isinstance(table, SeatedTable):
            seats = tuple(map(self._with_seat_name, table.seats))
            return replace(table, organiser=organiser, people=people, seats=seats, invitation=invitation)
        return replace(table, organiser=organiser, people=people, invitation=invitation)

    def _with_seat_name(self, seat: SeatT) -> SeatT:
        if not isinstance(seat.controller, Person):
            return seat
        person = self._with_name(seat.controller)
        return seat if person is seat.controller else replace(seat, controller=person)

    def _with_name(self, person: Person) -> Person:
        return self._people.setdefault(person.id, person)

    def _outdate_readings(self, number: int | None = None) -> None:
        """Note that a game has changed; None: any may have."""
        for reading in self._readings:
            if number in (None, reading.number):
                reading.is_outdated = True

    def _put_summary(self, table: LiveSummary) -> None:
        self._outdate_readings(table.number)
        before = self.tables.find(table.number)
        self.tables.put(table)
        self._notify(before, table)
        if before != table:
            self.changed.notify(table.number)

    def _notify_if_over(self, before: LiveSummary | None) -> None:
        if isinstance(before, RunningSummary):
            self.game_over.notify(before.number, before.venue)

    def _notify(self, before: LiveSummary | None, after: LiveSummary | None) -> None:
        """Tell that a table's next deadline or a computer's turn may be another one, if what it follows from has
        changed.
        """
        table = after or before
        if table and _deadline_parts(before) != _deadline_parts(after):
            self.deadlines_changed.notify(table.number)
        if table and _computers_turn_parts(before) != _computers_turn_parts(after):
            self.computers_turns_changed.notify(table.number)


def _deadline_parts(table: LiveSummary | None) -> tuple[object, ...]:
    if not isinstance(table, RunningSummary):
        return ()
    if table.clock is None or table.clock.due is None:
        return (table.pending, table.seat_request) if table.pending or table.seat_request else ()
    mover = table.to_move.person if table.to_move else None
    return table.pending, table.seat_request, table.clock, mover and mover.id


def _computers_turn_parts(table: LiveSummary | None) -> tuple[object, ...]:
    """Return the parts of a table that a computer's turn follows from: none if it waits for no computer."""
    if not isinstance(table, RunningSummary) or table.computer_to_move is None:
        return ()
    return table.ply, table.played_at, table.computer_to_move, table.undo_request is None
