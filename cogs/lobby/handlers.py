"""The handlers of a waiting table's buttons, of the menus about its seats, and of its forms."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from carcassonne import Colour
from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.membership import remove_if_left
from cogs.discord_screens import modal_of
from cogs.interaction.context import check_rate_limit, guild_of
from cogs.interaction.permissions import check_bot_permissions
from cogs.interaction.press import Press, parse_choice
from cogs.interaction.rate_limits import SEAT_LIMIT
from cogs.interaction.replies import answer, is_message_private, replace_message, try_answer
from cogs.interaction.router import handles, receives
from cogs.lobby.starting import announce_start, conclude_start, show_and_start, start_game, take_seat
from host.model.game import PlayResult
from host.model.table import WaitingTable
from host.model.table_errors import AlreadyStartedError, GameOverError, NotOrganiserError, NotSeatedError
from host.model.table_options import NO_OPTIONS, SeatOrder, TableOptions
from screens.custom_ids import (
    ColourId,
    JoinId,
    LeaveId,
    OpenOptionsId,
    OpenTableId,
    OptionsFormId,
    OrderId,
    PracticeId,
    SeatsId,
    StartId,
    SuccessorId,
    TableId,
    TimeFormId,
)
from screens.lobby import ANY_COLOUR, offered_only, options_form, parse_options_form, seats_rows, time_form
from screens.screen import Screen
from screens.text.editions import options_left_out_text
from screens.text.lobby import begins_text, seats_text


@asynccontextmanager
async def refreshing_begun_table(press: Press, number: int) -> AsyncIterator[None]:
    """If the game of a table turns out to have begun already, refresh the table's message: that removes the buttons."""
    try:
        yield
    except (AlreadyStartedError, GameOverError):
        with suppress(NotAnnouncedError):
            await press.client.outbox.show_status(number)
        raise


@handles(OpenTableId)
async def open_table(press: Press, pressed: OpenTableId) -> None:
    """Do what ``/join`` does, in the channel of the message. Raise NoPrivateMessage in a direct message."""
    guild_of(press.interaction)
    check_bot_permissions(press.interaction)
    await take_seat(press.interaction)


@handles(JoinId)
async def join(press: Press, pressed: JoinId) -> None:
    """Give the person a seat."""
    async with refreshing_begun_table(press, pressed.number):
        check_bot_permissions(press.interaction)
        check_rate_limit(press.interaction, SEAT_LIMIT)
        table, _is_new = await press.host.lobby.join(press.venue, press.person, pressed.number)
        await show_and_start(press.interaction, table)


@handles(LeaveId)
async def leave(press: Press, pressed: LeaveId) -> None:
    """Remove the person from the table."""
    async with refreshing_begun_table(press, pressed.number):
        await press.host.lobby.leave(press.venue, press.person, pressed.number)
        await press.client.outbox.show_status(pressed.number)


@handles(StartId)
async def start(press: Press, pressed: StartId) -> None:
    """Begin the game with the chosen options."""
    async with refreshing_begun_table(press, pressed.number):
        check_bot_permissions(press.interaction)
        if played := await start_game(press.interaction, pressed.number, NO_OPTIONS):
            await announce_start(press.interaction, played)


@handles(PracticeId)
async def practise(press: Press, pressed: PracticeId) -> None:
    """Begin a practice game with the options of the command; below the table's message, with those of the table."""
    async with refreshing_begun_table(press, pressed.number):
        await _announce_practice(press, await _start_practice(press, pressed))


async def _start_practice(press: Press, pressed: PracticeId) -> PlayResult:
    if not is_message_private(press.interaction):
        check_bot_permissions(press.interaction)
    return await press.host.lobby.start(press.venue, press.person, pressed.number, pressed.options, practice=True)


async def _announce_practice(press: Press, played: PlayResult) -> None:
    interaction, number = press.interaction, played.after.number
    if is_message_private(interaction):
        await try_answer(number, replace_message(interaction, begins_text(number)))
    await announce_start(interaction, played)
    if is_message_private(interaction):
        await conclude_start(interaction, number)


# The menus about the seats: one's colour, and for the organiser the order and the next organiser


@handles(SeatsId)
async def open_seats(press: Press, pressed: SeatsId) -> None:
    """Show the menus to a person who has a seat. Raise NotSeatedError."""
    async with refreshing_begun_table(press, pressed.number):
        table, person_id = await _load_waiting(press, pressed.number), press.person.id
        await answer(press.interaction, Screen(seats_text(table, person_id), seats_rows(table, person_id)))


@handles(ColourId)
async def choose_colour(press: Press, pressed: ColourId) -> None:
    """Store one's colour."""
    colour = None if press.chosen == ANY_COLOUR else parse_choice(Colour, press.chosen)
    await _show_seats(press, await press.host.lobby.take_colour(press.venue, press.person, pressed.number, colour))


@handles(OrderId)
async def choose_order(press: Press, pressed: OrderId) -> None:
    """Store the order of the seats."""
    options = TableOptions(order=parse_choice(SeatOrder, press.chosen))
    await _show_seats(press, await press.host.lobby.choose_options(press.venue, press.person, pressed.number, options))


@handles(SuccessorId)
async def choose_organiser(press: Press, pressed: SuccessorId) -> None:
    """Make somebody else the organiser."""
    successor = parse_choice(int, press.chosen)
    table = await press.host.lobby.change_organiser(press.venue, press.person, pressed.number, successor)
    await _show_seats(press, table)


async def _show_seats(press: Press, table: WaitingTable) -> None:
    """Show the choice to the person, and refresh the message of the table."""
    person_id = press.person.id
    await replace_message(press.interaction, Screen(seats_text(table, person_id), seats_rows(table, person_id)))
    await press.client.outbox.show_status(table.number)


# The forms of the organiser: the options, and the time for a turn


@handles(OpenOptionsId, opens_form=True)
async def open_options(press: Press, pressed: OpenOptionsId) -> None:
    """Show the form of the options to the organiser. Raise NotOrganiserError."""
    async with refreshing_begun_table(press, pressed.number):
        table = await load_as_organiser(press, pressed.number)
        await press.interaction.response.send_modal(modal_of(options_form(table)))


@handles(TimeFormId, opens_form=True)
async def open_time(press: Press, pressed: TimeFormId) -> None:
    """Show the form of the time for a turn to the organiser. Raise NotOrganiserError."""
    async with refreshing_begun_table(press, pressed.number):
        table = await load_as_organiser(press, pressed.number)
        await press.interaction.response.send_modal(modal_of(time_form(table)))


@receives(OptionsFormId, TimeFormId)
async def store_options(press: Press, form: TableId) -> None:
    """Store the options of a submitted form. A form that was opened before a restart works, too."""
    options, left_out = offered_only(parse_options_form(press.fields))
    table = await press.host.lobby.choose_options(press.venue, press.person, form.number, options)
    if left_out:
        text = options_left_out_text(table.edition, table.options, left_out)
        await try_answer(table.number, answer(press.interaction, text))
    await press.client.outbox.show_status(form.number)


async def load_as_organiser(press: Press, number: int) -> WaitingTable:
    """Return the waiting table if the person is its organiser. Raise HostError."""
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
    if table.organiser.id == press.person.id or not await remove_if_left(client.delivery, table, table.organiser):
        return table
    client.outbox.refresh(number)  # not at once: a form has to be shown within seconds
    return await client.host.tables.load_waiting(number)
