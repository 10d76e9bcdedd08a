"""Serves the pages, and does for them what only the bot can do."""

import asyncio
import logging
from collections.abc import Coroutine
from contextvars import copy_context
from itertools import count
from typing import Any, TypeVar

from discord.ext import commands

from cogs.delivery.errors import NotAnnouncedError
from cogs.interaction.beginnings import absent_players, show_and_start
from cogs.interaction.client import Client, PageServer
from cogs.interaction.errors import ERRORS
from cogs.interaction.health import problems_of
from cogs.web.membership import Membership
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.table import BaseTable
from web.app import make_app
from web.health import public_health_route
from web.http_server import HttpServer
from web.pages import Pages

log = logging.getLogger(__name__)

T = TypeVar("T")


class WebSite(commands.Cog):
    """The pages of this process. It is the ``web.ports.Bot``, too."""

    def __init__(self, bot: Client, server: PageServer) -> None:
        self._client = bot
        self._settings = server
        self.host, self.pictures = bot.host, bot.pictures
        self._membership = Membership(bot)
        self._numbers = count(1)
        self._telling: set[asyncio.Task[None]] = set()
        self._context = copy_context()
        self.pages = Pages(self, server.url or "")
        app = make_app(self.pages)
        app.add_routes([public_health_route(lambda: problems_of(bot))])
        self._server = HttpServer(app, server.port, server.address)
        bot.outbox.played.add(self.pages.games.note_played)

    async def cog_load(self) -> None:
        """Open the port. While another program has it, try again; without a public address, take any port."""
        try:
            await self._server.start()
        except OSError as error:
            if self._settings.url is None:
                await self._server.start(port=0)
            else:
                log.warning("the pages wait for port %d: %s", self._settings.port, error)
                self._server.start_later()
        if self._settings.url is None:
            self._client.page_url = self.pages.url = f"http://{self._settings.address}:{self._server.port}"

    async def cog_unload(self) -> None:
        """Close the port, and wait until everybody is told what was played."""
        await self._server.close()
        self._client.outbox.played.remove(self.pages.games.note_played)
        if self._telling:
            await asyncio.wait(self._telling)

    def _own_task(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        return self._context.copy().run(asyncio.create_task, work)

    # What the pages need of the bot

    async def can_see(self, person_id: int, table: BaseTable) -> bool:
        """Return whether a person could see a table on Discord."""
        return await self._membership.can_see(person_id, table)

    def language_of(self, person_id: int) -> str | None:
        """Return the language that a person has chosen, else that of their Discord, as far as it is known."""
        return self.host.people.preferences(person_id).language or self._client.languages.get(person_id)

    def server_name(self, guild: int | None) -> str:
        """Return the name of a server; empty if it is not known here."""
        found = self._client.get_guild(guild) if guild is not None else None
        return found.name if found else ""

    async def carry_out(self, command: Coroutine[Any, Any, T]) -> T:
        """Carry out a command in the context of the bot, which a request doesn't have."""
        return await self._own_task(command)

    def publish(self, person: Person, played: PlayResult) -> None:
        """Tell everybody what a person has played, in the background."""
        task = self._own_task(self._publish(person, played))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _publish(self, person: Person, played: PlayResult) -> None:
        number = played.after.number
        try:
            await self._client.open_choices.close_turn(number, person.id)
            await self._client.outbox.publish(played)
        except NotAnnouncedError as error:
            log.info("game %d: told later: %r", number, error.__cause__)  # it is tried again
        except Exception:
            log.exception("game %d: what was played on a page is not told yet", number)

    async def rematch(self, person: Person, number: int) -> BaseTable:
        """Give a person a seat at the rematch of a game, and show its table. It begins when everybody is there."""
        client = self._client
        played = await self.host.rematches.load_played(number, person.id)
        absent = await absent_players(client, played, person)
        table = await self.host.rematches.join(number, person, absent=absent)
        try:
            await show_and_start(client, table, person)
        except NotAnnouncedError as error:
            log.info("table %d: shown later: %r", table.number, error.__cause__)  # it is tried again
        return await self.host.tables.known(table.number)

    def note_error(self, error: BaseException, place: str) -> int:
        """Write an error that nobody expected to the log, and return its number."""
        ERRORS.inc()
        number = next(self._numbers)
        log.error("error %d in %s", number, place, exc_info=error)
        return number
