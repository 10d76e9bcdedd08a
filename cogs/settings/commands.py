"""The command that shows a person's settings, and their submitted forms."""

from discord import app_commands
from discord.ext import commands

from cogs.interaction.client import Client, Interaction
from cogs.interaction.forms import FormFields, receive_form
from cogs.interaction.replies import answer
from cogs.message.custom_ids import SettingsFormId
from cogs.settings.handlers import panel_message, show_panel, store_form
from cogs.text.i18n import N_


class Settings(commands.Cog):
    """``/settings``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=N_("Your settings, in every game"))
    async def settings(self, interaction: Interaction) -> None:
        """Show the panel."""
        await interaction.response.defer(ephemeral=True)
        text, view = await panel_message(interaction)
        await answer(interaction, text, view=view)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Store the settings of a submitted form. Forms that were opened before a restart work, too."""
        await receive_form(interaction, SettingsFormId, _store)


async def _store(interaction: Interaction, submitted: SettingsFormId, fields: FormFields) -> None:
    notes, files = await store_form(interaction, submitted.form, fields)
    await show_panel(interaction, *notes, files=files)
