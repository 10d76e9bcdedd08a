"""A table where somebody sits down is shown, and games begin: by whatever somebody has pressed, here or on a page."""

from collections.abc import Collection
from contextlib import suppress
from functools import partial

from cogs.delivery.errors import NoticeNotSentError
from cogs.delivery.outbox import Outbox
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import note_context
from cogs.interaction.replies import answer, try_answer
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.lobby_rules import is_practice_again, missing_people, seats_taken
from host.model.rematch_rules import series_score
from host.model.table import BaseTable, FinishedTable, RunningTable, WaitingTable
from host.model.table_errors import AlreadyStartedError, GameOverError
from screens.text.channels import no_thread_text
from screens.text.series import series_without_text


async def show_and_start(
    client: Client, table: WaitingTable, person: Person, interaction: Interaction | None = None
) -> BaseTable:
    """Show a table where a person has taken a seat, and start a rematch as soon as everybody is there.

    The game begins even if Discord refuses what is shown. Return the table as it was shown. Raise HostError and
    NotAnnouncedError.
    """
    try:
        return await client.outbox.show_status(table.number)
    finally:
        if played := await begin_when_complete(client, table, person):
            await announce_start(client, played, interaction)


async def absent_players(client: Client, played: FinishedTable, person: Person) -> Collection[int]:
    """Return the ids of those who have played with a person, and have left the server since."""
    others = [one for one in played.people if one.id != person.id]
    return await client.channels.who_has_left(played.venue, others)


async def begin_when_complete(client: Client, table: WaitingTable, person: Person) -> PlayResult | None:
    """Begin the game of a rematch if everybody who is still on the server sits there; else return None.

    ``person`` sits there. Raise HostError.
    """
    missing, is_practice = missing_people(table), is_practice_again(table)
    if table.invitation is None or not (is_practice or seats_taken(table) > 1):
        return None
    if len(await client.channels.who_has_left(table.venue, missing)) < len(missing):
        return None
    with suppress(AlreadyStartedError, GameOverError):  # somebody has pressed Start meanwhile
        return await client.host.lobby.start(table.venue, person, table.number, practice=is_practice)
    return None


async def announce_start(client: Client, played: PlayResult, interaction: Interaction | None = None) -> None:
    """Announce the first turn, in a thread if the table wants one, and pin the status message.

    If no thread could be opened, the command or button that began the game is answered, if there is one. Raise
    NotAnnouncedError.
    """
    if interaction:
        note_context(interaction, played.after)
    await _tell_who_is_missing(client.outbox, played)
    try:
        await client.outbox.publish(played)
    finally:
        table, number = client.host.tables.summary(played.after.number), played.after.number
        has_thread = table is None or table.venue.parent is not None or not client.host.is_home(table.venue)
        if interaction and played.after.settings.thread and not has_thread:
            await try_answer(number, answer(interaction, no_thread_text()))


async def _tell_who_is_missing(outbox: Outbox, played: PlayResult) -> None:
    """Say publicly if a game of a series begins without somebody who was asked."""
    before, table = played.before, played.after
    if not isinstance(before, WaitingTable) or not isinstance(table, RunningTable) or series_score(table) is None:
        return
    if missing := missing_people(before):
        with suppress(NoticeNotSentError):
            await outbox.post_notice(table, partial(series_without_text, table, missing))
