"""What explains the game: the rules of an edition, how to use the bot, and the guided game."""

from discord import app_commands
from discord.ext import commands

from carcassonne import Ruleset, find_ruleset
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, language_of_tables, person_of, venue_of
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.options import EDITION_CHOICES, AnyGameArg
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import Press, handles
from host.errors import NoTableError
from host.model.table_options import DEFAULT_EDITION, TableOptions
from screens import custom_ids as ids
from screens.courses import course_at
from screens.help import help_message, rules_message
from screens.screen import Screen
from screens.table_options import with_ready_made
from screens.text.i18n import N_
from screens.text.labels import HelpPage
from screens.text.rules import rules_pages
from screens.text.tutorial import stopped_text
from screens.tutorial import LESSONS, stopped_rows, tutorial_message


class Help(commands.Cog):
    """``/rules`` and ``/help``."""

    @app_commands.command(description=N_("Read the rules of your game in short"))
    @app_commands.describe(edition=N_("Another edition, like The Castle"), game=N_("The game's number, like #12"))
    @app_commands.choices(edition=EDITION_CHOICES)
    async def rules(self, interaction: Interaction, edition: str | None = None, game: AnyGameArg | None = None) -> None:
        """Show the rules of an edition: the one named, else the one of the table that is meant, else the default."""
        await interaction.response.defer(ephemeral=True)
        check_rate_limit(interaction, PICTURE_LIMIT)
        rules = _rules_of(edition) if edition else await _rules_here(interaction, game)
        pictures = interaction.client.pictures_for(interaction.user.id)
        await answer(interaction, await rules_message(pictures, rules, rules_pages(rules)[0]))

    @app_commands.command(description=N_("Learn how to play Carcassonne here"))
    async def help(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await answer(interaction, help_message(HelpPage.PLAY, language_of_tables(interaction)))


def _rules_of(edition: str) -> Ruleset:
    """Return the rules of an edition without options, or of a ready-made choice."""
    chosen = with_ready_made(TableOptions(edition=edition))
    return find_ruleset(chosen.edition or "", chosen.options or ())


async def _rules_here(interaction: Interaction, game: int | None) -> Ruleset:
    """Return the rules of the table that is meant, with its options. Raise HostError."""
    try:
        table = await interaction.client.host.tables.find_any(venue_of(interaction), person_of(interaction), game)
    except NoTableError:
        if game is not None:
            raise
        return find_ruleset(DEFAULT_EDITION)
    return find_ruleset(table.edition, table.options)


@handles(ids.HelpId)
async def show_help_page(press: Press, pressed: ids.HelpId) -> None:
    await replace_message(press.interaction, help_message(pressed.page, language_of_tables(press.interaction)))


@handles(ids.RulesId)
async def show_rules_page(press: Press, pressed: ids.RulesId) -> None:
    rules = pressed.rules.ruleset()
    if pressed.page not in rules_pages(rules):
        raise UnknownComponentError(str(pressed))
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    shown = await rules_message(press.client.pictures_for(press.person.id), rules, pressed.page)
    await replace_message(press.interaction, shown)


# The guided game: a short game against a script, for one person, in private. Nothing is stored: the id of each button
# has the number of its task


@handles(ids.TutorialId)
async def begin_or_stop(press: Press, pressed: ids.TutorialId) -> None:
    interaction = press.interaction
    match pressed.choice:
        case ids.TutorialAction.BEGIN:
            check_rate_limit(interaction, PICTURE_LIMIT)
            await answer(interaction, await tutorial_message(press.client.pictures_for(press.person.id), 0))
        case ids.TutorialAction.AGAIN:
            await _show_task(press, 0)
        case ids.TutorialAction.INNS | ids.TutorialAction.BUILDER:
            await _show_task(press, LESSONS[pressed.choice].first)
        case ids.TutorialAction.STOP:
            await replace_message(interaction, Screen(stopped_text(), stopped_rows()))


@handles(ids.TutorialChoiceId)
async def choose(press: Press, pressed: ids.TutorialChoiceId) -> None:
    """Show the next task, or after a wrong choice the same one with a hint.

    Raise UnknownComponentError if the task does not offer the choice, as after a change of the script.
    """
    course = course_at(pressed.task)
    task = course.tasks[pressed.task - course.first] if course and pressed.task < course.end else None
    if course is None or task is None or pressed.chosen not in course.choices(task):
        raise UnknownComponentError(str(pressed))
    is_right = pressed.chosen == task.wanted_step
    await _show_task(press, pressed.task + is_right, is_wrong=not is_right)


async def _show_task(press: Press, number: int, *, is_wrong: bool = False) -> None:
    interaction = press.interaction
    check_rate_limit(interaction, PICTURE_LIMIT)
    pictures, offers_table = press.client.pictures_for(press.person.id), interaction.guild_id is not None
    shown = await tutorial_message(pictures, number, is_wrong=is_wrong, offers_table=offers_table)
    await replace_message(interaction, shown)


async def setup(bot: Client) -> None:
    await bot.add_cog(Help())
