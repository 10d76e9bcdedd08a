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
        self._answers: dict[int, tuple[int, discord.Interaction[Any]]] = {}

    def remember(self, played: PlayResult, interaction: discord.Interaction[Any]) -> None:
        """Store the answer to a turn, if its player alone can take the turn back."""
        self._answers = {number: one for number, one in self._answers.items() if not one[1].is_expired()}
        table = played.after
        if isinstance(table, RunningTable) and (table.pending or table.is_solo):
            self._answers[table.number] = table.ply, interaction

    async def show_taken_back(self, played: PlayResult) -> None:
        """Edit the answer to a turn that was taken back. If that fails, the answer stays as it is."""
        ply, interaction = self._answers.pop(played.after.number, (0, None))
        if interaction is None or played.before.ply != ply:  # it answers an earlier turn
            return
        try:
            await interaction.edit_original_response(content=taken_back_text(played.after), view=None)
        except Exception as error:
            if not is_discord_trouble(error):
                raise
            log.info("game %d: the answer to its turn stays: %s", played.after.number, error)
