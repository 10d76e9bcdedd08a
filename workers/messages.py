"""How the bot and its processes write to each other."""

from typing import Final

LENGTH: Final = 4
"""The bytes of a message's length."""
