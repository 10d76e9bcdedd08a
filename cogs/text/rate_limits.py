"""The text for a person who does something too often."""

from datetime import datetime

from cogs.text.i18n import _
from cogs.text.markup import timestamp


def rate_limit_text(until: datetime) -> str:
    """Say when the person can do it again."""
    text = _("Slow down a little: try again {time}. (Playing your turn is never limited.)")
    return text.format(time=timestamp(until, "R"))
