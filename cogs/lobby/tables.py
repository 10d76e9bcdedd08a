"""Waiting tables: the commands before a game, and the buttons, menus and forms below the message of a table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Final

from discord import app_commands
from discord.ext import commands

from carcassonne import Colour
from cogs.delivery.errors import NotAnnouncedError
from cogs.discord_screens import modal_of
from cogs.interaction.beginnings import announce_start, show_and_start
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import (
    check_bot_permissions,
    check_rate_limit,
    guild_of,
    only_on_servers,
)
from cogs.interaction.options import COLOUR_CHOICES, GameWithSeatArg, OwnWaitingGameArg
from cogs.interaction.rate_limits import SEAT_LIMIT
from cogs.interaction.replies import answer, answer_deferred, is_message_private, replace_message, try_answer
from cogs.interaction.router import Press, handles, receives
from cogs.interaction.startup import Stage
from cogs.interaction.table_options import takes_table_options
from cogs.lobby import starting
from cogs.lobby.starting import remove_if_left
from host.model.controllers import Computer
from host.model.game import PlayResult
from host.model.table import WaitingTable
from host.model.table_errors import AlreadyStartedError, GameOverError, NotOrganiserError, NotSeatedError
from host.model.table_options import NO_OPTIONS, SeatOrder, TableOptions
from screens import custom_ids as ids
from screens import lobby
from screens.custom_id import CustomId
from screens.screen import parse_choice
from screens.text.editions import options_left_out_text
from screens.text.i18n import N_
from screens.text.lobby import begins_text, left_text, waiting_text

OLD_EDITION: Final = "chat-room-old"
TABLE_DESCRIPTION: Final = N_("The table's number, if there are several here, like #12")


class Lobby(commands.Cog):
    """``/join``, ``/start`` and ``/oldstart``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.startup.add(Stage.REMATCHES, self.start_complete)

    async def start_complete(self) -> None:
        """Start the rematches that were complete when the bot stopped."""
        await starting.start_complete_rematches(self.bot)

    @app_commands.command(description=N_("Join a table in this channel, or open one"))
    @app_commands.describe(colour=N_("The colour of your followers, like blue"), game=TABLE_DESCRIPTION)
    @app_commands.choices(colour=COLOUR_CHOICES)
    @only_on_servers
    @app_commands.check(check_bot_permissions)
    async def join(
        self, interaction: Interaction, colour: Colour | None = None, game: GameWithSeatArg | None = None
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await starting.take_seat(interaction, game, colour)

    @app_commands.command(description=N_("Begin the game with everyone at the table"))
    @app_commands.describe(game=TABLE_DESCRIPTION)
    @only_on_servers
    @app_commands.check(check_bot_permissions)
    @takes_table_options()
    async def start(
        self, interaction: Interaction, chosen: TableOptions, game: OwnWaitingGameArg | None = None
    ) -> None:
        await self._start(interaction, game, chosen)

    @app_commands.command(description=N_("Begin with original farmer scoring"))
    @app_commands.describe(game=TABLE_DESCRIPTION)
    @only_on_servers
    @app_commands.check(check_bot_permissions)
    @takes_table_options(without=["edition", "options"])
    async def oldstart(
        self, interaction: Interaction, chosen: TableOptions, game: OwnWaitingGameArg | None = None
    ) -> None:
        await self._start(interaction, game, replace(chosen, edition=OLD_EDITION))

    async def _start(self, interaction: Interaction, number: int | None, chosen: TableOptions) -> None:
        await interaction.response.defer(ephemeral=True)
        if played := await starting.start_game(interaction, number, chosen):
            await starting.announce_start_of_command(interaction, played)


# The buttons


@asynccontextmanager
async def _refreshing_begun_table(press: Press, number: int) -> AsyncIterator[None]:
    """If the game of a table turns out to have begun already, refresh the table's message: that removes the buttons."""
    try:
        yield
    except (AlreadyStartedError, GameOverError):
        with suppress(NotAnnouncedError):
            await press.client.outbox.show_status(number)
        raise


@handles(ids.OpenTableId)
async def open_table(press: Press, pressed: CustomId) -> None:
    """Do what ``/join`` does, in the channel of the message. Raise NoPrivateMessage in a direct message."""
    guild_of(press.interaction)
    check_bot_permissions(press.interaction)
    await starting.take_seat(press.interaction)


@handles(ids.JoinId)
async def join(press: Press, pressed: ids.TableId) -> None:
    async with _refreshing_begun_table(press, pressed.number):
        check_bot_permissions(press.interaction)
        check_rate_limit(press.interaction, SEAT_LIMIT)
        table, _is_new = await press.host.lobby.join(press.venue, press.person, pressed.number)
        await show_and_start(press.client, table, press.person, press.interaction)


@handles(ids.LeaveId)
async def leave(press: Press, pressed: ids.TableId) -> None:
    async with _refreshing_begun_table(press, pressed.number):
        table = await press.host.lobby.leave(press.venue, press.person, pressed.number)
        if is_message_private(press.interaction):
            press.client.open_choices.leave_alone(press.interaction.message)
            await try_answer(table.number, replace_message(press.interaction, left_text(table)))
        await press.client.outbox.show_status(pressed.number)


@handles(ids.StartId)
async def start(press: Press, pressed: ids.TableId) -> None:
    async with _refreshing_begun_table(press, pressed.number):
        check_bot_permissions(press.interaction)
        if played := await starting.start_game(press.interaction, pressed.number, NO_OPTIONS):
            await announce_start(press.client, played, press.interaction)


@handles(ids.StartAnywayId)
async def start_anyway(press: Press, pressed: ids.OptionsId) -> None:
    """Begin the game although the host sets it up, with the options of the command."""
    async with _refreshing_begun_table(press, pressed.number):
        if played := await starting.start_game(press.interaction, pressed.number, pressed.options, asks_first=False):
            await _announce_begun(press, played)


@handles(ids.WaitId)
async def wait(press: Press, pressed: ids.TableId) -> None:
    """Close the question whether to begin. If the game has begun meanwhile, its own message says so."""
    assert press.table  # noqa: S101 (the id names a table)
    await replace_message(press.interaction, waiting_text(press.table))


async def _announce_begun(press: Press, played: PlayResult) -> None:
    """Announce a game that a button in a private message began, and say so there."""
    interaction, number = press.interaction, played.after.number
    await try_answer(number, replace_message(interaction, begins_text(number)))
    await announce_start(press.client, played, interaction)
    await starting.conclude_start(interaction, number)


# What people at a table choose in private: a colour, and for the organiser the order, the edition, the next organiser


@handles(ids.OpenOptionsId)
async def open_options(press: Press, pressed: ids.TableId) -> None:
    await _open_options(press, pressed)


@handles(ids.SeatsId)
async def open_seats(press: Press, pressed: ids.TableId) -> None:
    await _open_options(press, pressed)


async def _open_options(press: Press, pressed: ids.TableId) -> None:
    number = pressed.number
    async with _refreshing_begun_table(press, number):
        table = await _load_waiting(press, number)
        if table.organiser.id == press.person.id:
            table = await press.host.lobby.begin_changing(press.venue, press.person, number)
        message = await answer_deferred(press.interaction, lobby.options_screen(table, press.person.id))
        await press.client.open_choices.put(pressed, press.interaction, message)


@handles(ids.ColourId)
async def choose_colour(press: Press, pressed: ids.TableId) -> None:
    colour = None if press.chosen == lobby.ANY_COLOUR else parse_choice(Colour, press.chosen)
    await _show_options(press, await press.host.lobby.take_colour(press.venue, press.person, pressed.number, colour))


@handles(ids.OrderId)
async def choose_order(press: Press, pressed: ids.TableId) -> None:
    await _choose_options(press, pressed.number, TableOptions(order=parse_choice(SeatOrder, press.chosen)))


@handles(ids.EditionId)
async def choose_edition(press: Press, pressed: ids.TableId) -> None:
    assert press.table  # noqa: S101 (the id names a table)
    await _choose_options(press, pressed.number, lobby.edition_options(press.table, press.chosen))


async def _choose_options(press: Press, number: int, options: TableOptions) -> None:
    await _show_options(press, await press.host.lobby.choose_options(press.venue, press.person, number, options))


@handles(ids.SuccessorId)
async def choose_organiser(press: Press, pressed: ids.TableId) -> None:
    successor = parse_choice(int, press.chosen)
    table = await press.host.lobby.change_organiser(press.venue, press.person, pressed.number, successor)
    await _show_options(press, table)


async def _show_options(press: Press, table: WaitingTable) -> None:
    await replace_message(press.interaction, lobby.options_screen(table, press.person.id))
    await press.client.outbox.show_status(table.number)


# The form of the organiser


@handles(ids.OptionsFormId, opens_form=True)
async def open_form(press: Press, pressed: ids.TableId) -> None:
    await _open_form(press, pressed.number)


@handles(ids.TimeFormId, opens_form=True)
async def open_time(press: Press, pressed: ids.TableId) -> None:
    await _open_form(press, pressed.number)


async def _open_form(press: Press, number: int) -> None:
    async with _refreshing_begun_table(press, number):
        table = await _load_as_organiser(press, number)
        await press.interaction.response.send_modal(modal_of(lobby.options_form(table)))


@receives(ids.OptionsFormId, ids.TimeFormId)
async def store_options(press: Press, form: ids.TableId) -> None:
    """Store the options of a submitted form. A form that was opened before a restart works, too."""
    edition = press.table.edition if press.table else ""
    options, left_out = lobby.offered_only(lobby.parse_options_form(press.fields), edition)
    table = await press.host.lobby.choose_options(press.venue, press.person, form.number, options)
    if left_out:
        text = options_left_out_text(table.edition, table.options, left_out)
        await try_answer(table.number, answer(press.interaction, text))
    await press.client.outbox.show_status(form.number)


async def _load_as_organiser(press: Press, number: int) -> WaitingTable:
    table = await _load_waiting(press, number)
    if table.organiser.id != press.person.id:
        raise NotOrganiserError(table)
    return table


async def _load_waiting(press: Press, number: int) -> WaitingTable:
    """Return the waiting table if the person has a seat there. Raise HostError.

    If the organiser has left the server, remove them first.
    """
    client = press.client
    table = await client.host.tables.load_waiting(number)
    if not table.has_player(press.person.id):
        raise NotSeatedError(table)
    if table.organiser.id == press.person.id or not await remove_if_left(client, table, table.organiser):
        return table
    client.outbox.refresh(number)  # not at once: a form has to be shown within seconds
    return await client.host.tables.load_waiting(number)


# The computers at a table


@handles(ids.ComputersId)
async def open_computers(press: Press, pressed: ids.TableId) -> None:
    async with _refreshing_begun_table(press, pressed.number):
        await _load_as_organiser(press, pressed.number)
        table = await press.host.lobby.begin_changing(press.venue, press.person, pressed.number)
        message = await answer_deferred(press.interaction, lobby.computers_screen(table))
        await press.client.open_choices.put(pressed, press.interaction, message)


@handles(ids.AddComputerId)
async def add_computer(press: Press, pressed: ids.TableId) -> None:
    computer = lobby.offered_computer(press.chosen)
    await _show_computers(
        press, await press.host.lobby.add_computer(press.venue, press.person, pressed.number, computer)
    )


@handles(ids.RemoveComputerId)
async def remove_computer(press: Press, pressed: ids.TableId) -> None:
    """Take away the last computer of the chosen level."""
    computer = Computer(parse_choice(int, press.chosen))
    await _show_computers(
        press, await press.host.lobby.remove_computer(press.venue, press.person, pressed.number, computer)
    )


async def _show_computers(press: Press, table: WaitingTable) -> None:
    await replace_message(press.interaction, lobby.computers_screen(table))
    await press.client.outbox.show_status(table.number)
