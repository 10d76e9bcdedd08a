"""Pictures of tiles. Each turned tile is drawn once, as a master, and reduced to every size that is asked for."""

import hashlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Final

from PIL import Image

from carcassonne import Rgb, TurnedTile
from render.art.byte_cache import ByteCache
from render.art.look_alikes import shape_name
from render.art.sheet_files import kept_files
from render.art.tile import (
    LARGE_MASTER,
    MASTER,
    bevelled,
    draw_master,
    draw_seamless_tile,
    reduced_master,
)

_LARGEST: Final = {MASTER: 160, LARGE_MASTER: 400}
"""By the side of a master: the largest picture that is made from it. Larger ones would be blurred."""

_MANY: Final = 8
"""Fewer pictures are made one after the other."""
_THREADS: Final = 2
"""More would take time from other pictures. Pillow and the packer let threads run side by side."""

_sprites: Final = ByteCache(32 << 20)
_masters: Final = ByteCache(24 << 20)


def sprite(tile: TurnedTile, size: int) -> Image.Image:
    """Return the picture of a turned tile, ``size`` pixels a side. It is shared: do not draw on it."""
    return _sprites.get((sprite_name(tile), size), lambda: bevelled(seamless_sprite(tile, size)))


def make_sprites(tiles: Iterable[TurnedTile], size: int) -> None:
    """Make the pictures of tiles that are missing, several at once: after a start all are, and somebody waits."""
    missing = {key: tile for tile in tiles if not _sprites.has((key := sprite_name(tile), size))}
    if len(missing) >= _MANY:
        with ThreadPoolExecutor(_THREADS) as pool:
            list(pool.map(lambda tile: sprite(tile, size), missing.values()))


def seamless_sprite(tile: TurnedTile, size: int) -> Image.Image:
    """Return a new picture of a turned tile without a bevel, so that it continues in what is beside it."""
    master = _master_for(tile, size)
    return draw_seamless_tile(tile, size) if master is None else reduced_master(master, size)


def _master_for(tile: TurnedTile, size: int) -> Image.Image | None:
    """Return the master for a picture of ``size`` pixels a side; None if it is too large for all of them."""
    side = next((side for side, largest in _LARGEST.items() if size <= largest), None)
    return None if side is None else _masters.get((sprite_name(tile), side), lambda: _master(tile, side))


def _master(tile: TurnedTile, side: int) -> Image.Image:
    """Read a master of a tile, or draw and keep it."""
    name, files = _master_name(tile, side), kept_files()
    if files is None:
        return draw_master(tile, side)
    if (found := files.read(name, "RGB", (side, side))) is not None:
        return found
    drawn = draw_master(tile, side)
    files.write(name, drawn)
    return drawn


def _master_name(tile: TurnedTile, side: int) -> str:
    return f"{sprite_name(tile)}-{side}"


@lru_cache(maxsize=1024)
def sprite_name(tile: TurnedTile) -> str:
    """Return a name that is the same for all turned tiles that look alike, in every process."""
    return hashlib.sha256(shape_name(tile).encode()).hexdigest()[:32]


def draw_ahead(tile: TurnedTile) -> bool:
    """Draw the masters of a tile unless they are kept already; say whether there is room for more.

    The large one is for tiles in hand, which aren't turned yet. It's drawn ahead only where it can be kept in a file.
    """
    files = kept_files()
    if files is None or not files.is_writable:
        _masters.get((sprite_name(tile), MASTER), lambda: _master(tile, MASTER))
        return not _masters.is_full
    for side in (MASTER, LARGE_MASTER) if tile.rotation == 0 else (MASTER,):
        if not files.has(_master_name(tile, side)):
            _master(tile, side)
    return True


def forget_sprites() -> None:
    """Forget all pictures of tiles. What art from outside this package has drawn is not for the next run."""
    _sprites.clear()
    _masters.clear()


def faded(picture: Image.Image, into: Rgb) -> Image.Image:
    """Return a grey picture, blended mostly with the colour of the background."""
    return Image.blend(picture.convert("L").convert("RGB"), Image.new("RGB", picture.size, into), 0.72)
