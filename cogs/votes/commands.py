"""The command to vote on a late turn."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.delivery.jobs import Later
from cogs.delivery.membership import absent_players
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import find_running, person_of
from cogs.interaction.game_option import OwnGameArg
from cogs.interaction.replies import answer
from cogs.interaction.startup import Stage
from cogs.message.questions import vote_view
from cogs.text.consent import asked_elsewhere_text
from cogs.text.i18n import N_
from cogs.text.table import other_games_text
from cogs.text.votes import vote_opened_text, vote_text
from host.model.table import BaseRunningTable

RECOUNT_PAUSE: Final = 24 * 3_600
"""Seconds between two counts of open votes. As time passes, fewer voters are needed, even if nobody votes."""


class Votes(commands.Cog):
    """``/vote``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.startup.add(Stage.VOTES, self.begin_counting)

    def _may_vote(self, table: BaseRunningTable, person_id: int) -> bool:
        return self.bot.host.voting.is_late(table) and not table.is_to_move(person_id)

    async def begin_counting(self, guild: discord.Guild | None) -> None:
        """Count all open votes, now and every day."""
        if guild is None:
            self.bot.delivery.jobs.ask(("votes",), self._count)

    async def _count(self) -> None:
        """Count all open votes again, and carry out what is decided."""
        for number in self.bot.host.voting.late_games:
            self.bot.outbox.recount(number)
        raise Later(RECOUNT_PAUSE)

    @app_commands.command(description=N_("Vote on a player who has run out of time"))
    @app_commands.describe(game=N_("The game's number, if you play several here"))
    async def vote(self, interaction: Interaction, game: OwnGameArg | None = None) -> None:
        """Ask the table. If it was asked already, show the votes so far."""
        await interaction.response.defer(ephemeral=True)
        found = await find_running(interaction, game, is_meant=lambda table: self._may_vote(table, interaction.user.id))
        notification = await self.bot.host.voting.open(found.table.number, person_of(interaction))
        if notification is not None:
            await self.bot.outbox.notify(notification)
            outcome = await self.bot.host.notifications.outcome(notification)
            text = asked_elsewhere_text(found.table, outcome) or vote_opened_text(found.table)
            await answer(interaction, text + other_games_text(found))
            return
        absent = await absent_players(self.bot.delivery, found.table)
        vote = await self.bot.host.voting.status(found.table.number, absent)
        view = vote_view(found.table.number, vote.clock.round)
        await answer(interaction, vote_text(vote) + other_games_text(found), view=view)
