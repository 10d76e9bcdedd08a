"""What a person can ask for: everything that is stored about them, and that it be forgotten."""

from dataclasses import dataclass

from host.errors import HostError, HostErrorCode
from host.model.table import LiveTable, Person, WaitingTable
from host.services.command_runner import CommandRunner, uncancellable
from host.services.lobby import Lobby
from host.services.people import People
from host.services.turns import Turns
from host.storage.game_repository import GameRepository
from host.storage.personal_data import Rows, deletion_changes, read_traces


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The numbers of the tables that a person has left: those that waited, and the games given up."""

    left: tuple[int, ...]
    resigned: tuple[int, ...]


class Privacy:
    """What is kept of people. Games stay whatever is deleted: a nameless person takes the place in them."""

    def __init__(
        self, games: GameRepository, lobby: Lobby, turns: Turns, people: People, runner: CommandRunner
    ) -> None:
        self._games = games
        self._lobby = lobby
        self._turns = turns
        self._people = people
        self.runner = runner

    async def export(self, person_id: int) -> Rows:
        """Return everything stored about a person."""
        return await read_traces(self._games.database, person_id)

    def tables(self, person_id: int) -> list[LiveTable]:
        """Return the tables that a person would have to leave, by number."""
        return [table for table in self._games.tables if table.is_at(person_id)]

    @uncancellable
    async def withdraw(self, person: Person) -> Withdrawal:
        """Leave all tables and give up all games (of a practice game, all seats)."""
        left, resigned = list[int](), list[int]()
        for table in self.tables(person.id):
            if isinstance(table, WaitingTable):
                await self._lobby.leave(table.venue, person, table.number)
                left.append(table.number)
            else:
                await self._resign(table.number, person)
                resigned.append(table.number)
        return Withdrawal(tuple(left), tuple(resigned))

    @uncancellable
    async def forget(self, person_id: int) -> None:
        """Delete what is stored about a person, who is nameless from then on in all games. Raise STILL_SEATED."""
        async with self._lobby.closed():
            if tables := self.tables(person_id):
                raise HostError(HostErrorCode.STILL_SEATED, tables=tuple(tables))
            await self._games.anonymise(person_id, deletion_changes(person_id))
            self._people.forget(person_id)
            await self._games.database.sweep()

    async def _resign(self, number: int, person: Person) -> None:
        after = (await self._turns.resign(number, person)).after
        while not after.status.is_over and after.is_at(person.id):
            after = (await self._turns.resign(number, person)).after
