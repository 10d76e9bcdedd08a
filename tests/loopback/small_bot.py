"""A small bot for tests of the test servers. It is also a program, with the same settings as the real bot."""

import asyncio
import io
import os
import re
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image

from sandbox import endpoint

CELLS = ("L13", "M14", "N13")


def picture() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (480, 320), "seagreen").save(buffer, "PNG")
    return buffer.getvalue()


class Take(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"toy:(?P<game>\d+):(?P<ply>\d+)"):
    """A button that still works after a restart, because its custom id holds all that it needs."""

    def __init__(self, game: int, ply: int) -> None:
        super().__init__(discord.ui.Button(label="Place", custom_id=f"toy:{game}:{ply}"))
        self.ply = ply

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["ply"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"ply {self.ply}, {interaction.user.display_name}", ephemeral=True)


class Pace(discord.ui.Modal, title="Pace"):
    hours: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Hours", custom_id="hours", default="24")

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"{self.hours.value} h", ephemeral=True)


class ToyCog(commands.Cog):
    def __init__(self, bot: "SmallBot") -> None:
        self.bot = bot

    @app_commands.command(description="Place a tile")
    @app_commands.describe(at="The cell", rotation="Degrees clockwise")
    async def place(self, interaction: discord.Interaction[Any], at: str, rotation: int | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        self.bot.ply += 1
        ply = self.bot.ply
        board = discord.File(io.BytesIO(await asyncio.to_thread(picture)), "board.png", description=f"A tile on {at}")
        view = discord.ui.View(timeout=None).add_item(Take(12, ply))
        assert isinstance(interaction.channel, discord.abc.Messageable)
        words = f"**{interaction.user.display_name}** on {at}"
        await interaction.channel.send(words, file=board, view=view, nonce=f"12-{ply}")
        await interaction.followup.send(f"{at} {rotation}")

    @place.autocomplete("at")
    async def _cells(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=cell, value=cell) for cell in CELLS if typed.upper() in cell]

    @app_commands.command(description="Look at the board")
    async def board(self, interaction: discord.Interaction[Any], who: discord.Member | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        first = discord.File(io.BytesIO(b"first"), "first.png")
        await interaction.edit_original_response(content=who.display_name if who else "all", attachments=[first])
        second = discord.File(io.BytesIO(b"second"), "second.png")
        await interaction.edit_original_response(attachments=[second])
        await interaction.followup.send("that was it", ephemeral=True)

    @app_commands.command(description="Set the pace")
    async def pace(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Pace())

    @app_commands.command(description="Speak again later")
    async def later(self, interaction: discord.Interaction[Any], seconds: float) -> None:
        await interaction.response.send_message("wait for it")
        assert isinstance(interaction.channel, discord.abc.Messageable)
        channel = interaction.channel
        asyncio.get_running_loop().call_later(seconds, lambda: self.bot.speak(channel, "here it is"))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        if self.bot.user in message.mentions and not message.author.bot:
            await message.reply(message.content.split(maxsplit=1)[1], mention_author=False)


class SmallBot(commands.AutoShardedBot):
    def __init__(self, **options: Any) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        super().__init__(
            commands.when_mentioned, intents=intents, help_command=None, guild_ready_timeout=0.1, **options
        )
        self.ply = 0
        self._speech: set[asyncio.Task[discord.Message]] = set()

    def speak(self, channel: discord.abc.Messageable, words: str) -> None:
        task = asyncio.create_task(channel.send(words))
        self._speech.add(task)
        task.add_done_callback(self._speech.discard)

    async def on_message(self, message: discord.Message, /) -> None:
        """No text commands: the cog listens to mentions itself."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once. Otherwise discord.py waits 5 s before each connection except the first."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Take)
        await self.add_cog(ToyCog(self))
        await self.tree.sync()
        if "DISCORD_API_BASE" in os.environ:
            await endpoint.adopt_gateway(self)


def main() -> None:
    endpoint.point_at(os.environ["DISCORD_API_BASE"])
    SmallBot().run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
