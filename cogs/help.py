"""The commands that explain the rules of an edition, and how to use the bot; and the buttons below their answers."""

from discord import app_commands
from discord.ext import commands

from carcassonne import Ruleset, find_ruleset
from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import find_started
from cogs.interaction.game_option import StartedGameArg
from cogs.interaction.option_choices import EDITION_CHOICES
from cogs.interaction.personal_pictures import pictures_for
from cogs.interaction.replies import answer
from cogs.message.help import help_message
from cogs.message.personal_ids import HelpId
from cogs.text.formatting import MESSAGE_LENGTH, split_pages
from cogs.text.help import HelpPage
from cogs.text.i18n import N_
from cogs.text.rules import rules_text
from host import DEFAULT_EDITION, NoTableError


class Help(commands.Cog):
    """``/rules`` and ``/help``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=N_("The rules of your game in short"))
    @app_commands.describe(edition=N_("An edition, if you want to read about another"), game=N_("The game's number"))
    @app_commands.choices(edition=EDITION_CHOICES)
    async def rules(
        self, interaction: Interaction, edition: str | None = None, game: StartedGameArg | None = None
    ) -> None:
        """Show the rules of an edition: the one named, else the one played here, else the default.

        Then send pictures of small positions, with their captions as text.
        """
        await interaction.response.defer(ephemeral=True)
        rules = find_ruleset(edition) if edition else await _rules_here(interaction, game)
        for page in split_pages(rules_text(rules).splitlines(), MESSAGE_LENGTH):
            await answer(interaction, page)
        if files := await pictures_for(self.bot, interaction.user.id).examples(rules.edition):
            captions = [f"{number}. {file.description}" for number, file in enumerate(files, 1)]
            await interaction.followup.send("\n".join(captions), files=files, ephemeral=True)

    @app_commands.command(description=N_("How to play Carcassonne here"))
    async def help(self, interaction: Interaction) -> None:
        """Show the first page of the help."""
        await interaction.response.defer(ephemeral=True)
        text, view = help_message(HelpPage.PLAY)
        await answer(interaction, text, view=view)


class HelpButton(PersistentButton[HelpId], handles=HelpId):
    """Shows another page of the help."""

    async def press(self, interaction: Interaction, pressed: HelpId) -> None:
        """Show it in the message of the button."""
        text, view = help_message(pressed.page)
        await interaction.edit_original_response(content=text, view=view)


async def _rules_here(interaction: Interaction, game: int | None) -> Ruleset:
    try:
        table = (await find_started(interaction, game)).table
    except NoTableError:
        if game is not None:
            raise
        return find_ruleset(DEFAULT_EDITION)
    return find_ruleset(table.edition, table.options)


async def setup(bot: Client) -> None:
    """Load the commands and the buttons."""
    bot.add_dynamic_items(HelpButton)
    await bot.add_cog(Help(bot))
