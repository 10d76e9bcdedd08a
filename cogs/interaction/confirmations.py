"""The private answers to turns that can still be taken back. When a turn is taken back, its answer says so.

They are kept in memory only: Discord lets a private answer be edited for a quarter of an hour.
"""

import logging
from typing import Any

import discord

from cogs.text.undo import taken_back_text
from host import PlayResult, RunningTable

log = logging.getLogger(__name__)


class Confirmations:
    """The answer to the last turn of each game, as long as it can be edited."""

    def __init__(self) -> None:
        self._answers: dict[int, discord.Interaction[Any]] = {}

    def remember(self, played: PlayResult, interaction: discord.Interaction[Any]) -> None:
        """Keep the answer to what was played, if that can be taken back."""
        self._answers = {number: one for number, one in self._answers.items() if not one.is_expired()}
        if isinstance(played.after, RunningTable) and played.after.pending:
            self._answers[played.after.number] = interaction

    async def show_taken_back(self, played: PlayResult) -> None:
        """Say in the answer to a turn that it was taken back; an answer that cannot be edited stays as it is."""
        interaction = self._answers.pop(played.after.number, None)
        if interaction is None or not (isinstance(played.before, RunningTable) and played.before.pending):
            return
        try:
            await interaction.edit_original_response(content=taken_back_text(played.after), view=None)
        except (discord.HTTPException, OSError) as error:
            log.info("game %d: the answer to its turn stays: %s", played.after.number, error)
