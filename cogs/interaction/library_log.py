"""What discord.py logs: one line where Discord, the network or the database is to blame, instead of a traceback."""

import logging

from cogs.delivery.errors import is_discord_trouble
from cogs.interaction.errors import is_interaction_over, unwrap_error
from host.errors import StorageError


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
