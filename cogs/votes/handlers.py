"""The handlers of the buttons to vote on a late turn, and to take an open seat."""

from typing import Final

from cogs.delivery.membership import absent_players
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import check_rate_limit, note_context, person_of
from cogs.interaction.rate_limits import SEAT_LIMIT, VOTE_LIMIT
from cogs.interaction.replies import try_answer
from cogs.message.custom_ids import TakeSeatId, VoteId
from cogs.text.clock import own_seat_text
from host.model.notifications import VOTE_KINDS


class VoteButton(PersistentButton[VoteId], handles=VoteId):
    """Votes on the late turn of a round."""

    async def press(self, interaction: Interaction, pressed: VoteId) -> None:
        """Vote, update the message, and publish what is decided. Raise RateLimitError and HostError."""
        check_rate_limit(interaction, VOTE_LIMIT)
        client, host, person = interaction.client, interaction.client.host, person_of(interaction)
        before = await host.tables.load_running(pressed.number)
        absent = await absent_players(client.delivery, before)
        voted = await host.voting.vote(pressed.number, person, pressed.round, pressed.choice, absent)
        note_context(interaction, voted.table)
        try:
            await client.outbox.questions.answered(pressed.number, interaction, pressed.round, VOTE_KINDS)
        finally:  # the decision is stored, even if the message could not be edited
            await client.outbox.publish_decision(voted)


class TakeSeatButton(PersistentButton[TakeSeatId], handles=TakeSeatId):
    """Takes a seat that is open, or a computer's."""

    async def press(self, interaction: Interaction, pressed: TakeSeatId) -> None:
        """Take the seat and tell the table. Raise RateLimitError and HostError."""
        check_rate_limit(interaction, SEAT_LIMIT)
        client, person = interaction.client, person_of(interaction)
        table, notification = await client.host.seats.take(pressed.number, person, pressed.seat)
        note_context(interaction, table)
        if interaction.message and interaction.message.flags.ephemeral:
            told = interaction.edit_original_response(content=own_seat_text(table), view=None)
            await try_answer(table.number, told)
        await client.outbox.notify(notification)


VOTE_BUTTONS: Final = (VoteButton, TakeSeatButton)
