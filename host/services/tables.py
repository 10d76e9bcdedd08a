"""Finding tables: by number, by channel, by person, or the one that a command means. Nothing is changed."""

from collections.abc import Callable

from host.errors import HostError, NoSuchTableError, QuarantinedError
from host.model.game_history import EndedGame
from host.model.table import BaseTable, LiveTable, Person, RunningTable, StartedTable, Table, Venue, WaitingTable
from host.model.table_lookup import (
    FoundTable,
    choose_running,
    is_visible,
    nameable_tables,
    nearby_tables,
    no_table_error,
    require_running,
    require_started,
    require_waiting,
)
from host.storage.game_repository import GameRepository


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

    def cached(self, number: int) -> LiveTable | None:
        """Return a waiting or running table at once, from memory; None for any other."""
        return self._games.cached(number)

    def cached_running(self, number: int) -> RunningTable | None:
        """Return a table whose game runs at once, from memory; None for any other."""
        table = self._games.cached(number)
        return table if isinstance(table, RunningTable) else None

    async def find_running(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        is_meant: Callable[[RunningTable], bool] | None = None,
    ) -> FoundTable[RunningTable]:
        """Return the running game that a command means.

        With a number it is that game. Without one it is a game of this thread; if the thread has none, of this channel
        and its threads; in direct messages, one of the person's own games.

        A person chooses among the games that they play, or among all if they play none of them. The games meant are
        those that ``is_meant`` accepts; else those where the person is to move; else all of these. The one that has
        waited longest is returned, with the ``others`` that could have been meant. Games of this channel come before
        those of its threads.

        Raise NoTableError; QuarantinedError; NotStartedError if only a table waits; GameOverError for the number of a
        game that is over.
        """
        if number is not None:
            return FoundTable(require_running(await self.load_visible(number, venue, person.id)))
        if found := choose_running(self._games.tables, venue, person.id, is_meant):
            return found
        raise self._missing(venue, person)

    async def find_started(self, venue: Venue, person: Person, number: int | None = None) -> FoundTable[StartedTable]:
        """Return the game that a command means, as ``find_running`` does. If none runs, it is the one that ended last.

        Raise NoTableError; QuarantinedError; NotStartedError if only a table waits.
        """
        if number is not None:
            return FoundTable(require_started(await self.load_visible(number, venue, person.id)))
        if found := choose_running(self._games.tables, venue, person.id):
            return FoundTable(found.table, found.others)
        ended = await self._games.last_ended(venue, person.id)
        if ended is not None:
            return FoundTable(await self.load_started(ended))
        raise self._missing(venue, person)

    def _missing(self, venue: Venue, person: Person) -> HostError:
        for game in self._games.quarantined:
            if game.table.venue.home == venue.home:
                return game.error
        return no_table_error(self._games.tables, venue, person.id)

    def cached_to_move(self, venue: Venue, person_id: int) -> RunningTable | None:
        """Return at once the table that ``find_running`` would choose, if the person is to move there."""
        found = choose_running(self._games.tables, venue, person_id)
        return found.table if found and found.table.is_to_move(person_id) else None

    def of_person(self, person_id: int) -> list[LiveTable]:
        """Return the waiting and running tables where a person sits, by number."""
        return [table for table in self._games.tables if table.has_player(person_id)]

    def near(self, venue: Venue) -> list[LiveTable]:
        """Return the waiting and running tables of this thread, or else of this channel and its threads, by number."""
        return nearby_tables(self._games.tables, venue)

    def nameable(self, venue: Venue, person_id: int) -> list[LiveTable]:
        """Return the waiting and running tables that a person may name here: their own, those near, then others."""
        return nameable_tables(self._games.tables, venue, person_id)

    def waiting(self) -> list[WaitingTable]:
        """Return the tables that wait for players, by number."""
        return [table for table in self._games.tables if isinstance(table, WaitingTable)]

    async def ended_games(self, venue: Venue, person_id: int, number: int | None, most: int) -> list[EndedGame]:
        """Return the games that are over and that a person may name here: the one of this number, then the latest."""
        return await self._games.ended_games(venue.guild, person_id, number, most)

    @property
    def quarantined(self) -> tuple[int, ...]:
        """The numbers of the games whose logs do not replay to what was stored; the host does not change them."""
        return tuple(game.table.number for game in self._games.quarantined)

    async def load_visible(self, number: int, venue: Venue, person_id: int) -> Table:
        """Return any table that a person may see here; raise NoTableError or QuarantinedError."""
        try:
            table = await self.load(number)
        except QuarantinedError:
            held: list[BaseTable] = [one.table for one in self._games.quarantined if one.table.number == number]
            if not any(is_visible(one, venue, person_id) for one in held):
                raise NoSuchTableError(number) from None
            raise
        if not is_visible(table, venue, person_id):
            raise NoSuchTableError(number)
        return table
