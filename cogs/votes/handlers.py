"""What the buttons do by which a table decides about a turn that is late, and by which a seat is taken."""

from typing import Final

from cogs.delivery.membership import absent
from cogs.delivery.questions import show_question
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import check_rate_limit, note_context, person_of
from cogs.interaction.rate_limits import VOTES
from cogs.interaction.vote_handlers import saying, tell_decision
from cogs.message.custom_ids import TakeSeatId, VoteId
from host import VOTING, RunningTable, Voted


class VoteButton(PersistentButton[VoteId], handles=VoteId):
    """Votes about the turn of a round."""

    async def press(self, interaction: Interaction, pressed: VoteId) -> None:
        """Vote; the message tells how it stands, and what was decided is done. Raise TooOftenError."""
        check_rate_limit(interaction, VOTES)
        client, host, person = interaction.client, interaction.client.host, person_of(interaction)
        before = await host.tables.load_running(pressed.number)
        gone = await absent(client, before)
        voted = await host.voting.vote(pressed.number, person, pressed.round, pressed.choice, gone)
        note_context(interaction, voted.table)
        try:
            await _show(interaction, before, voted, pressed.round)
        finally:  # what was decided is done, even if the message cannot tell it
            await tell_decision(client, voted)


async def _show(interaction: Interaction, before: RunningTable, voted: Voted, round_: int) -> None:
    """Show how the vote stands, in the messages for all and in the one that was pressed, if that is another."""
    client, say = interaction.client, await saying(interaction.client, before, voted)
    await show_question(client, before.number, round_, *VOTING, say=say, pressed=interaction)


class TakeSeatButton(PersistentButton[TakeSeatId], handles=TakeSeatId):
    """Takes a seat that is open."""

    async def press(self, interaction: Interaction, pressed: TakeSeatId) -> None:
        """Take the seat and tell the table."""
        client, person = interaction.client, person_of(interaction)
        table, ping = await client.host.voting.take_seat(pressed.number, person, pressed.seat)
        note_context(interaction, table)
        await client.cry(ping)


VOTE_BUTTONS: Final = (VoteButton, TakeSeatButton)
