"""The server while the fixture is made, with all its tables."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Any, Final

from tests.frozen.table import Table
from tests.loopback import LoopbackDiscord, Person
from tests.whole.program import Program

AT_ONCE: Final = 4


class FixtureServer:
    """The server on which the fixture is made, and its tables by name."""

    def __init__(self, server: LoopbackDiscord, program: Program) -> None:
        self.server = server
        self.program = program
        self.tables: dict[str, Table] = {}
        self._busy = asyncio.Semaphore(AT_ONCE)

    def people(self, names: str) -> list[Person]:
        return [self.server.people[name] for name in names.split()]

    def table(self, name: str, names: str) -> Table:
        """A table in a channel of its own."""
        people, channel = self.people(names), self.server.world.add_channel(name)
        table = self.tables[name] = Table(self.server, channel, people, seed=name)
        return table

    async def start_game(self, name: str, names: str, turns: int = 0, locale: str = "en-US", **options: Any) -> Table:
        """Start a game in a channel of its own, and play this number of turns, or with -1 to its end."""
        async with self._busy:
            table = self.table(name, names)
            self.server.world.locale = locale
            await table.begin(**options)
            await (table.to_end() if turns < 0 else table.turns(turns))
            print(name, len(table.boards()), flush=True)
            return table

    async def all(self, work: Iterable[Awaitable[Any]]) -> None:
        await asyncio.gather(*work)

    async def settled(self) -> None:
        """Wait until everything that the bot shows some time after a turn is shown."""
        await asyncio.sleep(9)
