"""A game whose players have its page open in a browser, and play most of their turns there."""

import asyncio
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from simcord.backend.models import Message

from tests.chaos.doors import Doors
from tests.chaos.feed import Feed
from tests.chaos.open_page import OK, OpenPage, Said
from tests.chaos.page_world import BUSY, JSON, code_of_link
from tests.chaos.table import PLACED, Attempt, RefusedError, Table, new_channel
from tests.fixtures.raw_http import Reply, request, send
from tests.loopback import LoopbackDiscord, Person

SHARE_ON_PAGES: Final = 0.7
MOST_DOORS: Final = 12
PAUSE: Final = 0.2
"""Seconds until a page asks again that was told to come back later."""
SIGNED_IN_WITHIN: Final = 10.0
"""Seconds within which a bot has to answer who opens a link."""


@dataclass(slots=True)
class PageAnswer:
    """What a page was answered about a turn, in the words of ``/place``."""

    sent: float
    after: float = 0.0
    said: Said | None = None

    @property
    def content(self) -> str:
        if self.said is None:
            return ""
        return PLACED if self.said.status == OK else f"{self.said.status} {self.said.text[:200]}"

    @property
    def is_complete(self) -> bool:
        return self.said is not None

    @property
    def followups(self) -> Sequence[Message]:
        return ()


class PageTable(Table):
    """The channel shows the turns as ever. ``doors`` are where the bot serves its pages."""

    def __init__(
        self,
        server: LoopbackDiscord,
        feed: Feed,
        channel: int,
        people: Sequence[Person],
        whim: random.Random,
        doors: Doors,
    ) -> None:
        super().__init__(server, feed, channel, people, whim)
        self.played = 0
        """How many turns were confirmed on pages."""
        self._doors = doors
        self._pages: dict[Person, OpenPage] = {}
        self._sending: asyncio.Task[None] | None = None

    async def begin(self, **options: Any) -> None:
        """Take the seats, start the game, and let all open its page."""
        await super().begin(**options)
        await asyncio.gather(*map(self._page, self.people))

    async def close(self) -> None:
        """Close all pages."""
        await asyncio.gather(*(page.close() for page in self._pages.values()))

    async def play(self) -> Attempt:
        """Play a turn, and wait only for its confirmation.

        Where the connection breaks meanwhile, look at the page again once it is right, and play if nobody has.
        """
        if self._whim.random() > SHARE_ON_PAGES:
            return await super().play()
        turns, mover = self.boards[-1].turns + 1, self.mover
        page = await self._page(mover)
        while True:
            seen = await self._until_shown(page, turns - 1)
            if self.attempts and self.attempts[-1].turns == turns and seen["turn"]["number"] >= turns:
                return self.attempts[-1]  # it was stored, and nobody heard of that
            if not seen["cells"]:
                raise RefusedError(f"{self}: the page of {mover.name} has no lit cell for turn {turns}: {seen}")
            attempt = await self._try_turn(page, turns, seen)
            if attempt is None or attempt.answer.content.startswith("0 "):
                await asyncio.sleep(PAUSE)
            elif attempt.is_confirmed:
                self.played += 1
                return attempt
            else:
                raise RefusedError(f"{self}: {attempt.answer.content}")

    async def until_answered(self, within: float) -> None:
        """Wait until the page has an answer, or none came in time."""
        if self._sending:
            await asyncio.wait_for(asyncio.shield(self._sending), within)
        else:
            await super().until_answered(within)

    def give_up(self) -> None:
        """Know that an answer that has not come yet never will. That of a page comes, or its connection breaks."""
        if not self._sending:
            super().give_up()

    async def page_waits(self, turns: int, since: float, within: float) -> dict[str, float]:
        """Wait until all pages show so many turns. Return how many seconds after a moment each was right, by names.

        One that is not right within some seconds never is.
        """
        waits = {}
        for person, page in self._pages.items():
            told = f"{self}, the page of {person.name}, {turns} turns"
            try:
                waits[told] = max(0.0, await page.until_turn(turns, within) - since)
            except TimeoutError:
                waits[f"{told}, {page.refused}"] = math.inf
        return waits

    async def _try_turn(self, page: OpenPage, turns: int, seen: Any) -> Attempt | None:
        """Choose a turn and play it; return None where the bot is out of reach before that."""
        cell = self._whim.choice(seen["cells"])
        rotation = self._whim.choice(cell["rotations"])
        offered = await page.ask("GET", f"/spots?ply={seen['ply']}&at={cell['cell']}&rotation={rotation}")
        if offered.status in (0, BUSY):
            return None
        if offered.status != OK:
            raise RefusedError(f"{self}: spots for turn {turns}: {offered.status} {offered.text[:200]}")
        turn = self._whim.choice([offered.json["nobody"], *(one["turn"] for one in offered.json["spots"])])
        answer = PageAnswer(time.monotonic())
        self.attempts.append(Attempt(turns, cell["cell"], answer))
        self._sending = asyncio.create_task(self._send(page, answer, {"ply": seen["ply"], "turn": turn}))
        await asyncio.shield(self._sending)
        return self.attempts[-1]

    async def _send(self, page: OpenPage, answer: PageAnswer, turn: Any) -> None:
        """Play a turn: what was sent comes to its end, also where the player has gone away."""
        answer.said = await page.ask("POST", "/turn", turn)
        answer.after = time.monotonic() - answer.sent
        self._sending = None

    async def _until_shown(self, page: OpenPage, turns: int) -> Any:
        try:
            return await page.until(lambda game: bool(game["turn"]["number"] >= turns), self.patience)
        except TimeoutError:
            raise RefusedError(f"{self}: the page does not show turn {turns}: {page.refused}") from None

    async def _page(self, person: Person) -> OpenPage:
        """Return somebody's page. Open it by **Open board** below the newest turn, unless it is there."""
        refusals = 0
        while person not in self._pages:
            try:
                code, game = await code_of_link(self.server, person, self.boards[-1].message)
            except RefusedError:
                refusals += 1
                if refusals >= self.tries:
                    raise
                await asyncio.sleep(PAUSE)
                continue
            if cookie := await self._sign_in(code):
                self._pages[person] = OpenPage(self._doors, cookie, game, self._whim.randrange(MOST_DOORS))
        return self._pages[person]

    async def _sign_in(self, code: str) -> str:
        """Open a link at any door. Return the cookie; empty where nobody answered: then the code may be used."""
        body, headers = f'{{"code": "{code}"}}'.encode(), {"Origin": self._doors.url, **JSON}
        try:
            sent = request("POST", "/api/session", headers, body)
            reply = await send(self._doors.choose(self._whim.randrange(MOST_DOORS)), sent, SIGNED_IN_WITHIN)
        except OSError:  # refused, cut, or too late
            reply = Reply()
        if reply.status in (0, BUSY):
            await asyncio.sleep(PAUSE)
        elif reply.status != OK:
            raise RefusedError(f"{self}: the link opens nothing: {reply.status} {reply.text[:200]}")
        return reply.cookie


def new_page_table(
    server: LoopbackDiscord, feed: Feed, name: str, seed: int, guild: int | None = None, *, doors: Doors
) -> PageTable:
    """A table of two people whom no other table knows, in a channel of its own."""
    return PageTable(server, feed, *new_channel(server, name, guild), random.Random(seed), doors)
