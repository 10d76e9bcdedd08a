"""The private messages in which people choose a turn. Of each person's at a table, only the latest stays.

They are kept in memory only, because Discord allows to delete a private answer for just 15 minutes.
"""

import logging
from dataclasses import dataclass
from typing import Any

import discord

from cogs.delivery.errors import is_discord_trouble
from screens.custom_ids import PlyId

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _OpenPicker:
    ply: int
    interaction: discord.Interaction[Any]
    message: discord.WebhookMessage


class OpenPickers:
    """The latest picker of each person at each table, as long as it can be deleted."""

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
        try:
            await earlier.message.delete()
        except Exception as error:
            if not is_discord_trouble(error):
                raise
            log.info("game %d: an earlier picker stays: %s", turn.number, error)
