"""The commands that explain the rules of an edition, and how to use the bot; and the buttons below their answers."""

from discord import app_commands
from discord.ext import commands

from carcassonne import Ruleset, find_ruleset
from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import check_rate_limit, person_of, venue_of
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.game_option import AnyGameArg
from cogs.interaction.option_choices import EDITION_CHOICES
from cogs.interaction.personal_pictures import pictures_for
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer
from cogs.message.help import help_message
from cogs.message.personal_ids import HelpId, RulesId
from cogs.message.rules import rules_message
from cogs.text.help import HelpPage
from cogs.text.i18n import N_
from cogs.text.rules import rules_pages
from host.errors import NoTableError
from host.model.table_options import DEFAULT_EDITION


class Help(commands.Cog):
    """``/rules`` and ``/help``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=N_("Read the rules of your game in short"))
    @app_commands.describe(edition=N_("Read about another edition"), game=N_("The game's number"))
    @app_commands.choices(edition=EDITION_CHOICES)
    async def rules(self, interaction: Interaction, edition: str | None = None, game: AnyGameArg | None = None) -> None:
        """Show the rules of an edition: the one named, else the one of the table that is meant, else the default."""
        await interaction.response.defer(ephemeral=True)
        check_rate_limit(interaction, PICTURE_LIMIT)
        rules = find_ruleset(edition) if edition else await _rules_here(interaction, game)
        pictures = pictures_for(self.bot, interaction.user.id)
        text, files, view = await rules_message(pictures, rules, rules_pages(rules)[0])
        await interaction.followup.send(text, files=files, view=view, ephemeral=True)

    @app_commands.command(description=N_("Learn how to play Carcassonne here"))
    async def help(self, interaction: Interaction) -> None:
        """Show the first page of the help."""
        await interaction.response.defer(ephemeral=True)
        text, view = help_message(HelpPage.PLAY, offers_table=interaction.guild_id is not None)
        await answer(interaction, text, view=view)


class HelpButton(PersistentButton[HelpId], handles=HelpId):
    """Shows another page of the help."""

    async def press(self, interaction: Interaction, pressed: HelpId) -> None:
        """Show it in the message of the button."""
        text, view = help_message(pressed.page, offers_table=interaction.guild_id is not None)
        await interaction.edit_original_response(content=text, view=view)


class RulesButton(PersistentButton[RulesId], handles=RulesId):
    """Shows another page of the rules."""

    async def press(self, interaction: Interaction, pressed: RulesId) -> None:
        """Show it in the message of the button. Raise RateLimitError, or UnknownComponentError for no such page."""
        rules = pressed.rules.ruleset()
        if pressed.page not in rules_pages(rules):
            raise UnknownComponentError(str(pressed))
        check_rate_limit(interaction, PICTURE_LIMIT)
        pictures = pictures_for(interaction.client, interaction.user.id)
        text, files, view = await rules_message(pictures, rules, pressed.page)
        await interaction.edit_original_response(content=text, attachments=files, view=view)


async def _rules_here(interaction: Interaction, game: int | None) -> Ruleset:
    """Return the rules of the table that is meant, with its options. Raise HostError."""
    try:
        table = await interaction.client.host.tables.find_any(venue_of(interaction), person_of(interaction), game)
    except NoTableError:
        if game is not None:
            raise
        return find_ruleset(DEFAULT_EDITION)
    return find_ruleset(table.edition, table.options)


async def setup(bot: Client) -> None:
    """Load the commands and the buttons."""
    bot.add_dynamic_items(HelpButton, RulesButton)
    await bot.add_cog(Help(bot))
