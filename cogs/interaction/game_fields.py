"""Tells programs that read the log which game a line is about."""

import logging
import re


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
