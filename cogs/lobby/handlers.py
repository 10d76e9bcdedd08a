"""The handlers of a waiting table's buttons."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, TypeVar

import discord

from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.membership import remove_if_left
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import check_rate_limit, guild_of, person_of, venue_of
from cogs.interaction.permissions import check_bot_permissions
from cogs.interaction.rate_limits import SEAT_LIMIT
from cogs.interaction.replies import answer, is_message_private, try_answer
from cogs.lobby.seating import take_seat
from cogs.lobby.starting import announce_start, conclude_start, show_and_start, start_game
from cogs.message.custom_ids import (
    JoinId,
    LeaveId,
    OpenOptionsId,
    OpenTableId,
    PracticeId,
    SeatsId,
    StartId,
    TableId,
    TimeFormId,
)
from cogs.message.seats import seats_view
from cogs.message.table_forms import options_form, time_form
from cogs.text.lobby import begins_text, seats_text
from host.model.table import WaitingTable
from host.model.table_errors import AlreadyStartedError, GameOverError, NotOrganiserError, NotSeatedError
from host.model.table_options import NO_OPTIONS

TableIdT = TypeVar("TableIdT", bound=TableId)


@asynccontextmanager
async def refreshing_begun_table(interaction: Interaction, number: int) -> AsyncIterator[None]:
    """If the game of a table turns out to have begun already, refresh the table's message: that removes the buttons."""
    try:
        yield
    except (AlreadyStartedError, GameOverError):
        with suppress(NotAnnouncedError):
            await interaction.client.outbox.show_status(number)
        raise


class LobbyButton(PersistentButton[TableIdT]):
    """The base of the buttons below the message of a waiting table."""

    async def press(self, interaction: Interaction, pressed: TableIdT) -> None:
        """Call ``act``. If the game has begun already, refresh the message: that removes the buttons."""
        async with refreshing_begun_table(interaction, pressed.number):
            await self.act(interaction, pressed.number)

    async def act(self, interaction: Interaction, number: int) -> None:
        """Do what the button is for, at the table with this number."""
        raise NotImplementedError


class OpenTableButton(PersistentButton[OpenTableId], handles=OpenTableId):
    """Takes a seat in the channel of the message, at a new table if none waits there."""

    async def press(self, interaction: Interaction, pressed: OpenTableId) -> None:
        """Do what ``/join`` does. Raise NoPrivateMessage in a direct message."""
        guild_of(interaction)
        check_bot_permissions(interaction)
        await take_seat(interaction)


class JoinButton(LobbyButton[JoinId], handles=JoinId):
    """Takes a seat."""

    async def act(self, interaction: Interaction, number: int) -> None:
        """Give the person a seat."""
        check_bot_permissions(interaction)
        client = interaction.client
        check_rate_limit(interaction, SEAT_LIMIT)
        table, _is_new = await client.host.lobby.join(venue_of(interaction), person_of(interaction), number)
        await show_and_start(interaction, table)


class LeaveButton(LobbyButton[LeaveId], handles=LeaveId):
    """Leaves the table."""

    async def act(self, interaction: Interaction, number: int) -> None:
        """Remove the person from the table."""
        client = interaction.client
        await client.host.lobby.leave(venue_of(interaction), person_of(interaction), number)
        await client.outbox.show_status(number)


class StartButton(LobbyButton[StartId], handles=StartId):
    """Begins the game."""

    async def act(self, interaction: Interaction, number: int) -> None:
        """Begin the game with the chosen options."""
        check_bot_permissions(interaction)
        if played := await start_game(interaction, number, NO_OPTIONS):
            await announce_start(interaction, played)


class SeatsButton(LobbyButton[SeatsId], handles=SeatsId):
    """Opens the menus about the seats."""

    async def act(self, interaction: Interaction, number: int) -> None:
        """Show the menus to a person who has a seat. Raise NotSeatedError."""
        table = await _load_waiting(interaction, number)
        person_id = interaction.user.id
        await answer(interaction, seats_text(table, person_id), view=seats_view(table, person_id))


class FormButton(LobbyButton[TableIdT]):
    """The base of the buttons that open a form."""

    async def acknowledge(self, interaction: Interaction) -> None:
        """Do not defer, because the form is the answer."""

    async def act(self, interaction: Interaction, number: int) -> None:
        """Show the form to the organiser. Raise NotOrganiserError."""
        await interaction.response.send_modal(self.form(await load_as_organiser(interaction, number)))

    def form(self, table: WaitingTable) -> discord.ui.Modal:
        """Return the form."""
        raise NotImplementedError


class OptionsButton(FormButton[OpenOptionsId], handles=OpenOptionsId):
    """Opens the form of the options."""

    def form(self, table: WaitingTable) -> discord.ui.Modal:
        """Return the form."""
        return options_form(table)


class TimeButton(FormButton[TimeFormId], handles=TimeFormId):
    """Opens the form of the time for a turn."""

    def form(self, table: WaitingTable) -> discord.ui.Modal:
        """Return the form."""
        return time_form(table)


class PracticeButton(PersistentButton[PracticeId], handles=PracticeId):
    """Begins a practice game with the options of the command; below the table's message, with those of the table."""

    async def press(self, interaction: Interaction, pressed: PracticeId) -> None:
        """Begin the game."""
        async with refreshing_begun_table(interaction, pressed.number):
            await self._start(interaction, pressed)

    async def _start(self, interaction: Interaction, pressed: PracticeId) -> None:
        host, person = interaction.client.host, person_of(interaction)
        if not is_message_private(interaction):
            check_bot_permissions(interaction)
        played = await host.lobby.start(venue_of(interaction), person, pressed.number, pressed.options, practice=True)
        if is_message_private(interaction):
            begun = interaction.edit_original_response(content=begins_text(pressed.number), view=None)
            await try_answer(played.after.number, begun)
        await announce_start(interaction, played)
        if is_message_private(interaction):
            await conclude_start(interaction, pressed.number)


LOBBY_BUTTONS: Final = (
    OpenTableButton, JoinButton, LeaveButton, StartButton, SeatsButton, OptionsButton, TimeButton, PracticeButton,
)  # fmt: skip


async def load_as_organiser(interaction: Interaction, number: int) -> WaitingTable:
    """Return the waiting table if the person is its organiser. Raise HostError."""
    table = await _load_waiting(interaction, number)
    if table.organiser.id != interaction.user.id:
        raise NotOrganiserError(table)
    return table


async def _load_waiting(interaction: Interaction, number: int) -> WaitingTable:
    """Return the waiting table if the person has a seat there. Raise HostError.

    If the organiser has left the server, remove them first.
    """
    client = interaction.client
    table = await client.host.tables.load_waiting(number)
    if not table.has_player(interaction.user.id):
        raise NotSeatedError(table)
    if table.organiser.id == interaction.user.id or not await remove_if_left(client.delivery, table, table.organiser):
        return table
    client.outbox.refresh(number)  # not at once: a form has to be shown within seconds
    return await client.host.tables.load_waiting(number)
