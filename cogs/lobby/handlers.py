"""The buttons of the message where people gather for a game."""

from contextlib import suppress
from typing import ClassVar, Final

import discord

from cogs.delivery.membership import is_dismissed
from cogs.delivery.turn_messages import NotAnnouncedError
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import NONE, TableButton, button_rows
from cogs.interaction.context import person_of, spend, venue_of
from cogs.interaction.permissions import may_play_here
from cogs.interaction.rate_limits import SEATS
from cogs.interaction.replies import answer
from cogs.interaction.table_forms import Form, OptionsForm, TimeForm
from cogs.lobby.seat_handlers import seats_view
from cogs.lobby.starting import begin, show_beginning
from cogs.text.i18n import marked
from cogs.text.lobby import seats_text
from host import NO_OPTIONS, HostError, HostErrorCode, WaitingTable


class LobbyButton(TableButton, template=NONE):
    """The base of these buttons."""

    style = discord.ButtonStyle.secondary

    async def press(self, interaction: Interaction) -> None:
        """Do what the button says; one that is still there after the start is taken away."""
        try:
            await self.act(interaction)
        except HostError as error:
            if error.trouble in (HostErrorCode.ALREADY_STARTED, HostErrorCode.GAME_OVER):
                with suppress(NotAnnouncedError):
                    await interaction.client.lobbies.show(self.number)
            raise

    async def act(self, interaction: Interaction) -> None:
        """Do what the button says."""
        raise NotImplementedError


class JoinButton(LobbyButton, template=r"carc:join:(?P<number>\d+)"):
    """Takes a seat."""

    action, text, style = "join", marked("Join"), discord.ButtonStyle.primary

    async def act(self, interaction: Interaction) -> None:
        """Seat the person."""
        may_play_here(interaction)
        client = interaction.client
        spend(interaction, SEATS)
        await client.host.lobby.join(venue_of(interaction), person_of(interaction), self.number)
        await client.lobbies.show(self.number)


class LeaveButton(LobbyButton, template=r"carc:leave:(?P<number>\d+)"):
    """Gets up again."""

    action, text = "leave", marked("Leave")

    async def act(self, interaction: Interaction) -> None:
        """Take the person away."""
        client = interaction.client
        await client.host.lobby.leave(venue_of(interaction), person_of(interaction), self.number)
        await client.lobbies.show(self.number)


class SeatsButton(LobbyButton, template=r"carc:seats:(?P<number>\d+)"):
    """Opens what one may choose about the seats."""

    action, text = "seats", marked("Colour and seats")

    async def act(self, interaction: Interaction) -> None:
        """Show the choices to who sits at the table."""
        table = await _waiting(interaction, self.number)
        person_id = interaction.user.id
        await answer(interaction, seats_text(table, person_id), view=seats_view(table, person_id))


class FormButton(LobbyButton, template=NONE):
    """The base of buttons that open a form."""

    form: ClassVar[type[Form]]

    async def acknowledge(self, interaction: Interaction) -> None:
        """The form is the answer."""

    async def act(self, interaction: Interaction) -> None:
        """Show the form to the organiser."""
        table = await _waiting(interaction, self.number)
        if table.organiser.id != interaction.user.id:
            raise HostError(HostErrorCode.NOT_ORGANISER, table=table)
        await interaction.response.send_modal(self.form(table))


class OptionsButton(FormButton, template=r"carc:choose:(?P<number>\d+)"):
    """Opens the form for what is played."""

    action, text, form = "choose", marked("Options"), OptionsForm


class TimeButton(FormButton, template=r"carc:time:(?P<number>\d+)"):
    """Opens the form for the time that there is."""

    action, text, form = "time", marked("Time"), TimeForm


class StartButton(LobbyButton, template=r"carc:start:(?P<number>\d+)"):
    """Begins the game."""

    action, text, style = "start", marked("Start"), discord.ButtonStyle.success

    async def act(self, interaction: Interaction) -> None:
        """Begin the game as it was chosen."""
        may_play_here(interaction)
        if played := await begin(interaction, self.number, NO_OPTIONS):
            await show_beginning(interaction, played)


_TO_PLAY: Final = (JoinButton, LeaveButton, StartButton)
_TO_CHOOSE: Final = (SeatsButton, OptionsButton, TimeButton)
LOBBY_BUTTONS: Final = (*_TO_PLAY, *_TO_CHOOSE)


def lobby_view(table: WaitingTable) -> discord.ui.View:
    """Return the buttons of a table that waits."""
    return button_rows(*([kind(table.number) for kind in kinds] for kinds in (_TO_PLAY, _TO_CHOOSE)))


async def _waiting(interaction: Interaction, number: int) -> WaitingTable:
    """Return the table where the person waits; who organised it and has left the server does so no more. Raise
    HostError.
    """
    client = interaction.client
    table = await client.host.tables.load_waiting(number)
    if not table.is_at(interaction.user.id):
        raise HostError(HostErrorCode.NOT_SEATED, table=table)
    if table.organiser.id == interaction.user.id or not await is_dismissed(client, table, table.organiser):
        return table
    client.statuses.show_soon(number)  # a form has to be shown at once
    return await client.host.tables.load_waiting(number)
