"""Reading tables: by number, by place, by person, or the one that a command means. Changes nothing."""

from collections.abc import Callable

from host.errors import HostError, HostErrorCode
from host.model.played import EndedGame, Found
from host.model.table import Person, Status, Table, Venue
from host.model.table_lookup import check_running, choose, is_visible, missing, nameable, near
from host.storage.game_repository import GameRepository


class Tables:
    """The tables as values. Those that wait or run are in memory; the others are read from the database."""

    def __init__(self, games: GameRepository) -> None:
        self._games = games

    async def load(self, number: int) -> Table:
        """Return any table; raise NO_TABLE or HELD."""
        return (await self._games.load(number)).table

    def cached(self, number: int) -> Table | None:
        """Return a waiting or running table at once, from memory; None for any other."""
        return self._games.cached(number)

    async def find(
        self,
        venue: Venue,
        person: Person,
        number: int | None = None,
        *,
        running: bool = True,
        is_meant: Callable[[Table], bool] | None = None,
    ) -> Found:
        """Return the game that a command means.

        With a number: that game. Without: the game of this thread. If there is none, one of the games of this channel
        and its threads (in private: of the person's own games), in this order: one that ``is_meant`` accepts; one where
        the person is to move; the only one; the one that has waited longest, with the ``others`` among which it was
        chosen. A person who plays in none of them chooses among all. If it need not be ``running`` and no game runs,
        the game that ended last is returned.

        Raise NO_TABLE; HELD; NOT_STARTED if only a table waits; GAME_OVER if it must be running.
        """
        if number is not None:
            return Found(await self._named(number, venue, person, running=running))
        if found := choose(self._games.tables, venue, person.id, is_meant):
            return found
        ended = None if running else await self._games.last_ended(venue, person.id)
        if ended is not None:
            return Found(await self.load(ended))
        for game in self._games.quarantined:
            if game.table.venue.home == venue.home:
                raise game.error
        raise missing(self._games.tables, venue, person.id)

    def cached_to_move(self, venue: Venue, person_id: int) -> Table | None:
        """Return at once the table that ``find`` would choose, if the person is to move there."""
        found = choose(self._games.tables, venue, person_id)
        return found.table if found and found.table.is_to_move(person_id) else None

    def of_person(self, person_id: int) -> list[Table]:
        """Return the waiting and running tables where a person sits, by number."""
        return [table for table in self._games.tables if table.is_at(person_id)]

    def near(self, venue: Venue) -> list[Table]:
        """Return the waiting and running tables of this thread, or else of this channel and its threads, by number."""
        return near(self._games.tables, venue)

    def nameable(self, venue: Venue, person_id: int) -> list[Table]:
        """Return the waiting and running tables that a person may name here: their own, those near, then others."""
        return nameable(self._games.tables, venue, person_id)

    def waiting(self) -> list[Table]:
        """Return the tables that wait for players, by number."""
        return [table for table in self._games.tables if table.status is Status.OPEN]

    async def ended(self, venue: Venue, person_id: int, number: int | None, most: int) -> list[EndedGame]:
        """Return the games that are over and that a person may name here: the one of this number, then the latest."""
        return await self._games.ended(venue.guild, person_id, number, most)

    @property
    def quarantined(self) -> tuple[int, ...]:
        """The numbers of the games whose logs do not replay to what was stored; the host does not change them."""
        return tuple(game.table.number for game in self._games.quarantined)

    async def _named(self, number: int, venue: Venue, person: Person, *, running: bool) -> Table:
        table = await self.load(number)
        if not is_visible(table, venue, person.id):
            raise HostError(HostErrorCode.NO_TABLE, number=number)
        if running:
            check_running(table)
        elif not table.ply:
            raise HostError(HostErrorCode.NOT_STARTED, table=table)
        return table
