"""``/carcassonne-admin``, and the pages of its panel that only tell something."""

import platform
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import CarcassonneError, parse_record
from carcassonne.record import MAX_RECORD_LENGTH, read_record
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import (
    check_rate_limit,
    guild_of,
    load_context,
    only_on_servers,
    person_of,
    venue_of,
)
from cogs.interaction.rate_limits import FILE_LIMIT
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import Press, handles
from cogs.interaction.table_options import takes_players
from host.model.controllers import Person
from render import scripts_without_font
from screens import admin as screens
from screens import custom_ids as ids
from screens.screen import Screen
from screens.text import admin as texts
from screens.text.i18n import N_
from screens.text.move_errors import wrong_line_text


class Admin(commands.Cog):
    """``/carcassonne-admin``. Discord checks who may use it; servers can change that in their settings."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.since = discord.utils.utcnow()

    @app_commands.command(name="carcassonne-admin", description=N_("For server managers: games and settings"))
    @app_commands.describe(file=N_("A game log from /log, like carcassonne-12.carc: imports a finished game"))
    @app_commands.default_permissions(manage_guild=True)
    @only_on_servers
    @takes_players(N_("Who had this seat, like @Ann; the name in the log if you leave it out"))
    async def admin(
        self,
        interaction: Interaction,
        members: Sequence[discord.Member | None],
        file: discord.Attachment | None = None,
    ) -> None:
        """Open the panel, or import the game of a file."""
        await interaction.response.defer(ephemeral=True)
        if file:
            await answer(interaction, await _import_game(interaction, file, members))
        elif any(members):
            await answer(interaction, texts.no_file_text())
        else:
            server = self.bot.host.administration.server(guild_of(interaction))
            await answer(interaction, screens.server_screen(server))


async def _import_game(
    interaction: Interaction, file: discord.Attachment, members: Sequence[discord.Member | None]
) -> str:
    """Store the game of a log. Return the answer: its result, or what is wrong with the file or with the members."""
    check_rate_limit(interaction, FILE_LIMIT)
    named = [one.id for one in members if one]
    if len(set(named)) < len(named):
        return texts.two_seats_text()
    if bot := next((one for one in members if one and one.bot), None):
        return texts.bot_cannot_play_text(bot.display_name)
    if file.size > MAX_RECORD_LENGTH:
        return texts.file_too_long_text(file.filename, MAX_RECORD_LENGTH)
    text = (await file.read()).decode(errors="replace")
    if not read_record(text).tags:
        return texts.no_record_text(file.filename)
    people = [Person(one.id, one.display_name) if one else None for one in members]
    guild, manager, venue = guild_of(interaction), person_of(interaction), venue_of(interaction)
    try:
        table = await interaction.client.host.administration.import_record(
            guild, manager, venue, parse_record(text), people
        )
    except CarcassonneError as error:
        return wrong_line_text(error, await load_context(interaction))
    return texts.imported_text(table)


@handles(ids.AdminPageId)
async def show_page(press: Press, pressed: ids.AdminPageId) -> None:
    guild, administration = guild_of(press.interaction), press.host.administration
    match pressed.page:
        case ids.AdminPage.SERVER:
            shown = screens.server_screen(administration.server(guild))
        case ids.AdminPage.HEALTH:
            shown = await _health_screen(press, guild)
        case ids.AdminPage.ACTS:
            shown = screens.acts_screen(await administration.audit_log(guild))
    await replace_message(press.interaction, shown)


async def _health_screen(press: Press, guild: int) -> Screen:
    administration, client = press.host.administration, press.client
    cog = client.get_cog(Admin.__cog_name__)
    assert isinstance(cog, Admin)  # noqa: S101 (this module has added it)
    versions = {"Python": platform.python_version(), "discord.py": discord.__version__}
    text = texts.health_text(
        await administration.health(),
        cog.since,
        client.latency,
        versions,
        administration.quarantined(guild),
        scripts_without_font(),
    )
    return screens.health_screen(text)
