"""Taking a turn back: at once, while its time runs; afterwards by consent of the others."""

from discord import app_commands
from discord.ext import commands

from cogs.shared.answers import answer
from cogs.shared.client import Client, Interaction
from cogs.shared.game_options import OwnGame
from cogs.shared.limits import UNDOS
from cogs.shared.subjects import find_table, person_of, spend
from cogs.shared.takeback import DoneButton, TakeBackButton
from cogs.shared.undo_buttons import AgreeUndoButton, RefuseUndoButton
from cogs.shared.words.consent import otherwise_asked_text
from cogs.shared.words.speech import marked
from cogs.shared.words.tables import others_text
from cogs.shared.words.undo import in_hand_again_text, undo_asked_text
from host import Played


class Takeback(commands.Cog):
    """``/undo``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("Undo your last turn, if the others agree"))
    @app_commands.describe(game=marked("The game's number, if you play several here"))
    async def undo(self, interaction: Interaction, game: OwnGame | None = None) -> None:
        """Ask the others in public; where there is nobody to ask, undo it."""
        await interaction.response.defer(ephemeral=True)
        found = await find_table(interaction, game, is_meant=lambda table: table.can_take_back(interaction.user.id))
        if not (found.table.is_practice or found.table.pending):
            spend(interaction, UNDOS)
        asked = await self.bot.host.ask_undo(found.table.number, person_of(interaction))
        if isinstance(asked, Played):
            await self.bot.announcer.announce(asked)
            await self.bot.confirmations.take_back(asked)
            await answer(interaction, in_hand_again_text(asked.after) + others_text(found))
        else:
            await self.bot.cry(asked.ping)
            outcome = await self.bot.host.timekeeper.outcome(asked.ping)
            text = otherwise_asked_text(asked.table, outcome) or undo_asked_text(asked.table)
            await answer(interaction, text + others_text(found))


async def setup(bot: Client) -> None:
    """Load the command, and make the buttons known."""
    bot.add_dynamic_items(TakeBackButton, DoneButton, AgreeUndoButton, RefuseUndoButton)
    await bot.add_cog(Takeback(bot))
