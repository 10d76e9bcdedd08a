"""What is told of the shuffle, so that everybody can check it."""

from collections.abc import Iterator

from cogs.text.i18n import _
from host import Table


def commitment_texts(table: Table) -> Iterator[str]:
    """Yield what is told of the seed at the start, where a game has one."""
    if table.commitment:
        yield _("The shuffle is fixed: `{commitment}`.").format(commitment=table.commitment)


def seed_texts(table: Table) -> Iterator[str]:
    """Yield the seed, where the game is over."""
    if table.seed:
        yield _("The seed of the shuffle was `{seed}`; the file of `/log` can be checked with it.").format(
            seed=table.seed
        )
