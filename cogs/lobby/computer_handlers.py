"""The handlers about the computers at a waiting table: add one, take one away, begin a game against one."""

from contextlib import suppress
from typing import Final

from cogs.delivery.errors import NotAnnouncedError
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton, PersistentMenu
from cogs.interaction.context import check_rate_limit, guild_of, person_of, venue_of
from cogs.interaction.forms import parse_choice
from cogs.interaction.permissions import check_bot_permissions
from cogs.interaction.rate_limits import SEAT_LIMIT
from cogs.interaction.replies import answer, is_message_private
from cogs.lobby.handlers import LobbyButton, load_as_organiser, refreshing_begun_table
from cogs.lobby.starting import announce_start, conclude_start, tell_if_elsewhere
from cogs.message.computers import computers_view, offered_computer
from cogs.message.custom_ids import (
    AddComputerId,
    ComputerGameId,
    ComputersId,
    OpenComputerGameId,
    RemoveComputerId,
)
from cogs.text.i18n import language_of_locale
from cogs.text.lobby import computers_text
from host.model.controllers import USUAL_COMPUTER, Computer
from host.model.game_history import PlayResult
from host.model.table import WaitingTable
from host.model.table_options import NO_OPTIONS, TableOptions


class ComputersButton(LobbyButton[ComputersId], handles=ComputersId):
    """Opens the menus about the computers."""

    async def act(self, interaction: Interaction, number: int) -> None:
        """Show the menus to the organiser. Raise NotOrganiserError."""
        table = await load_as_organiser(interaction, number)
        await answer(interaction, computers_text(table), view=computers_view(table))


class AddComputerMenu(PersistentMenu[AddComputerId], handles=AddComputerId):
    """Adds a computer."""

    async def press(self, interaction: Interaction, pressed: AddComputerId) -> None:
        """Store a computer of the chosen level."""
        lobby, computer = interaction.client.host.lobby, offered_computer(self.chosen)
        person = person_of(interaction)
        await _show(interaction, await lobby.add_computer(venue_of(interaction), person, pressed.number, computer))


class RemoveComputerMenu(PersistentMenu[RemoveComputerId], handles=RemoveComputerId):
    """Takes a computer away."""

    async def press(self, interaction: Interaction, pressed: RemoveComputerId) -> None:
        """Remove the last computer of the chosen level."""
        lobby, computer = interaction.client.host.lobby, Computer(parse_choice(int, self.chosen))
        person = person_of(interaction)
        await _show(interaction, await lobby.remove_computer(venue_of(interaction), person, pressed.number, computer))


class ComputerGameButton(PersistentButton[ComputerGameId], handles=ComputerGameId):
    """Begins a game against a computer at a table where one person sits, with the options of the command."""

    async def press(self, interaction: Interaction, pressed: ComputerGameId) -> None:
        """Begin the game. Raise NotAloneError if others have sat down meanwhile."""
        async with refreshing_begun_table(interaction, pressed.number):
            played = await _start_against_computer(interaction, pressed.number, pressed.options)
        await announce_start(interaction, played)
        if is_message_private(interaction):
            await conclude_start(interaction, played.after.number)


class OpenComputerGameButton(PersistentButton[OpenComputerGameId], handles=OpenComputerGameId):
    """Opens a table in the channel of the message, and begins a game against a computer there."""

    async def press(self, interaction: Interaction, pressed: OpenComputerGameId) -> None:
        """Begin the game. Raise NoPrivateMessage in a direct message."""
        guild_of(interaction)
        check_rate_limit(interaction, SEAT_LIMIT)
        check_bot_permissions(interaction)
        language = language_of_locale(str(interaction.guild_locale or ""))
        lobby, person = interaction.client.host.lobby, person_of(interaction)
        table = await lobby.open(venue_of(interaction), person, language=language)
        with suppress(NotAnnouncedError):  # the game can be played without the message that shows how it stands
            await interaction.client.outbox.show_status(table.number)
        played = await _start_against_computer(interaction, table.number, NO_OPTIONS)
        await announce_start(interaction, played)
        await tell_if_elsewhere(interaction, table.number)


COMPUTER_HANDLERS: Final = (
    ComputersButton, AddComputerMenu, RemoveComputerMenu, ComputerGameButton, OpenComputerGameButton,
)  # fmt: skip


async def _start_against_computer(interaction: Interaction, number: int, options: TableOptions) -> PlayResult:
    """Begin a game of one person against a computer, or against those at the table. Raise HostError."""
    if not is_message_private(interaction):
        check_bot_permissions(interaction)
    host, person = interaction.client.host, person_of(interaction)
    table = host.tables.summary(number)
    computers = [] if isinstance(table, WaitingTable) and table.computers else [USUAL_COMPUTER]
    return await host.lobby.start(venue_of(interaction), person, number, options, computers=computers, alone=True)


async def _show(interaction: Interaction, table: WaitingTable) -> None:
    """Show the menus as they are now, and refresh the message of the table."""
    await interaction.edit_original_response(content=computers_text(table), view=computers_view(table))
    await interaction.client.outbox.show_status(table.number)
