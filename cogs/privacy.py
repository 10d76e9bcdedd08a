"""The command and the buttons for personal data: export and deletion."""

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import Final, assert_never

import discord
from discord import app_commands
from discord.ext import commands

from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.jobs import LONGEST_MESSAGE_PAUSE
from cogs.interaction.beginnings import show_and_start
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, person_of
from cogs.interaction.rate_limits import FILE_LIMIT
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import Press, handles
from cogs.interaction.startup import Stage
from host.errors import HostError, StorageError
from host.model.controllers import Person
from host.model.table import WaitingTable
from host.model.table_errors import StillSeatedError
from host.services.people import DELETION
from host.services.privacy import Withdrawal
from screens import custom_ids as ids
from screens.data_export import zip_export
from screens.screen import Button, File, Rows, Screen, Style, row
from screens.settings import browsers_button
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.settings import (
    deletion_question,
    deletion_text,
    export_text,
    nothing_deleted_text,
    nothing_kept_text,
    privacy_text,
)
from screens.turn_reports import with_current_table

_LABELS: Final = {
    ids.PrivacyAction.EXPORT: (Label.EXPORT, Style.PRIMARY),
    ids.PrivacyAction.DELETE: (Label.DELETE, Style.SECONDARY),
    ids.PrivacyAction.FORGET: (N_("Delete everything"), Style.DANGER),
    ids.PrivacyAction.KEEP: (N_("Keep everything"), Style.SECONDARY),
}


def _privacy_rows(*choices: ids.PrivacyAction) -> Rows:
    shown = [(one, *_LABELS[one]) for one in choices]
    return row(*(Button(ids.PrivacyId(one), _(label), style) for one, label, style in shown))


@handles(ids.PrivacyId)
async def export_or_delete(press: Press, pressed: ids.PrivacyId) -> None:
    """Do what was chosen with the data of the person. Before a deletion, the bot asks for confirmation."""
    interaction = press.interaction
    match pressed.choice:
        case ids.PrivacyAction.EXPORT:
            await _export(interaction)
        case ids.PrivacyAction.DELETE:
            tables = press.host.tables.of_person(press.person.id)
            view = _privacy_rows(ids.PrivacyAction.FORGET, ids.PrivacyAction.KEEP)
            await answer(interaction, Screen(deletion_question(tables), view))
        case ids.PrivacyAction.FORGET:
            await _forget(interaction)
        case ids.PrivacyAction.KEEP:
            is_stored = await press.host.people.is_stored(press.person.id)
            await replace_message(interaction, nothing_deleted_text() if is_stored else nothing_kept_text())
        case _:
            assert_never(pressed.choice)


async def _export(interaction: Interaction) -> None:
    check_rate_limit(interaction, FILE_LIMIT)
    person_id, at, max_bytes = interaction.user.id, interaction.created_at, interaction.filesize_limit
    found = await interaction.client.host.privacy.export(person_id)
    zips = await asyncio.to_thread(zip_export, person_id, found, at, max_bytes)
    for number, one in enumerate(zips, 1):
        name = f"carcassonne-about-me-{number}.zip" if len(zips) > 1 else "carcassonne-about-me.zip"
        await answer(interaction, Screen(export_text(number, len(zips)), files=(File(one, name),)))


async def _forget(interaction: Interaction) -> None:
    """Delete a person. That they asked for it is stored first, so it is finished even if the bot is stopped now."""
    client, person = interaction.client, person_of(interaction)
    await client.host.people.ask_deletion(person)
    await _delete(client, person)
    await replace_message(interaction, deletion_text())


async def _delete(client: Client, *people: Person) -> None:
    """Remove people from all tables, delete the data, then tell the tables. So no text names one of them.

    Raise StillSeatedError for who has sat down again meanwhile: they are not deleted, but have left those tables. What
    fails is tried again only if the database was away: later, the person may have sat down somewhere.
    """
    privacy = client.host.privacy
    async with AsyncExitStack() as announcements:
        for person in people:
            try:
                announcements.push_async_callback(_announce_withdrawal, client, await privacy.withdraw(person))
                await privacy.delete(person.id)
            except StorageError:
                raise
            except Exception:
                await client.host.people.drop_deletion(person.id)
                raise


async def _announce_withdrawal(client: Client, withdrawal: Withdrawal) -> None:
    """Refresh or announce what a person's withdrawal has changed, with the names as they are stored now."""
    for number in withdrawal.left:
        with suppress(NotAnnouncedError, HostError):  # the next change there shows it
            await client.outbox.show_status(number)
    for played in withdrawal.resigned:
        with suppress(NotAnnouncedError, HostError):  # it is tried again later
            table = await client.host.tables.load_started(played.after.number)
            await client.outbox.publish(with_current_table(table, played))
    for number in withdrawal.named:
        client.outbox.refresh(number)
        waiting = client.host.tables.summary(number)
        if isinstance(waiting, WaitingTable):  # the others may have waited for this person alone
            with suppress(NotAnnouncedError, HostError):
                await show_and_start(client, waiting, waiting.organiser)


class Privacy(commands.Cog):
    """``/privacy``, also in a private conversation with the bot."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.startup.add_for_servers(Stage.DELETIONS, self.finish_deletions)

    async def finish_deletions(self, _: discord.Guild | None) -> None:
        """Delete those who asked for it before the bot was stopped. From now on, finish what somebody else leaves."""
        host = self.bot.host
        try:
            await self._finish_deletion(*host.schedule.due_by(host.now(), DELETION))
        finally:  # who is left is tried again
            self.bot.timer.begin(DELETION, self._finish_deletion, longest=LONGEST_MESSAGE_PAUSE)

    async def _finish_deletion(self, *ids: int) -> None:
        found = [await self.bot.host.people.find_leaving(one) for one in ids]
        with suppress(StillSeatedError):  # then they stay
            await _delete(self.bot, *filter(None, found))

    @app_commands.command(description=N_("See, export or delete your data"))
    async def privacy(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        browsers = len(await interaction.client.host.browsers.sessions(interaction.user.id))
        shown = _privacy_rows(ids.PrivacyAction.EXPORT, ids.PrivacyAction.DELETE)
        await answer(interaction, Screen(privacy_text(browsers), shown + (row(browsers_button()) if browsers else ())))


async def setup(bot: Client) -> None:
    await bot.add_cog(Privacy(bot))
