"""The submitted forms of waiting tables."""

from discord.ext import commands

from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import person_of, venue_of
from cogs.interaction.forms import FormFields, receive_form
from cogs.interaction.replies import answer, try_answer
from cogs.message.custom_ids import OptionsFormId, TableId, TimeFormId
from cogs.message.table_forms import offered_only, parse_options_form
from cogs.text.editions import options_left_out_text


class LobbyForms(commands.Cog):
    """Handles the submitted forms of waiting tables."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Store the options of a submitted form. Forms that were opened before a restart work, too."""
        await receive_form(interaction, OptionsFormId, self._store)
        await receive_form(interaction, TimeFormId, self._store)

    async def _store(self, interaction: Interaction, form: TableId, fields: FormFields) -> None:
        person, (options, left_out) = person_of(interaction), offered_only(parse_options_form(fields))
        table = await self.bot.host.lobby.choose_options(venue_of(interaction), person, form.number, options)
        if left_out:
            text = options_left_out_text(table.edition, table.options, left_out)
            await try_answer(table.number, answer(interaction, text))
        await self.bot.outbox.show_status(form.number)
