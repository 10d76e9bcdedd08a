"""Turns as direct messages, in the language of the reader.

People who want them get them in addition to the public message. If the channel is gone, direct messages replace the
public one (a *fallback*). If Discord has trouble, both are tried again, after a look whether they have arrived. An
additional message is given up when the game has gone on: the public message has pinged the player anyway.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.errors import DmLimitError, NoticeNotSentError, is_expected
from cogs.delivery.poster import Post
from cogs.delivery.turn_screens import personal_screen
from host.model.controllers import is_nameless
from host.model.game import PlayResult
from host.model.preferences import DmPreference
from host.model.table import FinishedTable, StartedTable
from screens.pictures import picture_name
from screens.text.channels import dms_held_back_text
from screens.text.names import table_language
from screens.text.turns import dm_fallback_text, dm_text
from screens.turn_reports import has_same_players, last_reported, with_current_table

log = logging.getLogger(__name__)


class DirectMessages:
    def __init__(self, bot: BotParts) -> None:
        self._bot = bot
        self._host = bot.host
        self._poster = bot.poster
        self._jobs = bot.jobs
        self._told_held_back: set[tuple[int, int]] = set()
        """The games and people of whom the table was told that they get no direct messages for now."""

    def send_in_background(self, played: PlayResult) -> None:
        """Send what was played to the recipients who want direct messages.

        The recipient of a turn is the player to move. The recipients of the end of a game are all its players.
        """
        number, ply, left = played.after.number, played.after.ply, _recipients(played.after)
        work = partial(self._send_to_all, played, left)
        self._jobs.ask(("direct messages", number, ply), work, venue=played.after.venue)

    async def send_fallback(self, played: PlayResult, *, may_be_sent: bool) -> bool:
        """Send what was played to all recipients, because the channel of the table is gone.

        If it may have been sent before a start, look for it first. Return False if the caller should try again.
        """
        since = played.after.played_at if may_be_sent else None
        attempts = (self._try_fallback(person_id, played, since) for person_id in _recipients(played.after))
        return all(await asyncio.gather(*attempts))

    async def _send_to_all(self, played: PlayResult, left: list[int]) -> None:
        """Send additional messages to the people who are ``left``, unless the game has gone on.

        Who has got theirs is taken from them, and who is not to move any more. Raise what prevents the others from
        getting theirs now.
        """
        table = await self._host.tables.known_started(played.after.number)
        if table.ply != played.after.ply:
            return
        left[:] = [one for one in left if one in _recipients(table)]
        now = await self._as_now(table, played)
        results = await asyncio.gather(*(self._send_if_wanted(one, now) for one in left), return_exceptions=True)
        done = dict(zip(left, results, strict=True))
        await self._tell_held_back(table, [one for one in left if isinstance(done[one], DmLimitError)])
        left[:] = [one for one in left if done[one] and not isinstance(done[one], DmLimitError)]
        for one in left:
            raise done[one] or AssertionError

    async def _as_now(self, table: StartedTable, played: PlayResult) -> PlayResult:
        """Return what was played last, with the people whom the table has now. Only the log knows whether somebody who
        has a seat no more may still be named.
        """
        if has_same_players(table, played):
            return with_current_table(table, played)
        return last_reported(table, await self._host.history.replay_log(table.number))

    async def _send_if_wanted(self, person_id: int, played: PlayResult) -> None:
        number = played.after.number
        if await self._host.people.dm_preference(person_id) is not DmPreference.ON:
            return
        try:
            await self._send(person_id, played, dm_text)
            self._told_held_back.discard((number, person_id))
        except discord.Forbidden:
            log.warning("game %d: somebody takes no direct messages", number)
            await self._host.people.stop_dms(person_id)

    async def _tell_held_back(self, table: StartedTable, person_ids: Collection[int]) -> None:
        """Say in the channel who gets no direct message, because Discord limits how many begin.

        Say it once about each person, until they get one again. If that fails, try it with the next turn.
        """
        people = [one for one in table.people if one.id in person_ids]
        new = [one for one in people if (table.number, one.id) not in self._told_held_back]
        if not new:
            return
        ids = sorted(person.id for person in new)
        write = partial(dms_held_back_text, [person.name for person in new])
        try:
            await self._poster.notice(table, write, key=("held back", picture_name(table), str(table.played_at), *ids))
        except NoticeNotSentError as error:
            log.info("game %d: not told who gets no direct message: %r", table.number, error.__cause__)
        else:
            self._told_held_back |= {(table.number, one) for one in ids}

    async def _try_fallback(self, person_id: int, played: PlayResult, since: datetime | None) -> bool:
        """Send a fallback, unless it is found. Return False if the caller should try again."""
        number = played.after.number
        try:
            await self._send(person_id, played, dm_fallback_text, since)
        except (discord.Forbidden, discord.NotFound):
            log.warning("game %d: somebody takes no direct messages, and the channel is gone", number)
        except DmLimitError:
            log.info("game %d: a direct message has to wait", number)
            return False
        except Exception as error:
            log.warning("game %d: no direct message: %r", number, error, exc_info=not is_expected(error))
            return False
        return True

    async def _send(
        self, person_id: int, played: PlayResult, make_text: Callable[[PlayResult], str], since: datetime | None = None
    ) -> None:
        table = played.after

        async def make() -> Post:
            return Post(
                await personal_screen(self._bot, table, person_id, make_text(played)),
                key=(make_text.__name__, person_id, picture_name(table), str(table.played_at)),
                silent=self._host.people.is_turn_silent(person_id),
            )

        await self._poster.to_person(person_id, table_language(table), make, since=since)


def _recipients(table: StartedTable) -> list[int]:
    """Return the ids of the player to move, or of everybody if the game is over."""
    if isinstance(table, FinishedTable):
        return [person.id for person in table.people if not is_nameless(person.id)]
    person = table.to_move.person if table.to_move else None
    return [person.id] if person else []
