"""The private answers about a turn: the latest confirmation can still be changed, and the latest picker replaced.

They are kept in memory only, because Discord allows that for just 15 minutes.
"""

import logging
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from cogs.delivery.errors import trouble_noted
from cogs.delivery.jobs import Jobs
from cogs.discord_screens import edited
from host.model.game import PlayResult
from host.model.table import StartedTable
from screens.custom_ids import PlyId
from screens.game_buttons import takeback_rows
from screens.screen import Change
from screens.text.agreements import taken_back_text

log = logging.getLogger(__name__)


class Confirmations:
    """The private answer to the last turn of each game. It has buttons while the turn can be taken back."""

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

    def tells_of(self, played: PlayResult, channel_id: int | None) -> bool:
        """Return whether the answer to a turn that was taken back will say so, in this channel."""
        ply, interaction = self._answers.get(played.after.number, (0, None))
        if interaction is None or interaction.is_expired() or interaction.channel_id != channel_id:
            return False
        return _is_taken_back(played, ply)

    def note_played(self, played: PlayResult) -> None:
        """Remove the buttons of the answer to the turn before, in the background: they're of no use any more.

        If that turn was taken back, the answer says so. If an edit fails, pressing a button says that the turn is over.
        """
        number = played.after.number
        ply, interaction = self._answers.pop(number, (0, None))
        if interaction is None or interaction.is_expired():
            return
        change = Change(taken_back_text(played.after) if _is_taken_back(played, ply) else None, ())
        self._jobs.ask(("answer", number, ply), partial(_try_edit, interaction, number, change))


def _is_taken_back(played: PlayResult, ply: int) -> bool:
    """Return whether the turn before a ply was taken back. Else its answer is about an earlier turn."""
    return played.undo is not None and played.before.ply == ply


async def _try_edit(interaction: discord.Interaction[Any], number: int, change: Change) -> None:
    with trouble_noted(log.info, "game %d: the answer to its turn stays: %s", number):
        await interaction.edit_original_response(**edited(change))


@dataclass(frozen=True, slots=True)
class _OpenPicker:
    ply: int
    interaction: discord.Interaction[Any]
    message: discord.WebhookMessage


class OpenPickers:
    """The private message in which each person chooses a turn at each table: only the latest stays."""

    def __init__(self) -> None:
        self._pickers: dict[tuple[int, int], _OpenPicker] = {}

    async def put(self, turn: PlyId, interaction: discord.Interaction[Any], message: discord.WebhookMessage) -> None:
        """Store a picker that was just sent, and delete the one before if it was for the same turn.

        If that fails, both work.
        """
        self._pickers = {key: one for key, one in self._pickers.items() if not one.interaction.is_expired()}
        key = (turn.number, interaction.user.id)
        earlier, self._pickers[key] = self._pickers.get(key), _OpenPicker(turn.ply, interaction, message)
        if earlier is None or earlier.ply != turn.ply:
            return
        with trouble_noted(log.info, "game %d: an earlier picker stays: %s", turn.number):
            await earlier.message.delete()

    async def close(self, number: int, person_id: int) -> None:
        """Delete a person's picker, because the turn was played in another way. If that fails, it refuses a press."""
        open_one = self._pickers.pop((number, person_id), None)
        if open_one is None or open_one.interaction.is_expired():
            return
        with trouble_noted(log.info, "game %d: a picker stays: %s", number):
            await open_one.message.delete()
