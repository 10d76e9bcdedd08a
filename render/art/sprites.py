"""Pictures of tiles. Each turned tile is drawn once, as a master, and reduced to every size that is asked for."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image

from carcassonne import Rgb, TurnedTile
from render.art.byte_cache import ByteCache
from render.art.look_alikes import shape_name
from render.art.sheet_files import SheetFiles
from render.art.tile import MASTER, draw_master, draw_seamless_tile, draw_tile, reduced_master, reduced_seamless

_LARGEST: Final = 160
"""The largest side that is reduced from a master. Larger ones would be blurred, and are drawn for themselves."""

_sprites: Final = ByteCache[tuple[str, int]](32 << 20)
_masters: Final = ByteCache[str](24 << 20)
_files: list[SheetFiles] = []
"""Where masters are kept between runs: at most one."""


def sprite(tile: TurnedTile, size: int) -> Image.Image:
    """Return the picture of a turned tile, ``size`` pixels a side. It is shared: do not draw on it."""
    return _sprites.get((_key(tile), size), lambda: _made(tile, size))


def _made(tile: TurnedTile, size: int) -> Image.Image:
    if size > _LARGEST:
        return draw_tile(tile, size)
    return reduced_master(_kept_master(tile), size)


def seamless_sprite(tile: TurnedTile, size: int) -> Image.Image:
    """Return a new picture of a turned tile without a bevel, so that it continues in what is beside it."""
    return draw_seamless_tile(tile, size) if size > _LARGEST else reduced_seamless(_kept_master(tile), size)


def _kept_master(tile: TurnedTile) -> Image.Image:
    return _masters.get(_key(tile), lambda: _master(tile))


def _master(tile: TurnedTile) -> Image.Image:
    """Read the master of a tile, or draw and keep it."""
    key = _key(tile)
    for files in _files:
        if (found := files.read(key)) is not None:
            return found
    drawn = draw_master(tile)
    for files in _files:
        files.write(key, drawn)
    return drawn


@lru_cache(maxsize=1024)
def _key(tile: TurnedTile) -> str:
    """Return a name that is the same for all turned tiles that look alike, in every process."""
    return hashlib.sha256(shape_name(tile).encode()).hexdigest()[:32]


def keep_masters_in(folder: Path | None) -> None:
    """Keep masters below a folder from now on, and read those that are there; None: in memory only."""
    _files.clear()
    if folder is not None:
        _files.append(SheetFiles(folder, MASTER))
        _files[0].open()


def draw_ahead(tile: TurnedTile) -> bool:
    """Draw the master of a tile unless it is kept already; say whether there is room for more."""
    if not any(files.is_writable for files in _files):
        _masters.get(_key(tile), lambda: _master(tile))
        return not _masters.is_full
    if not any(_key(tile) in files for files in _files):
        _master(tile)
    return True


def forget_sprites() -> None:
    """Forget all pictures of tiles. What art from outside this package has drawn is not for the next run."""
    _sprites.clear()
    _masters.clear()


def faded(picture: Image.Image, into: Rgb) -> Image.Image:
    """Return a grey picture, blended mostly with the colour of the background."""
    return Image.blend(picture.convert("L").convert("RGB"), Image.new("RGB", picture.size, into), 0.72)
