"""Welcomes the people of a server when the bot comes there."""

import discord
from discord.ext import commands

from cogs.delivery.welcomes import WelcomeMessages
from cogs.interaction.client import Client


class Welcome(commands.Cog):
    """Sends one message to each server that invites the bot."""

    def __init__(self, bot: Client, messages: WelcomeMessages) -> None:
        self.bot = bot
        self.messages = messages
        self._unreached = set[int]()

    async def cog_unload(self) -> None:
        """Stop trying to send."""
        await self.messages.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Send the welcomes that were missed while the bot was away: Discord tells no more that it was invited.

        Nothing is known yet of a server that Discord can't reach now. It gets its welcome when it's available.
        """
        self._unreached = {guild.id for guild in self.bot.guilds if guild.unavailable}
        for guild in self.bot.guilds:
            if guild.id not in self._unreached:
                await self.messages.welcome_if_missed(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Send the welcome that was missed if Discord couldn't reach this server when the bot started."""
        if guild.id in self._unreached:
            self._unreached.discard(guild.id)
            await self.messages.welcome_if_missed(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Send the welcome."""
        await self.messages.welcome(guild)


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(Welcome(bot, WelcomeMessages(bot.delivery)))
