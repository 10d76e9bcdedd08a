"""What is kept of a person: reading it, and having it deleted."""

import asyncio
import io
import re
from contextlib import suppress
from enum import StrEnum
from typing import Final, Self

import discord
from discord import app_commands
from discord.ext import commands

from cogs.delivery.turn_messages import NotAnnouncedError
from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import Face, LastingButton, buttons
from cogs.interaction.context import person_of, spend
from cogs.interaction.rate_limits import FILES
from cogs.interaction.replies import answer
from cogs.message.data_export import packed
from cogs.text.i18n import _, marked
from cogs.text.privacy import deletion_question, deletion_text, export_text, nothing_deleted_text, privacy_text
from host import Played, Withdrawal


class Wish(StrEnum):
    """What a person can ask for."""

    EXPORT = "export"
    DELETE = "delete"
    """To be asked once more."""
    FORGET = "forget"
    KEEP = "keep"


LABELS: Final = {
    Wish.EXPORT: (marked("Export"), discord.ButtonStyle.primary),
    Wish.DELETE: (marked("Delete …"), discord.ButtonStyle.secondary),
    Wish.FORGET: (marked("Delete everything about me"), discord.ButtonStyle.danger),
    Wish.KEEP: (marked("Keep everything"), discord.ButtonStyle.secondary),
}


class WishButton(LastingButton, template=r"carc:privacy:(?P<wish>export|delete|forget|keep)"):
    """Does with what is kept of whoever presses it what its wish says."""

    def __init__(self, wish: Wish) -> None:
        label, style = LABELS[wish]
        super().__init__(Face(_(label), style).with_id(f"carc:privacy:{wish}"))
        self.wish = wish

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button of a wish."""
        return cls(Wish(match["wish"]))

    async def press(self, interaction: Interaction) -> None:
        """Fulfil the wish; nothing is deleted that was not asked about twice."""
        match self.wish:
            case Wish.EXPORT:
                await _export(interaction)
            case Wish.DELETE:
                tables = interaction.client.host.privacy.tables(interaction.user.id)
                view = buttons(WishButton(Wish.FORGET), WishButton(Wish.KEEP))
                await answer(interaction, deletion_question(tables), view=view)
            case Wish.FORGET:
                await _forget(interaction)
            case Wish.KEEP:
                await interaction.edit_original_response(content=nothing_deleted_text(), view=None)


async def _export(interaction: Interaction) -> None:
    spend(interaction, FILES)
    person_id, at, most = interaction.user.id, interaction.created_at, interaction.filesize_limit
    found = await interaction.client.host.privacy.export(person_id)
    zips = await asyncio.to_thread(packed, person_id, found, at, most)
    for number, one in enumerate(zips, 1):
        name = f"carcassonne-about-me-{number}.zip" if len(zips) > 1 else "carcassonne-about-me.zip"
        await answer(interaction, export_text(number, len(zips)), file=discord.File(io.BytesIO(one), name))


async def _forget(interaction: Interaction) -> None:
    """Leave every table, delete, and only then tell those who sit there: so nothing that is said names the person."""
    client, person = interaction.client, person_of(interaction)
    gone = await client.host.privacy.withdraw(person)
    try:
        await client.host.privacy.forget(person.id)
    finally:  # whoever has sat down again meanwhile is not forgotten, and has left all the same
        await _tell_of_leaving(client, gone)
    await interaction.edit_original_response(content=deletion_text(), view=None)


async def _tell_of_leaving(client: Client, gone: Withdrawal) -> None:
    """Tell the tables that somebody has left, with the names as they are stored now."""
    for number in gone.left:
        with suppress(NotAnnouncedError):  # the next change there shows it
            await client.lobbies.show(number)
    for number in gone.resigned:
        with suppress(NotAnnouncedError):  # it is tried again later
            table = await client.host.tables.load_started(number)
            await client.announcer.announce(Played(table, table, (), ()))


class Privacy(commands.Cog):
    """``/privacy``, also in a private conversation with the bot."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("What is kept of you: read it, or have it deleted"))
    async def privacy(self, interaction: Interaction) -> None:
        """Say in short what is kept, and offer to export or to delete it."""
        await interaction.response.defer(ephemeral=True)
        await answer(interaction, privacy_text(), view=buttons(WishButton(Wish.EXPORT), WishButton(Wish.DELETE)))


async def setup(bot: Client) -> None:
    """Load the commands."""
    bot.add_dynamic_items(WishButton)
    await bot.add_cog(Privacy(bot))
