"""The submitted forms of waiting tables."""

from discord.ext import commands

from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import submitted_form_id
from cogs.interaction.context import note_context, person_of, venue_of
from cogs.interaction.errors import error_boundary
from cogs.message.custom_ids import OptionsFormId, TimeFormId
from cogs.message.table_forms import parse_options_form


class LobbyForms(commands.Cog):
    """Handles the submitted forms of waiting tables."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Store the options of a submitted form. Forms that were opened before a restart work, too."""
        form = submitted_form_id(interaction, OptionsFormId) or submitted_form_id(interaction, TimeFormId)
        if form is None:
            return
        async with error_boundary(interaction):
            await interaction.response.defer()
            if table := self.bot.host.tables.cached(form.number):
                note_context(interaction, table)
            options = parse_options_form(interaction.data)
            await self.bot.host.lobby.choose_options(
                venue_of(interaction), person_of(interaction), form.number, options
            )
            await self.bot.outbox.show_status(form.number)
