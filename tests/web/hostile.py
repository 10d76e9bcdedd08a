"""Pages where some people may see some games, and requests to them that no browser's library would make."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

from host.host import Host
from host.model.controllers import USUAL_COMPUTER, Person
from tests.fixtures.raw_http import HOST, PATIENCE, Reply, request, send
from tests.host.tables import CHANNEL, Clock, begin
from tests.web.site import Site
from web.pages import COOKIE

ANN, BOB, EVE, MO = (Person(101 + number, f"{name} Quix") for number, name in enumerate(("Ann", "Bob", "Eve", "Mo")))
"""Ann and Bob play, and Ann is to move. Eve is on their server, too. Mo is on another one."""
SECRET: Final = "Quix"
GAME, PRIVATE, NONE = 1, 2, 3
"""A game of Ann and Bob, a private one of Ann, and one that there isn't."""
JSON: Final = {"Content-Type": "application/json"}
COMMANDS: Final = ("turn", "answer", "takeback", "done", "rematch")

Connection: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class World:
    """Pages of a bot, its clock, and the cookies of those who are signed in."""

    site: Site
    host: Host
    clock: Clock
    cookies: dict[Person, str]

    @property
    def port(self) -> int:
        return int(self.site.url.rpartition(":")[2])

    async def get(self, target: str, person: Person | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        return await self.ask("GET", target, person, b"", headers)

    async def post(
        self, target: str, value: object, person: Person | None = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        """Send what a page sends; ``headers`` replace its own."""
        sent = value if isinstance(value, bytes) else json.dumps(value).encode()
        return await self.ask("POST", target, person, sent, {"Origin": self.site.url, **JSON, **(headers or {})})

    async def ask(
        self,
        method: str,
        target: str,
        person: Person | None = None,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        return await send(self.port, request(method, target, {**self.cookie(person), **(headers or {})}, body))

    def cookie(self, person: Person | None) -> dict[str, str]:
        """Return the header that says who asks."""
        return {"Cookie": f"{COOKIE}={self.cookies[person]}"} if person else {}

    @asynccontextmanager
    async def connected(self, target: str, person: Person) -> AsyncIterator[Connection]:
        """Ask for something, and keep the connection."""
        async with self.opened(request("GET", target, self.cookie(person))) as connection:
            yield connection

    @asynccontextmanager
    async def opened(self, sent: bytes) -> AsyncIterator[Connection]:
        """Send something, and keep the connection; break it off at the end."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        writer.write(sent)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def turn(self) -> dict[str, object]:
        """Return a turn that Ann may play now."""
        table = await self.host.tables.load_running(GAME)
        return {"ply": table.ply, "turn": "M14 90 -"}

    async def is_unchanged(self) -> bool:
        """Return whether nobody has played yet."""
        return (await self.host.tables.load_running(GAME)).state.turn == 0 and not self.site.bot.published


async def new_world(site: Site, host: Host, clock: Clock) -> World:
    """Begin the games, and sign everybody in."""
    await begin(host, ANN, BOB)
    table = await host.lobby.open(CHANNEL, ANN, is_private=True)
    await host.lobby.start(CHANNEL, ANN, table.number, computers=[USUAL_COMPUTER], alone=True)
    site.bot.servers.update({1: {ANN.id, BOB.id, EVE.id}, 2: {MO.id}})
    cookies = {}
    for person in (ANN, BOB, EVE, MO):
        cookies[person] = (await host.browsers.open_session(await host.browsers.new_code(person))).token
    return World(site, host, clock, cookies)


async def read_to_end(reader: asyncio.StreamReader) -> str:
    """Return what a stream of events says until it is closed."""
    async with asyncio.timeout(PATIENCE):
        return (await reader.read()).decode()
