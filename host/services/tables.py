"""Finding tables: by number, by channel, by person, or the one that a command means. Nothing is changed.

A summary of each waiting or running table is there at once. A whole table is read from the database when needed.
"""

from collections.abc import Callable, Collection
from typing import Final

from host.errors import HostError, NoSuchTableError, QuarantinedError
from host.model.controllers import Computer, Person
from host.model.lobby_rules import has_room
from host.model.log_replay import QuarantinedGame
from host.model.table import (
    BaseRunningTable,
    BaseTable,
    EndedGame,
    LiveSummary,
    LiveTable,
    RunningSummary,
    RunningTable,
    SeatedTable,
    StartedTable,
    Status,
    Table,
    Venue,
    WaitingTable,
)
from host.model.table_errors import GameOverError, NoTableHereError
from host.model.table_index import LIVE
from host.model.table_lookup import (
    FoundTable,
    choose_live,
    choose_running,
    is_visible,
    nameable_tables,
    nearby_tables,
    no_table_error,
    require_running,
    require_started,
    require_waiting,
)
from host.storage.games.repository import GameRepository

_LATEST: Final = 20
"""How many of a person's latest games are searched for the last computer."""


class Tables:
    """The tables as values. Those that wait or run are in memory; the others are read from the database."""

    def __init__(self, games: GameRepository) -> None:
        self._games = games

    async def load(self, number: int) -> Table:
        """Return any table; raise NoTableError or QuarantinedError."""
        return await self._games.load(number)

    async def load_running(self, number: int) -> RunningTable:
        """Return a table whose game runs; raise NotStartedError, GameOverError, NoTableError or QuarantinedError."""
        return require_running(await self.load(number))

    async def load_waiting(self, number: int) -> WaitingTable:
        """Return a table that waits for players.

        Raise AlreadyStartedError, GameOverError, NoTableError or QuarantinedError.
        """
        return require_waiting(await self.load(number))

    async def load_started(self, number: int) -> StartedTable:
        """Return a table whose game has begun, and may be over.

        Raise NotStartedError, NoTableError or QuarantinedError.
        """
        return require_started(await self.load(number))

    async def load_if_running(self, number: int) -> RunningTable | None:
        """Return a table whose game runs; None for any other."""
        if self.running_summary(number) is None:
            return None
        try:
            table = await self.load(number)
        except QuarantinedError:
            return None
        return table if isinstance(table, RunningTable) else None

    async def known(self, number: int) -> Table:
        """Return any table as this process knows it: from memory if it is there, else from the database.

        What another process has changed a moment ago may be missing; ``Host.changes_elsewhere`` tells of it. Raise
        NoTableError or QuarantinedError.
        """
        return self.cached(number) or await self.load(number)

    async def known_started(self, number: int) -> StartedTable:
        """Return a table whose game has begun as this process knows it; raise what ``load_started`` raises."""
        return require_started(await self.known(number))

    def cached(self, number: int) -> LiveTable | None:
        """Return a waiting or running table at once, if all of it is in memory; None for any other."""
        return self._games.cached(number)

    def summary(self, number: int) -> LiveSummary | None:
        """Return the summary of a waiting or running table at once; None for any other table."""
        return self._games.tables.find(number)

    def running_summary(self, number: int) -> RunningSummary | None:
        """Return the summary of a table whose game runs at once; None for any other table."""
        table = self.summary(number)
        return table if isinstance(table, RunningSummary) else None

    async def find_running(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        is_meant: Callable[[BaseRunningTable], bool] | None = None,
    ) -> FoundTable[RunningTable]:
        """Return the running game that a command means.

        With a number it is that game. Without one it is a game of this thread; if the thread has none, of this channel
        and its threads; in direct messages, one of the person's own games.

        A person chooses among the games that they play, or among all if they play none of them. The games meant are
        those that ``is_meant`` accepts; else those where the person is to move; else all of these. The one that has
        waited longest is returned, with the ``others`` that could have been meant. Games of this channel come before
        those of its threads.

        Raise NoTableError; QuarantinedError; NotStartedError if only a table waits; GameOverError for the number of a
        game that is over, or if the last game here is over and the person sits at no other table.
        """
        if number is not None:
            return FoundTable(require_running(await self.load_visible(number, venue, person.id)))
        if found := await self._choose_running(venue, person.id, is_meant):
            return found
        raise await self._nothing_runs(venue, person)

    @property
    def has_live(self) -> bool:
        """Return whether any table waits or runs."""
        return bool(self._games.tables.all)

    def find_computers_seat(self, venue: Venue, person_id: int) -> RunningSummary | None:
        """Return at once a game within reach of a command where a person can take the seat of a computer; None if there
        is none. Of several it is the newest.
        """
        running = (table for table in self._games.tables.all if isinstance(table, RunningSummary))
        meant = [one for one in running if one.offered_seats and not (one.seats_of(person_id) or one.is_private)]
        return max(nearby_tables(meant, venue), key=lambda one: one.number, default=None)

    def find_full(self, venue: Venue) -> WaitingTable | None:
        """Return at once the newest table within reach of a command that waits with no seat left; None if none does."""
        waiting = (one for one in self._games.tables.around(venue) if isinstance(one, WaitingTable))
        full = [one for one in waiting if not (has_room(one) or one.is_private)]
        return max(nearby_tables(full, venue), key=lambda one: one.number, default=None)

    async def find_started(self, venue: Venue, person: Person, number: int | None = None) -> FoundTable[StartedTable]:
        """Return the game that a command means, as ``find_running`` does. If none runs, it is the one that ended last.

        Raise NoTableError; QuarantinedError; NotStartedError if only a table waits.
        """
        if number is not None:
            return FoundTable(require_started(await self.load_visible(number, venue, person.id)))
        if found := await self._choose_running(venue, person.id):
            return FoundTable(found.table, found.others)
        ended = await self._games.last_ended(venue, person.id)
        if ended is not None:
            return FoundTable(await self.load_started(ended))
        raise self._missing(venue, person)

    async def find_ended(self, venue: Venue, person: Person, number: int | None = None) -> StartedTable:
        """Return the game with a number, which may run; without one, the game that ended last, as ``find_started``
        does, even if another one runs. If none has ended, it is the one that runs.

        Raise what ``find_started`` raises.
        """
        ended = None if number is not None else await self._games.last_ended(venue, person.id)
        if ended is not None:
            return await self.load_started(ended)
        return (await self.find_started(venue, person, number)).table

    async def find_any(self, venue: Venue, person: Person, number: int | None = None) -> BaseTable:
        """Return the table that a question about the rules means, whether it waits, plays, or is over.

        With a number it is that table. Without one, the person's own tables come before others, running games before
        tables that wait, and the game that ended last comes after all of them. It may be a summary.

        Raise NoTableError, or QuarantinedError.
        """
        if number is not None:
            return await self.load_visible(number, venue, person.id)
        if live := choose_live(self._games.tables.around(venue, person.id), venue, person.id):
            return live
        return (await self.find_started(venue, person)).table

    async def _choose_running(
        self, venue: Venue, person_id: int, is_meant: Callable[[BaseRunningTable], bool] | None = None
    ) -> FoundTable[RunningTable] | None:
        """Return the running game that is meant, but none whose log does not replay."""
        while found := choose_running(self._games.tables.around(venue, person_id), venue, person_id, is_meant):
            try:
                return FoundTable(await self.load_running(found.table.number), found.others)
            except QuarantinedError:
                continue  # it is quarantined now, and not chosen again
        return None

    async def _nothing_runs(self, venue: Venue, person: Person) -> HostError:
        """Return the error for a person who means a running game where there is none."""
        missing = self._missing(venue, person)
        if isinstance(missing, NoTableHereError) and not missing.elsewhere:
            ended = await self._games.last_ended(venue, person.id)
            if ended is not None:
                return GameOverError(await self.load_started(ended))
        return missing

    def _missing(self, venue: Venue, person: Person) -> HostError:
        for game in self._games.quarantined:
            if game.table.venue.home == venue.home and is_visible(game.table, venue, person.id):
                return game.error
        return no_table_error(self._games.tables.around(venue, person.id), venue, person.id)

    def to_move(self, venue: Venue, person_id: int) -> RunningSummary | None:
        """Return at once the table that ``find_running`` would choose, if the person is to move there."""
        found = choose_running(self._games.tables.around(venue, person_id), venue, person_id)
        return found.table if found and found.table.is_to_move(person_id) else None

    async def load_to_move(self, venue: Venue, person_id: int) -> RunningTable | None:
        """Return the table that ``find_running`` would choose, if the person is to move there."""
        table = self.to_move(venue, person_id)
        return await self.load_if_running(table.number) if table else None

    def of_person(self, person_id: int) -> list[LiveSummary]:
        """Return the waiting and running tables where a person sits, by number."""
        return [table for table in self._games.tables.of_person(person_id) if table.has_player(person_id)]

    def naming(self, person_id: int) -> list[int]:
        """Return the numbers of the waiting and running tables that name a person who doesn't sit there: they are
        invited, ask for a seat, or have resigned.
        """
        return [one.number for one in self._games.tables.of_person(person_id) if not one.has_player(person_id)]

    def private_games(self, person_id: int) -> list[RunningSummary]:
        """Return the running games that only this person sees, the one with the latest turn first."""
        own = [one for one in self.of_person(person_id) if isinstance(one, RunningSummary) and one.is_private]
        return sorted(own, key=lambda one: one.moved_at, reverse=True)

    async def last_computer(self, person_id: int) -> Computer | None:
        """Return the computer in the newest game of a person that has one; None if there is none."""
        running = [one for one in self.of_person(person_id) if isinstance(one, RunningSummary)]
        own = {one.number: [seat.controller for seat in one.computer_seats] for one in running}
        ended = await self._games.ended_games(None, person_id, None, _LATEST)
        played = own | {one.number: list(one.computers) for one in ended}
        found = [computers[0] for _, computers in sorted(played.items()) if computers]
        return next((one for one in reversed(found) if isinstance(one, Computer)), None)

    def near(self, venue: Venue) -> list[LiveSummary]:
        """Return the waiting and running tables of this thread, or else of this channel and its threads, by number."""
        return nearby_tables(self._games.tables.around(venue), venue)

    def nameable(
        self, venue: Venue, person_id: int, statuses: Collection[Status] = LIVE, most: int | None = None
    ) -> list[LiveSummary]:
        """Return the tables that a person may name here: their own, those near, then others; the first ``most``.

        They wait or run, as ``statuses`` says.
        """
        return nameable_tables(self._games.tables.nameable(venue, person_id, statuses, most), venue, person_id, most)

    def find_nameable(self, number: int, venue: Venue, person_id: int) -> LiveSummary | None:
        """Return the table of this number, if it waits or runs and a person may name it here."""
        table = self.summary(number)
        return table if table and is_visible(table, venue, person_id) else None

    def waiting(self) -> list[WaitingTable]:
        """Return the tables that wait for players and that this process shows, by number."""
        return [table for table in self._games.tables.waiting if self._games.is_home(table.venue)]

    async def ended_games(self, venue: Venue, person_id: int, number: int | None, most: int) -> list[EndedGame]:
        """Return the games that are over and that a person may name here: the one of this number, then the latest."""
        return await self._games.ended_games(venue.guild, person_id, number, most)

    def find_quarantined(self, number: int) -> QuarantinedGame | None:
        """Return at once a game whose log was found not to replay to what was stored; None for any other."""
        return self._games.find_quarantined(number)

    async def load_visible(self, number: int, venue: Venue, person_id: int) -> Table:
        """Return any table that a person may see here; raise NoTableError or QuarantinedError."""
        return await load_visible(self._games, number, lambda table: is_visible(table, venue, person_id))


async def load_visible(games: GameRepository, number: int, may_be_seen: Callable[[Table | SeatedTable], bool]) -> Table:
    """Return any table that may be seen; raise NoTableError or QuarantinedError."""
    try:
        table = await games.load(number)
    except QuarantinedError:
        held = games.find_quarantined(number)
        if held is None or not may_be_seen(held.table):
            raise NoSuchTableError(number) from None
        raise
    if not may_be_seen(table):
        raise NoSuchTableError(number)
    return table
