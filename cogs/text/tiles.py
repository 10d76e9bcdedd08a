"""Texts of ``/tiles``: what is left to be drawn."""

from collections import Counter
from typing import Final

from carcassonne import State
from cogs.text.editions import texts_of
from cogs.text.features import tile_text
from cogs.text.formatting import MESSAGE_LENGTH, split_pages, with_heading
from cogs.text.i18n import _, ngettext

_PAGE: Final = MESSAGE_LENGTH - 200
"""The most characters of a message, less the room for a line about which game was meant."""


def tiles_alt_text() -> str:
    """Return the heading of the picture of the tiles left."""
    return _("All tiles left, each with its letter and how many there are. The message lists them too.")


def tiles_texts(state: State) -> list[str]:
    """Return the drawn tile, each kind of tile left with its number of copies, and what else is left, as messages."""
    terms, tiles = state.ruleset.terms, state.ruleset.tiles
    left = Counter(state.bag)
    for layer in state.bags_left:
        left.update(state.ruleset.bags[layer])
    head = ngettext("{number} tile left.", "{number} tiles left.", state.tiles_left).format(number=state.tiles_left)
    if not state.tiles_left:
        head = _("No tiles left.")
    elif state.tile:
        drawn = _("**{tile}** is drawn. Still in the bag:") if left else _("**{tile}** is drawn. It's the last one.")
        head += " " + drawn.format(tile=state.tile.name)
    lines = [f"{left[name]} × **{name}** {tile_text(tiles[name].segments, terms)}" for name in sorted(left)]
    others = [with_heading(f"**{heading}**", ", ".join(items)) for heading, items in texts_of(state).pieces_left(state)]
    return split_pages([head, *lines, *others], _PAGE)
