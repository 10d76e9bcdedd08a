"""The command of tournaments."""

from functools import partial
from typing import Literal

from discord import app_commands
from discord.ext import commands

from cogs.discord_screens import modal_of
from cogs.interaction.client import Interaction
from cogs.interaction.context import check_bot_permissions, guild_of, only_on_servers
from cogs.interaction.options import CUP_CHOICES
from cogs.interaction.replies import answer
from cogs.tournaments.leaving import ask_which, own_tournaments
from cogs.tournaments.messages import known_tables
from host.model.tournaments import OrganisedTournament
from screens.text.i18n import N_
from screens.text.tournaments import (
    mine_text,
    no_own_tournaments_text,
    no_tournaments_text,
)
from screens.tournament_games import games_screens, shown_screen
from screens.tournaments import frame_form


class TournamentCommand(commands.Cog):
    """``/tournament``."""

    @app_commands.command(description=N_("Set up a tournament, or see how one stands"))
    @app_commands.describe(what=N_("create: a new one; show, games: the latest here; mine, leave: those you're in"))
    @app_commands.choices(what=CUP_CHOICES)
    @only_on_servers
    async def tournament(
        self, interaction: Interaction, what: Literal["create", "show", "games", "mine", "leave"] = "show"
    ) -> None:
        if what == "create":
            check_bot_permissions(interaction)
            await interaction.response.send_modal(modal_of(frame_form(None)))
            return
        await interaction.response.defer(ephemeral=True)
        match what:
            case "show" | "games":
                await _show_latest(interaction, is_games=what == "games")
            case "mine":
                await _show_own(interaction)
            case "leave":
                await ask_which(interaction)


async def _show_latest(interaction: Interaction, *, is_games: bool) -> None:
    """Show the latest tournament of this channel, or else of the server. One that isn't over comes first, and of these
    one that the person plays in.
    """
    found = await interaction.client.host.tournaments.of_guild(guild_of(interaction))
    here = [one for one in found if one.venue.channel == interaction.channel_id] or found
    shown = max(here, key=partial(_interest, interaction.user.id), default=None)
    if shown is None:
        await answer(interaction, no_tournaments_text())
    elif is_games:
        for screen in games_screens(shown, await known_tables(interaction.client, shown), shown.round):
            await answer(interaction, screen)
    else:
        await answer(interaction, shown_screen(shown, found))


def _interest(person_id: int, tournament: OrganisedTournament) -> int:
    """Return 0 for a tournament that is over, 1 for another one, 2 for one that the person plays in."""
    return tournament.status.is_live + (tournament.status.is_live and tournament.has_entered(person_id))


async def _show_own(interaction: Interaction) -> None:
    own = await own_tournaments(interaction)
    for one in own:
        tables = await known_tables(interaction.client, one)
        await answer(interaction, mine_text(one, interaction.user.id, tables))
    if not own:
        await answer(interaction, no_own_tournaments_text())
