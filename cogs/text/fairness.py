"""Texts that let everybody check the shuffle."""

from collections.abc import Iterator

from cogs.text.i18n import _
from host import FinishedTable, StartedTable


def commitment_texts(table: StartedTable) -> Iterator[str]:
    """Yield the commitment to the seed, if the game has one."""
    if table.commitment:
        yield _("The shuffle is fixed: `{commitment}`.").format(commitment=table.commitment)


def seed_texts(table: FinishedTable) -> Iterator[str]:
    """Yield the seed, if the game has one."""
    if table.seed:
        yield _("The seed of the shuffle was `{seed}`; the file of `/log` can be checked with it.").format(
            seed=table.seed
        )
