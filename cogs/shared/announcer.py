"""The public messages of the games: one a turn, in order of ply within a game, none twice."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Final

import discord
from discord.utils import MISSING

from carcassonne import Phase, apply_all
from cogs.shared.pictures import Pictures
from cogs.shared.words.speech import speaking
from cogs.shared.words.tables import language_at
from cogs.shared.words.turns import announcement
from host import Host, Played, Status, Table, Venue

log = logging.getLogger(__name__)

_LOOK_BACK: Final = 50
"""How many of a channel's latest messages are searched for an announcement that may have been sent."""


class NotAnnouncedError(Exception):
    """What was played at the table is stored, but its message was not sent; it is tried again later."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.number, table.ply)
        self.table = table


class Announcer:
    """Sends what was played to the table's channel, then marks it as announced; only the latest message has buttons.

    Messages of one game follow one another as a chain of tasks; no lock is held meanwhile.
    """

    def __init__(
        self,
        host: Host,
        pictures: Pictures,
        channel_of: Callable[[Venue], discord.PartialMessageable],
        mention: Callable[[str], str],
        view_of: Callable[[Table], discord.ui.View | None],
    ) -> None:
        self._host = host
        self._pictures = pictures
        self._channel_of = channel_of
        self._mention = mention
        self._view_of = view_of
        self._latest: dict[int, asyncio.Task[None]] = {}

    async def announce(self, played: Played) -> None:
        """Send the message of what was played, after all earlier ones of its game; raise NotAnnouncedError."""
        number = played.after.number
        task = asyncio.create_task(self._after(self._latest.get(number), played))
        self._latest[number] = task
        try:
            await task
        except Exception as error:
            is_strange = not isinstance(error, discord.HTTPException)
            log.warning("game %d, ply %d: not announced: %s", number, played.after.ply, error, exc_info=is_strange)
            raise NotAnnouncedError(played.after) from error
        finally:
            if self._latest.get(number) is task:
                del self._latest[number]

    async def catch_up(self) -> None:
        """Send what was stored and not announced, as far as it is not found in its channel."""
        for table in await self._host.unannounced():
            with suppress(NotAnnouncedError):
                await self.announce(Played(table, table, (), ()))

    async def _after(self, earlier: asyncio.Task[None] | None, played: Played) -> None:
        if earlier is not None:
            await asyncio.wait([earlier])
        table = await self._host.table(played.after.number)
        if table.announced >= played.after.ply:
            return
        if played.moves and max(table.announced, 0) >= played.before.ply:
            await self._send(played)
            return
        missed = await self._missed(table)
        for one in missed:
            if not await self._find(one):
                await self._send(one, is_ping=one is missed[-1])

    async def _missed(self, table: Table) -> list[Played]:
        """Return what was played since the last announcement, turn by turn; the last turn if there was none.

        A question that has been answered meanwhile belongs to its turn; one that still waits is announced.
        """
        states = await self._host.history(table.number)
        moves = [entry.move for entry in await self._host.log(table.number)]
        known = (0, table.announced, table.ply)
        rests = [ply for ply, state in enumerate(states) if ply in known or _rests(state.phase)]
        spans = [(start, end) for start, end in pairwise(rests) if end > table.announced]
        played = []
        for start, end in spans if table.announced >= 0 else spans[-1:]:
            before = replace(table, ply=start, state=states[start] if start else None)
            after = table if end == table.ply else replace(table, ply=end, state=states[end], status=Status.RUNNING)
            made = tuple(moves[start:end])
            played.append(Played(before, after, made, apply_all(states[start], made).events))
        return played

    async def _find(self, played: Played) -> bool:
        """Say whether the announcement was sent before; then mark it. It is known by its picture's name or its text."""
        table = played.after
        with speaking(language_at(table)):
            picture, text = f"{_key(table)}.png", announcement(played, self._mention)
        async for message in self._channel_of(table.venue).history(limit=_LOOK_BACK):
            names = [attachment.filename for attachment in message.attachments]
            if picture in names or message.content == text:
                await self._mark(table, message.id)
                return True
        return False

    async def _send(self, played: Played, *, is_ping: bool = True) -> None:
        table = played.after
        pinged = [discord.Object(table.to_move.person.id)] if is_ping and table.to_move else []
        with speaking(language_at(table)):
            message = await self._channel_of(table.venue).send(
                announcement(played, self._mention),
                file=await self._pictures.board(table, _key(table)),
                view=self._view_of(table) or MISSING,
                nonce=_key(table),
                allowed_mentions=discord.AllowedMentions(users=pinged),
            )
        await self._mark(table, message.id)

    async def _mark(self, table: Table, message: int) -> None:
        """Note which message announces a table, and take the buttons from the one before."""
        earlier = (await self._host.table(table.number)).message
        await self._host.mark_announced(table.number, table.ply, message)
        if earlier is not None and earlier != message:
            await self._retire(table, earlier)

    async def _retire(self, table: Table, message: int) -> None:
        """Take away buttons that have had their time. Where it fails they stay, and answer that the turn is over."""
        try:
            await self._channel_of(table.venue).get_partial_message(message).edit(view=None)
        except Exception as error:
            log.warning("game %d: message %d keeps its buttons: %s", table.number, message, error)


def _rests(phase: Phase) -> bool:
    return phase in (Phase.PLACE, Phase.OVER)


def _key(table: Table) -> str:
    """Return the name of an announcement: game and ply, and whether it tells the end, which may add no ply."""
    return f"game{table.number}-{table.ply}" + ("-end" if table.status.is_over else "")
