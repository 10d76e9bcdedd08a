"""The buttons by which a table decides about a turn whose time is out, and by which a seat is taken."""

import re
from typing import Final, Self

import discord

from cogs.shared.buttons import Face, LastingButton, buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.limits import VOTES
from cogs.shared.subjects import note_subject, person_of, spend
from cogs.shared.words.speech import _, marked, speaking
from cogs.shared.words.tables import language_at
from cogs.shared.words.votes import LABELS, decided_text, vote_text
from host import VOTING, Choice, Posting, Table, Voted

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
        before = await host.table(self.number)
        voted = await host.voting.vote(self.number, person_of(interaction), self.round, self.choice)
        note_subject(interaction, voted.table)
        try:
            await self._show(interaction, before, voted)
        finally:  # what was decided is done, even if the message cannot tell it
            if voted.ping:
                await client.cry(voted.ping)
            if voted.played:
                await client.announcer.announce(voted.played)

    async def _show(self, interaction: Interaction, before: Table, voted: Voted) -> None:
        """Show how the vote stands, in the message for all and in the one that was pressed, if that is another."""
        with speaking(language_at(before)):
            text = decided_text(before, voted.decision) if voted.decision else vote_text(voted)
            view = None if voted.decision else vote_view(self.number, self.round)
        await interaction.edit_original_response(content=text, view=view)
        posting = await interaction.client.host.voting.message(before)
        if posting and interaction.message and posting.message != interaction.message.id:
            await show_in(interaction.client, posting, text, view)
        if voted.decision:
            await interaction.client.host.timekeeper.close(self.number, self.round, *VOTING)


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


def vote_view(number: int, round_: int) -> discord.ui.View:
    """Return the buttons of a vote."""
    return buttons(*(VoteButton(number, round_, choice) for choice in Choice))


async def show_in(client: Client, posting: Posting, text: str, view: discord.ui.View | None) -> None:
    """Edit a message that asks for votes; where that fails it stays, and answers that the vote is over."""
    channel = client.get_partial_messageable(posting.channel)
    try:
        await channel.get_partial_message(posting.message).edit(content=text, view=view)
    except (discord.HTTPException, OSError):
        return
