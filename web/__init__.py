"""Pages for browsers: the board of a game, live, where one also plays. The same services and texts as on Discord.

Nothing here knows Discord. What it needs of the bot is a ``ports.Bot``, which a feature of ``cogs`` implements.
"""

from typing import Final

LOOPBACK: Final = "127.0.0.1"
"""The address at which only programs of this machine find a server."""
