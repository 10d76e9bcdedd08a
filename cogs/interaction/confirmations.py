"""The private answers to turns that can still be taken back. They have buttons for that, while it is possible.

They are kept in memory only, because Discord allows edits of a private answer for just 15 minutes.
"""

import logging
from functools import partial
from typing import Any

import discord

from cogs.delivery.errors import is_discord_trouble
from cogs.delivery.jobs import Jobs
from cogs.discord_screens import edited
from host.model.game import PlayResult
from host.model.table import StartedTable
from screens.game_buttons import takeback_rows
from screens.screen import Change
from screens.text.agreements import taken_back_text

log = logging.getLogger(__name__)


class Confirmations:
    """The private answer to the last turn of each game, as long as it can be edited."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._answers: dict[int, tuple[int, discord.Interaction[Any]]] = {}

    async def show(
        self, text: str, shown: StartedTable, played: PlayResult, interaction: discord.Interaction[Any]
    ) -> None:
        """Give the answer to a turn its last text, and if its player can take the turn back alone, buttons for that.

        ``shown`` is the table once the turn was published. Raise discord.HTTPException.
        """
        buttons = takeback_rows(played.after) if shown.ply == played.after.ply else ()
        if buttons:
            self.remember(shown.number, shown.ply, interaction)
        await interaction.edit_original_response(**edited(Change(text, buttons)))

    def remember(self, number: int, ply: int, interaction: discord.Interaction[Any]) -> None:
        """Store by which interaction the answer to a turn can be edited. It was played just before ``ply``."""
        self._answers = {number: one for number, one in self._answers.items() if not one[1].is_expired()}
        self._answers[number] = ply, interaction

    def note_played(self, played: PlayResult) -> None:
        """Remove the buttons of the answer to the turn before, in the background: they're of no use any more.

        If that turn was taken back, the answer says so. If an edit fails, pressing a button says that the turn is over.
        """
        number = played.after.number
        ply, interaction = self._answers.pop(number, (0, None))
        if interaction is None or interaction.is_expired():
            return
        is_taken_back = played.undo is not None and played.before.ply == ply  # else it answers an earlier turn
        change = Change(taken_back_text(played.after) if is_taken_back else None, ())
        self._jobs.ask(("answer", number, ply), partial(_try_edit, interaction, number, change))


async def _try_edit(interaction: discord.Interaction[Any], number: int, change: Change) -> None:
    try:
        await interaction.edit_original_response(**edited(change))
    except Exception as error:
        if not is_discord_trouble(error):
            raise
        log.info("game %d: the answer to its turn stays: %s", number, error)
