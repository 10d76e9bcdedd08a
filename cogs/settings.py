"""What people choose for themselves, in all games at once."""

import re
from typing import Self

import discord
from discord import app_commands
from discord.ext import commands

from cogs.shared.answers import answer
from cogs.shared.buttons import Face, LastingButton, buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.subjects import person_of
from cogs.shared.words.settings import letters_label, letters_line, no_letters_text, settings_head, welcome_text
from cogs.shared.words.speech import marked
from cogs.shared.words.stats import ranking_label, ranking_line
from host import Letters


class LettersButton(LastingButton, template=r"carc:settings:letters:(?P<letters>on|off)"):
    """Chooses whether one's turns are sent in private."""

    def __init__(self, letters: Letters) -> None:
        super().__init__(Face(letters_label(letters)).with_id(f"carc:settings:letters:{letters}"))
        self.letters = letters

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the choice that its custom id holds."""
        return cls(Letters(match["letters"]))

    async def press(self, interaction: Interaction) -> None:
        """Store the choice and show the panel again; letters are tried out before they are promised."""
        notes = []
        if self.letters is Letters.ON and not await _is_reached(interaction):
            notes = [no_letters_text()]
        else:
            await interaction.client.host.choose_letters(person_of(interaction), self.letters)
        text, view = await panel(interaction, *notes)
        await interaction.edit_original_response(content=text, view=view)


class RankingButton(LastingButton, template=r"carc:settings:ranking:(?P<ranking>on|off)"):
    """Chooses whether one's rating over all servers is shown."""

    def __init__(self, *, is_ranked: bool) -> None:
        super().__init__(
            Face(ranking_label(is_ranked)).with_id(f"carc:settings:ranking:{'on' if is_ranked else 'off'}")
        )
        self.is_ranked = is_ranked

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the choice that its custom id holds."""
        return cls(is_ranked=match["ranking"] == "on")

    async def press(self, interaction: Interaction) -> None:
        """Store the choice and show the panel again."""
        await interaction.client.host.rank_everywhere(person_of(interaction), is_ranked=self.is_ranked)
        text, view = await panel(interaction)
        await interaction.edit_original_response(content=text, view=view)


async def _is_reached(interaction: Interaction) -> bool:
    """Say whether the bot can write to a person in private."""
    try:
        await interaction.user.send(welcome_text(interaction.client.mention))
    except discord.Forbidden:
        return False
    return True


async def panel(interaction: Interaction, *notes: str) -> tuple[str, discord.ui.View]:
    """Return the settings of a person: a line for each, and a button that changes it."""
    host, person_id = interaction.client.host, interaction.user.id
    letters, is_ranked = await host.letters(person_id), await host.is_ranked_everywhere(person_id)
    other = Letters.OFF if letters is Letters.ON else Letters.ON
    lines = [settings_head(), letters_line(letters), ranking_line(is_ranked), *notes]
    return "\n".join(lines), buttons(LettersButton(other), RankingButton(is_ranked=not is_ranked))


class Settings(commands.Cog):
    """``/settings``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("What you choose for yourself, in all your games"))
    async def settings(self, interaction: Interaction) -> None:
        """Show the panel."""
        await interaction.response.defer(ephemeral=True)
        text, view = await panel(interaction)
        await answer(interaction, text, view=view)


async def setup(bot: Client) -> None:
    """Load the command."""
    bot.add_dynamic_items(LettersButton, RankingButton)
    await bot.add_cog(Settings(bot))
