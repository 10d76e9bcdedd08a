"""The private answers to turns that can still be taken back. When a turn is taken back, its answer says so.

They are kept in memory only, because Discord allows edits of a private answer for just 15 minutes.
"""

import logging
from typing import Any

import discord

from cogs.delivery.errors import is_discord_trouble
from cogs.text.undo import taken_back_text
from host import PlayResult, RunningTable

log = logging.getLogger(__name__)


class Confirmations:
    """The private answer to the last turn of each game, as long as it can be edited."""

    def __init__(self) -> None:
        self._answers: dict[int, discord.Interaction[Any]] = {}

    def remember(self, played: PlayResult, interaction: discord.Interaction[Any]) -> None:
        """Store the answer to a turn, if the turn can be taken back."""
        self._answers = {number: one for number, one in self._answers.items() if not one.is_expired()}
        if isinstance(played.after, RunningTable) and played.after.pending:
            self._answers[played.after.number] = interaction

    async def show_taken_back(self, played: PlayResult) -> None:
        """Edit the answer to a turn that was taken back. If that fails, the answer stays as it is."""
        interaction = self._answers.pop(played.after.number, None)
        if interaction is None or not (isinstance(played.before, RunningTable) and played.before.pending):
            return
        try:
            await interaction.edit_original_response(content=taken_back_text(played.after), view=None)
        except Exception as error:
            if not is_discord_trouble(error):
                raise
            log.info("game %d: the answer to its turn stays: %s", played.after.number, error)
