"""Votes about a turn whose time is out: counting them anew, and telling what is decided."""

from contextlib import suppress

import discord

from cogs.delivery.membership import absent, has_left
from cogs.delivery.questions import Saying, show_question
from cogs.delivery.turn_messages import NotAnnouncedError
from cogs.interaction.client import Client
from cogs.message.questions import vote_view
from cogs.text.votes import decided_text, vote_text
from host import VOTING, DecidedVote, Played, RunningTable, Voted


async def recount(client: Client, number: int) -> None:
    """Count an open vote anew, for somebody may have given up since, or not be waited for any more; show how it stands,
    and tell what is decided. Raise HostError.
    """
    before, host = client.host.tables.cached_running(number), client.host
    if before is None or before.clock is None:
        return
    if not before.clock.votes and not await host.notifications.open_messages(number, before.clock.round, *VOTING):
        return
    voted = await host.voting.recount(number, await absent(client, before))
    if voted is None:
        return
    say = await saying(client, before, voted)
    await show_question(client, number, before.clock.round, *VOTING, say=say)
    with suppress(NotAnnouncedError):  # it is tried again later
        await tell_decision(client, voted)


async def saying(client: Client, before: RunningTable, voted: Voted) -> Saying:
    """Return what tells how a vote stands, or what was decided, with the buttons that it has then."""
    is_decided = isinstance(voted, DecidedVote)
    is_gone = not is_decided and await has_left(client, before, before.next_seat.person.id)

    async def say() -> tuple[str, discord.ui.View | None]:
        if isinstance(voted, DecidedVote):
            return decided_text(before, voted.choice), None
        return vote_text(voted, is_gone=is_gone), vote_view(before.number, voted.clock.round)

    return say


async def tell_decision(client: Client, voted: Voted) -> None:
    """Tell what a vote has brought about; raise NotAnnouncedError."""
    if not isinstance(voted, DecidedVote):
        return
    if isinstance(voted.outcome, Played):
        await client.announcer.announce(voted.outcome)
    else:
        await client.cry(voted.outcome)
