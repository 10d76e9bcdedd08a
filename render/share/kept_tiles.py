"""Tiles' pictures for browsers in files, beside their masters: both follow from the same sources.

So after a restart, the first page of a late game doesn't wait for a hundred pictures.
"""

from typing import Final

from carcassonne import TurnedTile
from render.art.sheet_files import kept_files
from render.art.sprites import sprite, sprite_name
from render.share.live_values import TILE, DrawnPicture
from render.share.web_pictures import LIVE_QUALITY, drawn_picture, named_picture

_KIND: Final = "tile "
_MOST: Final = 1 << 16
"""The most bytes that such a file may have."""


def tile_key(turned: TurnedTile) -> str:
    """Return the key of a turned tile's picture."""
    return f"{_KIND}{sprite_name(turned)}"


def kept_picture(key: str) -> DrawnPicture | None:
    """Return the picture of a key if it's that of a tile, and kept in a file."""
    files = kept_files()
    if files is None or not key.startswith(_KIND):
        return None
    data = files.read_bytes(_file_name(key), _MOST)
    return None if data is None else named_picture(data, (TILE, TILE))


def keep_picture(key: str, picture: DrawnPicture) -> None:
    """Keep the picture of a key in a file if it's that of a tile."""
    files = kept_files()
    if files is not None and key.startswith(_KIND):
        files.write_bytes(_file_name(key), picture.data)


def keep_tile(turned: TurnedTile) -> None:
    """Draw and keep the picture of a tile, unless it's kept or can't be."""
    files, key = kept_files(), tile_key(turned)
    if files is not None and files.is_writable and not files.has(_file_name(key)):
        keep_picture(key, drawn_picture(sprite(turned, TILE)))


def _file_name(key: str) -> str:
    return f"{key.removeprefix(_KIND)}-web-{TILE}-{LIVE_QUALITY}"
