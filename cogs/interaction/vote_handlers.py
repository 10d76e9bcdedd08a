"""Votes about a turn whose time is out: counting them anew, and telling what is decided."""

from contextlib import suppress

import discord

from cogs.delivery.membership import absent, has_left
from cogs.delivery.questions import Saying, show_question
from cogs.delivery.turn_messages import NotAnnouncedError
from cogs.interaction.client import Client
from cogs.message.questions import vote_view
from cogs.text.votes import decided_text, vote_text
from host import VOTING, Table, Voted


async def recount(client: Client, number: int) -> None:
    """Count an open vote anew, for somebody may have given up since, or not be waited for any more; show how it stands,
    and tell what is decided. Raise HostError.
    """
    before, host = client.host.tables.cached(number), client.host
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


async def saying(client: Client, before: Table, voted: Voted) -> Saying:
    """Return what tells how a vote stands, or what was decided, with the buttons that it has then."""
    late = before.to_move
    is_gone = not voted.decision and late is not None and await has_left(client, before, late.person.id)

    async def say() -> tuple[str, discord.ui.View | None]:
        if voted.decision:
            return decided_text(before, voted.decision), None
        assert before.clock is not None
        return vote_text(voted, is_gone=is_gone), vote_view(before.number, before.clock.round)

    return say


async def tell_decision(client: Client, voted: Voted) -> None:
    """Tell what a vote has brought about; raise NotAnnouncedError."""
    if voted.ping:
        await client.cry(voted.ping)
    if voted.played:
        await client.announcer.announce(voted.played)
