"""Texts that let everybody check the shuffle."""

from collections.abc import Iterator
from typing import Final

from cogs.text.commands import command_mention
from cogs.text.formatting import subtext
from cogs.text.i18n import _
from host.model.table import FinishedTable, StartedTable

_SHOWN_DIGITS: Final = 16
"""So many digits of the commitment cannot be met by trying seeds; all 64 stand in the file of ``/log``."""


def commitment_texts(table: StartedTable) -> Iterator[str]:
    """Yield the beginning of the commitment to the seed, if the game has one."""
    if table.commitment:
        text = _("Shuffle: `{start}…` ({log})")
        yield text.format(start=table.commitment[:_SHOWN_DIGITS], log=command_mention("log"))


def seed_texts(table: FinishedTable) -> Iterator[str]:
    """Yield a line that says where the seed is, if the game has one."""
    if table.seed:
        yield subtext(_("Want to check the shuffle? {log} has its seed.").format(log=command_mention("log")))
