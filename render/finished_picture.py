"""What a drawing gives."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture. ``tile`` is the side of a tile in pixels, 0 if it shows no tile."""

    png: bytes
    width: int
    height: int
    tile: int
