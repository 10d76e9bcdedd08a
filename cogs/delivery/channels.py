"""Where tables stand, as Discord has them at this moment."""

from typing import Protocol

import discord

from host import Venue


class Places(Protocol):
    """What can be known of a table's channel without asking Discord. The client is one."""

    def channel_of(self, venue: Venue) -> discord.PartialMessageable:
        """Return the channel of a table, to write to."""

    def is_here(self, venue: Venue) -> bool:
        """Say whether the bot is on the server of a table."""

    def may_attach(self, venue: Venue) -> bool:
        """Say whether files may be sent to a table's channel; yes where its permissions are not known."""
