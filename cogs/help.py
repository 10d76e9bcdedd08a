"""The commands that explain the rules of an edition, and how to use the bot; and the buttons below their answers."""

from discord import app_commands
from discord.ext import commands

from carcassonne import Ruleset, find_ruleset
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, person_of, venue_of
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.game_option import AnyGameArg
from cogs.interaction.option_choices import EDITION_CHOICES
from cogs.interaction.press import Press
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import handles
from host.errors import NoTableError
from host.model.table_options import DEFAULT_EDITION
from screens.custom_ids import HelpId, RulesId
from screens.help import help_message, rules_message
from screens.text.i18n import N_
from screens.text.labels import HelpPage
from screens.text.rules import rules_pages


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
        pictures = self.bot.pictures_for(interaction.user.id)
        await answer(interaction, await rules_message(pictures, rules, rules_pages(rules)[0]))

    @app_commands.command(description=N_("Learn how to play Carcassonne here"))
    async def help(self, interaction: Interaction) -> None:
        """Show the first page of the help."""
        await interaction.response.defer(ephemeral=True)
        await answer(interaction, help_message(HelpPage.PLAY, offers_table=interaction.guild_id is not None))


@handles(HelpId)
async def show_help_page(press: Press, pressed: HelpId) -> None:
    """Show another page of the help in the same message."""
    offers_table = press.interaction.guild_id is not None
    await replace_message(press.interaction, help_message(pressed.page, offers_table=offers_table))


@handles(RulesId)
async def show_rules_page(press: Press, pressed: RulesId) -> None:
    """Show another page of the rules in the same message.

    Raise RateLimitError, or UnknownComponentError for no such page.
    """
    rules = pressed.rules.ruleset()
    if pressed.page not in rules_pages(rules):
        raise UnknownComponentError(str(pressed))
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    shown = await rules_message(press.client.pictures_for(press.person.id), rules, pressed.page)
    await replace_message(press.interaction, shown)


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
    """Load the commands."""
    await bot.add_cog(Help(bot))
