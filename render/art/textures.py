"""Textures that repeat seamlessly, so that neighbouring tiles show no border. Each is made once for each size."""

from collections.abc import Callable, Iterator
from functools import partial, wraps
from random import Random
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from carcassonne import Rgb
from render.art import colours
from render.art.byte_cache import ByteCache

TEXTURES: Final = ByteCache(48 << 20)
"""All that masters need takes 40 MB. One of a tile that is too large for a master takes up to 16."""


def _made_once(make: Callable[[int], Image.Image]) -> Callable[[int], Image.Image]:
    """Keep the textures that a function makes, by their sizes."""

    @wraps(make)
    def find(size: int) -> Image.Image:
        return TEXTURES.get((make.__name__, size), partial(make, size))

    return find


def seeded_random(*key: object) -> Random:
    """Return random numbers that are always the same for a key, so that a tile always has the same trees."""
    return Random("/".join(map(str, key)))  # noqa: S311 (decoration)


_BLUR: Final = 2
"""The blur of noise before it is enlarged, in pixels. With more of it, few of the 256 levels of grey would be left."""


def noise(size: int, blur: float, seed: int) -> Image.Image:
    """Return seamless grey noise with features of about ``blur`` pixels, stretched to the full range.

    It is blurred while it is small, and enlarged as floating-point numbers, so that no steps of grey show.
    """
    side = min(size, max(4, round(size * _BLUR / blur)))
    grey = Image.frombytes("L", (side, side), seeded_random("noise", seed).randbytes(side * side))
    margin = min(side, 4 * _BLUR)
    padded = _wrapped_round(grey, margin).filter(ImageFilter.GaussianBlur(_BLUR))
    box = (margin, margin, margin + side, margin + side)
    smooth = padded.convert("F").resize((size, size), Image.Resampling.BICUBIC, box)
    low, high = (float(value) for value in smooth.getextrema() if not isinstance(value, tuple))
    scale = 255 / max(1e-6, high - low)
    return smooth.point(lambda value: value * scale - low * scale).convert("L")


def _wrapped_round(grey: Image.Image, margin: int) -> Image.Image:
    """Return a square image with a margin on all sides, in which it goes on from the opposite side."""
    size = grey.width
    padded = Image.new("L", (size + 2 * margin, size + 2 * margin))
    for x in (margin - size, margin, margin + size):
        for y in (margin - size, margin, margin + size):
            padded.paste(grey, (x, y))
    return padded


def two_tone(grey: Image.Image, dark: Rgb, light: Rgb) -> Image.Image:
    """Colour grey noise between two colours."""
    return Image.composite(Image.new("RGB", grey.size, light), Image.new("RGB", grey.size, dark), grey)


def _tinted(size: int, blur: float, seed: int, tones: tuple[Rgb, Rgb, Rgb], calm: float) -> Image.Image:
    """Return noise between the first and last tone, blended with the middle one by ``calm`` (0 to 1)."""
    dark, middle, light = tones
    spread = two_tone(noise(size, blur, seed), dark, light)
    return Image.blend(spread, Image.new("RGB", spread.size, middle), calm)


def _wrapped(x: float, y: float, reach: float, size: int) -> Iterator[tuple[float, float]]:
    """Yield a point and, if it is near a border, the points where it appears again beyond it."""
    for dx in (-size, 0, size):
        for dy in (-size, 0, size):
            if -reach <= x + dx <= size + reach and -reach <= y + dy <= size + reach:
                yield x + dx, y + dy


@_made_once
def grass(size: int) -> Image.Image:
    """Return the grass that lies under everything."""
    tones = (colours.GRASS_DARK, colours.GRASS, colours.GRASS_LIGHT)
    image = _tinted(size, size / 9, 1, tones, 0.72)
    image = Image.blend(image, _tinted(size, size / 40, 2, tones, 0.2), 0.06)
    _grow_tufts(image, size)
    return image


