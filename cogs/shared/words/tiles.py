"""What is left to be drawn, in words."""

from collections import Counter

from carcassonne import State
from cogs.shared.words.features import tile_text
from cogs.shared.words.language import counted, joined


def tiles_text(state: State) -> str:
    """Return the tile in hand, and every kind of tile left with its number of copies."""
    terms, tiles = state.ruleset.terms, state.ruleset.tiles
    left = Counter(state.bag)
    for layer in state.layers:
        left.update(state.ruleset.layers[layer])
    if not state.tiles_left:
        return "No tile is left."
    in_hand = f" **{state.tile.name}** is drawn; in the bag are:" if state.tile else ""
    head = f"{counted(state.tiles_left, 'tile')} left.{in_hand}"
    lines = [f"{left[name]} × **{name}** {tile_text(tiles[name].segments, terms)}" for name in sorted(left)]
    return joined([head, *lines])
