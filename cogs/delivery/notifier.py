"""Pings beside those of turns. Each is stored before it is sent; one that a crash may have cut off is looked for first.

They go to the channel as a reply to what they are about, and in private to who wants letters, or where the channel
cannot be written to. Whoever is in quiet hours while others are asked the same gets the ping by a message of its own,
without a sound: a message is silent for all or for nobody.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import discord
from discord.utils import MISSING

from cogs.delivery.turn_messages import is_closed, is_gone
from cogs.interaction.client import Client
from cogs.message.notification import Cry, cry_of
from cogs.text.clock import gone_text
from cogs.text.i18n import LANGUAGES, speaking
from cogs.text.table import language_at
from host import (
    ASLEEP,
    AWAKE,
    CHANGES,
    DeliveryOutcome,
    DmPreference,
    MessageRef,
    Notification,
    NotificationKind,
    is_current,
)

log = logging.getLogger(__name__)

_LOOK_BACK: Final = 50
_SKEW: Final = timedelta(minutes=10)
"""By so much Discord's clock may be behind; a round is longer."""
_REMINDERS: Final = (NotificationKind.HALF, NotificationKind.NEARLY)


async def cry(client: Client, ping: Notification, *, is_new: bool = True) -> None:
    """Send a ping, unless what it tells is over; one that is not new is looked for first.

    Raise discord.HTTPException and OSError where it makes sense to try again.
    """
    table = client.host.tables.cached_running(ping.game)
    if table is None or not is_current(ping, table):
        await client.host.notifications.mark_delivered(ping, DeliveryOutcome.VOID)
        return
    with speaking(language_at(table)):
        one = await cry_of(client, ping, table)
        if not is_new and (found := await _found(client, client.channel_of(table.venue), [one.text], ping)):
            await _sent(client, one, found, found.created_at)
        elif not (await _is_wanted_in_private(client, ping) and await _send_in_private(client, one, is_new=is_new)):
            await _send(client, one, is_new=is_new)


async def _send(client: Client, one: Cry, *, is_new: bool) -> None:
    now = discord.utils.utcnow()
    pinged = _pinged(client, one, now)
    try:
        message = await client.channel_of(one.table.venue).send(
            one.text,
            view=one.view or MISSING,
            nonce=one.nonce,
            reference=await _reference(client, one),
            mention_author=False,
            silent=any(client.host.people.is_quiet(person, now) for person in pinged),
            allowed_mentions=discord.AllowedMentions(
                users=[discord.Object(person) for person in pinged], replied_user=False
            ),
        )
    except discord.HTTPException as error:
        if not is_closed(error):
            raise
        log.warning("game %d: its channel takes no ping: %s", one.table.number, error)
        if is_gone(error) and one.ping.kind in CHANGES:  # who comes to the turn has not been shown it
            await client.announcer.lose(one.table, is_new=is_new)
        if not await _send_in_private(client, one, is_new=is_new, is_instead=True):
            await client.host.notifications.mark_delivered(one.ping, DeliveryOutcome.LOST)
        return
    await _sent(client, one, message, now)


def _pinged(client: Client, one: Cry, time: datetime) -> tuple[int, ...]:
    """Return whom a message pings that is sent at a time: where several are asked, those who are awake, if anybody."""
    awake = tuple(person for person in one.people if not client.host.people.is_quiet(person, time))
    return awake if awake and one.ping.kind in ASLEEP else one.people


async def _sent(client: Client, one: Cry, message: discord.Message, time: datetime) -> None:
    """Note that a ping was sent at a time, and tell those whom it could not ping then."""
    asleep_at = time if _pinged(client, one, time) != one.people else None
    posting = MessageRef(message.channel.id, message.id)
    asleep = await client.host.notifications.mark_delivered(
        one.ping,
        DeliveryOutcome.SENT,
        {posting: language_at(one.table)},
        has_buttons=one.view is not None,
        asleep_at=asleep_at,
    )
    if asleep:
        await client.cry(asleep)


async def _reference(client: Client, one: Cry) -> discord.MessageReference:
    """Return the message that a ping replies to: the question, or that of the turn."""
    channel, message = one.table.venue.channel, one.table.message
    if awake := AWAKE.get(one.ping.kind):
        asked = await client.host.notifications.message(one.ping.game, one.ping.round, awake)
        channel, message = (asked.channel, asked.message) if asked else (channel, message)
    if message is None:
        none: discord.MessageReference = MISSING
        return none
    return client.get_partial_messageable(channel).get_partial_message(message).to_reference(fail_if_not_exists=False)


async def _send_in_private(client: Client, one: Cry, *, is_new: bool, is_instead: bool = False) -> bool:
    """Send a ping to everybody it is for, or whom it is about, and has not got it; say whether anybody was reached.

    Each reads it in the own language, and why it comes here where that ``is_instead`` of the channel.
    """
    reached: dict[MessageRef, str] = {}
    earlier = [(await _spoken(client, one, each, is_instead=is_instead)).text for each in LANGUAGES if not is_new]
    for person in one.people or (one.ping.person_id,):
        try:
            channel = await client.create_dm(discord.Object(person))
            language = client.language_of(person) or language_at(one.table)
            message = None if is_new else await _found(client, channel, earlier, one.ping)
            if message is None:
                private = await _spoken(client, one, language, is_instead=is_instead)
                silent = client.host.people.is_quiet(person)
                message = await channel.send(private.text, view=private.view or MISSING, silent=silent)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("game %d: somebody takes no ping: %s", one.table.number, error)
        else:
            reached[MessageRef(channel.id, message.id)] = language
    if reached:
        has_buttons = one.view is not None
        await client.host.notifications.mark_delivered(
            one.ping, DeliveryOutcome.PRIVATE, reached, has_buttons=has_buttons
        )
    return bool(reached)


async def _spoken(client: Client, one: Cry, language: str, *, is_instead: bool) -> Cry:
    """Return what is sent for a ping in private, in a language."""
    with speaking(language):
        private = await cry_of(client, one.ping, one.table)
        notes = [gone_text(one.table)] if is_instead else []
        return replace(private, text="\n".join([private.text, *notes]))


async def _is_wanted_in_private(client: Client, ping: Notification) -> bool:
    return ping.kind in _REMINDERS and await client.host.people.dm_preference(ping.person_id) is DmPreference.ON


async def _found(
    client: Client, channel: discord.abc.Messageable, texts: Sequence[str], ping: Notification
) -> discord.Message | None:
    """Return the message by which a ping was sent before; an earlier one may have said just the same."""
    try:
        async for message in channel.history(limit=_LOOK_BACK, after=ping.at - _SKEW, oldest_first=False):
            if message.content in texts and client.user and message.author.id == client.user.id:
                return message
    except (discord.Forbidden, discord.NotFound):
        return None
    return None
