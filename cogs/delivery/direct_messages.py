"""Turns as direct messages.

People who want them get them in addition to the public message. If the channel is gone, direct messages replace the
public one (a *fallback*). If Discord has trouble, both are tried again, after a look whether they have arrived. An
additional message is given up when the game has gone on: the public message has pinged the player anyway.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from itertools import compress
from typing import Final, TypeAlias

import discord
from discord.utils import MISSING

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.backoff import PAUSES, Pauses, pause_after
from cogs.delivery.context import DeliveryContext
from cogs.delivery.discord_limits import DmLimitError
from cogs.delivery.errors import is_discord_trouble, is_passing_trouble
from cogs.delivery.held_back import HeldBackMessages
from cogs.delivery.nonces import nonce_of
from cogs.delivery.sent_messages import find_message
from cogs.delivery.turn_buttons import load_turn_view
from cogs.message.looks import chosen_look
from cogs.message.pictures import picture_name
from cogs.text.channels import dm_fallback_text, dm_text
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from host import DmPreference, FinishedTable, PlayResult, StartedTable, StorageError, is_nameless

MakeText: TypeAlias = Callable[[PlayResult], str]

log = logging.getLogger(__name__)

MOST_FAILURES: Final = 7
"""After so many failures, an additional message is given up."""


class DirectMessages:
    """Sends turns as direct messages, in the language of the reader.

    If that is unknown, in the language of the table.
    """

    def __init__(self, context: DeliveryContext, pauses: Pauses = PAUSES) -> None:
        self._context = context
        self._pauses = pauses
        self._host = context.host
        self._held_back = HeldBackMessages(context.channels)
        self._tasks = BackgroundTasks()

    def send_in_background(self, played: PlayResult) -> None:
        """Send what was played, in the background, to the recipients who want direct messages.

        The recipient of a turn is the player to move. The recipients of the end of a game are all its players.
        """
        self._tasks.begin(self._send_to_all(played))

    async def send_fallback(self, played: PlayResult, *, is_new: bool) -> bool:
        """Send what was played to all recipients, because the channel of the table is gone.

        If it is not new, it may have been sent before, so look for it first. Return False if the caller should try
        again.
        """
        attempts = (self._try_send_once(person_id, played, is_new=is_new) for person_id in _recipients(played.after))
        return all(await asyncio.gather(*attempts))

    async def finish(self) -> None:
        """Wait until what is being sent has arrived."""
        await self._tasks.finish()

    async def close(self) -> None:
        """Stop sending."""
        await self._tasks.close()

    async def _send_to_all(self, played: PlayResult) -> None:
        """Send what was played to all recipients who want it. Say in the channel who gets nothing this time."""
        people, since = _recipients(played.after), discord.utils.utcnow()
        attempts = [self._send_if_wanted(one, played, since=since, failures=0) for one in people]
        are_held_back = await asyncio.gather(*attempts)
        await self._held_back.tell(played.after, list(compress(people, are_held_back)))

    async def _send_if_wanted(self, person_id: int, played: PlayResult, *, since: datetime, failures: int) -> bool:
        """Send an additional message. After a failure, first look whether it has arrived since the first attempt.

        Return whether Discord's limit holds it back.
        """
        number = played.after.number
        try:
            if await self._host.people.dm_preference(person_id) is not DmPreference.ON:
                return False
            if not failures or not await self._is_sent(person_id, played.after, since):
                await self._send(person_id, played, dm_text)
                self._held_back.forget(number, person_id)
        except DmLimitError:
            return True
        except discord.Forbidden:
            log.warning("game %d: somebody takes no direct messages", number)
            await self._host.people.stop_dms(person_id)
        except Exception as error:
            _log_failure(number, error)
            if is_passing_trouble(error) and failures + 1 < MOST_FAILURES:
                again = partial(self._send_if_current, person_id, played, since=since, failures=failures + 1)
                self._tasks.begin_after(pause_after(failures + 1, self._pauses), again)
        return False

    async def _send_if_current(self, person_id: int, played: PlayResult, *, since: datetime, failures: int) -> None:
        """Try again, unless the game has gone on."""
        table = self._host.tables.running_summary(played.after.number)
        is_current = isinstance(played.after, FinishedTable) or (table and table.ply == played.after.ply)
        if is_current and await self._send_if_wanted(person_id, played, since=since, failures=failures):
            await self._held_back.tell(played.after, [person_id])

    async def _try_send_once(self, person_id: int, played: PlayResult, *, is_new: bool) -> bool:
        """Send a fallback, unless it is found. Return False if the caller should try again."""
        try:
            if is_new or not await self._is_sent(person_id, played.after, await self._time_of(played.after)):
                await self._send(person_id, played, dm_fallback_text)
        except (discord.Forbidden, discord.NotFound):
            log.warning("game %d: somebody takes no direct messages, and the channel is gone", played.after.number)
        except DmLimitError:
            log.info("game %d: a direct message has to wait", played.after.number)
            return False
        except Exception as error:
            _log_failure(played.after.number, error)
            return False
        return True

    async def _is_sent(self, person_id: int, table: StartedTable, since: datetime) -> bool:
        """Say whether a person has got the message about a table's ply. It is recognised by the name of its picture."""
        name = f"{picture_name(table)}.png"

        def is_it(message: discord.Message) -> bool:
            return any(attachment.filename == name for attachment in message.attachments)

        async with self._context.private_channels.to(person_id) as channel:
            return await find_message(channel, since, is_it) is not None

    async def _time_of(self, table: StartedTable) -> datetime:
        """Return when a table's ply was played."""
        return (await self._host.history.replay_log(table.number)).times[table.ply - 1]

    async def _send(self, person_id: int, played: PlayResult, make_text: MakeText) -> None:
        table, look = played.after, chosen_look(self._host.people.preferences(person_id))
        pictures = self._context.pictures.with_look(look)
        async with self._context.private_channels.to(person_id) as channel:
            with use_language(self._context.language_of(person_id) or table_language(table)):
                await channel.send(
                    make_text(played),
                    file=await pictures.board(table, picture_name(table), must_be_drawn=True),
                    view=await load_turn_view(self._host, table) or MISSING,
                    nonce=nonce_of(make_text.__name__, person_id, picture_name(table)),
                    allowed_mentions=discord.AllowedMentions.none(),
                    silent=self._host.people.is_turn_silent(person_id),
                )


def _recipients(table: StartedTable) -> list[int]:
    """Return the ids of the player to move, or of everybody if the game is over."""
    if isinstance(table, FinishedTable):
        return [person.id for person in table.people if not is_nameless(person.id)]
    person = table.to_move.person if table.to_move else None
    return [person.id] if person else []


def _log_failure(number: int, error: Exception) -> None:
    is_expected = is_discord_trouble(error) or isinstance(error, StorageError)
    log.warning("game %d: no direct message: %r", number, error, exc_info=not is_expected)
