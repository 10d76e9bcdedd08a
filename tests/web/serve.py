"""Serves the pages of some games without Discord, and prints a link for each person: ``python -m tests.web.serve``.

For whoever works on the pages. Everything is forgotten at the end.
"""

import argparse
import asyncio
import secrets
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from host.host import Host
from host.model.controllers import Person
from host.model.table import Venue
from host.model.table_options import TableOptions
from screens.pictures import Pictures, drawing_processes
from tests.fixtures.databases import open_host
from tests.fixtures.positions import fast_forward, random_turns
from tests.web.site import BotWithoutDiscord, open_site

PEOPLE: Final = [
    Person(101 + number, name) for number, name in enumerate(["Ann", "Bob", "Cleo", "Dora", "Eve", "Fred"])
]
GUILD: Final = 1


async def begin(host: Host, channel: int, people: int, options: TableOptions, turns: int) -> int:
    """Begin a game, and play some turns of it."""
    venue = Venue(GUILD, channel)
    table, _ = await host.lobby.join(venue, PEOPLE[0])
    await host.lobby.choose_options(venue, PEOPLE[0], table.number, options)
    for person in PEOPLE[1:people]:
        await host.lobby.join(venue, person, table.number)
    await host.lobby.start(venue, PEOPLE[0], table.number, options)
    await fast_forward(host, table.number, random_turns(channel), turns)
    return table.number


async def serve(port: int, takeback: int) -> None:
    """Serve the pages until Ctrl-C."""
    with TemporaryDirectory() as folder:
        host = await open_host(
            Path(folder) / "games.db",
            now=lambda: datetime.now(UTC),
            seed=lambda: secrets.token_bytes(32),
            random_below=secrets.randbelow,
        )
        pictures = Pictures(120, drawing_processes(2))  # many people work on this machine
        await pictures.start()
        bot = BotWithoutDiscord(host, pictures, {GUILD: {person.id for person in PEOPLE}})
        new = ("river", "abbot", "inns", "traders")
        numbers = {
            "a late game": await begin(host, 11, 3, TableOptions(takeback=takeback), 40),
            "the same, new": await begin(host, 12, 2, TableOptions(takeback=takeback), 0),
            "The Castle": await begin(host, 13, 2, TableOptions(edition="castle", takeback=takeback), 20),
            "all expansions": await begin(
                host, 14, 6, TableOptions(edition="new-edition", options=new, takeback=takeback), 90
            ),
        }
        try:
            async with open_site(bot, port) as site:
                for name, number in numbers.items():
                    for person in PEOPLE[:3]:
                        code = await host.browsers.new_code(person, number)
                        print(f"{name}, {person.name}: {site.url}/#code={code}&game={number}", flush=True)
                await asyncio.Event().wait()
        finally:
            await host.close()
            await pictures.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8460)
    parser.add_argument("--takeback", type=int, default=20, help="seconds in which a turn can be undone")
    given = parser.parse_args()
    asyncio.run(serve(given.port, given.takeback))
