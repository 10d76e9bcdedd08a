"""The handlers of the buttons to resign, and to end a game by agreement."""

from typing import Final

import discord

from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.consent_buttons import ConsentButton, ConsentOutcome
from cogs.interaction.context import check_rate_limit, note_context, person_of
from cogs.interaction.rate_limits import SUGGESTION_LIMIT
from cogs.interaction.replies import try_answer
from cogs.message.components import button, row
from cogs.message.custom_ids import (
    AgreeEndId,
    KeepPlayingId,
    LeaveToComputerId,
    RefuseEndId,
    ResignId,
    SuggestEndId,
)
from cogs.text.consent import asked_elsewhere_text
from cogs.text.end_by_agreement import (
    COMPUTER_LABEL,
    END_ALONE_LABEL,
    END_LABEL,
    end_asked_text,
    left_to_computer_text,
)
from cogs.text.i18n import _
from cogs.text.links import board_link
from cogs.text.table import game_name
from host.host import Host
from host.model.controllers import USUAL_COMPUTER, Person
from host.model.game_history import PlayResult
from host.model.notifications import NotificationKind
from host.model.table import RunningTable


def resign_view(table: RunningTable) -> discord.ui.View:
    """Return the buttons to resign from a game, to leave the seat to a computer where somebody else plays on, to
    suggest the end of the game, or to do nothing of that.
    """
    number = table.number
    return row(
        button(ResignId(number), _("Resign"), discord.ButtonStyle.danger),
        *([] if table.is_solo else [button(LeaveToComputerId(number), _(COMPUTER_LABEL))]),
        button(SuggestEndId(number), _(END_ALONE_LABEL if table.is_solo else END_LABEL)),
        button(KeepPlayingId(number), _("Keep playing")),
    )


class ResignButton(PersistentButton[ResignId], handles=ResignId):
    """Gives up the seat of the person who presses it."""

    async def press(self, interaction: Interaction, pressed: ResignId) -> None:
        """Resign, and publish that."""
        played = await interaction.client.host.turns.resign(pressed.number, person_of(interaction))
        note_context(interaction, played.after)
        text = _("You resigned from {game}.").format(game=game_name(played.after))
        await try_answer(played.after.number, interaction.edit_original_response(content=text, view=None))
        await interaction.client.outbox.publish(played)


class LeaveToComputerButton(PersistentButton[LeaveToComputerId], handles=LeaveToComputerId):
    """Has a computer play on in the seat of the person who presses it."""

    async def press(self, interaction: Interaction, pressed: LeaveToComputerId) -> None:
        """Leave the seat, and tell the table."""
        client, person = interaction.client, person_of(interaction)
        table, notification = await client.host.seats.leave_to_computer(pressed.number, person, USUAL_COMPUTER)
        note_context(interaction, table)
        told = interaction.edit_original_response(content=left_to_computer_text(table), view=None)
        await try_answer(table.number, told)
        await client.outbox.notify(notification)


class SuggestEndButton(PersistentButton[SuggestEndId], handles=SuggestEndId):
    """Suggests to all players to end the game."""

    async def press(self, interaction: Interaction, pressed: SuggestEndId) -> None:
        """Ask the others. If there is nobody to ask, end the game. Raise RateLimitError."""
        check_rate_limit(interaction, SUGGESTION_LIMIT)
        client = interaction.client
        asked = await client.host.end_requests.ask(pressed.number, person_of(interaction))
        if isinstance(asked, PlayResult):
            over = interaction.edit_original_response(content=_("The game is over."), view=None)
            await try_answer(asked.after.number, over)
            await client.outbox.publish(asked)
        else:
            note_context(interaction, asked.table)
            await client.outbox.notify(asked.notification)
            outcome = await client.host.notifications.outcome(asked.notification)
            told = end_asked_text(asked.table, asked.request, interaction.user.id)
            text = asked_elsewhere_text(asked.table, outcome) or told
            await interaction.edit_original_response(content=text, view=None)


class KeepPlayingButton(PersistentButton[KeepPlayingId], handles=KeepPlayingId):
    """Closes the question whether to resign."""

    async def press(self, interaction: Interaction, pressed: KeepPlayingId) -> None:
        """Change nothing, and say so."""
        table = await interaction.client.host.tables.load_started(pressed.number)
        text = _("You're still playing: {board}").format(board=board_link(table))
        await interaction.edit_original_response(content=text, view=None)


class AgreeEndButton(ConsentButton[AgreeEndId], handles=AgreeEndId):
    """Agrees, in public, to end the game."""

    kind = NotificationKind.ENDING

    async def decide(self, host: Host, person: Person, pressed: AgreeEndId) -> ConsentOutcome:
        """Agree. The last player who agrees ends the game."""
        return await host.end_requests.agree(pressed.number, person, pressed.question_number)


class RefuseEndButton(ConsentButton[RefuseEndId], handles=RefuseEndId):
    """Refuses, in public, to end the game. For the requester, it withdraws the suggestion."""

    kind = NotificationKind.ENDING

    async def decide(self, host: Host, person: Person, pressed: RefuseEndId) -> ConsentOutcome:
        """Refuse."""
        return await host.end_requests.refuse(pressed.number, person, pressed.question_number)


RESIGN_BUTTONS: Final = (
    ResignButton,
    LeaveToComputerButton,
    SuggestEndButton,
    KeepPlayingButton,
    AgreeEndButton,
    RefuseEndButton,
)
