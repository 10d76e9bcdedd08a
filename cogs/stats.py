"""The command for statistics of a person, and for the leaderboard of a server."""

from collections.abc import Sequence
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit
from cogs.interaction.options import STATS_CHOICES
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer
from host.model.results import Standing
from render import LeaderboardRow
from screens.screen import File, Screen, files
from screens.text import stats as texts
from screens.text.admin import bot_cannot_play_text
from screens.text.i18n import N_

MAX_ROWS: Final = 10
"""The most people in the picture."""
PATIENCE: Final = 2.0
"""How long somebody waits for games that are not counted yet, in seconds."""


class Statistics(commands.Cog):
    """``/stats``."""

    @app_commands.command(description=N_("See results and the best players"))
    @app_commands.describe(
        who=N_("Whose games, like @Ann; yours if you leave it out"),
        scope=N_("person: one player's games; server: everyone's rating"),
    )
    @app_commands.choices(scope=STATS_CHOICES)
    async def stats(
        self,
        interaction: Interaction,
        who: discord.User | None = None,
        scope: Literal["person", "server"] = "person",
    ) -> None:
        """Show statistics: on a server those of this server, in private one's own over all servers."""
        await interaction.response.defer(ephemeral=True)
        person = who or interaction.user
        if person.bot:
            await answer(interaction, bot_cannot_play_text(person.display_name))
        elif scope == "server":
            await self._show_server(interaction, person.id)
        elif interaction.guild_id is None and person.id != interaction.user.id:
            await answer(interaction, texts.own_stats_only_text(person.display_name))
        else:
            await self._show_person(interaction, person)

    async def _show_person(self, interaction: Interaction, person: discord.User | discord.Member) -> None:
        stats = await interaction.client.host.statistics.of_person(person.id, interaction.guild_id, patience=PATIENCE)
        is_here = interaction.guild_id is not None
        if stats.total.games or stats.with_computers.games:
            titles = await interaction.client.host.tournaments.titles(person.id, interaction.guild_id)
            text = texts.stats_text(stats, person.display_name, is_here=is_here, titles=titles)
            await self._answer(interaction, text)
            return
        tables = interaction.client.host.tables.of_person(interaction.user.id)
        playing = [table for table in tables if interaction.guild_id in (None, table.venue.guild)]
        name = None if person.id == interaction.user.id else person.display_name
        await self._answer(interaction, texts.nothing_played_text(name, playing, is_here=is_here))

    async def _show_server(self, interaction: Interaction, person_id: int) -> None:
        if interaction.guild_id is None:
            await answer(interaction, texts.no_server_text())
            return
        check_rate_limit(interaction, PICTURE_LIMIT)
        standings = await interaction.client.host.statistics.leaderboard(interaction.guild_id, patience=PATIENCE)
        if not standings:
            await self._answer(interaction, texts.nobody_rated_text())
            return
        server = interaction.guild.name if interaction.guild else ""
        shown = picture_standings(standings, person_id)
        rows = [
            LeaderboardRow(one.rank, one.person.name, one.games, one.wins, one.rating, one.person.id == person_id)
            for one in shown
        ]
        pictures = interaction.client.pictures_for(interaction.user.id)
        file = await pictures.leaderboard(
            rows, texts.leaderboard_title(server), texts.leaderboard_alt_text(shown, server)
        )
        await self._answer(interaction, texts.leaderboard_text(standings), file)

    async def _answer(self, interaction: Interaction, text: str, picture: File | None = None) -> None:
        told = texts.with_missing_games(text, interaction.client.host.statistics.missing)
        await answer(interaction, Screen(told, files=files(picture)))


def picture_standings(standings: Sequence[Standing], person_id: int) -> list[Standing]:
    """Return the standings in the picture: the strongest players, and always the person asked about."""
    first = list(standings[:MAX_ROWS])
    asked_about = [one for one in standings[MAX_ROWS:] if one.person.id == person_id]
    return first[: MAX_ROWS - len(asked_about)] + asked_about


async def setup(bot: Client) -> None:
    await bot.add_cog(Statistics())
