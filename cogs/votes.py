"""Deciding together when the time of a turn is out, and taking seats that are open."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.delivery.jobs import Later
from cogs.delivery.membership import absent_players
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, find_running, note_context, person_of
from cogs.interaction.game_option import OwnGameArg
from cogs.interaction.press import Press
from cogs.interaction.rate_limits import SEAT_LIMIT, VOTE_LIMIT
from cogs.interaction.replies import answer, replace_message, try_answer
from cogs.interaction.router import handles
from cogs.interaction.startup import Stage
from host.model.notifications import VOTE_KINDS
from host.model.table import BaseRunningTable
from screens.custom_ids import TakeSeatId, VoteId
from screens.game_buttons import vote_rows
from screens.screen import Screen
from screens.text.agreements import asked_elsewhere_text
from screens.text.channels import other_games_text
from screens.text.deadlines import own_seat_text, vote_opened_text, vote_text
from screens.text.i18n import N_

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
        view = vote_rows(found.table.number, vote.clock.round)
        await answer(interaction, Screen(vote_text(vote) + other_games_text(found), view))


@handles(VoteId)
async def cast_vote(press: Press, pressed: VoteId) -> None:
    """Vote on the late turn of a round, update the message, and publish what is decided.

    Raise RateLimitError and HostError.
    """
    check_rate_limit(press.interaction, VOTE_LIMIT)
    client, host = press.client, press.host
    before = await host.tables.load_running(pressed.number)
    absent = await absent_players(client.delivery, before)
    voted = await host.voting.vote(pressed.number, press.person, pressed.round, pressed.choice, absent)
    note_context(press.interaction, voted.table)
    try:
        await client.outbox.questions.answered(pressed.number, press.interaction, pressed.round, VOTE_KINDS)
    finally:  # the decision is stored, even if the message could not be edited
        await client.outbox.publish_decision(voted)


@handles(TakeSeatId)
async def take_seat(press: Press, pressed: TakeSeatId) -> None:
    """Take a seat that is open, or a computer's, and tell the table. Raise RateLimitError and HostError."""
    interaction = press.interaction
    check_rate_limit(interaction, SEAT_LIMIT)
    table, notification = await press.host.seats.take(pressed.number, press.person, pressed.seat)
    note_context(interaction, table)
    if interaction.message and interaction.message.flags.ephemeral:
        await try_answer(table.number, replace_message(interaction, own_seat_text(table)))
    await press.client.outbox.notify(notification)


async def setup(bot: Client) -> None:
    """Load the command."""
    await bot.add_cog(Votes(bot))
