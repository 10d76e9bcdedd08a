"""Filters of the log: which game a line is about, and what discord.py tells of trouble elsewhere."""

import logging
import re

from cogs.delivery.errors import is_discord_trouble
from cogs.interaction.errors import is_interaction_over, unwrap_error
from host.errors import StorageError


class GameFields(logging.Filter):
    """Give records ``game`` and ``ply`` as fields. Their messages begin with ``game %d`` or ``game %d, ply %d``."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the fields, and let every record pass."""
        names = re.match(r"(?:game|table) (%d)(?:, ply (%d))?", str(record.msg))
        if names and isinstance(record.args, tuple):
            values = dict(zip(("game", "ply"), record.args, strict=False))
            record.game = values["game"]
            if names[2]:
                record.ply = values["ply"]
        return True


class LibraryLogFilter(logging.Filter):
    """Shortens records about trouble at Discord or with the database.

    An interaction that is over is worth a word for debugging only.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record. Return whether it is logged."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or not record.name.startswith("discord"):
            return True
        error = unwrap_error(error)
        if is_interaction_over(error):
            return logging.getLogger(record.name).isEnabledFor(logging.DEBUG)
        if is_discord_trouble(error) or isinstance(error, StorageError):
            record.msg, record.args = f"{record.getMessage()} ({error!r})", ()
            record.exc_info = record.exc_text = None
        return True
