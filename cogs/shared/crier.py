"""Pings about time. Each is stored before it is sent; one that a crash may have cut off is looked for first.

They go to the channel as a reply to the message of the turn, and in private to who wants letters, or where the channel
cannot be written to.
"""

import logging
from dataclasses import dataclass
from typing import Final

import discord
from discord.utils import MISSING

from cogs.shared.buttons import buttons
from cogs.shared.client import Client
from cogs.shared.vote_buttons import TakeSeatButton, vote_view
from cogs.shared.words.clock import gone_text, ping_text
from cogs.shared.words.speech import speaking
from cogs.shared.words.tables import language_at
from cogs.shared.words.votes import vote_text
from host import VOTING, HostError, Letters, Outcome, Ping, PingKind, Posting, Table, Timeout

log = logging.getLogger(__name__)

_LOOK_BACK: Final = 50
_REMINDERS: Final = (PingKind.HALF, PingKind.NEARLY)


@dataclass(frozen=True, slots=True)
class Cry:
    """What is sent for a ping, and who is pinged by it."""

    ping: Ping
    table: Table
    text: str
    people: tuple[int, ...]
    view: discord.ui.View | None

    @property
    def nonce(self) -> str:
        """What Discord knows a ping by, so that it does not appear twice."""
        return f"c{self.ping.game}-{self.ping.round}-{self.ping.kind}"


async def cry(client: Client, ping: Ping, *, is_new: bool = True) -> None:
    """Send a ping, unless what it tells is over; one that is not new is looked for first.

    Raise discord.HTTPException and OSError where it makes sense to try again.
    """
    table = client.host.cached(ping.game)
    if table is None or not client.host.timekeeper.is_current(ping, table):
        await client.host.timekeeper.mark(ping, Outcome.VOID)
        return
    with speaking(language_at(table)):
        one = await _cry(client, ping, table)
        if not is_new and (found := await _found(client, one)):
            await client.host.timekeeper.mark(ping, Outcome.SENT, found)
        elif not (await _is_wanted_in_private(client, ping) and await _send_in_private(client, one)):
            await _send(client, one)


async def _cry(client: Client, ping: Ping, table: Table) -> Cry:
    person, asks = ping.person_id, ping.kind in VOTING and not _only_waits(ping, table)
    if asks:
        try:
            voted = await client.host.voting.look(ping.game)
        except HostError:  # played meanwhile
            return Cry(ping, table, ping_text(ping, table, client.mention), (person,), None)
        text = vote_text(voted, is_gone=await _is_gone(client, table, person))
        assert table.clock is not None
        return Cry(ping, table, text, tuple(sorted(voted.voters)), vote_view(table.number, table.clock.round))
    view = None
    if ping.kind is PingKind.OPEN and table.to_move:
        view = buttons(TakeSeatButton(table.number, table.to_move.number))
    return Cry(ping, table, ping_text(ping, table, client.mention), (person,), view)


def _only_waits(ping: Ping, table: Table) -> bool:
    return ping.kind is PingKind.OUT and table.settings.timeout is Timeout.WAIT


async def _send(client: Client, one: Cry) -> None:
    table, keeper = one.table, client.host.timekeeper
    channel = client.channel_of(table.venue)
    reference = MISSING
    if table.message is not None:
        reference = channel.get_partial_message(table.message).to_reference(fail_if_not_exists=False)
    try:
        message = await channel.send(
            one.text,
            view=one.view or MISSING,
            nonce=one.nonce,
            reference=reference,
            mention_author=False,
            silent=any(client.host.people.is_quiet(person) for person in one.people),
            allowed_mentions=discord.AllowedMentions(
                users=[discord.Object(person) for person in one.people], replied_user=False
            ),
        )
    except (discord.Forbidden, discord.NotFound) as error:
        log.warning("game %d: its channel takes no ping: %s", table.number, error)
        if not await _send_in_private(client, one, gone_text(table)):
            await keeper.mark(one.ping, Outcome.LOST)
        return
    await keeper.mark(one.ping, Outcome.SENT, Posting(table.venue.channel, message.id))


async def _send_in_private(client: Client, one: Cry, *notes: str) -> bool:
    """Send a ping to everybody it is for; say whether anybody was reached."""
    reached: list[Posting] = []
    for person in one.people:
        try:
            channel = await client.create_dm(discord.Object(person))
            silent = client.host.people.is_quiet(person)
            message = await channel.send("\n".join([one.text, *notes]), view=one.view or MISSING, silent=silent)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("game %d: %d takes no ping: %s", one.table.number, person, error)
        else:
            reached.append(Posting(channel.id, message.id))
    if reached:
        await client.host.timekeeper.mark(one.ping, Outcome.PRIVATE, reached[0])
    return bool(reached)


async def _is_wanted_in_private(client: Client, ping: Ping) -> bool:
    return ping.kind in _REMINDERS and await client.host.letters(ping.person_id) is Letters.ON


async def _found(client: Client, one: Cry) -> Posting | None:
    """Return where a ping was sent before."""
    try:
        async for message in client.channel_of(one.table.venue).history(limit=_LOOK_BACK):
            if message.content == one.text and client.user and message.author.id == client.user.id:
                return Posting(message.channel.id, message.id)
    except (discord.Forbidden, discord.NotFound):
        return None
    return None


async def _is_gone(client: Client, table: Table, person_id: int) -> bool:
    """Say whether a person has left the server of a table."""
    guild = client.get_guild(table.venue.guild) if table.venue.guild else None
    if guild is None:
        return False
    try:
        await guild.fetch_member(person_id)
    except discord.NotFound:
        return True
    except discord.HTTPException:
        return False
    return False
