"""The handlers about the computers at a waiting table: add one, take one away, begin a game against one."""

from contextlib import suppress

from cogs.delivery.errors import NotAnnouncedError
from cogs.interaction.context import check_rate_limit, guild_of
from cogs.interaction.permissions import check_bot_permissions
from cogs.interaction.press import Press, parse_choice
from cogs.interaction.rate_limits import SEAT_LIMIT
from cogs.interaction.replies import answer, is_message_private, replace_message
from cogs.interaction.router import handles
from cogs.lobby.handlers import load_as_organiser, refreshing_begun_table
from cogs.lobby.starting import announce_start, conclude_start, tell_if_elsewhere
from host.model.controllers import USUAL_COMPUTER, Computer
from host.model.game import PlayResult
from host.model.table import WaitingTable
from host.model.table_options import NO_OPTIONS, TableOptions
from screens.custom_ids import (
    AddComputerId,
    ComputerGameId,
    ComputersId,
    OpenComputerGameId,
    RemoveComputerId,
)
from screens.lobby import computers_rows, offered_computer
from screens.screen import Screen
from screens.text.i18n import language_of_locale
from screens.text.lobby import computers_text


@handles(ComputersId)
async def open_computers(press: Press, pressed: ComputersId) -> None:
    """Show the menus about the computers to the organiser. Raise NotOrganiserError."""
    async with refreshing_begun_table(press, pressed.number):
        table = await load_as_organiser(press, pressed.number)
        await answer(press.interaction, Screen(computers_text(table), computers_rows(table)))


@handles(AddComputerId)
async def add_computer(press: Press, pressed: AddComputerId) -> None:
    """Add a computer of the chosen level."""
    computer = offered_computer(press.chosen)
    await _show(press, await press.host.lobby.add_computer(press.venue, press.person, pressed.number, computer))


@handles(RemoveComputerId)
async def remove_computer(press: Press, pressed: RemoveComputerId) -> None:
    """Take away the last computer of the chosen level."""
    computer = Computer(parse_choice(int, press.chosen))
    await _show(press, await press.host.lobby.remove_computer(press.venue, press.person, pressed.number, computer))


@handles(ComputerGameId)
async def play_computer(press: Press, pressed: ComputerGameId) -> None:
    """Begin a game against a computer at a table where one person sits, with the options of the command.

    Raise NotAloneError if others have sat down meanwhile.
    """
    async with refreshing_begun_table(press, pressed.number):
        played = await _start_against_computer(press, pressed.number, pressed.options)
    await announce_start(press.interaction, played)
    if is_message_private(press.interaction):
        await conclude_start(press.interaction, played.after.number)


@handles(OpenComputerGameId)
async def open_computer_game(press: Press, pressed: OpenComputerGameId) -> None:
    """Open a table in the channel of the message, and begin a game against a computer there.

    Raise NoPrivateMessage in a direct message.
    """
    interaction = press.interaction
    guild_of(interaction)
    check_rate_limit(interaction, SEAT_LIMIT)
    check_bot_permissions(interaction)
    language = language_of_locale(str(interaction.guild_locale or ""))
    table = await press.host.lobby.open(press.venue, press.person, language=language)
    with suppress(NotAnnouncedError):  # the game can be played without the message that shows how it stands
        await press.client.outbox.show_status(table.number)
    played = await _start_against_computer(press, table.number, NO_OPTIONS)
    await announce_start(interaction, played)
    await tell_if_elsewhere(interaction, table.number)


async def _start_against_computer(press: Press, number: int, options: TableOptions) -> PlayResult:
    """Begin a game of one person against a computer, or against those at the table. Raise HostError."""
    if not is_message_private(press.interaction):
        check_bot_permissions(press.interaction)
    table = press.host.tables.summary(number)
    computers = [] if isinstance(table, WaitingTable) and table.computers else [USUAL_COMPUTER]
    return await press.host.lobby.start(press.venue, press.person, number, options, computers=computers, alone=True)


async def _show(press: Press, table: WaitingTable) -> None:
    """Show the menus as they are now, and refresh the message of the table."""
    await replace_message(press.interaction, Screen(computers_text(table), computers_rows(table)))
    await press.client.outbox.show_status(table.number)
