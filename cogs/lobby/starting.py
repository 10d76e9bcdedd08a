"""Starts games. A person who is alone at the table is offered a practice game."""

from contextlib import suppress
from dataclasses import replace

from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.membership import remove_if_left, who_has_left
from cogs.delivery.threads import move_to_thread
from cogs.interaction.client import Interaction
from cogs.interaction.context import note_context, person_of, venue_of
from cogs.interaction.replies import answer
from cogs.message.lobby import practice_view
from cogs.text.channels import no_thread_text
from cogs.text.i18n import _
from cogs.text.lobby import alone_text, removed_text
from cogs.text.rematch import alone_at_rematch_text
from host import (
    AloneError,
    AlreadyStartedError,
    GameOverError,
    PlayResult,
    TableOptions,
    WaitingTable,
    is_practice_again,
    missing_people,
)


async def start_game(interaction: Interaction, number: int | None, options: TableOptions) -> PlayResult | None:
    """Start a game. If the person is alone, offer a practice game and return None. Raise HostError."""
    host, person = interaction.client.host, person_of(interaction)
    number = host.lobby.own_waiting_number(venue_of(interaction), person.id) if number is None else number
    await _remove_absent(interaction, number)
    try:
        return await host.lobby.start(venue_of(interaction), person, number, options)
    except AloneError as error:
        table = error.table
    if options.options is not None:
        options = replace(options, options=table.options)  # each only once: as typed, they may not fit into an id
    view = practice_view(table.number, options)
    text = alone_at_rematch_text(table) if table.rematch else alone_text(table)
    await answer(interaction, text, view=view)
    return None


async def start_when_complete(interaction: Interaction, table: WaitingTable) -> None:
    """Start a rematch as soon as everybody who was asked and is still on the server sits there.

    Raise HostError and NotAnnouncedError.
    """
    client, missing, is_practice = interaction.client, missing_people(table), is_practice_again(table)
    if table.rematch is None or not (is_practice or len(table.people) + len(table.rematch.computers) > 1):
        return
    if len(await who_has_left(client.delivery, table, missing)) < len(missing):
        return
    with suppress(AlreadyStartedError, GameOverError):  # somebody has pressed Start meanwhile
        played = await client.host.lobby.start(table.venue, person_of(interaction), table.number, practice=is_practice)
        await announce_start(interaction, played)


async def _remove_absent(interaction: Interaction, number: int) -> None:
    """Remove the people from a table who have left the server, and tell the person who starts the game."""
    client, person_id = interaction.client, interaction.user.id
    table = client.host.tables.summary(number)
    if not isinstance(table, WaitingTable) or not table.has_player(person_id):
        return
    for person in table.people:
        if person.id != person_id and await remove_if_left(client.delivery, table, person):
            await answer(interaction, removed_text(table, person.name))


async def announce_start(interaction: Interaction, played: PlayResult) -> None:
    """Announce the first turn, in a thread if the table wants one, and pin the status message.

    Raise NotAnnouncedError.
    """
    note_context(interaction, played.after)
    try:
        if played.after.settings.thread and await move_to_thread(interaction.client.delivery, played.after) is None:
            await answer(interaction, no_thread_text())
        await interaction.client.outbox.publish(played)
    finally:
        outbox = interaction.client.outbox
        with suppress(NotAnnouncedError):
            await outbox.pin_status(await outbox.show_status(played.after.number))


def started_text(played: PlayResult) -> str:
    """Return the answer to the person who has started a game."""
    return _("Game #{number} begins!").format(number=played.after.number)
