"""Privacy: exporting and deleting everything that is stored about a person."""

from contextlib import suppress
from dataclasses import dataclass

from host.errors import QuarantinedError
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.table import LiveSummary, WaitingTable
from host.model.table_errors import (
    AlreadyStartedError,
    GameOverError,
    NotSeatedError,
    NotStartedError,
    ResignedError,
    StillSeatedError,
)
from host.services.follows import Follows
from host.services.lobby import Lobby
from host.services.people import People
from host.services.service import Service, ServiceContext, uncancellable
from host.services.tables import Tables
from host.services.tournaments import Tournaments
from host.services.turns import Turns
from host.storage.personal_data import PersonalRows, deletion_statements


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The tables that a person has left."""

    left: tuple[int, ...]
    """The numbers of those that waited."""
    resigned: tuple[PlayResult, ...]
    """The games given up: what the last resignation has changed in each. The tables still have the person's name."""
    tournaments: tuple[int, ...] = ()
    """The numbers of the tournaments that were left."""
    named: tuple[int, ...] = ()
    """The numbers of the tables that have named the person, who did not sit there: as in a rematch that waits."""


class Privacy(Service):
    """Export and deletion. Deletion keeps the games: a nameless person takes the deleted one's place in them."""

    def __init__(
        self,
        context: ServiceContext,
        tables: Tables,
        lobby: Lobby,
        turns: Turns,
        people: People,
        follows: Follows,
        tournaments: Tournaments,
    ) -> None:
        super().__init__(context)
        self._tables = tables
        self._lobby = lobby
        self._turns = turns
        self._people = people
        self._follows = follows
        self._tournaments = tournaments

    async def export(self, person_id: int) -> PersonalRows:
        """Return everything that is stored about a person."""
        return await self._storage.personal_data.load(person_id)

    @uncancellable
    async def withdraw(self, person: Person) -> Withdrawal:
        """Leave all tournaments and waiting tables, and resign from all games (in a practice game, from all seats)."""
        tournaments = await self._tournaments.leave_all(person)
        await self._games.refresh_person(person.id)
        left, resigned, named = list[int](), list[PlayResult](), self._tables.naming(person.id)
        for table in self._tables.of_person(person.id):
            with suppress(QuarantinedError):  # nobody can resign there
                if await self._leave(table, person):
                    left.append(table.number)
                elif played := await self._resign(table.number, person):
                    resigned.append(played)
        return Withdrawal(tuple(left), tuple(resigned), tuple(one.number for one in tournaments), tuple(named))

    @uncancellable
    async def delete(self, person_id: int) -> None:
        """Delete everything about a person. In all games a nameless person takes their place.

        Raise StillSeatedError.
        """
        async with self._lobby.lock, self._people.lock, self._follows.lock:
            await self._games.refresh_person(person_id)
            entered = await self._tournaments.of_person(person_id)
            async with self._games.locked_tables_of(person_id):
                if tables := self._tables.of_person(person_id):
                    raise StillSeatedError(tables=tuple(tables))
                numbers = await self._games.anonymise(person_id, deletion_statements)
                self._people.forget(person_id)
                self._follows.forget(person_id)
                await self._games.read_again(numbers)
        self._tournaments.go_on(entered)
        await self._games.purge()

    async def _leave(self, table: LiveSummary, person: Person) -> bool:
        """Leave a table if it waits. Return False if its game has begun, perhaps just now."""
        if isinstance(table, WaitingTable):
            with suppress(AlreadyStartedError, GameOverError, NotSeatedError):
                await self._lobby.leave(table.venue, person, table.number)
                return True
        return False

    async def _resign(self, number: int, person: Person) -> PlayResult | None:
        """Resign from a game, from all seats. Return what the last resignation has changed; None if there was none,
        because the game has just ended, or somebody else has the seat by now.
        """
        played = None
        with suppress(GameOverError, NotStartedError, NotSeatedError, ResignedError):
            played = await self._turns.resign(number, person)
            while not played.after.status.is_over and played.after.has_player(person.id):
                played = await self._turns.resign(number, person)
        return played
