"""Times drawing a board as a PNG, compared with saving the same picture in full colour as Pillow does by default."""

import io
import statistics
import sys
import time
from collections.abc import Callable
from typing import Final

from PIL import Image

from benchmarks.boards import NAMES, full_board
from carcassonne import State
from render import THEMES, Look, draw
from render.art.tile import draw_seamless_tile
from render.english import english
from render.layout.scene import scene_of
from render.look.png import colours, indexed_png, png, quantized
from render.look.theme import EVENING
from render.look.views import DrawOptions

TILE = 96
RUNS = 15
LIMIT_RATIO = 0.12
BOARDS: Final = (
    ("classic", (), 4, TILE, 255),
    ("new-edition", ("river",), 4, TILE, 290),
    ("castle", (), 2, None, 320),
)
"""Edition, options, seats, the side of a tile (None: as usual), and the goal: the most KiB in each theme."""


def saved_in_full_colour(image: Image.Image) -> bytes:
    """Save an image with Pillow's defaults, as most programs do."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def medians(*works: Callable[[], object]) -> list[float]:
    """Return the median milliseconds of each job, in interleaved runs."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(RUNS):
        for work, times in zip(works, taken, strict=True):
            began = time.perf_counter()
            work()
            times.append((time.perf_counter() - began) * 1000)
    return [statistics.median(times) for times in taken]


def main() -> int:
    """Print the results; return 1 if a limit is exceeded."""
    state = full_board()
    words = english(state, NAMES)
    scene = scene_of(state, words, DrawOptions(tile=TILE))
    image = scene.paint(EVENING)
    small = quantized(image, EVENING)
    whole, laid_out, painted, counted, packed, reference = medians(
        lambda: draw(state, words, tile_size=TILE),
        lambda: scene_of(state, words, DrawOptions(tile=TILE)),
        lambda: scene.paint(EVENING),
        lambda: quantized(image, EVENING),
        lambda: indexed_png(small, colours(EVENING)),
        lambda: saved_in_full_colour(image),
    )
    kib = len(png(image, EVENING)) / 1024
    ratio = whole / (painted + reference)
    print(f"the picture: {len(state.cells)} tiles at {TILE} px, {image.width}x{image.height}")
    print(f"{'state to PNG':<44}{whole:>8.1f} ms{kib:>8.0f} KiB")
    for name, taken in (("scene", laid_out), ("paint", painted), ("palette", counted), ("packing", packed)):
        print(f"  of it: {name:<36}{taken:>8.1f} ms")
    full = len(saved_in_full_colour(image)) / 1024
    print(f"{'painted, then saved in full colour':<44}{painted + reference:>8.1f} ms{full:>8.0f} KiB")
    print(f"{'ratio (limit ' + str(LIMIT_RATIO) + ')':<44}{ratio:>8.3f}")
    print(f"{'a sprite, drawn for the first time':<44}{_sprite_ms(state):>8.1f} ms")
    return int(_is_too_large() or ratio > LIMIT_RATIO)


def _is_too_large() -> bool:
    """Print how large the pictures of full boards are; return whether a limit is exceeded."""
    is_exceeded = False
    for edition, options, seats, tile, limit in BOARDS:
        state = full_board(edition, options, seats)
        for name, theme in THEMES.items():
            picture = draw(state, english(state, NAMES[:seats]), tile_size=tile, look=Look(theme=theme))
            kib = len(picture.png) / 1024
            is_exceeded |= kib > limit
            shown = f"{edition}, {name}, {len(state.cells)} tiles at {picture.tile} px"
            print(f"{shown:<44}{kib:>8.0f} KiB (limit {limit})")
    return is_exceeded


def _sprite_ms(state: State) -> float:
    tiles = [laid.turned for laid in state.cells.values()]
    began = time.process_time()
    for turned in tiles:
        draw_seamless_tile(turned, TILE)
    return (time.process_time() - began) * 1000 / len(tiles)


if __name__ == "__main__":
    sys.exit(main())
