"""Who may see a table in the browser: whoever could see it on Discord, which is asked now and then."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import discord

from cogs.delivery.errors import is_discord_trouble
from cogs.interaction.client import Client
from host.model.rate_limits import RateLimit, RateLimits
from host.model.table import BaseTable, Venue

log = logging.getLogger(__name__)

T = TypeVar("T")

KEPT: Final = timedelta(minutes=1)
"""How long an answer of Discord counts."""
KEPT_IN_TROUBLE: Final = timedelta(minutes=10)
"""How long the last answer counts if Discord gives none now."""
_MOST: Final = 5_000
MEMBER_LIMIT: Final = RateLimit("members", 60, 60)
"""How often Discord is asked about one person: somebody who tries the numbers of all games, on all servers, is slowed
down before the bot's own requests are."""


class _Answers:
    """What Discord has answered lately."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._kept: OrderedDict[Hashable, tuple[datetime, Any]] = OrderedDict()
        self._asking: dict[Hashable, asyncio.Task[Any]] = {}

    async def get(self, key: Hashable, ask: Callable[[], Awaitable[T | None]]) -> T | None:
        """Return the answer to a question, None for no. Where Discord has trouble, raise what it raises.

        Whoever wants to know what is being asked waits for the same answer.
        """
        at, answer = self._kept.get(key, (None, None))
        if at is not None and self._now() - at < KEPT:
            return answer
        if key not in self._asking:
            task = self._asking[key] = asyncio.create_task(self._ask(key, ask))
            task.add_done_callback(lambda _: self._asking.pop(key))
        return await asyncio.shield(self._asking[key])

    async def _ask(self, key: Hashable, ask: Callable[[], Awaitable[T | None]]) -> T | None:
        at, answer = self._kept.get(key, (None, None))
        try:
            found = await ask()
        except (discord.NotFound, discord.Forbidden):
            found = None
        except Exception as error:
            if at is None or not is_discord_trouble(error) or self._now() - at > KEPT_IN_TROUBLE:
                raise
            log.info("an answer of Discord counts longer: %r", error)
            return answer
        self._kept[key] = self._now(), found
        self._kept.move_to_end(key)
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return found


class Membership:
    """Finds out who may see tables.

    A private table is for who sits there. Any other is for the members of its server: those who sit there, and all who
    may view its channel. Of a private thread, and where the server or the channel is gone, only those who sit there are
    sure.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._answers = _Answers(client.host.now)
        self._limits = RateLimits()

    async def can_see(self, person_id: int, table: BaseTable) -> bool:
        """Return whether a person could see a table on Discord now. Raise RateLimitError."""
        sits_there = any(one.id == person_id for one in table.people)
        guild = table.venue.guild
        if table.is_private or guild is None or not self._client.channels.is_here(table.venue):
            return sits_there
        try:
            member = await self._answers.get((guild, person_id), lambda: self._member(guild, person_id))
            if member is None or sits_there:
                return member is not None
            return await self._may_view(table.venue, member)
        except Exception as error:
            if not is_discord_trouble(error):
                raise
            return sits_there  # nobody knows better now

    async def _member(self, guild: int, person_id: int) -> discord.Member | None:
        self._limits.check(MEMBER_LIMIT, person_id, self._client.host.now())
        server = await self._server(guild)
        return None if server is None else await server.fetch_member(person_id)

    async def _server(self, guild: int) -> discord.Guild | None:
        """Return a server, with its roles. One that another process serves is asked for."""
        known = self._client.get_guild(guild)
        return known or await self._answers.get(("server", guild), lambda: self._client.fetch_guild(guild))

    async def _may_view(self, venue: Venue, member: discord.Member) -> bool:
        """Return whether a member may view the channel of a table. A public thread is for whoever views its parent."""
        server = await self._server(member.guild.id)
        if server is None:
            return False
        channel = await self._channel(server, venue.home)
        if channel is None or not channel.permissions_for(member).view_channel:
            return False
        return venue.parent is None or await self._is_public(server, venue.channel, member.id)

    async def _channel(self, server: discord.Guild, number: int) -> discord.abc.GuildChannel | None:
        """Return a channel of a server, None if there is none. Those of another process's servers are asked for."""
        found = server.get_channel(number)
        if found is not None or self._client.get_guild(server.id) is not None:
            return found
        channels = await self._answers.get(("channels", server.id), server.fetch_channels)
        return next((one for one in channels or () if one.id == number), None)

    async def _is_public(self, server: discord.Guild, number: int, person_id: int) -> bool:
        """Return whether a thread is there, and public. One that isn't known, as where it's archived, is asked for."""

        async def ask() -> discord.abc.GuildChannel | discord.Thread:
            self._limits.check(MEMBER_LIMIT, person_id, self._client.host.now())
            return await server.fetch_channel(number)

        known = server.get_thread(number)
        thread = known if known is not None else await self._answers.get(("thread", number), ask)
        return isinstance(thread, discord.Thread) and not thread.is_private()
