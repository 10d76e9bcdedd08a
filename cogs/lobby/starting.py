"""Takes seats, and starts games. Whoever is alone at the table is offered a game against a computer, and practice."""

import logging
from dataclasses import replace

from carcassonne import Colour
from cogs.delivery.errors import NotAnnouncedError
from cogs.interaction.beginnings import announce_start, begin_when_complete, show_and_start
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, note_context, person_of, server_language, venue_of
from cogs.interaction.rate_limits import SEAT_LIMIT
from cogs.interaction.replies import answer, answer_deferred, replace_message, try_answer
from host.errors import HostError
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.lobby_rules import missing_people
from host.model.table import WaitingTable
from host.model.table_errors import AloneError, StillSettingUpError
from host.model.table_options import TableOptions
from screens.game_buttons import computer_seats_rows
from screens.lobby import alone_screen, start_anyway_screen
from screens.screen import Screen
from screens.text.deadlines import computers_seat_text
from screens.text.lobby import begins_text, joined_text, removed_text

log = logging.getLogger(__name__)


async def take_seat(interaction: Interaction, number: int | None = None, colour: Colour | None = None) -> None:
    """Give the person a seat at a table, or open one, and refresh the message of the table. Raise HostError.

    They hear why one was opened, if the table that waits there is full, and are also offered the seat of a computer in
    a game that runs near by.
    """
    check_rate_limit(interaction, SEAT_LIMIT)
    client, language = interaction.client, server_language(interaction)
    table, is_new = await client.host.lobby.join(
        venue_of(interaction), person_of(interaction), number, colour=colour, language=language
    )
    note_context(interaction, table)
    full = client.host.tables.find_full(table.venue) if is_new else None
    shown = Screen(joined_text(await show_and_start(client, table, person_of(interaction), interaction), full))
    running = client.host.tables.find_computers_seat(table.venue, interaction.user.id)
    if running:
        shown = Screen(f"{shown.text}\n{computers_seat_text(running)}", computer_seats_rows(running))
    await answer(interaction, shown)


async def start_game(
    interaction: Interaction, number: int | None, options: TableOptions, *, asks_first: bool = True
) -> PlayResult | None:
    """Start a game. If the person is alone, offer a game against a computer, or practice, and return None.

    With ``asks_first``, ask the person and return None while the organiser, if that is somebody else, sets the table
    up. Raise HostError.
    """
    host, person = interaction.client.host, person_of(interaction)
    number = host.lobby.own_waiting_number(venue_of(interaction), person.id) if number is None else number
    await _remove_absent(interaction, number)
    try:
        return await host.lobby.start(venue_of(interaction), person, number, options, asks_first=asks_first)
    except AloneError as error:
        table, question = error.table, alone_screen
    except StillSettingUpError as error:
        table, question = error.table, start_anyway_screen
    if options.options is not None:
        options = replace(options, options=table.options)  # each only once: as typed, they may not fit into an id
    await answer(interaction, question(table, options))
    return None


async def start_complete_rematches(client: Client) -> None:
    """Start the rematches at which everybody sits: the bot stopped between the last seat taken and the start."""
    for number in [table.number for table in client.host.tables.waiting()]:
        try:
            table = client.host.tables.summary(number)
            if not isinstance(table, WaitingTable) or missing_people(table):
                continue
            if played := await begin_when_complete(client, table, table.organiser):
                await announce_start(client, played)
        except (HostError, NotAnnouncedError) as error:
            log.warning("table %d: its rematch could not be started or shown: %r", number, error)
        except Exception:
            log.exception("table %d: its rematch could not be started or shown", number)


async def _remove_absent(interaction: Interaction, number: int) -> None:
    """Remove the people from a table who have left the server, and tell the person who starts the game."""
    client, person_id = interaction.client, interaction.user.id
    table = client.host.tables.summary(number)
    if not isinstance(table, WaitingTable) or not table.has_player(person_id):
        return
    for person in table.people:
        if person.id != person_id and await remove_if_left(client, table, person):
            client.outbox.refresh(number)  # the game may not begin: whoever is alone now is asked first
            await answer(interaction, removed_text(table, person.name))


async def remove_if_left(client: Client, table: WaitingTable, person: Person) -> bool:
    """Remove a person from a waiting table if they have left its server. Return whether they were removed."""
    if not await client.channels.has_left(table.venue, person.id):
        return False
    try:
        await client.host.lobby.leave(table.venue, person, table.number)
    except HostError:  # somebody else was quicker
        return False
    return True


async def announce_start_of_command(interaction: Interaction, played: PlayResult) -> None:
    """Tell the person who gave a command that a game begins, and announce it.

    In the channel of the game, the private answer goes then, because the public message says the same. Raise
    NotAnnouncedError.
    """
    begun = await try_answer(played.after.number, answer_deferred(interaction, begins_text(played.after.number)))
    await announce_start(interaction.client, played, interaction)
    table = await interaction.client.host.tables.load_started(played.after.number)
    if begun and interaction.channel_id == table.venue.channel:
        await try_answer(table.number, begun.delete())


async def conclude_start(interaction: Interaction, number: int) -> None:
    """Conclude the private message that began a game, once that is announced.

    In the channel of the game it goes, because the public message says the same; elsewhere it says that the game
    begins.
    """
    table = await interaction.client.host.tables.load_started(number)
    if interaction.channel_id == table.venue.channel:
        await try_answer(table.number, interaction.delete_original_response())
    else:
        await try_answer(table.number, replace_message(interaction, begins_text(number)))
