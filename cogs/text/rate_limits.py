"""The text for a person who does something too often."""

from datetime import datetime

import discord

from cogs.text.i18n import _


def rate_limit_text(until: datetime) -> str:
    """Say when the person can do it again."""
    text = _("Slow down a little: try again {time}. (Playing your turn is never limited.)")
    return text.format(time=discord.utils.format_dt(until, "R"))
