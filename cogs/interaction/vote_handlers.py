"""The buttons by which a table decides about a turn whose time is out, and by which a seat is taken."""

import re
from contextlib import suppress
from typing import Final, Self

import discord

from cogs.delivery.membership import absent, has_left
from cogs.delivery.questions import Saying, show_question
from cogs.delivery.turn_messages import NotAnnouncedError
from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import Face, LastingButton, buttons
from cogs.interaction.context import note_subject, person_of, spend
from cogs.interaction.rate_limits import VOTES
from cogs.text.i18n import _, marked
from cogs.text.votes import LABELS, decided_text, vote_text
from host import VOTING, Choice, DecidedVote, Played, RunningTable, Voted

_STYLES: Final = {Choice.MORE_TIME: discord.ButtonStyle.primary, Choice.END: discord.ButtonStyle.danger}


class VoteButton(LastingButton, template=r"carc:vote:(?P<number>\d+):(?P<round>\d+):(?P<choice>time|skip|replace|end)"):
    """Votes about the turn of a round."""

    def __init__(self, number: int, round_: int, choice: Choice) -> None:
        face = Face(_(LABELS[choice]), _STYLES.get(choice, discord.ButtonStyle.secondary))
        super().__init__(face.with_id(f"carc:vote:{number}:{round_}:{choice}"))
        self.number, self.round, self.choice = number, round_, choice

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button of a table, a round and a choice."""
        return cls(int(match["number"]), int(match["round"]), Choice(match["choice"]))

    async def press(self, interaction: Interaction) -> None:
        """Vote; the message tells how it stands, and what was decided is done. Raise TooOftenError."""
        spend(interaction, VOTES)
        client, host = interaction.client, interaction.client.host
        before = await host.tables.load_running(self.number)
        gone = await absent(client, before)
        voted = await host.voting.vote(self.number, person_of(interaction), self.round, self.choice, gone)
        note_subject(interaction, voted.table)
        try:
            await self._show(interaction, before, voted)
        finally:  # what was decided is done, even if the message cannot tell it
            await _tell_decision(client, voted)

    async def _show(self, interaction: Interaction, before: RunningTable, voted: Voted) -> None:
        """Show how the vote stands, in the messages for all and in the one that was pressed, if that is another."""
        client, say = interaction.client, await _saying(interaction.client, before, voted)
        await show_question(client, self.number, self.round, *VOTING, say=say, pressed=interaction)


class TakeSeatButton(LastingButton, template=r"carc:take:(?P<number>\d+):(?P<seat>\d)"):
    """Takes a seat that is open."""

    text = marked("Take the seat")

    def __init__(self, number: int, seat: int) -> None:
        super().__init__(Face(_(self.text), discord.ButtonStyle.success).with_id(f"carc:take:{number}:{seat}"))
        self.number, self.seat = number, seat

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button of a table and a seat."""
        return cls(int(match["number"]), int(match["seat"]))

    async def press(self, interaction: Interaction) -> None:
        """Take the seat and tell the table."""
        client, person = interaction.client, person_of(interaction)
        table, ping = await client.host.voting.take_seat(self.number, person, self.seat)
        note_subject(interaction, table)
        await client.cry(ping)


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
    say = await _saying(client, before, voted)
    await show_question(client, number, before.clock.round, *VOTING, say=say)
    with suppress(NotAnnouncedError):  # it is tried again later
        await _tell_decision(client, voted)


async def _saying(client: Client, before: RunningTable, voted: Voted) -> Saying:
    """Return what tells how a vote stands, or what was decided, with the buttons that it has then."""
    is_decided = isinstance(voted, DecidedVote)
    is_gone = not is_decided and await has_left(client, before, before.next_seat.person.id)

    async def say() -> tuple[str, discord.ui.View | None]:
        if isinstance(voted, DecidedVote):
            return decided_text(before, voted.choice), None
        return vote_text(voted, is_gone=is_gone), vote_view(before.number, voted.clock.round)

    return say


async def _tell_decision(client: Client, voted: Voted) -> None:
    """Tell what a vote has brought about; raise NotAnnouncedError."""
    if not isinstance(voted, DecidedVote):
        return
    if isinstance(voted.outcome, Played):
        await client.announcer.announce(voted.outcome)
    else:
        await client.cry(voted.outcome)


def vote_view(number: int, round_: int) -> discord.ui.View:
    """Return the buttons of a vote."""
    return buttons(*(VoteButton(number, round_, choice) for choice in Choice))
