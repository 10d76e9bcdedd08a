"""Registers expansions: their tiles, figures and rules."""

from collections.abc import Iterator
from contextlib import contextmanager

from .board import STANDS_ON, STRENGTH
from .game import EXPANSIONS, Expansion
from .tiles import MORE, TABLE, parse_table, segments, side_kinds


@contextmanager
def registered(*expansions: Expansion) -> Iterator[None]:
    """The judge knows these expansions, until the end."""
    try:
        for one in expansions:
            EXPANSIONS[one.name] = one
            TABLE.update(tiles := parse_table(one.tiles))
            MORE.update(dict.fromkeys(tiles, one.name))
            for figure in one.figures:
                STANDS_ON.update(figure.roles)
                STRENGTH.update(dict.fromkeys(figure.roles, figure.strength))
        yield
    finally:
        for one in expansions:
            del EXPANSIONS[one.name]
            for tile in parse_table(one.tiles):
                del TABLE[tile], MORE[tile]
            for role in (role for figure in one.figures for role in figure.roles):
                del STANDS_ON[role], STRENGTH[role]
        segments.cache_clear()
        side_kinds.cache_clear()
