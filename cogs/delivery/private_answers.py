"""A private answer as a message that can still be changed: Discord allows that for 15 minutes."""

from dataclasses import dataclass
from typing import Any

import discord

from cogs.discord_screens import edited
from screens.screen import Change


@dataclass(frozen=True, slots=True)
class PrivateAnswer:
    """The private answer to an interaction: its ``message``, or else the message whose button was pressed."""

    interaction: discord.Interaction[Any]
    message: discord.WebhookMessage | discord.InteractionMessage | None = None

    @property
    def id(self) -> int | None:
        """The id of the message."""
        shown = self.message or self.interaction.message
        return shown.id if shown else None

    @property
    def is_expired(self) -> bool:
        """Return whether it can't be changed any more."""
        return self.interaction.is_expired()

    async def edit(self, change: Change) -> None:
        """Change the message. Raise discord.HTTPException."""
        if self.message:
            await self.message.edit(**edited(change))
        else:
            await self.interaction.edit_original_response(**edited(change))

    async def close(self) -> None:
        """Delete the message; in a conversation, where it is no private answer, take its buttons. Raise as ``edit``."""
        shown = self.message or self.interaction.message
        if shown is not None and not shown.flags.ephemeral:
            await self.edit(Change(rows=()))
        elif self.message:
            await self.message.delete()
        else:
            await self.interaction.delete_original_response()
