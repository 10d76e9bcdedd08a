"""The pages of a bot, with people who may see some of its games, and what is asked there.

Everybody on the first server has a secret in their name, so a leak is found in any text. Ann and Bob have a game there,
which others try to see and to play; Eve may watch it. Ann has a private game, too, which nobody else may see. Mallory
is on the other server only. Chloé and Dmitri play on all the while, as honest people do.
"""

import json
import random
import re
import sqlite3
from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from simcord.backend.models import Message

from tests.chaos.counts import Counts
from tests.chaos.table import RefusedError
from tests.fixtures.raw_http import HOST, Reply, request, send
from tests.frozen.table import custom_ids
from tests.loopback import LoopbackDiscord, Person
from tests.loopback.world import NAMES
from tests.whole.program import Program

WRONG: Final = ("page leaks", "moves for others", "wrong answers of pages", "unsafe answers of pages", "memory grown")
COOKIE: Final = "carcassonne"
BUSY: Final = 503
"""What is answered where a board could not be drawn in time."""
_TRIES: Final = 20
JSON: Final = {"Content-Type": "application/json"}
_LINK: Final = re.compile(r"/#code=([\w-]+)&game=(\d+)")
_NEWEST: Final = "SELECT max(number) FROM games WHERE"
_MOVES: Final = "SELECT game, ply, person, notation FROM moves WHERE game <> ? ORDER BY game, ply"


