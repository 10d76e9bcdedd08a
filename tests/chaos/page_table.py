"""A game whose players have its page open in a browser, and play most of their turns there."""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from simcord.backend.models import Message

from tests.chaos.feed import Feed
from tests.chaos.page_world import BUSY, COOKIE, JSON, code_of_link
from tests.chaos.table import PLACED, Attempt, RefusedError, Table, new_channel
from tests.fixtures.raw_http import HOST, Reply, request, send
from tests.loopback import LoopbackDiscord, Person

SHARE_ON_PAGES: Final = 0.7
OK: Final = 200
PAUSE: Final = 0.2
"""Seconds until a page asks again that was told to come back later."""


@dataclass(slots=True)
class PageAnswer:
    """What a page was answered about a turn, in the words of ``/place``."""

    sent: float
    after: float = 0.0
    reply: Reply | None = None

    @property
    def content(self) -> str:
        if self.reply is None:
            return ""
        return PLACED if self.reply.status == OK else f"{self.reply.status} {self.reply.text[:200]}"

    @property
    def is_complete(self) -> bool:
        return self.reply is not None

    @property
    def followups(self) -> Sequence[Message]:
        return ()


class PageTable(Table):
    """The channel shows the turns as ever. ``port`` is where the bot serves its pages."""

    def __init__(
        self,
        server: LoopbackDiscord,
        feed: Feed,
        channel: int,
        people: Sequence[Person],
        whim: random.Random,
        port: int,
    ) -> None:
        super().__init__(server, feed, channel, people, whim)
        self.played = 0
        """How many turns were confirmed on pages."""
        self._port = port
        self._game = 0
        self._cookies: dict[Person, str] = {}

    async def play(self) -> Attempt:
        """Play a turn, and wait only for its confirmation."""
        if self._whim.random() > SHARE_ON_PAGES:
            return await super().play()
        turns, mover = self.boards[-1].turns + 1, self.mover
        seen = (await self._ask(mover, "GET", "")).json
        if not seen["cells"]:
            raise RefusedError(f"{self}: the page of {mover.name} has no lit cell for turn {turns}: {seen}")
        cell = self._whim.choice(seen["cells"])
        rotation = self._whim.choice(cell["rotations"])
        place = f"/spots?ply={seen['ply']}&at={cell['cell']}&rotation={rotation}"
        spots = (await self._ask(mover, "GET", place)).json
        turn = self._whim.choice([spots["nobody"], *(one["turn"] for one in spots["spots"])])
        answer = PageAnswer(time.monotonic())
        attempt = Attempt(turns, cell["cell"], answer)
        self.attempts.append(attempt)
        answer.reply = await self._answer(mover, "POST", "/turn", {"ply": seen["ply"], "turn": turn})
        answer.after = time.monotonic() - answer.sent
        if not attempt.is_confirmed:
            raise RefusedError(f"{self}: {answer.content}")
        self.played += 1
        return attempt

    async def _ask(self, person: Person, method: str, path: str) -> Reply:
        """Ask for something of the game; raise RefusedError if the person may not see it."""
        while True:
            reply = await self._answer(person, method, path)
            if reply.status == OK:
                return reply
            if reply.status != BUSY:
                raise RefusedError(f"{self}: {method} {path}: {reply.status} {reply.text[:200]}")
            await asyncio.sleep(PAUSE)

    async def _answer(self, person: Person, method: str, path: str, value: Any = None) -> Reply:
        """Return the answer to a request of somebody's page. Where none comes, as the bot was killed, wait for ever."""
        cookie = self._cookies.get(person) or await self._sign_in(person)
        target = f"/api/games/{self._game}{path}"
        reply = await self._send(method, target, value, Cookie=f"{COOKIE}={cookie}")
        if reply.status == 0:
            await asyncio.Event().wait()
        return reply

    async def _sign_in(self, person: Person) -> str:
        """Press **Open board** below the newest turn, and open the link."""
        code, self._game = await code_of_link(self.server, person, self.boards[-1].message)
        reply = await self._send("POST", "/api/session", {"code": code})
        if reply.status == 0:
            await asyncio.Event().wait()
        if reply.status != OK:
            raise RefusedError(f"{self}: the link opens nothing: {reply.status} {reply.text[:200]}")
        self._cookies[person] = reply.cookie
        return reply.cookie

    async def _send(self, method: str, target: str, value: Any = None, **headers: str) -> Reply:
        body = b"" if value is None else json.dumps(value).encode()
        sent = {"Origin": f"http://{HOST}:{self._port}", **(JSON if body else {}), **headers}
        while True:
            try:
                return await send(self._port, request(method, target, sent, body), self.patience)
            except ConnectionRefusedError:  # nobody has heard of it: the bot starts
                await asyncio.sleep(PAUSE)
            except OSError:  # it was killed meanwhile
                return Reply()


def new_page_table(
    server: LoopbackDiscord, feed: Feed, name: str, seed: int, guild: int | None = None, *, port: int
) -> PageTable:
    """A table of two people whom no other table knows, in a channel of its own."""
    return PageTable(server, feed, *new_channel(server, name, guild), random.Random(seed), port)