def _grow_tufts(image: Image.Image, size: int) -> None:
    rng, pen, unit = seeded_random("tufts"), ImageDraw.Draw(image), size / 512
    dark, light = ((106, 141, 56), (116, 152, 60)), ((174, 200, 106), (160, 188, 92))
    for number in range(130):
        x, y = rng.random() * size, rng.random() * size
        colour = rng.choice(light if number % 3 else dark)
        tall = rng.uniform(6, 11) * unit
        for px, py in _wrapped(x, y, 12 * unit, size):
            for lean in (-1, 0, 1):
                tip = (px + lean * 5 * unit, py - tall + abs(lean) * 2 * unit)
                pen.line([(px + lean * 2 * unit, py), tip], colour, max(1, round(2.2 * unit)))


@_made_once
def ground(size: int) -> Image.Image:
    """Return the earth of a city."""
    tones = (colours.GROUND_DARK, colours.GROUND, colours.GROUND_LIGHT)
    image = _tinted(size, size / 24, 5, tones, 0.55)
    rng, pen, unit = seeded_random("ground"), ImageDraw.Draw(image), size / 512
    for _ in range(260):
        x, y, wide = rng.random() * size, rng.random() * size, rng.uniform(4, 8) * unit
        for px, py in _wrapped(x, y, 2 * wide, size):
            pen.ellipse([px, py, px + wide * 1.4, py + wide], outline=(194, 160, 112), width=max(1, round(unit)))
    return image


@_made_once
def road(size: int) -> Image.Image:
    """Return the sand of a road."""
    return _tinted(size, size / 90, 8, (colours.ROAD_WORN, colours.ROAD, (255, 248, 228)), 0.45)


@_made_once
def cobbles(size: int) -> Image.Image:
    """Return the paving of a city's streets."""
    return _tinted(size, size / 110, 9, (colours.STREET_DARK, colours.STREET, (244, 228, 194)), 0.35)


@_made_once
def court(size: int) -> Image.Image:
    """Return the grass of a castle's courts, with patches of sand."""
    worn = noise(size, size / 14, 21).point([max(0, min(150, (value - 120) * 3 // 2)) for value in range(256)])
    sand = Image.new("RGB", (size, size), (196, 186, 112))
    return Image.composite(sand, offset_texture(grass(size), 0.4), worn)


@_made_once
def flagstones(size: int) -> Image.Image:
    """Return grey flagstones."""
    return _stone_rows(size, 12, 8, ((194, 188, 176), (182, 176, 164), (206, 200, 188)), (150, 142, 130))


@_made_once
def bricks(size: int) -> Image.Image:
    """Return a floor of red brick."""
    return _stone_rows(size, 16, 10, ((214, 164, 124), (209, 157, 117), (219, 171, 132)), (198, 146, 108))


def _stone_rows(size: int, rows: int, columns: int, tones: tuple[Rgb, Rgb, Rgb], joint: Rgb) -> Image.Image:
    """Return rows of stones, every other row moved by half a stone."""
    image = Image.new("RGB", (size, size), joint)
    rng, pen = seeded_random("laid", rows, columns), ImageDraw.Draw(image)
    tall, wide, gap = size / rows, size / columns, max(1.0, size / 300)
    for row in range(rows):
        for column in range(columns):
            left, top, colour = (column + row % 2 / 2) * wide, row * tall, rng.choice(tones)
            for x in (left, left - size):
                pen.rectangle((x + gap, top + gap, x + wide - gap, top + tall - gap), colour)
    return image


@_made_once
def water(size: int) -> Image.Image:
    """Return the water of a river."""
    return _tinted(size, size / 30, 11, (colours.WATER_DARK, colours.WATER, colours.WATER_LIGHT), 0.5)


def offset_texture(texture: Image.Image, share: float) -> Image.Image:
    """Return a texture moved along both axes by a share of its size, so that it looks like another one."""
    return ImageChops.offset(texture, int(texture.width * share), int(texture.height * share * 0.6))
