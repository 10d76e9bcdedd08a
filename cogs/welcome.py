"""Welcomes the people of a server when the bot comes there, with one message."""

import discord
from discord.ext import commands

from cogs.delivery.notices import WelcomeMessages
from cogs.interaction.client import Client
from cogs.interaction.startup import Stage


class Welcome(commands.Cog):
    def __init__(self, bot: Client, messages: WelcomeMessages) -> None:
        self.bot = bot
        self.messages = messages
        self._unreached = set[int]()
        bot.startup.add(Stage.SERVERS, self.welcome_missed)

    async def welcome_missed(self, guild: discord.Guild | None) -> None:
        """Send the welcomes that were missed while the bot was away: Discord tells no more that it was invited.

        Nothing is known yet of a server that Discord can't reach at the start. It gets its welcome when it's available.
        """
        if guild is None:
            self._unreached = {one.id for one in self.bot.guilds if one.unavailable}
            reached = [one for one in self.bot.guilds if one.id not in self._unreached]
        else:
            reached = [guild] if guild.id in self._unreached else []
            self._unreached.discard(guild.id)
        for one in reached:
            await self.messages.welcome_if_missed(one)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.messages.welcome(guild)


async def setup(bot: Client) -> None:
    await bot.add_cog(Welcome(bot, WelcomeMessages(bot.delivery)))
