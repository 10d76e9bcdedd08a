"""Posts the puzzle of each day where managers want that, with yesterday's solution hidden in it."""

import logging
from contextlib import suppress
from typing import Final

import discord
from discord.ext import commands

from cogs.delivery.errors import ChannelGoneError, deleted_channel_named
from cogs.delivery.notices import language_of_server
from cogs.delivery.poster import Post
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage
from cogs.puzzles.making import PuzzleMaker
from cogs.puzzles.stored import puzzle_of
from host.errors import NoPuzzleYetError
from host.model.puzzles import DAY, start_of
from host.services.puzzles import PUZZLE_POST
from screens.puzzle import PuzzleOfDay, posted_screen
from screens.text.i18n import use_language

log = logging.getLogger(__name__)

LONGEST_PAUSE: Final = 3_600
"""The longest pause, in seconds, until a puzzle that could not be posted is tried again."""


class PuzzlePoster(commands.Cog):
    """Posts what is due. What is due follows from what is stored, so a restart posts what was missed."""

    def __init__(self, bot: Client, maker: PuzzleMaker) -> None:
        self.bot = bot
        self._maker = maker
        maker.made.add(self._look_again)
        bot.startup.add(Stage.DIGESTS, self.begin)

    async def begin(self) -> None:
        """From now on, post the puzzles that are due."""
        self.bot.timer.begin(PUZZLE_POST, self._post, longest=LONGEST_PAUSE)

    def _look_again(self) -> None:
        """Try again what has failed before: perhaps only because the puzzle was missing."""
        for guild in self.bot.host.schedule.due_by(self.bot.host.now(), PUZZLE_POST):
            self.bot.jobs.forget_failures((PUZZLE_POST, guild))
        self.bot.timer.look()

    async def _post(self, guild_id: int) -> None:
        """Post the puzzle of today on a server, and store that.

        Where the channel is gone, there is none today. Raise NoPuzzleYetError, ChannelGoneError while the server can't
        be reached, and discord.HTTPException, as where the bot may not post: then it's tried again.
        """
        puzzles = self.bot.host.puzzles
        due = self.bot.host.schedule.at(PUZZLE_POST, guild_id)
        if due is None or due > self.bot.host.now():  # it is not wanted any more
            return
        today = await puzzle_of(self.bot.host, puzzles.today())
        if today is None:
            self._maker.want()
            raise NoPuzzleYetError()
        channel = self._channel(guild_id)
        if channel is None:
            log.info("server %d: the channel for puzzles is gone", guild_id)
        else:
            with suppress(ChannelGoneError), deleted_channel_named():
                await self._send(channel, today)
        await puzzles.note_posted(guild_id, today.day)

    def _channel(self, guild_id: int) -> discord.TextChannel | None:
        guild, number = self.bot.get_guild(guild_id), self.bot.host.administration.server(guild_id).puzzle_channel
        if guild is not None and guild.unavailable:
            raise ChannelGoneError
        channel = guild.get_channel(number) if guild and number else None
        return channel if isinstance(channel, discord.TextChannel) else None

    async def _send(self, channel: discord.TextChannel, today: PuzzleOfDay) -> None:
        yesterday = await puzzle_of(self.bot.host, today.day - DAY)
        with use_language(language_of_server(self.bot.host, channel.guild)):
            screen = await posted_screen(self.bot.pictures, today, yesterday)
        key = ("puzzle post", channel.guild.id, today.day.isoformat())
        await self.bot.poster.to_channel(channel, Post(screen, key=key, silent=True), since=start_of(today.day))
