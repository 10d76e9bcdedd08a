"""What server managers can do."""

from discord import app_commands
from discord.ext import commands

from cogs.shared.answers import answer
from cogs.shared.client import Client, Interaction
from cogs.shared.options import Game
from cogs.shared.permissions import only_on_servers
from cogs.shared.subjects import note_subject, person_of
from cogs.shared.words.lobby import closed_text
from cogs.shared.words.speech import _, marked, speaking
from cogs.shared.words.tables import game_name, language_at
from host import HostError, Played, Trouble


@only_on_servers
@app_commands.default_permissions(manage_guild=True)
class Admin(
    commands.GroupCog,
    group_name="carcassonne-admin",
    group_description=marked("For server managers: look after the games"),
):
    """``/carcassonne-admin``. Who may use it is Discord's to say; servers can change it in their settings."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("End a game or close a table, without scoring"))
    @app_commands.describe(game=marked("The game's number, such as #12"))
    async def end(self, interaction: Interaction, game: Game) -> None:
        """End any table of this server."""
        await interaction.response.defer(ephemeral=True)
        table = await self.bot.host.table(game)
        if table.venue.guild != interaction.guild_id:
            raise HostError(Trouble.NO_TABLE, number=game)
        note_subject(interaction, table)
        person = person_of(interaction)
        ended = await self.bot.host.end(game, person, as_manager=True)
        assert isinstance(ended, Played)
        await answer(interaction, _("{game} is ended.").format(game=game_name(table)))
        if table.seats:
            await self.bot.announcer.announce(ended)
        else:
            with speaking(language_at(table)):
                await self.bot.channel_of(table.venue).send(closed_text(game, person.name))
            await self.bot.lobbies.show(game)


async def setup(bot: Client) -> None:
    """Load the commands."""
    await bot.add_cog(Admin(bot))