@dataclass
class PageWorld:
    """Pages at ``url``. ``secret`` is what only those may read who may see the game."""

    server: LoopbackDiscord
    program: Program
    counts: Counts
    chance: random.Random
    database: Path
    port: int
    secret: str
    outsiders: tuple[Person, Person]
    """Mallory, and somebody who plays with them."""
    elsewhere: int
    """A channel of the other server."""
    game: int = 0
    """The number of the game of Ann and Bob."""
    private: int = 0
    """The number of Ann's private game."""
    honest: int = 0
    """The number of the game of Chloé and Dmitri."""
    cookies: dict[str, str] = field(default_factory=dict)
    codes: list[str] = field(default_factory=list)
    """Codes that were used."""

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    async def prepare(self) -> None:
        """Begin a game on each server and a private one, and sign everybody in."""
        ann, bob, chloe, dmitri, eve = (self.server.people[name] for name in NAMES)
        channel, beside, mallory = (*map(self.server.world.add_channel, ("pages", "beside")), self.outsiders[0])
        opened = await self.server.command(ann, channel, "play")
        assert opened.message
        await self.server.press(ann, opened.message, button_id(opened.message, "practice-open"))
        for place, people in ((channel, (ann, bob)), (beside, (chloe, dmitri)), (self.elsewhere, self.outsiders)):
            for person in people:
                await self.server.command(person, place, "join")
            await self.server.command(people[0], place, "start", takeback=0)
        self._find_games(channel, beside)
        for person in (ann, bob, eve):
            self.cookies[person.name] = await self._sign_in(person, channel)
        for person in (chloe, dmitri):
            self.cookies[person.name] = await self._sign_in(person, beside)
        self.cookies[mallory.name] = await self._sign_in(mallory, self.elsewhere)

    def _find_games(self, channel: int, beside: int) -> None:
        with closing(sqlite3.connect(self.database)) as database:
            [(self.private,)] = database.execute(f"{_NEWEST} settings LIKE '%\"private\":true%'")
            [(self.game,)] = database.execute(f"{_NEWEST} channel = ? AND number <> ?", (channel, self.private))
            [(self.honest,)] = database.execute(f"{_NEWEST} channel = ?", (beside,))

    async def _sign_in(self, person: Person, channel: int) -> str:
        """Press **Open board** below the last turn in a channel, open the link, and return the cookie."""
        message = await self.server.message(channel, lambda one: bool(button_id(one, "page")))
        code, _ = await code_of_link(self.server, person, message)
        self.codes.append(code)
        reply = await self.post("/api/session", {"code": code})
        assert reply.status == 200, reply
        return reply.cookie

    async def play_honestly(self) -> None:
        """Let Chloé or Dmitri play a turn on their page."""
        for name in ("Chloé", "Dmitri"):
            seen = await self.see(self.honest, name)
            self.counts.check(seen.status == 200, "wrong answers of pages", f"{name}'s game: {seen.text[:200]}")
            if seen.status == 200 and seen.json["cells"]:
                cell = self.chance.choice(seen.json["cells"])
                turn = {"ply": seen.json["ply"], "turn": f"{cell['cell']} {cell['rotations'][0]} -"}
                reply = await self.post(f"/api/games/{self.honest}/turn", turn, name)
                self.counts.check(reply.status == 200, "wrong answers of pages", f"{name} plays: {reply.text[:200]}")
                self.counts.did("turns on pages")
                return
        self.counts.went_wrong("wrong answers of pages", "nobody is to move")

    async def see(self, number: int, name: str) -> Reply:
        """Ask for a game as somebody's page shows it. On a busy machine, a board may take a while."""
        for _ in range(_TRIES):
            seen = await self.ask(f"/api/games/{number}", name)
            if seen.status != BUSY:
                break
        return seen

    def moves(self) -> list[Any]:
        """Return all that was played in other games than the one of honest people."""
        with closing(sqlite3.connect(self.database)) as database:
            return database.execute(_MOVES, (self.honest,)).fetchall()

    # Requests

    def headers(self, name: str | None = None, **others: str) -> dict[str, str]:
        """Return headers as a page sends them, from an address of one's own."""
        address = f"10.{self.chance.randrange(256)}.{self.chance.randrange(256)}.{self.chance.randrange(1, 255)}"
        cookie = {"Cookie": f"{COOKIE}={self.cookies[name]}"} if name else {}
        return {"X-Forwarded-For": address, "Origin": self.url, **cookie, **others}

    async def ask(self, target: str, name: str | None = None, **headers: str) -> Reply:
        return await send(self.port, request("GET", target, self.headers(name, **headers)))

    async def post(self, target: str, value: object, name: str | None = None, **headers: str) -> Reply:
        sent = value if isinstance(value, bytes) else json.dumps(value).encode()
        return await send(self.port, request("POST", target, {**self.headers(name), **JSON, **headers}, sent))

    def judge(self, what: str, reply: Reply, expected: Collection[int], *, may_read: bool = False) -> None:
        """Judge an answer to something hostile."""
        told = f"{what}: {reply.status} {reply.text[:300]}"
        self.counts.check(reply.status in (*expected, BUSY), "wrong answers of pages", told)
        self.counts.check(may_read or self.secret not in reply.text, "page leaks", told)
        self.counts.check("Traceback" not in reply.text and 'File "' not in reply.text, "page leaks", told)
        if reply.status not in (0, 400):  # what is no HTTP is answered before it is a request
            is_safe = "default-src 'none'" in reply.header("content-security-policy")
            self.counts.check(is_safe, "unsafe answers of pages", f"no policy: {told}")
        self.counts.check(not reply.header("set-cookie"), "unsafe answers of pages", f"a cookie: {told}")
        self.counts.check(
            not reply.header("access-control-allow-origin"), "unsafe answers of pages", f"for other sites: {told}"
        )


def button_id(message: Message, action: str) -> str:
    """Return the id of a button that does something; empty if the message has none."""
    return next((one for one in custom_ids(message) if one.split(":")[1] == action), "")


async def code_of_link(server: LoopbackDiscord, person: Person, message: Message) -> tuple[str, int]:
    """Press **Open board** below a turn; return the code of the link, and the number of its game.

    Raise RefusedError where the answer is no link.
    """
    answer = await server.press(person, message, button_id(message, "page"))
    [told] = await server.until(lambda: answer.followups)
    found = _LINK.search(json.dumps(told.components))
    if not found:
        raise RefusedError(told.content)
    return found[1], int(found[2])
