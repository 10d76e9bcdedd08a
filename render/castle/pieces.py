"""The keep of The Castle: a wooden tower in its player's colour."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.look.theme import INK, WHITE, PieceStyle
from render.text.fonts import BOLD, font

_LETTERS: Final = 0.72
_MOST_LETTERS: Final = 0.9
"""The least and the most height of the number, in heights of the keep."""
_RIM: Final = 0.06
"""The width of the rim of some colours, in heights of the keep: inside the outline, and round the number."""


@lru_cache(maxsize=64)
def keep(style: PieceStyle, height: int, letters: int = 0) -> Image.Image:
    """Return the picture of a keep: square, with transparency. ``height`` is that of the keep without its halo.

    ``letters`` is how tall its number should at least be, as far as it has room.
    """
    scale = 4
    side = round(height * 1.3) * scale
    image = Image.new("RGBA", (side, side))
    pen, unit = ImageDraw.Draw(image), height * scale
    shape = [
        (-0.36, -0.5), (-0.2, -0.5), (-0.2, -0.38), (-0.08, -0.38), (-0.08, -0.5), (0.08, -0.5), (0.08, -0.38),
        (0.2, -0.38), (0.2, -0.5), (0.36, -0.5), (0.36, -0.2), (0.29, -0.12), (0.29, 0.26), (0.4, 0.5), (-0.4, 0.5),
        (-0.29, 0.26), (-0.29, -0.12), (-0.36, -0.2),
    ]  # fmt: skip
    corners = [(side / 2 + x * unit, side / 2 + y * unit) for x, y in shape]
    halo = () if style.is_ownerless else ((0.22, WHITE),)
    for width, colour in (*halo, (0.11, INK)):
        pen.line([*corners, *corners[:2]], colour, round(width * unit), "curve")
    pen.polygon(corners, style.rgb)
    edge = 0 if style.rim_rgb is None else round(_RIM * unit)
    if style.rim_rgb is not None:
        image.paste(style.rim_rgb, mask=_rim(image.size, corners, edge))
    middle, share = (side / 2, side / 2 + 0.1 * unit), max(_LETTERS, min(_MOST_LETTERS, letters / height))
    face = font(round(unit * share), BOLD)
    pen.text(middle, style.number, style.number_rgb, face, "mm", stroke_width=edge, stroke_fill=style.rim_rgb)
    return image.reduce(scale)


def _rim(size: tuple[int, int], corners: list[tuple[float, float]], wide: int) -> Image.Image:
    """Return the mask of what is inside a polygon and so near to its edge."""
    body, edge = Image.new("L", size), Image.new("L", size)
    ImageDraw.Draw(body).polygon(corners, 255)
    ImageDraw.Draw(edge).line([*corners, *corners[:2]], 255, 2 * wide, "curve")
    return ImageChops.darker(body, edge)
